# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""Read, write, walk and search the workspace.

A path is relative to the workspace root; an absolute one must lie inside the workspace. `.` and
`..` are resolved first. A path that ends up outside, by `..` or through a symbolic link, is
`invalid-argument`, and so is one into `.gg`, which is gg's own.

What these calls return goes to the program and is not shown in the window. `gg.views.open_file`
reads a file and shows it as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from gg import _call, _check, _raw

__all__ = [
    "TextRead",
    "ImageRead",
    "FileReadText",
    "FileReadImage",
    "FileRead",
    "EntryKind",
    "DirEntry",
    "SearchMatch",
    "read_file",
    "read_text_file",
    "write_file",
    "edit_file",
    "list_dir",
    "tree",
    "search",
]


@dataclass(frozen=True, slots=True)
class TextRead:
    """A text file, or the lines of it that were asked for.

    There is more to read when the last line is below the total, or when the text was cut.

    Attributes:
        contents: The text of these lines.
        first_line: The first of them, 1-based; 1 for an empty file.
        last_line: The last of them, included; 0 for an empty file.
        total_lines: Number of lines in the whole file.
        byte_truncated: Whether the text was longer than 262144 bytes and was cut there.
    """

    contents: str
    first_line: int
    last_line: int
    total_lines: int
    byte_truncated: bool


@dataclass(frozen=True, slots=True)
class ImageRead:
    """A picture, described.

    Attributes:
        media_type: Its media type, such as `image/png`.
        label: Its format by name, such as `PNG`.
        bytes: Its size in bytes.
        shown: Whether the model gets to see it, with its next turn.
        not_shown_reason: Why it is not shown; absent when it is.
    """

    media_type: str
    label: str
    bytes: int
    shown: bool
    not_shown_reason: str | None


@dataclass(frozen=True, slots=True)
class FileReadText:
    """The file is text."""

    value: TextRead


@dataclass(frozen=True, slots=True)
class FileReadImage:
    """The file is a PNG, JPEG, GIF or WebP picture, by its content."""

    value: ImageRead


FileRead: TypeAlias = FileReadText | FileReadImage
"""What a read found: a text or a picture."""


class EntryKind(StrEnum):
    """What a directory entry is.

    Attributes:
        FILE: A regular file.
        DIRECTORY: A directory.
        OTHER: Anything else, symbolic links included.
    """

    FILE = "file"
    DIRECTORY = "directory"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class DirEntry:
    """One entry of a directory.

    Attributes:
        name: Its name, without the path.
        kind: What it is.
    """

    name: str
    kind: EntryKind


@dataclass(frozen=True, slots=True)
class SearchMatch:
    """One line a search matched.

    Attributes:
        path: The file, relative to the workspace root.
        line: The line's number, 1-based.
        text: The whole line; one above 200 characters is clipped there and says how many were
            dropped.
    """

    path: str
    line: int
    text: str


@_call.operation("files.read_file", "gg.files.read_file")
def read_file(path: str, *, offset: int | None = None, limit: int | None = None) -> FileRead:
    """Reads a text file, or describes a picture.

    The file goes to the program and is not shown in the window; `gg.views.open_file` reads it
    and shows it as well.

    - There is more to read when `TextRead.last_line` is below `TextRead.total_lines`. A text
      above 262144 bytes is cut there, and `TextRead.byte_truncated` is set.
    - Bytes that are not UTF-8 are decoded with replacement characters.
    - A picture is recognised by its content. It is described whatever the lines asked for, and
      never shown by this call.

    Args:
        path: The file: relative to the workspace root, or absolute inside it.
        offset: First line, 1-based; 1 when left out, and 0 means 1.
        limit: Number of lines. Left out, the file is read to its end, or as far as this run
            reads by default.

    Returns:
        The text and its place in the file, or what the picture is.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The path is blank or not inside the workspace, or the offset is
              past the end; the message gives the number of lines.
            - `NOT_FOUND`: There is no such file.
            - `UNAVAILABLE`: No files can be read in this run.
            - `IO_ERROR`: The file could not be read; it is a directory, for one.
    """
    path = _check.string(path, "path")
    return _lift_file_read(
        _raw.files.read_file(
            path,
            None if offset is None else _check.u32(offset, "offset"),
            None if limit is None else _check.u32(limit, "limit"),
        ),
    )


