//! From a [`s::Surface`] to the [`Document`].

use super::{
    VERSION,
    document::{
        Alias, Arm, Binding, Body, Capability, Case, Document, ErrorCase, Example, Field, Member, Module, ModuleInArm,
        Names, Operation, OperationInArm, Package, Param, Patch, PerArm, Place, Returns, Type, TypeDef, TypeInArm,
    },
    request,
};
use crate::{
    arms::{self, Item},
    emit::{Context, wit},
    markdown::{Markdown, Reference, render_markdown},
    surface as s,
};

impl<'a> Document<'a> {
    pub(super) fn new(surface: &'a s::Surface, context: &Context<'_>) -> Self {
        let make = Make { surface };
        Self {
            schema: "surface.schema.json",
            comment: context.header().join(" "),
            version: VERSION,
            fingerprint: wit::fingerprint(surface),
            names: names(&surface.name),
            package: Package {
                namespace: &surface.package.namespace,
                name: &surface.package.name,
                world: wit::WORLD,
                feedback: wit::FEEDBACK,
            },
            summary: text(&surface.summary),
            doc: text(&surface.doc),
            error_code: make.type_name(surface.error_code),
            api_error: make.type_name(surface.api_error),
            arms: arms::ALL.iter().map(|arm| Arm::new(arm.profile())).collect(),
            capabilities: (0..).zip(&surface.capabilities).map(|(at, it)| make.capability(at, it)).collect(),
            modules: (0..).zip(&surface.modules).map(|(at, it)| make.module(at, it)).collect(),
            operations: surface.operations.iter().map(|it| make.operation(it)).collect(),
            types: surface.types.iter().map(|it| make.type_def(it)).collect(),
            aliases: surface.aliases.iter().map(|it| make.alias(it)).collect(),
        }
    }
}

impl Arm {
    fn new(profile: &arms::Profile) -> Self {
        Self { id: profile.id, label: profile.label, fence: profile.fence, separator: profile.separator }
    }
}

/// Makes the parts, all of one surface.
#[derive(Clone, Copy)]
struct Make<'a> {
    surface: &'a s::Surface,
}

