//! Types as TypeScript has them: in signatures, in documentation and in the declarations of the SDK.

use super::{
    declarations::Payload,
    literals::{key, string},
    sdk::Inside,
};
use crate::{
    arms::ArmIndex,
    layout::{Layout, concat, group, indent, list, spaced_list, text},
    surface::{Case, Field, Member, Operation, Param, Surface, Type, TypeDef, TypeIndex, TypeKind},
};

/// The members that an object has of `Object.prototype`.
const INHERITED: [&str; 7] =
    ["constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf"];

/// The SDK's own type for what a program gives without methods.
pub(super) const GIVEN: &str = "$Given";

/// Who writes a value of a type, which decides how much the type allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    /// A program: `null` is as good as nothing for an option, lists may be read-only.
    Taken,
    /// The host: what comes is exact.
    Returned,
    /// Both.
    Both,
    /// Nobody: documentation shows it, without what only the checker needs.
    Shown,
}

impl Flow {
    /// The flow of a type's members.
    pub(super) fn of(def: &TypeDef) -> Self {
        match (def.usage.input, def.usage.output) {
            (true, false) => Self::Taken,
            (true, true) => Self::Both,
            (false, _) => Self::Returned,
        }
    }

    fn read_only_member(self) -> &'static str {
        if matches!(self, Self::Returned | Self::Both) { "readonly " } else { "" }
    }

    fn read_only_list(self) -> &'static str {
        if matches!(self, Self::Taken | Self::Both) { "readonly " } else { "" }
    }
}

/// The language's words for the things of one surface, with the names of one of the two arms.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spelling<'a> {
    pub(super) surface: &'a Surface,
    pub(super) arm: ArmIndex,
    /// The module whose file is being written, where it is one of the SDK's.
    pub(super) inside: Option<&'a Inside<'a>>,
}

/// A type with a note whether it is a union, which needs brackets in a list.
struct Spelled {
    layout: Layout,
    compound: bool,
}

impl Spelled {
    fn simple(name: impl Into<String>) -> Self {
        Self { layout: text(name), compound: false }
    }

    fn union(parts: Vec<Layout>) -> Self {
        let mut pieces = vec![Layout::Break(""), Layout::Broken("| ")];
        for (at, part) in parts.into_iter().enumerate() {
            if at > 0 {
                pieces.extend([Layout::Break(" "), text("| ")]);
            }
            pieces.push(part);
        }
        Self { layout: group([indent(pieces)]), compound: true }
    }

    fn bracketed(self) -> Layout {
        if self.compound { group([text("("), self.layout, Layout::Break(""), text(")")]) } else { self.layout }
    }
}

impl<'a> Spelling<'a> {
    /// A type as it stands in a declaration.
    pub(super) fn ty(&self, ty: &Type, flow: Flow) -> Layout {
        self.spelled(ty, flow).layout
    }

    fn spelled(&self, ty: &Type, flow: Flow) -> Spelled {
        match ty {
            Type::Bool => Spelled::simple("boolean"),
            Type::U8
            | Type::U16
            | Type::U32
            | Type::U64
            | Type::S8
            | Type::S16
            | Type::S32
            | Type::S64
            | Type::F32
            | Type::F64 => Spelled::simple("number"),
            Type::Char | Type::String => Spelled::simple("string"),
            Type::List(item) if **item == Type::U8 && flow == Flow::Taken => {
                Spelled::union(vec![text("Uint8Array"), text("readonly number[]")])
            }
            Type::List(item) if **item == Type::U8 => Spelled::simple("Uint8Array"),
            Type::List(item) => {
                let read_only = flow.read_only_list();
                let pieces = [text(read_only), self.spelled(item, flow).bracketed(), text("[]")];
                Spelled { layout: concat(pieces), compound: !read_only.is_empty() }
            }
            Type::Option(value) => {
                let mut parts = vec![self.ty(value, flow)];
                if flow == Flow::Taken {
                    parts.push(text("null"));
                }
                parts.push(text("undefined"));
                Spelled::union(parts)
            }
            Type::Result { ok, err } => {
                let half = |kind, payload: &Option<Box<Type>>| self.half(kind, payload.as_deref(), flow);
                Spelled::union(vec![half("ok", ok), half("err", err)])
            }
            Type::Tuple(items) => {
                let read_only = flow.read_only_list();
                let items = items.iter().map(|item| self.ty(item, flow)).collect();
                Spelled { layout: list(format!("{read_only}["), items, ",", "]"), compound: !read_only.is_empty() }
            }
            Type::Named(index) => {
                let def = self.surface.type_def(*index);
                let name = self.type_name(def);
                if def.patch.is_some() {
                    // Where it cannot be left out, `undefined` leaves things as they are.
                    return Spelled::union(vec![text(name), text("undefined")]);
                }
                if flow == Flow::Taken && self.is_given_without_methods(def) {
                    return Spelled::simple(format!("{GIVEN}<{name}>"));
                }
                Spelled::simple(name)
            }
        }
    }

