// The address bar: navigation without reloading, and focus and scroll positions that going back restores.

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

/** Goes to an address. `replace` drops the current one from the history. */
export function go(address, { replace = false } = {}) {
  remember();
  if (replace) history.replaceState(history.state, "", address);
  else history.pushState(null, "", address);
  show(null);
}

/** Stores the focus and the scroll position in the history. */
function remember() {
  history.replaceState({ scroll: scrollY, focus: document.activeElement?.id }, "");
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
    go(link.href);
  }
}
