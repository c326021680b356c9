//! What a program and loaded code can import, and what becomes of code that does not load.

use gg_tests_host::{Double, Ran};
use serde_json::{Value, json};

use super::engines::{Gg, gg, printed};

fn with(lib: &[(&str, &str)], program: &str) -> Ran<Gg> {
    let store = gg().store(Double::returning(json!("text")));
    let ran = gg().run_in(store, "program.ts", program, lib);
    assert_eq!(ran.trap, None, "{program}");
    ran
}

#[test]
fn the_sdk_is_one_for_all_who_import_it() {
    let printed = printed(
        "import * as gg from \"gg\";\nimport * as files from \"gg:files\";\nimport { readFile } from \"gg:files\";\n\
         const shell = await import(\"gg:shell\");\n\
         console.log(gg.files === files, readFile === files.readFile, shell === gg.shell, readFile.name, readFile.length);\n",
    );
    assert_eq!(printed, ["true true true readFile 1"]);
}

#[test]
fn nothing_else_can_be_imported() {
    for specifier in [
        "gg:raw",
        "gg:/index.js",
        "gg:/modules/core.js",
        "./modules/core.js",
        "gg:nope",
        "lib:nope",
        "node:fs",
        "",
        "program.js",
    ] {
        let program = format!(
            "try {{ await import({}); console.log('?'); }} catch (error) {{ console.log(error.name); }}",
            json!(specifier)
        );
        assert_eq!(printed(&program), ["TypeError"], "{specifier}");
        let ran = with(
            &[("a", &format!("import {};", json!(specifier)))],
            "import * as a from \"lib:a\";\nconsole.log(Object.keys(a).length);",
        );
        assert_eq!(ran.told.error, None, "{specifier}");
        assert_eq!(ran.told.logs, ["0"], "{specifier}");
        let [(key, message)] = ran.told.modules.as_slice() else { panic!("{specifier}: {:?}", ran.told.modules) };
        assert_eq!(key, "a");
        assert!(message.contains("cannot be imported"), "{message}");
    }
}

#[test]
fn loaded_code_reaches_what_programs_reach() {
    let lib = [
        (
            "a",
            "import { files } from \"gg\";\nimport { double } from \"lib:b\";\nexport const read = (path) => double(files.readTextFile(path));\nexport default 3;\n",
        ),
        ("b", "export const double = (text) => text + text;\n"),
        ("unused", "throw new Error('never evaluated');\n"),
    ];
    let program = "import three, { read } from \"lib:a\";\nimport * as b from \"lib:b\";\nconsole.log(three, read('x'), b.double(1));\n";
    let ran = with(&lib, program);
    assert_eq!((ran.told.error, ran.told.modules), (None, Vec::new()));
    assert_eq!(ran.told.logs, ["3 texttext 2"]);
}

#[test]
fn code_that_throws_leaves_its_binding_empty() {
    let lib = [("bad", "export const x = 1;\n\nthrow new TypeError('no');\n"), ("good", "export const y = 2;\n")];
    let ran = with(
        &lib,
        "import * as bad from \"lib:bad\";\nimport { y } from \"lib:good\";\nconsole.log(Object.keys(bad).length, y);\n",
    );
    assert_eq!(ran.told.error, None);
    assert_eq!(ran.told.logs, ["0 2"]);
    assert_eq!(ran.told.modules, [("bad".to_owned(), "TypeError: no\n  at lib:bad:3:11".to_owned())]);
    // A name cannot be empty.
    let ran = with(&lib, "import { x } from \"lib:bad\";\nconsole.log(x);\n");
    let error = ran.told.error.unwrap_or_else(|| panic!("it ended well"));
    assert_eq!((error.message.as_str(), error.location.as_deref()), ("TypeError: no", Some("lib:bad:3:11")));
    assert_eq!(ran.told.logs, Vec::<String>::new());
    assert_eq!(ran.told.modules.len(), 1);
}

