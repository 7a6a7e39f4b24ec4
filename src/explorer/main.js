// The page: shows the view at the address, and its progress.

import { CHECK, addressOf, filtersOf, viewAt, withValues } from "./address.js";
import { Trouble } from "./api.js";
import { drawExtent } from "./coverage.js";
import { announce, today } from "./dom.js";
import { offerFeed } from "./feed.js";
import { go, start } from "./navigation.js";
import { showOverview } from "./overview.js";
import { showRecord } from "./record.js";
import { showResults } from "./results.js";
import { showStart } from "./start.js";
import { showTrouble } from "./trouble.js";

const VIEWS = {
  start: showStart, overview: showOverview, results: showResults, record: showRecord, check: loadCheck,
};

/** The times after which a pending response shows the progress bar and is announced, in milliseconds. */
const SHORT = 150;
const LONG = 4000;

const main = document.getElementById("main");
const progress = document.getElementById("progress");

let shown = null;
let underWay = new AbortController();
let rest = () => {};

/** Shows the view at the address. `place` is the focus and scroll position to restore. */
async function show(place) {
  underWay.abort();
  underWay = new AbortController();
  const { signal } = underWay;
  const view = viewAt(location);
  const isFirst = shown === null;
  const isSame = !isFirst && isOnePage(shown, view);
  waiting(signal);
  offerFeed(null);
  drawExtent();
  try {
    await VIEWS[view.kind](main, view, signal);
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof Trouble)) throw error;
    if (error.status === 412 && !view.query.has("build")) {
      // The build of the earlier pages is no longer served, so the list begins again.
      go(addressOf(view.list, withValues(view.query, {}), view.panel), { replace: true });
      return;
    }
    showTrouble(main, view, error, signal, () => show(null));
  } finally {
    if (!signal.aborted) rest();
  }
  if (signal.aborted) return;
  shown = view;
  mark(view);
  if (place || !isSame) settle(place, isFirst);
}

/** Shows the check of a text, whose scripts only it uses. */
async function loadCheck(...view) {
  const { showCheck } = await import("./check.js").catch(() => { throw new Trouble(0, null, null); });
  showCheck(...view);
}

/** Whether two views count as the same page. Views that differ in their filters do; two pages of one list do not. */
function isOnePage(before, now) {
  const names = ({ kind, list, id }) => [kind, list?.list, id].join(" ");
  const filters = ({ query }) => String(filtersOf(query));
  const isTurned = filters(before) === filters(now) && before.query.get("offset") !== now.query.get("offset");
  return names(before) === names(now) && !isTurned;
}

function settle(place, isFirst) {
  const found = place?.focus && document.getElementById(place.focus);
  if (!isFirst || found) (found || main.querySelector("h1")).focus({ preventScroll: true });
  scrollTo(0, place?.scroll ?? 0);
}

function mark({ kind, list }) {
  const address = kind === "check" ? CHECK : list && addressOf(list);
  printFoot();
  for (const link of document.querySelectorAll(".top nav a")) {
    if (link.pathname === address) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/** Writes the address and the day for the foot of a printed page. */
function printFoot() {
  document.getElementById("printed").textContent = `${location.href} on ${today()}`;
}

function waiting(signal) {
  main.setAttribute("aria-busy", "true");
  const short = setTimeout(() => (progress.hidden = false), SHORT);
  const long = setTimeout(() => {
    progress.firstChild.textContent = "Still waiting for the server …";
    announce("Still waiting for the server");
  }, LONG);
  signal.addEventListener("abort", () => [short, long].forEach(clearTimeout));
  rest = () => {
    [short, long].forEach(clearTimeout);
    progress.hidden = true;
    progress.firstChild.textContent = "";
    main.removeAttribute("aria-busy");
  };
}

addEventListener("beforeprint", printFoot);
start(show);