@_call.operation("files.read_text_file", "gg.files.read_text_file")
def read_text_file(path: str, *, offset: int | None = None, limit: int | None = None) -> str:
    """Reads a text file and returns only its text.

    The text goes to the program and is not shown in the window. It is never cut: what would
    have to be cut fails instead. `gg.files.read_file` returns a part and says which.

    Bytes that are not UTF-8 are decoded with replacement characters.

    Args:
        path: The file: relative to the workspace root, or absolute inside it.
        offset: First line, 1-based; 1 when left out, and 0 means 1.
        limit: Number of lines; to the end of the file when left out.

    Returns:
        The text of the lines asked for; empty for an empty file.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The path is blank or not inside the workspace, the offset is past
              the end (the message gives the number of lines), or the file is a picture.
            - `NOT_FOUND`: There is no such file.
            - `UNAVAILABLE`: No files can be read in this run.
            - `LIMIT_EXCEEDED`: The text is above 262144 bytes, or the file has more lines than
              this run reads by default and no limit was given. The message gives size and bound:
              ask for fewer lines at a time.
            - `IO_ERROR`: The file could not be read; it is a directory, for one.
    """
    path = _check.string(path, "path")
    _result: str = _raw.files.read_text_file(
        path,
        None if offset is None else _check.u32(offset, "offset"),
        None if limit is None else _check.u32(limit, "limit"),
    )
    return _result


@_call.operation("files.write_file", "gg.files.write_file")
def write_file(path: str, contents: str) -> int:
    """Writes a file, replacing what was there.

    Missing folders above the file are created. To change a part of a file, `gg.files.edit_file`
    is safer.

    Args:
        path: The file: relative to the workspace root, or absolute inside it.
        contents: The whole new text; may be empty.

    Returns:
        Number of bytes written.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The path is blank or not inside the workspace.
            - `NOT_FOUND`: The system reports that the path does not exist.
            - `REFUSED`: The write was blocked; the message says why.
            - `IO_ERROR`: The file could not be written; it is a directory, for one.
    """
    path = _check.string(path, "path")
    contents = _check.string(contents, "contents")
    _result: int = _raw.files.write_file(path, contents)
    return _result


@_call.operation("files.edit_file", "gg.files.edit_file")
def edit_file(path: str, old_string: str, new_string: str) -> None:
    """Replaces the one place where a text occurs in a file.

    The text is compared exactly, white space and line ends included. Take enough of the lines
    around the place for the text to occur only there.

    Args:
        path: The file: relative to the workspace root, or absolute inside it.
        old_string: The text to find, exactly once; not empty.
        new_string: What takes its place; may be empty, and must differ.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The path is blank or not inside the workspace, the old text is
              empty, or the two texts are the same.
            - `NOT_FOUND`: There is no such file, or the old text does not occur in it.
            - `CONFLICT`: The old text occurs more than once; the message gives the count. Take
              more of what stands around the place.
            - `REFUSED`: The write was blocked; the message says why.
            - `IO_ERROR`: The file could not be read or written, or is not UTF-8.
    """
    path = _check.string(path, "path")
    old_string = _check.string(old_string, "old_string")
    new_string = _check.string(new_string, "new_string")
    _raw.files.edit_file(path, old_string, new_string)


@_call.operation("files.list_dir", "gg.files.list_dir")
def list_dir(*, path: str | None = None) -> list[DirEntry]:
    """Lists one directory, sorted by name.

    Ignore rules play no part here, unlike in `gg.files.tree` and `gg.files.search`. An empty
    directory is an empty list.

    Args:
        path: The directory: relative to the workspace root, or absolute inside it. The root
            itself when left out.

    Returns:
        The entries, by name without path.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The path is blank or not inside the workspace.
            - `NOT_FOUND`: There is no such directory.
            - `IO_ERROR`: The directory could not be read; it is a file, for one.
    """
    _value = _raw.files.list_dir(None if path is None else _check.string(path, "path"))
    return [_lift_dir_entry(item) for item in _value]


