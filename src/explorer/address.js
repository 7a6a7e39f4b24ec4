// The address of a view is the address of its API request without /api/v1: /cases?topic=privacy shows the response to
// /api/v1/cases?topic=privacy.

import { LISTS } from "./lists.js";

/** The base path of the service, such as "/law", or "" at the root. It is the start of this file's address. */
export const BASE = new URL("..", import.meta.url).pathname.slice(0, -1);

/** The whole address of the service. */
export const SERVER = new URL(`${BASE}/`, location.href).href;

/** The address of the view that checks a text. */
export const CHECK = `${BASE}/check`;

/** The parameters that select a page of the matches, and so do not change the counts. */
const OF_THE_PAGE = ["sort", "fields", "limit", "offset"];

/** The view at an address, or null if there is no such view. */
export function viewAt({ pathname, search, hash }) {
  if (!`${pathname}/`.startsWith(`${BASE}/`)) return null;
  const params = new URLSearchParams(search);
  const query = new URLSearchParams([...params].filter(([, value]) => value.trim()));
  const panel = hash.slice(1);
  const [list, id, ...rest] = pathname.slice(BASE.length).split("/").filter(Boolean).map(decode);
  if (list === undefined) return { kind: query.has("q") ? "overview" : "start", query, panel };
  if (list === "check" && id === undefined) return { kind: "check", query, panel };
  if (!Object.hasOwn(LISTS, list) || rest.length) return null;
  if (id === undefined) return { kind: "results", list: LISTS[list], query, panel };
  return { kind: "record", list: LISTS[list], id, query, panel };
}

/** The query in the address bar, which may be newer than the view on the page. */
export function queryNow() {
  return viewAt(location).query;
}

function decode(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The address of a list's view. */
export function addressOf({ list }, query = "", panel = "") {
  const text = String(new URLSearchParams(query));
  return `${BASE}/${list}${text && `?${text}`}${panel && `#${panel}`}`;
}

/** The address of the view of all lists. Without words, it is the start page. */
export function addressOfAll(query = "", panel = "") {
  return addressOf({ list: "" }, query, panel);
}

/** The address of a record's view. */
export function addressOfRecord({ list }, id) {
  return `${BASE}/${list}/${encodeURIComponent(id)}`;
}

/** The request for an address of a view: the same path after /api/v1. */
export function requestAt(address) {
  return `${BASE}/api/v1${address.slice(BASE.length)}`;
}

/** The address of the view for a request: the same path without /api/v1. */
export function viewOf(request) {
  return `${BASE}${request.slice(`${BASE}/api/v1`.length)}`;
}

/** The request behind a view. */
export function requestOf({ list, id, query }) {
  return requestAt(id === undefined ? addressOf(list, query) : addressOfRecord(list, id));
}

/** The request for the similar records, with only the fields that links to them need. */
export function similarTo({ list, id }) {
  const fields = ["id", list.title, ...list.cited, "meta"].join(",");
  return requestAt(`${addressOfRecord(list, id)}/similar?${new URLSearchParams({ fields })}`);
}

/** The request for a record in a format for reference managers. */
export function referenceTo({ list, id }, format) {
  return requestAt(`${addressOfRecord(list, id)}?${new URLSearchParams({ format })}`);
}

/** The request for the counts beside a list. */
export function countsOf({ list, query }) {
  return requestAt(addressOf({ list: `${list.list}/facets` }, filtersOf(query)));
}

/** The request for an export of all matches. */
export function exportOf({ list, query }, format) {
  const filters = filtersOf(query);
  filters.set("format", format);
  if (format === "csv") filters.set("bom", "true");
  return requestAt(addressOf({ list: `${list.list}/export` }, filters));
}

/** The feed of new and changed matches. */
export function feedOf({ list, query }) {
  const filters = filtersOf(query);
  filters.delete("build");
  return requestAt(addressOf({ list: `${list.list}.atom` }, filters));
}

/** The parameters that select the matches. */
export function filtersOf(query) {
  return new URLSearchParams([...query].filter(([name]) => !OF_THE_PAGE.includes(name)));
}

/** The query with some parameters replaced, at its first page. */
export function withValues(query, changes) {
  const changed = new URLSearchParams(query);
  changed.delete("offset");
  for (const [name, values] of Object.entries(changes)) {
    const [first, ...others] = [values].flat().filter(Boolean);
    if (first) changed.set(name, first);
    else changed.delete(name);
    for (const value of others) changed.append(name, value);
  }
  if (!changed.has("q")) {
    changed.delete("match");
    if (changed.get("sort") === "relevance") changed.delete("sort");
  }
  return changed;
}

/** The query without one of the values. */
export function without(query, name, value) {
  return withValues(query, { [name]: query.getAll(name).filter((other) => other !== value) });
}
