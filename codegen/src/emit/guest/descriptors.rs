//! A surface as the engine's descriptors.

use std::collections::HashMap;

use gg_descriptors::{Case, Descriptors, Field, Operation, Param, Shape, Specifier, Words};

use super::position;
use crate::{
    arms::{self, ArmIndex, Place, ecmascript},
    expected,
    surface::{self, Surface, Type, TypeDef, TypeKind},
};

/// What the engine knows of a surface.
pub fn describe(surface: &Surface) -> Descriptors {
    let arm = arms::javascript();
    let root = surface.name.of(arm);
    let mut specifiers = vec![Specifier { name: root.to_owned(), path: ecmascript::INDEX.to_owned() }];
    specifiers.extend(surface.modules.iter().map(|module| {
        let name = module.names.of(arm);
        Specifier { name: ecmascript::specifier(root, name), path: ecmascript::module_path(name) }
    }));
    let mut types = Types { surface, arm, known: HashMap::new(), types: Vec::new() };
    let operations = surface.operations.iter().map(|operation| types.operation(operation)).collect();
    let codes = match &surface.type_def(surface.error_code).kind {
        TypeKind::Enum(words) => words.iter().map(|word| word.names.wit.clone()).collect(),
        _ => Vec::new(),
    };
    Descriptors { root: root.to_owned(), specifiers, codes, words: words(surface, arm), types: types.types, operations }
}

fn words(surface: &Surface, arm: ArmIndex) -> Words {
    Words {
        refused: expected::REFUSED.to_owned(),
        refused_whole: expected::REFUSED_WHOLE.to_owned(),
        nothing: expected::NOTHING.to_owned(),
        unknown: expected::UNKNOWN.to_owned(),
        unknown_of_none: expected::UNKNOWN_OF_NONE.to_owned(),
        at_most: expected::AT_MOST.to_owned(),
        at_most_one: expected::AT_MOST_ONE.to_owned(),
        exactly_one: expected::EXACTLY_ONE.to_owned(),
        several: expected::SEVERAL.to_owned(),
        none: expected::NONE.to_owned(),
        well_formed: expected::WELL_FORMED.to_owned(),
        options: expected::OPTIONS.to_owned(),
        boolean: expected::expected(surface, arm, &Type::Bool),
        one_of: expected::ONE_OF.to_owned(),
        unreadable: expected::UNREADABLE.to_owned(),
        longest_value: position(expected::LONGEST_VALUE),
    }
}

/// The types that occur, each once.
struct Types<'a> {
    surface: &'a Surface,
    arm: ArmIndex,
    known: HashMap<Type, u32>,
    types: Vec<gg_descriptors::Type>,
}

impl Types<'_> {
    fn operation(&mut self, operation: &surface::Operation) -> Operation {
        let (surface, arm) = (self.surface, self.arm);
        let layout = arm.arm().call_layout(surface, operation);
        let params = operation.params.iter().zip(&layout.places).map(|(param, place)| Param {
            name: param.names.of(arm).to_owned(),
            position: match place {
                Place::Positional(at) => Some(position(*at)),
                Place::Keyword | Place::Option => None,
            },
            left_out: param.left_out,
            ty: self.ty(&param.ty),
        });
        let params = params.collect();
        let returns = operation.returns.as_ref().map(|returns| Box::new(returns.ty.clone()));
        let error = Some(Box::new(Type::Named(surface.api_error)));
        let answer = Type::Result { ok: returns, err: error };
        Operation {
            id: operation.id.clone(),
            key: operation.names.id.clone(),
            raw: ecmascript::raw_name(surface, arm, operation),
            name: operation.names.of(arm).to_owned(),
            spelling: arm.arm().spell(surface, operation),
            bag: layout.bag.then(|| ecmascript::bag_name(surface, arm, operation).to_owned()),
            params,
            answer: self.ty(&answer),
        }
    }

    /// The position of a type, which stands in the list afterwards.
    fn ty(&mut self, ty: &Type) -> u32 {
        let ty = self.surface.resolve(ty);
        if let Some(known) = self.known.get(ty) {
            return *known;
        }
        let shape = self.shape(ty);
        let at = position(self.types.len());
        self.types.push(gg_descriptors::Type { expected: expected::expected(self.surface, self.arm, ty), shape });
        self.known.insert(ty.clone(), at);
        at
    }

    fn shape(&mut self, ty: &Type) -> Shape {
        let mut half = |half: &Option<Box<Type>>| half.as_ref().map(|ty| self.ty(ty));
        match ty {
            Type::Bool => Shape::Bool,
            Type::U8 => Shape::U8,
            Type::U16 => Shape::U16,
            Type::U32 => Shape::U32,
            Type::U64 => Shape::U64,
            Type::S8 => Shape::S8,
            Type::S16 => Shape::S16,
            Type::S32 => Shape::S32,
            Type::S64 => Shape::S64,
            Type::F32 => Shape::F32,
            Type::F64 => Shape::F64,
            Type::Char => Shape::Char,
            Type::String => Shape::String,
            Type::Result { ok, err } => Shape::Result { ok: half(ok), err: half(err) },
            Type::List(item) => Shape::List(self.ty(item)),
            Type::Option(value) => Shape::Option(self.ty(value)),
            Type::Tuple(items) => Shape::Tuple(items.iter().map(|item| self.ty(item)).collect()),
            Type::Named(index) => self.named(self.surface.type_def(*index)),
        }
    }

    fn named(&mut self, def: &TypeDef) -> Shape {
        let arm = self.arm;
        match (&def.kind, def.patch) {
            (TypeKind::Record(fields), _) => Shape::Record(
                fields
                    .iter()
                    .map(|field| Field {
                        name: field.names.of(arm).to_owned(),
                        ty: self.ty(&field.ty),
                        left_out: field.left_out,
                        spread: field.spread,
                    })
                    .collect(),
            ),
            (TypeKind::Variant(cases), Some(patch)) => Shape::Patch {
                keep: position(patch.keep),
                empty: position(patch.empty),
                set: position(patch.set),
                value: cases.get(patch.set).and_then(|set| set.payload.as_ref()).map(|payload| self.ty(payload)),
            },
            (TypeKind::Variant(cases), None) => Shape::Variant(
                cases
                    .iter()
                    .map(|case| Case {
                        name: case.names.of(arm).to_owned(),
                        payload: case.payload.as_ref().map(|payload| self.ty(payload)),
                    })
                    .collect(),
            ),
            (TypeKind::Enum(words), _) => Shape::Enum(words.iter().map(|word| word.names.wit.clone()).collect()),
            (TypeKind::Flags(bits), _) => Shape::Flags(bits.iter().map(|bit| bit.names.of(arm).to_owned()).collect()),
            (TypeKind::Alias(target), _) => {
                let target = target.clone();
                self.shape(&target)
            }
        }
    }
}
