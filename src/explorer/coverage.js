// Shows how complete the served index is, so that nobody mistakes a sample for the whole law.

import { BASE } from "./address.js";
import { ask, extentOfPage } from "./api.js";
import { counted, days, h, number, redraw } from "./dom.js";
import { JURISDICTIONS, idOf, labelOf, nameOf } from "./jurisdictions.js";
import { LISTS } from "./lists.js";

const PATH = `${BASE}/api/v1/coverage`;

/** The page that explains how to build an index of all records. */
const HOW = `${BASE}/docs#your-own-index`;

const RECORDS = { one: "record", many: "records" };

const NAMES = new Intl.ListFormat("en-US");
const ANY = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** In ascending order. */
const DEGREES = ["sample", "partial", "complete"];

/** The pending request. It belongs to no view, so that no view cancels it for others. */
let asking = null;

/** The coverage of the index, requested once, and again only when the index changes. */
export function coverage() {
  asking ??= ask(PATH, new AbortController().signal).finally(() => (asking = null));
  return asking;
}

/** The coverage, or an empty one if it cannot be loaded. */
export async function coverageIfKnown() {
  try {
    return await coverage();
  } catch {
    return { data: [], meta: {} };
  }
}

/** The coverage for a view of a list; only the extent of the page if the view needs no more. */
export async function coverageFor({ list, query, panel }) {
  const detailed = ["jurisdiction", "topic", "topic_all", list.date.from, list.date.to];
  const isDetailed = panel === "map" || detailed.some((name) => query.has(name));
  return (!isDetailed && extentOfPage()) || coverageIfKnown();
}

/** Draws the line below the header: the size of the index, and whether it lacks records. */
export async function drawExtent() {
  redraw(document.getElementById("extent"), extentOf(extentOfPage() ?? await coverageIfKnown()));
}

/** The parts of the line. */
export function extentOf({ data, meta: { completeness } }) {
  if (!data.length) return [];
  const total = counted(sumOf(data), RECORDS);
  if (completeness === "complete") return [`${total}. Every number here is exact.`];
  if (completeness === undefined) return [`${total}.`];
  const lists = Object.values(LISTS).filter((list) => entriesOf(data, list).length > 0);
  const ofDegree = (degree) => lists.filter((list) => degreeOf(entriesOf(data, list)) === degree);
  const [samples, partial] = [ofDegree("sample"), ofDegree("partial")];
  if (samples.length === lists.length) {
    const how = h("a", { id: "build-your-own", href: HOW }, "build your own index");
    return [`A sample of ${total}; `, how, " for all of them."];
  }
  const lacks = [[samples, "a sample"], [partial, "incomplete"]].filter(([some]) => some.length > 0)
    .map(([some, said]) => `the ${NAMES.format(some.map(({ many }) => many))} are ${said}`);
  return [`${total}; ${lacks.join(", ")}: `, 
    h("a", { id: "what-it-has", href: `${BASE}/#${[...samples, ...partial][0].list}` }, "what this index has"), "."];
}

/** The reason why an unknown record of these lists may still exist; null if the lists are complete. */
export function reasonToDoubt({ data }, lists, ids = []) {
  const asked = lists.flatMap((list) => entriesOf(data, list, ids));
  const entries = asked.length ? asked : lists.flatMap((list) => entriesOf(data, list));
  const kind = lists.length === 1 ? lists[0] : RECORDS;
  const degree = degreeOf(entries);
  if (degree !== "sample" && degree !== "partial") return null;
  const held = degree === "sample" ? `holds a sample of ${counted(sumOf(entries), kind)}` : `lacks some ${kind.many}`;
  const where = ids.length && asked.length ? " from there" : "";
  return `This index ${held}${where}, so the ${kind.one} may exist elsewhere.`;
}

/** A warning below a chart of a list; null if the list is complete. */
export function warningForCharts({ data }, list, ids) {
  const degree = degreeOf(entriesOf(data, list, ids));
  if (degree === "sample") return `The bars count a sample, not all ${list.many}.`;
  if (degree === "partial") return `The bars count the ${list.many} here, which are incomplete.`;
  return null;
}

