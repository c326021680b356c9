//! A process is killed while it writes. `GG_SEED` says when; without it the seed is a new one, and is told by a failure.

use std::{collections::BTreeSet, env, time::Duration};

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};

use crate::child::{answered, is_sound, kept, start};

/// How often one is killed.
const KILLED: u32 = 100;
/// Of so many, one begins without a store.
const FRESH: u32 = 4;
/// The latest instant after its start.
const LATEST: Duration = Duration::from_millis(60);

#[tokio::test]
async fn what_was_answered_for_outlives_a_kill() {
    let seed = env::var("GG_SEED").map_or_else(|_| rand::random(), |seed| seed.parse().expect("GG_SEED is a number"));
    println!("GG_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mut folder = tempfile::tempdir().expect("a folder");
    let (mut said, mut cut) = (BTreeSet::new(), 0);
    for round in 0..KILLED {
        if round % FRESH == 0 {
            folder = tempfile::tempdir().expect("a folder");
            said.clear();
        }
        let mut child = start(folder.path(), &format!("round-{round}"), u32::MAX);
        std::thread::sleep(random.random_range(Duration::ZERO..LATEST));
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        let answered = answered(&mut child);
        cut += u32::from(!answered.is_empty());
        said.extend(answered);
        let (tasks, memories) = kept(folder.path()).await;
        for kept in [&tasks, &memories] {
            let lost: Vec<_> = said.difference(kept).collect();
            assert!(lost.is_empty(), "round {round} of seed {seed} lost {lost:?}");
        }
        // Of each round at most the last task was begun without its answer.
        assert!(tasks.len() <= said.len() + FRESH as usize, "round {round} of seed {seed}");
        if folder.path().join(".gg/gg.db").exists() {
            is_sound(folder.path());
        }
    }
    assert!(cut > KILLED / 4, "seed {seed}: only {cut} had begun when they were killed");
}
