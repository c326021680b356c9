//! Finds what of a program is TypeScript alone, and blanks it in place, so that every byte that runs stays where its
//! author put it.
//!
//! What cannot be blanked, because it stands for code (enums, namespaces, parameter properties) or because the text
//! around it would then mean something else, is left to the compiler ([`super::transform`]).

use oxc_ast::ast::{
    ArrowFunctionExpression, Class, ClassElement, Declaration, Decorator, ExportDefaultDeclarationKind,
    ExportSpecifier, Expression, FormalParameter, IdentifierReference, ImportDeclaration, ImportDeclarationSpecifier,
    MethodDefinition, ModuleExportName, Program, PropertyDefinition, Statement, TSAsExpression, TSNonNullExpression,
    TSSatisfiesExpression, TSThisParameter, TSTypeAnnotation, TSTypeAssertion, TSTypeParameterDeclaration,
    TSTypeParameterInstantiation, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};

use super::blank::{Blanks, Tokens};

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// What is to be blanked.
    pub(super) blanks: Blanks,
    /// Whether some of it stands for code.
    pub(super) makes_code: bool,
    /// What this arm refuses, with the reason.
    pub(super) refused: Vec<(Span, &'static str)>,
}

/// Looks through a program. `scoping` says which names are types alone.
pub(super) fn find<'a>(program: &Program<'a>, source: &'a str, scoping: &'a Scoping) -> Found {
    let mut eraser = Eraser { source, scoping, found: Found::default(), unended: None };
    eraser.visit_program(program);
    eraser.found
}

struct Eraser<'a> {
    source: &'a str,
    scoping: &'a Scoping,
    found: Found,
    /// The end of the innermost statement or field that no semicolon ends.
    unended: Option<u32>,
}

impl<'a> Eraser<'a> {
    /// Blanks a part of an expression or a declaration. Where it was the end of a statement that the next line began to
    /// end by itself, a semicolon now does: the type kept the two lines apart.
    fn blank(&mut self, span: Span) {
        if self.unended == Some(span.end) {
            self.found.blanks.ended(span);
        } else {
            self.found.blanks.plain(span);
        }
    }

    /// Blanks a whole statement or member. What stands before may need its end, so a semicolon stays.
    fn blank_whole(&mut self, span: Span) {
        self.found.blanks.ended(span);
    }

