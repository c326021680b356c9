//! From a surface to the [`Index`].

use super::index::{
    About, Argument, ArmEntry, ByArm, CodeEntry, Failure, FunctionEntry, FunctionText, Index, MemberText, Method,
    ModuleEntry, ModuleText, Outcome, Sample, SurfaceEntry, TypeEntry, TypeText, VERSION,
};
use crate::{
    arms::{self, ArmIndex, Item},
    emit::{
        Context,
        references::{Speller, written},
    },
    markdown::{Markdown, render_markdown, render_text},
    surface::{
        Alias, Case, Member, ModuleIndex, Operation, Patch, PerArm, Surface, Type, TypeDef, TypeIndex, TypeKind, Value,
    },
};

/// The failures that the guards and the bracket around every call can give.
const ANY_CALL: &[&str] = &["invalid-argument", "refused", "unavailable", "limit-exceeded", "io-error", "other"];

/// The index of a surface.
pub(super) fn index(surface: &Surface, context: &Context<'_>) -> Index {
    let served_by = PerArm::from_fn(|arm| arm.arm().served_by());
    let each = Each { served_by: &served_by };
    Index {
        comment: context.header().join(" "),
        version: VERSION,
        surface: SurfaceEntry { id: surface.name.id.clone(), arms: each.arm(|arm| about(surface, arm)) },
        arms: arms::indices().map(arm).collect(),
        codes: codes(surface, each),
        failure: vec![
            surface.type_def(surface.api_error).names.id.clone(),
            surface.type_def(surface.error_code).names.id.clone(),
        ],
        modules: (0..).map(ModuleIndex).take(surface.modules.len()).map(|at| module(surface, each, at)).collect(),
        functions: surface.operations.iter().map(|operation| function(surface, each, operation)).collect(),
        types: surface.types.iter().map(|def| type_entry(surface, each, def)).collect(),
    }
}

/// What each arm shows. An arm that reads like one before it shows the same.
#[derive(Clone, Copy)]
struct Each<'a> {
    served_by: &'a PerArm<Option<ArmIndex>>,
}

impl Each<'_> {
    fn arm<T: Clone>(self, make: impl Fn(ArmIndex) -> T) -> ByArm<T> {
        self.arm_that(|_| true, make)
    }

    fn arm_that<T: Clone>(self, keep: impl Fn(ArmIndex) -> bool, make: impl Fn(ArmIndex) -> T) -> ByArm<T> {
        let mut shown: ByArm<T> = ByArm::with_capacity(arms::ALL.len());
        for arm in arms::indices().filter(|arm| keep(*arm)) {
            let like = self.served_by.get(arm).and_then(|like| shown.get(like.arm().profile().id));
            let one = like.cloned().unwrap_or_else(|| make(arm));
            shown.insert(arm.arm().profile().id.to_owned(), one);
        }
        shown
    }
}

fn arm(index: ArmIndex) -> ArmEntry {
    let profile = index.arm().profile();
    ArmEntry {
        id: profile.id.to_owned(),
        label: profile.label.to_owned(),
        fence: profile.fence.to_owned(),
        separator: profile.separator.to_owned(),
    }
}

fn about(surface: &Surface, arm: ArmIndex) -> About {
    let text = Text::new(surface, arm);
    About {
        name: surface.name.of(arm).to_owned(),
        brief: text.line(&surface.summary),
        detail: text.blocks(&surface.doc),
    }
}

fn codes(surface: &Surface, each: Each<'_>) -> Vec<CodeEntry> {
    let ty = Type::Named(surface.error_code);
    let TypeKind::Enum(words) = &surface.type_def(surface.error_code).kind else { return Vec::new() };
    let entry = |(at, word): (usize, &Member)| CodeEntry {
        code: word.names.wit.clone(),
        meaning: neutral_line(&word.doc),
        any_call: ANY_CALL.contains(&word.names.wit.as_str()),
        arms: each.arm(|arm| arm.arm().value(surface, &ty, &Value::Enum(at))),
    };
    words.iter().enumerate().map(entry).collect()
}

/// The text on one line, with references as the table writes them.
fn neutral_line(text: &Markdown) -> String {
    render_text(text, &|reference| format!("`{}`", written(reference)))
}

fn module(surface: &Surface, each: Each<'_>, index: ModuleIndex) -> ModuleEntry {
    let module = surface.module(index);
    ModuleEntry {
        id: module.names.id.clone(),
        functions: module.operations.iter().map(|at| surface.operation(*at).id.clone()).collect(),
        types: module.types.iter().map(|at| surface.type_def(*at).names.id.clone()).collect(),
        arms: each.arm(|arm| {
            let text = Text::new(surface, arm);
            let name = module.names.of(arm);
            ModuleText {
                key: arm.arm().key(surface, Item::Module(index)),
                name: name.to_owned(),
                fold: fold(name),
                import: arm.arm().import_line(surface, index),
                brief: text.line(&module.summary),
                detail: text.blocks(&module.doc),
            }
        }),
    }
}

