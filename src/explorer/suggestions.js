// Suggestions: their targets and labels.

import { viewOf } from "./address.js";
import { Trouble, suggestionsFor } from "./api.js";
import { h, number } from "./dom.js";

/** The address of the view for a suggestion. */
export function addressOfSuggestion({ url }) {
  return viewOf(url);
}

/** A suggestion in words. */
export function described({ kind, text, foundBy, count }) {
  return [
    h("span", { class: "text" }, text),
    h("small", {}, [foundBy, kind, count && number(count)].filter(Boolean).join(" · ")),
  ];
}

/** Links to the nearest names for a search without results; null if no name is near. */
export async function nearest(q, signal) {
  // If no name has all words of the search, a name may have one of them.
  const longest = q.split(/\s+/).sort((a, b) => b.length - a.length)[0];
  for (const text of new Set([q, longest])) {
    const found = await orNull(suggestionsFor(text, signal), signal);
    if (found?.length) return linksTo(found);
  }
  return null;
}

/** The topic or court nearest to an unknown filter value; null if none is near. */
export async function filterMeant(name, value, signal) {
  const found = await orNull(suggestionsFor(value.replaceAll(/[-_]+/g, " "), signal), signal);
  const meant = found?.find(({ kind }) => kind === name);
  if (!meant) return null;
  const itsValue = new URL(meant.url, location.href).searchParams.get(name);
  return itsValue === value ? null : { value: itsValue, text: meant.text };
}

/** Waits for suggestions. Failures are ignored, because a view does not depend on them. */
async function orNull(suggestions, signal) {
  try {
    return await suggestions;
  } catch (error) {
    if (signal.aborted || !(error instanceof Trouble)) throw error;
    return null;
  }
}

function linksTo(suggestions) {
  return h("div", { class: "nearest" },
    h("p", {}, "The nearest names:"),
    h("ul", {}, suggestions.map((suggestion, idx) =>
      h("li", {}, h("a", { id: `near-${idx}`, href: addressOfSuggestion(suggestion) }, described(suggestion))))));
}
