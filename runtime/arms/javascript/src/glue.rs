//! What the adapter of a table gives: its operations by number, and the membrane's private interface.
#![expect(unsafe_code, reason = "these are imports")]
// SAFETY, for every call in here: the adapter passes its arguments to the host, which reads `length` bytes at an
// address, or the slots, and keeps none of them.

mod raw {
    #[link(wasm_import_module = "gg_glue")]
    unsafe extern "C" {
        pub(super) fn call(operation: u32, slots: *mut u64);
        pub(super) fn log(line: *const u8, length: usize);
        #[link_name = "note-return"]
        pub(super) fn note_return();
        #[link_name = "report-deferred"]
        pub(super) fn report_deferred(note: *const u8, length: usize);
        #[link_name = "report-guard"]
        pub(super) fn report_guard(id: *const u8, id_length: usize, message: *const u8, length: usize);
        #[link_name = "report-error"]
        pub(super) fn report_error(
            kind: u32,
            has_code: u32,
            code: u32,
            message: *const u8,
            message_length: usize,
            has_location: u32,
            location: *const u8,
            location_length: usize,
        );
        #[link_name = "report-module-error"]
        pub(super) fn report_module_error(name: *const u8, name_length: usize, message: *const u8, length: usize);
        pub(super) fn now() -> u64;
        pub(super) fn random() -> u64;
        #[link_name = "should-stop"]
        pub(super) fn should_stop() -> u32;
    }
}

/// What a failure is, in the order of the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A call failed.
    ApiFailure,
    /// A name that nothing has.
    UnknownName,
    /// Anything else.
    Other,
}

/// The most slots a call has: its flat parameters, or one, and one for where the answer goes.
pub(crate) const SLOTS: usize = 17;

/// Calls an operation; its flat arguments stand in the slots.
pub(crate) fn call(operation: u32, slots: &mut [u64; SLOTS]) {
    unsafe { raw::call(operation, slots.as_mut_ptr()) }
}

/// Prints a line for the operator.
pub(crate) fn log(line: &str) {
    unsafe { raw::log(line.as_ptr(), line.len()) }
}

/// The program returned a value.
pub(crate) fn note_return() {
    unsafe { raw::note_return() }
}

/// A call was tried after the program ended.
pub(crate) fn report_deferred(note: &str) {
    unsafe { raw::report_deferred(note.as_ptr(), note.len()) }
}

/// An argument of an operation was refused.
pub(crate) fn report_guard(id: &str, message: &str) {
    unsafe { raw::report_guard(id.as_ptr(), id.len(), message.as_ptr(), message.len()) }
}

/// The failure nobody caught.
pub(crate) fn report_error(kind: Kind, code: Option<u32>, message: &str, location: Option<&str>) {
    let place = location.unwrap_or_default();
    unsafe {
        raw::report_error(
            kind as u32,
            u32::from(code.is_some()),
            code.unwrap_or(0),
            message.as_ptr(),
            message.len(),
            u32::from(location.is_some()),
            place.as_ptr(),
            place.len(),
        );
    }
}

/// A loaded module failed while it was evaluated.
pub(crate) fn report_module_error(name: &str, message: &str) {
    unsafe { raw::report_module_error(name.as_ptr(), name.len(), message.as_ptr(), message.len()) }
}

/// Microseconds since the epoch.
pub(crate) fn now() -> u64 {
    unsafe { raw::now() }
}

/// A number from the host's random source.
pub(crate) fn random() -> u64 {
    unsafe { raw::random() }
}

/// Whether the program must stop.
pub(crate) fn should_stop() -> bool {
    unsafe { raw::should_stop() != 0 }
}
