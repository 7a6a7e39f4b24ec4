// A list: the records that match, and their filters.

import { addressOf, countsOf, exportOf, queryNow, requestOf, withValues } from "./address.js";
import { Trouble, ask } from "./api.js";
import { cards } from "./card.js";
import { code } from "./code.js";
import { coverageIfKnown, warningForCharts } from "./coverage.js";
import { announce, counted, h, number, redraw } from "./dom.js";
import { chosen, filters } from "./filters.js";
import { idOf } from "./jurisdictions.js";
import { BY_RELEVANCE, LISTS, learn } from "./lists.js";
import { map } from "./map.js";
import { go } from "./navigation.js";
import { notes } from "./notes.js";
import { nothing } from "./nothing.js";
import { pager } from "./pager.js";
import { searchIn } from "./search.js";
import { timeline } from "./timeline.js";
import { linkToTopic, topicNamed } from "./topics.js";
import { troubleInWords } from "./trouble.js";

/** The panels above the records. The hash of the address names the open one, or "none". */
const PANELS = new Map([["timeline", "Timeline"], ["map", "Map"], ["code", "For your program"]]);

/** The parts of the view, reused while only the query changes. */
let frame = null;

/** Shows the view. */
export async function showResults(main, view, signal) {
  // Records are shown even without counts. Both are drawn together, so that nothing moves under the pointer.
  const counting = ask(countsOf(view), signal).catch((error) => error);
  const [page, counts, covering, topic] = await Promise.all([
    ask(requestOf(view), signal), counting, coverageIfKnown(), topicNamed(view.query, signal),
  ]);
  signal.throwIfAborted();
  if (frame?.list !== view.list || frame.root.parentNode !== main) {
    frame = framed(view);
    main.replaceChildren(frame.root);
  }
  if (counts instanceof Trouble) drawWithoutCounts(counts);
  else drawCounts(view, counts, covering);
  drawPage(view, page, topic);
  if (!page.meta.total) redraw(frame.records, await nothing(view, signal));
}

function drawWithoutCounts(trouble) {
  frame.panel.hidden = true;
  redraw(frame.filters,
    h("p", { class: "hint" }, `No filters: ${troubleInWords(trouble)}.`),
    h("button", { id: "again", type: "button", onclick: () => go(location.href, { replace: true }) }, "Try again"));
}

function framed(view) {
  const made = {
    list: view.list,
    heading: h("h1", { tabindex: -1 }),
    tabs: h("nav", { class: "tabs", "aria-label": "The same search in" }),
    notes: h("div", { class: "notes" }),
    chips: h("div"),
    tools: h("div", { class: "row tools" }),
    panel: h("section", { class: "panel" }),
    records: h("div", { class: "records" }),
    pages: h("div"),
    filters: h("div", { class: "filters", id: "filters" }),
  };
  made.search = searchIn(view.list);
  const toggle = h("button", {
    type: "button", class: "toggle", "aria-expanded": "false", "aria-controls": "filters",
    onclick: () => {
      const isOpen = made.root.classList.toggle("filtering");
      toggle.setAttribute("aria-expanded", String(isOpen));
    },
  }, "Filters");
  made.root = h("div", { class: "results" },
    h("div", { class: "head" }, made.search.form, made.tabs, made.heading, made.notes, made.chips),
    h("aside", { "aria-label": "Filters" }, toggle, made.filters),
    h("div", { class: "body" }, made.tools, made.panel, made.records, made.pages));
  return made;
}

