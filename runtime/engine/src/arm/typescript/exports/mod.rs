//! What a `lib` module exports, read from its source: what it says, or else all it declares. spec: runtime, 18

mod callable;
mod class;
mod comment;

use std::collections::BTreeSet;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    BindingPattern, Class, Declaration as Declared, ExportDefaultDeclaration, ExportDefaultDeclarationKind, Function,
    ModuleExportName, Program, Statement,
};
use oxc_span::{GetSpan, Span};

use self::{
    callable::{Callable, arguments, result},
    comment::Comment,
};
use super::{
    parse::{Dialect, parse},
    room::with_room,
};
use crate::arm::{Declaration, DeclarationKind, Rejection, prepared::opening};

/// What a module exports.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Exports {
    /// In the order of the text.
    pub(crate) declarations: Vec<Declaration>,
    /// The export list that follows the module's last byte; empty where the module says itself what it exports.
    pub(crate) list: String,
}

/// What a module exports. A file that says nothing exports all it declares.
///
/// # Errors
///
/// It does not parse.
pub(crate) fn exports(name: &str, source: &str, dialect: Dialect) -> Result<Exports, Rejection> {
    with_room(source, || read(name, source, dialect))
}

fn read(name: &str, source: &str, dialect: Dialect) -> Result<Exports, Rejection> {
    let allocator = Allocator::default();
    let (program, _) = parse(&allocator, name, source, dialect)?;
    let reader = Reader { source, program: &program };
    let mut declared = program.body.iter().flat_map(|statement| reader.declared(statement)).collect::<Vec<_>>();
    let valued = values(declared.iter().map(|one| &one.declaration));
    declared.retain(|one| is_told(&one.declaration, &valued));
    if !program.body.iter().any(is_export) {
        // What is declared twice, as a `var` and an enum may be, is exported once.
        let mut declarations: Vec<Declaration> = Vec::new();
        for one in declared.into_iter().filter(|one| one.exported_by_name) {
            if declarations.iter().all(|known| known.name != one.declaration.name) {
                declarations.push(one.declaration);
            }
        }
        let names: Vec<&str> = declarations.iter().filter(|one| has_value(one)).map(|one| one.name.as_str()).collect();
        let list = if names.is_empty() { String::new() } else { format!("\nexport {{ {} }};", names.join(", ")) };
        return Ok(Exports { declarations, list });
    }
    let mut declarations = Vec::new();
    for statement in &program.body {
        match statement {
            Statement::ExportDeclaration(_) | Statement::ExportDefaultDeclaration(_) => {
                declarations.extend(reader.declared(statement).into_iter().map(|one| one.declaration));
            }
            Statement::ExportNamedDeclaration(list) => {
                for specifier in &list.specifiers {
                    let local = exported_name(&specifier.local);
                    if let Some(one) = declared.iter().find(|one| one.declaration.name == local) {
                        declarations.push(renamed(&one.declaration, exported_name(&specifier.exported)));
                    }
                }
            }
            _ => {}
        }
    }
    let valued = values(&declarations);
    declarations.retain(|one| is_told(one, &valued));
    Ok(Exports { declarations, list: String::new() })
}

/// A declaration under the name it is exported by, in its signature, too: a program knows it by no other.
fn renamed(one: &Declaration, name: &str) -> Declaration {
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
    let mut signature = one.signature.clone();
    // It stands behind its keyword.
    let old = format!(" {}", one.name);
    let mut found = signature.match_indices(&old).map(|(at, _)| at + 1);
    let at = found.find(|at| !signature[at + one.name.len()..].starts_with(is_word));
    if let Some(at) = at {
        signature.replace_range(at..at + one.name.len(), name);
    }
    Declaration { name: name.to_owned(), signature, ..one.clone() }
}

fn has_value(one: &Declaration) -> bool {
    one.kind != DeclarationKind::Shape
}

/// The names that values have.
fn values<'a>(declarations: impl IntoIterator<Item = &'a Declaration>) -> BTreeSet<String> {
    declarations.into_iter().filter(|one| has_value(one)).map(|one| one.name.clone()).collect()
}

/// Whether a declaration is told: what is a type and a value by one name is told as the value, which can be imported.
fn is_told(one: &Declaration, values: &BTreeSet<String>) -> bool {
    has_value(one) || !values.contains(&one.name)
}

fn is_export(statement: &Statement<'_>) -> bool {
    matches!(
        statement,
        Statement::ExportDeclaration(_)
            | Statement::ExportDefaultDeclaration(_)
            | Statement::ExportNamedDeclaration(_)
            | Statement::ExportFromDeclaration(_)
            | Statement::ExportAllDeclaration(_)
    )
}

