// Notes above the results: the corrected words, whether the records have all words, and the hint of the response.

import { addressOf, withValues } from "./address.js";
import { h } from "./dom.js";
import { termsOf } from "./terms.js";

/** The notes on how a search was read. */
export function notes(view, { total, match, corrected, hint }) {
  if (!view.query.has("q")) return [];
  return [
    corrected && correction(view, corrected),
    total > 0 && match === "any" && relaxation(view),
    hint && h("p", {}, hint),
  ].filter(Boolean);
}

/** Whether a search has several words, and records need not have all. */
function hasSeveralWords(q) {
  return termsOf(q).length > 1;
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

function relaxation({ list, query, panel }) {
  if (query.get("match") === "any" || !hasSeveralWords(query.get("q"))) return null;
  const isByRelevance = (query.get("sort") ?? "relevance") === "relevance";
  const address = addressOf(list, withValues(query, { match: "all" }), panel);
  return h("p", {},
    `No ${list.one} has all of these words; these have some of them${isByRelevance ? ", the best first" : ""}. `,
    h("a", { id: `all-words-${list.list}`, href: address }, "Require all words"), ".");
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
