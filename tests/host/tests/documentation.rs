//! The documentation runtime and the system prompt, over every table: what can be found, what is served and what the
//! prompt names are one set; and how it reads, on gg's own table.

use std::{
    collections::BTreeSet,
    sync::{Arc, OnceLock},
};

use gg_codegen::{Options, emit::Output, source::Source};
use gg_engine::{
    Agent, Grants, Holding, TableOperation,
    docs::{DocViewTypes, Documentation, Index, Kind, LoadedFunction, LoadedModule, Missed, Page, Query, near},
    prompt::{self, Discover, Fragments, PromptError, Reply, Sections, Views},
};
use gg_tests_host::tables;
use proptest::prelude::*;

/// What codegen makes of a table besides its host side.
struct Made {
    index: Arc<Index>,
    prompts: Vec<(&'static str, &'static str)>,
}

fn make(source: &str) -> Made {
    let source = Source::new("table.toml", source);
    let options = Options { outputs: vec![Output::Docs, Output::Prompts], ..Options::default() };
    let generated = gg_codegen::generate(&source, &options).unwrap_or_else(|_| panic!("a good table"));
    let mut made = Made { index: Arc::new(Index::new("")), prompts: Vec::new() };
    for (path, contents) in generated.files.iter() {
        let leak = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
        let text = String::from_utf8_lossy(contents);
        if path == "docs/index.json" {
            made.index = Arc::new(Index::new(leak(&text)));
        } else if path.starts_with("prompts/") {
            made.prompts.push((leak(path), leak(&text)));
        }
    }
    made
}

/// Grants out of random bits: which capabilities, which of the rows by name, which role, a machine, which conditions.
#[derive(Debug, Clone)]
struct Held {
    capabilities: u64,
    allowlist: Option<u64>,
    ending: usize,
    machine: bool,
    conditions: u64,
}

fn held() -> impl Strategy<Value = Held> {
    let words = (any::<u64>(), any::<Option<u64>>(), 0..3usize, any::<bool>(), any::<u64>());
    words.prop_map(|(capabilities, allowlist, ending, machine, conditions)| Held {
        capabilities,
        allowlist,
        ending,
        machine,
        conditions,
    })
}

fn grants<I: TableOperation + PartialEq>(held: &Held) -> Grants {
    let bit = |word: u64, at: usize| word >> (at % 64) & 1 == 1;
    let count = u32::try_from(I::TABLE.capabilities.len()).unwrap_or_default();
    let capabilities: Vec<u32> = (0..count).filter(|at| bit(held.capabilities, *at as usize)).collect();
    let named = |word: u64| I::ALL.iter().enumerate().filter(|(at, _)| bit(word, *at)).map(|(_, id)| *id).collect();
    let allowlist: Option<Vec<I>> = held.allowlist.map(named);
    let ending = [None, Some("standard"), Some("review")][held.ending];
    let holding =
        Holding { capabilities: &capabilities, allowlist: allowlist.as_deref(), ending, machine: held.machine };
    Grants::resolve(&holding, |id: I| {
        bit(held.conditions, I::ALL.iter().position(|other| *other == id).unwrap_or_default())
    })
}

fn agent<I: TableOperation>(arm: &str, grants: Grants) -> Arc<Agent> {
    let arm = I::TABLE.arm(arm).unwrap_or_else(|| panic!("no arm {arm}"));
    Arc::new(Agent { table: I::TABLE, arm, grants })
}

fn everything_of(kind: Option<Kind>, modules: &[&str]) -> Query {
    let modules = modules.iter().map(|module| (*module).to_owned()).collect();
    Query { kind, modules, limit: u32::MAX, ..Query::default() }
}

fn keys(documentation: &Documentation, query: &Query) -> Vec<String> {
    let found = documentation.search(query).unwrap_or_else(|error| panic!("{error}"));
    found.hits.into_iter().map(|hit| hit.key).collect()
}

