//! Types as Rust writes them, and what Rust asks to know about one.

use std::collections::BTreeSet;

use crate::{
    arms::ArmIndex,
    surface::{Names, Operation, Param, Surface, Type, TypeDef, TypeIndex, TypeKind},
};

/// Spells a surface in Rust.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spelling<'a> {
    pub(super) surface: &'a Surface,
    pub(super) arm: ArmIndex,
}

/// The parameters of a function.
#[derive(Debug)]
pub(super) struct Parameters<'a> {
    /// In order: the required ones, and after them the only one that may be left out.
    pub(super) positional: Vec<&'a Param>,
    /// Several that may be left out, in a struct of their own.
    pub(super) bag: Vec<&'a Param>,
}

impl<'a> Spelling<'a> {
    /// A name.
    pub(super) fn name(self, names: &'a Names) -> &'a str {
        names.of(self.arm)
    }

    /// The name of a type.
    pub(super) fn type_name(self, index: TypeIndex) -> &'a str {
        self.name(&self.surface.type_def(index).names)
    }

    /// The name of a type with its module's, as a program writes it.
    pub(super) fn type_path(self, index: TypeIndex) -> String {
        let def = self.surface.type_def(index);
        format!("{}::{}", self.name(&self.surface.module(def.module).names), self.name(&def.names))
    }

    /// What the program's functions return.
    pub(super) fn result(self, operation: &Operation) -> String {
        let ok = operation.returns.as_ref().map_or("()".to_owned(), |returns| self.owned(&returns.ty));
        format!("Result<{ok}, {}>", self.type_name(self.surface.api_error))
    }

    /// How the parameters of an operation stand in its function.
    pub(super) fn parameters(self, operation: &'a Operation) -> Parameters<'a> {
        let mut positional: Vec<_> = operation.required(self.surface).collect();
        let mut bag: Vec<_> = operation.optional(self.surface).collect();
        if bag.len() == 1 {
            positional.append(&mut bag);
        }
        Parameters { positional, bag }
    }

    /// The name of the parameter that takes the bag: no other parameter has it.
    pub(super) fn bag_name(self, parameters: &Parameters<'_>) -> String {
        let mut name = "options".to_owned();
        while parameters.positional.iter().any(|param| self.name(&param.names) == name) {
            name.push('_');
        }
        name
    }

    /// A type that owns its values: of a field, a result, an item.
    pub(super) fn owned(self, ty: &Type) -> String {
        let one = |ty: &Option<Box<Type>>| ty.as_ref().map_or("()".to_owned(), |ty| self.owned(ty));
        match ty {
            Type::Bool => "bool".to_owned(),
            Type::U8 => "u8".to_owned(),
            Type::U16 => "u16".to_owned(),
            Type::U32 => "u32".to_owned(),
            Type::U64 => "u64".to_owned(),
            Type::S8 => "i8".to_owned(),
            Type::S16 => "i16".to_owned(),
            Type::S32 => "i32".to_owned(),
            Type::S64 => "i64".to_owned(),
            Type::F32 => "f32".to_owned(),
            Type::F64 => "f64".to_owned(),
            Type::Char => "char".to_owned(),
            Type::String => "String".to_owned(),
            Type::List(item) => format!("Vec<{}>", self.owned(item)),
            Type::Option(inner) => format!("Option<{}>", self.owned(inner)),
            Type::Result { ok, err } => format!("Result<{}, {}>", one(ok), one(err)),
            Type::Tuple(items) => match items.as_slice() {
                [item] => format!("({},)", self.owned(item)),
                items => format!("({})", items.iter().map(|item| self.owned(item)).collect::<Vec<_>>().join(", ")),
            },
            Type::Named(index) => self.type_name(*index).to_owned(),
        }
    }

    /// The type of a parameter that stands for itself.
    pub(super) fn parameter(self, param: &Param) -> String {
        self.parameter_by(param, "Into", "Clone")
    }

    /// The same, with the traits of a range as they are to be written.
    pub(super) fn parameter_by(self, param: &Param, into: &str, clone: &str) -> String {
        let Some(range) = self.range_parameter(param) else { return self.borrowed(&param.ty) };
        let bound = format!("impl {into}<{}>", self.type_name(range.index));
        if range.list { format!("&[{bound} + {clone}]") } else { bound }
    }

    /// A type that borrows texts and lists, as the membrane takes it.
    pub(super) fn borrowed(self, ty: &Type) -> String {
        match self.surface.resolve(ty) {
            Type::String => "&str".to_owned(),
            Type::List(item) => match self.surface.resolve(item) {
                Type::String => "&[&str]".to_owned(),
                _ => format!("&[{}]", self.owned(item)),
            },
            Type::Option(inner) => format!("Option<{}>", self.borrowed(inner)),
            _ => self.owned(ty),
        }
    }

    /// The range a parameter is, or a list of them, which a program may then write as `start..=end`. A list that may be
    /// left out stays one of its own type, or an empty one would not say which.
    pub(super) fn range_parameter(self, param: &Param) -> Option<RangeParameter> {
        match self.surface.resolve(&param.ty) {
            Type::Named(index) => self.range(*index).map(|_| RangeParameter { index: *index, list: false }),
            Type::List(item) if !param.left_out => match self.surface.resolve(item) {
                Type::Named(index) => self.range(*index).map(|_| RangeParameter { index: *index, list: true }),
                _ => None,
            },
            _ => None,
        }
    }

    /// The type of a range's bounds: of a record with exactly the fields `start` and `end`, of one integer type.
    pub(super) fn range(self, index: TypeIndex) -> Option<&'a Type> {
        let TypeKind::Record(fields) = &self.surface.type_def(index).kind else { return None };
        let [start, end] = fields.as_slice() else { return None };
        let ty = self.surface.resolve(&start.ty);
        let named = start.names.id == "start" && end.names.id == "end";
        let integer =
            matches!(ty, Type::U8 | Type::U16 | Type::U32 | Type::U64 | Type::S8 | Type::S16 | Type::S32 | Type::S64);
        (named && integer && ty == self.surface.resolve(&end.ty)).then_some(&start.ty)
    }