fn function(surface: &Surface, each: Each<'_>, operation: &Operation) -> FunctionEntry {
    FunctionEntry {
        id: operation.id.clone(),
        module: surface.module(operation.module).names.id.clone(),
        mode: operation.mode.word().to_owned(),
        parameter_types: ids(surface, operation.params.iter().map(|param| &param.ty)),
        return_types: ids(surface, operation.returns.iter().map(|returns| &returns.ty)),
        arms: each.arm(|arm| function_text(surface, operation, arm)),
    }
}

fn function_text(surface: &Surface, operation: &Operation, index: ArmIndex) -> FunctionText {
    let arm = index.arm();
    let text = Text { operation: Some(operation), ..Text::new(surface, index) };
    let name = operation.names.of(index);
    let codes = match &surface.type_def(surface.error_code).kind {
        TypeKind::Enum(words) => words.as_slice(),
        _ => &[],
    };
    FunctionText {
        key: arm.key(surface, Item::Operation(operation.index)),
        name: name.to_owned(),
        fold: fold(name),
        call: arm.spell(surface, operation),
        signature: arm.signature(surface, operation),
        import: arm.import_line(surface, operation.module),
        brief: text.line(&operation.summary),
        detail: text.blocks(&operation.doc),
        arguments: arguments(text, operation, |_| true),
        result: operation.returns.as_ref().map(|returns| Outcome {
            ty: arm.returned_type_text(surface, &returns.ty),
            doc: text.blocks(&returns.doc),
        }),
        errors: operation
            .errors
            .iter()
            .filter_map(|case| codes.get(case.code).map(|word| (word, case)))
            .map(|(word, case)| Failure { code: word.names.wit.clone(), when: text.blocks(&case.when) })
            .collect(),
        examples: operation
            .examples
            .iter()
            .map(|example| Sample { summary: text.line(&example.summary), code: arm.call(surface, operation, example) })
            .collect(),
    }
}

/// The arguments of the parameters that are kept, chosen by their position.
fn arguments(text: Text<'_>, operation: &Operation, keep: impl Fn(usize) -> bool) -> Vec<Argument> {
    let arguments = text.arm.arm().arguments(text.surface, operation).into_iter();
    let kept = arguments.filter(|argument| keep(argument.param));
    kept.map(|argument| Argument {
        doc: text.blocks(&argument.doc),
        name: argument.name,
        ty: argument.ty,
        required: argument.required,
        default: argument.default,
        by_name: argument.by_name,
    })
    .collect()
}

fn type_entry(surface: &Surface, each: Each<'_>, def: &TypeDef) -> TypeEntry {
    TypeEntry {
        id: def.names.id.clone(),
        module: surface.module(def.module).names.id.clone(),
        shape: shape(&def.kind).to_owned(),
        types: ids(surface, member_types(&def.kind)),
        arms: each.arm_that(|arm| arm.arm().has_type(surface, def.index), |arm| type_text(surface, def, arm)),
    }
}

/// The word for what a type is.
pub(super) fn shape(kind: &TypeKind) -> &'static str {
    match kind {
        TypeKind::Record(_) => "record",
        TypeKind::Variant(_) => "variant",
        TypeKind::Enum(_) => "enum",
        TypeKind::Flags(_) => "flags",
        TypeKind::Alias(_) => "alias",
    }
}

/// The types of a type's members.
pub(super) fn member_types(kind: &TypeKind) -> Vec<&Type> {
    match kind {
        TypeKind::Record(fields) => fields.iter().map(|field| &field.ty).collect(),
        TypeKind::Variant(cases) => cases.iter().filter_map(|case| case.payload.as_ref()).collect(),
        TypeKind::Enum(_) | TypeKind::Flags(_) => Vec::new(),
        TypeKind::Alias(target) => vec![target],
    }
}

fn type_text(surface: &Surface, def: &TypeDef, index: ArmIndex) -> TypeText {
    let arm = index.arm();
    let text = Text::new(surface, index);
    let name = def.names.of(index);
    TypeText {
        key: arm.key(surface, Item::Type(def.index)),
        name: name.to_owned(),
        fold: fold(name),
        declaration: arm.declaration(surface, def.index),
        import: arm.import_line(surface, def.module),
        brief: text.line(&def.doc.brief()),
        detail: text.blocks(&def.doc.detail()),
        members: members(text, def),
        methods: surface.aliases_of(def.index).map(|alias| method(text, alias)).collect(),
    }
}

