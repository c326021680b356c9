//! Where file work is done: short work on the spot, long work where it holds up no other program.

use tokio::runtime::Handle;

/// Bytes of a file up to which reading or writing it counts as short.
pub(crate) const SHORT: u64 = 262_144;

/// Does work that may take long. Outside of a runtime it is done on the spot. A panic is passed on.
pub(crate) async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let Ok(runtime) = Handle::try_current() else { return work() };
    match runtime.spawn_blocking(work).await {
        Ok(value) => value,
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}
