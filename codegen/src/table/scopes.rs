//! Names are unique: every generated scope of every language is filled once, and two that meet are reported together.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use super::{fields::Reader, suggest, toolchain};
use crate::{
    arms::{self, ArmIndex, CallLayout, Profile},
    diagnostic::{Diagnostic, code},
    names::{Holder, Kind, Scope, Thing},
    source::Span,
    surface::{Alias, ModuleIndex, Names, Operation, Surface, Type, TypeDef, TypeIndex, TypeKind},
};

/// Reports every collision, each pair of places once, with the languages in which they meet; `root` is where the
/// surface's name is written.
pub(super) fn check(reader: &mut Reader<'_>, surface: &Surface, root: Span) {
    let mut meetings = Meetings::default();
    let facts = Facts::new(surface, root);
    for language in Language::all() {
        language.fill(&facts, &mut meetings);
    }
    for ((span, first), meeting) in meetings.0 {
        let Meeting { name, what, other, languages } = meeting;
        let every = languages.len() == Language::all().len();
        let in_arms = arms::ALL.iter().any(|arm| languages.contains(&arm.profile().label));
        let otherwise = if in_arms && !what.starts_with("the surface") {
            ", or spell it otherwise in an arm: `name.ARM = \"...\"`"
        } else {
            ""
        };
        let languages = if every { "every language".to_owned() } else { suggest::enumerate(&languages) };
        let message = format!("{what} and {other} are both `{name}` in {languages}");
        let mut finding = Diagnostic::new(code::COLLISION, span, message).label(format!("would be `{name}`"));
        finding = match first {
            Some(first) => finding.related(first, "so would this").help(format!("rename one of them{otherwise}")),
            None => finding.help(format!("rename it{otherwise}")),
        };
        reader.report(finding);
    }
}

/// What is asked of the surface often.
struct Facts<'a> {
    surface: &'a Surface,
    /// Where the surface's name is written.
    root: Span,
    /// Variants that are spread into a record.
    spread: BTreeSet<TypeIndex>,
    aliases: BTreeMap<TypeIndex, Vec<&'a Alias>>,
}

impl<'a> Facts<'a> {
    fn new(surface: &'a Surface, root: Span) -> Self {
        let fields = surface.types.iter().flat_map(|def| match &def.kind {
            TypeKind::Record(fields) => fields.as_slice(),
            _ => &[],
        });
        let spread = fields.filter(|field| field.spread).filter_map(|field| named(&field.ty)).collect();
        let mut aliases: BTreeMap<TypeIndex, Vec<&Alias>> = BTreeMap::new();
        for alias in &surface.aliases {
            aliases.entry(alias.ty).or_default().push(alias);
        }
        Self { surface, root, spread, aliases }
    }
}

/// Whether an arm gathers what may be left out of an operation in a type of its own.
fn has_bag(profile: &Profile, surface: &Surface, operation: &Operation) -> bool {
    CallLayout::new(profile.optional, surface, operation).bag
}

/// Something whose id says all of it.
fn whole<'a>(what: &'static str, id: &'a str) -> Thing<'a> {
    Thing { what, of: "", id }
}

fn named(ty: &Type) -> Option<TypeIndex> {
    match ty {
        Type::Named(index) => Some(*index),
        _ => None,
    }
}

/// Collisions by the places of the two, none for what the generated code needs itself.
#[derive(Default)]
struct Meetings(BTreeMap<(Span, Option<Span>), Meeting>);

struct Meeting {
    name: String,
    what: String,
    other: String,
    languages: Vec<&'static str>,
}

/// A language names are spelled in.
enum Language {
    /// WIT itself, in which names that differ by hyphens alone are one to some tools.
    Wit,
    /// The generated Rust host.
    Host,
    Arm(ArmIndex),
}

impl Language {
    fn all() -> Vec<Self> {
        [Self::Wit, Self::Host].into_iter().chain(arms::indices().map(Self::Arm)).collect()
    }

