//! Documentation views: what is shown of a function, a type or a module. spec: runtime, 17.4

use std::fmt::Write as _;

use super::{
    Page,
    entries::{Entry, Subject, argument_names},
    index::{Argument, ArmEntry, FunctionText, Method, ModuleText, TypeText},
};
use crate::call::Agent;

/// What a page is written with.
pub(super) struct Writer<'a> {
    /// The arm, which says how code is fenced.
    pub(super) arm: &'a ArmEntry,
    /// Whose page it is: what it may not call is not named as a member function.
    pub(super) agent: &'a Agent,
    /// Everything the agent can find.
    pub(super) entries: &'a [Entry<'a>],
}

impl Writer<'_> {
    /// The view of an entry.
    pub(super) fn view(&self, entry: &Entry<'_>) -> Page {
        let operation = if let Subject::Function(_, operation) = entry.subject { operation } else { None };
        Page { key: entry.subject.key().to_owned(), operation, body: self.page(entry) }
    }

    /// Its body.
    fn page(&self, entry: &Entry<'_>) -> String {
        let mut page = String::new();
        // Writing to a string cannot fail.
        let _ = match &entry.subject {
            Subject::Module(text) => self.module(&mut page, text),
            Subject::Function(text, _) => self.function(&mut page, text, entry.module),
            Subject::Type(text, _) => self.ty(&mut page, text, entry.module),
        };
        page
    }

    fn function(&self, page: &mut String, text: &FunctionText, module: &ModuleText) -> std::fmt::Result {
        self.fence(page, &text.signature)?;
        if !text.arguments.is_empty() {
            writeln!(page)?;
        }
        for argument in &text.arguments {
            writeln!(page, "- {}", line(argument))?;
        }
        if let Some(result) = text.result.as_ref().filter(|result| !result.doc.is_empty()) {
            let ty = if result.ty.is_empty() { String::new() } else { format!(" `{}`", result.ty) };
            writeln!(page, "\nReturns{ty}: {}", result.doc)?;
        }
        described(page, &text.brief, &text.detail)?;
        if !text.errors.is_empty() {
            writeln!(page, "\nFails with:\n")?;
        }
        for error in &text.errors {
            writeln!(page, "- `{}`: {}", error.code, error.when)?;
        }
        if !text.examples.is_empty() {
            writeln!(page, "\nExamples:")?;
        }
        for example in &text.examples {
            if !example.summary.is_empty() {
                writeln!(page, "\n{}", example.summary)?;
            }
            writeln!(page)?;
            self.fence(page, &example.code)?;
        }
        reached(page, module, &text.import)
    }

    fn ty(&self, page: &mut String, text: &TypeText, module: &ModuleText) -> std::fmt::Result {
        self.fence(page, &text.declaration)?;
        if !text.members.is_empty() {
            writeln!(page)?;
        }
        for member in &text.members {
            let ty = member.ty.as_ref().map(|ty| format!(": `{ty}`")).unwrap_or_default();
            let optional = if member.required { "" } else { ", may be absent" };
            writeln!(page, "- `{}`{ty}{optional}{}", member.name, sentence(&member.doc))?;
        }
        let callable: Vec<&Method> = text.methods.iter().filter(|method| self.may_call(&method.operation)).collect();
        if !callable.is_empty() {
            writeln!(page, "\nMember functions:\n")?;
        }
        for method in callable {
            let function = self.function_of(&method.operation);
            let meaning = function.map(|text| format!(": as `{}`. {}", text.key, text.brief)).unwrap_or_default();
            writeln!(page, "- `{}({})`{meaning}", method.name, argument_names(&method.arguments))?;
            for argument in &method.arguments {
                writeln!(page, "  - {}", line(argument))?;
            }
        }
        described(page, &text.brief, &text.detail)?;
        reached(page, module, &text.import)
    }

    fn module(&self, page: &mut String, text: &ModuleText) -> std::fmt::Result {
        writeln!(page, "{}", text.brief)?;
        if !text.detail.is_empty() {
            writeln!(page, "\n{}", text.detail)?;
        }
        writeln!(page)?;
        self.fence(page, &text.import)?;
        let functions = self.entries.iter().filter(|entry| entry.module.key == text.key).filter_map(|entry| {
            let Subject::Function(function, _) = entry.subject else { return None };
            Some(function)
        });
        let mut functions = functions.peekable();
        if functions.peek().is_some() {
            writeln!(page, "\nFunctions:\n")?;
        }
        for function in functions {
            // Of loaded code nothing may be said.
            let meaning = if function.brief.is_empty() { "" } else { ": " };
            let arguments = argument_names(&function.arguments);
            writeln!(page, "- `{}({arguments})`{meaning}{}", function.key, function.brief)?;
        }
        Ok(())
    }

    fn fence(&self, page: &mut String, code: &str) -> std::fmt::Result {
        // Longer than any run of backticks in the code, so that nothing in it ends the fence.
        let longest = code.split(|letter| letter != '`').map(str::len).max().unwrap_or_default();
        let fence = "`".repeat(longest.max(2) + 1);
        writeln!(page, "{fence}{}\n{}\n{fence}", self.arm.fence, code.trim_end())
    }

    fn may_call(&self, operation: &str) -> bool {
        self.agent.holds(operation).is_some()
    }

    fn function_of(&self, operation: &str) -> Option<&FunctionText> {
        self.entries.iter().find_map(|entry| match entry.subject {
            Subject::Function(text, Some(row)) if row.id == operation => Some(text),
            _ => None,
        })
    }
}

/// An argument in a line: name, type, what it is when left out, how it is passed, what it means.
fn line(argument: &Argument) -> String {
    let ty = if argument.ty.is_empty() { String::new() } else { format!(": `{}`", argument.ty) };
    let by_name = if argument.by_name { ", by name" } else { "" };
    let left_out = match (&argument.default, argument.required) {
        (Some(default), _) => format!(", `{default}` when left out"),
        (None, false) => ", may be left out".to_owned(),
        (None, true) => String::new(),
    };
    format!("`{}`{ty}{by_name}{left_out}{}", argument.name, sentence(&argument.doc))
}

/// What follows a name and its type.
fn sentence(doc: &str) -> String {
    if doc.is_empty() { String::new() } else { format!(". {doc}") }
}

fn described(page: &mut String, brief: &str, detail: &str) -> std::fmt::Result {
    for text in [brief, detail].into_iter().filter(|text| !text.is_empty()) {
        writeln!(page, "\n{text}")?;
    }
    Ok(())
}

fn reached(page: &mut String, module: &ModuleText, import: &str) -> std::fmt::Result {
    writeln!(page, "\nModule `{}`: `{import}`", module.key)
}
