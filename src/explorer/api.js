// Requests to the API. The rate limit allows 100 a minute, so each response is cached for the session.

import { BASE } from "./address.js";

const TIMEOUT = 30_000;
const MAX_KEPT = 200;

/** The requests of the limit that suggestions leave for pages, and the time in which the limit forgets a request. */
const RESERVED = 30;
const WINDOW = 60_000;

/** Responses by path: those of pages, and those of suggestions, which would push the others out. */
const kept = new Map();
const keptSuggestions = new Map();
/** The build of the last response. */
let build = null;

/** The builds of the pages of a walk, by their path without the offset. */
const walks = new Map();

/** Whether the data were refreshed while the visitor turned pages, and no view has said so yet. */
let isRefreshed = false;

/** The requests that are left, as the last response of the server said, and when it did. */
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

/** The body of a response. */
export async function ask(path, signal) {
  return (await answerTo(path, signal)).body;
}

/** Whether so few requests are left that pages need them. */
export function isScarce() {
  return left.requests < RESERVED && Date.now() - left.since < WINDOW;
}

/** The suggestions for a text; null if none are kept and too few requests are left to ask. */
export async function suggestionsFor(q, signal) {
  const path = `${BASE}/api/v1/suggest?${new URLSearchParams({ q })}`;
  if (isScarce() && !keptSuggestions.has(path)) return null;
  return (await answerTo(path, signal, keptSuggestions)).body.data;
}

/** A response: its body, the addresses where its text can be read, and whether the server has a feed of it. */
export async function answerTo(path, signal, cache = kept) {
  if (cache.has(path)) return cache.get(path);
  const asked = ofBuild(path);
  const [response, body] = await fetched(asked, signal);
  if (!isReplayed(asked)) {
    const remaining = response.headers.get("x-ratelimit-remaining");
    left = { requests: remaining === null ? Infinity : Number(remaining), since: Date.now() };
  }
  if (response.status === 412) forget();
  if (!response.ok || body === null) {
    throw new Trouble(response.status, body, Number(response.headers.get("retry-after")) || null);
  }
  const links = response.headers.get("link") ?? "";
  const answer = { body, texts: alternates(links), hasFeed: links.includes('type="application/atom+xml"') };
  keep(cache, path, answer, response.headers.get("lexdex-build"));
  return answer;
}

/** Whether the browser has answered from its cache, with the headers of an earlier response. */
function isReplayed(path) {
  const { href } = new URL(path, location.href);
  return performance.getEntriesByName(href, "resource").at(-1)?.transferSize === 0;
}

/** A request for the build of the other pages of its walk, if any are known. */
function ofBuild(path) {
  const known = walks.get(walkOf(path));
  if (!known) return path;
  return `${path}${path.includes("?") ? "&" : "?"}build=${known}`;
}

/** The path without the offset, which is the same for all pages of a walk. */
function walkOf(path) {
  const [place, query] = path.split("?");
  const parameters = new URLSearchParams(query);
  parameters.delete("offset");
  return `${place}?${parameters}`;
}

/** Forgets the answers of a build that is not served any more. */
function forget() {
  [kept, keptSuggestions, walks].forEach((each) => each.clear());
  build = null;
  isRefreshed = true;
}

/** Whether a view has to say that the data were refreshed, which it does once. */
export function takeRefresh() {
  const isToSay = isRefreshed;
  isRefreshed = false;
  return isToSay;
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

/** Caches an answer. An answer of another build clears the caches, since the others are older or newer. */
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
