// Buttons that copy a text of the page.

import { announce, h } from "./dom.js";

/** A button that copies the text of an element. */
export function copyButton(id, label, element) {
  return h("button", { id, type: "button", class: "plain", onclick: ({ target }) => copy(target, element) }, label);
}

/** Copies the text, or selects it if the browser does not allow copying, as on a page without TLS. */
async function copy(button, element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(element);
    button.textContent = "Selected";
  }
  announce(button.textContent);
}