function drawPage(view, { data, meta }, topic) {
  const { list, query } = view;
  const words = query.get("q");
  const { input } = frame.search;
  if (document.activeElement !== input) input.value = words ?? "";
  document.title = `${words ? `${words} · ` : ""}${list.name} · lexdex`;
  const match = words ? ` ${meta.total === 1 ? "matches" : "match"} “${words}”` : "";
  redraw(frame.heading, `${counted(meta.total, list)}${match}`);
  const [first, last] = [meta.offset + 1, meta.offset + data.length];
  const noted = [topic && linkToTopic(topic, [list]), ...notes(view, meta)].filter(Boolean);
  redraw(frame.notes, noted);
  const shown = data.length ? `, showing ${number(first)} to ${number(last)}` : "";
  announce([`${frame.heading.textContent}${shown}`, ...noted.map((note) => note.textContent)].join(". "));
  redraw(frame.tabs, Object.values(LISTS).map((other) => tab(view, other)));
  redraw(frame.chips, chosen(view));
  redraw(frame.tools, tools(view, meta, first, last));
  redraw(frame.records, data.length ? cards(list, data, words, meta.corrected) : pastTheEnd(view, meta));
  redraw(frame.pages, meta.total > 0 && pager(view, meta));
}

function drawCounts(view, { data, meta }, covering) {
  const { list, query, panel } = view;
  learn(data);
  redraw(frame.filters, filters(view, data));
  const shown = panelOf(view);
  frame.panel.hidden = !shown || (shown === "timeline" && !hasTimeline(data, meta));
  frame.panel.setAttribute("aria-label", PANELS.get(shown) ?? "");
  const ids = query.getAll("jurisdiction").map(idOf);
  const warning = warningForCharts(covering, list, ids);
  if (shown === "timeline" && !frame.panel.hidden) redraw(frame.panel, timeline(view, data.year, meta.total, warning));
  if (shown === "code") redraw(frame.panel, code(requestOf(view), { isList: true }));
  if (shown !== "map") return;
  const counts = new Map((data.jurisdiction ?? []).map(({ value, count }) => [value, count]));
  const addressFor = (id) => {
    const others = ids.filter((other) => other !== id);
    const jurisdiction = others.length < ids.length ? others : [...ids, id];
    return addressOf(list, withValues(query, { jurisdiction }), panel);
  };
  redraw(frame.panel, map({ list, counts, chosen: new Set(ids), addressFor }));
}

function hasTimeline({ year }, { total }) {
  return total > 0 && year?.length > 0;
}

function panelOf({ panel }) {
  if (panel === "none") return null;
  return PANELS.has(panel) ? panel : "timeline";
}

/** A link to the same search in another list. */
function tab({ list, query, panel }, other) {
  const shared = [...query].filter(([name]) => ["q", "match", "jurisdiction", "topic", "limit"].includes(name));
  const address = other === list ? addressOf(list, query, panel) : addressOf(other, shared, panel);
  return h("a", { id: `tab-${other.list}`, href: address, "aria-current": other === list && "page" }, other.name);
}

function tools(view, { total }, first, last) {
  const { list, query, panel } = view;
  const orders = query.has("q") ? BY_RELEVANCE : list.orders;
  const sort = h("select", {
    id: "sort",
    onchange: ({ target }) => go(addressOf(list, withValues(queryNow(), { sort: target.value }), panel)),
  }, Object.entries(orders).map(([value, name]) =>
    h("option", { value, selected: value === (query.get("sort") ?? "") }, name)));
  const open = panelOf(view);
  const toggles = [...PANELS].filter(([name]) => total > 0 || name !== "timeline").map(([name, text]) => h("button", {
    id: `panel-${name}`, type: "button", class: "plain", "aria-expanded": String(name === open),
    onclick: () => go(addressOf(list, query, name === open ? "none" : name), { replace: true }),
  }, text));
  const download = (format, name) =>
    h("a", { id: `export-${format}`, href: exportOf(view, format), download: `${list.list}.${format}` }, name);
  return [
    total > 0 && h("p", {},
      last >= first && `${number(first)} to ${number(last)} of ${number(total)}. `,
      "Download all as ", download("csv", "CSV"), " or ", download("ndjson", "NDJSON")),
    total > 0 && h("label", {}, h("span", {}, "Order "), sort),
    h("div", { class: "toggles" }, toggles),
  ];
}

function pastTheEnd({ list, query, panel }, { total }) {
  if (!total) return null;
  return h("p", {}, "This page is past the end of the list. ",
    h("a", { href: addressOf(list, withValues(query, {}), panel) }, "Go to the first page"));
}
