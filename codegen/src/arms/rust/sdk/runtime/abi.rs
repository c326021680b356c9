//! How values cross the membrane in a component: the canonical ABI of the component model, for 32-bit memory.
//!
//! What is done to memory by hand is done here. The macros give the table's types and calls their form; every offset
//! follows from the order of the members, so nothing has to agree with anything written elsewhere.

#![allow(dead_code, unused_imports, unused_macros, reason = "a table need not have every kind of type")]

use std::{
    alloc::{Layout, alloc, dealloc, handle_alloc_error, realloc},
    ptr,
};

/// How the values of a type lie in memory and among the arguments of a call.
pub(crate) trait Shape {
    /// Bytes in memory; a multiple of [`Self::ALIGN`].
    const SIZE: usize;
    /// 1, 2, 4 or 8.
    const ALIGN: usize;
    /// Core values among the arguments of a call.
    const FLAT: usize;
}

/// A type whose values can be taken from the host.
pub(crate) trait Lift: Shape + Sized {
    /// Takes the value at `at`.
    ///
    /// # Safety
    ///
    /// `at` is aligned to [`Shape::ALIGN`] and points to a value of this type that the host lowered there. What the
    /// value points to came from [`cabi_realloc`] and becomes the result's, so a value is taken once.
    unsafe fn lift(at: *const u8) -> Self;

    /// Takes `length` values that stand one after the other.
    ///
    /// # Safety
    ///
    /// What [`Self::lift`] asks holds for each of them, and `items` itself came from [`cabi_realloc`], unless `length`
    /// is 0.
    unsafe fn lift_list(items: *mut u8, length: usize) -> Vec<Self> {
        // SAFETY: item `index` stands `index` sizes in, which is a multiple of the alignment.
        let list = (0..length).map(|index| unsafe { Self::lift(items.add(index * Self::SIZE)) }).collect();
        if length > 0 {
            // SAFETY: the host asked for exactly this memory; its items have all been taken.
            unsafe { dealloc(items, Layout::from_size_align_unchecked(length * Self::SIZE, Self::ALIGN)) };
        }
        list
    }
}

/// A type whose values can be given to the host.
pub(crate) trait Lower: Shape {
    /// Adds the value to the arguments of a call, as exactly [`Shape::FLAT`] core values.
    fn flat(&self, arguments: &mut Arguments);

    /// Writes the value to `at`.
    ///
    /// # Safety
    ///
    /// `at` is aligned to [`Shape::ALIGN`] and [`Shape::SIZE`] bytes may be written there.
    unsafe fn store(&self, at: *mut u8, arguments: &mut Arguments);

    /// Where the items stand one after the other, until the call has returned.
    fn list(items: &[Self], arguments: &mut Arguments) -> *const u8
    where
        Self: Sized,
    {
        let start = arguments.room(items.len().saturating_mul(Self::SIZE));
        for (index, item) in items.iter().enumerate() {
            // SAFETY: there is room for every item, and item `index` stands `index` sizes in.
            unsafe { item.store(start.add(index * Self::SIZE), arguments) };
        }
        start
    }
}

/// A call has at most this many core arguments; more go through memory.
pub(crate) const MOST: usize = 16;

/// The arguments of one call, and the memory they point to until it has returned.
pub(crate) struct Arguments {
    /// Core values by their bits; what no one wrote is zero.
    slots: [u64; MOST],
    next: usize,
    rooms: Vec<Vec<u64>>,
}

impl Arguments {
    pub(crate) fn new() -> Self {
        Self { slots: [0; MOST], next: 0, rooms: Vec::new() }
    }

    /// Adds a core value. One too many is dropped; a call with more goes through memory.
    pub(crate) fn push(&mut self, bits: impl Into<u64>) {
        if let Some(slot) = self.slots.get_mut(self.next) {
            *slot = bits.into();
        }
        self.next += 1;
    }

    fn push_pair(&mut self, start: *const u8, length: usize) {
        self.push(start.expose_provenance() as u64);
        self.push(length as u64);
    }

