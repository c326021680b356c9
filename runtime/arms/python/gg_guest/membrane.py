"""The bindings of the table's operations: what a program calls, and how they close at its end."""

import importlib
import types
from collections.abc import Callable
from typing import Any, Never

from wit_world.imports import feedback

from gg_guest.table import ROOT

#: The functions of the membrane: the module they are in, their name, and what a program calls them by.
calls: list[tuple[types.ModuleType, str, str]] = []


class Ended(BaseException):
    """Ends code that is still running when its program is not."""


def prepare() -> None:
    """Finds every binding."""
    raw = importlib.import_module(f"{ROOT}._raw")
    for module, bindings in vars(raw).items():
        if not isinstance(bindings, types.ModuleType) or bindings is feedback:
            continue
        for name, binding in vars(bindings).items():
            if isinstance(binding, types.FunctionType):
                calls.append((bindings, name, f"{ROOT}.{module}.{name}"))


def close() -> None:
    """Ends the program: a call from now on goes no further, and the host is told."""
    for bindings, name, spelling in calls:
        setattr(bindings, name, ended(spelling))


def ended(spelling: str) -> Callable[..., Never]:
    """What stands for a call after the end."""

    def call(*_: Any) -> Never:
        feedback.report_deferred(f"`{spelling}` was called after the program had ended")
        raise Ended

    return call
