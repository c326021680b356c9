//! From JavaScript values to the canonical ABI. A value is taken only if it is exactly of its type (spec: decisions,
//! 86 to 88); nothing is rounded, cut or coerced.

use rquickjs_sys as q;

use crate::{
    js::{Bytes, Outcome, Value, out_of_memory},
    memory,
    refuse::{Stop, listed, shown},
    table::{Member, Parts, Record, Table, Type},
};

/// Where lowered values go.
pub(crate) trait Target {
    /// The next number, of `size` bytes.
    fn scalar(&mut self, size: usize, bits: u64);
    /// A value of a type begins; the answer is for [`Target::payload`] and [`Target::leave`].
    fn enter(&mut self, align: usize) -> usize;
    /// What a case carries begins.
    fn payload(&mut self, entered: usize, offset: usize);
    /// The value ends.
    fn leave(&mut self, entered: usize, size: usize, flat: usize);
}

/// Registers, a slot each.
pub(crate) struct Registers<'a> {
    pub(crate) slots: &'a mut [u64],
    pub(crate) used: usize,
}

impl Target for Registers<'_> {
    fn scalar(&mut self, _: usize, bits: u64) {
        if let Some(slot) = self.slots.get_mut(self.used) {
            *slot = bits;
        }
        self.used += 1;
    }

    fn enter(&mut self, _: usize) -> usize {
        self.used
    }

    fn payload(&mut self, _: usize, _: usize) {}

    fn leave(&mut self, entered: usize, _: usize, flat: usize) {
        // A case that carries less than another leaves registers, which are zero.
        while self.used < entered + flat {
            self.scalar(8, 0);
        }
    }
}

/// Memory from an address on.
pub(crate) struct Memory {
    pub(crate) at: usize,
}

impl Target for Memory {
    fn scalar(&mut self, size: usize, bits: u64) {
        self.at = self.at.next_multiple_of(size);
        memory::write(self.at, size, bits);
        self.at += size;
    }

    fn enter(&mut self, align: usize) -> usize {
        self.at = self.at.next_multiple_of(align);
        self.at
    }

    fn payload(&mut self, entered: usize, offset: usize) {
        self.at = entered + offset;
    }

    fn leave(&mut self, entered: usize, size: usize, _: usize) {
        self.at = entered + size;
    }
}

/// Lowers the values of one call.
pub(crate) struct Lowering<'a> {
    pub(crate) table: &'a Table,
    /// Texts that the host reads where QuickJS has them.
    pub(crate) texts: Vec<Bytes>,
}

/// The integers of 53 bits, which a number carries exactly.
const MOST: f64 = 9_007_199_254_740_991.0;

