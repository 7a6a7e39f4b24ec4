import assert from "node:assert/strict";
import { test } from "node:test";

import { BuildChangedError, Lexdex, type OnBuildChange } from "lexdex";

import { SWAP, URL_OF_SWAPPED, all, citing, observed } from "./environment.js";

const client = new Lexdex(URL_OF_SWAPPED);

/** Replaces the index of 40 statutes by one of 61, or the other way round, and waits until it is served. */
async function swap() {
  assert.equal((await fetch(SWAP)).status, 200);
}

/** Walks in pages of ten, and replaces the index after the tenth record. Returns the ids up to the end or the error. */
async function walkThroughSwap(onBuildChange?: OnBuildChange) {
  const walk = client.statutes.iter({ pageSize: 10 }, { onBuildChange });
  const ids: string[] = [];
  const builds = new Set<string>();
  let error: unknown;
  try {
    for await (const { id } of walk) {
      ids.push(id);
      builds.add(walk.build ?? "");
      if (ids.length === 10) await swap();
    }
  } catch (thrown) {
    error = thrown;
  }
  return { walk, ids, builds: [...builds], error };
}

test("a walk during which the index is replaced ends with an error that names both builds", async () => {
  const { ids, builds, error } = await walkThroughSwap();
  assert.equal(ids.length, 10);
  assert.ok(error instanceof BuildChangedError);
  const { build } = await client.statutes.list({ limit: 1 });
  assert.deepEqual([error.status, error.build, error.served], [412, builds[0], build]);
});

test("a walk that may restart gives all records of the new build after those of the old one", async () => {
  const { walk, ids, builds, error } = await walkThroughSwap("restart");
  assert.equal(error, undefined);
  const expected = await all(client.statutes.iter());
  assert.deepEqual(ids.slice(10), expected.map(({ id }) => id));
  assert.equal(await walk.total(), expected.length);
  assert.equal(builds.length, 2);
  assert.equal(walk.build, builds[1]);
});

test("a walk of a named build never restarts with another one, and is not requested again", async () => {
  const { client, statuses } = observed(URL_OF_SWAPPED);
  const { build } = await client.statutes.list({ limit: 1 });
  await swap();
  const walk = client.statutes.iter({ build }, { onBuildChange: "restart" });
  await assert.rejects(all(walk), { name: "BuildChangedError", build });
  assert.deepEqual(statuses, [200, 412]);
});

test("a later iteration is of the build served then", async () => {
  const walk = client.statutes.iter({ pageSize: 10 });
  const before = await walk.total();
  assert.equal((await all(walk)).length, before);
  await swap();
  const after = (await all(walk)).length;
  assert.deepEqual([before, after].sort(), [40, 61]);
  assert.equal(await walk.total(), after);
});

test("a walk whose index is replaced all the time ends with the error", async () => {
  let n_pages = 0;
  const { client } = observed(URL_OF_SWAPPED, {
    onBuildChange: "restart",
    fetch: async (request) => {
      if (!new URL(request.url).searchParams.has("build")) return fetch(request);
      n_pages += 1;
      const body = { error: "gone", details: { build: "a", served: "b" } };
      return Response.json(body, { status: 412 });
    },
  });
  await assert.rejects(all(client.statutes.iter({ pageSize: 10 })), { name: "BuildChangedError", served: "b" });
  assert.equal(n_pages, 11);
});

test("a cached response is not used for another build", async () => {
  const { client, statuses } = observed(URL_OF_SWAPPED);
  const before = await client.statutes.list();
  await swap();
  const after = await client.statutes.list();
  assert.notEqual(before.build, after.build);
  assert.deepEqual([before.meta.total, after.meta.total].sort(), [40, 61]);
  assert.deepEqual(statuses, [200, 200]);
});

test("a check begins again if the index is replaced, and ends with an error if that goes on", async () => {
  const text = citing(1900);
  const { client, statuses } = observed(URL_OF_SWAPPED, {
    fetch: async (request) => {
      const response = await fetch(request);
      if (statuses.length === 0) await swap();
      return response;
    },
  });
  const checked = await client.checkCitations(text);
  assert.deepEqual(statuses, [200, 412, 200, 200]);
  assert.deepEqual(checked, await client.checkCitations(text));
  const body = { error: "gone", details: { build: "a", served: "b" } };
  const always = observed(URL_OF_SWAPPED, {
    fetch: async (request) =>
      new URL(request.url).searchParams.has("build") ? Response.json(body, { status: 412 }) : fetch(request),
  });
  await assert.rejects(always.client.checkCitations(text), { name: "BuildChangedError", served: "b" });
  assert.equal(always.statuses.length, 22);
});

test("a check by a client that is told to throw does not begin again if the index is replaced", async () => {
  const { client, statuses } = observed(URL_OF_SWAPPED, {
    onBuildChange: "error",
    fetch: async (request) => {
      const response = await fetch(request);
      if (statuses.length === 0) await swap();
      return response;
    },
  });
  await assert.rejects(client.checkCitations(citing(1900)), { name: "BuildChangedError" });
  assert.deepEqual(statuses, [200, 412]);
});
