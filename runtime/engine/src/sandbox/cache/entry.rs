//! One file of the cache: machine code, what it was made from, and a hash of it.

use std::{
    fs::{self, File},
    hash::{Hash, Hasher},
    io::{self, Cursor, Read, Seek, SeekFrom, Write},
    num::NonZero,
    panic,
    path::Path,
    thread,
    time::SystemTime,
};

use sha2::{Digest, Sha256};
use wasmtime::{Engine, component::Component};

use crate::arm::hexadecimal;

/// The extension of a file that is being written.
pub(super) const UNFINISHED: &str = "unfinished";
/// What follows the code, and the key and the hash after it: a name and the version of this form.
const MAGIC: &[u8; 16] = b"gg component  2\n";
const HASH: usize = 32;
const TRAILER: usize = MAGIC.len() + 2 * HASH;
/// How much of the code has a hash of its own, in bytes; the entry's is that of those. Large entries are hashed by several
/// threads.
const PART: u64 = 4 << 20;
/// How much is read at a time, in bytes.
const BUFFER: usize = 256 << 10;

/// The hash over everything a component was made from: what its guest names, and the engine with its settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key([u8; HASH]);

impl Key {
    /// The key of a guest's inputs on an engine.
    pub(super) fn new(engine: &Engine, inputs: &str) -> Self {
        struct Feed(Sha256);
        impl Hasher for Feed {
            fn write(&mut self, bytes: &[u8]) {
                self.0.update(bytes);
            }

            fn finish(&self) -> u64 {
                0
            }
        }
        let mut feed = Feed(Sha256::new());
        feed.write(MAGIC);
        // The version of wasmtime, its settings, the machine.
        engine.precompile_compatibility_hash().hash(&mut feed);
        feed.write(inputs.as_bytes());
        Self(feed.0.finalize().into())
    }

    /// How files are named by it.
    pub(super) fn name(&self) -> String {
        hexadecimal(&self.0[..16])
    }
}

/// The component of an entry; none if there is no entry, or if it is anything but what [`write`] wrote under this key.
pub(super) fn open(engine: &Engine, path: &Path, key: &Key) -> Option<Component> {
    if !is_whole(path, key).ok()? {
        return None;
    }
    // SAFETY: the file was serialized by the same version of wasmtime under the same settings, and does not change. Nobody but
    // the owner of the folder can put a file into it (`folder::make_private`), and its owner's processes write entries by
    // `write` alone, which writes what `Component::serialize` gave, renames the file once it is whole, and never writes into
    // one that has its name. `is_whole` has just found that the entry is unchanged and made from what `key` says, which takes
    // in wasmtime's version, settings and machine; if another process has replaced it since, then by such an entry. What is
    // mapped stays when the file is replaced or removed.
    #[expect(unsafe_code, reason = "proved above")]
    let component = unsafe { Component::deserialize_file(engine, path) }.ok()?;
    // The time of use is for pruning only.
    let _ = File::open(path).and_then(|file| file.set_modified(SystemTime::now()));
    Some(component)
}

