//! One file of the cache: what it was made from, a hash of what it holds, and machine code.

use std::{
    fs::{self, File},
    hash::{Hash, Hasher},
    io::{self, Write},
    path::Path,
    time::SystemTime,
};

use sha2::{Digest, Sha256};
use wasmtime::{Engine, component::Component};

use crate::arm::hexadecimal;

/// The extension of a file that is being written.
pub(super) const UNFINISHED: &str = "unfinished";
/// What an entry begins with: a name and the version of this form.
const MAGIC: &[u8; 16] = b"gg component  1\n";
const HASH: usize = 32;
const HEADER: usize = MAGIC.len() + 2 * HASH;

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
    let bytes = fs::read(path).ok()?;
    let code = checked(&bytes, key)?;
    // SAFETY: these very bytes were serialized by the same version of wasmtime under the same settings. Nobody but the owner
    // of the folder can put a file into it (`folder::make_private`), its owner's processes write entries by `write` alone,
    // which writes what `Component::serialize` gave and renames the file once it is whole; and `checked` has just found, in
    // this memory and not in the file, that the entry is whole, unchanged, and made from what `key` says, which takes in
    // wasmtime's version, settings and machine. What is deserialized is copied from this memory.
    #[expect(unsafe_code, reason = "proved above")]
    let component = unsafe { Component::deserialize(engine, code) }.ok()?;
    // The time of use is for pruning only.
    let _ = File::open(path).and_then(|file| file.set_modified(SystemTime::now()));
    Some(component)
}

/// Writes an entry, whole or not at all.
pub(super) fn write(path: &Path, key: &Key, code: &[u8]) -> io::Result<()> {
    let unfinished = path.with_extension(format!("{}.{UNFINISHED}", std::process::id()));
    let written = File::create(&unfinished).and_then(|mut file| {
        file.write_all(MAGIC)?;
        file.write_all(&key.0)?;
        file.write_all(&Sha256::digest(code))?;
        file.write_all(code)?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    });
    if written.is_err() {
        // The error is what is told; a rest that cannot be removed either is pruned later.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

/// The code in an entry's bytes, if they are whole, unchanged and of this key.
fn checked<'a>(bytes: &'a [u8], key: &Key) -> Option<&'a [u8]> {
    let (header, code) = bytes.split_at_checked(HEADER)?;
    let (magic, hashes) = header.split_at(MAGIC.len());
    let (made_from, hash) = hashes.split_at(HASH);
    let same = magic == MAGIC && made_from == key.0 && hash == Sha256::digest(code).as_slice();
    same.then_some(code)
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
        assert_eq!(checked(&bytes, &key), Some(b"machine code".as_slice()));
        assert_eq!(checked(&bytes, &Key([8; HASH])), None);
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(checked(&changed, &key), None, "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert_eq!(checked(&bytes[..length], &key), None, "{length} bytes");
        }
        assert_eq!(checked(&[&bytes[..], b" "].concat(), &key), None);
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
