//! `surface.json`: it keeps its schema, says everything, and is the same whenever it is made.

use std::{fs, path::Path};

use gg_codegen::{
    emit::{self, Context, surface_json, templates::Templates, wit},
    source::Source,
    surface::Surface,
    table,
};
use serde_json::{Value, json};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the checkout")
}

fn read(name: &str, text: &str) -> Surface {
    let outcome = table::read(&Source::new(name, text));
    outcome.surface.unwrap_or_else(|| panic!("{name} is refused: {:#?}", outcome.findings))
}

/// Every complete table of the checkout.
fn surfaces() -> Vec<(String, Surface)> {
    let others = fs::read_dir(root().join("tests/tables")).expect("the tables of the suites");
    let others = others.map(|entry| entry.expect("an entry").path());
    let paths = others.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    let read_path = |path: std::path::PathBuf| {
        let surface = read(&path.to_string_lossy(), &fs::read_to_string(&path).expect("a table"));
        (path.display().to_string(), surface)
    };
    paths.chain([root().join("operations.toml")]).map(read_path).collect()
}

fn text(surface: &Surface) -> String {
    let templates = Templates::embedded();
    let context = Context { table: "operations.toml", command: "cargo gen", templates: &templates };
    let files = emit::emit(surface, &context).expect("emits");
    assert_eq!(files.get("surface.schema.json"), Some(surface_json::SCHEMA.as_bytes()));
    String::from_utf8(files.get("surface.json").expect("the document").to_vec()).expect("text")
}

fn schema() -> Value {
    serde_json::from_str(surface_json::SCHEMA).expect("the schema is JSON")
}

fn validator() -> jsonschema::Validator {
    let schema = schema();
    jsonschema::meta::validate(&schema).expect("the schema is a schema");
    jsonschema::options().build(&schema).expect("the schema compiles")
}

#[test]
fn every_table_keeps_the_schema() {
    let validator = validator();
    for (name, surface) in surfaces() {
        let document: Value = serde_json::from_str(&text(&surface)).expect("JSON");
        let errors: Vec<_> = validator.iter_errors(&document).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{name}:\n{}", errors.join("\n"));
        assert_eq!(document["version"], surface_json::VERSION);
        assert_eq!(document["fingerprint"], wit::fingerprint(&surface));
        assert_eq!(document["operations"].as_array().map(Vec::len), Some(surface.operations.len()), "{name}");
        assert_eq!(document["types"].as_array().map(Vec::len), Some(surface.types.len()), "{name}");
        assert_eq!(text(&surface), text(&surface), "{name}: the same whenever it is made");
    }
}

#[test]
fn the_document_says_what_the_surface_says() {
    for (name, surface) in surfaces() {
        let document: Value = serde_json::from_str(&text(&surface)).expect("JSON");
        for (operation, shown) in surface.operations.iter().zip(document["operations"].as_array().expect("a list")) {
            let at = format!("{name}: {}", operation.id);
            assert_eq!(shown["id"], operation.id, "{at}");
            assert_eq!(shown["mode"], operation.mode.word(), "{at}");
            assert_eq!(shown["deadline"], operation.deadline, "{at}");
            assert_eq!(shown["during_compaction"], operation.during_compaction.word(), "{at}");
            assert_eq!(shown["effect"], operation.effect, "{at}");
            assert_eq!(shown["condition"], json!(operation.condition), "{at}");
            let instead: Vec<_> = operation.instead.iter().map(|index| &surface.operation(*index).id).collect();
            assert_eq!(shown["instead"], json!(instead), "{at}");
            assert_eq!(shown["returns"].is_null(), operation.returns.is_none(), "{at}");
            let params = shown["params"].as_array().expect("a list");
            assert_eq!(params.len(), operation.params.len(), "{at}");
            for (param, shown) in operation.params.iter().zip(params) {
                assert_eq!(shown["names"]["id"], param.names.id, "{at}");
                assert_eq!(shown["optional"], param.is_optional(&surface), "{at}: {}", param.names.id);
                assert_eq!(shown["left_out"], param.left_out, "{at}: {}", param.names.id);
                for (arm, spelled) in param.names.arm.iter() {
                    assert_eq!(shown["names"]["arms"][arm.arm().profile().id], *spelled, "{at}");
                }
            }
        }
        for (def, shown) in surface.types.iter().zip(document["types"].as_array().expect("a list")) {
            assert_eq!(shown["names"]["id"], def.names.id, "{name}");
            let kind = if def.kind.word() == "type" { "alias" } else { def.kind.word() };
            assert_eq!(shown["kind"], kind, "{name}: {}", def.names.id);
            assert_eq!((&shown["input"], &shown["output"]), (&json!(def.usage.input), &json!(def.usage.output)));
        }
    }
}

