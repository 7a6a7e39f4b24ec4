// The citations of a check as a table, and the text with a mark for each of them.

import { addressOf, addressOfRecord } from "./address.js";
import { h, number } from "./dom.js";
import { LISTS } from "./lists.js";
import { OUTCOMES, reasonOf, toneOf, yearOf } from "./outcomes.js";

/** A text of at most so many characters is shown whole; of a longer one, the surroundings of each citation. */
const MAX_WHOLE = 200_000;
const AROUND = 400;

/** The number of candidates that a row shows. */
const MAX_CANDIDATES = 3;

/** The table of some citations, each with its position among all. The caption says which; empty for all. */
export function table(citations, caption) {
  return h("table", {},
    caption && h("caption", {}, caption),
    h("thead", {}, h("tr", {}, ["Citation", "Status", "In this index"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", { onclick: choose }, citations.map(row)));
}

/** A click on a row, other than on one of its links, shows the place in the text. */
function choose({ target }) {
  const clicked = target.closest("tr");
  if (clicked && !target.closest("a") && getSelection().isCollapsed) clicked.querySelector("a").click();
}

function row({ citation, idx }) {
  const { outcome, name, text, pinCite, court, year } = citation;
  const inParentheses = [court, year?.written].filter(Boolean).join(" ");
  const reason = reasonOf(citation);
  return h("tr", { id: `row-${idx}` },
    h("td", {},
      name && h("span", {}, name.written, ", "),
      h("a", { id: `citation-${idx}`, href: `#mark-${idx}`, title: "Show it in the text", onclick: jump }, text),
      pinCite && !text.endsWith(pinCite) && `, ${pinCite}`,
      inParentheses && ` (${inParentheses})`),
    h("td", {},
      h("strong", { class: `outcome ${toneOf(citation)}` }, OUTCOMES[outcome].label),
      reason && h("p", {}, reason)),
    h("td", {}, recordsOf(citation)));
}

/** The records of a citation, or the cases of its name. */
function recordsOf({ records, sameName, total, normalized }) {
  if (sameName.length) return [h("p", {}, "Cases of the same name:"), sameName.map(recordLink)];
  const more = total - MAX_CANDIDATES;
  const list = LISTS[records[0]?.resource];
  return [
    records.slice(0, MAX_CANDIDATES).map(recordLink),
    more > 0 && list
      && h("p", {}, h("a", { href: addressOf(list, { citation: normalized }) }, `${number(more)} more`)),
  ];
}

function recordLink(record) {
  const { resource, id, name, citation, court } = record;
  const facts = [citation, court, yearOf(record)].filter(Boolean);
  return h("p", {}, h("a", { href: addressOfRecord(LISTS[resource], id) }, name), h("small", {}, facts.join(" · ")));
}

/** The text around some citations, with a mark for each. */
export function marked(text, citations) {
  const parts = [];
  let at = 0;
  for (const { start, end, marks } of stretches(text, citations)) {
    if (start > at) parts.push(gap(start - at));
    at = start;
    for (const { citation, idx } of marks) {
      if (citation.start < at) continue;
      parts.push(text.slice(at, citation.start), mark(text.slice(citation.start, citation.end), citation, idx));
      at = citation.end;
    }
    parts.push(text.slice(at, end));
    at = end;
  }
  if (at < text.length) parts.push(gap(text.length - at));
  return parts;
}

/** The stretches of the text that are shown, with their citations. */
function stretches(text, citations) {
  const isWhole = text.length <= MAX_WHOLE;
  if (isWhole) return [{ start: 0, end: text.length, marks: citations }];
  const shown = [];
  for (const entry of citations) {
    const start = wordAt(text, Math.max(entry.citation.start - AROUND, 0));
    const end = wordAt(text, Math.min(entry.citation.end + AROUND, text.length));
    const last = shown.at(-1);
    if (last && start <= last.end) {
      last.end = Math.max(last.end, end);
      last.marks.push(entry);
    } else shown.push({ start, end, marks: [entry] });
  }
  return shown;
}

/** The start of the word at a position, if it is near. */
function wordAt(text, position) {
  const space = text.lastIndexOf(" ", position);
  return position - space < 40 && position < text.length ? space + 1 : position;
}

function gap(length) {
  return h("span", { class: "gap" }, `${number(length)} characters without these citations`);
}

function mark(text, citation, idx) {
  return h("a", {
    id: `mark-${idx}`, class: `cited ${toneOf(citation)}`, href: `#citation-${idx}`,
    title: OUTCOMES[citation.outcome].label, onclick: jump,
  }, text);
}

/** Goes from a citation to its mark or back, and highlights both. The address stays. */
function jump(event) {
  event.preventDefault();
  const [, idx] = event.currentTarget.hash.split("-");
  for (const other of document.querySelectorAll(".check [aria-current]")) other.removeAttribute("aria-current");
  for (const part of [`mark-${idx}`, `row-${idx}`]) document.getElementById(part)?.setAttribute("aria-current", "true");
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "center" });
}
