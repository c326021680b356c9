//! What a program is made of besides its calls: how it fails, what it prints, its clock and its
//! random source.

use std::{
    cell::RefCell,
    error::Error,
    fmt::{self, Debug, Display, Formatter},
    panic::Location,
    time::Duration,
};

use crate::membrane::{ApiError, ErrorCode, runtime};

/// Why a program ended before its end: what its `main` returns.
///
/// It is made of any error by `?`, of words by [`message`], and keeps the place where that
/// happened; for a failed call, the place of the call. It is not itself an [`Error`], so that it
/// can be made of every one.
pub struct Failure {
    code: Option<ErrorCode>,
    message: String,
    location: &'static Location<'static>,
}

impl Failure {
    /// The code of the failed call that it is; none for any other failure.
    pub fn code(&self) -> Option<ErrorCode> {
        self.code
    }

    /// Where in the program it happened.
    pub fn location(&self) -> &'static Location<'static> {
        self.location
    }
}

impl<E: Into<Box<dyn Error>>> From<E> for Failure {
    #[track_caller]
    fn from(error: E) -> Self {
        let error = error.into();
        let call = error.downcast_ref::<ApiError>();
        let location = call.and_then(place_of).unwrap_or(Location::caller());
        Self { code: call.map(|error| error.code), message: error.to_string(), location }
    }
}

thread_local! {
    /// The last call that failed, and its place.
    static FAILED: RefCell<Option<(ApiError, &'static Location<'static>)>> =
        const { RefCell::new(None) };
}

/// Keeps the place of a call that failed, which an error handed on by functions of the program's
/// own would not have.
#[track_caller]
pub(crate) fn noted<T>(answer: Result<T, ApiError>) -> Result<T, ApiError> {
    if let Err(error) = &answer {
        FAILED.set(Some((error.clone(), Location::caller())));
    }
    answer
}

/// The place of the call that failed so, if it was the last.
fn place_of(error: &ApiError) -> Option<&'static Location<'static>> {
    FAILED.with_borrow(|failed| {
        failed.as_ref().filter(|(last, _)| last == error).map(|(_, place)| *place)
    })
}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Reads as the message and its place. The standard library formats an error that `main` returns
/// this way and no other, so this is also how the failure that ends a program is noted.
impl Debug for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        #[cfg(target_arch = "wasm32")]
        ending::note(self);
        write!(f, "{} ({})", self.message, self.location)
    }
}

/// A failure in words.
#[track_caller]
pub fn message(text: impl Into<String>) -> Failure {
    Failure { code: None, message: text.into(), location: Location::caller() }
}

/// Prints for the operator, a line at a time. The author of the program never sees it.
pub fn log(text: impl Display) {
    for line in text.to_string().split('\n') {
        runtime::log(line);
    }
}

/// The host's clock: what has passed since the Unix epoch. [`std::time`] has no clock here.
pub fn now() -> Duration {
    Duration::from_micros(runtime::now())
}

/// The next number of the host's random source.
pub fn random() -> u64 {
    runtime::random()
}

/// A text that names none of the words of an enum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownWord {
    /// The text.
    pub found: String,
    /// The words there are.
    pub expected: &'static [&'static str],
}

impl Display for UnknownWord {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is none of `{}`", self.found, self.expected.join("`, `"))
    }
}

impl Error for UnknownWord {}

/// What follows the message of a panic that the standard library's clocks caused.
#[cfg(target_arch = "wasm32")]
const CLOCK_HINT: &str = concat!("; ", module_path!(), "::now() gives the time");

#[cfg(target_arch = "wasm32")]
pub(crate) use ending::{failed, panicked};

/// How the end of a program reaches the host.
#[cfg(target_arch = "wasm32")]
mod ending {
    use std::{any::type_name, cell::RefCell, panic::PanicHookInfo};

    use super::{CLOCK_HINT, Failure};
    use crate::membrane::{ErrorCode, runtime};

    struct Noted {
        code: Option<ErrorCode>,
        message: String,
        location: String,
    }

    thread_local! {
        static LAST: RefCell<Option<Noted>> = const { RefCell::new(None) };
    }

    /// Keeps the failure in case it is the one the program ends with: the last one noted is.
    pub(super) fn note(failure: &Failure) {
        let Failure { code, message, location } = failure;
        LAST.set(Some(Noted {
            code: *code,
            message: message.clone(),
            location: location.to_string(),
        }));
    }

    /// `main` returned an error.
    pub(crate) fn failed() {
        match LAST.take() {
            Some(Noted { code, message, location }) => runtime::report(code, &message, &location),
            None => {
                let message =
                    format!("`main` returned an error that is not a {}", type_name::<Failure>());
                runtime::report(None, &message, "");
            }
        }
    }

    /// Whether a file is the program's or a module's. Others are nothing its author could look at.
    fn is_own(file: &str) -> bool {
        file == "program.rs" || file.starts_with("lib:")
    }

    /// The program panicked; it ends here.
    pub(crate) fn panicked(panic: &PanicHookInfo<'_>) {
        let text = panic.payload_as_str().unwrap_or("the program panicked");
        let hint =
            if text.contains("time not implemented on this platform") { CLOCK_HINT } else { "" };
        let location = panic.location().filter(|place| is_own(place.file()));
        let location = location.map(ToString::to_string).unwrap_or_default();
        runtime::report(None, &format!("{text}{hint}"), &location);
    }
}
