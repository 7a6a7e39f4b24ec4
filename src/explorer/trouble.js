// Errors: the reason, and links to possible next steps.

import { addressOf, addressOfRecord, withValues } from "./address.js";
import { NAME, announce, h } from "./dom.js";
import { wordFor } from "./lists.js";
import { searchAnywhere } from "./search.js";

/** Shows an error in place of the view, and retries once the rate limit allows it. */
export function showTrouble(main, view, trouble, signal, again) {
  const heading = headingOf(trouble);
  document.title = `${heading} · ${NAME}`;
  main.replaceChildren(searchAnywhere(view.query.get("q") ?? ""), h("div", { class: "trouble" },
    h("h1", { tabindex: -1 }, heading),
    adviceFor(view, trouble, signal, again)));
  announce(heading);
}

/** The error as one line. */
export function troubleInWords({ status, message, retryAfter }) {
  return status === 429 ? `too many requests; retry in ${retryAfter ?? 60} seconds` : message;
}

function headingOf({ status }) {
  if (status === 400 || status === 414) return "This address is not valid";
  if (status === 404) return "Record not found";
  if (status === 412) return "The data have been refreshed";
  if (status === 429) return "Too many requests";
  return status ? "The server could not answer" : "The server could not be reached";
}

function adviceFor(view, trouble, signal, again) {
  const { status, details, message, retryAfter } = trouble;
  const { list } = view;
  if (status === 400 && list) {
    const problems = details.problems ?? [{ message }];
    return h("ul", { class: "problems" }, problems.map((problem) => h("li", {}, mending(view, problem))));
  }
  if (status === 404) return nearest(list, details.nearest ?? [], view.id);
  if (status === 412 && list) return current(view);
  const retry = h("button", { id: "again", type: "button", onclick: again }, "Try again");
  if (status !== 429) {
    const words = status ? message : "Your connection may be down, or the server restarting. Nothing was lost.";
    return [h("p", {}, words), retry];
  }
  return [waitingFor(retryAfter ?? 60, signal, again), retry];
}

/** Counts down the seconds, then retries. */
function waitingFor(seconds, signal, again) {
  const left = h("span", {}, seconds);
  const until = Date.now() + seconds * 1000;
  const tick = setInterval(() => {
    const rest = Math.ceil((until - Date.now()) / 1000);
    left.textContent = Math.max(rest, 0);
    if (rest <= 0) again();
  }, 1000);
  signal.addEventListener("abort", () => clearInterval(tick));
  return h("p", {}, "This service limits the requests of each client per minute. ",
    "This page retries automatically in ", left, " s.");
}

/** The error of a parameter, with links to the nearest valid requests. */
function mending({ list, query }, { message, parameter, value, nearest: near, allowed }) {
  const isUnknown = value === undefined;
  const link = (changed, text) => h("a", { class: "chip", href: addressOf(list, changed) }, text);
  const replaced = (other) => withValues(query, {
    [parameter]: query.getAll(parameter).map((old) => (old === value ? other : old)),
  });
  const renamed = (name) => withValues(query, { [parameter]: [], [name]: query.getAll(parameter) });
  const links = isUnknown
    ? [near].flat().filter(Boolean).map((name) => link(renamed(name), `Use ${name}`))
    : [...new Set([near ?? [], allowed ?? []].flat())].filter((other) => other !== "relevance" || query.has("q"))
      .map((other) => link(replaced(other.id ?? other), other.name ?? wordFor(parameter, other)));
  const removal = parameter && link(withValues(query, { [parameter]: [] }), `Leave ${parameter} out`);
  return [
    h("p", {}, isUnknown && parameter ? `There is no filter “${parameter}” for ${list.many}.` : sentence(message)),
    h("p", { class: "tags" }, links, removal),
  ];
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}

/** A link from an address that names an old build to the same view of the current data. */
function current({ list, id, query }) {
  const there = withValues(query, { build: [] });
  const address = id === undefined ? addressOf(list, there) : addressOfRecord(list, id);
  return [
    h("p", {}, "This address names an earlier version of the data, which is no longer available."),
    h("p", {}, h("a", { href: address }, "Show the current data")),
  ];
}

function nearest(list, ids, id) {
  return [
    h("p", {}, `No ${list.one} in this index has the id “${id}”.`),
    ids.length > 0 && [
      h("p", {}, "The nearest ids:"),
      h("ul", {}, ids.map((near) => h("li", {}, h("a", { href: addressOfRecord(list, near) }, near)))),
    ],
    h("p", {}, h("a", { href: addressOf(list) }, `All ${list.many}`)),
  ];
}
