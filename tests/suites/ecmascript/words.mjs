// Asks the TypeScript compiler and Node about every word that might be reserved, in every place a name of a table gets
// in the SDK and in a program. Prints, by kind of name, the words that were asked about and those that were refused.

import { createRequire } from "node:module";
import path from "node:path";
import vm from "node:vm";

const ts = createRequire(path.join(process.env.NODE_PATH, "x.js"))("typescript");

const keywords = [];
for (let token = ts.SyntaxKind.FirstKeyword; token <= ts.SyntaxKind.LastKeyword; token++) {
  keywords.push(ts.tokenToString(token));
}
const globals = Object.getOwnPropertyNames(vm.runInNewContext("globalThis"));
const more = ["eval", "arguments", "enum", "prototype", "Omit", "name", "length", "then", "raw", "self", "window", "exports", "module"];

/** A name as a table would have to write it for an arm to spell it so. */
const words = (name) => name.split(/(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());
const pascal = (parts) => parts.map((word) => word[0].toUpperCase() + word.slice(1)).join("");
const camel = (parts) => parts[0] + pascal(parts.slice(1));
const ids = [...keywords, ...globals, ...more].filter((name) => /^[a-zA-Z][a-zA-Z0-9]*$/.test(name)).map(words);
const names = { camel: [...new Set(ids.map(camel))], pascal: [...new Set(ids.map(pascal))], kebab: [...new Set(ids.map((id) => id.join("-")))] };

// The SDK's own uses of globals, which a type of the same name must not hide.
const uses = `
export class Failure extends Error { get [Symbol.toStringTag]() { return "Failure"; } }
export const given = Object.setPrototypeOf({}, Failure.prototype);
`;
const typedUses = `
export declare class Failure extends Error { readonly [Symbol.toStringTag]: "Failure"; }
export declare function use(bytes: Uint8Array, rest: Omit<{ first: string; second: string }, "first">): string[];
`;
const program = `use(Uint8Array.of(1), { second: "b" }).map((text) => text.length); new Failure().message;`;

/** Per kind: how names are spelled, and what a file of the SDK and a program make of one. */
const kinds = {
  Root: {
    names: names.camel,
    files: (name) => ({ "lib.d.ts": `export const value: 1;`, "use.ts": `import * as ${name} from "./lib.js"; ${name}.value;` }),
    modules: (name) => ({ lib: `export const value = 1;`, main: `import * as ${name} from "lib"; export const got = ${name}.value;` }),
  },
  Module: {
    names: names.camel,
    files: (name) => ({
      "lib.d.ts": `export const value: 1;`,
      "index.d.ts": `export * as ${name} from "./lib.js";`,
      "use.ts": `import { ${name} } from "./index.js"; ${name}.value;`,
    }),
    modules: (name) => ({
      lib: `export const value = 1;`,
      index: `import * as $1 from "lib"; export { $1 as ${name} };`,
      main: `import { ${name} } from "index"; export const got = ${name}.value;`,
    }),
  },
  Operation: {
    names: names.camel,
    files: (name) => ({
      "lib.d.ts": `export function ${name}(path: string): number;`,
      "use.ts": `import { ${name} } from "./lib.js"; ${name}("a");`,
    }),
    modules: (name) => ({
      raw: `export const m$x = () => 1;`,
      lib: `export { m$x as ${name} } from "raw";`,
      wrapped: `import { m$x } from "raw"; export function ${name}(...$arguments) { return m$x(...$arguments); }`,
      main: `import { ${name} } from "lib"; import * as w from "wrapped"; export const got = ${name}() && w.${name}();`,
    }),
  },
  Param: {
    names: names.camel,
    files: (name) => ({
      "lib.d.ts": `export function f(${name}: string, options?: { ${name}?: string }): void; export interface I { m(${name}?: string): void; }`,
    }),
    modules: (name) => ({
      main: `class C { m(${name}, ...$rest) { return [${name}, ...$rest]; } } export const got = new C().m(1)[0];`,
    }),
  },
  Type: {
    names: names.pascal,
    files: (name) => ({
      "record.d.ts": `export interface ${name} { readonly a: string; } ${typedUses}`,
      "union.d.ts": `export type ${name} = "a" | "b"; export declare const ${name}: { readonly a: "a" }; ${typedUses}`,
      "use-record.ts": `import { type ${name}, use, Failure } from "./record.js"; export let v: ${name}; ${program}`,
      "use-union.ts": `import { ${name}, use, Failure } from "./union.js"; export let v: ${name} = ${name}.a; ${program}`,
    }),
    modules: (name) => ({
      lib: `export const ${name} = Object.freeze({ a: 1 }); ${uses}`,
      methods: `class ${name} { read() { return 1; } } export const made = Object.setPrototypeOf({}, ${name}.prototype);`,
      main: `import { ${name} } from "lib"; import { made } from "methods"; export const got = made.read() && ${name}.a;`,
    }),
  },
  Options: {
    names: names.pascal.map((name) => `${name}Options`),
    files: (name) => ({ "lib.d.ts": `export interface ${name} { a?: string; } ${typedUses}` }),
    modules: () => ({}),
  },
  Field: {
    names: names.camel,
    files: (name) => ({
      "lib.d.ts": `export interface R { readonly ${name}?: string; }`,
      "use.ts": `import type { R } from "./lib.js"; export const r: R = { ${name}: "a" }; r.${name};`,
    }),
    modules: (name) => ({ main: `const r = { ${name}: 1 }; export const got = { kind: "a", ...r }.${name};` }),
  },
  Case: {
    names: names.kebab,
    files: (name) => ({
      "lib.d.ts": `export type V = { readonly kind: "${name}" } | { readonly kind: "-" };`,
      "use.ts": `import type { V } from "./lib.js"; export const v: V = { kind: "${name}" };`,
    }),
    modules: () => ({}),
  },
  EnumCase: {
    names: names.kebab,
    files: (name) => ({ "lib.d.ts": `export declare const E: { readonly "${name}": "${name}" };` }),
    modules: (name) => ({ main: `export const got = Object.freeze({ "${name}": 1 })["${name}"];` }),
  },
  Method: {
    names: names.camel,
    files: (name) => ({
      "lib.d.ts": `export interface R { readonly a: string; ${name}(b?: string): number; } export type W = Omit<R, "${name}">;`,
      "use.ts": `import type { R } from "./lib.js"; declare const r: R; r.${name}("a").toFixed();`,
    }),
    modules: (name) => ({
      main: `class R { ${name}(...$rest) { return this.a; } } const r = Object.setPrototypeOf({ a: 1 }, R.prototype); export const got = r.${name}();`,
    }),
  },
};
kinds.Flag = kinds.Field;

/** The places where the compiler has something to say. */
function refusedByTypeScript() {
  const texts = new Map();
  const owners = new Map();
  for (const [kind, { names, files }] of Object.entries(kinds)) {
    for (const [at, name] of names.entries()) {
      for (const [file, text] of Object.entries(files(name))) {
        // Names that differ only by case must not meet in a path.
        const full = `/${kind}/${at}/${file}`;
        texts.set(full, text);
        owners.set(full, `${kind} ${name}`);
      }
    }
  }
  const options = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, lib: ["lib.es2022.d.ts"], module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, types: [] };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  const parsed = new Map();
  host.getSourceFile = (file, ...rest) => {
    if (!texts.has(file)) return getSourceFile.call(host, file, ...rest);
    if (!parsed.has(file)) parsed.set(file, ts.createSourceFile(file, texts.get(file), ts.ScriptTarget.ES2022, true));
    return parsed.get(file);
  };
  host.fileExists = (file) => texts.has(file) || fileExists.call(host, file);
  host.readFile = (file) => texts.get(file) ?? readFile.call(host, file);
  host.directoryExists = () => true;
  const compiled = ts.createProgram([...texts.keys()], options, host);
  const found = new Set();
  for (const file of texts.keys()) {
    const source = compiled.getSourceFile(file);
    const said = [...compiled.getSyntacticDiagnostics(source), ...compiled.getSemanticDiagnostics(source)];
    if (said.length > 0) found.add(owners.get(file));
  }
  return found;
}

/** Whether Node runs what uses the name, and the right thing comes of it. */
async function runs(modules) {
  const made = new Map();
  const load = (name) => {
    if (!made.has(name)) made.set(name, new vm.SourceTextModule(modules[name], { identifier: name }));
    return made.get(name);
  };
  try {
    const main = load("main");
    await main.link(load);
    await main.evaluate();
    return main.namespace.got === 1;
  } catch {
    return false;
  }
}

const refused = refusedByTypeScript();
for (const [kind, { names, modules }] of Object.entries(kinds)) {
  for (const name of names) {
    const texts = modules(name);
    if (texts.main && !(await runs(texts))) refused.add(`${kind} ${name}`);
  }
}
const answer = {};
for (const [kind, { names }] of Object.entries(kinds)) {
  answer[kind] = { asked: names, refused: names.filter((name) => refused.has(`${kind} ${name}`)) };
}
console.log(JSON.stringify(answer));