impl Lowering<'_> {
    fn refused(&self, ty: Type, value: &Value) -> Stop {
        Stop::expected(self.table.expected(ty), self.shown(value))
    }

    fn shown(&self, value: &Value) -> String {
        let words = &self.table.descriptors.words;
        shown(value, words.longest_value as usize)
    }

    /// A member: `undefined` is as good as none.
    fn shown_member(&self, value: &Value) -> String {
        if value.is_undefined() { self.table.descriptors.words.nothing.clone() } else { self.shown(value) }
    }

    /// Lowers a value of a type.
    pub(crate) fn value(&mut self, ty: Type, value: &Value, out: &mut impl Target) -> Result<(), Stop> {
        let table = self.table;
        let layout = &table.types[ty];
        match &layout.parts {
            Parts::Bool => match value.as_bool() {
                Some(value) => out.scalar(1, u64::from(value)),
                None => return Err(self.refused(ty, value)),
            },
            Parts::Integer { size, signed } => match integer(value, *size, *signed) {
                Some(bits) => out.scalar(*size, bits),
                None => return Err(self.refused(ty, value)),
            },
            Parts::F32 => match value.as_number().map(single) {
                Some(Some(number)) => out.scalar(4, number.to_bits().into()),
                _ => return Err(self.refused(ty, value)),
            },
            Parts::F64 => match value.as_number() {
                Some(number) => out.scalar(8, number.to_bits()),
                None => return Err(self.refused(ty, value)),
            },
            Parts::Char => {
                let bytes = if value.is_string() { Some(value.to_bytes()?) } else { None };
                let mut characters = bytes.as_ref().and_then(Bytes::text).map(str::chars);
                let first = characters.as_mut().and_then(Iterator::next);
                match (first, characters.as_mut().and_then(Iterator::next)) {
                    (Some(character), None) => out.scalar(4, u32::from(character).into()),
                    _ => return Err(self.refused(ty, value)),
                }
            }
            Parts::String => {
                if !value.is_string() {
                    return Err(self.refused(ty, value));
                }
                let bytes = value.to_bytes()?;
                let Some(text) = bytes.text() else {
                    let words = &table.descriptors.words;
                    return Err(Stop::expected(words.well_formed.as_str(), self.shown(value)));
                };
                let (start, length) = (text.as_ptr().expose_provenance(), text.len());
                self.texts.push(bytes);
                pair(out, start, length);
            }
            Parts::List(item) => self.list(ty, *item, value, out)?,
            Parts::Option(some) => {
                let entered = out.enter(layout.align);
                let given = !value.is_undefined() && !value.is_null();
                out.scalar(1, u64::from(given));
                if given {
                    out.payload(entered, layout.payload);
                    self.value(*some, value, out)?;
                }
                out.leave(entered, layout.size, layout.flat);
            }
            Parts::Result(halves) => {
                let kind = self.kind(ty, value)?;
                let Some(case) = position(&kind, ["ok", "err"].into_iter())? else {
                    return Err(self.refused(ty, value));
                };
                self.case(ty, case, halves[case], value, false, out)?;
            }
            Parts::Tuple(items) => {
                let length = if value.is_array() { Some(value.length()?) } else { None };
                if length != i64::try_from(items.len()).ok() {
                    let got = length.map_or_else(|| self.shown(value), |length| length.to_string());
                    return Err(Stop::expected(table.expected(ty), got));
                }
                let entered = out.enter(layout.align);
                for (at, item) in (0u32..).zip(items) {
                    let place = || format!("[{at}]");
                    self.value(*item, &value.get_index(at)?, out).map_err(|stop| stop.inside(place))?;
                }
                out.leave(entered, layout.size, layout.flat);
            }
            Parts::Record(record) => {
                if !value.is_object() || value.is_function() {
                    return Err(self.refused(ty, value));
                }
                self.record(record, ty, value, false, out)?;
            }
            Parts::Variant(cases) => {
                let kind = self.kind(ty, value)?;
                let words = || cases.iter().map(|case| case.member.text.as_str());
                let Some(case) = position(&kind, words())? else {
                    let names = listed(words());
                    let expected = match cases.len() {
                        1 => names,
                        _ => table.descriptors.words.one_of.replace("{names}", &names),
                    };
                    return Err(Stop::expected(expected, self.shown_member(&kind)).inside(|| ".kind".to_owned()));
                };
                self.case(ty, case, cases[case].payload, value, true, out)?;
            }
            Parts::Enum(words) => match position(value, words.iter().map(|word| word.text.as_str()))? {
                Some(at) => out.scalar(layout.case_size, at as u64),
                None => return Err(self.refused(ty, value)),
            },
            Parts::Flags(bits) => {
                if !value.is_object() || value.is_function() {
                    return Err(self.refused(ty, value));
                }
                known(value, bits, None)?;
                let mut set = 0u64;
                for (at, bit) in bits.iter().enumerate() {
                    let given = member(value, bit)?;
                    match given.as_bool() {
                        Some(given) => set |= u64::from(given) << at,
                        None if given.is_undefined() => {}
                        None => {
                            let place = || format!(".{}", bit.text);
                            return Err(Stop::expected(table.descriptors.words.boolean.as_str(), self.shown(&given))
                                .inside(place));
                        }
                    }
                }
                out.scalar(layout.size, set);
            }
            Parts::Patch { keep, empty, set, value: payload } => {
                let case = if value.is_undefined() {
                    *keep
                } else if value.is_null() {
                    *empty
                } else {
                    *set
                };
                let entered = out.enter(layout.align);
                out.scalar(layout.case_size, case as u64);
                if let Some(payload) = payload
                    && case == *set
                {
                    out.payload(entered, layout.payload);
                    self.value(*payload, value, out)?;
                }
                out.leave(entered, layout.size, layout.flat);
            }
        }
        Ok(())
    }

    /// An argument or a field that may be left out.
    pub(crate) fn optional(
        &mut self,
        ty: Type,
        left_out: bool,
        value: &Value,
        out: &mut impl Target,
    ) -> Result<(), Stop> {
        if left_out && value.is_undefined() {
            // Only lists are marked so, and an empty one has no address to speak of.
            pair(out, 8, 0);
            return Ok(());
        }
        self.value(ty, value, out)
    }

    /// What is missing where a member or an argument has to be: anything of the type but `undefined`.
    pub(crate) fn missing(&self, stop: Stop, ty: Type, value: &Value) -> Stop {
        match stop {
            Stop::Misfit(_) if value.is_undefined() => {
                Stop::expected(self.table.expected(ty), self.table.descriptors.words.nothing.as_str())
            }
            stop => stop,
        }
    }

    /// The fields of a record; with a `kind` beside them they are what a case carries.
    fn record(
        &mut self,
        record: &Record,
        ty: Type,
        value: &Value,
        has_kind: bool,
        out: &mut impl Target,
    ) -> Result<(), Stop> {
        let table = self.table;
        let layout = &table.types[ty];
        known(value, &record.names, has_kind.then_some(&table.kind))?;
        let entered = out.enter(layout.align);
        for field in &record.fields {
            if field.spread {
                self.spread(field.ty, value, out)?;
                continue;
            }
            let given = member(value, &field.member)?;
            let lowered = self.optional(field.ty, field.left_out, &given, out);
            lowered
                .map_err(|stop| self.missing(stop, field.ty, &given).inside(|| format!(".{}", field.member.text)))?;
        }
        out.leave(entered, layout.size, layout.flat);
        Ok(())
    }

    /// A variant whose cases stand beside the members of its record, exactly one of them given.
    fn spread(&mut self, ty: Type, value: &Value, out: &mut impl Target) -> Result<(), Stop> {
        let table = self.table;
        let layout = &table.types[ty];
        let Parts::Variant(cases) = &layout.parts else { return Err(Stop::expected(table.expected(ty), "")) };
        let mut found = None;
        let refused = |got: &str| {
            let words = &table.descriptors.words;
            let names = listed(cases.iter().map(|case| case.member.text.as_str()));
            Stop::expected(words.exactly_one.replace("{names}", &names), got)
        };
        for (at, case) in cases.iter().enumerate() {
            let given = member(value, &case.member)?;
            if given.is_undefined() {
                continue;
            }
            if found.is_some() {
                return Err(refused(&table.descriptors.words.several));
            }
            found = Some((at, case, given));
        }
        let Some((at, case, given)) = found else { return Err(refused(&table.descriptors.words.none)) };
        let entered = out.enter(layout.align);
        out.scalar(layout.case_size, at as u64);
        if let Some(payload) = case.payload {
            out.payload(entered, layout.payload);
            let place = || format!(".{}", case.member.text);
            self.value(payload, &given, out).map_err(|stop| stop.inside(place))?;
        }
        out.leave(entered, layout.size, layout.flat);
        Ok(())
    }

    /// The `kind` of a union, whatever it is.
    fn kind(&self, ty: Type, value: &Value) -> Result<Value, Stop> {
        if !value.is_object() || value.is_function() {
            return Err(self.refused(ty, value));
        }
        Ok(member(value, &self.table.kind)?)
    }

    /// A case of a union or a half of a result: a record's fields beside `kind` if it is flat, else a `value`.
    fn case(
        &mut self,
        ty: Type,
        case: usize,
        payload: Option<Type>,
        value: &Value,
        flat: bool,
        out: &mut impl Target,
    ) -> Result<(), Stop> {
        let table = self.table;
        let layout = &table.types[ty];
        let entered = out.enter(layout.align);
        out.scalar(layout.case_size, case as u64);
        match payload {
            None => known(value, &[], Some(&table.kind))?,
            Some(payload) => {
                out.payload(entered, layout.payload);
                match &table.types[payload].parts {
                    Parts::Record(record) if flat => self.record(record, payload, value, true, out)?,
                    _ => {
                        known(value, std::slice::from_ref(&table.value), Some(&table.kind))?;
                        let given = member(value, &table.value)?;
                        self.value(payload, &given, out)
                            .map_err(|stop| self.missing(stop, payload, &given).inside(|| ".value".to_owned()))?;
                    }
                }
            }
        }
        out.leave(entered, layout.size, layout.flat);
        Ok(())
    }

    fn list(&mut self, ty: Type, item: Type, value: &Value, out: &mut impl Target) -> Result<(), Stop> {
        let table = self.table;
        let of = &table.types[item];
        if let Some(kind) = value.typed_array()
            && is_laid_out_as(kind, &of.parts)
        {
            let (mut start, mut length) = (0, 0);
            value.copy_typed_array(|size| {
                (start, length) = (take(of.align, size)?, size);
                Ok(memory::place(start))
            })?;
            pair(out, start, length / of.size);
            return Ok(());
        }
        if !value.is_array() && (value.typed_array().is_none() || !is_number(&of.parts)) {
            return Err(self.refused(ty, value));
        }
        let length = u32::try_from(value.length()?).map_err(|_| out_of_memory())?;
        // The first item is looked at before memory is asked for: a list of nothing may be long.
        let mut first = if length == 0 { None } else { Some(value.get_index(0)?) };
        let mut memory = Memory { at: 0 };
        let mut start = None;
        for at in 0..length {
            let given = match first.take() {
                Some(first) => first,
                None => value.get_index(at)?,
            };
            if given.is_undefined() && !matches!(of.parts, Parts::Option(_) | Parts::Patch { .. }) {
                return Err(Stop::expected(table.expected(item), self.shown(&given)).inside(|| format!("[{at}]")));
            }
            if start.is_none() {
                let size = of.size.checked_mul(length as usize).ok_or_else(out_of_memory)?;
                memory.at = take(of.align, size)?;
                start = Some(memory.at);
            }
            self.value(item, &given, &mut memory).map_err(|stop| stop.inside(|| format!("[{at}]")))?;
        }
        pair(out, start.unwrap_or(8), length as usize);
        Ok(())
    }
}

