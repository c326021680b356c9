//! From the canonical ABI to JavaScript values: plain objects, arrays and strings.

use crate::{
    js::{Outcome, Thrown, Value},
    memory,
    table::{Parts, Record, Table, Type},
};

/// Why a value is not lifted.
pub(crate) enum Unfit {
    /// An exception that QuickJS holds: memory.
    Thrown,
    /// The host gave an integer that a number does not carry exactly.
    Inexact(String),
    /// The host gave what its type does not have: a case or a character that does not exist.
    Broken,
}

impl From<Thrown> for Unfit {
    fn from(Thrown: Thrown) -> Self {
        Self::Thrown
    }
}

/// The integers of 53 bits, which a number carries exactly.
const MOST: u64 = (1 << 53) - 1;

/// Lifts a value of a type from an address.
pub(crate) fn value(table: &Table, ty: Type, at: usize) -> Result<Value, Unfit> {
    let layout = &table.types[ty];
    let case = || usize::try_from(memory::read(at, layout.case_size)).unwrap_or(usize::MAX);
    Ok(match &layout.parts {
        Parts::Bool => Value::boolean(memory::read(at, 1) != 0),
        Parts::Integer { size, signed } => integer(memory::read(at, *size), *size, *signed)?,
        Parts::F32 => Value::number(f32::from_bits(low(memory::read(at, 4))).into()),
        Parts::F64 => Value::number(f64::from_bits(memory::read(at, 8))),
        Parts::Char => {
            let character = char::from_u32(low(memory::read(at, 4))).ok_or(Unfit::Broken)?;
            Value::string(character.encode_utf8(&mut [0; 4]))?
        }
        Parts::String => {
            let (start, length) = pair(at);
            Value::string(memory::text(start, length))?
        }
        Parts::List(item) => {
            let (start, length) = pair(at);
            list(table, *item, start, length)?
        }
        Parts::Option(some) => match case() {
            0 => Value::UNDEFINED,
            _ => value(table, *some, at + layout.payload)?,
        },
        Parts::Result(halves) => {
            let case = case();
            let object = Value::object()?;
            object.define(table.kind.atom, Value::string(if case == 0 { "ok" } else { "err" })?)?;
            if let Some(payload) = halves.get(case).ok_or(Unfit::Broken)? {
                define(&object, &table.value.atom, value(table, *payload, at + layout.payload)?)?;
            }
            object
        }
        Parts::Tuple(items) => {
            let mut at = at;
            let mut lifted = Vec::with_capacity(items.len());
            for item in items {
                let of = &table.types[*item];
                at = at.next_multiple_of(of.align);
                lifted.push(value(table, *item, at)?);
                at += of.size;
            }
            Value::array(lifted)?
        }
        Parts::Record(of) => {
            let object = Value::object()?;
            record(table, of, at, &object)?;
            object
        }
        Parts::Variant(cases) => {
            let case = cases.get(case()).ok_or(Unfit::Broken)?;
            let object = Value::object()?;
            object.define(table.kind.atom, case.word.clone())?;
            if let Some(payload) = case.payload {
                match &table.types[payload].parts {
                    Parts::Record(of) => record(table, of, at + layout.payload, &object)?,
                    _ => define(&object, &table.value.atom, value(table, payload, at + layout.payload)?)?,
                }
            }
            object
        }
        Parts::Enum(words) => words.get(case()).ok_or(Unfit::Broken)?.value.clone(),
        Parts::Flags(bits) => {
            let set = memory::read(at, layout.size);
            let object = Value::object()?;
            for (position, bit) in bits.iter().enumerate() {
                object.define(bit.atom, Value::boolean(set >> position & 1 == 1))?;
            }
            object
        }
        Parts::Patch { keep, empty, value: payload, .. } => match (case(), payload) {
            (case, _) if case == *keep => Value::UNDEFINED,
            (case, _) if case == *empty => Value::NULL,
            (_, Some(payload)) => value(table, *payload, at + layout.payload)?,
            (_, None) => Value::boolean(true),
        },
    })
}

/// What is left out is absent, not `undefined`.
fn define(object: &Value, name: &crate::js::Atom, value: Value) -> Outcome<()> {
    if value.is_undefined() { Ok(()) } else { object.define(*name, value) }
}

fn record(table: &Table, record: &Record, at: usize, object: &Value) -> Result<(), Unfit> {
    let mut at = at;
    for field in &record.fields {
        let of = &table.types[field.ty];
        at = at.next_multiple_of(of.align);
        match &of.parts {
            Parts::Variant(cases) if field.spread => {
                let case = usize::try_from(memory::read(at, of.case_size)).unwrap_or(usize::MAX);
                let case = cases.get(case).ok_or(Unfit::Broken)?;
                if let Some(payload) = case.payload {
                    let lifted = value(table, payload, at + of.payload)?;
                    object.define(case.member.atom, lifted)?;
                }
            }
            _ => define(object, &field.member.atom, value(table, field.ty, at)?)?,
        }
        at += of.size;
    }
    Ok(())
}

fn list(table: &Table, item: Type, start: usize, length: usize) -> Result<Value, Unfit> {
    let of = &table.types[item];
    if let Parts::Integer { size: 1, signed: false } = of.parts {
        return Ok(Value::bytes(memory::bytes(start, length))?);
    }
    let mut items = Vec::new();
    items.try_reserve_exact(length).map_err(|_| crate::js::out_of_memory())?;
    for at in 0..length {
        items.push(value(table, item, start + at * of.size)?);
    }
    Ok(Value::array(items)?)
}

fn pair(at: usize) -> (usize, usize) {
    (low(memory::read(at, 4)) as usize, low(memory::read(at + 4, 4)) as usize)
}

fn low(bits: u64) -> u32 {
    (bits & 0xffff_ffff) as u32
}

#[expect(clippy::cast_precision_loss, reason = "what does not fit 53 bits is refused before")]
fn integer(bits: u64, size: usize, signed: bool) -> Result<Value, Unfit> {
    if signed {
        let unused = 64 - 8 * size;
        let number = (bits << unused).cast_signed() >> unused;
        return match i32::try_from(number) {
            Ok(small) => Ok(Value::integer(small)),
            Err(_) if number.unsigned_abs() > MOST => Err(Unfit::Inexact(number.to_string())),
            Err(_) => Ok(Value::number(number as f64)),
        };
    }
    match i32::try_from(bits) {
        Ok(small) => Ok(Value::integer(small)),
        Err(_) if bits > MOST => Err(Unfit::Inexact(bits.to_string())),
        Err(_) => Ok(Value::number(bits as f64)),
    }
}
