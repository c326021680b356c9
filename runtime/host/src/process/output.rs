//! What a command writes: its tail in memory, all of it in a file where that is asked for.

use std::{
    borrow::Cow,
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
};

use tokio::io::{AsyncRead, AsyncReadExt};

use super::offload;

/// Bytes of output a command returns at most (spec: runtime, 24.3).
pub(crate) const TAIL: usize = 16_384;
/// Bytes of a stream up to which all of it is in memory.
pub(crate) const WHOLE: usize = 4 * TAIL;
/// The longest character, in bytes, less one: what is kept above the tail, so that a cut never tears one.
const SPARE: usize = 3;

/// How much of the output is returned.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// Lines at most.
    pub(crate) lines: Option<usize>,
    /// Characters at most.
    pub(crate) characters: Option<usize>,
}

/// One stream as it comes in.
#[derive(Debug)]
pub(super) struct Capture {
    /// Its last bytes.
    tail: Vec<u8>,
    /// Its first byte that is no white space.
    first: Option<u8>,
    /// All its bytes, counted.
    total: u64,
    whole: Option<(File, PathBuf)>,
}

impl Capture {
    /// Standard output and standard error, kept whole in a folder if there is one.
    pub(super) fn pair(folder: Option<&Path>) -> io::Result<(Self, Self)> {
        let [out, err] = match folder {
            Some(folder) => offload::files(folder)?.map(Some),
            None => [None, None],
        };
        let capture = |whole| Self { tail: Vec::new(), first: None, total: 0, whole };
        Ok((capture(out), capture(err)))
    }

    /// Takes a stream to its end.
    pub(super) async fn take(&mut self, pipe: Option<impl AsyncRead + Unpin>) -> io::Result<()> {
        let Some(mut pipe) = pipe else { return Ok(()) };
        let mut piece = vec![0; 65_536];
        loop {
            match pipe.read(&mut piece).await? {
                0 => return Ok(()),
                count => self.push(&piece[..count])?,
            }
        }
    }

    fn push(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some((file, _)) = &mut self.whole {
            file.write_all(bytes)?;
        }
        self.total += bytes.len() as u64;
        self.first = self.first.or_else(|| bytes.iter().copied().find(|byte| !byte.is_ascii_whitespace()));
        self.tail.extend_from_slice(bytes);
        // The front is dropped now and then, not with every piece.
        if self.tail.len() > WHOLE {
            self.tail.drain(..self.tail.len() - TAIL - SPARE);
        }
        Ok(())
    }

    fn is_cut(&self) -> bool {
        self.total > self.tail.len() as u64
    }

    /// The tail as text. Where the front was dropped, a character it tore is dropped too.
    fn text(&self) -> Cow<'_, str> {
        let torn = if self.is_cut() {
            self.tail.iter().take(SPARE).take_while(|byte| **byte & 0xc0 == 0x80).count()
        } else {
            0
        };
        String::from_utf8_lossy(&self.tail[torn..])
    }
}

/// What a command wrote.
#[derive(Debug)]
pub(crate) struct Output {
    stdout: Capture,
    stderr: Capture,
}

impl Output {
    pub(super) fn new(stdout: Capture, stderr: Capture) -> Self {
        Self { stdout, stderr }
    }

    /// Standard output, then standard error, joined by a newline when both exist: the tail within the bounds, and whether
    /// it was cut. Where both are kept whole, a cut text goes on to say where and what they are like.
    pub(crate) fn text(&self, bounds: Bounds) -> io::Result<(String, bool)> {
        let (out, err) = (self.stdout.text(), self.stderr.text());
        let both = match (out.is_empty(), err.is_empty()) {
            (false, false) => format!("{out}\n{err}"),
            (false, true) => out.into_owned(),
            _ => err.into_owned(),
        };
        let from = start(&both, bounds);
        if from == 0 && !self.stdout.is_cut() && !self.stderr.is_cut() {
            return Ok((both, false));
        }
        let mut text = both[from..].to_owned();
        for (name, (_, path)) in self.files() {
            text.push_str(&offload::describe(name, path)?);
        }
        Ok((text, true))
    }

    /// What was written to standard output, or else to standard error, without the white space around it.
    pub(crate) fn words(&self) -> String {
        let out = self.stdout.text();
        if out.trim().is_empty() { self.stderr.text().trim().to_owned() } else { out.trim().to_owned() }
    }

    /// What was written to standard output, where that begins as a JSON object does. The error is its size in bytes, where
    /// not all of it is in memory.
    pub(crate) fn object(&self) -> Option<Result<Cow<'_, str>, u64>> {
        let out = &self.stdout;
        out.first.filter(|first| *first == b'{')?;
        Some(if out.is_cut() { Err(out.total) } else { Ok(out.text()) })
    }

    /// Where both streams are kept whole.
    pub(crate) fn paths(&self) -> Vec<&Path> {
        self.files().map(|(_, (_, path))| path.as_path()).collect()
    }

    fn files(&self) -> impl Iterator<Item = (&'static str, &(File, PathBuf))> {
        let streams = [("standard output", &self.stdout), ("standard error", &self.stderr)];
        streams.into_iter().filter_map(|(name, stream)| Some((name, stream.whole.as_ref()?)))
    }
}

/// Where the tail within the bounds begins; the tightest decides.
fn start(text: &str, bounds: Bounds) -> usize {
    let bytes = text.ceil_char_boundary(text.len().saturating_sub(TAIL));
    let lines = bounds.lines.map_or(0, |most| {
        let body = text.strip_suffix('\n').unwrap_or(text);
        let mut ends = body.rmatch_indices('\n').map(|(at, _)| at + 1);
        if most == 0 { text.len() } else { ends.nth(most - 1).unwrap_or(0) }
    });
    let characters = bounds.characters.map_or(0, |most| match most {
        0 => text.len(),
        _ => text.char_indices().rev().nth(most - 1).map_or(0, |(at, _)| at),
    });
    bytes.max(lines).max(characters)
}