@_call.operation("files.tree", "gg.files.tree")
def tree(*, path: str | None = None, depth: int | None = None) -> str:
    """Draws a directory as an indented text.

    One entry a line, two spaces a level, directories ending in `/`, sorted by path; the root
    itself is not drawn. A directory at the last level says how many entries it hides, as in
    `src/ (12 entries)`. An empty root is `(empty)`.

    Hidden entries are drawn. What ignore files such as `.gitignore` exclude is not, nor are
    `.git` and `.gg`; symbolic links are not followed. At most 1000 lines and 16384 bytes are
    drawn, and a last line says when only the first entries are shown.

    Args:
        path: The directory: relative to the workspace root, or absolute inside it. The root
            itself when left out.
        depth: Number of levels, at least 1; 2 when left out. More than 10 is lowered to 10.

    Returns:
        The drawing.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The path is blank, not inside the workspace or not a directory,
              or the depth is 0.
            - `NOT_FOUND`: There is no such directory.
            - `IO_ERROR`: The directory could not be read.
    """
    _result: str = _raw.files.tree(
        None if path is None else _check.string(path, "path"),
        None if depth is None else _check.u32(depth, "depth"),
    )
    return _result


@_call.operation("files.search", "gg.files.search")
def search(query: str, *, path: str | None = None, limit: int | None = None) -> list[SearchMatch]:
    """Finds the lines a regular expression matches.

    Matches come in the order of paths, then of lines. When as many as the limit come back there
    may be more: narrow the query or the path, or raise the limit.

    A directory is walked with its hidden files. Skipped are `.git`, `.gg`, what ignore files
    such as `.gitignore` exclude, binary files, what cannot be read, and whatever lies behind a
    symbolic link.

    Args:
        query: A regular expression in the syntax of Rust's `regex` (no look-around, no
            back-references), matched line by line. Case counts unless it starts with `(?i)`.
        path: A directory to walk, or one file: relative to the workspace root, or absolute
            inside it. The root itself when left out.
        limit: Most matches to return, at least 1; 50 when left out. More than 200 is lowered
            to 200.

    Returns:
        The matching lines; empty when there are none.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The query is blank or not a regular expression, the limit is 0,
              or the path is blank or not inside the workspace.
            - `NOT_FOUND`: There is no such path.
            - `IO_ERROR`: The search could not be carried out.
    """
    query = _check.string(query, "query")
    _value = _raw.files.search(
        query,
        None if path is None else _check.string(path, "path"),
        None if limit is None else _check.u32(limit, "limit"),
    )
    return [_lift_search_match(item) for item in _value]


# How values of these types cross the membrane.


def _lift_text_read(raw: Any) -> TextRead:
    return TextRead(
        raw.contents,
        raw.first_line,
        raw.last_line,
        raw.total_lines,
        raw.byte_truncated,
    )


def _lift_image_read(raw: Any) -> ImageRead:
    return ImageRead(raw.media_type, raw.label, raw.bytes, raw.shown, raw.not_shown_reason)


def _lift_file_read(raw: Any) -> FileRead:
    if type(raw) is _raw.files.FileRead_Text:
        return FileReadText(_lift_text_read(raw.value))
    return FileReadImage(_lift_image_read(raw.value))


def _lift_entry_kind(raw: Any) -> EntryKind:
    return _WORDS_ENTRY_KIND[raw._value_]


def _lift_dir_entry(raw: Any) -> DirEntry:
    return DirEntry(raw.name, _lift_entry_kind(raw.kind))


def _lift_search_match(raw: Any) -> SearchMatch:
    return SearchMatch(raw.path, raw.line, raw.text)


_WORDS_ENTRY_KIND: dict[int, EntryKind] = dict(enumerate(EntryKind))
