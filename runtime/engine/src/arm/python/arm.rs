//! The Python arm: a program is run as it is, and of a module is read what it exports.

use super::{Environment, PythonGuest, reading, write::write};
use crate::{
    arm::{
        Arm, Case, Guest, Install, Missing, Module, ModuleSource, Naming, Need, Prepared, Rejection, Source, Work,
        Written,
    },
    package::Package,
};

/// What locations of a program say.
const PROGRAM: &str = "program.py";

/// Words of the language that are no names, and what loaded code is reached by.
const RESERVED: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "lib", "nonlocal", "not", "or", "pass",
    "raise", "return", "try", "while", "with", "yield",
];

/// The Python arm.
#[derive(Debug)]
pub struct Python {
    guest: PythonGuest,
}

impl Python {
    /// The arm for the programs of a table, whose engine is built by an environment.
    pub const fn new(package: &'static Package, environment: Environment) -> Self {
        Self { guest: PythonGuest::new(package, environment) }
    }
}

impl Arm for Python {
    fn id(&self) -> &'static str {
        "python"
    }

    fn program_name(&self) -> &'static str {
        PROGRAM
    }

    fn prepare<'a>(&'a self, program: Source<'a>) -> Work<'a, Result<Prepared, Rejection>> {
        Box::pin(std::future::ready(Ok(Prepared::text(program.text))))
    }

    fn prepare_module<'a>(&'a self, module: ModuleSource<'a>) -> Work<'a, Result<Module, Rejection>> {
        Box::pin(async move {
            let (environment, name) = (self.guest.environment().clone(), format!("lib:{}", module.key));
            let text = module.text.to_owned();
            let read = tokio::task::spawn_blocking(move || reading::exports(&environment, &name, &text)).await;
            let exports =
                read.unwrap_or_else(|panic| Err(Rejection::Defect(format!("reading a module panicked: {panic}"))))?;
            Ok(Module {
                name: module.name.to_owned(),
                key: module.key.to_owned(),
                source: module.text.to_owned(),
                text: module.text.to_owned(),
                listed: module.text.to_owned(),
                origins: None,
                artifact: None,
                exports,
            })
        })
    }

    fn naming(&self) -> Naming {
        let package = self.guest.package();
        let arm = package.table.arm(self.id());
        let modules = package.table.modules.iter().filter_map(|module| Some(module.spelling(arm?)));
        let modules = modules.map(|key| key.rsplit('.').next().unwrap_or(key));
        let reserved = RESERVED.iter().copied().chain([package.python.root]).chain(modules);
        Naming { case: Case::Snake, reserved: reserved.collect(), separator: ".", import: |_| "import lib".to_owned() }
    }

    fn write(&self, calls: &[Written]) -> String {
        write(calls)
    }

    fn guest(&self) -> Guest<'_> {
        Guest::Shared(&self.guest)
    }

    fn needs(&self) -> Vec<Need> {
        let environment = self.guest.environment();
        let found = if environment.is_installed() {
            Ok(format!("{}, in {}", Environment::BUILDER, environment.folder().display()))
        } else {
            Err(Missing {
                required: false,
                without: "not installed; Python programs cannot be run".to_owned(),
                remedy: "gg arms install python".to_owned(),
            })
        };
        vec![Need { what: "environment", found }]
    }

    fn installation(&self) -> Option<&dyn Install> {
        Some(self.guest.environment())
    }

    fn is_unfinished(&self, text: &str) -> bool {
        reading::is_unfinished(self.guest.environment(), text)
    }

    fn cause<'t>(&self, text: &'t str) -> &'t str {
        cause(text)
    }

    fn says_out_of_memory(&self, message: &str) -> bool {
        let last = message.trim_end().rsplit('\n').next().unwrap_or_default();
        last == "MemoryError" || last.starts_with("MemoryError:")
    }
}

/// What stands under the places of a traceback, of the last one where failures came from one another: the first line that is
/// not indented. A group's is behind a bar.
fn cause(text: &str) -> &str {
    const HEADING: &str = "Traceback (most recent call last):";
    const BAR: &str = "  | ";
    let last = text.rmatch_indices(HEADING).find(|(at, _)| text[..*at].is_empty() || text[..*at].ends_with('\n'));
    let under = last.map_or(text, |(at, heading)| &text[at + heading.len()..]);
    let is_said = |line: &&str| line.starts_with(|first: char| !first.is_whitespace());
    let grouped = || under.lines().filter_map(|line| line.strip_prefix(BAR)).find(is_said);
    under.lines().find(is_said).or_else(grouped).unwrap_or_else(|| text.lines().next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::cause;

    #[test]
    fn what_failed_stands_under_the_places() {
        let place = "  File \"program.py\", line 1, column 1, in <module>\n    1/0\n    ~^~\n";
        let first = format!("Traceback (most recent call last):\n{place}ZeroDivisionError: division by zero");
        let second = "Traceback (most recent call last):\n  File \"program.py\", line 2\nValueError: two\nlines";
        let chained =
            format!("{first}\n\nThe above exception was the direct cause of the following exception:\n\n{second}");
        let group = "  + Exception Group Traceback (most recent call last):\n  |   File \"program.py\", line 1, in <module>\n  \
                     |     raise\n  | ExceptionGroup: eg (1 sub-exception)\n  +-+---- 1 ----\n    | ValueError: x\n    +----";
        for (text, said) in [
            (first.as_str(), "ZeroDivisionError: division by zero"),
            (&chained, "ValueError: two"),
            (group, "ExceptionGroup: eg (1 sub-exception)"),
            (
                "  File \"program.py\", line 1\n    x =\n       ^\nSyntaxError: invalid syntax",
                "SyntaxError: invalid syntax",
            ),
            ("The program was stopped: time.", "The program was stopped: time."),
            ("", ""),
            ("   ", "   "),
        ] {
            assert_eq!(cause(text), said);
        }
    }
}