    /// A type's name; that of another module says where it is from when this module has the name itself.
    pub(super) fn type_name(&self, def: &TypeDef) -> String {
        let name = def.names.of(self.arm);
        match self.inside {
            Some(inside) if inside.module != def.module && inside.declares(name) => {
                let module = self.surface.module(def.module).names.of(self.arm);
                format!("import({}).{name}", string(&format!("./{module}.js")))
            }
            _ => name.to_owned(),
        }
    }

    /// What a program gives of a type it also gets needs none of the methods the SDK adds.
    pub(super) fn is_given_without_methods(&self, def: &TypeDef) -> bool {
        def.usage.output && self.inside.is_some_and(|inside| inside.leads[def.index.0 as usize])
    }

    /// A member: its name, `?` where it may be left out, and its type.
    pub(super) fn member(&self, name: &str, ty: &Type, left_out: bool, flow: Flow) -> Layout {
        let name = format!("{}{}", flow.read_only_member(), key(name));
        self.slot(name, ty, left_out, flow)
    }

    /// A parameter.
    pub(super) fn parameter(&self, param: &Param, flow: Flow) -> Layout {
        self.slot(param.names.of(self.arm).to_owned(), &param.ty, param.left_out, flow)
    }

    /// What can be left out: an option, a patch, a list marked so.
    fn slot(&self, name: String, ty: &Type, left_out: bool, flow: Flow) -> Layout {
        let absent = self.surface.has_absent(ty);
        // A list that may be left out is always there when it comes back.
        let left_out = left_out && flow != Flow::Returned;
        let mark = if absent || left_out { "?: " } else { ": " };
        concat([text(name + mark), self.marked(ty, flow)])
    }

    /// A type after a name that says itself whether the value may be left out.
    pub(super) fn marked(&self, ty: &Type, flow: Flow) -> Layout {
        match self.surface.resolve(ty) {
            Type::Option(value) if flow == Flow::Taken => {
                Spelled::union(vec![self.ty(value, flow), text("null")]).layout
            }
            Type::Option(value) => self.ty(value, flow),
            Type::Named(index) if self.surface.has_absent(ty) => text(self.type_name(self.surface.type_def(*index))),
            _ => self.ty(ty, flow),
        }
    }

    /// A case of a union: `kind`, and what it carries, beside it or under `value`.
    pub(super) fn case(&self, case: &Case, flow: Flow) -> (Layout, Option<Payload>) {
        let kind = kind_member(case.names.of(self.arm), flow);
        let payload = case.payload.as_ref().map(|payload| {
            if self.is_record(payload) {
                Payload::Beside(self.ty(payload, flow))
            } else {
                Payload::Member(self.member("value", payload, false, flow))
            }
        });
        (kind, payload)
    }

    /// A half of a result, whose payload is never spread.
    fn half(&self, kind: &str, payload: Option<&Type>, flow: Flow) -> Layout {
        let mut members = vec![kind_member(kind, flow)];
        members.extend(payload.map(|payload| self.member("value", payload, false, flow)));
        spaced_list("{", members, ";", "}")
    }

    /// Whether a type is a record, whose members a union spreads beside `kind`.
    pub(super) fn is_record(&self, ty: &Type) -> bool {
        matches!(self.surface.resolve(ty), Type::Named(index)
            if matches!(self.surface.type_def(*index).kind, TypeKind::Record(_)))
    }

    /// The variant a field spreads into its record, and its cases.
    pub(super) fn spread(&self, field: &Field) -> Option<(&'a TypeDef, &'a [Case])> {
        let Type::Named(index) = self.surface.resolve(&field.ty).clone() else { return None };
        let def = self.surface.type_def(index);
        match &def.kind {
            TypeKind::Variant(cases) if field.spread => Some((def, cases)),
            _ => None,
        }
    }

    /// Whether a variant is spread into a record. It then stands nowhere else, and each of its cases carries something.
    pub(super) fn is_spread(&self, variant: TypeIndex) -> bool {
        let spreads = |field: &Field| self.spread(field).is_some_and(|(def, _)| def.index == variant);
        self.surface.types.iter().any(|def| match &def.kind {
            TypeKind::Record(fields) => fields.iter().any(spreads),
            _ => false,
        })
    }

    /// A member that stands for a case of a spread variant, where it is given and where another one is.
    pub(super) fn spread_member(&self, case: &Case, given: bool, flow: Flow) -> Layout {
        let name = case.names.of(self.arm);
        match &case.payload {
            Some(payload) if given => self.member(name, payload, false, flow),
            // What every object inherits is always there, so it cannot be ruled out; the engine looks at own members.
            _ if INHERITED.contains(&name) => text(format!("{}{}?: unknown", flow.read_only_member(), key(name))),
            _ => text(format!("{}{}?: never", flow.read_only_member(), key(name))),
        }
    }

