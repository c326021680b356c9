//! A directory as an indented text (spec: operations, 7. `files.tree`).

use std::{fmt::Write, io, sync::Arc};

use super::{Place, Workspace, walk::walk};
use crate::text::visible;

/// Levels drawn when none are asked for.
const DEPTH: u32 = 2;
/// Levels drawn at most.
const MOST_DEPTH: u32 = 10;
/// Lines drawn at most.
const MOST_LINES: usize = 1000;
/// Bytes drawn at most.
const MOST_BYTES: usize = 16_384;

/// One entry.
struct Line {
    level: usize,
    name: String,
    /// Entries of a directory at the last level, which are not drawn.
    hidden: Option<u64>,
}

/// Draws a directory.
///
/// # Errors
///
/// The directory cannot be read; [`io::ErrorKind::NotADirectory`] when it is none.
pub(crate) fn tree(workspace: &Arc<Workspace>, place: &Place, depth: Option<u32>) -> io::Result<String> {
    let (dir, inside) = place.way();
    if !dir.metadata(inside)?.is_dir() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    dir.read_dir(inside)?;
    let depth = depth.unwrap_or(DEPTH).min(MOST_DEPTH) as usize;
    let mut lines: Vec<Line> = Vec::new();
    let mut cut = false;
    // One level more than is drawn, to count what a directory hides.
    for (entry, level) in walk(workspace, place, Some(depth + 1)) {
        let is_dir = entry.file_type().is_some_and(|kind| kind.is_dir());
        if level > depth {
            if let Some(hidden) = lines.last_mut().and_then(|line| line.hidden.as_mut()) {
                *hidden += 1;
            }
            continue;
        }
        if lines.len() == MOST_LINES {
            cut = true;
            break;
        }
        let mut name = visible(&entry.file_name().to_string_lossy());
        if is_dir {
            name.push('/');
        }
        lines.push(Line { level, name, hidden: (is_dir && level == depth).then_some(0) });
    }
    Ok(draw(&lines, cut))
}

fn draw(lines: &[Line], mut cut: bool) -> String {
    if lines.is_empty() {
        return "(empty)".to_owned();
    }
    let mut text = String::new();
    let mut drawn = 0;
    for line in lines {
        let before = text.len();
        if drawn > 0 {
            text.push('\n');
        }
        text.extend(std::iter::repeat_n("  ", line.level - 1));
        text.push_str(&line.name);
        if let Some(hidden) = line.hidden.filter(|hidden| *hidden > 0) {
            let entries = if hidden == 1 { "1 entry".to_owned() } else { format!("{hidden} entries") };
            let _ = write!(text, " ({entries})");
        }
        if text.len() > MOST_BYTES {
            text.truncate(before);
            cut = true;
            break;
        }
        drawn += 1;
    }
    if cut {
        let _ = write!(
            text,
            "\n(only the first {} shown)",
            match drawn {
                1 => "entry is".to_owned(),
                _ => format!("{drawn} entries are"),
            }
        );
    }
    text
}