impl<'a> Make<'a> {
    fn type_name(self, index: s::TypeIndex) -> &'a str {
        &self.surface.type_def(index).names.id
    }

    fn module_id(self, index: s::ModuleIndex) -> &'a str {
        &self.surface.module(index).names.id
    }

    fn operation_ids(self, indices: &[s::OperationIndex]) -> Vec<&'a str> {
        indices.iter().map(|index| self.surface.operation(*index).id.as_str()).collect()
    }

    fn capability(self, at: u32, capability: &'a s::Capability) -> Capability<'a> {
        let bought = s::Binding::Capability(s::CapabilityIndex(at));
        let operations = self.surface.operations.iter().filter(|operation| operation.binding == bought);
        Capability {
            id: &capability.id,
            summary: &capability.summary,
            switches: &capability.switches,
            operations: operations.map(|operation| operation.id.as_str()).collect(),
        }
    }

    fn module(self, at: u32, module: &'a s::Module) -> Module<'a> {
        let index = s::ModuleIndex(at);
        Module {
            names: names(&module.names),
            interface: &module.interface,
            summary: text(&module.summary),
            doc: text(&module.doc),
            skill: module.skill.as_deref(),
            operations: self.operation_ids(&module.operations),
            types: module.types.iter().map(|index| self.type_name(*index)).collect(),
            arms: per_arm(|arm| ModuleInArm {
                key: arm.key(self.surface, Item::Module(index)),
                import: arm.import_line(self.surface, index),
            }),
        }
    }

    fn operation(self, operation: &'a s::Operation) -> Operation<'a> {
        let except = operation.except.iter();
        let except = except.filter_map(|(arm, reason)| Some((arm.arm().profile().id, reason.as_deref()?)));
        Operation {
            number: operation.index.0,
            id: &operation.id,
            module: self.module_id(operation.module),
            names: names(&operation.names),
            options: names(&operation.options),
            binding: match &operation.binding {
                s::Binding::Capability(index) => {
                    Binding::Capability { capability: &self.surface.capability(*index).id }
                }
                s::Binding::Ending(role) => Binding::Ending { role },
                s::Binding::Machine => Binding::Machine,
                s::Binding::Always => Binding::Always,
            },
            summary: text(&operation.summary),
            doc: text(&operation.doc),
            params: operation.params.iter().map(|param| self.param(param)).collect(),
            returns: operation.returns.as_ref().map(|it| Returns { ty: self.ty(&it.ty), doc: text(&it.doc) }),
            errors: operation.errors.iter().filter_map(|error| self.error(error)).collect(),
            mode: operation.mode.word(),
            deadline: operation.deadline,
            during_compaction: operation.during_compaction.word(),
            instead: self.operation_ids(&operation.instead),
            condition: operation.condition.as_deref(),
            effect: &operation.effect,
            except: except.collect(),
            examples: operation
                .examples
                .iter()
                .map(|example| Example {
                    summary: text(&example.summary),
                    request: request(self.surface, operation, example, None),
                })
                .collect(),
            arms: per_arm(|arm| OperationInArm {
                key: arm.key(self.surface, Item::Operation(operation.index)),
                spelling: arm.spell(self.surface, operation),
                signature: arm.signature(self.surface, operation),
                places: arm.call_layout(self.surface, operation).places.into_iter().map(place).collect(),
            }),
        }
    }

    fn param(self, param: &'a s::Param) -> Param<'a> {
        Param {
            names: names(&param.names),
            ty: self.ty(&param.ty),
            doc: text(&param.doc),
            optional: param.is_optional(self.surface),
            left_out: param.left_out,
        }
    }

    fn error(self, error: &'a s::ErrorCase) -> Option<ErrorCase<'a>> {
        let s::TypeKind::Enum(codes) = &self.surface.type_def(self.surface.error_code).kind else { return None };
        Some(ErrorCase { code: &codes.get(error.code)?.names.id, when: text(&error.when) })
    }

    fn type_def(self, def: &'a s::TypeDef) -> TypeDef<'a> {
        TypeDef {
            names: names(&def.names),
            module: self.module_id(def.module),
            doc: text(&def.doc),
            body: self.body(def),
            input: def.usage.input,
            output: def.usage.output,
            toolchain: def.origin == s::Origin::Toolchain,
            arms: per_arm(|arm| TypeInArm { key: arm.key(self.surface, Item::Type(def.index)) }),
        }
    }

    fn body(self, def: &'a s::TypeDef) -> Body<'a> {
        match &def.kind {
            s::TypeKind::Record(fields) => Body::Record { fields: fields.iter().map(|it| self.field(it)).collect() },
            s::TypeKind::Variant(cases) => Body::Variant {
                cases: cases.iter().map(|it| self.case(it)).collect(),
                patch: def.patch.and_then(|patch| {
                    let id = |at: usize| Some(cases.get(at)?.names.id.as_str());
                    Some(Patch { keep: id(patch.keep)?, empty: id(patch.empty)?, set: id(patch.set)? })
                }),
            },
            s::TypeKind::Enum(members) => Body::Enum { members: members.iter().map(member).collect() },
            s::TypeKind::Flags(members) => Body::Flags { members: members.iter().map(member).collect() },
            s::TypeKind::Alias(target) => Body::Alias { ty: self.ty(target) },
        }
    }

    fn field(self, field: &'a s::Field) -> Field<'a> {
        Field {
            names: names(&field.names),
            ty: self.ty(&field.ty),
            doc: text(&field.doc),
            left_out: field.left_out,
            spread: field.spread,
        }
    }

    fn case(self, case: &'a s::Case) -> Case<'a> {
        let payload = case.payload.as_ref().map(|ty| self.ty(ty));
        Case { names: names(&case.names), payload, doc: text(&case.doc) }
    }

    fn ty(self, ty: &s::Type) -> Type<'a> {
        let boxed = |ty: &s::Type| Box::new(self.ty(ty));
        match ty {
            s::Type::Bool => Type::Bool,
            s::Type::U8 => Type::U8,
            s::Type::U16 => Type::U16,
            s::Type::U32 => Type::U32,
            s::Type::U64 => Type::U64,
            s::Type::S8 => Type::S8,
            s::Type::S16 => Type::S16,
            s::Type::S32 => Type::S32,
            s::Type::S64 => Type::S64,
            s::Type::F32 => Type::F32,
            s::Type::F64 => Type::F64,
            s::Type::Char => Type::Char,
            s::Type::String => Type::String,
            s::Type::List(item) => Type::List { item: boxed(item) },
            s::Type::Option(item) => Type::Option { item: boxed(item) },
            s::Type::Result { ok, err } => {
                Type::Result { ok: ok.as_deref().map(boxed), err: err.as_deref().map(boxed) }
            }
            s::Type::Tuple(items) => Type::Tuple { items: items.iter().map(|item| self.ty(item)).collect() },
            s::Type::Named(index) => Type::Named { name: self.type_name(*index) },
        }
    }

    fn alias(self, alias: &'a s::Alias) -> Alias<'a> {
        let operation = self.surface.operation(alias.operation);
        let fields = match &self.surface.type_def(alias.ty).kind {
            s::TypeKind::Record(fields) => fields.as_slice(),
            _ => &[],
        };
        let args = operation.params.iter().zip(&alias.args);
        let args = args.filter_map(|(param, field)| {
            let field = fields.get((*field)?)?;
            Some((param.names.id.as_str(), field.names.id.as_str()))
        });
        Alias {
            ty: self.type_name(alias.ty),
            names: names(&alias.names),
            operation: &operation.id,
            args: args.collect(),
        }
    }
}

fn place(place: arms::Place) -> Place {
    match place {
        arms::Place::Positional(position) => Place::Positional { position },
        arms::Place::Keyword => Place::Keyword,
        arms::Place::Option => Place::Option,
    }
}

fn member(member: &s::Member) -> Member<'_> {
    Member { names: names(&member.names), doc: text(&member.doc) }
}

fn names(names: &s::Names) -> Names<'_> {
    let arms = names.arm.iter().map(|(arm, name)| (arm.arm().profile().id, name.as_str())).collect();
    Names { id: &names.id, wit: &names.wit, json: &names.json, host: &names.host, arms }
}

fn per_arm<T>(make: impl Fn(&dyn arms::Arm) -> T) -> PerArm<T> {
    arms::ALL.iter().map(|arm| (arm.profile().id, make(*arm))).collect()
}

/// Markdown with references as the table writes them.
fn text(markdown: &Markdown) -> String {
    render_markdown(markdown, usize::MAX, &|reference| match reference {
        Reference::Operation(id) => format!("[{id}]"),
        Reference::Type(name) => format!("[type:{name}]"),
        Reference::Param(name) => format!("[param:{name}]"),
    })
}
