//! One row to one operation: types, binding, failures, suggestions and examples resolved.

use super::{
    docs::{Docs, Scope},
    examples::{self, Slot},
    fields::Reader,
    ids::{Row, Rows},
    places, raw,
    spell::{self, Word},
    suggest,
    text::Text,
    toolchain,
    types::Types,
};
use crate::{
    arms::{CallLayout, Place},
    diagnostic::{Diagnostic, code},
    names::{Case, Kind, convert},
    surface::{
        Binding, ErrorCase, Example, Mode, ModuleIndex, Operation, OperationIndex, Param, PerArm, Returns, Type,
        TypeKind,
    },
};

/// How many parameters an operation has at most: as many as a host function of wasmtime takes.
const PARAMETERS: usize = 16;

/// What resolving one row needs.
#[derive(Debug)]
pub(super) struct Context<'a, 's> {
    pub(super) reader: &'a mut Reader<'s>,
    pub(super) docs: &'a mut Docs,
    pub(super) types: &'a mut Types,
    pub(super) rows: &'a Rows,
}

impl Context<'_, '_> {
    /// Checks all of a row; gives its operation where its id can be one.
    pub(super) fn operation(&mut self, at: usize, raw: &raw::Operation<'_>) -> Option<Operation> {
        let scope = Scope::Operation(at);
        let row = self.rows.by_row[at].clone();
        let module = row.as_ref().map(|row| row.module);
        let params = self.params(&raw.params, module, scope);
        if let Some(first) = raw.params.get(PARAMETERS) {
            let message = format!("an operation has {} parameters", raw.params.len());
            self.reader.report(
                Diagnostic::new(code::PARAMETERS, first.name.span, message)
                    .label(format!("more than {PARAMETERS}"))
                    .help("make a record of those that belong together"),
            );
        }
        let returns = raw.returns.as_ref().map(|returns| self.returns(returns, module, scope));
        let binding = raw.binding.as_ref().and_then(|binding| self.binding(binding));
        let errors = self.errors(&raw.errors, scope);
        let instead = self.instead(&raw.instead, row.as_ref());
        let examples = raw.examples.iter().map(|example| self.example(example, &params, scope)).collect();
        if raw.mode == Mode::Deferred {
            self.check_deferred(raw, returns.as_ref());
        }
        let summary = self.docs.field(self.reader, raw.summary.as_ref(), scope);
        let doc = self.docs.field(self.reader, raw.doc.as_ref(), scope);
        let Row { id, module, key, index, span } = row?;
        let names = spell::names(self.reader, Word::new(Kind::Operation, &key, span), &raw.names);
        let options = spell::names(self.reader, Word::new(Kind::Options, &format!("{key}_options"), span), &[]);
        let except =
            PerArm::from_fn(|arm| raw.except.iter().find(|(of, _)| *of == arm).map(|(_, reason)| reason.value.clone()));
        let variant = convert(&id.replace('.', "_"), Case::Pascal);
        Some(Operation {
            index,
            id,
            variant,
            module,
            names,
            options,
            binding: binding.unwrap_or(Binding::Always),
            summary,
            doc,
            params,
            returns,
            errors,
            mode: raw.mode,
            deadline: raw.deadline,
            during_compaction: raw.during_compaction,
            instead,
            condition: raw.condition.as_ref().map(|condition| condition.value.clone()),
            effect: raw.effect.as_ref().map_or_else(|| "none".to_owned(), |effect| effect.value.clone()),
            except,
            examples,
            span,
        })
    }

    fn params(&mut self, raw: &[raw::Param], module: Option<ModuleIndex>, scope: Scope) -> Vec<Param> {
        let types: Vec<Type> = raw.iter().map(|param| self.param_type(param, module)).collect();
        let optional = raw.iter().zip(&types).map(|(raw, ty)| raw.left_out.is_some() || self.types.has_absent(ty));
        let optional: Vec<bool> = optional.collect();
        let layouts = PerArm::from_fn(|arm| CallLayout::of(arm.arm().profile().optional, &optional));
        let mut params = Vec::with_capacity(raw.len());
        for (at, (raw, ty)) in raw.iter().zip(types).enumerate() {
            // In a bag of options it is a member, and other words are reserved.
            let in_bag = |arm| layouts.get(arm).places.get(at) == Some(&Place::Option);
            let kind = |arm| if in_bag(arm) { Kind::Field } else { Kind::Param };
            let word = Word::new(Kind::Param, &raw.name.value, raw.name.span);
            params.push(Param {
                names: spell::names_by(self.reader, word, &raw.names, kind),
                ty,
                doc: self.docs.field(self.reader, raw.doc.as_ref(), scope),
                left_out: raw.left_out.is_some(),
                span: raw.name.span,
            });
        }
        params
    }

    fn param_type(&mut self, raw: &raw::Param, module: Option<ModuleIndex>) -> Type {
        let Some(expr) = &raw.ty else { return self.types.index.poison() };
        let ty = self.types.lower(self.reader, expr, module);
        places::check(self.reader, self.types, &ty, expr, true);
        if let Some(mark) = raw.left_out
            && !self.types.is_poison(&ty)
            && !matches!(self.types.resolve(&ty), Type::List(_))
        {
            places::not_a_list(self.reader, mark, &raw.name.value);
        }
        ty
    }

