import { BuildChangedError, LexdexError } from "./errors.js";
import type { OnBuildChange, RequestOptions } from "./transport.js";
import type { Page } from "./types.js";

/** The options of a walk. */
export interface WalkOptions extends RequestOptions {
  /** The reaction when the index is replaced during the walk. */
  onBuildChange?: OnBuildChange | undefined;
}

/** The position of a page. */
export interface Place {
  limit: number;
  offset: number;
  build?: string | undefined;
}

/** The start of a walk. */
export interface Start {
  pageSize?: number | undefined;
  offset?: number | undefined;
  build?: string | undefined;
}

/** The maximum number of restarts of one iteration, so that it ends even if the index is replaced all the time. */
const MAX_RESTARTS = 10;

/**
 * All records of a list, page by page. All pages come from the build of the first page, so that no record comes twice and
 * none is left out. If the server no longer has that build, the iteration throws a `BuildChangedError` or, if
 * allowed, starts again at its first page: records then come again, and `build` changes.
 */
export class Walk<T> implements AsyncIterable<T> {
  readonly #fetch: (place: Place) => Promise<Page<T>>;
  readonly #start: Start;
  readonly #mayRestart: boolean;
  /** The first page of the latest iteration. */
  #first: Page<T> | undefined;
  /** The first page that `total` has requested and no iteration has used yet. */
  #ahead: Promise<Page<T>> | undefined;

  constructor(fetch: (place: Place) => Promise<Page<T>>, start: Start, onBuildChange: OnBuildChange) {
    this.#fetch = fetch;
    this.#start = start;
    // If the server lacks the build that the caller has named, a restart would not help.
    this.#mayRestart = onBuildChange === "restart" && start.build === undefined;
  }

  /** The number of matching records. Fetches the first page if there is none yet. */
  async total(): Promise<number> {
    if (!this.#first) {
      this.#ahead ??= this.#firstPage();
      try {
        await this.#ahead;
      } catch (error) {
        this.#ahead = undefined;
        throw error;
      }
    }
    return this.#first!.meta.total;
  }

  /** The build of the index that the records come from; undefined before the first page. */
  get build(): string | undefined {
    return this.#first?.build;
  }

  /** With `q`: whether the records have all of its words, most, or any; undefined before the first page. */
  get match(): "all" | "most" | "any" | undefined {
    return this.#first?.meta.match;
  }

  /** With `q`: the words that no record has, each with its correction. */
  get corrected(): Record<string, string> | undefined {
    return this.#first?.meta.corrected;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** The pages instead of their records. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    for (let n_restarts = 0; ; n_restarts++) {
      try {
        return yield* this.#pass();
      } catch (error) {
        const isAgain = error instanceof BuildChangedError && this.#mayRestart && n_restarts < MAX_RESTARTS;
        if (!isAgain) throw error;
      }
    }
  }

  /** The pages of one build. */
  async *#pass(): AsyncGenerator<Page<T>, void, undefined> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    let page = await (ahead ?? this.#firstPage());
    yield page;
    const { build } = page;
    while (page.meta.hasMore) {
      if (page.data.length === 0) throw new LexdexError({ message: "a page before the last is empty", status: 0 });
      page = await this.#page(page.meta.offset + page.data.length, build);
      yield page;
    }
  }

  async #firstPage(): Promise<Page<T>> {
    const page = await this.#page(this.#start.offset ?? 0, this.#start.build);
    this.#first = page;
    return page;
  }

  #page(offset: number, build: string | undefined): Promise<Page<T>> {
    return this.#fetch({ limit: this.#start.pageSize ?? 100, offset, build });
  }
}
