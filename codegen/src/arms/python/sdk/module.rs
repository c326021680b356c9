//! One module of the package as a template sees it: types, calls, and what carries their values.

use serde::Serialize;

use crate::{
    arms::{
        Arm,
        python::{
            Python, WIDTH, declare,
            docstring::{Section, docstring},
            literal,
            names::Names,
            parameters::{Parameter, Signature, header, members},
            types,
        },
    },
    emit::references::Speller,
    expected::expected,
    layout::{Layout, concat, list, text},
    markdown::{Block, Inline, Markdown, Reference},
    surface::{
        Alias, Case, ErrorCase, Field, Member, Module, ModuleIndex, Operation, Returns, Surface, Type, TypeDef,
        TypeIndex, TypeKind,
    },
};

use super::{
    Package,
    lift::{Lift, keyword_only, line},
    lower::Lower,
    raw,
    scope::{Body, Scope},
};

/// What a module's template is given, besides the header. Every text is source.
#[derive(Debug, Serialize)]
pub(super) struct ModuleFile {
    doc: String,
    imports: String,
    all: String,
    types: Vec<TypeItem>,
    operations: Vec<String>,
    carriers: Vec<String>,
    constants: Vec<String>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum TypeItem {
    Record { name: String, dataclass: String, keywords: bool, doc: String, fields: Vec<String>, methods: Vec<String> },
    Words { name: String, base: String, doc: String, members: Vec<String> },
    Cases { dataclass: String, cases: Vec<CaseItem>, union: String, doc: String },
    Alias { text: String, doc: String },
    Failure { name: String, error_code: String, root: String, doc: String },
    Helper { text: String },
}

#[derive(Debug, Serialize)]
struct CaseItem {
    name: String,
    payload: Option<String>,
    doc: String,
}

/// What a module of the table becomes.
pub(super) fn module(surface: &Surface, package: &Package, index: ModuleIndex) -> ModuleFile {
    let scope = Scope::new(surface, index);
    let writer = Writer {
        surface,
        package,
        scope: &scope,
        lower: Lower::new(surface, &scope),
        lift: Lift { surface, scope: &scope },
    };
    let module = surface.module(index);
    let order = in_order(surface, module);
    let mut types = if surface.type_def(surface.api_error).module == index { writer.helpers() } else { Vec::new() };
    types.extend(order.iter().filter_map(|index| writer.type_item(surface.type_def(*index))));
    let operations = module.operations.iter().map(|index| writer.operation(surface.operation(*index))).collect();
    let defs = || module.types.iter().map(|index| surface.type_def(*index));
    let carried = defs().filter(|def| !package.spread.contains(&def.index));
    let carriers =
        carried.flat_map(|def| writer.lower.definition(def).into_iter().chain(writer.lift.definition(def))).collect();
    let enums = defs().filter(|def| matches!(def.kind, TypeKind::Enum(_)));
    let mut constants: Vec<String> =
        enums.flat_map(|def| writer.lower.word_table(def).into_iter().chain(writer.lift.word_table(def))).collect();
    constants.extend(writer.lower.constants());
    ModuleFile {
        doc: docstring(0, &module.summary.followed_by(&module.doc), &[], &writer.speller(None)),
        all: all(surface, package, module),
        imports: scope.import_lines(WIDTH),
        types,
        operations,
        carriers,
        constants,
    }
}

/// The types of a module, in its order, but every alias after what it names: it is evaluated at once.
fn in_order(surface: &Surface, module: &Module) -> Vec<TypeIndex> {
    fn place(surface: &Surface, module: &Module, index: TypeIndex, order: &mut Vec<TypeIndex>) {
        if order.contains(&index) || !module.types.contains(&index) {
            return;
        }
        let def = surface.type_def(index);
        let target = match (&def.kind, types::patch(surface, index)) {
            (TypeKind::Alias(target), _) => Some(target),
            (_, Some((_, set))) => Some(set),
            _ => None,
        };
        if let Some(target) = target {
            types::walk(target, &mut |ty| {
                if let Type::Named(inner) = ty {
                    place(surface, module, *inner, order);
                }
            });
        }
        order.push(index);
    }
    let mut order = Vec::new();
    module.types.iter().for_each(|index| place(surface, module, *index, &mut order));
    order
}

/// What a module lets go: its types with their cases, then its calls.
fn all(surface: &Surface, package: &Package, module: &Module) -> String {
    let arm = Python.index();
    let mut names: Vec<&str> = Vec::new();
    if std::ptr::eq(module, surface.module(surface.type_def(surface.api_error).module)) {
        for name in package.helpers() {
            names.push(name);
        }
    }
    for def in module.types.iter().map(|index| surface.type_def(*index)) {
        match &def.kind {
            TypeKind::Variant(_) if package.spread.contains(&def.index) => {}
            TypeKind::Variant(cases) if def.patch.is_none() => {
                names.extend(cases.iter().map(|case| case.names.of(arm)));
                names.push(def.names.of(arm));
            }
            _ => names.push(def.names.of(arm)),
        }
    }
    for index in &module.operations {
        names.push(surface.operation(*index).names.of(arm));
    }
    list("__all__ = [", names.into_iter().map(|name| text(literal::string(name))).collect(), ",", "]").render(WIDTH, 4)
}

struct Writer<'a> {
    surface: &'a Surface,
    package: &'a Package,
    scope: &'a Scope<'a>,
    lower: Lower<'a>,
    lift: Lift<'a>,
}