    fn returns(&mut self, raw: &raw::Returns, module: Option<ModuleIndex>, scope: Scope) -> Returns {
        let ty = match &raw.ty {
            Some(expr) => {
                let ty = self.types.lower(self.reader, expr, module);
                places::check(self.reader, self.types, &ty, expr, false);
                ty
            }
            None => self.types.index.poison(),
        };
        Returns { ty, doc: self.docs.field(self.reader, raw.doc.as_ref(), scope) }
    }

    fn binding(&mut self, raw: &raw::Binding) -> Option<Binding> {
        Some(match raw {
            raw::Binding::Ending(role) => Binding::Ending(role.value.clone()),
            raw::Binding::Machine => Binding::Machine,
            raw::Binding::Always => Binding::Always,
            raw::Binding::Capability(id) => {
                let found = self.rows.capabilities.get(&id.value);
                if found.is_none() && !self.rows.nameless_capability && !self.reader.damage.may_declare(&id.value) {
                    let message = format!("there is no capability `{}`", id.value);
                    let mut finding = Diagnostic::new(code::UNKNOWN_CAPABILITY, id.span, message).label("not declared");
                    finding.help = suggest::help(&id.value, self.rows.capabilities.keys().map(String::as_str))
                        .or_else(|| Some("declare it: `[[capability]]` with `id` and `summary`".to_owned()));
                    self.reader.report(finding);
                }
                Binding::Capability(*found?)
            }
        })
    }

    fn errors(&mut self, raw: &[(Text, Text)], scope: Scope) -> Vec<ErrorCase> {
        let codes: Vec<String> = match self.types.find(toolchain::TYPES[0]).map(|def| &def.kind) {
            Some(TypeKind::Enum(members)) => members.iter().map(|member| member.names.id.clone()).collect(),
            _ => Vec::new(),
        };
        let mut errors = Vec::new();
        for (code, when) in raw {
            let when = self.docs.field(self.reader, Some(when), scope);
            if let Some(code) = codes.iter().position(|known| *known == code.value) {
                errors.push(ErrorCase { code, when });
                continue;
            }
            let message = format!("there is no error code `{}`", code.value);
            let mut finding = Diagnostic::new(code::UNKNOWN_ERROR, code.span, message).label("unknown code");
            finding.help = suggest::help(&code.value, codes.iter().map(String::as_str));
            self.reader.report(finding);
        }
        errors
    }

    fn instead(&mut self, raw: &[Text], row: Option<&Row>) -> Vec<OperationIndex> {
        let mut instead = Vec::new();
        for id in raw {
            if row.is_some_and(|row| row.id == id.value) {
                self.reader.report(
                    Diagnostic::new(
                        code::INSTEAD_OF_ITSELF,
                        id.span,
                        format!("`{}` is suggested instead of itself", id.value),
                    )
                    .label("the row's own id")
                    .help("name another call, or leave it out"),
                );
                continue;
            }
            instead.extend(self.rows.resolve(self.reader, id));
        }
        instead
    }

    fn example(&mut self, raw: &raw::Example<'_>, params: &[Param], scope: Scope) -> Example {
        let summary = self.docs.field(self.reader, raw.summary.as_ref(), scope);
        let slots: Vec<Slot<'_>> = params
            .iter()
            .map(|param| Slot { name: &param.names.id, ty: &param.ty, left_out: param.left_out })
            .collect();
        let args = raw.args.as_ref().map_or_else(Vec::new, |given| {
            examples::members(self.reader, self.types, "the operation has no parameter", raw.span, &slots, given)
        });
        self.docs.remember(self.reader, scope);
        Example { summary, args, span: raw.span }
    }

    /// What a deferred call returns is made before its effect has happened: a text, or a record of texts.
    fn check_deferred(&mut self, raw: &raw::Operation<'_>, returns: Option<&Returns>) {
        let Some(returns) = returns else { return };
        let types = &*self.types;
        let is_text = |ty: &Type| *types.resolve(ty) == Type::String;
        let known = match types.declared(&returns.ty).map(|def| &def.kind) {
            _ if types.is_poison(&returns.ty) => true,
            Some(TypeKind::Record(fields)) => {
                fields.iter().all(|field| is_text(&field.ty) || types.is_poison(&field.ty))
            }
            _ => is_text(&returns.ty),
        };
        let place = raw.returns.as_ref().and_then(|returns| returns.ty.as_ref()).map(|expr| expr.span);
        if let Some(span) = place.filter(|_| !known) {
            let message = "a deferred operation returns what it cannot know yet";
            self.reader.report(
                Diagnostic::new(code::DEFERRED, span, message)
                    .label(format!("{} would tell of an effect that has not happened", types.spelled(&returns.ty)))
                    .help("return nothing, a `string` that acknowledges the call, or a record of strings that names what will be"),
            );
        }
    }
}
