//! What programs run in: one component for an arm, built once and then taken from the cache, or one per program.

use sha2::{Digest, Sha256};

use super::{Rejection, Work};

/// What the programs of an arm run in.
pub enum Guest<'a> {
    /// One component for all of them, and for the programs of every arm that names the same.
    Shared(&'a dyn SharedGuest),
    /// A component per program: [`super::Prepared::component`].
    PerProgram,
}

/// A component that is built when it is first needed.
pub trait SharedGuest: Send + Sync {
    /// What it is called: letters and digits, the beginning of its file in the cache. Arms whose guests have one name share
    /// one.
    fn name(&self) -> &'static str;

    /// Everything the component depends on. Another value of any of it is another component.
    fn inputs(&self, inputs: &mut Inputs);

    /// Builds the component, and says at each stage where it is.
    ///
    /// # Errors
    ///
    /// A tool is missing or could not finish, or the parts do not fit.
    fn build<'a>(&'a self, progress: Progress<'a>) -> Work<'a, Result<Vec<u8>, Rejection>>;
}

/// Is told how far a guest is.
pub type Progress<'a> = &'a (dyn Fn(Stage) + Send + Sync);

/// How far a guest is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Another process is building it.
    Waiting,
    /// It is being built; this is what is done at the moment.
    Building(&'static str),
    /// It is being compiled to machine code.
    Compiling,
    /// It can be used.
    Ready,
}

/// A hash over named inputs. No two different lists of inputs are the same text to it.
#[derive(Debug, Clone, Default)]
pub struct Inputs(Sha256);

impl Inputs {
    /// Adds an input.
    pub fn add(&mut self, name: &str, value: impl AsRef<[u8]>) {
        for part in [name.as_bytes(), value.as_ref()] {
            self.0.update((part.len() as u64).to_le_bytes());
            self.0.update(part);
        }
    }

    /// The hash, in hexadecimal.
    pub fn hash(self) -> String {
        hexadecimal(&self.0.finalize())
    }
}

/// Bytes in hexadecimal.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        text.extend([byte >> 4, byte & 15].map(|digit| char::from_digit(digit.into(), 16).unwrap_or('0')));
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(inputs: &[(&str, &str)]) -> String {
        let mut hash = Inputs::default();
        inputs.iter().for_each(|(name, value)| hash.add(name, value));
        hash.hash()
    }

    #[test]
    fn inputs_do_not_run_together() {
        let lists: [&[(&str, &str)]; 5] =
            [&[("a", "bc")], &[("ab", "c")], &[("a", "b"), ("c", "")], &[("a", ""), ("bc", "")], &[]];
        for (at, one) in lists.iter().enumerate() {
            for (other_at, other) in lists.iter().enumerate() {
                assert_eq!(hash(one) == hash(other), at == other_at, "{one:?} {other:?}");
            }
        }
    }
}
