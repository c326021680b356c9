//! One declaration to one type: its names, its documentation and its members.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    docs::{Docs, Scope},
    fields::Reader,
    raw::{self, Overrides},
    spell::{self, Word},
    text::Text,
    types::Lowering,
    wit::{Doc, Expr, ExprKind, Item, ItemKind, Member},
};
use crate::{
    arms::ArmIndex,
    diagnostic::{Diagnostic, code},
    markdown::Markdown,
    names::Kind,
    source::Span,
    surface::{self, Case, Field, ModuleIndex, Names, Origin, Patch, Type, TypeKind},
};

/// What decides how members are named besides their ids.
#[derive(Debug)]
pub(super) struct Naming {
    /// Spellings that modules give, by type and member.
    overrides: BTreeMap<String, Overrides>,
    /// Variants that are spread into a record.
    spread: BTreeSet<String>,
}

impl Naming {
    /// Gathers what modules say of names.
    pub(super) fn new(modules: &[raw::Module], declared: &[(ModuleIndex, Item, Origin)]) -> Self {
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

    fn overrides(&self, of: &str) -> &[(ArmIndex, Text)] {
        self.overrides.get(of).map_or(&[], Vec::as_slice)
    }
}

/// Turns a declaration into a type.
pub(super) struct Define<'a, 'l, 's> {
    pub(super) reader: &'a mut Reader<'s>,
    pub(super) docs: &'a mut Docs,
    pub(super) lowering: &'a mut Lowering<'l>,
    pub(super) naming: &'a Naming,
    pub(super) item: &'a Item,
}

impl Define<'_, '_, '_> {
    /// The type's names, its documentation and what it is.
    pub(super) fn all(&mut self) -> (Names, Markdown, TypeKind) {
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

/// The cases of a patch, if the type has its shape: exactly `keep`, one empty case and `set(T)`.
pub(super) fn patch(kind: &TypeKind) -> Option<Patch> {
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
