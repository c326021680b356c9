//! What is asked to end ends, and takes with it the command its program runs: that has a process group of its own, which a
//! terminal does not reach.

use std::{fs, future::poll_fn, io, process, task::Poll, thread, time::Duration};

use tokio::{
    runtime::Builder,
    signal::unix::{SignalKind, signal},
    sync::oneshot,
};

use crate::Refused;

/// How long there is to end in order, which takes less unless a compiler is at work.
const GRACE: Duration = Duration::from_secs(1);
/// The exit status of what a signal ended is its number and this, as shells have it.
const SIGNALLED: u8 = 128;

/// The signals that ask a process to end.
pub(crate) const ALL: &[SignalKind] =
    &[SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup(), SignalKind::quit()];
/// Those of them that are not what Ctrl-C sends.
pub(crate) const BUT_CTRL_C: &[SignalKind] = &[SignalKind::terminate(), SignalKind::hangup(), SignalKind::quit()];

/// Waits for the first of some signals, on a thread of its own, for the others may be busy. Whoever receives the exit
/// status has a moment before the process ends. One that this process was started to ignore, it ignores.
///
/// # Errors
///
/// Signals cannot be waited for.
pub(crate) fn watch(kinds: &[SignalKind]) -> Result<oneshot::Receiver<u8>, Refused> {
    waiting(kinds).map_err(|error| Refused::new(format!("signals cannot be waited for: {error}")))
}

fn waiting(kinds: &[SignalKind]) -> io::Result<oneshot::Receiver<u8>> {
    let runtime = Builder::new_current_thread().enable_io().build()?;
    let (sender, asked) = oneshot::channel();
    let entered = runtime.enter();
    let heard = kinds.iter().filter(|kind| !is_ignored(**kind));
    let signals = heard.map(|kind| Ok((*kind, signal(*kind)?))).collect::<io::Result<Vec<_>>>();
    drop(entered);
    let mut signals = signals?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        let first = poll_fn(|context| {
            let mut arrived =
                signals.iter_mut().filter_map(|(kind, signal)| signal.poll_recv(context).is_ready().then_some(kind));
            arrived.next().map_or(Poll::Pending, |kind| Poll::Ready(kind.as_raw_value()))
        });
        let status = SIGNALLED.saturating_add(u8::try_from(runtime.block_on(first)).unwrap_or_default());
        // Nobody receives it when the program is done.
        let _ = sender.send(status);
        thread::sleep(GRACE);
        process::exit(status.into());
    })?;
    Ok(asked)
}

/// Whether a signal is ignored, as `nohup` has it for a hang-up. Where that cannot be asked, a hang-up is left alone.
fn is_ignored(kind: SignalKind) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.map_or(kind == SignalKind::hangup(), |mask| mask >> (kind.as_raw_value() - 1) & 1 == 1)
}
