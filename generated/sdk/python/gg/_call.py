# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""What all calls have in common: a failure of whatever kind becomes an `ApiError`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Never, ParamSpec, TypeVar, get_overloads

from gg import _raw
from gg import core as _core
from gg._check import NOTHING, Refused, Twice, Unknown, Word
from gg._short import VARKEYWORDS, shorter

P = ParamSpec("P")
R = TypeVar("R")

#: What a function fails with that is the failure of its call.
CAUGHT = (_raw.Err, Refused, TypeError, ValueError, AttributeError)

#: The ids of the operations, in the order in which they were declared.
OPERATIONS: list[str] = []


def operation(id: str, call: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Declares the function of an operation, which a program spells as `call`."""
    OPERATIONS.append(id)
    return guarded(id, call)


def guarded(id: str, call: str, receivers: int = 0) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Turns what a function fails with into the failure of a call.

    The first arguments of a method are receivers, which messages do not count.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        def failure(error: BaseException) -> _core.ApiError:
            if isinstance(error, _raw.Err):
                return _core._lift_api_error(error.value, call)
            if isinstance(error, Refused):
                return _refusal(id, call, error.sentence())
            return _refusal(id, call, f"an argument cannot be read: {error}")

        @functools.wraps(function)
        def guard(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return function(*args, **kwargs)
            except CAUGHT as error:
                trace = error.__traceback__
                if trace is not None and trace.tb_next is None:
                    # The function has not even begun: the arguments do not fit its parameters.
                    failed = _misfit(id, call, function, receivers, args, kwargs)
                else:
                    failed = failure(error)
            raise failed

        short: Callable[P, R] | None = shorter(function, len(GUARDS))
        if short is None:
            return guard
        GUARDS.append(Guard(guard, failure))
        return short

    return decorate


class Guard:
    """What a shorter function leaves to others: what is given in another way, and failures."""

    def __init__(
        self,
        guard: Callable[..., Any],
        failure: Callable[[BaseException], Exception],
    ) -> None:
        self.guard = guard
        self.failure = failure

    def otherwise(self, ordered: list[Any], /, **named: Any) -> Any:
        """The call, by the longer way."""
        return self.guard(*[one for one in ordered if one is not NOTHING], **named)

    def fail(self, error: BaseException) -> Never:
        """Fails as the call does."""
        raise self.failure(error)


#: Those of the functions that have a shorter one.
GUARDS: list[Guard] = []


def _refusal(id: str, call: str, sentence: str) -> _core.ApiError:
    """The failure of a call that was refused before it left the program; the host counts it."""
    # A keyword can be any text; what crosses is Unicode.
    sentence = sentence.encode(errors="backslashreplace").decode()
    _raw.feedback.report_guard(id, sentence)
    code = _core.ErrorCode.INVALID_ARGUMENT
    return _core.ApiError(code, id.partition(".")[2], id, sentence, call=call)


def _misfit(
    id: str,
    call: str,
    function: Callable[..., Any],
    receivers: int,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> _core.ApiError:
    """What is wrong with arguments that do not fit a function's parameters."""
    code = function.__code__
    ordered = code.co_varnames[: code.co_argcount]
    known = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    try:
        takes_any = code.co_flags & VARKEYWORDS
        for name in kwargs:
            if name not in known and not takes_any:
                raise Unknown(name, known[receivers:])
            if name in ordered[: len(args)]:
                raise Twice(name)
        if len(args) > len(ordered):
            count = len(ordered) - receivers
            most = f"at most {count} arguments in order"
            if count == 1:
                most = "at most 1 argument in order"
            # A record that may be given by its fields is declared so as well, and last.
            declared: Any = [function, *get_overloads(function)][-1]
            code = declared.__code__
            by_name = code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]
            if by_name:
                before = "…, " if code.co_argcount else ""
                first, names = by_name[0], ", ".join(f"`{name}`" for name in by_name)
                most += f", {names} by name, as in `{call}({before}{first}=…)`"
            raise Refused("", most, Word(f"{len(args) - receivers}"))
        # The check of an argument that is missing says what it has to be.
        required = ordered[len(args) : len(ordered) - len(function.__defaults__ or ())]
        missing = [name for name in required if name not in kwargs]
        function(*args, **kwargs, **dict.fromkeys(missing, NOTHING))
    except Refused as refused:
        return _refusal(id, call, refused.sentence())
    except _core.ApiError as failure:
        # A receiver's method met it in the call that it makes.
        return failure
    raise AssertionError(id)
