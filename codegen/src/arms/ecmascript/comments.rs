//! `TSDoc`: what the table says of a thing, as the comment before its declaration.

use super::{STEP, WIDTH, profile::COMMENT, types::Spelling};
use crate::{
    emit::references::Speller,
    markdown::{Block, Inline, Markdown, Reference, comment_lines, wrap_comment},
    surface::{Alias, Case, ModuleIndex, Operation, Patch, Surface, TypeDef, TypeKind},
};

/// Writes the comments of one module's file.
pub(super) struct Comments<'a> {
    pub(super) spelling: Spelling<'a>,
    pub(super) module: ModuleIndex,
}

impl<'a> Comments<'a> {
    fn surface(&self) -> &'a Surface {
        self.spelling.surface
    }

    /// A comment before something `level` levels in.
    pub(super) fn plain(&self, doc: &Markdown, level: usize) -> String {
        wrap(&self.lines(doc, "", None, level), level)
    }

    /// The same for a parameter that is a member of the bag of options.
    pub(super) fn option(&self, doc: &Markdown, operation: &Operation) -> String {
        wrap(&self.lines(doc, "", Some(operation), 1), 1)
    }

    /// What a module is about, at the head of its file.
    pub(super) fn module(&self) -> String {
        let module = self.surface().module(self.module);
        let mut lines = self.lines(&module.summary.followed_by(&module.doc), "", None, 0);
        lines.extend([String::new(), "@packageDocumentation".to_owned()]);
        wrap(&lines, 0)
    }

    /// What the whole is about.
    pub(super) fn package(&self) -> String {
        let mut lines = self.lines(&self.surface().summary.followed_by(&self.surface().doc), "", None, 0);
        lines.extend([String::new(), "@packageDocumentation".to_owned()]);
        wrap(&lines, 0)
    }

    /// An operation: what it does, its parameters, result, failures and examples.
    pub(super) fn operation(&self, operation: &Operation) -> String {
        let spelling = self.spelling;
        let mut lines = self.lines(&operation.summary.followed_by(&operation.doc), "", Some(operation), 0);
        lines.push(String::new());
        let bag = spelling.options(operation).map(|param| &param.names.id).collect::<Vec<_>>();
        for param in operation.params.iter().filter(|param| !bag.contains(&&param.names.id)) {
            let lead = format!("@param {} -", param.names.of(spelling.arm));
            lines.extend(self.lines(&param.doc, &lead, Some(operation), 0));
        }
        if !bag.is_empty() {
            lines.push(format!("@param {} - What may be left out.", spelling.bag_name(operation)));
        }
        if let Some(returns) = &operation.returns {
            lines.extend(self.lines(&returns.doc, "@returns", Some(operation), 0));
        }
        lines.extend(self.failures(operation, 0));
        for example in &operation.examples {
            lines.push("@example".to_owned());
            lines.extend(self.lines(&example.summary, "", Some(operation), 0));
            let call = spelling.call(operation, example).render(WIDTH - COMMENT.prefix.len(), STEP);
            let text = format!("{call};\n");
            let code = Markdown { blocks: vec![Block::Code { language: "ts".to_owned(), text }] };
            lines.extend(self.lines(&code, "", None, 0));
        }
        if lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        wrap(&lines, 0)
    }

    /// A method: the operation it is another way to call.
    pub(super) fn method(&self, alias: &Alias) -> String {
        let operation = self.surface().operation(alias.operation);
        let mut lines = self.lines(&operation.summary, "", Some(operation), 1);
        let call = self.reference(&Reference::Operation(operation.id.clone()), None);
        lines.push(String::new());
        lines.push(format!("Another way to call {call}."));
        wrap(&lines, 1)
    }

    /// A bag of options.
    pub(super) fn options(&self, operation: &Operation) -> String {
        let call = self.reference(&Reference::Operation(operation.id.clone()), None);
        wrap(&[format!("What may be left out in {call}.")], 0)
    }

    /// A type. What a patch's cases mean stands here, since they have no declaration of their own.
    pub(super) fn type_def(&self, def: &TypeDef) -> String {
        let mut doc = def.doc.clone();
        if let (TypeKind::Variant(cases), Some(patch)) = (&def.kind, def.patch) {
            doc = doc.followed_by(&patch_cases(cases, patch));
        }
        self.plain(&doc, 0)
    }

    fn failures(&self, operation: &Operation, level: usize) -> Vec<String> {
        let TypeKind::Enum(codes) = &self.surface().type_def(self.surface().error_code).kind else { return Vec::new() };
        let mut lines = Vec::new();
        for error in &operation.errors {
            if let Some(code) = codes.get(error.code) {
                let lead = format!("@throws `{}`:", code.names.wit);
                lines.extend(self.lines(&error.when, &lead, Some(operation), level));
            }
        }
        lines
    }

    fn lines(&self, doc: &Markdown, lead: &str, operation: Option<&Operation>, level: usize) -> Vec<String> {
        // The compiler drops the line break after a link in a tag.
        let resolve = |reference: &Reference| match lead {
            "" => self.reference(reference, operation),
            _ => self.speller(operation).span(reference),
        };
        let mut lines = comment_lines(doc, lead, &COMMENT, level * STEP, &resolve);
        if let Some(first) = lines.first_mut()
            && let Some(braced) = first.strip_prefix("@returns {")
        {
            // A brace after the tag would open a type.
            *first = format!("@returns \\{{{braced}");
        }
        lines
    }

    fn speller<'o>(&'o self, operation: Option<&'o Operation>) -> Speller<'o> {
        Speller { surface: self.surface(), arm: self.spelling.arm, operation }
    }

    /// A link to what the file declares; the name of anything else.
    pub(super) fn reference(&self, reference: &Reference, operation: Option<&Operation>) -> String {
        let surface = self.surface();
        let here = match reference {
            Reference::Operation(id) => surface
                .find_operation(id)
                .filter(|operation| operation.module == self.module)
                .map(|operation| operation.names.of(self.spelling.arm).to_owned()),
            Reference::Type(name) if !name.contains('.') => surface
                .find_type(name)
                .filter(|def| def.module == self.module)
                .map(|def| def.names.of(self.spelling.arm).to_owned()),
            Reference::Type(_) | Reference::Param(_) => None,
        };
        here.map_or_else(|| self.speller(operation).span(reference), |name| format!("{{@link {name}}}"))
    }
}

fn wrap(lines: &[String], level: usize) -> String {
    wrap_comment(lines, &COMMENT, level * STEP)
}

/// What to give for each case of a patch.
fn patch_cases(cases: &[Case], patch: Patch) -> Markdown {
    let given = [
        (patch.keep, Inline::Text("left out".to_owned())),
        (patch.empty, Inline::Code("null".to_owned())),
        (patch.set, Inline::Text("a value".to_owned())),
    ];
    let item = |(at, given): (usize, Inline)| {
        let case = cases.get(at)?;
        let mut blocks = vec![Block::Paragraph(vec![given, Inline::Text(": ".to_owned())])];
        let mut doc = case.doc.blocks.iter().cloned();
        match (doc.next(), blocks.first_mut()) {
            (Some(Block::Paragraph(first)), Some(Block::Paragraph(head))) => head.extend(first),
            (first, _) => blocks.extend(first),
        }
        blocks.extend(doc);
        Some(blocks)
    };
    let items = given.into_iter().filter_map(item).collect();
    Markdown { blocks: vec![Block::List { start: None, items }] }
}
