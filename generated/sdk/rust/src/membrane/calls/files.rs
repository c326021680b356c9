// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! What crosses for the module `files`.

use crate::files::{DirEntry, EntryKind, FileRead, ImageRead, SearchMatch, TextRead};
use crate::membrane::form::{operation, record, variant, words};

record! {
    TextRead {
        contents ("contents"): String,
        first_line ("first_line"): u32,
        last_line ("last_line"): u32,
        total_lines ("total_lines"): u32,
        byte_truncated ("byte_truncated"): bool,
    }
}

record! {
    ImageRead {
        media_type ("media_type"): String,
        label ("label"): String,
        bytes ("bytes"): u64,
        shown ("shown"): bool,
        not_shown_reason ("not_shown_reason"): Option<String>,
    }
}

variant! {
    FileRead {
        0 => Text(payload: TextRead) = "text",
        1 => Image(payload: ImageRead) = "image",
    }
}

words! {
    EntryKind {
        0 => File = "file",
        1 => Directory = "directory",
        2 => Other = "other",
    }
}

record! {
    DirEntry {
        name ("name"): String,
        kind ("kind"): EntryKind,
    }
}

record! {
    SearchMatch {
        path ("path"): String,
        line ("line"): u32,
        text ("text"): String,
    }
}

operation! {
    "files.read_file", "gg:sandbox/files", "read-file",
    fn read_file(
        path ("path"): &str,
        offset ("offset"): Option<u32>,
        limit ("limit"): Option<u32>,
    ) -> FileRead,
    (u32, u32, u32, u32, u32, u32),
}

operation! {
    "files.read_text_file", "gg:sandbox/files", "read-text-file",
    fn read_text_file(
        path ("path"): &str,
        offset ("offset"): Option<u32>,
        limit ("limit"): Option<u32>,
    ) -> String,
    (u32, u32, u32, u32, u32, u32),
}

operation! {
    "files.write_file", "gg:sandbox/files", "write-file",
    fn write_file(path ("path"): &str, contents ("contents"): &str) -> u64,
    (u32, u32, u32, u32),
}

operation! {
    "files.edit_file", "gg:sandbox/files", "edit-file",
    fn edit_file(
        path ("path"): &str,
        old_string ("old_string"): &str,
        new_string ("new_string"): &str,
    ) -> (),
    (u32, u32, u32, u32, u32, u32),
}

operation! {
    "files.list_dir", "gg:sandbox/files", "list-dir",
    fn list_dir(path ("path"): Option<&str>) -> Vec<DirEntry>,
    (u32, u32, u32),
}

operation! {
    "files.tree", "gg:sandbox/files", "tree",
    fn tree(path ("path"): Option<String>, depth ("depth"): Option<u32>) -> String,
    (u32, u32, u32, u32, u32),
}

operation! {
    "files.search", "gg:sandbox/files", "search",
    fn search(
        query ("query"): &str,
        path ("path"): Option<String>,
        limit ("limit"): Option<u32>,
    ) -> Vec<SearchMatch>,
    (u32, u32, u32, u32, u32, u32, u32),
}
