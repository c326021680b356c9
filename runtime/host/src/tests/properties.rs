//! Random calls, held against models that are simple enough to be seen to be right.

use std::collections::{BTreeMap, BTreeSet};

use gg_engine::ErrorCode;
use proptest::prelude::*;

use super::bench::{Bench, call};
use crate::{
    operations::{
        core::TextEdit,
        memories::MemoryInput,
        tasks::{TaskInput, TaskPatch, TaskStatus},
    },
    store::{fold::fold, tasks},
};

/// What is done to tasks; a number names one of a few.
#[derive(Debug, Clone)]
enum Act {
    Add(u8, Vec<u8>),
    Block(u8, Vec<u8>),
    Complete(u8),
    Begin(u8),
    Remove(u8),
}

fn act() -> impl Strategy<Value = Act> {
    let task = || 0..6_u8;
    let blockers = || prop::collection::vec(task(), 0..3);
    prop_oneof![
        3 => (task(), blockers()).prop_map(|(task, blockers)| Act::Add(task, blockers)),
        4 => (task(), blockers()).prop_map(|(task, blockers)| Act::Block(task, blockers)),
        1 => task().prop_map(Act::Complete),
        1 => task().prop_map(Act::Begin),
        1 => task().prop_map(Act::Remove),
    ]
}

/// How far a task is, and what blocks it.
type Kept = (TaskStatus, BTreeSet<u8>);

/// Tasks as they should be, by id.
#[derive(Debug, Clone, Default)]
struct Model(BTreeMap<u8, Kept>);

impl Model {
    const MOST: usize = 5;

    /// Whether a task waits for another, by whatever way.
    fn waits(&self, task: u8, other: u8) -> bool {
        task == other || self.0[&task].1.iter().any(|blocker| self.waits(*blocker, other))
    }

    fn done(&mut self, act: &Act) -> Result<(), ErrorCode> {
        let unknown = |blockers: &[u8], but: u8| blockers.iter().any(|id| *id != but && !self.0.contains_key(id));
        match act {
            Act::Add(id, blockers) => match () {
                () if unknown(blockers, *id) => return Err(ErrorCode::NotFound),
                () if self.0.contains_key(id) || blockers.contains(id) => return Err(ErrorCode::Conflict),
                () if self.0.len() == Self::MOST => return Err(ErrorCode::LimitExceeded),
                () => {
                    self.0.insert(*id, (TaskStatus::Pending, blockers.iter().copied().collect()));
                }
            },
            Act::Block(id, blockers) => match () {
                () if !self.0.contains_key(id) || unknown(blockers, *id) => return Err(ErrorCode::NotFound),
                () if blockers.iter().any(|blocker| self.waits(*blocker, *id)) => return Err(ErrorCode::Conflict),
                () => self.known(*id)?.1 = blockers.iter().copied().collect(),
            },
            Act::Complete(id) => self.known(*id)?.0 = TaskStatus::Done,
            Act::Begin(id) => self.known(*id)?.0 = TaskStatus::InProgress,
            Act::Remove(id) => {
                self.0.remove(id).ok_or(ErrorCode::NotFound)?;
                self.0.values_mut().for_each(|(_, blockers)| {
                    blockers.remove(id);
                });
            }
        }
        Ok(())
    }

    fn known(&mut self, id: u8) -> Result<&mut Kept, ErrorCode> {
        self.0.get_mut(&id).ok_or(ErrorCode::NotFound)
    }
}

async fn done(bench: &mut Bench, act: &Act) -> Result<(), ErrorCode> {
    let name = |id: &u8| format!("task {id}");
    let names = |ids: &[u8]| ids.iter().map(name).collect::<Vec<_>>();
    let set = |status| TaskPatch { title: None, description: TextEdit::Keep, status: Some(status) };
    let result = match act {
        Act::Add(id, blockers) => {
            let task =
                TaskInput { id: name(id), title: "T".to_owned(), description: None, blocked_by: names(blockers) };
            call!(bench, TasksAddTask, tasks::add_task(task)).map(|_| ())
        }
        Act::Block(id, blockers) => call!(bench, TasksSetBlockedBy, tasks::set_blocked_by(name(id), names(blockers))),
        Act::Complete(id) => call!(bench, TasksCompleteTask, tasks::complete_task(name(id))),
        Act::Begin(id) => call!(bench, TasksUpdateTask, tasks::update_task(name(id), set(TaskStatus::InProgress))),
        Act::Remove(id) => call!(bench, TasksRemoveTask, tasks::remove_task(name(id))).map(|_| ()),
    };
    result.map_err(|error| error.code)
}

