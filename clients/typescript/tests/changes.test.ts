import assert from "node:assert/strict";
import { test } from "node:test";

import { Lexdex } from "lexdex";

import { SWAP, URL_OF_ALL, URL_OF_SWAPPED, all } from "./environment.js";

test("a server of a plain index says why it has no changes", async () => {
  await assert.rejects(all(new Lexdex(URL_OF_ALL).changes({ since: "2026-01-01" })), { status: 404, message: /history/ });
});

test("the changes since a build turn its records into those of the served build", async () => {
  const client = new Lexdex(URL_OF_SWAPPED);
  const walk = client.statutes.iter();
  const before = (await all(walk)).map(({ id }) => id);
  const since = walk.build!;
  assert.equal((await fetch(SWAP)).status, 200);
  const ids = new Set(before);
  const changes = client.changes({ since, resource: "statutes", pageSize: 10 });
  for await (const { change, id } of changes) {
    if (change === "removed") ids.delete(id);
    else ids.add(id);
  }
  assert.equal(await changes.total(), 21);
  const after = (await all(client.statutes.iter({ build: changes.build }))).map(({ id }) => id);
  assert.deepEqual([...ids].sort(), after.sort());
  assert.deepEqual(await all(client.changes({ since: changes.build! })), []);
});
