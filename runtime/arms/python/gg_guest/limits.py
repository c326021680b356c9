"""The interpreter's own bounds, which fire before those of the sandbox."""

import functools
import sys

#: How deep calls may go. A program may lower it.
RECURSION = 1_000


def install() -> None:
    """Sets the bounds; a program cannot raise them."""
    original = sys.setrecursionlimit

    @functools.wraps(original)
    def setrecursionlimit(limit: int, /) -> None:
        original(min(limit, RECURSION))

    original(RECURSION)
    sys.setrecursionlimit = setrecursionlimit
