# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""Find out what can be called, and put documentation away.

Search first, open the documentation of what is wanted with `gg.views.open_docs_view`, and call
it on a later turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gg import _call, _check, _raw

__all__ = ["DocHit", "DocSearch", "search", "close", "close_all"]


@dataclass(frozen=True, slots=True)
class DocHit:
    """One thing a search of the documentation found.

    Attributes:
        key: The fully qualified name, by which its documentation is opened and closed.
        kind: `module`, `function` or `type`.
        module: The module it belongs to.
        name: Its own name.
        summary: What it is, in a line.
    """

    key: str
    kind: str
    module: str
    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class DocSearch:
    """One page of what a search of the documentation found.

    Attributes:
        total: Matches in all.
        offset: Matches skipped before this page.
        hits: This page, best first.
    """

    total: int
    offset: int
    hits: list[DocHit]


@_call.operation("docs.search", "gg.docs.search")
def search(
    *,
    query: str | None = None,
    modules: Sequence[str] = (),
    type: str | None = None,
    kind: str | None = None,
    offset: int | None = None,
    limit: int | None = None,
) -> DocSearch:
    """Finds what this agent may call, and shows the answer in the window.

    The answer is returned, and is opened as the one view called `search results`, in place of
    the last one; it arrives with the next turn. `gg.views.open_docs_view` then opens what was
    found by its key.

    A query or a filter is needed. Filters without a query list all they select; filters
    together narrow each other.

    Args:
        query: Words to look for, as parts of names, signatures and descriptions; any of them
            may match, and upper and lower case are the same. Blank counts as left out.
        modules: Modules to look in, such as `files`; every module when empty or left out.
        type: Name of a type: keeps it and the functions that mention it.
        kind: `module`, `function` or `type`: keeps one kind.
        offset: Results to skip; 0 when left out.
        limit: Most results to return, at least 1; 20 when left out. More than 100 is lowered
            to 100.

    Returns:
        One page of results, and how many there are in all.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: Neither a query nor a filter was given, the kind is not one of
              the three, or the limit is 0. No view is opened.
    """
    return _lift_doc_search(
        _raw.docs.search(
            None if query is None else _check.string(query, "query"),
            _check.items(_check.string, modules, "modules"),
            None if type is None else _check.string(type, "type"),
            None if kind is None else _check.string(kind, "kind"),
            None if offset is None else _check.u32(offset, "offset"),
            None if limit is None else _check.u32(limit, "limit"),
        ),
    )


@_call.operation("docs.close", "gg.docs.close")
def close(key: str) -> int:
    """Closes one documentation view.

    Views of types that were opened beside it stay.

    Args:
        key: Its fully qualified name, as the heading of the view has it.

    Returns:
        1 if it was open, else 0.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The key is blank.
    """
    key = _check.string(key, "key")
    _result: int = _raw.docs.close(key)
    return _result


@_call.operation("docs.close_all", "gg.docs.close_all")
def close_all() -> int:
    """Closes every documentation view.

    Returns:
        How many there were.
    """
    _result: int = _raw.docs.close_all()
    return _result


# How values of these types cross the membrane.


def _lift_doc_hit(raw: Any) -> DocHit:
    return DocHit(raw.key, raw.kind, raw.module, raw.name, raw.summary)


def _lift_doc_search(raw: Any) -> DocSearch:
    return DocSearch(raw.total, raw.offset, [_lift_doc_hit(item) for item in raw.hits])
