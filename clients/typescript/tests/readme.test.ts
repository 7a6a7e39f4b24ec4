import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { URL_OF_ALL } from "./environment.js";

/** The folder of the package, above that of the compiled tests. */
const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The examples use the configuration of the tests, in which they can import the package by its name. */
const CONFIGURATION = {
  extends: "../../tests/tsconfig.json",
  compilerOptions: { rootDir: ".", outDir: "." },
  include: ["."],
  exclude: [],
};

test("the examples of the README compile and print what it shows", () => {
  const text = readFileSync(join(ROOT, "README.md"), "utf8");
  const examples = [...text.matchAll(/```ts\n([^]*?)```\n\n```text\n([^]*?)```/g)];
  assert.equal(examples.length, 5);
  assert.equal(text.split("```ts\n").length - 1, examples.length, "each has its output below it");
  const folder = join(ROOT, "build/readme");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(CONFIGURATION));
  examples.forEach(([, code], idx) => {
    writeFileSync(join(folder, `example-${idx}.ts`), code!.replaceAll("http://127.0.0.1:8080", URL_OF_ALL));
  });
  const node = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
    assert.equal(status, 0, stdout + stderr);
    return stdout;
  };
  node("node_modules/typescript/bin/tsc", "--project", folder);
  examples.forEach(([, , printed], idx) => assert.equal(node(join(folder, `example-${idx}.js`)), printed));
});
