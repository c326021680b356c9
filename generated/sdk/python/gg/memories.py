# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""Keep what should outlive the window: notes and code, by name.

A memory has a name, a description, a body and, if wanted, code. Names are 1 to 64 letters,
digits, `-`, `_` or `.`.

There are two ways to keep them, and an agent has one of them. Either every body stands in the
window (`gg.memories.write_memory`, `gg.memories.update_memory`), or bodies are kept outside and
read when needed (`gg.memories.create_memory`, `gg.memories.read_memory`,
`gg.memories.edit_memory`). What stands in the window is refreshed from time to time, not after
each change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

from gg import _call, _check, _raw

__all__ = [
    "MemoryInput",
    "MemoryUsage",
    "MemoryEdit",
    "MemoryHit",
    "write_memory",
    "update_memory",
    "create_memory",
    "read_memory",
    "edit_memory",
    "search_memories",
    "delete_memory",
]


@_check.by_name
@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryInput:
    """A memory to add, or to put in the place of one.

    Attributes:
        name: Its name: 1 to 64 letters, digits, `-`, `_` or `.`.
        description: What it is about, in a line; at most 256 characters unless the run sets
            another bound.
        body: The memory itself; not empty.
        code: A module in the language of the programs, for later programs to use; at most
            32768 characters. Blank counts as left out.
        on_use: A script in the language of the programs that runs after each use, when the
            program has ended; at most 32768 characters. Blank counts as left out.
    """

    name: str
    description: str
    body: str
    code: str | None = None
    on_use: str | None = None


@dataclass(frozen=True, slots=True)
class MemoryUsage:
    """How full the store is. A maximum that is absent is no limit.

    Attributes:
        count: Memories held.
        max_count: Most memories allowed.
        total_chars: Characters of all bodies together.
        max_total_chars: Most characters of all bodies together.
        index_chars: Characters of the index, the lines of names and descriptions.
        max_index_chars: Most characters of the index.
    """

    count: int
    max_count: int | None
    total_chars: int
    max_total_chars: int | None
    index_chars: int
    max_index_chars: int | None


@dataclass(frozen=True, slots=True)
class MemoryEdit:
    """One exact replacement in a memory's body.

    Attributes:
        name: Name of the memory.
        search: The text to find, exactly once in the body; white space counts.
        replace: What takes its place; may be empty, as long as the body does not become so.
    """

    name: str
    search: str
    replace: str


@dataclass(frozen=True, slots=True)
class MemoryHit:
    """A memory a search found.

    Attributes:
        name: Its name.
        description: Its description.
        matched: How many of the keywords it contains.
        occurrences: How often it contains any of them.
        excerpt: A piece of the body around a match.
    """

    name: str
    description: str
    matched: int
    occurrences: int
    excerpt: str

    @_call.guarded("memories.read_memory", "gg.memories.read_memory", receivers=1)
    def read(self) -> str:
        """Reads a memory and puts it to use.

        The same as `gg.memories.read_memory`.
        """
        return read_memory(self.name)


@overload
def write_memory(memory: MemoryInput) -> MemoryUsage: ...
@overload
def write_memory(
    *,
    name: str,
    description: str,
    body: str,
    code: str | None = None,
    on_use: str | None = None,
) -> MemoryUsage: ...
@_call.operation("memories.write_memory", "gg.memories.write_memory")
def write_memory(memory: Any = _check.NOTHING, **_fields: Any) -> MemoryUsage:
    """Adds a memory whose body stands in the window.

    The body is shown, pinned, when the memories in the window are next refreshed; that is not
    after each write. A body has at most 4096 characters unless the run sets another bound.

    Code is compiled at once and loaded for later programs, and documentation of what it
    declares is opened as views. If it does not compile, nothing is stored.

    Args:
        memory: The memory; name, description and body must not be empty. Its fields may be
            given in its place, as keywords.
        name: Its name: 1 to 64 letters, digits, `-`, `_` or `.`.
        description: What it is about, in a line; at most 256 characters unless the run sets
            another bound.
        body: The memory itself; not empty.
        code: A module in the language of the programs, for later programs to use; at most
            32768 characters. Blank counts as left out.
        on_use: A script in the language of the programs that runs after each use, when the
            program has ended; at most 32768 characters. Blank counts as left out.

    Returns:
        How full the store is now.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: A required text is empty, the name has other characters or more
              than 64, or the code does not compile; the message then has the diagnostic. Nothing
              is stored.
            - `CONFLICT`: The name is taken; `gg.memories.update_memory` replaces a memory.
            - `REFUSED`: This agent may only read these memories.
            - `LIMIT_EXCEEDED`: A bound on length or count is met; the message gives size and
              bound.
            - `IO_ERROR`: The compiler could not finish; nothing is stored, and the call may be
              tried again.
    """
    _record, _at = _check.record(MemoryInput, "memory", memory, _fields, "a `MemoryInput`")
    return _lift_memory_usage(_raw.memories.write_memory(_lower_memory_input(_record, _at)))


