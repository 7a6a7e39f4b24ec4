// The chart of Congresses and sessions: a bar for each, as a link that adds it to the filter or removes it.

import { addressOf, withValues } from "./address.js";
import { counted, h, number, redraw, svg } from "./dom.js";
import { JURISDICTIONS } from "./jurisdictions.js";

/** The number of sessions shown before "Show all". */
const FEW = 12;

/** Whether all sessions are shown. */
let isOpened = false;

/**
 * The chart of a view, from the counts of its sessions, at least one. `total` is the number of its records, and `warning`
 * says which are missing, if that is known.
 */
export function sessions(view, values, total, warning) {
  const { list, query, panel } = view;
  const chosen = query.getAll("session").map((value) => value.trim().toLowerCase());
  const most = Math.max(...values.map(({ count }) => count));
  const row = ({ value, label, count }) => {
    const isChosen = chosen.includes(value);
    const session = isChosen ? chosen.filter((other) => other !== value) : [...chosen, value];
    return h("li", {},
      h("a", {
        id: `session-bar-${value}`, href: addressOf(list, withValues(query, { session }), panel),
        "aria-current": isChosen && "true",
      }, label ?? value),
      svg("svg", { "aria-hidden": "true", class: chosen.length === 0 || isChosen ? "in" : "out" },
        svg("rect", { width: `${Math.max(1, (count / most) * 100)}%`, height: "100%" })),
      h("span", { class: "count" }, number(count), h("span", { class: "unseen" }, ` ${count === 1 ? list.one : list.many}`)));
  };
  const sorted = inOrder(values);
  const part = h("div", {});
  const draw = () => redraw(part,
    h("ol", { class: "sessions" },
      sorted.filter(({ value }, idx) => isOpened || idx < FEW || chosen.includes(value)).map(row)),
    sorted.length > FEW && h("button", {
      id: "more-sessions", type: "button", class: "plain", "aria-expanded": String(isOpened),
      onclick: () => {
        isOpened = !isOpened;
        draw();
      },
    }, isOpened ? "Show fewer" : `Show all ${number(sorted.length)}`));
  draw();
  const nWithout = total - values.reduce((sum, { count }) => sum + count, 0);
  return [
    h("p", { class: "hint" }, "Select one or several sessions."),
    part,
    warning && h("p", { class: "hint warning" }, warning),
    chosen.length === 0 && nWithout > 0
      && h("p", { class: "hint" }, `${counted(nWithout, list)} without a session in the id.`),
  ];
}

/** Jurisdictions by descending number of records, and their sessions from latest to earliest. */
export function inOrder(values) {
  const totals = new Map();
  const jurisdictionOf = ({ value }) => JURISDICTIONS.find(({ id }) => value.startsWith(`${id}-`))?.id ?? value;
  for (const each of values) {
    const id = jurisdictionOf(each);
    totals.set(id, (totals.get(id) ?? 0) + each.count);
  }
  const natural = new Intl.Collator("en-US", { numeric: true });
  return values.toSorted((a, b) => {
    const [one, other] = [jurisdictionOf(a), jurisdictionOf(b)];
    return totals.get(other) - totals.get(one) || natural.compare(one, other) || natural.compare(b.value, a.value);
  });
}