    /// A type's declaration without comments, as documentation shows it.
    pub(super) fn declaration(&self, def: &TypeDef, flow: Flow) -> Layout {
        let name = def.names.of(self.arm);
        let alias = |layout| concat([text(format!("type {name} = ")), layout, text(";")]);
        match &def.kind {
            TypeKind::Record(fields) => {
                let own = fields.iter().filter(|field| self.spread(field).is_none());
                let own = own.map(|field| self.member(field.names.of(self.arm), &field.ty, field.left_out, flow));
                let methods = self.methods(def.index, flow).into_iter().map(|(_, method)| method);
                let body = block(own.chain(methods).collect());
                let spread: Vec<_> = fields.iter().filter_map(|field| self.spread(field)).collect();
                if def.index == self.surface.api_error {
                    return concat([text(format!("class {name} extends Error ")), body]);
                }
                if spread.is_empty() {
                    return concat([text(format!("interface {name} ")), body]);
                }
                let mut pieces = vec![body];
                pieces.extend(spread.into_iter().map(|(def, _)| text(format!(" & {}", self.type_name(def)))));
                alias(concat(pieces))
            }
            TypeKind::Variant(cases) => match def.patch {
                Some(patch) => {
                    let value = cases.get(patch.set).and_then(|case| case.payload.as_ref());
                    let value = value.map_or_else(|| text("true"), |ty| self.ty(ty, flow));
                    alias(Spelled::union(vec![value, text("null")]).layout)
                }
                None if self.is_spread(def.index) => {
                    let alternative = |case| spaced_list("{", vec![self.spread_member(case, true, flow)], ";", "}");
                    Self::union_declaration(name, cases.iter().map(alternative).collect())
                }
                None => {
                    let alternative = |case| match self.case(case, flow) {
                        (kind, Some(Payload::Beside(record))) => {
                            concat([spaced_list("{", vec![kind], ";", "}"), text(" & "), record])
                        }
                        (kind, Some(Payload::Member(value))) => spaced_list("{", vec![kind, value], ";", "}"),
                        (kind, None) => spaced_list("{", vec![kind], ";", "}"),
                    };
                    Self::union_declaration(name, cases.iter().map(alternative).collect())
                }
            },
            TypeKind::Enum(words) => {
                Self::union_declaration(name, words.iter().map(|word| text(string(&word.names.wit))).collect())
            }
            TypeKind::Flags(bits) => {
                let bits = bits.iter().map(|bit| self.flag(bit, def, flow));
                concat([text(format!("interface {name} ")), block(bits.collect())])
            }
            TypeKind::Alias(target) => alias(self.ty(target, flow)),
        }
    }

    /// A bit of a flags type: left out is false, but what comes back has every bit.
    pub(super) fn flag(&self, bit: &Member, def: &TypeDef, flow: Flow) -> Layout {
        let mark = if def.usage.output && flow != Flow::Both { "" } else { "?" };
        let mark = if flow == Flow::Shown && def.usage.input { "?" } else { mark };
        text(format!("{}{}{mark}: boolean", flow.read_only_member(), key(bit.names.of(self.arm))))
    }

    /// `type Name = a | b;`, one alternative a line where it is long.
    fn union_declaration(name: &str, parts: Vec<Layout>) -> Layout {
        let mut pieces = vec![Layout::Break(" "), Layout::Broken("| ")];
        for (at, part) in parts.into_iter().enumerate() {
            if at > 0 {
                pieces.extend([Layout::Break(" "), text("| ")]);
            }
            pieces.push(part);
        }
        group([text(format!("type {name} =")), indent(pieces), text(";")])
    }
}

fn kind_member(kind: &str, flow: Flow) -> Layout {
    text(format!("{}kind: {}", flow.read_only_member(), string(kind)))
}

/// Members, one a line.
fn block(members: Vec<Layout>) -> Layout {
    let mut lines = Vec::new();
    for member in members {
        lines.extend([Layout::Newline, member, text(";")]);
    }
    concat([text("{"), indent(lines), Layout::Newline, text("}")])
}

/// Every named type in a type.
pub(super) fn each_named(ty: &Type, found: &mut impl FnMut(TypeIndex)) {
    match ty {
        Type::Named(index) => found(*index),
        Type::List(inner) | Type::Option(inner) => each_named(inner, found),
        Type::Result { ok, err } => [ok, err].into_iter().flatten().for_each(|ty| each_named(ty, found)),
        Type::Tuple(items) => items.iter().for_each(|item| each_named(item, found)),
        _ => {}
    }
}

/// Every type a declaration or signature names.
pub(super) fn types_of(def: &TypeDef) -> Vec<&Type> {
    match &def.kind {
        TypeKind::Record(fields) => fields.iter().map(|field| &field.ty).collect(),
        TypeKind::Variant(cases) => cases.iter().filter_map(|case| case.payload.as_ref()).collect(),
        TypeKind::Alias(target) => vec![target],
        TypeKind::Enum(_) | TypeKind::Flags(_) => Vec::new(),
    }
}

/// Every type an operation names.
pub(super) fn types_of_operation(operation: &Operation) -> impl Iterator<Item = &Type> {
    operation.params.iter().map(|param| &param.ty).chain(operation.returns.iter().map(|returns| &returns.ty))
}
