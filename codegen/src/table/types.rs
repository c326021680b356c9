//! Declared types: names to indices, type expressions to types, members to their names.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    docs::{Docs, Scope},
    fields::Reader,
    raw::{self, Overrides},
    spell::{self, Word},
    suggest, toolchain,
    wit::{Doc, Expr, ExprKind, Item, ItemKind, Member, Name},
};
use crate::{
    diagnostic::{Diagnostic, code},
    markdown::Markdown,
    names::Kind,
    source::Span,
    surface::{self, Case, Field, ModuleIndex, Names, Origin, Patch, Type, TypeDef, TypeIndex, TypeKind, Usage},
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
    /// The module it stands in.
    pub(super) module: ModuleIndex,
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

    /// Turns an expression of a module's signature into a type; what names no type is reported.
    pub(super) fn lower(&mut self, reader: &mut Reader<'_>, expr: &Expr, module: ModuleIndex) -> Type {
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

/// Turns expressions into types.
struct Lowering<'a> {
    index: &'a TypeNames,
    mentions: &'a mut Vec<Mention>,
    module: ModuleIndex,
    by: Option<TypeIndex>,
}

impl Lowering<'_> {
    fn lower(&mut self, reader: &mut Reader<'_>, expr: &Expr) -> Type {
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
        let primitives =
            ["bool", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "f32", "f64", "char", "string", "list"];
        let known: Vec<&str> = self.index.iter().chain(primitives).collect();
        let mut finding =
            Diagnostic::new(code::UNKNOWN_TYPE, span, format!("there is no type `{name}`")).label("unknown type");
        finding.help = suggest::nearest(name, known).map(|near| format!("did you mean `{near}`?"));
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
        let mut lowering = Lowering { index: &index, mentions: &mut mentions, module, by: Some(at) };
        let mut define = Define { reader, docs, lowering: &mut lowering, naming: &naming, item: &item };
        let (names, doc, kind) = define.all();
        let patch = patch(&kind).filter(|_| !item.broken);
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

/// What decides how members are named besides their ids.
struct Naming {
    /// Spellings that modules give, by type and member.
    overrides: BTreeMap<String, Overrides>,
    /// Variants that are spread into a record.
    spread: BTreeSet<String>,
}

impl Naming {
    fn new(modules: &[raw::Module], declared: &[(ModuleIndex, Item, Origin)]) -> Self {
        let mut overrides: BTreeMap<String, Overrides> = BTreeMap::new();
        for (of, arm, name) in modules.iter().flat_map(|module| &module.names) {
            overrides.entry(of.value.clone()).or_default().push((*arm, name.clone()));
        }
        let marks: BTreeSet<&str> =
            modules.iter().flat_map(|module| &module.spread).map(|mark| mark.value.as_str()).collect();
        let mut spread = BTreeSet::new();
        for (_, item, _) in declared.iter().filter(|_| !marks.is_empty()) {
            for member in item.kind.members() {
                if marks.contains(format!("{}.{}", item.name.text, member.name.text).as_str())
                    && let Some(Expr { kind: ExprKind::Named(variant), .. }) = &member.ty
                {
                    spread.insert(variant.clone());
                }
            }
        }
        Self { overrides, spread }
    }

    fn overrides(&self, of: &str) -> &[(crate::arms::ArmIndex, super::text::Text)] {
        self.overrides.get(of).map_or(&[], Vec::as_slice)
    }
}

/// Turns a declaration into a type.
struct Define<'a, 'l, 's> {
    reader: &'a mut Reader<'s>,
    docs: &'a mut Docs,
    lowering: &'a mut Lowering<'l>,
    naming: &'a Naming,
    item: &'a Item,
}

impl Define<'_, '_, '_> {
    fn all(&mut self) -> (Names, Markdown, TypeKind) {
        let item = self.item;
        let name = &item.name.text;
        let names = spell::names(self.reader, Word::new(Kind::Type, name, item.name.span), self.naming.overrides(name));
        let what = format!("the {} `{name}`", item.kind.word());
        let doc = self.doc(&what, item.doc.as_ref(), item.name.span);
        self.check_members();
        let kind = match &item.kind {
            ItemKind::Record(members) => TypeKind::Record(members.iter().map(|member| self.field(member)).collect()),
            ItemKind::Variant(members) => TypeKind::Variant(members.iter().map(|member| self.case(member)).collect()),
            ItemKind::Enum(members) => {
                TypeKind::Enum(members.iter().map(|member| self.member(Kind::EnumCase, member)).collect())
            }
            ItemKind::Flags(members) => {
                TypeKind::Flags(members.iter().map(|member| self.member(Kind::Flag, member)).collect())
            }
            ItemKind::Alias(target) => TypeKind::Alias(self.lowering.lower(self.reader, target)),
        };
        (names, doc, kind)
    }

    /// Every type has a member, and flags fit into 32 bits.
    fn check_members(&mut self) {
        let members = self.item.kind.members();
        let span = self.item.name.span;
        let word = self.item.kind.word();
        let name = &self.item.name.text;
        if members.is_empty() && !self.item.broken && !matches!(self.item.kind, ItemKind::Alias(_)) {
            let message = format!("the {word} `{name}` has no member");
            self.reader.report(Diagnostic::new(code::EMPTY_TYPE, span, message).label("empty"));
        }
        if members.len() > 32 && matches!(self.item.kind, ItemKind::Flags(_)) {
            let message = format!("the flags `{name}` have {} bits", members.len());
            self.reader.report(Diagnostic::new(code::TOO_LARGE_TYPE, span, message).label("more than 32"));
        }
    }

    fn doc(&mut self, what: &str, doc: Option<&Doc>, span: Span) -> Markdown {
        match doc {
            Some(doc) if !doc.text.trim().is_empty() => {
                self.docs.parse(self.reader, &doc.text, doc.span, Scope::Elsewhere)
            }
            _ => {
                self.reader.report(
                    Diagnostic::new(code::UNDOCUMENTED, span, format!("{what} is not documented"))
                        .label("no documentation")
                        .help("say what it is in a line before it: `/// ...`"),
                );
                Markdown::default()
            }
        }
    }

    fn field(&mut self, member: &Member) -> Field {
        let surface::Member { names, doc, span } = self.member(Kind::Field, member);
        let ty = self.payload(member).unwrap_or_else(|| self.lowering.index.poison());
        Field { names, ty, doc, left_out: false, spread: false, span }
    }

    fn case(&mut self, member: &Member) -> Case {
        let surface::Member { names, doc, span } = self.member(Kind::Case, member);
        Case { names, payload: self.payload(member), doc, span }
    }

    fn payload(&mut self, member: &Member) -> Option<Type> {
        member.ty.as_ref().map(|ty| self.lowering.lower(self.reader, ty))
    }

    fn member(&mut self, kind: Kind, member: &Member) -> surface::Member {
        let of = &self.item.name.text;
        let id = &member.name.text;
        let path = format!("{of}.{id}");
        let span = member.name.span;
        let doc = self.doc(&format!("`{path}`"), member.doc.as_ref(), span);
        let overrides = self.naming.overrides(&path);
        let long = format!("{of}-{id}");
        let names = match kind {
            Kind::Case if self.naming.spread.contains(of) => {
                spell::spread_names(self.reader, id, &long, span, overrides)
            }
            Kind::Case => spell::names(self.reader, Word { kind, id, long: Some(&long), span }, overrides),
            _ => spell::names(self.reader, Word::new(kind, id, span), overrides),
        };
        surface::Member { names, doc, span }
    }
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

/// The cases of a patch, if the type has its shape: exactly `keep`, one empty case and `set(T)`.
fn patch(kind: &TypeKind) -> Option<Patch> {
    let TypeKind::Variant(cases) = kind else { return None };
    let find = |name: &str| cases.iter().position(|case| case.names.id == name);
    let (keep, set) = (find("keep")?, find("set")?);
    let empty = (0..3).find(|at| *at != keep && *at != set)?;
    let fits = cases.len() == 3
        && keep != set
        && cases[keep].payload.is_none()
        && cases[set].payload.is_some()
        && cases[empty].payload.is_none();
    fits.then_some(Patch { keep, empty, set })
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
