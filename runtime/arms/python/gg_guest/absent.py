"""Modules that need sockets, processes or threads: an import of one says what to do instead."""

import sys
from typing import Any

_IN_ORDER = "a program is one thread; call plain functions one after the other"
_CALLS_ONLY = "a program reaches what is outside of it by calls only"

#: What to know instead, for each top-level module that programs do not find.
INSTEAD = {
    "asyncio": f"there is no event loop, and a call returns once it is done; {_IN_ORDER}",
    "concurrent": _IN_ORDER,
    "multiprocessing": _IN_ORDER,
    "socket": _CALLS_ONLY,
    "subprocess": _CALLS_ONLY,
    "threading": _IN_ORDER,
}


class Finder:
    """Refuses them. What the library itself imported of them, it keeps."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        instead = INSTEAD.get(name.partition(".")[0])
        if instead is not None:
            raise ModuleNotFoundError(f"No module named '{name}': {instead}", name=name)


def install() -> None:
    """Takes them away, once all that needs them is loaded."""
    for name in list(sys.modules):
        if name.partition(".")[0] in INSTEAD:
            del sys.modules[name]
    sys.meta_path.insert(0, Finder())
