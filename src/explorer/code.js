// The request of a view as code, to copy.

import { copyButton } from "./copy.js";
import { h } from "./dom.js";

const LANGUAGES = {
  URL: (url) => url,
  curl: (url) => `curl '${url}'`,
  Python: (url, isList) => `import json
from urllib.request import urlopen

with urlopen("${url}") as response:
    answer = json.load(response)
${isList ? `print(answer["meta"]["total"], "in all")
for record in answer["data"]:
    print(record["id"])` : `print(answer["data"])`}`,
  JavaScript: (url, isList) => `const response = await fetch("${url}");
const answer = await response.json();
if (!response.ok) throw new Error(answer.error);
${isList ? `console.log(answer.meta.total, "in all");
for (const record of answer.data) console.log(record.id);` : "console.log(answer.data);"}`,
  Rust: (url, isList) => `// cargo add serde_json; cargo add ureq --features json
fn main() -> Result<(), ureq::Error> {
    let url = "${url}";
    let answer: serde_json::Value = ureq::get(url).call()?.body_mut().read_json()?;
${isList ? `    println!("{} in all", answer["meta"]["total"]);
    for record in answer["data"].as_array().into_iter().flatten() {
        println!("{}", record["id"]);
    }` : `    println!("{:#}", answer["data"]);`}
    Ok(())
}`,
};

let language = "curl";

/** The request in each language. One is shown at a time. */
export function code(request, { isList }) {
  const url = location.origin + request;
  const text = h("code");
  const block = h("pre", { tabindex: 0, "aria-label": "The request" }, text);
  const show = () => (text.textContent = LANGUAGES[language](url, isList));
  show();
  const radios = Object.keys(LANGUAGES).map((name) =>
    h("label", {},
      h("input", {
        type: "radio", name: "language", id: `in-${name}`, checked: name === language,
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
      h("a", { href: request, target: "_blank" }, "Open the answer")),
    block,
  ];
}
