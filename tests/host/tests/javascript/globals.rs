//! The globals beyond the language (spec: decisions, 90), the host's clock and random source, and what is not there.

use gg_tests_host::Double;
use serde_json::Value;

use super::engines::{gg, printed, run};

#[test]
fn console_shows_values() {
    let lines = printed(
        "console.log('text', 1, -0, 5n, null, undefined, true, Symbol('s'));\n\
         console.log({ a: { b: { c: { d: { e: { f: 1 } } } } } }, [1, , 'x'], new Map([[1, { a: 2 }]]), new Set('ab'));\n\
         console.log(new Date(0), /x/g, () => 1, class A {}, new (class B { x = 1 })(), Uint8Array.of(1, 2));\n\
         const ring = {};\nring.ring = ring;\nconsole.log(ring, new Proxy({}, {}), { get a() { throw 1; } });\n\
         console.log('%s is %d and %o', 'a', 5, { b: 1 }, 'more');\n\
         console.group('group');\nconsole.info('two\\nlines');\nconsole.groupEnd();\nconsole.assert(false, 'no');\n\
         console.count();\nconsole.count();\nconsole.error('error');\nconsole.dir(['x']);\n",
    );
    assert_eq!(
        lines,
        [
            "text 1 -0 5n null undefined true Symbol(s)",
            "{ a: { b: { c: { d: { e: [Object] } } } } } [ 1, <empty>, \"x\" ] Map(1) { 1 => { a: 2 } } Set(2) { \"a\", \"b\" }",
            "1970-01-01T00:00:00.000Z /x/g [Function] [Function: A] B { x: 1 } Uint8Array(2) [ 1, 2 ]",
            "{ ring: [Circular] } [Proxy] { a: [Getter] }",
            "a is 5 and { b: 1 } more",
            "group",
            "  two",
            "  lines",
            "Assertion failed no",
            "default: 1",
            "default: 2",
            "error",
            "[ \"x\" ]",
        ]
    );
}

#[test]
fn console_prints_whatever_became_of_the_languages_own() {
    let program = "for (const type of [Array, String]) {\n\
         for (const name of Object.getOwnPropertyNames(type.prototype)) {\n\
           if (name !== 'constructor') try { type.prototype[name] = null; } catch {}\n\
         }\n\
         }\n\
         Array.prototype[Symbol.iterator] = null;\n\
         console.log('text', 1, null, 2n);\nconsole.log('100%\\nlines');\nconsole.log({});\n";
    let ran = run(program, Value::Null);
    assert_eq!(ran.told.error, None);
    assert_eq!(ran.told.logs, ["text 1 null 2", "100%", "lines", "[object]"]);
}

#[test]
fn text_and_bytes() {
    let lines = printed(
        "const bytes = new TextEncoder().encode('é\\ud800');\nconsole.log(bytes.join());\n\
         console.log(new TextDecoder().decode(Uint8Array.of(0xc3, 0xa9, 0xff)));\n\
         const decoder = new TextDecoder();\n\
         console.log(decoder.decode(Uint8Array.of(0xe2, 0x82), { stream: true }) + decoder.decode(Uint8Array.of(0xac)));\n\
         try { new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.of(255)); } catch (e) { console.log(e.name); }\n\
         console.log(new TextDecoder('utf-16le').decode(Uint8Array.of(0x61, 0, 0x3d, 0xd8, 0, 0xde)).length);\n\
         console.log(JSON.stringify(new TextEncoder().encodeInto('aé', new Uint8Array(2))));\n\
         console.log(atob(btoa('hi')), btoa('\\xff'));\ntry { btoa('日'); } catch (e) { console.log(e.name); }\n",
    );
    assert_eq!(
        lines,
        [
            "195,169,239,191,189",
            "é\u{fffd}",
            "€",
            "TypeError",
            "3",
            "{\"read\":1,\"written\":1}",
            "hi /w==",
            "InvalidCharacterError"
        ]
    );
}

