// The charts above a list: its records by year, and bills also by Congress or session. The hash of the address names the
// open chart, or is "none".

import { addressOf, queryNow } from "./address.js";
import { h, redraw } from "./dom.js";
import { filtersInWords } from "./filters.js";
import { go } from "./navigation.js";
import { pictureTools } from "./picture.js";
import { inOrder, sessions } from "./sessions.js";
import { everyYear, timeline } from "./timeline.js";

/** The charts by the hash that opens them: the counted facet, the label, its order, and the drawing function. */
const CHARTS = new Map([
  ["timeline", { facet: "year", by: "by year", unit: "Year", sorted: everyYear, draw: timeline }],
  ["sessions", { facet: "session", by: "by Congress or session", unit: "Session", sorted: inOrder, draw: sessions }],
]);

/** The minimum number of records for a chart. */
const MIN_RECORDS = 10;

/** Whether the window has room for a chart above the records. */
const WIDE = matchMedia("(min-width: 58rem)");

/**
 * Draws the charts of a view into a `details` element, from its facets. It is expanded if the hash of the address names
 * a chart, or if the window is wide and the hash is neither "none" nor another panel. `isReplaced` means that another
 * panel is open; `warning` says which records are missing, and `updated` is the day of the latest source.
 */
export function drawCharts(part, view, { data, meta: { total } }, { isReplaced, warning, updated }) {
  const { list, query, panel } = view;
  const sum = ({ facet }) => (data[facet] ?? []).reduce((all, { count }) => all + count, 0);
  const names = [...CHARTS.keys()].filter((name) => sum(CHARTS.get(name)) >= MIN_RECORDS);
  part.hidden = total === 0 || names.length === 0;
  if (part.hidden) return;
  const name = names.includes(panel) ? panel : names[0];
  const { facet, by, unit, sorted, draw } = CHARTS.get(name);
  const isOpen = CHARTS.has(panel) || (WIDE.matches && panel !== "none" && !isReplaced);
  part.open = isOpen;
  const turn = (event) => {
    event.preventDefault();
    go(addressOf(list, query, isOpen ? "none" : name), { replace: true });
  };
  redraw(part,
    h("summary", { id: "panel-timeline", onclick: turn }, `${list.name} ${by}`),
    h("div", {}, names.length > 1 && choice(list, names, name), draw(view, data[facet], total, warning),
      pictureTools({
        title: `${list.name} ${by}${query.has("q") ? ` matching “${query.get("q")}”` : ""}`,
        filters: filtersInWords(view), warning, updated,
        columns: [unit, list.name],
        rows: sorted(data[facet]).map(({ value, label, count }) => [label ?? value, count]),
        isOfYears: draw === timeline,
      }, () => part.querySelector("table, .sessions"))));
}

/** The choice between the charts. */
function choice(list, names, shown) {
  const radio = (name) => h("label", {},
    h("input", {
      type: "radio", name: "chart", id: `chart-${name}`, checked: name === shown,
      onchange: () => go(addressOf(list, queryNow(), name), { replace: true }),
    }),
    h("span", {}, CHARTS.get(name).by));
  return h("div", { class: "segments", role: "group", "aria-label": `Count the ${list.many}` }, names.map(radio));
}
