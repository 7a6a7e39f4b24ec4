// Sends a text to the server in parts, and collects the checked citations.

import { BASE } from "./address.js";
import { Trouble, ask, post } from "./api.js";
import { JURISDICTIONS, labelOf } from "./jurisdictions.js";
import { isToReview, outcomeOf } from "./outcomes.js";

const PATH = `${BASE}/api/v1/citations`;

/** The maximum size of a request in bytes, and the size below which a part is not divided, in characters. */
const MAX_BYTES = 64 << 10;
const MIN_CHARS = 2000;

/** The number of ids in a request. */
const MAX_IDS = 100;

/** How much longer the next part may be than one that had to be divided. */
const GROWTH = 1.2;

/** The places to divide a text, the best first: after paragraphs, sentences, parts of them, lines and words. */
const GAPS = [
  /\n[^\S\n]*\n/g,
  /(?<=\p{Ll}{3}[.?!]["”’)]?|\)[.;])\s+(?=["“]?\p{Lu})/gu,
  /;\s+/g,
  /\n/g,
  /,\s+/g,
  /\s/g,
];

/** A check of a text. It goes on while other views are shown. */
export class Check {
  /** `brief` has the text, and the name of its file if it has one. */
  constructor(brief) {
    this.brief = brief;
    /** Called after each change. */
    this.changed = () => {};
    /** "running", "stopped", "failed" or "done". */
    this.state = "running";
    /** The seconds until the next request, while the server takes no more; 0 otherwise. */
    this.waits = 0;
    this.trouble = null;
    /** Whether the index was refreshed during the check. */
    this.isRestarted = false;
    this.courts = new Map();
    this.begin();
  }

  /** Begins at the start of the text. */
  begin() {
    this.citations = [];
    this.counts = new Map();
    this.records = new Map();
    /** The part of the text that is checked, in UTF-16 code units and in Unicode characters. */
    this.at = 0;
    this.chars = 0;
    this.context = undefined;
    this.build = null;
    this.coverage = null;
    this.time = new Date();
  }

  get total() {
    return this.citations.length;
  }

  /** The number of citations that a person has to review. */
  get toReview() {
    return [...this.counts].reduce((sum, [outcome, count]) => sum + (isToReview(outcome) ? count : 0), 0);
  }

  /** Checks the rest of the text. */
  async run() {
    [this.state, this.isRestarted] = ["running", false];
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    try {
      const courts = await this.ask(() => ask(`${BASE}/api/v1/courts`, signal));
      this.courts = new Map(courts.data.map(({ id, name }) => [id, name]));
      await this.sendOfOneBuild(signal);
      this.coverage = await this.ask(() => ask(this.ofBuild(`${BASE}/api/v1/coverage`), signal));
      await this.askStatuses(signal);
      this.state = "done";
    } catch (error) {
      if (!signal.aborted) {
        if (!(error instanceof Trouble)) throw error;
        [this.state, this.trouble] = ["failed", error];
      }
    }
    this.changed();
  }

  /** Stops. `run` goes on from there. */
  stop() {
    this.state = "stopped";
    this.stopping.abort();
    this.changed();
  }

  /** Sends the parts, all for one build of the index. Begins again once if the server no longer has the build. */
  async sendOfOneBuild(signal) {
    try {
      await this.send(signal);
    } catch (error) {
      if (error.status !== 412 || this.isRestarted) throw error;
      this.begin();
      this.isRestarted = true;
      await this.sendOfOneBuild(signal);
    }
  }

  /** Sends the parts that are left. A part whose citations do not fit into a response is divided. */
  async send(signal) {
    const { text } = this.brief;
    let most = Infinity;
    while (this.at < text.length) {
      const part = text.slice(this.at, endOfPart(text, this.at, most, this.context));
      const answer = await this.answerTo(part, signal);
      if (answer === null) {
        most = part.length / 2;
        continue;
      }
      most *= GROWTH;
      this.add(part, answer);
      this.changed();
    }
  }

  /** The answer to a part; null if it has to be divided. */
  async answerTo(part, signal) {
    const path = this.ofBuild(PATH);
    const isSmallest = part.length <= MIN_CHARS;
    try {
      const answer = await this.ask(() => post(path, { text: part, context: this.context }, signal));
      const lacks = ({ total, records }) => total > 0 && records.length === 0;
      return answer.body.data.some(lacks) && !isSmallest ? null : answer;
    } catch (error) {
      if ([400, 413].includes(error.status) && !isSmallest) return null;
      throw error;
    }
  }

  /** A path for the build of the first answer, if it is known, with some parameters. */
  ofBuild(path, parameters = []) {
    const query = new URLSearchParams(this.build ? [...parameters, ["build", this.build]] : parameters);
    return query.size ? `${path}?${query}` : path;
  }

