//! What an arm is given and what it makes of it: programs and `lib` modules.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Origins;
use crate::docs::{Argument, Outcome};

/// A program to prepare.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The text, as the model wrote it.
    pub text: &'a str,
    /// The modules it may import, by their keys.
    pub modules: &'a [Arc<Module>],
}

/// A `lib` module to prepare.
#[derive(Debug, Clone, Copy)]
pub struct ModuleSource<'a> {
    /// The name of the skill or memory it came with.
    pub name: &'a str,
    /// The key it is reached by, which [`super::Naming::key`] chose.
    pub key: &'a str,
    /// The text, as its author wrote it.
    pub text: &'a str,
    /// The modules there are besides. One with its own key is an earlier text of it.
    pub modules: &'a [Arc<Module>],
}

/// A program ready to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prepared {
    /// What the guest is given as the program's text; a compiled program has none.
    pub text: String,
    /// The component the program became, on arms that make one of each.
    pub component: Option<Vec<u8>>,
    /// Where the parts of the text come from, on arms that print it anew; none where every place is the author's.
    pub origins: Option<Origins>,
    /// Whether something was compiled or checked, so that its time is worth telling.
    pub compiled: bool,
}

impl Prepared {
    /// A program that a guest interprets.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), component: None, origins: None, compiled: false }
    }

    /// A program that is a component itself.
    pub fn component(component: Vec<u8>) -> Self {
        Self { text: String::new(), component: Some(component), origins: None, compiled: true }
    }
}

/// A `lib` module ready to be loaded beside programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// The name of the skill or memory it came with.
    pub name: String,
    /// The key it is reached by.
    pub key: String,
    /// The text, as its author wrote it.
    pub source: String,
    /// What the guest is given as its text.
    pub text: String,
    /// What a checker of programs is shown of it: the source, with what it exports said.
    pub listed: String,
    /// Where the parts of the guest's text come from; none where every place is the author's.
    pub origins: Option<Origins>,
    /// What a compiler made of it, on arms that link modules into programs.
    pub artifact: Option<Vec<u8>>,
    /// What it exports, in the order of the text.
    pub exports: Vec<Declaration>,
}

/// The first paragraph of a comment, on one line; none of an empty one.
pub(super) fn opening(comment: &str) -> Option<String> {
    let first = comment.split("\n\n").next().filter(|first| !first.is_empty())?;
    Some(first.replace('\n', " "))
}

/// Something a module exports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Declaration {
    /// The name a program reaches it by.
    pub name: String,
    /// What it is.
    pub kind: DeclarationKind,
    /// How it is declared, without its body.
    pub signature: String,
    /// The comment that stands before it, without its marks and without what it says of arguments and result.
    pub comment: Option<String>,
    /// What it takes, if it can be called, in the order of its declaration.
    pub arguments: Vec<Argument>,
    /// What it gives back; none for nothing, and where nothing says it.
    pub result: Option<Outcome>,
}

/// What an exported declaration is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeclarationKind {
    /// It can be called.
    Function,
    /// It is a value.
    Value,
    /// It is a type with a value of its own, as a class is.
    Type,
    /// It is a type without one, which is told of and exports nothing, as an interface does.
    Shape,
}