/// Writes an entry, whole or not at all.
pub(super) fn write(path: &Path, key: &Key, code: &[u8]) -> io::Result<()> {
    let unfinished = path.with_extension(format!("{}.{UNFINISHED}", std::process::id()));
    let written = File::create(&unfinished).and_then(|mut file| {
        file.write_all(code)?;
        file.write_all(&trailer(key, &hash(code.len() as u64, || Ok(Cursor::new(code)))?))?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    });
    if written.is_err() {
        // The error is what is told; a rest that cannot be removed either is pruned later.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

/// What follows the code.
fn trailer(key: &Key, hash: &[u8; HASH]) -> [u8; TRAILER] {
    let mut bytes = [0; TRAILER];
    let parts = MAGIC.iter().chain(&key.0).chain(hash);
    bytes.iter_mut().zip(parts).for_each(|(byte, part)| *byte = *part);
    bytes
}

/// Whether an entry is whole, unchanged and of this key.
fn is_whole(path: &Path, key: &Key) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let Some(length) = file.metadata()?.len().checked_sub(TRAILER as u64) else { return Ok(false) };
    let mut found = [0; TRAILER];
    file.seek(SeekFrom::Start(length))?;
    file.read_exact(&mut found)?;
    // An entry of another form or key is not worth hashing.
    Ok(found[..MAGIC.len()] == *MAGIC && found == trailer(key, &hash(length, || File::open(path))?))
}

/// The hash of the first bytes of something.
fn hash<S: Read + Seek>(length: u64, open: impl Fn() -> io::Result<S> + Sync) -> io::Result<[u8; HASH]> {
    let parts = length.div_ceil(PART);
    let threads = thread::available_parallelism().map_or(1, NonZero::get) as u64;
    let share = parts.div_ceil(threads).max(1);
    // The hashes of the parts from one on.
    let hashes = |first: u64| -> io::Result<Vec<u8>> {
        let mut source = open()?;
        source.seek(SeekFrom::Start(first * PART))?;
        let (mut hashes, mut buffer) = (Vec::new(), vec![0; BUFFER]);
        for part in first..(first + share).min(parts) {
            let mut left = PART.min(length - part * PART);
            let mut hash = Sha256::new();
            while left > 0 {
                let most = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
                let piece = &mut buffer[..most];
                source.read_exact(piece)?;
                hash.update(&*piece);
                left -= piece.len() as u64;
            }
            hashes.extend(hash.finalize());
        }
        Ok(hashes)
    };
    let all = thread::scope(|scope| {
        let hashes = &hashes;
        let firsts = (1..).map(|thread| thread * share).take_while(|first| *first < parts);
        let others: Vec<_> = firsts.map(|first| scope.spawn(move || hashes(first))).collect();
        let mut all = hashes(0)?;
        for other in others {
            all.extend(other.join().unwrap_or_else(|panic| panic::resume_unwind(panic))?);
        }
        io::Result::Ok(all)
    })?;
    Ok(Sha256::digest(all).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_that_changed_is_found_wherever_it_is() {
        let key = Key([7; HASH]);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("guest-0.component");
        write(&path, &key, b"machine code").expect("writes");
        let bytes = fs::read(&path).expect("reads");
        let whole = |bytes: &[u8], key: &Key| {
            fs::write(&path, bytes).expect("writes");
            is_whole(&path, key).expect("reads")
        };
        assert!(whole(&bytes, &key) && bytes.starts_with(b"machine code"));
        assert!(!whole(&bytes, &Key([8; HASH])));
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(!whole(&changed, &key), "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert!(!whole(&bytes[..length], &key), "{length} bytes");
        }
        assert!(!whole(&[&bytes[..], b" "].concat(), &key));
    }

    #[test]
    fn every_part_of_a_large_entry_counts_at_its_place() {
        let part = usize::try_from(PART).expect("a size");
        let code: Vec<u8> = (0..5 * part + 7).map(|at| u8::try_from(at / part).expect("a byte")).collect();
        let hash = |code: &[u8]| hash(code.len() as u64, || Ok(Cursor::new(code))).expect("reads");
        let whole = hash(&code);
        for at in [0, part, 3 * part - 1, 5 * part, code.len() - 1] {
            let mut changed = code.clone();
            changed[at] ^= 1;
            assert_ne!(hash(&changed), whole, "{at}");
        }
        let mut turned = code.clone();
        turned[..2 * part].rotate_left(part);
        assert_ne!(hash(&turned), whole);
        assert_ne!(hash(&code[..code.len() - 1]), whole);
        assert_ne!(hash(&[]), hash(&[0]));
    }

    #[test]
    fn nothing_unfinished_is_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let key = Key([7; HASH]);
        write(&folder.path().join("guest-0.component"), &key, b"code").expect("writes");
        // A folder stands where the entry should: it cannot be replaced.
        fs::create_dir_all(folder.path().join("guest-1.component/occupied")).expect("a folder");
        assert!(write(&folder.path().join("guest-1.component"), &key, b"code").is_err());
        let names = fs::read_dir(folder.path()).expect("reads").map(|file| file.expect("a file").file_name());
        let mut names: Vec<_> = names.collect();
        names.sort();
        assert_eq!(names, ["guest-0.component", "guest-1.component"]);
    }
}
