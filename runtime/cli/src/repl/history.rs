//! The entries of earlier sessions, kept in a file of the user's.

use std::{fs, path::PathBuf};

use rustyline::{Editor, Helper, error::ReadlineError, history::DefaultHistory};

use crate::{launch, output, style};

/// Where entries are kept; nowhere when there is no folder for them.
pub(super) struct History(Option<PathBuf>);

impl History {
    /// Loads what there is. What cannot be read is told, and left as it is.
    pub(super) fn load<H: Helper>(editor: &mut Editor<H, DefaultHistory>) -> Self {
        let Some(folder) = launch::own_folder("XDG_STATE_HOME", ".local/state") else { return Self(None) };
        let file = folder.join("history");
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
