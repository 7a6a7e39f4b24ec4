// The filters beside a list: the values of each facet, with their counts.

import { addressOf, filtersOf, queryNow, withValues, without } from "./address.js";
import { h, number, redraw } from "./dom.js";
import { idOf, labelOf } from "./jurisdictions.js";
import { wordFor } from "./lists.js";
import { go } from "./navigation.js";

/** The number of values shown before "Show all". */
const FEW = 7;

/** Maps parameters that match any of their values to those that match all. */
const ALL_OF = new Map([["topic", "topic_all"]]);

/** The facets that currently show all values. */
const opened = new Set();

/** The filters of a view, from its facet counts. */
export function filters(view, facets) {
  const groups = view.list.facets.filter(([facet]) => facets[facet]?.length).map(([facet, base, heading]) => {
    const parameter = parameterIn(view.query, base);
    const group = h("fieldset", { class: "facet" });
    const said = hasSeveral(view, parameter) && h("span", { class: "hint" }, ` ${anyOrAll(parameter)} of these`);
    const draw = () => redraw(group,
      h("legend", {}, heading, said),
      said && ALL_OF.has(base) && joining(view, base, parameter),
      choices(view, facet, parameter, facets[facet], draw));
    draw();
    return group;
  });
  return [groups, exactly(view)];
}

/** The parameter with the selected values of a facet. */
function parameterIn(query, base) {
  const all = ALL_OF.get(base);
  return all && query.has(all) ? all : base;
}

/** Whether several values of a parameter are selected. */
function hasSeveral({ query }, parameter) {
  return query.getAll(parameter).length > 1;
}

/** Whether a record must have any or all of the values of a parameter. */
function anyOrAll(parameter) {
  return isAllOf(parameter) ? "all" : "any";
}

function isAllOf(parameter) {
  return [...ALL_OF.values()].includes(parameter);
}

/** The choice between records with any of the values and records with all of them. */
function joining({ list, panel }, base, parameter) {
  const radio = (other, text) => h("label", {},
    h("input", {
      type: "radio", name: `join-${base}`, id: `join-${other}`, checked: other === parameter,
      onchange: () => {
        const query = queryNow();
        go(addressOf(list, withValues(query, { [parameter]: [], [other]: query.getAll(parameter) }), panel));
      },
    }),
    h("span", {}, text));
  return h("div", { class: "segments", role: "group", "aria-label": "Match any or all values" },
    radio(base, "any of"), radio(ALL_OF.get(base), "and also"));
}

function choices(view, facet, parameter, values, draw) {
  const chosen = new Set(view.query.getAll(parameter).map((value) => meaning(parameter, value)));
  const isOpen = opened.has(facet);
  const shown = values.filter(({ value }, idx) => isOpen || idx < FEW || chosen.has(meaning(parameter, value)));
  const boxes = shown.map((value) => choice(view, facet, parameter, value, chosen));
  const list = h("ul", { class: isOpen ? "choices all" : "choices" }, boxes);
  const more = values.length > FEW && h("button", {
    id: `more-${facet}`, type: "button", class: "plain", "aria-expanded": String(isOpen),
    onclick: () => {
      if (isOpen) opened.delete(facet);
      else opened.add(facet);
      draw();
    },
  }, isOpen ? "Show fewer" : `Show all ${number(values.length)}`);
  return [isOpen && narrowing(facet, list), list, more];
}

function choice({ list, panel }, facet, parameter, { value, count }, chosen) {
  const meant = meaning(parameter, value);
  const input = h("input", {
    type: "checkbox", id: `${facet}-${value.replaceAll(/\s/g, "_")}`, checked: chosen.has(meant),
    onchange: ({ target }) => {
      const query = queryNow();
      const others = query.getAll(parameter).filter((other) => meaning(parameter, other) !== meant);
      const values = target.checked ? [...others, value] : others;
      go(addressOf(list, withValues(query, { [parameter]: values }), panel));
    },
  });
  const label = h("span", {}, labelFor(facet, value));
  return h("li", {}, h("label", {}, input, label, h("span", { class: "count" }, number(count))));
}

