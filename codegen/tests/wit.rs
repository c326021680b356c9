//! The WIT package: both texts and the binary say what the surface says, and what the specification says.

use std::{collections::BTreeMap, fs, path::Path};

use gg_codegen::{
    emit::{self, Context, templates::Templates, wit},
    output::FileSet,
    source::Source,
    surface::{Surface, TypeKind},
    table,
};
use sha2::{Digest, Sha256};
use wit_component::WitPrinter;
use wit_parser::{PackageId, Resolve, TypeDefKind, UnresolvedPackageGroup};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the checkout")
}

fn read(name: &str, text: &str) -> Surface {
    let source = Source::new(name, text);
    let outcome = table::read(&source);
    outcome.surface.unwrap_or_else(|| panic!("{name} is refused: {:#?}", outcome.findings))
}

/// Every complete table of the checkout, by name.
fn surfaces() -> Vec<(String, Surface)> {
    let mut paths = vec![root().join("operations.toml")];
    let others = fs::read_dir(root().join("tests/tables")).expect("the tables of the suites");
    paths.extend(
        others
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|e| e == "toml")),
    );
    paths.sort();
    assert!(paths.len() > 3);
    let read_path = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let surface = read(&name, &fs::read_to_string(path).expect("a table"));
        (name, surface)
    };
    paths.iter().map(|path| read_path(path)).collect()
}

fn emit(surface: &Surface) -> FileSet {
    let templates = Templates::embedded();
    let context = Context { table: "operations.toml", command: "cargo gen", templates: &templates };
    emit::emit(surface, &context).expect("emits")
}

fn text<'a>(files: &'a FileSet, path: &str) -> &'a str {
    let bytes = files.get(path).unwrap_or_else(|| panic!("{path} is missing"));
    std::str::from_utf8(bytes).expect("text")
}

fn parse(name: &str, text: &str) -> (Resolve, PackageId) {
    let mut resolve = Resolve::new();
    let package = resolve.push_str(name, text).unwrap_or_else(|error| panic!("{name}: {error:?}\n{text}"));
    (resolve, package)
}

/// The documented folder alone.
fn parse_documented(files: &FileSet) -> (Resolve, PackageId) {
    let mut map = wit_parser::SourceMap::new();
    for (path, _) in files.iter().filter(|(path, _)| path.starts_with("wit/documented/")) {
        map.push(Path::new(path), text(files, path));
    }
    let group: UnresolvedPackageGroup = map.parse().unwrap_or_else(|error| panic!("{error:?}"));
    let mut resolve = Resolve::new();
    let package = resolve.push_group(group).expect("resolves");
    (resolve, package)
}

/// The interfaces of a package as wit-component prints them, and the lines of its world, sorted; no documentation.
fn printed(resolve: &Resolve, package: PackageId) -> BTreeMap<String, String> {
    let mut parts = BTreeMap::new();
    let package = &resolve.packages[package];
    for (name, id) in &package.interfaces {
        let mut printer = WitPrinter::default();
        printer.emit_docs(false);
        printer.print_interface(resolve, *id).expect("prints");
        parts.insert(name.clone(), printer.output.to_string());
    }
    for (name, id) in &package.worlds {
        let world = &resolve.worlds[*id];
        let mut lines: Vec<_> =
            world.imports.keys().map(|key| format!("import {}", resolve.name_world_key(key))).collect();
        for (key, item) in &world.exports {
            let wit_parser::WorldItem::Function(function) = item else { panic!("only functions are exported") };
            let params = function.params.iter().map(|param| format!("{}: {:?}", param.name, param.ty));
            let params: Vec<_> = params.map(|param| without_numbers(&param)).collect();
            let result = without_numbers(&format!("{:?}", function.result));
            lines.push(format!("export {}({}) {result}", resolve.name_world_key(key), params.join(", ")));
        }
        lines.sort();
        parts.insert(format!("world {name}"), lines.join("\n"));
    }
    parts
}

/// Identifiers of an arena differ between two packages that are the same.
fn without_numbers(text: &str) -> String {
    text.split("Id {").map(|piece| piece.split_once('}').map_or(piece, |(_, rest)| rest)).collect()
}

#[test]
fn the_package_is_the_one_of_the_specification() {
    let surface = read("operations.toml", &fs::read_to_string(root().join("operations.toml")).expect("the table"));
    let expected = include_str!("wit/specification.wit");
    let (resolve, package) = parse("specification.wit", expected);
    let expected = printed(&resolve, package);
    let (resolve, package) = wit::parse(&surface).expect("parses");
    let found = printed(&resolve, package);
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (name, expected) in &expected {
        similar_asserts(name, &found[name], expected);
    }
}

fn similar_asserts(what: &str, found: &str, expected: &str) {
    assert!(found == expected, "{what} differs\n--- found\n{found}\n--- expected\n{expected}");
}

