//! The TOML tree to [`raw`] rows.

use toml::de::{DeTable, DeValue};

use super::{
    fields::{Fields, Reader, TOP, Value, entries},
    raw, shape, suggest,
    text::Text,
    wit::{self, Expr},
};
use crate::{
    arms::{self, ArmIndex},
    diagnostic::{Diagnostic, code},
    diff,
    source::Span,
    surface::{Allow, DuringCompaction, Mode},
};

/// Reads every row of a table.
pub(super) fn read<'t>(reader: &mut Reader<'_>, root: &'t DeTable<'t>) -> raw::Table<'t> {
    let known = ["surface", "capability", "module", "operation", "alias", "allow"];
    let top = Fields::open(reader, TOP, 0..0, root, &known);
    let operations = top.get("operation").map(|value| value.get_ref().as_array());
    if operations.is_none_or(|items| items.is_some_and(|items| items.is_empty())) {
        top.missing(reader, "operation");
    }
    raw::Table {
        surface: surface(reader, &top),
        capabilities: rows(reader, &top, "capability").into_iter().map(|row| capability(reader, row)).collect(),
        modules: rows(reader, &top, "module").into_iter().map(|row| module(reader, row)).collect(),
        operations: rows(reader, &top, "operation").into_iter().map(|row| operation(reader, row)).collect(),
        aliases: rows(reader, &top, "alias").into_iter().map(|row| alias(reader, row)).collect(),
        allows: rows(reader, &top, "allow").into_iter().filter_map(|row| allow(reader, row)).collect(),
    }
}

/// A row: its table and the place of its header.
type Row<'t> = (&'t DeTable<'t>, std::ops::Range<usize>);

/// The rows of an array of tables.
fn rows<'t>(reader: &mut Reader<'_>, top: &Fields<'t>, key: &str) -> Vec<Row<'t>> {
    let Some(value) = top.get(key) else { return Vec::new() };
    let DeValue::Array(items) = value.get_ref() else {
        reader.wrong_type::<()>(&format!("`{key}`"), &format!("an array of tables; write `[[{key}]]`"), value);
        // Whatever the rows were to declare.
        reader.damage.add(reader.source.text());
        return Vec::new();
    };
    let name = format!("an item of `{key}`");
    items.iter().filter_map(|item| reader.table(&name, item).map(|table| (table, item.span()))).collect()
}

fn surface(reader: &mut Reader<'_>, top: &Fields<'_>) -> raw::Surface {
    let Some(value) = top.get("surface") else {
        top.missing(reader, "surface");
        return raw::Surface::default();
    };
    let Some(table) = reader.table("`surface`", value) else { return raw::Surface::default() };
    let fields = Fields::open(reader, "the surface", value.span(), table, &["name", "package", "summary", "doc"]);
    let name = fields.required(reader, "name").map(|name| snake(reader, "a surface", name));
    let package = fields.required(reader, "package").and_then(|text| {
        let package =
            text.value.split_once(':').filter(|(space, name)| shape::is_kebab(space) && shape::is_kebab(name));
        if package.is_none() {
            reader.report(
                Diagnostic::new(code::NAME_SHAPE, text.span, format!("`{}` cannot name a WIT package", text.value))
                    .label("not `namespace:name`")
                    .help("two kebab-case names with a colon between them, such as `corner:store`"),
            );
        }
        package.map(|(space, name)| (space.to_owned(), name.to_owned()))
    });
    let summary = summary(reader, &fields);
    let doc = fields.text(reader, "doc");
    raw::Surface { name, package, summary, doc, span: Span::new(value.span()) }
}

fn capability(reader: &mut Reader<'_>, (table, span): Row<'_>) -> raw::Capability {
    let fields = Fields::open(reader, "a capability", span.clone(), table, &["id", "summary", "switches"]);
    let id = fields.required(reader, "id").map(|id| kebab(reader, "a capability", id));
    let summary = summary(reader, &fields);
    let mut switches = fields.texts(reader, "switches");
    switches.retain(|switch| {
        let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let fits = switch.value.starts_with(|c: char| c.is_ascii_alphabetic()) && switch.value.chars().all(word);
        if !fits {
            let message = format!("`{}` cannot name a switch", switch.value);
            reader.report(
                Diagnostic::new(code::NAME_SHAPE, switch.span, message)
                    .label("not a word")
                    .help("ASCII letters, digits, `-` and `_`, a letter first"),
            );
        }
        fits
    });
    raw::Capability { id, summary, switches, span: Span::new(span) }
}

