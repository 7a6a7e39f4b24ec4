// Splits a text into words as the server does.

const LETTER = "[\\p{Alphabetic}--[ʻʼ]]";
const LETTERS = `${LETTER}[${LETTER}\\u0300-\\u036f]*`;

/** An abbreviation (U.S.C., U. S. C.), letters, also with apostrophes between them, digits, or an ampersand. */
const WORD = new RegExp([
  `${LETTER}(?:\\.${LETTER}(?!${LETTER})|(?<![vV])\\. (?![vV])${LETTER}(?=\\.))+\\.?`,
  `${LETTERS}(?:['‘’ʻʼ]${LETTERS})*`,
  "\\p{N}+",
  "&",
].join("|"), "gv");

const SPELLINGS = new Map([["&", "and"], ["vs", "v"], ["versus", "v"]]);

/** The words of a text in order, each with its position. */
export function wordsOf(text) {
  return [...text.matchAll(WORD)].map(({ 0: written, index }) => ({
    word: SPELLINGS.get(folded(written)) ?? folded(written),
    start: index,
    end: index + written.length,
  }));
}

/** A word in lower case, without accents and signs. */
function folded(written) {
  return written.normalize("NFKD").toLowerCase().replaceAll(/[\u0300-\u036f'‘’ʻʼ. ]/g, "");
}
