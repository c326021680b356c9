//! Reading Python text without running it, by the environment's own Python: what a module exports, and whether a text that
//! is being typed goes on. Whether a program is right the interpreter says that runs it.

use std::{
    io::{self, Write as _},
    process::Stdio,
};

use serde::{Deserialize, de::DeserializeOwned};

use super::Environment;
use crate::{
    arm::{Declaration, DeclarationKind, Diagnosed, Diagnostic, Location, Rejection, Toolchain},
    docs::{Argument, Outcome},
};

/// What reads.
const READING: &str = include_str!("../../../../arms/python/reading.py");

/// What is found in a module: what it exports, or why it cannot be read.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Found {
    Exports(Vec<Export>),
    Error(Mistake),
}

#[derive(Deserialize)]
struct Export {
    name: String,
    kind: DeclarationKind,
    signature: String,
    comment: Option<String>,
    arguments: Vec<Argument>,
    result: Option<Outcome>,
}

#[derive(Deserialize)]
struct Mistake {
    message: String,
    line: u32,
    column: u32,
}

/// What a module exports, in the order of the text: what `__all__` says, or else the public names it declares. Nothing of one
/// that is right but that only a newer Python than the environment's can read. spec: runtime, 18
///
/// # Errors
///
/// It does not parse, or the environment is not there.
pub(super) fn exports(environment: &Environment, name: &str, text: &str) -> Result<Vec<Declaration>, Rejection> {
    match read(environment, "exports", text)? {
        Found::Exports(exports) => Ok(exports
            .into_iter()
            .map(|Export { name, kind, signature, comment, arguments, result }| Declaration {
                name,
                kind,
                signature,
                comment,
                arguments,
                result,
            })
            .collect()),
        Found::Error(Mistake { message, line, column }) => {
            let location = Location { name: name.to_owned(), line, column };
            let diagnostic = Diagnostic::new(Some(location), None, format!("SyntaxError: {message}"));
            Err(Rejection::one(Diagnosed::Syntax, diagnostic))
        }
    }
}

/// Whether a text ends in the middle of a program: inside something that is open, or in a block, which a blank line ends.
pub(super) fn is_unfinished(environment: &Environment, text: &str) -> bool {
    read(environment, "unfinished", text).unwrap_or(false)
}

fn read<T: DeserializeOwned>(environment: &Environment, what: &str, text: &str) -> Result<T, Rejection> {
    let failed = |how, detail: String| Rejection::Toolchain { how, detail };
    let run = || -> io::Result<_> {
        let mut command = environment.command("python");
        command.args(["-I", "-S", "-c", READING, what]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        // It reads everything before it writes anything.
        let written = child.stdin.take().map_or(Ok(()), |mut input| input.write_all(text.as_bytes()));
        let output = child.wait_with_output()?;
        written.map(|()| output)
    };
    let output = run().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => failed(Toolchain::Missing, Environment::missing()),
        _ => failed(Toolchain::Crash, format!("reading Python text: {error}")),
    })?;
    serde_json::from_slice(&output.stdout).map_err(|error| {
        let said = String::from_utf8_lossy(&output.stderr);
        failed(Toolchain::Crash, format!("reading Python text ended with {}: {error}\n{said}", output.status))
    })
}
