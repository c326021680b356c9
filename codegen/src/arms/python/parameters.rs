//! What a call takes: arguments in order, arguments by name, and a last record that may be given by its fields.

use std::borrow::Cow;

use crate::{
    arms::{Argument, Arm},
    layout::{Layout, concat, list, text},
    markdown::Markdown,
    surface::{Case, Field, Operation, Param, Surface, Type, TypeIndex, TypeKind},
};

use super::{Python, names::Names, types};

/// One parameter of a function, or one member of a record that is taken.
#[derive(Debug, Clone)]
pub(super) struct Parameter {
    /// Its name.
    pub(super) name: String,
    /// What it accepts.
    pub(super) accepts: String,
    /// What it is when it is left out; none where it is required.
    pub(super) default: Option<String>,
    /// Its documentation.
    pub(super) doc: Markdown,
}

/// A record that is the last and only one of a call.
#[derive(Debug, Clone)]
pub(super) struct Spread {
    /// The record.
    pub(super) ty: TypeIndex,
    /// The position of its parameter in the operation.
    pub(super) position: usize,
    /// Its members, as keywords.
    pub(super) fields: Vec<Parameter>,
}

/// What a call takes.
#[derive(Debug, Clone)]
pub(super) struct Signature {
    /// In order, required; the record that may be spread is the last of them.
    pub(super) ordered: Vec<Parameter>,
    /// By name, each with a default.
    pub(super) named: Vec<Parameter>,
    /// The record that may be given by its fields.
    pub(super) spread: Option<Spread>,
}

impl Signature {
    /// What an operation takes.
    pub(super) fn new(surface: &Surface, names: &dyn Names, operation: &Operation) -> Self {
        let parameter = |at: usize| {
            let param = &operation.params[at];
            Parameter {
                name: param.names.of(Python.index()).to_owned(),
                accepts: types::taken(surface, names, &param.ty),
                default: default(surface, names, &param.ty, param.left_out),
                doc: param.doc.clone(),
            }
        };
        let all = (0..operation.params.len()).map(parameter);
        let (optional, required) = all.partition(|parameter: &Parameter| parameter.default.is_some());
        Self { ordered: required, named: optional, spread: spread(surface, names, operation) }
    }

    /// What a call of the operation takes; a record that may be given by its fields is given so.
    pub(super) fn arguments(&self, operation: &Operation) -> Vec<Argument<'static>> {
        let own = |parameter: &Parameter, by_name| {
            let is_it = |param: &Param| param.names.of(Python.index()) == parameter.name;
            let param = operation.params.iter().position(is_it).unwrap_or(operation.params.len());
            parameter.argument(param, by_name)
        };
        let mut arguments: Vec<Argument<'static>> =
            self.ordered.iter().map(|parameter| own(parameter, false)).collect();
        if let Some(spread) = &self.spread {
            arguments.retain(|argument| argument.param != spread.position);
            arguments.extend(spread.fields.iter().map(|field| field.argument(spread.position, true)));
        }
        arguments.extend(self.named.iter().map(|parameter| own(parameter, true)));
        arguments
    }

    /// The parameters, with the record given as such.
    pub(super) fn whole(&self) -> Vec<Layout> {
        render(&self.ordered, &self.named.iter().collect::<Vec<_>>())
    }

    /// The parameters, with the record given by its fields.
    pub(super) fn by_fields(&self) -> Option<Vec<Layout>> {
        let spread = self.spread.as_ref()?;
        let ordered = self.ordered.split_last().map_or(&[][..], |(_, rest)| rest);
        Some(render(ordered, &spread.fields.iter().chain(&self.named).collect::<Vec<_>>()))
    }
}

fn render(ordered: &[Parameter], named: &[&Parameter]) -> Vec<Layout> {
    let mut all: Vec<Layout> = ordered.iter().map(|parameter| text(parameter.declared())).collect();
    if !named.is_empty() {
        all.push(text("*"));
    }
    all.extend(named.iter().map(|parameter| text(parameter.declared())));
    all
}

