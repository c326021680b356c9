//! A model that replies what a file says, for tests and demonstrations.

mod file;

use std::{
    fmt, io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use gg_settings::Mistakes;

use crate::{
    Asking, Model, Options, Watch,
    address::Address,
    delta::Delta,
    failure::{Failure, Problem},
    reply::{Answer, Reply, Stop},
    request::{Message, Part, Request},
    spending::Ledger,
};
use file::{Entry, Outcome};

/// A script: the replies of a file, given in order. An agent the file names gets those that name it; every other agent gets
/// those that name nobody.
///
/// ```toml
/// [[reply]]
/// text = "the whole reply; in the plain form it is the program"
///
/// [[reply]]
/// caller = "root.1"             # only for this agent
/// sees = ["passed"]             # each has to stand in a message since the last reply, or the call fails
/// submissions = ["a program"]   # the wrapped form; text may stand beside it
/// call = [{ tool = "search", arguments = "{" }]   # after them: calls as they are
/// delayMs = 200
/// usage = { input = 900, cachedInput = 100, output = 50 }
///
/// [[reply]]
/// failure = "model_timeout"
/// ```
#[derive(Debug)]
pub struct Scripted {
    address: Address,
    entries: Vec<Entry>,
    /// Which entries were given.
    given: Mutex<Vec<bool>>,
    options: Options,
}

/// Why a script cannot be used.
#[derive(Debug)]
pub enum ScriptError {
    /// It cannot be read.
    File(PathBuf, io::Error),
    /// What is wrong with it.
    Mistakes(Mistakes),
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(f, "{}: the script cannot be read: {error}", path.display()),
            Self::Mistakes(mistakes) => mistakes.fmt(f),
        }
    }
}

impl std::error::Error for ScriptError {}

impl Scripted {
    /// Reads the script of a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or something is wrong with it.
    pub fn open(file: &Path, options: Options) -> Result<Self, ScriptError> {
        let text = std::fs::read_to_string(file).map_err(|error| ScriptError::File(file.to_owned(), error))?;
        Self::read(file, &text, options).map_err(ScriptError::Mistakes)
    }

    /// Reads a script; `file` is where it comes from.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it.
    pub fn read(file: &Path, text: &str, options: Options) -> Result<Self, Mistakes> {
        let entries = gg_settings::read(&file.display().to_string(), "script", text, file::entries)?;
        let given = Mutex::new(vec![false; entries.len()]);
        Ok(Self { address: Address::Scripted { file: file.to_owned() }, entries, given, options })
    }

    /// Passes over the first replies of an agent: those it was given before its session was resumed.
    pub fn pass(&self, caller: &str, replies: usize) {
        for _ in 0..replies {
            self.next(caller);
        }
    }

    /// How many replies were not given.
    pub fn left(&self) -> usize {
        let given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        given.iter().filter(|given| !**given).count()
    }

    /// The next entry for an agent, with how many it could have had.
    fn next(&self, caller: &str) -> (Option<&Entry>, usize) {
        let named = self.entries.iter().any(|entry| entry.caller.as_deref() == Some(caller));
        let wanted = named.then_some(caller);
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let mut own = self.entries.iter().zip(given.iter_mut()).filter(|(entry, _)| entry.caller.as_deref() == wanted);
        let next = own.by_ref().find(|(_, given)| !**given);
        let next = next.map(|(entry, given)| {
            *given = true;
            entry
        });
        (next, self.entries.iter().filter(|entry| entry.caller.as_deref() == wanted).count())
    }

    async fn reply(&self, request: &Request, watch: Watch<'_>, ledger: &mut Ledger) -> Result<(Answer, Stop), Problem> {
        let rejected = |found| Problem::Rejected { status: None, found };
        let (entry, all) = self.next(&request.caller);
        let entry = entry
            .ok_or_else(|| rejected(format!("the script has no reply left for `{}`, after {all}", request.caller)))?;
        if let Some(text) = entry.sees.iter().find(|text| !sees(request, text)) {
            return Err(rejected(format!(
                "reply {} of the script expects `{text}` in a message since the last reply",
                entry.number
            )));
        }
        self.options.clock.pause(entry.delay).await;
        let answer = match &entry.outcome {
            Outcome::Answer(answer) => answer,
            Outcome::Failure(problem) => return Err(problem.clone()),
        };
        ledger.begin();
        for line in answer.text.split_inclusive('\n') {
            watch(Delta::Text(line));
        }
        for (at, call) in answer.calls.iter().enumerate() {
            watch(Delta::Submission { at, arguments: &call.arguments });
        }
        ledger.end(entry.usage);
        Ok((answer.clone(), if answer.calls.is_empty() { Stop::End } else { Stop::Called }))
    }
}

/// Whether a text stands in one of the messages since the last reply.
fn sees(request: &Request, text: &str) -> bool {
    let told = request.messages.iter().rev().map_while(|message| match &**message {
        Message::Told { parts, .. } => Some(parts),
        Message::Replied(_) => None,
    });
    told.flatten().any(|part| match part {
        Part::Text(said) | Part::Acknowledged { text: said, .. } => said.contains(text),
        Part::Picture(_) => false,
    })
}

impl Model for Scripted {
    fn address(&self) -> &Address {
        &self.address
    }

    fn ask<'a>(&'a self, request: &'a Request, watch: Watch<'a>) -> Asking<'a> {
        Box::pin(async move {
            let mut ledger = Ledger::new(self.options.price);
            ledger.tries = 1;
            let reply = self.reply(request, watch, &mut ledger).await;
            let (spent, tries) = (ledger.spent(), ledger.tries);
            match reply {
                Ok((answer, stop)) => {
                    let usage = Some(spent.usage).filter(|_| spent.untold == 0);
                    Ok(Reply { answer, stop, usage, spent, tries })
                }
                Err(problem) => Err(Failure { model: self.address.to_string(), problem, tries, spent }),
            }
        })
    }
}
