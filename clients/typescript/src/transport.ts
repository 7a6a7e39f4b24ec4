import createClient, { type Client } from "openapi-fetch";

import { caching } from "./cache.js";
import { BuildChangedError, LexdexError } from "./errors.js";
import type { components, paths } from "./generated.js";
import { type Send, type Sleep, retryAfter, sleepByTimer, waiting } from "./waiting.js";

/** The reaction of a walk or a check when the server no longer has the build that it began with. */
export type OnBuildChange = "error" | "restart";

/** The options of a client. */
export interface LexdexOptions {
  /** Replaces the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** The maximum seconds that one request waits in all because of `Retry-After`. 120 by default. */
  maxWaitSeconds?: number;
  /**
   * The reaction of a walk, or of a check of a long text, when the index is replaced: `"error"` or `"restart"`. By
   * default, a walk throws the error, and a check begins again, because nothing of it was returned yet.
   */
  onBuildChange?: OnBuildChange;
  /** The estimated maximum size of cached responses in bytes. 8 MiB by default; 0 turns the cache off. */
  cacheBytes?: number;
  /** Replaces the timer that waits. */
  sleep?: Sleep;
}

/** The options of one request. */
export interface RequestOptions {
  /** Ends the request, or the wait before it. */
  signal?: AbortSignal | undefined;
}

/** A successful response: its body and the build of the index that it comes from. */
export interface Answer<T> {
  body: T;
  build: string;
}

/** A response of openapi-fetch. */
interface Result<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

const DEFAULT_MAX_WAIT_SECONDS = 120;
const DEFAULT_CACHE_BYTES = 8 * 1024 * 1024;

/** Makes the client of the generated types. It waits if the server asks for it, and caches responses. */
export function transport(baseUrl: string, options: LexdexOptions): Client<paths> {
  const { sleep = sleepByTimer, maxWaitSeconds = DEFAULT_MAX_WAIT_SECONDS, cacheBytes = DEFAULT_CACHE_BYTES } = options;
  // Looked up at each call, because a program may replace the global function.
  const send = connecting(options.fetch ?? ((request) => fetch(request)));
  return createClient<paths>({
    baseUrl: checkedBase(baseUrl),
    fetch: caching(waiting(send, maxWaitSeconds, sleep), cacheBytes),
    querySerializer: queryString,
  });
}

function checkedBase(baseUrl: string): string {
  const { protocol, search, hash } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol) || search || hash) {
    throw new TypeError(`${baseUrl} is no address of a server: give one such as http://127.0.0.1:8080`);
  }
  return baseUrl.replace(/\/+$/, "");
}

/** Turns a failed connection into an error of the client. */
function connecting(send: Send): Send {
  return async (request) => {
    try {
      return await send(request);
    } catch (cause) {
      if (request.signal.aborted) throw cause;
      throw new LexdexError({ message: `no response from ${request.url}`, status: 0, cause });
    }
  };
}

/** The query string of parameters that are checked. */
function queryString(query: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const values = [value].flat();
    if (name === "fields") parameters.set(name, values.join(","));
    else values.forEach((each) => parameters.append(name, String(each)));
  }
  return parameters.toString();
}

/** Refuses parameters that would be left out of the query string, so that no filter is dropped in silence. */
export function checked<Q extends object>(query: Q): Q {
  for (const [name, value] of Object.entries(query)) {
    const values = [value].flat();
    if (value === undefined) continue;
    if (values.length === 0) throw new TypeError(`${name} is an empty list: leave ${name} out, or give it a value`);
    if (values.some((each) => each == null)) throw new TypeError(`${name} has no value: leave it out, or give it one`);
  }
  return query;
}

/** Refuses identifiers that would change the path. */
export function checkedId(id: string): string {
  if (["", ".", ".."].includes(id)) throw new TypeError(`"${id}" is no identifier of a record`);
  return id;
}

/** The body of a successful response. Throws the error of any other. */
export async function answer<T>(call: Promise<Result<T>>, signal: AbortSignal | undefined): Promise<Answer<T>> {
  let result: Result<T>;
  try {
    result = await call;
  } catch (cause) {
    throw broken(cause, signal);
  }
  const { data, error, response } = result;
  if (!response.ok) throw failure(response, error);
  return { body: data as T, build: response.headers.get("lexdex-build") ?? "" };
}

/** The error of a response that is not complete, or the reason of the signal that has ended it. */
export function broken(cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (cause instanceof LexdexError) return cause;
  return new LexdexError({ message: "the response is cut off, or is not from lexdex", status: 0, cause });
}

function failure(response: Response, body: unknown): LexdexError {
  const { status, statusText, headers } = response;
  // A proxy in between may answer with something else.
  const { error, details } = isError(body) ? body : { error: `${status} ${statusText}`.trim(), details: undefined };
  const requestId = headers.get("x-request-id") ?? undefined;
  const failure = { message: error, status, details, retryAfter: retryAfter(response), requestId };
  return status === 412 ? new BuildChangedError(failure) : new LexdexError(failure);
}

function isError(body: unknown): body is components["schemas"]["Error"] {
  return typeof body === "object" && body !== null && "error" in body && typeof body.error === "string";
}
