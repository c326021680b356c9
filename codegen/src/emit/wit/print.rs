//! The printer of a package. One printer makes both texts, so they can differ in nothing but documentation.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use super::{FEEDBACK, WORLD, comment, escape};
use crate::{
    markdown::Markdown,
    surface::{Case, ModuleIndex, Operation, Surface, Type, TypeDef, TypeIndex, TypeKind},
};

/// The interface of the arms' own runtime code, documented.
const FEEDBACK_INTERFACE: &str = include_str!("feedback.wit");

/// A line stays within this where it can be broken.
const WIDTH: usize = 100;

/// Closes the bare package. WIT takes every comment before an item for its documentation, so remarks stand last.
const REMARK: [&str; 1] = ["Generated from the operations table by gg-codegen; edits are lost."];

/// Prints a surface as WIT.
pub(super) struct Printer<'a> {
    surface: &'a Surface,
    documented: bool,
    remark: Vec<String>,
}

impl<'a> Printer<'a> {
    /// Prints without documentation.
    pub(super) fn bare(surface: &'a Surface) -> Self {
        Self { surface, documented: false, remark: REMARK.map(str::to_owned).to_vec() }
    }

    /// Prints with documentation; every file is closed by the remark.
    pub(super) fn documented(surface: &'a Surface, remark: &[String; 2]) -> Self {
        Self { surface, documented: true, remark: remark.to_vec() }
    }

    /// The package as one text.
    pub(super) fn whole(&self) -> String {
        let mut out = self.package();
        for module in self.modules() {
            let _ = write!(out, "\n{}", self.interface(module));
        }
        let _ = write!(out, "\n{}\n{}", self.feedback(), self.world());
        out + &self.closing()
    }

    /// The package as one text an interface, and one that holds the world; names without an extension.
    ///
    /// No interface can be named like the world, so no two files have one name.
    pub(super) fn files(&self) -> Vec<(String, String)> {
        let package = self.package();
        let closing = self.closing();
        let mut files: Vec<_> = self
            .modules()
            .map(|module| {
                (
                    self.surface.module(module).interface.clone(),
                    format!("{package}\n{}{closing}", self.interface(module)),
                )
            })
            .collect();
        files.push((FEEDBACK.to_owned(), format!("{package}\n{}{closing}", self.feedback())));
        let about = self.surface.summary.followed_by(&self.surface.doc);
        let about = self.doc(&about, 0);
        files.push((WORLD.to_owned(), format!("{about}{package}\n{}{closing}", self.world())));
        files
    }

    /// The modules as interfaces are listed: `types`, which the others use, before them.
    fn modules(&self) -> impl Iterator<Item = ModuleIndex> {
        let types = self.types_module();
        let all = (0..).map(ModuleIndex).zip(&self.surface.modules).map(|(index, _)| index);
        std::iter::once(types).chain(all.filter(move |index| *index != types))
    }

    fn types_module(&self) -> ModuleIndex {
        self.surface.type_def(self.surface.error_code).module
    }

    fn package(&self) -> String {
        let package = &self.surface.package;
        format!("package {}:{};\n", escape(&package.namespace), escape(&package.name))
    }

    fn closing(&self) -> String {
        self.remark.iter().fold("\n".to_owned(), |out, line| out + "// " + line + "\n")
    }

    fn interface(&self, at: ModuleIndex) -> String {
        let module = self.surface.module(at);
        let about = module.summary.followed_by(&module.doc);
        let mut sections = Vec::new();
        let uses = self.uses(at);
        if !uses.is_empty() {
            sections.push(uses);
        }
        sections.extend(module.types.iter().map(|index| self.type_def(self.surface.type_def(*index))));
        let functions: Vec<_> =
            module.operations.iter().map(|index| self.function(self.surface.operation(*index))).collect();
        if self.documented {
            sections.extend(functions);
        } else if !functions.is_empty() {
            sections.push(functions.concat());
        }
        let body = sections.join("\n");
        format!("{}interface {} {{\n{body}}}\n", self.doc(&about, 0), escape(&module.interface))
    }

    /// The types of other interfaces, an interface a line, in the order the interfaces are listed.
    fn uses(&self, at: ModuleIndex) -> String {
        let module = self.surface.module(at);
        let first = self.types_module();
        let mut foreign: BTreeMap<(bool, ModuleIndex), BTreeSet<TypeIndex>> = BTreeMap::new();
        let mut note = |ty: &Type| {
            named(ty, &mut |index| {
                let other = self.surface.type_def(index).module;
                if other != at {
                    foreign.entry((other != first, other)).or_default().insert(index);
                }
            });
        };
        for index in &module.types {
            match &self.surface.type_def(*index).kind {
                TypeKind::Record(fields) => fields.iter().for_each(|field| note(&field.ty)),
                TypeKind::Variant(cases) => cases.iter().filter_map(|case| case.payload.as_ref()).for_each(&mut note),
                TypeKind::Alias(target) => note(target),
                TypeKind::Enum(_) | TypeKind::Flags(_) => {}
            }
        }
        for index in &module.operations {
            let operation = self.surface.operation(*index);
            operation.params.iter().for_each(|param| note(&param.ty));
            operation.returns.iter().for_each(|returns| note(&returns.ty));
            note(&Type::Named(self.surface.api_error));
        }
        let line = |(&(_, other), types): (&(bool, ModuleIndex), &BTreeSet<TypeIndex>)| {
            let names: Vec<_> = types.iter().map(|index| self.name(*index)).collect();
            let interface = escape(&self.surface.module(other).interface);
            format!("    use {interface}.{{{}}};\n", names.join(", "))
        };
        foreign.iter().map(line).collect()
    }

