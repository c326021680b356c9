//! The module `delegation`: what the calls on children do and refuse, and in which order.

use std::{
    path::Path,
    sync::{Arc, Mutex},
};

use gg_engine::ErrorCode::{Conflict, InvalidArgument, IoError, LimitExceeded, NotFound, Refused, Unavailable};

use super::bench::{Bench, call, fails};
use crate::{
    Delegation, Fork, Hand, Succession,
    delegation::{Child, Letter, NotStarted, Outcome, Started, Starter},
    operations::delegation::{AgentStatus, SpawnRequest, SubagentBrief, SubagentHandle, SubagentResult},
    profile::{Machine, Position},
};

const ROSTER: &str = "[capability.subagents]\n[[roster]]\nid = \"tester\"\nname = \"Tester\"\ndescription = \"Tests.\"\n\
                      scopes = [\"subagent\"]\n[[roster]]\nid = \"reader\"\nname = \"Reader\"\ndescription = \"Reads.\"\n\
                      scopes = [\"reviewer\"]\n";

/// Keeps whom it is to stand up, and fails as it is told to.
#[derive(Debug, Default)]
struct Standing {
    children: Mutex<Vec<Child>>,
    copies: Mutex<Vec<String>>,
    fails: Mutex<Option<NotStarted>>,
}

impl Standing {
    fn stood_up(&self, slot: String) -> Result<Started, NotStarted> {
        match self.fails.lock().expect("a lock").take() {
            Some(why) => Err(why),
            None => Ok(Started { slot, model_id: "scripted:a".to_owned() }),
        }
    }
}

impl Starter for Standing {
    fn start(&self, child: Child) -> Result<Started, NotStarted> {
        let slot = child.agent.clone();
        self.stood_up(slot).inspect(|_| self.children.lock().expect("a lock").push(child))
    }

    fn copy(&self, id: &str, _: &Path, _: &str) -> Result<Started, NotStarted> {
        self.stood_up("main".to_owned()).inspect(|_| self.copies.lock().expect("a lock").push(id.to_owned()))
    }
}

fn bench(depth: u32) -> (Bench, Arc<Delegation>, Arc<Standing>) {
    let (delegation, standing) = (Arc::new(Delegation::new(depth)), Arc::new(Standing::default()));
    let mut bench = Bench::with(ROSTER, |_| {});
    bench.host = bench.host.with_hand(Hand { delegation: delegation.clone(), starter: standing.clone() });
    (bench, delegation, standing)
}

fn request(agent: &str, task: SubagentBrief) -> SpawnRequest {
    SpawnRequest { agent: agent.to_owned(), task }
}

fn prompt(text: &str) -> SubagentBrief {
    SubagentBrief::Prompt(text.to_owned())
}

fn done(summary: &str) -> Outcome {
    Outcome { status: Some(AgentStatus::Completed), summary: summary.to_owned() }
}

fn result(id: &str, status: Option<AgentStatus>, summary: &str) -> SubagentResult {
    SubagentResult { id: id.to_owned(), status, summary: summary.to_owned() }
}

#[tokio::test]
async fn children_are_known_by_their_spawner_and_their_place_in_its_sequence() {
    let (mut bench, _, standing) = bench(3);
    for (id, text) in [("main.1", "a"), ("main.2", "b")] {
        let handle = call!(bench, DelegationSpawnSubagent, delegation::spawn_subagent(request("tester", prompt(text))));
        let (slot, model_id) = ("tester".to_owned(), "scripted:a".to_owned());
        assert_eq!(handle, Ok(SubagentHandle { id: id.to_owned(), slot, model_id }));
    }
    let children = standing.children.lock().expect("a lock");
    let prompts: Vec<&str> = children.iter().map(|child| child.prompt.as_str()).collect();
    assert_eq!(prompts, ["a", "b"]);
    assert!(children.iter().all(|child| child.folder == bench.host.workspace().root()), "{children:?}");
}

