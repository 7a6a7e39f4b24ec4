// Marks the words of a search in the text of a record.

import { h } from "./dom.js";
import { stemOf } from "./stem.js";
import { termsOf } from "./terms.js";
import { wordsOf } from "./words.js";

/** Returns a function that marks the words of a search in a text, in all their forms, and its phrases. */
export function marker(q, corrected = {}) {
  const terms = termsOf(q ?? "").map(({ words, isExact }) => ({ words: words.map(({ word }) => word), isExact }));
  if (!terms.length) return (text) => text;
  const stems = new Set(terms.filter(({ isExact }) => !isExact)
    .flatMap(({ words: [word] }) => (Object.hasOwn(corrected, word) ? [word, corrected[word]] : [word])).map(stemOf));
  const phrases = terms.filter(({ isExact }) => isExact).map(({ words }) => words);
  return (text) => {
    const words = wordsOf(text);
    const isMarked = words.map(({ word }) => stems.has(stemOf(word)));
    for (const phrase of phrases) {
      for (let at = 0; at + phrase.length <= words.length; at += 1) {
        if (phrase.every((word, idx) => words[at + idx].word === word)) isMarked.fill(true, at, at + phrase.length);
      }
    }
    return parted(text, words.filter((_, idx) => isMarked[idx]));
  };
}

function parted(text, places) {
  const parts = [];
  let at = 0;
  for (const { start, end } of places) {
    parts.push(text.slice(at, start), h("mark", {}, text.slice(start, end)));
    at = end;
  }
  return [...parts, text.slice(at)];
}
