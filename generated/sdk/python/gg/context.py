# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""Make room in the window, and find again what was moved out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from gg import _call, _check, _raw

__all__ = [
    "ReclaimReport",
    "MessageRole",
    "ArchiveHit",
    "TurnRange",
    "ArchiveSearch",
    "evict_file_view",
    "archive_thread",
    "search_archive",
    "compact",
]


@dataclass(frozen=True, slots=True)
class ReclaimReport:
    """What was taken out of the window.

    Attributes:
        items: Number of items taken out.
        reclaimed_tokens: Estimated tokens made free.
        paths: Paths of the file views among them.
        detail: The same in a sentence.
    """

    items: int
    reclaimed_tokens: int
    paths: list[str]
    detail: str


class MessageRole(StrEnum):
    """Who an archived item came from.

    Attributes:
        SYSTEM: The system prompt.
        USER: gg or a person.
        ASSISTANT: The model.
        TOOL: The answer to a submitted program.
    """

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class ArchiveHit:
    """An archived item a search found.

    Attributes:
        seq: Its position in the archive; a later item has a greater one.
        role: Who it came from.
        text: Its text.
    """

    seq: int
    role: MessageRole
    text: str


@dataclass(frozen=True, slots=True)
class TurnRange:
    """A run of turns, both ends included.

    A tuple of its fields is taken in its place.

    Attributes:
        start: The first turn.
        end: The last turn; not before the first.
    """

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ArchiveSearch:
    """What a search of the archive found.

    Attributes:
        archive_empty: Whether nothing has been archived yet, which is not the same as no
            match.
        hits: What matched, most recent first; at most 8.
    """

    archive_empty: bool
    hits: list[ArchiveHit]


@_call.operation("context.evict_file_view", "gg.context.evict_file_view")
def evict_file_view(*, path: str | None = None) -> ReclaimReport:
    """Takes file views out of the window: all of one file, or of every file.

    File views the run has locked stay. Text views, searches and documentation are not touched.

    Args:
        path: The file, all of whose views are taken out; every file when left out.

    Returns:
        What was taken out; nothing to take out is a success.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The path is blank.
    """
    return _lift_reclaim_report(
        _raw.context.evict_file_view(None if path is None else _check.string(path, "path")),
    )


@_call.operation("context.archive_thread", "gg.context.archive_thread")
def archive_thread(ranges: Sequence[TurnRange | tuple[int, int]]) -> ReclaimReport:
    """Moves the results of whole turns out of the window into the archive.

    The numbers of the turns head the results in the window. What is pinned and documentation
    stay. `gg.context.search_archive` finds what was moved out.

    Args:
        ranges: 1 to 32 runs of turns; they may overlap.

    Returns:
        What was taken out; nothing to take out is a success.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: There is no range or more than 32, or a range ends before it
              starts.
    """
    return _lift_reclaim_report(
        _raw.context.archive_thread(_check.items(_lower_turn_range, ranges, "ranges")),
    )


@_call.operation("context.search_archive", "gg.context.search_archive")
def search_archive(query: str) -> ArchiveSearch:
    """Finds archived items that contain a text.

    Upper and lower case are the same. At most 8 items are returned, the most recent; when 8
    come back there may be more. They go to the program and are not shown in the window.

    Args:
        query: The text to look for, taken as it stands.

    Returns:
        What matched, and whether anything was archived at all.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The query is blank.
    """
    query = _check.string(query, "query")
    return _lift_archive_search(_raw.context.search_archive(query))


@_call.operation("context.compact", "gg.context.compact")
def compact(summary: str, *, files: Sequence[str] = ()) -> None:
    """Compacts the window to a summary when the turn closes.

    Deferred: the program runs on. Afterwards the window holds the system prompt, the summary,
    the named files read again, what is pinned, and documentation. Everything else is gone, so
    the summary must carry what the work still needs.

    The last call of a turn stands, even if the program fails later. An ending of the session in
    the same turn drops it.

    Args:
        summary: What the model is to know afterwards.
        files: Paths of files to open again as views; none when left out. Blanks and repeats
            are dropped. The first 12 are kept, and the compacted window names the others.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The summary is blank.
    """
    summary = _check.string(summary, "summary")
    _raw.context.compact(summary, _check.items(_check.string, files, "files"))


# How values of these types cross the membrane.


def _lift_reclaim_report(raw: Any) -> ReclaimReport:
    return ReclaimReport(raw.items, raw.reclaimed_tokens, raw.paths, raw.detail)


def _lift_message_role(raw: Any) -> MessageRole:
    return _WORDS_MESSAGE_ROLE[raw._value_]


def _lift_archive_hit(raw: Any) -> ArchiveHit:
    return ArchiveHit(raw.seq, _lift_message_role(raw.role), raw.text)


def _lower_turn_range(value: Any, at: str) -> Any:
    if type(value) is not TurnRange:
        value = _check.instance_or_tuple(TurnRange, 2, value, at, "a `TurnRange`")
    try:
        return _raw.context.TurnRange(
            _check.u32(value.start, ".start"),
            _check.u32(value.end, ".end"),
        )
    except _check.Refused as refused:
        raise refused.inside(at) from None


def _lift_archive_search(raw: Any) -> ArchiveSearch:
    return ArchiveSearch(raw.archive_empty, [_lift_archive_hit(item) for item in raw.hits])


_WORDS_MESSAGE_ROLE: dict[int, MessageRole] = dict(enumerate(MessageRole))
