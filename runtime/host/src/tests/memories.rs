//! The module `memories`: each strategy, every limit, searching, and memories that are shared.

use gg_engine::{
    Answers as _, CallError,
    ErrorCode::{Conflict, InvalidArgument, IoError, LimitExceeded, NotFound, Refused},
    arm::typescript::Compiler,
};

use rusqlite::Connection;

use super::bench::{Bench, call, fails};
use crate::{
    Change, Host,
    operations::{
        OperationId,
        memories::{MemoryEdit, MemoryHit, MemoryInput, MemoryUsage},
    },
    profile::Scope,
    store::Store,
};

const SCRATCHPAD: &str = "[capability.memories]\nstrategy = \"scratchpad\"";
const MARKDOWN: &str = "[capability.memories]\nstrategy = \"markdown\"";
const KEYWORDS: &str = "[capability.memories]\nstrategy = \"keyword-search\"";

fn memory(name: &str, description: &str, body: &str) -> MemoryInput {
    let text = |text: &str| text.to_owned();
    MemoryInput { name: text(name), description: text(description), body: text(body), code: None, on_use: None }
}

fn edit(name: &str, search: &str, replace: &str) -> MemoryEdit {
    MemoryEdit { name: name.to_owned(), search: search.to_owned(), replace: replace.to_owned() }
}

fn bench(profile: &str, more: &str) -> Bench {
    Bench::of(&format!("language = \"typescript\"\n{profile}\n{more}\n"), |_| {})
}

async fn create(bench: &mut Bench, memory: MemoryInput) -> Result<MemoryUsage, CallError> {
    call!(bench, MemoriesCreateMemory, memories::create_memory(memory))
}

async fn write(bench: &mut Bench, memory: MemoryInput) -> Result<MemoryUsage, CallError> {
    call!(bench, MemoriesWriteMemory, memories::write_memory(memory))
}

async fn update(bench: &mut Bench, memory: MemoryInput) -> Result<MemoryUsage, CallError> {
    call!(bench, MemoriesUpdateMemory, memories::update_memory(memory))
}

async fn change(bench: &mut Bench, edit: MemoryEdit) -> Result<MemoryUsage, CallError> {
    call!(bench, MemoriesEditMemory, memories::edit_memory(edit))
}

async fn delete(bench: &mut Bench, name: &str) -> Result<MemoryUsage, CallError> {
    call!(bench, MemoriesDeleteMemory, memories::delete_memory(name.to_owned()))
}

async fn read(bench: &mut Bench, name: &str) -> Result<String, CallError> {
    call!(bench, MemoriesReadMemory, memories::read_memory(name.to_owned()))
}

async fn search(bench: &mut Bench, keywords: &[&str]) -> Result<Vec<MemoryHit>, CallError> {
    let keywords = keywords.iter().map(|keyword| (*keyword).to_owned()).collect();
    call!(bench, MemoriesSearchMemories, memories::search_memories(keywords))
}

async fn block(bench: &mut Bench) -> Option<String> {
    bench.host.memory_block().await.expect("a store")
}

fn held(host: &Host) -> Vec<&'static str> {
    let memories = OperationId::ALL.into_iter().filter(|operation| operation.id().starts_with("memories."));
    memories.filter(|operation| host.holds(*operation)).map(OperationId::id).collect()
}

#[test]
fn a_strategy_has_its_calls() {
    let all = |names: &[&str]| names.iter().map(|name| format!("memories.{name}")).collect::<Vec<_>>();
    let files = ["create_memory", "read_memory", "edit_memory"];
    let scratchpad = bench(SCRATCHPAD, "");
    assert_eq!(held(&scratchpad.host), all(&["write_memory", "update_memory", "delete_memory"]));
    assert_eq!(held(&bench(MARKDOWN, "").host), all(&[&files[..], &["delete_memory"]].concat()));
    let mut keywords = bench(KEYWORDS, "");
    assert_eq!(held(&keywords.host), all(&[&files[..], &["search_memories", "delete_memory"]].concat()));
    scope(&mut keywords, Scope::ReadOnly);
    assert_eq!(held(&keywords.host), all(&["read_memory", "search_memories"]));
}

