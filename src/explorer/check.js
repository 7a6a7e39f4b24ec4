// The view that checks the citations of a text. Neither the text nor the result is stored: both stay in the page.

import { announce, NAME, counted, h, number, redraw } from "./dom.js";
import { Check } from "./check_run.js";
import { marked, table } from "./check_table.js";
import { completeIn, sourcesIn } from "./coverage.js";
import { normalized, readFile } from "./file.js";
import { OUTCOMES, isToReview } from "./outcomes.js";
import { FORMATS, reportOf } from "./report.js";
import { troubleInWords } from "./trouble.js";

/** The number of rows on a page of the table. */
const ROWS = 300;

/** The maximum length of a pasted text, in characters. */
const MAX_CHARS = 64 << 20;

const CITATIONS = { one: "citation", many: "citations" };

/** The filters that are no outcomes. */
const ALL = "all";
const TO_REVIEW = "review";

/** The pasted text, the check, and the shown filter and page. They last until the page is closed. */
let pasted = "";
let check = null;
let filter = ALL;
let page = 0;

/** Shows the view. */
export function showCheck(main, view, signal) {
  signal.throwIfAborted();
  document.title = `Check a brief · ${NAME}`;
  const results = h("div", { class: "checked", id: "checked" });
  main.replaceChildren(h("div", { class: "check" },
    h("h1", { tabindex: -1 }, "Check a brief"),
    h("p", { class: "lead" }, "Paste a text or choose a file. Each citation is looked up in this index, and the name ",
      "and the year beside it are compared with the record. Quoted words, courts and pin pages are not checked. Only ",
      "recognized forms are counted: look for citations without a mark in the text."),
    form(results, signal),
    results));
  announce("Check a brief");
  if (check) follow(results);
}

/** The text box, the choice of a file, and the place to drop one. */
function form(results, signal) {
  const problem = h("p", { id: "check-problem", class: "outcome bad", role: "alert", hidden: true });
  const drop = () => {
    if (check) {
      check.changed = () => {};
      check.stop();
    }
    check = null;
    [filter, page] = [ALL, 0];
    results.replaceChildren();
  };
  const begin = (brief) => {
    problem.hidden = true;
    drop();
    check = new Check(brief);
    follow(results);
    check.run();
    results.querySelector("h2").focus({ preventScroll: true });
    results.scrollIntoView();
  };
  // The result of the last text is not that of a refused one.
  const refuse = (message) => {
    drop();
    problem.textContent = message;
    problem.hidden = false;
  };
  const read = async (files) => {
    if (files.length > 1) return refuse("Choose one file at a time.");
    try {
      begin(await readFile(files[0]));
    } catch (error) {
      refuse(error.message);
    }
  };
  const box = h("textarea", {
    id: "brief", rows: 8, spellcheck: "false", "aria-describedby": "brief-kept check-problem",
    placeholder: "Paste a brief, a memorandum or an opinion here.",
    oninput: () => (pasted = box.value),
  });
  box.value = pasted;
  const input = h("input", {
    type: "file", id: "brief-file", class: "unseen", tabindex: -1, "aria-hidden": "true",
    accept: ".txt,.md,.markdown,.html,.htm,.docx,text/plain,text/markdown,text/html",
    onchange: () => {
      if (input.files.length) read(input.files);
      input.value = "";
    },
  });
  const paper = h("form", { class: "brief panel" },
    h("label", { for: "brief" }, "Text with citations"),
    box,
    h("div", { class: "row" },
      h("button", { id: "check-text", class: "main" }, "Check the citations"),
      h("button", { id: "choose-file", type: "button", class: "plain", onclick: () => input.click() }, "Choose a file"),
      input,
      h("span", { class: "hint" }, "or drop it here: text, Markdown, HTML or DOCX, up to 64 MiB")),
    problem,
    h("p", { class: "hint", id: "brief-kept" }, "The text goes to this server and to no other, and is not stored. It ",
      "stays in this page until you close or reload it. A PDF is not read here: open it in a word processor and save ",
      "it as DOCX, or copy its text and paste it."));
  paper.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = normalized(box.value);
    if (!text.trim()) refuse("Paste a text with citations first, or choose a file.");
    else if (text.length > MAX_CHARS) refuse("The text is longer than 64 MiB. Check it in parts.");
    else begin({ text });
    if (!problem.hidden) box.focus();
  });
  // A file that is dropped beside the box would otherwise replace the page.
  const over = (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    paper.classList.toggle("over", event.type === "dragover");
    if (event.type === "drop") read(event.dataTransfer.files);
  };
  for (const name of ["dragover", "dragleave", "drop"]) addEventListener(name, over, { signal });
  return paper;
}

