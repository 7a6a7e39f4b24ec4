// Examples for the start page, from the largest lists and topics of the served index.

import { addressOf } from "./address.js";
import { h } from "./dom.js";
import { LISTS } from "./lists.js";

/** Links to examples, from the entries of the coverage and from the topics and the courts of the index. */
export function examples(entries, topics, courts) {
  const lists = listsWithRecords(entries);
  const shown = new Set();
  const topTopic = (count) => {
    const topic = most(topics.filter(({ tag }) => !shown.has(tag)), count);
    shown.add(topic?.tag);
    return topic;
  };
  const anyTopic = topTopic(({ counts }) => lists.reduce((sum, { list }) => sum + counts[list], 0));
  const court = most(courts, ({ id, cases }) => (id ? cases : 0));
  const ofLists = lists.map((list) => [list, topTopic(({ counts }) => counts[list.list])]);
  const state = most(entries.filter(({ jurisdictionId }) => jurisdictionId !== "federal"), ({ records }) => records);
  return [
    anyTopic && example(addressOf({ list: "" }, { q: anyTopic.label }), anyTopic.label),
    court && example(addressOf(LISTS.cases, { court: court.id }), court.name),
    ofLists.map(([list, topic]) =>
      topic && example(addressOf(list, { topic: topic.tag }), `${list.name}: ${topic.label}`)),
    state && example(addressOf(LISTS[state.resource], { jurisdiction: state.jurisdictionId }, "map"),
      `${LISTS[state.resource].name} from ${state.jurisdiction}`),
  ];
}

/** The lists that have records. */
export function listsWithRecords(entries) {
  const hasRecords = ({ list }) => entries.some(({ resource, records }) => resource === list && records > 0);
  return Object.values(LISTS).filter(hasRecords);
}

/** The first entry with the highest number; undefined if that is 0. */
export function most(items, numberOf) {
  const highest = Math.max(0, ...items.map(numberOf));
  return highest > 0 ? items.find((item) => numberOf(item) === highest) : undefined;
}

function example(address, text) {
  return h("a", { class: "tag", href: address }, text);
}
