//! Code put to use: keys, what is prepared again, documentation, and what is said of code that is not bound.

use std::sync::Arc;

use gg_engine::{Call, ErrorCode, arm::typescript::Compiler};

use super::bench::{Bench, call};
use crate::{
    Script,
    operations::OperationId,
    uses::{Code, Origin},
};

const TOOLS: &str = "/** Splits a line of CSV. Quotes are kept.\n\nOne row at a time. */\n\
                     export function split(line: string): string[] { return line.split(','); }\n\
                     export const comma = ',';\nexport class Table {}\nfunction hidden() {}\n";

fn read(bench: &Bench) -> Call {
    bench.call(OperationId::MemoriesReadMemory)
}

fn code<'a>(origin: Origin, name: &'a str, module: &'a str) -> Code<'a> {
    Code { origin, name, module: Some(module), on_use: None }
}

async fn used(bench: &mut Bench, code: Code<'_>) -> Option<String> {
    let call = read(bench);
    bench.host.put_to_use(&call, code).await
}

fn keys(bench: &Bench) -> Vec<&str> {
    bench.host.modules().iter().map(|module| module.key.as_str()).collect()
}

fn views(bench: &Bench) -> Vec<&str> {
    bench.host.views().current().map(|view| view.key.selector()).collect()
}

#[tokio::test]
async fn a_module_is_bound_under_its_key_and_keeps_it() {
    let mut bench = Bench::new();
    let first = code(Origin::Skill, "csv tools", TOOLS);
    assert_eq!(used(&mut bench, first).await, None);
    assert_eq!(used(&mut bench, code(Origin::Memory, "csvTools", "export const a = 1;")).await, None);
    assert_eq!(used(&mut bench, code(Origin::Skill, "csv-tools", "export const b = 1;")).await, None);
    assert_eq!(used(&mut bench, first).await, None);
    assert_eq!(used(&mut bench, code(Origin::Memory, "csvTools", "export const c = 1;")).await, None);
    assert_eq!(keys(&bench), ["csvTools", "csvTools2", "csvTools3"]);
    assert_eq!(bench.host.modules()[1].source, "export const c = 1;");
    // Names that programs have for other things are not given away.
    for (name, key) in [("files", "files_"), ("gg", "gg_"), ("class", "class_"), ("console", "console_")] {
        assert_eq!(used(&mut bench, code(Origin::Memory, name, "export const a = 1;")).await, None);
        assert_eq!(keys(&bench).last(), Some(&key));
    }
}

#[tokio::test]
async fn what_can_be_called_is_documented_and_shown() {
    let mut bench = Bench::new();
    assert_eq!(used(&mut bench, code(Origin::Skill, "csv tools", TOOLS)).await, None);
    assert_eq!(views(&bench), ["lib.csvTools.split"]);
    let view = bench.host.views().current().next().expect("a view").message();
    for told in [
        "Documentation: lib.csvTools.split\n---\n",
        "function split(line: string): string[]",
        "Splits a line of CSV.",
        "Quotes are kept.\n\nOne row at a time.",
        "Module `lib.csvTools`: `import * as csvTools from \"lib:csvTools\";`",
    ] {
        assert!(view.contains(told), "{told}\n{view}");
    }
    assert!(!view.contains("split(',')"), "the source is not shown");
    // Used again it stays as it is; revised it is opened again.
    bench.host.views_mut().take();
    assert_eq!(used(&mut bench, code(Origin::Skill, "csv tools", TOOLS)).await, None);
    assert_eq!(bench.host.views().opened().count(), 0);
    let revised = TOOLS.replace("line: string", "row: string");
    assert_eq!(used(&mut bench, code(Origin::Skill, "csv tools", &revised)).await, None);
    let opened: Vec<String> = bench.host.views().opened().map(|view| view.message()).collect();
    assert!(opened.len() == 1 && opened[0].contains("row: string"), "{opened:?}");
}

