// A list: the matching records, and the filters.

import { addressOf, countsOf, exportOf, feedOf, queryNow, requestOf, withValues } from "./address.js";
import { Trouble, answerTo, ask, takeRefresh } from "./api.js";
import { cards } from "./card.js";
import { drawCharts } from "./charts.js";
import { code } from "./code.js";
import { coverageFor, heldIn, lastUpdateOf, warningForCharts, warningForDates, warningForTopics } from "./coverage.js";
import { NAME, announce, counted, h, number, redraw } from "./dom.js";
import { NO_FEED, linkToFeed, offerFeed } from "./feed.js";
import { chosen, filters } from "./filters.js";
import { idOf } from "./jurisdictions.js";
import { BY_RELEVANCE, LISTS, learn } from "./lists.js";
import { map } from "./map.js";
import { go } from "./navigation.js";
import { notes } from "./notes.js";
import { nothing } from "./nothing.js";
import { pager } from "./pager.js";
import { searchIn } from "./search.js";
import { linkToTopic, topicNamed } from "./topics.js";
import { troubleInWords } from "./trouble.js";

/** The panels above the records, beside the charts. The hash of the address names the open one. */
const PANELS = new Map([["map", "Map"], ["code", "Code"]]);

/** The parts of the view, reused while only the query changes. */
let frame = null;

/** Shows the view. */
export async function showResults(main, view, signal) {
  // Records are shown even if the counts fail. Both are drawn together, so that nothing moves under the pointer.
  const counting = ask(countsOf(view), signal).catch((error) => error);
  const [{ body: page, hasFeed }, counts, covering, topic] = await Promise.all([
    answerTo(requestOf(view), signal), counting, coverageFor(view), topicNamed(view.query, signal),
  ]);
  const noted = await notes(view, page.meta, signal);
  signal.throwIfAborted();
  if (frame?.list !== view.list || frame.root.parentNode !== main) {
    frame = framed(view);
    main.replaceChildren(frame.root);
  }
  if (counts instanceof Trouble) drawWithoutCounts(counts);
  else drawCounts(view, counts, covering);
  const doubts = [warningForTopics, warningForDates].map((warn) => warn(covering, view.list, view.query));
  const beside = [topic && linkToTopic(topic, [view.list]),
    ...doubts.map((doubt) => doubt && h("p", { class: "doubt" }, doubt)), ...noted];
  drawPage(view, page, beside, hasFeed && feedOf(view));
  if (!page.meta.total) redraw(frame.records, await nothing(view, signal));
}

function drawWithoutCounts(trouble) {
  frame.panel.hidden = true;
  frame.charts.hidden = true;
  redraw(frame.filters,
    h("p", { class: "hint" }, `No filters: ${troubleInWords(trouble)}.`),
    h("button", { id: "again", type: "button", onclick: () => go(location.href, { replace: true }) }, "Try again"));
}

function framed(view) {
  const made = {
    list: view.list,
    heading: h("h1", { tabindex: -1 }),
    range: h("p", { class: "printed" }),
    tabs: h("nav", { class: "tabs", "aria-label": "The same search in" }),
    order: h("div", { class: "order" }),
    notes: h("div", { class: "notes" }),
    chips: h("div"),
    tools: h("div", { class: "row tools" }),
    charts: h("details", { class: "panel" }),
    panel: h("section", { class: "panel" }),
    records: h("div", { class: "records" }),
    pages: h("div"),
    filters: h("div", { class: "filters", id: "filters" }),
  };
  made.search = searchIn(view.list);
  const toggle = h("button", {
    id: "toggle-filters", type: "button", class: "toggle plain", "aria-expanded": "false", "aria-controls": "filters",
    onclick: () => {
      const isOpen = made.root.classList.toggle("filtering");
      toggle.setAttribute("aria-expanded", String(isOpen));
    },
  }, "Filters");
  made.root = h("div", { class: "results" },
    h("div", { class: "head" },
      made.search.form,
      h("div", { class: "bar" }, made.tabs, toggle, made.order),
      made.heading, made.range, made.notes, made.chips, made.tools),
    h("aside", { "aria-label": "Filters" }, made.filters),
    h("div", { class: "body" }, made.charts, made.panel, made.records, made.pages));
  return made;
}

