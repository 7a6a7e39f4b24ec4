// A record as a card in a list.

import { addressOf, addressOfRecord } from "./address.js";
import { endOfSession } from "./bill_session.js";
import { day, h } from "./dom.js";
import { labelOf } from "./jurisdictions.js";
import { topicName, wordFor } from "./lists.js";
import { marker } from "./marks.js";

/** The cards of a page of records. The words of the search, or their corrections, are marked. */
export function cards(list, records, q, corrected) {
  const marked = marker(q, corrected);
  return h("ol", { class: "cards" }, records.map((record) => h("li", {}, card(list, record, marked))));
}

function card(list, record, marked) {
  const { id, topics = [], summary, meta } = record;
  const made = h("article", { class: "card" },
    h("h2", {}, h("a", { id: `record-${id}`, href: addressOfRecord(list, id) }, marked(titleOf(list, record)))),
    h("p", { class: "facts" }, factsOf(list, record).map((fact) => h("span", {}, fact))),
    summary && h("p", { class: "summary" }, marked(summary)),
    h("p", { class: "tags" }, topics.map((tag) => topicLink(list, tag))),
    meta && h("p", { class: "source" }, [`Source: ${meta.source}, as of `, day(meta.last_updated)]));
  if (!isShown(marked, made)) made.append(h("p", { class: "hint" }, "Matches in the text, or by another name or word."));
  return made;
}

/** Whether a card shows a word of the search, or there is no search. */
function isShown(marked, made) {
  const parts = marked(made.textContent);
  return typeof parts === "string" || parts.length > 1;
}

/** The name of a record. */
export function titleOf(list, record) {
  return record[list.title] ?? record.id;
}

/** The name of the date of a record. A repealed section is not in effect any more. */
export function dateNameOf(list, { status }) {
  return list.list === "statutes" && status === "repealed" ? "Earlier in effect from" : list.date.name;
}

/** The citation of a record. */
export function citationOf({ citation, billNumber, meta }) {
  return citation ?? meta?.citation ?? billNumber;
}

function factsOf(list, record) {
  const { billNumber, court, jurisdiction, jurisdictionId, status, chamber } = record;
  const date = record[list.date.field];
  const citation = citationOf(record);
  const facts = [
    billNumber && h("strong", {}, billNumber),
    citation && citation !== billNumber && h("strong", {}, citation),
    court ?? labelOf(jurisdictionId, jurisdiction),
    chamber && wordFor("chamber", chamber),
    status && h("span", { class: `status ${status}` }, wordFor("status", status)),
    endOfSession(record),
    date && [list.list === "cases" ? "" : `${dateNameOf(list, record)} `, day(date)],
  ];
  return facts.filter(Boolean);
}

/** A link to the records of a topic. */
export function topicLink(list, topic) {
  return h("a", { class: "tag", href: addressOf(list, { topic }) }, topicName(topic));
}
