//! The index, the pages and the prompts of gg's table and of others.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{collections::BTreeSet, path::Path};

use gg_codegen::{
    arms,
    emit::{
        Context, Output,
        docs::index::{FunctionEntry, Index},
        emit_outputs,
        prompts::data::{ArmPrompts, Sentences},
        templates::Templates,
    },
    output::FileSet,
    source::Source,
    surface::{Binding, Surface, TypeKind},
    table,
};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

const TABLES: &[&str] = &[
    "operations.toml",
    "tests/tables/least.toml",
    "tests/tables/prose.toml",
    "tests/tables/shop.toml",
    "tests/tables/words.toml",
];

fn surface(path: &str) -> Surface {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    let source = Source::new("table.toml", &std::fs::read_to_string(&path).unwrap());
    table::read(&source).surface.unwrap()
}

fn emit(surface: &Surface) -> FileSet {
    emit_some(surface, &[Output::Docs, Output::Prompts])
}

fn emit_some(surface: &Surface, outputs: &[Output]) -> FileSet {
    let templates = Templates::embedded();
    let context = Context { table: "table.toml", command: "cargo gen", templates: &templates };
    emit_outputs(surface, &context, outputs).unwrap()
}

fn text<'a>(files: &'a FileSet, path: &str) -> &'a str {
    let contents = files.get(path).unwrap_or_else(|| panic!("{path} is missing"));
    std::str::from_utf8(contents).unwrap()
}

fn index(files: &FileSet) -> Index {
    serde_json::from_str(text(files, "docs/index.json")).unwrap()
}

fn pages(files: &FileSet) -> Vec<(&str, &str)> {
    let markdown = files.iter().filter_map(|(path, _)| Some((path, path.strip_prefix("docs/src/")?)));
    markdown.map(|(path, page)| (page, text(files, path))).collect()
}

/// The links of a page and the anchors of its headings, as mdBook names them.
fn links_and_anchors(page: &str) -> (Vec<String>, BTreeSet<String>) {
    let mut links = Vec::new();
    let mut anchors = BTreeSet::new();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(page, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => links.push(dest_url.into_string()),
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let title = heading.take().unwrap_or_default().to_lowercase();
                let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '));
                anchors.insert(kept.map(|c| if c == ' ' { '-' } else { c }).collect());
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            _ => {}
        }
    }
    (links, anchors)
}

/// The page a link leads to, from the page it stands on.
fn target(from: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        if part == ".." {
            parts.pop()?;
        } else {
            parts.push(part);
        }
    }
    Some(parts.join("/"))
}

#[test]
fn every_link_leads_somewhere() {
    for table in TABLES {
        let files = emit(&surface(table));
        for (page, contents) in pages(&files) {
            let (links, _) = links_and_anchors(contents);
            for link in links.iter().filter(|link| !link.contains("://")) {
                let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
                let target = if path.is_empty() { Some(page.to_owned()) } else { target(page, path) };
                let found = target.and_then(|target| files.get(&format!("docs/src/{target}")));
                let found = found.unwrap_or_else(|| panic!("{table}: {page} links to {link}, which is no page"));
                let (_, anchors) = links_and_anchors(std::str::from_utf8(found).unwrap());
                assert!(
                    anchor.is_empty() || anchors.contains(anchor),
                    "{table}: {page} links to {link}, which is no heading"
                );
            }
        }
    }
}

#[test]
fn the_contents_list_every_page_once() {
    for table in TABLES {
        let files = emit(&surface(table));
        let (links, _) = links_and_anchors(text(&files, "docs/src/SUMMARY.md"));
        let listed: BTreeSet<&str> = links.iter().map(String::as_str).collect();
        assert_eq!(listed.len(), links.len(), "{table}: a page is listed twice");
        let there: BTreeSet<&str> = pages(&files).into_iter().map(|(page, _)| page).collect();
        let there = there.into_iter().filter(|page| *page != "SUMMARY.md").collect::<BTreeSet<_>>();
        assert_eq!(listed, there, "{table}");
    }
}