fn exported_name<'a>(name: &'a ModuleExportName<'_>) -> &'a str {
    match name {
        ModuleExportName::IdentifierName(name) => &name.name,
        ModuleExportName::IdentifierReference(name) => &name.name,
        ModuleExportName::StringLiteral(name) => &name.value,
    }
}

/// A declaration at the top of a module.
struct TopLevel {
    declaration: Declaration,
    /// Whether an export list can name it: a default export has no name of its own.
    exported_by_name: bool,
}

struct Reader<'a> {
    source: &'a str,
    program: &'a Program<'a>,
}

/// The start of a declaration: its signature, and where its statement begins.
#[derive(Clone, Copy)]
struct Head {
    span: Span,
    start: u32,
}

impl<'a> Reader<'a> {
    fn declared(&self, statement: &'a Statement<'a>) -> Vec<TopLevel> {
        let start = statement.span().start;
        match statement {
            Statement::ExportDeclaration(export) => self.of_declaration(&export.declaration, start),
            Statement::ExportDefaultDeclaration(export) => self.of_default(export, start).into_iter().collect(),
            other => match other.as_declaration() {
                Some(declaration) => self.of_declaration(declaration, start),
                None => Vec::new(),
            },
        }
    }

    fn of_default(&self, export: &'a ExportDefaultDeclaration<'a>, start: u32) -> Option<TopLevel> {
        let (kind, end) = match &export.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                return self.of_function(function, start, false);
            }
            ExportDefaultDeclarationKind::ClassDeclaration(class) => {
                return Some(self.of_class("default", class, start, false));
            }
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => return None,
            other => match other.as_expression().and_then(Callable::expression) {
                Some(callable) => {
                    let end = callable.body.unwrap_or(export.span.end);
                    let head = Head { span: Span::new(export.declaration.span().start, end), start };
                    return Some(self.callable("default", &[head], &[callable], false));
                }
                None => (DeclarationKind::Value, export.span.end),
            },
        };
        let head = Head { span: Span::new(export.declaration.span().start, end), start };
        Some(self.top_level("default", kind, head, false))
    }

    fn of_declaration(&self, declaration: &'a Declared<'a>, start: u32) -> Vec<TopLevel> {
        let from = declaration.span().start;
        let head = |end| Head { span: Span::new(from, end), start };
        match declaration {
            Declared::FunctionDeclaration(function) => self.of_function(function, start, true).into_iter().collect(),
            Declared::ClassDeclaration(class) if !class.declare => {
                let name = class.id.as_ref().map_or("default", |id| id.name.as_str());
                vec![self.of_class(name, class, start, true)]
            }
            Declared::TSEnumDeclaration(one) if !one.declare => {
                vec![self.top_level(&one.id.name, DeclarationKind::Type, head(one.span.end), true)]
            }
            Declared::TSInterfaceDeclaration(one) => {
                vec![self.top_level(&one.id.name, DeclarationKind::Shape, head(one.span.end), true)]
            }
            Declared::TSTypeAliasDeclaration(one) => {
                vec![self.top_level(&one.id.name, DeclarationKind::Shape, head(one.span.end), true)]
            }
            Declared::VariableDeclaration(variable) if !variable.declare => {
                let mut found = Vec::new();
                for declarator in &variable.declarations {
                    let callable = declarator.init.as_ref().and_then(Callable::expression);
                    let typed = declarator.type_annotation.as_ref().map_or(declarator.id.span().end, |ty| ty.span.end);
                    let end = callable.and_then(|callable| callable.body).unwrap_or(typed);
                    let head = Head { span: Span::new(declarator.span.start, end), start };
                    for name in names(&declarator.id) {
                        let mut one = match callable {
                            Some(callable) => self.callable(name, &[head], &[callable], true),
                            None => self.top_level(name, DeclarationKind::Value, head, true),
                        };
                        one.declaration.signature = format!("{} {}", variable.kind.as_str(), one.declaration.signature);
                        found.push(one);
                    }
                }
                found
            }
            _ => Vec::new(),
        }
    }

    /// A class, with what others may use of it.
    fn of_class(&self, name: &str, class: &Class<'a>, start: u32, exported_by_name: bool) -> TopLevel {
        let head = Head { span: Span::new(class.span.start, class.body.span.start), start };
        let mut one = self.top_level(name, DeclarationKind::Type, head, exported_by_name);
        let members = class::members(class);
        if members.is_empty() {
            return one;
        }
        let mut lines = vec![format!("{} {{", one.declaration.signature)];
        for span in members {
            let said = told(self.comment(span.start)).unwrap_or_default();
            lines.extend(opening(&said).map(|said| format!("  /** {said} */")));
            lines.push(format!("  {};", self.signature(Head { span, start: span.start })));
        }
        lines.push("}".to_owned());
        one.declaration.signature = lines.join("\n");
        one
    }

    /// A function with its body. Where it has overloads, they are its signatures.
    fn of_function(&self, function: &'a Function<'a>, start: u32, exported_by_name: bool) -> Option<TopLevel> {
        let body = function.body.as_ref().filter(|_| !function.declare)?;
        let name = |function: &Function<'_>| function.id.as_ref().map(|id| id.name.to_string());
        let own = Head { span: Span::new(function.span.start, body.span.start), start };
        let (mut heads, mut signatures) = (Vec::new(), Vec::new());
        for statement in &self.program.body {
            let one = match statement {
                Statement::FunctionDeclaration(one) => one,
                Statement::ExportDeclaration(export) => match &export.declaration {
                    Declared::FunctionDeclaration(one) => one,
                    _ => continue,
                },
                Statement::ExportDefaultDeclaration(export) => match &export.declaration {
                    ExportDefaultDeclarationKind::FunctionDeclaration(one) => one,
                    _ => continue,
                },
                _ => continue,
            };
            if one.body.is_none() && !one.declare && name(one) == name(function) {
                heads.push(Head { span: one.span, start: statement.span().start });
                signatures.push(Callable::function(one));
            }
        }
        if heads.is_empty() {
            heads.push(own);
            signatures.push(Callable::function(function));
        }
        let shown = if exported_by_name { name(function) } else { None };
        let mut one = self.callable(shown.as_deref().unwrap_or("default"), &heads, &signatures, exported_by_name);
        one.declaration.comment = one.declaration.comment.or_else(|| told(self.comment(start)));
        Some(one)
    }

    /// Something that can be called, which has at least one signature.
    fn callable(&self, name: &str, heads: &[Head], signatures: &[Callable<'a>], exported_by_name: bool) -> TopLevel {
        let comment = heads.iter().map(|head| self.comment(head.start)).reduce(Comment::and).unwrap_or_default();
        let arguments = arguments(self.source, signatures, &comment);
        let result = result(self.source, signatures, &comment);
        let signature = heads.iter().map(|head| self.signature(*head)).collect::<Vec<_>>().join("\n");
        let declaration = Declaration {
            name: name.to_owned(),
            kind: DeclarationKind::Function,
            signature,
            comment: told(comment),
            arguments,
            result,
        };
        TopLevel { declaration, exported_by_name }
    }

    fn top_level(&self, name: &str, kind: DeclarationKind, head: Head, exported_by_name: bool) -> TopLevel {
        let declaration = Declaration {
            name: name.to_owned(),
            kind,
            signature: self.signature(head),
            comment: told(self.comment(head.start)),
            arguments: Vec::new(),
            result: None,
        };
        TopLevel { declaration, exported_by_name }
    }

    fn signature(&self, head: Head) -> String {
        let signature = self.source.get(head.span.start as usize..head.span.end as usize).unwrap_or_default().trim();
        signature.trim_end_matches("=>").trim_end_matches(';').trim_end().to_owned()
    }

    /// What is written right before a place. Lines of comment that follow one another are one.
    fn comment(&self, start: u32) -> Comment {
        let mut contents: Vec<&str> = Vec::new();
        let mut until = start;
        for comment in self.program.comments.iter().rev().filter(|comment| comment.span.end <= start) {
            if !self.stands_before(comment.span, until) {
                break;
            }
            let content = comment.content_span();
            let text = self.source.get(content.start as usize..content.end as usize).unwrap_or_default();
            if comment.is_line() {
                contents.push(text.trim_start_matches('/'));
                until = comment.span.start;
                continue;
            }
            if contents.is_empty() {
                return text.strip_prefix('*').map_or_else(|| Comment::plain(text), Comment::jsdoc);
            }
            break;
        }
        contents.reverse();
        Comment::plain(&contents.join("\n"))
    }

    /// Whether nothing but the end of a line is between a comment and a place, and the comment does not belong to what is on
    /// its line.
    fn stands_before(&self, comment: Span, place: u32) -> bool {
        let Some(between) = self.source.get(comment.end as usize..place as usize) else { return false };
        let lines = between.matches('\n').count();
        let before = self.source.get(..comment.start as usize).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        between.trim().is_empty() && (lines == 0 || lines == 1 && line.trim().is_empty())
    }
}

