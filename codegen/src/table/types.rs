//! Declared types: names to indices, type expressions to types, members to their names.

use std::collections::BTreeMap;

use super::{
    define::{self, Define, Naming},
    docs::Docs,
    fields::Reader,
    raw,
    spell::{self, Word},
    suggest, toolchain,
    wit::{Expr, ExprKind, Item, Name},
};
use crate::{
    diagnostic::{Diagnostic, code},
    markdown::Markdown,
    names::Kind,
    source::Span,
    surface::{ModuleIndex, Names, Origin, Type, TypeDef, TypeIndex, TypeKind, Usage},
};

/// Declared types, while a table is read.
#[derive(Debug)]
pub(super) struct Types {
    /// Every type, and last the one that stands for what could not be resolved.
    pub(super) defs: Vec<TypeDef>,
    /// What each type but the last was made from.
    pub(super) items: Vec<Item>,
    /// The names.
    pub(super) index: TypeNames,
    /// Uses of types, by types and by signatures.
    pub(super) mentions: Vec<Mention>,
}

/// Types by name.
#[derive(Debug)]
pub(super) struct TypeNames {
    by_name: BTreeMap<String, TypeIndex>,
    poison: TypeIndex,
}

/// A use of a named type.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mention {
    /// The type whose declaration it stands in; none for a signature.
    pub(super) by: Option<TypeIndex>,
    /// The module it stands in; none for the signature of a row whose module is not known.
    pub(super) module: Option<ModuleIndex>,
    pub(super) target: TypeIndex,
    pub(super) span: Span,
}

impl Types {
    /// A type by its name.
    pub(super) fn find(&self, name: &str) -> Option<&TypeDef> {
        self.index.by_name.get(name).map(|index| self.get(*index))
    }

    /// Looks up `type` or `type.member`.
    ///
    /// # Errors
    ///
    /// There is none; the nearest there is.
    pub(super) fn lookup(&self, path: &str) -> Result<(), Option<String>> {
        let (name, member) = path.split_once('.').map_or((path, None), |(name, member)| (name, Some(member)));
        let Some(def) = self.find(name) else {
            let near = suggest::nearest(name, self.index.iter());
            return Err(near.map(|near| member.map_or(near.to_owned(), |member| format!("{near}.{member}"))));
        };
        let Some(member) = member else { return Ok(()) };
        let members: Vec<&str> = members(&def.kind).map(|names| names.id.as_str()).collect();
        if members.contains(&member) {
            return Ok(());
        }
        Err(suggest::nearest(member, members.iter().copied()).map(|near| format!("{name}.{near}")))
    }

    /// A type by its index.
    pub(super) fn get(&self, index: TypeIndex) -> &TypeDef {
        &self.defs[index.0 as usize]
    }

    /// Whether it stands for a type that could not be resolved.
    pub(super) fn is_poison(&self, ty: &Type) -> bool {
        *self.resolve(ty) == self.index.poison()
    }

    /// Follows aliases.
    pub(super) fn resolve<'a>(&'a self, ty: &'a Type) -> &'a Type {
        let mut ty = ty;
        while let Type::Named(index) = ty
            && let TypeKind::Alias(target) = &self.get(*index).kind
        {
            ty = target;
        }
        ty
    }

    /// The declaration behind a type, through aliases; none for a type without a name.
    pub(super) fn declared(&self, ty: &Type) -> Option<&TypeDef> {
        match self.resolve(ty) {
            Type::Named(index) => Some(self.get(*index)),
            _ => None,
        }
    }

    /// Whether a value of the type may be left out: an option or a patch.
    pub(super) fn has_absent(&self, ty: &Type) -> bool {
        matches!(self.resolve(ty), Type::Option(_)) || self.is_patch(ty)
    }

    /// Whether the type is a patch.
    pub(super) fn is_patch(&self, ty: &Type) -> bool {
        self.declared(ty).is_some_and(|def| def.patch.is_some())
    }