#[test]
fn code_that_does_not_parse_or_settle() {
    let ran = with(&[("bad", "export const = 1;\n")], "import * as bad from \"lib:bad\";\nconsole.log('on');\n");
    assert_eq!((ran.told.error, ran.told.logs), (None, vec!["on".to_owned()]));
    assert!(ran.told.modules[0].1.contains("SyntaxError") && ran.told.modules[0].1.ends_with("at lib:bad:1:14"));
    let ran =
        with(&[("bad", "await new Promise(() => {});\n")], "import * as bad from \"lib:bad\";\nconsole.log('on');\n");
    assert_eq!((ran.told.error, ran.told.logs), (None, vec!["on".to_owned()]));
    assert!(ran.told.modules[0].1.contains("nothing settles"), "{:?}", ran.told.modules);
}

#[test]
fn modules_that_import_one_another() {
    let lib = [
        ("a", "import { b } from \"lib:b\";\nexport const a = () => 'a';\nexport const ab = () => a() + b();\n"),
        ("b", "import { a } from \"lib:a\";\nexport const b = () => 'b';\nexport const ba = () => b() + a();\n"),
    ];
    let ran = with(&lib, "import { ab } from \"lib:a\";\nimport { ba } from \"lib:b\";\nconsole.log(ab(), ba());\n");
    assert_eq!((ran.told.error, ran.told.logs), (None, vec!["ab ba".to_owned()]));
    // One of a ring that fails takes none of the others' memory with it.
    let lib = [
        ("a", "import * as b from \"lib:b\";\nimport * as c from \"lib:c\";\nexport const a = 1;\n"),
        ("b", "import * as a from \"lib:a\";\nexport const b = () => Object.keys(a).length;\n"),
        ("c", "export const = 1;\n"),
    ];
    let ran = with(&lib, "import * as a from \"lib:a\";\nimport * as b from \"lib:b\";\nconsole.log(a.a, b.b());\n");
    assert_eq!(ran.told.error, None);
    assert_eq!(ran.told.logs, ["1 1"]);
    assert_eq!(ran.told.modules.len(), 1, "{:?}", ran.told.modules);
}

#[test]
fn no_module_changes_what_another_exports_or_declares() {
    let a = "export let count = 1;\nexport const read = () => count;\nvar own = 'a';\nfunction local() {}\n";
    let tries = "[() => { a.count = 2; }, () => { a.more = 1; }, () => { delete a.read; }, () => { a.files = 1; }, \
                 () => Object.defineProperty(a, 'read', { value: 1 }), () => Object.setPrototypeOf(a, {})]";
    let failed = "tries.map((change) => { try { change(); return 'changed'; } catch (error) { return error.name; } })";
    let b = format!(
        "import * as a from \"lib:a\";\nvar own = 'b';\nconst tries = {tries};\nexport const tried = {failed};\n"
    );
    let program = "import { tried } from \"lib:b\";\nimport * as a from \"lib:a\";\n\
                   console.log(tried.join(), a.count, a.read());\n\
                   console.log(typeof own, typeof local, Object.keys(a).join());\n";
    let ran = with(&[("a", a), ("b", &b)], program);
    assert_eq!((ran.told.error, ran.told.modules), (None, Vec::new()));
    let refused = ["TypeError"; 6].join(",");
    assert_eq!(ran.told.logs, [format!("{refused} 1 1"), "undefined undefined count,read".to_owned()]);
    let ran = with(&[("a", a)], "import { count } from \"lib:a\";\ncount = 2;\n");
    let error = ran.told.error.unwrap_or_else(|| panic!("it ended well"));
    assert_eq!(error.location.as_deref(), Some("program.ts:2:1"), "{error:?}");
}

