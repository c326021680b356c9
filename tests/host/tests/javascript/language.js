let count = 0;
const check = async (name, holds) => {
  count++;
  try {
    if ((await holds()) !== true) console.log(`fails: ${name}`);
  } catch (error) {
    console.log(`throws: ${name}: ${error}`);
  }
};
const throws = (code, kind) => {
  try {
    (0, eval)(code);
    return false;
  } catch (error) {
    return error instanceof kind;
  }
};

// Declarations, scope and functions.
await check("let and const are scoped to blocks", () => { { let a = 1; } return typeof a === "undefined"; });
await check("a name is dead before its declaration", () => throws("{ a; let a; }", ReferenceError));
await check("a constant is not assigned", () => throws("const a = 1; a = 2;", TypeError));
await check("closures in loops", () => { const f = []; for (let i = 0; i < 3; i++) f.push(() => i); return f.map((g) => g()).join() === "0,1,2"; });
await check("default parameters see earlier ones", () => ((a, b = a + 1) => b)(1) === 2);
await check("rest parameters", () => ((a, ...rest) => rest.length)(1, 2, 3) === 2);
await check("spread in calls, arrays and objects", () => Math.max(...[1, 3]) === 3 && [...[1], 2].length === 2 && { ...{ a: 1 }, b: 2 }.a === 1);
await check("destructuring with defaults and rest", () => { const { a = 1, ...b } = { c: 2 }; const [d, , e = 5] = [3, 4]; return a + b.c + d + e === 11; });
await check("arrow functions keep this", () => ({ f() { return (() => this)(); } }).f() !== undefined);
await check("new.target", () => { function F() { return { target: new.target }; } return new F().target === F; });
await check("tagged templates", () => ((strings, ...values) => strings.raw.join("|") + values.join())`a${1}\n${2}b` === "a|\\n|b1,2");
await check("labels", () => { outer: for (;;) { for (;;) break outer; } return true; });
await check("modules are strict", () => (function () { return this; })() === undefined);
await check("top-level await", async () => (await Promise.resolve(3)) === 3);
await check("import.meta", () => typeof import.meta === "object");
await check("dynamic import", async () => typeof (await import("gg")).files === "object");

// Operators.
await check("exponent", () => 2 ** 3 ** 2 === 512);
await check("nullish coalescing", () => (null ?? 1) === 1 && (0 ?? 1) === 0);
await check("optional chaining", () => undefined?.a.b === undefined && null?.[1] === undefined && ({}).f?.() === undefined);
await check("logical assignment", () => { let a = null; let b = 1; let c = 0; a ??= 2; b &&= 3; c ||= 4; return a + b + c === 9; });
await check("numeric separators, binary and octal", () => 1_000 + 0b11 + 0o17 === 1018);
await check("typeof, in, instanceof, void, delete", () => { const o = { a: 1 }; return "a" in o && delete o.a && !("a" in o) && void 0 === undefined; });
await check("comma and conditional", () => (1, 2) === 2 && (true ? 1 : 2) === 1);

