//! The Rust SDK outside of a component: what compiler, clippy, rustdoc and rustfmt say of it, and what its calls send to
//! a double of the membrane. For every table of the checkout.

use gg_codegen::{
    arms::Item,
    emit::surface_json::request,
    output::FileSet,
    surface::{Type, Value},
};
use gg_tests::rust::{self, Sdk, cargo, succeed};

#[test]
fn clippy_has_nothing_to_say() {
    let wasm = rust::cargo_has_wasm();
    for sdk in Sdk::all() {
        succeed(&mut cargo(&sdk.folder, &["clippy", "--quiet", "--", "-Dwarnings"]));
        if wasm {
            succeed(&mut cargo(&sdk.folder, &["clippy", "--quiet", "--target", rust::WASM, "--", "-Dwarnings"]));
        }
    }
}

#[test]
fn rustdoc_has_nothing_to_say_and_every_example_compiles() {
    for sdk in Sdk::all() {
        succeed(cargo(&sdk.folder, &["doc", "--quiet", "--no-deps"]).env("RUSTDOCFLAGS", "-Dwarnings"));
        let output = succeed(&mut cargo(&sdk.folder, &["test", "--doc"]));
        let examples: usize = sdk.surface.operations.iter().map(|operation| operation.examples.len()).sum();
        let output = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.contains(&format!("ok. {examples} passed")),
            "not {examples} examples in {}:\n{output}",
            sdk.name
        );
    }
}

#[test]
fn rustfmt_leaves_it_alone() {
    for sdk in Sdk::all() {
        for style in ["use_small_heuristics=Max,max_width=120", "use_small_heuristics=Default,max_width=100"] {
            succeed(&mut cargo(&sdk.folder, &["fmt", "--check", "--", "--config", style]));
        }
    }
}

#[test]
fn lines_stay_below_a_hundred_columns() {
    for sdk in Sdk::all() {
        let mut folders = vec![sdk.folder.join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("the SDK can be read").flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = std::fs::read_to_string(&path).expect("the SDK can be read");
                // A literal, a link and a word cannot be broken.
                let breaks = |line: &&str| !line.contains(['"', '[', '`']) && line.trim().contains(' ');
                let long = text.lines().filter(|line| line.chars().count() > 100).find(breaks);
                assert!(long.is_none(), "{}: {}", path.display(), long.unwrap_or_default());
            }
        }
    }
}

/// Each example is a whole program, run with a handler that prints what arrives and refuses the call.
#[test]
fn every_example_arrives_as_the_recorded_request_says() {
    for sdk in Sdk::all() {
        let (surface, arm, root) = (&sdk.surface, rust::arm(), sdk.root());
        let calls = surface.operations.iter().flat_map(|op| op.examples.iter().map(move |example| (op, example)));
        let calls: Vec<_> = calls.collect();
        let code = arm.value(surface, &Type::Named(surface.error_code), &Value::Enum(0));
        let error = arm.key(surface, Item::Type(surface.api_error));
        let mut files = FileSet::new();
        let mut main = String::from("#![allow(clippy::all, dead_code, non_snake_case)]\n\n");
        for (at, call) in calls.iter().enumerate() {
            let program = arm.program(surface, &[*call]);
            let run = format!("\npub fn run() -> Result<(), {root}::Failure> {{\n    main()\n}}\n");
            files.insert(format!("example_{at}.rs"), program + &run);
            main.push_str(&format!("mod example_{at};\n"));
        }
        // All at once, so that their imports must agree.
        files.insert("all.rs", arm.program(surface, &calls));
        main.push_str(&format!(
            "mod all;

use {root}::membrane::{{Answer, Request, answer}};

fn handle(request: &Request) -> Answer {{
    println!(\"{{}} {{}}\", request.id, request.json);
    let (code, message) = ({root}::{code}, String::from(\"told\"));
    Err({error} {{ code, operation: String::new(), id: request.id.into(), message }})
}}

fn main() {{
    let programs: [fn() -> Result<(), {root}::Failure>; {}] = [",
            calls.len(),
        ));
        (0..calls.len()).for_each(|at| main.push_str(&format!("example_{at}::run, ")));
        main.push_str(
            "];
    for program in programs {
        let failure = answer(handle, program).expect_err(\"the call was refused\");
        println!(\"{failure}\");
    }
}
",
        );
        files.insert("main.rs", main);
        let folder = sdk.user("examples", &files);
        let output = succeed(&mut cargo(&folder, &["run", "--quiet"]));
        let expected = calls.iter().flat_map(|(operation, example)| {
            let arrived = format!("{} {}", operation.id, request(surface, operation, example, Some(arm.index())));
            let key = arm.key(surface, Item::Operation(operation.index));
            let gg_codegen::surface::TypeKind::Enum(codes) = &surface.type_def(surface.error_code).kind else {
                panic!("the code is an enum")
            };
            [arrived, format!("{key} failed ({}): told", codes[0].names.wit)]
        });
        let expected: Vec<_> = expected.collect();
        let output = String::from_utf8(output.stdout).expect("it is text");
        // Numbers have more than one form.
        let found = output.lines().map(|line| match line.split_once(' ') {
            Some((id, json)) if json.starts_with('{') => {
                let json: serde_json::Value = serde_json::from_str(json).expect("it is JSON");
                format!("{id} {json}")
            }
            _ => line.to_owned(),
        });
        assert_eq!(found.collect::<Vec<_>>(), expected, "{}", sdk.name);
    }
}

/// What only typed answers show: values that come back, methods, conversions, words, failures.
#[test]
fn typed_answers_arrive() {
    let tables = gg_tests::tables().expect("the tables can be listed");
    let gg = tables.iter().find(|table| table.name == "gg").expect("gg has a table");
    let sdk = Sdk::of(gg);
    let mut files = FileSet::new();
    files.insert("main.rs", include_str!("rust/answers.rs"));
    succeed(&mut cargo(&sdk.user("answers", &files), &["run", "--quiet"]));
}