/// Which of several words a value is, if it is one.
fn position<'a>(value: &Value, mut words: impl Iterator<Item = &'a str>) -> Outcome<Option<usize>> {
    if !value.is_string() {
        return Ok(None);
    }
    let bytes = value.to_bytes()?;
    Ok(bytes.text().and_then(|text| words.position(|word| word == text)))
}

/// Memory for what is lowered.
pub(crate) fn take(align: usize, size: usize) -> Outcome<usize> {
    memory::take(align, size).ok_or_else(out_of_memory)
}

/// An address and a length.
fn pair(out: &mut impl Target, start: usize, length: usize) {
    out.scalar(4, start as u64);
    out.scalar(4, length as u64);
}

/// A member of an object, where it is not one that every object inherits.
pub(crate) fn member(value: &Value, member: &Member) -> Outcome<Value> {
    if member.inherited && !value.has_own(member.atom)? {
        return Ok(Value::UNDEFINED);
    }
    value.get(member.atom)
}

/// Refuses an object with other members than these.
pub(crate) fn known(value: &Value, names: &[Member], also: Option<&Member>) -> Result<(), Stop> {
    let mut unknown = None;
    value.each_own_name(|name| {
        let known = also.is_some_and(|also| also.atom == name) || names.iter().any(|member| member.atom == name);
        if !known {
            unknown = Some(name);
        }
        known
    })?;
    match unknown {
        None => Ok(()),
        Some(name) => {
            let known = also.into_iter().chain(names).map(|member| member.text.as_str());
            Err(Stop::unknown(&name.to_value()?.to_text()?, known))
        }
    }
}

