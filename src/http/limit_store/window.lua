-- The sliding window of one client: serves a request if fewer than `limit` were served within the last `window`.
--
-- KEYS[1]  the client's key
-- ARGV[1]  the limit
-- ARGV[2]  the window in microseconds
--
-- Returns whether the request is served (1 or 0), the number of further requests that would be served now, and the
-- microseconds until the oldest request leaves the window; for a refused request, until one would be served.
--
-- The value is a string of big-endian doubles: an offset, then the times of the served requests in microseconds,
-- ascending. The current time is the clock of this server plus the offset. If the clock is set back, the offset grows
-- by as much, so that the times of a client never decrease, and keep advancing.

local key, limit, window = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])

-- Strings up to this length are read and written as a whole. Longer ones are read and written in parts.
local max_whole_bytes = 4096

-- The key outlives the window by a second, because the expiry has a coarser clock and must not decide on a request.
local ttl = math.ceil(window / 1000) + 1000

local n_bytes = redis.call('STRLEN', key)
local whole = n_bytes <= max_whole_bytes and redis.call('GET', key)

-- Returns the double at this index; the one at 0 is the offset.
local function double(idx)
  if whole then
    return (struct.unpack('>d', whole, 8 * idx + 1))
  end
  return (struct.unpack('>d', redis.call('GETRANGE', key, 8 * idx, 8 * idx + 7)))
end

local n = math.max(n_bytes / 8 - 1, 0)
local stored_offset = n > 0 and double(0) or 0
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2] + stored_offset
local offset = stored_offset
if n > 0 and double(n) > now then
  offset = offset + double(n) - now
  now = double(n)
end

-- The first time within the window, by binary search; n + 1 if all have left it.
local first, after = 1, n + 1
if n > 0 and now - double(1) < window then
  after = 1
end
while first < after do
  local middle = math.floor((first + after) / 2)
  if now - double(middle) < window then
    after = middle
  else
    first = middle + 1
  end
end
local n_live = n - first + 1

if n_live >= limit then
  if offset ~= stored_offset then
    redis.call('SETRANGE', key, 0, struct.pack('>d', offset))
  end
  return {0, 0, double(n - limit + 1) + window - now}
end

local reset = n_live > 0 and double(first) + window - now or window
if n == 0 or whole or first - 1 > n_live then
  -- Drops the times that have left the window. A long string is copied only if they are more than half of it.
  local live = ''
  if n_live > 0 then
    live = whole and string.sub(whole, 8 * first + 1) or redis.call('GETRANGE', key, 8 * first, -1)
  end
  redis.call('SET', key, struct.pack('>d', offset) .. live .. struct.pack('>d', now), 'PX', ttl)
else
  if offset ~= stored_offset then
    redis.call('SETRANGE', key, 0, struct.pack('>d', offset))
  end
  redis.call('APPEND', key, struct.pack('>d', now))
  redis.call('PEXPIRE', key, ttl)
end
return {1, limit - n_live - 1, reset}
