import assert from "node:assert/strict";
import { test } from "node:test";

import { Lexdex, LexdexError } from "lexdex";

import { URL_OF_ALL, all, answering, failure } from "./environment.js";

const client = new Lexdex(URL_OF_ALL);

/** A client whose only request gets this response. */
function answered(response: () => Response) {
  return new Lexdex("http://localhost", { fetch: answering(response).send });
}

test("a wrong parameter is an error with the problem and the nearest name", async () => {
  const error = await failure(client.cases.list({ topik: "privacy" } as object));
  assert.ok(error instanceof LexdexError && error instanceof Error);
  assert.equal(error.status, 400);
  assert.match(error.message, /topik/);
  assert.deepEqual(error.details.problems?.map(({ parameter, nearest }) => [parameter, nearest]), [["topik", "topic"]]);
});

test("an unknown record is an error with the nearest ids", async () => {
  const error = await failure(client.cases.get("scotus-410-us-11"));
  assert.ok(error instanceof LexdexError);
  assert.equal(error.status, 404);
  assert.ok(error.details.nearest?.includes("scotus-410-us-113"));
});

test("an identifier cannot change the path", async () => {
  for (const id of ["", ".", ".."]) {
    await assert.rejects(client.cases.get(id), TypeError);
    await assert.rejects(client.cases.similar(id), TypeError);
    await assert.rejects(client.jurisdiction(id), TypeError);
  }
  for (const id of ["../cases", "a/similar", "a?limit=1", "a#b", "%2e%2e", "é", "a b"]) {
    const error = await failure(client.statutes.get(id));
    assert.ok(error instanceof LexdexError && [400, 404].includes(error.status), `${id}: ${error}`);
  }
});

test("a filter without a value is refused, not left out", async () => {
  for (const query of [{ topic: [] }, { id: [] }, { court: null }, { topic: ["privacy", undefined] }]) {
    await assert.rejects(client.cases.list(query as object), TypeError);
    await assert.rejects(client.cases.facets(query as object), TypeError);
    await assert.rejects(all(client.cases.export(query as object)), TypeError);
    assert.throws(() => client.cases.iter(query as object), TypeError);
  }
  await assert.rejects(client.cases.list({ q: "" }), { status: 400 });
  const all_cases = await client.cases.list();
  assert.deepEqual(await client.cases.list({ court: undefined, topic: undefined }), all_cases);
});

test("an unreachable server is an error with its cause", async () => {
  const error = await failure(new Lexdex("http://127.0.0.1:1").topics());
  assert.ok(error instanceof LexdexError);
  assert.equal(error.status, 0);
  assert.match(error.message, /no response from http:\/\/127\.0\.0\.1:1\/api\/v1\/topics/);
  assert.ok(error.cause instanceof TypeError);
});

test("a response that is not from lexdex is an error", async () => {
  const page = () => new Response("<html>Log in</html>", { headers: { "content-type": "text/html" } });
  await assert.rejects(answered(page).topics(), { name: "LexdexError", status: 0 });
  const gateway = () => new Response("<html>", { status: 502, statusText: "Bad Gateway" });
  await assert.rejects(answered(gateway).topics(), { status: 502, message: "502 Bad Gateway", details: {} });
  const empty = () => new Response(null, { status: 500, headers: { "content-length": "0" } });
  await assert.rejects(answered(empty).topics(), { status: 500, message: "500" });
});

test("the address of a server is required", () => {
  for (const address of ["", "localhost:8080", "ftp://host", "http://host/?q=a", "http://host/#a", "/law"]) {
    assert.throws(() => new Lexdex(address), TypeError, address);
  }
});

test("a base path and its slash belong to the address", async () => {
  for (const address of ["http://host/law", "http://host/law/", "http://host/law//"]) {
    const { requests, send } = answering(() => Response.json({ data: [] }));
    await new Lexdex(address, { fetch: send }).courts();
    assert.equal(requests[0]!.url, "http://host/law/api/v1/courts");
  }
});
