//! Whole programs: the lines around calls, and what the system prompt says of them.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};

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
        let mut heads = BTreeSet::new();
        collect_heads(statements.parse().unwrap_or_default(), &mut heads);
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

/// The identifiers that open a path of two parts or more.
fn collect_heads(tokens: TokenStream, heads: &mut BTreeSet<String>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let colon = |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(mark)) if mark.as_char() == ':');
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => collect_heads(group.stream(), heads),
            TokenTree::Ident(name) if colon(at + 1) && colon(at + 2) && !(at > 1 && colon(at - 1) && colon(at - 2)) => {
                heads.insert(name.to_string());
            }
            _ => {}
        }
    }
}
