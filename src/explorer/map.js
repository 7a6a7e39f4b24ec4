// The map: a square for each jurisdiction, as a link with its count. Arrow keys move between squares.

import { h, number } from "./dom.js";
import { JURISDICTIONS, labelOf } from "./jurisdictions.js";

/** The minimum number of records for each shade. */
const STEPS = [1, 5, 20, 100, 1000];

const STEP_OF_KEY = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The map. `counts` has the number of records by id, `held` the ids of which the index has any record of the list, and
 * `chosen` the selected ids. `addressFor` returns the target of the link of an id.
 */
export function map({ list, counts, held, chosen, addressFor }) {
  const squares = JURISDICTIONS.map((place) => {
    const { id, name, letters } = place;
    const count = counts.get(id) ?? 0;
    const isHeld = held.has(id);
    const isChosen = chosen.has(id);
    const link = h("a", {
      id: `map-${id}`,
      class: isHeld ? `square step-${STEPS.filter((step) => count >= step).length}` : "square lacking",
      href: addressFor(id),
      tabindex: -1,
      "aria-current": isChosen && "true",
      title: `${labelOf(id)}: ${isHeld ? number(count) : "not in this index"}`,
    }, h("b", {}, letters), " ",
    isHeld
      ? [h("span", {}, id === "federal" ? number(count) : short(count)),
        h("span", { class: "unseen" }, ` ${count === 1 ? list.one : list.many} from ${name}`)]
      : h("span", { class: "unseen" }, `no ${list.many} from ${name} are in this index`));
    // The square of the United States is three squares wide.
    link.style.setProperty("--column", place.column + (id === "federal" ? 0 : 1));
    link.style.setProperty("--row", place.row + 1);
    return { ...place, link };
  });
  (squares.find(({ id }) => chosen.has(id)) ?? squares[0]).link.tabIndex = 0;
  const root = h("div", { class: "map", role: "group", "aria-label": "Map of the jurisdictions" },
    squares.map(({ link }) => link));
  root.addEventListener("keydown", (event) => move(event, squares));
  const isLacking = squares.some(({ id }) => !held.has(id));
  const key = `The stronger the color, the more ${list.many}.`
    + `${isLacking ? ` Of dashed squares, this index has no ${list.many} at all.` : ""}`;
  return [root, h("p", { class: "hint" }, key, " Use the arrow keys to move between squares.")];
}

/** A number abbreviated to the width of a square. */
function short(count) {
  return new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 0 }).format(count);
}

/** Moves the focus to the nearest square in the direction of an arrow. */
function move(event, squares) {
  const step = STEP_OF_KEY[event.key];
  const here = squares.find(({ link }) => link === document.activeElement);
  if (!step || !here) return;
  event.preventDefault();
  const [dx, dy] = step;
  let nearest = null;
  let least = Infinity;
  for (const there of squares) {
    const along = (there.column - here.column) * dx + (there.row - here.row) * dy;
    const aside = Math.abs((there.column - here.column) * dy) + Math.abs((there.row - here.row) * dx);
    const far = along + 3 * aside;
    if (along > 0 && far < least) [nearest, least] = [there, far];
  }
  if (!nearest) return;
  here.link.tabIndex = -1;
  nearest.link.tabIndex = 0;
  nearest.link.focus();
}
