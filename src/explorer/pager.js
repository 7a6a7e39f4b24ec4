// Links to the other pages of a list.

import { addressOf } from "./address.js";
import { h, number } from "./dom.js";
import { go } from "./navigation.js";

/** The links to the other pages, or null if there is only one page. */
export function pager({ list, query, panel }, { total, limit, offset }) {
  const nPages = Math.ceil(total / limit);
  const page = Math.floor(offset / limit) + 1;
  if (nPages < 2 && page === 1) return null;
  const addressAt = (wanted) => {
    const there = new URLSearchParams(query);
    there.delete("offset");
    if (wanted > 1) there.set("offset", (wanted - 1) * limit);
    return addressOf(list, there, panel);
  };
  const link = (id, wanted, text) => wanted !== page && wanted >= 1 && wanted <= nPages
    ? h("a", { id: `page-${id}`, class: "button", href: addressAt(wanted), rel: id }, text)
    : h("span", { class: "button off", "aria-hidden": "true" }, text);
  const jump = h("form", { class: "jump" },
    h("label", { for: "page" }, "Page"),
    h("input", { id: "page", type: "number", min: 1, max: nPages, value: page, required: true }),
    h("span", {}, `of ${number(nPages)}`),
    h("button", {}, "Go"));
  jump.addEventListener("submit", (event) => {
    event.preventDefault();
    go(addressAt(Number(jump.elements.page.value)));
  });
  return h("nav", { class: "pager", "aria-label": "Pages" },
    link("first", 1, "First"),
    link("prev", Math.min(page - 1, nPages), "Previous"),
    jump,
    link("next", page + 1, "Next"),
    link("last", nPages, "Last"));
}
