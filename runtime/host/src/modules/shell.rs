//! The module `shell` (spec: operations, 8, card 1).

use std::time::{Duration, Instant};

use gg_engine::{Call, CallError};

use crate::{
    failure::{Cause, invalid, io, limit, required},
    host::Host,
    operations::shell::{Operations, ShellOutput},
    process::{Bounds, Command, End, run},
    work::aside,
};

/// Seconds a command may run when none are asked for.
const TIMEOUT: f64 = 120.0;
/// Seconds a command may run at most.
const MOST_TIMEOUT: f64 = 86_400.0;

impl Operations for Host {
    async fn shell(
        &mut self,
        call: &Call,
        command: String,
        timeout_secs: Option<f64>,
    ) -> Result<ShellOutput, CallError> {
        required(call, "command", &command)?;
        if command.contains('\0') {
            return Err(invalid(format!("`{}` holds a NUL character", call.param("command"))));
        }
        let asked = timeout_secs.unwrap_or(TIMEOUT);
        if !(asked.is_finite() && asked > 0.0) {
            let param = call.param("timeout-secs");
            return Err(invalid(format!("`{param}` is {asked}; it has to be a finite number above 0")));
        }
        let mut timeout = Duration::from_secs_f64(asked.min(MOST_TIMEOUT));
        if let Some(deadline) = self.settings.deadline {
            timeout = timeout.min(deadline.saturating_duration_since(Instant::now()));
        }
        let offload = self.settings.offload;
        let ended = run(Command {
            line: &command,
            folder: self.workspace.root(),
            input: &[],
            timeout,
            offload: offload.map(|_| self.settings.offload_folder.clone()),
        });
        let ended = ended.await.map_err(|error| io(format!("the command could not be run: {}", Cause(&error))))?;
        let End::Exited(exit_code) = ended.end else {
            let mut message = format!("the command was ended at its timeout of {} s", timeout.as_secs_f64());
            for path in ended.output.paths() {
                message.push_str(&format!("\nits output until then: {}", path.display()));
            }
            return Err(limit(message));
        };
        let bounds = Bounds {
            lines: offload.map(|offload| offload.max_lines as usize),
            characters: offload.map(|offload| offload.max_chars as usize),
        };
        let text = aside(move || ended.output.text(bounds)).await;
        let (output, truncated) =
            text.map_err(|error| io(format!("the output could not be kept: {}", Cause(&error))))?;
        Ok(ShellOutput { exit_code, output, truncated })
    }
}