    fn tokens(&self, from: u32, to: u32) -> Tokens<'a> {
        Tokens::new(self.source, from, to)
    }

    /// Blanks the first mark of two (`?`, `!`) between two places, if it stands there.
    fn blank_mark(&mut self, from: u32, to: u32) {
        if let Some(token) = self.tokens(from, to).find(|token| matches!(token.text, "?" | "!")) {
            self.blank(token.span());
        }
    }

    /// Blanks the words of an element that are TypeScript's, which stand before its key.
    fn blank_modifiers(&mut self, start: u32, key: u32) {
        for token in self.tokens(start, key) {
            if matches!(
                token.text,
                "private" | "protected" | "public" | "readonly" | "override" | "abstract" | "declare"
            ) {
                // The first word kept an element apart from the one before: `a = 1` and then `private ["b"] = 2`.
                if token.start == start {
                    self.found.blanks.ended(token.span());
                } else {
                    self.found.blanks.plain(token.span());
                }
            }
        }
    }

    fn has_newline(&self, span: Span) -> bool {
        self.source[span.start as usize..span.end as usize].contains(['\n', '\r', '\u{2028}', '\u{2029}'])
    }

    /// Visits a statement or a field, remembering where it ends without a semicolon.
    fn within_unended(&mut self, span: Span, visit: impl FnOnce(&mut Self)) {
        let ended = self.source[..span.end as usize].ends_with(';');
        let outer = std::mem::replace(&mut self.unended, (!ended).then_some(span.end));
        visit(self);
        self.unended = outer;
    }

    /// Whether a name of an export stands for types alone.
    fn is_type(&self, name: &IdentifierReference<'_>) -> bool {
        let Some(reference) = name.reference_id.get().map(|id| self.scoping.get_reference(id)) else { return false };
        reference.symbol_id().is_some_and(|symbol| {
            let ambient = |id| self.scoping.symbol_flags(id).is_ambient();
            let again = self.scoping.symbol_redeclarations(symbol).iter().all(|again| again.flags.is_ambient());
            reference.is_type() || ambient(symbol) && again
        })
    }

    /// Whether an import is used as a value anywhere.
    fn is_used(&self, specifier: &ImportDeclarationSpecifier<'_>) -> bool {
        if matches!(specifier, ImportDeclarationSpecifier::ImportSpecifier(named) if named.import_kind.is_type()) {
            return false;
        }
        let symbol = specifier.local().symbol_id.get();
        symbol.is_none_or(|symbol| self.scoping.get_resolved_references(symbol).any(|reference| !reference.is_type()))
    }

    /// Blanks some of the names of an import or an export, each with the comma after it.
    fn blank_names(&mut self, names: impl Iterator<Item = (Span, bool)>, end: u32) {
        for (span, _) in names.filter(|(_, keep)| !keep) {
            let comma = self.tokens(span.end, end).next().filter(|token| token.text == ",");
            self.found.blanks.plain(Span::new(span.start, comma.map_or(span.end, |token| token.span().end)));
        }
    }

    /// Whether a statement is types alone.
    fn is_erased(&self, statement: &Statement<'a>) -> bool {
        match statement {
            Statement::ImportDeclaration(import) => {
                import.import_kind.is_type()
                    || import.specifiers.as_ref().is_some_and(|specifiers| {
                        !specifiers.is_empty() && !specifiers.iter().any(|specifier| self.is_used(specifier))
                    })
            }
            Statement::ExportAllDeclaration(export) => export.export_kind.is_type(),
            Statement::ExportNamedDeclaration(export) => {
                export.export_kind.is_type() || all_erased(&export.specifiers, |one| self.exports_type(one))
            }
            Statement::ExportFromDeclaration(export) => {
                export.export_kind.is_type() || all_erased(&export.specifiers, |one| one.export_kind.is_type())
            }
            Statement::ExportDeclaration(export) => declaration_is_erased(&export.declaration),
            Statement::ExportDefaultDeclaration(export) => match &export.declaration {
                ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => true,
                ExportDefaultDeclarationKind::FunctionDeclaration(function) => function.body.is_none(),
                ExportDefaultDeclarationKind::Identifier(name) => self.is_type(name),
                _ => false,
            },
            Statement::TSNamespaceExportDeclaration(_) => true,
            other => other.as_declaration().is_some_and(declaration_is_erased),
        }
    }

    fn exports_type(&self, specifier: &ExportSpecifier<'a>) -> bool {
        specifier.export_kind.is_type()
            || matches!(&specifier.local, ModuleExportName::IdentifierReference(name) if self.is_type(name))
    }

    /// Blanks `as T` or `satisfies T` behind an expression.
    fn blank_assertion(&mut self, expression: &Expression<'a>, end: u32) {
        let after = self.tokens(expression.span().end, end).next();
        self.blank(Span::new(after.map_or(end, |token| token.start), end));
        self.visit_expression(expression);
    }
}

/// Whether a declaration is types alone.
fn declaration_is_erased(declaration: &Declaration<'_>) -> bool {
    match declaration {
        Declaration::VariableDeclaration(variable) => variable.declare,
        Declaration::FunctionDeclaration(function) => function.declare || function.body.is_none(),
        Declaration::ClassDeclaration(class) => class.declare,
        Declaration::TSTypeAliasDeclaration(_)
        | Declaration::TSInterfaceDeclaration(_)
        | Declaration::TSExternalModuleDeclaration(_)
        | Declaration::TSGlobalDeclaration(_) => true,
        Declaration::TSEnumDeclaration(one) => one.declare,
        Declaration::TSNamespaceDeclaration(one) => one.declare,
        Declaration::TSImportEqualsDeclaration(one) => one.import_kind.is_type(),
    }
}

/// Whether there are names and every one of them is erased.
fn all_erased<'a>(specifiers: &[ExportSpecifier<'a>], erased: impl Fn(&ExportSpecifier<'a>) -> bool) -> bool {
    !specifiers.is_empty() && specifiers.iter().all(erased)
}

