// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! What a component exports, and what its runtime code tells the host.

use std::{panic, ptr};

use super::{ErrorCode, OPERATIONS};
use crate::program;

/// The functions of the interface for runtime code, and safe ways to them.
macro_rules! feedback {
    ($interface:literal) => {
        mod import {
            #[link(wasm_import_module = $interface)]
            unsafe extern "C" {
                pub(super) fn log(line: *const u8, length: usize);

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

                pub(super) safe fn now() -> u64;

                pub(super) safe fn random() -> u64;
            }
        }

        /// Keeps a line for the operator.
        pub(crate) fn log(line: &str) {
            // SAFETY: the text is there until the call has returned.
            unsafe { import::log(line.as_ptr(), line.len()) };
        }

        /// Hands up the failure that ended the program. The host keeps the first.
        pub(crate) fn report(
            code: Option<$crate::membrane::ErrorCode>,
            message: &str,
            location: &str,
        ) {
            let (has_code, code) = $crate::membrane::run::flat(code);
            let kind = if has_code == 1 { 0 } else { 2 };
            let has_location = u32::from(!location.is_empty());
            // SAFETY: the texts are there until the call has returned.
            unsafe {
                import::report_error(
                    kind,
                    has_code,
                    code,
                    message.as_ptr(),
                    message.len(),
                    has_location,
                    location.as_ptr(),
                    location.len(),
                );
            };
        }

        /// The host's clock: microseconds since the Unix epoch.
        pub(crate) fn now() -> u64 {
            import::now()
        }

        /// The host's random source.
        pub(crate) fn random() -> u64 {
            import::random()
        }
    };
}

pub(super) use feedback;

/// Whether there is a code, and its position.
pub(super) fn flat(code: Option<ErrorCode>) -> (u32, u32) {
    code.map_or((0, 0), |code| (1, code as u32))
}

unsafe extern "C" {
    /// The `main` that rustc makes of a program's.
    safe fn main(count: i32, arguments: *const *const u8) -> i32;
}

/// Runs the program. The component is the program, so the text and the modules it is given say
/// nothing new.
#[unsafe(export_name = "run")]
extern "C" fn run(_: u32, _: u32, _: u32, _: u32, _: u32, _: u32) {
    panic::set_hook(Box::new(program::panicked));
    if main(0, ptr::null()) != 0 {
        program::failed();
    }
}

/// Names the operations that are bound here, as the canonical ABI gives a list of texts back.
#[unsafe(export_name = "bound-operations")]
extern "C" fn bound_operations() -> *const [usize; 2] {
    let pair = |start: *const u8, length| [start.expose_provenance(), length];
    // The component ends after this call, so what it gives away is never taken back.
    let list: &'static [[usize; 2]] =
        OPERATIONS.iter().map(|id| pair(id.as_ptr(), id.len())).collect::<Vec<_>>().leak();
    Box::leak(Box::new(pair(list.as_ptr().cast(), list.len())))
}