    /// Adds what stands for one of several cases: its tag, what it carries, and zeros up to `length` core values.
    pub(crate) fn push_case(&mut self, length: usize, tag: u32, payload: impl FnOnce(&mut Self)) {
        let end = self.next + length;
        self.push(tag);
        payload(self);
        self.next = end;
    }

    /// Goes back to the first core value.
    pub(crate) fn rewind(&mut self) {
        self.next = 0;
    }

    /// The next core value.
    pub(crate) fn take<T: Core>(&mut self) -> T {
        let bits = self.slots.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        T::from_bits(bits)
    }

    /// Memory for `size` bytes, aligned to 8, which is the most any type asks for.
    pub(crate) fn room(&mut self, size: usize) -> *mut u8 {
        let mut room = vec![0_u64; size.div_ceil(8)];
        let start = room.as_mut_ptr().cast();
        self.rooms.push(room);
        start
    }
}

/// A core value of WebAssembly.
pub(crate) trait Core {
    fn from_bits(bits: u64) -> Self;
}

#[expect(clippy::cast_possible_truncation, reason = "the upper half of a slot of 32 bits is zero")]
mod core_values {
    use super::Core;

    impl Core for u32 {
        fn from_bits(bits: u64) -> Self {
            bits as u32
        }
    }

    impl Core for u64 {
        fn from_bits(bits: u64) -> Self {
            bits
        }
    }

    impl Core for f32 {
        fn from_bits(bits: u64) -> Self {
            f32::from_bits(bits as u32)
        }
    }

    impl Core for f64 {
        fn from_bits(bits: u64) -> Self {
            f64::from_bits(bits)
        }
    }
}

/// The memory the host takes for what it hands over.
///
/// # Safety
///
/// As the canonical ABI calls it: `align` is a power of two, the sizes rounded up to it fit memory, and `old` is what
/// an earlier call gave for `old_size` and `align`, unless `old_size` is 0.
#[unsafe(export_name = "cabi_realloc")]
unsafe extern "C" fn cabi_realloc(old: *mut u8, old_size: usize, align: usize, new_size: usize) -> *mut u8 {
    if new_size == 0 {
        return ptr::without_provenance_mut(align);
    }
    // SAFETY: sizes and alignment are a layout's by what this function asks; a size of 0 never reaches the allocator.
    unsafe {
        let layout = Layout::from_size_align_unchecked(new_size, align);
        let new = if old_size == 0 {
            alloc(layout)
        } else {
            realloc(old, Layout::from_size_align_unchecked(old_size, align), new_size)
        };
        if new.is_null() {
            handle_alloc_error(layout);
        }
        new
    }
}

/// The next place from `end` on for a value of this type; moves `end` behind it.
pub(crate) const fn place<T: Shape>(end: &mut usize) -> usize {
    let at = end.next_multiple_of(T::ALIGN);
    *end = at + T::SIZE;
    at
}

/// The largest of some numbers; 0 for none.
pub(crate) const fn largest(numbers: &[usize]) -> usize {
    let mut largest = 0;
    let mut index = 0;
    while index < numbers.len() {
        if numbers[index] > largest {
            largest = numbers[index];
        }
        index += 1;
    }
    largest
}

/// Words of 8 bytes that hold a value of this type.
pub(crate) const fn words_for<T: Shape>() -> usize {
    T::SIZE.div_ceil(8)
}

/// Bytes of the tag that tells this many cases apart.
pub(crate) const fn tag_size(cases: usize) -> usize {
    match cases {
        0..=0x100 => 1,
        0x101..=0x1_0000 => 2,
        _ => 4,
    }
}

/// Reads a tag.
///
/// # Safety
///
/// `at` is aligned to `size`, which is 1, 2 or 4, and points to a tag of that size.
pub(crate) unsafe fn load_tag(at: *const u8, size: usize) -> u32 {
    // SAFETY: by what this function asks.
    unsafe {
        match size {
            1 => at.read().into(),
            2 => at.cast::<u16>().read().into(),
            _ => at.cast::<u32>().read(),
        }
    }
}