impl<'a> Visit<'a> for Eraser<'a> {
    fn visit_statement(&mut self, statement: &Statement<'a>) {
        if let Statement::ExportDeclaration(export) = statement
            && let Declaration::TSGlobalDeclaration(_) = export.declaration
        {
            self.found.refused.push((export.span, "`declare global` cannot be exported"));
            return;
        }
        if self.is_erased(statement) {
            self.blank_whole(statement.span());
            return;
        }
        match statement {
            Statement::TSEnumDeclaration(_)
            | Statement::TSNamespaceDeclaration(_)
            | Statement::TSImportEqualsDeclaration(_) => self.found.makes_code = true,
            Statement::ExportDeclaration(export)
                if matches!(
                    export.declaration,
                    Declaration::TSEnumDeclaration(_)
                        | Declaration::TSNamespaceDeclaration(_)
                        | Declaration::TSImportEqualsDeclaration(_)
                ) =>
            {
                self.found.makes_code = true;
            }
            Statement::TSExportAssignment(export) => {
                self.found.refused.push((export.span, "`export =` is not supported: a program is an ES module"));
            }
            Statement::ExportNamedDeclaration(export) => {
                let names = export.specifiers.iter().map(|one| (one.span, !self.exports_type(one))).collect::<Vec<_>>();
                self.blank_names(names.into_iter(), export.span.end);
            }
            Statement::ExportFromDeclaration(export) => {
                let names = export.specifiers.iter().map(|one| (one.span, !one.export_kind.is_type()));
                self.blank_names(names, export.span.end);
            }
            // Parts of these end in statements of their own; a semicolon belongs to the others.
            Statement::ExpressionStatement(_)
            | Statement::VariableDeclaration(_)
            | Statement::ReturnStatement(_)
            | Statement::ThrowStatement(_)
            | Statement::ExportDeclaration(_)
            | Statement::ExportDefaultDeclaration(_) => {
                self.within_unended(statement.span(), |eraser| walk::walk_statement(eraser, statement));
                return;
            }
            _ => {}
        }
        walk::walk_statement(self, statement);
    }

    fn visit_import_declaration(&mut self, import: &ImportDeclaration<'a>) {
        // Default and namespace imports stand outside the braces; where one of several goes, the comma has to be right.
        let specifiers = import.specifiers.iter().flatten();
        let kept: Vec<(&ImportDeclarationSpecifier<'a>, bool)> =
            specifiers.map(|specifier| (specifier, self.is_used(specifier))).collect();
        let Some((first, first_kept)) = kept.first() else { return };
        let Some(source) = self.tokens(first.span().end, import.source.span.start).filter(|t| t.text == "from").last()
        else {
            return;
        };
        let default = matches!(first, ImportDeclarationSpecifier::ImportDefaultSpecifier(_));
        let rest = if default { &kept[1..] } else { &kept[..] };
        let any = rest.iter().any(|(_, keep)| *keep);
        if default && !rest.is_empty() && !any {
            // `import a, { type B } from`: the default alone is left.
            self.found.blanks.plain(Span::new(first.span().end, source.start));
            return;
        }
        if default && !first_kept {
            let after = self.tokens(first.span().end, source.start).next().filter(|token| token.text == ",");
            let end = after.map_or(first.span().end, |token| token.span().end);
            self.found.blanks.plain(Span::new(first.span().start, end));
        }
        let named = rest.iter().filter(|(one, _)| matches!(one, ImportDeclarationSpecifier::ImportSpecifier(_)));
        self.blank_names(named.map(|(one, keep)| (one.span(), *keep)), source.start);
    }

    fn visit_decorator(&mut self, decorator: &Decorator<'a>) {
        self.found.refused.push((decorator.span, "decorators are not supported"));
    }

    fn visit_ts_type_annotation(&mut self, annotation: &TSTypeAnnotation<'a>) {
        self.blank(annotation.span);
    }

    fn visit_ts_type_parameter_declaration(&mut self, parameters: &TSTypeParameterDeclaration<'a>) {
        self.blank(parameters.span);
    }

    fn visit_ts_type_parameter_instantiation(&mut self, arguments: &TSTypeParameterInstantiation<'a>) {
        self.blank(arguments.span);
    }

    fn visit_ts_as_expression(&mut self, assertion: &TSAsExpression<'a>) {
        self.blank_assertion(&assertion.expression, assertion.span.end);
    }

    fn visit_ts_satisfies_expression(&mut self, assertion: &TSSatisfiesExpression<'a>) {
        self.blank_assertion(&assertion.expression, assertion.span.end);
    }

    fn visit_ts_non_null_expression(&mut self, assertion: &TSNonNullExpression<'a>) {
        self.blank(Span::new(assertion.span.end - 1, assertion.span.end));
        self.visit_expression(&assertion.expression);
    }

    fn visit_ts_type_assertion(&mut self, assertion: &TSTypeAssertion<'a>) {
        let span = Span::new(assertion.span.start, assertion.expression.span().start);
        // A line break behind `return`, and a brace or a word that would begin a statement, mean something else there.
        let begins = self.tokens(span.end, assertion.span.end).next();
        let begins = begins.is_some_and(|token| matches!(token.text, "{" | "function" | "class" | "async" | "let"));
        self.found.makes_code |= begins || self.has_newline(span);
        self.found.blanks.plain(span);
        self.visit_expression(&assertion.expression);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if declarator.definite {
            let end =
                declarator.type_annotation.as_ref().map_or(declarator.span.end, |annotation| annotation.span.start);
            self.blank_mark(declarator.id.span().end, end);
        }
        walk::walk_variable_declarator(self, declarator);
    }

    fn visit_formal_parameter(&mut self, parameter: &FormalParameter<'a>) {
        self.found.makes_code |= parameter.accessibility.is_some() || parameter.readonly || parameter.r#override;
        if parameter.optional {
            let end = parameter.type_annotation.as_ref().map_or(parameter.span.end, |annotation| annotation.span.start);
            self.blank_mark(parameter.pattern.span().end, end.max(parameter.pattern.span().end));
        }
        walk::walk_formal_parameter(self, parameter);
    }

    fn visit_ts_this_parameter(&mut self, this: &TSThisParameter<'a>) {
        let comma = self.tokens(this.span.end, self.end()).next().filter(|token| token.text == ",");
        self.found.blanks.plain(Span::new(this.span.start, comma.map_or(this.span.end, |token| token.span().end)));
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        // No line break may stand before an arrow, nor behind `async`: a parenthesis moves to where it may.
        if let Some(returned) = &arrow.return_type
            && self.has_newline(Span::new(arrow.params.span.end, returned.span.end))
        {
            self.found.blanks.moved(arrow.params.span.end - 1, returned.span.end - 1, b')');
            // A type may end in a letter that a parenthesis cannot take the place of.
            self.found.makes_code |= !self.source[..returned.span.end as usize].ends_with(|last: char| last.is_ascii());
        }
        if let Some(parameters) = &arrow.type_parameters
            && arrow.r#async
            && self.has_newline(Span::new(parameters.span.start, arrow.params.span.start))
        {
            self.found.blanks.moved(arrow.params.span.start, parameters.span.start, b'(');
        }
        walk::walk_arrow_function_expression(self, arrow);
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        let body = class.body.span.start;
        if class.r#abstract {
            let key = class.id.as_ref().map_or(body, |id| id.span.start);
            if let Some(token) = self.tokens(class.span.start, key).find(|token| token.text == "abstract") {
                self.found.blanks.plain(token.span());
            }
        }
        if let (Some(first), Some(last)) = (class.implements.first(), class.implements.last()) {
            let word =
                self.tokens(class.span.start, first.span.start).filter(|token| token.text == "implements").last();
            let start = word.map_or(first.span.start, |token| token.start);
            self.found.blanks.plain(Span::new(start, last.span.end));
        }
        self.visit_decorators(&class.decorators);
        if let Some(parameters) = &class.type_parameters {
            self.visit_ts_type_parameter_declaration(parameters);
        }
        if let Some(heritage) = &class.heritage {
            self.visit_class_heritage(heritage);
        }
        self.visit_class_body(&class.body);
    }

    fn visit_class_element(&mut self, element: &ClassElement<'a>) {
        match element {
            ClassElement::TSIndexSignature(signature) => self.blank_whole(signature.span),
            ClassElement::MethodDefinition(method) if method.r#type.is_abstract() || method.value.body.is_none() => {
                self.visit_decorators(&method.decorators);
                self.blank_whole(method.span);
            }
            ClassElement::PropertyDefinition(field) if field.declare || field.r#type.is_abstract() => {
                self.visit_decorators(&field.decorators);
                self.blank_whole(field.span);
            }
            ClassElement::AccessorProperty(field) => {
                let reason = "`accessor` is not supported; write a getter and a setter";
                self.found.refused.push((field.span, reason));
            }
            other => walk::walk_class_element(self, other),
        }
    }

    fn visit_method_definition(&mut self, method: &MethodDefinition<'a>) {
        let key = method.key.span();
        self.blank_modifiers(after_decorators(method.span.start, &method.decorators), key.start);
        if method.optional {
            self.blank_mark(key.end, method.value.span.start.max(key.end));
        }
        walk::walk_method_definition(self, method);
    }

    fn visit_property_definition(&mut self, field: &PropertyDefinition<'a>) {
        let key = field.key.span();
        self.blank_modifiers(after_decorators(field.span.start, &field.decorators), key.start);
        self.within_unended(field.span, |eraser| {
            if field.optional || field.definite {
                let end = match (&field.type_annotation, &field.value) {
                    (Some(annotation), _) => annotation.span.start,
                    (None, Some(value)) => value.span().start,
                    (None, None) => field.span.end,
                };
                eraser.blank_mark(key.end, end);
            }
            walk::walk_property_definition(eraser, field);
        });
    }
}

impl Eraser<'_> {
    fn end(&self) -> u32 {
        u32::try_from(self.source.len()).unwrap_or(u32::MAX)
    }
}

/// Where an element's own words begin.
pub(super) fn after_decorators(start: u32, decorators: &[Decorator<'_>]) -> u32 {
    decorators.last().map_or(start, |decorator| decorator.span.end)
}

#[cfg(test)]
mod tests;