/// What is found, what is permitted, what opens and which modules the prompt names are one set.
fn one_set<I: TableOperation + PartialEq>(made: &Made, held: &Held) -> Result<(), TestCaseError> {
    for arm in I::TABLE.arms {
        let agent = agent::<I>(arm, grants::<I>(held));
        let documentation = Documentation::new(made.index.clone(), agent.clone());
        let found = keys(&documentation, &everything_of(Some(Kind::Function), &[]));
        let mut operations = BTreeSet::new();
        for key in &found {
            let pages = documentation.open(key, DocViewTypes::default());
            let pages = pages.map_err(|error| TestCaseError::fail(format!("{key}: {error}")))?;
            let Some(operation) = pages.first().and_then(|page| page.operation) else {
                return Err(TestCaseError::fail(format!("{key} documents no operation")));
            };
            prop_assert!(operations.insert(operation.id), "{} is found twice", operation.id);
        }
        let permitted: BTreeSet<&str> = I::ALL
            .iter()
            .map(|id| (*id).into())
            .filter(|operation| agent.grants.permits(operation))
            .map(|operation: &gg_engine::Operation| operation.id)
            .collect();
        prop_assert_eq!(&operations, &permitted);

        let fragments = Fragments::of(&made.prompts, arm).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let named: BTreeSet<&str> =
            prompt::modules(&fragments, &agent).into_iter().map(|module| module.id.as_str()).collect();
        let modules = I::TABLE.modules;
        let called: BTreeSet<&str> = I::ALL
            .iter()
            .map(|id| (*id).into())
            .filter(|operation: &&'static gg_engine::Operation| permitted.contains(operation.id))
            .filter_map(|operation| modules.get(operation.module as usize).map(|module| module.id))
            .collect();
        prop_assert_eq!(&named, &called);
        let shown = keys(&documentation, &everything_of(Some(Kind::Module), &[]));
        for module in modules.iter().filter(|module| called.contains(module.id)) {
            let key = module.spelling(agent.arm);
            prop_assert!(shown.iter().any(|shown| shown == key), "{} is not found", key);
        }
        let text = prompt::compose(None, &fragments, &agent, &Sections::default());
        let text = text.map_err(|error| TestCaseError::fail(error.to_string()))?;
        for module in &fragments.modules {
            prop_assert_eq!(text.contains(&module.line), named.contains(module.id.as_str()));
        }
        // Everything that is found opens, and nothing is found twice.
        let all = keys(&documentation, &everything_of(None, &["x"; 0]));
        prop_assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    }
    Ok(())
}

macro_rules! tables {
    ($($name:ident)*) => {
        mod grants {
            use super::*;
            $(
                proptest! {
                    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]
                    #[test]
                    fn $name(held in held()) {
                        static MADE: OnceLock<Made> = OnceLock::new();
                        let made = MADE.get_or_init(|| make(tables::$name::SOURCE));
                        one_set::<tables::$name::host::OperationId>(made, &held)?;
                    }
                }
            )*
        }
    };
}

gg_tests_host::each_table!(tables);

type Id = tables::operations::host::OperationId;

fn gg() -> &'static Made {
    static MADE: OnceLock<Made> = OnceLock::new();
    MADE.get_or_init(|| make(tables::operations::SOURCE))
}

fn with(arm: &str, capabilities: &[&str]) -> Documentation {
    Documentation::new(gg().index.clone(), holding(arm, capabilities, Some("standard")))
}

fn holding(arm: &str, capabilities: &[&str], ending: Option<&str>) -> Arc<Agent> {
    let position = |id: &&str| Id::TABLE.capability(id).unwrap_or_else(|| panic!("no capability {id}"));
    let capabilities: Vec<u32> = capabilities.iter().map(position).collect();
    let holding = Holding { capabilities: &capabilities, allowlist: None, ending, machine: false };
    agent::<Id>(arm, Grants::resolve::<Id>(&holding, |_| true))
}

fn search(documentation: &Documentation, words: &str) -> Vec<String> {
    keys(documentation, &Query { words: words.to_owned(), limit: 100, ..Query::default() })
}

#[test]
fn the_better_tier_comes_first() {
    let documentation = with("typescript", &["read-file", "write-file", "edit-file", "search", "list-dir"]);
    assert_eq!(search(&documentation, "readFile")[0], "gg.files.readFile", "the identifier itself");
    assert_eq!(search(&documentation, "READ_FILE")[0], "gg.files.readFile", "in any spelling");
    assert_eq!(search(&documentation, "files.search")[0], "gg.files.search", "qualified");
    let read = search(&documentation, "read");
    let place = |key: &str| read.iter().position(|found| found == key).unwrap_or(usize::MAX);
    assert!(place("gg.files.readFile") < place("gg.files.FileRead"), "a start before an inside: {read:?}");
    assert!(place("gg.files.FileRead") < place("gg.files.search"), "a name before a description: {read:?}");
    // At the first tiers a type stands before a function.
    let entries = search(&documentation, "entrykind direntry");
    assert_eq!(entries[..2], ["gg.files.DirEntry", "gg.files.EntryKind"], "one term each, so by key");
    assert!(search(&documentation, "nothing-has-this").is_empty());
}