#[test]
fn documented_bare_and_binary_are_one_package() {
    for (name, surface) in surfaces() {
        let files = emit(&surface);
        let file = format!("wit/bare/{}", wit::bare_name(&surface));
        let (resolve, package) = parse(&name, text(&files, &format!("{file}.wit")));
        let bare = printed(&resolve, package);

        let (documented, documented_package) = parse_documented(&files);
        assert_eq!(printed(&documented, documented_package), bare, "{name}: the documented folder");

        let binary = files.get(&format!("{file}.wasm")).expect("the binary package");
        let decoded = wit_component::decode(binary).expect("decodes");
        assert_eq!(printed(decoded.resolve(), decoded.package()), bare, "{name}: the binary");

        let mut printer = WitPrinter::default();
        printer.print(&resolve, package, &[]).expect("prints");
        let (again, package) = parse(&name, &printer.output.to_string());
        assert_eq!(printed(&again, package), bare, "{name}: printed by wit-component and read again");
    }
}

#[test]
fn the_package_says_what_the_surface_says() {
    for (name, surface) in surfaces() {
        let (resolve, package) = wit::parse(&surface).expect("parses");
        let package = &resolve.packages[package];
        assert_eq!(package.name.namespace, surface.package.namespace);
        assert_eq!(package.name.name, surface.package.name);
        assert_eq!(
            package.interfaces.len(),
            surface.modules.len() + 1,
            "{name}: a module is an interface, feedback too"
        );
        let world = &resolve.worlds[package.worlds[wit::WORLD]];
        for module in &surface.modules {
            let id = package.interfaces[&module.interface];
            let interface = &resolve.interfaces[id];
            let imported = wit_parser::WorldKey::Interface(id);
            assert!(world.imports.contains_key(&imported), "{name}: {} is not imported", module.interface);
            let functions: Vec<_> = module.operations.iter().map(|at| surface.operation(*at)).collect();
            let found: Vec<_> = interface.functions.keys().collect();
            assert_eq!(found, functions.iter().map(|op| &op.names.wit).collect::<Vec<_>>());
            for operation in functions {
                let function = &interface.functions[&operation.names.wit];
                let params: Vec<_> =
                    function.params.iter().map(|param| (&param.name, spell(&resolve, &param.ty))).collect();
                let expected = operation.params.iter();
                let expected: Vec<_> =
                    expected.map(|param| (&param.names.wit, plain(&wit::type_text(&surface, &param.ty)))).collect();
                assert_eq!(params, expected, "{name}: {}", operation.id);
                let ok =
                    operation.returns.as_ref().map_or("_".to_owned(), |it| plain(&wit::type_text(&surface, &it.ty)));
                let result = function.result.as_ref().map(|ty| spell(&resolve, ty));
                assert_eq!(result, Some(format!("result<{ok}, api-error>")), "{name}: {}", operation.id);
            }
            // wit-parser sorts types by use.
            let own = interface.types.values().filter(|id| !is_use(&resolve, **id)).count();
            assert_eq!(own, module.types.len(), "{name}: {}", module.interface);
            for def in module.types.iter().map(|at| surface.type_def(*at)) {
                let found = members(&resolve, interface.types[&def.names.wit]);
                assert_eq!(found, declared(&surface, &def.kind), "{name}: {}", def.names.id);
            }
        }
    }
}

/// Whether a type of an interface is one of another interface.
fn is_use(resolve: &Resolve, id: wit_parser::TypeId) -> bool {
    let TypeDefKind::Type(wit_parser::Type::Id(target)) = resolve.types[id].kind else { return false };
    resolve.types[target].owner != resolve.types[id].owner && resolve.types[target].name == resolve.types[id].name
}

fn members(resolve: &Resolve, id: wit_parser::TypeId) -> Vec<String> {
    let case = |name: &str, ty: &Option<wit_parser::Type>| match ty {
        Some(ty) => format!("{name}({})", spell(resolve, ty)),
        None => name.to_owned(),
    };
    match &resolve.types[id].kind {
        TypeDefKind::Record(record) => {
            record.fields.iter().map(|field| format!("{}: {}", field.name, spell(resolve, &field.ty))).collect()
        }
        TypeDefKind::Variant(variant) => variant.cases.iter().map(|it| case(&it.name, &it.ty)).collect(),
        TypeDefKind::Enum(it) => it.cases.iter().map(|case| case.name.clone()).collect(),
        TypeDefKind::Flags(it) => it.flags.iter().map(|flag| flag.name.clone()).collect(),
        TypeDefKind::Type(ty) => vec![spell(resolve, ty)],
        _ => vec![spell_kind(resolve, id)],
    }
}

fn declared(surface: &Surface, kind: &TypeKind) -> Vec<String> {
    let text = |ty| plain(&wit::type_text(surface, ty));
    match kind {
        TypeKind::Record(fields) => {
            fields.iter().map(|field| format!("{}: {}", field.names.wit, text(&field.ty))).collect()
        }
        TypeKind::Variant(cases) => cases
            .iter()
            .map(|case| match &case.payload {
                Some(payload) => format!("{}({})", case.names.wit, text(payload)),
                None => case.names.wit.clone(),
            })
            .collect(),
        TypeKind::Enum(members) | TypeKind::Flags(members) => {
            members.iter().map(|member| member.names.wit.clone()).collect()
        }
        TypeKind::Alias(target) => vec![text(target)],
    }
}

