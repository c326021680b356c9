//! Types of two tables made comparable: each becomes a number, the same number where they are the same.
//!
//! Aliases are looked through. Parts are numbered before wholes, so a type costs what it is long, however often its parts
//! are shared.

use std::{cell::RefCell, collections::BTreeMap, fmt::Write};

use super::{
    pairing::{index, position},
    pairs::Pairs,
};
use crate::surface::{Operation, Surface, Type, TypeIndex, TypeKind};

/// Which of two tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    Old,
    New,
}

/// How a named type is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sight {
    /// By what it is made of.
    Structure,
    /// By its name in the new table.
    Name,
}

/// The numbers of types of two tables.
pub(super) struct Shapes<'a> {
    old: &'a Surface,
    new: &'a Surface,
    /// For each old type, the new one it has become.
    renamed: BTreeMap<TypeIndex, TypeIndex>,
    numbers: RefCell<BTreeMap<String, u32>>,
    known: RefCell<BTreeMap<(bool, Sight, TypeIndex), u32>>,
}

impl<'a> Shapes<'a> {
    pub(super) fn new(old: &'a Surface, new: &'a Surface) -> Self {
        Self { old, new, renamed: BTreeMap::new(), numbers: RefCell::default(), known: RefCell::default() }
    }

    /// Says which types belong together; until then every type has only the structure.
    pub(super) fn name_types(&mut self, types: &Pairs) {
        let pairs = types.same.iter();
        self.renamed = pairs.map(|(old, new)| (TypeIndex(index(*old)), TypeIndex(index(*new)))).collect();
    }

    /// What a named type is made of.
    pub(super) fn structure(&self, version: Version, ty: TypeIndex) -> u32 {
        self.number(version, Sight::Structure, &Type::Named(ty))
    }

    /// Whether a use of a type is of the same types by name.
    pub(super) fn same(&self, old: &Type, new: &Type) -> bool {
        self.number(Version::Old, Sight::Name, old) == self.number(Version::New, Sight::Name, new)
    }

    /// Whether two types are made of the same, whatever they are called.
    pub(super) fn alike(&self, old: &Type, new: &Type) -> bool {
        self.number(Version::Old, Sight::Structure, old) == self.number(Version::New, Sight::Structure, new)
    }

    /// Whether a use of a type is written with the same names, aliases among them.
    pub(super) fn same_text(&self, old: &Type, new: &Type) -> bool {
        match (old, new) {
            (Type::List(a), Type::List(b)) | (Type::Option(a), Type::Option(b)) => self.same_text(a, b),
            (Type::Tuple(a), Type::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.same_text(a, b))
            }
            (Type::Result { ok: a, err: c }, Type::Result { ok: b, err: d }) => {
                let same = |a: &Option<Box<Type>>, b: &Option<Box<Type>>| match (a, b) {
                    (Some(a), Some(b)) => self.same_text(a, b),
                    (a, b) => a.is_none() && b.is_none(),
                };
                same(a, b) && same(c, d)
            }
            (Type::Named(a), Type::Named(b)) => self.renamed.get(a) == Some(b),
            (a, b) => a == b,
        }
    }

    /// A number for a type's use by name.
    pub(super) fn named(&self, version: Version, ty: &Type) -> u32 {
        self.number(version, Sight::Name, ty)
    }

    /// The parameters by name and type, and the result.
    pub(super) fn signature(&self, version: Version, operation: &Operation) -> u32 {
        let mut text = String::from("func");
        for param in &operation.params {
            let _ = write!(text, " {}:{}", param.names.id, self.named(version, &param.ty));
        }
        if let Some(returns) = &operation.returns {
            let _ = write!(text, " -> {}", self.named(version, &returns.ty));
        }
        self.intern(text)
    }

    fn number(&self, version: Version, sight: Sight, ty: &Type) -> u32 {
        let inner = |ty: &Type| self.number(version, sight, ty).to_string();
        let text = match ty {
            Type::Named(index) => return self.named_number(version, sight, *index),
            Type::List(item) => format!("list {}", inner(item)),
            Type::Option(item) => format!("option {}", inner(item)),
            Type::Result { ok, err } => {
                let part = |ty: &Option<Box<Type>>| ty.as_deref().map_or("_".to_owned(), inner);
                format!("result {} {}", part(ok), part(err))
            }
            Type::Tuple(items) => format!("tuple {}", items.iter().map(inner).collect::<Vec<_>>().join(" ")),
            simple => format!("{simple:?}"),
        };
        self.intern(text)
    }

    fn named_number(&self, version: Version, sight: Sight, at: TypeIndex) -> u32 {
        let key = (version == Version::New, sight, at);
        if let Some(number) = self.known.borrow().get(&key) {
            return *number;
        }
        let surface = match version {
            Version::Old => self.old,
            Version::New => self.new,
        };
        let def = surface.type_def(at);
        let number = match (&def.kind, sight) {
            (TypeKind::Alias(target), _) => self.number(version, sight, target),
            (_, Sight::Name) => {
                let new = match version {
                    Version::Old => self.renamed.get(&at).copied(),
                    Version::New => Some(at),
                };
                self.intern(match new {
                    Some(new) => format!("type {}", position(new.0)),
                    None => format!("gone {}", position(at.0)),
                })
            }
            (kind, Sight::Structure) => {
                let text = self.structure_text(version, kind);
                self.intern(text)
            }
        };
        self.known.borrow_mut().insert(key, number);
        number
    }

    fn structure_text(&self, version: Version, kind: &TypeKind) -> String {
        let number = |ty: &Type| self.number(version, Sight::Structure, ty);
        let mut text = String::new();
        match kind {
            TypeKind::Record(fields) => {
                text.push_str("record");
                for field in fields {
                    let _ = write!(text, " {}:{}", field.names.id, number(&field.ty));
                }
            }
            TypeKind::Variant(cases) => {
                text.push_str("variant");
                for case in cases {
                    let _ = write!(text, " {}", case.names.id);
                    if let Some(payload) = &case.payload {
                        let _ = write!(text, ":{}", number(payload));
                    }
                }
            }
            TypeKind::Enum(members) | TypeKind::Flags(members) => {
                text.push_str(if matches!(kind, TypeKind::Enum(_)) { "enum" } else { "flags" });
                for member in members {
                    let _ = write!(text, " {}", member.names.id);
                }
            }
            TypeKind::Alias(target) => {
                let _ = write!(text, "{}", number(target));
            }
        }
        text
    }

    fn intern(&self, text: String) -> u32 {
        let mut numbers = self.numbers.borrow_mut();
        let next = index(numbers.len());
        *numbers.entry(text).or_insert(next)
    }
}
