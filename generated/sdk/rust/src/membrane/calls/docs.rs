// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! What crosses for the module `docs`.

use crate::docs::{DocHit, DocSearch};
use crate::membrane::form::{operation, record};

record! {
    DocHit {
        key ("key"): String,
        kind ("kind"): String,
        module ("module"): String,
        name ("name"): String,
        summary ("summary"): String,
    }
}

record! {
    DocSearch {
        total ("total"): u32,
        offset ("offset"): u32,
        hits ("hits"): Vec<DocHit>,
    }
}

operation! {
    "docs.search", "gg:sandbox/docs", "search",
    fn search(
        query ("query"): Option<String>,
        modules ("modules"): Vec<String>,
        type_ ("type"): Option<String>,
        kind ("kind"): Option<String>,
        offset ("offset"): Option<u32>,
        limit ("limit"): Option<u32>,
    ) -> DocSearch,
    (u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32),
}

operation! {
    "docs.close", "gg:sandbox/docs", "close",
    fn close(key ("key"): &str) -> u32,
    (u32, u32),
}

operation! {
    "docs.close_all", "gg:sandbox/docs", "close-all",
    fn close_all() -> u32,
    (),
}