function labelFor(facet, value) {
  const word = wordFor(facet, value);
  return facet === "jurisdiction" ? labelOf(value, word) : word;
}

/** A field that filters a long list of values as the visitor types. */
function narrowing(facet, list) {
  const find = (event) => {
    const wanted = event.target.value.trim().toLowerCase();
    for (const item of list.children) item.hidden = !item.textContent.toLowerCase().includes(wanted);
  };
  return h("input", {
    id: `find-${facet}`, type: "search", placeholder: "Find a value", "aria-label": "Find a value", oninput: find,
  });
}

/** The filters with a text field: dates and a citation. */
function exactly({ list, query, panel }) {
  const { from, to, name } = list.date;
  const field = (parameter, label, type) => h("label", {}, h("span", {}, label),
    h("input", { id: parameter, name: parameter, type, value: query.get(parameter), maxlength: 200 }));
  const form = h("form", { class: "exactly" },
    h("fieldset", { class: "facet" },
      h("legend", {}, name),
      field(from, "from", "date"),
      field(to, "to", "date")),
    h("fieldset", { class: "facet" },
      h("legend", {}, "Cited as"),
      field("citation", `such as ${list.citedAs}`, "text")),
    h("button", { id: "exactly" }, "Apply"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, value.trim()]));
    go(addressOf(list, withValues(queryNow(), values), panel));
  });
  return form;
}

/** The selected values, each with a link that removes it. */
export function chosen({ list, query, panel }) {
  const values = [...filtersOf(query)].filter(([name]) => name !== "q");
  if (!values.length) return null;
  const chips = values.map(([name, value], idx) => {
    const isFirst = values.findIndex(([other]) => other === name) === idx;
    const joint = hasSeveral({ query }, name) && h("span", { class: "hint" },
      isFirst ? `${anyOrAll(name)} of ` : isAllOf(name) ? "and " : "or ");
    const text = said(list, name, value);
    return h("li", {}, joint, h("a", {
      id: `chip-${name}-${value.replaceAll(/\s/g, "_")}`,
      class: "chip",
      href: addressOf(list, without(query, name, value), panel),
      "aria-label": `Remove ${text}`,
    }, text, h("span", { "aria-hidden": "true" }, " ×")));
  });
  const all = withValues(query, Object.fromEntries(values.map(([name]) => [name, []])));
  const clear = values.length > 1
    && h("li", {}, h("a", { id: "chip-all", href: addressOf(list, all, panel) }, "Clear all"));
  return h("ul", { class: "chips", "aria-label": "Active filters" }, chips, clear);
}

/** The selected values as one text; empty without any. */
export function filtersInWords({ list, query }) {
  const names = [...new Set(filtersOf(query).keys())].filter((name) => name !== "q" && name !== "build");
  return names.map((name) => {
    const texts = query.getAll(name).map((value) => said(list, name, value));
    return texts.join(isAllOf(name) ? " and " : " or ");
  }).join("; ");
}

const MATCHES = { all: "All of the words", any: "Any of the words", auto: "Enough of the words" };

/** A filter in words. */
export function said(list, name, value) {
  if (name === "jurisdiction") return labelOf(idOf(value));
  if (name === list.date.from) return `${list.date.name} from ${value}`;
  if (name === list.date.to) return `${list.date.name} to ${value}`;
  if (name === "match") return MATCHES[value.trim().toLowerCase()] ?? `match: ${value}`;
  if (name === "congress") return `Congress ${value}`;
  if (name === "session") return sessionInWords(value.trim().toLowerCase());
  if (name === "citation") return `Cited as ${value}`;
  if (name === "topic_all") return said(list, "topic", value);
  const word = wordFor(name, value);
  return word === value && name !== "court" && name !== "topic" ? `${name}: ${value}` : word;
}

function sessionInWords(session) {
  const label = wordFor("session", session);
  return label === session ? `Session ${session}` : label;
}

/** A key that is equal for all spellings of a value. */
function meaning(parameter, value) {
  const folded = value.trim().toLowerCase();
  if (parameter === "jurisdiction") return idOf(value);
  return parameter === "topic" || parameter === "topic_all" ? folded.replaceAll(/[\s_]+/g, "-") : folded;
}
