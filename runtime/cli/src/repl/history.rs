//! The entries of earlier sessions, kept in a file of the user's.

use std::{env, fs, path::PathBuf};

use rustyline::{Editor, Helper, error::ReadlineError, history::DefaultHistory};

use crate::{output, style};

/// Where entries are kept; nowhere when there is no folder for them.
pub(super) struct History(Option<PathBuf>);

impl History {
    /// Loads what there is. What cannot be read is told, and left as it is.
    pub(super) fn load<H: Helper>(editor: &mut Editor<H, DefaultHistory>) -> Self {
        let Some(file) = file() else { return Self(None) };
        match editor.load_history(&file) {
            Ok(()) => Self(Some(file)),
            Err(ReadlineError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => Self(Some(file)),
            Err(error) => {
                output::tell(style::dim(&format!("gg: the history {}: {error}", file.display())));
                Self(None)
            }
        }
    }

    /// Adds the entries of this session to those of others that ended meanwhile.
    pub(super) fn save<H: Helper>(&self, editor: &mut Editor<H, DefaultHistory>) {
        let Some(file) = &self.0 else { return };
        let made = file.parent().map_or(Ok(()), fs::create_dir_all).map_err(ReadlineError::Io);
        if let Err(error) = made.and_then(|()| editor.append_history(file)) {
            output::tell(style::dim(&format!("gg: the history {}: {error}", file.display())));
        }
    }
}

fn file() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = named("XDG_STATE_HOME").or_else(|| named("HOME").map(|home| home.join(".local/state")))?;
    Some(state.join("gg/history"))
}
