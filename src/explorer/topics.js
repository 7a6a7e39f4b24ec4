// Finds the topic that a search names, because more records have the topic than the word.

import { BASE, addressOf, filtersOf } from "./address.js";
import { ask, Trouble } from "./api.js";
import { counted, h } from "./dom.js";

const PATH = `${BASE}/api/v1/topics`;

/** The topics of the index, with the number of records of each list. */
export async function topics(signal) {
  return (await ask(PATH, signal)).data;
}

/** The topic whose name or alias is the whole search. Null if no topic has that name, or if the query has filters. */
export async function topicNamed(query, signal) {
  const wanted = folded(query.get("q") ?? "");
  const isFiltered = [...filtersOf(query).keys()].some((name) => name !== "q" && name !== "match");
  if (!wanted || isFiltered) return null;
  const isMeant = ({ tag, label, aliases }) => [tag, label, ...aliases].some((name) => folded(name) === wanted);
  try {
    return (await topics(signal)).find(isMeant) ?? null;
  } catch (error) {
    if (signal.aborted || !(error instanceof Trouble)) throw error;
    return null;
  }
}

/** A line with links to the records of a topic in some lists; null if the lists have no such record. */
export function linkToTopic({ tag, label, counts }, lists) {
  const links = lists.filter(({ list }) => counts[list]).map((list, idx) => [
    idx > 0 && ", ",
    h("a", { id: `topic-${list.list}`, href: addressOf(list, { topic: tag }) }, counted(counts[list.list], list)),
  ]);
  return links.length ? h("p", {}, `Topic ${label}: `, links) : null;
}

function folded(name) {
  return name.trim().toLowerCase().replaceAll(/[\s_-]+/g, " ");
}