/// Else nothing would say under which key it is imported.
#[tokio::test]
async fn a_module_of_which_nothing_can_be_called_is_shown_itself() {
    let mut bench = Bench::new();
    assert_eq!(
        used(&mut bench, code(Origin::Skill, "the rates", "/** By year. */\nexport const rates = [1];\n")).await,
        None
    );
    assert_eq!(views(&bench), ["lib.theRates"]);
    let view = bench.host.views().current().next().expect("a view").message();
    assert!(view.contains("import * as theRates from \"lib:theRates\";\n"), "{view}");
}

#[tokio::test]
async fn what_jsdoc_says_of_arguments_and_result_is_shown_as_for_a_function_of_gg() {
    let module = "/**\n * Sums a column.\n *\n * Cells that are no number count as 0.\n *\n\
                  * @param rows The table.\n * @param {string} [options.decimal=\",\"] What begins the decimals.\n\
                  * @param options.skip Rows left out.\n * @returns The sum.\n */\n\
                  export function sum(rows: string[][], at = 0, options?: Options): number { return 0; }\n\
                  interface Options { decimal?: string; skip: number }\n";
    let mut bench = Bench::new();
    assert_eq!(used(&mut bench, code(Origin::Skill, "sums", module)).await, None);
    let view = bench.host.views().current().next().expect("a view").message();
    let expected = "Documentation: lib.sums.sum\n---\n\
        ```ts\nfunction sum(rows: string[][], at = 0, options?: Options): number\n```\n\n\
        - `rows`: `string[][]`. The table.\n\
        - `at`, `0` when left out\n\
        - `decimal`: `string`, by name, `\",\"` when left out. What begins the decimals.\n\
        - `skip`, by name, may be left out. Rows left out.\n\n\
        Returns `number`: The sum.\n\nSums a column.\n\nCells that are no number count as 0.\n\n\
        Module `lib.sums`: `import * as sums from \"lib:sums\";`\n";
    assert_eq!(view, expected);
    // They are searched as those of gg's own functions are.
    for (query, found) in [("decimal", 1), ("begins", 1), ("sum", 2), ("interface", 0)] {
        let query = Some(query.to_owned());
        let modules = vec!["lib.sums".to_owned()];
        let hits = call!(bench, DocsSearch, docs::search(query, modules, None, None, None, None)).expect("hits");
        assert_eq!(hits.total, found);
    }
}

/// What a profile chooses is opened beside a function, be it loaded: types of its result and of its parameters.
#[tokio::test]
async fn the_types_that_a_function_names_are_shown_beside_it() {
    let module = "/** What is read. */\nexport interface Row { cells: string[] }\nexport class Reader { x = 1 }\n\
                  export type Unnamed = 1;\n\
                  export function rows(reader: Reader, all = true): Map<string, Row> { return new Map(); }\n";
    for (types, expected) in [
        ("true", &["lib.rows.rows", "lib.rows.Row", "lib.rows.Reader"][..]),
        ("{ return = true, parameters = false, errors = true }", &["lib.rows.rows", "lib.rows.Row"]),
        ("false", &["lib.rows.rows"]),
    ] {
        let mut bench = Bench::with(&format!("docViewTypes = {types}"), |_| {});
        assert_eq!(used(&mut bench, code(Origin::Memory, "rows", module)).await, None);
        assert_eq!(views(&bench), expected, "{types}");
        let shown = bench.host.views().current().nth(1).map(|view| view.message()).unwrap_or_default();
        assert!(
            types == "false" || shown.contains("interface Row { cells: string[] }\n```\n\nWhat is read.\n"),
            "{shown}"
        );
        // A search for a type finds the functions that name it.
        let (modules, row) = (vec!["lib.rows".to_owned()], Some("Row".to_owned()));
        let found = call!(bench, DocsSearch, docs::search(None, modules, row, None, None, None)).expect("hits");
        assert_eq!(found.total, 2);
    }
}

