// Requests to the API. The rate limit allows 100 a minute by default, so each response is cached for the session.

import { BASE, requestOf, viewAt } from "./address.js";

const TIMEOUT = 30_000;
const MAX_KEPT = 200;

/**
 * The number of requests reserved for pages, which suggestions must not use, and the window of the rate limit in
 * milliseconds.
 */
const RESERVED = 30;
const WINDOW = 60_000;

/** Responses by path. Suggestions have a separate cache, because they would evict all others. */
const kept = new Map();
const keptSuggestions = new Map();
/** The build of the last response. */
let build = null;

/** The build of the pages of each list, by their common path without the offset. */
const walks = new Map();

/** Whether the data were refreshed while the visitor paged, and no view has announced it yet. */
let isRefreshed = false;

/** The remaining requests by the last response of the server, and the time of that response. */
let left = { requests: Infinity, since: 0 };

/** A failed request: the status (0 if the server was not reached), the body, and the seconds until a retry. */
export class Trouble extends Error {
  constructor(status, body, retryAfter) {
    super(body?.error ?? "the server could not be reached");
    this.status = status;
    this.details = body?.details ?? {};
    this.retryAfter = retryAfter;
  }
}

/** The extent of the index and its build, from the page of a record or a search. */
const extent = takeAnswer();

/**
 * Caches the response that the page of a record or a search contains, so that the view needs no request for it. Returns
 * the extent of the index and its build.
 */
function takeAnswer() {
  const part = document.getElementById("answer");
  if (!part) return null;
  const { extent: body, build: itsBuild, ...answer } = JSON.parse(part.textContent);
  keep(kept, requestOf(viewAt(location)), answer, itsBuild);
  return { body, itsBuild };
}

/** The build of the last response; null before the first. */
export function buildNow() {
  return build;
}

/** The extent of the index from the page, in the form of its coverage; null if the page has none of this build. */
export function extentOfPage() {
  return extent && extent.itsBuild === build ? extent.body : null;
}

/** The body of a response. */
export async function ask(path, signal) {
  return (await answerTo(path, signal)).body;
}

/** Whether so few requests remain that they are reserved for pages. */
export function isScarce() {
  return left.requests < RESERVED && Date.now() - left.since < WINDOW;
}

/** The suggestions for a text; null if they are not cached and too few requests remain. */
export async function suggestionsFor(q, signal) {
  const path = `${BASE}/api/v1/suggest?${new URLSearchParams({ q })}`;
  if (isScarce() && !keptSuggestions.has(path)) return null;
  return (await answerTo(path, signal, keptSuggestions)).body.data;
}

/**
 * A response: its body, the addresses of the record's text, whether the server has a feed for it, and who wrote the
 * summary if the source of the record did not.
 */
export async function answerTo(path, signal, cache = kept) {
  if (cache.has(path)) return cache.get(path);
  const [response, body] = await exchanged(ofBuild(path), signal);
  const links = response.headers.get("link") ?? "";
  const answer = {
    body, texts: alternates(links), hasFeed: links.includes('type="application/atom+xml"'),
    summarySource: response.headers.get("x-summary-source"),
  };
  keep(cache, path, answer, response.headers.get("lexdex-build"));
  return answer;
}

/** The response to a value that is posted as JSON: its body and its build. It is not cached. */
export async function post(path, value, signal) {
  const headers = { "content-type": "application/json" };
  const [response, body] = await exchanged(path, signal, { method: "POST", headers, body: JSON.stringify(value) });
  return { body, build: response.headers.get("lexdex-build") };
}

/** A successful response and its body. An error of the server is thrown. */
async function exchanged(path, signal, options) {
  const [response, body] = await fetched(path, signal, options);
  if (!isReplayed(path)) {
    const remaining = response.headers.get("x-ratelimit-remaining");
    left = { requests: remaining === null ? Infinity : Number(remaining), since: Date.now() };
  }
  if (response.status === 412) forget();
  if (!response.ok || body === null) {
    throw new Trouble(response.status, body, Number(response.headers.get("retry-after")) || null);
  }
  return [response, body];
}

/** Whether the browser has answered from its cache, with the headers of an earlier response. */
function isReplayed(path) {
  const { href } = new URL(path, location.href);
  return performance.getEntriesByName(href, "resource").at(-1)?.transferSize === 0;
}

/** A request for the same build as the other pages of its list, if that build is known. */
function ofBuild(path) {
  const known = walks.get(walkOf(path));
  if (!known) return path;
  return `${path}${path.includes("?") ? "&" : "?"}build=${known}`;
}

/** The path without the offset, which is the same for all pages of a list. */
function walkOf(path) {
  const [place, query] = path.split("?");
  const parameters = new URLSearchParams(query);
  parameters.delete("offset");
  return `${place}?${parameters}`;
}

/** Drops the responses of a build that is no longer served. */
function forget() {
  [kept, keptSuggestions, walks].forEach((each) => each.clear());
  build = null;
  isRefreshed = true;
}

/** Whether a view must announce that the data were refreshed. True only once. */
export function takeRefresh() {
  const isToSay = isRefreshed;
  isRefreshed = false;
  return isToSay;
}

function alternates(links) {
  return [...links.matchAll(/<([^>]+)>; rel="alternate"/g)].map(([, address]) => address);
}

async function fetched(path, signal, options) {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
    const response = await fetch(path, { ...options, signal: limit });
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

/** Caches a response. A response of another build clears the caches first. */
function keep(cache, path, answer, itsBuild) {
  if (itsBuild !== build) [kept, keptSuggestions].forEach((each) => each.clear());
  build = itsBuild;
  add(cache, path, answer);
  add(walks, walkOf(path), itsBuild);
}

/** Adds to a map, and removes its oldest entry if it is full. */
function add(map, key, value) {
  if (map.size >= MAX_KEPT) map.delete(map.keys().next().value);
  map.set(key, value);
}