/// Writes a tag.
///
/// # Safety
///
/// `at` is aligned to `size`, which is 1, 2 or 4 and can hold the tag, and that many bytes may be written there.
#[expect(clippy::cast_possible_truncation, reason = "a tag fits its size")]
pub(crate) unsafe fn store_tag(at: *mut u8, size: usize, tag: u32) {
    // SAFETY: by what this function asks.
    unsafe {
        match size {
            1 => at.write(tag as u8),
            2 => at.cast::<u16>().write(tag as u16),
            _ => at.cast::<u32>().write(tag),
        }
    }
}

/// What a host that keeps to its types never sends.
#[cold]
pub(crate) fn no_case(tag: u32) -> ! {
    panic!("the host sent case {tag} of a type that has fewer")
}

macro_rules! number {
    ($($ty:ident: |$value:ident| $bits:expr;)+) => {$(
        impl Shape for $ty {
            const SIZE: usize = size_of::<$ty>();
            const ALIGN: usize = size_of::<$ty>();
            const FLAT: usize = 1;
        }

        impl Lift for $ty {
            unsafe fn lift(at: *const u8) -> Self {
                // SAFETY: `at` is aligned and points to a number of this type.
                unsafe { at.cast::<$ty>().read() }
            }

            unsafe fn lift_list(items: *mut u8, length: usize) -> Vec<Self> {
                if length == 0 {
                    return Vec::new();
                }
                // SAFETY: in memory a list of numbers is what a vector holds, and the host asked for exactly this much.
                unsafe { Vec::from_raw_parts(items.cast(), length, length) }
            }
        }

        impl Lower for $ty {
            fn flat(&self, arguments: &mut Arguments) {
                let $value = *self;
                arguments.push($bits);
            }

            unsafe fn store(&self, at: *mut u8, _: &mut Arguments) {
                // SAFETY: `at` is aligned and has room for a number of this type.
                unsafe { at.cast::<$ty>().write(*self) };
            }

            fn list(items: &[Self], _: &mut Arguments) -> *const u8 {
                items.as_ptr().cast()
            }
        }
    )+};
}

number! {
    u8: |value| u64::from(value);
    u16: |value| u64::from(value);
    u32: |value| u64::from(value);
    u64: |value| value;
    i8: |value| u64::from(i32::from(value).cast_unsigned());
    i16: |value| u64::from(i32::from(value).cast_unsigned());
    i32: |value| u64::from(value.cast_unsigned());
    i64: |value| value.cast_unsigned();
    f32: |value| u64::from(value.to_bits());
    f64: |value| value.to_bits();
}

impl Shape for bool {
    const SIZE: usize = 1;
    const ALIGN: usize = 1;
    const FLAT: usize = 1;
}

impl Lift for bool {
    unsafe fn lift(at: *const u8) -> Self {
        // SAFETY: `at` points to one byte.
        unsafe { at.read() != 0 }
    }
}

impl Lower for bool {
    fn flat(&self, arguments: &mut Arguments) {
        arguments.push(*self);
    }

    unsafe fn store(&self, at: *mut u8, _: &mut Arguments) {
        // SAFETY: `at` has room for one byte.
        unsafe { at.write((*self).into()) };
    }
}

impl Shape for char {
    const SIZE: usize = 4;
    const ALIGN: usize = 4;
    const FLAT: usize = 1;
}

impl Lift for char {
    unsafe fn lift(at: *const u8) -> Self {
        // SAFETY: `at` points to a scalar value of Unicode; the host sends no other as a character.
        unsafe { Self::from_u32_unchecked(at.cast::<u32>().read()) }
    }
}

impl Lower for char {
    fn flat(&self, arguments: &mut Arguments) {
        arguments.push(u32::from(*self));
    }

    unsafe fn store(&self, at: *mut u8, _: &mut Arguments) {
        // SAFETY: `at` is aligned and has room for 4 bytes.
        unsafe { at.cast::<u32>().write(u32::from(*self)) };
    }
}

impl Shape for () {
    const SIZE: usize = 0;
    const ALIGN: usize = 1;
    const FLAT: usize = 0;
}