/// The bits of an integer, if the value is one that so many bytes hold.
fn integer(value: &Value, size: usize, signed: bool) -> Option<u64> {
    let exact = match value.as_small_integer() {
        Some(small) => i64::from(small),
        None => {
            let number = value.as_number()?;
            if number.trunc() != number || number.abs() > MOST {
                return None;
            }
            #[expect(clippy::cast_possible_truncation, reason = "it is an integer of 53 bits")]
            {
                number as i64
            }
        }
    };
    let bits = size as u32 * 8;
    let (low, high) = match (signed, bits) {
        (true, 64) | (false, 64) => (if signed { i64::MIN } else { 0 }, i64::MAX),
        (true, bits) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        (false, bits) => (0, (1 << bits) - 1),
    };
    // A negative number of fewer than 32 bits fills its register; in memory only its low bytes are written.
    let register = if bits < 64 { 0xffff_ffff } else { u64::MAX };
    (low..=high).contains(&exact).then_some(exact.cast_unsigned() & register)
}

/// A number of 32 bits, unless a finite one becomes infinite.
fn single(number: f64) -> Option<f32> {
    #[expect(clippy::cast_possible_truncation, reason = "the nearest is what is asked for")]
    let single = number as f32;
    (single.is_finite() || !number.is_finite()).then_some(single)
}

