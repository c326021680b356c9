"""Tracebacks of the author's own code: which frames they have, what they say, and where they end."""

import linecache
import traceback
import types
from collections.abc import Iterator
from typing import Any

#: How many failures, each of which came from the next, are shown.
LONGEST = 1_000

#: The texts whose frames are shown, by the names they were compiled with.
sources: dict[str, str] = {}


def frames(error: BaseException) -> Iterator[types.TracebackType]:
    """The frames of a failure, the innermost last."""
    at = BaseException.__traceback__.__get__(error)
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
    shorten(error)
    for failure in related(error):
        own = [at for at in frames(failure) if at.tb_frame.f_code.co_filename in sources]
        for at, following in zip(own, [*own[1:], None]):
            at.tb_next = following
        failure.__traceback__ = own[0] if own else None
    return error


def shorten(error: BaseException) -> None:
    """Leaves of a chain of failures as many as can be shown."""
    for _ in range(LONGEST):
        error = error.__cause__ or error.__context__
        if error is None:
            return
    if error.__cause__ is not None or error.__context__ is not None:
        error.__cause__ = error.__context__ = None
        error.add_note("[what it came from is left out here]")


def complete(error: SyntaxError) -> None:
    """Gives what is wrong with a text its line, which only a part of the compiler does; without one, its column is in bytes."""
    if error.text is None and isinstance(error.lineno, int) and isinstance(error.offset, int):
        error.text = linecache.getline(error.filename, error.lineno)
        error.offset = column(error.filename, error.lineno, error.offset - 1)
        if isinstance(error.end_offset, int) and isinstance(error.end_lineno, int):
            error.end_offset = column(error.filename, error.end_lineno, error.end_offset - 1)


def shown(error: BaseException) -> str:
    """The traceback as the interpreter prints it, each frame with its column."""
    for name, source in sources.items():
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    for failure in related(error):
        if isinstance(failure, SyntaxError) and is_own(failure.filename):
            complete(failure)
    whole = traceback.TracebackException(type(error), error, error.__traceback__, compact=True)
    count_columns(whole)
    return "".join(whole.format()).rstrip("\n")


def count_columns(whole: traceback.TracebackException) -> None:
    """Makes the frames of a failure, and of those it came from, ones that say their column."""
    left = [whole]
    while left:
        each = left.pop()
        if each is not None and not isinstance(each.stack, Frames):
            each.stack = Frames(each.stack)
            left += [each.__cause__, each.__context__, *(each.exceptions or ())]


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
    written = linecache.getline(name, line).encode(errors="replace")
    return len(written[: offset or 0].decode(errors="replace")) + 1


def location(error: BaseException) -> str | None:
    """The innermost place in the author's own code, as `name:line:column`, once the failure has been shown."""
    if isinstance(error, SyntaxError) and is_own(error.filename):
        line, at = (max(number, 1) if isinstance(number, int) else 1 for number in (error.lineno, error.offset))
        return f"{error.filename}:{line}:{at}"
    return place(error)


def is_own(name: Any) -> bool:
    """Whether a text whose frames are shown has this name."""
    return isinstance(name, str) and name in sources


def place(error: BaseException) -> str | None:
    """The innermost place in the author's own code where a failure was raised."""
    *_, innermost = [None, *(at for at in frames(error) if at.tb_frame.f_code.co_filename in sources)]
    if innermost is None:
        return None
    code = innermost.tb_frame.f_code
    position = list(code.co_positions())[max(innermost.tb_lasti, 0) // 2]
    line = innermost.tb_lineno or position[0] or 1
    return f"{code.co_filename}:{line}:{column(code.co_filename, line, position[2])}"
