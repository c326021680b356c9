//! The arms: the languages a program may be written in. Adding one is a module here, a folder of templates and a line
//! in [`ALL`].

mod call_layout;
pub(crate) mod ecmascript;
mod javascript;
mod profile;
pub(crate) mod python;
pub(crate) mod rust;
mod typescript;

use std::borrow::Cow;

pub use call_layout::{CallLayout, Optional, Place};
pub use profile::{Guest, Profile, Programs, ReservedWords, Supports};

use crate::{
    emit::{Context, EmitError, references::written},
    markdown::{Markdown, Reference},
    output::FileSet,
    surface::{Example, ModuleIndex, Operation, OperationIndex, Param, Surface, Type, TypeIndex, Value},
};

/// Every arm, in presentation order.
pub const ALL: &[&dyn Arm] = &[&typescript::TYPESCRIPT, &javascript::JAVASCRIPT, &python::Python, &rust::Rust];

/// The position of an arm in [`ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArmIndex(usize);

impl ArmIndex {
    /// The position.
    pub fn position(self) -> usize {
        self.0
    }

    /// The arm.
    pub fn arm(self) -> &'static dyn Arm {
        ALL[self.0]
    }

    /// The arm with an id.
    pub fn find(id: &str) -> Option<Self> {
        ALL.iter().position(|arm| arm.profile().id == id).map(Self)
    }
}

/// Every arm's index, in order.
pub fn indices() -> impl Iterator<Item = ArmIndex> {
    (0..ALL.len()).map(ArmIndex)
}

/// How the generated Rust host spells names: as the Rust arm does.
pub fn host() -> &'static Profile {
    rust::Rust.profile()
}

/// The arm whose engine reads descriptors. TypeScript runs in the same one, by the same names.
pub(crate) fn javascript() -> ArmIndex {
    javascript::JAVASCRIPT.index()
}

/// The arm whose SDK serves both.
pub(crate) fn typescript() -> ArmIndex {
    typescript::TYPESCRIPT.index()
}

/// Python.
pub(crate) fn python() -> ArmIndex {
    python::Python.index()
}

/// Rust.
pub(crate) fn rust() -> ArmIndex {
    rust::Rust.index()
}

/// Something that has a page and a key of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item {
    /// A module.
    Module(ModuleIndex),
    /// An operation.
    Operation(OperationIndex),
    /// A type.
    Type(TypeIndex),
}

/// The documentation key of what a reference names in an arm; the reference itself where it names nothing.
pub fn key_of(arm: &dyn Arm, surface: &Surface, reference: &Reference) -> String {
    let item = match reference {
        Reference::Operation(id) => surface.find_operation(id).map(|found| Item::Operation(found.index)),
        Reference::Type(name) => surface.find_type(name).map(|found| Item::Type(found.index)),
        Reference::Param(_) => None,
    };
    item.map_or_else(|| written(reference).to_owned(), |item| arm.key(surface, item))
}

/// An argument of a call.
#[derive(Debug, Clone)]
pub struct Argument<'a> {
    /// The position of the parameter it is, or is a part of.
    pub param: usize,
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: String,
    /// Whether it must be given.
    pub required: bool,
    /// What it is when it is left out, where the language writes that.
    pub default: Option<String>,
    /// Whether it is passed by its name.
    pub by_name: bool,
    /// Its documentation.
    pub doc: Cow<'a, Markdown>,
}

/// What codegen knows of a language: data ([`Profile`]), how it spells things, and its SDK.
///
/// Spelling is pure: it looks at the surface and gives text in the language. Names come from
/// [`crate::surface::Names`]; no arm changes case.
pub trait Arm: Sync {
    /// The data.
    fn profile(&self) -> &'static Profile;

    /// The arm's own index.
    fn index(&self) -> ArmIndex {
        // Every arm stands in `ALL`, and ids are unique (tested).
        ArmIndex::find(self.profile().id).unwrap_or(ArmIndex(0))
    }