@overload
def update_memory(memory: MemoryInput) -> MemoryUsage: ...
@overload
def update_memory(
    *,
    name: str,
    description: str,
    body: str,
    code: str | None = None,
    on_use: str | None = None,
) -> MemoryUsage: ...
@_call.operation("memories.update_memory", "gg.memories.update_memory")
def update_memory(memory: Any = _check.NOTHING, **_fields: Any) -> MemoryUsage:
    """Replaces a memory whose body stands in the window.

    The whole memory is replaced. Code or a script that is left out is cleared, so pass again
    what shall stay. Code is compiled at once and loaded for later programs, and documentation
    of what it declares is opened as views. If it does not compile, the memory stays as it was.

    The window shows the change when its memories are next refreshed.

    Args:
        memory: The memory as it shall be; its name says which is replaced. Its fields may be
            given in its place, as keywords.
        name: Its name: 1 to 64 letters, digits, `-`, `_` or `.`.
        description: What it is about, in a line; at most 256 characters unless the run sets
            another bound.
        body: The memory itself; not empty.
        code: A module in the language of the programs, for later programs to use; at most
            32768 characters. Blank counts as left out.
        on_use: A script in the language of the programs that runs after each use, when the
            program has ended; at most 32768 characters. Blank counts as left out.

    Returns:
        How full the store is now.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: A required text is empty, the name has other characters or more
              than 64, or the code does not compile; the message then has the diagnostic. Nothing
              is changed.
            - `NOT_FOUND`: There is no memory of that name; `gg.memories.write_memory` adds one.
            - `REFUSED`: This agent may only read these memories.
            - `LIMIT_EXCEEDED`: A bound on length is met; the message gives size and bound.
            - `IO_ERROR`: The compiler could not finish; nothing is changed, and the call may be
              tried again.
    """
    _record, _at = _check.record(MemoryInput, "memory", memory, _fields, "a `MemoryInput`")
    return _lift_memory_usage(_raw.memories.update_memory(_lower_memory_input(_record, _at)))


@overload
def create_memory(memory: MemoryInput) -> MemoryUsage: ...
@overload
def create_memory(
    *,
    name: str,
    description: str,
    body: str,
    code: str | None = None,
    on_use: str | None = None,
) -> MemoryUsage: ...
@_call.operation("memories.create_memory", "gg.memories.create_memory")
def create_memory(memory: Any = _check.NOTHING, **_fields: Any) -> MemoryUsage:
    """Adds a memory which is read when it is needed.

    The body stays outside the window; `gg.memories.read_memory` returns it. A body has at most
    8192 characters unless the run sets another bound.

    Where the window lists the names and descriptions of memories, the description is required.
    Where memories are found by `gg.memories.search_memories`, it may be empty.

    Code is stored as it is, and compiled and loaded when the memory is read.

    Args:
        memory: The memory; name and body must not be empty. Its fields may be given in its
            place, as keywords.
        name: Its name: 1 to 64 letters, digits, `-`, `_` or `.`.
        description: What it is about, in a line; at most 256 characters unless the run sets
            another bound.
        body: The memory itself; not empty.
        code: A module in the language of the programs, for later programs to use; at most
            32768 characters. Blank counts as left out.
        on_use: A script in the language of the programs that runs after each use, when the
            program has ended; at most 32768 characters. Blank counts as left out.

    Returns:
        How full the store is now.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: A required text is empty, or the name has other characters or
              more than 64.
            - `CONFLICT`: The name is taken; `gg.memories.edit_memory` changes a memory.
            - `REFUSED`: This agent may only read these memories.
            - `LIMIT_EXCEEDED`: A bound on length or count is met; the message gives size and
              bound.
    """
    _record, _at = _check.record(MemoryInput, "memory", memory, _fields, "a `MemoryInput`")
    return _lift_memory_usage(_raw.memories.create_memory(_lower_memory_input(_record, _at)))


