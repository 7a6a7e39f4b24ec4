// Creates elements. Text is inserted as text nodes, so that no content of a record or an address becomes markup.

/** The name of the site, from the header. */
export const NAME = document.querySelector(".brand").textContent.trim();

/** An element with attributes, handlers (onclick, ...) and children. Null and false values are left out. */
export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return element;
}

/** Redraws a part of the page. The focus stays on its control, or moves to the nearest remaining one. */
export function redraw(part, ...children) {
  const { activeElement } = document;
  const had = part.contains(activeElement) && activeElement !== part;
  const { id } = activeElement;
  part.replaceChildren(...children.flat(Infinity).filter((child) => child != null && child !== false));
  if (!had) return;
  const again = id && document.getElementById(id);
  const next = again || part.querySelector("a, button, input, select") || document.querySelector("h1");
  next.focus({ preventScroll: true });
}

/** Announces texts to screen readers, each as a sentence. */
export function announce(...texts) {
  const sentences = texts.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`));
  document.getElementById("status").textContent = texts.length > 1 ? sentences.join(" ") : texts[0];
}

/** A number with separators. */
export function number(value) {
  return value.toLocaleString("en-US");
}

/** A number with its unit: "1,358 cases", "1 case". */
export function counted(value, { one, many }) {
  return `${number(value)} ${value === 1 ? one : many}`;
}

const DAY = { year: "numeric", month: "long", day: "numeric" };

/** A date of the API in words, as a text and as an element. */
export function dayText(date) {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString("en-US", { ...DAY, timeZone: "UTC" });
}

export function day(date) {
  return h("time", { datetime: date }, dayText(date));
}

/** The day of the visitor in words. */
export function today() {
  return new Date().toLocaleDateString("en-US", DAY);
}

/** The days from one date to another. */
export function days(first, last) {
  return first === last ? [day(first)] : [day(first), " to ", day(last)];
}
