//! The rows of a module as static data.

use super::{imports::Imports, plan::Plan};
use crate::{
    arms::{self, ArmIndex},
    emit::rust::{STEP, WIDTH, push_indent, string},
    layout::{Layout, concat, list, spaced_list, text},
    names::{Case, convert},
    surface::{Binding, Module, Names, Operation, Type},
};

/// The rows, in table order.
pub(super) fn rows(module: &Module, imports: &Imports<'_>) -> String {
    let row_type = imports.item("gg_engine::Operation");
    let count = module.operations.len();
    let mut out = format!(
        "/// The rows of the module `{}`.\npub(super) static ROWS: [{row_type}; {count}] = [\n",
        module.names.id
    );
    for index in &module.operations {
        push_indent(1, &mut out);
        out.push_str(&row(imports.plan.surface.operation(*index), &row_type, imports).render_at(WIDTH, STEP, 1));
        out.push_str(",\n");
    }
    out.push_str("];\n");
    out
}

fn row(operation: &Operation, row_type: &str, imports: &Imports<'_>) -> Layout {
    let plan = imports.plan;
    let engine = |name: &str| imports.item(&format!("gg_engine::{name}"));
    let id_type = imports.item("super::OperationId");
    let number = |index| format!("{id_type}::{}.index()", plan.variant(index));
    let binding_type = engine("Binding");
    let binding = match &operation.binding {
        Binding::Capability(capability) => format!("{binding_type}::Capability({})", capability.0),
        Binding::Ending(role) => format!("{binding_type}::Ending({})", string(role)),
        Binding::Machine => format!("{binding_type}::Machine"),
        Binding::Always => format!("{binding_type}::Always"),
    };
    let mode = convert(operation.mode.word(), Case::Pascal);
    let during = convert(operation.during_compaction.word(), Case::Pascal);
    let condition =
        operation.condition.as_ref().map_or("None".to_owned(), |condition| format!("Some({})", string(condition)));
    let instead = operation.instead.iter().map(|index| text(number(*index))).collect();
    let params = operation.params.iter().map(|param| member(plan, &engine("Member"), &param.names, &param.ty));
    let field = |name: &str, value: String| text(format!("{name}: {value}"));
    let fields = vec![
        field("index", number(operation.index)),
        field("id", string(&operation.id)),
        field("key", string(&operation.names.id)),
        field("module", operation.module.0.to_string()),
        field("binding", binding),
        field("mode", format!("{}::{mode}", engine("Mode"))),
        field("deadline", operation.deadline.to_string()),
        field("during_compaction", format!("{}::{during}", engine("DuringCompaction"))),
        list("instead: &[", instead, ",", "]"),
        field("condition", condition),
        field("effect", string(&operation.effect)),
        per_arm("spellings: ", |arm| arm.arm().spell(plan.surface, operation)),
        list("params: &[", params.collect(), ",", "]"),
    ];
    spaced_list(format!("{row_type} {{"), fields, ",", "}")
}

/// A parameter or a field with its names.
fn member(plan: &Plan<'_>, member_type: &str, names: &Names, ty: &Type) -> Layout {
    let record = plan.record_number(ty).map_or("None".to_owned(), |at| format!("Some({at})"));
    let fields = vec![
        text(format!("name: {}", string(&names.id))),
        per_arm("spellings: ", |arm| names.of(arm).to_owned()),
        text(format!("record: {record}")),
    ];
    spaced_list(format!("{member_type} {{"), fields, ",", "}")
}

/// The fields of every record a parameter can name, in the order of their numbers.
pub(super) fn record_fields(plan: &Plan<'_>) -> Layout {
    let records = plan.records.keys().map(|index| {
        let fields = plan.fields(*index).iter();
        list("&[", fields.map(|field| member(plan, "Member", &field.names, &field.ty)).collect(), ",", "]")
    });
    list("records: &[", records.collect(), ",", "]")
}

/// A text for each arm, in the order of the arms, behind a label.
pub(super) fn per_arm(label: &str, of: impl Fn(ArmIndex) -> String) -> Layout {
    let texts = arms::indices().map(|arm| text(string(&of(arm)))).collect();
    concat([text(label), list("&[", texts, ",", "]")])
}
