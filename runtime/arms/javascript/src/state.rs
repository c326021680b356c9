//! What the engine holds: the table, what the SDK and the prelude handed over, and how far the program is.

use std::cell::{Cell, OnceCell, RefCell};

use crate::{
    api_error::ApiErrors,
    js::{Bytes, Module, Value},
    modules::Modules,
    table::Table,
};

/// The whole of it. There is one, made before the snapshot.
pub(crate) struct State {
    pub(crate) table: Table,
    /// What failed calls throw.
    pub(crate) api_errors: OnceCell<ApiErrors>,
    /// What the prelude hands over.
    pub(crate) prelude: OnceCell<Prelude>,
    pub(crate) modules: RefCell<Modules>,
    /// Room for the texts of a call, which is used again.
    pub(crate) texts: Cell<Vec<Bytes>>,
    /// Whether the program has ended, so that no call is made any more.
    pub(crate) closed: Cell<bool>,
    /// Whether a program runs: before the snapshot there is no host to ask.
    pub(crate) running: Cell<bool>,
    /// Promises that are rejected and have no handler, with their reasons, in the order they were rejected.
    pub(crate) rejections: RefCell<Vec<(Value, Value)>>,
    /// Whether the host said that the program must stop.
    pub(crate) stopped: Cell<bool>,
    /// How many interrupts the host has answered so.
    pub(crate) asked: Cell<u32>,
    /// Where the program was when it was stopped.
    pub(crate) stopped_at: RefCell<Option<String>>,
    /// The state of `Math.random`, once it was asked.
    pub(crate) random: Cell<Option<[u64; 2]>>,
    pub(crate) raw: Cell<Option<Module>>,
}

/// Functions of the prelude that the engine calls.
pub(crate) struct Prelude {
    /// A thrown value in words; runs the program's code and may fail.
    pub(crate) describe: Value,
    /// The stack that an error was made with; empty for anything else.
    pub(crate) stack: Value,
    /// The class `Error`.
    pub(crate) error: Value,
    /// The class `ReferenceError`.
    pub(crate) reference_error: Value,
    /// The class `InternalError`, which QuickJS throws when there is no memory.
    pub(crate) internal_error: Value,
}

thread_local! {
    static STATE: OnceCell<&'static State> = const { OnceCell::new() };
}

/// The state; none before it is made.
pub(crate) fn state() -> Option<&'static State> {
    STATE.with(|state| state.get().copied())
}

/// Makes the state, once.
pub(crate) fn set(state: State) -> &'static State {
    STATE.with(|cell| *cell.get_or_init(|| Box::leak(Box::new(state))))
}
