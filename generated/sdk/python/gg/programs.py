# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""List, read and run again the agent's earlier programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gg import _call, _check, _raw

__all__ = ["ProgramSummary", "history", "get", "rerun"]


@dataclass(frozen=True, slots=True)
class ProgramSummary:
    """The shape of an earlier program, without its source.

    Attributes:
        id: Its id, by which its source is read.
        turn: The turn it ran in.
        lines: Its number of lines.
        chars: Its number of characters.
        ok: Whether it ended without failing.
        error: What it failed with; absent when it did not.
    """

    id: str
    turn: int
    lines: int
    chars: int
    ok: bool
    error: str | None

    @_call.guarded("programs.get", "gg.programs.get", receivers=1)
    def get(self) -> str:
        """Returns the source of an earlier program.

        The same as `gg.programs.get`.
        """
        return get(self.id)


@_call.operation("programs.history", "gg.programs.history")
def history() -> list[ProgramSummary]:
    """Lists the agent's earlier programs, oldest first.

    Only the most recent ones are held, failed ones and ones that did not compile among them.
    The list has their shape; `gg.programs.get` returns a source.

    Returns:
        The programs still held.
    """
    _value = _raw.programs.history()
    return [_lift_program_summary(item) for item in _value]


@_call.operation("programs.get", "gg.programs.get")
def get(id: str) -> str:
    """Returns the source of an earlier program.

    Where a program handed over, it is the source that ran last. It goes to the program and is
    not shown in the window.

    Args:
        id: Id of the program, from gg's answer to it or from `gg.programs.history`.

    Returns:
        Its whole source.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The id is blank.
            - `NOT_FOUND`: No program of that id is held, or no longer; the message names those
              that are.
    """
    id = _check.string(id, "id")
    _result: str = _raw.programs.get(id)
    return _result


@_call.operation("programs.rerun", "gg.programs.rerun")
def rerun(source: str) -> None:
    """Runs another program in this turn, after this one has ended.

    Deferred: this program runs on to its end. If it fails, or declares an ending of the
    session, the other program does not run. What this program did stands; the turn's outcome is
    that of the last program. At most 4 programs run one after the other, this one included, and
    each can hand over once.

    The usual source is that of `gg.programs.get`, changed.

    Args:
        source: A whole program in the language of this one.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The source is blank.
            - `REFUSED`: This program has handed over already.
    """
    source = _check.string(source, "source")
    _raw.programs.rerun(source)


# How values of these types cross the membrane.


def _lift_program_summary(raw: Any) -> ProgramSummary:
    return ProgramSummary(raw.id, raw.turn, raw.lines, raw.chars, raw.ok, raw.error)