impl Writer<'_> {
    fn speller<'a>(&'a self, operation: Option<&'a Operation>) -> impl Fn(&Reference) -> String + 'a {
        let speller = Speller { surface: self.surface, arm: Python.index(), operation };
        move |reference| speller.span(reference)
    }

    /// What the package adds to the module of the failure type.
    fn helpers(&self) -> Vec<TypeItem> {
        let mut helpers = Vec::new();
        if self.package.has_patches {
            let (base, last) = (self.scope.library("Enum"), self.scope.library("Final"));
            let str = self.scope.library("str");
            helpers.push(format!(
                "class Unchanged({base}):\n    \"\"\"The class of `UNCHANGED`.\"\"\"\n\n    UNCHANGED = \"unchanged\"\n\n    \
                 def __repr__(self) -> {str}:\n        return self.name\n\n\nUNCHANGED: {last} = Unchanged.UNCHANGED\n\
                 \"\"\"What a change to a value says when it leaves the value as it is.\"\"\""
            ));
        }
        if self.package.has_results {
            let names = ["TypeVar", "Generic", "dataclass"].map(|name| self.scope.library(name));
            helpers.push(format!("_Value = {}(\"_Value\")", names[0]));
            for (name, doc) in [("Ok", "A result that is what was wanted."), ("Err", "A result that says why not.")] {
                helpers.push(format!(
                    "@{}(frozen=True, slots=True)\nclass {name}({}[_Value]):\n    \"\"\"{doc}\"\"\"\n\n    value: _Value",
                    names[2], names[1]
                ));
            }
        }
        helpers.into_iter().map(|text| TypeItem::Helper { text }).collect()
    }

    fn type_item(&self, def: &TypeDef) -> Option<TypeItem> {
        let arm = Python.index();
        let name = def.names.of(arm).to_owned();
        let item = match &def.kind {
            TypeKind::Record(fields) if def.index == self.surface.api_error => {
                let attributes = fields.iter().map(|field| (field.names.of(arm), &field.doc));
                TypeItem::Failure {
                    doc: self.type_doc(def, attributes.collect()),
                    error_code: self.scope.named(self.surface, self.surface.error_code),
                    root: self.surface.name.of(arm).to_owned(),
                    name,
                }
            }
            TypeKind::Record(fields) => self.record(def, fields),
            TypeKind::Enum(words) => TypeItem::Words {
                base: self.scope.library("StrEnum"),
                doc: self.type_doc(def, documented(words)),
                members: words
                    .iter()
                    .map(|word| format!("{} = {}", word.names.of(arm), literal::string(&word.names.wit)))
                    .collect(),
                name,
            },
            TypeKind::Flags(bits) => TypeItem::Words {
                base: self.scope.library("Flag"),
                doc: self.type_doc(def, documented(bits)),
                members: bits
                    .iter()
                    .enumerate()
                    .map(|(at, bit)| format!("{} = 1 << {at}", bit.names.of(arm)))
                    .collect(),
                name,
            },
            TypeKind::Variant(_) if self.package.spread.contains(&def.index) => return None,
            TypeKind::Variant(cases) => match types::patch(self.surface, def.index) {
                Some((patch, set)) => {
                    let accepted = types::taken(self.surface, self.scope, set);
                    let unchanged = self.scope.helper(self.surface, "Unchanged");
                    let alias = self.scope.library("TypeAlias");
                    let of = |at: usize| cases.get(at).map(|case| case.doc.clone()).unwrap_or_default();
                    let ways =
                        [("`UNCHANGED`", of(patch.keep)), ("`None`", of(patch.empty)), ("a value", of(patch.set))];
                    TypeItem::Alias {
                        text: format!("{name}: {alias} = {accepted} | None | {unchanged}"),
                        doc: docstring(0, &def.doc.followed_by(&ways_list(&ways)), &[], &self.speller(None)),
                    }
                }
                None => self.cases(def, cases),
            },
            TypeKind::Alias(target) => TypeItem::Alias {
                text: format!(
                    "{name}: {} = {}",
                    self.scope.library("TypeAlias"),
                    types::returned(self.surface, self.scope, target)
                ),
                doc: docstring(0, &def.doc, &[], &self.speller(None)),
            },
        };
        Some(item)
    }

    fn record(&self, def: &TypeDef, fields: &[Field]) -> TypeItem {
        let arm = Python.index();
        let aliases: Vec<&Alias> = self.surface.aliases_of(def.index).collect();
        let mut body = Body { scope: self.scope, members: fields.iter().map(|field| field.names.of(arm)).collect() };
        body.members.extend(aliases.iter().map(|alias| alias.names.of(arm)));
        let taken = members(self.surface, &body, fields);
        let declared = if def.usage.input || taken.len() != fields.len() {
            taken.iter().map(Parameter::declared).collect()
        } else {
            let returned =
                |field: &Field| format!("{}: {}", field.names.of(arm), types::returned(self.surface, &body, &field.ty));
            fields.iter().map(returned).collect()
        };
        let attributes = taken.iter().map(|member| (member.name.as_str(), &member.doc)).collect();
        let keywords = keyword_only(self.surface, self.scope, def, fields);
        if keywords {
            self.scope.private("_check");
        }
        TypeItem::Record {
            name: def.names.of(arm).to_owned(),
            dataclass: self.scope.library("dataclass"),
            keywords,
            doc: self.type_doc(def, attributes),
            fields: declared,
            methods: aliases.iter().map(|alias| self.method(&body, def, fields, alias)).collect(),
        }
    }

    fn cases(&self, def: &TypeDef, cases: &[Case]) -> TypeItem {
        let arm = Python.index();
        let text = if def.usage.input { types::taken } else { types::returned };
        let payload = |ty: &Type| text(self.surface, self.scope, ty);
        let item = |case: &Case| CaseItem {
            name: case.names.of(arm).to_owned(),
            payload: case.payload.as_ref().map(payload),
            doc: docstring(4, &case.doc, &[], &self.speller(None)),
        };
        let classes: Vec<&str> = cases.iter().map(|case| case.names.of(arm)).collect();
        let name = format!("{}: {}", def.names.of(arm), self.scope.library("TypeAlias"));
        TypeItem::Cases {
            dataclass: self.scope.library("dataclass"),
            cases: cases.iter().map(item).collect(),
            union: declare::union(&name, &classes),
            doc: docstring(0, &def.doc, &[], &self.speller(None)),
        }
    }

    fn type_doc(&self, def: &TypeDef, attributes: Vec<(&str, &Markdown)>) -> String {
        let entries = attributes.into_iter().map(|(name, doc)| (Some(name.to_owned()), doc.clone())).collect();
        let sections = [Section { title: "Attributes", entries }];
        let doc = if def.usage.input && types::is_tuple_like(self.surface, def.index) {
            def.doc.followed_by(&sentence("A tuple of its fields is taken in its place."))
        } else {
            def.doc.clone()
        };
        docstring(4, &doc, &sections, &self.speller(None))
    }

    /// A second spelling of an operation: it fills some parameters from the record.
    fn method(&self, body: &Body<'_>, def: &TypeDef, fields: &[Field], alias: &Alias) -> String {
        let arm = Python.index();
        let operation = self.surface.operation(alias.operation);
        let signature = declare::method(self.surface, body, alias);
        let names = || signature.ordered.iter().chain(&signature.named).map(|parameter| parameter.name.as_str());
        let receiver = if names().any(|name| name == "self") { "_self" } else { "self" };
        let mut parameters = vec![text(receiver)];
        parameters.extend(signature.whole());
        let result = declare::result(self.surface, body, operation);
        let header = header(alias.names.of(arm), parameters, &result, ":").render_at(WIDTH, 4, 1);

        let mut arguments = Vec::new();
        for (param, filled) in operation.params.iter().zip(&alias.args) {
            let name = param.names.of(arm);
            let value = match filled.and_then(|at| fields.get(at)) {
                Some(field) => format!("{receiver}.{}", field.names.of(arm)),
                None => name.to_owned(),
            };
            arguments.push(text(if param.is_optional(self.surface) { format!("{name}={value}") } else { value }));
        }
        let (name, module) = (operation.names.of(arm), self.surface.module(operation.module).names.of(arm));
        let mut lines = String::new();
        // Another module may import this one, and a parameter may have the function's name.
        let function = if operation.module == def.module && !names().any(|parameter| parameter == name) {
            name.to_owned()
        } else {
            lines.push_str(&format!("        from {} import {module} as _module\n\n", self.surface.name.of(arm)));
            format!("_module.{name}")
        };
        let returned = if operation.returns.is_some() { "return " } else { "" };
        let call = list(format!("{returned}{function}("), arguments, ",", ")").render_at(WIDTH, 4, 2);
        let key = Python.spell(self.surface, operation);
        let same = Markdown {
            blocks: vec![Block::Paragraph(vec![
                Inline::Text("The same as ".to_owned()),
                Inline::Reference(Reference::Operation(operation.id.clone())),
                Inline::Text(".".to_owned()),
            ])],
        };
        let doc = docstring(
            8,
            &operation.summary.followed_by(&same),
            &[arguments_section(signature.ordered.iter().chain(&signature.named))],
            &self.speller(Some(operation)),
        );
        self.scope.private("_call");
        format!(
            "    @_call.guarded({}, {}, receivers=1)\n    {header}\n{doc}\n{lines}        {call}",
            literal::string(&operation.id),
            literal::string(&key)
        )
    }

    fn operation(&self, operation: &Operation) -> String {
        let arm = Python.index();
        let signature = Signature::new(self.surface, self.scope, operation);
        let result = declare::result(self.surface, self.scope, operation);
        let name = operation.names.of(arm);
        let mut source = String::new();
        if let Some(fields) = signature.by_fields() {
            let overload = self.scope.library("overload");
            for form in [signature.whole(), fields] {
                let header = header(name, form, &result, ": ...").render(WIDTH, 4);
                source.push_str(&format!("@{overload}\n{header}\n"));
            }
        }
        self.scope.private("_call");
        source.push_str(&format!(
            "@_call.operation({}, {})\n",
            literal::string(&operation.id),
            literal::string(&Python.spell(self.surface, operation))
        ));
        source.push_str(&header(name, self.implemented(&signature), &result, ":").render(WIDTH, 4));
        source.push('\n');
        source.push_str(&self.operation_doc(operation, &signature));
        source.push('\n');
        source.push_str(&self.body(operation, &signature));
        source
    }

    /// The parameters of the function itself: a record that may be spread and its fields are told apart within.
    fn implemented(&self, signature: &Signature) -> Vec<Layout> {
        let mut parameters = signature.whole();
        if signature.spread.is_some() {
            let any = self.scope.library("Any");
            self.scope.private("_check");
            if let (Some(record), Some(parameter)) =
                (signature.ordered.last(), parameters.get_mut(signature.ordered.len() - 1))
            {
                *parameter = text(format!("{}: {any} = _check.NOTHING", record.name));
            }
            parameters.push(text(format!("**_fields: {any}")));
        }
        parameters
    }

    fn body(&self, operation: &Operation, signature: &Signature) -> String {
        let arm = Python.index();
        self.scope.private("_raw");
        let mut body = String::new();
        let mut arguments = Vec::new();
        let texts = self.first_texts(operation);
        for (at, param) in operation.params.iter().enumerate() {
            let name = param.names.of(arm);
            if at < texts {
                let check = self.lower.expression(&param.ty, name, &literal::string(name));
                body.push_str(&line(1, &concat([text(format!("{name} = ")), check])));
                body.push('\n');
                arguments.push(text(name));
                continue;
            }
            match signature.spread.as_ref().filter(|spread| spread.position == at) {
                Some(spread) => {
                    let class = self.scope.named(self.surface, spread.ty);
                    let ty = Type::Named(spread.ty);
                    let words = literal::string(&expected(self.surface, arm, &ty));
                    let given = [class, literal::string(name), name.to_owned(), "_fields".to_owned(), words];
                    let given = list("_record, _at = _check.record(", given.into_iter().map(text).collect(), ",", ")");
                    body.push_str(&format!("    {}\n", given.render_at(WIDTH, 4, 1)));
                    arguments.push(self.lower.expression(&ty, "_record", "_at"));
                }
                None => arguments.push(self.lower.expression(&param.ty, name, &literal::string(name))),
            }
        }
        let function = raw::function(self.surface, operation);
        let call = list(format!("{function}("), arguments, ",", ")");
        let Some(Returns { ty, .. }) = &operation.returns else { return body + &line(1, &call) };
        let is_result = matches!(self.surface.resolve(ty), Type::Result { .. });
        // The bindings have no types: a value that is handed on as it is gets one. No name of a table starts with an
        // underscore.
        let annotated = format!("_result: {} = ", types::returned(self.surface, self.scope, ty));
        let hand_on = |made: Layout| line(1, &concat([text(annotated), made])) + "\n    return _result";
        body + &match (self.surface.resolve(ty), self.lift.expression(ty, "_value")) {
            (_, None) => hand_on(call),
            (Type::Named(index), Some(_)) => {
                let lift = self.scope.carrier(*index, "lift");
                line(1, &list(format!("return {lift}("), vec![call], ",", ")"))
            }
            (_, Some(made)) => {
                let value = line(1, &concat([text("_value = "), call])) + "\n";
                value + &if is_result { hand_on(made) } else { line(1, &concat([text("return "), made])) }
            }
        }
    }

    /// How many of the first parameters are texts. Each is checked in a statement of its own, before all others, which is
    /// what a shorter function makes shorter.
    fn first_texts(&self, operation: &Operation) -> usize {
        let is_text = |ty: &Type| *self.surface.resolve(ty) == Type::String;
        operation.params.iter().take_while(|param| is_text(&param.ty)).count()
    }

    fn operation_doc(&self, operation: &Operation, signature: &Signature) -> String {
        let arm = Python.index();
        let mut parameters: Vec<Parameter> = signature.ordered.clone();
        if let Some(spread) = &signature.spread {
            if let Some(record) = parameters.last_mut() {
                record.doc = continued(&record.doc, " Its fields may be given in its place, as keywords.");
            }
            parameters.extend(spread.fields.clone());
        }
        parameters.extend(signature.named.clone());
        let mut sections = vec![arguments_section(&parameters)];
        if let Some(returns) = &operation.returns {
            sections.push(Section { title: "Returns", entries: vec![(None, returns.doc.clone())] });
        }
        if !operation.errors.is_empty() {
            let error = self.surface.type_def(self.surface.api_error).names.of(arm).to_owned();
            sections.push(Section { title: "Raises", entries: vec![(Some(error), self.errors(operation))] });
        }
        let text = operation.summary.followed_by(&operation.doc);
        docstring(4, &text, &sections, &self.speller(Some(operation)))
    }

    fn errors(&self, operation: &Operation) -> Markdown {
        let words = match &self.surface.type_def(self.surface.error_code).kind {
            TypeKind::Enum(words) => words.as_slice(),
            _ => &[],
        };
        let item = |error: &ErrorCase| {
            let code = words.get(error.code).map(|word| word.names.of(Python.index())).unwrap_or_default();
            labelled(Inline::Code(code.to_owned()), &error.when)
        };
        let items = operation.errors.iter().map(item).collect();
        sentence("With one of these codes, or with one that any call can have:")
            .followed_by(&Markdown { blocks: vec![Block::List { start: None, items }] })
    }
}