/// A module that has a class and nothing to be called is of use only to who knows of the class.
#[tokio::test]
async fn a_module_says_which_types_it_has() {
    let module = "/** Counts. By ones. */\nexport class Counter { add(by = 1): number { return by; } }\n\
                  export const zero = 0;\nexport function none() {}\n";
    let mut bench = Bench::new();
    assert_eq!(used(&mut bench, code(Origin::Memory, "tools", module)).await, None);
    for name in ["lib.tools", "Counter"] {
        call!(bench, ViewsOpenDocsView, views::open_docs_view(name.to_owned())).expect("it opens");
    }
    let shown: Vec<String> = bench.host.views().current().map(|view| view.message()).collect();
    let [_, of_module, of_class] = shown.as_slice() else { panic!("{shown:#?}") };
    let expected = "Documentation: lib.tools\n---\nCode of the memory `tools`.\n\n- `const zero`\n- `lib.tools.Counter`: Counts.\n\n\
        ```ts\nimport * as tools from \"lib:tools\";\n```\n\nFunctions:\n\n- `lib.tools.none()`\n";
    assert_eq!(of_module, expected);
    assert!(
        of_class.contains("```ts\nclass Counter {\n  add(by = 1): number;\n}\n```\n\nCounts.\n\nBy ones.\n"),
        "{of_class}"
    );
}

#[tokio::test]
async fn what_is_used_again_as_it_stands_is_not_made_again() {
    let mut bench = Bench::new();
    let tools = code(Origin::Skill, "csv tools", TOOLS);
    assert_eq!(used(&mut bench, tools).await, None);
    let (modules, view) = (bench.host.modules().clone(), bench.host.views().current().next().expect("a view").clone());
    assert_eq!(used(&mut bench, tools).await, None);
    assert!(Arc::ptr_eq(&bench.host.modules()[0], &modules[0]));
    assert!(Arc::ptr_eq(bench.host.views().current().next().expect("a view"), &view));
    // A view that was closed is opened again by the use.
    bench.host.views_mut().close(|_| true);
    assert_eq!(used(&mut bench, tools).await, None);
    assert_eq!(bench.host.views().current().next().expect("a view").message(), view.message());
    // What was taken away is loaded anew.
    assert_eq!(used(&mut bench, code(Origin::Skill, "csv tools", "")).await, None);
    assert_eq!(keys(&bench), [""; 0]);
    assert_eq!(used(&mut bench, tools).await, None);
    assert_eq!((keys(&bench), views(&bench)), (vec!["csvTools"], vec!["lib.csvTools.split"]));
}

#[tokio::test]
async fn a_script_is_queued_on_every_use_with_its_own_module() {
    let mut bench = Bench::new();
    let with_script = Code { on_use: Some("1;"), ..code(Origin::Skill, "a", "export const a = 1;") };
    for _ in 0..2 {
        assert_eq!(used(&mut bench, with_script).await, None);
    }
    let bare = Code { module: Some(" \n"), on_use: Some(" "), ..with_script };
    assert_eq!(used(&mut bench, bare).await, None);
    let scripts = bench.host.take_scripts();
    let [Script { origin: Origin::Skill, name, text, module: Some(module) }, second] = scripts.as_slice() else {
        panic!("{scripts:?}")
    };
    assert_eq!((name.as_str(), text.as_str(), module.key.as_str(), second), ("a", "1;", "a", &scripts[0]));
    assert_eq!((bench.host.take_scripts(), keys(&bench)), (Vec::new(), Vec::new()), "code left out is taken away");
}