fn scope(bench: &mut Bench, scope: Scope) {
    if let Some(memories) = &mut bench.host.settings.memories {
        memories.scope = scope;
    }
}

/// The right to write ended after the grant was resolved.
#[test]
fn a_holder_that_may_only_read_is_refused_changes() {
    for (profile, changes, reads) in [
        (SCRATCHPAD, &[OperationId::MemoriesWriteMemory, OperationId::MemoriesUpdateMemory][..], &[][..]),
        (
            KEYWORDS,
            &[OperationId::MemoriesCreateMemory, OperationId::MemoriesEditMemory, OperationId::MemoriesDeleteMemory],
            &[OperationId::MemoriesReadMemory, OperationId::MemoriesSearchMemories],
        ),
    ] {
        let mut bench = bench(profile, "");
        for operation in [changes, reads].concat() {
            let call = bench.call(operation);
            assert_eq!(bench.host.holder(operation, &call), Ok(()));
            scope(&mut bench, Scope::ReadOnly);
            let said = bench.host.holder(operation, &call);
            scope(&mut bench, Scope::Isolated);
            if reads.contains(&operation) {
                assert_eq!(said, Ok(()));
            } else {
                let spelled = call.spell(operation);
                fails(said, Refused, &format!("`{spelled}` did not run: this agent may only read these memories."));
            }
        }
    }
}

#[tokio::test]
async fn every_body_of_a_scratchpad_stands_in_the_window() {
    let mut bench = bench(SCRATCHPAD, "");
    assert_eq!(block(&mut bench).await, None);
    let usage = |count, total_chars, index_chars| MemoryUsage {
        count,
        max_count: Some(64),
        total_chars,
        max_total_chars: None,
        index_chars,
        max_index_chars: None,
    };
    assert_eq!(
        write(&mut bench, memory("build", "How it is built.", "Run `make`.\n\nTwice.")).await,
        Ok(usage(1, 19, 26))
    );
    assert_eq!(write(&mut bench, memory("api", "Ä", "ä")).await, Ok(usage(2, 20, 35)));
    let expected = "- api: Ä\n  ä\n- build: How it is built.\n  Run `make`.\n\n  Twice.\n";
    assert_eq!(block(&mut bench).await.as_deref(), Some(expected));
    assert_eq!(update(&mut bench, memory("build", "B", "Run it.")).await, Ok(usage(2, 8, 20)));
    assert_eq!(block(&mut bench).await.as_deref(), Some("- api: Ä\n  ä\n- build: B\n  Run it.\n"));
    assert_eq!(delete(&mut bench, "api").await, Ok(usage(1, 7, 11)));
    assert_eq!(block(&mut bench).await.as_deref(), Some("- build: B\n  Run it.\n"));
}

#[tokio::test]
async fn an_update_clears_code_that_is_left_out() {
    let mut bench = bench(SCRATCHPAD, "");
    let halves = async |bench: &mut Bench| {
        let kept =
            bench.host.store.read(|store| crate::store::memories::get(store, "main", "a")).await.expect("a store");
        let kept = kept.flatten().expect("a memory");
        (kept.code, kept.on_use)
    };
    let coded = |code: &str, on_use: Option<&str>| MemoryInput {
        code: Some(code.to_owned()),
        on_use: on_use.map(str::to_owned),
        ..memory("a", "A", "a")
    };
    write(&mut bench, coded("export const a = 1;", Some("a();"))).await.expect("it is kept");
    assert_eq!(halves(&mut bench).await, (Some("export const a = 1;".to_owned()), Some("a();".to_owned())));
    update(&mut bench, coded(" \n", Some("b();"))).await.expect("blank is left out");
    assert_eq!(halves(&mut bench).await, (None, Some("b();".to_owned())));
    update(&mut bench, memory("a", "A", "a")).await.expect("it is kept");
    assert_eq!(halves(&mut bench).await, (None, None));
}

#[tokio::test]
async fn markdown_shows_an_index() {
    let mut bench = bench(MARKDOWN, "");
    let usage = MemoryUsage {
        count: 1,
        max_count: None,
        total_chars: 5,
        max_total_chars: None,
        index_chars: 17,
        max_index_chars: Some(16_384),
    };
    assert_eq!(create(&mut bench, memory("b.c-d_1", "Be\nc", "Body.")).await, Ok(usage));
    create(&mut bench, memory("a", "A", "Body.")).await.expect("it is kept");
    assert_eq!(block(&mut bench).await.as_deref(), Some("- a: A\n- b.c-d_1: Be\\nc\n"));
    assert_eq!(read(&mut bench, "a").await, Ok("Body.".to_owned()));
}

