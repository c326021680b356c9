//! A clock that a test holds: pauses are over at once and kept, and a time is up when the test says so.

use std::{
    collections::HashSet,
    future::pending,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use gg_models::{Clock, Sleep};
use tokio::sync::watch;

#[derive(Debug)]
pub(crate) struct Held {
    pauses: Mutex<Vec<Duration>>,
    up: watch::Sender<HashSet<Duration>>,
    date: SystemTime,
}

impl Held {
    pub(crate) fn new() -> Arc<Self> {
        let date = SystemTime::UNIX_EPOCH + Duration::from_hours(500_000);
        Arc::new(Self { pauses: Mutex::default(), up: watch::Sender::new(HashSet::new()), date })
    }

    /// From now on, every time of this length is up.
    pub(crate) fn expire(&self, time: Duration) {
        self.up.send_modify(|up| {
            up.insert(time);
        });
    }

    /// From now on, no time is up.
    pub(crate) fn hold(&self) {
        self.up.send_modify(HashSet::clear);
    }

    /// The pauses that were made.
    pub(crate) fn pauses(&self) -> Vec<Duration> {
        self.pauses.lock().unwrap().clone()
    }
}

impl Clock for Held {
    fn date(&self) -> SystemTime {
        self.date
    }

    fn pause(&self, time: Duration) -> Sleep {
        self.pauses.lock().unwrap().push(time);
        Box::pin(async {})
    }

    fn expiry(&self, time: Duration) -> Sleep {
        let mut up = self.up.subscribe();
        Box::pin(async move {
            if up.wait_for(|up| up.contains(&time)).await.is_err() {
                pending::<()>().await;
            }
        })
    }
}
