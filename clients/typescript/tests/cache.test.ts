import assert from "node:assert/strict";
import { test } from "node:test";

import { URL_OF_ALL, all, observed } from "./environment.js";

test("a response is revalidated by its ETag, and its body comes from the cache", async () => {
  const { client, requests, statuses } = observed(URL_OF_ALL);
  const first = await client.cases.list({ court: "ca9" });
  const second = await client.cases.list({ court: "ca9" });
  assert.deepEqual(first, second);
  assert.notEqual(first.data, second.data);
  assert.deepEqual(statuses, [200, 304]);
  assert.equal(requests[0]!.headers.get("if-none-match"), null);
  assert.match(requests[1]!.headers.get("if-none-match") ?? "", /^"[0-9a-f-]+"$/);
});

test("a second walk transfers no page again", async () => {
  const { client, statuses } = observed(URL_OF_ALL);
  const walk = client.bills.iter();
  const [first, second] = [await all(walk), await all(walk)];
  assert.deepEqual(first, second);
  assert.deepEqual(statuses, [...Array(statuses.length / 2).fill(200), ...Array(statuses.length / 2).fill(304)]);
});

test("an alias is cached under its own address", async () => {
  const { client, statuses } = observed(URL_OF_ALL);
  for (let n = 0; n < 2; n++) {
    assert.equal((await client.cases.get("scotus-93-s-ct-705")).id, "scotus-410-us-113");
  }
  assert.deepEqual(statuses, [200, 304]);
});

/** The estimated bytes of an entry of the server below. */
const ENTRY = 2 * ("http://host/api/v1/jurisdictions/a".length + 1000) + 1024;

/** A client of a server that has a jurisdiction for each letter, of 1,000 characters, and of 10,000 for `z`. */
function lettered(cacheBytes: number) {
  const respond = async ({ url, headers }: Request) => {
    const etag = `"${url.at(-1)}"`;
    if (headers.get("if-none-match") === etag) return new Response(null, { status: 304 });
    const body = JSON.stringify({ data: { id: url.at(-1) } }).padEnd(url.endsWith("z") ? 10_000 : 1000);
    return new Response(body, { headers: { etag, "content-type": "application/json" } });
  };
  const { client, statuses } = observed("http://host", { cacheBytes, fetch: respond });
  /** The status of each of these requests. */
  return async (letters: string) => {
    const { length } = statuses;
    for (const letter of letters) assert.equal((await client.jurisdiction(letter)).id, letter);
    return statuses.slice(length);
  };
}

test("the least recently used entry is evicted for a new one", async () => {
  const ask = lettered(2 * ENTRY);
  assert.deepEqual(await ask("abab"), [200, 200, 304, 304]);
  assert.deepEqual(await ask("acab"), [304, 200, 304, 200]);
  const smaller = lettered(2 * ENTRY - 1);
  assert.deepEqual(await smaller("abba"), [200, 200, 304, 200]);
});

test("an entry larger than the cache is not cached", async () => {
  assert.deepEqual(await lettered(ENTRY)("aa"), [200, 304]);
  assert.deepEqual(await lettered(ENTRY - 1)("aa"), [200, 200]);
  assert.deepEqual(await lettered(2 * ENTRY)("abzab"), [200, 200, 200, 304, 304], "the others stay");
});

test("with size 0 nothing is cached, and exports and errors never are", async () => {
  const none = observed(URL_OF_ALL, { cacheBytes: 0 });
  await none.client.topics();
  await none.client.topics();
  assert.deepEqual(none.statuses, [200, 200]);
  const { client, statuses } = observed(URL_OF_ALL);
  for (let n = 0; n < 2; n++) {
    await all(client.statutes.export({ topic: "fraud" }));
    await assert.rejects(client.statutes.get("nothing"), { status: 404 });
    await client.checkCitations("410 U.S. 113");
  }
  assert.deepEqual(statuses, [200, 404, 200, 200, 404, 200]);
});
