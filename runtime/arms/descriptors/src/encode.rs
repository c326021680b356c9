//! From descriptors to bytes.

use crate::{Case, Descriptors, Field, MAGIC, Operation, Param, Shape, Specifier, Type, Words};

impl Descriptors {
    /// The bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        self.write(&mut out);
        out
    }
}

/// Something that has a form in bytes.
trait Write {
    fn write(&self, out: &mut Vec<u8>);
}

impl Write for u32 {
    fn write(&self, out: &mut Vec<u8>) {
        let mut rest = *self;
        while rest > 0x7f {
            out.push(rest.to_le_bytes()[0] | 0x80);
            rest >>= 7;
        }
        out.push(rest.to_le_bytes()[0]);
    }
}

impl Write for bool {
    fn write(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }
}

impl Write for String {
    fn write(&self, out: &mut Vec<u8>) {
        count(self.len()).write(out);
        out.extend_from_slice(self.as_bytes());
    }
}

impl<T: Write> Write for Vec<T> {
    fn write(&self, out: &mut Vec<u8>) {
        count(self.len()).write(out);
        self.iter().for_each(|item| item.write(out));
    }
}

impl<T: Write> Write for Option<T> {
    fn write(&self, out: &mut Vec<u8>) {
        self.is_some().write(out);
        self.iter().for_each(|value| value.write(out));
    }
}

/// No table comes near 2^32 of anything.
fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// Writes fields in order.
macro_rules! fields {
    ($($ty:ident { $($field:ident),* $(,)? })*) => {
        $(impl Write for $ty {
            fn write(&self, out: &mut Vec<u8>) {
                let $ty { $($field),* } = self;
                $($field.write(out);)*
            }
        })*
    };
}

structs!(fields);

impl Write for Shape {
    fn write(&self, out: &mut Vec<u8>) {
        let mut tag = |tag| out.push(tag);
        match self {
            Self::Bool => tag(0),
            Self::U8 => tag(1),
            Self::U16 => tag(2),
            Self::U32 => tag(3),
            Self::U64 => tag(4),
            Self::S8 => tag(5),
            Self::S16 => tag(6),
            Self::S32 => tag(7),
            Self::S64 => tag(8),
            Self::F32 => tag(9),
            Self::F64 => tag(10),
            Self::Char => tag(11),
            Self::String => tag(12),
            Self::List(item) => {
                tag(13);
                item.write(out);
            }
            Self::Option(value) => {
                tag(14);
                value.write(out);
            }
            Self::Result { ok, err } => {
                tag(15);
                ok.write(out);
                err.write(out);
            }
            Self::Tuple(items) => {
                tag(16);
                items.write(out);
            }
            Self::Record(fields) => {
                tag(17);
                fields.write(out);
            }
            Self::Variant(cases) => {
                tag(18);
                cases.write(out);
            }
            Self::Enum(words) => {
                tag(19);
                words.write(out);
            }
            Self::Flags(bits) => {
                tag(20);
                bits.write(out);
            }
            Self::Patch { keep, empty, set, value } => {
                tag(21);
                [keep, empty, set].into_iter().for_each(|case| case.write(out));
                value.write(out);
            }
        }
    }
}
