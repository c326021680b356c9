// The type checker of one process: a language service kept warm, asked over standard input, one JSON line a question and
// one an answer. The first argument is the compiler's library; the first line brings the declarations.
"use strict";

const ts = require(process.argv[1]);
const fs = require("node:fs");
const path = require("node:path");

const libraries = path.dirname(process.argv[1]);
const texts = new Map();
let root = "";
let roots = [];
let modules = [];

/** The libraries of the language that this compiler has, of those asked for. */
function known(names) {
  return names.map((name) => `lib.${name}.d.ts`).filter((name) => fs.existsSync(path.join(libraries, name)));
}

const host = {
  getCompilationSettings: () => options,
  getScriptFileNames: () => [...roots, ...modules],
  getScriptVersion: (name) => String(texts.get(name)?.version ?? 0),
  getScriptSnapshot(name) {
    const text = host.readFile(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => "/",
  getDefaultLibFileName: () => path.join(libraries, "lib.d.ts"),
  fileExists: (name) => texts.has(name) || (name.startsWith(libraries) && fs.existsSync(name)),
  readFile: (name) =>
    texts.get(name)?.text ?? (name.startsWith(libraries) ? fs.readFileSync(name, "utf8") : undefined),
  useCaseSensitiveFileNames: () => true,
  resolveModuleNameLiterals: (literals, from) =>
    literals.map(({ text }) => {
      const file = resolve(text, from);
      if (file === undefined || !texts.has(file)) return { resolvedModule: undefined };
      return { resolvedModule: { resolvedFileName: file, extension: /(\.d)?\.[jt]s$/.exec(file)[0] } };
    }),
};

/** The file of a specifier. Only the package itself sees its own files. */
function resolve(specifier, from) {
  if (specifier === root) return "/sdk/index.d.ts";
  if (specifier.startsWith("lib:")) {
    const key = specifier.slice("lib:".length);
    return [`/lib/${key}.ts`, `/lib/${key}.js`].find((file) => texts.has(file));
  }
  if (!from.startsWith("/sdk/")) return undefined;
  if (specifier.startsWith(`${root}/`)) return `/sdk/modules/${specifier.slice(root.length + 1)}.d.ts`;
  return path.posix.resolve(path.posix.dirname(from), specifier).replace(/\.js$/, ".d.ts");
}

let options = {};
let service;

let version = 0;

/** Equal texts are one version, so that what did not change is not read again. */
function set(name, text) {
  if (texts.get(name)?.text !== text) texts.set(name, { text, version: ++version });
}

function start({ name, declarations, globals, libs }) {
  root = name;
  for (const [file, text] of declarations) set(`/sdk/${file}`, text);
  set("/globals.d.ts", globals);
  roots = ["/globals.d.ts", "/sdk/specifiers.d.ts", "/sdk/index.d.ts"].filter((file) => texts.has(file));
  options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowJs: true,
    allowUnreachableCode: true,
    allowUnusedLabels: true,
    target: ts.ScriptTarget.ES2022,
    lib: known(libs),
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
    types: [],
  };
  service = ts.createLanguageService(host, ts.createDocumentRegistry());
  // The declarations are read and bound now, and not while a program waits.
  service.getProgram();
}

function check({ file, text, libs }) {
  const now = [...libs, [file, text]].map(([name, contents]) => {
    set(`/${name}`, contents);
    return `/${name}`;
  });
  for (const name of modules) if (!now.includes(name)) texts.delete(name);
  modules = now;
  const program = service.getProgram();
  const own = [...service.getSyntacticDiagnostics(`/${file}`), ...service.getSemanticDiagnostics(`/${file}`)];
  const others = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
  return {
    own: own.filter((one) => one.file?.fileName === `/${file}`).map(shown),
    others: [...others, ...own.filter((one) => one.file?.fileName !== `/${file}`)].map(shown),
  };
}

function shown(one) {
  const message = ts.flattenDiagnosticMessageText(one.messageText, "\n");
  const place = one.file && ts.getLineAndCharacterOfPosition(one.file, one.start ?? 0);
  return { line: place ? place.line + 1 : 0, column: place ? place.character + 1 : 0, code: one.code, message };
}

let pending = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (data) => {
  const lines = (pending + data).split("\n");
  pending = lines.pop();
  for (const line of lines) {
    const question = JSON.parse(line);
    const answer = service === undefined ? start(question) : check(question);
    process.stdout.write(`${JSON.stringify(answer ?? {})}\n`);
  }
});
