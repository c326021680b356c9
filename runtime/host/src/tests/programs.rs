//! The program library, as far as the store keeps it.

use gg_engine::{
    ErrorCode::{InvalidArgument, NotFound},
    sandbox::{Sources, System},
};

use super::bench::{Bench, call, fails};
use crate::{Program, RecordError};

/// A random source that says the same numbers again and again.
struct Said(std::sync::Mutex<std::vec::IntoIter<u64>>);

impl Sources for Said {
    fn now(&self) -> u64 {
        0
    }

    fn random(&self) -> u64 {
        self.0.lock().map_or(0, |mut numbers| numbers.next().unwrap_or(0))
    }
}

fn said(numbers: &[u64]) -> Said {
    Said(std::sync::Mutex::new(numbers.iter().map(|number| number << 59).collect::<Vec<_>>().into_iter()))
}

fn program(source: &str) -> Program<'_> {
    Program { turn: 1, source, error: None }
}

#[tokio::test]
async fn programs_are_listed_by_shape_and_read_by_id() {
    let mut bench = Bench::of(
        "language = \"typescript\"
[capability.program-library]",
        |_| {},
    );
    assert_eq!(call!(bench, ProgramsHistory, programs::history()), Ok(vec![]));
    assert!(!bench.path(".gg").exists(), "a question makes no store");
    let first =
        bench.host.record_program(Program { turn: 1, source: "ä\nb\n", error: None }, &System).await.expect("a store");
    let failed = Program { turn: 3, source: "c", error: Some("it broke") };
    let second = bench.host.record_program(failed, &System).await.expect("a store").expect("a library");
    let first = first.expect("a library");
    assert!(
        first.len() == 8 && first.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()),
        "{first}"
    );
    let listed = call!(bench, ProgramsHistory, programs::history()).expect("a list");
    let shape = |at: usize| (&*listed[at].id, listed[at].turn, listed[at].lines, listed[at].chars, listed[at].ok);
    assert_eq!((shape(0), shape(1)), ((&*first, 1, 2, 4, true), (&*second, 3, 1, 1, false)));
    assert_eq!((listed.len(), listed[0].error.as_deref(), listed[1].error.as_deref()), (2, None, Some("it broke")));
    assert_eq!(call!(bench, ProgramsGet, programs::get(second)), Ok("c".to_owned()));
    fails(call!(bench, ProgramsGet, programs::get(" ".to_owned())), InvalidArgument, "`id` is blank");
}

#[tokio::test]
async fn only_the_most_recent_are_held() {
    let mut bench = Bench::of(
        "language = \"typescript\"
[capability.program-library]\nkeep = 2\nidLength = 2",
        |_| {},
    );
    let none = "no such program: x; none is held";
    fails(call!(bench, ProgramsGet, programs::get("x".to_owned())), NotFound, none);
    let mut ids = Vec::new();
    for source in ["a", "b", "c"] {
        ids.push(bench.host.record_program(program(source), &System).await.expect("a store").expect("a library"));
    }
    let gone = format!("the program is no longer held: {}; held are {}, {}", ids[0], ids[1], ids[2]);
    fails(call!(bench, ProgramsGet, programs::get(ids[0].clone())), NotFound, &gone);
    assert_eq!(call!(bench, ProgramsGet, programs::get(ids[1].clone())), Ok("b".to_owned()));
    // Another agent has a library of its own.
    bench.host.settings.agent = "tester".to_owned();
    assert_eq!(call!(bench, ProgramsHistory, programs::history()), Ok(vec![]));
}

#[tokio::test]
async fn twenty_are_held_or_all() {
    for (more, held) in [("", 20), ("keep = 0", 25)] {
        let mut bench = Bench::of(&format!("language = \"typescript\"\n[capability.program-library]\n{more}"), |_| {});
        for _ in 0..25 {
            bench.host.record_program(program("a"), &System).await.expect("a store");
        }
        assert_eq!(call!(bench, ProgramsHistory, programs::history()).map(|programs| programs.len()), Ok(held));
    }
}

#[tokio::test]
async fn an_id_is_never_given_twice() {
    let mut bench = Bench::of(
        "language = \"typescript\"
[capability.program-library]\nkeep = 1\nidLength = 2",
        |_| {},
    );
    let mut record = async |source, random: Said| bench.host.record_program(program(source), &random).await;
    // What makes the store is tried out before it is done.
    assert_eq!(record("a", said(&[0, 1, 0, 1])).await.expect("an id").as_deref(), Some("ab"));
    // Taken once, then not; the first one is no longer held when the third is made.
    assert_eq!(record("b", said(&[0, 1, 2, 3])).await.expect("an id").as_deref(), Some("cd"));
    assert_eq!(record("c", said(&[0, 1, 4, 5])).await.expect("an id").as_deref(), Some("ef"));
    let fifteen: Vec<u64> = [0, 1].repeat(15);
    assert_eq!(record("d", said(&[&fifteen[..], &[6, 7]].concat())).await.expect("an id").as_deref(), Some("gh"));
    let sixteen: Vec<u64> = [0, 1].repeat(16);
    let error = record("e", said(&[&sixteen[..], &[8, 9]].concat())).await.expect_err("16 tries");
    assert!(matches!(error, RecordError::NoId), "{error}");
    assert_eq!(call!(bench, ProgramsHistory, programs::history()).expect("a list").len(), 1);
}

#[tokio::test]
async fn without_a_library_nothing_is_kept() {
    let mut bench = Bench::new();
    assert_eq!(bench.host.record_program(program("a"), &System).await.expect("no library"), None);
    assert!(!bench.path(".gg").exists());
}

/// A session is replayed from the numbers it drew, in a workspace that may have a store by then.
#[tokio::test]
async fn an_id_is_drawn_once_though_the_first_write_makes_the_store() {
    for has_store in [false, true] {
        let mut bench = Bench::of("language = \"typescript\"\n[capability.program-library]\nidLength = 2\n", |_| {});
        if has_store {
            bench.host.record_program(program("before"), &said(&[4, 5])).await.expect("a store");
        }
        assert_eq!(bench.path(".gg").exists(), has_store);
        let drawn = said(&[0, 1, 2, 3]);
        let id = bench.host.record_program(program("a"), &drawn).await.expect("a store");
        assert_eq!((id.as_deref(), drawn.random() >> 59), (Some("ab"), 2), "has a store: {has_store}");
    }
}