/// What a comment says of the whole, if it says something.
fn told(comment: Comment) -> Option<String> {
    (!comment.text.is_empty()).then_some(comment.text)
}

/// The names a pattern binds.
fn names<'a>(pattern: &'a BindingPattern<'_>) -> Vec<&'a str> {
    pattern.get_binding_identifiers().into_iter().map(|identifier| identifier.name.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &str) -> (Vec<String>, String) {
        let exports = exports("lib:a", source, Dialect::TypeScript).expect("it parses");
        let shown = exports.declarations.iter().map(|one| {
            format!("{}|{:?}|{}|{}", one.name, one.kind, one.signature, one.comment.as_deref().unwrap_or("-"))
        });
        (shown.collect(), exports.list)
    }

    #[test]
    fn a_file_that_says_nothing_exports_all_it_declares() {
        let source = "/** Parses\n * a text. */\nfunction parse(text: string): string[] { return [text]; }\n\
                      interface Row {}\ntype A = 1;\nclass Table extends Map<string, Row> {}\n\
                      // a\n\nconst limit: number = 3, twice = (n: number) => n * 2;\nenum Kind { A }\n\
                      declare const no: number;";
        let (found, list) = read(source);
        assert_eq!(
            found,
            [
                "parse|Function|function parse(text: string): string[]|Parses\na text.",
                "Row|Shape|interface Row {}|-",
                "A|Shape|type A = 1|-",
                "Table|Type|class Table extends Map<string, Row>|-",
                "limit|Value|const limit: number|-",
                "twice|Function|const twice = (n: number)|-",
                "Kind|Type|enum Kind { A }|-",
            ]
        );
        assert_eq!(list, "\nexport { parse, Table, limit, twice, Kind };");
        assert_eq!(read("1 + 1"), (Vec::new(), String::new()));
    }

    #[test]
    fn of_a_class_is_told_what_others_may_use() {
        let source = "/** Counts. */\nexport class Counter<T> extends Base {\n  private n = 0;\n  #own = 1;\n  static all: number = 3;\n  \
                      limit?: T;\n  last = 2;\n  [key: string]: unknown;\n\n  constructor(readonly step: number) { super(); }\n  \
                      /**\n   * Adds,\n   * by one.\n   *\n   * @param by How many.\n   */\n  add(by?: number): number;\n  \
                      add(by = 1) { return by; }\n  get value() { return 1; }\n  set value(n: number) {}\n  protected inner() {}\n  \
                      twice = (n: number): number => n * 2;\n  async *each(): AsyncGenerator<T> {}\n  static { f(); }\n}\n\
                      export default class { run() {} }";
        let (found, _) = read(source);
        assert_eq!(
            found,
            [
                "Counter|Type|class Counter<T> extends Base {\n  static all: number;\n  limit?: T;\n  last;\n  [key: string]: unknown;\n  \
                 constructor(readonly step: number);\n  /** Adds, by one. */\n  add(by?: number): number;\n  get value();\n  \
                 set value(n: number);\n  twice = (n: number): number;\n  async *each(): AsyncGenerator<T>;\n}|Counts.",
                "default|Type|class {\n  run();\n}|-",
            ]
        );
    }

    #[test]
    fn types_without_a_value_are_told_and_not_exported() {
        let source = "/** A row. */\ninterface Row { a: string }\nfunction row(): Row { return { a: '' }; }\n\
                      type Kind = 1 | 2;\nconst Kind = 1;\ntype Row2 = Row;\n";
        let read = exports("a", source, Dialect::TypeScript).unwrap_or_else(|error| panic!("{error:?}"));
        let told = |one: &Declaration| format!("{:?} {} {:?}", one.kind, one.signature, one.comment);
        assert_eq!(
            read.declarations.iter().map(told).collect::<Vec<_>>(),
            [
                "Shape interface Row { a: string } Some(\"A row.\")",
                "Function function row(): Row None",
                "Value const Kind None",
                "Shape type Row2 = Row None",
            ]
        );
        assert_eq!(read.list, "\nexport { row, Kind };");
        let said = "export interface Row {}\nexport type Kind = 1;\nexport const Kind = 1;\ninterface Own {}\n";
        let read = exports("a", said, Dialect::TypeScript).unwrap_or_else(|error| panic!("{error:?}"));
        let told = |one: &Declaration| format!("{:?} {}", one.kind, one.name);
        assert_eq!(read.declarations.iter().map(told).collect::<Vec<_>>(), ["Shape Row", "Value Kind"]);
    }

    #[test]
    fn what_stands_right_before_is_the_comment() {
        let source = "const a = 1; // of a\nfunction b() {}\n// One\n/// two.\nfunction c() {}\n/** Of nothing. */\n\n\
                      // not this\n\n/* three */ function d() {}\nvar e = 1;\nvar e = 2;";
        let (found, list) = read(source);
        assert_eq!(
            found,
            [
                "a|Value|const a|-",
                "b|Function|function b()|-",
                "c|Function|function c()|One\ntwo.",
                "d|Function|function d()|three",
                "e|Value|var e|-",
            ]
        );
        assert_eq!(list, "\nexport { a, b, c, d, e };", "each once");
    }

    /// What the functions of a module take and give back.
    fn called(source: &str) -> Vec<String> {
        let exports = exports("lib:a", source, Dialect::TypeScript).expect("it parses");
        let shown = exports.declarations.iter().flat_map(|one| {
            let argument = |one: &crate::docs::Argument| {
                let default = one.default.as_deref().map(|default| format!(" = {default}")).unwrap_or_default();
                let marks =
                    [(!one.required, "?"), (one.by_name, " by name")].map(|(is, mark)| if is { mark } else { "" });
                format!("{}: {}{default}{}|{}", one.name, one.ty, marks.concat(), one.doc)
            };
            let result = one.result.iter().map(|result| format!("-> {}|{}", result.ty, result.doc));
            let comment = one.comment.clone();
            std::iter::once(one.signature.clone())
                .chain(comment)
                .chain(one.arguments.iter().map(argument))
                .chain(result)
        });
        shown.collect()
    }

    #[test]
    fn what_a_function_takes_and_gives_is_read_from_its_source() {
        let source = "/** Pads.\n * @param text What is padded.\n * @param width {number} To how many.\n\
                      * @param fill - With what.\n * @param other Nothing.\n * @returns What is padded. */\n\
                      export async function pad(text: string, width = 8, fill?: string, ...more: number[]): Promise<string> {}";
        assert_eq!(
            called(source),
            [
                "async function pad(text: string, width = 8, fill?: string, ...more: number[]): Promise<string>",
                "Pads.",
                "text: string|What is padded.",
                "width:  = 8?|{number} To how many.",
                "fill: string?|With what.",
                "...more: number[]|",
                "-> Promise<string>|What is padded.",
            ]
        );
        // Where the language has no types, the comment has them.
        let source = "/** @param {string} path\n * @param {object} options\n * @param {number} [options.limit] Most.\n\
                      * @param {boolean} options.all\n * @param options.deep How deep. \n * @returns {string[]} */\n\
                      export const list = function (path, { limit, all, deep = 3 }) {};";
        assert_eq!(
            called(source),
            [
                "const list = function (path, { limit, all, deep = 3 })",
                "path: string|",
                "limit: number? by name|Most.",
                "all: boolean by name|",
                "deep:  = 3? by name|How deep.",
                "-> string[]|",
            ]
        );
        assert_eq!(called("export default ({ a }, [b]): void => {};"), ["({ a }, [b]): void", "{ a }: |", "[b]: |"]);
    }

    #[test]
    fn overloads_are_the_signatures() {
        let source = "/** Of a text. @no\n * @param text It. */\nexport function of(text: string): string;\n\
                      export function of(count: number, text?: RegExp): number;\nexport function of(any: any): any {}\n";
        assert_eq!(
            called(source),
            [
                "function of(text: string): string\nfunction of(count: number, text?: RegExp): number",
                "Of a text. @no",
                "text: string | RegExp?|It.",
                "count: number?|",
                "-> string | number|",
            ]
        );
        // What stands before the body counts where the signatures say nothing.
        let (found, _) = read("function a(): void;\n// One.\nfunction a(b?: 1) {}");
        assert_eq!(found, ["a|Function|function a(): void|One."]);
        let (found, list) = read("// One.\nfunction a(): void;\nfunction a(b?: 1) {}");
        assert_eq!((found, list.as_str()), (vec!["a|Function|function a(): void|One.".to_owned()], "\nexport { a };"));
    }

    #[test]
    fn a_file_exports_what_it_says() {
        let source = "function a() {}\nfunction b() {}\nexport { a as one };\nexport const two = 2;\n\
                      // The third.\nexport default function () {}\nexport type T = 1;";
        let (found, list) = read(source);
        assert_eq!(
            found,
            [
                "one|Function|function one()|-",
                "two|Value|const two|-",
                "default|Function|function ()|The third.",
                "T|Shape|type T = 1|-"
            ]
        );
        assert_eq!(list, "");
    }
}