#[test]
fn a_broken_document_is_refused() {
    let validator = validator();
    let surface = read("operations.toml", &fs::read_to_string(root().join("operations.toml")).expect("the table"));
    let document: Value = serde_json::from_str(&text(&surface)).expect("JSON");
    assert!(validator.is_valid(&document));
    let breaks: &[(&str, Value)] = &[
        ("/version", json!(2)),
        ("/fingerprint", json!("none")),
        ("/names/arms", json!(["readFile"])),
        ("/operations/0/id", json!("read-file")),
        ("/operations/0/binding", json!({ "kind": "capability" })),
        ("/operations/0/binding", json!({ "kind": "always", "capability": "read-file" })),
        ("/operations/0/mode", json!("later")),
        ("/operations/0/examples", json!([])),
        ("/operations/0/arms/python/places/0", json!({ "kind": "positional" })),
        ("/types/0/kind", json!("class")),
        ("/types/0/members", json!([])),
        ("/modules/0/unknown", json!(true)),
        ("/operations/0/params/0/type", json!({ "kind": "list" })),
        ("/operations/0/params/0/type", json!({ "kind": "string", "item": { "kind": "u8" } })),
    ];
    for (pointer, value) in breaks {
        let mut broken = document.clone();
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
        let parent = broken.pointer_mut(parent).unwrap_or_else(|| panic!("{pointer} leads nowhere"));
        match parent {
            Value::Array(items) => items[key.parse::<usize>().expect("a position")] = value.clone(),
            parent => parent[key] = value.clone(),
        }
        assert!(!validator.is_valid(&broken), "{pointer} = {value} is let through");
    }
    for key in document.as_object().expect("an object").keys() {
        let mut broken = document.clone();
        broken.as_object_mut().expect("an object").remove(key);
        assert!(!validator.is_valid(&broken), "a document without {key} is let through");
    }
}

#[test]
fn every_member_of_the_schema_is_described() {
    fn walk(at: &str, schema: &Value, defs: &Value) {
        if let Some(properties) = schema["properties"].as_object() {
            for (name, property) in properties {
                let target = property["$ref"].as_str().and_then(|path| defs.get(path.trim_start_matches("#/$defs/")));
                let described = property["description"].is_string()
                    || target.is_some_and(|target| target["description"].is_string())
                    || name == "kind";
                assert!(described, "{at}/{name} is not described");
            }
        }
        match schema {
            Value::Object(map) => map.iter().for_each(|(key, value)| walk(&format!("{at}/{key}"), value, defs)),
            Value::Array(items) => items.iter().for_each(|value| walk(at, value, defs)),
            _ => {}
        }
    }
    let schema = schema();
    walk("", &schema, &schema["$defs"]);
}

#[test]
fn an_example_is_shown_as_the_request_it_records() {
    let text = r#"
[surface]
name = "demo"
package = "demo:sandbox"
summary = "A demonstration."

[[module]]
id = "one"
summary = "One module."
left-out = ["entry.tags"]
types = '''
/// How it sounds.
enum mood {
    /// Glad.
    very-glad,
    /// Sad.
    sad,
}

/// What it may.
flags rights {
    /// Read.
    may-read,
    /// Write.
    may-write,
}

/// A change to a text.
variant text-edit {
    /// Leave it.
    keep,
    /// Clear it.
    clear,
    /// Set it.
    set(string),
}

/// Where it is.
variant place {
    /// Nowhere.
    no-where,
    /// On a shelf.
    on-shelf(u32),
}

/// An entry.
record entry {
    /// How it sounds.
    the-mood: option<mood>,
    /// Words for it.
    tags: list<string>,
    /// A change.
    edit: text-edit,
}
'''

[[operation]]
id = "one.call"
always = true
summary = "Calls."
params.the-entry = { type = "entry", doc = "An entry." }
params.places = { type = "list<place>", doc = "Places." }
params.rights = { type = "rights", doc = "Rights." }
params.pair = { type = "tuple<u64, f64>", doc = "A pair." }
params.outcome = { type = "result<u8, string>", doc = "An outcome." }
params.edit = { type = "text-edit", doc = "A change." }
params.note = { type = "option<string>", doc = "A note." }
params.letter = { type = "char", doc = "A letter." }
examples = [
    { args = { the-entry = { the-mood = "very-glad" }, places = ["no-where", { on-shelf = 3 }], rights = ["may-write"], pair = [9007199254740991, 1.5], outcome = { ok = 1 }, edit = "clear", letter = "é" } },
    { args = { the-entry = { tags = ["a"], edit = { set = "b" } }, places = [], rights = [], pair = [1, 0.5], outcome = { err = "no" }, edit = { set = "x" }, note = "n", letter = "x" } },
]
"#;
    let surface = read("values.toml", text);
    let operation = &surface.operations[0];
    let requests: Vec<_> =
        operation.examples.iter().map(|example| surface_json::request(&surface, operation, example, None)).collect();
    assert_eq!(
        requests[0],
        json!({
            "the_entry": { "the_mood": "very_glad", "tags": [] },
            "places": [{ "no_where": null }, { "on_shelf": 3 }],
            "rights": ["may_write"],
            "pair": [9_007_199_254_740_991_u64, 1.5],
            "outcome": { "ok": 1 },
            "edit": null,
            "letter": "é",
        })
    );
    assert_eq!(
        requests[1],
        json!({
            "the_entry": { "tags": ["a"], "edit": "b" },
            "places": [],
            "rights": [],
            "pair": [1, 0.5],
            "outcome": { "err": "no" },
            "edit": "x",
            "note": "n",
            "letter": "x",
        })
    );
}

#[test]
fn capabilities_name_what_they_buy() {
    let surface = read("operations.toml", &fs::read_to_string(root().join("operations.toml")).expect("the table"));
    let document: Value = serde_json::from_str(&text(&surface)).expect("JSON");
    let capabilities = document["capabilities"].as_array().expect("a list");
    assert_eq!(capabilities.len(), surface.capabilities.len());
    let bought: usize = capabilities.iter().filter_map(|it| it["operations"].as_array()).map(Vec::len).sum();
    let expected = document["operations"].as_array().expect("a list").iter();
    assert_eq!(bought, expected.filter(|it| it["binding"]["kind"] == "capability").count());
}
