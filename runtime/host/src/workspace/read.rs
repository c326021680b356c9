//! Reading a file: a window of its lines, or what picture it is. A file is scanned in pieces, so its size does not matter.

use std::{
    fs::File,
    io::{self, Read, Seek},
    path::Path,
};

use cap_std::fs::{Dir, OpenOptions, OpenOptionsExt};

use super::Place;
use crate::picture::Format;

/// Bytes of text one read returns at most (spec: runtime, 24.3).
pub(crate) const CEILING: usize = 262_144;
/// What is read at a time.
const PIECE: usize = 65_536;
/// The longest character, in bytes: what is kept above the ceiling, so that a cut never tears one.
const CHARACTER: usize = 4;

/// Which lines are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Window {
    /// The first, 1-based; 0 means 1.
    pub(crate) offset: Option<u32>,
    /// How many; to the end when absent.
    pub(crate) limit: Option<u32>,
}

/// What a file holds.
#[derive(Debug)]
pub(crate) enum Content {
    /// Lines of text.
    Text(Text),
    /// A picture.
    Picture(PictureFile),
}

/// The lines of a window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Text {
    /// Their text, with their line ends; at most [`CEILING`] bytes.
    pub(crate) contents: String,
    /// The first line, 1-based; 1 in an empty file.
    pub(crate) first: u32,
    /// The last line of which there is text; one less than the first when there is none.
    pub(crate) last: u32,
    /// Lines of the whole file.
    pub(crate) total: u32,
    /// Bytes of the whole window.
    pub(crate) size: u64,
    /// Whether the ceiling cut it.
    pub(crate) truncated: bool,
}

/// A picture that is open.
#[derive(Debug)]
pub(crate) struct PictureFile {
    /// Its format.
    pub(crate) format: Format,
    /// Its size in bytes.
    pub(crate) size: u64,
    file: File,
}

impl PictureFile {
    /// Its bytes, no more than `most`.
    pub(crate) fn load(&mut self, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.rewind()?;
        (&self.file).take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Why a window was not read.
#[derive(Debug)]
pub(crate) enum ReadError {
    /// It begins after the last line; the file has this many.
    PastEnd(u32),
    /// The file could not be read.
    Io(io::Error),
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Opens a regular file for reading, and says its size. A pipe or a device would block, and is refused.
pub(crate) fn open(place: &Place) -> io::Result<(File, u64)> {
    let (dir, inside) = place.way();
    open_in(dir, inside)
}

/// The same, from a folder's handle.
pub(crate) fn open_in(dir: &Dir, inside: &Path) -> io::Result<(File, u64)> {
    let mut options = OpenOptions::new();
    options.read(true).custom_flags(nonblocking());
    let file = dir.open_with(inside, &options)?.into_std();
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    Ok((file, metadata.len()))
}

/// The flag that keeps an open from waiting for the other end of a pipe.
pub(super) fn nonblocking() -> i32 {
    i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).unwrap_or(0)
}

/// Reads a window of a file that was just opened, and has this size.
pub(crate) fn read(file: File, size: u64, window: Window) -> Result<Content, ReadError> {
    let mut head = Vec::with_capacity(PIECE.min(usize::try_from(size).unwrap_or(PIECE) + 1));
    (&file).take(PIECE as u64).read_to_end(&mut head)?;
    if let Some(format) = Format::of(&head) {
        return Ok(Content::Picture(PictureFile { format, size, file }));
    }
    let mut scan = Scan::new(window);
    scan.take(&head);
    let mut piece = head;
    while piece.len() == PIECE {
        piece.clear();
        (&file).take(PIECE as u64).read_to_end(&mut piece)?;
        scan.take(&piece);
    }
    scan.finish().map(Content::Text)
}

/// Lines as they come in.
struct Scan {
    /// The first line wanted and the first no longer wanted, counted from 0.
    wanted: std::ops::Range<u64>,
    kept: Vec<u8>,
    /// Bytes of the window.
    size: u64,
    /// Line ends so far.
    ended: u64,
    /// Whether the last byte so far is not a line end.
    open: bool,
}

impl Scan {
    fn new(window: Window) -> Self {
        let first = u64::from(window.offset.unwrap_or(1).max(1)) - 1;
        let end = window.limit.map_or(u64::MAX, |limit| first + u64::from(limit));
        Self { wanted: first..end, kept: Vec::new(), size: 0, ended: 0, open: false }
    }

    fn take(&mut self, piece: &[u8]) {
        let Some(last) = piece.last() else { return };
        let mut from = 0;
        while from < piece.len() && self.ended < self.wanted.end {
            if self.ended >= self.wanted.start && self.wanted.end == u64::MAX {
                // The rest belongs to the window whatever its lines.
                self.keep(&piece[from..]);
                self.ended += memchr::memchr_iter(b'\n', &piece[from..]).count() as u64;
                from = piece.len();
                break;
            }
            let to = memchr::memchr(b'\n', &piece[from..]).map_or(piece.len(), |at| from + at + 1);
            if self.wanted.contains(&self.ended) {
                self.keep(&piece[from..to]);
            }
            self.ended += u64::from(piece[to - 1] == b'\n');
            from = to;
        }
        self.ended += memchr::memchr_iter(b'\n', &piece[from..]).count() as u64;
        self.open = *last != b'\n';
    }

    fn keep(&mut self, bytes: &[u8]) {
        self.size += bytes.len() as u64;
        let room = (CEILING + CHARACTER).saturating_sub(self.kept.len());
        self.kept.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn finish(self) -> Result<Text, ReadError> {
        let total = self.ended + u64::from(self.open);
        let first = self.wanted.start + 1;
        if first > total.max(1) {
            return Err(ReadError::PastEnd(clamp(total)));
        }
        let mut contents = match String::from_utf8_lossy(&self.kept) {
            std::borrow::Cow::Borrowed(_) => String::from_utf8(self.kept).unwrap_or_default(),
            std::borrow::Cow::Owned(text) => text,
        };
        let size = self.size.max(contents.len() as u64);
        let truncated = contents.len() > CEILING;
        let mut last = self.wanted.end.min(total);
        if truncated {
            contents.truncate(contents.floor_char_boundary(CEILING));
            let ends = memchr::memchr_iter(b'\n', contents.as_bytes()).count() as u64;
            last = first - 1 + ends + u64::from(!contents.ends_with('\n'));
        }
        Ok(Text { contents, first: clamp(first), last: clamp(last), total: clamp(total), size, truncated })
    }
}

fn clamp(lines: u64) -> u32 {
    u32::try_from(lines).unwrap_or(u32::MAX)
}