/// Without the marks of keywords, which names in the parsed package have not.
fn plain(text: &str) -> String {
    text.replace('%', "")
}

fn spell(resolve: &Resolve, ty: &wit_parser::Type) -> String {
    use wit_parser::Type as T;
    match ty {
        T::Id(id) => resolve.types[*id].name.clone().unwrap_or_else(|| spell_kind(resolve, *id)),
        T::Bool => "bool".to_owned(),
        T::Char => "char".to_owned(),
        T::String => "string".to_owned(),
        other => format!("{other:?}").to_lowercase(),
    }
}

fn spell_kind(resolve: &Resolve, id: wit_parser::TypeId) -> String {
    let text = |ty: &wit_parser::Type| spell(resolve, ty);
    match &resolve.types[id].kind {
        TypeDefKind::List(item) => format!("list<{}>", text(item)),
        TypeDefKind::Option(item) => format!("option<{}>", text(item)),
        TypeDefKind::Tuple(tuple) => format!("tuple<{}>", tuple.types.iter().map(text).collect::<Vec<_>>().join(", ")),
        TypeDefKind::Result(result) => match (&result.ok, &result.err) {
            (None, None) => "result".to_owned(),
            (Some(ok), None) => format!("result<{}>", text(ok)),
            (ok, Some(err)) => format!("result<{}, {}>", ok.as_ref().map_or("_".to_owned(), text), text(err)),
        },
        other => panic!("a type no table has: {other:?}"),
    }
}

#[test]
fn the_bare_package_has_no_documentation_and_one_fingerprint() {
    for (name, surface) in surfaces() {
        let bare = wit::bare(&surface);
        assert!(!bare.contains("///"), "{name}");
        let (resolve, package) = parse(&name, &bare);
        let docs = resolve.packages[package].docs.contents.as_ref();
        let docs = docs.or(resolve.interfaces.iter().find_map(|(_, it)| it.docs.contents.as_ref()));
        assert_eq!(docs, None, "{name}: the closing remark is taken for documentation");
        let file = format!("wit/bare/{}.wit", wit::bare_name(&surface));
        let digest = Sha256::digest(emit(&surface).get(&file).expect("the bare file"));
        let hex = digest.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
        assert_eq!(wit::fingerprint(&surface), hex, "{name}: the file is what is hashed");
    }
}

#[test]
fn every_text_of_the_table_is_found_in_the_documented_package() {
    for (name, surface) in surfaces() {
        let (resolve, package) = parse_documented(&emit(&surface));
        for module in &surface.modules {
            let interface = &resolve.interfaces[resolve.packages[package].interfaces[&module.interface]];
            assert!(interface.docs.contents.is_some(), "{name}: {}", module.interface);
            for operation in module.operations.iter().map(|at| surface.operation(*at)) {
                let docs = interface.functions[&operation.names.wit].docs.contents.as_deref().unwrap_or("");
                for param in &operation.params {
                    assert!(docs.contains(&format!("- `{}`:", param.names.wit)), "{name}: {}: {docs}", operation.id);
                }
                assert_eq!(docs.contains("Returns:"), operation.returns.is_some(), "{name}: {}", operation.id);
                assert_eq!(docs.contains("Errors:"), !operation.errors.is_empty(), "{name}: {}", operation.id);
            }
            for def in module.types.iter().map(|at| surface.type_def(*at)) {
                let id = interface.types[&def.names.wit];
                assert!(resolve.types[id].docs.contents.is_some(), "{name}: {}", def.names.id);
            }
        }
    }
}

/// A table of one operation, documented by a text.
fn documented_by(text: &str) -> String {
    let quoted = text.chars().fold(String::new(), |out, c| out + &format!("\\U{:08X}", u32::from(c)));
    format!(
        r#"
[surface]
name = "demo"
package = "demo:sandbox"
summary = "A demonstration."
[[module]]
id = "one"
summary = "One module."
[[operation]]
id = "one.call"
always = true
summary = "Calls."
doc = "{quoted}"
examples = [{{ args = {{}} }}]
"#
    )
}

#[test]
fn any_character_may_stand_in_a_text() {
    // What wit-parser takes nowhere, not even in a comment, is an entity in text and replaced in code.
    for (text, found) in [
        ("a \u{202e} b", "a &#x202E; b"),
        ("`a \u{202e}\u{1} b`", "`a \u{fffd}\u{fffd} b`"),
        ("a \u{149} `\u{17b5}` b", "a &#x149; `\u{fffd}` b"),
        ("a */ /* // /// b", "a */ /* // /// b"),
        ("ünïcödé \u{200f} 漢字 🦀", "ünïcödé \u{200f} 漢字 🦀"),
    ] {
        let surface = read("texts.toml", &documented_by(text));
        let (resolve, package) = parse_documented(&emit(&surface));
        let interface = &resolve.interfaces[resolve.packages[package].interfaces["one"]];
        let docs = interface.functions["call"].docs.contents.as_deref().unwrap_or("");
        assert!(docs.contains(found), "{text:?} became {docs:?}");
    }
}
