// The address bar: links that stay on the page, and places that are found again on the way back.

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

/** Goes to an address; `replace` where a step back to this one would be of no use. */
export function go(address, { replace = false } = {}) {
  remember();
  if (replace) history.replaceState(history.state, "", address);
  else history.pushState(null, "", address);
  show(null);
}

/** Puts the place in this view where the way back finds it. */
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
