//! What is known of a program once it has ended: for the model in three bands, for the operator as data.

use std::time::Duration;

use serde::{Serialize, Serializer};

use super::{feedback::ModuleError, logs::Logs};
use crate::{
    arm::Diagnostic,
    failure::ErrorCode,
    record::{Counters, Fault, Roster},
    turn_error::TurnError,
};

/// How many diagnostics are shown.
const DIAGNOSTICS: usize = 8;

/// What became of a program.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The arm it was written in.
    pub arm: &'static str,
    /// How it ended.
    pub outcome: Outcome,
    /// Defects of the host that it met. Fatal for the run, whatever the outcome; never shown to the model.
    pub faults: Vec<Fault>,
    /// `lib` modules that failed while they were evaluated.
    pub module_errors: Roster<ModuleError>,
    /// Whether it handed back a value, which was dropped.
    pub returned: bool,
    /// The first call it tried after it had ended.
    pub deferred: Option<String>,
    /// What is counted of it.
    pub counters: Counters,
    /// What it printed.
    pub logs: Logs,
    /// What is kept of its standard error.
    pub stderr: String,
    /// How long things took.
    pub timings: Timings,
    /// The most memory it had, in bytes.
    pub memory: usize,
}

/// How a program ended.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum Outcome {
    /// It ran to its end. Its declarations stand.
    Completed,
    /// It failed, met a ceiling, or did not run. Its ending and its hand-over are taken back.
    Failed(Failure),
    /// A defect of the host kept it from running or brought it down. The run ends, and the model is told nothing.
    Fatal(Fault),
}

/// Why a program failed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// Which of the turn errors it is.
    #[serde(rename = "type")]
    pub kind: TurnError,
    /// The code, when it is the uncaught failure of a call.
    #[serde(serialize_with = "code_word")]
    pub code: Option<ErrorCode>,
    /// The failure's text, or the ceiling in words.
    pub text: String,
    /// Where it happened, as `name:line:column`.
    pub location: Option<String>,
    /// What the compiler found, all of it.
    pub diagnostics: Vec<Diagnostic>,
    /// The names there are, as an answer to one that is not among them: the modules, qualified.
    pub modules: Vec<&'static str>,
    /// More about it, for the operator alone.
    pub detail: Option<String>,
}

impl Failure {
    /// A failure of which nothing but type and text is known.
    pub fn new(kind: TurnError, text: impl Into<String>) -> Self {
        Self {
            kind,
            code: None,
            text: text.into(),
            location: None,
            diagnostics: Vec::new(),
            modules: Vec::new(),
            detail: None,
        }
    }
}

/// The code as everywhere else: in words joined by hyphens.
#[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde's own shape")]
fn code_word<S: Serializer>(code: &Option<ErrorCode>, serializer: S) -> Result<S::Ok, S::Error> {
    code.map(ErrorCode::word).serialize(serializer)
}

/// How long things took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Timings {
    /// Checking and compiling the program; none on arms that compile nothing.
    #[serde(rename = "compileMs", serialize_with = "optional_millis")]
    pub compile: Option<Duration>,
    /// Waiting for the guest to be built and loaded, and for room to run.
    #[serde(rename = "compileWaitMs", serialize_with = "millis")]
    pub wait: Duration,
    /// The program's own time.
    #[serde(rename = "guestMs", serialize_with = "millis")]
    pub guest: Duration,
    /// Its calls, all together.
    #[serde(rename = "callsMs", serialize_with = "millis")]
    pub calls: Duration,
    /// From source to outcome.
    #[serde(rename = "durationMs", serialize_with = "millis")]
    pub total: Duration,
}

impl Timings {
    fn add(&mut self, other: &Self) {
        self.compile = [self.compile, other.compile].into_iter().flatten().reduce(|one, another| one + another);
        self.wait += other.wait;
        self.guest += other.guest;
        self.calls += other.calls;
        self.total += other.total;
    }
}

fn millis<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64() * 1_000.0)
}

#[expect(clippy::ref_option, reason = "serde's own shape")]
fn optional_millis<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    match time {
        Some(time) => millis(time, serializer),
        None => serializer.serialize_none(),
    }
}

/// One of the three things a model reads of a program besides views.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "band", content = "text")]
pub enum Band {
    /// A fact about the process that nothing in the program could observe.
    Notice(String),
    /// The compiler's own diagnostics.
    #[serde(rename = "Compiler error")]
    CompilerError(String),
    /// The failure's text and its location, or the ceiling in words.
    #[serde(rename = "Runtime error")]
    RuntimeError(String),
}

impl Band {
    /// What stands above it.
    pub fn heading(&self) -> &'static str {
        match self {
            Self::Notice(_) => "Notice",
            Self::CompilerError(_) => "Compiler error",
            Self::RuntimeError(_) => "Runtime error",
        }
    }

    /// What it says.
    pub fn text(&self) -> &str {
        let (Self::Notice(text) | Self::CompilerError(text) | Self::RuntimeError(text)) = self;
        text
    }
}

