import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { type Case, Lexdex } from "lexdex";

import { URL_OF_ALL, all } from "./environment.js";

const client = new Lexdex(URL_OF_ALL);

/** The entries of a catalogue in the corpus. */
function catalogue<T>(file: string): T[] {
  const text = readFileSync(join(process.env["LEXDEX_CORPUS"]!, file), "utf8");
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line) as T);
}

test("a record is found by its id and by an id with a parallel citation", async () => {
  const record: Case = await client.cases.get("scotus-410-us-113");
  assert.deepEqual([record.caseName, record.decisionDate], ["Roe v. Wade", "1973-01-22"]);
  assert.deepEqual(await client.cases.get("scotus-93-s-ct-705"), record);
  assert.equal((await client.statutes.get("federal-usc-18-1341")).sectionNumber, "§ 1341");
  assert.equal((await client.bills.get("federal-117-hr-3684")).chamber, "house");
});

test("records have only the chosen fields, and the types know it", async () => {
  const record = await client.cases.get("scotus-410-us-113", { fields: ["id", "topics"] });
  assert.deepEqual(Object.keys(record), ["id", "topics"]);
  // @ts-expect-error The name was not chosen.
  assert.equal(record.caseName, undefined);
  const [first] = (await client.bills.list({ fields: ["billNumber"], limit: 1 })).data;
  assert.deepEqual(Object.keys(first!), ["billNumber"]);
  // @ts-expect-error A bill has no court.
  await assert.rejects(client.bills.list({ fields: ["court"] }), { status: 400 });
});

test("a parameter that the list does not have is a type error", async () => {
  // @ts-expect-error Statutes have no court.
  await assert.rejects(client.statutes.list({ court: "ca9" }), { status: 400 });
  // @ts-expect-error A status is one of three words.
  await assert.rejects(client.bills.list({ status: "vetoed" }), { status: 400 });
  // @ts-expect-error A count has no page.
  await assert.rejects(client.cases.facets({ limit: 1 }), { status: 400 });
});

test("a repeated parameter selects any of its values", async () => {
  const total = async (court: string | string[]) => (await client.cases.list({ court, limit: 1 })).meta.total;
  assert.equal(await total(["ca9", "scotus"]), (await total("ca9")) + (await total(["scotus"])));
});

test("similar records have the chosen fields, and are different records", async () => {
  const similar = await client.cases.similar("scotus-410-us-113", { fields: ["id"] });
  assert.ok(similar.length > 0 && similar.every(({ id }) => id !== "scotus-410-us-113"));
});

test("facets add up to the total of the list", async () => {
  const { data, meta } = await client.bills.facets({ topic: "privacy" });
  assert.equal(meta.total, (await client.bills.list({ topic: "privacy", limit: 1 })).meta.total);
  const count = data.chamber.reduce((sum, { count }) => sum + count, 0);
  assert.equal(count, meta.total);
});

test("an export has the records of a walk, in one request", async () => {
  const query = { court: "circuit", topic: ["privacy", "cybersecurity"] };
  const exported = await all(client.cases.export(query));
  assert.ok(exported.length > 0);
  assert.deepEqual(exported, await all(client.cases.iter(query)));
  assert.deepEqual(await all(client.cases.export({ court: "atlantis" })), []);
});

test("an export is also a file of CSV or JSON Lines, which is empty without matches", async () => {
  const text = async (format: "csv" | "ndjson", court: string) =>
    new Response(await client.cases.exportStream({ court, fields: ["id"] }, format)).text();
  const { data } = await client.cases.list({ court: "ca9", limit: 100 });
  assert.equal(await text("csv", "ca9"), ["id,url", ...data.map(({ id }) => `${id},/cases/${id}`), ""].join("\r\n"));
  assert.equal(await text("ndjson", "ca9"), data.map(({ id }) => `{"id":"${id}"}\n`).join(""));
  assert.equal(await text("ndjson", "atlantis"), "");
});

test("an export that breaks off is an error, and one that the caller leaves early is canceled", async () => {
  const stream = (chunks: string[], end: (controller: ReadableStreamDefaultController) => void, cancel = () => {}) =>
    new Response(new ReadableStream({
      start: (controller) => {
        chunks.forEach((chunk) => controller.enqueue(new TextEncoder().encode(chunk)));
        end(controller);
      },
      cancel,
    }));
  const exported = (response: Response) =>
    new Lexdex("http://localhost", { fetch: async () => response }).cases.export();
  const nothing = new Response("", { headers: { "content-length": "0" } });
  assert.deepEqual(await all(exported(nothing)), []);
  const whole = stream(['{"id":"a"}\n{"i', 'd":"é"}\n'], (controller) => controller.close());
  assert.deepEqual(await all(exported(whole)), [{ id: "a" }, { id: "é" }]);
  for (const [chunks, end] of [
    [['{"id":"a"}\n{"id":"b"}'], (controller) => controller.close()],
    [['{"id":"a"}\n'], (controller) => controller.error(new TypeError("terminated"))],
    [['{"id":"a"}\n{"id":\n'], (controller) => controller.close()],
  ] satisfies [string[], (controller: ReadableStreamDefaultController) => void][]) {
    await assert.rejects(all(exported(stream(chunks, end))), { name: "LexdexError", status: 0 });
  }
  let isCanceled = false;
  const endless = stream(['{"id":"a"}\n'], () => {}, () => void (isCanceled = true));
  for await (const { id } of exported(endless)) {
    assert.equal(id, "a");
    break;
  }
  assert.ok(isCanceled);
});

test("a signal ends an export with its reason", async () => {
  const controller = new AbortController();
  const leave = async () => {
    for await (const _ of client.cases.export({}, { signal: controller.signal })) controller.abort(new Error("enough"));
  };
  await assert.rejects(leave(), { message: "enough" });
});

test("catalogues are those of the corpus", async () => {
  const [jurisdictions, courts, topics] = await Promise.all([
    client.jurisdictions(), client.courts(), client.topics(),
  ]);
  assert.deepEqual(jurisdictions.map(({ id }) => id), catalogue<{ id: string }>("jurisdictions.jsonl").map(({ id }) => id));
  assert.deepEqual(
    courts.map(({ id }) => id).sort(), catalogue<{ id: string }>("courts.jsonl").map(({ id }) => id).sort());
  assert.equal(topics.length, catalogue("topics.jsonl").length);
  assert.equal((await client.jurisdiction("ca")).name, "California");
});

test("coverage adds up to the totals of the lists", async () => {
  const { data, meta } = await client.coverage();
  const sum = data.filter(({ resource }) => resource === "cases").reduce((sum, { records }) => sum + records, 0);
  assert.equal(sum, (await client.cases.list({ limit: 1 })).meta.total);
  assert.equal(meta.records.cases, sum);
});

test("suggestions match the beginning, as many as requested", async () => {
  const suggestions = await client.suggest("priva", { limit: 3 });
  assert.equal(suggestions.length, 3);
  assert.ok((await client.suggest("priva")).length >= 3);
});
