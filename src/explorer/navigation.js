// Navigation without reloading. Going back restores focus and scroll position.

import { viewAt } from "./address.js";

let show = null;

/** Shows the view at the address, now and whenever it changes. */
export function start(handler) {
  show = handler;
  history.scrollRestoration = "manual";
  addEventListener("popstate", (event) => show(event.state));
  addEventListener("pagehide", remember);
  document.addEventListener("click", follow);
  show(history.state);
}

/** Changes the path in the address bar for the same view. */
export function correctAddress(path) {
  history.replaceState(history.state, "", path + location.search + location.hash);
}

/** Goes to an address and a place on its page. `replace` drops the current address from the history. */
export function go(address, { replace = false, place = null } = {}) {
  remember();
  if (replace) history.replaceState(history.state, "", address);
  else history.pushState({ ...place, results: resultsHere() }, "", address);
  show(place);
}

/** The address of the results from which this view was opened; undefined if it was opened otherwise. */
export function resultsBefore() {
  return history.state?.results?.address;
}

/** Stores the focus and the scroll position in the history. */
function remember() {
  history.replaceState({ ...history.state, ...placeNow() }, "");
}

function placeNow() {
  return { scroll: scrollY, focus: document.activeElement?.id };
}

/** The current results and the place in them, or the results and the place from which the visitor came. */
function resultsHere() {
  const { kind } = viewAt(location) ?? {};
  if (kind === "start") return undefined;
  if (!["results", "overview", "check"].includes(kind)) return history.state?.results;
  return { address: location.pathname + location.search + location.hash, ...placeNow() };
}

function follow(event) {
  const link = event.target.closest("a[href]");
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !isPlain || event.defaultPrevented || link.hasAttribute("download")) return;
  if (link.matches(".skip")) {
    event.preventDefault();
    document.getElementById("main").focus();
  } else if (link.origin === location.origin && viewAt(link)) {
    event.preventDefault();
    go(link.href, { place: placeOf(link) });
  }
}

/** The place in the results from which the visitor came, for a link back to them. */
function placeOf(link) {
  const { address, scroll, focus } = history.state?.results ?? {};
  const isWayBack = address !== undefined && new URL(address, location.href).href === link.href;
  return isWayBack && link.closest(".crumbs") ? { scroll, focus } : null;
}
