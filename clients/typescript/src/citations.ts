// Checks the citations of a text of any length, in parts that each fit into a request.

import { BuildChangedError, LexdexError } from "./errors.js";
import type { components } from "./generated.js";
import type { Answer } from "./transport.js";
import type { CheckedCitation, CheckedCitationList } from "./types.js";

type CitationsRequest = components["schemas"]["CitationsRequest"];
type CitationsMeta = components["schemas"]["CitationsMeta"];

/** Sends a request, for a build of the index or for the current one. */
export type SendPart = (body: CitationsRequest, build: string | undefined) => Promise<Answer<CheckedCitationList>>;

/** The maximum size of the body of a request, in bytes. */
const MAX_BYTES = 64 * 1024;

/** The length of a part that is not divided further. Lengths and positions are in UTF-16 code units. */
const MIN_LENGTH = 4000;

/** The length of the end of a text in which a citation may be cut off. */
const MARGIN = 1000;

/** The length after a citation in which its pin cite and its parenthesis are. */
const AFTER = 200;

/** The maximum number of times that a check begins again, as for a walk. */
const MAX_RESTARTS = 10;

/** No citation continues after it. */
const PARAGRAPH_END = /\n\s*\n/g;

const SENTENCE_END = /(?:[a-z]{3}[.?!]|\)[.;])["”’)]*\s+(?=["“‘(]?[A-Z])/g;
const SPACE = /\s/g;

/**
 * Checks a text, all of it with one build of the index. If the server no longer has the build of the first part, throws
 * a `BuildChangedError` or, if allowed, begins again.
 */
export async function checkText(text: string, context: string | undefined, mayRestart: boolean, send: SendPart) {
  for (let n_restarts = 0; ; n_restarts++) {
    try {
      return await checkWithOneBuild(text, context, send);
    } catch (error) {
      const isAgain = error instanceof BuildChangedError && mayRestart && n_restarts < MAX_RESTARTS;
      if (!isAgain) throw error;
    }
  }
}

async function checkWithOneBuild(text: string, context: string | undefined, send: SendPart) {
  const data: CheckedCitation[] = [];
  const metas: CitationsMeta[] = [];
  let build: string | undefined;
  let n_chars = 0;
  for (let at = 0; at < text.length || metas.length === 0; ) {
    const { part, checked } = await checkPart(text, at, context, (body) => send(body, build));
    for (const citation of checked.body.data) {
      const { start, end } = citation.span;
      data.push({ ...citation, span: { start: start + n_chars, end: end + n_chars } });
    }
    metas.push(checked.body.meta);
    at += part.length;
    n_chars += [...part].length;
    ({ context } = checked.body.meta);
    // Without the header, which a proxy may remove, the parts are not of a certain build.
    build = checked.build || undefined;
  }
  return { data, meta: sum(metas) };
}

/**
 * Checks the part of a text that begins at a position, as long a part as possible. A part whose citations do not fit
 * into a response is divided. If no paragraph ends in the second half of the text that fits into a request, the response
 * to that text shows where its citations are, and the part ends between them.
 */
async function checkPart(
  text: string,
  at: number,
  context: string | undefined,
  send: (body: CitationsRequest) => Promise<Answer<CheckedCitationList>>,
) {
  const request = (part: string) => (context === undefined ? { text: part } : { text: part, context });
  const window = text.slice(at, at + MAX_BYTES);
  let length = fitting(window, (part) => sizeOf(request(part)));
  let known: CheckedCitation[] | undefined;
  for (;;) {
    const longest = window.slice(0, length);
    const isRest = at + longest.length === text.length;
    const end = isRest ? longest.length : lastEnd(PARAGRAPH_END, longest, longest.length) ?? endBetween(known, longest);
    const part = longest.slice(0, end);
    let checked: Answer<CheckedCitationList>;
    try {
      checked = await send(request(part));
    } catch (error) {
      if (!isOfLongPart(error) || part.length <= MIN_LENGTH) throw error;
      length = unbroken(window, Math.floor(part.length / 2));
      continue;
    }
    known = checked.body.data;
    if (part.length > MIN_LENGTH && known.some(({ total, records }) => total > 0 && records.length === 0)) {
      length = unbroken(window, Math.floor(part.length / 2));
    } else if (end !== undefined) {
      return { part, checked };
    }
  }
}

