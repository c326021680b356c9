# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""End the session.

An ending is a declaration: the program runs on, and the session ends when the turn closes. The
last one of a turn stands. A failure that ends the program takes its ending back.
"""

from __future__ import annotations

from collections.abc import Sequence

from gg import _call, _check, _raw

__all__ = ["finish", "approve", "request_changes"]


@_call.operation("session.finish", "gg.session.finish")
def finish(summary: str) -> None:
    """Ends the session, with a summary of what was done.

    Deferred: the program runs on, and the session ends when the turn closes. The last call of a
    turn stands. If the program fails, the ending is taken back and the session goes on. An
    ending that stands drops a compaction, a successor and waits for issues declared in the same
    turn.

    Args:
        summary: What was done, for whoever gave the work.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The summary is blank.
            - `UNAVAILABLE`: This session ends by other calls; the message names them.
    """
    summary = _check.string(summary, "summary")
    _raw.session.finish(summary)


@_call.operation("session.approve", "gg.session.approve")
def approve() -> None:
    """Ends the review with approval.

    Deferred: the program runs on, and the session ends when the turn closes. The last ending of
    a turn stands, this one or `gg.session.request_changes`. If the program fails, it is taken
    back and the session goes on.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `UNAVAILABLE`: This session ends by another call; the message names it.
    """
    _raw.session.approve()


@_call.operation("session.request_changes", "gg.session.request_changes")
def request_changes(items: Sequence[str]) -> None:
    """Ends the review with the changes it asks for.

    Deferred: the program runs on, and the session ends when the turn closes. The last ending of
    a turn stands, this one or `gg.session.approve`. If the program fails, it is taken back and
    the session goes on.

    Args:
        items: One change an item; blank ones are dropped. The agent under review works through
            them.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: No item is left.
            - `UNAVAILABLE`: This session ends by another call; the message names it.
    """
    _raw.session.request_changes(_check.items(_check.string, items, "items"))
