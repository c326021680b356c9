//! The engine programs run on: its settings, the memory it keeps ready, and the thread that interrupts.

use std::{
    num::NonZeroUsize,
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::Duration,
};

use tokio::sync::{Semaphore, SemaphorePermit};
use wasmtime::{Config, Enabled, Engine, Memory, MemoryType, PoolingAllocationConfig, Store, format_err};

use super::limits::TABLE_ELEMENTS;

/// How often a running program is interrupted, to see whether it must stop and to let others run.
pub(super) const TICK: Duration = Duration::from_millis(100);
/// The stack a program has.
const STACK: usize = 4 << 20;
/// What host code has above it: as much as a thread of Rust's.
const HOST_STACK: usize = 2 << 20;
/// How many programs run at once; more wait for one to end.
const PROGRAMS: u32 = 64;
/// How many do where no memory can be kept ready.
const PROGRAMS_WITHOUT_POOL: u32 = 8;
/// How much of a memory, and of a table, stays resident when its program has ended, in bytes. Of a memory that was filled
/// so much is written anew after every later program in its place too, so it is no more than what a small one writes.
const RESIDENT: usize = 512 << 10;
const TABLE_RESIDENT: usize = 64 << 10;
/// The address space a memory begins with where none is kept ready, and how much is added to one that outgrows it.
const SMALL_RESERVATION: u64 = 256 << 20;
const SMALL_GROWTH: u64 = 64 << 20;

/// The engine, shared by every program of a process.
#[derive(Debug)]
pub struct Sandbox {
    engine: Engine,
    most: u32,
    programs: Semaphore,
    _ticker: Ticker,
}

impl Sandbox {
    /// Sets the engine up. Where the address space for many programs cannot be reserved (under `ulimit -v`, say), each
    /// program's is asked for when it starts.
    ///
    /// # Errors
    ///
    /// This machine cannot run compiled code at all, gives no thread, or has no address space for a single program.
    pub fn new() -> wasmtime::Result<Self> {
        let pooled = Engine::new(&pooled(true)).or_else(|_| Engine::new(&pooled(false)));
        let (engine, most) = match pooled {
            Ok(engine) => (engine, PROGRAMS),
            Err(_) => (without_pool()?, PROGRAMS_WITHOUT_POOL),
        };
        let programs = Semaphore::new(most as usize);
        let ticker = Ticker::start(engine.clone())?;
        Ok(Self { engine, most, programs, _ticker: ticker })
    }

    /// How many programs can run at once; more wait for one to end.
    pub fn most_programs(&self) -> u32 {
        self.most
    }

    /// Whether memory is kept ready for them, so that one starts quickly.
    pub fn keeps_memory_ready(&self) -> bool {
        self.most == PROGRAMS
    }

    /// The engine itself.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Waits until one more program can run.
    pub(super) async fn room(&self) -> Option<SemaphorePermit<'_>> {
        // The semaphore is never closed.
        self.programs.acquire().await.ok()
    }
}

/// Settings that decide over the machine code are the same with and without a pool, except for how far apart memories lie.
fn settings() -> Config {
    let mut config = Config::new();
    config
        .epoch_interruption(true)
        .max_wasm_stack(STACK)
        .async_stack_size(STACK + HOST_STACK)
        .concurrency_support(false)
        .wasm_component_model(true)
        .wasm_relaxed_simd(false)
        .wasm_multi_memory(false)
        .wasm_memory64(false)
        // A place in wasm says nothing to whoever wrote the program.
        .wasm_backtrace_max_frames(None::<NonZeroUsize>)
        .generate_address_map(false)
        .native_unwind_info(cfg!(windows));
    config
}

/// With a pool. Where the kernel says which pages a program wrote (Linux from 6.7 on), `resident` has them put back where
/// they lie, so that the next program in their place meets no page fault.
fn pooled(resident: bool) -> Config {
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(PROGRAMS)
        .total_stacks(PROGRAMS)
        // A component is a few core modules: the program's runtime, adapters, and what joins them.
        .total_core_instances(PROGRAMS * 12)
        .total_tables(PROGRAMS * 6)
        .total_memories(PROGRAMS * 2)
        .table_elements(TABLE_ELEMENTS)
        .table_keep_resident(TABLE_RESIDENT);
    if resident {
        pool.pagemap_scan(Enabled::Yes).linear_memory_keep_resident(RESIDENT);
    }
    let mut config = settings();
    config.allocation_strategy(pool);
    config
}

/// An engine without a pool, on which a program's memory has been asked for once: where there is no room for it, that is
/// said here and not by every program.
fn without_pool() -> wasmtime::Result<Engine> {
    let engine = Engine::new(&unpooled())?;
    let memory = Memory::new(Store::new(&engine, ()), MemoryType::new(1, None));
    memory.map_err(|error| {
        let least = SMALL_RESERVATION >> 20;
        format_err!(
            "there is too little address space: a program's memory needs {least} MiB ({error:#}); raise `ulimit -v`"
        )
    })?;
    Ok(engine)
}

fn unpooled() -> Config {
    let mut config = settings();
    config
        .memory_reservation(SMALL_RESERVATION)
        .memory_reservation_for_growth(SMALL_GROWTH)
        .memory_guard_size(64 << 10);
    config
}

/// A thread that advances the engine's epoch, and ends with the sandbox.
#[derive(Debug)]
struct Ticker {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    fn start(engine: Engine) -> std::io::Result<Self> {
        let (stop, stopped) = mpsc::channel();
        let tick = move || {
            while let Err(RecvTimeoutError::Timeout) = stopped.recv_timeout(TICK) {
                engine.increment_epoch();
            }
        };
        let thread = thread::Builder::new().name("gg-ticker".to_owned()).stack_size(64 << 10).spawn(tick)?;
        Ok(Self { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // It ends at once; that it may have panicked changes nothing any more.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ticker_ends_with_the_sandbox() {
        let sandbox = Sandbox::new().expect("an engine");
        let engine = sandbox.engine().weak();
        drop(sandbox);
        assert!(engine.upgrade().is_none(), "the thread holds the engine no more");
    }
}
