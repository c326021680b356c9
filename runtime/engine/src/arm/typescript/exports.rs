//! What a `lib` module exports, read from its source: what it says, or else all it declares. spec: runtime, 18

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    BindingPattern, Declaration as Declared, ExportDefaultDeclarationKind, ModuleExportName, Program, Statement,
};
use oxc_span::{GetSpan, Span};

use super::{
    parse::{Dialect, parse},
    room::with_room,
};
use crate::arm::{Declaration, DeclarationKind, Rejection};

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
    let declared = program.body.iter().flat_map(|statement| reader.declared(statement)).collect::<Vec<_>>();
    if !program.body.iter().any(is_export) {
        let names: Vec<&str> =
            declared.iter().filter(|one| one.exported_by_name).map(|one| one.declaration.name.as_str()).collect();
        let list = if names.is_empty() { String::new() } else { format!("\nexport {{ {} }};", names.join(", ")) };
        let declarations = declared.into_iter().filter(|one| one.exported_by_name).map(|one| one.declaration);
        return Ok(Exports { declarations: declarations.collect(), list });
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
                        // A renamed export uses its new name.
                        let name = exported_name(&specifier.exported).to_owned();
                        declarations.push(Declaration { name, ..one.declaration.clone() });
                    }
                }
            }
            _ => {}
        }
    }
    Ok(Exports { declarations, list: String::new() })
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

impl Reader<'_> {
    fn declared(&self, statement: &Statement<'_>) -> Vec<TopLevel> {
        let start = statement.span().start;
        match statement {
            Statement::ExportDeclaration(export) => self.of_declaration(&export.declaration, start),
            Statement::ExportDefaultDeclaration(export) => {
                let (kind, end) = match &export.declaration {
                    ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                        (DeclarationKind::Function, function.body.as_ref().map(|body| body.span.start))
                    }
                    ExportDefaultDeclarationKind::ClassDeclaration(class) => {
                        (DeclarationKind::Type, Some(class.body.span.start))
                    }
                    ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => return Vec::new(),
                    ExportDefaultDeclarationKind::ArrowFunctionExpression(arrow) => {
                        (DeclarationKind::Function, Some(arrow.body.span().start))
                    }
                    ExportDefaultDeclarationKind::FunctionExpression(function) => {
                        (DeclarationKind::Function, function.body.as_ref().map(|body| body.span.start))
                    }
                    _ => (DeclarationKind::Value, None),
                };
                let end = end.unwrap_or(export.span.end);
                vec![self.top_level("default", kind, Span::new(export.declaration.span().start, end), start, false)]
            }
            other => match other.as_declaration() {
                Some(declaration) => self.of_declaration(declaration, start),
                None => Vec::new(),
            },
        }
    }

    fn of_declaration(&self, declaration: &Declared<'_>, start: u32) -> Vec<TopLevel> {
        let span = declaration.span();
        match declaration {
            Declared::FunctionDeclaration(function) => {
                let Some(body) = function.body.as_ref().filter(|_| !function.declare) else { return Vec::new() };
                let name = function.id.as_ref().map_or("default", |id| id.name.as_str());
                let head = Span::new(span.start, body.span.start);
                vec![self.top_level(name, DeclarationKind::Function, head, start, true)]
            }
            Declared::ClassDeclaration(class) if !class.declare => {
                let name = class.id.as_ref().map_or("default", |id| id.name.as_str());
                let head = Span::new(span.start, class.body.span.start);
                vec![self.top_level(name, DeclarationKind::Type, head, start, true)]
            }
            Declared::TSEnumDeclaration(one) if !one.declare => {
                let head = Span::new(span.start, one.body.span.start);
                vec![self.top_level(&one.id.name, DeclarationKind::Type, head, start, true)]
            }
            Declared::VariableDeclaration(variable) if !variable.declare => {
                let mut found = Vec::new();
                for declarator in &variable.declarations {
                    let callable = declarator.init.as_ref().and_then(|init| match init.get_inner_expression() {
                        oxc_ast::ast::Expression::ArrowFunctionExpression(arrow) => Some(arrow.body.span().start),
                        oxc_ast::ast::Expression::FunctionExpression(function) => {
                            function.body.as_ref().map(|body| body.span.start)
                        }
                        _ => None,
                    });
                    let kind = if callable.is_some() { DeclarationKind::Function } else { DeclarationKind::Value };
                    let typed = declarator.type_annotation.as_ref().map_or(declarator.id.span().end, |ty| ty.span.end);
                    let head = Span::new(declarator.span.start, callable.unwrap_or(typed));
                    for name in names(&declarator.id) {
                        let mut one = self.top_level(name, kind, head, start, true);
                        one.declaration.signature = format!("{} {}", variable.kind.as_str(), one.declaration.signature);
                        found.push(one);
                    }
                }
                found
            }
            _ => Vec::new(),
        }
    }

    fn top_level(&self, name: &str, kind: DeclarationKind, head: Span, start: u32, exported_by_name: bool) -> TopLevel {
        let signature = self.source.get(head.start as usize..head.end as usize).unwrap_or_default().trim();
        let signature = signature.trim_end_matches("=>").trim_end().to_owned();
        let comment = self.comment(start);
        TopLevel { declaration: Declaration { name: name.to_owned(), kind, signature, comment }, exported_by_name }
    }

    /// The comment that ends right before a place, without its marks.
    fn comment(&self, start: u32) -> Option<String> {
        let before = self.program.comments.iter().rfind(|comment| comment.span.end <= start)?;
        let between = self.source.get(before.span.end as usize..start as usize)?;
        let adjacent = between.trim().is_empty() && between.matches('\n').count() <= 1;
        let content = before.content_span();
        let text = self.source.get(content.start as usize..content.end as usize).filter(|_| adjacent)?;
        let lines = text.trim_start_matches('*').lines().map(|line| line.trim().trim_start_matches('*').trim());
        let text = lines.collect::<Vec<_>>().join("\n").trim().to_owned();
        (!text.is_empty()).then_some(text)
    }
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
                "Table|Type|class Table extends Map<string, Row>|-",
                "limit|Value|const limit: number|-",
                "twice|Function|const twice = (n: number)|-",
                "Kind|Type|enum Kind|-",
            ]
        );
        assert_eq!(list, "\nexport { parse, Table, limit, twice, Kind };");
        assert_eq!(read("1 + 1"), (Vec::new(), String::new()));
    }

    #[test]
    fn a_file_exports_what_it_says() {
        let source = "function a() {}\nfunction b() {}\nexport { a as one };\nexport const two = 2;\n\
                      // The third.\nexport default function () {}\nexport type T = 1;";
        let (found, list) = read(source);
        assert_eq!(
            found,
            ["one|Function|function a()|-", "two|Value|const two|-", "default|Function|function ()|The third.",]
        );
        assert_eq!(list, "");
    }
}
