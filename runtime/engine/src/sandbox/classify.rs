//! How a program's end is understood: by its code, by the ceilings it met, by what its guest told (spec: runtime, 5).

use wasmtime::Trap;
use wasmtime_wasi::I32Exit;

use super::{
    clock::TimeIsUp,
    feedback::{ErrorKind, Feedback, ProgramError},
    limits::{Limiter, Limits},
    report::{Failure, Outcome},
};
use crate::{arm::Arm, failure::ErrorCode, record::Fault, turn_error::TurnError};

/// What is known of a program that has been run.
pub(super) struct Ended<'a> {
    /// How its `run` came back.
    pub(super) result: wasmtime::Result<()>,
    pub(super) feedback: &'a Feedback,
    pub(super) limiter: &'a Limiter,
    pub(super) limits: &'a Limits,
    pub(super) arm: &'a dyn Arm,
    /// The modules there are, should it have asked for a name that is not known.
    pub(super) modules: &'a dyn Fn() -> Vec<&'static str>,
    /// What is kept of its standard error.
    pub(super) stderr: &'a str,
}

impl Ended<'_> {
    /// How the program ended. A ceiling is told as one, even where the program failed because of it.
    pub(super) fn outcome(&self) -> Outcome {
        let error = self.feedback.error.as_ref();
        match &self.result {
            Ok(()) if error.is_none() => Outcome::Completed,
            // Asked to go, the guest may exit with nothing else to tell.
            Err(died) if died.is::<I32Exit>() && error.is_none() && exit_status(died) == Some(0) => Outcome::Completed,
            result => Outcome::Failed(self.failure(error, result.as_ref().err())),
        }
    }

    fn failure(&self, error: Option<&ProgramError>, died: Option<&wasmtime::Error>) -> Failure {
        let location = error.and_then(|error| error.location.clone());
        if self.feedback.told_to_stop || died.is_some_and(wasmtime::Error::is::<TimeIsUp>) {
            let text = format!("The program was stopped: its {} of running time are used up.", seconds(self.limits));
            return Failure { location, ..Failure::new(TurnError::SandboxTimeout, text) };
        }
        if let Some(denied) = self.limiter.denied
            && error.map_or(died.is_some_and(is_abort), |error| self.says_out_of_memory(error))
        {
            let text = format!(
                "The program was stopped: it asked for {} of memory, and has {}.",
                size(denied),
                size(self.limits.memory)
            );
            return Failure { location, ..Failure::new(TurnError::SandboxOutOfMemory, text) };
        }
        match (error, died) {
            (Some(error), _) => self.uncaught(error),
            (None, Some(died)) => self.trap(died),
            // Not reached: a program without an error that came back has completed.
            (None, None) => Failure::new(TurnError::ProgramThrow, "The program failed without saying how."),
        }
    }

    fn says_out_of_memory(&self, error: &ProgramError) -> bool {
        error.code.is_none() && self.arm.says_out_of_memory(&error.message)
    }

    /// The code decides, and where there is none the guest's kind.
    fn uncaught(&self, error: &ProgramError) -> Failure {
        let kind = match (error.code, error.kind) {
            (Some(ErrorCode::Unavailable), _) | (None, ErrorKind::UnknownName) => TurnError::ProgramUnknownName,
            (Some(_), _) | (None, ErrorKind::ApiFailure) => TurnError::ProgramApiError,
            (None, ErrorKind::Other) => TurnError::ProgramThrow,
        };
        let unknown = error.code.is_none() && kind == TurnError::ProgramUnknownName;
        Failure {
            code: error.code,
            location: error.location.clone(),
            modules: if unknown { (self.modules)() } else { Vec::new() },
            ..Failure::new(kind, error.message.clone())
        }
    }

    fn trap(&self, died: &wasmtime::Error) -> Failure {
        let words = match (died.downcast_ref::<Trap>(), exit_status(died)) {
            (Some(Trap::StackOverflow), _) => "its stack of 4 MiB is used up".to_owned(),
            (Some(Trap::UnreachableCodeReached), _) => "it aborted".to_owned(),
            (Some(trap), _) => trap.to_string().trim_start_matches("wasm trap: ").to_owned(),
            (None, Some(status)) => format!("it exited with status {status}"),
            (None, None) => "it did something its sandbox does not allow".to_owned(),
        };
        let end = if self.stderr.is_empty() || self.stderr.ends_with('\n') { "" } else { "\n" };
        let text = format!("{}{end}The program died: {words}.", self.stderr);
        Failure { detail: Some(format!("{died:#}")), ..Failure::new(TurnError::SandboxTrap, text) }
    }
}

/// A defect of the host's own plumbing.
pub(super) fn fatal(text: impl Into<String>) -> Outcome {
    Outcome::Fatal(Fault { call: None, text: text.into() })
}

/// Whether the guest gave up by itself, which is what a runtime does that gets no memory.
fn is_abort(died: &wasmtime::Error) -> bool {
    matches!(
        died.downcast_ref::<Trap>(),
        Some(Trap::UnreachableCodeReached | Trap::MemoryOutOfBounds | Trap::AllocationTooLarge)
    ) || exit_status(died).is_some_and(|status| status != 0)
}

