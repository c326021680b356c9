//! `gg repl`: programs typed one after the other, on one host, so that what they open and keep stays.

mod entry;
mod history;

use std::{process::ExitCode, sync::Arc};

use entry::Entry;
use gg_engine::{
    Agent,
    docs::{Documentation, Index},
};
use gg_host::{Host, operations::PACKAGE};
use history::History;
use rustyline::{CompletionType, Config, Editor, error::ReadlineError, history::DefaultHistory};

use crate::{Refused, arguments::Repl, report, session::Session, style};

/// What can be typed besides programs.
const COMMANDS: [(&str, &str); 4] = [
    (".docs NAME", "the documentation of a function, a type or a module"),
    (".exit", "ends; so does the end of the input"),
    (".help", "this"),
    (".views", "what is open in the window"),
];
/// What stands before an entry.
const PROMPT: &str = "gg> ";

/// Reads entries until there are no more.
pub(crate) fn run(arguments: &Repl) -> Result<ExitCode, Refused> {
    let Repl { whose, agent, workspace, check, .. } = arguments;
    let session = Session::new(whose, None, workspace.as_deref(), agent, *check)?;
    let mut repl = Typed { host: session.host()?, session: &session, calls: arguments.calls };
    let (mut editor, history) = repl.editor().map_err(|error| Refused::new(format!("the terminal: {error}")))?;
    loop {
        match editor.readline(PROMPT) {
            Ok(text) if text.trim().is_empty() => {}
            Ok(text) => {
                // An entry that cannot be remembered can still be run.
                let _ = editor.add_history_entry(&text);
                match text.trim().strip_prefix('.') {
                    Some("exit") => break,
                    Some(command) => repl.command(command),
                    None => repl = repl.program(&text)?,
                }
            }
            // What was being typed is given up.
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(Refused::new(format!("the terminal: {error}"))),
        }
    }
    history.save(&mut editor);
    Ok(ExitCode::SUCCESS)
}

/// What entries share.
struct Typed<'a> {
    session: &'a Session,
    host: Host,
    calls: bool,
}

impl Typed<'_> {
    fn editor(&self) -> rustyline::Result<(Editor<Entry, DefaultHistory>, History)> {
        let config = Config::builder().completion_type(CompletionType::List).history_ignore_space(true).build();
        let mut editor = Editor::with_config(config)?;
        let commands = COMMANDS.iter().filter_map(|(command, _)| command.split(' ').next());
        let names = commands.map(str::to_owned).chain(names(&self.agent()));
        editor.set_helper(Some(Entry::new(self.session.arm().clone(), names.collect())));
        let history = History::load(&mut editor);
        Ok((editor, history))
    }

    fn agent(&self) -> Arc<Agent> {
        self.session.profile().agent("standard", &self.host)
    }

    /// Runs an entry as a turn of its own, and prints what came of it. One that is interrupted is gone, with its host.
    fn program(self, text: &str) -> Result<Self, Refused> {
        let Self { session, host, calls } = self;
        let ran = session.block_on(async {
            tokio::select! {
                ran = session.run(host, text) => Some(ran),
                _ = tokio::signal::ctrl_c() => None,
            }
        });
        let host = match ran {
            Some(mut ran) => {
                report::print(&mut ran, calls);
                ran.host
            }
            None => {
                anstream::println!("{}", style::dim("interrupted; what was open in the window is gone"));
                session.host()?
            }
        };
        Ok(Self { session, host, calls })
    }

    fn command(&self, command: &str) {
        match command.split_once(' ').unwrap_or((command, "")) {
            ("help", _) => {
                for (command, what) in COMMANDS {
                    anstream::println!("  {command:12}{what}");
                }
                anstream::println!("Everything else is a program: it imports what it calls, and TAB completes calls.");
            }
            ("views", _) => self.views(),
            ("docs", name) => self.docs(name.trim()),
            (other, _) => anstream::println!("there is no `.{other}`; `.help` lists what there is"),
        }
    }

    fn views(&self) {
        if self.host.views().current().next().is_none() {
            anstream::println!("nothing is open");
        }
        for view in self.host.views().current() {
            anstream::println!("  {}", view.heading);
        }
    }

    fn docs(&self, name: &str) {
        let documentation = Documentation::new(Arc::new(Index::new(PACKAGE.index)), self.agent());
        match documentation.open(name, self.session.profile().doc_view_types) {
            Ok(pages) => pages.iter().for_each(|page| anstream::println!("{}\n", page.body)),
            Err(missed) => anstream::println!("`{name}`: {missed}"),
        }
    }
}

/// What a program of the agent can write: modules and calls, bare and qualified.
fn names(agent: &Agent) -> Vec<String> {
    let arm = agent.arm;
    let calls = agent.table.operations.iter().filter(|operation| agent.grants.permits(operation));
    let calls = calls.map(|operation| operation.spelling(arm));
    agent.modules().map(|module| module.spelling(arm)).chain(calls).map(str::to_owned).collect()
}
