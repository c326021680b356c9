//! Memory that values cross the membrane in: taken piece by piece, given back all at once when a call is over.
#![expect(unsafe_code, reason = "the canonical ABI speaks in addresses")]

use std::{
    alloc::{Layout, alloc, dealloc},
    cell::RefCell,
    ptr, slice,
};

/// The least that is asked of the allocator.
const CHUNK: usize = 64 << 10;

thread_local! {
    static ARENA: RefCell<Arena> = const { RefCell::new(Arena { chunks: Vec::new(), used: 0 }) };
}

struct Arena {
    /// Start and size of what was asked for; pieces come from the last.
    chunks: Vec<(usize, usize)>,
    /// How much of the last one is taken.
    used: usize,
}

/// How far memory was taken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    chunks: usize,
    used: usize,
}

impl Arena {
    fn take(&mut self, align: usize, size: usize) -> Option<usize> {
        if let Some((start, length)) = self.chunks.last() {
            let at = (start + self.used).checked_next_multiple_of(align)?;
            if at.checked_add(size)? <= start + length {
                self.used = at + size - start;
                return Some(at);
            }
        }
        let length = size.checked_add(align)?.max(CHUNK);
        self.chunks.try_reserve(1).ok()?;
        // SAFETY: the size is not zero.
        let start = unsafe { alloc(Self::layout(length)?) } as usize;
        if start == 0 {
            return None;
        }
        self.chunks.push((start, length));
        let at = start.next_multiple_of(align);
        self.used = at + size - start;
        Some(at)
    }

    /// Gives back a chunk that is no longer in the list.
    fn give_back(start: usize, length: usize) {
        if let Some(layout) = Self::layout(length) {
            // SAFETY: it was asked for with this layout.
            unsafe { dealloc(ptr::with_exposed_provenance_mut(start), layout) }
        }
    }

    fn layout(length: usize) -> Option<Layout> {
        Layout::from_size_align(length, 8).ok()
    }
}

/// Memory of this size and alignment, filled with anything; none where there is no more.
pub(crate) fn take(align: usize, size: usize) -> Option<usize> {
    ARENA.with_borrow_mut(|arena| arena.take(align, size))
}

/// How far memory is taken now.
pub(crate) fn mark() -> Mark {
    ARENA.with_borrow(|arena| Mark { chunks: arena.chunks.len(), used: arena.used })
}

/// Gives back what was taken since the mark. The first chunk stays.
pub(crate) fn release(mark: Mark) {
    ARENA.with_borrow_mut(|arena| {
        while arena.chunks.len() > mark.chunks.max(1) {
            if let Some((start, length)) = arena.chunks.pop() {
                Arena::give_back(start, length);
            }
        }
        arena.used = if mark.chunks == 0 { 0 } else { mark.used };
    });
}

/// Gives back all there is, and asks for the first chunk anew, so that it is part of the snapshot: what `init` was given is
/// looked at no more.
pub(crate) fn prepare() {
    ARENA.with_borrow_mut(|arena| {
        for (start, length) in arena.chunks.drain(..) {
            Arena::give_back(start, length);
        }
    });
    let mark = mark();
    take(1, 1);
    release(mark);
}

/// Writes the low bytes of a number.
///
/// `at` is an address that [`take`] gave, with room for `size` bytes after it.
pub(crate) fn write(at: usize, size: usize, bits: u64) {
    debug_assert!(size <= 8);
    // SAFETY: every caller writes within what it took; wasm is little-endian.
    unsafe { copy_number(bits.to_le_bytes().as_ptr(), ptr::with_exposed_provenance_mut(at), size) }
}

/// Reads a number of so many bytes.
///
/// `at` is an address that [`take`] gave and the host filled in.
pub(crate) fn read(at: usize, size: usize) -> u64 {
    let mut bytes = [0; 8];
    // SAFETY: every caller reads within what was taken; wasm is little-endian.
    unsafe { copy_number(ptr::with_exposed_provenance(at), bytes.as_mut_ptr(), size) }
    u64::from_le_bytes(bytes)
}

/// Copies the bytes of a number. Of a size that is known here it is a load and a store; of another it would be a bulk copy,
/// which is a call of the sandbox's.
///
/// # Safety
///
/// As for [`ptr::copy_nonoverlapping`].
unsafe fn copy_number(from: *const u8, to: *mut u8, size: usize) {
    // SAFETY: the caller's.
    unsafe {
        match size {
            1 => ptr::copy_nonoverlapping(from, to, 1),
            2 => ptr::copy_nonoverlapping(from, to, 2),
            4 => ptr::copy_nonoverlapping(from, to, 4),
            8 => ptr::copy_nonoverlapping(from, to, 8),
            _ => ptr::copy_nonoverlapping(from, to, size),
        }
    }
}

/// Bytes the host wrote.
///
/// The address and length are those of a list that the host lowered into memory that [`take`] gave; they are looked at
/// before it is released.
pub(crate) fn bytes<'a>(at: usize, length: usize) -> &'a [u8] {
    if length == 0 {
        return &[];
    }
    // SAFETY: see above.
    unsafe { slice::from_raw_parts(ptr::with_exposed_provenance(at), length) }
}

/// The text the host wrote: the canonical ABI makes sure that it is UTF-8.
pub(crate) fn text<'a>(at: usize, length: usize) -> &'a str {
    // SAFETY: the host validates strings when it lowers them.
    unsafe { str::from_utf8_unchecked(bytes(at, length)) }
}

/// A place as an address to copy to.
pub(crate) fn place(at: usize) -> *mut u8 {
    ptr::with_exposed_provenance_mut(at)
}

/// What the host asks for when it lowers a value.
#[unsafe(no_mangle)]
extern "C" fn cabi_realloc(old: usize, old_size: usize, align: usize, size: usize) -> usize {
    let Some(new) = take(align, size) else { std::process::abort() };
    if old != 0 {
        // SAFETY: the old memory came from here and is at least so long.
        unsafe { ptr::copy_nonoverlapping(place(old), place(new), old_size.min(size)) }
    }
    new
}
