# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""Run a command line in the workspace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gg import _call, _check, _raw

__all__ = ["ShellOutput", "shell"]


@dataclass(frozen=True, slots=True)
class ShellOutput:
    """What a command left behind.

    Attributes:
        exit_code: The exit status; absent when a signal ended the process.
        output: Standard output, then standard error, joined by a newline when both exist; the
            tail when too long.
        truncated: Whether `output` is only the tail.
    """

    exit_code: int | None
    output: str
    truncated: bool


@_call.operation("shell.shell", "gg.shell.shell")
def shell(command: str, *, timeout_secs: float | None = None) -> ShellOutput:
    """Runs one command line and waits for it.

    It runs in the workspace. A process that ran is a success whatever its exit status, so check
    `ShellOutput.exit_code`. At the timeout the command is ended with everything it started.

    Only the tail of a long output is kept, at most 16384 bytes, and `ShellOutput.truncated` is
    set. The text may then name two files that hold all of standard output and of standard
    error; they can be read like files of the workspace.

    The output is not shown in the window; `gg.views.open_text` shows what matters of it.

    Args:
        command: A line for `sh -c`.
        timeout_secs: How many seconds it may run, above 0; 120 when left out. More than 86400,
            or more than the run has left, is lowered to that.

    Returns:
        The exit status and the output.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The command is blank, or the timeout is not a positive, finite
              number.
            - `REFUSED`: The command was blocked; the message says why.
            - `LIMIT_EXCEEDED`: The command was ended at its timeout: allow it more, or have it do
              less.
            - `IO_ERROR`: The command could not be started or waited for.
    """
    command = _check.string(command, "command")
    return _lift_shell_output(
        _raw.shell.shell(
            command,
            None if timeout_secs is None else _check.f64(timeout_secs, "timeout_secs"),
        ),
    )


# How values of these types cross the membrane.


def _lift_shell_output(raw: Any) -> ShellOutput:
    return ShellOutput(raw.exit_code, raw.output, raw.truncated)
