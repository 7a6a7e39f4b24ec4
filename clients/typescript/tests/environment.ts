// The servers that tests/system/clients/typescript.rs starts, and the corpus that they serve.

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { type CheckedCitationList, Lexdex, type LexdexOptions } from "lexdex";

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

const CITING = [
  "See Roe v. Wade, 410 U.S. 113, 153, 93 S. Ct. 705 (1973).",
  "Brown v. Board of Education, 347 U.S. 483 (1954) (citing Plessy v. Ferguson, 163 U.S. 537 (1896)).",
  "The court agreed with “Señor Muñoz” 🏛 on that point.",
  "The act, 42 U.S.C. § 1983, and 18 U.S.C. §§ 1341, 1343 apply.",
  "Id. § 1985.",
  "It was cited in H.R. 3684, 117th Cong. (2021), and in 12 Fict. Rep. 345.",
  "Loving v. Virginia, 388 U.S. 1 (1967), is the later case — and a well-known one.",
  "Id. at 7.",
  "Nothing is cited in this sentence, which is one of many such sentences in this text.",
  "Roe, 410 U.S. at 120.",
  "Brown, supra, at 490.",
  "Doe, supra.",
];

/** A text of this many sentences, of 51 bytes on average, that cites records of the corpus. */
export function citing(n_sentences: number, ends = [" ", "\n\n"]): string {
  const sentence = (_: unknown, idx: number) =>
    CITING[(idx + Math.floor(idx / 13)) % CITING.length]! + ends[Math.floor(idx / 5) % ends.length]!;
  return Array.from({ length: n_sentences }, sentence).join("");
}

/** The citations of a text as the command `lexdex check` prints them. */
export function checkedByCommand(text: string): CheckedCitationList {
  const args = ["check", "--server", URL_OF_ALL, "--format", "json"];
  const { status, stdout, stderr } = spawnSync(variable("LEXDEX_PROGRAM"), args, {
    input: text, encoding: "utf8", maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0 && status !== 1) throw new Error(stderr);
  return JSON.parse(stdout) as CheckedCitationList;
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
