// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! The arguments of a call as the core values WebAssembly has.

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

    /// Adds a start and a length.
    pub(crate) fn push_pair(&mut self, start: *const u8, length: usize) {
        self.push(start.expose_provenance() as u64);
        self.push(length as u64);
    }

    /// Adds what stands for one of several cases: its tag, what it carries, and zeros up to
    /// `length` core values.
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
