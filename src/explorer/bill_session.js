// The session of a bill, from its id: `federal-117` of `federal-117-hr-3684`, `wy-2025` of `wy-2025-sf0006`.

import { day } from "./dom.js";

/** The year in which the first Congress began. Each lasts two years, since 1935 until January 3. */
const FIRST_YEAR = 1789;

/**
 * The session of a bill: its id as a value of the filter, its name, and the day on which it had ended, if that day is
 * past. A state's session is taken to have ended a month after the last year in its name. Null if the id has no session.
 */
export function sessionOf({ id, jurisdictionId, billNumber }) {
  const rest = id.startsWith(`${jurisdictionId}-`) ? id.slice(jurisdictionId.length + 1) : "";
  const number = partOf(rest, jurisdictionId, billNumber);
  if (!number) return null;
  const session = rest.slice(0, rest.length - number.length - 1);
  const value = `${jurisdictionId}-${session}`;
  if (jurisdictionId === "federal") {
    const ended = past(new Date(Date.UTC(FIRST_YEAR + 2 * Number(session), 0, 3)));
    return { value, name: `${ordinal(Number(session))} Congress`, ended };
  }
  const years = session.match(/\b(?:19|20)\d\d\b/g);
  const ended = years && past(new Date(Date.UTC(Math.max(...years) + 1, 1, 1)));
  return { value, name: inWords(session), ended };
}

/** Words that say that the session of a pending bill has ended; null if it has not, or if that is not known. */
export function endOfSession(record) {
  const session = record.status === "signed" || !record.billNumber ? null : sessionOf(record);
  if (!session?.ended) return null;
  if (record.jurisdictionId !== "federal") return [`the session ${session.name} has ended`];
  return [`the ${session.name} ended on `, day(session.ended.toISOString().slice(0, 10))];
}

/** The part of an id after the session: the number, in another spelling. */
function partOf(rest, jurisdictionId, billNumber) {
  if (jurisdictionId === "federal") return rest.match(/^\d+-(.+)$/)?.[1];
  const plain = (text) => text.toLowerCase().replaceAll(/[^a-z\d]/g, "").replaceAll(/(?<!\d)0+/g, "");
  const starts = [...rest.matchAll(/-/g)].map(({ index }) => index + 1).reverse();
  const start = starts.find((at) => plain(rest.slice(at)) === plain(billNumber ?? ""));
  return start && rest.slice(start);
}

function past(date) {
  return date < new Date() ? date : null;
}

function ordinal(number) {
  const ending = new Intl.PluralRules("en-US", { type: "ordinal" }).select(number);
  return number + { one: "st", two: "nd", few: "rd", other: "th" }[ending];
}

/** `2017-2018`, `87R`, `2021 regular`. */
function inWords(session) {
  return session.replaceAll("-", " ").replaceAll(/(\d{4}) (?=\d{4}\b)/g, "$1-")
    .replaceAll(/\b\d+(?!st\b|nd\b|rd\b|th\b)[a-z]\w*/g, (word) => word.toUpperCase());
}