#[test]
fn what_no_call_reaches_is_no_entry() {
    let found = |capabilities: &[&str], kind| keys(&with("typescript", capabilities), &everything_of(Some(kind), &[]));
    let types = found(&["list-dir"], Kind::Type);
    assert!(types.iter().any(|key| key == "gg.files.EntryKind"), "through another type: {types:?}");
    for unreached in ["gg.files.FileRead", "gg.core.ApiError", "gg.core.ErrorCode"] {
        assert!(types.iter().all(|key| key != unreached), "{unreached}: {types:?}");
    }
    assert_eq!(found(&["list-dir"], Kind::Module), ["gg.docs", "gg.files", "gg.session", "gg.views"]);
    assert_eq!(found(&[], Kind::Module), ["gg.docs", "gg.session", "gg.views"], "always rows and endings count");
}

#[test]
fn filters_narrow_each_other() {
    let documentation = with("typescript", &["read-file", "search"]);
    let query =
        |modules: &[&str], ty: Option<&str>, kind| Query { ty: ty.map(str::to_owned), ..everything_of(kind, modules) };
    let files = keys(&documentation, &query(&["GG.FILES"], None, Some(Kind::Function)));
    assert_eq!(files, ["gg.files.readFile", "gg.files.readTextFile", "gg.files.search"], "by path, in any case");
    let both = keys(&documentation, &query(&["files", "session"], None, Some(Kind::Module)));
    assert_eq!(both, ["gg.files", "gg.session"]);
    let of_type = keys(&documentation, &query(&[], Some("FileRead"), None));
    assert_eq!(of_type, ["gg.files.FileRead", "gg.files.readFile", "gg.views.openFile"]);
    assert_eq!(keys(&documentation, &query(&[], Some("gg.files.FileRead"), Some(Kind::Type))), ["gg.files.FileRead"]);
    assert!(keys(&documentation, &query(&[], Some("NoSuchType"), None)).is_empty());
    assert!(keys(&documentation, &query(&["fil"], None, None)).is_empty(), "a filter is exact");
    let slice = Query { offset: 1, limit: 1, ..query(&["files"], None, Some(Kind::Function)) };
    let found = documentation.search(&slice).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((found.total, found.offset, found.hits[0].key.as_str()), (3, 1, "gg.files.readTextFile"));
    insta::assert_snapshot!(found.view(&slice));
}

#[test]
fn the_search_view_groups_what_was_found() {
    let documentation = with("python", &["read-file"]);
    let query = Query {
        words: "  file  ".into(),
        modules: vec!["files".into(), "views".into()],
        limit: 20,
        ..Query::default()
    };
    let found = documentation.search(&query).unwrap_or_else(|error| panic!("{error}"));
    insta::assert_snapshot!(found.view(&query));
    let none = Query { words: "zzz".into(), ty: Some("X".into()), kind: Some(Kind::Type), ..query };
    let found = documentation.search(&none).unwrap_or_else(|error| panic!("{error}"));
    insta::assert_snapshot!(found.view(&none));
}

#[test]
fn views_show_functions_types_and_modules() {
    for arm in Id::TABLE.arms {
        let documentation = with(arm, &["read-file", "subagents"]);
        let key = |id: &str| {
            let operation = Id::TABLE.operation(id).unwrap_or_else(|| panic!("no {id}"));
            operation.spelling(documentation_arm(arm)).to_owned()
        };
        for name in [key("files.read_file"), "SubagentHandle".to_owned(), "delegation".to_owned()] {
            let name = name.trim_start_matches("gg.").to_owned();
            let pages = documentation.open(&name, DocViewTypes::default());
            let pages = pages.unwrap_or_else(|error| panic!("{arm}, {name}: {error}"));
            let page = |page: &Page| format!("===== {}\n{}", page.key, page.body);
            let text = pages.iter().map(page).collect::<Vec<_>>().join("\n") + "\n";
            insta::assert_snapshot!(format!("{arm}-{}", name.replace("::", ".")), text);
        }
    }
}

fn documentation_arm(arm: &str) -> gg_engine::ArmId {
    Id::TABLE.arm(arm).unwrap_or_else(|| panic!("no arm {arm}"))
}