/** Whether a shorter part may be accepted: not with a wrong parameter or context, which the error then names. */
function isOfLongPart(error: unknown): boolean {
  if (!(error instanceof LexdexError) || error.status !== 400) return false;
  return !error.details.problems && !error.message.startsWith('"context"');
}

/** The length of the longest start of a text that fits into a request. */
function fitting(text: string, size: (part: string) => number): number {
  let [fits, most] = [0, text.length];
  while (fits < most) {
    const middle = Math.ceil((fits + most) / 2);
    if (size(text.slice(0, middle)) <= MAX_BYTES) fits = middle;
    else most = middle - 1;
  }
  return unbroken(text, fits);
}

function sizeOf(body: CitationsRequest): number {
  return new TextEncoder().encode(JSON.stringify(body)).length;
}

/** The position, or the one before it if it is within a character. */
function unbroken(text: string, position: number): number {
  return position > 0 && text.codePointAt(position - 1)! > 0xffff ? position - 1 : position;
}

/** The end of the last gap in the second half of a text up to a limit. */
function lastEnd(gap: RegExp, text: string, limit: number, isFree = (_: number) => true): number | undefined {
  const ends = [...text.matchAll(gap)].map((match) => match.index + match[0].length);
  return ends.filter((end) => end > limit / 2 && end <= limit && isFree(end)).at(-1);
}

/**
 * The position at which a text without paragraphs is divided: after a sentence or a word, and in no citation. Undefined
 * if the citations are not known yet.
 */
function endBetween(known: CheckedCitation[] | undefined, text: string): number | undefined {
  if (!known) return undefined;
  const limit = text.length - MARGIN;
  const inside = new Set<number>();
  const units = unitsOf(text);
  for (const citation of known) {
    const [start, end] = [units[citation.span.start], units[citation.span.end]];
    if (start === undefined || end === undefined) break;
    const whole = withSurroundings(citation, start, end, text);
    for (let position = whole.start + 1; position < whole.end; position++) inside.add(position);
  }
  const isFree = (end: number) => !inside.has(end);
  return lastEnd(SENTENCE_END, text, limit, isFree) ?? lastEnd(SPACE, text, limit, isFree) ?? unbroken(text, limit);
}

/** A citation from the name before it to the pin cite and the parenthesis after it. */
function withSurroundings({ name, pinCite, year, court }: CheckedCitation, start: number, end: number, text: string) {
  // A name that is not there leaves the start as it is.
  const named = name ? text.slice(0, start).lastIndexOf(name.written) : -1;
  for (const written of [pinCite, year || court ? ")" : undefined]) {
    const after = written ? text.slice(end, end + AFTER).indexOf(written) : -1;
    if (written && after >= 0) end += after + written.length;
  }
  return { start: named >= 0 ? named : start, end };
}

/** The position of each Unicode character in UTF-16 code units, and that of the end. */
function unitsOf(text: string): number[] {
  const units = [0];
  let unit = 0;
  for (const char of text) units.push((unit += char.length));
  return units;
}

/** The sums of the counts, and the context after the last part. */
function sum(metas: CitationsMeta[]): CitationsMeta {
  const [first, ...others] = metas as [CitationsMeta, ...CitationsMeta[]];
  const statuses = { ...first.statuses };
  let { total } = first;
  for (const meta of others) {
    total += meta.total;
    for (const status of Object.keys(statuses) as (keyof typeof statuses)[]) statuses[status] += meta.statuses[status];
  }
  const context = metas.at(-1)?.context;
  return { total, statuses, ...(context !== undefined && { context }) };
}
