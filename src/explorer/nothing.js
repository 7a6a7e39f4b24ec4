// A list without results: the reason, the results of parts of the request, and probable corrections.

import { addressOf, filtersOf, without, withValues } from "./address.js";
import { coverage, reasonToDoubt } from "./coverage.js";
import { counted, days, h } from "./dom.js";
import { said } from "./filters.js";
import { idOf, nameOf } from "./jurisdictions.js";
import { LISTS, wordFor } from "./lists.js";
import { filterMeant, nearest } from "./suggestions.js";
import { isPlain, termsOf } from "./terms.js";
import { totalOf } from "./totals.js";

/** The maximum number of requests for counts. */
const MAX_COUNTS = 5;

/** Explains an empty list. */
export async function nothing(view, signal) {
  const { list, query } = view;
  const near = query.has("q") ? nearest(query.get("q"), signal) : null;
  const covering = await coverage();
  const filters = [...filtersOf(query)].filter(([name]) => name !== "q" && name !== "match");
  const ids = query.getAll("jurisdiction").map(idOf);
  const count = counter(list, signal);
  const matches = query.has("q") && filters.length ? await count(wordsOf(query)) : null;
  const isForWords = query.has("q") && !matches && (matches === 0 || !filters.length);
  const found = isForWords ? await aboutWords(view, count) : await aboutFilters(view, filters, matches, count);
  const meant = await meantBy(view, filters, signal);
  const doubt = reasonToDoubt(covering, [list], ids);
  return h("div", { class: "nothing" },
    h("h2", {}, `No ${list.one} matches all conditions`),
    found.reason && h("p", { class: "reason" }, found.reason),
    doubt && h("p", { class: "doubt" }, doubt),
    h("p", {}, "This index has:"), h("ul", {}, held(list, covering.data, ids)),
    h("p", {}, "You can try:"), h("ul", {}, meant, found.links, inOtherLists(view)),
    await near);
}

/** Counts the records of a query. Returns null once the maximum is reached, or if few requests remain. */
function counter(list, signal) {
  let spent = 0;
  return async (query) => {
    if (spent >= MAX_COUNTS) return null;
    spent += 1;
    return totalOf({ list, query }, signal);
  };
}

/** A link to a part of the request, with the number of its records if it is known; null if the number is 0. */
function linkTo(list, query, text, total) {
  if (total === 0) return null;
  const number = total === null ? "" : `: ${counted(total, list)}`;
  return h("li", {}, h("a", { href: addressOf(list, query) }, text), number);
}

/** For words without results: the words that no record has, and the results of the other words. */
async function aboutWords(view, count) {
  const { list, query } = view;
  const q = query.get("q");
  const terms = termsOf(q);
  const words = terms.map((term) => textOf(q, term));
  const several = terms.length > 1;
  if (!isPlain(q) || terms.some((term) => term.words.length > 1)) {
    const plain = terms.flatMap((term) => term.words).map(({ word }) => word).join(" ");
    const rest = withValues(query, { q: plain });
    const links = plain ? linkTo(list, rest, `Just the words “${plain}”`, await count(rest)) : null;
    return { reason: `No ${list.one} matches “${q}” as written.`, links };
  }
  if (query.get("match") !== "all") {
    const any = several ? "any of these words: " : "";
    return { reason: `No ${list.one} has ${any}${listed(words)}.`, links: null };
  }
  return aboutEachWord(view, words, count);
}

/** For required words: the words that no record has, and the results of the other words. */
async function aboutEachWord({ list, query }, words, count) {
  const totals = [];
  for (const word of words.slice(0, MAX_COUNTS - 1)) totals.push(await count({ q: word, match: "all" }));
  const missing = words.filter((_, idx) => totals[idx] === 0);
  const others = words.filter((_, idx) => totals[idx] !== 0);
  const anyWord = withValues(query, { match: "any" });
  const any = others.length > 0 && words.length > 1
    && h("li", {}, h("a", { id: "any-word", href: addressOf(list, anyWord) }, "Search for any of these words"));
  if (!missing.length) return { reason: `No ${list.one} has all of these words.`, links: any };
  const reason = `No ${list.one} has ${listed(missing, "or")}.`;
  if (!others.length) return { reason, links: null };
  const rest = withValues(query, { q: others.join(" ") });
  return { reason, links: [linkTo(list, rest, `Only ${listed(others)}`, await count(rest)), any] };
}

/** For filters without results: the results without each of them. */
async function aboutFilters({ list, query }, filters, matches, count) {
  const links = [];
  for (const [name, value] of filters) {
    const rest = without(query, name, value);
    const total = filters.length === 1 ? matches : await count(rest);
    links.push(linkTo(list, rest, `Without “${said(list, name, value)}”`, total));
  }
  if (filters.length > 1) links.push(linkTo(list, wordsOf(query), "Without any filter", matches));
  const q = query.get("q");
  if (!q) return { reason: null, links };
  const rest = withValues(query, { q: [] });
  links.push(linkTo(list, rest, `Without “${q}”`, await count(rest)));
  const reason = matches && `${counted(matches, list)} ${matches === 1 ? "matches" : "match"} “${q}”, `
    + `but ${matches === 1 ? "not" : "none"} with ${filters.length === 1 ? "this filter" : "these filters"}.`;
  return { reason, links };
}

/** The words of a query, without its filters. */
function wordsOf(query) {
  return new URLSearchParams([...query].filter(([name]) => name === "q" || name === "match"));
}

function textOf(q, { words }) {
  return q.slice(words[0].start, words.at(-1).end);
}

function listed(words, type = "and") {
  const style = { type: type === "or" ? "disjunction" : "conjunction" };
  return new Intl.ListFormat("en-US", style).format(words.map((word) => `“${word}”`));
}

/** Links to similar filters for a topic or a court without results. */
async function meantBy({ list, query }, filters, signal) {
  const [name, value] = filters.find(([filter]) => filter === "topic" || filter === "court") ?? [];
  if (!name || wordFor(name, value) !== value) return null;
  const meant = await filterMeant(name, value, signal);
  const values = query.getAll(name).filter((other) => other !== value);
  return meant && h("li", {}, "Probably meant: ", h("a", {
    id: "meant", href: addressOf(list, withValues(query, { [name]: [...values, meant.value] })),
  }, `the ${name} “${meant.text}”`));
}

/** The number and the dates of the records in each of these jurisdictions, or in all. */
function held(list, data, ids) {
  const ofList = data.filter(({ resource }) => resource === list.list);
  if (!ids.length) return h("li", {}, `${counted(ofList.reduce((sum, { records }) => sum + records, 0), list)} in all`);
  const coveredBy = (id) => ofList.find(({ jurisdictionId }) => jurisdictionId === id);
  return ids.map((id) => h("li", {}, heldOf(list, nameOf(id), coveredBy(id))));
}

function heldOf(list, name, covered) {
  if (!covered?.records) return `no ${list.one} from ${name}`;
  const { records, firstDate, lastDate } = covered;
  const dates = firstDate ? [", dated ", days(firstDate, lastDate)] : ", without a date";
  return [`${counted(records, list)} from ${name}`, dates];
}

/** Links to the same request in the other lists. */
function inOtherLists({ list, query }) {
  const shared = [...query].filter(([name]) => ["q", "match", "jurisdiction", "topic", "topic_all"].includes(name));
  if (!shared.length) return null;
  return Object.values(LISTS).filter((other) => other !== list)
    .map((other) => h("li", {}, h("a", { href: addressOf(other, shared) }, `The same search in ${other.many}`)));
}