impl Lift for () {
    unsafe fn lift(_: *const u8) -> Self {}
}

impl Lower for () {
    fn flat(&self, _: &mut Arguments) {}

    unsafe fn store(&self, _: *mut u8, _: &mut Arguments) {}
}

impl<T: Lower + ?Sized> Shape for &T {
    const SIZE: usize = T::SIZE;
    const ALIGN: usize = T::ALIGN;
    const FLAT: usize = T::FLAT;
}

impl<T: Lower + ?Sized> Lower for &T {
    fn flat(&self, arguments: &mut Arguments) {
        (**self).flat(arguments);
    }

    unsafe fn store(&self, at: *mut u8, arguments: &mut Arguments) {
        // SAFETY: passed on.
        unsafe { (**self).store(at, arguments) };
    }
}

/// A start and a length: how texts and lists lie in memory.
macro_rules! pair {
    (($($item:ident)?) $ty:ty) => {
        impl<$($item)?> Shape for $ty {
            const SIZE: usize = 8;
            const ALIGN: usize = 4;
            const FLAT: usize = 2;
        }
    };
}

pair!(() str);
pair!(() String);
pair!((T) [T]);
pair!((T) Vec<T>);

/// Reads a start and a length.
///
/// # Safety
///
/// `at` is aligned to 4 and points to two words.
unsafe fn load_pair(at: *const u8) -> (*mut u8, usize) {
    // SAFETY: by what this function asks.
    unsafe { (at.cast::<*mut u8>().read(), at.add(4).cast::<usize>().read()) }
}

/// Writes a start and a length.
///
/// # Safety
///
/// `at` is aligned to 4 and 8 bytes may be written there.
unsafe fn store_pair(at: *mut u8, start: *const u8, length: usize) {
    // SAFETY: by what this function asks.
    unsafe {
        at.cast::<*const u8>().write(start);
        at.add(4).cast::<usize>().write(length);
    }
}

impl Lower for str {
    fn flat(&self, arguments: &mut Arguments) {
        arguments.push_pair(self.as_ptr(), self.len());
    }

    unsafe fn store(&self, at: *mut u8, _: &mut Arguments) {
        // SAFETY: passed on.
        unsafe { store_pair(at, self.as_ptr(), self.len()) };
    }
}

impl Lower for String {
    fn flat(&self, arguments: &mut Arguments) {
        self.as_str().flat(arguments);
    }

    unsafe fn store(&self, at: *mut u8, arguments: &mut Arguments) {
        // SAFETY: passed on.
        unsafe { self.as_str().store(at, arguments) };
    }
}

impl Lift for String {
    unsafe fn lift(at: *const u8) -> Self {
        // SAFETY: `at` points to a start and a length. The host asked for exactly this memory and wrote UTF-8 to it.
        unsafe {
            let (start, length) = load_pair(at);
            if length == 0 { Self::new() } else { Self::from_raw_parts(start, length, length) }
        }
    }
}

impl<T: Lower> Lower for [T] {
    fn flat(&self, arguments: &mut Arguments) {
        let start = T::list(self, arguments);
        arguments.push_pair(start, self.len());
    }

    unsafe fn store(&self, at: *mut u8, arguments: &mut Arguments) {
        let start = T::list(self, arguments);
        // SAFETY: passed on.
        unsafe { store_pair(at, start, self.len()) };
    }
}

impl<T: Lower> Lower for Vec<T> {
    fn flat(&self, arguments: &mut Arguments) {
        self.as_slice().flat(arguments);
    }

    unsafe fn store(&self, at: *mut u8, arguments: &mut Arguments) {
        // SAFETY: passed on.
        unsafe { self.as_slice().store(at, arguments) };
    }
}

impl<T: Lift> Lift for Vec<T> {
    unsafe fn lift(at: *const u8) -> Self {
        // SAFETY: `at` points to a start and a length, which the host made a list of this type.
        unsafe {
            let (start, length) = load_pair(at);
            T::lift_list(start, length)
        }
    }
}

