// The page of a record.

import { addressOf, addressOfRecord, feedOf, referenceTo, requestOf, similarTo } from "./address.js";
import { answerTo, ask, Trouble } from "./api.js";
import { endOfSession, sessionOf } from "./bill_session.js";
import { citationOf, dateNameOf, titleOf, topicLink } from "./card.js";
import { citeAs } from "./cite.js";
import { code } from "./code.js";
import { copyButton } from "./copy.js";
import { NAME, day, h } from "./dom.js";
import { NO_FEED, linkToFeed, offerFeed } from "./feed.js";
import { labelOf } from "./jurisdictions.js";
import { wordFor } from "./lists.js";
import { correctAddress, resultsBefore } from "./navigation.js";

const MAX_SIMILAR = 6;

/** The formats for reference managers, with the endings of their files. */
const REFERENCES = [["BibTeX", "bibtex", "bib"], ["RIS", "ris", "ris"], ["CSL-JSON", "csl-json", "json"]];

/** Shows the view. */
export async function showRecord(main, asked, signal) {
  const { list } = asked;
  const { body: { data: record }, texts, hasFeed, summarySource } = await answerTo(requestOf(asked), signal);
  const view = { ...asked, id: record.id ?? asked.id };
  // The server has redirected an alias to its record.
  if (view.id !== asked.id) correctAddress(addressOfRecord(list, view.id));
  const { court, jurisdiction, jurisdictionId, status, chamber, topics = [], summary, meta = {} } = record;
  const feed = hasFeed && feedOf({ list, query: new URLSearchParams({ id: view.id }) });
  const title = titleOf(list, record);
  const citation = citationOf(record);
  const cited = h("span", {}, citeAs(list, record) ?? "");
  document.title = `${title} · ${list.name} · ${NAME}`;
  const link = (query, text) => h("a", { href: addressOf(list, query) }, text);
  const date = record[list.date.field];
  const session = record.billNumber && sessionOf(record);
  const facts = {
    "Citation": list.list === "cases" && citation,
    "Number": record.billNumber,
    "Session": session && link({ session: session.value }, session.name),
    "Title": record.titleNumber,
    "Section": record.sectionNumber,
    "Court": court && link({ court }, court),
    "Jurisdiction": jurisdiction && link({ jurisdiction: jurisdictionId }, labelOf(jurisdictionId, jurisdiction)),
    "Chamber": chamber && link({ chamber }, wordFor("chamber", chamber)),
    "Status": status && [link({ status }, wordFor("status", status)), asOf(record)],
    [dateNameOf(list, record)]: date ? day(date) : "unknown",
    "Topics": topics.length > 0 && h("span", { class: "tags" }, topics.map((tag) => topicLink(list, tag))),
    "Source": meta.source,
    "License": meta.license,
    "Refreshed": meta.last_updated && day(meta.last_updated),
    "Id": h("code", {}, record.id),
  };
  const rows = Object.entries(facts).filter(([, fact]) => fact);
  offerFeed(feed);
  main.replaceChildren(h("article", { class: "record" },
    h("p", { class: "crumbs" }, wayBack(list)),
    h("h1", { tabindex: -1 }, title),
    cited.textContent
      && h("p", { class: "cite row" }, h("span", {}, "Cite as"), cited, copyButton("copy-citation", "Copy", cited)),
    summary && h("p", { class: "summary" }, summary),
    summary && summarySource && h("p", { class: "hint", id: "summary-source" },
      `Summary by ${summarySource.split(";")[0]}, not the text of the ${list.text}.`),
    h("p", { class: "hint", id: "references" }, "For a reference manager: ", REFERENCES.map(([name, format, ending], at) =>
      [at > 0 && ", ", h("a", { href: referenceTo(view, format), download: `${view.id}.${ending}` }, name)]),
      ". ", feed ? linkToFeed(feed, "its changes") : NO_FEED),
    texts.length > 0 && readIt(texts),
    list.list === "bills" && notHeld(record, texts),
    h("dl", {}, rows.map(([name, fact]) => h("div", {}, h("dt", {}, name), h("dd", {}, fact)))),
    h("section", { class: "panel", "aria-label": "For your program" },
      h("h2", {}, "For your program"), code(view))));
  const similar = await similarRecords(view, signal);
  if (similar.length === 0 || signal.aborted) return;
  main.querySelector(".record .panel").before(h("section", { class: "similar", "aria-label": "Similar" },
    h("h2", {}, "Similar"),
    h("ul", {}, similar.map((other) => similarRecord(list, other)))));
}

/** The day of the source of a status, and whether the session of a pending bill has ended since. */
function asOf(record) {
  const { meta } = record;
  const ended = endOfSession(record);
  return [meta?.last_updated && ["; source of ", day(meta.last_updated)], ended && ["; ", ended]];
}

/** The link back to the results from which the visitor came, or to the whole list. */
function wayBack(list) {
  const before = resultsBefore();
  return h("a", { id: "up", href: before ?? addressOf(list) }, before ? "Back to the results" : `All ${list.many}`);
}

/** The links to the text of the record, and their addresses on paper. The first is the main button of the page. */
function readIt(texts) {
  const [first, ...others] = texts;
  return [
    h("p", { class: "row", id: "read" },
      outward(first, { id: "read-it", class: "button main" }, "Read it"),
      h("span", { class: "hint" }, `at ${siteOf(first)}`,
        others.map((text) => [", or at ", outward(text, {}, siteOf(text))]))),
    h("p", { class: "printed" }, `Text: ${texts.join(" or ")}`),
  ];
}

/** The parts of a bill that the index does not hold, and the site that has them. */
function notHeld({ jurisdictionId }, [text]) {
  const where = jurisdictionId === "federal" && text ? ["; see ", outward(text, {}, siteOf(text))] : "";
  return h("p", { class: "hint", id: "not-held" },
    "The text, votes, sponsors and actions are not held here", where, ".");
}

function siteOf(address) {
  return new URL(address).hostname.replace(/^www\./, "");
}

/** A link to another site. */
function outward(address, attributes, said) {
  return h("a", { href: address, rel: "external noreferrer", target: "_blank", ...attributes }, said,
    h("span", { "aria-hidden": "true" }, " ↗"), h("span", { class: "unseen" }, " (another site, in a new tab)"));
}

/** The most similar records. They are left out if the request fails. */
async function similarRecords(view, signal) {
  try {
    return (await ask(similarTo(view), signal)).data.slice(0, MAX_SIMILAR);
  } catch (error) {
    if (error instanceof Trouble) return [];
    throw error;
  }
}

function similarRecord(list, record) {
  const citation = citationOf(record);
  return h("li", {},
    h("a", { href: addressOfRecord(list, record.id) }, titleOf(list, record)),
    citation && h("span", {}, ` ${citation}`));
}
