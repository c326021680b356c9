"""The package `lib`: loaded code, each module evaluated when it is first imported."""

import importlib
import sys
import types
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from typing import Any

from wit_world.imports import feedback

from gg_guest import failures, tracebacks

#: What a program reaches loaded code by.
NAME = "lib"


class Loader:
    """Finds the modules of the package, and evaluates them."""

    def __init__(self) -> None:
        self.sources: dict[str, str] = {}

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        package, _, key = name.rpartition(".")
        if package != NAME or key not in self.sources:
            return None
        return ModuleSpec(name, self, origin=f"{NAME}:{key}")

    def create_module(self, spec: ModuleSpec) -> None:
        """A module as any other."""

    def exec_module(self, module: types.ModuleType) -> None:
        key = module.__name__.rpartition(".")[2]
        origin = f"{NAME}:{key}"
        module.__file__ = origin
        given = dict(vars(module))
        source = self.sources[key].removeprefix("\ufeff")
        tracebacks.sources[origin] = source
        try:
            exec(compile(source, origin, "exec", dont_inherit=True), vars(module))
        except BaseException as error:
            failure = tracebacks.prune(error)
            feedback.report_module_error(key, failures.text(failure))
            vars(module).clear()
            vars(module).update(given, __getattr__=failed(failure))


def failed(failure: BaseException) -> Callable[[str], Any]:
    """What a failed module has for any name: nothing for the interpreter's own questions, its failure for others."""
    traceback = failure.__traceback__

    def lookup(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise failure.with_traceback(traceback)

    return lookup


loader = Loader()


def install() -> None:
    """Puts the package where imports look first."""
    package = types.ModuleType(NAME, "Code that skills and memories brought along.")
    package.__path__ = []

    def lookup(key: str) -> types.ModuleType:
        if key in loader.sources:
            return importlib.import_module(f"{NAME}.{key}")
        raise AttributeError(f"module '{NAME}' has no attribute '{key}'", name=key, obj=package)

    package.__getattr__ = lookup
    package.__dir__ = lambda: sorted(loader.sources)
    sys.modules[NAME] = package
    sys.meta_path.insert(0, loader)


def load(modules: list[feedback.CodeModule]) -> None:
    """Takes the modules that a program may import."""
    loader.sources = {module.name: module.source for module in modules}
    sys.modules[NAME].__all__ = list(loader.sources)