/// Whether a typed array holds its items as memory does.
fn is_laid_out_as(kind: q::JSTypedArrayEnum, item: &Parts) -> bool {
    use q::{
        JSTypedArrayEnum_JS_TYPED_ARRAY_FLOAT32 as FLOAT32, JSTypedArrayEnum_JS_TYPED_ARRAY_FLOAT64 as FLOAT64,
        JSTypedArrayEnum_JS_TYPED_ARRAY_INT8 as INT8, JSTypedArrayEnum_JS_TYPED_ARRAY_INT16 as INT16,
        JSTypedArrayEnum_JS_TYPED_ARRAY_INT32 as INT32, JSTypedArrayEnum_JS_TYPED_ARRAY_UINT8 as UINT8,
        JSTypedArrayEnum_JS_TYPED_ARRAY_UINT8C as UINT8C, JSTypedArrayEnum_JS_TYPED_ARRAY_UINT16 as UINT16,
        JSTypedArrayEnum_JS_TYPED_ARRAY_UINT32 as UINT32,
    };
    match item {
        Parts::Integer { size: 1, signed: false } => kind == UINT8 || kind == UINT8C,
        Parts::Integer { size: 1, signed: true } => kind == INT8,
        Parts::Integer { size: 2, signed: false } => kind == UINT16,
        Parts::Integer { size: 2, signed: true } => kind == INT16,
        Parts::Integer { size: 4, signed: false } => kind == UINT32,
        Parts::Integer { size: 4, signed: true } => kind == INT32,
        Parts::F32 => kind == FLOAT32,
        Parts::F64 => kind == FLOAT64,
        _ => false,
    }
}

fn is_number(parts: &Parts) -> bool {
    matches!(parts, Parts::Integer { .. } | Parts::F32 | Parts::F64)
}