#[tokio::test]
async fn a_memory_found_by_keywords_needs_no_description() {
    let mut bench = bench(KEYWORDS, "");
    create(&mut bench, memory("a", "", "Body.")).await.expect("it is kept");
    assert_eq!(block(&mut bench).await, None);
}

#[tokio::test]
async fn an_edit_replaces_the_one_place() {
    let mut bench = bench(MARKDOWN, "");
    let coded = MemoryInput { code: Some("export {};".to_owned()), ..memory("a", "A", "one two three") };
    create(&mut bench, coded).await.expect("it is kept");
    let usage = change(&mut bench, edit("a", "two ", "")).await.expect("it is changed");
    assert_eq!((usage.count, usage.total_chars), (1, 9));
    assert_eq!(read(&mut bench, "a").await, Ok("one three".to_owned()));
    let kept = bench.host.store.read(|store| crate::store::memories::get(store, "main", "a")).await.expect("a store");
    assert_eq!(kept.flatten().and_then(|memory| memory.code).as_deref(), Some("export {};"));
}

#[tokio::test]
async fn mistakes_of_a_new_memory_are_found_in_order() {
    let limits = "maxCount = 1\nmaxLenPerMemory = 8\nmaxLenDescription = 4\nmaxTotalLen = 10\nmaxLenIndex = 12";
    let mut bench = bench(MARKDOWN, limits);
    create(&mut bench, memory("a", "A", "12345")).await.expect("it is kept");
    let long = "x".repeat(32_769);
    let coded = |memory: MemoryInput, code: &str, on_use: &str| MemoryInput {
        code: Some(code.to_owned()),
        on_use: Some(on_use.to_owned()),
        ..memory
    };
    let cases = [
        (memory(" ", "", ""), InvalidArgument, "`memory.name` is blank".to_owned()),
        (memory("a b", " ", " "), InvalidArgument, "`memory.description` is blank".to_owned()),
        (memory("a b", "ABCDE", "\n"), InvalidArgument, "`memory.body` is blank".to_owned()),
        (
            memory("a/b", "ABCDE", "123456789"),
            InvalidArgument,
            "`memory.name` may have letters, digits, `-`, `_` and `.` only: a/b".to_owned(),
        ),
        (
            memory(&"ä".repeat(65), "ABCDE", "123456789"),
            InvalidArgument,
            "`memory.name` has 65 characters; the most is 64".to_owned(),
        ),
        (
            coded(memory("a", "ABCDE", "123456789"), &long, &long),
            LimitExceeded,
            "`memory.description` has 5 characters; the most is 4".to_owned(),
        ),
        (
            coded(memory("a", "ABCD", "123456789"), &long, &long),
            LimitExceeded,
            "`memory.body` has 9 characters; the most is 8".to_owned(),
        ),
        (
            coded(memory("a", "ABCD", "12345678"), &long, &long),
            LimitExceeded,
            "`memory.code` has 32769 characters; the most is 32768".to_owned(),
        ),
        (
            coded(memory("a", "ABCD", "12345678"), "", &long),
            LimitExceeded,
            "`memory.onUse` has 32769 characters; the most is 32768".to_owned(),
        ),
        (memory("a", "ABCD", "12345678"), Conflict, "there is a memory of this name already: a".to_owned()),
        (memory("b", "ABCD", "12345678"), LimitExceeded, "the memories would be 2; the most is 1".to_owned()),
    ];
    for (memory, code, message) in cases {
        fails(create(&mut bench, memory).await, code, &message);
    }
    if let Some(memories) = &mut bench.host.settings.memories {
        memories.max_count = 0;
    }
    let total = "the characters of all bodies would be 13; the most is 10";
    fails(create(&mut bench, memory("b", "ABCD", "12345678")).await, LimitExceeded, total);
    let index = "the characters of the index would be 17; the most is 12";
    fails(create(&mut bench, memory("b", "ABCD", "12345")).await, LimitExceeded, index);
    assert_eq!(block(&mut bench).await.as_deref(), Some("- a: A\n"), "nothing of it was kept");
    // 64 characters are not too many, in whatever letters.
    let name = "ä".repeat(64);
    if let Some(memories) = &mut bench.host.settings.memories {
        memories.max_len_index = 0;
    }
    create(&mut bench, memory(&name, "A", "1")).await.expect("it is kept");
}

