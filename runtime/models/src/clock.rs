//! What time it is, and waiting: real, or in the hands of a test.

use std::{
    fmt,
    pin::Pin,
    time::{Duration, SystemTime},
};

/// Something that is waited for.
pub type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A clock. Pauses and expiries are told apart, so that a test can skip the ones and hold the others.
pub trait Clock: Send + Sync + fmt::Debug {
    /// The date, against which a server's date is read.
    fn date(&self) -> SystemTime;

    /// Ready when a pause is over: nothing happens until then.
    fn pause(&self, time: Duration) -> Sleep;

    /// Ready when a time is up, unless what it bounds is done before.
    fn expiry(&self, time: Duration) -> Sleep;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct System;

impl Clock for System {
    fn date(&self) -> SystemTime {
        SystemTime::now()
    }

    fn pause(&self, time: Duration) -> Sleep {
        Box::pin(tokio::time::sleep(time))
    }

    fn expiry(&self, time: Duration) -> Sleep {
        self.pause(time)
    }
}
