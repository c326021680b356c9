//! mypy and ruff find nothing in the SDK of any table, nor in any example as a program.

use std::{fmt::Write as _, process::Command};

use gg_tests::tools::{run, tools};

use super::emitted::{Emitted, python, write};

#[test]
fn mypy_and_ruff_find_nothing() {
    for table in gg_tests::tables().expect("tables") {
        let emitted = Emitted::table(&table.name, "checked");
        let surface = &emitted.surface;
        let arm = python().arm();
        let root = surface.name.of(python());
        // One program an example, in the module's name of the operation.
        for operation in &surface.operations {
            for (at, example) in operation.examples.iter().enumerate() {
                let program = arm.program(surface, &[(operation, example)]);
                let name = operation.id.replace('.', "_");
                write(&emitted.sdk().join(format!("programs/{name}_{at}.py")), program);
            }
        }
        write(&emitted.sdk().join("programs/uses.py"), uses(root));
        let config = emitted.sdk().join("pyproject.toml");
        let mut ruff = Command::new(tools().python_tool("ruff"));
        run(ruff.args(["check", "--no-cache", "--config"]).arg(&config).arg(".").current_dir(emitted.sdk()))
            .unwrap_or_else(|error| panic!("{}: {error}", table.name));
        run(mypy("checked").arg(root).arg("programs").current_dir(emitted.sdk()))
            .unwrap_or_else(|error| panic!("{}: {error}", table.name));
    }
}

/// mypy with a cache for one test: two processes that write one cache break each other's.
fn mypy(test: &str) -> Command {
    let mut mypy = Command::new(tools().python_tool("mypy"));
    mypy.args(["--strict", "--no-error-summary", "--cache-dir"]).arg(gg_tests::target().join("python/mypy").join(test));
    mypy
}

/// What runs programs and reads their texts, the examples, and the programs of the conformance suite.
#[test]
fn ruff_finds_nothing_in_what_is_written_by_hand() {
    let options = ["--isolated", "--no-cache", "--line-length=120", "--target-version=py311"];
    for command in [["check", "--select=F,I,UP,B,RUF", "--ignore=B023,B905"].as_slice(), &["format", "--check"]] {
        let mut ruff = Command::new(tools().python_tool("ruff"));
        ruff.args(command).args(options).args(["runtime/arms/python", "examples", "tests/conformance/tests/python"]);
        run(ruff.current_dir(gg_tests::root())).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// A program that says which types every table's package promises.
fn uses(root: &str) -> String {
    let mut program = format!("import {root}\n\n");
    let _ = write!(
        program,
        "failure = {root}.core.ApiError({root}.core.ErrorCode.NOT_FOUND, \"read\", \"books.read\", \"no such book\")\n\
         code: {root}.core.ErrorCode = failure.code\n\
         words: list[str] = [failure.operation, failure.id, failure.message, str(failure)]\n\
         try:\n    raise failure\nexcept {root}.core.ApiError as error:\n    assert error.code is code\n"
    );
    program
}

#[test]
fn mypy_refuses_what_a_signature_refuses() {
    let emitted = Emitted::table("echo", "refused");
    let wrong = [
        ("echo.scalars.u8(\"7\")", "arg-type"),
        ("echo.scalars.u8()", "call-arg"),
        ("echo.shapes.many(\"a\", 2)", "call-arg|misc"),
        ("echo.shapes.many(\"a\", fifth=2)", "call-arg"),
        ("echo.shapes.give_errand(who=\"Ada\", task=\"x\")", "call-overload"),
        ("echo.shapes.give_span(echo.shapes.Span(1, 2)).start = 3", "misc"),
        ("echo.shapes.give_colour(\"red\")", "arg-type"),
        ("echo.shapes.give_bytes(\"text\")", "arg-type"),
    ];
    for (at, (line, _)) in wrong.iter().enumerate() {
        write(&emitted.sdk().join(format!("programs/wrong_{at}.py")), format!("import echo\n\n{line}\n"));
    }
    let output = mypy("refused").arg("programs").current_dir(emitted.sdk()).output().expect("mypy runs");
    let found = String::from_utf8_lossy(&output.stdout);
    for (at, (line, codes)) in wrong.iter().enumerate() {
        let file = format!("programs/wrong_{at}.py:3: error:");
        let code = |text: &str| codes.split('|').any(|code| text.contains(&format!("[{code}]")));
        assert!(found.lines().any(|text| text.starts_with(&file) && code(text)), "{line}: {codes}\n{found}");
    }
}

#[test]
fn lines_are_short_and_files_end_well() {
    for table in gg_tests::tables().expect("tables") {
        let emitted = Emitted::table(&table.name, "lines");
        for path in super::emitted::files(&emitted.sdk()) {
            if path.extension().is_none_or(|extension| extension != "py") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a file");
            let place = path.display();
            for (at, line) in text.lines().enumerate() {
                let unbreakable = line.split(' ').any(|word| word.chars().count() > 60);
                assert!(line.chars().count() < 100 || unbreakable, "{place}:{}: {line}", at + 1);
                assert_eq!(line, line.trim_end(), "{place}:{}", at + 1);
            }
            assert!(!text.contains("\n\n\n\n") && !text.ends_with("\n\n"), "{place}");
            assert!(text.is_empty() || text.ends_with('\n'), "{place}");
        }
    }
}