#[tokio::test]
async fn what_cannot_be_started_is_refused_in_order_and_takes_no_place() {
    let (mut bench, _, standing) = bench(1);
    let blank = request("nobody", prompt(" "));
    let failed = call!(bench, DelegationSpawnSubagent, delegation::spawn_subagent(blank));
    fails(failed, InvalidArgument, "the prompt is blank");
    let blank = request("tester", SubagentBrief::Issue(String::new()));
    let failed = call!(bench, DelegationSpawnSubagent, delegation::spawn_subagent(blank));
    fails(failed, InvalidArgument, "the id of the issue is blank");
    let other = request("reader", prompt("a"));
    let failed = call!(bench, DelegationSpawnSubagent, delegation::spawn_subagent(other));
    assert!(failed.is_err_and(|error| error.code == InvalidArgument && error.message.ends_with("there is tester")));
    let issue = request("tester", SubagentBrief::Issue("AUTH-1".to_owned()));
    let failed = call!(bench, DelegationSpawnSubagent, delegation::spawn_subagent(issue));
    assert!(failed.is_err_and(|error| error.code == Unavailable && error.message.contains("there is no board")));
    for why in [NotStarted::Credential("there is no key".to_owned()), NotStarted::Defect] {
        *standing.fails.lock().expect("a lock") = Some(why);
        let failed = call!(bench, DelegationSpawnSubagent, delegation::spawn_subagent(request("tester", prompt("a"))));
        assert!(failed.is_err_and(|error| error.code == IoError));
    }
    let handle = call!(bench, DelegationSpawnSubagent, delegation::spawn_subagent(request("tester", prompt("a"))));
    assert_eq!(handle.map(|handle| handle.id).as_deref(), Ok("main.1"));
}

#[tokio::test]
async fn an_agent_at_the_greatest_depth_starts_no_other() {
    let (mut bench, _, _) = bench(0);
    let failed = call!(bench, DelegationSpawnSubagent, delegation::spawn_subagent(request("tester", prompt("a"))));
    assert!(failed.is_err_and(|error| {
        error.code == LimitExceeded && error.message.contains("this agent is at depth 0; the most is 0")
    }));
}

#[tokio::test]
async fn results_come_in_the_order_asked_for_and_once() {
    let (mut bench, delegation, _) = bench(3);
    let wait = |ids: &[&str]| Some(ids.iter().map(|id| (*id).to_owned()).collect());
    assert_eq!(call!(bench, DelegationWaitForSubagents, delegation::wait_for_subagents(None)), Ok(vec![]));
    for _ in 0..3 {
        assert!(delegation.add("main").is_ok());
    }
    delegation.returned("main.1", done("one"));
    delegation.returned("main.2", Outcome { status: None, summary: "canceled: It was.".to_owned() });
    delegation.returned("main.3", done("three"));
    let got = call!(bench, DelegationWaitForSubagents, delegation::wait_for_subagents(wait(&["main.2", "main.1"])));
    let completed = Some(AgentStatus::Completed);
    let expected = vec![result("main.2", None, "canceled: It was."), result("main.1", completed, "one")];
    assert_eq!(got, Ok(expected));
    let again = call!(bench, DelegationWaitForSubagents, delegation::wait_for_subagents(wait(&["main.1"])));
    assert_eq!(again, Ok(vec![result("main.1", None, "")]));
    let rest = call!(bench, DelegationWaitForSubagents, delegation::wait_for_subagents(None));
    assert_eq!(rest, Ok(vec![result("main.3", completed, "three")]));
}

#[tokio::test]
async fn who_is_no_child_is_not_waited_for_nor_is_a_copy_that_has_not_started() {
    let (mut bench, delegation, _) = bench(3);
    let wait = |ids: &[&str]| Some(ids.iter().map(|id| (*id).to_owned()).collect());
    let failed = call!(bench, DelegationWaitForSubagents, delegation::wait_for_subagents(wait(&["a", " "])));
    fails(failed, InvalidArgument, "`ids` has a blank id");
    let failed = call!(bench, DelegationWaitForSubagents, delegation::wait_for_subagents(wait(&["a"])));
    fails(failed, NotFound, "no such child: a; this agent has none");
    assert!(delegation.add("main").is_ok() && delegation.add("main.1").is_ok() && delegation.declare("main").is_ok());
    // It waits for none of them, so the first does not keep it.
    let failed =
        call!(bench, DelegationWaitForSubagents, delegation::wait_for_subagents(wait(&["main.1", "main.1.1"])));
    fails(failed, NotFound, "no such child: main.1.1; there is main.1, main.2");
    let failed = call!(bench, DelegationWaitForSubagents, delegation::wait_for_subagents(wait(&["main.2"])));
    fails(failed, NotFound, "the copy main.2 starts when the turn closes");
    assert_eq!(delegation.outstanding("main"), ["main.1"]);
    delegation.begin("main.2");
    assert_eq!(delegation.outstanding("main"), ["main.1", "main.2"]);
}

