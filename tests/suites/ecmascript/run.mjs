// Runs programs of several tables and compares what arrives with what the table says of each example.
// `node --experimental-vm-modules run.mjs CASES.json`, where a case is { surface, sdk, programs: [{ name, text, calls }] }.

import assert from "node:assert/strict";
import fs from "node:fs";

import { Engine } from "./engine.mjs";

const plain = (value) => JSON.parse(JSON.stringify(value));
let count = 0;
for (const one of JSON.parse(fs.readFileSync(process.argv[2], "utf8"))) {
  const surface = JSON.parse(fs.readFileSync(one.surface, "utf8"));
  const engine = new Engine(surface, one.sdk);
  for (const { name, text, calls } of one.programs) {
    engine.calls = [];
    await engine.run(text, name);
    assert.deepEqual(plain(engine.calls), calls, `${name}:\n${text}`);
    count += calls.length;
  }
}
console.log(count);