impl<T: Shape> Shape for Option<T> {
    const ALIGN: usize = T::ALIGN;
    const SIZE: usize = (T::ALIGN + T::SIZE).next_multiple_of(T::ALIGN);
    const FLAT: usize = 1 + T::FLAT;
}

impl<T: Lift> Lift for Option<T> {
    unsafe fn lift(at: *const u8) -> Self {
        // SAFETY: an option is a byte, and its value at the next place for one.
        unsafe { if at.read() == 0 { None } else { Some(T::lift(at.add(T::ALIGN))) } }
    }
}

impl<T: Lower> Lower for Option<T> {
    fn flat(&self, arguments: &mut Arguments) {
        arguments.push_case(Self::FLAT, self.is_some().into(), |arguments| {
            if let Some(value) = self {
                value.flat(arguments);
            }
        });
    }

    unsafe fn store(&self, at: *mut u8, arguments: &mut Arguments) {
        // SAFETY: an option is a byte, and its value at the next place for one.
        unsafe {
            at.write(self.is_some().into());
            if let Some(value) = self {
                value.store(at.add(T::ALIGN), arguments);
            }
        }
    }
}

impl<T: Shape, E: Shape> Shape for Result<T, E> {
    const ALIGN: usize = largest(&[T::ALIGN, E::ALIGN]);
    const SIZE: usize = (Self::ALIGN + largest(&[T::SIZE, E::SIZE])).next_multiple_of(Self::ALIGN);
    const FLAT: usize = 1 + largest(&[T::FLAT, E::FLAT]);
}

impl<T: Lift, E: Lift> Lift for Result<T, E> {
    unsafe fn lift(at: *const u8) -> Self {
        // SAFETY: a result is a byte, and what it carries at the next place for either.
        unsafe {
            let payload = at.add(Self::ALIGN);
            if at.read() == 0 { Ok(T::lift(payload)) } else { Err(E::lift(payload)) }
        }
    }
}

impl<T: Lower, E: Lower> Lower for Result<T, E> {
    fn flat(&self, arguments: &mut Arguments) {
        arguments.push_case(Self::FLAT, self.is_err().into(), |arguments| match self {
            Ok(value) => value.flat(arguments),
            Err(error) => error.flat(arguments),
        });
    }

    unsafe fn store(&self, at: *mut u8, arguments: &mut Arguments) {
        // SAFETY: a result is a byte, and what it carries at the next place for either.
        unsafe {
            at.write(self.is_err().into());
            let payload = at.add(Self::ALIGN);
            match self {
                Ok(value) => value.store(payload, arguments),
                Err(error) => error.store(payload, arguments),
            }
        }
    }
}

/// A record: its fields in order, each at the next place for its type.
macro_rules! record {
    ($name:ty { $($field:tt ($word:literal): $ty:ty),+ $(,)? }) => {
        $crate::membrane::abi::fields! { () $name { $($field: $ty),+ } }

        impl $crate::membrane::abi::Lift for $name {
            unsafe fn lift(at: *const u8) -> Self {
                let mut end = 0;
                // SAFETY: each field stands at the next place for its type.
                unsafe {
                    Self { $($field: {
                        let place = $crate::membrane::abi::place::<$ty>(&mut end);
                        <$ty as $crate::membrane::abi::Lift>::lift(at.add(place))
                    }),+ }
                }
            }
        }
    };
}

/// What a type with fields is but for taking it.
macro_rules! fields {
    (($($item:ident),*) $name:ty { $($field:tt: $ty:ty),+ }) => {
        impl<$($item: $crate::membrane::abi::Shape),*> $crate::membrane::abi::Shape for $name {
            const ALIGN: usize =
                $crate::membrane::abi::largest(&[$(<$ty as $crate::membrane::abi::Shape>::ALIGN),+]);
            const SIZE: usize = {
                let mut end = 0;
                $($crate::membrane::abi::place::<$ty>(&mut end);)+
                end.next_multiple_of(Self::ALIGN)
            };
            const FLAT: usize = 0 $(+ <$ty as $crate::membrane::abi::Shape>::FLAT)+;
        }

        impl<$($item: $crate::membrane::abi::Lower),*> $crate::membrane::abi::Lower for $name {
            fn flat(&self, arguments: &mut $crate::membrane::abi::Arguments) {
                $($crate::membrane::abi::Lower::flat(&self.$field, arguments);)+
            }

            unsafe fn store(&self, at: *mut u8, arguments: &mut $crate::membrane::abi::Arguments) {
                let mut end = 0;
                // SAFETY: each field stands at the next place for its type.
                unsafe {
                    $({
                        let place = $crate::membrane::abi::place::<$ty>(&mut end);
                        $crate::membrane::abi::Lower::store(&self.$field, at.add(place), arguments);
                    })+
                }
            }
        }
    };
}

