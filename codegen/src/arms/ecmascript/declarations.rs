//! The declarations of a module's types in the SDK, with the documentation of every member.

use super::{
    STEP, WIDTH,
    comments::Comments,
    types::{Flow, Spelling},
};
use crate::{
    layout::Layout,
    surface::{Case, Field, Operation, TypeDef, TypeKind},
};

/// Writes declarations.
pub(super) struct Declarations<'a> {
    pub(super) spelling: Spelling<'a>,
    pub(super) comments: Comments<'a>,
}

/// A member with the comment before it.
type Documented = (String, Layout);

impl Declarations<'_> {
    /// A type, from `interface` or `type` on.
    pub(super) fn type_def(&self, def: &TypeDef) -> String {
        let name = def.names.of(self.spelling.arm);
        let flow = Flow::of(def);
        match &def.kind {
            TypeKind::Record(fields) => self.record(def, fields, flow),
            TypeKind::Variant(cases) if def.patch.is_none() => {
                let spread = self.spelling.is_spread(def.index);
                let alternatives = (0..cases.len())
                    .map(|at| if spread { self.alternative(cases, at, flow) } else { self.case(&cases[at], flow) });
                format!("type {name} =\n{};", alternatives.collect::<Vec<_>>().join("\n"))
            }
            TypeKind::Flags(bits) => {
                let bits =
                    bits.iter().map(|bit| (self.comments.plain(&bit.doc, 1), self.spelling.flag(bit, def, flow)));
                format!("interface {name} {}", block(bits, 0))
            }
            TypeKind::Variant(_) | TypeKind::Enum(_) | TypeKind::Alias(_) => {
                self.spelling.declaration(def, flow).render(WIDTH - "export ".len(), STEP)
            }
        }
    }

    fn record(&self, def: &TypeDef, fields: &[Field], flow: Flow) -> String {
        let name = def.names.of(self.spelling.arm);
        let methods = self.spelling.methods(def.index, flow).into_iter();
        let methods = methods.map(|(alias, layout)| (self.comments.method(alias), layout));
        let body = block(self.fields(fields, flow).chain(methods), 0);
        let spread = fields.iter().filter_map(|field| self.spelling.spread(field));
        let spread = spread.map(|(def, _)| format!(" & {}", self.spelling.type_name(def))).collect::<Vec<_>>().concat();
        if spread.is_empty() { format!("interface {name} {body}") } else { format!("type {name} = {body}{spread};") }
    }

    /// The members of a record's own.
    fn fields(&self, fields: &[Field], flow: Flow) -> impl Iterator<Item = Documented> {
        fields.iter().filter(|field| self.spelling.spread(field).is_none()).map(move |field| {
            let name = field.names.of(self.spelling.arm);
            (self.comments.plain(&field.doc, 1), self.spelling.member(name, &field.ty, field.left_out, flow))
        })
    }

    /// The members of the failure type.
    pub(super) fn members(&self, def: &TypeDef) -> String {
        match &def.kind {
            TypeKind::Record(fields) => lines(self.fields(fields, Flow::Returned), 1),
            _ => String::new(),
        }
    }

    /// A bag of options.
    pub(super) fn options(&self, operation: &Operation) -> String {
        let members = self
            .spelling
            .options(operation)
            .map(|param| (self.comments.option(&param.doc, operation), self.spelling.option(param, Flow::Taken)));
        format!("interface {} {}", operation.options.of(self.spelling.arm), block(members, 0))
    }

    /// A case of a union, documented at its `kind`.
    fn case(&self, case: &Case, flow: Flow) -> String {
        let (kind, payload) = self.spelling.case(case, flow);
        let mut members = vec![(self.comments.plain(&case.doc, 3), kind)];
        let beside = match payload {
            Some(Payload::Beside(record)) => format!(" & {}", record.render(WIDTH, STEP)),
            Some(Payload::Member(value)) => {
                members.push((String::new(), value));
                String::new()
            }
            None => String::new(),
        };
        format!("  | {}{beside}", block(members, 2))
    }

    /// One way to give a spread variant.
    fn alternative(&self, cases: &[Case], given: usize, flow: Flow) -> String {
        let members = cases.iter().enumerate().map(|(at, case)| {
            let doc = if at == given { self.comments.plain(&case.doc, 3) } else { String::new() };
            (doc, self.spelling.spread_member(case, at == given, flow))
        });
        format!("  | {}", block(members, 2))
    }
}

/// What a case carries, as TypeScript has it.
pub(super) enum Payload {
    /// A record, spread beside `kind`.
    Beside(Layout),
    /// Anything else, the member `value`.
    Member(Layout),
}

/// Members in braces; the closing one stands `level` levels in.
fn block(members: impl IntoIterator<Item = Documented>, level: usize) -> String {
    format!("{{\n{}{}}}", lines(members, level + 1), " ".repeat(level * STEP))
}

/// Members, each with its comment on the lines before it.
fn lines(members: impl IntoIterator<Item = Documented>, level: usize) -> String {
    let pad = " ".repeat(level * STEP);
    let line = |(comment, member): Documented| format!("{comment}{pad}{};\n", member.render_at(WIDTH - 1, STEP, level));
    members.into_iter().map(line).collect()
}
