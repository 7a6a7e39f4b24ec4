// The outcomes of checked citations, in words.

import { dayText } from "./dom.js";

/** The outcomes in the order in which they are shown: a label, and the meaning for the reader. */
export const OUTCOMES = {
  cannot_exist: {
    label: "Cannot exist",
    means: "No decision can have this citation: its reporter ended before the volume or began after the year, the "
      + "year is in the future, or the page is 0.",
  },
  differs: {
    label: "Name or year differs",
    means: "A record of this index has the citation, but the name or the year beside it is not that of the record.",
  },
  not_in_index: {
    label: "Not in this index",
    means: "No record of this index has the citation. It is probably wrong where the index is complete, and may exist "
      + "elsewhere.",
  },
  repealed: {
    label: "Repealed",
    means: "A record of this index has the citation, but in its source the section is repealed.",
  },
  ambiguous: {
    label: "Ambiguous",
    means: "Several records have the citation, and the name beside it does not select one of them.",
  },
  unresolved: {
    label: "Unclear short form",
    means: "It is a short form, id. or supra, and the text before it does not say which one citation is meant.",
  },
  not_a_citation: {
    label: "Not a citation",
    means: "It has the form of a citation, but no reporter of that name is known.",
  },
  not_checkable: {
    label: "Not checkable",
    means: "No index has such a text: a regulation, a rule, a constitution, a treatise, an article, or a number of "
      + "Westlaw or Lexis.",
  },
  found: {
    label: "Found",
    means: "A record of this index has the citation, and the name and the year beside it agree if they are given. "
      + "Of a range of sections, only the first is looked up. Quoted words, courts and pin pages are not compared.",
  },
};

/** The outcome of a citation: its status, "differs", or "repealed". */
export function outcomeOf({ status, name, year, records }) {
  if (status !== "found") return status;
  if (name?.agrees === false || year?.agrees === false) return "differs";
  return records.some(({ repealed }) => repealed) ? "repealed" : status;
}

/** Whether a person has to review a citation of this outcome. */
export function isToReview(outcome) {
  return outcome !== "found" && outcome !== "not_checkable";
}

/** How sure an outcome is: "good", "bad", "doubtful" or "plain". It selects the color. */
export function toneOf({ outcome, complete }) {
  if (outcome === "found") return "good";
  if (["cannot_exist", "differs", "repealed"].includes(outcome) || complete) return "bad";
  return ["not_checkable", "not_a_citation"].includes(outcome) ? "plain" : "doubtful";
}

/** The reason of an outcome in one or two sentences; empty for a citation that is found. */
export function reasonOf(citation) {
  const { outcome, total } = citation;
  if (outcome === "differs") return differenceOf(citation);
  if (outcome === "cannot_exist") return impossibilityOf(citation);
  if (outcome === "not_in_index") return doubtOf(citation);
  if (outcome === "repealed") {
    return `Repealed in the source of ${dayText(citation.records.find(({ repealed }) => repealed).repealed)}.`;
  }
  if (outcome === "ambiguous") return `${total.toLocaleString("en-US")} records have it.`;
  return outcome === "found" ? "" : OUTCOMES[outcome].means;
}

function differenceOf({ name, year, records: [record] }) {
  return [
    name?.agrees === false && `Written as “${name.written}”, but the record is “${record?.name}”.`,
    year?.agrees === false && `Written with ${year.written}, but decided in ${yearOf(record)}.`,
  ].filter(Boolean).join(" ");
}

function impossibilityOf({ normalized, year }) {
  if (/\s0$/.test(normalized)) return "No reporter has a page 0.";
  if (year && year.written > new Date().getFullYear()) return `The year ${year.written} is in the future.`;
  return `Its reporter ended before this volume${year ? `, or began after ${year.written}` : ""}.`;
}

function doubtOf({ complete }) {
  if (complete) return "This index is complete there, so the citation is probably wrong.";
  if (complete === false) return "This index is not complete there, so it may exist.";
  return "It may exist: which court or code it names, and so whether this index is complete there, is not known.";
}

/** The year of a record's date; empty for a statute, whose date is not that of its citation. */
export function yearOf(record) {
  return record?.date && record.resource !== "statutes" ? record.date.slice(0, 4) : "";
}