function drawPage(view, { data, meta }, beside, feed) {
  const { list, query } = view;
  const words = query.get("q");
  const { input } = frame.search;
  if (document.activeElement !== input) input.value = words ?? "";
  document.title = `${words ? `${words} · ` : ""}${list.name} · ${NAME}`;
  const match = words ? ` ${meta.total === 1 ? "matches" : "match"} “${words}”` : "";
  redraw(frame.heading, `${counted(meta.total, list)}${match}`);
  const [first, last] = [meta.offset + 1, meta.offset + data.length];
  const refreshed = takeRefresh() && h("p", {}, "The data have been refreshed: this is the first page of the new list.");
  const noted = [refreshed, ...beside].filter(Boolean);
  redraw(frame.notes, noted);
  const shown = data.length ? `, showing ${number(first)} to ${number(last)}` : "";
  frame.range.textContent = data.length ? `${number(first)} to ${number(last)} of ${number(meta.total)}` : "";
  announce(`${frame.heading.textContent}${shown}`, ...noted.map((note) => note.textContent));
  redraw(frame.tabs, Object.values(LISTS).map((other) => tab(view, other)));
  redraw(frame.chips, chosen(view));
  redraw(frame.order, meta.total > 0 && order(view));
  redraw(frame.tools, tools(view, meta, first, last, feed));
  offerFeed(feed);
  redraw(frame.records, data.length ? cards(list, data, words, meta.corrected) : pastTheEnd(view, meta));
  redraw(frame.pages, meta.total > 0 && pager(view, meta));
}

function drawCounts(view, counts, covering) {
  const { list, query, panel } = view;
  const { data } = counts;
  learn(data);
  redraw(frame.filters, filters(view, data));
  const ids = query.getAll("jurisdiction").map(idOf);
  drawCharts(frame.charts, view, counts, {
    isReplaced: PANELS.has(panel), warning: warningForCharts(covering, list, ids),
    updated: lastUpdateOf(covering, list, ids),
  });
  frame.panel.hidden = !PANELS.has(panel);
  frame.panel.setAttribute("aria-label", PANELS.get(panel) ?? "");
  if (panel === "code") redraw(frame.panel, code(view));
  if (panel !== "map") return;
  const ofJurisdictions = new Map((data.jurisdiction ?? []).map(({ value, count }) => [value, count]));
  const addressFor = (id) => {
    const others = ids.filter((other) => other !== id);
    const jurisdiction = others.length < ids.length ? others : [...ids, id];
    return addressOf(list, withValues(query, { jurisdiction }), panel);
  };
  redraw(frame.panel, map({ list, counts: ofJurisdictions, held: heldIn(covering, list), chosen: new Set(ids), addressFor }));
}

/** A link to the same search in another list. */
function tab({ list, query, panel }, other) {
  const common = ["q", "match", "jurisdiction", "topic", "topic_all", "limit"];
  const shared = [...query].filter(([name]) => common.includes(name));
  const address = other === list ? addressOf(list, query, panel) : addressOf(other, shared, panel);
  return h("a", { id: `tab-${other.list}`, href: address, "aria-current": other === list && "page" }, other.name);
}

/** The choice of an order. */
function order({ list, query, panel }) {
  const orders = query.has("q") ? BY_RELEVANCE : list.orders;
  const sort = h("select", {
    id: "sort",
    onchange: ({ target }) => go(addressOf(list, withValues(queryNow(), { sort: target.value }), panel)),
  }, Object.entries(orders).map(([value, name]) =>
    h("option", { value, selected: value === (query.get("sort") ?? "") }, name)));
  return h("label", {}, h("span", {}, "Order "), sort);
}

function tools(view, { total }, first, last, feed) {
  const { list, query, panel } = view;
  const toggles = [...PANELS].map(([name, text]) => h("button", {
    id: `panel-${name}`, type: "button", class: "plain", "aria-expanded": String(name === panel),
    onclick: () => go(addressOf(list, query, name === panel ? "" : name), { replace: true }),
  }, text));
  const download = (format, name) =>
    h("a", { id: `export-${format}`, href: exportOf(view, format), download: `${list.list}.${format}` }, name);
  return [
    h("p", {},
      total > 0 && [
        last >= first && `${number(first)} to ${number(last)} of ${number(total)}. `,
        h("span", { class: "wide" }, "Download all as "), download("csv", "CSV"),
        h("span", { class: "wide" }, " or"), " ", download("ndjson", "NDJSON"), h("span", { class: "wide" }, "."), " ",
      ],
      feed ? linkToFeed(feed) : h("span", { class: "wide" }, NO_FEED)),
    h("div", { class: "toggles" }, toggles),
  ];
}

function pastTheEnd({ list, query, panel }, { total }) {
  if (!total) return null;
  return h("p", {}, "This page is past the end of the list. ",
    h("a", { href: addressOf(list, withValues(query, {}), panel) }, "Go to the first page"));
}
