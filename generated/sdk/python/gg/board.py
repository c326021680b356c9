# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""Plan epics and issues on the board all agents of the run share, and wait for them.

An issue is work for one agent. As soon as all its blockers are done it is given to its agent,
which works in a git worktree of its own; its reviewers then read the work one after the other,
and it is merged when all approve.

No call reads the board: the unfinished issues stand in the window, with status, agent and
blockers, refreshed between turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias, overload

from gg import _call, _check, _raw
from gg import core as _core_module
from gg.core import UNCHANGED, TextEdit, Unchanged

__all__ = [
    "IssueStatus",
    "EpicInput",
    "IssueInput",
    "EpicAssignment",
    "IssuePatch",
    "BoardUsage",
    "EpicCreated",
    "IssueCreated",
    "create_epic",
    "create_issue",
    "update_issue",
    "set_issue_blocked_by",
    "remove_epic",
    "remove_issue",
    "wait_for_issue",
]


class IssueStatus(StrEnum):
    """Where an issue stands.

    Attributes:
        OPEN: Waiting for its blockers or its agent.
        IN_PROGRESS: Its agent is at work.
        IN_REVIEW: Its reviewers are at work; set by the board only.
        DONE: Finished and merged, or declared so.
        FAILED: Given up; set by the board only. What it blocks stays blocked.
    """

    OPEN = "open"
    IN_PROGRESS = "in-progress"
    IN_REVIEW = "in-review"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class EpicInput:
    """An epic to open.

    Attributes:
        prefix: 3 to 6 letters, kept in upper case: the epic's id, and the prefix of the ids of
            its issues.
        title: What it is, in a line.
        description: More about it; required.
    """

    prefix: str
    title: str
    description: str


@_check.by_name
@dataclass(frozen=True, slots=True, kw_only=True)
class IssueInput:
    """An issue to open. Its agent reads these texts and nothing else, so they must stand on their
    own.

    Attributes:
        title: What is to be done, in a line.
        description: More about it.
        in_scope: What belongs to the work.
        out_of_scope: What does not belong to it.
        completion_criteria: How to tell that it is finished.
        blocked_by: Ids of issues that must be done first.
        epic_id: Id of the epic it belongs to; outside any epic when left out.
        agent: Id of the agent that does the work: one of the implementers the system prompt
            lists.
        reviewers: Ids of the agents that review it, in order: reviewers the system prompt
            lists. Some runs require one.
    """

    title: str
    description: str | None = None
    in_scope: str
    out_of_scope: str
    completion_criteria: str
    blocked_by: Sequence[str] = ()
    epic_id: str | None = None
    agent: str
    reviewers: Sequence[str] = ()


EpicAssignment: TypeAlias = str | None | Unchanged
"""A change to the epic an issue belongs to.

- `UNCHANGED`: Leave it where it is.
- `None`: Take it out of its epic.
- a value: Put it into the epic with this id.
"""


@_check.by_name
@dataclass(frozen=True, slots=True, kw_only=True)
class IssuePatch:
    """Changes to an issue. What is left out stays as it is; at least one change is needed.

    Attributes:
        title: A new title.
        description: A change to the description: keep it, clear it, or set it.
        in_scope: What belongs to the work now.
        out_of_scope: What does not belong to it now.
        completion_criteria: How to tell now that it is finished.
        status: A new status: `open`, `in-progress` or `done`. The others are set by the board
            only.
        epic: A change to its epic: keep it, take it out, or put it into another.
    """

    title: str | None = None
    description: TextEdit = UNCHANGED
    in_scope: str | None = None
    out_of_scope: str | None = None
    completion_criteria: str | None = None
    status: IssueStatus | None = None
    epic: EpicAssignment = UNCHANGED


@dataclass(frozen=True, slots=True)
class BoardUsage:
    """How full the board is.

    Attributes:
        epics: Epics held.
        max_epics: Most epics allowed.
        issues: Issues held.
        max_issues: Most issues allowed.
    """

    epics: int
    max_epics: int
    issues: int
    max_issues: int


