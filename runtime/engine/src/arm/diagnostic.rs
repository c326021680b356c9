//! What a compiler says of a program, and the reasons for which a program does not run.

use std::fmt;

use serde::Serialize;

/// A place in a program or a module, as the author counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Location {
    /// The name of the text: `program.ts`, `lib:csvTools`.
    pub name: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, as the language's own tools count it.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.name, self.line, self.column)
    }
}

/// One finding of a compiler or checker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Where it is; none for one about the program as a whole.
    pub location: Option<Location>,
    /// The compiler's own code, such as `TS2304`.
    pub code: Option<String>,
    /// What is wrong, in the compiler's words, without code and place.
    pub message: String,
    /// The finding as the compiler prints it; `location: message` when it prints none.
    pub text: String,
    /// Whether it is about a name nobody declared, which is answered with the names there are.
    pub unknown_name: bool,
}

impl Diagnostic {
    /// A finding whose text is its place, its code if it has one, and its message.
    pub fn new(location: Option<Location>, code: Option<String>, message: impl Into<String>) -> Self {
        let message = message.into();
        let place = location.as_ref().map(|location| format!("{location}: ")).unwrap_or_default();
        let named = code.as_ref().map(|code| format!("{code}: ")).unwrap_or_default();
        Self { text: format!("{place}{named}{message}"), location, code, message, unknown_name: false }
    }

    /// Marks it as being about a name nobody declared.
    #[must_use]
    pub fn about_unknown_name(self) -> Self {
        Self { unknown_name: true, ..self }
    }
}

/// Why a program does not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rejection {
    /// The program is wrong as it stands.
    Diagnosed {
        /// In which way.
        how: Diagnosed,
        /// Everything that was found, in order.
        diagnostics: Vec<Diagnostic>,
    },
    /// A compiler could not finish. The program is not at fault.
    Toolchain {
        /// In which way.
        how: Toolchain,
        /// What happened, for the operator.
        detail: String,
    },
    /// A defect of the arm: source it had accepted could not be prepared, or only generated files are named. For the
    /// operator, and fatal.
    Defect(String),
}

/// How a program is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Diagnosed {
    /// It does not parse.
    Syntax,
    /// It does not check.
    Compile,
    /// It uses what the arm refuses.
    Unsupported,
}

/// How a compiler could not finish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Toolchain {
    /// It ran out of time.
    Timeout,
    /// It crashed.
    Crash,
    /// It was not there.
    Missing,
}

impl Rejection {
    /// A program with one mistake.
    pub fn one(how: Diagnosed, diagnostic: Diagnostic) -> Self {
        Self::Diagnosed { how, diagnostics: vec![diagnostic] }
    }
}
