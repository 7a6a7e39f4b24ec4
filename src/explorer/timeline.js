// The timeline: a bar for each year. The visitor selects a span of years with the pointer or in two fields, or a single
// year in the table.

import { addressOf, withValues } from "./address.js";
import { counted, h, number, svg } from "./dom.js";
import { go } from "./navigation.js";
import { ticksOf, yearsOf } from "./picture.js";

const HEIGHT = 100;

/**
 * The timeline of a view, from the counts of its years, at least one. `total` is the number of its records, and
 * `warning` says which are missing, if that is known.
 */
export function timeline(view, years, total, warning) {
  const { list, query, panel } = view;
  const { from, to } = list.date;
  const extent = extentOf(years);
  const span = spanOf(view, extent);
  const addressOfSpan = (one, other) => {
    const [first, last] = [Math.min(one, other), Math.max(one, other)];
    const dates = { [from]: `${written(first)}-01-01`, [to]: `${written(last)}-12-31` };
    return addressOf(list, withValues(query, dates), panel);
  };
  const addressOfAll = span && addressOf(list, withValues(query, { [from]: [], [to]: [] }), panel);
  const nUndated = total - years.reduce((sum, { count }) => sum + count, 0);
  return [
    bars(list, extent, span, (one, other) => go(addressOfSpan(one, other))),
    warning && h("p", { class: "hint warning" }, warning),
    h("div", { class: "years" },
      fields(list, span ?? [extent.first, extent.last], addressOfSpan, addressOfAll),
      h("details", {}, h("summary", {}, "Years as a table"),
        table(list, everyYear(years), (year) => addressOfSpan(year, year)))),
    !span && nUndated > 0
      && h("p", { class: "hint" }, `${counted(nUndated, list)} without a date, not shown here.`),
  ];
}

/** The counts of all years from the first to the last, in order. A year without records has the count 0. */
export function everyYear(years) {
  const { counts, first, last } = extentOf(years);
  return Array.from({ length: last - first + 1 }, (_, idx) =>
    ({ value: first + idx, count: counts.get(first + idx) ?? 0 }));
}

/** The first and the last year, the number of records of each year, the maximum, and its year. */
function extentOf(years) {
  const counts = new Map(years.map(({ value, count }) => [Number(value), count]));
  const [first, last] = [Math.min(...counts.keys()), Math.max(...counts.keys())];
  const most = Math.max(...counts.values());
  const [peak] = [...counts].find(([, count]) => count === most);
  return { counts, first, last, most, peak };
}

/** The selected years, or null if all years are. */
function spanOf({ list, query }, { first, last }) {
  const [from, to] = [list.date.from, list.date.to].map((name) => query.get(name));
  return from || to ? [yearIn(from) ?? first, yearIn(to) ?? last] : null;
}

/** The bars, on which the pointer selects a range, and the label of the bar under the pointer. */
function bars(list, { counts, first, last, most, peak }, span, choose) {
  const rects = [...counts].map(([year, count]) => {
    const height = Math.max(3, (count / most) * HEIGHT);
    const isWithin = !span || (year >= span[0] && year <= span[1]);
    return svg("rect", {
      x: year - first + 0.1, y: HEIGHT - height, width: 0.8, height, class: isWithin ? "in" : "out",
    });
  });
  const veil = svg("rect", { class: "veil", y: 0, height: HEIGHT, width: 0 });
  const drawing = svg("svg", {
    viewBox: `0 0 ${last - first + 1} ${HEIGHT}`, preserveAspectRatio: "none", role: "img",
    "aria-label": `${list.name} by year, ${first} to ${last}; most in ${peak}: ${number(most)}`,
  }, rects, veil);
  const atRest = "Drag over the years to select a range.";
  const note = h("p", { class: "hint", "aria-hidden": "true" }, atRest);

  const yearAt = ({ clientX }) => {
    const { left, width } = drawing.getBoundingClientRect();
    const share = Math.min(Math.max((clientX - left) / width, 0), 0.9999);
    return first + Math.floor(share * (last - first + 1));
  };
  let start = null;
  drawing.addEventListener("pointerdown", (event) => {
    start = yearAt(event);
    drawing.setPointerCapture(event.pointerId);
  });
  drawing.addEventListener("pointermove", (event) => {
    const year = yearAt(event);
    const [low, high] = [Math.min(start ?? year, year), Math.max(start ?? year, year)];
    veil.setAttribute("x", low - first);
    veil.setAttribute("width", high - low + 1);
    note.textContent = low === high ? `${year}: ${counted(counts.get(year) ?? 0, list)}` : `${low} to ${high}`;
  });
  drawing.addEventListener("pointerup", (event) => {
    if (start !== null) choose(start, yearAt(event));
    start = null;
  });
  drawing.addEventListener("pointercancel", () => (start = null));
  drawing.addEventListener("pointerleave", () => {
    if (start !== null) return;
    veil.setAttribute("width", 0);
    note.textContent = atRest;
  });
  return [note, h("div", { class: "plot" },
    h("p", { class: "scale", "aria-hidden": "true" },
      ticksOf(most).reverse().map((count) => h("span", {}, number(count)))),
    h("div", { class: "bars" }, drawing),
    h("p", { class: "axis", "aria-hidden": "true" }, yearsOf(first, last).map((year) => {
      const label = h("span", {}, year);
      label.style.setProperty("--at", `${((year - first + 0.5) / (last - first + 1)) * 100}%`);
      return label;
    })))];
}

/** The two fields of a range. */
function fields(list, [first, last], addressOfSpan, addressOfAll) {
  const field = (id, label, value) => h("label", {}, h("span", {}, label),
    h("input", { id, type: "number", min: 1, max: 9999, value, required: true }));
  const form = h("form", { class: "span" },
    field("year-from", `${list.date.name}: first year`, first),
    field("year-to", "last year", last),
    h("button", { id: "year-go" }, "Show these years"),
    addressOfAll && h("a", { id: "year-all", href: addressOfAll }, "All years"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    go(addressOfSpan(...["year-from", "year-to"].map((id) => Number(form.elements[id].value))));
  });
  return form;
}

function table(list, years, addressOfYear) {
  const rows = grouped(years).map(({ first, last, count }) =>
    h("tr", {},
      h("th", { scope: "row" },
        count ? h("a", { href: addressOfYear(first) }, first) : first === last ? first : `${first} to ${last}`),
      h("td", {}, number(count))));
  return h("div", { class: "scroll" },
    h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Year"), h("th", { scope: "col" }, list.name))),
      h("tbody", {}, rows)));
}

/** Groups successive years without records. Every other year is a group. */
function grouped(years) {
  const groups = [];
  for (const { value, count } of years) {
    const before = groups.at(-1);
    if (count === 0 && before?.count === 0) before.last = value;
    else groups.push({ first: value, last: value, count });
  }
  return groups;
}

function yearIn(date) {
  const year = date?.match(/^(\d{4})-/);
  return year ? Number(year[1]) : null;
}

function written(year) {
  return String(year).padStart(4, "0");
}
