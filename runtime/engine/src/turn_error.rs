//! The taxonomy of turn errors: 23 types under 6 bases, as data (spec: runtime, 5.2).

use std::fmt;

use serde::{Serialize, Serializer};

use crate::arm::{Diagnosed, Toolchain};

macro_rules! turn_errors {
    ($($base:ident $base_word:literal $base_doc:literal { $($kind:ident $word:literal $doc:literal,)* })*) => {
        /// The base of a turn error.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Base {
            $(#[doc = $base_doc] $base,)*
        }

        /// The type of a turn error.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum TurnError {
            $($(#[doc = $doc] $kind,)*)*
        }

        impl Base {
            /// Every base.
            pub const ALL: &'static [Self] = &[$(Self::$base),*];

            /// The word a record has for it.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$base => $base_word,)*
                }
            }
        }

        impl TurnError {
            /// Every type, base by base.
            pub const ALL: &'static [Self] = &[$($(Self::$kind,)*)*];

            /// What it falls under.
            pub fn base(self) -> Base {
                match self {
                    $($(Self::$kind)|* => Base::$base,)*
                }
            }

            /// The word a record has for it.
            pub fn word(self) -> &'static str {
                match self {
                    $($(Self::$kind => $word,)*)*
                }
            }
        }
    };
}

turn_errors! {
    ModelApi "model_api" "The model could not be asked, or its answer could not be read." {
        ModelAuth "model_auth" "The provider refused the credentials.",
        ModelRejected "model_rejected" "The provider refused the request.",
        ModelRetryExhausted "model_retry_exhausted" "Every try failed.",
        ModelResponseLoop "model_response_loop" "The model repeated itself without end.",
        ModelVisionUnsupported "model_vision_unsupported" "The model takes no pictures.",
        ModelParse "model_parse" "The answer could not be read.",
        ModelTimeout "model_timeout" "The answer did not come in time.",
        ModelLengthCapped "model_length_capped" "The answer was cut by its bound.",
    }
    Transpile "transpile" "The compiler or checker rejected the program." {
        TranspileSyntax "transpile_syntax" "The program does not parse.",
        TranspileCompile "transpile_compile" "The program does not check.",
        TranspileUnsupported "transpile_unsupported" "The program uses what its arm refuses.",
    }
    Toolchain "toolchain" "A compiler could not finish; the program did not run." {
        ToolchainTimeout "toolchain_timeout" "A compiler ran out of time.",
        ToolchainCrash "toolchain_crash" "A compiler crashed.",
        ToolchainMissing "toolchain_missing" "A compiler was not there.",
    }
    ProgramFault "program_fault" "A failure the program did not catch." {
        ProgramApiError "program_api_error" "A call failed.",
        ProgramUnknownName "program_unknown_name" "A name is not known, or a call not held.",
        ProgramThrow "program_throw" "Any other failure.",
    }
    SandboxLimit "sandbox_limit" "The program met a ceiling of its sandbox." {
        SandboxTimeout "sandbox_timeout" "Its time was used up.",
        SandboxOutOfMemory "sandbox_out_of_memory" "Its memory was used up.",
        SandboxTrap "sandbox_trap" "It died the way its runtime kills it.",
    }
    MissingCompletion "missing_completion" "The reply did not deliver what was due." {
        MissingCompletionNoCall "missing_completion_no_call" "Wrapped form: there was no call to submit a program.",
        MissingCompletionCompaction "missing_completion_compaction" "A compaction was pending and not delivered.",
        MissingCompletionNoProgram "missing_completion_no_program" "There was no program in it.",
    }
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Serialize for TurnError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl Serialize for Base {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl From<Diagnosed> for TurnError {
    fn from(how: Diagnosed) -> Self {
        match how {
            Diagnosed::Syntax => Self::TranspileSyntax,
            Diagnosed::Compile => Self::TranspileCompile,
            Diagnosed::Unsupported => Self::TranspileUnsupported,
        }
    }
}

impl From<Toolchain> for TurnError {
    fn from(how: Toolchain) -> Self {
        match how {
            Toolchain::Timeout => Self::ToolchainTimeout,
            Toolchain::Crash => Self::ToolchainCrash,
            Toolchain::Missing => Self::ToolchainMissing,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn there_are_23_types_under_6_bases() {
        assert_eq!((TurnError::ALL.len(), Base::ALL.len()), (23, 6));
        let words: HashSet<_> = TurnError::ALL.iter().map(|error| error.word()).collect();
        assert_eq!(words.len(), 23);
        for error in TurnError::ALL {
            let stem = error.base().word().split('_').next().unwrap_or_default();
            assert!(error.word().starts_with(stem), "{error} of {:?}", error.base());
        }
    }
}