    fn label(&self) -> &'static str {
        match self {
            Self::Wit => "WIT",
            Self::Host => "the Rust host",
            Self::Arm(arm) => arm.arm().profile().label,
        }
    }

    fn profile(&self) -> Option<&'static Profile> {
        match self {
            Self::Wit | Self::Host => None,
            Self::Arm(arm) => Some(arm.arm().profile()),
        }
    }

    fn name<'a>(&self, names: &'a Names) -> Cow<'a, str> {
        match self {
            Self::Wit if names.wit.contains('-') => names.wit.replace('-', "").into(),
            Self::Wit => names.wit.as_str().into(),
            Self::Host => names.host.as_str().into(),
            Self::Arm(arm) => names.of(*arm).into(),
        }
    }

    /// A scope that holds what the generated code needs itself.
    fn scope<'a>(&self, kinds: &[Kind]) -> Scope<'a> {
        self.seeded(Scope::new(), kinds)
    }

    fn seeded<'a>(&self, mut scope: Scope<'a>, kinds: &[Kind]) -> Scope<'a> {
        let helpers = self.profile().map_or(&[][..], |profile| profile.helpers);
        for (_, names) in helpers.iter().filter(|(kind, _)| kinds.contains(kind)) {
            for name in *names {
                // A helper of several kinds is one helper.
                let _ = scope.claim((*name).into(), Holder::Generated("a name the generated code needs"));
            }
        }
        scope
    }

    fn fill(&self, facts: &Facts<'_>, meetings: &mut Meetings) {
        let mut root = self.scope(&[Kind::Root]);
        let name = &facts.surface.name;
        self.claim(&mut root, name, facts.root, whole("the surface", &name.id), meetings);
        let mut package = self.seeded(Scope::ignoring_case(), &[Kind::Module]);
        for (at, module) in (0..).map(ModuleIndex).zip(&facts.surface.modules) {
            let id = &module.names.id;
            if !matches!(self, Self::Wit) {
                self.claim(&mut package, &module.names, module.span, whole("the module", id), meetings);
            } else if !toolchain::keeps_interface(&module.interface) {
                let name = (module.interface.replace('-', "").into(), Some(module.interface.as_str()));
                let thing = whole("the interface of the module", id);
                self.claim_name(&mut package, name, module.span, thing, meetings);
            }
            self.module(facts, at, meetings);
        }
        if matches!(self, Self::Host) {
            let mut ids = Scope::new();
            for operation in &facts.surface.operations {
                let name = (operation.variant.as_str().into(), None);
                self.claim_name(&mut ids, name, operation.span, whole("the operation", &operation.id), meetings);
            }
        }
        for operation in &facts.surface.operations {
            self.params(operation, meetings);
        }
        for def in &facts.surface.types {
            self.members(facts, def, meetings);
        }
    }

    fn module(&self, facts: &Facts<'_>, at: ModuleIndex, meetings: &mut Meetings) {
        let mut scope = self.scope(&[Kind::Operation, Kind::Type, Kind::Options, Kind::Case]);
        let module = facts.surface.module(at);
        for def in module.types.iter().map(|index| facts.surface.type_def(*index)) {
            self.claim(&mut scope, &def.names, def.span, whole("the type", &def.names.id), meetings);
            if let TypeKind::Variant(cases) = &def.kind
                && self.profile().is_some_and(|profile| profile.cases_in_module)
                && !self.is_spread(facts, def)
                && def.patch.is_none()
            {
                for case in cases {
                    let thing = Thing { what: "the case", of: &def.names.id, id: &case.names.id };
                    self.claim(&mut scope, &case.names, case.span, thing, meetings);
                }
            }
        }
        for operation in module.operations.iter().map(|index| facts.surface.operation(*index)) {
            self.claim(&mut scope, &operation.names, operation.span, whole("the operation", &operation.id), meetings);
            if self.profile().is_some_and(|profile| has_bag(profile, facts.surface, operation)) {
                let id = &operation.id;
                self.claim(
                    &mut scope,
                    &operation.options,
                    operation.span,
                    whole("the options of the operation", id),
                    meetings,
                );
            }
        }
    }

    fn params(&self, operation: &Operation, meetings: &mut Meetings) {
        let mut scope = self.scope(&[Kind::Param]);
        for param in &operation.params {
            self.claim(&mut scope, &param.names, param.span, whole("the parameter", &param.names.id), meetings);
        }
    }

    fn members<'a>(&self, facts: &Facts<'a>, def: &'a TypeDef, meetings: &mut Meetings) {
        let of = &def.names.id;
        match &def.kind {
            TypeKind::Record(fields) => {
                let mut scope = self.scope(&[Kind::Field, Kind::Method]);
                for field in fields {
                    let variant = named(&field.ty).map(|index| facts.surface.type_def(index));
                    if let Some(variant) = variant.filter(|variant| field.spread && self.is_spread(facts, variant))
                        && let TypeKind::Variant(cases) = &variant.kind
                    {
                        for case in cases {
                            let thing = Thing { what: "the case", of: &variant.names.id, id: &case.names.id };
                            self.claim(&mut scope, &case.names, case.span, thing, meetings);
                        }
                    } else {
                        let thing = Thing { what: "the field", of, id: &field.names.id };
                        self.claim(&mut scope, &field.names, field.span, thing, meetings);
                    }
                }
                if self.profile().is_some_and(|profile| profile.supports.aliases) {
                    for alias in facts.aliases.get(&def.index).into_iter().flatten() {
                        let thing = Thing { what: "the alias", of, id: &alias.names.id };
                        self.claim(&mut scope, &alias.names, alias.span, thing, meetings);
                    }
                }
            }
            TypeKind::Variant(cases) => {
                if self.profile().is_some_and(|profile| profile.cases_in_module) || self.is_spread(facts, def) {
                    return;
                }
                let mut scope = self.scope(&[Kind::Case]);
                for case in cases {
                    let thing = Thing { what: "the case", of, id: &case.names.id };
                    self.claim(&mut scope, &case.names, case.span, thing, meetings);
                }
            }
            TypeKind::Enum(members) | TypeKind::Flags(members) => {
                let flags = matches!(def.kind, TypeKind::Flags(_));
                let (kind, what) = if flags { (Kind::Flag, "the flag") } else { (Kind::EnumCase, "the word") };
                let mut scope = self.scope(&[kind]);
                for member in members {
                    let thing = Thing { what, of, id: &member.names.id };
                    self.claim(&mut scope, &member.names, member.span, thing, meetings);
                }
            }
            TypeKind::Alias(_) => {}
        }
    }

    /// Whether a variant's cases are members of the record around it.
    fn is_spread(&self, facts: &Facts<'_>, def: &TypeDef) -> bool {
        self.profile().is_some_and(|profile| profile.supports.spread) && facts.spread.contains(&def.index)
    }

    fn claim<'a>(
        &self,
        scope: &mut Scope<'a>,
        names: &'a Names,
        span: Span,
        thing: Thing<'a>,
        meetings: &mut Meetings,
    ) {
        let shown = if matches!(self, Self::Wit) { Some(names.wit.as_str()) } else { None };
        self.claim_name(scope, (self.name(names), shown), span, thing, meetings);
    }

    /// Claims a name; where it is shown otherwise than it is compared, that is its second half.
    fn claim_name<'a>(
        &self,
        scope: &mut Scope<'a>,
        (name, shown): (Cow<'a, str>, Option<&'a str>),
        span: Span,
        thing: Thing<'a>,
        meetings: &mut Meetings,
    ) {
        // A name that is missing has been reported.
        if name.is_empty() {
            return;
        }
        let Err(collision) = scope.claim(name.clone(), Holder::Table(span, thing)) else { return };
        let (first, other) = match collision.first {
            Holder::Table(first, other) => (Some(first), other.to_string()),
            Holder::Generated(other) => (None, other.to_owned()),
        };
        let meeting = meetings.0.entry((span, first)).or_insert_with(|| Meeting {
            name: shown.map_or_else(|| name.into_owned(), str::to_owned),
            what: thing.to_string(),
            other,
            languages: Vec::new(),
        });
        meeting.languages.push(self.label());
    }
}
