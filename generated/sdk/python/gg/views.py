# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""Put things into the window, see what is open, and close it.

A view is the only way into the window. It arrives with the next turn, as a message of its own.
Opened again in the same turn it is replaced; opened again in a later turn, the old copy stays
as history and the new one comes at the end. Opened and closed in one program, it never arrives.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from gg import _call, _check, _raw
from gg import files as _files_module
from gg.files import FileRead

__all__ = [
    "ViewKind",
    "ViewRegion",
    "OpenView",
    "open_file",
    "open_text",
    "open_docs_view",
    "close",
    "current",
]


class ViewKind(StrEnum):
    """What a view shows.

    Attributes:
        FILE: A file or a region of it.
        TEXT: A text a program composed.
        DOCS: Documentation.
        SEARCH: The last search of the documentation.
    """

    FILE = "file"
    TEXT = "text"
    DOCS = "docs"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class ViewRegion:
    """The part of a file that a view shows.

    Attributes:
        offset: Its first line, 1-based.
        limit: Its number of lines.
    """

    offset: int
    limit: int


@dataclass(frozen=True, slots=True)
class OpenView:
    """A view that is open.

    Attributes:
        kind: What it shows.
        selector: What names it: the path of a file, the label of a text, `search results`, or
            the key of documentation, which `gg.docs.close` closes.
        tokens: Estimated tokens it takes.
        region: The part of the file; absent for a whole file and for other kinds.
    """

    kind: ViewKind
    selector: str
    tokens: int
    region: ViewRegion | None

    @_call.guarded("views.close", "gg.views.close", receivers=1)
    def close(self) -> int:
        """Closes views by path, by label or by the name `search results`.

        The same as `gg.views.close`.
        """
        return close(self.selector)


@_call.operation("views.open_file", "gg.views.open_file")
def open_file(
    path: str,
    *,
    offset: int | None = None,
    limit: int | None = None,
    max_line_chars: int | None = None,
) -> FileRead:
    """Reads a file and opens a view of it.

    The view arrives with the next turn; the program gets the same text now. Views of different
    regions of a file stand side by side.

    - The view holds at most 65536 bytes: ask for fewer lines of a bigger file, or cut long
      ones.
    - There is more to read when `TextRead.last_line` is below `TextRead.total_lines`. A text
      above 262144 bytes is cut there, and `TextRead.byte_truncated` is set.
    - Bytes that are not UTF-8 are decoded with replacement characters.
    - A picture is shown, whatever the lines asked for, if it has at most 8 MiB and the model
      takes pictures; otherwise `ImageRead.not_shown_reason` says which of the two it was.

    Args:
        path: The file: relative to the workspace root, or absolute inside it.
        offset: First line, 1-based; 1 when left out, and 0 means 1.
        limit: Number of lines. Left out, the file is read to its end, or as far as this run
            reads by default.
        max_line_chars: Characters after which a line is cut in the view, which then says how
            many were dropped; 1 to 65536. The returned text is whole. Left out, no line is cut.

    Returns:
        The text and its place in the file, or what the picture is.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The path is blank or not inside the workspace, the offset is past
              the end (the message gives the number of lines), or the line length is not 1 to
              65536\\.
            - `NOT_FOUND`: There is no such file.
            - `UNAVAILABLE`: No files can be read in this run.
            - `LIMIT_EXCEEDED`: The text for the view is above 65536 bytes; nothing is opened, and
              the message gives size and bound. Ask for fewer lines, or cut long ones.
            - `IO_ERROR`: The file could not be read; it is a directory, for one.
    """
    path = _check.string(path, "path")
    return _files_module._lift_file_read(
        _raw.views.open_file(
            path,
            None if offset is None else _check.u32(offset, "offset"),
            None if limit is None else _check.u32(limit, "limit"),
            None if max_line_chars is None else _check.u32(max_line_chars, "max_line_chars"),
        ),
    )


@_call.operation("views.open_text", "gg.views.open_text")
def open_text(label: str, body: str) -> None:
    """Opens a view of a text the program composed.

    The view arrives with the next turn. It replaces an open one with the same label.

    Args:
        label: Its name in the window; at most 200 bytes.
        body: The text, at most 65536 bytes; may be empty.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The label is blank.
            - `LIMIT_EXCEEDED`: The label is above 200 bytes, the body above 65536, or all bodies
              of the turn together above 8 MiB, replaced ones counted too. Nothing is opened.
    """
    label = _check.string(label, "label")
    body = _check.string(body, "body")
    _raw.views.open_text(label, body)


@_call.operation("views.open_docs_view", "gg.views.open_docs_view")
def open_docs_view(name: str) -> None:
    """Opens the documentation of a function, type or module.

    The view arrives with the next turn, and views of types the function takes, returns or fails
    with may come with it. Opening one that is open already does nothing.

    Args:
        name: Its name, alone or fully qualified, as `gg.docs.search` gives it.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: It is not a name.
            - `NOT_FOUND`: Nothing this agent may call has that name; the message gives up to 3
              names that are near.
    """
    name = _check.string(name, "name")
    _raw.views.open_docs_view(name)


@_call.operation("views.close", "gg.views.close")
def close(selector: str) -> int:
    """Closes views by path, by label or by the name `search results`.

    A path closes all views of the file, a label the text view, `search results` the last
    search. Documentation is never closed by this call, and file views the run has locked stay.
    Nothing to close is a success.

    Args:
        selector: The path of a file, the label of a text, or `search results`.

    Returns:
        How many views were closed.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The selector is blank.
    """
    selector = _check.string(selector, "selector")
    _result: int = _raw.views.close(selector)
    return _result


@_call.operation("views.current", "gg.views.current")
def current() -> list[OpenView]:
    """Lists every open view, as things stand after the calls so far.

    The list goes to the program and is not shown in the window.

    Returns:
        Each view with what closes it and how many tokens it takes.
    """
    _value = _raw.views.current()
    return [_lift_open_view(item) for item in _value]


# How values of these types cross the membrane.


def _lift_view_kind(raw: Any) -> ViewKind:
    return _WORDS_VIEW_KIND[raw._value_]


def _lift_view_region(raw: Any) -> ViewRegion:
    return ViewRegion(raw.offset, raw.limit)


def _lift_open_view(raw: Any) -> OpenView:
    return OpenView(
        _lift_view_kind(raw.kind),
        raw.selector,
        raw.tokens,
        None if raw.region is None else _lift_view_region(raw.region),
    )


_WORDS_VIEW_KIND: dict[int, ViewKind] = dict(enumerate(ViewKind))