#[tokio::test]
async fn a_message_is_left_for_a_child_until_it_has_ended() {
    let (mut bench, delegation, _) = bench(3);
    assert!(delegation.add("main").is_ok());
    let mut send = async |id: &str, text: &str| {
        let (id, text) = (id.to_owned(), text.to_owned());
        call!(bench, DelegationSendMessage, delegation::send_message(id, text))
    };
    fails(send(" ", "a").await, InvalidArgument, "`agentId` is blank");
    fails(send("main.1", " ").await, InvalidArgument, "`message` is blank");
    fails(send("main.2", "a").await, NotFound, "no such child: main.2; there is main.1");
    assert_eq!((send("main.1", "a").await, send("main.1", "b").await), (Ok(()), Ok(())));
    let letter = |text: &str| Letter { from: "main".to_owned(), text: text.to_owned() };
    assert_eq!(delegation.take_inbox("main.1"), [letter("a"), letter("b")]);
    assert_eq!(delegation.take_inbox("main.1"), []);
    delegation.returned("main.1", done("one"));
    fails(send("main.1", "c").await, Conflict, "the child has ended: main.1");
}

#[tokio::test]
async fn copies_add_up_and_one_that_cannot_be_stood_up_takes_no_place() {
    let (mut bench, delegation, standing) = bench(3);
    let mut fork = async |text: &str| {
        let text = text.to_owned();
        call!(bench, DelegationFork, delegation::fork(text))
    };
    fails(fork(" ").await, InvalidArgument, "`prompt` is blank");
    *standing.fails.lock().expect("a lock") = Some(NotStarted::Defect);
    assert!(fork("Go.").await.is_err_and(|error| error.code == IoError));
    let handle =
        |id: &str| SubagentHandle { id: id.to_owned(), slot: "main".to_owned(), model_id: "scripted:a".to_owned() };
    assert_eq!((fork("a").await, fork("b").await), (Ok(handle("main.1")), Ok(handle("main.2"))));
    let declared = |id: &str, prompt: &str| Fork { id: id.to_owned(), prompt: prompt.to_owned() };
    assert_eq!(bench.host.declarations().forks(), [declared("main.1", "a"), declared("main.2", "b")]);
    assert_eq!(standing.copies.lock().expect("a lock")[..], ["main.1", "main.2"]);
    assert_eq!(delegation.outstanding("main"), [""; 0]);
}

#[tokio::test]
async fn a_target_is_checked_before_the_succession_of_the_turn() {
    let (mut bench, _, _) = bench(3);
    let mut exec = async |agent: &str, prompt: Option<&str>| {
        let (agent, prompt) = (agent.to_owned(), prompt.map(str::to_owned));
        call!(bench, DelegationExec, delegation::exec(agent, prompt))
    };
    fails(exec(" ", None).await, InvalidArgument, "`agent` is blank");
    assert_eq!(exec("tester", Some("Go.")).await, Ok(()));
    let failed = exec("reader", None).await;
    assert!(failed.is_err_and(|error| error.code == InvalidArgument && error.message.ends_with("there is tester")));
    let taken = "`delegation.exec` did not run: this turn already has a successor.";
    fails(exec("tester", None).await, Refused, taken);
    let declared = Succession::Exec { agent: "tester".to_owned(), prompt: Some("Go.".to_owned()) };
    assert_eq!(bench.host.declarations().succession(), Some(&declared));
}

#[tokio::test]
async fn a_state_is_left_along_its_edges() {
    let (mut bench, _, _) = bench(3);
    let failed = call!(bench, DelegationTransitionState, delegation::transition_state("a".to_owned(), None));
    assert!(failed.is_err_and(|error| error.code == Unavailable), "it stands in no machine");
    let machine = "[machine]\nentry = \"a\"\n[[machine.state]]\nname = \"a\"\nprofile = \"a.toml\"\n\
                   edges = [{ to = \"b\", transfer = [] }]\n[[machine.state]]\nname = \"b\"\nprofile = \"b.toml\"\n";
    let machine = Machine::read("machine.toml", machine).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let machine = Arc::new(machine.expect("a machine"));
    bench.host = bench.host.with_position(Some(Position { machine, state: "a".to_owned() }));
    let mut move_to = async |state: &str, note: Option<&str>| {
        let (state, note) = (state.to_owned(), note.map(str::to_owned));
        call!(bench, DelegationTransitionState, delegation::transition_state(state, note))
    };
    fails(move_to("", None).await, InvalidArgument, "`state` is blank");
    fails(move_to("a", None).await, InvalidArgument, "`state` names no state to move to: a; there is b");
    assert_eq!(move_to("b", Some("Go.")).await, Ok(()));
    let taken = "`delegation.transitionState` did not run: this turn already has a successor.";
    fails(move_to("b", None).await, Refused, taken);
}
