// The feed of the new and changed records of a list, or of a record, if the server has one.

import { h } from "./dom.js";

const TYPE = "application/atom+xml";

/** A link to a feed of a list, or of the changes of a record. */
export function linkToFeed(address, what = "new and changed records") {
  return h("a", { id: "feed", href: address, type: TYPE }, "Feed", h("span", { class: "wide" }, ` of ${what}`));
}

/** The reason why there is no feed. */
export const NO_FEED = "No feed: this server keeps no earlier builds of its index.";

/** Sets or removes the link to the view's feed for feed readers. */
export function offerFeed(address) {
  document.querySelector(`link[type="${TYPE}"]`)?.remove();
  if (address) document.head.append(h("link", { rel: "alternate", type: TYPE, title: document.title, href: address }));
}
