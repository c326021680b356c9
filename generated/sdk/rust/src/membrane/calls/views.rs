// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! What crosses for the module `views`.

use crate::files::FileRead;
use crate::views::{OpenView, ViewKind, ViewRegion};
use crate::membrane::form::{operation, record, words};

words! {
    ViewKind {
        0 => File = "file",
        1 => Text = "text",
        2 => Docs = "docs",
        3 => Search = "search",
    }
}

record! {
    ViewRegion {
        offset ("offset"): u32,
        limit ("limit"): u32,
    }
}

record! {
    OpenView {
        kind ("kind"): ViewKind,
        selector ("selector"): String,
        tokens ("tokens"): u64,
        region ("region"): Option<ViewRegion>,
    }
}

operation! {
    "views.open_file", "gg:sandbox/views", "open-file",
    fn open_file(
        path ("path"): &str,
        offset ("offset"): Option<u32>,
        limit ("limit"): Option<u32>,
        max_line_chars ("max_line_chars"): Option<u32>,
    ) -> FileRead,
    (u32, u32, u32, u32, u32, u32, u32, u32),
}

operation! {
    "views.open_text", "gg:sandbox/views", "open-text",
    fn open_text(label ("label"): &str, body ("body"): &str) -> (),
    (u32, u32, u32, u32),
}

operation! {
    "views.open_docs_view", "gg:sandbox/views", "open-docs-view",
    fn open_docs_view(name ("name"): &str) -> (),
    (u32, u32),
}

operation! {
    "views.close", "gg:sandbox/views", "close",
    fn close(selector ("selector"): &str) -> u32,
    (u32, u32),
}

operation! {
    "views.current", "gg:sandbox/views", "current",
    fn current() -> Vec<OpenView>,
    (),
}
