"""The exports of the component: a program from its text to its end."""

import atexit
import importlib
import random
import sys
import types
from typing import Any

import wit_world
from wit_world.imports import feedback

from gg_guest import absent, failures, hashes, heap, lib, limits, membrane, nesting, streams, tracebacks
from gg_guest.libraries import LIBRARIES
from gg_guest.table import ROOT


class WitWorld(wit_world.WitWorld):
    """What the world of the table exports."""

    def run(self, name: str, program: str, modules: list[feedback.CodeModule]) -> None:
        """Runs a program as `__main__` and tells the host of the failure that ended it, if one did."""
        seed(feedback.random())
        lib.load(modules)
        try:
            execute(name, program)
        except BaseException as error:
            # Where memory has run out there has to be some to say so.
            heap.reserve.clear()
            membrane.close()
            failures.tell(error)
        membrane.close()
        streams.flush()

    def bound_operations(self) -> list[str]:
        """The ids of the operations that programs can call."""
        return list(importlib.import_module(f"{ROOT}._call").OPERATIONS)


def execute(name: str, program: str) -> None:
    """Runs a program to its end, with what it registered to be done there."""
    main = types.ModuleType("__main__")
    main.__file__ = name
    sys.modules["__main__"] = main
    sys.argv = [name]
    # What marks the bytes of a file is no part of its text.
    program = program.removeprefix("\ufeff")
    tracebacks.sources[name] = program
    try:
        exec(compile(program, name, "exec", dont_inherit=True), main.__dict__)
    except SystemExit as ending:
        if ending.code not in (None, 0):
            raise
    finally:
        if atexit._ncallbacks():
            atexit._run_exitfuncs()


def prepare() -> None:
    """Everything that is the same for all programs, before the snapshot."""
    membrane.number()
    importlib.import_module(ROOT)
    for library in LIBRARIES:
        importlib.import_module(library)
    membrane.prepare()
    streams.install()
    lib.install()
    limits.install()
    hashes.install()
    nesting.install()
    absent.install()
    rehearse()
    # What is registered up to here is not the program's.
    atexit._clear()
    del random.seed
    random.__getattr__ = last


def rehearse() -> None:
    """Runs a program that does nothing, so that what the first run of a code leaves behind is there already."""
    lib.load([])
    execute("", f"import {ROOT}")
    del sys.modules["__main__"]
    tracebacks.sources.clear()


def last(name: str) -> Any:
    """The toolchain's last question, after all its own imports: with what the numbers of chance are seeded."""
    if name != "seed":
        raise AttributeError(name)
    del random.__getattr__
    random.seed = seed
    heap.settle()
    # It would be asked for once more at the start of each program.
    return lambda: None


#: Seeds the numbers of chance.
seed = random.seed

prepare()
