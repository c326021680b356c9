//! The shape of `docs/index.json`: what a runtime's documentation search, documentation views and near names work from.
//!
//! It needs nothing but serde and ordered maps, so a runtime may read it with a copy of this file. Texts are Markdown,
//! one line a paragraph, with every call, type and parameter spelled as the arm writes it.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The version of this shape. Within a version members are only added.
pub const VERSION: u32 = 1;

/// One value an arm, by the arm's id, in the order of [`Index::arms`].
pub type ByArm<T> = IndexMap<String, T>;

/// The whole index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Index {
    /// Where the file comes from.
    #[serde(rename = "$comment")]
    pub comment: String,
    /// [`VERSION`].
    pub version: u32,
    /// The surface itself.
    pub surface: SurfaceEntry,
    /// The arms.
    pub arms: Vec<ArmEntry>,
    /// The codes a failed call can carry.
    pub codes: Vec<CodeEntry>,
    /// Ids of the types every failed call carries: the failure itself, then its code. No entry lists them among its types.
    pub failure: Vec<String>,
    /// Modules, in presentation order.
    pub modules: Vec<ModuleEntry>,
    /// Operations, in the order of the table.
    pub functions: Vec<FunctionEntry>,
    /// Types, by module and then in the order of the table.
    pub types: Vec<TypeEntry>,
}

/// The surface as a whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SurfaceEntry {
    /// Its name in the table.
    pub id: String,
    /// What it is, in each arm.
    pub arms: ByArm<About>,
}

/// What something is called and about, in one arm.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// Its name.
    pub name: String,
    /// One sentence.
    pub brief: String,
    /// The rest; may be empty.
    pub detail: String,
}

/// A program language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ArmEntry {
    /// Its id.
    pub id: String,
    /// The language's name.
    pub label: String,
    /// The language of a Markdown fence.
    pub fence: String,
    /// What stands between the parts of a key.
    pub separator: String,
}

/// A code of a failed call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CodeEntry {
    /// The code itself, kebab-case.
    pub code: String,
    /// What it means.
    pub meaning: String,
    /// Whether every call can fail with it, besides the failures its own entry lists.
    pub any_call: bool,
    /// How each arm writes it.
    pub arms: ByArm<String>,
}

/// A module.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModuleEntry {
    /// Its id in the table, by which a search may be narrowed, as by its key in the arm.
    pub id: String,
    /// Ids of its operations.
    pub functions: Vec<String>,
    /// Ids of its types.
    pub types: Vec<String>,
    /// What each arm shows.
    pub arms: ByArm<ModuleText>,
}

/// A module in one arm.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModuleText {
    /// The fully qualified name: its documentation key and its path.
    pub key: String,
    /// The last part of the key.
    pub name: String,
    /// The name in lower-case letters and digits.
    pub fold: String,
    /// The line by which a program reaches it.
    pub import: String,
    /// One sentence.
    pub brief: String,
    /// The rest; may be empty.
    pub detail: String,
}

/// An operation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FunctionEntry {
    /// Its id, `module.key`.
    pub id: String,
    /// The id of its module.
    pub module: String,
    /// `immediate`, `blocking` or `deferred`.
    pub mode: String,
    /// Ids of the types its parameters name.
    pub parameter_types: Vec<String>,
    /// Ids of the types its result names.
    pub return_types: Vec<String>,
    /// What each arm shows.
    pub arms: ByArm<FunctionText>,
}

/// An operation in one arm.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FunctionText {
    /// The fully qualified name: its documentation key.
    pub key: String,
    /// The last part of the key.
    pub name: String,
    /// The name in lower-case letters and digits.
    pub fold: String,
    /// The call as a program writes it, without arguments.
    pub call: String,
    /// Its declaration.
    pub signature: String,
    /// The line by which a program reaches it.
    pub import: String,
    /// One sentence.
    pub brief: String,
    /// The rest; may be empty.
    pub detail: String,
    /// Its arguments, in the order of its declaration. A language may take the fields of a record one by one.
    pub arguments: Vec<Argument>,
    /// What it gives back; none for nothing.
    pub result: Option<Outcome>,
    /// Its own failures.
    pub errors: Vec<Failure>,
    /// Calls of it.
    pub examples: Vec<Sample>,
}

/// An argument in one arm.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Argument {
    /// Its name.
    pub name: String,
    /// Its type as a declaration writes it.
    #[serde(rename = "type")]
    pub ty: String,
    /// What it means.
    pub doc: String,
    /// Whether it must be given.
    pub required: bool,
    /// What it is when it is left out, where the language writes that.
    pub default: Option<String>,
    /// Whether it is passed by its name: as a keyword or in the bag of options.
    pub by_name: bool,
}

/// What a call gives back, in one arm.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Its type as a declaration writes it.
    #[serde(rename = "type")]
    pub ty: String,
    /// What it is.
    pub doc: String,
}

/// A failure of an operation's own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    /// One of [`Index::codes`].
    pub code: String,
    /// When it happens.
    pub when: String,
}

/// An example in one arm.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// What it shows; may be empty.
    pub summary: String,
    /// The call, as an expression.
    pub code: String,
}

/// A type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TypeEntry {
    /// Its name in the table.
    pub id: String,
    /// The id of its module.
    pub module: String,
    /// `record`, `variant`, `enum`, `flags` or `alias`.
    pub shape: String,
    /// Ids of the types its members name.
    pub types: Vec<String>,
    /// What each arm shows; an arm that has no such type of its own is left out.
    pub arms: ByArm<TypeText>,
}

/// A type in one arm.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TypeText {
    /// The fully qualified name: its documentation key.
    pub key: String,
    /// The last part of the key.
    pub name: String,
    /// The name in lower-case letters and digits.
    pub fold: String,
    /// Its declaration.
    pub declaration: String,
    /// The line by which a program reaches it.
    pub import: String,
    /// One sentence.
    pub brief: String,
    /// The rest; may be empty.
    pub detail: String,
    /// Its members, in order.
    pub members: Vec<MemberText>,
    /// Second spellings of operations that its values have.
    pub methods: Vec<Method>,
}

/// A member of a type in one arm: a field, a case, a word or a bit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MemberText {
    /// Its name.
    pub name: String,
    /// Its type, or that of what the case carries; none where there is none.
    #[serde(rename = "type")]
    pub ty: Option<String>,
    /// What it means.
    pub doc: String,
    /// Whether a value always has it.
    pub required: bool,
}

/// A method of a type in one arm.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// The id of the operation it calls, which decides whether it may be called.
    pub operation: String,
    /// What is left to pass.
    pub arguments: Vec<Argument>,
}