@dataclass(frozen=True, slots=True)
class EpicCreated:
    """An epic that was opened.

    Attributes:
        id: Its id: the prefix in upper case.
        board: How full the board is now.
    """

    id: str
    board: BoardUsage


@dataclass(frozen=True, slots=True)
class IssueCreated:
    """An issue that was opened.

    Attributes:
        id: Its id, such as `AUTH-2` in the epic `AUTH` or `ISSUE-7` outside any.
        board: How full the board is now.
    """

    id: str
    board: BoardUsage

    @_call.guarded("board.wait_for_issue", "gg.board.wait_for_issue", receivers=1)
    def wait(self) -> str:
        """Waits for an issue after the program has ended.

        The same as `gg.board.wait_for_issue`.
        """
        return wait_for_issue(self.id)


@overload
def create_epic(epic: EpicInput) -> EpicCreated: ...
@overload
def create_epic(*, prefix: str, title: str, description: str) -> EpicCreated: ...
@_call.operation("board.create_epic", "gg.board.create_epic")
def create_epic(epic: Any = _check.NOTHING, **_fields: Any) -> EpicCreated:
    """Opens an epic, a group of issues with a prefix of its own.

    The prefix is the epic's id, and its issues are numbered with it, as in `AUTH-1`.

    Args:
        epic: The epic; all its texts are required. Its fields may be given in its place, as
            keywords.
        prefix: 3 to 6 letters, kept in upper case: the epic's id, and the prefix of the ids of
            its issues.
        title: What it is, in a line.
        description: More about it; required.

    Returns:
        Its id, and how full the board is.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: A text is empty, or the prefix is not 3 to 6 letters.
            - `CONFLICT`: The prefix is taken.
            - `LIMIT_EXCEEDED`: There are as many epics as allowed.
    """
    _record, _at = _check.record(EpicInput, "epic", epic, _fields, "an `EpicInput`")
    return _lift_epic_created(_raw.board.create_epic(_lower_epic_input(_record, _at)))


@overload
def create_issue(issue: IssueInput) -> IssueCreated: ...
@overload
def create_issue(
    *,
    title: str,
    description: str | None = None,
    in_scope: str,
    out_of_scope: str,
    completion_criteria: str,
    blocked_by: Sequence[str] = (),
    epic_id: str | None = None,
    agent: str,
    reviewers: Sequence[str] = (),
) -> IssueCreated: ...
@_call.operation("board.create_issue", "gg.board.create_issue")
def create_issue(issue: Any = _check.NOTHING, **_fields: Any) -> IssueCreated:
    """Opens an issue, which its agent starts on as soon as nothing blocks it.

    An issue without an unfinished blocker is given to its agent at once, in a git worktree of
    its own; the others follow when all their blockers are done. When the agent finishes, the
    reviewers read the work in order, and it is merged once all approve, or at once if there are
    none.

    `gg.board.wait_for_issue` tells how it ended.

    Args:
        issue: The issue. Title, both scopes and completion criteria must not be empty. Its
            fields may be given in its place, as keywords.
        title: What is to be done, in a line.
        description: More about it.
        in_scope: What belongs to the work.
        out_of_scope: What does not belong to it.
        completion_criteria: How to tell that it is finished.
        blocked_by: Ids of issues that must be done first.
        epic_id: Id of the epic it belongs to; outside any epic when left out.
        agent: Id of the agent that does the work: one of the implementers the system prompt
            lists.
        reviewers: Ids of the agents that review it, in order: reviewers the system prompt
            lists. Some runs require one.

    Returns:
        Its id, made by the board, and how full the board is.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: A required text is empty, the agent is not an implementer or a
              reviewer not a reviewer this agent may name (the message lists the ids), or reviewers
              are required and missing.
            - `NOT_FOUND`: The epic or a blocker does not exist.
            - `CONFLICT`: The issue would block itself, directly or in a circle.
            - `LIMIT_EXCEEDED`: There are as many issues as allowed.
    """
    _record, _at = _check.record(IssueInput, "issue", issue, _fields, "an `IssueInput`")
    return _lift_issue_created(_raw.board.create_issue(_lower_issue_input(_record, _at)))


