// The timeline: a bar for each year. A span of years is drawn with the pointer, written into two fields, or a year is
// chosen from the table.

import { addressOf, withValues } from "./address.js";
import { counted, h, number, svg } from "./dom.js";
import { go } from "./navigation.js";

const HEIGHT = 100;

/** The timeline of a view by the counts of its years, of which there is one; `total` is the number of records without a filter by date. */
export function timeline({ list, query, panel }, years, total) {
  const { from, to, name } = list.date;
  const counts = new Map(years.map(({ value, count }) => [Number(value), count]));
  const [first, last] = [Math.min(...counts.keys()), Math.max(...counts.keys())];
  const span = [yearIn(query.get(from)) ?? first, yearIn(query.get(to)) ?? last];
  const isNarrowed = query.has(from) || query.has(to);
  const addressOfSpan = (one, other) => {
    const [start, end] = [Math.min(one, other), Math.max(one, other)];
    return addressOf(list, withValues(query, { [from]: `${written(start)}-01-01`, [to]: `${written(end)}-12-31` }), panel);
  };
  const most = Math.max(...counts.values());
  const peak = [...counts].find(([, count]) => count === most)[0];
  const note = h("p", { class: "hint", "aria-hidden": "true" }, "Draw over the years to choose a span.");
  const drawing = bars({ list, counts, first, last, most, peak, span: isNarrowed ? span : null, note });
  choosing(drawing, first, last, note, list, counts, (one, other) => go(addressOfSpan(one, other)));
  const nDated = years.reduce((sum, { count }) => sum + count, 0);
  const fields = h("form", { class: "span" },
    yearField("year-from", `${name}: first year`, span[0]),
    yearField("year-to", "last year", span[1]),
    h("button", { id: "year-go" }, "Show these years"),
    isNarrowed && h("a", { id: "year-all", href: addressOf(list, withValues(query, { [from]: [], [to]: [] }), panel) },
      "All years"));
  fields.addEventListener("submit", (event) => {
    event.preventDefault();
    go(addressOfSpan(...["year-from", "year-to"].map((id) => Number(fields.elements[id].value))));
  });
  return [
    h("div", { class: "bars" }, drawing, axis(first, last)),
    h("div", { class: "years" },
      fields,
      h("details", {}, h("summary", {}, "Years as a table"), table(list, years, (year) => addressOfSpan(year, year)))),
    note,
    !isNarrowed && total > nDated
      && h("p", { class: "hint" }, `${counted(total - nDated, list)} without a date: in no span of years.`),
  ];
}

function bars({ list, counts, first, last, most, peak, span, note }) {
  const isWithin = (year) => !span || (year >= span[0] && year <= span[1]);
  const rects = [...counts].map(([year, count]) => {
    const height = Math.max(3, (count / most) * HEIGHT);
    return svg("rect", {
      x: year - first + 0.1, y: HEIGHT - height, width: 0.8, height, class: isWithin(year) ? "in" : "out",
    });
  });
  const label = `${list.name} by year, ${first} to ${last}; most in ${peak}: ${number(most)}`;
  note.dataset.rest = note.textContent;
  return svg("svg", {
    viewBox: `0 0 ${last - first + 1} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label,
  }, rects);
}

/** Lets a pointer draw a span, and tells the year under it. */
function choosing(drawing, first, last, note, list, counts, choose) {
  const yearAt = ({ clientX }) => {
    const { left, width } = drawing.getBoundingClientRect();
    const share = Math.min(Math.max((clientX - left) / width, 0), 0.9999);
    return first + Math.floor(share * (last - first + 1));
  };
  const veil = svg("rect", { class: "veil", y: 0, height: HEIGHT, width: 0 });
  drawing.append(veil);
  let start = null;
  drawing.addEventListener("pointerdown", (event) => {
    start = yearAt(event);
    drawing.setPointerCapture(event.pointerId);
  });
  drawing.addEventListener("pointermove", (event) => {
    const year = yearAt(event);
    const [low, high] = start === null ? [year, year] : [Math.min(start, year), Math.max(start, year)];
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
    note.textContent = note.dataset.rest;
  });
}

function axis(first, last) {
  const years = new Set([0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(first + share * (last - first))));
  return h("p", { class: "axis", "aria-hidden": "true" }, [...years].map((year) => h("span", {}, year)));
}

function yearField(id, label, value) {
  const input = h("input", { id, type: "number", min: 1, max: 9999, value, required: true });
  return h("label", {}, h("span", {}, label), input);
}

function table(list, years, addressOfYear) {
  const rows = years.map(({ value, count }) =>
    h("tr", {}, h("th", { scope: "row" }, h("a", { href: addressOfYear(Number(value)) }, value)), h("td", {}, number(count))));
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Years" },
    h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Year"), h("th", { scope: "col" }, list.name))),
      h("tbody", {}, rows)));
}

function yearIn(date) {
  const year = date?.match(/^(\d{4})-/);
  return year ? Number(year[1]) : null;
}

function written(year) {
  return String(year).padStart(4, "0");
}