    /// A type as WIT writes it, in backquotes.
    pub(super) fn spelled(&self, ty: &Type) -> String {
        format!("`{}`", ty.wit(&|index| self.get(index).names.id.as_str()))
    }

    /// Turns an expression of a signature of a module into a type; what names no type is reported.
    pub(super) fn lower(&mut self, reader: &mut Reader<'_>, expr: &Expr, module: Option<ModuleIndex>) -> Type {
        Lowering { index: &self.index, mentions: &mut self.mentions, module, by: None }.lower(reader, expr)
    }
}

impl TypeNames {
    /// What stands for a type that could not be resolved.
    pub(super) fn poison(&self) -> Type {
        Type::Named(self.poison)
    }

    /// Every name.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }
}

/// What WIT calls values by itself.
const PRIMITIVES: &[&str] =
    &["bool", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "f32", "f64", "char", "string", "list", "option"];

/// What other languages call them.
const FOREIGN: &[(&[&str], &str)] = &[
    (&["str", "text"], "string"),
    (&["boolean"], "bool"),
    (&["i8", "int8"], "s8"),
    (&["i16", "int16", "short"], "s16"),
    (&["i32", "int32", "int", "integer"], "s32"),
    (&["i64", "int64", "long", "isize"], "s64"),
    (&["uint8", "byte"], "u8"),
    (&["uint16"], "u16"),
    (&["uint32", "uint", "unsigned"], "u32"),
    (&["uint64", "usize", "size"], "u64"),
    (&["float", "float32"], "f32"),
    (&["double", "number", "float64"], "f64"),
    (&["bytes", "buffer", "blob"], "list<u8>"),
    (&["array", "vec", "sequence", "set"], "list"),
    (&["optional", "maybe", "nullable"], "option"),
];

/// Turns expressions into types.
pub(super) struct Lowering<'a> {
    pub(super) index: &'a TypeNames,
    mentions: &'a mut Vec<Mention>,
    module: Option<ModuleIndex>,
    by: Option<TypeIndex>,
}

impl Lowering<'_> {
    pub(super) fn lower(&mut self, reader: &mut Reader<'_>, expr: &Expr) -> Type {
        let mut inner = |expr: &Expr| Box::new(self.lower(reader, expr));
        match &expr.kind {
            ExprKind::Primitive(ty) => ty.clone(),
            ExprKind::List(item) => Type::List(inner(item)),
            ExprKind::Option(value) => Type::Option(inner(value)),
            ExprKind::Result { ok, err } => {
                Type::Result { ok: ok.as_deref().map(&mut inner), err: err.as_deref().map(&mut inner) }
            }
            ExprKind::Tuple(items) => Type::Tuple(items.iter().map(|item| *inner(item)).collect()),
            ExprKind::Broken => self.index.poison(),
            ExprKind::Named(name) => match self.index.by_name.get(name) {
                Some(&target) => {
                    self.mentions.push(Mention { by: self.by, module: self.module, target, span: expr.span });
                    Type::Named(target)
                }
                None => {
                    self.report_unknown(reader, name, expr.span);
                    self.index.poison()
                }
            },
        }
    }

    fn report_unknown(&self, reader: &mut Reader<'_>, name: &str, span: Span) {
        if reader.damage.may_declare(name) {
            return;
        }
        let foreign = FOREIGN.iter().find(|(names, _)| names.contains(&name)).map(|(_, ours)| *ours);
        let near = || {
            let known = self.index.iter().chain(PRIMITIVES.iter().copied());
            suggest::nearest(name, known)
        };
        let mut finding =
            Diagnostic::new(code::UNKNOWN_TYPE, span, format!("there is no type `{name}`")).label("unknown type");
        finding.help = foreign.or_else(near).map(|near| format!("did you mean `{near}`?"));
        reader.report(finding);
    }
}

