"""The bindings of the table's operations: what a program calls, and how they close at its end."""

import _typing
import importlib
import pkgutil
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any, Never

import componentize_py_runtime
import componentize_py_types
import wit_world.imports
from wit_world.imports import feedback

from gg_guest.table import ROOT

#: What a program calls the functions of the membrane by, under the numbers that the toolchain gives them.
spellings: dict[int, str] = {}

#: The failures that calls have been answered with, each with the frame that called, until they are raised there. Of these
#: there may be several: the interpreter runs finalizers whenever it likes, and they may call too.
failures: list[tuple[types.FrameType, BaseException]] = []

#: What is raised for them.
Err: Any = componentize_py_types.Err

#: What calls a function of the membrane.
call_import = componentize_py_runtime.call_import

#: The module of the SDK that has its name for that.
reach: list[Any] = []


class Ended(BaseException):
    """Ends code that is still running when its program is not."""


class Number(BaseException):
    """Carries the number of a function out of its binding."""


def number() -> None:
    """Says of each binding of the toolchain which function it calls, before the SDK is imported."""
    for _, _, binding in bindings():
        binding.number = number_of(binding)


def prepare() -> None:
    """Puts shorter bindings in the place of the toolchain's, which go by way of an object for each answer.

    Most functions of the SDK have none any more: they call by the number themselves.
    """
    raw, short = (importlib.import_module(f"{ROOT}.{name}") for name in ("_raw", "_short"))
    reach.append(raw)
    raw.call, raw.answer, raw.nothing = call_import, answer, nothing
    if not short.HAS_RESULTS:
        # Gives back what it is given, without a frame.
        componentize_py_types.Ok = _typing._idfunc
        componentize_py_types.Err = fail
    modules = {bindings: module for module, bindings in vars(raw).items() if isinstance(bindings, types.ModuleType)}
    for module, name, binding in bindings():
        spellings[binding.number] = f"{ROOT}.{modules[module]}.{name}"
        setattr(module, name, shorter(raw, short.DIRECT, binding))


def bindings() -> Iterator[tuple[types.ModuleType, str, Any]]:
    """The modules and names of the bindings that the SDK may call."""
    for found in pkgutil.iter_modules(wit_world.imports.__path__, "wit_world.imports."):
        module = importlib.import_module(found.name)
        for name, binding in list(vars(module).items()):
            if module is not feedback and isinstance(binding, types.FunctionType) and binding.__module__ == found.name:
                yield module, name, binding


def number_of(binding: types.FunctionType) -> int:
    """The number under which a binding of the toolchain calls its function."""

    def call(number: int, arguments: list[Any]) -> Never:
        raise Number(number)

    componentize_py_runtime.call_import = call
    try:
        binding(*[None] * binding.__code__.co_argcount)
    except Number as number:
        return number.args[0]
    finally:
        componentize_py_runtime.call_import = call_import
    raise AssertionError(binding)


def fail(value: Any) -> None:
    """What stands for an answer that is a failure: nothing, and the failure is kept."""
    failures.append((sys._getframe(1), Err(value)))


def nothing() -> None:
    """What a call is answered with that says nothing, unless it has failed."""
    if failures and failures[-1][0] is sys._getframe(1):
        raise failures.pop()[1]


def answer(answered: Any) -> Any:
    """What a call is answered with, where the toolchain says of each answer whether it is a failure."""
    if type(answered) is Err:
        raise answered
    return answered.value


def shorter(raw: types.ModuleType, direct: str, binding: Any) -> Callable[..., Any]:
    """A binding that calls its function by the number."""
    arguments = "".join(f"a{index}, " for index in range(binding.__code__.co_argcount))
    call = direct.format(number=binding.number, arguments=arguments)
    made: dict[str, Any] = {}
    exec(f"def made({arguments}): return {call}", {"_raw": raw}, made)
    return made["made"]


def close() -> None:
    """Ends the program: a call from now on goes no further, and the host is told."""
    reach[0].call = ended


def ended(number: int, arguments: tuple[Any, ...]) -> Never:
    """What stands for the calls after the end."""
    feedback.report_deferred(f"`{spellings[number]}` was called after the program had ended")
    raise Ended
