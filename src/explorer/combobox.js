// Suggestions below the search box: an editable combobox with a list, by the patterns of WAI-ARIA.

import { Trouble, suggestionsFor } from "./api.js";
import { announce, h } from "./dom.js";
import { go } from "./navigation.js";
import { addressOfSuggestion, described } from "./suggestions.js";

/** The pause in typing after which suggestions are requested, in milliseconds. */
const PAUSE = 150;

/** Adds suggestions to a text field. Returns the field with its list, and whether a suggestion is selected. */
export function combobox(input) {
  const list = h("ul", { id: "suggestions", role: "listbox", "aria-label": "Suggestions", hidden: true });
  const attributes = {
    role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": "suggestions",
  };
  Object.entries(attributes).forEach(([name, value]) => input.setAttribute(name, value));
  let shown = [];
  let active = -1;
  let pause = null;
  let isAsking = false;
  /** The text to show suggestions for; null once the list is closed. */
  let wanted = null;

  const close = () => {
    clearTimeout(pause);
    pause = null;
    wanted = null;
    list.hidden = true;
    shown = [];
    activate(-1);
    input.setAttribute("aria-expanded", "false");
  };

  const activate = (idx) => {
    active = idx;
    [...list.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === idx)));
    if (idx < 0) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", list.children[idx].id);
    list.children[idx].scrollIntoView({ block: "nearest" });
  };

  const choose = (idx) => {
    const address = addressOfSuggestion(shown[idx]);
    close();
    go(address);
  };

  const show = (suggestions) => {
    shown = suggestions;
    list.replaceChildren(...suggestions.map((suggestion, idx) =>
      h("li", { id: `suggestion-${idx}`, role: "option", "aria-selected": "false", onclick: () => choose(idx) },
        described(suggestion))));
    activate(-1);
    list.hidden = suggestions.length === 0;
    input.setAttribute("aria-expanded", String(!list.hidden));
    const many = suggestions.length === 1 ? "suggestion" : "suggestions";
    announce(suggestions.length ? `${suggestions.length} ${many}` : "No suggestions");
  };

  /** Requests suggestions for the text of the field, one request at a time. */
  const suggest = async () => {
    const q = wanted;
    if (isAsking || q === null) return;
    if (!q) return close();
    isAsking = true;
    try {
      const suggestions = await suggestionsFor(q, new AbortController().signal);
      if (wanted === q) suggestions ? show(suggestions) : close();
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      close();
    } finally {
      isAsking = false;
    }
    // The text has changed during the request, and the pause after the change is over.
    if (wanted !== null && wanted !== q && pause === null) suggest();
  };

  const wait = () => {
    wanted = input.value.trim();
    clearTimeout(pause);
    pause = setTimeout(() => {
      pause = null;
      suggest();
    }, PAUSE);
  };

  const step = (by) => {
    const places = shown.length + 1;
    activate(((active + 1 + by + places) % places) - 1);
  };

  const clear = () => {
    input.value = "";
    input.dispatchEvent(new Event("input"));
  };

  const KEYS = {
    ArrowDown: () => (shown.length ? step(1) : wait()),
    ArrowUp: () => step(-1),
    Escape: () => (list.hidden ? clear() : close()),
  };

  input.addEventListener("input", wait);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && active >= 0) {
      event.preventDefault();
      choose(active);
    } else if (KEYS[event.key]) {
      event.preventDefault();
      KEYS[event.key]();
    }
  });
  // A press on the list must keep the focus in the field.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("mousedown", (event) => event.preventDefault());
  return { field: h("div", { class: "combobox" }, input, list), close, isChoosing: () => active >= 0 };
}