    fn type_def(&self, def: &TypeDef) -> String {
        let name = escape(&def.names.wit);
        let mut out = self.doc(&def.doc, 4);
        let mut block = |word: &str, members: Vec<(&Markdown, String)>| {
            let _ = writeln!(out, "    {word} {name} {{");
            for (doc, member) in members {
                let _ = writeln!(out, "{}        {member},", self.doc(doc, 8));
            }
            out.push_str("    }\n");
        };
        match &def.kind {
            TypeKind::Record(fields) => {
                let member = |ty| self.type_text(ty);
                let fields = fields.iter();
                let fields = fields.map(|f| (&f.doc, format!("{}: {}", escape(&f.names.wit), member(&f.ty))));
                block("record", fields.collect());
            }
            TypeKind::Variant(cases) => {
                let case = |case: &Case| match &case.payload {
                    Some(payload) => format!("{}({})", escape(&case.names.wit), self.type_text(payload)),
                    None => escape(&case.names.wit).into_owned(),
                };
                block("variant", cases.iter().map(|c| (&c.doc, case(c))).collect());
            }
            TypeKind::Enum(members) => {
                block("enum", members.iter().map(|m| (&m.doc, escape(&m.names.wit).into_owned())).collect());
            }
            TypeKind::Flags(members) => {
                block("flags", members.iter().map(|m| (&m.doc, escape(&m.names.wit).into_owned())).collect());
            }
            TypeKind::Alias(target) => {
                let _ = writeln!(out, "    type {name} = {};", self.type_text(target));
            }
        }
        out
    }

    fn function(&self, operation: &Operation) -> String {
        let doc =
            if self.documented { self.doc(&comment::operation(self.surface, operation), 4) } else { String::new() };
        let name = escape(&operation.names.wit);
        let params = operation.params.iter();
        let params: Vec<_> =
            params.map(|param| format!("{}: {}", escape(&param.names.wit), self.type_text(&param.ty))).collect();
        let ok = operation.returns.as_ref().map_or("_".to_owned(), |returns| self.type_text(&returns.ty));
        let result = format!("result<{ok}, {}>", self.name(self.surface.api_error));
        let line = format!("    {name}: func({}) -> {result};\n", params.join(", "));
        if line.len() <= WIDTH || params.is_empty() {
            return doc + &line;
        }
        let params = params.join(",\n        ");
        format!("{doc}    {name}: func(\n        {params},\n    ) -> {result};\n")
    }

    pub(super) fn type_text(&self, ty: &Type) -> String {
        ty.wit(&|index| self.name(index))
    }

    fn name(&self, index: TypeIndex) -> Cow<'a, str> {
        escape(&self.surface.type_def(index).names.wit)
    }

    fn feedback(&self) -> String {
        self.fixed(FEEDBACK_INTERFACE)
    }

    fn world(&self) -> String {
        let mut out = String::from("/// What a program's component imports and exports.\n");
        let _ = writeln!(out, "world {WORLD} {{\n    use {FEEDBACK}.{{code-module}};\n");
        for module in self.modules() {
            let _ = writeln!(out, "    import {};", escape(&self.surface.module(module).interface));
        }
        let _ = write!(
            out,
            "    import {FEEDBACK};

    /// Runs one program; a compiled arm's program is the component itself and ignores the text.
    export run: func(name: string, program: string, modules: list<code-module>);

    /// Names the operations this guest binds, for tests.
    export bound-operations: func() -> list<string>;
}}
"
        );
        self.fixed(&out)
    }

    /// A text that is documented as it stands.
    fn fixed(&self, text: &str) -> String {
        if self.documented {
            return text.to_owned();
        }
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("///"));
        lines.fold(String::new(), |out, line| out + line + "\n")
    }

    fn doc(&self, markdown: &Markdown, indent: usize) -> String {
        if self.documented { comment::comment(self.surface, markdown, indent) } else { String::new() }
    }
}

/// Visits every type that is named.
fn named(ty: &Type, visit: &mut impl FnMut(TypeIndex)) {
    match ty {
        Type::List(item) | Type::Option(item) => named(item, visit),
        Type::Result { ok, err } => ok.iter().chain(err).for_each(|item| named(item, visit)),
        Type::Tuple(items) => items.iter().for_each(|item| named(item, visit)),
        Type::Named(index) => visit(*index),
        _ => {}
    }
}
