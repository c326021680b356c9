//! From bytes to descriptors.

use std::fmt;

use crate::{Case, Descriptors, Field, MAGIC, Operation, Param, Shape, Specifier, Type, Words};

impl Descriptors {
    /// Reads the bytes.
    ///
    /// # Errors
    ///
    /// They are not what [`encode`](Descriptors::encode) writes, or refer to a type that does not stand before its use.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut input = Input { bytes, at: 0 };
        if input.take(MAGIC.len())? != MAGIC {
            return Err(Malformed { at: 0, expected: "the descriptors of this engine's version" });
        }
        let descriptors = Descriptors::read(&mut input)?;
        if input.at != bytes.len() {
            return Err(input.malformed("the end"));
        }
        if !descriptors.refers_backwards() {
            return Err(input.malformed("types in the order they are made of one another"));
        }
        Ok(descriptors)
    }

    fn refers_backwards(&self) -> bool {
        let known = |count: usize, ty: u32| usize::try_from(ty).is_ok_and(|ty| ty < count);
        let types = (0..).zip(&self.types).all(|(at, ty)| ty.shape.parts().all(|part| known(at, part)));
        let all = self.types.len();
        types
            && self.operations.iter().all(|operation| {
                known(all, operation.answer) && operation.params.iter().all(|param| known(all, param.ty))
            })
    }
}

impl Shape {
    /// The types it is made of.
    pub fn parts(&self) -> impl Iterator<Item = u32> {
        let parts: Vec<u32> = match self {
            Self::List(part) | Self::Option(part) => vec![*part],
            Self::Result { ok, err } => ok.iter().chain(err).copied().collect(),
            Self::Tuple(parts) => parts.clone(),
            Self::Record(fields) => fields.iter().map(|field| field.ty).collect(),
            Self::Variant(cases) => cases.iter().filter_map(|case| case.payload).collect(),
            Self::Patch { value, .. } => value.iter().copied().collect(),
            _ => Vec::new(),
        };
        parts.into_iter()
    }
}

/// Bytes that are no descriptors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed {
    /// How far they could be read.
    pub at: usize,
    /// What should stand there.
    pub expected: &'static str,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the descriptors cannot be read: expected {} at byte {}", self.expected, self.at)
    }
}

impl std::error::Error for Malformed {}

struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    fn malformed(&self, expected: &'static str) -> Malformed {
        Malformed { at: self.at, expected }
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let taken = rest.get(..count).ok_or(self.malformed("more bytes"))?;
        self.at += count;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, Malformed> {
        Ok(self.take(1)?[0])
    }
}

/// Something that has a form in bytes.
trait Read: Sized {
    fn read(input: &mut Input<'_>) -> Result<Self, Malformed>;
}

impl Read for u32 {
    fn read(input: &mut Input<'_>) -> Result<Self, Malformed> {
        let mut number = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = input.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return number.try_into().map_err(|_| input.malformed("a number of 32 bits"));
            }
        }
        Err(input.malformed("a number of 32 bits"))
    }
}

impl Read for bool {
    fn read(input: &mut Input<'_>) -> Result<Self, Malformed> {
        match input.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(input.malformed("0 or 1")),
        }
    }
}

impl Read for String {
    fn read(input: &mut Input<'_>) -> Result<Self, Malformed> {
        let length = u32::read(input)? as usize;
        let bytes = input.take(length)?;
        String::from_utf8(bytes.to_vec()).map_err(|_| input.malformed("UTF-8"))
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(input: &mut Input<'_>) -> Result<Self, Malformed> {
        // Nothing is reserved for a number that may be anything: every item takes a byte at least.
        (0..u32::read(input)?).map(|_| T::read(input)).collect()
    }
}

impl<T: Read> Read for Option<T> {
    fn read(input: &mut Input<'_>) -> Result<Self, Malformed> {
        bool::read(input)?.then(|| T::read(input)).transpose()
    }
}

/// Reads fields in order.
macro_rules! fields {
    ($($ty:ident { $($field:ident),* $(,)? })*) => {
        $(impl Read for $ty {
            fn read(input: &mut Input<'_>) -> Result<Self, Malformed> {
                Ok($ty { $($field: Read::read(input)?),* })
            }
        })*
    };
}

structs!(fields);

impl Read for Shape {
    fn read(input: &mut Input<'_>) -> Result<Self, Malformed> {
        Ok(match input.byte()? {
            0 => Self::Bool,
            1 => Self::U8,
            2 => Self::U16,
            3 => Self::U32,
            4 => Self::U64,
            5 => Self::S8,
            6 => Self::S16,
            7 => Self::S32,
            8 => Self::S64,
            9 => Self::F32,
            10 => Self::F64,
            11 => Self::Char,
            12 => Self::String,
            13 => Self::List(Read::read(input)?),
            14 => Self::Option(Read::read(input)?),
            15 => Self::Result { ok: Read::read(input)?, err: Read::read(input)? },
            16 => Self::Tuple(Read::read(input)?),
            17 => Self::Record(Read::read(input)?),
            18 => Self::Variant(Read::read(input)?),
            19 => Self::Enum(Read::read(input)?),
            20 => Self::Flags(Read::read(input)?),
            21 => Self::Patch {
                keep: Read::read(input)?,
                empty: Read::read(input)?,
                set: Read::read(input)?,
                value: Read::read(input)?,
            },
            _ => return Err(input.malformed("a shape")),
        })
    }
}
