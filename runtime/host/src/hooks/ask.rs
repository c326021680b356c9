//! Asking hooks.

use std::time::Duration;

use serde::Deserialize;

use super::{Action, BrokenHook, Event, Hook, Said};
use crate::{
    process::{Command, End, Ended, WHOLE, run},
    workspace::Workspace,
};

/// The status by which a hook blocks.
const BLOCKED: i32 = 2;

/// What a hook says by what it writes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    text: String,
}

/// Asks the hooks that wait for an event, in order, until one blocks or is broken. `input` is what they read.
pub(super) async fn ask(hooks: &[Hook], event: Event, input: &str, workspace: &Workspace) -> Said {
    let mut said = Said::default();
    for hook in hooks.iter().filter(|hook| hook.event == event) {
        let (name, line, timeout) = match &hook.action {
            Action::Say(text) => {
                said.texts.push(text.clone());
                continue;
            }
            Action::Protect(protected) => {
                said.objection = protected.objection(input, workspace);
                if said.objection.is_some() {
                    break;
                }
                continue;
            }
            Action::Command(line, timeout) => (line.clone(), line.clone(), *timeout),
            Action::Script(script, timeout) => {
                let file = script.file.to_string_lossy();
                (script.path.display().to_string(), format!("exec '{}'", file.replace('\'', r"'\''")), *timeout)
            }
        };
        let folder = workspace.root();
        let command = Command { line: &line, folder, input: input.as_bytes(), timeout, offload: None };
        let answered = match run(command).await {
            Ok(ended) => answer(event, &ended, timeout),
            Err(error) => Err(format!("it could not be run: {error}")),
        };
        match answered {
            Ok(Answer::Passes(text)) => said.texts.extend(text),
            Ok(Answer::Blocks(words)) => said.objection = Some(words),
            Err(why) => said.broken = Some(BrokenHook { hook: name, why }),
        }
        if said.objection.is_some() || said.broken.is_some() {
            break;
        }
    }
    said
}

/// What a hook answers: it lets pass, with a text it may have; or it blocks, in these words.
enum Answer {
    Passes(Option<String>),
    Blocks(String),
}

/// What a command that has ended answers; the error is why it is broken.
fn answer(event: Event, ended: &Ended, timeout: Duration) -> Result<Answer, String> {
    let words = || ended.output.words();
    match ended.end {
        End::Exited(Some(0)) => text(ended).map(Answer::Passes),
        End::Exited(Some(BLOCKED)) if event.may_be_blocked() => {
            Ok(Answer::Blocks(Some(words()).filter(|words| !words.is_empty()).unwrap_or("it was blocked.".to_owned())))
        }
        End::Exited(Some(BLOCKED)) => {
            Err(format!("it ended with status {BLOCKED}, but {} cannot be blocked: {}", event.name(), words()))
        }
        End::Exited(Some(status)) => Err(format!("it ended with status {status}: {}", words())),
        End::Exited(None) => Err("it was ended by a signal".to_owned()),
        End::TimedOut => Err(format!("it ran longer than {} s", timeout.as_secs_f64())),
    }
}

/// What is to be read of a hook that lets pass: nothing, unless it wrote an object.
fn text(ended: &Ended) -> Result<Option<String>, String> {
    let Some(object) = ended.output.object() else { return Ok(None) };
    let object = object.map_err(|size| format!("it wrote {size} bytes; the most is {WHOLE}"))?;
    let written: Written = serde_json::from_str(&object)
        .map_err(|error| format!("what it wrote begins as an object does and is not {{\"text\": \"…\"}}: {error}"))?;
    Ok(Some(written.text).filter(|text| !text.trim().is_empty()))
}
