// Notes above the results: the corrected words, whether the records have all words, and the hint of the response.

import { addressOf, withValues } from "./address.js";
import { counted, h } from "./dom.js";
import { termsOf } from "./terms.js";
import { totalOf } from "./totals.js";

/** The notes on how a search was read. */
export async function notes(view, meta, signal) {
  if (!view.query.has("q")) return [];
  const { corrected, hint } = meta;
  return [
    corrected && correction(view, corrected),
    isRelaxed(view, meta) && relaxation(view, await totalOf(withAllWords(view), signal)),
    hint && h("p", {}, hint),
  ].filter(Boolean);
}

/** Whether records lack words of a search that did not ask for any of its words. */
function isRelaxed({ query }, { total, match }) {
  return total > 0 && match !== "all" && query.get("match") !== "any" && termsOf(query.get("q")).length > 1;
}

/** The same search for records with all words. */
function withAllWords({ list, query, panel }) {
  return { list, query: withValues(query, { match: "all" }), panel };
}

function correction({ list, query, panel }, corrected) {
  const q = query.get("q");
  const isCorrected = ({ words: [{ word }], isExact }) => !isExact && Object.hasOwn(corrected, word);
  const words = termsOf(q).filter(isCorrected).flatMap((term) => term.words);
  if (!words.length) return null;
  const typed = [...new Set(words.map(({ start, end }) => q.slice(start, end)))];
  const address = addressOf(list, withValues(query, { q: quoted(q, words) }), panel);
  return h("p", {}, "Showing results for ",
    replaced(q, words, ({ word }) => h("strong", {}, corrected[word])), ". ",
    h("a", { id: `as-typed-${list.list}`, href: address }, "Search for ",
      typed.map((word, idx) => [idx > 0 && " and ", h("em", {}, word)]), " instead"), ".");
}

function relaxation(view, totalWithAll) {
  const isByRelevance = (view.query.get("sort") ?? "relevance") === "relevance";
  const { list, query, panel } = withAllWords(view);
  return h("p", {},
    `These ${list.many} have some of the words${isByRelevance ? ", the best first" : ""}.`,
    totalWithAll > 0 && [" ", h("a", { id: `all-words-${list.list}`, href: addressOf(list, query, panel) },
      "Require all words"), ": ", counted(totalWithAll, list), "."]);
}

/** A search with some words in quotation marks, so that they are not corrected. */
function quoted(q, words) {
  // A hyphen after a quotation mark would exclude the next word, so it becomes a space.
  const places = words.map(({ start, end }) =>
    ({ start, end: q[end] === "-" ? end + 1 : end, typed: q.slice(start, end) }));
  return replaced(q, places, ({ typed }) => `"${typed}" `).join("").replaceAll(/ +/g, " ").trim();
}

/** The parts of a text, with some words replaced. */
function replaced(text, words, replacement) {
  const parts = [];
  let at = 0;
  for (const word of words) {
    parts.push(text.slice(at, word.start), replacement(word));
    at = word.end;
  }
  return [...parts, text.slice(at)];
}