impl Parameter {
    fn argument(&self, param: usize, by_name: bool) -> Argument<'static> {
        Argument {
            param,
            name: self.name.clone(),
            ty: self.accepts.clone(),
            required: self.default.is_none(),
            default: self.default.clone(),
            by_name,
            doc: Cow::Owned(self.doc.clone()),
        }
    }

    /// `name: type = default`.
    pub(super) fn declared(&self) -> String {
        match &self.default {
            Some(default) => format!("{}: {} = {default}", self.name, self.accepts),
            None => format!("{}: {}", self.name, self.accepts),
        }
    }
}

/// `def name(parameters) -> result`, broken where it is long; `end` follows it.
pub(super) fn header(name: &str, parameters: Vec<Layout>, result: &str, end: &str) -> Layout {
    concat([list(format!("def {name}("), parameters, ",", ")"), text(format!(" -> {result}{end}"))])
}

/// What a parameter or member is when it is left out; none where it may not be.
fn default(surface: &Surface, names: &dyn Names, ty: &Type, left_out: bool) -> Option<String> {
    match surface.resolve(ty) {
        Type::Option(_) => Some("None".to_owned()),
        Type::Named(index) if types::patch(surface, *index).is_some() => Some(names.helper(surface, "UNCHANGED")),
        _ if left_out => Some("()".to_owned()),
        _ => None,
    }
}

/// The members of a record as a caller gives them; a spread variant gives one a case.
pub(super) fn members(surface: &Surface, names: &dyn Names, fields: &[Field]) -> Vec<Parameter> {
    let mut members = Vec::new();
    for field in fields {
        match spread_cases(surface, field) {
            Some((_, cases)) => {
                members.extend(cases.iter().map(|case| alternative(surface, names, case)));
            }
            None => members.push(Parameter {
                name: field.names.of(Python.index()).to_owned(),
                accepts: types::taken(surface, names, &field.ty),
                default: default(surface, names, &field.ty, field.left_out),
                doc: field.doc.clone(),
            }),
        }
    }
    members
}

/// The variant a field spreads, with its cases.
pub(super) fn spread_cases<'a>(surface: &'a Surface, field: &'a Field) -> Option<(TypeIndex, &'a [Case])> {
    let Type::Named(index) = surface.resolve(&field.ty) else { return None };
    match &surface.type_def(*index).kind {
        TypeKind::Variant(cases) if field.spread => Some((*index, cases)),
        _ => None,
    }
}

/// Whether a type is a variant whose cases are members of a record; it has no class of its own.
pub(super) fn is_spread(surface: &Surface, ty: TypeIndex) -> bool {
    let spreads = |field: &Field| spread_cases(surface, field).is_some_and(|(index, _)| index == ty);
    let record = |kind: &TypeKind| matches!(kind, TypeKind::Record(fields) if fields.iter().any(spreads));
    matches!(surface.type_def(ty).kind, TypeKind::Variant(_)) && surface.types.iter().any(|def| record(&def.kind))
}

/// One alternative of a spread variant, absent where another one is given.
fn alternative(surface: &Surface, names: &dyn Names, case: &Case) -> Parameter {
    let payload = case.payload.as_ref().map(|payload| types::taken(surface, names, payload));
    Parameter {
        name: case.names.of(Python.index()).to_owned(),
        accepts: payload.into_iter().chain(["None".to_owned()]).collect::<Vec<_>>().join(" | "),
        default: Some("None".to_owned()),
        doc: case.doc.clone(),
    }
}

/// The record that may be given by its fields (spec: decisions, 95): the last and only one, required, and with no
/// field named like another parameter.
fn spread(surface: &Surface, names: &dyn Names, operation: &Operation) -> Option<Spread> {
    let record = |ty: &Type| match surface.resolve(ty) {
        Type::Named(index) => match &surface.type_def(*index).kind {
            TypeKind::Record(fields) => Some((*index, fields)),
            _ => None,
        },
        _ => None,
    };
    let (last, others) = operation.params.split_last()?;
    let (ty, fields) = record(&last.ty)?;
    if others.iter().any(|param| record(&param.ty).is_some()) {
        return None;
    }
    let fields = members(surface, names, fields);
    let taken: Vec<&str> = operation.params.iter().map(|param| param.names.of(Python.index())).collect();
    if fields.iter().any(|field| taken.contains(&field.name.as_str())) {
        return None;
    }
    Some(Spread { ty, position: operation.params.len() - 1, fields })
}
