// A response in the API docs, with its request. All of it is inserted as text.

import { copyButton } from "./copy.js";
import { h, number } from "./dom.js";
import { quoted } from "./quote.js";

/** The number of characters of a body that are shown at first. */
const MAX_SHOWN = 10_000;

/** The headers that are shown. The others are about the transport. */
const HEADERS = [
  "Content-Type", "Content-Disposition", "Lexdex-Build", "ETag", "Last-Modified", "Link", "X-RateLimit-Limit",
  "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After", "Allow", "Accept-Post", "X-Request-Id",
];

/** Addresses in JSON, which are whole texts, and in the header `Link`. */
const IN_JSON = /(?<=")((?:https?:\/|\/[^"\s]*api\/v1)\/[^"\\\s]+)(?=")/;
const IN_LINK = /(?<=<)([^<>]+)(?=>)/;

/** The outcome of a request, and what was sent and received. */
export function responseOf(id, { outcome, url, options, response, text, isWhole }) {
  const heading = h("p", { class: "outcome" }, outcome);
  if (!response) return [heading];
  const isRead = options.method === "GET";
  const address = isRead ? h("a", { href: url }, url) : h("code", {}, url);
  const command = h("code", {}, curlOf(url, options));
  const isFile = !isWhole || response.headers.has("Content-Disposition");
  return [
    heading,
    h("h4", {}, "Request"),
    h("p", {}, h("code", {}, options.method), " ", address),
    response.redirected && h("p", {}, "Redirected to ", h("a", { href: response.url }, response.url)),
    h("pre", { tabindex: 0 }, command),
    h("p", { class: "row" },
      copyButton(`${id}-copy-address`, "Copy the address", address),
      copyButton(`${id}-copy-command`, "Copy the command", command)),
    h("h4", {}, "Headers"),
    h("dl", {}, headersOf(response)),
    text && h("h4", {}, "Body"),
    text && bodyOf(text, response),
    isFile && isRead && h("p", {}, h("a", { class: "button", href: url, download: "" }, "Download all")),
  ].flat().filter(Boolean);
}

function curlOf(url, { headers, body }) {
  const flags = Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`);
  const data = body === undefined ? [] : [`--data-raw ${quoted(body)}`];
  return [`curl ${quoted(url)}`, ...flags, ...data].join(" \\\n  ");
}

function headersOf({ headers, url }) {
  return HEADERS.filter((name) => headers.has(name)).map((name) => {
    const value = headers.get(name);
    return [h("dt", {}, name), h("dd", {}, name === "Link" ? linked(value, IN_LINK, url) : value)];
  });
}

/** The beginning of a body, and a button that shows all of it. */
function bodyOf(body, { headers, url }) {
  const isJson = /^application\/json\b/.test(headers.get("Content-Type"));
  const text = isJson ? indented(body) : body;
  const pre = h("pre", { tabindex: 0 });
  const fill = (part) => pre.replaceChildren(...(isJson ? linked(part, IN_JSON, url) : [part]));
  fill(text.slice(0, MAX_SHOWN));
  const rest = h("button", {
    type: "button", class: "plain",
    onclick: () => {
      fill(text);
      pre.focus();
      rest.remove();
    },
  }, `Show all ${number(text.length)} characters`);
  return text.length > MAX_SHOWN ? [pre, h("p", {}, rest)] : [pre];
}

/** Indents JSON, with a value on each line. Tokens are not changed, and the end may be missing. */
function indented(json) {
  let depth = 0;
  const line = (change) => `\n${"  ".repeat(depth = Math.max(depth + change, 0))}`;
  return json.replaceAll(/"(?:[^"\\]|\\.)*"?|\{\s*\}|\[\s*\]|[{}[\],:]|\s+/g, (token) => {
    if (token === "{" || token === "[") return token + line(1);
    if (token === "}" || token === "]") return line(-1) + token;
    if (token === ",") return token + line(0);
    if (token === ":") return ": ";
    return token.trim();
  });
}

/** Turns the parts of a text that match a pattern into links if they are HTTP URLs. */
function linked(text, pattern, base) {
  return text.split(pattern).map((part, idx) => {
    const href = idx % 2 && URL.canParse(part, base) && new URL(part, base).href;
    return href && /^https?:/.test(href) ? h("a", { href }, part) : part;
  });
}
