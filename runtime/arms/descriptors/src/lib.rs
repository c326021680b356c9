//! What the JavaScript engine knows of a table, and the bytes it travels in.
//!
//! Codegen writes [`Descriptors`], the engine reads them before its snapshot is taken. The engine lifts, lowers and
//! checks every value by them, so that its own code knows no operation.
//!
//! # The bytes
//!
//! [`MAGIC`], then the fields in the order of their declaration, without padding:
//!
//! * a number is an unsigned LEB128 of at most 32 bits; a boolean is a byte, 0 or 1;
//! * a text is the number of its bytes, then UTF-8; a list is the number of its items, then the items;
//! * something that may be absent is a byte, 0 or 1, and after a 1 the value;
//! * an alternative is a byte, its position in the declaration, then what it carries.

/// Gives the structs and their fields, in the order of the bytes, to a macro.
macro_rules! structs {
    ($take:ident) => {
        $take! {
            Descriptors { root, specifiers, codes, words, types, operations }
            Specifier { name, path }
            Words {
                refused, refused_whole, nothing, unknown, unknown_of_none, at_most, at_most_one, exactly_one, several, none,
                well_formed, options, boolean, one_of, unreadable, longest_value,
            }
            Operation { id, key, raw, name, spelling, bag, params, answer }
            Param { name, position, left_out, ty }
            Type { expected, shape }
            Field { name, ty, left_out, spread }
            Case { name, payload }
        }
    };
}

mod decode;
mod encode;
mod reserved;

pub use decode::Malformed;
pub use reserved::RESERVED;

/// What the bytes open with; the digit rises with every change of the format.
pub const MAGIC: &[u8; 4] = b"ggd2";

/// A table, as the engine needs it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Descriptors {
    /// The name a program imports: `gg`.
    pub root: String,
    /// What a program can import, and the file of the SDK it is.
    pub specifiers: Vec<Specifier>,
    /// The words of the failure's code, in their order on the wire.
    pub codes: Vec<String>,
    /// The templates of refusals.
    pub words: Words,
    /// Every type that occurs; a type stands after those it is made of.
    pub types: Vec<Type>,
    /// The operations, in table order; the position is the number the adapter knows them by.
    pub operations: Vec<Operation>,
}

/// Something a program can import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Specifier {
    /// As it is imported: `gg`, `gg:files`.
    pub name: String,
    /// The file below the SDK's folder: `index.js`, `modules/files.js`.
    pub path: String,
}

/// How refusals of arguments are worded: templates with names in braces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// An argument: `{place}`, `{expected}`, `{got}`.
    pub refused: String,
    /// The arguments as a whole: `{expected}`, `{got}`.
    pub refused_whole: String,
    /// What is got where an argument is missing.
    pub nothing: String,
    /// An argument or a member nobody knows: `{place}`, `{known}`.
    pub unknown: String,
    /// The same where there is none: `{place}`.
    pub unknown_of_none: String,
    /// What is expected of a call with too many arguments: `{count}`.
    pub at_most: String,
    /// The same where there is one.
    pub at_most_one: String,
    /// What is expected of alternatives: `{names}`.
    pub exactly_one: String,
    /// What is got where several are given.
    pub several: String,
    /// What is got where none is given.
    pub none: String,
    /// What is expected of a string that cannot be encoded.
    pub well_formed: String,
    /// What is expected of a bag of options.
    pub options: String,
    /// What is expected of a bit of flags.
    pub boolean: String,
    /// What is expected of one of several words: `{names}`.
    pub one_of: String,
    /// An argument whose own code fails: `{error}`.
    pub unreadable: String,
    /// The longest a quoted value may be, in characters.
    pub longest_value: u32,
}

/// An operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// `files.read_file`.
    pub id: String,
    /// `read_file`.
    pub key: String,
    /// What the SDK imports: `files$readFile`.
    pub raw: String,
    /// The function's own name: `readFile`.
    pub name: String,
    /// As a message calls it: `files.readFile`.
    pub spelling: String,
    /// The name of its bag of options, where it has one: the last argument.
    pub bag: Option<String>,
    /// Its parameters, in order.
    pub params: Vec<Param>,
    /// What its import returns, the failure included: a position in [`Descriptors::types`].
    pub answer: u32,
}

/// A parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Where it stands among the arguments in order; none for a member of the bag.
    pub position: Option<u32>,
    /// A list that may be left out.
    pub left_out: bool,
    /// A position in [`Descriptors::types`].
    pub ty: u32,
}

/// A type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Type {
    /// What a refusal says a value has to be.
    pub expected: String,
    /// What it is.
    pub shape: Shape,
}

/// What a type is; numbers are positions in [`Descriptors::types`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the component model's own words")]
pub enum Shape {
    Bool,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F32,
    F64,
    Char,
    String,
    List(u32),
    Option(u32),
    Result {
        ok: Option<u32>,
        err: Option<u32>,
    },
    Tuple(Vec<u32>),
    Record(Vec<Field>),
    Variant(Vec<Case>),
    Enum(Vec<String>),
    Flags(Vec<String>),
    /// A change to an optional value: a variant whose cases are told apart by absence, `null` and a value.
    Patch {
        /// The position of the case that changes nothing.
        keep: u32,
        /// The position of the case that makes it absent.
        empty: u32,
        /// The position of the case that sets it.
        set: u32,
        /// What it is set to; a position in [`Descriptors::types`].
        value: Option<u32>,
    },
}

/// A field of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// A position in [`Descriptors::types`].
    pub ty: u32,
    /// A list that may be left out.
    pub left_out: bool,
    /// A variant whose cases stand beside the record's own members.
    pub spread: bool,
}

/// A case of a variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Its word.
    pub name: String,
    /// What it carries; a position in [`Descriptors::types`].
    pub payload: Option<u32>,
}
