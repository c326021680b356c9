//! Documentation of loaded code (`lib`): what an arm read from the source of a module. spec: runtime, 18

use super::index::{FunctionText, ModuleText, TypeText};

/// The documentation of a loaded module. All of it can be found, for what is loaded may be called.
#[derive(Debug, Clone)]
pub struct LoadedModule {
    /// The module: its key is how the arm qualifies loaded code, such as `lib.csvTools`.
    pub module: ModuleText,
    /// Its callable declarations.
    pub functions: Vec<FunctionText>,
    /// Its types.
    pub types: Vec<TypeText>,
}
