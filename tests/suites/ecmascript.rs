//! The TypeScript and JavaScript arms, asked of the real compilers and of Node: the SDK and every example type-check,
//! every example arrives as the table says, documentation stays documentation, and reserved words are the right ones.

mod ecmascript {
    pub(crate) mod docs;
    pub(crate) mod words;
    pub(crate) mod workspace;
}

use ecmascript::workspace::{Workspace, data, node};
use gg_codegen::arms::{ALL, Arm, ArmIndex, Item};
use gg_codegen::surface::{Surface, TypeIndex};

/// A program of every operation's examples, by the arm with an id.
fn programs(surface: &Surface, arm: &str) -> Vec<(String, String, Vec<serde_json::Value>)> {
    let arm = arm_of(arm);
    let of = |operation: &gg_codegen::surface::Operation| {
        let calls: Vec<_> = operation.examples.iter().map(|example| (operation, example)).collect();
        let expected = operation.examples.iter().map(|example| {
            let request = gg_codegen::emit::surface_json::request(surface, operation, example, Some(arm.index()));
            serde_json::json!({ "id": operation.id, "request": request })
        });
        let name =
            format!("{}.{}", operation.id.replace('.', "-"), arm.profile().program.rsplit('.').next().unwrap_or(""));
        (name, arm.program(surface, &calls), expected.collect())
    };
    surface.operations.iter().map(of).collect()
}

fn arm_of(id: &str) -> &'static dyn Arm {
    ArmIndex::find(id).map_or(ALL[0], ArmIndex::arm)
}

/// Signatures and declarations as documentation shows them, in one ambient namespace.
fn shown(surface: &Surface) -> String {
    let arm = arm_of("typescript");
    let mut text = "declare namespace $shown {\n".to_owned();
    for at in 0..surface.types.len() {
        let index = TypeIndex(u32::try_from(at).unwrap_or(u32::MAX));
        text.push_str(&arm.declaration(surface, index));
        text.push('\n');
    }
    for module in &surface.modules {
        text.push_str(&format!("namespace {} {{\n", module.names.of(arm.index())));
        for operation in &module.operations {
            text.push_str(&arm.signature(surface, surface.operation(*operation)));
            text.push_str(";\n");
        }
        text.push_str("}\n");
    }
    text + "}\n"
}

/// The examples as the documentation shows them, each with the line that it says reaches the function.
fn documented(generated: &gg_codegen::Generated) -> Vec<(String, String)> {
    let index = generated.files.get("docs/index.json").expect("an index");
    let index: serde_json::Value = serde_json::from_slice(index).expect("JSON");
    let line = |value: &serde_json::Value| value.as_str().expect("a text").to_owned() + "\n";
    let mut programs = Vec::new();
    for function in index["functions"].as_array().expect("functions") {
        for (arm, extension) in [("typescript", "ts"), ("javascript", "js")] {
            let text = &function["arms"][arm];
            for (at, example) in text["examples"].as_array().into_iter().flatten().enumerate() {
                let program = line(&text["import"]) + &line(&example["code"]);
                programs.push((format!("{}-{at}.{extension}", function["id"].as_str().expect("an id")), program));
            }
        }
    }
    assert!(!programs.is_empty(), "the documentation has examples");
    programs
}

#[test]
fn everything_type_checks_in_both_compilers() {
    let workspace = Workspace::new("checked");
    let mut count = 0;
    for (name, generated) in workspace.tables() {
        let surface = &generated.surface;
        let specifier = surface.name.of(arm_of("typescript").index()).to_owned();
        for arm in ["typescript", "javascript"] {
            for (file, text, _) in programs(surface, arm) {
                workspace.write(&format!("{name}/{arm}/{file}"), &text);
                count += 1;
            }
        }
        for (file, text) in documented(generated) {
            workspace.write(&format!("{name}/documented/{file}"), &text);
        }
        workspace.write(&format!("{name}/shown.ts"), &shown(surface));
        let lines = surface.modules.iter().map(|module| {
            let module = module.names.of(arm_of("typescript").index());
            format!("import * as {module}$ from \"{specifier}:{module}\";\n{module}$ satisfies object;\n")
        });
        let text = format!(
            "import * as everything from \"{specifier}\";\n{}everything satisfies object;\n",
            lines.collect::<String>()
        );
        workspace.write(&format!("{name}/specifiers.ts"), &text);
    }
    for file in ["idioms.ts", "idioms.js"] {
        workspace.write(file, &data(file));
    }
    assert!(count > 100, "{count} programs");
    workspace.check();
}

#[test]
fn every_example_arrives_as_the_table_says() {
    let workspace = Workspace::new("run");
    let mut cases = Vec::new();
    let mut expected = 0;
    for (name, generated) in workspace.tables() {
        let surface = &generated.surface;
        let root = surface.name.of(arm_of("typescript").index());
        let all = ["typescript", "javascript"].into_iter().flat_map(|arm| programs(surface, arm));
        let programs: Vec<_> = all
            .map(|(file, text, calls)| {
                expected += calls.len();
                serde_json::json!({ "name": file, "text": text, "calls": calls })
            })
            .collect();
        cases.push(serde_json::json!({
            "surface": workspace.path(&format!("{name}/surface.json")),
            "sdk": workspace.path(&format!("node_modules/{root}")),
            "programs": programs,
        }));
        if let Some(contents) = generated.files.get("surface.json") {
            workspace.write(&format!("{name}/surface.json"), &String::from_utf8_lossy(contents));
        }
    }
    workspace.write("cases.json", &serde_json::Value::from(cases).to_string());
    let output = node("run.mjs", &[&workspace.path("cases.json")]);
    assert_eq!(output.trim(), expected.to_string(), "every call was made and compared");
}

#[test]
fn methods_and_failures_behave() {
    let workspace = Workspace::new("behaviour");
    let (name, root) = ("gg", "gg");
    for (table, generated) in workspace.tables() {
        if table == name
            && let Some(contents) = generated.files.get("surface.json")
        {
            workspace.write("surface.json", &String::from_utf8_lossy(contents));
        }
    }
    let output =
        node("behaviour.mjs", &[&workspace.path("surface.json"), &workspace.path(&format!("node_modules/{root}"))]);
    assert_eq!(output.trim(), "done");
}

#[test]
fn keys_are_what_a_program_reaches() {
    let workspace = Workspace::new("keys");
    for (_, generated) in workspace.tables() {
        let surface = &generated.surface;
        let arm = arm_of("typescript");
        for operation in &surface.operations {
            let key = arm.key(surface, Item::Operation(operation.index));
            let root = surface.name.of(arm.index());
            assert_eq!(key, format!("{root}.{}", arm.spell(surface, operation)));
        }
    }
}
