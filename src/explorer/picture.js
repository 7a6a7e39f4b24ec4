// Saves a chart as a picture, in SVG or PNG, and copies its numbers.

import { buildNow } from "./api.js";
import { copy } from "./copy.js";
import { NAME, day, h, number, svg } from "./dom.js";

const WIDTH = 960;
const MARGIN = 24;

/** The height of the title, of the source, of a line of small text, and of the part with the bars of a timeline. */
const HEAD = 64;
const FOOT = 72;
const LINE_HEIGHT = 18;
const PLOT = 320;

/** The number of characters on a line of small text and of the title, and the height of a line of the title. */
const COLUMNS = 130;
const TITLE_COLUMNS = 75;
const TITLE_HEIGHT = 26;

/** A timeline of at most so many years has the label of each of them. */
const FEW_YEARS = 7;

/** The height of a row of a chart of sessions, and the width of its labels. */
const ROW = 24;
const LABELS = 300;

/** The width of the scale beside a timeline. */
const SCALE = 72;

/** The pixels of a PNG for each unit of the SVG. */
const PIXELS = 2;

const [INK, SOFT, LINE, BAR] = ["#1a1a1a", "#555555", "#d0d0d0", "#2f5d8a"];

/**
 * The buttons that save a chart and copy its numbers, and its source. `chart` has the title, the filters in words, the
 * warning about missing records, the day of the latest source, the names of the two columns, the rows, each a label and
 * a count, and whether the rows are years. `shown` returns the element that is selected if the browser does not allow
 * copying.
 */
export function pictureTools(chart, shown) {
  const save = (kind, made) => h("button", {
    id: `save-${kind}`, type: "button", class: "plain",
    onclick: async () => download(`${NAME} ${chart.title}.${kind}`, await made()),
  }, `Save as ${kind.toUpperCase()}`);
  const drawn = () => new XMLSerializer().serializeToString(drawing(chart));
  return h("div", { class: "picture" },
    h("p", { class: "hint", id: "source" }, source(chart)),
    h("div", { class: "row" },
      save("svg", () => new Blob([drawn()], { type: "image/svg+xml" })),
      save("png", () => painted(drawn())),
      h("button", {
        id: "copy-table", type: "button", class: "plain",
        onclick: ({ target }) => copy(target, table(chart), shown()),
      }, "Copy the table")));
}

/** The source of a chart: the site, the build of the index, and the day of the latest record. */
function source({ updated }) {
  const asOf = updated ? `, data as of ${day(updated).textContent}` : "";
  return `Source: ${NAME}, index build ${buildNow()?.slice(0, 12) ?? "unknown"}${asOf}`;
}

/** The numbers as lines of two cells, which spreadsheets paste as a table. */
function table({ columns, rows }) {
  return [columns, ...rows].map((cells) => cells.join("\t")).join("\n");
}

/** The picture. Its colors are attributes, because the policy of the page allows no styles in it. */
function drawing(chart) {
  const { title, filters, warning, rows, isOfYears } = chart;
  const most = Math.max(...rows.map(([, count]) => count));
  const body = isOfYears ? columnsOf(rows, most) : linesOf(rows, most);
  const titles = wrapped(title, TITLE_COLUMNS);
  const above = wrapped(filters);
  const below = [warning ?? "", source(chart), location.href].flatMap((text) => wrapped(text));
  const toFilters = (titles.length - 1) * TITLE_HEIGHT;
  const top = toFilters + above.length * LINE_HEIGHT;
  const bottom = top + HEAD + (isOfYears ? PLOT + ROW : rows.length * ROW);
  const height = bottom + FOOT + (below.length - 2) * LINE_HEIGHT;
  const small = (lines, y) => lines.map((line, idx) =>
    label(line, MARGIN, y + idx * LINE_HEIGHT, { fill: SOFT, "font-size": 12 }));
  const viewBox = `0 0 ${WIDTH} ${height}`;
  return svg("svg", { width: WIDTH, height, viewBox, "font-family": "sans-serif", "font-size": 14 },
    svg("rect", { width: WIDTH, height, fill: "#ffffff" }),
    titles.map((line, idx) =>
      label(line, MARGIN, 36 + idx * TITLE_HEIGHT, { "font-size": 20, "font-weight": "bold" })),
    small(above, 56 + toFilters),
    svg("g", { transform: `translate(0 ${top})` }, body),
    small(below, bottom + 36));
}

/** A text in lines of at most so many characters. A longer word is divided. */
function wrapped(text, columns = COLUMNS) {
  return text.match(new RegExp(`\\S.{0,${columns - 1}}(?=\\s|$)|\\S{${columns}}`, "g")) ?? [];
}

/** A column for each year, with a scale beside them and years below. */
function columnsOf(rows, most) {
  const [first, last] = [rows[0][0], rows.at(-1)[0]];
  const [left, bottom, width] = [MARGIN + SCALE, HEAD + PLOT, WIDTH - 2 * MARGIN - SCALE];
  const step = width / (last - first + 1);
  const at = (year) => left + (year - first) * step;
  const up = (count) => (count / most) * PLOT;
  const tall = (count) => Math.max(1, up(count));
  return [
    ticksOf(most).map((count) => [
      svg("line", { x1: left, x2: left + width, y1: bottom - up(count), y2: bottom - up(count), stroke: LINE }),
      label(number(count), left - 8, bottom - up(count) + 5, { "text-anchor": "end", fill: SOFT }),
    ]),
    rows.filter(([, count]) => count).map(([year, count]) => svg("rect", {
      x: at(year) + step * 0.1, y: bottom - tall(count), width: step * 0.8, height: tall(count), fill: BAR,
    })),
    yearsOf(first, last).map((year) =>
      label(year, at(year) + step / 2, bottom + 18, { "text-anchor": "middle", fill: SOFT })),
  ];
}

/** A line for each session, with its count. */
function linesOf(rows, most) {
  const [left, width] = [MARGIN + LABELS, WIDTH - 2 * MARGIN - LABELS - SCALE];
  return rows.map(([name, count], idx) => {
    const [top, length] = [HEAD + idx * ROW, Math.max(1, (count / most) * width)];
    return [
      label(name, left - 8, top + 16, { "text-anchor": "end" }),
      svg("rect", { x: left, y: top + 4, width: length, height: ROW - 8, fill: BAR }),
      label(number(count), left + length + 8, top + 16, { fill: SOFT }),
    ];
  });
}

/** The counts on a scale: none, the most, and half of it if that is whole. */
export function ticksOf(most) {
  return most % 2 ? [0, most] : [0, most / 2, most];
}

/** The years that have a label below a timeline. */
export function yearsOf(first, last) {
  if (last - first < FEW_YEARS) return Array.from({ length: last - first + 1 }, (_, idx) => first + idx);
  return [...new Set([0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(first + share * (last - first))))];
}

function label(text, x, y, attributes = {}) {
  return svg("text", { x, y, fill: INK, ...attributes }, String(text));
}

/** The picture as a PNG. */
async function painted(text) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = h("canvas", { width: image.width * PIXELS, height: image.height * PIXELS });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function download(name, blob) {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