/// Reads the types of all modules; `core` is the one that holds the failure type, `root` the surface's name.
pub(super) fn read(
    reader: &mut Reader<'_>,
    docs: &mut Docs,
    modules: &mut [raw::Module],
    core: ModuleIndex,
    root: &str,
) -> Types {
    let declared = declare(reader, modules, core, root);
    let names = declared.iter().map(|(_, item, _)| item.name.text.clone());
    let by_name: BTreeMap<String, TypeIndex> = names.zip((0..).map(TypeIndex)).collect();
    let poison = TypeIndex(u32::try_from(declared.len()).unwrap_or(u32::MAX));
    let index = TypeNames { by_name, poison };
    let naming = Naming::new(modules, &declared);
    let mut mentions = Vec::new();
    let mut defs = Vec::with_capacity(declared.len() + 1);
    let mut items = Vec::with_capacity(declared.len());
    for (at, (module, item, origin)) in (0..).zip(declared) {
        let at = TypeIndex(at);
        let mut lowering = Lowering { index: &index, mentions: &mut mentions, module: Some(module), by: Some(at) };
        let mut define = Define { reader, docs, lowering: &mut lowering, naming: &naming, item: &item };
        let (names, doc, kind) = define.all();
        let patch = define::patch(&kind).filter(|_| !item.broken);
        let span = item.name.span;
        defs.push(TypeDef { index: at, module, names, doc, kind, patch, usage: Usage::default(), origin, span });
        items.push(item);
    }
    defs.push(unresolved(reader, poison, core));
    Types { defs, items, index, mentions }
}

/// The declarations of all modules in the order of the surface; a second one of a name is reported and left out.
fn declare(
    reader: &mut Reader<'_>,
    modules: &mut [raw::Module],
    core: ModuleIndex,
    root: &str,
) -> Vec<(ModuleIndex, Item, Origin)> {
    let mut first: BTreeMap<String, Span> = BTreeMap::new();
    let mut declared = Vec::new();
    for (at, module) in (0..).map(ModuleIndex).zip(modules) {
        if at == core {
            declared.extend(toolchain::items(root).into_iter().map(|item| (at, item, Origin::Toolchain)));
        }
        for item in std::mem::take(&mut module.types) {
            let Name { text, span } = item.name.clone();
            if toolchain::TYPES.contains(&text.as_str()) {
                reader.report(
                    Diagnostic::new(code::RESERVED, span, format!("the toolchain declares `{text}` itself"))
                        .label("declared again")
                        .help("leave it out; every table has it, in the module of shared types"),
                );
                continue;
            }
            match first.get(&text) {
                Some(earlier) => reader.report(
                    Diagnostic::new(code::DUPLICATE, span, format!("the type `{text}` is declared twice"))
                        .label("declared again")
                        .related(*earlier, "declared here")
                        .help("type names are unique in a table; types of other modules are named as they stand"),
                ),
                None => {
                    first.insert(text, span);
                    declared.push((at, item, Origin::Table));
                }
            }
        }
    }
    declared
}

/// The names of a type's members.
pub(super) fn members(kind: &TypeKind) -> Box<dyn Iterator<Item = &Names> + '_> {
    match kind {
        TypeKind::Record(fields) => Box::new(fields.iter().map(|field| &field.names)),
        TypeKind::Variant(cases) => Box::new(cases.iter().map(|case| &case.names)),
        TypeKind::Enum(members) | TypeKind::Flags(members) => Box::new(members.iter().map(|member| &member.names)),
        TypeKind::Alias(_) => Box::new(std::iter::empty()),
    }
}

/// The type that stands for what could not be resolved; reported where it was written.
fn unresolved(reader: &mut Reader<'_>, index: TypeIndex, module: ModuleIndex) -> TypeDef {
    let names = spell::names(reader, Word::new(Kind::Type, "unresolved", Span::default()), &[]);
    TypeDef {
        index,
        module,
        names,
        doc: Markdown::default(),
        kind: TypeKind::Record(Vec::new()),
        patch: None,
        usage: Usage::default(),
        origin: Origin::Toolchain,
        span: Span::default(),
    }
}