#[tokio::test]
async fn mistakes_of_a_change_are_found_in_order() {
    let mut pad = bench(SCRATCHPAD, "maxTotalLen = 10");
    write(&mut pad, memory("a", "A", "12345678")).await.expect("it is kept");
    fails(update(&mut pad, memory("x", "X", "12345678901")).await, NotFound, "no such memory: x");
    let total = "the characters of all bodies would be 11; the most is 10";
    fails(update(&mut pad, memory("a", "A", "12345678901")).await, LimitExceeded, total);
    fails(write(&mut pad, memory("b", "B", "123")).await, LimitExceeded, total);
    fails(delete(&mut pad, "\t").await, InvalidArgument, "`name` is blank");
    fails(delete(&mut pad, "x").await, NotFound, "no such memory: x");

    let mut files = bench(MARKDOWN, "maxLenPerMemory = 8\nmaxTotalLen = 10");
    create(&mut files, memory("a", "A", "1 2 12 ")).await.expect("it is kept");
    create(&mut files, memory("b", "B", "123")).await.expect("it is kept");
    let cases = [
        (edit(" ", "", ""), InvalidArgument, "`edit.name` is blank"),
        (edit("x", "", ""), InvalidArgument, "`edit.search` is empty"),
        (edit("x", "y", ""), NotFound, "no such memory: x"),
        (edit("a", "y", ""), NotFound, "`edit.search` does not occur in the memory: a"),
        (
            edit("a", "2 ", "123456789"),
            Conflict,
            "`edit.search` occurs 2 times in the memory a: take in more of what stands around the place",
        ),
        (edit("a", "1 2 12 ", " \n"), InvalidArgument, "the body would become empty: a"),
        (edit("a", "1 2", "12345"), LimitExceeded, "the characters of the body would be 9; the most is 8"),
        (edit("a", "1 2", "1234"), LimitExceeded, "the characters of all bodies would be 11; the most is 10"),
    ];
    for (edit, code, message) in cases {
        fails(change(&mut files, edit).await, code, message);
    }
    fails(read(&mut files, " ").await, InvalidArgument, "`name` is blank");
    fails(read(&mut files, "x").await, NotFound, "no such memory: x");
    assert_eq!(read(&mut files, "a").await, Ok("1 2 12 ".to_owned()));
}

#[tokio::test]
async fn a_bound_of_zero_is_none_and_only_an_index_has_a_bound_of_its_own() {
    let long = |letters: usize| "x".repeat(letters);
    let none = "maxLenPerMemory = 0\nmaxLenDescription = 0\nmaxLenIndex = 0";
    let mut bench = self::bench(MARKDOWN, none);
    create(&mut bench, memory("a", &long(20_000), &long(9_000))).await.expect("nothing bounds it");
    let all = "maxLenIndex = 1\nmaxLenDescription = 0\nmaxResults = 0";
    let mut bench = self::bench(KEYWORDS, all);
    for number in 0..30 {
        create(&mut bench, memory(&format!("m{number}"), &long(300), "token")).await.expect("it has no index");
    }
    assert_eq!(search(&mut bench, &["token"]).await.map(|hits| hits.len()), Ok(30));
    if let Some(memories) = &mut bench.host.settings.memories {
        memories.max_results = 25;
    }
    assert_eq!(search(&mut bench, &["token"]).await.map(|hits| hits.len()), Ok(25));
}

/// A bound that was lowered keeps nobody from getting below it.
#[tokio::test]
async fn what_is_over_a_bound_may_become_less() {
    let mut bench = bench(SCRATCHPAD, "");
    write(&mut bench, memory("a", "A", "1234567890")).await.expect("it is kept");
    write(&mut bench, memory("b", "B", "1234567890")).await.expect("it is kept");
    if let Some(memories) = &mut bench.host.settings.memories {
        (memories.max_count, memories.max_total_len) = (1, 5);
    }
    assert_eq!(update(&mut bench, memory("a", "A", "123456789")).await.map(|usage| usage.total_chars), Ok(19));
    assert_eq!(delete(&mut bench, "a").await.map(|usage| usage.total_chars), Ok(10));
}