#[test]
fn a_page_opens_with_its_title_and_its_summary() {
    for table in TABLES {
        let files = emit(&surface(table));
        for (page, contents) in pages(&files).into_iter().filter(|(page, _)| *page != "SUMMARY.md") {
            let mut events = Parser::new(contents).filter(|event| !matches!(event, Event::Html(_)));
            let mut next = || events.find(|event| matches!(event, Event::Start(_)));
            assert!(matches!(next(), Some(Event::Start(Tag::HtmlBlock))), "{table}: {page} has no header");
            assert!(matches!(next(), Some(Event::Start(Tag::Heading { .. }))), "{table}: {page} has no title");
            assert!(matches!(next(), Some(Event::Start(Tag::Paragraph))), "{table}: {page} has no summary");
        }
    }
}

#[test]
fn every_item_has_an_entry_in_every_arm() {
    for table in TABLES {
        let surface = surface(table);
        let index = index(&emit(&surface));
        let ids = |entries: Vec<&String>| entries.into_iter().cloned().collect::<Vec<_>>();
        let modules: Vec<_> = surface.modules.iter().map(|module| module.names.id.clone()).collect();
        let functions: Vec<_> = surface.operations.iter().map(|operation| operation.id.clone()).collect();
        let types: Vec<_> = surface.types.iter().map(|def| def.names.id.clone()).collect();
        assert_eq!(ids(index.modules.iter().map(|entry| &entry.id).collect()), modules);
        assert_eq!(ids(index.functions.iter().map(|entry| &entry.id).collect()), functions);
        assert_eq!(ids(index.types.iter().map(|entry| &entry.id).collect()), types);
        let arms: Vec<&String> = index.arms.iter().map(|arm| &arm.id).collect();
        assert_eq!(arms.len(), arms::ALL.len());
        for arm in &arms {
            let mut keys = BTreeSet::new();
            let modules = index.modules.iter().map(|entry| (&entry.arms[*arm].key, &entry.arms[*arm].name));
            let functions = index.functions.iter().map(|entry| (&entry.arms[*arm].key, &entry.arms[*arm].name));
            let types = index.types.iter().filter_map(|entry| entry.arms.get(*arm));
            let types = types.map(|text| (&text.key, &text.name));
            for (key, name) in modules.chain(functions).chain(types) {
                assert!(keys.insert(key), "{table}: two entries of {arm} have the key {key}");
                assert!(key.ends_with(name.as_str()), "{table}: {key} does not end in {name}");
            }
        }
    }
}

#[test]
fn an_entry_says_all_the_row_says() {
    let surface = surface("operations.toml");
    let index = index(&emit(&surface));
    for (operation, entry) in surface.operations.iter().zip(&index.functions) {
        for (arm, text) in &entry.arms {
            let FunctionEntry { id, .. } = entry;
            // A record may be taken by its fields.
            assert!(text.arguments.len() >= operation.params.len(), "{id} in {arm}");
            assert_eq!(text.errors.len(), operation.errors.len(), "{id} in {arm}");
            assert_eq!(text.examples.len(), operation.examples.len(), "{id} in {arm}");
            assert_eq!(text.result.is_some(), operation.returns.is_some(), "{id} in {arm}");
            for argument in &text.arguments {
                assert!(!argument.doc.is_empty() && !argument.ty.is_empty(), "{id} in {arm}: {}", argument.name);
                assert!(text.signature.contains(&argument.name), "{id} in {arm}: no {} in it", argument.name);
            }
            assert!(text.fold.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()), "{id} in {arm}");
            assert!(!text.call.is_empty() && !text.import.is_empty(), "{id} in {arm}");
        }
    }
}

#[test]
fn types_are_named_where_a_signature_names_them() {
    let index = index(&emit(&surface("operations.toml")));
    let function = |id: &str| index.functions.iter().find(|entry| entry.id == id).unwrap();
    assert_eq!(function("tasks.update_task").parameter_types, ["task-patch"]);
    assert_eq!(function("files.list_dir").return_types, ["dir-entry"]);
    assert!(function("docs.close").return_types.is_empty());
    let patch = index.types.iter().find(|entry| entry.id == "task-patch").unwrap();
    assert_eq!(patch.types, ["text-edit", "task-status"]);
    assert_eq!(index.failure, ["api-error", "error-code"]);
    let any: Vec<&str> = index.codes.iter().filter(|code| code.any_call).map(|code| code.code.as_str()).collect();
    assert_eq!(any, ["invalid-argument", "refused", "unavailable", "limit-exceeded", "io-error", "other"]);
    // A read hit of a memory is a second spelling of a call, with nothing left to pass.
    let hit = index.types.iter().find(|entry| entry.id == "memory-hit").unwrap();
    let method = &hit.arms["python"].methods[0];
    assert_eq!((method.name.as_str(), method.operation.as_str()), ("read", "memories.read_memory"));
    assert!(method.arguments.is_empty());
}