@overload
def update_issue(id: str, patch: IssuePatch) -> None: ...
@overload
def update_issue(
    id: str,
    *,
    title: str | None = None,
    description: TextEdit = UNCHANGED,
    in_scope: str | None = None,
    out_of_scope: str | None = None,
    completion_criteria: str | None = None,
    status: IssueStatus | None = None,
    epic: EpicAssignment = UNCHANGED,
) -> None: ...
@_call.operation("board.update_issue", "gg.board.update_issue")
def update_issue(id: str, patch: Any = _check.NOTHING, **_fields: Any) -> None:
    """Changes an issue's texts, status or epic.

    What blocks it is changed by `gg.board.set_issue_blocked_by`.

    Args:
        id: Id of the issue.
        patch: What to change; what is left out stays as it is. Its fields may be given in its
            place, as keywords.
        title: A new title.
        description: A change to the description: keep it, clear it, or set it.
        in_scope: What belongs to the work now.
        out_of_scope: What does not belong to it now.
        completion_criteria: How to tell now that it is finished.
        status: A new status: `open`, `in-progress` or `done`. The others are set by the board
            only.
        epic: A change to its epic: keep it, take it out, or put it into another.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The id is blank, a text is empty, nothing is to be changed, or
              the status is not one of `open`, `in-progress` and `done`.
            - `NOT_FOUND`: The issue or the epic does not exist.
    """
    id = _check.string(id, "id")
    _record, _at = _check.record(IssuePatch, "patch", patch, _fields, "an `IssuePatch`")
    _raw.board.update_issue(id, _lower_issue_patch(_record, _at))


@_call.operation("board.set_issue_blocked_by", "gg.board.set_issue_blocked_by")
def set_issue_blocked_by(id: str, blocked_by: Sequence[str]) -> None:
    """Replaces the list of what blocks an issue.

    An open issue left without an unfinished blocker is given to its agent at once.

    Args:
        id: Id of the issue.
        blocked_by: Ids of all issues that must be done before it; an empty list clears it.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The id is blank.
            - `NOT_FOUND`: The issue or a blocker does not exist.
            - `CONFLICT`: The issue would block itself, directly or in a circle.
    """
    id = _check.string(id, "id")
    _raw.board.set_issue_blocked_by(id, _check.items(_check.string, blocked_by, "blocked_by"))


@_call.operation("board.remove_epic", "gg.board.remove_epic")
def remove_epic(id: str) -> BoardUsage:
    """Removes an epic; its issues stay, outside any epic.

    Args:
        id: Id of the epic, its prefix.

    Returns:
        How full the board is now.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The id is blank.
            - `NOT_FOUND`: There is no such epic.
    """
    id = _check.string(id, "id")
    return _lift_board_usage(_raw.board.remove_epic(id))


@_call.operation("board.remove_issue", "gg.board.remove_issue")
def remove_issue(id: str) -> BoardUsage:
    """Removes an issue.

    What it blocked stays blocked by it and can no longer finish, until
    `gg.board.set_issue_blocked_by` takes it off those lists.

    Args:
        id: Id of the issue.

    Returns:
        How full the board is now.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The id is blank.
            - `NOT_FOUND`: There is no such issue.
    """
    id = _check.string(id, "id")
    return _lift_board_usage(_raw.board.remove_issue(id))


