// The request behind a view in each language.

import { BASE, requestOf } from "./address.js";
import { literal, quoted, shellWord } from "./quote.js";

/**
 * The parameters that are numbers in the clients, and the parameters that choose a page, which code for all pages
 * omits.
 */
const NUMBERS = ["congress"];
const OF_A_PAGE = ["limit", "offset"];

/** Each language with the code for a view. */
export const LANGUAGES = {
  "URL": address, "curl": curlLine, "Command line": commandLine, "Python": python, "TypeScript": typescript, "Rust": rust,
};

function address(view) {
  return location.origin + requestOf(view);
}

function curlLine(view) {
  return `curl ${quoted(address(view))}`;
}

function commandLine({ list, id, query }) {
  const selection = id === undefined ? [...query].map(flag) : [shellWord(id)];
  return ["lexdex get", list.list, ...selection, "--server", shellWord(server())].join(" ");
}

/** A flag of the command line with its value. A value that begins with a hyphen is joined to the name. */
function flag([name, value]) {
  return `--${name.replaceAll("_", "-")}${value.startsWith("-") ? "=" : " "}${shellWord(value)}`;
}

function python({ list, id, query }) {
  const start = `from lexdex import Lexdex

client = Lexdex(${literal(server())})
`;
  if (id !== undefined) return `${start}print(client.${list.list}.get(${literal(id)}))`;
  const given = parametersOf(query).map(([name, value]) => `${name}=${literal(value)}`);
  return `${start}records = client.${list.list}.iter(${given.join(", ")})
print(records.total, "in all")
for record in records:
    print(${query.has("fields") ? "record" : "record.id"})`;
}

function typescript({ list, id, query }) {
  const start = `import { Lexdex } from "lexdex";

const client = new Lexdex(${literal(server())});
`;
  if (id !== undefined) return `${start}console.log(await client.${list.list}.get(${literal(id)}));`;
  const given = parametersOf(query).map(([name, value]) => `${name}: ${literal(value)}`);
  return `${start}const records = client.${list.list}.iter(${given.length ? `{ ${given.join(", ")} }` : ""});
console.log(await records.total(), "in all");
for await (const record of records) {
  console.log(${query.has("fields") ? "record" : "record.id"});
}`;
}

function rust(view) {
  const rest = view.id === undefined ? `    println!("{} in all", answer["meta"]["total"]);
    for record in answer["data"].as_array().into_iter().flatten() {
        println!("{}", record["id"]);
    }` : `    println!("{:#}", answer["data"]);`;
  return `// cargo add serde_json; cargo add ureq --features json
fn main() -> Result<(), ureq::Error> {
    let url = "${address(view)}";
    let answer: serde_json::Value = ureq::get(url).call()?.body_mut().read_json()?;
${rest}
    Ok(())
}`;
}

/** The address of the service. */
function server() {
  return location.origin + BASE;
}

/** The parameters for the clients: a list of values if a parameter has several. */
function parametersOf(query) {
  const names = [...new Set(query.keys())].filter((name) => !OF_A_PAGE.includes(name));
  return names.map((name) => {
    if (name === "fields") return [name, query.get(name).split(",")];
    const values = query.getAll(name).map((value) => (NUMBERS.includes(name) ? Number(value) : value));
    return [name, values.length === 1 ? values[0] : values];
  });
}