#[test]
fn a_language_may_take_a_record_by_its_fields() {
    let index = index(&emit(&surface("operations.toml")));
    let update = index.functions.iter().find(|entry| entry.id == "tasks.update_task").unwrap();
    let arguments = |arm: &str| {
        let arguments = update.arms[arm].arguments.iter();
        arguments.map(|a| (a.name.clone(), a.by_name, a.required, a.default.clone())).collect::<Vec<_>>()
    };
    let name = |name: &str, by_name, default: Option<&str>| {
        (name.to_owned(), by_name, default.is_none(), default.map(str::to_owned))
    };
    assert_eq!(arguments("rust"), [name("id", false, None), name("patch", false, None)]);
    assert_eq!(
        arguments("python"),
        [
            name("id", false, None),
            name("title", true, Some("None")),
            name("description", true, Some("UNCHANGED")),
            name("status", true, Some("None")),
        ]
    );
    // What stands for its cases among the members of a record is no type there.
    let brief = index.types.iter().find(|entry| entry.id == "subagent-brief").unwrap();
    assert!(brief.arms.contains_key("rust") && !brief.arms.contains_key("python"));
}

#[test]
fn texts_spell_calls_as_the_arm_does() {
    let index = index(&emit(&surface("operations.toml")));
    let read = index.functions.iter().find(|entry| entry.id == "files.read_file").unwrap();
    assert!(read.arms["typescript"].detail.contains("`views.openFile` reads it"));
    assert!(read.arms["python"].detail.contains("`gg.views.open_file` reads it"));
    assert!(read.arms["rust"].detail.contains("`views::open_file` reads it"));
    for entry in &index.functions {
        for (arm, text) in &entry.arms {
            assert!(!text.detail.contains("[type:") && !text.detail.contains("[param:"), "{} in {arm}", entry.id);
        }
    }
}

/// An id of a capability gives itself away where it stands as a word of its own. Left out are ids that the surface uses
/// anyhow: a module's, an operation's key, a word of a key. An id that is one plain English word is only looked for
/// where it stands as a name, between quotes or in code, since the language cannot do without it.
fn told_ids(surface: &Surface) -> Vec<&str> {
    let ids = surface.capabilities.iter().map(|capability| capability.id.as_str());
    let used = |id: &str| {
        let module = surface.modules.iter().any(|module| module.names.id.replace('_', "-") == id);
        let key = surface.operations.iter().any(|operation| {
            operation.names.id.replace('_', "-") == id || operation.names.id.split('_').any(|word| word == id)
        });
        module || key
    };
    ids.filter(|id| !used(id)).collect()
}

fn gives_away(text: &str, id: &str) -> bool {
    text.match_indices(id).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + id.len()..].chars().next();
        let whole = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
        let quoted = |c: Option<char>| c.is_some_and(|c| matches!(c, '`' | '"' | '\''));
        whole(before) && whole(after) && (id.contains('-') || (quoted(before) && quoted(after)))
    })
}

#[test]
fn no_capability_is_named() {
    let surface = surface("operations.toml");
    let ids = told_ids(&surface);
    assert!(ids.contains(&"agent-managed-context") && ids.contains(&"project-management"), "{ids:?}");
    assert!(gives_away("needs agent-managed-context.", "agent-managed-context"));
    assert!(gives_away("needs `compaction`", "compaction") && !gives_away("a compaction is pending", "compaction"));
    let told = |output: &Output| matches!(output, Output::Sdk(_) | Output::Docs | Output::Prompts);
    let outputs: Vec<Output> = Output::all().into_iter().filter(told).collect();
    let files = emit_some(&surface, &outputs);
    for folder in ["docs/", "prompts/", "sdk/python/", "sdk/rust/", "sdk/typescript/"] {
        assert!(files.iter().any(|(path, _)| path.starts_with(folder)), "{folder}");
    }
    for (path, contents) in files.iter() {
        let contents = std::str::from_utf8(contents).unwrap();
        for id in &ids {
            assert!(!gives_away(contents, id), "{path} names the capability {id}");
        }
        for word in ["capabilit", "allowlist", "profile"] {
            assert!(!contents.to_lowercase().contains(word), "{path} says {word}");
        }
    }
}

