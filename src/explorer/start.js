// The start page: search, coverage by jurisdiction and topic, and examples.

import { BASE, CHECK, addressOf, addressOfAll } from "./address.js";
import { ask } from "./api.js";
import { code } from "./code.js";
import { coverage, heldIn } from "./coverage.js";
import { NAME, counted, days, h, number } from "./dom.js";
import { examples, listsWithRecords, most } from "./examples.js";
import { JURISDICTIONS, labelOf } from "./jurisdictions.js";
import { LISTS } from "./lists.js";
import { map } from "./map.js";
import { searchAnywhere } from "./search.js";
import { topics } from "./topics.js";

const MAX_TOPICS = 24;

/** Shows the view. */
export async function showStart(main, { panel }, signal) {
  const askingCourts = ask(`${BASE}/api/v1/courts`, signal);
  const [{ data }, allTopics, courts] = await Promise.all([coverage(), topics(signal), askingCourts]);
  signal.throwIfAborted();
  document.title = `${NAME}: U.S. statutes, cases and bills`;
  const lists = listsWithRecords(data);
  main.replaceChildren(h("div", { class: "start" },
    h("h1", { tabindex: -1 }, lists.length ? `Find U.S. ${inWords(lists)}` : "This index has no records yet"),
    h("p", { class: "lead" }, "Search, filter, and copy the API request behind any view, or ",
      h("a", { href: CHECK }, "check the citations of a brief"), "."),
    searchAnywhere("", lists),
    lists.length > 0
      && h("p", { class: "tags examples" }, h("span", {}, "Try "), examples(data, allTopics, courts.data)),
    h("section", { "aria-label": "The lists" },
      h("ul", { class: "lists" }, lists.map((each) => summaryOf(each, data)))),
    lists.length > 0 && content(lists, LISTS[panel], data, allTopics)));
}

/** The coverage of a list, by default of the first one. */
function content(lists, wanted, data, allTopics) {
  const list = lists.includes(wanted) ? wanted : lists[0];
  const counts = countsOf(list, data);
  const addressFor = (jurisdiction) => addressOf(list, { jurisdiction });
  const tags = topicsOf(list, allTopics);
  const topic = most(allTopics, ({ counts: ofTopic }) => ofTopic[list.list])?.tag;
  return [
    h("section", { "aria-labelledby": "where" },
      h("h2", { id: "where" }, "Coverage"),
      h("nav", { class: "tabs", "aria-label": "Show the coverage of" }, lists.map((each) =>
        h("a", { id: `of-${each.list}`, href: addressOfAll("", each.list), "aria-current": each === list && "true" },
          each.name))),
      h("div", { class: "beside" },
        h("div", {}, h("h3", {}, "By jurisdiction"), map({ list, counts, held: heldIn({ data }, list), chosen: new Set(), addressFor })),
        tags.length > 0 && h("div", {}, h("h3", {}, "By topic"), h("p", { class: "tags" }, tags))),
      h("details", {}, h("summary", {}, "Coverage as a table: dates and sources"), table(lists, data))),
    h("section", { "aria-labelledby": "program" },
      h("h2", { id: "program" }, "For your program"),
      h("p", {}, "Everything here comes from a public API: put /api/v1 ",
        BASE ? `after ${BASE} in the address` : "before the path", " of a view to get its data."),
      code({ list, query: new URLSearchParams({ ...(topic && { topic }), limit: 5 }) })),
  ];
}

/** The names of lists: "statutes, cases and bills". */
function inWords(lists) {
  const names = ["statutes", "cases", "bills"].filter((name) => lists.includes(LISTS[name]));
  return new Intl.ListFormat("en-GB").format(names);
}

function summaryOf(list, coverage) {
  const covered = coverage.filter(({ resource, records }) => resource === list.list && records);
  const total = covered.reduce((sum, { records }) => sum + records, 0);
  const dates = covered.flatMap(({ firstDate, lastDate }) => (firstDate ? [firstDate, lastDate] : [])).sort();
  const span = dates.length > 0 && `, ${dates[0].slice(0, 4)} to ${dates.at(-1).slice(0, 4)}`;
  return h("li", {},
    h("a", { id: `list-${list.list}`, href: addressOf(list) }, counted(total, list)),
    h("p", {}, `from ${counted(covered.length, { one: "jurisdiction", many: "jurisdictions" })}`, span));
}

function countsOf({ list }, coverage) {
  const ofList = coverage.filter(({ resource }) => resource === list);
  return new Map(ofList.map(({ jurisdictionId, records }) => [jurisdictionId, records]));
}

function topicsOf(list, allTopics) {
  const ofList = allTopics.map(({ tag, label, counts }) => ({ tag, label, count: counts[list.list] }));
  const most = ofList.filter(({ count }) => count).sort((a, b) => b.count - a.count);
  return most.slice(0, MAX_TOPICS).map(({ tag, label, count }) =>
    h("a", { class: "tag", href: addressOf(list, { topic: tag }) },
      `${label ?? tag} `, h("span", { class: "count" }, number(count))));
}

/** The coverage of each jurisdiction, with dates and sources. */
function table(lists, coverage) {
  const cell = (list, id) => {
    const covered = coverage.find(({ resource, jurisdictionId }) => resource === list.list && jurisdictionId === id);
    if (!covered?.records) return h("td", {}, "none");
    const { records, firstDate, lastDate, sources, titles, titlesOf } = covered;
    return h("td", {}, h("a", { href: addressOf(list, { jurisdiction: id }) }, number(records)),
      h("small", {}, firstDate && [days(firstDate, lastDate), ". "], sources.map(({ name }) => name).join("; ")),
      titles && h("details", {}, h("summary", {}, heldOf(titles, titlesOf)), h("small", {}, titles.join(", "))));
  };
  // Appendices of a code are not in its number of titles.
  const heldOf = (titles, of) => of
    ? `${titles.filter((title) => /^\d+$/.test(title)).length} of ${of.total} titles`
    : counted(titles.length, { one: "title", many: "titles" });
  const federalFirst = (a, b) => (b.id === "federal") - (a.id === "federal") || a.name.localeCompare(b.name);
  const rows = JURISDICTIONS.toSorted(federalFirst)
    .map(({ id }) => h("tr", {}, h("th", { scope: "row" }, labelOf(id)), lists.map((list) => cell(list, id))));
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of coverage" },
    h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Jurisdiction"),
        lists.map(({ name }) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, rows)));
}
