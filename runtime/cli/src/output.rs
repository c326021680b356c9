//! What the command prints: to a reader who may stop reading, or to a file that may be full.

use std::{
    fmt::Display,
    io::{self, ErrorKind, Write},
};

use crate::Refused;

/// Prints a text for people, in the styles their terminal has.
///
/// # Errors
///
/// It cannot be written. That nobody reads on is no error.
pub(crate) fn print(text: impl Display) -> Result<(), Refused> {
    written(&mut anstream::stdout().lock(), format_args!("{text}"))
}

/// Prints data, byte for byte, and ends its last line.
///
/// # Errors
///
/// As for [`print()`].
pub(crate) fn data(text: impl Display) -> Result<(), Refused> {
    written(&mut io::stdout().lock(), format_args!("{text}\n"))
}

/// Tells whoever runs the command something that is no part of its output. If that cannot be told there is nowhere to say
/// so.
pub(crate) fn tell(text: impl Display) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

fn written(output: &mut impl Write, text: impl Display) -> Result<(), Refused> {
    match write!(output, "{text}").and_then(|()| output.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Refused::new(format!("standard output cannot be written: {error}")))
        }
        _ => Ok(()),
    }
}
