// What the SDK itself runs: methods on returned values, and the failure class, in a realm of its own.
// `node --experimental-vm-modules behaviour.mjs SURFACE.json SDK`

import assert from "node:assert/strict";
import fs from "node:fs";
import vm from "node:vm";

import { Engine } from "./engine.mjs";

// Values of another realm are compared as data.
const plain = (value) => JSON.parse(JSON.stringify(value));

const surface = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const engine = new Engine(surface, process.argv[3]);
const again = new Engine(surface, process.argv[3]);

// Methods: data in, data out, and the call that is made.
const hit = { name: "csv", description: "d", matched: 1, occurrences: 2, excerpt: "e" };
engine.answers["memories.search_memories"] = () => [{ ...hit }, { ...hit, name: "other" }];
engine.answers["memories.read_memory"] = ({ name }) => `body of ${name}`;
engine.answers["delegation.fork"] = () => ({ id: "copy-1", slot: "s", modelId: "m" });
engine.answers["views.close"] = () => 2;
engine.answers["views.current"] = () => [{ kind: "text", selector: "notes", tokens: 3 }];
let program = await engine.run(`
  import { delegation, memories, views } from "gg";
  export const hits = memories.searchMemories(["a"]);
  export const bodies = hits.map((hit) => hit.read());
  export const json = JSON.stringify(hits[0]);
  export const keys = Object.keys(hits[0]);
  export const listed = [];
  for (const key in hits[0]) listed.push(key);
  export const spread = { ...hits[0] };
  export const closed = views.current()[0].close();
  export const copy = delegation.fork("x");
  copy.send("stop");
`);
assert.deepEqual(plain(program.bodies), ["body of csv", "body of other"]);
assert.equal(program.json, JSON.stringify(hit));
assert.deepEqual(plain(program.keys), Object.keys(hit));
assert.deepEqual(plain(program.listed), Object.keys(hit));
assert.deepEqual({ ...program.spread }, hit);
assert.equal("read" in program.spread, false);
assert.equal(program.closed, 2);
assert.deepEqual({ ...program.copy }, { id: "copy-1", slot: "s", modelId: "m" });
assert.deepEqual(plain(engine.calls).slice(-2).map(({ id, request }) => [id, request]), [
  ["delegation.fork", { prompt: "x" }],
  ["delegation.send_message", { agent_id: "copy-1", message: "stop" }],
]);
await assert.rejects(engine.run(`import { delegation } from "gg"; delegation.fork("x").send();`), /undefined is no string/);
await assert.rejects(engine.run(`import { views } from "gg"; views.current()[0].close(1);`), /too many arguments/);

// Failures.
engine.answers["files.read_file"] = () => engine.fail("files.read_file", "not-found", "no such file", "files.readFile");
program = await engine.run(`
  import { core, files } from "gg";
  let caught;
  try { files.readFile("a.md"); } catch (error) { caught = error; }
  class Own extends core.ApiError {}
  class Unrelated extends Error {}
  const own = new Own({ code: "other", operation: "f", id: "m.f", message: "mine" });
  export { caught, own };
  export const facts = {
    string: String(caught),
    template: \`\${caught}\`,
    message: caught.message,
    json: JSON.stringify({ caught }),
    keys: Object.keys(caught),
    name: caught.name,
    tag: Object.prototype.toString.call(caught),
    error: caught instanceof Error,
    api: caught instanceof core.ApiError,
    ownIsApi: own instanceof core.ApiError,
    ownIsOwn: own instanceof Own,
    apiIsOwn: caught instanceof Own,
    unrelated: new Unrelated() instanceof core.ApiError,
    others: [null, undefined, 1, "ApiError", {}, () => {}].map((value) => value instanceof core.ApiError),
    code: caught.code === core.ErrorCode["not-found"],
    frozen: Object.isFrozen(core.ErrorCode),
    ownString: String(own),
    stack: caught.stack.includes("no such file"),
  };
`);
assert.deepEqual(plain(program.facts), {
  string: "files.readFile failed (not-found): no such file",
  template: "files.readFile failed (not-found): no such file",
  message: "no such file",
  json: '{"caught":{"code":"not-found","operation":"read_file","id":"files.read_file","message":"no such file"}}',
  keys: ["code", "operation", "id"],
  name: "ApiError",
  tag: "[object ApiError]",
  error: true,
  api: true,
  ownIsApi: true,
  ownIsOwn: true,
  apiIsOwn: false,
  unrelated: false,
  others: [false, false, false, false, false, false],
  code: true,
  frozen: true,
  ownString: "m.f failed (other): mine",
  stack: true,
});

// A failure of one realm is one in another, where it is no Error of that realm.
const { ApiError } = (await again.run(`import { core } from "gg"; export const { ApiError } = core;`));
assert.notEqual(ApiError, engine.ApiError);
assert.ok(program.caught instanceof ApiError);
assert.ok(!(program.caught instanceof vm.runInContext("Error", again.context)));

// Only the SDK reaches the engine's own functions, and nothing else is there to import.
for (const specifier of ["gg:raw", "./methods.js", "node:fs", "lib:none"]) {
  await assert.rejects(engine.run(`import "${specifier}";`), /cannot import/);
}
console.log("done");
