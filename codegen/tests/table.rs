//! Whole tables are read as they should be.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;

use gg_codegen::{
    arms::ArmIndex,
    source::Source,
    surface::{Binding, Mode, Surface, TypeKind, Value},
    table,
};

fn read(path: &str) -> Surface {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    let source = Source::new(path.display().to_string(), &std::fs::read_to_string(&path).unwrap());
    let outcome = table::read(&source);
    for finding in &outcome.findings {
        let place = source.place(finding.primary.span.start);
        eprintln!("{}:{}: {}: {} ({:?})", place.line, place.column, finding.code.id, finding.message, finding.help);
    }
    assert!(outcome.findings.is_empty(), "{} has findings", path.display());
    outcome.surface.unwrap()
}

#[test]
fn the_operations_of_gg() {
    let surface = read("operations.toml");
    let count = |wanted: fn(&Binding) -> bool| surface.operations.iter().filter(|op| wanted(&op.binding)).count();
    // What the text says, so that an operation more breaks nothing here.
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../operations.toml")).unwrap();
    let lines = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(surface.operations.len(), lines("[[operation]]"));
    assert_eq!(count(|binding| matches!(binding, Binding::Capability(_))), lines("capability = "));
    assert_eq!(count(|binding| matches!(binding, Binding::Ending(_))), lines("ending = "));
    assert_eq!(count(|binding| matches!(binding, Binding::Machine)), lines("machine = true"));
    assert_eq!(count(|binding| matches!(binding, Binding::Always)), lines("always = true"));
    assert_eq!(surface.modules.len(), lines("[[module]]"));
    assert_eq!(surface.capabilities.len(), lines("[[capability]]"));
    let rows = text.split("\n[[operation]]").skip(1);
    assert_eq!(
        surface.operations.iter().filter(|op| !op.takes_input()).count(),
        rows.filter(|row| !row.contains("\nparams.")).count()
    );
    assert_eq!(surface.operations.iter().filter(|op| op.mode == Mode::Deferred).count(), lines("mode = \"deferred\""));

    let read_file = surface.find_operation("files.read_file").unwrap();
    let ids = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect::<Vec<_>>();
    let params: Vec<_> = read_file.params.iter().map(|param| param.names.id.clone()).collect();
    assert_eq!(params, ids(vec!["path", "offset", "limit"]), "parameters keep the order of the file");
    let typescript = ArmIndex::find("typescript").unwrap();
    let python = ArmIndex::find("python").unwrap();
    let rust = ArmIndex::find("rust").unwrap();
    assert_eq!(read_file.names.of(typescript), "readFile");
    assert_eq!(read_file.options.of(rust), "ReadFileOptions");
    let search = surface.find_operation("docs.search").unwrap();
    let kind = search.params.iter().find(|param| param.names.id == "type").unwrap();
    assert_eq!((kind.names.of(typescript), kind.names.of(python), kind.names.of(rust)), ("type", "type", "type_"));

    let file_read = surface.find_type("file-read").unwrap();
    let TypeKind::Variant(cases) = &file_read.kind else { panic!("a variant") };
    assert_eq!(cases[0].names.of(python), "FileReadText");
    assert_eq!(cases[0].names.of(rust), "Text");
    let brief = surface.find_type("subagent-brief").unwrap();
    let TypeKind::Variant(cases) = &brief.kind else { panic!("a variant") };
    assert_eq!(
        (cases[1].names.of(typescript), cases[1].names.of(python), cases[1].names.of(rust)),
        ("issueId", "issue_id", "Issue")
    );
    let patches: Vec<_> = surface.types.iter().filter(|def| def.patch.is_some()).map(|def| &def.names.id).collect();
    assert_eq!(patches, ["epic-assignment", "text-edit"]);
    assert_eq!(surface.type_def(surface.error_code).names.id, "error-code");
    assert_eq!(surface.type_def(surface.api_error).names.id, "api-error");
    assert!(file_read.usage.output && !file_read.usage.input);

    let spawn = surface.find_operation("delegation.spawn_subagent").unwrap();
    let Some(Value::Record(members)) = &spawn.examples[1].args[0] else { panic!("a record") };
    assert_eq!(members[1], Some(Value::Variant(1, Some(Box::new(Value::String("AUTH-2".into()))))));
}

#[test]
fn tables_of_other_people() {
    for name in ["least", "prose", "shop", "words"] {
        let surface = read(&format!("tests/tables/{name}.toml"));
        assert!(surface.modules.iter().any(|module| module.interface == "types"), "{name}");
    }
}

#[test]
fn line_endings_of_other_systems_change_nothing() {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/tables/shop.toml")).unwrap();
    let read = |text: &str| format!("{:?}", table::read(&Source::new("shop.toml", text)));
    assert_eq!(read(&text), read(&text.replace('\n', "\r\n")));
    let escaped = text.replacen("summary = \"What is in the shop.\"", "summary = \"What is\\r\\nin the shop.\"", 1);
    let outcome = table::read(&Source::new("shop.toml", &escaped));
    assert!(!format!("{:?}", outcome.surface.unwrap().modules[0].summary).contains("\\r"));
}
