// Shows how complete the served index is, so that nobody mistakes a sample for the whole law.

import { BASE } from "./address.js";
import { ask } from "./api.js";
import { counted, h, redraw } from "./dom.js";
import { LISTS } from "./lists.js";

const PATH = `${BASE}/api/v1/coverage`;

/** The page that explains how to build an index of all records. */
const HOW = `${BASE}/docs#your-own-index`;

const RECORDS = { one: "record", many: "records" };

const NAMES = new Intl.ListFormat("en-US");

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

/** Draws the line below the header: the size of the index, and whether it lacks records. */
export async function drawExtent() {
  redraw(document.getElementById("extent"), extentOf(await coverageIfKnown()));
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
  const how = h("a", { id: "build-your-own", href: HOW }, "build your own index");
  if (samples.length === lists.length) return [`A sample of ${total}; `, how, " for all of them."];
  const lacks = [[samples, "a sample"], [partial, "incomplete"]].filter(([some]) => some.length > 0)
    .map(([some, said]) => `the ${NAMES.format(some.map(({ many }) => many))} are ${said}`);
  return [`${total}; ${lacks.join(", ")}: `, how, " for all of them."];
}

/** The reason why an unknown record of these lists may still exist; null if the lists are complete. */
export function reasonToDoubt({ data }, lists, ids = []) {
  const asked = lists.flatMap((list) => entriesOf(data, list, ids));
  const entries = asked.length ? asked : lists.flatMap((list) => entriesOf(data, list));
  const kind = lists.length === 1 ? lists[0] : RECORDS;
  const degree = degreeOf(entries);
  if (degree !== "sample" && degree !== "partial") return null;
  const held = degree === "sample" ? `a sample of ${counted(sumOf(entries), kind)}` : `not every ${kind.one}`;
  const where = ids.length && asked.length ? " from there" : "";
  return `This index holds ${held}${where}, so the ${kind.one} may exist elsewhere.`;
}

/** A warning below a chart of a list; null if the list is complete. */
export function warningForCharts({ data }, list, ids) {
  const degree = degreeOf(entriesOf(data, list, ids));
  if (degree === "sample") return `The bars count a sample, not all ${list.many}.`;
  if (degree === "partial") return `The bars count the ${list.many} here, which are incomplete.`;
  return null;
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
