// The report of a check as a file: HTML, CSV or JSON.

import { SERVER, addressOfRecord } from "./address.js";
import { completeIn, isComplete, lastUpdateOf, sourcesIn } from "./coverage.js";
import { NAME, counted, h } from "./dom.js";
import { LISTS } from "./lists.js";
import { OUTCOMES, reasonOf, yearOf } from "./outcomes.js";

/** The number of rows that are written at a time. */
const ROWS = 1000;

const STYLE = ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;"
  + "padding:0 1rem}table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{text-align:left;"
  + "vertical-align:top;padding:.35rem .7rem .35rem 0;border-bottom:1px solid #999;overflow-wrap:break-word}"
  + "th:first-child{width:24%}th:nth-child(2){width:34%}"
  + "tr{break-inside:avoid}dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.3rem 1.5rem}"
  + "dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}";

const COLUMNS = [
  "Citation", "Status", "Explanation", "Written name", "Written year", "Record", "Record's citation",
  "Court or jurisdiction", "Year", "Address",
];

/** The formats, with the ending of the file and the function that writes it. */
export const FORMATS = {
  HTML: { type: "text/html", ending: "html", write: html },
  CSV: { type: "text/csv", ending: "csv", write: csv },
  JSON: { type: "application/json", ending: "json", write: json },
};

/** The report of a check as a file, which has the name of the checked one. */
export async function reportOf(check, format) {
  const { type, ending, write } = FORMATS[format];
  const name = check.brief.name ? `${check.brief.name.replace(/\.[^.]*$/, "")} citations` : "citations";
  return new File(await write(check), `${name}.${ending}`, { type: `${type};charset=utf-8` });
}

const NOT_CHECKED = "quoted words, courts, pin pages, and citations in forms that are not recognized";

/** The facts about the check: the text, the index, and where the index is complete. */
function factsOf(check, checked) {
  const { brief, at, build, coverage, total, toReview } = check;
  const name = brief.name ?? "pasted text";
  const isWhole = at === brief.text.length;
  return {
    "Text": isWhole ? name : `${name}, only the first ${at} of ${brief.text.length} characters`,
    "Result": `${counted(total, { one: "citation", many: "citations" })}, ${toReview} to review`,
    "Checked": checked,
    "Server": SERVER,
    "Index": build ?? "unknown",
    "Sources of": sourcesIn(coverage),
    "Completeness": completeIn(coverage),
    "Not checked": NOT_CHECKED,
  };
}

/** The address of a record's page. */
function addressFor({ resource, id }) {
  return new URL(addressOfRecord(LISTS[resource], id), location.href).href;
}

/** The cells of a citation, in the order of the columns. */
function cellsOf(citation) {
  const { text, outcome, name, year, records, sameName } = citation;
  const [record] = records;
  const same = sameName.map((other) => `${other.name}, ${other.citation ?? other.id}`).join("; ");
  return [
    text, OUTCOMES[outcome].label, [reasonOf(citation), same && `The same name: ${same}.`].filter(Boolean).join(" "),
    name?.written, year?.written, record?.name, record?.citation, record?.court, yearOf(record),
    record && addressFor(record),
  ].map((cell) => String(cell ?? ""));
}

/** The parts of a page in HTML. The browser escapes each text, and gets time for other work between the parts. */
async function html(check) {
  const meanings = Object.entries(OUTCOMES).filter(([outcome]) => check.counts.has(outcome));
  const row = (name, cells) => h("tr", {}, cells.map((cell) => h(name, {}, cell)));
  const title = `${NAME}: citations in ${check.brief.name ?? "a pasted text"}`;
  const head = [h("title", {}, title), h("style", {}, STYLE)].map(({ outerHTML }) => outerHTML);
  const time = check.time.toLocaleString("en-US", { dateStyle: "long", timeStyle: "long" });
  const top = [
    h("h1", {}, title),
    definitions(Object.entries(factsOf(check, time))),
    h("h2", {}, "Statuses"),
    definitions(meanings.map(([outcome, { label, means }]) => [`${label}: ${check.counts.get(outcome)}`, means])),
    h("h2", {}, "Citations"),
  ].map(({ outerHTML }) => outerHTML);
  const parts = ['<!doctype html><html lang="en"><meta charset="utf-8">', ...head, ...top,
    "<table>", h("thead", {}, row("th", ["Citation", "Status", "Record", "Court or jurisdiction", "Year"])).outerHTML];
  for (let at = 0; at < check.total; at += ROWS) {
    const rows = check.citations.slice(at, at + ROWS).map((citation) => row("td", htmlCells(cellsOf(citation))));
    parts.push(h("tbody", {}, rows).outerHTML);
    await new Promise((done) => setTimeout(done));
  }
  return [...parts, "</table>", h("p", {}, "This is legal information, not legal advice.").outerHTML, "</html>\n"];
}

function definitions(entries) {
  return h("dl", {}, entries.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
}

/** The cells of a row in HTML, with the record as a link. */
function htmlCells([text, status, reason, name, year, record, ofRecord, court, yearOfRecord, address]) {
  return [
    [name && `${name}, `, text, year && ` (${year})`],
    [h("strong", {}, status), reason && h("div", {}, reason)],
    record && [h("a", { href: address }, record), h("div", {}, ofRecord)],
    court, yearOfRecord,
  ];
}

/** The lines of a table for spreadsheets, with a byte order mark. The facts follow the table. */
function csv(check) {
  const line = (cells) => `${cells.map(csvCell).join(",")}\r\n`;
  const parts = ["\ufeff", line(COLUMNS)];
  for (const citation of check.citations) parts.push(line(cellsOf(citation)));
  return [...parts, "\r\n", ...Object.entries(factsOf(check, check.time.toISOString())).map(line)];
}

/** A cell. One that a spreadsheet could read as a formula begins with an apostrophe, as in the server's exports. */
function csvCell(text) {
  const visible = text.replace(/^[\s\p{Default_Ignorable_Code_Point}]+/u, "");
  const isFormula = /^[\t\r\n]/.test(text) || /^[=+\-@＝＋－＠]/.test(visible);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The citations as the API describes them, with the facts. */
function json(check) {
  const { brief, time, build, coverage, counts, citations } = check;
  const complete = coverage?.data.filter(isComplete);
  const facts = {
    document: brief.name ?? null, checked: time, server: SERVER, build, refreshed: lastUpdateOf(coverage) ?? null,
    complete: complete?.map(({ resource, jurisdictionId }) => ({ resource, jurisdictionId })) ?? null,
    sources: sourcesIn(coverage), notChecked: NOT_CHECKED, counts: Object.fromEntries(counts),
  };
  const parts = [JSON.stringify(facts).slice(0, -1), ',"citations":['];
  citations.forEach(({ start, end, ...citation }, idx) => parts.push(idx ? ",\n" : "\n", JSON.stringify(citation)));
  return [...parts, "]}\n"];
}
