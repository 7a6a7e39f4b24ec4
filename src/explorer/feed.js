// The feed of what is new in a list, where the server has one.

import { h } from "./dom.js";

const TYPE = "application/atom+xml";

/** A link to a feed. */
export function linkToFeed(address) {
  return h("a", { id: "feed", href: address, type: TYPE }, "Feed", h("span", { class: "wide" }, " of what is new"));
}

/** Names the feed of the view to feed readers, or none. */
export function offerFeed(address) {
  document.querySelector(`link[type="${TYPE}"]`)?.remove();
  if (address) document.head.append(h("link", { rel: "alternate", type: TYPE, title: document.title, href: address }));
}