fn module(reader: &mut Reader<'_>, (table, span): Row<'_>) -> raw::Module {
    let known = ["id", "interface", "summary", "doc", "skill", "types", "left-out", "spread", "name"];
    let fields = Fields::open(reader, "a module", span.clone(), table, &known);
    let id = fields.required(reader, "id").map(|id| snake(reader, "a module", id));
    let interface = fields.text(reader, "interface").map(|id| kebab(reader, "an interface", id));
    let summary = summary(reader, &fields);
    let doc = fields.text(reader, "doc");
    let skill = fields.text(reader, "skill");
    let text = fields.text(reader, "types");
    let types = text.as_ref().map(|text| wit::parse_items(reader, text)).unwrap_or_default();
    let left_out = fields.texts(reader, "left-out");
    let spread = fields.texts(reader, "spread");
    let mut names = Vec::new();
    for (arm, value) in fields.entries(reader, "name") {
        let Some(arm) = find_arm(reader, &arm) else { continue };
        let Some(table) = reader.table("a module's `name` for an arm", value) else { continue };
        for (of, value) in entries(reader, table) {
            if let Some(name) = reader.said(&format!("the name of `{}`", of.value), value) {
                names.push((of, arm, name));
            }
        }
    }
    let has_types = fields.get("types").is_some();
    raw::Module { id, interface, summary, doc, skill, types, has_types, left_out, spread, names, span: Span::new(span) }
}

fn operation<'t>(reader: &mut Reader<'_>, (table, span): Row<'t>) -> raw::Operation<'t> {
    let known = [
        "id",
        "capability",
        "ending",
        "machine",
        "always",
        "summary",
        "doc",
        "params",
        "returns",
        "errors",
        "mode",
        "deadline",
        "during-compaction",
        "instead",
        "condition",
        "effect",
        "except",
        "name",
        "examples",
    ];
    let fields = Fields::open(reader, "an operation", span.clone(), table, &known);
    let id = fields.required(reader, "id");
    let binding = binding(reader, &fields, Span::new(span.clone()));
    let summary = summary(reader, &fields);
    let doc = fields.text(reader, "doc");
    let params = fields.entries(reader, "params").into_iter().map(|(name, value)| param(reader, name, value)).collect();
    let returns = fields.get("returns").and_then(|value| returns(reader, value));
    let errors = fields.pairs(reader, "errors");
    let modes = [Mode::Immediate, Mode::Blocking, Mode::Deferred].map(|mode| (mode.word(), mode));
    let mode = fields.word(reader, "mode", &modes).unwrap_or(Mode::Immediate);
    let deadline = fields.flag(reader, "deadline").unwrap_or(true);
    let during = [DuringCompaction::Refused, DuringCompaction::Memory, DuringCompaction::Allowed];
    let during = during.map(|during| (during.word(), during));
    let during_compaction = fields.word(reader, "during-compaction", &during).unwrap_or(DuringCompaction::Refused);
    let instead = fields.texts(reader, "instead");
    let condition = fields.text(reader, "condition");
    let effect = fields.text(reader, "effect").map(|effect| kebab(reader, "an effect", effect));
    let except = by_arm(reader, &fields, "except");
    let names = by_arm(reader, &fields, "name");
    let examples = examples(reader, &fields, Span::new(span.clone()));
    raw::Operation {
        id,
        binding,
        summary,
        doc,
        params,
        returns,
        errors,
        mode,
        deadline,
        during_compaction,
        instead,
        condition,
        effect,
        except,
        names,
        examples,
    }
}

