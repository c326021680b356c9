//! The engine a program of the JavaScript and TypeScript arms runs in.
//!
//! `init` makes it ready for a table, from descriptors and the SDK's files, and is called before the snapshot is taken;
//! `run` runs one program. Everything else crosses the membrane through the table's adapter ([`glue`]).

mod api_error;
mod call;
mod failure;
mod glue;
mod js;
mod lift;
mod lower;
mod memory;
mod modules;
mod names;
mod prelude;
mod refuse;
mod run;
mod state;
mod table;

use std::cell::{Cell, OnceCell, RefCell};

use gg_descriptors::Descriptors;
use js::{Hooks, Outcome, Thrown};
use modules::Modules;
use state::{State, state};
use table::Table;

/// How deep the engine lets a program recurse, in bytes of its own stack (spec: runtime, 20.5).
const STACK: usize = 256 << 10;
/// How much a program may allocate before garbage is looked for.
const ROOM: usize = 8 << 20;
/// How many texts a call has, mostly.
const TEXTS: usize = 16;
/// What is kept back to tell a failure with when there is no more memory.
const RESERVE: usize = 256 << 10;
/// What a small program allocates.
const SMALL: usize = 1 << 20;

/// How many interrupts a stop waits for one that falls on a place of the program.
const LAST_ASKED: u32 = 50;

static HOOKS: Hooks = Hooks {
    interrupt: || {
        state().is_some_and(|state| {
            if state.running.get() && !state.stopped.get() && glue::should_stop() {
                let place = failure::here(state);
                // Between two jobs there is no place; the next interrupts may find one.
                state.asked.set(state.asked.get() + 1);
                state.stopped.set(place.is_some() || state.asked.get() == LAST_ASKED);
                *state.stopped_at.borrow_mut() = place;
            }
            state.stopped.get()
        })
    },
    rejection: |promise, reason, handled| {
        if let Some(state) = state() {
            run::rejection(state, promise, reason, handled);
        }
    },
    resolve: modules::resolve,
    load: modules::load,
};

/// Makes the engine ready for a table. Whatever is wrong here is a defect of ours, so it traps.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an export, and the start of everything")]
extern "C" fn init(descriptors: usize, length: usize, files: usize, count: usize) {
    unsafe extern "C" {
        fn __wasm_call_ctors();
    }
    // SAFETY: the linker makes it; it is called once, before anything else. A module that never calls it is linked as a
    // command, each of whose exports would.
    unsafe { __wasm_call_ctors() };
    let bytes = memory::bytes(descriptors, length);
    if start(bytes, files, count).is_err() {
        std::process::abort();
    }
}

fn start(descriptors: &[u8], files: usize, count: usize) -> Outcome<()> {
    let descriptors = Descriptors::decode(descriptors).map_err(|_| Thrown)?;
    js::start(STACK, &HOOKS)?;
    let files = pairs(files, count).collect();
    let root = descriptors.specifiers.first().map(|root| root.path.clone());
    let state = state::set(State {
        table: Table::new(descriptors)?,
        api_errors: OnceCell::new(),
        prelude: OnceCell::new(),
        modules: RefCell::new(Modules { files, ..Modules::default() }),
        texts: Cell::new(Vec::with_capacity(TEXTS)),
        closed: Cell::new(false),
        running: Cell::new(false),
        stopped: Cell::new(false),
        asked: Cell::new(0),
        stopped_at: RefCell::new(None),
        rejections: RefCell::new(Vec::new()),
        random: Cell::new(None),
        raw: Cell::new(None),
    });
    prelude::evaluate(state)?;
    if let Some(root) = root {
        let name = format!("{}:/{root}", state.table.descriptors.root);
        let promise = modules::load(&name)?.evaluate()?;
        while js::run_job()? {}
        if promise.settled() != js::Settled::Fulfilled {
            return Err(Thrown);
        }
    }
    state.modules.borrow_mut().files.clear();
    memory::prepare();
    js::keep_reserve(RESERVE);
    js::make_room(SMALL);
    js::collect(ROOM);
    Ok(())
}

/// Runs a program.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an export")]
extern "C" fn run(name: usize, name_length: usize, program: usize, length: usize, modules: usize, count: usize) {
    let Some(state) = state() else { std::process::abort() };
    let lib = pairs(modules, count).map(|(key, text)| run::Source { key, text }).collect();
    run::run(state, memory::text(name, name_length), memory::text(program, length), lib);
}

/// The ids of the operations that can be called.
#[unsafe(export_name = "bound-operations")]
#[expect(unsafe_code, reason = "an export")]
extern "C" fn bound_operations() -> usize {
    let Some(state) = state() else { std::process::abort() };
    let operations = &state.table.descriptors.operations;
    let list = memory::take(4, operations.len() * 8);
    let answer = memory::take(4, 8);
    let (Some(list), Some(answer)) = (list, answer) else { std::process::abort() };
    for (at, operation) in operations.iter().enumerate() {
        let id = &operation.id;
        memory::write(list + 8 * at, 4, id.as_ptr().expose_provenance() as u64);
        memory::write(list + 8 * at + 4, 4, id.len() as u64);
    }
    memory::write(answer, 4, list as u64);
    memory::write(answer + 4, 4, operations.len() as u64);
    answer
}

/// A list of pairs of texts that the host lowered.
fn pairs(at: usize, count: usize) -> impl Iterator<Item = (&'static str, &'static str)> {
    let word = |at| usize::try_from(memory::read(at, 4)).unwrap_or(0);
    (0..count).map(move |index| {
        let at = at + 16 * index;
        (memory::text(word(at), word(at + 4)), memory::text(word(at + 8), word(at + 12)))
    })
}

/// QuickJS's clock. Before the snapshot there is no host to ask.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "QuickJS imports it")]
extern "C" fn __rquickjs_host_now_us() -> f64 {
    let running = state().is_some_and(|state| state.running.get());
    #[expect(clippy::cast_precision_loss, reason = "microseconds since 1970 fit 53 bits for centuries")]
    if running { glue::now() as f64 } else { 0.0 }
}