/** A warning above records that a topic selects, if most of the list have no topic; null otherwise. */
export function warningForTopics({ data }, list, query) {
  if (!query.has("topic") && !query.has("topic_all")) return null;
  const entries = entriesOf(data, list, query.getAll("jurisdiction").map(idOf));
  const [total, withTopics] = [sumOf(entries), entries.reduce((sum, entry) => sum + entry.withTopics, 0)];
  if (withTopics * 2 >= total) return null;
  const known = withTopics ? `Only ${number(withTopics)} of ${counted(total, list)}` : `None of ${counted(total, list)}`;
  return `${known} in this index ${withTopics === 1 ? "has" : "have"} a topic. A filter by topic leaves the others out.`;
}

/** The ids of the jurisdictions of which the index has records of a list; of all if the coverage is not known. */
export function heldIn({ data }, list) {
  if (!data.length) return new Set(JURISDICTIONS.map(({ id }) => id));
  return new Set(entriesOf(data, list).map(({ jurisdictionId }) => jurisdictionId));
}

/** A warning that a filter by date asks for days of which the index lacks records; null if it has them. */
export function warningForDates({ data }, list, query) {
  const [from, to] = [list.date.from, list.date.to].map((name) => query.get(name));
  const entries = entriesOf(data, list, query.getAll("jurisdiction").map(idOf)).filter(({ firstDate }) => firstDate);
  if (!(from || to) || !entries.length || degreeOf(entries) === "complete") return null;
  const first = entries.map(({ firstDate }) => firstDate).sort()[0];
  const last = entries.map(({ lastDate }) => lastDate).sort().at(-1);
  const isEarlier = (from ?? to) < first;
  if (!isEarlier && (to ?? from) <= last) return null;
  const places = new Set(query.getAll("jurisdiction").map((value) => nameOf(idOf(value))));
  const where = places.size ? ` from ${NAMES.format(places)}` : "";
  return [`In this index, the dates of ${list.many}${where} are from `, days(first, last), ". It has no others."];
}

/** Whether the index has all records of an entry. */
export function isComplete({ completeness, records }) {
  return completeness === "complete" && records > 0;
}

/** The lists and jurisdictions for which an index is complete, in words. `coverage` is null if it is not known. */
export function completeIn(coverage) {
  if (!coverage) return "Completeness unknown";
  const parts = Object.values(LISTS).flatMap((list) => {
    const complete = entriesOf(coverage.data, list).filter(isComplete);
    const isAll = complete.length === JURISDICTIONS.length;
    const names = complete.map(({ jurisdictionId, jurisdiction }) => labelOf(jurisdictionId, jurisdiction));
    return names.length ? [`${list.many} (${isAll ? "all jurisdictions" : NAMES.format(names)})`] : [];
  });
  if (parts.length) return `Complete for ${parts.join("; ")}`;
  const lists = Object.values(LISTS).filter((list) => entriesOf(coverage.data, list).length > 0);
  return `Not complete for ${ANY.format(lists.map(({ many }) => many))}`;
}

/**
 * The years of the sources of each list, in words: "2016 to 2024 for cases". `coverage` is null if it is not known, and
 * an index may have no source.
 */
export function sourcesIn(coverage) {
  const lists = coverage ? Object.values(LISTS) : [];
  return NAMES.format(lists.flatMap((list) => {
    const [first, last] = [0, -1].map((at) => updatesOf(coverage, list).at(at)?.slice(0, 4));
    return first ? [`${first === last ? first : `${first} to ${last}`} for ${list.many}`] : [];
  })) || "unknown years";
}

/** The latest day of a source of an index, or of one of its lists; undefined if it is not known. */
export function lastUpdateOf(coverage, list, ids) {
  if (!coverage) return undefined;
  const lists = list ? [list] : Object.values(LISTS);
  return lists.flatMap((each) => updatesOf(coverage, each, ids)).sort().at(-1);
}

/** The latest day of the sources of each entry of a list, in order. */
function updatesOf({ data }, list, ids) {
  return entriesOf(data, list, ids).flatMap(({ lastUpdated }) => lastUpdated ?? []).sort();
}

/** The entries of a list with records, for some jurisdictions or for all. */
function entriesOf(data, { list }, ids = []) {
  return data.filter(({ resource, jurisdictionId, records }) =>
    resource === list && records > 0 && (!ids.length || ids.includes(jurisdictionId)));
}

/** The lowest completeness of the entries; undefined without entries, or if an entry has no completeness. */
function degreeOf(entries) {
  const degrees = entries.map(({ completeness }) => completeness);
  if (degrees.includes(undefined)) return undefined;
  return DEGREES.find((degree) => degrees.includes(degree));
}

function sumOf(entries) {
  return entries.reduce((sum, { records }) => sum + records, 0);
}
