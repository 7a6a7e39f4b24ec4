// The request of a view as code, to copy.

import { requestOf } from "./address.js";
import { copyButton } from "./copy.js";
import { h } from "./dom.js";
import { LANGUAGES } from "./snippets.js";

let language = "curl";

/** The request of a view in each language. One is shown at a time. */
export function code(view) {
  const text = h("code");
  const block = h("pre", { tabindex: 0, "aria-label": "The request" }, text);
  const show = () => (text.textContent = LANGUAGES[language](view));
  show();
  const radios = Object.keys(LANGUAGES).map((name) =>
    h("label", {},
      h("input", {
        type: "radio", name: "language", id: `in-${name.replace(" ", "-")}`, checked: name === language,
        onchange: () => {
          language = name;
          show();
        },
      }),
      h("span", {}, name)));
  return [
    h("div", { class: "row" },
      h("fieldset", { class: "segments" }, h("legend", { class: "unseen" }, "Language"), radios),
      copyButton("copy", "Copy", block),
      h("a", { href: requestOf(view), target: "_blank" }, "Open the response")),
    block,
  ];
}
