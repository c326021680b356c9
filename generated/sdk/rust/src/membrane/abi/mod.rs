// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! How values cross the membrane in a component: the canonical ABI of the component model, for
//! 32-bit memory.
//!
//! What is done to memory by hand is done here. The macros give the table's types and calls their
//! form; every offset follows from the order of the members, so nothing has to agree with anything
//! written elsewhere.

#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "a table need not have every kind of type"
)]

mod arguments;
mod forms;
mod values;

use std::{
    alloc::{Layout, alloc, dealloc, handle_alloc_error, realloc},
    ptr,
};

use super::ApiError;

pub(crate) use arguments::{Arguments, Core, MOST};
pub(crate) use forms::{bits, fields, operation, patch, record, variant, words};

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
    /// `at` is aligned to [`Shape::ALIGN`] and points to a value of this type that the host lowered
    /// there. What the value points to came from [`cabi_realloc`] and becomes the result's, so
    /// a value is taken once.
    unsafe fn lift(at: *const u8) -> Self;

    /// Takes `length` values that stand one after the other.
    ///
    /// # Safety
    ///
    /// What [`Self::lift`] asks holds for each of them, and `items` itself came from
    /// [`cabi_realloc`], unless `length` is 0.
    unsafe fn lift_list(items: *mut u8, length: usize) -> Vec<Self> {
        // SAFETY: item `index` stands `index` sizes in, which is a multiple of the alignment.
        let list =
            (0..length).map(|index| unsafe { Self::lift(items.add(index * Self::SIZE)) }).collect();
        if length > 0 {
            // SAFETY: the host asked for exactly this memory; its items have all been taken.
            unsafe {
                dealloc(items, Layout::from_size_align_unchecked(length * Self::SIZE, Self::ALIGN))
            };
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

/// The memory the host takes for what it hands over.
///
/// # Safety
///
/// As the canonical ABI calls it: `align` is a power of two, the sizes rounded up to it fit memory,
/// and `old` is what an earlier call gave for `old_size` and `align`, unless `old_size` is 0.
#[unsafe(export_name = "cabi_realloc")]
unsafe extern "C" fn cabi_realloc(
    old: *mut u8,
    old_size: usize,
    align: usize,
    new_size: usize,
) -> *mut u8 {
    if new_size == 0 {
        return ptr::without_provenance_mut(align);
    }
    // SAFETY: sizes and alignment are a layout's by what this function asks; a size of 0 never
    // reaches the allocator.
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

/// Words of 8 bytes that hold the answer to a call which returns this type.
pub(crate) const fn answer_words<T: Shape>() -> usize {
    <Result<T, ApiError> as Shape>::SIZE.div_ceil(8)
}

/// Takes the answer to a call which returns this type.
///
/// # Safety
///
/// The host lowered such an answer there, and it is taken once.
pub(crate) unsafe fn take_answer<T: Lift>(answer: &[u64]) -> Result<T, ApiError> {
    // SAFETY: words of 8 bytes are aligned for every type; the rest is what this function asks.
    unsafe { Lift::lift(answer.as_ptr().cast()) }
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
/// `at` is aligned to `size`, which is 1, 2 or 4 and can hold the tag, and that many bytes may be
/// written there.
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
