// Requests to the API. The rate limit allows 100 a minute, so each response is cached for the session.

const TIMEOUT = 30_000;
const MAX_KEPT = 200;

const kept = new Map();
let build = null;

/** A failed request: the status (0 if the server was not reached), the body, and the seconds until a retry. */
export class Trouble extends Error {
  constructor(status, body, retryAfter) {
    super(body?.error ?? "the server could not be reached");
    this.status = status;
    this.details = body?.details ?? {};
    this.retryAfter = retryAfter;
  }
}

/** The body of a response. */
export async function ask(path, signal) {
  return (await answerTo(path, signal)).body;
}

/** A response: its body, and the addresses where its text can be read. */
export async function answerTo(path, signal) {
  if (kept.has(path)) return kept.get(path);
  const [response, body] = await fetched(path, signal);
  if (!response.ok || body === null) {
    throw new Trouble(response.status, body, Number(response.headers.get("retry-after")) || null);
  }
  const answer = { body, texts: alternates(response.headers.get("link") ?? "") };
  keep(path, answer, response.headers.get("lexdex-build"));
  return answer;
}

function alternates(links) {
  return [...links.matchAll(/<([^>]+)>; rel="alternate"/g)].map(([, address]) => address);
}

async function fetched(path, signal) {
  try {
    const response = await fetch(path, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]) });
    const text = await response.text();
    return [response, parsed(text)];
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Trouble(0, null, null);
  }
}

/** Parses a body, or returns null: a proxy may respond with something other than JSON. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Caches an answer. Answers of two builds must not be mixed, so the first of another build clears the cache. */
function keep(path, answer, itsBuild) {
  if (itsBuild !== build) kept.clear();
  build = itsBuild;
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value);
  kept.set(path, answer);
}
