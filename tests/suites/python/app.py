"""The least that runs a program in a component: what it prints and what it fails with goes to the host."""

import importlib
import sys
import traceback

import wit_world
from gg_guest import membrane
from gg_guest.table import ROOT
from wit_world.imports import feedback

membrane.number()
importlib.import_module(ROOT)
membrane.prepare()


class _Lines:
    """A stream whose lines go to the host."""

    def __init__(self) -> None:
        self._rest = ""

    def write(self, text: str) -> int:
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            feedback.log(line)
        return len(text)

    def flush(self) -> None:
        pass


class WitWorld(wit_world.WitWorld):
    def run(self, name: str, program: str, modules: list[feedback.CodeModule]) -> None:
        sys.stdout = _Lines()
        try:
            exec(compile(program, name, "exec"), {"__name__": "__main__"})
        except BaseException:
            kind = feedback.ErrorKind.OTHER
            feedback.report_error(feedback.ProgramError(kind, None, traceback.format_exc(), None))

    def bound_operations(self) -> list[str]:
        return list(importlib.import_module(f"{ROOT}._call").OPERATIONS)
