//! The module `tasks`.

use gg_engine::{
    CallError,
    ErrorCode::{Conflict, InvalidArgument, LimitExceeded, NotFound},
};

use super::bench::{Bench, call, fails};
use crate::operations::{
    core::TextEdit,
    tasks::{TaskInput, TaskPatch, TaskStatus, TaskUsage},
};

fn task(id: &str, blocked_by: &[&str]) -> TaskInput {
    let blocked_by = blocked_by.iter().map(|id| (*id).to_owned()).collect();
    TaskInput { id: id.to_owned(), title: format!("Do {id}"), description: None, blocked_by }
}

fn ids(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

const NOTHING: TaskPatch = TaskPatch { title: None, description: TextEdit::Keep, status: None };

/// A bench with tasks, each given with what blocks it.
async fn with(tasks: &[(&str, &[&str])]) -> Bench {
    let mut bench = Bench::with("[capability.tasks]\nmaxTasks = 4", |_| {});
    for (id, blocked_by) in tasks {
        add(&mut bench, task(id, blocked_by)).await.expect("it is added");
    }
    bench
}

async fn add(bench: &mut Bench, task: TaskInput) -> Result<TaskUsage, CallError> {
    call!(bench, TasksAddTask, tasks::add_task(task))
}

async fn block(bench: &mut Bench) -> String {
    bench.host.task_block().await.expect("a store").unwrap_or_default()
}

#[tokio::test]
async fn the_block_tells_ready_tasks_from_blocked_ones() {
    let mut bench = with(&[]).await;
    assert_eq!(bench.host.task_block().await.expect("no store"), None);
    assert!(!bench.path(".gg").exists());
    let described = TaskInput { description: Some("Empty input.\n\nLong lines.".to_owned()), ..task("tests", &[]) };
    assert_eq!(add(&mut bench, described).await, Ok(TaskUsage { count: 1, max_tasks: 4 }));
    // What blocks it is named twice, and counts once.
    assert_eq!(add(&mut bench, task("ship", &["tests", "tests"])).await, Ok(TaskUsage { count: 2, max_tasks: 4 }));
    assert_eq!(add(&mut bench, task("docs", &[])).await, Ok(TaskUsage { count: 3, max_tasks: 4 }));
    let begun = TaskPatch { status: Some(TaskStatus::InProgress), ..NOTHING };
    assert_eq!(call!(bench, TasksUpdateTask, tasks::update_task("docs".to_owned(), begun)), Ok(()));
    let expected = "Ready\n- tests: Do tests\n  Empty input.\n\n  Long lines.\n- docs: Do docs (in progress)\n\
                    Blocked\n- ship: Do ship (waits for tests)\n0 tasks done\n";
    assert_eq!(block(&mut bench).await, expected);
    assert_eq!(call!(bench, TasksCompleteTask, tasks::complete_task("tests".to_owned())), Ok(()));
    let expected = "Ready\n- ship: Do ship\n- docs: Do docs (in progress)\n1 task done\n";
    assert_eq!(block(&mut bench).await, expected);
}

#[tokio::test]
async fn a_task_looks_like_no_other() {
    let mut bench = with(&[]).await;
    let forged = TaskInput { title: "Do\n- b: Nothing".to_owned(), ..task("a\n", &[]) };
    assert_eq!(add(&mut bench, forged).await, Ok(TaskUsage { count: 1, max_tasks: 4 }));
    assert_eq!(add(&mut bench, task("c", &["a\n"])).await, Ok(TaskUsage { count: 2, max_tasks: 4 }));
    let expected = "Ready\n- a\\n: Do\\n- b: Nothing\nBlocked\n- c: Do c (waits for a\\n)\n0 tasks done\n";
    assert_eq!(block(&mut bench).await, expected);
}

#[tokio::test]
async fn a_patch_changes_what_it_names() {
    let mut bench = with(&[("a", &[])]).await;
    let patch = TaskPatch { title: Some("New".to_owned()), description: TextEdit::Set("More".to_owned()), ..NOTHING };
    assert_eq!(call!(bench, TasksUpdateTask, tasks::update_task("a".to_owned(), patch)), Ok(()));
    assert_eq!(block(&mut bench).await, "Ready\n- a: New\n  More\n0 tasks done\n");
    let done = TaskPatch { status: Some(TaskStatus::Done), ..NOTHING };
    assert_eq!(call!(bench, TasksUpdateTask, tasks::update_task("a".to_owned(), done)), Ok(()));
    let again = TaskPatch { status: Some(TaskStatus::Pending), ..NOTHING };
    assert_eq!(call!(bench, TasksUpdateTask, tasks::update_task("a".to_owned(), again)), Ok(()));
    assert_eq!(block(&mut bench).await, "Ready\n- a: New\n  More\n0 tasks done\n");
    let clear = TaskPatch { description: TextEdit::Clear, ..NOTHING };
    assert_eq!(call!(bench, TasksUpdateTask, tasks::update_task("a".to_owned(), clear)), Ok(()));
    assert_eq!(block(&mut bench).await, "Ready\n- a: New\n0 tasks done\n");
}

#[tokio::test]
async fn removing_a_task_removes_the_edges_to_it() {
    let mut bench = with(&[("a", &[]), ("b", &["a"]), ("c", &["a", "b"])]).await;
    let left = call!(bench, TasksRemoveTask, tasks::remove_task("a".to_owned()));
    assert_eq!(left, Ok(TaskUsage { count: 2, max_tasks: 4 }));
    assert_eq!(block(&mut bench).await, "Ready\n- b: Do b\nBlocked\n- c: Do c (waits for b)\n0 tasks done\n");
    // A task of the same id is another one.
    add(&mut bench, task("a", &[])).await.expect("it is added");
    let expected = "Ready\n- b: Do b\n- a: Do a\nBlocked\n- c: Do c (waits for b)\n0 tasks done\n";
    assert_eq!(block(&mut bench).await, expected);
}

#[tokio::test]
async fn blockers_are_replaced_and_cleared() {
    let mut bench = with(&[("a", &[]), ("b", &[]), ("c", &["a"])]).await;
    let set = call!(bench, TasksSetBlockedBy, tasks::set_blocked_by("c".to_owned(), ids(&["b"])));
    assert_eq!(set, Ok(()));
    assert_eq!(
        block(&mut bench).await,
        "Ready\n- a: Do a\n- b: Do b\nBlocked\n- c: Do c (waits for b)\n0 tasks done\n"
    );
    assert_eq!(call!(bench, TasksSetBlockedBy, tasks::set_blocked_by("c".to_owned(), vec![])), Ok(()));
    assert_eq!(block(&mut bench).await, "Ready\n- a: Do a\n- b: Do b\n- c: Do c\n0 tasks done\n");
}

/// Each line is wrong in all that follows as well: the first mistake decides.
#[tokio::test]
async fn mistakes_of_a_new_task_are_found_in_order() {
    let mut bench = with(&[("a", &[]), ("b", &[]), ("c", &[]), ("d", &[])]).await;
    let input =
        |id: &str, title: &str, blocked_by: &[&str]| TaskInput { title: title.to_owned(), ..task(id, blocked_by) };
    let cases = [
        (input(" ", "", &["", "x"]), InvalidArgument, "`task.id` is blank"),
        (input("a", "\n", &["", "x", "a"]), InvalidArgument, "`task.title` is blank"),
        (input("a", "A", &["\t", "x", "a"]), InvalidArgument, "`task.blockedBy` has a blank id"),
        (input("a", "A", &["x", "a"]), NotFound, "`task.blockedBy` names no task: x"),
        (input("a", "A", &["a"]), Conflict, "there is a task of this id already: a"),
        (input("e", "E", &["a", "e"]), Conflict, "the task would wait for itself: e"),
        (input("e", "E", &["a"]), LimitExceeded, "there are 4 tasks; the most is 4"),
    ];
    for (task, code, message) in cases {
        fails(add(&mut bench, task).await, code, message);
    }
}

#[tokio::test]
async fn mistakes_of_a_change_are_found_in_order() {
    let mut bench = with(&[("a", &[]), ("b", &["a"]), ("c", &["b"])]).await;
    let titled = |title: &str| TaskPatch { title: Some(title.to_owned()), ..NOTHING };
    let cases = [
        ("", titled(" "), InvalidArgument, "`id` is blank"),
        ("x", titled(" "), InvalidArgument, "`patch.title` is blank"),
        ("x", NOTHING, InvalidArgument, "`patch` changes nothing"),
        ("x", titled("X"), NotFound, "no such task: x"),
    ];
    for (id, patch, code, message) in cases {
        fails(call!(bench, TasksUpdateTask, tasks::update_task(id.to_owned(), patch)), code, message);
    }
    let cases: [(&str, &[&str], _, _); 6] = [
        ("", &[""], InvalidArgument, "`id` is blank"),
        ("x", &[" "], InvalidArgument, "`blockedBy` has a blank id"),
        ("x", &["y"], NotFound, "no such task: x"),
        ("a", &["a", "c", "y"], NotFound, "`blockedBy` names no task: y"),
        ("a", &["c", "a"], Conflict, "the task would wait for itself: a"),
        (
            "a",
            &["c"],
            Conflict,
            "the tasks would wait in a circle: a waits for c, which waits for b, which waits for a",
        ),
    ];
    for (id, blocked_by, code, message) in cases {
        let set = call!(bench, TasksSetBlockedBy, tasks::set_blocked_by(id.to_owned(), ids(blocked_by)));
        fails(set, code, message);
    }
    for (id, code, message) in [(" ", InvalidArgument, "`id` is blank"), ("x", NotFound, "no such task: x")] {
        fails(call!(bench, TasksCompleteTask, tasks::complete_task(id.to_owned())), code, message);
        fails(call!(bench, TasksRemoveTask, tasks::remove_task(id.to_owned())), code, message);
    }
    let expected = "Ready\n- a: Do a\nBlocked\n- b: Do b (waits for a)\n- c: Do c (waits for b)\n0 tasks done\n";
    assert_eq!(block(&mut bench).await, expected, "nothing of it changed anything");
}

#[tokio::test]
async fn what_fails_makes_no_store() {
    let mut bench = with(&[]).await;
    fails(call!(bench, TasksRemoveTask, tasks::remove_task("x".to_owned())), NotFound, "no such task: x");
    fails(add(&mut bench, task("a", &["b"])).await, NotFound, "`task.blockedBy` names no task: b");
    assert!(!bench.path(".gg").exists());
}

#[tokio::test]
async fn an_agent_has_its_own_tasks() {
    let mut bench = with(&[("a", &[])]).await;
    bench.host.settings.agent = "tester".to_owned();
    fails(add(&mut bench, task("b", &["a"])).await, NotFound, "`task.blockedBy` names no task: a");
    assert_eq!(add(&mut bench, task("a", &[])).await, Ok(TaskUsage { count: 1, max_tasks: 4 }));
}
