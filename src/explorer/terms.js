// Parses the words and phrases of a search as the server does.

import { wordsOf } from "./words.js";

const QUOTES = /["“”„]/;
const OPERATORS = ["AND", "OR", "NOT"];

/**
 * The words and the phrases of a search, without those that it excludes. A phrase matches only these forms of its
 * words, next to each other. Each word has its position in the search.
 */
export function termsOf(q) {
  const tokens = tokensOf(q);
  const terms = [];
  let at = 0;
  const isPiece = (idx) => tokens[idx]?.words !== undefined;
  while (at < tokens.length) {
    const { operator } = tokens[at];
    if (operator === "NOT" && isPiece(at + 1)) {
      at += 2;
    } else if (operator === "AND" && at > 0 && isPiece(tokens[at + 1]?.operator === "NOT" ? at + 2 : at + 1)) {
      at += 1;
    } else if (operator) {
      terms.push({ words: [{ ...tokens[at], word: operator.toLowerCase() }], isExact: false });
      at += 1;
    } else {
      const alternatives = [tokens[at]];
      for (at += 1; tokens[at]?.operator === "OR" && isPiece(at + 1); at += 2) alternatives.push(tokens[at + 1]);
      terms.push(...alternatives.flatMap((piece) => ofPiece(piece, alternatives.length > 1)));
    }
  }
  return terms;
}

/** Whether a search consists of words only, without quoted phrases and operators. */
export function isPlain(q) {
  return !QUOTES.test(q) && tokensOf(q).every(({ operator }) => !operator);
}

/** The terms of a piece: a phrase, or a term for each of its words. */
function ofPiece({ words, isQuoted }, isJoined) {
  const isPhrase = words.length > 1 && (isJoined || words.some(({ word }) => /\p{N}/u.test(word)));
  if (isQuoted || isPhrase) return { words, isExact: true };
  return words.map((word) => ({ words: [word], isExact: false }));
}

/** The pieces of a search, and the operators between them. A piece is a quoted text, or words without a space. */
function tokensOf(q) {
  const tokens = [];
  let start = 0;
  for (const [idx, part] of q.split(QUOTES).entries()) {
    if (idx % 2) addPiece(tokens, wordsAt(part, start), true);
    else addUnquoted(tokens, part, start);
    start += part.length + 1;
  }
  return tokens;
}

function addUnquoted(tokens, part, start) {
  let plainFrom = 0;
  const addPlain = (end) => addPieces(tokens, part.slice(plainFrom, end), start + plainFrom);
  for (const { 0: chunk, index } of part.matchAll(/\S+/g)) {
    const end = index + chunk.length;
    const isMinus = chunk === "-" ? end === part.length : /^-[\p{L}\p{N}]/u.test(chunk);
    if (!isMinus && !OPERATORS.includes(chunk)) continue;
    addPlain(index);
    tokens.push({ operator: isMinus ? "NOT" : chunk, start: start + index, end: start + end });
    plainFrom = isMinus ? index + 1 : end;
  }
  addPlain(part.length);
}

function addPieces(tokens, text, start) {
  let piece = [];
  for (const word of wordsAt(text, start)) {
    const between = piece.length > 0 && text.slice(piece.at(-1).end - start, word.start - start);
    if (/\s/.test(between)) {
      addPiece(tokens, piece, false);
      piece = [];
    }
    piece.push(word);
  }
  addPiece(tokens, piece, false);
}

function addPiece(tokens, words, isQuoted) {
  if (words.length > 0) tokens.push({ words, isQuoted });
}

function wordsAt(text, offset) {
  return wordsOf(text).map(({ word, start, end }) => ({ word, start: start + offset, end: end + offset }));
}
