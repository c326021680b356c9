//! What is asked to end ends, and takes with it the command its program runs: that has a process group of its own, which a
//! terminal does not reach.

use std::{io, process, thread, time::Duration};

use tokio::{
    runtime::Builder,
    signal::unix::{SignalKind, signal},
    sync::oneshot,
};

/// How long there is to end in order, which takes less unless a compiler is at work.
const GRACE: Duration = Duration::from_secs(1);
/// The exit status of what a signal ended is its number and this, as shells have it.
const SIGNALLED: u8 = 128;

/// Waits for the first signal that asks this process to end, on a thread of its own, for the others may be busy. Whoever
/// receives the exit status has a moment before the process ends.
///
/// # Errors
///
/// Signals cannot be waited for.
pub(crate) fn watch() -> io::Result<oneshot::Receiver<u8>> {
    let runtime = Builder::new_current_thread().enable_io().build()?;
    let (sender, asked) = oneshot::channel();
    let entered = runtime.enter();
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    drop(entered);
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        let status = runtime.block_on(async {
            tokio::select! {
                _ = interrupt.recv() => SIGNALLED + 2,
                _ = terminate.recv() => SIGNALLED + 15,
            }
        });
        // Nobody receives it when the program is done.
        let _ = sender.send(status);
        thread::sleep(GRACE);
        process::exit(status.into());
    })?;
    Ok(asked)
}
