// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! The types of the language itself: numbers, texts, lists, options, results, tuples.

use super::{Arguments, Lift, Lower, Shape, fields, largest, place};

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
                // SAFETY: in memory a list of numbers is what a vector holds, and the host asked
                // for exactly this much.
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
pair!((T)[T]);
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
        // SAFETY: `at` points to a start and a length. The host asked for exactly this memory and
        // wrote UTF-8 to it.
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
