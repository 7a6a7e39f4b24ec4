import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";

import { Lexdex, LexdexError } from "lexdex";

import { URL_OF_ALL, URL_OF_LIMITED, all, answering, failure, idsInCorpus, observed } from "./environment.js";

const refusal = (seconds: string, status = 429) => () =>
  Response.json({ error: "later", details: {} }, { status, headers: { "retry-after": seconds } });
const success = () => Response.json({ data: [], meta: { total: 0 } });

/** A client of these responses that waits without a timer, and the waits. */
function waitless(responses: (() => Response)[], maxWaitSeconds?: number) {
  const waits: number[] = [];
  const { requests, send } = answering(...responses);
  const sleep = async (seconds: number) => void waits.push(seconds);
  const client = new Lexdex("http://localhost", {
    fetch: send, sleep, ...(maxWaitSeconds !== undefined && { maxWaitSeconds }),
  });
  return { client, requests, waits };
}

test("a walk above the rate limit waits as long as the server says, and continues with the same page", async () => {
  const waits: number[] = [];
  let origin = URL_OF_LIMITED;
  const { client, statuses, requests } = observed(URL_OF_LIMITED, {
    // After the wait, another server of the same index without a limit responds, so that the test does not wait for a
    // minute.
    fetch: (request) => fetch(new Request(request.url.replace(URL_OF_LIMITED, origin), request)),
    sleep: async (seconds) => {
      waits.push(seconds);
      origin = URL_OF_ALL;
    },
  });
  const ids = (await all(client.cases.iter({ fields: ["id"] }))).map(({ id }) => id);
  assert.deepEqual(ids.sort(), idsInCorpus("cases").sort());
  assert.equal(waits.length, 1);
  assert.ok(waits[0]! >= 1 && waits[0]! <= 60, `${waits}`);
  assert.equal(statuses.filter((status) => status === 429).length, 1);
  assert.equal(statuses.filter((status) => status === 200).length, Math.ceil(ids.length / 100));
  const refused = statuses.indexOf(429);
  assert.equal(requests[refused]!.url, requests[refused + 1]!.url);
});

test("a walk that may not wait ends with the server's error", async () => {
  const client = new Lexdex(URL_OF_LIMITED, { maxWaitSeconds: 0 });
  const error = await failure(all(client.cases.iter()));
  assert.ok(error instanceof LexdexError);
  assert.equal(error.status, 429);
  assert.ok(error.retryAfter! >= 1 && error.retryAfter! <= 60);
  assert.equal(error.retryAfter, error.details.retryAfter);
  assert.match(error.message, /too many requests/);
  assert.ok(error.requestId);
});

test("the timer waits for the named seconds, and a signal ends the wait", async () => {
  let n_requests = 0;
  const server = createServer((_, response) => {
    n_requests += 1;
    if (n_requests === 2) response.setHeader("content-type", "application/json").end('{"data":[],"meta":{"total":0}}');
    else response.writeHead(429, { "retry-after": n_requests === 1 ? "1" : "60" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const client = new Lexdex(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const start = Date.now();
    assert.deepEqual(await client.topics(), []);
    assert.ok(Date.now() - start >= 990);
    const aborted = await failure(client.topics({ signal: AbortSignal.timeout(50) }));
    assert.equal((aborted as Error).name, "TimeoutError");
    assert.equal(n_requests, 3);
    const already = await failure(client.topics({ signal: AbortSignal.abort(new Error("enough")) }));
    assert.equal((already as Error).message, "enough");
    assert.equal(n_requests, 3);
  } finally {
    server.close();
  }
});

test("waits are bounded: a request that has waited for the maximum fails", async () => {
  const once = waitless([refusal("60"), refusal("60"), success], 120);
  assert.deepEqual(await once.client.topics(), []);
  assert.deepEqual(once.waits, [60, 60]);
  const never = waitless([refusal("60"), refusal("60")], 119);
  await assert.rejects(never.client.topics(), { name: "LexdexError", status: 429, retryAfter: 60 });
  assert.deepEqual(never.waits, [60]);
});

test("a 503 with a time is waited for, but not one without", async () => {
  const busy = waitless([refusal("2", 503), success]);
  await busy.client.topics();
  assert.deepEqual(busy.waits, [2]);
  for (const responses of [[refusal("soon", 503)], [() => new Response("", { status: 503 })], [refusal("1", 500)]]) {
    const { client, waits } = waitless(responses);
    await assert.rejects(client.topics(), { name: "LexdexError" });
    assert.deepEqual(waits, []);
  }
});

test("a wait that fails is the cause of the error", async () => {
  const { send } = answering(refusal("1"));
  const client = new Lexdex("http://localhost", { fetch: send, sleep: () => Promise.reject(new Error("no timer")) });
  const error = await failure(client.topics());
  assert.ok(error instanceof LexdexError);
  assert.equal((error.cause as Error).message, "no timer");
});

test("a date or a zero from a proxy means a wait of at least a second", async () => {
  const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toUTCString();
  const { client, waits } = waitless([refusal(at(30_000)), refusal(at(-30_000)), refusal("0"), success]);
  await client.topics();
  assert.ok(waits[0]! >= 28 && waits[0]! <= 30, `${waits}`);
  assert.deepEqual(waits.slice(1), [1, 1]);
});

test("a checked text is sent again as a whole after a wait", async () => {
  const { client, requests } = waitless([refusal("1"), success]);
  await client.checkCitations("Roe v. Wade, 410 U.S. 113");
  const bodies = await Promise.all(requests.map((request) => request.json()));
  assert.deepEqual(bodies, [{ text: "Roe v. Wade, 410 U.S. 113" }, { text: "Roe v. Wade, 410 U.S. 113" }]);
});
