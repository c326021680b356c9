//! Whole output in files: where they stand, and what they are like (spec: operations, 8. `shell.shell`).

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, BufRead, BufReader},
    os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use crate::text::counted;

/// Longest lines that are described.
const LONGEST: usize = 5;
/// Characters of such a line that are shown.
const SHOWN: usize = 80;

/// What becomes of output that is too long to return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offload {
    /// Lines that are returned at most.
    pub max_lines: u32,
    /// Characters that are returned at most.
    pub max_chars: u32,
}

/// The folder offloaded output is kept in: `gg-shell` in the system's folder for temporary files.
pub(crate) fn folder() -> PathBuf {
    std::env::temp_dir().join("gg-shell")
}

/// Two new files in a folder, for standard output and standard error of one command: open, with their paths. The folder
/// is made if need be; one that is another user's is refused.
pub(super) fn files(folder: &Path) -> io::Result<[(File, PathBuf); 2]> {
    static COMMANDS: AtomicU64 = AtomicU64::new(0);
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let metadata = fs::symlink_metadata(folder)?;
    if !metadata.is_dir() || metadata.uid() != rustix::process::geteuid().as_raw() {
        return Err(io::Error::other("the folder for whole output belongs to another user"));
    }
    let command = COMMANDS.fetch_add(1, Ordering::Relaxed);
    let file = |stream| {
        let path = folder.join(format!("{}-{command}-{stream}.txt", std::process::id()));
        // A file of this name is from a process long gone.
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        Ok((OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?, path))
    };
    Ok([file("stdout")?, file("stderr")?])
}

/// What a stream kept in a file is like: its name, its lines and their lengths in characters.
pub(super) fn describe(name: &str, path: &Path) -> io::Result<String> {
    let mut lines = Lines::default();
    let mut reader = BufReader::with_capacity(65_536, File::open(path)?);
    loop {
        let piece = reader.fill_buf()?;
        let count = piece.len();
        if count == 0 {
            break;
        }
        lines.take(piece);
        reader.consume(count);
    }
    lines.finish();
    let mut text = format!("\n[all of {name}: {}: {}", path.display(), counted(lines.lengths.len() as u64, "line"));
    if !lines.lengths.is_empty() {
        lines.lengths.sort_unstable();
        let [median, high, highest] = [50, 95, 99].map(|percent| percentile(&lines.lengths, percent));
        text.push_str(&format!(
            "; characters a line: median {median}, 95th percentile {high}, 99th percentile {highest}; longest:"
        ));
        for line in &lines.longest {
            let shown = String::from_utf8_lossy(&line.start);
            let shown = shown.char_indices().nth(SHOWN).map_or(&*shown, |(at, _)| &shown[..at]);
            let more = if line.length > SHOWN as u64 { "…" } else { "" };
            text.push_str(&format!("\n line {}, {}: {shown}{more}", line.number, counted(line.length, "character")));
        }
    }
    text.push(']');
    Ok(text)
}

/// Lines as they come in. A line may be of any length: only its beginning is kept.
#[derive(Default)]
struct Lines {
    lengths: Vec<u64>,
    longest: Vec<Line>,
    current: Line,
}

/// A line: its number, its length in characters and the bytes it starts with.
#[derive(Default)]
struct Line {
    number: usize,
    length: u64,
    start: Vec<u8>,
    open: bool,
}

impl Lines {
    fn take(&mut self, piece: &[u8]) {
        for part in piece.split_inclusive(|byte| *byte == b'\n') {
            let (text, ended) = part.strip_suffix(b"\n").map_or((part, false), |text| (text, true));
            // A character has one byte that continues none.
            self.current.length += text.iter().filter(|byte| **byte & 0xc0 != 0x80).count() as u64;
            let room = (4 * (SHOWN + 1)).saturating_sub(self.current.start.len());
            self.current.start.extend_from_slice(&text[..text.len().min(room)]);
            self.current.open = true;
            if ended {
                self.finish();
            }
        }
    }

    fn finish(&mut self) {
        let mut line = std::mem::take(&mut self.current);
        if !line.open {
            return;
        }
        self.lengths.push(line.length);
        line.number = self.lengths.len();
        let at = self.longest.partition_point(|other| other.length >= line.length);
        if at < LONGEST {
            self.longest.insert(at, line);
            self.longest.truncate(LONGEST);
        }
    }
}

/// The nearest-rank percentile of sorted numbers, of which there is at least one.
fn percentile(sorted: &[u64], percent: usize) -> u64 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or(0)
}
