//! The module `docs`, and documentation views.

use gg_engine::ErrorCode::{InvalidArgument, NotFound};

use super::bench::{Bench, call, fails};
use crate::{
    Key,
    operations::{TABLE, docs::DocSearch, views::ViewKind},
};

/// A search: words, then what else is asked.
macro_rules! search {
    ($bench:expr, $query:expr) => {
        search!($bench, $query, &[], None, None, None, None)
    };
    ($bench:expr, $query:expr, $modules:expr, $ty:expr, $kind:expr, $offset:expr, $limit:expr) => {{
        let (modules, ty, kind): (&[&str], Option<&str>, Option<&str>) = ($modules, $ty, $kind);
        let modules = modules.iter().map(|module| (*module).to_owned()).collect();
        let words: Option<&str> = $query;
        let (words, ty, kind) = (words.map(str::to_owned), ty.map(str::to_owned), kind.map(str::to_owned));
        call!($bench, DocsSearch, docs::search(words, modules, ty, kind, $offset, $limit))
    }};
}

macro_rules! open {
    ($bench:expr, $name:expr) => {
        call!($bench, ViewsOpenDocsView, views::open_docs_view($name.to_owned()))
    };
}

fn keys(found: &DocSearch) -> Vec<&str> {
    found.hits.iter().map(|hit| hit.key.as_str()).collect()
}

fn open_keys(bench: &Bench) -> Vec<&str> {
    bench.host.views().current().map(|view| view.key.selector()).collect()
}

#[tokio::test]
async fn a_search_opens_the_one_search_view() {
    let mut bench = Bench::new();
    let found = search!(bench, Some("readFile")).expect("a page");
    assert_eq!(found.hits[0].key, "gg.files.readFile");
    assert_eq!((&*found.hits[0].kind, &*found.hits[0].name), ("function", "readFile"));
    assert_eq!(open_keys(&bench), ["search results"]);
    let first = bench.host.views().current().next().expect("a view").message();
    assert!(first.starts_with("View: search results\n---\nAsked: `readFile`"), "{first}");
    let found = search!(bench, Some("zzzzqq")).expect("a page");
    assert_eq!((found.total, found.offset, found.hits.len()), (0, 0, 0));
    assert_eq!(open_keys(&bench), ["search results"]);
    let second = bench.host.views().current().next().expect("a view").message();
    assert!(second.contains("Nothing was found."), "{second}");
    assert_eq!(call!(bench, ViewsClose, views::close("search results".to_owned())), Ok(1));
    assert_eq!(open_keys(&bench), Vec::<&str>::new());
}

#[tokio::test]
async fn a_query_of_any_length_fits_its_view() {
    let mut bench = Bench::new();
    let query = "naïve ".repeat(50_000) + &"x".repeat(1 << 20);
    let found = search!(bench, Some(&query), &[&query], Some(&query), None, None, None).expect("a page");
    assert_eq!(found.total, 0);
    let view = bench.host.views().current().next().expect("a view").message();
    assert!(view.len() < 4096 && view.contains(" bytes more; at most 1024 are kept]`"), "{view}");
}

#[tokio::test]
async fn filters_and_pages() {
    let mut bench = Bench::new();
    let files = search!(bench, None, &["files"], None, Some("function"), None, None).expect("a page");
    let arm = TABLE.arm("typescript").expect("the arm");
    let of_files = TABLE.operations.iter().filter(|row| row.id.starts_with("files."));
    let mut expected: Vec<String> = of_files.map(|row| format!("gg.{}", row.spelling(arm))).collect();
    expected.sort();
    assert_eq!(keys(&files), expected);
    let page = search!(bench, Some(" "), &["FILES"], None, Some("function"), Some(5), Some(1)).expect("a page");
    assert_eq!((page.total, page.offset, keys(&page)), (files.total, 5, vec![expected[5].as_str()]));
    let mention = search!(bench, None, &[], Some("DirEntry"), Some("function"), None, None).expect("a page");
    assert_eq!(keys(&mention), ["gg.files.listDir"]);
    let most = search!(bench, None, &[], None, Some("function"), None, Some(u32::MAX)).expect("a page");
    // What the agent holds, and no other function.
    let held = TABLE.operations.iter().filter(|row| bench.agent.grants.permits(row)).count();
    assert_eq!((most.total as usize, most.hits.len()), (held, held));
}

