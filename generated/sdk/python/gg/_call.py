# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""What all calls have in common: a failure of whatever kind becomes an `ApiError`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from gg import _raw
from gg import core as _core
from gg._check import NOTHING, Refused, Twice, Unknown, Word

P = ParamSpec("P")
R = TypeVar("R")

#: Set in the flags of a function that takes any keyword.
VARKEYWORDS = 0x08

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

        return _shorter(function, guard, failure)

    return decorate


#: What a function fails with that is the failure of its call.
CAUGHT = (_raw.Err, Refused, TypeError, ValueError, AttributeError)

#: The guard of a function, with its parameters.
SHORTER = """
def made(_function, _guard, _failure):
    def guard({parameters}):
        if _rest or _unknown:
            _given = [_one for _one in [{ordered}*_rest] if _one is not NOTHING]
            return _guard(*_given, {named}**_unknown)
        try:
            return _function({ordered}{named})
        except CAUGHT as _error:
            _failed = _failure(_error)
        raise _failed
    return guard
"""


def _shorter(
    function: Callable[P, R],
    guard: Callable[P, R],
    failure: Callable[[BaseException], Exception],
) -> Callable[P, R]:
    """The same guard, but a call makes no tuple and no dictionary of what it is given.

    What is not given as it is declared goes through the longer one.
    """
    code = function.__code__
    if function.__defaults__ or code.co_flags & VARKEYWORDS:
        return guard
    ordered = code.co_varnames[: code.co_argcount]
    named = code.co_varnames[len(ordered) : len(ordered) + code.co_kwonlyargcount]
    text = SHORTER.format(
        parameters=", ".join([*ordered, *["/"] * bool(ordered), "*_rest", *named, "**_unknown"]),
        ordered="".join(f"{name}, " for name in ordered),
        named="".join(f"{name}={name}, " for name in named),
    )
    maker: dict[str, Any] = {}
    # Nothing is in the text but the names of a function's own parameters.
    exec(text, globals(), maker)  # noqa: S102
    made: Any = maker["made"](function, guard, failure)
    made.__defaults__ = (NOTHING,) * len(ordered)
    made.__kwdefaults__ = function.__kwdefaults__
    shorter: Callable[P, R] = functools.wraps(function)(made)
    return shorter


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
            names = ", ".join(f"`{name}`" for name in known[len(ordered) :])
            named = f", {names} by name" if names else ""
            raise Refused("", most + named, Word(f"{len(args) - receivers}"))
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