macro_rules! tuple {
    ($($item:ident $field:tt),+) => {
        fields! { ($($item),+) ($($item,)+) { $($field: $item),+ } }

        impl<$($item: Lift),+> Lift for ($($item,)+) {
            unsafe fn lift(at: *const u8) -> Self {
                let mut end = 0;
                // SAFETY: each item stands at the next place for its type.
                unsafe { ($($item::lift(at.add(place::<$item>(&mut end))),)+) }
            }
        }
    };
}

/// A variant: the tag of a case, and what the case carries at the next place for any of them.
macro_rules! variant {
    ($name:ty { $($tag:literal => $case:ident $(($payload:ident: $ty:ty))? = $word:literal),+ $(,)? }) => {
        const _: () = {
            use $crate::membrane::abi::{Arguments, Lift, Lower, Shape, largest, load_tag, no_case, store_tag, tag_size};

            const TAG: usize = tag_size([$($tag),+].len());
            const PAYLOAD: usize = TAG.next_multiple_of(largest(&[1, $($(<$ty as Shape>::ALIGN,)?)+]));

            impl Shape for $name {
                const ALIGN: usize = largest(&[TAG, $($(<$ty as Shape>::ALIGN,)?)+]);
                const SIZE: usize =
                    (PAYLOAD + largest(&[0, $($(<$ty as Shape>::SIZE,)?)+])).next_multiple_of(Self::ALIGN);
                const FLAT: usize = 1 + largest(&[0, $($(<$ty as Shape>::FLAT,)?)+]);
            }

            impl Lift for $name {
                unsafe fn lift(at: *const u8) -> Self {
                    // SAFETY: a tag stands first, what its case carries at the payload's place.
                    unsafe {
                        match load_tag(at, TAG) {
                            $($tag => Self::$case $((<$ty as Lift>::lift(at.add(PAYLOAD))))?,)+
                            tag => no_case(tag),
                        }
                    }
                }
            }

            impl Lower for $name {
                fn flat(&self, arguments: &mut Arguments) {
                    match self {$(
                        Self::$case $(($payload))? => arguments.push_case(Self::FLAT, $tag, |_arguments| {
                            $(Lower::flat($payload, _arguments);)?
                        }),
                    )+}
                }

                unsafe fn store(&self, at: *mut u8, _arguments: &mut Arguments) {
                    // SAFETY: a tag stands first, what its case carries at the payload's place.
                    unsafe {
                        match self {$(
                            Self::$case $(($payload))? => {
                                store_tag(at, TAG, $tag);
                                $(Lower::store($payload, at.add(PAYLOAD), _arguments);)?
                            }
                        )+}
                    }
                }
            }
        };
    };
}

/// A change to an optional value crosses as any variant does.
macro_rules! patch {
    ($name:ty { $keep:literal => $($rest:tt)+ }) => {
        $crate::membrane::abi::variant! { $name { $keep => $($rest)+ } }
    };
}

/// An enum crosses as a variant whose cases carry nothing.
macro_rules! words {
    ($name:ty { $($rest:tt)+ }) => {
        $crate::membrane::abi::variant! { $name { $($rest)+ } }
    };
}

