// The servers that tests/system/clients/typescript.rs starts, and the corpus that they serve.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { Lexdex, type LexdexOptions } from "lexdex";

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: cargo test --workspace --test system clients::typescript sets it`);
  return value;
}

/** A server of the bundled corpus without a rate limit. */
export const URL_OF_ALL = variable("LEXDEX_URL");

/** A server of the same index that answers 5 requests in 60 seconds. */
export const URL_OF_LIMITED = variable("LEXDEX_LIMITED_URL");

/** A server of 40 or 61 statutes, whose index is replaced by the other at each request to `SWAP`. */
export const URL_OF_SWAPPED = variable("LEXDEX_SWAPPED_URL");
export const SWAP = variable("LEXDEX_SWAP_URL");

/** The ids of a list, read from the files of the corpus. */
export function idsInCorpus(list: string): string[] {
  const folder = join(variable("LEXDEX_CORPUS"), list);
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  const lines = files.flatMap((text) => text.split("\n")).filter(Boolean);
  return lines.map((line) => (JSON.parse(line) as { id: string }).id);
}

/** A client that keeps the requests that it sends, and the status of each response. */
export function observed(url: string, options: LexdexOptions = {}) {
  const requests: Request[] = [];
  const statuses: number[] = [];
  const send = options.fetch ?? ((request: Request) => fetch(request));
  const client = new Lexdex(url, {
    ...options,
    fetch: async (request) => {
      requests.push(request.clone());
      const response = await send(request);
      statuses.push(response.status);
      return response;
    },
  });
  return { client, requests, statuses };
}

/** All values of an iteration. */
export async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
}

/** Waits for a promise that must reject, and returns its error. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("nothing failed");
}

/** Answers each request with the next response, and keeps the requests. */
export function answering(...responses: (() => Response)[]) {
  const requests: Request[] = [];
  const send = async (request: Request) => {
    const next = responses[requests.length];
    requests.push(request);
    if (!next) throw new Error(`request ${requests.length} is one too many: ${request.url}`);
    return next();
  };
  return { requests, send };
}
