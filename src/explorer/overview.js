// The first results of a search in each of the three lists.

import { addressOf, requestOf, withValues } from "./address.js";
import { ask } from "./api.js";
import { cards } from "./card.js";
import { coverageIfKnown, reasonToDoubt } from "./coverage.js";
import { NAME, announce, counted, h } from "./dom.js";
import { chosen } from "./filters.js";
import { LISTS } from "./lists.js";
import { notes } from "./notes.js";
import { searchAnywhere } from "./search.js";
import { nearest } from "./suggestions.js";
import { linkToTopic, topicNamed } from "./topics.js";

const BEST = 3;

/** A pseudo-list of all lists, for the view at `/`. */
const EVERYTHING = { list: "", date: {} };

/** Shows the view. */
export async function showOverview(main, { query }, signal) {
  const asked = new URLSearchParams([...query].filter(([name]) => ["q", "match"].includes(name)));
  const q = asked.get("q");
  const lists = Object.values(LISTS);
  const best = withValues(asked, { limit: BEST });
  const asking = lists.map((list) => ask(requestOf({ list, query: best }), signal));
  const [topic, ...pages] = await Promise.all([topicNamed(asked, signal), ...asking]);
  const found = lists.map((list, idx) => ({ list, ...pages[idx] }));
  found.sort((a, b) => rank(b) - rank(a));
  const total = found.reduce((sum, { meta }) => sum + meta.total, 0);
  document.title = `${q} · ${NAME}`;
  const matching = counted(total, { one: "record matches", many: "records match" });
  const heading = total ? `${matching} “${q}”` : `Nothing matches “${q}”`;
  const sections = await Promise.all(found.map((part) => section(asked, part, signal)));
  const near = total ? null : await nearest(q, signal);
  const doubt = total ? null : reasonToDoubt(await coverageIfKnown(), lists);
  signal.throwIfAborted();
  main.replaceChildren(
    searchAnywhere(q),
    h("h1", { tabindex: -1 }, heading),
    chosen({ list: EVERYTHING, query: asked, panel: "" }) ?? "",
    (topic && linkToTopic(topic, lists)) ?? "",
    doubt ? h("p", { class: "doubt" }, doubt) : "",
    near ?? "",
    ...sections);
  const noted = sections.flatMap((part) => [...part.querySelectorAll(".notes p")]).map((note) => note.textContent);
  announce(heading, ...new Set(noted));
}

/** Lists whose records have all words come first, then those whose records have most, lists without a match last. */
function rank({ meta: { total, match } }) {
  return total && 1 + ["any", "most", "all"].indexOf(match);
}

async function section(query, { list, data, meta }, signal) {
  const { total, corrected } = meta;
  const invitation = total > data.length ? `Show and filter all ${list.many}` : `Show as a list of ${list.many}`;
  const link = h("a", { id: `all-${list.list}`, href: addressOf(list, query) }, invitation);
  const noted = await notes({ list, query, panel: "" }, meta, signal);
  return h("section", { class: "best", "aria-label": list.name },
    h("p", { class: "row" }, h("strong", {}, counted(total, list)), total > 0 && link),
    noted.length > 0 && h("div", { class: "notes" }, noted),
    cards(list, data, query.get("q"), corrected));
}
