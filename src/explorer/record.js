// A record's own page.

import { addressOf, requestOf } from "./address.js";
import { ask } from "./api.js";
import { citationOf, titleOf, topicLink } from "./card.js";
import { code } from "./code.js";
import { copyButton } from "./copy.js";
import { day, h } from "./dom.js";
import { wordFor } from "./lists.js";

/** Shows the view. */
export async function showRecord(main, view, signal) {
  const { list } = view;
  const { data: record } = await ask(requestOf(view), signal);
  const { court, jurisdiction, jurisdictionId, status, chamber, topics = [], summary, meta = {} } = record;
  const title = titleOf(list, record);
  const citation = citationOf(record);
  const cited = h("span", {}, citation ?? "");
  document.title = `${title} · ${list.name} · lexdex`;
  const link = (query, text) => h("a", { href: addressOf(list, query) }, text);
  const date = record[list.date.field];
  const facts = {
    "Number": record.billNumber !== citation && record.billNumber,
    "Title": record.titleNumber,
    "Section": record.sectionNumber,
    "Court": court && link({ court }, court),
    "Jurisdiction": jurisdiction && link({ jurisdiction: jurisdictionId }, jurisdiction),
    "Chamber": chamber && link({ chamber }, wordFor("chamber", chamber)),
    "Status": status && link({ status }, wordFor("status", status)),
    [list.date.name]: date ? day(date) : "no date here",
    "Topics": topics.length > 0 && h("span", { class: "tags" }, topics.map((tag) => topicLink(list, tag))),
    "Source": meta.source,
    "License": meta.license,
    "Refreshed": meta.last_updated && day(meta.last_updated),
    "Id": h("code", {}, record.id),
  };
  const rows = Object.entries(facts).filter(([, fact]) => fact);
  main.replaceChildren(h("article", { class: "record" },
    h("p", { class: "crumbs" }, h("a", { id: "up", href: addressOf(list) }, `All ${list.many}`)),
    h("h1", { tabindex: -1 }, title),
    citation && h("p", { class: "cite row" }, cited, copyButton("copy-citation", "Copy", cited)),
    summary && h("p", { class: "summary" }, summary),
    h("dl", {}, rows.map(([name, fact]) => h("div", {}, h("dt", {}, name), h("dd", {}, fact)))),
    h("section", { class: "panel", "aria-label": "For your program" },
      h("h2", {}, "For your program"), code(requestOf(view), { isList: false }))));
}