#[test]
fn urls() {
    let lines = printed(
        "const url = new URL('/a?b=c#d', 'https://user:pw@example.com:8080/x');\n\
         console.log(url.href, url.host, url.origin, url.port, url.searchParams.get('b'));\n\
         url.searchParams.append('é', 'ü z');\nurl.hash = '';\nurl.pathname = '/ü';\nconsole.log(`${url}`, JSON.stringify({ url }));\n\
         console.log(URL.canParse('x'), URL.canParse('x', 'a://b'), new URL('http://münchen.de/').host);\n\
         const params = new URLSearchParams('a=1&b=2&a=3');\nparams.set('a', '4');\nparams.delete('b');\nparams.append('c', '&');\n\
         console.log(`${params}`, [...params].length, params.has('c'), params.getAll('a').join());\n\
         url.search = '?q=1';\nconsole.log(url.searchParams.get('q'), url.searchParams.size);\n\
         try { new URL('nope'); } catch (error) { console.log(error.name); }\n",
    );
    assert_eq!(
        lines,
        [
            "https://user:pw@example.com:8080/a?b=c#d example.com:8080 https://example.com:8080 8080 c",
            "https://user:pw@example.com:8080/%C3%BC?b=c&%C3%A9=%C3%BC+z \
             {\"url\":\"https://user:pw@example.com:8080/%C3%BC?b=c&%C3%A9=%C3%BC+z\"}",
            "false true xn--mnchen-3ya.de",
            "a=4&c=%26 2 true 4",
            "1 1",
            "TypeError",
        ]
    );
}

#[test]
fn structured_clone() {
    let lines = printed(
        "const o = { d: new Date(5), m: new Map([[{ k: 1 }, new Set([1])]]), r: /x/gi, b: Uint8Array.of(1, 2),\n\
           e: new RangeError('x', { cause: 1 }), n: [1, , 3] };\no.self = o;\nconst c = structuredClone(o);\n\
         console.log(c !== o, c.self === c, c.d.getTime(), c.m, c.r, c.b.join(), c.e instanceof RangeError, c.e.cause, 1 in c.n);\n\
         for (const value of [() => 1, Symbol('s'), new WeakMap(), new Proxy({}, {})]) {\n\
           try { structuredClone(value); console.log('?'); } catch (error) { console.log(error.name); }\n}\n",
    );
    assert_eq!(
        lines,
        [
            "true true 5 Map(1) { { k: 1 } => Set(1) { 1 } } /x/gi 1,2 true 1 false",
            "DataCloneError",
            "DataCloneError",
            "DataCloneError",
            "DataCloneError",
        ]
    );
}

#[test]
fn clock_and_random_are_the_hosts() {
    let program = "console.log(new Date().toISOString(), Date.now());\n\
        const numbers = Array.from({ length: 1000 }, () => Math.random());\n\
        console.log(numbers.every((n) => n >= 0 && n < 1), new Set(numbers).size, numbers[0]);\n";
    let first = run(program, Value::Null);
    assert_eq!(first.told.logs[0], "2023-11-14T22:13:20.000Z 1700000000000");
    assert!(first.told.logs[1].starts_with("true 1000 "), "{}", first.told.logs[1]);
    assert_eq!(run(program, Value::Null).told.logs, first.told.logs, "the same source gives the same numbers");
    let mut store = gg().store(Double::returning(Value::Null));
    store.data_mut().random = [1, 2].into();
    store.data_mut().now = 0;
    let other = gg().run_in(store, "program.js", program, &[]);
    assert!(other.told.logs[0].starts_with("1970-01-01"), "{}", other.told.logs[0]);
    assert_ne!(other.told.logs[1], first.told.logs[1]);
}

#[test]
fn what_is_absent_says_what_to_do() {
    for (call, words) in [
        ("setTimeout(() => {}, 5)", "there is no event loop"),
        ("setInterval(() => {}, 5)", "there is no event loop"),
        ("clearTimeout(1)", "there is no event loop"),
        ("clearInterval(1)", "there is no event loop"),
        ("requestAnimationFrame(() => {})", "there is no event loop"),
        ("await fetch('https://example.com')", "a program has no network"),
    ] {
        let error = run(&format!("\n{call};\n"), Value::Null).told.error;
        let error = error.unwrap_or_else(|| panic!("it ended well: {call}"));
        assert!(error.message.contains("does not exist here") && error.message.contains(words), "{}", error.message);
        assert!(error.location.is_some_and(|at| at.starts_with("program.js:2:")), "{call}");
    }
    let absent =
        "process require module exports Buffer window document XMLHttpRequest WebSocket Worker performance std os";
    let program = format!("console.log('{absent}'.split(' ').filter((name) => name in globalThis).join());");
    assert_eq!(printed(&program), [""]);
}