fn exit_status(died: &wasmtime::Error) -> Option<i32> {
    died.downcast_ref::<I32Exit>().map(|exit| exit.0)
}

fn seconds(limits: &Limits) -> String {
    format!("{} s", limits.time.as_secs_f64())
}

/// A number of bytes, in MiB where that is exact enough.
fn size(bytes: usize) -> String {
    if bytes >= 1 << 20 { format!("{} MiB", bytes.div_ceil(1 << 20)) } else { format!("{bytes} bytes") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::testing::Interpreter;

    fn error(kind: ErrorKind, code: Option<ErrorCode>, message: &str) -> Feedback {
        let location = Some("program.js:1:2".to_owned());
        let error = Some(ProgramError { kind, code, message: message.to_owned(), location });
        Feedback { error, ..Feedback::default() }
    }

    fn failure(feedback: &Feedback, denied: Option<usize>, result: wasmtime::Result<()>) -> Failure {
        let mut limiter = Limiter::new(0);
        limiter.denied = denied;
        let ended = Ended {
            result,
            feedback,
            limiter: &limiter,
            limits: &Limits::default(),
            arm: &Interpreter,
            modules: &|| vec!["gg.files"],
            stderr: "panicked\n",
        };
        match ended.outcome() {
            Outcome::Failed(failure) => failure,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_code_decides_before_the_guest() {
        for kind in [ErrorKind::ApiFailure, ErrorKind::UnknownName, ErrorKind::Other] {
            for code in ErrorCode::ALL {
                let expected = match code {
                    ErrorCode::Unavailable => TurnError::ProgramUnknownName,
                    _ => TurnError::ProgramApiError,
                };
                let failure = failure(&error(kind, Some(code), "text"), None, Ok(()));
                assert_eq!((failure.kind, failure.code, failure.text.as_str()), (expected, Some(code), "text"));
                assert!(failure.modules.is_empty(), "a call that is not held is not a name that is not known");
            }
        }
        for (kind, expected) in [
            (ErrorKind::ApiFailure, TurnError::ProgramApiError),
            (ErrorKind::UnknownName, TurnError::ProgramUnknownName),
            (ErrorKind::Other, TurnError::ProgramThrow),
        ] {
            let failure = failure(&error(kind, None, "text"), None, Ok(()));
            assert_eq!((failure.kind, failure.modules.is_empty()), (expected, kind != ErrorKind::UnknownName));
            assert_eq!(failure.location.as_deref(), Some("program.js:1:2"));
        }
    }

    #[test]
    fn a_ceiling_is_told_as_one() {
        let stopped = Feedback { told_to_stop: true, ..error(ErrorKind::Other, None, "interrupted") };
        for (feedback, result) in [(&stopped, Ok(())), (&Feedback::default(), Err(wasmtime::Error::from(TimeIsUp)))] {
            let failure = failure(feedback, None, result);
            assert_eq!(failure.kind, TurnError::SandboxTimeout);
            assert_eq!(failure.text, "The program was stopped: its 30 s of running time are used up.");
            assert_eq!(failure.location.is_some(), feedback.told_to_stop);
        }
        let throws = error(ErrorKind::Other, None, Interpreter::OUT_OF_MEMORY);
        let aborted = || Err(wasmtime::Error::from(Trap::UnreachableCodeReached));
        for (feedback, result) in [(&throws, Ok(())), (&Feedback::default(), aborted())] {
            let failure = failure(feedback, Some(300 << 20), result);
            assert_eq!(failure.kind, TurnError::SandboxOutOfMemory);
            assert_eq!(failure.text, "The program was stopped: it asked for 300 MiB of memory, and has 256 MiB.");
        }
        // Without a refusal of memory the same words are the program's own.
        assert_eq!(failure(&throws, None, Ok(())).kind, TurnError::ProgramThrow);
        assert_eq!(failure(&Feedback::default(), None, aborted()).kind, TurnError::SandboxTrap);
        let other = error(ErrorKind::Other, None, "another failure, later");
        assert_eq!(failure(&other, Some(300 << 20), Ok(())).kind, TurnError::ProgramThrow);
    }

    #[test]
    fn what_a_program_said_stands_before_its_trap() {
        for (died, words) in [
            (wasmtime::Error::from(Trap::UnreachableCodeReached), "it aborted"),
            (Trap::StackOverflow.into(), "its stack of 4 MiB is used up"),
            (Trap::IntegerDivisionByZero.into(), "integer divide by zero"),
            (I32Exit(3).into(), "it exited with status 3"),
            (wasmtime::Error::msg("/home/host/secret.rs"), "it did something its sandbox does not allow"),
        ] {
            let failure = failure(&Feedback::default(), None, Err(died));
            assert_eq!(failure.kind, TurnError::SandboxTrap);
            assert_eq!(failure.text, format!("panicked\nThe program died: {words}."));
        }
        // A failure that was carried up before the guest ended itself is the program's.
        let carried = error(ErrorKind::Other, None, "panicked at ..");
        assert_eq!(failure(&carried, None, Err(Trap::UnreachableCodeReached.into())).kind, TurnError::ProgramThrow);
    }
}