/** Draws the check, now and after each of its changes. */
function follow(results) {
  const heading = h("h2", { tabindex: -1 });
  const [progress, filters, end, content] = ["progress", "chosen", "end", "found"]
    .map((name) => h("div", { class: name }));
  results.replaceChildren(heading, progress, filters, legend(), end, content);
  let drawn = "";
  const draw = () => {
    heading.textContent = headingOf(check);
    redraw(progress, progressOf(check));
    redraw(filters, check.total > 0 && filtersOf(check, draw));
    redraw(end, check.state !== "running" && endOf(check));
    const citations = shownOf(check);
    // The text keeps its place while parts arrive whose citations are on other pages.
    const shown = [filter, page, citations.length, check.state === "running"].join();
    if (shown !== drawn) redraw(content, contentOf(check, citations, draw));
    drawn = shown;
  };
  check.changed = () => {
    draw();
    if (check.state !== "running") announce(heading.textContent);
  };
  draw();
}

function headingOf({ brief, state, total, toReview }) {
  const name = brief.name ? ` in ${brief.name}` : "";
  if (state === "running") return `Checking the citations${name}`;
  if (!total) return `No citations${name}`;
  return `${counted(total, CITATIONS)}${name}, ${toReview ? number(toReview) : "none"} to review`;
}

/** The part that is checked, and how to stop or to go on. */
function progressOf(check) {
  const { state, at, brief: { text }, waits, total, trouble, isRestarted } = check;
  const restarted = isRestarted && h("p", {}, "The index was refreshed, so the check began again.");
  const goOn = (label) => h("button", { id: "go-on", type: "button", onclick: () => check.run() }, label);
  const done = `${number(at)} of ${number(text.length)} characters`;
  if (state === "done") return restarted;
  if (state === "stopped") return h("p", { class: "row" }, `Stopped after ${done}.`, goOn("Go on"));
  if (state === "failed") {
    const reason = `Stopped after ${done}: ${troubleInWords(trouble)}.`;
    return h("p", { class: "row" }, h("span", { class: "outcome bad" }, reason), goOn("Try again"));
  }
  return [
    restarted,
    h("progress", { max: text.length, value: at, "aria-label": "Checked" }),
    h("p", { class: "row" },
      h("span", {}, waits
        ? `The server takes no more requests now. The check goes on in ${waits} s.`
        : `${done}, ${counted(total, CITATIONS)}`),
      h("button", { id: "stop", type: "button", class: "plain", onclick: () => check.stop() }, "Stop")),
  ];
}

/** The choice of the citations that are shown, and its meaning. */
function filtersOf({ total, toReview, counts }, draw) {
  const known = Object.keys(OUTCOMES).filter((outcome) => counts.has(outcome));
  const choices = [[ALL, "All", total], [TO_REVIEW, "To review", toReview],
    ...known.map((outcome) => [outcome, OUTCOMES[outcome].label, counts.get(outcome)])];
  const radio = ([value, label, count]) => h("label", {},
    h("input", {
      type: "radio", name: "outcome", id: `only-${value}`, checked: value === filter,
      onchange: () => {
        [filter, page] = [value, 0];
        draw();
        announce(`${label}: ${counted(count, CITATIONS)}`);
      },
    }),
    h("span", {}, `${label} `, h("span", { class: "count" }, number(count))));
  return [
    h("fieldset", { class: "segments" }, h("legend", { class: "unseen" }, "Show"), choices.map(radio)),
    OUTCOMES[filter] && h("p", {}, OUTCOMES[filter].means),
  ];
}