    /// The fully qualified name, which is the documentation key: `gg.files.readFile`.
    fn key(&self, surface: &Surface, item: Item) -> String {
        let profile = self.profile();
        let arm = self.index();
        let root = surface.name.of(arm);
        let separator = profile.separator;
        let module = |index| surface.module(index).names.of(arm);
        match item {
            Item::Module(index) => format!("{root}{separator}{}", module(index)),
            Item::Operation(index) => {
                let operation = surface.operation(index);
                let name = operation.names.of(arm);
                format!("{root}{separator}{}{separator}{name}", module(operation.module))
            }
            Item::Type(index) => {
                let def = surface.type_def(index);
                format!("{root}{separator}{}{separator}{}", module(def.module), def.names.of(arm))
            }
        }
    }

    /// Where the arguments of an operation stand in a call.
    fn call_layout(&self, surface: &Surface, operation: &Operation) -> CallLayout {
        CallLayout::new(self.profile().optional, surface, operation)
    }

    /// An operation as a program writes it, without arguments: `files.readFile`, `gg.files.read_file`,
    /// `files::read_file`.
    fn spell(&self, surface: &Surface, operation: &Operation) -> String;

    /// The line by which a program reaches a module.
    fn import_line(&self, surface: &Surface, module: ModuleIndex) -> String;

    /// A type as a parameter has it.
    fn type_text(&self, surface: &Surface, ty: &Type) -> String;

    /// A type as a result has it, where a language says more or less of it there.
    fn returned_type_text(&self, surface: &Surface, ty: &Type) -> String {
        self.type_text(surface, ty)
    }

    /// A type after the name of a member or an argument, which may say itself that the value can be left out.
    fn marked_type_text(&self, surface: &Surface, ty: &Type) -> String {
        self.type_text(surface, ty)
    }

    /// The type of an argument, as it stands at its place in a call.
    fn argument_text(&self, surface: &Surface, param: &Param, _place: Place) -> String {
        self.marked_type_text(surface, &param.ty)
    }

    /// What a call of an operation takes, in the order of its declaration.
    fn arguments<'a>(&self, surface: &'a Surface, operation: &'a Operation) -> Vec<Argument<'a>> {
        let places = self.call_layout(surface, operation).places;
        let argument = |(at, (param, place)): (usize, (&'a Param, Place))| Argument {
            param: at,
            name: param.names.of(self.index()).to_owned(),
            ty: self.argument_text(surface, param, place),
            required: !param.is_optional(surface),
            default: None,
            by_name: !matches!(place, Place::Positional(_)),
            doc: Cow::Borrowed(&param.doc),
        };
        operation.params.iter().zip(places).enumerate().map(argument).collect()
    }

    /// Whether the language has a type of its own for a type, and not only its members within another.
    fn has_type(&self, _surface: &Surface, _ty: TypeIndex) -> bool {
        true
    }

    /// An operation's declaration as documentation shows it, without a body; several lines where it is long.
    fn signature(&self, surface: &Surface, operation: &Operation) -> String;

    /// A type's declaration as documentation shows it, without comments.
    fn declaration(&self, surface: &Surface, ty: TypeIndex) -> String;

    /// A value of a type as an expression.
    fn value(&self, surface: &Surface, ty: &Type, value: &Value) -> String;

    /// A call of an operation as an expression, in the idiom of the language, wrapped where it is long.
    fn call(&self, surface: &Surface, operation: &Operation, example: &Example) -> String;

    /// A whole program that makes the calls one after the other and ends.
    fn program(&self, surface: &Surface, calls: &[(&Operation, &Example)]) -> String;

    /// The lines that the calls of an operation's examples need; `_shown` is the calls as they are written.
    fn imports(&self, surface: &Surface, operation: &Operation, _shown: &[&str]) -> String {
        self.import_line(surface, operation.module)
    }

    /// An arm before this one whose SDK serves this one too: every name is spelled the same in both, and the documentation
    /// reads the same, word for word.
    fn served_by(&self) -> Option<ArmIndex> {
        None
    }

    /// What the system prompt says about the shape of a whole program: at most two paragraphs, naming no operation.
    fn segment(&self, surface: &Surface) -> String;

    /// The files of the arm's SDK, below `sdk/<folder>/`; empty where another arm's SDK serves it too.
    ///
    /// # Errors
    ///
    /// A template that does not render.
    fn sdk(&self, surface: &Surface, context: &Context<'_>) -> Result<FileSet, EmitError>;
}