#[tokio::test]
async fn a_search_orders_by_keywords_occurrences_and_name() {
    let mut bench = bench(KEYWORDS, "maxResults = 3");
    for (name, description, body) in [
        ("both", "", "A session has a token."),
        ("often", "", "token, TOKEN and Token"),
        ("b-once", "", "one token"),
        ("a-once", "tokens", "nothing of it here"),
        ("none", "", "nothing"),
    ] {
        create(&mut bench, memory(name, description, body)).await.expect("it is kept");
    }
    let found = search(&mut bench, &["Token", " ", "session", "TOKEN"]).await.expect("hits");
    let hits: Vec<_> = found.iter().map(|hit| (&*hit.name, hit.matched, hit.occurrences, &*hit.excerpt)).collect();
    let expected = [
        ("both", 2, 2, "A session has a token."),
        ("often", 1, 3, "token, TOKEN and Token"),
        ("a-once", 1, 1, "nothing of it here"),
    ];
    assert_eq!(hits, expected);
    assert_eq!(found[2].description, "tokens");
    // What is too short for the index is found as well, and so is what stands in a name.
    let short = search(&mut bench, &["a-"]).await.expect("hits");
    assert_eq!(short.iter().map(|hit| &*hit.name).collect::<Vec<_>>(), ["a-once"]);
    assert_eq!(search(&mut bench, &["\"token\" OR"]).await, Ok(vec![]));
    fails(search(&mut bench, &[]).await, InvalidArgument, "`keywords` has no keyword that is not blank");
    fails(search(&mut bench, &["", "\n"]).await, InvalidArgument, "`keywords` has no keyword that is not blank");
    // What was changed or removed is found as it is now.
    change(&mut bench, edit("both", "session", "visit")).await.expect("it is changed");
    delete(&mut bench, "often").await.expect("it is removed");
    let found = search(&mut bench, &["session", "visit", "often"]).await.expect("hits");
    assert_eq!(found.iter().map(|hit| (&*hit.name, hit.matched)).collect::<Vec<_>>(), [("both", 1)]);
}

#[tokio::test]
async fn an_agent_has_its_own_memories_unless_they_are_shared() {
    let mut main = bench(MARKDOWN, "scope = \"shared\"");
    create(&mut main, memory("all", "For all", "a")).await.expect("it is kept");
    scope(&mut main, Scope::Isolated);
    create(&mut main, memory("own", "My own", "b")).await.expect("it is kept");
    main.host.settings.agent = "tester".to_owned();
    assert_eq!(block(&mut main).await, None);
    scope(&mut main, Scope::Shared);
    assert_eq!(block(&mut main).await.as_deref(), Some("- all: For all\n"));
    assert_eq!(search(&mut main, &["own"]).await, Ok(vec![]));
}

#[tokio::test]
async fn holders_of_shared_memories_are_told_of_each_others_changes() {
    let mut main = bench(MARKDOWN, "scope = \"shared\"");
    create(&mut main, memory("before", "B", "b")).await.expect("it is kept");
    let mut tester = bench(MARKDOWN, "scope = \"shared\"");
    tester.host.store = Store::new(main.host.workspace.root());
    tester.host.settings.agent = "tester".to_owned();
    assert_eq!(tester.host.memory_notices().await.expect("a store"), [], "what was before is no news");
    create(&mut main, memory("a", "A", "one")).await.expect("it is kept");
    change(&mut main, edit("a", "one", "two")).await.expect("it is changed");
    delete(&mut main, "before").await.expect("it is removed");
    fails(delete(&mut main, "before").await, NotFound, "no such memory: before");
    create(&mut tester, memory("own", "O", "o")).await.expect("it is kept");
    let notices = tester.host.memory_notices().await.expect("a store");
    let told: Vec<_> = notices.iter().map(|notice| (&*notice.name, notice.change)).collect();
    assert_eq!(told, [("a", Change::Added), ("a", Change::Revised), ("before", Change::Removed)]);
    assert_eq!(notices[1].to_string(), "the shared memory `a` was revised by main");
    assert_eq!(tester.host.memory_notices().await.expect("a store"), []);
    assert_eq!(main.host.memory_notices().await.expect("a store"), [], "it asks for the first time");
    scope(&mut tester, Scope::Isolated);
    create(&mut tester, memory("mine", "M", "m")).await.expect("it is kept");
    assert_eq!(main.host.memory_notices().await.expect("a store"), [], "memories of its own are nobody's news");
    scope(&mut tester, Scope::Shared);
    change(&mut tester, edit("own", "o", "p")).await.expect("it is changed");
    let notices = main.host.memory_notices().await.expect("a store");
    assert_eq!(
        notices.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["the shared memory `own` was revised by tester"]
    );
}

