// The first results of a search in each of the three lists.

import { addressOf, requestOf } from "./address.js";
import { ask } from "./api.js";
import { cards } from "./card.js";
import { announce, counted, h } from "./dom.js";
import { LISTS } from "./lists.js";
import { searchAnywhere } from "./search.js";

const BEST = 3;

/** Shows the view. */
export async function showOverview(main, { query }, signal) {
  const q = query.get("q");
  const best = { q, sort: "relevance", limit: BEST };
  const lists = Object.values(LISTS);
  const pages = await Promise.all(lists.map((list) =>
    ask(requestOf({ list, query: new URLSearchParams(best) }), signal)));
  const found = lists.map((list, idx) => ({ list, ...pages[idx] }));
  found.sort((a, b) => (b.meta.total > 0) - (a.meta.total > 0));
  const total = found.reduce((sum, { meta }) => sum + meta.total, 0);
  document.title = `${q} · lexdex`;
  const matching = counted(total, { one: "record matches", many: "records match" });
  const heading = total ? `${matching} “${q}”` : `Nothing matches “${q}”`;
  main.replaceChildren(
    searchAnywhere(q),
    h("h1", { tabindex: -1 }, heading),
    ...found.map((part) => section(q, part)));
  announce(heading);
}

function section(q, { list, data, meta: { total } }) {
  const invitation = total > data.length ? `Show and narrow down all ${list.many}` : `Show as a list of ${list.many}`;
  const link = h("a", { id: `all-${list.list}`, href: addressOf(list, { q, sort: "relevance" }) }, invitation);
  return h("section", { class: "best", "aria-label": list.name },
    h("p", { class: "row" }, h("strong", {}, counted(total, list)), total > 0 && link),
    cards(list, data, q));
}
