import type { Send } from "./waiting.js";

/** The estimated size of an entry without its address and its body, in bytes. */
const OVERHEAD = 1024;

interface Entry {
  etag: string;
  body: string;
  headers: Headers;
  size: number;
}

/** Caches JSON responses with their `ETag`, and revalidates them with the server. The least recently
 * used entries are evicted. */
export function caching(send: Send, maxBytes: number): Send {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  const remove = (url: string) => {
    bytes -= entries.get(url)?.size ?? 0;
    entries.delete(url);
  };
  /** Adds an entry as the most recently used one. */
  const add = (url: string, entry: Entry) => {
    remove(url);
    if (entry.size > maxBytes) return;
    entries.set(url, entry);
    bytes += entry.size;
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break;
      remove(oldest);
    }
  };

  return async (request) => {
    if (request.method !== "GET" || maxBytes <= 0) return send(request);
    const { url } = request;
    const kept = entries.get(url);
    const response = await send(kept ? conditional(request, kept.etag) : request);
    if (response.status === 304 && kept) {
      const entry = { ...kept, headers: merged(kept.headers, response.headers) };
      add(url, entry);
      return answer(entry);
    }
    const etag = response.headers.get("etag");
    if (response.status !== 200 || !etag || response.headers.get("content-type") !== "application/json") return response;
    const body = await response.text();
    // A character takes up to two bytes.
    const entry = { etag, body, headers: plain(response.headers), size: 2 * (url.length + body.length) + OVERHEAD };
    add(url, entry);
    return answer(entry);
  };
}

function conditional(request: Request, etag: string): Request {
  const headers = new Headers(request.headers);
  headers.set("if-none-match", etag);
  return new Request(request, { headers });
}

/** The headers of a cached response, with those of the response that confirms it. */
function merged(kept: Headers, confirming: Headers): Headers {
  const headers = new Headers(kept);
  plain(confirming).forEach((value, name) => headers.set(name, value));
  return headers;
}

/** Headers without those that describe the bytes sent, from which the body is decoded. */
function plain(headers: Headers): Headers {
  const rest = new Headers(headers);
  rest.delete("content-encoding");
  rest.delete("content-length");
  return rest;
}

function answer({ body, headers }: Entry): Response {
  return new Response(body, { headers });
}