#[tokio::test]
async fn memories_of_a_spawner_are_those_of_whoever_that_has_them_from() {
    let mut main = bench(MARKDOWN, "");
    create(&mut main, memory("tides", "Of the sea", "They turn.")).await.expect("it is kept");
    let start = |spawner: &Bench, id: &str, profile: &str, scope: &str| {
        let mut child = bench(profile, scope);
        child.host.store = Store::new(main.host.workspace.root());
        child.host.settings.agent = id.to_owned();
        child.host.settings.spawner_memories = Some(spawner.host.memories_to_inherit().to_owned());
        child
    };
    let mut child = start(&main, "main.1", MARKDOWN, "scope = \"inherited\"");
    let without = start(&child, "main.1.1", "", "");
    let mut reader = start(&without, "main.1.1.1", MARKDOWN, "scope = \"read-only\"");
    let mut own = start(&reader, "main.1.1.1.1", MARKDOWN, "");
    let mut of_own = start(&own, "main.1.1.1.1.1", MARKDOWN, "scope = \"inherited\"");
    for holder in [&mut main, &mut child, &mut reader] {
        assert_eq!(block(holder).await.as_deref(), Some("- tides: Of the sea\n"));
        assert_eq!(holder.host.memory_notices().await.expect("a store"), []);
    }
    assert_eq!(block(&mut own).await, None);
    create(&mut own, memory("mine", "M", "m")).await.expect("it is kept");
    assert_eq!(block(&mut of_own).await.as_deref(), Some("- mine: M\n"));
    create(&mut child, memory("moons", "Of the sky", "They turn, too.")).await.expect("it is kept");
    for holder in [&mut main, &mut reader] {
        let notices = holder.host.memory_notices().await.expect("a store");
        let notices: Vec<String> = notices.iter().map(ToString::to_string).collect();
        assert_eq!(notices, ["the shared memory `moons` was added by main.1"]);
        assert_eq!(read(holder, "moons").await.as_deref(), Ok("They turn, too."));
    }
    assert_eq!(child.host.memory_notices().await.expect("a store"), [], "what it did itself is no news");
    // Who may only read holds no change, and is refused one that it still holds.
    assert_eq!(held(&reader.host), ["memories.read_memory"]);
    let call = reader.call(OperationId::MemoriesDeleteMemory);
    let refused = reader.host.holder(OperationId::MemoriesDeleteMemory, &call);
    fails(refused, Refused, "`memories.deleteMemory` did not run: this agent may only read these memories.");
    assert!(child.host.holder(OperationId::MemoriesDeleteMemory, &call).is_ok());
}

#[tokio::test]
async fn code_of_a_scratchpad_is_loaded_on_the_write_or_nothing_is_kept() {
    let mut bench = bench(SCRATCHPAD, "");
    let coded = |code: &str| MemoryInput { code: Some(code.to_owned()), ..memory("csv", "C", "c") };
    let error = write(&mut bench, coded("export const = 1;")).await.expect_err("it does not compile");
    assert_eq!(error.code, InvalidArgument);
    assert!(error.message.starts_with("`memory.code` does not compile:\n"), "{}", error.message);
    assert_eq!(block(&mut bench).await, None);
    write(&mut bench, coded("export const a = 1;")).await.expect("it is kept");
    assert_eq!(bench.host.modules().iter().map(|module| &*module.key).collect::<Vec<_>>(), ["csv"]);
    // One that is not kept is not loaded either.
    fails(
        write(&mut bench, coded("export const b = 2;")).await,
        Conflict,
        "there is a memory of this name already: csv",
    );
    assert_eq!(bench.host.modules()[0].source, "export const a = 1;");
    update(&mut bench, memory("csv", "C", "c")).await.expect("it is kept");
    assert!(bench.host.modules().is_empty(), "what is left out is cleared");
}