fn documented(members: &[Member]) -> Vec<(&str, &Markdown)> {
    members.iter().map(|member| (member.names.of(Python.index()), &member.doc)).collect()
}

fn arguments_section<'a>(parameters: impl IntoIterator<Item = &'a Parameter>) -> Section {
    let entries = parameters.into_iter().map(|parameter| (Some(parameter.name.clone()), parameter.doc.clone()));
    Section { title: "Args", entries: entries.collect() }
}

fn sentence(text: &str) -> Markdown {
    Markdown { blocks: vec![Block::Paragraph(vec![Inline::Text(text.to_owned())])] }
}

/// The text with a sentence after its first paragraph.
fn continued(doc: &Markdown, text: &str) -> Markdown {
    let mut blocks = doc.blocks.clone();
    match blocks.first_mut() {
        Some(Block::Paragraph(inlines)) => inlines.push(Inline::Text(text.to_owned())),
        _ => blocks.extend(sentence(text).blocks),
    }
    Markdown { blocks }
}

/// A list item that opens with a label.
fn labelled(label: Inline, doc: &Markdown) -> Vec<Block> {
    let mut blocks = doc.blocks.clone();
    match blocks.first_mut() {
        Some(Block::Paragraph(inlines)) => {
            inlines.splice(0..0, [label, Inline::Text(": ".to_owned())]);
        }
        _ => blocks.insert(0, Block::Paragraph(vec![label])),
    }
    blocks
}

fn ways_list(ways: &[(&str, Markdown)]) -> Markdown {
    let item = |(label, doc): &(&str, Markdown)| match label.strip_prefix('`').and_then(|label| label.strip_suffix('`'))
    {
        Some(code) => labelled(Inline::Code(code.to_owned()), doc),
        None => labelled(Inline::Text((*label).to_owned()), doc),
    };
    Markdown { blocks: vec![Block::List { start: None, items: ways.iter().map(item).collect() }] }
}