#[tokio::test]
async fn code_that_does_not_compile_follows_the_text_and_is_not_bound() {
    let mut bench = Bench::new();
    let said = used(&mut bench, code(Origin::Memory, "a", "export const a = 1;\nexport const = 2;\n")).await;
    let said = said.expect("a finding");
    assert!(
        said.starts_with("\n\nThe code of this memory does not compile and is not loaded:\nlib:a:2:14: "),
        "{said}"
    );
    // Its key is its own all the same.
    assert_eq!(used(&mut bench, code(Origin::Skill, "a", "export const a = 1;")).await, None);
    assert_eq!(used(&mut bench, code(Origin::Memory, "a", "export const a = 1;")).await, None);
    assert_eq!(keys(&bench), ["a2", "a"]);
    assert!(used(&mut bench, code(Origin::Skill, "a", "export const = 2;")).await.is_some());
    assert_eq!(keys(&bench), ["a"], "what was bound before is not what the skill says now");
}

#[tokio::test]
async fn code_that_is_left_out_is_documented_no_more() {
    let mut bench = Bench::new();
    let tools = code(Origin::Memory, "tools", TOOLS);
    assert_eq!(used(&mut bench, tools).await, None);
    let open = read(&bench);
    for key in ["lib.tools", "lib.tools.split", "lib.tools.Table"] {
        assert!(bench.host.documentation(&open).page(key).is_some(), "{key}");
    }
    assert!(bench.host.documentation(&open).page("lib.tools.hidden").is_none());
    assert_eq!(used(&mut bench, Code { module: None, ..tools }).await, None);
    for key in ["lib.tools", "lib.tools.split", "lib.tools.Table"] {
        assert!(bench.host.documentation(&open).page(key).is_none(), "{key}");
    }
}

#[tokio::test]
async fn a_compiler_that_could_not_finish_is_asked_again_at_the_next_use() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let compiler = folder.path().join("tsc");
    let mut bench = Bench::new().asking(Compiler::Native(compiler.clone()));
    let tools = code(Origin::Skill, "tools", TOOLS);
    let said = used(&mut bench, tools).await;
    let expected = "\n\nThe code of this skill is not loaded, for a compiler could not finish; the next use of the skill tries again.";
    assert_eq!((said.as_deref(), keys(&bench)), (Some(expected), Vec::new()));
    // Another process writes it: one that another test starts meanwhile would inherit the open file, and what is open for
    // writing cannot be run.
    let mut write = std::process::Command::new("sh");
    write.args(["-c", "printf '#!/bin/sh\\n' > \"$0\" && chmod 755 \"$0\""]).arg(&compiler);
    assert!(write.status().is_ok_and(|status| status.success()), "it is installed");
    assert_eq!((used(&mut bench, tools).await, keys(&bench)), (None, vec!["tools"]));
}

#[tokio::test]
async fn code_is_prepared_before_it_is_stored_and_bound_after() {
    let mut bench = Bench::new();
    let write = bench.call(OperationId::MemoriesWriteMemory);
    let error = bench.host.prepare_code(&write, code(Origin::Memory, "a", "const = 1;")).await.expect_err("a finding");
    assert_eq!(error.code, ErrorCode::InvalidArgument);
    assert!(error.message.starts_with("`memory.code` does not compile:\nlib:a:1:7: "), "{error}");
    let ready = bench.host.prepare_code(&write, code(Origin::Memory, "a", TOOLS)).await.expect("code");
    assert_eq!((keys(&bench), views(&bench)), (Vec::new(), Vec::new()));
    bench.host.bind(&write, ready);
    assert_eq!((keys(&bench), views(&bench)), (vec!["a"], vec!["lib.a.split"]));
}

#[tokio::test]
async fn prose_is_pinned_once() {
    let mut bench = Bench::new();
    for (name, text) in [("a", "one"), ("b", " \n"), ("a", "two"), ("b", "three")] {
        bench.host.uses.pin(name, text);
    }
    let pins: Vec<_> = bench.host.take_pins().into_iter().map(|pin| (pin.name, pin.text)).collect();
    assert_eq!(pins, [("a".to_owned(), "one".to_owned()), ("b".to_owned(), "three".to_owned())]);
    assert_eq!(bench.host.take_pins(), Vec::new());
}
