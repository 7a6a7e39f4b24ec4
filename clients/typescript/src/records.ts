import type { Client } from "openapi-fetch";

import type { paths } from "./generated.js";
import { lines } from "./lines.js";
import { type OnBuildChange, type RequestOptions, answer, broken, checked, checkedId } from "./transport.js";
import type { ExportQuery, FacetsOf, FacetsQuery, FieldOf, Fields, ListName, ListQuery } from "./types.js";
import type { Page, RecordOf, WalkQuery } from "./types.js";
import { Walk, type WalkOptions } from "./walk.js";

/** Records with the chosen fields. */
type Chosen<L extends ListName, F extends FieldOf<L>> = Pick<RecordOf<L>, F>;

/** One of the three lists. */
export class Records<L extends ListName> {
  readonly #api: Client<paths>;
  readonly #name: L;
  readonly #onBuildChange: OnBuildChange;

  constructor(api: Client<paths>, name: L, onBuildChange: OnBuildChange) {
    this.#api = api;
    this.#name = name;
    this.#onBuildChange = onBuildChange;
  }

  /** One page of the records that match. */
  async list<F extends FieldOf<L> = FieldOf<L>>(
    query: ListQuery<L> & Fields<F> = {},
    { signal }: RequestOptions = {},
  ): Promise<Page<Chosen<L, F>>> {
    type Body = Omit<Page<Chosen<L, F>>, "build">;
    const { body, build } = await this.#get<Body>("", query, signal);
    return { ...body, build };
  }

  /** All records that match, page by page. No request is sent before the iteration begins. */
  iter<F extends FieldOf<L> = FieldOf<L>>(
    query: WalkQuery<L> & Fields<F> = {},
    { signal, onBuildChange = this.#onBuildChange }: WalkOptions = {},
  ): Walk<Chosen<L, F>> {
    if ("limit" in query) {
      throw new TypeError("iter gives all records: pageSize is the size of a page, and list gives one page");
    }
    const { pageSize, offset, build, ...filters } = checked(query);
    const fetch = (place: object) => this.list<F>({ ...filters, ...place } as ListQuery<L> & Fields<F>, { signal });
    return new Walk(fetch, { pageSize, offset, build }, onBuildChange);
  }

  /** The record with an id. The id may also have a parallel citation of a case; the record has its own id. */
  async get<F extends FieldOf<L> = FieldOf<L>>(
    id: string,
    query: Fields<F> & { build?: string | undefined } = {},
    { signal }: RequestOptions = {},
  ): Promise<Chosen<L, F>> {
    const { body } = await this.#get<{ data: Chosen<L, F> }>("/{id}", query, signal, id);
    return body.data;
  }

  /** The records that are most similar to one record, the most similar first. */
  async similar<F extends FieldOf<L> = FieldOf<L>>(
    id: string,
    query: Fields<F> & { build?: string | undefined } = {},
    { signal }: RequestOptions = {},
  ): Promise<Chosen<L, F>[]> {
    const { body } = await this.#get<{ data: Chosen<L, F>[] }>("/{id}/similar", query, signal, id);
    return body.data;
  }

  /** The number of matching records by each value of each facet. */
  async facets(query: FacetsQuery<L> = {}, { signal }: RequestOptions = {}): Promise<FacetsOf<L>> {
    return (await this.#get<FacetsOf<L>>("/facets", query, signal)).body;
  }

  /** All records that match, in one request. It is sent when the iteration begins. */
  async *export<F extends FieldOf<L> = FieldOf<L>>(
    query: ExportQuery<L> & Fields<F> = {},
    options: RequestOptions = {},
  ): AsyncGenerator<Chosen<L, F>, void, undefined> {
    const stream = await this.exportStream(query, "ndjson", options);
    try {
      for await (const line of lines(stream)) yield JSON.parse(line) as Chosen<L, F>;
    } catch (cause) {
      throw broken(cause, options.signal);
    }
  }

  /** All records that match, in one request, as the bytes of a file. */
  async exportStream(
    query: ExportQuery<L> & Fields<FieldOf<L>>,
    format: "csv" | "ndjson",
    { signal }: RequestOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    type Body = ReadableStream<Uint8Array> | undefined;
    const { body } = await this.#get<Body>("/export", { ...query, format }, signal, "", "stream");
    return body ?? new Blob([]).stream();
  }

  /** Requests an endpoint of the list. The types of the three lists differ, so this uses those of cases for all. */
  #get<B>(endpoint: string, query: object, signal: AbortSignal | undefined, id?: string, parseAs?: "stream") {
    const path = `/api/v1/${this.#name}${endpoint}` as "/api/v1/cases/{id}";
    const params = { path: { id: endpoint.startsWith("/{id}") ? checkedId(id ?? "") : "" }, query: checked(query) };
    const init = { params, ...(signal && { signal }), ...(parseAs && { parseAs }) };
    return answer(this.#api.GET(path, init) as Promise<{ data?: B; error?: unknown; response: Response }>, signal);
  }
}