// Classes.
await check("fields, public and private", () => { class A { a = 1; #b = 2; sum() { return this.a + this.#b; } } return new A().sum() === 3; });
await check("private methods and accessors", () => { class A { #m() { return 1; } get #g() { return 2; } all() { return this.#m() + this.#g; } } return new A().all() === 3; });
await check("static fields and blocks", () => { class A { static a = 1; static b; static { this.b = this.a + 1; } } return A.b === 2; });
await check("private names asked for with in", () => { class A { #a; static has(o) { return #a in o; } } return A.has(new A()) && !A.has({}); });
await check("inheritance and super", () => { class A { f() { return 1; } } class B extends A { f() { return super.f() + 1; } } return new B().f() === 2; });
await check("extending built-in classes", () => { class A extends Array { } const a = A.of(1, 2); return a.length === 2 && a.map((x) => x) instanceof A; });
await check("getters, setters and computed names", () => { const k = "x"; const o = { get [k]() { return this.v; }, set [k](v) { this.v = v * 2; } }; o.x = 2; return o.x === 4; });
await check("Symbol.species, toPrimitive, toStringTag", () => `${{ [Symbol.toPrimitive]: () => "p" }}` === "p" && Object.prototype.toString.call({ [Symbol.toStringTag]: "T" }) === "[object T]");

// Iteration, generators, asynchronous code.
await check("iterators and for-of", () => { let sum = 0; for (const x of { *[Symbol.iterator]() { yield 1; yield 2; } }) sum += x; return sum === 3; });
await check("generators: return, throw, delegation", () => { function* a() { try { yield 1; } finally { yield 2; } } const g = a(); g.next(); const b = (function* () { return yield* [3]; })(); return g.return(5).value === 2 && g.next().value === 5 && b.next().value === 3; });
await check("async functions and await in order", async () => { const log = []; const f = async () => { log.push(1); await 0; log.push(3); }; const p = f(); log.push(2); await p; return log.join() === "1,2,3"; });
await check("async generators and for-await", async () => { let sum = 0; for await (const x of (async function* () { yield 1; yield Promise.resolve(2); })()) sum += x; return sum === 3; });
await check("Promise.all, allSettled, any, race", async () => (await Promise.all([1, Promise.resolve(2)])).length === 2 && (await Promise.allSettled([Promise.reject(1)]))[0].status === "rejected" && (await Promise.any([Promise.reject(1), 2])) === 2 && (await Promise.race([1, 2])) === 1);
await check("Promise.any fails with an AggregateError", async () => { try { await Promise.any([Promise.reject(1)]); } catch (e) { return e instanceof AggregateError && e.errors[0] === 1; } });
await check("Promise.prototype.finally", async () => { let done = false; await Promise.resolve().finally(() => { done = true; }); return done; });
await check("Promise.withResolvers", async () => { const { promise, resolve } = Promise.withResolvers(); resolve(4); return (await promise) === 4; });
await check("thenables", async () => (await { then: (f) => f(7) }) === 7);
await check("microtasks in order", async () => { const log = []; queueMicrotask(() => log.push(1)); await 0; return log.length === 1; });
await check("iterator helpers", () => [1, 2, 3].values().map((x) => x * 2).filter((x) => x > 2).take(1).toArray()[0] === 4);

// Errors.
await check("cause", () => new Error("a", { cause: 1 }).cause === 1);
await check("catch without a binding, and finally", () => { let n = 0; try { throw 1; } catch { n++; } finally { n++; } return n === 2; });
await check("stack has the place", () => new Error("x").stack.includes("program.js:"));
await check("errors are told apart", () => throws("null.x", TypeError) && throws("nope", ReferenceError) && throws("1 +", SyntaxError) && throws("new Array(-1)", RangeError) && throws("decodeURI('%')", URIError));

// Objects.
await check("Object.entries, fromEntries, groupBy, hasOwn", () => Object.fromEntries(Object.entries({ a: 1 })).a === 1 && Object.hasOwn({ a: 1 }, "a") && Object.groupBy([1, 2, 3], (x) => x % 2 ? "odd" : "even").odd.length === 2);
await check("freeze and defineProperty", () => { "use strict"; const o = Object.freeze({ a: 1 }); try { o.a = 2; } catch (e) { return e instanceof TypeError; } });
await check("proxies and Reflect", () => { const log = []; const p = new Proxy({}, { get: (t, k) => (log.push(k), Reflect.get(t, k)), has: () => true }); return p.x === undefined && "y" in p && log[0] === "x"; });
await check("symbols", () => Symbol.for("a") === Symbol.for("a") && Symbol("d").description === "d");
await check("property order", () => Object.keys({ b: 1, 2: 1, a: 1, 1: 1 }).join() === "1,2,b,a");
await check("getOwnPropertyDescriptors", () => Object.getOwnPropertyDescriptors({ get a() { return 1; } }).a.get() === 1);
await check("globalThis", () => globalThis.Object === Object);

// Numbers and dates.
await check("big integers", () => 2n ** 64n === 18446744073709551616n && BigInt.asUintN(8, 257n) === 1n && typeof 1n === "bigint");
await check("Number's limits", () => Number.MAX_SAFE_INTEGER === 2 ** 53 - 1 && Number.isInteger(5) && Number.EPSILON > 0);
await check("numbers as text", () => (0.1 + 0.2).toFixed(2) === "0.30" && (255).toString(16) === "ff" && (1e21).toString() === "1e+21" && (123.456).toPrecision(4) === "123.5");
await check("text as numbers", () => parseInt("12px", 10) === 12 && parseFloat("1.5e3x") === 1500 && Number("0x1f") === 31 && Number.isNaN(Number("x")));
await check("Math", () => Math.trunc(-1.5) === -1 && Math.sign(-3) === -1 && Math.hypot(3, 4) === 5 && Math.clz32(1) === 31 && Math.fround(5.5) === 5.5 && Math.cbrt(27) === 3 && Math.log2(8) === 3);
await check("dates are read and written", () => new Date("2024-02-29T12:00:00Z").toISOString() === "2024-02-29T12:00:00.000Z" && Date.UTC(2020, 0, 1) === 1577836800000 && new Date(2020, 0, 31).getDate() === 31);
await check("date arithmetic", () => { const d = new Date(Date.UTC(2024, 0, 31)); d.setUTCMonth(1); return d.getUTCDate() === 2 && d.getUTCDay() === 6; });
await check("invalid dates", () => Number.isNaN(new Date("x").getTime()) && new Date(NaN).toJSON() === null);

// Text.
await check("String's methods", () => "abc".at(-1) === "c" && "a-b-c".replaceAll("-", "") === "abc" && "x".padStart(3, "ab") === "abx" && " x ".trim() === "x" && "abc".includes("b") && "ab".repeat(2) === "abab");
await check("Unicode", () => [..."a🧪"].length === 2 && "🧪".codePointAt(0) === 0x1f9ea && "\u{1F9EA}" === "🧪" && "e\u0301".normalize("NFC") === "é" && "ß".toUpperCase() === "SS");
await check("well-formed strings", () => !"\ud800".isWellFormed() && "\ud800".toWellFormed() === "\ufffd");
await check("String.raw and template literals", () => String.raw`\n${1}` === "\\n1" && `a${`b${1}`}` === "ab1");
await check("split, slice, localeCompare", () => "a,b".split(",").length === 2 && "abc".slice(-2) === "bc" && "a".localeCompare("b") < 0);

// Regular expressions.
await check("named groups", () => "2024-05".match(/(?<y>\d+)-(?<m>\d+)/).groups.m === "05");
await check("lookbehind and lookahead", () => "$5 €6".match(/(?<=€)\d/)[0] === "6" && /a(?!b)/.test("ac"));
await check("flags: s, u, y, d, v", () => /a.b/s.test("a\nb") && /\p{Lu}/u.test("É") && /a/y.test("a") && /a/d.exec("ba").indices[0][0] === 1 && /[\p{L}--[a-z]]/v.test("A"));
await check("matchAll and replace with a function", () => [..."a1b2".matchAll(/\d/g)].length === 2 && "a1".replace(/\d/, (d) => d * 2) === "a2");
await check("sticky and lastIndex", () => { const r = /a/g; r.test("aa"); return r.lastIndex === 1; });

// Collections and bytes.
await check("Array's methods", () => [3, 1, 2].toSorted().join() === "1,2,3" && [1, 2, 3].findLast((x) => x < 3) === 2 && [1, [2, [3]]].flat(Infinity).length === 3 && [1, 2].with(0, 5)[0] === 5 && [1, 2, 3].toSpliced(1, 1).length === 2);
await check("Array.from, of, fromAsync", async () => Array.from({ length: 2 }, (_, i) => i).join() === "0,1" && Array.of(7).length === 1 && (await Array.fromAsync([Promise.resolve(1)]))[0] === 1);
await check("sorting is stable", () => [[1, "a"], [0, "b"], [1, "c"]].sort(([x], [y]) => x - y).map(([, n]) => n).join("") === "bac");
await check("reduce, some, every, includes, at", () => [1, 2].reduce((a, b) => a + b) === 3 && [1].some(Boolean) && [].every(Boolean) && [NaN].includes(NaN) && [1, 2].at(-1) === 2);
await check("holes", () => 0 in [, 1] === false && [, 1].length === 2);
await check("Map and Set", () => new Map([[NaN, 1]]).get(NaN) === 1 && new Set([1, 1]).size === 1 && [...new Map([[1, 2]]).keys()][0] === 1);
await check("Set's algebra", () => new Set([1, 2]).union(new Set([3])).size === 3 && new Set([1, 2]).intersection(new Set([2])).has(2));
await check("Map.groupBy", () => Map.groupBy([1, 2], (x) => x % 2).get(1)[0] === 1);
await check("weak collections", () => { const k = {}; return new WeakMap([[k, 1]]).get(k) === 1 && new WeakSet([k]).has(k) && new WeakRef(k).deref() === k; });
await check("typed arrays", () => new Uint8Array([300])[0] === 44 && Float64Array.of(1.5)[0] === 1.5 && new Uint8ClampedArray([300])[0] === 255 && new BigInt64Array(1)[0] === 0n);
await check("buffers and views", () => { const b = new ArrayBuffer(4); new DataView(b).setUint16(0, 258); return new Uint8Array(b)[1] === 2 && b.slice(1).byteLength === 3; });
await check("resizable buffers and transfer", () => { const b = new ArrayBuffer(2, { maxByteLength: 4 }); b.resize(4); return b.byteLength === 4 && b.transfer().byteLength === 4 && b.detached; });
await check("typed arrays' methods", () => Uint8Array.of(3, 1).toSorted()[0] === 1 && Uint8Array.of(1, 2).subarray(1).length === 1 && Uint8Array.from([1, 2]).at(-1) === 2);

// JSON and reflection.
await check("JSON there and back", () => JSON.stringify(JSON.parse('{"a":[1,null,"\\u00e9"]}')) === '{"a":[1,null,"é"]}');
await check("revivers and replacers", () => JSON.parse("[1]", (k, v) => (k === "0" ? 2 : v))[0] === 2 && JSON.stringify({ a: 1, b: 2 }, ["a"]) === '{"a":1}');
await check("indentation and toJSON", () => JSON.stringify({ a: { toJSON: () => 1 } }, null, 2) === '{\n  "a": 1\n}');
await check("well-formed JSON", () => JSON.stringify("\ud800") === '"\\ud800"' && JSON.stringify(undefined) === undefined);
await check("eval and Function", () => (0, eval)("1 + 1") === 2 && new Function("a", "return a + 1")(1) === 2);
await check("functions' names and lengths", () => ((a, b = 1, ...c) => 1).length === 1 && (function named() {}).name === "named");
await check("bind, call, apply", () => (function (a, b) { return this.x + a + b; }).bind({ x: 1 }, 2)(3) === 6 && Math.max.apply(null, [1, 2]) === 2);
await check("URI functions", () => encodeURIComponent("é &") === "%C3%A9%20%26" && decodeURIComponent("%C3%A9") === "é");
await check("Date, Math and JSON have tags", () => `${Math}` === "[object Math]" && JSON[Symbol.toStringTag] === "JSON");
await check("there is one thread, and nothing is shared", () => typeof Atomics === "undefined");
await check("an interned object is compared by identity", () => ({}) !== ({}) && Object.is(NaN, NaN) && !Object.is(0, -0));
await check("strings are compared by code units", () => "b" > "a" && "Z" < "a" && ["é", "z"].sort().join("") === "zé");

// What is read where it stands, and what only looks like it.
await check("levels of operators", () => (1 | 2 ^ 3 & 4 == 5 < 6 << 7 + 8 * 9) === (1 | (2 ^ (3 & (4 == (5 < (6 << (7 + (8 * 9)))))))) && 2 - 1 - 1 === 0 && 8 / 2 / 2 === 2 && 1 + 2 * 3 % 2 === 1 && throws("-1 ** 2", SyntaxError));
await check("private names among operators", () => { class A { #a = 1; static has(x) { return 1 && #a in x && true; } } return A.has(new A()) && !A.has({}) && throws("class B { #b; f(x) { return 1 + #b in x; } }", SyntaxError); });
await check("numbers", () => [0, 7, 123456789, 1234567890, 1_000, 1e3, 0x1f, 0b11, 1.5, .5, 5., 1n].join() === "0,7,123456789,1234567890,1000,1000,31,3,1.5,0.5,5,1" && 1..toFixed(1) === "1.0" && Object.is(-0, 0 * -1));
await check("numbers that are none", () => ['"use strict"; 010', '"use strict"; 08', "3in []", "1a", "1__0", "0_1", "1é", "1n2", "0xg"].every((code) => throws(code, SyntaxError)));
await check("names", () => { const café = 1, a\u0062 = 2, $_1 = 3; let été = 4; return caf\u00e9 + ab + $_1 + \u00e9té === 10 && throws("let a\\u002d", SyntaxError) && throws("v\\u0061r a", SyntaxError); });
await check("arrow functions by their parentheses", () => ((a, b) => a - b)(3, 1) === 2 && (() => 1)() === 1 && ((a = ")", { b } = { b: "(" }, [c] = ["]"]) => a + b + c)() === ")(]" && (async (a) => a)(1) instanceof Promise && throws("(a)\n=> 1", SyntaxError) && throws("(a, 1) => 1", SyntaxError) && throws("(a b) => 1", SyntaxError));
await check("parentheses that are no parameters", () => { let a = 1; const b = (a); return (a) == 1 && (a) === 1 && [(a), (b)].length === 2 && { a: (a) }.a === 1 && ((a) ? (b) : 0) === 1 && ((a), (b)) === 1; });
await check("patterns by their brackets", () => { let a = 1, b = 2, c, d; [a, b] = [b, a]; ({ a: c, b: [d] } = { a: "}", b: ["]"] }); ({ a, "b": b = 5 } = { a: 3 }); for ([c, { d }] of [[6, { d: 7 }]]); return a + b + c + d === 21 && throws("({ a: 1 } = {})", SyntaxError) && throws("[a, 1] = []", SyntaxError); });
await check("literals that look like patterns", () => { const a = { b: "{[(", c: ["\\", '"'], d: [[]], e: {} }; return [1, 2].length == 2 && a.c.length === 2 && a.b.length === 3 && [/[)]/, `)${[1]}`].length === 2 && { a } !== a && throws("[1, 2)", SyntaxError) && throws("({ a: '\n' })", SyntaxError); });
await check("defaults have a scope of their own", () => { const x = 1; const f = (a = () => x) => { var x = 2; return a() + x; }; function g(a, b = () => a) { var a; return b() === a; } return f() === 3 && g(1); });
await check("semicolons in heads of loops", () => { let sum = 0; for (let [a, b] = [0, 3]; a < b; a++) sum += a; for (const { a } of [{ a: 4 }]) sum += a; for (const a in { b: 1 }) sum += a.length; return sum === 8; });
await check("rows of spaces and tabs", () => (0, eval)("1                                                                  +\t \t  \v\f 2 \r\n   +      3") === 6);
console.log(`${count} features`);