/// Texts in which case is not simple, and what the index and its questions could stumble over.
fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "token", "TOKEN", "to", "ken", "ß", "SS", "ς", "Σ", "İ", "\"", " AND ", "*", "\0", "é", "e\u{301}", "🦀", " ",
        "\n",
    ]);
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

pub(super) fn block_on<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a thread");
    runtime.block_on(work)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// No circle, no edge to what is gone, and each call answers as the model does.
    #[test]
    fn tasks_are_a_graph_without_circles(acts in prop::collection::vec(act(), 1..50)) {
        let mut bench = Bench::with(&format!("[capability.tasks]\nmaxTasks = {}", Model::MOST), |_| {});
        let mut model = Model::default();
        block_on(async {
            for act in &acts {
                prop_assert_eq!(done(&mut bench, act).await, model.done(act), "{:?}", act);
            }
            let kept = bench.host.store.read(|store| tasks::list(store, "main")).await.expect("a store").unwrap_or_default();
            let kept: BTreeMap<String, (TaskStatus, BTreeSet<String>)> = kept
                .into_iter()
                .map(|task| (task.id, (task.status, task.blocked_by.into_iter().map(|blocker| blocker.id).collect())))
                .collect();
            let name = |id: &u8| format!("task {id}");
            let expected: BTreeMap<String, (TaskStatus, BTreeSet<String>)> = model
                .0
                .iter()
                .map(|(id, (status, blockers))| (name(id), (*status, blockers.iter().map(name).collect())))
                .collect();
            prop_assert_eq!(kept, expected);
            prop_assert!(model.0.iter().all(|(id, (_, blockers))| !blockers.iter().any(|other| model.waits(*other, *id))));
            Ok(())
        })?;
    }

    /// A search finds what a look at every text finds, in the same order.
    #[test]
    fn a_search_is_what_a_look_at_every_text_is(
        texts in prop::collection::vec((text(), text()), 1..8),
        keywords in prop::collection::vec(text(), 1..5),
        removed in any::<prop::sample::Index>(),
    ) {
        let mut bench = Bench::with("[capability.memories]\nstrategy = \"keyword-search\"", |_| {});
        block_on(async {
            let mut kept: Vec<(String, String, String)> = Vec::new();
            for (at, (description, body)) in texts.into_iter().enumerate() {
                let (name, body) = (format!("m{at}"), format!("{body}."));
                let memory =
                    MemoryInput { name: name.clone(), description: description.clone(), body: body.clone(), code: None, on_use: None };
                prop_assert!(call!(bench, MemoriesCreateMemory, memories::create_memory(memory)).is_ok());
                kept.push((name, description, body));
            }
            let (gone, _, _) = kept.remove(removed.index(kept.len()));
            prop_assert!(call!(bench, MemoriesDeleteMemory, memories::delete_memory(gone)).is_ok());

            let distinct: BTreeSet<String> =
                keywords.iter().map(|keyword| keyword.trim()).filter(|keyword| !keyword.is_empty()).map(fold).collect();
            let mut expected: Vec<(u32, u32, String)> = kept
                .into_iter()
                .map(|(name, description, body)| {
                    let parts = [fold(&name), fold(&description), fold(&body)];
                    let times = |keyword: &String| parts.iter().map(|part| part.matches(keyword.as_str()).count()).sum::<usize>();
                    let times: Vec<usize> = distinct.iter().map(times).collect();
                    let matched = times.iter().filter(|times| **times > 0).count();
                    let number = |count: usize| u32::try_from(count).expect("few");
                    (number(matched), number(times.iter().sum()), name)
                })
                .filter(|(matched, ..)| *matched > 0)
                .collect();
            expected.sort_by(|left, right| right.0.cmp(&left.0).then(right.1.cmp(&left.1)).then(left.2.cmp(&right.2)));

            let found = call!(bench, MemoriesSearchMemories, memories::search_memories(keywords));
            if distinct.is_empty() {
                prop_assert!(found.is_err());
            } else {
                let found = found.expect("hits").into_iter().map(|hit| (hit.matched, hit.occurrences, hit.name));
                prop_assert_eq!(found.collect::<Vec<_>>(), expected);
            }
            Ok(())
        })?;
    }
}
