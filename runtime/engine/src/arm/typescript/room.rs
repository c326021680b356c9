//! Room on the stack to read a program. oxc goes one level deeper for each that a text has, without a bound of its own, and
//! a stack that is used up ends the process; so there is as much of it as a text could need.

use std::{panic, thread};

use crate::arm::{Diagnosed, Diagnostic, Rejection, Toolchain};

/// The stack a level takes that begins with a bracket, in bytes: twice the most that was measured, in a debug build.
const BRACKET: usize = 2 << 10;
/// The stack a level takes that begins with another token.
const TOKEN: usize = 512;
/// As much as every thread has to spare.
const AT_HAND: usize = 1 << 20;
/// What is left to whatever else reading takes, where a thread says how much stack it has.
const SPARE: usize = 256 << 10;
/// The most a text is given: some 500 KB of code. oxc looks ahead at every `<` and `(`, which takes time that grows with
/// the square of how many stand open, so this bounds the time, too.
const MOST: usize = 64 << 20;

/// Does what reads a text where the stack suffices.
///
/// # Errors
///
/// What `read` gives, or that the text is too long to have room.
pub(super) fn with_room<T: Send>(
    source: &str,
    read: impl FnOnce() -> Result<T, Rejection> + Send,
) -> Result<T, Rejection> {
    let need = need(source);
    let left = stacker::remaining_stack().map_or(AT_HAND, |left| left.saturating_sub(SPARE));
    if need <= left.max(AT_HAND) {
        return read();
    }
    if need > MOST {
        let message = "the text is too long: it has more tokens than are read. Keep data in files, and read them";
        return Err(Rejection::one(Diagnosed::Unsupported, Diagnostic::new(None, None, message)));
    }
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(need + AT_HAND).spawn_scoped(scope, read);
        let thread = thread.map_err(|error| Rejection::Toolchain {
            how: Toolchain::Crash,
            detail: format!("no thread with {need} bytes of stack to read the program: {error}"),
        })?;
        thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic))
    })
}

/// The most stack that reading a text can take, in bytes: as if every token went a level deeper. Strings and comments
/// count as well, for to tell them apart would be to read it.
fn need(source: &str) -> usize {
    let mut before = Byte::Other;
    source.bytes().fold(0, |need, byte| {
        let byte = BYTES[usize::from(byte)];
        let begun = before == Byte::Word && byte == Byte::Word;
        before = byte;
        need + if begun { 0 } else { byte.takes() }
    })
}

/// What a byte is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Byte {
    Bracket,
    Word,
    /// No token begins here: white space, or the middle of a character.
    Nothing,
    Other,
}

impl Byte {
    const fn of(byte: u8) -> Self {
        match byte {
            b'(' | b'[' | b'{' | b'<' | b'`' => Self::Bracket,
            b'_' | b'$' => Self::Word,
            _ if byte.is_ascii_alphanumeric() => Self::Word,
            _ if byte.is_ascii_whitespace() || byte & 0xC0 == 0x80 => Self::Nothing,
            _ => Self::Other,
        }
    }

    const fn takes(self) -> usize {
        match self {
            Self::Bracket => BRACKET,
            Self::Word | Self::Other => TOKEN,
            Self::Nothing => 0,
        }
    }
}

/// [`Byte::of`] each, looked up because every byte of every program is.
const BYTES: [Byte; 256] = {
    let mut bytes = [Byte::Other; 256];
    let mut at = u8::MIN;
    loop {
        bytes[at as usize] = Byte::of(at);
        if at == u8::MAX {
            break bytes;
        }
        at += 1;
    }
};

#[cfg(test)]
mod tests {
    use super::{super::erase, *};

    /// Texts that go a level deeper each time something is repeated.
    fn deep() -> Vec<String> {
        let of = |levels: usize, before: &str, open: &str, close: &str| {
            format!("{before}{}1{}", open.repeat(levels), close.repeat(levels))
        };
        let repeated = |before: &str, open: &str, close: &str| of(20_000, before, open, close);
        vec![
            of(2_000, "let a = ", "f<", ">()"),
            of(2_000, "let a = ", "(b=", ")"),
            repeated("let a = ", "(", ")"),
            repeated("let a = ", "(", ""),
            repeated("let a = ", "[", "]"),
            repeated("let a = ", "{a:", "}"),
            repeated("let a = ", "`${", "}`"),
            repeated("let a = ", "a=>", ""),
            repeated("let a = ", "()=>{", "}"),
            repeated("let a = ", "class{a=", "}"),
            repeated("let a = ", "!", ""),
            repeated("let a = ", "new ", ""),
            repeated("let a = ", "<any>", ""),
            repeated("let a = ", "1?", ":1"),
            repeated("let a = ", "", "+1"),
            repeated("let a = ", "", "**1"),
            repeated("let a = ", "", " as any"),
            repeated("let a = ", "", "!"),
            repeated("let a = ", "", "()"),
            repeated("let a = b", "", ".c"),
            repeated("let a = b", "", "`c`"),
            repeated("type A = ", "(", ")"),
            repeated("type A = ", "B<", ">"),
            repeated("type A = ", "keyof ", ""),
            repeated("type A = ", "", "[]"),
            repeated("type A = ", "()=>", ""),
            repeated("type A = ", "1 extends 1?1:", ""),
            repeated("", "{", "}"),
            repeated("", "if(1)", ""),
            repeated("if(1);", "else if(1){}", ""),
            repeated("", "namespace A{", "}"),
        ]
    }

    #[test]
    fn no_text_uses_up_the_stack() {
        for text in deep() {
            // Compiled and not only blanked, it passes through what prints it anew, too.
            for text in [format!("enum E {{}} {text}"), text] {
                if let Err(rejection) = erase("program.ts", &text) {
                    assert!(matches!(rejection, Rejection::Diagnosed { .. }), "{rejection:?} of {text:.30}");
                }
            }
        }
    }

    #[test]
    fn what_there_is_no_room_for_is_refused() {
        let Err(Rejection::Diagnosed { how, diagnostics }) = erase("program.ts", &"(".repeat(MOST / BRACKET + 1))
        else {
            panic!("it was read")
        };
        assert_eq!(how, Diagnosed::Unsupported);
        assert!(diagnostics[0].text.contains("too long"), "{}", diagnostics[0].text);
        // What is long but has few tokens is read.
        assert!(erase("program.ts", &format!("const a: string = '{}';", "a".repeat(MOST / 32))).is_ok());
    }
}
