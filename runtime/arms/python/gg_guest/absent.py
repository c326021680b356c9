"""Modules that need files, sockets, processes or threads: an import of one says what to do instead."""

import email.utils
import functools
import importlib.util
import random
import sys
import time
from importlib.machinery import ModuleSpec
from typing import Any

_IN_ORDER = "a program is one thread; call plain functions one after the other"
CALLS_ONLY = "a program reaches what is outside of it by calls only"

#: What to know instead, for each module that programs do not find, with those in it.
INSTEAD = {
    "_socket": CALLS_ONLY,
    "_thread": _IN_ORDER,
    "asyncio": f"there is no event loop, and a call returns once it is done; {_IN_ORDER}",
    "concurrent": _IN_ORDER,
    "glob": CALLS_ONLY,
    "http": CALLS_ONLY,
    "multiprocessing": _IN_ORDER,
    "queue": _IN_ORDER,
    "select": CALLS_ONLY,
    "selectors": CALLS_ONLY,
    "signal": CALLS_ONLY,
    "socket": CALLS_ONLY,
    "subprocess": CALLS_ONLY,
    "tempfile": CALLS_ONLY,
    "threading": _IN_ORDER,
    "urllib.request": CALLS_ONLY,
}


def instead_of(name: str) -> str | None:
    """What to know instead of a module, if programs do not find it."""
    parts = name.split(".")
    return INSTEAD.get(parts[0]) or INSTEAD.get(".".join(parts[:2]))


class Finder:
    """Refuses them. What the library itself imported of them, it keeps."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        instead = instead_of(name)
        if instead is not None:
            raise ModuleNotFoundError(f"No module named '{name}': {instead}", name=name)


def install() -> None:
    """Takes them away, once all that needs them is loaded."""
    for name in list(sys.modules):
        if instead_of(name) is not None:
            del sys.modules[name]
            package, _, part = name.rpartition(".")
            if package in sys.modules:
                delattr(sys.modules[package], part)
    sys.meta_path.insert(0, Finder())
    original = importlib.util.find_spec

    @functools.wraps(original)
    def find_spec(name: str, package: str | None = None) -> ModuleSpec | None:
        # Who asks whether there is one is told so.
        return None if instead_of(name) is not None else original(name, package)

    importlib.util.find_spec = find_spec
    email.utils.make_msgid = make_msgid


def note(error: BaseException) -> str | None:
    """What to know of a failure that comes of what is not there, where its own words do not say it."""
    if isinstance(error, OSError) and error.errno is not None:
        return CALLS_ONLY
    if isinstance(error, ImportError) and error.name_from is not None:
        return instead_of(f"{error.name}.{error.name_from}")
    return None


def make_msgid(idstring: str | None = None, domain: str = "localhost") -> str:
    """An id for a message; the library's own asks a socket where it is."""
    parts = [str(int(time.time() * 100)), str(random.getrandbits(64)), *([] if idstring is None else [idstring])]
    return f"<{'.'.join(parts)}@{domain}>"