@_call.operation("board.wait_for_issue", "gg.board.wait_for_issue")
def wait_for_issue(id: str) -> str:
    """Waits for an issue after the program has ended.

    Deferred: the call returns at once and the program runs on. Several waits of a turn add up;
    the issues are waited for in the order of the calls, each once.

    All outcomes arrive as one message before the next turn. Each is in words: done; failed;
    removed; never to finish, behind an issue that failed or is missing; or live again. They are
    not failures a program could catch. An ending of the session in the same turn drops the
    waits.

    Args:
        id: Id of the issue.

    Returns:
        A sentence saying that the wait is noted; not the outcome.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The id is blank, or is the issue this agent itself works on.
            - `NOT_FOUND`: There is no such issue.
            - `UNAVAILABLE`: There is no board in this run.
    """
    id = _check.string(id, "id")
    _result: str = _raw.board.wait_for_issue(id)
    return _result


# How values of these types cross the membrane.


def _lower_issue_status(value: Any, at: str) -> Any:
    return _check.one_word(
        _RAW_ISSUE_STATUS,
        value,
        at,
        "one of `open`, `in-progress`, `in-review`, `done`, `failed`",
    )


def _lower_epic_input(value: Any, at: str) -> Any:
    if type(value) is not EpicInput:
        value = _check.instance(EpicInput, value, at, "an `EpicInput`")
    try:
        return _raw.board.EpicInput(
            _check.string(value.prefix, ".prefix"),
            _check.string(value.title, ".title"),
            _check.string(value.description, ".description"),
        )
    except _check.Refused as refused:
        raise refused.inside(at) from None


def _lower_issue_input(value: Any, at: str) -> Any:
    if type(value) is not IssueInput:
        value = _check.instance(IssueInput, value, at, "an `IssueInput`")
    try:
        return _raw.board.IssueInput(
            _check.string(value.title, ".title"),
            None if value.description is None else _check.string(
                value.description,
                ".description",
            ),
            _check.string(value.in_scope, ".in_scope"),
            _check.string(value.out_of_scope, ".out_of_scope"),
            _check.string(value.completion_criteria, ".completion_criteria"),
            _check.items(_check.string, value.blocked_by, ".blocked_by"),
            None if value.epic_id is None else _check.string(value.epic_id, ".epic_id"),
            _check.string(value.agent, ".agent"),
            _check.items(_check.string, value.reviewers, ".reviewers"),
        )
    except _check.Refused as refused:
        raise refused.inside(at) from None


def _lower_epic_assignment(value: Any, at: str) -> Any:
    if value is UNCHANGED:
        return _raw.board.EpicAssignment_Keep()
    if value is None:
        return _raw.board.EpicAssignment_Ungroup()
    return _raw.board.EpicAssignment_Set(_check.string(value, at))


def _lower_issue_patch(value: Any, at: str) -> Any:
    if type(value) is not IssuePatch:
        value = _check.instance(IssuePatch, value, at, "an `IssuePatch`")
    try:
        return _raw.board.IssuePatch(
            None if value.title is None else _check.string(value.title, ".title"),
            _core_module._lower_text_edit(value.description, ".description"),
            None if value.in_scope is None else _check.string(value.in_scope, ".in_scope"),
            None if value.out_of_scope is None else _check.string(
                value.out_of_scope,
                ".out_of_scope",
            ),
            None if value.completion_criteria is None else _check.string(
                value.completion_criteria,
                ".completion_criteria",
            ),
            None if value.status is None else _lower_issue_status(value.status, ".status"),
            _lower_epic_assignment(value.epic, ".epic"),
        )
    except _check.Refused as refused:
        raise refused.inside(at) from None


def _lift_board_usage(raw: Any) -> BoardUsage:
    return BoardUsage(raw.epics, raw.max_epics, raw.issues, raw.max_issues)


def _lift_epic_created(raw: Any) -> EpicCreated:
    return EpicCreated(raw.id, _lift_board_usage(raw.board))


def _lift_issue_created(raw: Any) -> IssueCreated:
    return IssueCreated(raw.id, _lift_board_usage(raw.board))


_RAW_ISSUE_STATUS: dict[str, Any] = dict(zip(IssueStatus, _raw.board.IssueStatus))
