# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""The failure of a call, and types that several modules share.

Besides the failures its own documentation lists, any call can fail with:

- `unavailable`: this agent does not have the call, or what stands behind it is missing in this
  run;
- `limit-exceeded`: the time for the run is used up; only documentation, views other than of
  files, earlier programs and endings are served then;
- `refused`: not now, for one while the window waits to be compacted; the message names the call
  that is wanted;
- `invalid-argument`: an argument has the wrong shape or value; a required text must not be
  blank;
- `io-error`: reading, writing or starting something failed, or gg has a defect, which the
  message then says;
- `other`: none of these.
"""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import Any, Final, TypeAlias

from gg import _check, _raw

__all__ = ["Unchanged", "UNCHANGED", "ErrorCode", "ApiError", "TextEdit"]


class Unchanged(Enum):
    """The class of `UNCHANGED`."""

    UNCHANGED = "unchanged"

    def __repr__(self) -> str:
        return self.name


UNCHANGED: Final = Unchanged.UNCHANGED
"""What a change to a value says when it leaves the value as it is."""


class ErrorCode(StrEnum):
    """What class of failure it was; a program branches on it.

    Attributes:
        INVALID_ARGUMENT: The request is wrong as it stands; change the arguments.
        NOT_FOUND: Something the request names does not exist.
        CONFLICT: Well formed, but it clashes with how things stand (taken, not unique, a
            cycle, already returned).
        REFUSED: The host declines now, or for this holder.
        UNAVAILABLE: This agent does not have the call.
        LIMIT_EXCEEDED: A ceiling of size, count, depth or time was met.
        IO_ERROR: The world or gg failed, not the request.
        OTHER: None of the others.
    """

    INVALID_ARGUMENT = "invalid-argument"
    NOT_FOUND = "not-found"
    CONFLICT = "conflict"
    REFUSED = "refused"
    UNAVAILABLE = "unavailable"
    LIMIT_EXCEEDED = "limit-exceeded"
    IO_ERROR = "io-error"
    OTHER = "other"


class ApiError(Exception):
    """The failure of a call.

    Attributes:
        code: The class of the failure.
        operation: The operation's key: its id without the module.
        id: The operation's full id.
        message: What went wrong, for whoever wrote the program.
    """

    def __init__(
        self,
        code: ErrorCode,
        operation: str,
        id: str,
        message: str,
        *,
        call: str = "",
    ) -> None:
        super().__init__(code, operation, id, message)
        self.code = code
        self.operation = operation
        self.id = id
        self.message = message
        self._call = call or f"gg.{id}"

    def __str__(self) -> str:
        return f"{self._call} failed ({self.code}): {self.message}"


TextEdit: TypeAlias = str | None | Unchanged
"""A change to an optional text: leave it, remove it, or replace it.

- `UNCHANGED`: Leave it as it is.
- `None`: Make it absent.
- a value: Make it this text.
"""


# How values of these types cross the membrane.


def _lift_error_code(raw: Any) -> ErrorCode:
    return _WORDS_ERROR_CODE[raw._value_]


def _lift_api_error(raw: Any, call: str = "") -> ApiError:
    return ApiError(_lift_error_code(raw.code), raw.operation, raw.id, raw.message, call=call)


def _lower_text_edit(value: Any, at: str) -> Any:
    if value is UNCHANGED:
        return _raw.types.TextEdit_Keep()
    if value is None:
        return _raw.types.TextEdit_Clear()
    return _raw.types.TextEdit_Set(_check.string(value, at))


_WORDS_ERROR_CODE: dict[int, ErrorCode] = dict(enumerate(ErrorCode))
