//! The names of one module of the package: what it borrows from elsewhere, under another name where the table has
//! taken the usual one.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use crate::{
    arms::{
        Arm,
        python::{Python, names::Names},
    },
    layout::{list, text},
    surface::{ModuleIndex, Surface, TypeIndex, TypeKind},
};

/// Where the names of the standard library come from.
const LIBRARY: &[(&str, &[&str])] = &[
    (
        "builtins",
        &[
            "bool",
            "bytearray",
            "bytes",
            "dict",
            "enumerate",
            "float",
            "int",
            "list",
            "memoryview",
            "str",
            "tuple",
            "type",
            "zip",
        ],
    ),
    ("collections.abc", &["Sequence"]),
    ("dataclasses", &["dataclass"]),
    ("enum", &["Enum", "Flag", "StrEnum"]),
    ("typing", &["Any", "Final", "Generic", "TypeAlias", "TypeVar", "overload"]),
];

/// Where a kind of name stands among those of a line: constants, classes, the rest.
fn rank(name: &str) -> u8 {
    let upper = name.starts_with(|c: char| c.is_ascii_uppercase());
    let constant = name.len() > 1 && !name.contains(|c: char| c.is_ascii_lowercase());
    if upper && constant { 0 } else { 2 - u8::from(upper) }
}

fn import_line(module: &str, names: Vec<&str>, width: usize) -> String {
    let flat = format!("from {module} import {}", names.join(", "));
    if flat.chars().count() <= width {
        return flat + "\n";
    }
    list(format!("from {module} import ("), names.into_iter().map(text).collect(), ",", ")").render(width, 4) + "\n"
}

/// A module of the package, with what it imports so far.
pub(super) struct Scope<'a> {
    surface: &'a Surface,
    module: ModuleIndex,
    taken: BTreeSet<&'a str>,
    /// Names by the module they come from, each as it is imported: `X` or `X as _X`.
    imports: RefCell<BTreeMap<String, BTreeSet<String>>>,
}

impl<'a> Scope<'a> {
    /// The scope of a module.
    pub(super) fn new(surface: &'a Surface, module: ModuleIndex) -> Self {
        let arm = Python.index();
        let module_data = surface.module(module);
        let mut taken: BTreeSet<&str> = BTreeSet::new();
        taken.extend(module_data.operations.iter().map(|index| surface.operation(*index).names.of(arm)));
        for def in module_data.types.iter().map(|index| surface.type_def(*index)) {
            taken.insert(def.names.of(arm));
            if let TypeKind::Variant(cases) = &def.kind {
                taken.extend(cases.iter().map(|case| case.names.of(arm)));
            }
        }
        Self { surface, module, taken, imports: RefCell::default() }
    }

    /// A module of the package itself: `_raw`, `_check`, `_call`.
    pub(super) fn private(&self, name: &'static str) {
        let root = self.surface.name.of(Python.index());
        self.import(root, name.to_owned());
    }

    /// What carries values of a type of the table across the membrane, which is private to its module.
    pub(super) fn carrier(&self, index: TypeIndex, verb: &str) -> String {
        let def = self.surface.type_def(index);
        let function = format!("_{verb}_{}", def.names.json);
        if def.module == self.module {
            return function;
        }
        let arm = Python.index();
        let name = self.surface.module(def.module).names.of(arm);
        self.import(self.surface.name.of(arm), format!("{name} as _{name}_module"));
        format!("_{name}_module.{function}")
    }

    /// The import lines, the standard library's before the package's, a blank line after each of the two.
    pub(super) fn import_lines(&self, width: usize) -> String {
        let root = self.surface.name.of(Python.index());
        let imports = self.imports.borrow();
        let own = |module: &str| module.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        let mut lines = String::new();
        for package in [false, true] {
            let mut any = false;
            for (module, names) in imports.iter().filter(|(module, _)| own(module) == package) {
                let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
                names.sort_by_key(|name| (rank(name), *name));
                // A name under another one has a line of its own.
                let (renamed, plain): (Vec<&str>, Vec<&str>) = names.iter().partition(|name| name.contains(" as "));
                if !plain.is_empty() {
                    lines.push_str(&import_line(module, plain, width));
                }
                lines.extend(renamed.iter().map(|name| format!("from {module} import {name}\n")));
                any = true;
            }
            if any {
                lines.push('\n');
            }
        }
        lines
    }

    fn import(&self, module: &str, name: String) {
        self.imports.borrow_mut().entry(module.to_owned()).or_default().insert(name);
    }

    /// A name of the standard library where `shadows` are taken besides what the module has.
    fn borrowed(&self, name: &'static str, shadowed: bool) -> String {
        let source = LIBRARY.iter().find(|(_, names)| names.contains(&name)).map_or("builtins", |(module, _)| module);
        if shadowed || self.taken.contains(name) {
            self.import(source, format!("{name} as _{name}"));
            return format!("_{name}");
        }
        if source != "builtins" {
            self.import(source, name.to_owned());
        }
        name.to_owned()
    }
}

impl Names for Scope<'_> {
    fn library(&self, name: &'static str) -> String {
        self.borrowed(name, false)
    }

    fn named(&self, surface: &Surface, index: TypeIndex) -> String {
        let def = surface.type_def(index);
        let arm = Python.index();
        let name = def.names.of(arm);
        if def.module != self.module {
            let (root, module) = (surface.name.of(arm), surface.module(def.module).names.of(arm));
            self.import(&format!("{root}.{module}"), name.to_owned());
        }
        name.to_owned()
    }

    fn case(&self, _: &Surface, _: TypeIndex, name: &str) -> String {
        name.to_owned()
    }

    fn helper(&self, surface: &Surface, name: &'static str) -> String {
        let home = surface.type_def(surface.api_error).module;
        if home != self.module {
            let arm = Python.index();
            let (root, module) = (surface.name.of(arm), surface.module(home).names.of(arm));
            self.import(&format!("{root}.{module}"), name.to_owned());
        }
        name.to_owned()
    }
}

/// The body of a class of the module: its members shadow too.
pub(super) struct Body<'a> {
    /// The module.
    pub(super) scope: &'a Scope<'a>,
    /// Names of fields and methods.
    pub(super) members: Vec<&'a str>,
}

impl Names for Body<'_> {
    fn library(&self, name: &'static str) -> String {
        self.scope.borrowed(name, self.members.contains(&name))
    }

    fn named(&self, surface: &Surface, index: TypeIndex) -> String {
        self.scope.named(surface, index)
    }

    fn case(&self, surface: &Surface, variant: TypeIndex, name: &str) -> String {
        self.scope.case(surface, variant, name)
    }

    fn helper(&self, surface: &Surface, name: &'static str) -> String {
        self.scope.helper(surface, name)
    }
}