#[test]
fn prompts_hold_what_their_role_may_end_with() {
    let surface = surface("operations.toml");
    let files = emit(&surface);
    for arm in arms::ALL {
        let profile = arm.profile();
        let prompts: ArmPrompts = serde_json::from_str(text(&files, &format!("prompts/{}.json", profile.id))).unwrap();
        assert_eq!(prompts.arm, profile.id);
        let with_operations = surface.modules.iter().filter(|module| !module.operations.is_empty());
        assert_eq!(prompts.modules.len(), with_operations.count());
        for module in &prompts.modules {
            for part in [&module.path, &module.brief, &module.import] {
                assert!(!part.is_empty() && module.line.contains(part.as_str()), "{}: {part}", module.line);
            }
            assert!(!module.line.contains('\n'));
        }
        let endings = surface.operations.iter().filter_map(|operation| match &operation.binding {
            Binding::Ending(role) => Some((operation, role)),
            _ => None,
        });
        for (operation, role) in endings {
            for (other, ending) in &prompts.endings {
                let spelled = arm.spell(&surface, operation);
                assert_eq!(ending.calls.contains(&operation.id), other == role);
                assert_eq!(ending.text.contains(&format!("`{spelled}(")), other == role, "{}: {spelled}", ending.text);
                assert!(ending.text.contains("fails loses its ending"));
            }
        }
        for operation in &surface.operations {
            let spelled = arm.spell(&surface, operation);
            assert!(spelled.is_empty() || !prompts.segment.contains(&spelled), "{}: {spelled}", profile.id);
        }
        assert!(!prompts.segment.is_empty() && prompts.segment.split("\n\n").count() <= 2, "{}", profile.id);
    }
}

#[test]
fn sentences_say_nothing_but_the_call() {
    let files = emit(&surface("operations.toml"));
    let sentences: Sentences = serde_json::from_str(text(&files, "prompts/sentences.json")).unwrap();
    let filled =
        sentences.unavailable_instead.replace("{call}", "files.readFile").replace("{calls}", "`views.openFile`");
    assert_eq!(filled, "`files.readFile` is not available. Use `views.openFile` instead.");
    let value: serde_json::Value = serde_json::from_str(text(&files, "prompts/sentences.json")).unwrap();
    for (name, sentence) in value.as_object().unwrap() {
        let Some(sentence) = sentence.as_str() else { continue };
        let placeholders: Vec<&str> = sentence.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
        for placeholder in placeholders {
            let known = ["call", "calls", "code", "message", "search", "open", "why"].contains(&placeholder);
            assert!(known, "{name} has the placeholder {placeholder}");
        }
    }
}

#[test]
fn a_variant_page_lists_what_its_cases_carry() {
    let surface = surface("operations.toml");
    let files = emit(&surface);
    for operation in &surface.operations {
        let module = &surface.module(operation.module).names.id;
        let page = text(&files, &format!("docs/src/operations/{module}/{}.md", operation.names.id));
        for param in &operation.params {
            assert!(page.contains(&format!("- `{}` (", param.names.id)), "{}: {}", operation.id, param.names.id);
        }
        if let Some(returns) = &operation.returns
            && let gg_codegen::surface::Type::Named(index) = &returns.ty
            && let TypeKind::Variant(cases) = &surface.type_def(*index).kind
        {
            for case in cases {
                assert!(page.contains(&format!("- `{}` (", case.names.id)), "{}: {}", operation.id, case.names.id);
            }
        }
    }
}

/// Pages of each kind, of a table with every kind of type: what a change of a template or of a list does to them is seen
/// in review.
#[test]
fn pages_read_as_they_did() {
    let files = emit(&surface("tests/tables/shop.toml"));
    let pages = [
        "SUMMARY",
        "arms/python",
        "arms/rust",
        "arms/typescript",
        "introduction",
        "modules/stock",
        "operations/stock/change_article",
        "operations/till/sell",
        "operations/till/take_back",
        "types/article-patch",
        "types/dimensions",
        "types/handling",
        "types/note-edit",
        "types/paid",
        "types/payment",
        "types/receipt",
    ];
    for page in pages {
        insta::assert_snapshot!(page.replace('/', "-"), text(&files, &format!("docs/src/{page}.md")));
    }
}
