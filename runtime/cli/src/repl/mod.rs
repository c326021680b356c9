//! `gg repl`: programs typed one after the other, on one host, so that what they open and keep stays.

mod entry;
mod history;
mod lines;

use std::{
    io::{self, IsTerminal as _},
    ops::ControlFlow,
    process::ExitCode,
    sync::Arc,
};

use entry::Entry;
use gg_engine::Agent;
use gg_host::Host;
use history::History;
use rustyline::{CompletionType, Config, Editor, error::ReadlineError, history::DefaultHistory};
use tokio::sync::oneshot;

use crate::{Refused, arguments, interrupt, output, report, session::Session, style};

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
pub(crate) fn run(arguments: &arguments::Session) -> Result<ExitCode, Refused> {
    let (session, mut host) = Session::begin(arguments, None)?;
    session.load(&mut host)?;
    let repl = Typed { host, session: &session, calls: arguments.calls };
    let (mut editor, history) = repl.editor().map_err(|error| Refused::new(format!("the terminal: {error}")))?;
    let done = entries(repl, &mut editor);
    history.save(&mut editor);
    done
}

fn entries(mut repl: Typed<'_>, editor: &mut Editor<Entry, DefaultHistory>) -> Result<ExitCode, Refused> {
    let mut ended = interrupt::watch(interrupt::BUT_CTRL_C)?;
    let arm = repl.session.arm().clone();
    let mut next = || {
        if io::stdin().is_terminal() {
            return editor.readline(PROMPT).inspect(|text| remember(editor, text));
        }
        let text = lines::next(&mut io::stdin().lock(), |text| entry::goes_on(arm.as_ref(), text))?;
        text.inspect(|text| remember(editor, text)).ok_or(ReadlineError::Eof)
    };
    loop {
        let text = match next() {
            Ok(text) => text,
            // What was being typed is given up.
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => return Ok(ExitCode::SUCCESS),
            Err(error) => return Err(Refused::new(format!("what is typed cannot be read: {error}"))),
        };
        match text.trim().strip_prefix('.') {
            Some("exit") => return Ok(ExitCode::SUCCESS),
            Some(command) => repl.command(command)?,
            None if text.trim().is_empty() => {}
            None => match repl.program(&text, &mut ended)? {
                ControlFlow::Continue(next) => repl = next,
                // The command of a call that is given up has been ended.
                ControlFlow::Break(status) => return Ok(ExitCode::from(status)),
            },
        }
    }
}

/// Adds an entry to the history. One that cannot be remembered can still be run.
fn remember(editor: &mut Editor<Entry, DefaultHistory>, text: &str) {
    if !text.trim().is_empty() {
        let _ = editor.add_history_entry(text);
    }
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

    /// Runs an entry as a turn of its own, and prints what came of it. One that is interrupted is gone, with its host. Breaks
    /// off with an exit status when it is not the entry that was asked to end.
    fn program(self, text: &str, ended: &mut oneshot::Receiver<u8>) -> Result<ControlFlow<u8, Self>, Refused> {
        let Self { session, host, calls } = self;
        let ran = session.block_on(async {
            tokio::select! {
                ran = session.run(host, text) => ControlFlow::Continue(Some(ran)),
                _ = tokio::signal::ctrl_c() => ControlFlow::Continue(None),
                Ok(status) = ended => ControlFlow::Break(status),
            }
        });
        let host = match ran {
            ControlFlow::Break(status) => return Ok(ControlFlow::Break(status)),
            ControlFlow::Continue(Some(mut ran)) => {
                report::print(&mut ran, calls)?;
                ran.host
            }
            ControlFlow::Continue(None) => {
                let line = style::dim("interrupted; what was open in the window is gone");
                output::print(format_args!("{line}\n"))?;
                session.host()?
            }
        };
        Ok(ControlFlow::Continue(Self { session, host, calls }))
    }

    fn command(&mut self, command: &str) -> Result<(), Refused> {
        output::print(match command.split_once(' ').unwrap_or((command, "")) {
            ("help", _) => help(),
            ("views", _) => self.views(),
            ("docs", name) if name.trim().is_empty() => {
                "`.docs` is followed by a name, as in `.docs files`\n".to_owned()
            }
            ("docs", name) => self.docs(name.trim()),
            _ => format!("there is no `.{command}`; `.help` lists what there is\n"),
        })
    }

    fn views(&self) -> String {
        let mut text = String::new();
        self.host.views().current().for_each(|view| text.push_str(&format!("  {}\n", view.heading)));
        if text.is_empty() { "nothing is open\n".to_owned() } else { text }
    }

    fn docs(&mut self, name: &str) -> String {
        let agent = self.agent();
        match self.host.documentation_of(&agent).open(name, self.session.profile().doc_view_types) {
            Ok(pages) => pages.iter().flat_map(|page| [page.body.as_str(), "\n\n"]).collect(),
            Err(missed) => format!("`{name}`: {missed}\n"),
        }
    }
}

fn help() -> String {
    let mut text = String::new();
    COMMANDS.iter().for_each(|(command, what)| text.push_str(&format!("  {command:12}{what}\n")));
    text + "Everything else is a program: it imports what it calls, and TAB completes calls.\n"
}

/// What a program of the agent can write: modules and calls, bare and qualified.
fn names(agent: &Agent) -> Vec<String> {
    let arm = agent.arm;
    let calls = agent.table.operations.iter().filter(|operation| agent.grants.permits(operation));
    let calls = calls.map(|operation| operation.spelling(arm));
    agent.modules().map(|module| module.spelling(arm)).chain(calls).map(str::to_owned).collect()
}