@_call.operation("memories.read_memory", "gg.memories.read_memory")
def read_memory(name: str) -> str:
    """Reads a memory and puts it to use.

    The body goes to the program and is not shown in the window; `gg.views.open_text` shows it.

    If the memory has code, the code is loaded for every later program, the documentation of
    what it declares is opened as views, and its script, if it has one, runs after this program
    has ended. The script runs on every read.

    Code that does not compile does not fail the read: the diagnostic follows the text, and the
    code is not loaded.

    Args:
        name: Name of the memory.

    Returns:
        Its body; what was wrong with its code, if anything, follows.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The name is blank.
            - `NOT_FOUND`: There is no memory of that name.
    """
    name = _check.string(name, "name")
    _result: str = _raw.memories.read_memory(name)
    return _result


@overload
def edit_memory(edit: MemoryEdit) -> MemoryUsage: ...
@overload
def edit_memory(*, name: str, search: str, replace: str) -> MemoryUsage: ...
@_call.operation("memories.edit_memory", "gg.memories.edit_memory")
def edit_memory(edit: Any = _check.NOTHING, **_fields: Any) -> MemoryUsage:
    """Replaces the one place where a text occurs in a memory's body.

    The text is compared exactly, white space included. Name, description and code stay as they
    are.

    Args:
        edit: The memory, the text to find and what takes its place. Its fields may be given in
            its place, as keywords.
        name: Name of the memory.
        search: The text to find, exactly once in the body; white space counts.
        replace: What takes its place; may be empty, as long as the body does not become so.

    Returns:
        How full the store is now.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The name or the text to find is empty, or the body would become
              empty.
            - `NOT_FOUND`: There is no memory of that name, or the text does not occur in its body.
            - `CONFLICT`: The text occurs more than once; take more of what stands around the
              place.
            - `REFUSED`: This agent may only read these memories.
            - `LIMIT_EXCEEDED`: A bound on length is met; the message gives size and bound.
    """
    _record, _at = _check.record(MemoryEdit, "edit", edit, _fields, "a `MemoryEdit`")
    return _lift_memory_usage(_raw.memories.edit_memory(_lower_memory_edit(_record, _at)))


@_call.operation("memories.search_memories", "gg.memories.search_memories")
def search_memories(keywords: Sequence[str]) -> list[MemoryHit]:
    """Finds the memories that contain keywords.

    Upper and lower case are the same. Memories with most of the keywords come first, then those
    in which they occur most often, then by name. At most 25 are returned unless the run sets
    another bound; when as many come back there may be more.

    Args:
        keywords: Words or phrases to look for; blank ones are dropped.

    Returns:
        What was found, best first; empty when nothing was.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: No keyword is left.
    """
    _value = _raw.memories.search_memories(_check.items(_check.string, keywords, "keywords"))
    return [_lift_memory_hit(item) for item in _value]


@_call.operation("memories.delete_memory", "gg.memories.delete_memory")
def delete_memory(name: str) -> MemoryUsage:
    """Removes a memory.

    Args:
        name: Name of the memory.

    Returns:
        How full the store is now.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The name is blank.
            - `NOT_FOUND`: There is no memory of that name.
            - `REFUSED`: This agent may only read these memories.
    """
    name = _check.string(name, "name")
    return _lift_memory_usage(_raw.memories.delete_memory(name))


# How values of these types cross the membrane.


def _lower_memory_input(value: Any, at: str) -> Any:
    if type(value) is not MemoryInput:
        value = _check.instance(MemoryInput, value, at, "a `MemoryInput`")
    try:
        return _raw.memories.MemoryInput(
            _check.string(value.name, ".name"),
            _check.string(value.description, ".description"),
            _check.string(value.body, ".body"),
            None if value.code is None else _check.string(value.code, ".code"),
            None if value.on_use is None else _check.string(value.on_use, ".on_use"),
        )
    except _check.Refused as refused:
        raise refused.inside(at) from None


def _lift_memory_usage(raw: Any) -> MemoryUsage:
    return MemoryUsage(
        raw.count,
        raw.max_count,
        raw.total_chars,
        raw.max_total_chars,
        raw.index_chars,
        raw.max_index_chars,
    )


def _lower_memory_edit(value: Any, at: str) -> Any:
    if type(value) is not MemoryEdit:
        value = _check.instance(MemoryEdit, value, at, "a `MemoryEdit`")
    try:
        return _raw.memories.MemoryEdit(
            _check.string(value.name, ".name"),
            _check.string(value.search, ".search"),
            _check.string(value.replace, ".replace"),
        )
    except _check.Refused as refused:
        raise refused.inside(at) from None


def _lift_memory_hit(raw: Any) -> MemoryHit:
    return MemoryHit(raw.name, raw.description, raw.matched, raw.occurrences, raw.excerpt)