    /// Whether a type has a default: numbers, texts, lists, options, patches, flags, and records of nothing but those.
    pub(super) fn has_default(self, ty: &Type) -> bool {
        !self.lacks_default(ty, &mut BTreeSet::new())
    }

    /// The same for a named type.
    pub(super) fn def_has_default(self, def: &TypeDef) -> bool {
        self.has_default(&Type::Named(def.index))
    }

    /// Looks at each named type once.
    fn lacks_default(self, ty: &Type, seen: &mut BTreeSet<TypeIndex>) -> bool {
        match ty {
            Type::Result { .. } => true,
            Type::Tuple(items) => items.iter().any(|item| self.lacks_default(item, seen)),
            Type::Named(index) if seen.insert(*index) => {
                let def = self.surface.type_def(*index);
                match &def.kind {
                    TypeKind::Record(fields) => fields.iter().any(|field| self.lacks_default(&field.ty, seen)),
                    TypeKind::Variant(_) => def.patch.is_none(),
                    TypeKind::Enum(_) => true,
                    TypeKind::Flags(_) => false,
                    TypeKind::Alias(target) => self.lacks_default(target, seen),
                }
            }
            _ => false,
        }
    }

    /// Whether a value may hold a float, which is not always equal to itself.
    pub(super) fn has_float(self, ty: &Type) -> bool {
        self.holds_float(ty, &mut BTreeSet::new())
    }

    /// The same for a named type.
    pub(super) fn def_has_float(self, def: &TypeDef) -> bool {
        self.has_float(&Type::Named(def.index))
    }

    /// Looks at each named type once.
    fn holds_float(self, ty: &Type, seen: &mut BTreeSet<TypeIndex>) -> bool {
        match ty {
            Type::F32 | Type::F64 => true,
            Type::List(item) | Type::Option(item) => self.holds_float(item, seen),
            Type::Result { ok, err } => ok.iter().chain(err).any(|ty| self.holds_float(ty, seen)),
            Type::Tuple(items) => items.iter().any(|item| self.holds_float(item, seen)),
            Type::Named(index) if seen.insert(*index) => match &self.surface.type_def(*index).kind {
                TypeKind::Record(fields) => fields.iter().any(|field| self.holds_float(&field.ty, seen)),
                TypeKind::Variant(cases) => {
                    cases.iter().filter_map(|case| case.payload.as_ref()).any(|ty| self.holds_float(ty, seen))
                }
                TypeKind::Enum(_) | TypeKind::Flags(_) => false,
                TypeKind::Alias(target) => self.holds_float(target, seen),
            },
            _ => false,
        }
    }

    /// Whether a value is copied and not moved.
    pub(super) fn is_copy(self, ty: &Type) -> bool {
        match self.surface.resolve(ty) {
            Type::String | Type::List(_) => false,
            Type::Option(inner) => self.is_copy(inner),
            Type::Result { ok, err } => ok.iter().chain(err).all(|ty| self.is_copy(ty)),
            Type::Tuple(items) => items.iter().all(|item| self.is_copy(item)),
            Type::Named(index) => {
                matches!(self.surface.type_def(*index).kind, TypeKind::Enum(_) | TypeKind::Flags(_))
            }
            _ => true,
        }
    }
}

/// A parameter that takes a range, or a list of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct RangeParameter {
    /// The record.
    pub(super) index: TypeIndex,
    /// Whether it is a list of them.
    pub(super) list: bool,
}
