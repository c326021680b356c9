"""Tracebacks of the author's own code: which frames they have, what they say, and where they end."""

import linecache
import traceback
import types
from collections.abc import Iterator
from typing import Any

#: The texts whose frames are shown, by the names they were compiled with.
sources: dict[str, str] = {}


def frames(error: BaseException) -> Iterator[types.TracebackType]:
    """The frames of a failure, the innermost last."""
    at = error.__traceback__
    while at is not None:
        yield at
        at = at.tb_next


def related(error: BaseException) -> Iterator[BaseException]:
    """A failure, and those it came from or is made of, each once."""
    left, seen = [error], set()
    while left:
        failure = left.pop()
        if id(failure) in seen:
            continue
        seen.add(id(failure))
        yield failure
        left.extend(one for one in (failure.__cause__, failure.__context__) if one is not None)
        if isinstance(failure, BaseExceptionGroup):
            left.extend(failure.exceptions)


def prune(error: BaseException) -> BaseException:
    """Leaves the frames of the author's own code, in the failure and in those it came from."""
    for failure in related(error):
        own = [at for at in frames(failure) if at.tb_frame.f_code.co_filename in sources]
        for at, following in zip(own, [*own[1:], None]):
            at.tb_next = following
        failure.__traceback__ = own[0] if own else None
    return error


def shown(error: BaseException) -> str:
    """The traceback as the interpreter prints it, each frame with its column."""
    for name, source in sources.items():
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    whole = traceback.TracebackException(type(error), error, error.__traceback__, compact=True)
    count_columns(whole)
    return "".join(whole.format()).rstrip("\n")


def count_columns(whole: traceback.TracebackException) -> None:
    """Makes the frames of a failure, and of those it came from, ones that say their column."""
    for each in (whole, whole.__cause__, whole.__context__, *(whole.exceptions or ())):
        if each is not None and not isinstance(each.stack, Frames):
            each.stack = Frames(each.stack)
            count_columns(each)


class Frames(traceback.StackSummary):
    """Frames that say their column too."""

    def format_frame_summary(self, frame_summary: traceback.FrameSummary, **options: Any) -> str:
        words = super().format_frame_summary(frame_summary, **options)
        name, line = frame_summary.filename, frame_summary.lineno
        if line is None:
            return words
        at = column(name, line, frame_summary.colno)
        return words.replace(f"line {line},", f"line {line}, column {at},", 1)


def column(name: str, line: int, offset: int | None) -> int:
    """The column, from 1, of an offset in bytes."""
    written = linecache.getline(name, line).encode()
    return len(written[: offset or 0].decode(errors="replace")) + 1


def location(error: BaseException) -> str | None:
    """The innermost place in the author's own code, as `name:line:column`, once the failure has been shown."""
    if isinstance(error, SyntaxError) and error.filename in sources:
        return f"{error.filename}:{error.lineno or 1}:{max(error.offset or 1, 1)}"
    *_, innermost = [None, *frames(error)]
    if innermost is None:
        return None
    code = innermost.tb_frame.f_code
    position = list(code.co_positions())[max(innermost.tb_lasti, 0) // 2]
    line = innermost.tb_lineno or position[0] or 1
    return f"{code.co_filename}:{line}:{column(code.co_filename, line, position[2])}"