impl Report {
    /// Adds a program that ran after this one in the same submission: calls, printed lines, values returned and time add
    /// up, and so do module errors, without repeats. How the submission ended is for the caller to say, which is why this
    /// outcome stays (spec: runtime, 16).
    pub fn add(&mut self, next: Self) {
        self.faults.extend(next.faults);
        for error in next.module_errors.kept {
            if !self.module_errors.kept.contains(&error) {
                self.module_errors.add(|| error);
            }
        }
        self.module_errors.dropped += next.module_errors.dropped;
        self.returned |= next.returned;
        self.deferred = self.deferred.take().or(next.deferred);
        self.counters.add(&next.counters);
        self.logs.append(next.logs);
        self.stderr.push_str(&next.stderr);
        self.timings.add(&next.timings);
        self.memory = self.memory.max(next.memory);
    }

    /// Whether it met a defect of the host. Then the run ends, however the program ended (spec: runtime, 5.3).
    pub fn is_fatal(&self) -> bool {
        matches!(self.outcome, Outcome::Fatal(_)) || !self.faults.is_empty()
    }

    /// Whether what the program declared for the close of the turn stands in full. If not, its ending and its hand-over are
    /// taken back (spec: runtime, 4.4).
    pub fn declarations_stand(&self) -> bool {
        matches!(self.outcome, Outcome::Completed)
    }

    /// What the model reads, in order: notices first, the error last.
    pub fn bands(&self) -> Vec<Band> {
        let mut bands = Vec::new();
        if let Some(notice) = self.module_notice() {
            bands.push(Band::Notice(notice));
        }
        if let Outcome::Failed(failure) = &self.outcome {
            bands.push(failure.band());
        }
        bands
    }

    fn module_notice(&self) -> Option<String> {
        let errors = &self.module_errors;
        if errors.kept.is_empty() {
            return None;
        }
        let mut text = "Code modules that failed to load:".to_owned();
        errors.kept.iter().for_each(|error| text.push_str(&format!("\n- {}: {}", error.name, error.message)));
        if errors.dropped > 0 {
            text.push_str(&format!("\n- and {} more; at most {} are listed", errors.dropped, errors.bound));
        }
        Some(text)
    }
}

impl Failure {
    /// The failure as the model reads it.
    pub fn band(&self) -> Band {
        use crate::turn_error::Base;
        match self.kind.base() {
            Base::Transpile => {
                let shown = self.diagnostics.iter().take(DIAGNOSTICS).map(|diagnostic| diagnostic.text.as_str());
                let mut lines: Vec<String> = shown.map(str::to_owned).collect();
                lines.extend(self.names());
                Band::CompilerError(lines.join("\n"))
            }
            Base::Toolchain => Band::Notice(self.text.clone()),
            _ => {
                let mut text = self.text.clone();
                if let Some(location) = &self.location {
                    text.push_str(&format!("\n    {location}"));
                }
                if let Some(names) = self.names() {
                    text.push('\n');
                    text.push_str(&names);
                }
                Band::RuntimeError(text)
            }
        }
    }

    fn names(&self) -> Option<String> {
        if self.modules.is_empty() {
            return None;
        }
        Some(format!("Modules: {}", self.modules.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arm::{Diagnostic, Location};

    #[test]
    fn a_failure_is_its_text_and_one_indented_line() {
        let failure = Failure {
            location: Some("program.ts:3:4".to_owned()),
            ..Failure::new(TurnError::ProgramApiError, "files.readFile failed (not-found): no such file: data/x.csv")
        };
        let text = "files.readFile failed (not-found): no such file: data/x.csv\n    program.ts:3:4";
        assert_eq!(failure.band(), Band::RuntimeError(text.to_owned()));
    }

    #[test]
    fn eight_diagnostics_are_shown_and_the_modules_after_them() {
        let at = |line| Some(Location { name: "program.ts".to_owned(), line, column: 1 });
        let diagnostics = (1..=10).map(|line| Diagnostic::new(at(line), Some("TS2304".to_owned()), "no such name"));
        let failure = Failure {
            diagnostics: diagnostics.collect(),
            modules: vec!["gg.files", "gg.views", "lib"],
            ..Failure::new(TurnError::TranspileCompile, "")
        };
        let band = failure.band();
        let lines: Vec<&str> = band.text().lines().collect();
        assert_eq!(lines.len(), 9);
        assert_eq!(lines[0], "program.ts:1:1: TS2304: no such name");
        assert_eq!(lines[8], "Modules: gg.files, gg.views, lib");
        assert_eq!(band.heading(), "Compiler error");
    }
}
