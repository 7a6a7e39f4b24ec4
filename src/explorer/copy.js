// Buttons that copy a text of the page.

import { announce, h } from "./dom.js";

/** A button that copies the text of an element. */
export function copyButton(id, label, element) {
  const onclick = ({ target }) => copy(target, element.textContent, element);
  return h("button", { id, type: "button", class: "plain", onclick }, label);
}

/**
 * Copies a text, or selects the element with it if the browser does not allow copying, as on a page without TLS.
 */
export async function copy(button, text, element) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(element);
    button.textContent = "Selected";
  }
  announce(button.textContent);
}
