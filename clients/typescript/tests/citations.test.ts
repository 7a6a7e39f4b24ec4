import assert from "node:assert/strict";
import { test } from "node:test";

import { type CheckedCitationList, Lexdex } from "lexdex";

import { URL_OF_ALL, URL_OF_LIMITED, checkedByCommand, citing, observed } from "./environment.js";

const client = new Lexdex(URL_OF_ALL);

function withoutContext({ data, meta: { context: _, ...meta } }: CheckedCitationList) {
  return { data, meta };
}

/** The response to one request with a whole text. */
function responseTo(text: string): Promise<Response> {
  const headers = { "content-type": "text/plain; charset=utf-8" };
  return fetch(`${URL_OF_ALL}/api/v1/citations`, { method: "POST", headers, body: text });
}

test("citations of a text are checked", async () => {
  const { data, meta } = await client.checkCitations("See Roe v. Wade, 410 U.S. 113 (1973); 999 U.S. 999.");
  assert.deepEqual(data.map(({ status }) => status), ["found", "not_in_index"]);
  assert.equal(meta.total, 2);
  assert.equal(data[0]?.records?.[0]?.id, "scotus-410-us-113");
});

test("the context of a text resolves references in its next part", async () => {
  const { meta } = await client.checkCitations("See Roe v. Wade, 410 U.S. 113 (1973).\n\n");
  const next = await client.checkCitations("Id. at 120.", { context: meta.context });
  assert.deepEqual(next.data.map(({ status }) => status), ["found"]);
});

// Without paragraphs, a part is sent once to find its citations, and once up to its end.
for (const [name, ends, n_requests] of [
  ["paragraphs", [" ", "\n\n"], 4],
  ["paragraphs with CRLF", [" ", "\r\n\r\n"], 4],
  ["lines", [" ", "\n"], 7],
  ["lines with CRLF", [" ", "\r\n"], 7],
  ["one line", [" "], 7],
] satisfies [string, string[], number][]) {
  test(`a long text of ${name} has the citations that the command finds`, async () => {
    const text = citing(4000, ends);
    assert.ok(new TextEncoder().encode(text).length > 200_000);
    const { client, requests } = observed(URL_OF_ALL);
    const checked = await client.checkCitations(text);
    assert.deepEqual(withoutContext(checked), checkedByCommand(text));
    const chars = [...text];
    for (const { span, text } of checked.data) assert.equal(chars.slice(span.start, span.end).join(""), text);
    assert.equal(checked.meta.total, checked.data.length);
    const found = new Set(checked.data.filter(({ records }) => records.length > 0).map(({ kind }) => kind));
    for (const kind of ["id", "supra", "short"] as const) assert.ok(found.has(kind), kind);
    assert.equal(requests.length, n_requests);
  });
}

test("a text of less than 64 KiB has the result of one response", async () => {
  const text = citing(1000);
  const { client, requests } = observed(URL_OF_ALL);
  assert.deepEqual(await client.checkCitations(text), await (await responseTo(text)).json());
  assert.equal(requests.length, 1);
});

for (const [name, text] of [
  ["nothing", ""],
  ["no space", "§".repeat(100_000)],
  ["pairs of surrogates", `Roe v. Wade, 410 U.S. 113 (1973). x${"🏛".repeat(40_000)} Id.`],
  ["characters that JSON escapes", `Roe v. Wade, 410 U.S. 113 (1973).\r\n\r\n\x01${'"\\'.repeat(60_000)} Id.`],
  ["commas", "410 U.S. 113, ".repeat(6000)],
  ["parallel citations", "Roe v. Wade, 410 U.S. 113, 153, 93 S. Ct. 705 (1973), ".repeat(2000)],
  ["words", `${"word ".repeat(13_000)}Parenthood of Pennsylvania v. Casey, 505 U.S. 833 (1992), `.repeat(3)],
  ["names over two lines", `Roe v. Wade, 410 U.S. 113 (1973), ${"Roe v.\nWade,\n410 U.S. 113 (1973), ".repeat(3000)}`],
] satisfies [string, string][]) {
  test(`a text of ${name} without sentences is divided in no citation`, async () => {
    assert.deepEqual(withoutContext(await client.checkCitations(text)), checkedByCommand(text));
  });
}

