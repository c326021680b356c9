//! A journal of a session that has ended, packed: its texts stand in it once already, and what is left is compressed.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::Path,
};

use miniz_oxide::{deflate::compress_to_vec_zlib, inflate::decompress_to_vec_zlib};

use super::{JOURNAL, PACKED};

/// How hard is tried to make it small, from 0 to 10: beyond this it takes twice as long for a hundredth less.
const LEVEL: u8 = 6;
/// What it is called until it is whole.
const UNFINISHED: &str = "journal.unfinished";

/// Packs the journal in the folder of a session. Whenever the process ends, the journal is there in one form or in both.
///
/// # Errors
///
/// It cannot be read, or the packed one cannot be written; then the journal stays as it is.
pub(super) fn pack(folder: &Path) -> io::Result<()> {
    let unfinished = folder.join(UNFINISHED);
    let packed = compress_to_vec_zlib(&fs::read(folder.join(JOURNAL))?, LEVEL);
    let mut file = File::create(&unfinished)?;
    file.write_all(&packed)?;
    file.sync_all()?;
    fs::rename(&unfinished, folder.join(PACKED))?;
    // Its name has to outlast a machine that stops before the other is gone.
    File::open(folder)?.sync_all()?;
    fs::remove_file(folder.join(JOURNAL))
}

/// The text of a packed journal.
pub(super) fn unpacked(packed: &[u8]) -> io::Result<String> {
    let error = |why: String| io::Error::new(io::ErrorKind::InvalidData, format!("it cannot be unpacked: {why}"));
    let text = decompress_to_vec_zlib(packed).map_err(|why| error(why.to_string()))?;
    String::from_utf8(text).map_err(|why| error(why.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{Entry, Journal, Kind, Record as _, Session};

    #[test]
    fn a_journal_is_the_same_packed_and_one_that_is_damaged_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let journal = Journal::begin(folder, u64::MAX).expect("a journal");
        for turn in 0..20 {
            let text = format!("{turn} {}", "long and alike ".repeat(50));
            journal.note(Entry::new(Kind::CallResult, "main", turn, "key".to_owned(), &text));
        }
        let (plain, read) =
            (fs::read(folder.join(JOURNAL)).expect("a file"), Session::read(folder).expect("a session"));
        journal.pack().expect("it is packed");
        assert!(!folder.join(JOURNAL).exists() && !folder.join(UNFINISHED).exists());
        let packed = fs::read(folder.join(PACKED)).expect("a file");
        assert!(packed.len() * 5 < plain.len(), "{} of {}", packed.len(), plain.len());
        assert_eq!(Session::read(folder).expect("a session").logs, read.logs);
        assert_eq!(Session::text(folder).expect("a text").into_bytes(), plain);
        // Killed between the two: both are there.
        fs::write(folder.join(JOURNAL), &plain).expect("a file");
        assert_eq!(Session::read(folder).expect("a session").logs, read.logs);
        fs::remove_file(folder.join(JOURNAL)).expect("a file");
        for (at, length) in [(packed.len() / 2, packed.len()), (0, packed.len()), (1, packed.len() / 2)] {
            let mut damaged = packed.get(..length).expect("in it").to_vec();
            damaged[at] ^= 0x55;
            fs::write(folder.join(PACKED), damaged).expect("a file");
            assert!(Session::read(folder).is_err(), "{at} of {length}");
        }
    }
}