/// Flags: a bit each, from the lowest on.
macro_rules! bits {
    ($name:ty { $($word:literal),+ $(,)? }) => {
        const _: () = {
            use $crate::membrane::abi::{Arguments, Lift, Lower, Shape, load_tag, store_tag};

            const BYTES: usize = [$($word),+].len().div_ceil(8).next_power_of_two();

            impl Shape for $name {
                const SIZE: usize = BYTES;
                const ALIGN: usize = BYTES;
                const FLAT: usize = 1;
            }

            impl Lift for $name {
                unsafe fn lift(at: *const u8) -> Self {
                    // SAFETY: flags are an unsigned number of 1, 2 or 4 bytes.
                    Self::from_bits(unsafe { load_tag(at, BYTES) })
                }
            }

            impl Lower for $name {
                fn flat(&self, arguments: &mut Arguments) {
                    arguments.push(self.bits());
                }

                unsafe fn store(&self, at: *mut u8, _: &mut Arguments) {
                    // SAFETY: flags are an unsigned number of 1, 2 or 4 bytes, which holds all bits there are.
                    unsafe { store_tag(at, BYTES, self.bits()) };
                }
            }
        };
    };
}

/// A call: its arguments as core values, or `in memory` where they are more than [`MOST`]; its result in memory.
///
/// Within a function items stand before parameters, so none here may have a name that a parameter can have.
macro_rules! operation {
    (
        $id:literal, $interface:literal, $function:literal,
        fn $name:ident($($param:ident ($word:literal): $ty:ty),* $(,)?) -> $result:ty,
        ($($core:ty),*) $(,)?
    ) => {
        #[track_caller]
        pub(crate) fn $name($($param: $ty),*) -> Result<$result, $crate::membrane::ApiError> {
            use $crate::membrane::abi::{Arguments, Lift};

            type Answer = Result<$result, $crate::membrane::ApiError>;

            #[link(wasm_import_module = $interface)]
            unsafe extern "C" {
                #[link_name = $function]
                fn _import($(_: $core,)* answer: *mut u64);
            }

            let mut arguments = Arguments::new();
            $($crate::membrane::abi::Lower::flat(&$param, &mut arguments);)*
            arguments.rewind();
            let mut answer = [0_u64; $crate::membrane::abi::words_for::<Answer>()];
            // SAFETY: the core values are the arguments by the canonical ABI, and what they point to is kept until the
            // call has returned. The host lowers an answer to the room given it, once, and it is taken once.
            let answer = unsafe {
                _import($(arguments.take::<$core>(),)* answer.as_mut_ptr());
                <Answer as Lift>::lift(answer.as_ptr().cast())
            };
            $crate::program::noted(answer)
        }
    };
    (
        $id:literal, $interface:literal, $function:literal,
        fn $name:ident($($param:ident ($word:literal): $ty:ty),* $(,)?) -> $result:ty,
        in memory $(,)?
    ) => {
        #[track_caller]
        pub(crate) fn $name($($param: $ty),*) -> Result<$result, $crate::membrane::ApiError> {
            use $crate::membrane::abi::{Arguments, Lift};

            type Answer = Result<$result, $crate::membrane::ApiError>;

            #[link(wasm_import_module = $interface)]
            unsafe extern "C" {
                #[link_name = $function]
                fn _import(arguments: *const u8, answer: *mut u64);
            }

            let mut arguments = Arguments::new();
            let mut end = 0;
            $($crate::membrane::abi::place::<$ty>(&mut end);)*
            let start = arguments.room(end);
            let mut end = 0;
            // SAFETY: there is room for every argument, each at the next place for its type.
            unsafe {
                $(
                    let at = start.add($crate::membrane::abi::place::<$ty>(&mut end));
                    $crate::membrane::abi::Lower::store(&$param, at, &mut arguments);
                )*
            }
            let mut answer = [0_u64; $crate::membrane::abi::words_for::<Answer>()];
            // SAFETY: the arguments stand as in a record, and what they point to is kept until the call has returned.
            // The host lowers an answer to the room given it, once, and it is taken once.
            let answer = unsafe {
                _import(start, answer.as_mut_ptr());
                <Answer as Lift>::lift(answer.as_ptr().cast())
            };
            $crate::program::noted(answer)
        }
    };
}

pub(crate) use {bits, fields, operation, patch, record, variant, words};

tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