#[test]
fn a_module_that_is_exported_as_a_namespace_is_not_assigned_to() {
    let lib =
        [("a", "export const one = 1;\n"), ("b", "export * as a from \"lib:a\";\nexport * as read from \"lib:a\";\n")];
    let program = "import * as b from \"lib:b\";\nb.read.one;\n\
                   const tries = [() => { b.a = 2; }, () => { b.read = 2; }, () => { b.a = 2; }, () => { b.read.one = 2; },\n\
                   () => Object.defineProperty(b, 'a', { value: 1 }), () => { delete b.read; }];\n\
                   const tried = (change) => { try { change(); return 'changed'; } catch (error) { return error.name; } };\n\
                   console.log(tries.map(tried).join(), b.a === b.read, b.a.one, Object.keys(b).join());\n\
                   console.log(Object.getOwnPropertyDescriptor(b, 'a').writable, Reflect.set(b, 'a', 1));\n";
    let ran = with(&lib, program);
    assert_eq!((ran.told.error, ran.told.modules), (None, Vec::new()));
    let refused = ["TypeError"; 6].join(",");
    assert_eq!(ran.told.logs, [format!("{refused} true 1 a,read"), "true false".to_owned()]);
}

#[test]
fn nobody_changes_what_the_sdk_exports() {
    let lib = "import * as gg from \"gg\";\nimport { files, core } from \"gg\";\n\
               const tries = [() => { gg.files = 1; }, () => { gg.more = 1; }, () => { delete gg.files; },\n\
               () => Object.defineProperty(gg, 'files', { value: 1 }), () => { files.readFile = 1; },\n\
               () => { gg.files.readFile = 1; }, () => { delete files.readFile; }, () => Object.setPrototypeOf(files, {}),\n\
               () => { core.ApiError = Error; }];\n\
               const tried = (change) => { try { change(); return 'changed'; } catch (error) { return error.name; } };\n\
               export const all = tries.map(tried);\n";
    let program = "import { all } from \"lib:a\";\nimport * as gg from \"gg\";\n\
                   console.log([...new Set(all)].join(), all.length, gg.files.readTextFile('a'));\n";
    let ran = with(&[("a", lib)], program);
    assert_eq!((ran.told.error, ran.told.modules), (None, Vec::new()));
    assert_eq!(ran.told.logs, ["TypeError 9 text"]);
}

#[test]
fn exports_may_have_any_name_and_anything_may_be_thrown() {
    let odd = "export default function main() { return 1; }\nexport function then(settle) { settle(7); }\n\
               export const __proto__ = 2;\nexport function constructor() { return 3; }\nexport const toString = () => 's';\n";
    let program = "import * as odd from \"lib:odd\";\n\
                   console.log(Object.keys(odd).join(), odd.default(), odd.__proto__, odd.constructor(), odd.toString());\n\
                   console.log(await import(\"lib:odd\"));\n";
    let ran = with(&[("odd", odd)], program);
    assert_eq!((ran.told.error, ran.told.modules), (None, Vec::new()));
    assert_eq!(
        ran.told.logs,
        ["__proto__,constructor,default,then,toString 1 2 3 s", "7"],
        "an import that can settle does"
    );
    let traps = "get() { throw 1; }, getPrototypeOf() { throw 2; }, ownKeys() { throw 3; }, has() { throw 4; }";
    for thrown in [
        format!("new Proxy({{}}, {{ {traps} }})"),
        format!("new Proxy(new Error('no'), {{ {traps} }})"),
        "{ get message() { throw 1; }, get stack() { throw 2; }, toString() { throw 3; } }".to_owned(),
        "null".to_owned(),
        "undefined".to_owned(),
        "Symbol('s')".to_owned(),
    ] {
        let bad = format!("export const a = 1;\nthrow {thrown};\n");
        let ran = with(&[("bad", &bad)], "import * as bad from \"lib:bad\";\nconsole.log(Object.keys(bad).length);\n");
        assert_eq!((ran.told.error, ran.told.logs), (None, vec!["0".to_owned()]), "{thrown}");
        assert_eq!(ran.told.modules.len(), 1, "{thrown}");
    }
}

#[test]
fn the_name_of_a_program_is_the_hosts() {
    let ran = with(&[], "\nnull.x;\n");
    assert_eq!(ran.told.error.and_then(|error| error.location).as_deref(), Some("program.ts:2:1"));
    let ran = gg().run_in(gg().store(Double::returning(Value::Null)), "on-use.js", "null.x;", &[]);
    assert_eq!(ran.told.error.and_then(|error| error.location).as_deref(), Some("on-use.js:1:1"));
}
