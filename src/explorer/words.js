// Splits a text into words as the server does.

import { stemOf } from "./stem.js";

const APOSTROPHE = "['‘’ʻʼ]";
const LETTER = "[\\p{Alphabetic}--[ʻʼ]]";
const LETTERS = `${LETTER}[${LETTER}\\u0300-\\u036f]*`;
const POSSESSIVE = `${APOSTROPHE}[sS](?!${APOSTROPHE}?${LETTER})`;

/**
 * An abbreviation (U.S.C., U. S. C.), letters, also with apostrophes between them, digits, or an ampersand. A
 * possessive can follow a full stop (U.S.'s, Inc.'s).
 */
const WORD = new RegExp([
  `${LETTER}(?:\\.${LETTER}(?!${LETTER})|(?<![vV])\\. (?![vV])${LETTER}(?=\\.))+(?:\\.(?:${POSSESSIVE})?)?`,
  `${LETTERS}(?:${APOSTROPHE}${LETTERS})*(?:\\.${POSSESSIVE})?`,
  "\\p{N}+",
  "&",
].join("|"), "gv");

const SPELLINGS = new Map([["&", "and"], ["vs", "v"], ["versus", "v"]]);

/** The words of a text in order, each with its position. */
export function wordsOf(text) {
  return [...text.matchAll(WORD)].map(({ 0: written, index }) => {
    const word = folded(written);
    return { word: SPELLINGS.get(word) ?? word, start: index, end: index + written.length };
  });
}

/**
 * A word in lower case, without accents and signs. The s of a possessive stays if it makes another form of the word.
 * The server also removes it from stop words, which shows only in quoted phrases.
 */
function folded(written) {
  const letters = written.normalize("NFKD").toLowerCase().replaceAll(/[\u0300-\u036f]/g, "");
  const owner = letters.replace(new RegExp(`${APOSTROPHE}s$`), "");
  const word = owner.replaceAll(new RegExp(`${APOSTROPHE}|[. ]`, "g"), "");
  const isForm = owner !== letters && !owner.endsWith(".") && stemOf(`${word}s`) === stemOf(word);
  return isForm ? `${word}s` : word;
}
