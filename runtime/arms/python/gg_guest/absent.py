"""Modules that need sockets, processes or threads: an import of one says what to do instead."""

import email.utils
import functools
import importlib.util
import random
import sys
import time
from importlib.machinery import ModuleSpec
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
    original = importlib.util.find_spec

    @functools.wraps(original)
    def find_spec(name: str, package: str | None = None) -> ModuleSpec | None:
        # Who asks whether there is one is told so.
        return None if name.partition(".")[0] in INSTEAD else original(name, package)

    importlib.util.find_spec = find_spec
    email.utils.make_msgid = make_msgid


def make_msgid(idstring: str | None = None, domain: str = "localhost") -> str:
    """An id for a message; the library's own asks a socket where it is."""
    parts = [str(int(time.time() * 100)), str(random.getrandbits(64)), *([] if idstring is None else [idstring])]
    return f"<{'.'.join(parts)}@{domain}>"