fn members(text: Text<'_>, def: &TypeDef) -> Vec<MemberText> {
    let arm = text.arm.arm();
    let surface = text.surface;
    let type_text = |ty: &Type| arm.marked_type_text(surface, ty);
    let plain = |name: &str, doc: &Markdown| MemberText {
        name: name.to_owned(),
        ty: None,
        doc: text.blocks(doc),
        required: true,
    };
    let case = |case: &Case, required: bool| MemberText {
        ty: case.payload.as_ref().map(type_text),
        required,
        ..plain(case.names.of(text.arm), &case.doc)
    };
    match &def.kind {
        TypeKind::Record(fields) => {
            let mut members = Vec::new();
            for field in fields {
                match spread_cases(surface, &field.ty) {
                    Some(cases) if field.spread && arm.profile().supports.spread => {
                        members.extend(cases.iter().map(|inner| case(inner, false)));
                    }
                    _ => members.push(MemberText {
                        ty: Some(type_text(&field.ty)),
                        required: !field.left_out && !surface.has_absent(&field.ty),
                        ..plain(field.names.of(text.arm), &field.doc)
                    }),
                }
            }
            members
        }
        TypeKind::Variant(cases) => {
            let changes = def.patch.and_then(|patch| changes(text, def, cases, patch));
            changes.unwrap_or_else(|| cases.iter().map(|inner| case(inner, true)).collect())
        }
        TypeKind::Enum(words) => {
            let ty = Type::Named(def.index);
            let spelled = |at| arm.value(surface, &ty, &Value::Enum(at));
            words.iter().enumerate().map(|(at, word)| plain(&spelled(at), &word.doc)).collect()
        }
        TypeKind::Flags(bits) => bits.iter().map(|bit| plain(bit.names.of(text.arm), &bit.doc)).collect(),
        TypeKind::Alias(_) => Vec::new(),
    }
}

/// The cases of a patch in a language that does not write it as a variant: by the values that stand for them.
fn changes(text: Text<'_>, def: &TypeDef, cases: &[Case], patch: Patch) -> Option<Vec<MemberText>> {
    let arm = text.arm.arm();
    let value = |at: usize| arm.value(text.surface, &Type::Named(def.index), &Value::Variant(at, None));
    let empty = cases.get(patch.empty)?;
    if value(patch.empty).ends_with(empty.names.of(text.arm)) {
        return None;
    }
    let member = |(at, case): (usize, &Case)| MemberText {
        name: match &case.payload {
            Some(payload) => arm.type_text(text.surface, payload),
            None => value(at),
        },
        ty: None,
        doc: text.blocks(&case.doc),
        required: at != patch.keep,
    };
    Some(cases.iter().enumerate().map(member).collect())
}

/// The cases of a variant.
pub(super) fn spread_cases<'a>(surface: &'a Surface, ty: &Type) -> Option<&'a [Case]> {
    match ty {
        Type::Named(index) => match &surface.type_def(*index).kind {
            TypeKind::Variant(cases) => Some(cases),
            _ => None,
        },
        _ => None,
    }
}

fn method(text: Text<'_>, alias: &Alias) -> Method {
    let operation = text.surface.operation(alias.operation);
    let text = Text { operation: Some(operation), ..text };
    Method {
        name: alias.names.of(text.arm).to_owned(),
        operation: operation.id.clone(),
        arguments: arguments(text, operation, |at| alias.args.get(at).is_none_or(Option::is_none)),
    }
}

/// Ids of the types that types name, each once, in order, without those of every failure.
fn ids<'a>(surface: &Surface, types: impl IntoIterator<Item = &'a Type>) -> Vec<String> {
    let mut found = Vec::new();
    types.into_iter().for_each(|ty| collect_named(ty, &mut found));
    found.retain(|index| *index != surface.api_error && *index != surface.error_code);
    found.into_iter().map(|index| surface.type_def(index).names.id.clone()).collect()
}

/// Adds the named types that a type mentions itself, each once, in order.
pub(super) fn collect_named(ty: &Type, found: &mut Vec<TypeIndex>) {
    match ty {
        Type::Named(index) if found.contains(index) => {}
        Type::Named(index) => found.push(*index),
        Type::List(inner) | Type::Option(inner) => collect_named(inner, found),
        Type::Result { ok, err } => ok.iter().chain(err).for_each(|inner| collect_named(inner, found)),
        Type::Tuple(items) => items.iter().for_each(|inner| collect_named(inner, found)),
        _ => {}
    }
}

/// A name in lower-case letters and digits: what a search compares.
pub(super) fn fold(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Renders documentation for one arm.
#[derive(Clone, Copy)]
struct Text<'a> {
    surface: &'a Surface,
    arm: ArmIndex,
    operation: Option<&'a Operation>,
}

impl<'a> Text<'a> {
    fn new(surface: &'a Surface, arm: ArmIndex) -> Self {
        Self { surface, arm, operation: None }
    }

    /// On one line, for lists.
    fn line(self, text: &Markdown) -> String {
        render_text(text, &|reference| self.speller().span(reference))
    }

    /// Block by block, one line a paragraph.
    fn blocks(self, text: &Markdown) -> String {
        render_markdown(text, usize::MAX, &|reference| self.speller().span(reference))
    }

    fn speller(self) -> Speller<'a> {
        Speller { surface: self.surface, arm: self.arm, operation: self.operation }
    }
}
