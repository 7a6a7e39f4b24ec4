// The forms that try the endpoints in the API docs: a field for each parameter, and a button that sends the request.

import { announce, h, number } from "./dom.js";
import { responseOf } from "./response.js";

/** The address of the service. It is the start of this file's address. */
export const SERVICE = new URL("..", import.meta.url).href.slice(0, -1);

const TIMEOUT = 30_000;

/** The maximum number of bytes of a body that are read. */
const MAX_READ = 1 << 20;

/**
 * Shows the form of an endpoint in its box. The code uses the box, not the form, because a field named like a property
 * of the form would hide it.
 */
export function prepare(box) {
  const response = box.querySelector(".response");
  let corrections = [];
  let running = new AbortController();
  box.hidden = false;
  box.addEventListener("toggle", () => startAtBuild(box), { once: true });
  box.addEventListener("focusin", ({ target }) => explain(box, target));
  box.addEventListener("change", ({ target }) => exchangeExample(box, target));
  for (const button of box.querySelectorAll("[type=button]")) button.addEventListener("click", () => add(button));
  box.addEventListener("submit", async (event) => {
    event.preventDefault();
    running.abort();
    running = new AbortController();
    const { signal } = running;
    corrections.forEach((undo) => undo());
    response.replaceChildren(h("p", {}, "Sending…"));
    announce("Sending");
    const sent = await exchange(box, signal);
    if (signal.aborted) return;
    response.replaceChildren(...responseOf(box.id, sent));
    announce(sent.outcome);
    corrections = problemsOf(sent.text).map((problem) => correct(box, problem)).filter(Boolean);
    const wrong = box.querySelector("[aria-invalid]");
    if (wrong) wrong.focus();
    else response.firstChild.scrollIntoView({ block: "nearest" });
  });
}

/** Sends the request of the fields. Without a response, the outcome says why. */
async function exchange(box, signal) {
  const start = performance.now();
  try {
    const [url, options] = requestOf(box);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
    const response = await fetch(url, { ...options, cache: "no-store", signal: limit });
    const body = await bodyOf(response);
    const status = `${response.status} ${response.statusText}`.trim();
    const size = `${body.isWhole ? "" : "the first "}${number(body.size)} bytes`;
    const time = `${number(Math.round(performance.now() - start))} ms`;
    return { url, options, response, ...body, outcome: `${status}, ${size} in ${time}` };
  } catch ({ message }) {
    return { text: "", outcome: `No response: ${message}` };
  }
}

/** The request of the fields: its address, and the options of `fetch`. */
function requestOf(box) {
  let { method, path } = box.dataset;
  const query = new URLSearchParams();
  const headers = {};
  let body;
  for (const { name, value, type, checked, dataset } of fieldsOf(box)) {
    if (value === "" || (type === "checkbox" && !checked)) continue;
    if (dataset.in === "path" && /^\.\.?$/.test(value)) throw new Error(`No address can have the ${name} ${value}`);
    if (dataset.in === "path") path = path.replace(`{${name}}`, () => encodeURIComponent(value));
    else if (dataset.in === "header") headers[name] = value;
    else if (dataset.in === "body") body = value;
    else if ("joined" in dataset && query.has(name)) query.set(name, `${query.get(name)},${value}`);
    else query.append(name, value);
  }
  const search = query.size ? `?${query}` : "";
  return [new URL(`${SERVICE}${path}${search}`).href, { method, headers, body }];
}

function fieldsOf(box) {
  return [...box.querySelectorAll("[name]")];
}

/** The text of a body, up to the maximum. The rest is not read. */
async function bodyOf({ body }) {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let [text, size] = ["", 0];
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    const read = value.subarray(0, MAX_READ - size);
    text += decoder.decode(read, { stream: true });
    size += read.length;
    if (size === MAX_READ) {
      await reader.cancel();
      return { text, size, isWhole: false };
    }
  }
  return { text: text + decoder.decode(), size, isWhole: true };
}

/** The problems that an error lists. A proxy may respond with something else. */
function problemsOf(text) {
  try {
    const { problems } = JSON.parse(text).details;
    return Array.isArray(problems) ? problems : [];
  } catch {
    return [];
  }
}

/** Shows a problem beside its field. Returns a function that removes it. */
function correct(box, { parameter, message, value: wrong }) {
  const fields = fieldsOf(box).filter(({ name }) => name === parameter);
  const field = fields.find(({ value }) => value === wrong) ?? fields[0];
  if (!field) return null;
  const id = `${box.id}-problem-${fieldsOf(box).indexOf(field)}`;
  const note = h("p", { class: "problem", id }, String(message));
  const described = field.getAttribute("aria-describedby") ?? "";
  field.closest(".field").append(note);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", `${id} ${described}`.trim());
  return () => {
    note.remove();
    field.removeAttribute("aria-invalid");
    field.setAttribute("aria-describedby", described);
  };
}

/** Shows the description of the focused field, copied from the table of parameters. */
function explain(box, target) {
  const described = target.closest("[aria-describedby]")?.getAttribute("aria-describedby");
  const description = described && document.getElementById(described.split(" ").at(-1));
  if (!description) return;
  const parts = [...description.parentElement.cells].map((cell) => h("div", {}, ...cell.cloneNode(true).childNodes));
  box.querySelector(".help").replaceChildren(...parts);
}

/** Adds a field for another value of a parameter. */
function add(button) {
  const field = button.parentElement;
  const inputs = field.querySelectorAll("input");
  const input = inputs[0].cloneNode();
  input.value = "";
  input.removeAttribute("id");
  input.removeAttribute("aria-invalid");
  input.setAttribute("aria-label", `${input.name}, value ${inputs.length + 1}`);
  field.append(input);
  input.focus();
}

/** Replaces the example of a body when its type changes. */
function exchangeExample(box, { options, selectedOptions }) {
  const body = box.querySelector("textarea");
  const examples = [...options ?? []].map(({ dataset }) => dataset.example);
  if (body && examples.includes(body.value)) body.value = selectedOptions[0].dataset.example;
}

/** Fills a field for a build with the current build, from the headers of this page. */
async function startAtBuild(box) {
  const field = box.querySelector("[data-format=build-or-time]");
  if (!field) return;
  const response = await fetch(`${SERVICE}/docs`, { method: "HEAD" }).catch(() => null);
  const build = response?.headers.get("Lexdex-Build");
  if (build && field.value === field.defaultValue) field.value = build;
}
