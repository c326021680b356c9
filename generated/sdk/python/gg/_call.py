# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""What all calls have in common: a failure of whatever kind becomes an `ApiError`."""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
from collections.abc import Callable
from typing import Any, Never, ParamSpec, TypeVar

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
            except Guarded.caught as error:
                trace = error.__traceback__
                if trace is not None and trace.tb_next is None:
                    # The function has not even begun: the arguments do not fit its parameters.
                    failed = _misfit(id, call, function, receivers, args, kwargs)
                else:
                    failed = failure(error)
            raise failed

        return _shorter(function, guard, failure)

    return decorate


class Guarded:
    """What a shorter guard leaves to others: what is given in another way, and failures."""

    #: What a function fails with that is the failure of its call.
    caught = (_raw.Err, Refused, TypeError, ValueError, AttributeError)

    def __init__(
        self,
        guard: Callable[..., Any],
        failure: Callable[[BaseException], Exception],
    ) -> None:
        self.guard = guard
        self.failure = failure

    def otherwise(self, ordered: list[Any], /, **named: Any) -> Any:
        """The call, by the longer guard."""
        return self.guard(*[one for one in ordered if one is not NOTHING], **named)

    def fail(self, error: BaseException) -> Never:
        """Fails as the call does."""
        raise self.failure(error)


#: The guard of a function, with its parameters. What stands in the function comes before the
#: `return`.
SHORTER = """
def _make(_guarded):
    def _made({parameters}):
        if _rest or _unknown:
            return _guarded.otherwise([{ordered}*_rest], {named}**_unknown)
        try:
            return
        except _guarded.caught as _error:
            _failed = _error
        _guarded.fail(_failed)
    return _made
"""


def _shorter(
    function: Callable[P, R],
    guard: Callable[P, R],
    failure: Callable[[BaseException], Exception],
) -> Callable[P, R]:
    """The same guard in one frame, which makes no tuple and no dictionary of what it is given.

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
    made: Any = ast.parse(text)
    written: Any = ast.parse(textwrap.dedent(inspect.getsource(function)))
    made.body[0].body[0].body[1].body[:0] = written.body[0].body
    maker: dict[str, Any] = {}
    # Nothing is in the text but what stands in this package.
    exec(compile(made, code.co_filename, "exec"), function.__globals__, maker)  # noqa: S102
    shorter: Any = maker["_make"](Guarded(guard, failure))
    shorter.__defaults__ = (NOTHING,) * len(ordered)
    shorter.__kwdefaults__ = function.__kwdefaults__
    wrapped: Callable[P, R] = functools.wraps(function)(shorter)
    return wrapped


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