/// The one field of four that says what buys the operation.
fn binding(reader: &mut Reader<'_>, fields: &Fields<'_>, row: Span) -> Option<raw::Binding> {
    const KEYS: [&str; 4] = ["capability", "ending", "machine", "always"];
    const HELP: &str = "exactly one of `capability = \"ID\"`, `ending = \"ROLE\"`, `machine = true`, `always = true`";
    let mut given: Vec<(&str, Span)> =
        KEYS.iter().filter_map(|key| fields.key_span(key).map(|span| (*key, span))).collect();
    given.sort_by_key(|(_, span)| *span);
    let [(key, _)] = given.as_slice() else {
        let finding = match given.as_slice() {
            [] if KEYS.iter().any(|key| fields.is_misspelled(key)) || reader.damage.touches_entry(row) => return None,
            [] => Diagnostic::new(code::BINDING, row, "nothing says who may call this operation").label("no binding"),
            [(first, span), rest @ ..] => {
                let mut finding =
                    Diagnostic::new(code::BINDING, *span, "more than one field says what buys an operation")
                        .label(format!("`{first}` says so"));
                for (key, span) in rest {
                    finding = finding.related(*span, format!("and `{key}` says so"));
                }
                finding
            }
        };
        reader.report(finding.help(HELP));
        return None;
    };
    match *key {
        "capability" => fields.text(reader, key).map(raw::Binding::Capability),
        "ending" => {
            let role = fields.text(reader, key).map(|role| kebab(reader, "an ending", role));
            role.map(raw::Binding::Ending)
        }
        key => {
            if fields.flag(reader, key) == Some(false) {
                let span = fields.get(key).map(|value| Span::new(value.span())).unwrap_or_default();
                reader.report(
                    Diagnostic::new(code::BINDING, span, format!("`{key} = false` binds nothing"))
                        .label("only `true` says something")
                        .help(HELP),
                );
            }
            Some(if key == "machine" { raw::Binding::Machine } else { raw::Binding::Always })
        }
    }
}

fn param(reader: &mut Reader<'_>, name: Text, value: &Value<'_>) -> raw::Param {
    let name = kebab(reader, "a parameter", name);
    let mut param = raw::Param { name, ty: None, doc: None, left_out: None, names: Vec::new() };
    let Some(table) = reader.table("a parameter", value) else { return param };
    let fields = Fields::open(reader, "a parameter", value.span(), table, &["type", "doc", "left-out", "name"]);
    param.ty = type_field(reader, &fields);
    param.doc = doc_field(reader, &fields, &format!("the parameter `{}`", param.name.value), param.name.span);
    if fields.flag(reader, "left-out") == Some(true) {
        param.left_out = fields.key_span("left-out");
    }
    param.names = by_arm(reader, &fields, "name");
    param
}

fn returns(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<raw::Returns> {
    let table = reader.table("`returns` of an operation", value)?;
    let fields = Fields::open(reader, "a result", value.span(), table, &["type", "doc"]);
    let ty = type_field(reader, &fields);
    let doc = doc_field(reader, &fields, "the result", Span::new(value.span()));
    Some(raw::Returns { ty, doc })
}

fn type_field(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Option<Expr> {
    let text = fields.required(reader, "type")?;
    Some(wit::parse_type(reader, &text))
}

/// The documentation of a parameter or a result, which it must have.
fn doc_field(reader: &mut Reader<'_>, fields: &Fields<'_>, what: &str, span: Span) -> Option<Text> {
    if fields.get("doc").is_none() && !fields.is_misspelled("doc") && !reader.damage.touches_entry(span) {
        reader.report(
            Diagnostic::new(code::UNDOCUMENTED, span, format!("{what} is not documented"))
                .label("no `doc`")
                .help("say what it means, its bounds, and what happens when it is left out: `doc = \"...\"`"),
        );
    }
    fields.text(reader, "doc")
}

/// The examples, of which there is at least one.
fn examples<'t>(reader: &mut Reader<'_>, fields: &Fields<'t>, row: Span) -> Vec<raw::Example<'t>> {
    let value = fields.get("examples");
    let items = match value {
        Some(value) => match reader.array("`examples` of an operation", value) {
            Some(items) => items,
            None => return Vec::new(),
        },
        None => &[],
    };
    if items.is_empty() && !fields.is_misspelled("examples") && !reader.damage.touches_entry(row) {
        let span = value.map_or(row, |value| Span::new(value.span()));
        reader.report(
            Diagnostic::new(code::NO_EXAMPLE, span, "an operation has no example")
                .label("no example")
                .help("show one call: `examples = [{ args = { ... } }]`"),
        );
    }
    items.iter().filter_map(|item| example(reader, item)).collect()
}

fn example<'t>(reader: &mut Reader<'_>, value: &'t Value<'t>) -> Option<raw::Example<'t>> {
    let table = reader.table("an example", value)?;
    let fields = Fields::open(reader, "an example", value.span(), table, &["summary", "args"]);
    let summary = fields.text(reader, "summary");
    check_summary(reader, summary.as_ref());
    let args = match fields.get("args") {
        None => {
            fields.missing(reader, "args");
            None
        }
        Some(value) => reader.table("`args` of an example", value).map(|table| entries(reader, table)),
    };
    Some(raw::Example { summary, args, span: Span::new(value.span()) })
}