/// No call reads a memory of a scratchpad, so what is kept of its code would be lost to whoever has not just written it.
#[tokio::test]
async fn code_of_a_scratchpad_can_be_imported_in_a_later_session() {
    let mut first = bench(SCRATCHPAD, "");
    let coded = |name: &str, code: &str| MemoryInput {
        code: Some(code.to_owned()),
        on_use: Some("use();".to_owned()),
        ..memory(name, "C", "c")
    };
    write(&mut first, memory("plain", "P", "p")).await.expect("it is kept");
    write(&mut first, coded("csv", "export function split() {}")).await.expect("it is kept");
    write(&mut first, coded("sums", "export const a = 1;")).await.expect("it is kept");
    let database = Connection::open(first.path(".gg/gg.db")).expect("a database");
    database.execute("UPDATE memory SET code = 'export const = 1;' WHERE name = 'sums'", []).expect("it is broken");

    for (profile, loaded) in [(SCRATCHPAD, vec!["csv"]), (MARKDOWN, vec![])] {
        let mut later = bench(profile, "");
        later.host.store = Store::new(first.host.workspace().root());
        let agent = later.agent.clone();
        let failed = later.host.load_memories(&agent).await.expect("a store");
        assert_eq!(later.host.modules().iter().map(|module| &*module.key).collect::<Vec<_>>(), loaded);
        assert_eq!(failed.len(), loaded.len());
        if let [(name, why)] = failed.as_slice() {
            let told = "The code of this memory does not compile and is not loaded:\nlib:sums:1:14: ";
            assert!(name == "sums" && why.starts_with(told), "{name}: {why}");
        }
        // It was not used: nothing is shown, and nothing is run.
        assert_eq!((later.host.views().current().count(), later.host.take_scripts().len()), (0, 0));
        let types = later.host.settings.doc_view_types;
        let found = later.host.documentation_of(&agent).callable("lib.csv", types);
        assert_eq!(found.expect("an index").len(), loaded.len());
    }
}

#[tokio::test]
async fn nothing_is_kept_when_a_compiler_cannot_finish() {
    let mut bench = bench(SCRATCHPAD, "").asking(Compiler::Native("/nowhere/tsc".into()));
    let coded = MemoryInput { code: Some("export const a = 1;".to_owned()), ..memory("csv", "C", "c") };
    let told = "`memories.writeMemory` did not run: a compiler could not finish; the call may be tried again.";
    fails(write(&mut bench, coded).await, IoError, told);
    assert_eq!((block(&mut bench).await, bench.host.modules().len()), (None, 0));
}

#[tokio::test]
async fn code_of_a_file_is_loaded_on_the_read_which_it_does_not_fail() {
    let mut bench = bench(MARKDOWN, "");
    let coded = |name: &str, code: &str| MemoryInput {
        code: Some(code.to_owned()),
        on_use: Some("use();".to_owned()),
        ..memory(name, "C", "Body.")
    };
    create(&mut bench, coded("good", "export const a = 1;")).await.expect("it is kept");
    create(&mut bench, coded("bad", "export const = 1;")).await.expect("it is kept as it is");
    assert!(bench.host.modules().is_empty() && bench.host.take_scripts().is_empty());
    assert_eq!(read(&mut bench, "good").await, Ok("Body.".to_owned()));
    assert_eq!(bench.host.modules().len(), 1);
    assert_eq!(bench.host.take_scripts().len(), 1);
    let text = read(&mut bench, "bad").await.expect("a body");
    assert!(text.starts_with("Body.\n\nThe code of this memory does not compile and is not loaded:\n"), "{text}");
    read(&mut bench, "good").await.expect("a body");
    assert_eq!(bench.host.take_scripts().len(), 2, "on every use, be the module good or not");
}