#[test]
fn a_type_has_the_member_functions_that_can_be_called() {
    let subagents = Id::TABLE.capability("subagents").unwrap_or_else(|| panic!("no such capability"));
    let shown = |allowlist: Option<&[Id]>| {
        let holding = Holding { capabilities: &[subagents], allowlist, ending: None, machine: false };
        let agent = agent::<Id>("typescript", Grants::resolve::<Id>(&holding, |_| true));
        let page = Documentation::new(gg().index.clone(), agent).page("gg.delegation.SubagentHandle");
        page.unwrap_or_else(|| panic!("no page")).body
    };
    assert!(shown(None).contains("Member functions:\n\n- `send(message)`: as `gg.delegation.sendMessage`."));
    let without = shown(Some(&[Id::DelegationSpawnSubagent]));
    assert!(!without.contains("Member functions") && !without.contains("- `send("), "{without}");
}

#[test]
fn types_are_opened_beside_a_function() {
    let documentation = with("typescript", &["read-file", "tasks"]);
    let opened = |name: &str, types| -> Vec<String> {
        let pages = documentation.open(name, types).unwrap_or_else(|error| panic!("{error}"));
        pages.into_iter().map(|page| page.key).collect()
    };
    let none = DocViewTypes::all(false);
    assert_eq!(opened("updateTask", none), ["gg.tasks.updateTask"]);
    let parameters = DocViewTypes { parameters: true, ..none };
    assert_eq!(opened("updateTask", parameters), ["gg.tasks.updateTask", "gg.tasks.TaskPatch"], "one level deep");
    let returns = DocViewTypes { returns: true, ..none };
    assert_eq!(opened("gg.files.readFile", returns), ["gg.files.readFile", "gg.files.FileRead"]);
    let errors = DocViewTypes { errors: true, ..none };
    assert_eq!(opened("readFile", errors), ["gg.files.readFile", "gg.core.ApiError", "gg.core.ErrorCode"]);
    assert!(search(&documentation, "ApiError").iter().all(|key| key != "gg.core.ApiError"), "every call has it");
    for key in ["gg.core.ApiError", "gg.files.readFile", "gg.files"] {
        assert_eq!(documentation.page(key).map(|page| page.key).as_deref(), Some(key), "derived again");
    }
    assert!(documentation.page("readFile").is_none(), "a page has one key");
}

#[test]
fn a_name_is_one_thing_or_is_answered_with_near_ones() {
    let documentation = with("typescript", &["read-file", "search", "shell"]);
    let open = |name: &str| documentation.open(name, DocViewTypes::all(false)).map(|pages| pages[0].key.clone());
    assert_eq!(open("shell").as_deref(), Ok("gg.shell"), "a module before what is in it");
    assert_eq!(open("shell.shell").as_deref(), Ok("gg.shell.shell"));
    let keys = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(open("search"), Err(Missed::Several(keys(&["gg.files.search", "gg.docs.search"]))));
    assert_eq!(open("read_file"), Err(Missed::Unknown(keys(&["gg.files.readFile"]))));
    assert_eq!(open("writeFile"), Err(Missed::Unknown(keys(&[]))), "not this agent's, and so not near");
    for name in ["", "  ", "a b", "gg..files", "read-file", "gg:files", "'"] {
        assert_eq!(open(name), Err(Missed::NotAName), "{name:?}");
    }
    insta::assert_snapshot!(Missed::Unknown(keys(&["gg.files.readFile", "gg.files.readTextFile"])).to_string());
    assert_eq!(near("files.raed_file", Id::ALL.iter().map(|id| id.id())), ["files.read_file"]);
}