#[tokio::test]
async fn failures_of_searching_open_nothing() {
    let mut bench = Bench::new();
    let nothing = "nothing is asked: at least one of `query`, `modules`, `type`, `kind` is needed";
    fails(search!(bench, None), InvalidArgument, nothing);
    fails(search!(bench, Some(" ")), InvalidArgument, nothing);
    let kind = "`kind` is `method`; it has to be one of `module`, `function`, `type`";
    fails(search!(bench, None, &[], None, Some("method"), None, None), InvalidArgument, kind);
    fails(search!(bench, Some("x"), &[], None, None, None, Some(0)), InvalidArgument, "`limit` is 0; the least is 1");
    fails(search!(bench, Some("x"), &[" "], None, None, None, None), InvalidArgument, "`modules` has a blank name");
    fails(search!(bench, Some("x"), &[], Some(""), None, None, None), InvalidArgument, "`type` is blank");
    assert_eq!(open_keys(&bench), Vec::<&str>::new());
    assert_eq!(bench.host.views().rosters().refused.kept.len(), 6);
}

#[tokio::test]
async fn documentation_is_opened_with_the_types_beside_it_and_closed_by_its_key() {
    let mut bench = Bench::new();
    open!(bench, "listDir").expect("views");
    let keys = open_keys(&bench);
    assert_eq!(keys[0], "gg.files.listDir");
    assert!(keys.contains(&"gg.files.DirEntry") && keys.contains(&"gg.core.ApiError"), "{keys:?}");
    let count = u32::try_from(keys.len()).expect("a count");
    let view = bench.host.views().current().next().expect("a view").clone();
    assert!(view.message().starts_with("Documentation: gg.files.listDir\n---\n"), "{}", view.message());
    assert_eq!(view.operation.map(|operation| operation.id), Some("files.list_dir"));
    // Opening it again does nothing.
    let opened = bench.host.views().rosters().opened.kept.len();
    open!(bench, "gg.files.listDir").expect("views");
    assert_eq!(bench.host.views().rosters().opened.kept.len(), opened);
    // Only its own calls close it.
    assert_eq!(call!(bench, ViewsClose, views::close("gg.files.listDir".to_owned())), Ok(0));
    assert_eq!(call!(bench, DocsClose, docs::close("gg.files.listDir".to_owned())), Ok(1));
    assert_eq!(call!(bench, DocsClose, docs::close("gg.files.listDir".to_owned())), Ok(0));
    call!(bench, ViewsOpenText, views::open_text("stays".to_owned(), String::new())).expect("a view");
    assert_eq!(call!(bench, DocsCloseAll, docs::close_all()), Ok(count - 1));
    assert_eq!(
        bench.host.views().current().map(|view| view.key.clone()).collect::<Vec<_>>(),
        [Key::Text("stays".to_owned())]
    );
    fails(call!(bench, DocsClose, docs::close(" ".to_owned())), InvalidArgument, "`key` is blank");
}

#[tokio::test]
async fn a_profile_chooses_the_types() {
    let mut bench = Bench::with("docViewTypes = false", |_| {});
    open!(bench, "listDir").expect("views");
    assert_eq!(open_keys(&bench), ["gg.files.listDir"]);
    let views = call!(bench, ViewsCurrent, views::current()).expect("views");
    assert_eq!((views[0].kind, views[0].selector.as_str()), (ViewKind::Docs, "gg.files.listDir"));
    assert!(views[0].tokens > 50);
}

#[tokio::test]
async fn failures_of_opening_documentation() {
    let mut bench = Bench::new();
    for name in ["", " ", "read file", "a-b"] {
        let error = open!(bench, name).expect_err("a failure");
        assert_eq!(error.code, InvalidArgument, "{name}");
        assert!(error.message.starts_with("`name`: "), "{error}");
    }
    let error = open!(bench, "readFiel").expect_err("a failure");
    assert_eq!(error.code, NotFound);
    assert!(error.message.starts_with("readFiel: ") && error.message.contains("\n  gg.files.readFile"), "{error}");
    // What the agent may not call is as unknown as what does not exist.
    assert_eq!(open!(bench, "gg.tasks.addTask").expect_err("a failure").code, NotFound);
    assert_eq!(open_keys(&bench), Vec::<&str>::new());
}
