// The search box.

import { addressOf, addressOfAll, queryNow, withValues } from "./address.js";
import { combobox } from "./combobox.js";
import { h } from "./dom.js";
import { LISTS } from "./lists.js";
import { go } from "./navigation.js";

/** The pause after which typing counts as finished, in milliseconds. */
const PAUSE = 600;

/** The form of a list's view. The view follows its text. */
export function searchIn(list) {
  let pause = null;
  const input = box();
  const { field, close, isChoosing } = combobox(input);
  const search = (how) => {
    clearTimeout(pause);
    const words = input.value.trim();
    if (words === (queryNow().get("q") ?? "")) return;
    go(addressOf(list, withValues(queryNow(), { q: words }), location.hash.slice(1)), how);
  };
  input.addEventListener("input", () => {
    clearTimeout(pause);
    // The view does not change while a suggestion is being chosen.
    pause = setTimeout(() => isChoosing() || search({ replace: queryNow().has("q") }), PAUSE);
  });
  const form = h("form", { role: "search", class: "search" }, labelled(field), h("button", {}, "Search"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    close();
    search();
  });
  return { form, input };
}

/** The form of all other views, with a choice of lists. */
export function searchAnywhere(words = "", lists = Object.values(LISTS)) {
  const input = box();
  input.value = words;
  const { field, close } = combobox(input);
  const choices = [["", "Everything"], ...lists.map(({ list, name }) => [list, name])];
  const radios = choices.map(([value, name]) =>
    h("label", {},
      h("input", { type: "radio", name: "in", value, id: `in-${value}`, checked: value === "" }),
      h("span", {}, name)));
  const form = h("form", { role: "search", class: "search" },
    labelled(field),
    h("button", {}, "Search"),
    h("fieldset", { class: "segments" }, h("legend", { class: "unseen" }, "Search in"), radios));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    close();
    const q = input.value.trim();
    const list = LISTS[new FormData(form).get("in")];
    const query = withValues("", { q });
    if (list) go(addressOf(list, query));
    else if (q) go(addressOfAll(query));
  });
  return form;
}

function box() {
  return h("input", {
    type: "text", id: "q", name: "q", autocomplete: "off", maxlength: 1000, enterkeyhint: "search",
    placeholder: "Words or a citation",
  });
}

function labelled(field) {
  return [h("label", { for: "q", class: "unseen" }, "Search for"), field];
}
