import type { Client } from "openapi-fetch";

import { checkText } from "./citations.js";
import type { paths } from "./generated.js";
import { Records } from "./records.js";
import { type LexdexOptions, type OnBuildChange, type RequestOptions, answer, checked, checkedId, transport } from "./transport.js";
import type { RecordChange, ChangesQuery, CheckedCitationList, Court, CoverageList, Jurisdiction, Page } from "./types.js";
import type { Suggestion, Topic } from "./types.js";
import { type Place, Walk, type WalkOptions } from "./walk.js";

/** Options of a check of citations. */
export interface CheckOptions extends RequestOptions {
  /** `meta.context` of the result for the text before this one. */
  context?: string | undefined;
}

/** A client of one server. */
export class Lexdex {
  readonly statutes: Records<"statutes">;
  readonly cases: Records<"cases">;
  readonly bills: Records<"bills">;
  readonly #api: Client<paths>;
  readonly #onBuildChange: OnBuildChange;
  readonly #mayRestartChecks: boolean;

  /** `address` is the URL of the server, with its base path if it has one: `http://127.0.0.1:8080`. */
  constructor(baseUrl: string, options: LexdexOptions = {}) {
    const { onBuildChange = "error" } = options;
    this.#api = transport(baseUrl, options);
    this.#onBuildChange = onBuildChange;
    this.#mayRestartChecks = options.onBuildChange !== "error";
    this.statutes = new Records(this.#api, "statutes", onBuildChange);
    this.cases = new Records(this.#api, "cases", onBuildChange);
    this.bills = new Records(this.#api, "bills", onBuildChange);
  }

  /** All jurisdictions. */
  async jurisdictions({ signal }: RequestOptions = {}): Promise<Jurisdiction[]> {
    const { body } = await answer(this.#api.GET("/api/v1/jurisdictions", passed(signal)), signal);
    return body.data;
  }

  /** The jurisdiction with an id. */
  async jurisdiction(id: string, { signal }: RequestOptions = {}): Promise<Jurisdiction> {
    const params = { path: { id: checkedId(id) } };
    const { body } = await answer(this.#api.GET("/api/v1/jurisdictions/{id}", { params, ...passed(signal) }), signal);
    return body.data;
  }

  /** All courts. */
  async courts({ signal }: RequestOptions = {}): Promise<Court[]> {
    const { body } = await answer(this.#api.GET("/api/v1/courts", passed(signal)), signal);
    return body.data;
  }

  /** All topics. */
  async topics({ signal }: RequestOptions = {}): Promise<Topic[]> {
    const { body } = await answer(this.#api.GET("/api/v1/topics", passed(signal)), signal);
    return body.data;
  }

  /** The number of records that each list has of each jurisdiction, their dates and their sources. */
  async coverage({ signal }: RequestOptions = {}): Promise<CoverageList> {
    const { body } = await answer(this.#api.GET("/api/v1/coverage", passed(signal)), signal);
    return body;
  }

  /** Records, topics, courts and jurisdictions whose name, or a word in it, begins with a text. */
  async suggest(q: string, { limit, signal }: RequestOptions & { limit?: number } = {}): Promise<Suggestion[]> {
    const query = checked({ q, ...(limit !== undefined && { limit }) });
    const { body } = await answer(this.#api.GET("/api/v1/suggest", { params: { query }, ...passed(signal) }), signal);
    return body.data;
  }

  /** The records that were added, changed or removed since a build or a time. The walk's `build` is the next `since`. */
  changes(query: ChangesQuery, { signal, onBuildChange = this.#onBuildChange }: WalkOptions = {}): Walk<RecordChange> {
    const { pageSize, offset, build, ...rest } = checked(query);
    type Asked = paths["/api/v1/changes"]["get"]["parameters"]["query"];
    const fetch = async (place: Place): Promise<Page<RecordChange>> => {
      const params = { query: { ...rest, ...place } as Asked };
      const { body, build } = await answer(this.#api.GET("/api/v1/changes", { params, ...passed(signal) }), signal);
      return { ...body, build };
    };
    return new Walk(fetch, { pageSize, offset, build }, onBuildChange);
  }

  /**
   * The citations in a text of any length, each with the record that it means, if the index has it.
   *
   * A text of more than 64 KiB is sent in parts, one after another, and the result is that of the whole text. A text
   * without empty lines between its paragraphs takes about two requests a part. `meta` has the sums of all parts, and
   * the `context` after the last one. A reference such as `Roe, supra` is `unresolved` if some 50 authorities were
   * mentioned in the parts between it and its citation, though the command `lexdex check` resolves it.
   */
  checkCitations(text: string, { context, signal }: CheckOptions = {}): Promise<CheckedCitationList> {
    return checkText(text, context, this.#mayRestartChecks, (body, build) => {
      const params = build === undefined ? {} : { query: { build } };
      return answer(this.#api.POST("/api/v1/citations", { body, params, ...passed(signal) }), signal);
    });
  }
}

function passed(signal: AbortSignal | undefined) {
  return signal ? { signal } : {};
}