  /**
   * Asks which of the cited statutes are repealed, and counts their citations again. A checked citation does not have
   * the status of its record. If a request fails, it stays unknown.
   */
  async askStatuses(signal) {
    const ids = [...this.records.values()].filter(({ resource }) => resource === "statutes").map(({ id }) => id);
    try {
      for (let at = 0; at < ids.length; at += MAX_IDS) {
        const wanted = Object.entries({ status: "repealed", fields: "id,meta", limit: MAX_IDS });
        const path = this.ofBuild(`${BASE}/api/v1/statutes`,
          [...wanted, ...ids.slice(at, at + MAX_IDS).map((id) => ["id", id])]);
        const { data } = await this.ask(() => ask(path, signal));
        for (const { id, meta } of data) this.records.get(`statutes ${id}`).repealed = meta.last_updated;
      }
    } catch (error) {
      if (signal.aborted || !(error instanceof Trouble)) throw error;
    }
    this.counts.clear();
    for (const citation of this.citations) this.count(citation);
  }

  /** Sends a request, and waits as long as the server says if it takes no more now. */
  async ask(request) {
    for (;;) {
      const { signal } = this.stopping;
      try {
        return await request();
      } catch (error) {
        if (signal.aborted || ![429, 503].includes(error.status)) throw error;
        await this.wait(error.retryAfter ?? 60, signal);
      }
    }
  }

  async wait(seconds, signal) {
    const until = Date.now() + seconds * 1000;
    for (;;) {
      this.waits = signal.aborted ? 0 : Math.max(Math.ceil((until - Date.now()) / 1000), 0);
      this.changed();
      signal.throwIfAborted();
      if (this.waits === 0) return;
      await new Promise((done) => setTimeout(done, 1000));
    }
  }

  /** Adds the citations of a part. Each record is kept once. */
  add(part, { body, build }) {
    const unitOf = unitsOf(part);
    for (const { span, records: cited, sameName = [], ...citation } of body.data) {
      this.citations.push({
        ...citation,
        records: cited.map((record) => this.known(record)),
        sameName: sameName.map((record) => this.known(record)),
        span: { start: this.chars + span.start, end: this.chars + span.end },
        start: this.at + unitOf(span.start),
        end: this.at + unitOf(span.end),
      });
      this.count(this.citations.at(-1));
    }
    this.at += part.length;
    this.chars += isPlain(part) ? part.length : [...part].length;
    this.context = body.meta.context;
    this.build = build;
  }

  /** Sets the outcome of a citation and counts it. */
  count(citation) {
    citation.outcome = outcomeOf(citation);
    this.counts.set(citation.outcome, (this.counts.get(citation.outcome) ?? 0) + 1);
  }

  known(record) {
    const key = `${record.resource} ${record.id}`;
    if (!this.records.has(key)) this.records.set(key, { ...record, court: this.courtOf(record) });
    return this.records.get(key);
  }

  /** The court of a case, or the jurisdiction of another record: the id begins with it. Empty if it is not known. */
  courtOf({ resource, id }) {
    const words = id.split("-");
    if (resource !== "cases") return JURISDICTIONS.some((known) => known.id === words[0]) ? labelOf(words[0]) : "";
    const starts = words.map((_, idx) => words.slice(0, idx + 1).join("-"));
    return this.courts.get(starts.findLast((start) => this.courts.has(start))) ?? "";
  }
}

/**
 * The end of the part that begins at a position: it fits into a request, has about `most` characters, and does not
 * divide a sentence if that is possible.
 */
function endOfPart(text, start, most, context) {
  let room = MAX_BYTES - new Blob([JSON.stringify({ text: "", context })]).size;
  let end = start;
  while (end < text.length && end - start < most) {
    const code = text.codePointAt(end);
    room -= bytesOf(code);
    if (room < 0) break;
    end += code > 0xffff ? 2 : 1;
  }
  if (end === text.length) return end;
  const middle = Math.ceil((start + end) / 2);
  const half = text.slice(middle, end);
  for (const gap of GAPS) {
    const last = [...half.matchAll(gap)].at(-1);
    if (last) return middle + last.index + last[0].length;
  }
  return end;
}

/** The number of bytes of a character in a text in JSON. */
function bytesOf(code) {
  if (code < 0x20) return 6;
  if (code === 0x22 || code === 0x5c) return 2;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** Whether each character of a text is one UTF-16 code unit. */
function isPlain(text) {
  return !/[\ud800-\udbff]/.test(text);
}

/** Converts positions in Unicode characters to UTF-16 code units. */
function unitsOf(text) {
  if (isPlain(text)) return (position) => position;
  let [chars, units] = [0, 0];
  return (position) => {
    if (position < chars) [chars, units] = [0, 0];
    for (; chars < position; chars += 1) units += text.codePointAt(units) > 0xffff ? 2 : 1;
    return units;
  };
}