test("a text whose records do not fit into a response is divided", async () => {
  const text = "Roe v. Wade, 410 U.S. 113 (1973). ".repeat(1900);
  const { data } = (await (await responseTo(text)).json()) as CheckedCitationList;
  assert.deepEqual([data.length, data.at(-1)?.records], [1900, []]);
  assert.deepEqual(withoutContext(await client.checkCitations(text)), checkedByCommand(text));
});

test("a text whose citations do not fit into a response is divided", async () => {
  const text = `Roe v. Wade, 410 U.S. 113 (1973). ${"Id. ".repeat(15_000)}`;
  assert.equal((await responseTo(text)).status, 400);
  const { meta } = await client.checkCitations(text);
  assert.deepEqual([meta.total, meta.statuses.found], [15_001, 15_001]);
});

test("the context is that after the last part, and absent without authorities", async () => {
  const text = citing(2000);
  const at = text.lastIndexOf("\n\n", 90_000) + 2;
  const [whole, first] = [await client.checkCitations(text), await client.checkCitations(text.slice(0, at))];
  const rest = await client.checkCitations(text.slice(at), { context: first.meta.context });
  assert.ok(first.meta.context);
  assert.equal(rest.meta.context, whole.meta.context);
  const statuses = ({ data }: CheckedCitationList) => data.map(({ status }) => status);
  assert.deepEqual([...statuses(first), ...statuses(rest)], statuses(whole));
  const { meta } = await client.checkCitations("Id. at 5.\n\n".repeat(10_000));
  assert.equal(meta.statuses.unresolved, 10_000);
  assert.ok(!("context" in meta));
});

test("a reference to one of too many authorities is unresolved", async () => {
  const others = Array.from({ length: 199 }, (_, idx) => `Smith v. Doe, ${idx + 1} F.3d ${idx + 1} (1999).\n\n`);
  const text = [
    "Loving v. Virginia, 388 U.S. 1 (1967).\n\n", ...others, "Nothing.\n\n".repeat(7000),
    "Smith, 199 F.3d at 200. Loving, supra.",
  ].join("");
  const last = ({ data }: CheckedCitationList) => data.slice(-2).map(({ status }) => status);
  assert.deepEqual(last(await client.checkCitations(text)), ["not_in_index", "unresolved"]);
  assert.deepEqual(last(checkedByCommand(text)), ["not_in_index", "found"]);
});

test("a long text above the rate limit waits, and continues with the same part", async () => {
  let origin = URL_OF_LIMITED;
  const waits: number[] = [];
  const { client: limited, statuses } = observed(URL_OF_LIMITED, {
    // After the wait, a server without a limit responds, so that the test does not wait for a minute.
    fetch: async (request) => {
      const { method, headers } = request;
      return fetch(request.url.replace(URL_OF_LIMITED, origin), { method, headers, body: await request.text() });
    },
    sleep: async (seconds) => {
      waits.push(seconds);
      origin = URL_OF_ALL;
    },
  });
  const text = citing(8000);
  assert.deepEqual(await limited.checkCitations(text), await client.checkCitations(text));
  assert.equal(waits.length, 1);
  assert.equal(statuses.filter((status) => status === 429).length, 1);
  assert.equal(statuses.filter((status) => status === 200).length, 7);
});

test("a signal ends a check between its parts", async () => {
  const controller = new AbortController();
  const { client, statuses } = observed(URL_OF_ALL, {
    fetch: async (request) => {
      const response = await fetch(request);
      await response.clone().text();
      controller.abort(new Error("enough"));
      return response;
    },
  });
  await assert.rejects(client.checkCitations(citing(4000), { signal: controller.signal }), { message: "enough" });
  assert.equal(statuses.length, 1);
});

test("a damaged context is refused by the first response, also with a long text", async () => {
  for (const text of ["Id.", citing(4000)]) {
    const { client, statuses } = observed(URL_OF_ALL);
    await assert.rejects(client.checkCitations(text, { context: "none" }), { status: 400 });
    assert.deepEqual(statuses, [400]);
  }
});