/** The meanings of the statuses. */
function legend() {
  return h("details", { class: "legend" },
    h("summary", {}, "The statuses"),
    h("dl", {}, Object.values(OUTCOMES).map(({ label, means }) =>
      h("div", {}, h("dt", {}, label), h("dd", {}, means)))));
}

/** The number of citations that the filter selects. */
function countOf({ total, toReview, counts }) {
  return { [ALL]: total, [TO_REVIEW]: toReview }[filter] ?? counts.get(filter);
}

/** The rows of the table, in words; empty if it has all citations. */
function captionOf(check) {
  const count = countOf(check);
  const label = filter === TO_REVIEW ? "To review" : OUTCOMES[filter]?.label;
  const rows = `Rows ${number(page * ROWS + 1)} to ${number(Math.min((page + 1) * ROWS, count))} of ${number(count)}`;
  return [label && `Only: ${label} (${number(count)})`, count > ROWS && rows].filter(Boolean).join(". ");
}

/** The buttons to the other pages of the table; null for one page. */
function pagerOf(check, draw) {
  const last = Math.ceil(countOf(check) / ROWS) - 1;
  if (last < 1) return null;
  const button = (id, label, wanted) => wanted >= 0 && wanted <= last
    ? h("button", {
      id, type: "button", class: "plain",
      onclick: () => {
        page = wanted;
        draw();
        document.querySelector(".found").scrollIntoView();
      },
    }, label)
    : h("span", { class: "button off", "aria-hidden": "true" }, label);
  return h("nav", { class: "pager", "aria-label": "Pages" },
    button("page-prev", "Previous", page - 1),
    h("span", { id: "page-now" }, `Page ${number(page + 1)} of ${number(last + 1)}`),
    button("page-next", "Next", page + 1));
}

/** The index that was asked, and the report. */
function endOf(check) {
  const { build, coverage, total } = check;
  if (!total) return h("p", {}, "Citations are read in forms like 410 U.S. 113, 18 U.S.C. § 1341 and Pub. L. 117-58.");
  return [
    h("p", { class: "hint", id: "asked" },
      "Index ", build ? h("code", { title: build }, build.slice(0, 16)) : "unknown",
      `, with sources of ${sourcesIn(coverage)}. ${completeIn(coverage)}. `,
      "A citation that it lacks may exist where it is not complete. Quoted words, courts and pin pages were not ",
      "checked."),
    h("p", { class: "row tools" },
      h("span", {}, "Report:"),
      Object.keys(FORMATS).map((format) => h("button", {
        id: `save-${format.toLowerCase()}`, type: "button", class: "plain",
        onclick: async () => save(await reportOf(check, format)),
      }, format)),
      h("button", { id: "print", type: "button", class: "plain", onclick: () => print() }, "Print")),
  ];
}

function save(file) {
  const url = URL.createObjectURL(file);
  h("a", { href: url, download: file.name }).click();
  // The browser has begun to read the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The citations of the page, each with its position among all. */
function shownOf({ citations }) {
  const isShown = ({ outcome }) => filter === ALL || (filter === TO_REVIEW ? isToReview(outcome) : outcome === filter);
  const shown = [];
  let toSkip = page * ROWS;
  for (let idx = 0; idx < citations.length && shown.length < ROWS; idx += 1) {
    if (!isShown(citations[idx])) continue;
    if (toSkip > 0) toSkip -= 1;
    else shown.push({ citation: citations[idx], idx });
  }
  return shown;
}

/** The table, and the text beside it. */
function contentOf(check, citations, draw) {
  if (!citations.length) return null;
  const { text } = check.brief;
  return [
    h("div", {}, table(citations, captionOf(check)), pagerOf(check, draw)),
    h("div", { class: "text", tabindex: 0, role: "region", "aria-label": "The text" }, marked(text, citations)),
  ];
}
