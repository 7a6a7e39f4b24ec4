import assert from "node:assert/strict";
import { test } from "node:test";

import { Lexdex, type Records } from "lexdex";

import { URL_OF_ALL, all, failure, idsInCorpus, observed } from "./environment.js";

const client = new Lexdex(URL_OF_ALL);

for (const list of ["statutes", "cases", "bills"] as const) {
  test(`a walk of ${list} gives every record of the corpus once, in the order of the export`, async () => {
    const expected = idsInCorpus(list).sort();
    // The methods of the three lists have different types, so one call cannot cover all.
    const records = client[list] as Records<"statutes">;
    const walk = records.iter({ fields: ["id"] });
    assert.equal(await walk.total(), expected.length);
    const walked = (await all(walk)).map(({ id }) => id);
    const exported = (await all(records.export({ fields: ["id"] }))).map(({ id }) => id);
    assert.deepEqual(walked, exported);
    assert.deepEqual(walked.sort(), expected);
  });
}

test("pages after the first are of its build, and total() sends no extra request", async () => {
  const { client, requests } = observed(URL_OF_ALL);
  const walk = client.cases.iter({ court: "ca9" });
  assert.equal(walk.build, undefined);
  assert.equal(requests.length, 0);
  const total = await walk.total();
  assert.equal(requests.length, 1);
  assert.equal((await all(walk)).length, total);
  assert.equal(await walk.total(), total);
  const queries = requests.map(({ url }) => new URL(url).search);
  const rest = Array.from({ length: Math.ceil(total / 100) }, (_, page) => 100 * page).slice(1);
  assert.deepEqual(queries, [
    "?court=ca9&limit=100&offset=0",
    ...rest.map((offset) => `?court=ca9&limit=100&offset=${offset}&build=${walk.build}`),
  ]);
  assert.match(walk.build ?? "", /^[0-9a-f]{64}$/);
});

test("a walk that the caller leaves early requests no further page", async () => {
  const { client, requests } = observed(URL_OF_ALL);
  for await (const { id } of client.statutes.iter({ pageSize: 5 })) {
    assert.ok(id);
    break;
  }
  assert.equal(requests.length, 1);
});

test("a walk begins at an offset, and again at each iteration", async () => {
  const { data } = await client.bills.list({ topic: "privacy", limit: 100 });
  const walk = client.bills.iter({ topic: "privacy", pageSize: 3, offset: 2 });
  const expected = data.slice(2).map(({ id }) => id);
  assert.ok(expected.length > 3);
  for (let n = 0; n < 2; n++) assert.deepEqual((await all(walk)).map(({ id }) => id), expected);
  const pages = await all(walk.pages());
  assert.deepEqual(pages.map(({ meta }) => meta.offset), expected.map((_, at) => at + 2).filter((at) => at % 3 === 2));
  assert.ok(pages.every(({ build }) => build === walk.build));
});

test("a walk without matches has total 0 and ends", async () => {
  const walk = client.cases.iter({ court: "atlantis" });
  assert.deepEqual(await all(walk), []);
  assert.equal(await walk.total(), 0);
});

test("a search says how its words were read", async () => {
  const walk = client.cases.iter({ q: "plessey v ferguson" });
  assert.deepEqual([walk.match, walk.corrected], [undefined, undefined]);
  assert.ok((await walk.total()) > 0);
  assert.deepEqual([walk.match, walk.corrected], ["all", { plessey: "plessy" }]);
  const relaxed = client.cases.iter({ q: "student speech school banner" });
  await relaxed.total();
  assert.equal(relaxed.match, "most");
});

test("a failed total can be requested again, and iterations fail in the same way", async () => {
  let isDown = true;
  const { client } = observed(URL_OF_ALL, {
    fetch: (request) => (isDown ? Promise.reject(new TypeError("refused")) : fetch(request)),
  });
  const walk = client.cases.iter({ court: "ca9" });
  await assert.rejects(walk.total(), { name: "LexdexError", status: 0 });
  await assert.rejects(all(walk), { name: "LexdexError", status: 0 });
  await assert.rejects(walk.total(), { name: "LexdexError", status: 0 });
  isDown = false;
  const total = await walk.total();
  assert.equal((await all(walk)).length, total);
});

test("the page size is pageSize, and not limit", async () => {
  assert.throws(() => client.cases.iter({ limit: 5 } as object), TypeError);
  const error = await failure(all(client.cases.iter({ pageSize: 101 })));
  assert.match(String(error), /limit must be between 1 and 100/);
});