#[test]
fn loaded_code_is_found_and_replaced() {
    let mut documentation = with("typescript", &[]);
    let module = |brief: &str| -> LoadedModule {
        let text = serde_json::json!({
            "key": "lib.csvTools", "name": "csvTools", "fold": "csvtools", "brief": brief, "detail": "",
            "import": "import * as csvTools from \"lib:csvTools\";",
        });
        let function = serde_json::json!({
            "key": "lib.csvTools.parse", "name": "parse", "fold": "parse", "brief": "Parses a text.", "detail": "",
            "signature": "function parse(text: string): Row[]", "import": text["import"], "result": null,
            "errors": [], "examples": [],
            "arguments": [{ "name": "text", "type": "string", "doc": "", "required": true, "default": null, "by_name": false }],
        });
        let read = |value: &serde_json::Value| value.to_string();
        let function = serde_json::from_str(&read(&function)).unwrap_or_else(|error| panic!("{error}"));
        LoadedModule {
            module: serde_json::from_str(&read(&text)).unwrap_or_else(|error| panic!("{error}")),
            functions: vec![LoadedFunction { text: function, parameter_types: Vec::new(), return_types: Vec::new() }],
            types: Vec::new(),
        }
    };
    documentation.load(module("Reads CSV."));
    documentation.load(module("Reads and writes CSV."));
    assert_eq!(search(&documentation, "csvtools")[0], "lib.csvTools");
    assert_eq!(search(&documentation, "parse")[0], "lib.csvTools.parse");
    let of_type = Query { ty: Some("Row".into()), ..everything_of(None, &[]) };
    assert_eq!(keys(&documentation, &of_type), ["lib.csvTools.parse"]);
    let pages = documentation.open("csvTools", DocViewTypes::default()).unwrap_or_else(|error| panic!("{error}"));
    insta::assert_snapshot!(pages[0].body);
    let pages = documentation.open("parse", DocViewTypes::default()).unwrap_or_else(|error| panic!("{error}"));
    insta::assert_snapshot!(pages[0].body);
    assert!(pages[0].operation.is_none());
}

#[test]
fn a_prompt_has_the_sections_that_apply() {
    let row = |id: &str| Id::TABLE.operation(id).unwrap_or_else(|| panic!("no {id}"));
    let discover = Discover { search: row("docs.search"), open: row("views.open_docs_view") };
    let full = Sections {
        instructions: Some("Mend what is broken."),
        reply: Reply { wrapped: true, ids: true },
        checker: Some("tsc"),
        views: Some(Views { pictures: true }),
        discover: Some(discover),
        programs: Some("Earlier programs can be listed."),
        headings: &["Compiler error", "Runtime error", "Notice"],
        more: &["Skills: none.", "The issue: AUTH-1."],
    };
    let fragments = |arm: &str| Fragments::of(&gg().prompts, arm).unwrap_or_else(|error| panic!("{error}"));
    let compose = |arm: &str, ending, sections: &Sections<'_>| {
        let agent = holding(arm, &["read-file", "shell"], ending);
        prompt::compose(None, &fragments(arm), &agent, sections).unwrap_or_else(|error| panic!("{error}"))
    };
    insta::assert_snapshot!("prompt-full", compose("typescript", Some("standard"), &full));
    let little = Sections { views: Some(Views { pictures: false }), ..Sections::default() };
    insta::assert_snapshot!("prompt-little", compose("python", None, &little));
    let unchecked = compose("typescript", Some("review"), &Sections { checker: None, ..full });
    assert!(!unchecked.contains(Id::TABLE.sentences.declared), "nothing checks, so nothing is declared too much");
    assert!(unchecked.contains("session.approve") && !unchecked.contains("session.finish("), "{unchecked}");
}

#[test]
fn a_template_must_render() {
    let fragments = Fragments::of(&gg().prompts, "rust").unwrap_or_else(|error| panic!("{error}"));
    let agent = holding("rust", &["read-file"], None);
    let compose = |template: &str| prompt::compose(Some(template), &fragments, &agent, &Sections::default());
    assert_eq!(compose("{{ language }}: {% for module in modules %}{{ module.path }} {% endfor %}").as_deref(), {
        Ok("Rust: gg::files gg::docs gg::views\n")
    });
    let Err(PromptError::Template { line: Some(2), why }) = compose("a\n{{ langauge }}") else {
        panic!("an unknown variable is an error at its line")
    };
    assert!(why.contains("langauge") || why.contains("undefined"), "{why}");
    assert!(matches!(compose("{% if %}"), Err(PromptError::Template { .. })));
    assert!(matches!(Fragments::of(&gg().prompts, "cobol"), Err(PromptError::Fragments { .. })));
}

/// The sentences of the generated table are those of `prompts/sentences.json`.
#[test]
fn the_engine_says_what_the_prompts_say() {
    let (_, text) = gg().prompts.iter().find(|(path, _)| path.ends_with("sentences.json")).expect("the sentences");
    let json: serde_json::Value = serde_json::from_str(text).expect("JSON");
    let said = format!("{:?}", Id::TABLE.sentences);
    let texts = json
        .as_object()
        .expect("an object")
        .iter()
        .filter(|(name, _)| !matches!(name.as_str(), "$comment" | "version"));
    let mut count = 0;
    for (name, sentence) in texts {
        assert!(said.contains(&format!("{name}: {:?}", sentence.as_str().unwrap_or_default())), "{name}: {said}");
        count += 1;
    }
    assert_eq!(count, 13);
}
