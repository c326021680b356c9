//! Whole programs: the lines around calls, and what the system prompt says of them.

use std::collections::BTreeSet;

use super::{WIDTH, spelling::Spelling};
use crate::{
    layout::{concat, text},
    surface::{Example, ModuleIndex, Operation},
};

/// What a program may use besides the SDK.
const LIBRARIES: &str = "the standard library, `regex`, `serde_json`, `base64`, `itertools` and `indexmap`";

impl Spelling<'_> {
    /// The line by which a program reaches a module.
    pub(super) fn import_line(self, module: ModuleIndex) -> String {
        let root = self.name(&self.surface.name);
        format!("use {root}::{};", self.name(&self.surface.module(module).names))
    }

    /// A program that makes calls one after the other.
    pub(super) fn program(self, calls: &[(&Operation, &Example)]) -> String {
        let root = self.name(&self.surface.name);
        let statements = self.statements(calls, 1);
        let imports = self.imports(&statements.concat());
        let imports = if imports.is_empty() { imports } else { imports + "\n" };
        let body = statements.iter().fold(String::new(), |body, statement| body + "    " + statement + "\n");
        format!("{imports}fn main() -> Result<(), {root}::Failure> {{\n{body}    Ok(())\n}}\n")
    }

    /// The import lines that statements need, each ended by a line break.
    pub(super) fn imports(self, statements: &str) -> String {
        let mut lines: Vec<_> =
            self.modules_in(statements).into_iter().map(|module| self.import_line(module)).collect();
        lines.sort();
        lines.into_iter().fold(String::new(), |all, line| all + &line + "\n")
    }

    /// Calls as statements; their lines but the first stand `level` levels in.
    pub(super) fn statements(self, calls: &[(&Operation, &Example)], level: usize) -> Vec<String> {
        let statement = |operation: &Operation, example: &Example| {
            concat([self.call(operation, example), text(";")]).render_at(WIDTH, 4, level)
        };
        calls.iter().map(|(operation, example)| statement(operation, example)).collect()
    }

    /// The modules that statements name: those at the head of a path in them.
    fn modules_in(self, statements: &str) -> Vec<ModuleIndex> {
        let heads = heads(statements);
        let all = (0..).map(ModuleIndex).zip(&self.surface.modules);
        all.filter(|(_, module)| heads.contains(self.name(&module.names))).map(|(index, _)| index).collect()
    }

    /// What the system prompt says about the shape of a program.
    pub(super) fn segment(self) -> String {
        let root = self.name(&self.surface.name);
        let core = self.type_path(self.surface.api_error);
        let with_calls =
            (0..).map(ModuleIndex).zip(&self.surface.modules).find(|(_, module)| !module.operations.is_empty());
        let reach = with_calls.map_or(String::new(), |(index, _)| {
            format!(" A module is reached by its line, such as `{}`, or by its full path.", self.import_line(index))
        });
        format!(
            "A program is one file of a Rust crate (edition 2024) with `fn main() -> Result<(), {root}::Failure>`.{reach} \
             Calls return `Result<_, {root}::{core}>`; `?` ends the program with any error, `match error.code` tells \
             failures apart, and `{root}::program::message(\"…\")` makes a failure of words. Parameters that may be left \
             out stand last: a single one as an `Option`, several in a struct that is completed by \
             `..Default::default()`.\n\n\
             A program may use {LIBRARIES}. There are no files, threads, clocks or processes in `std`: \
             `{root}::program::now()` and `{root}::program::random()` give the time and a random number. \
             `{root}::log(…)` prints a line for the operator, which you do not see."
        )
    }
}

/// The identifiers that open a path of two parts or more, outside of literals.
fn heads(code: &str) -> BTreeSet<&str> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let mut heads = BTreeSet::new();
    let mut at = 0;
    while let Some(first) = code[at..].chars().next() {
        let rest = &code[at..];
        let length = match first {
            '"' | '\'' => literal(rest, first),
            c if part(c) => rest.find(|c| !part(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        if part(first) && after.starts_with("::") && !code[..at].ends_with("::") {
            heads.insert(token);
        }
        at += length;
    }
    heads
}

/// How long a literal is that opens a text.
fn literal(text: &str, mark: char) -> usize {
    let mut escaped = false;
    let inner = text.char_indices().skip(1);
    let mut inner = inner;
    let end = inner.find(|(_, c)| {
        let ends = *c == mark && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + mark.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_what_opens_a_path() {
        let code = r#"files::read(a::b::C { d: e::F, ..Default::default() }, "x::y \" z::w", 'q', f: g)?"#;
        assert_eq!(heads(code).into_iter().collect::<Vec<_>>(), ["Default", "a", "e", "files"]);
    }
}