fn alias(reader: &mut Reader<'_>, (table, span): Row<'_>) -> raw::Alias {
    let fields = Fields::open(reader, "an alias", span.clone(), table, &["type", "operation", "name", "args"]);
    let ty = fields.required(reader, "type");
    let operation = fields.required(reader, "operation");
    let (name, names) = match fields.get("name").map(|value| (value, value.get_ref())) {
        Some((_, DeValue::Table(_))) => {
            let mut pairs = fields.pairs(reader, "name");
            let default = pairs.iter().position(|(key, _)| key.value == "default").map(|at| pairs.remove(at).1);
            if default.is_none() {
                fields.missing(reader, "name.default");
            }
            (default, arms_of(reader, pairs))
        }
        _ => (fields.required(reader, "name"), Vec::new()),
    };
    let name = name.map(|name| snake(reader, "a method", name));
    let args = fields.pairs(reader, "args");
    raw::Alias { ty, operation, name, names, args, span: Span::new(span) }
}

fn allow(reader: &mut Reader<'_>, (table, span): Row<'_>) -> Option<Allow> {
    let fields = Fields::open(reader, "an allowance", span.clone(), table, &["rule", "at", "reason"]);
    let rule = fields.required(reader, "rule").map(|rule| known_rule(reader, rule));
    let at = fields.required(reader, "at");
    let reason = fields.required(reader, "reason");
    Some(Allow { rule: rule?.value, at: at?.value, reason: reason?.value, span: Span::new(span) })
}

/// The id of a rule of `diff`; reported where there is none of that id.
fn known_rule(reader: &mut Reader<'_>, rule: Text) -> Text {
    let mut ids = diff::RULES.iter().map(|rule| rule.id);
    if !ids.any(|id| id == rule.value) {
        let nearest = suggest::nearest(&rule.value, diff::RULES.iter().map(|rule| rule.id));
        let help = nearest.map_or("`gg-codegen explain` lists them".to_owned(), |id| format!("did you mean `{id}`?"));
        let message = format!("there is no rule `{}`", rule.value);
        reader.report(Diagnostic::new(code::UNKNOWN_WORD, rule.span, message).label("not a rule of `diff`").help(help));
    }
    rule
}

/// A summary, which every row has.
fn summary(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Option<Text> {
    let text = fields.required(reader, "summary");
    check_summary(reader, text.as_ref());
    text
}

/// A summary is one paragraph.
fn check_summary(reader: &mut Reader<'_>, text: Option<&Text>) {
    if let Some(text) = text
        && crate::markdown::parse(&text.value).blocks.len() > 1
    {
        reader.report(
            Diagnostic::new(code::SUMMARY, text.span, "a summary is one paragraph")
                .label("more than one")
                .help("say it in one sentence, and put the rest into `doc`"),
        );
    }
}

/// The strings of a table whose keys are arms.
fn by_arm(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &str) -> raw::Overrides {
    let pairs = fields.pairs(reader, key);
    arms_of(reader, pairs)
}

fn arms_of(reader: &mut Reader<'_>, pairs: Vec<(Text, Text)>) -> raw::Overrides {
    pairs.into_iter().filter_map(|(arm, text)| Some((find_arm(reader, &arm)?, text))).collect()
}

fn find_arm(reader: &mut Reader<'_>, arm: &Text) -> Option<ArmIndex> {
    let found = ArmIndex::find(&arm.value);
    if found.is_none() {
        let ids = arms::ALL.iter().map(|arm| arm.profile().id);
        let mut finding = Diagnostic::new(code::UNKNOWN_ARM, arm.span, format!("there is no arm `{}`", arm.value))
            .label("unknown arm");
        finding.help = suggest::help(&arm.value, ids);
        reader.report(finding);
    }
    found
}

/// The name in kebab-case; reported and mended where it is not.
fn kebab(reader: &mut Reader<'_>, what: &str, mut text: Text) -> Text {
    if !shape::is_kebab(&text.value) {
        reader.report(shape::kebab(what, &text.value, text.span));
        mend(reader, &mut text, '-');
    }
    text
}

/// The name in `snake_case`; reported and mended where it is not.
fn snake(reader: &mut Reader<'_>, what: &str, mut text: Text) -> Text {
    if !shape::is_snake(&text.value) {
        reader.report(shape::snake(what, &text.value, text.span));
        mend(reader, &mut text, '_');
    }
    text
}

/// Goes on with a name that is near, and takes it that others may use either.
fn mend(reader: &mut Reader<'_>, text: &mut Text, join: char) {
    reader.damage.add(&text.value);
    text.value = shape::mend(&text.value, join);
    reader.damage.add(&text.value);
}
