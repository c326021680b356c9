"""The bindings of the table's operations: what a program calls, and how they close at its end."""

import contextvars
import importlib
import types
from collections.abc import Callable
from typing import Any, Never

import componentize_py_runtime
import componentize_py_types
from wit_world.imports import feedback

from gg_guest.table import ROOT

#: What a program calls the functions of the membrane by, under the numbers that the toolchain gives them.
spellings: dict[int, str] = {}

#: What an answer is that is a failure, and the failure, until its binding raises it.
FAILED = object()
failures: list[BaseException] = []

#: What the bindings reach the membrane by, until it closes, and tell its answers by.
reach: dict[str, Any] = {
    "call": componentize_py_runtime.call_import,
    "Err": componentize_py_types.Err,
    "FAILED": FAILED,
    "failures": failures,
}


class Ended(BaseException):
    """Ends code that is still running when its program is not."""


class Number(BaseException):
    """Carries the number of a function out of its binding."""


#: How a binding ends where a value of the table is a result, so that what a call answers and what an answer holds have to
#: be told apart.
WRAPPED = """
    if type(answer) is Err:
        raise answer
    return answer.value
"""

#: How it ends where none is: to compare with an object takes less than to look at a type.
PLAIN = """
    if answer is FAILED:
        raise failures.pop()
    return answer
"""


def prepare() -> None:
    """Puts shorter bindings in the place of the toolchain's, which go by way of an object for each answer."""
    ending = WRAPPED
    if not hasattr(importlib.import_module(f"{ROOT}.core"), "Ok"):
        ending = PLAIN
        # Gives back what it is given, without a frame.
        componentize_py_types.Ok = contextvars.ContextVar("nothing").get
        componentize_py_types.Err = fail
    raw = importlib.import_module(f"{ROOT}._raw")
    for module, bindings in vars(raw).items():
        if not isinstance(bindings, types.ModuleType) or bindings is feedback:
            continue
        for name, binding in list(vars(bindings).items()):
            if isinstance(binding, types.FunctionType) and binding.__module__ == bindings.__name__:
                number, arity = number_of(binding), binding.__code__.co_argcount
                spellings[number] = f"{ROOT}.{module}.{name}"
                setattr(bindings, name, shorter(name, number, arity, ending))


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
        componentize_py_runtime.call_import = reach["call"]
    raise AssertionError(binding)


def fail(value: Any) -> object:
    """What stands for an answer that is a failure."""
    failures.append(reach["Err"](value))
    return FAILED


def shorter(name: str, number: int, arity: int, ending: str) -> Callable[..., Any]:
    """A binding that calls a function of the membrane by its number."""
    arguments = "".join(f"a{index}, " for index in range(arity))
    text = f"def {name}({arguments}):\n    answer = call({number}, ({arguments}))\n{ending}"
    made: dict[str, Any] = {}
    exec(text, reach, made)
    return made[name]


def close() -> None:
    """Ends the program: a call from now on goes no further, and the host is told."""
    reach["call"] = ended


def ended(number: int, arguments: tuple[Any, ...]) -> Never:
    """What stands for the calls after the end."""
    feedback.report_deferred(f"`{spellings[number]}` was called after the program had ended")
    raise Ended
