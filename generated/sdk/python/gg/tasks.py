# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""Keep the agent's own graph of tasks.

The tasks are this agent's own. They stand in the window, ready ones apart from blocked ones; no
call reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, overload

from gg import _call, _check, _raw
from gg import core as _core_module
from gg.core import UNCHANGED, TextEdit

__all__ = [
    "TaskStatus",
    "TaskInput",
    "TaskPatch",
    "TaskUsage",
    "add_task",
    "update_task",
    "set_blocked_by",
    "complete_task",
    "remove_task",
]


class TaskStatus(StrEnum):
    """How far a task is.

    Attributes:
        PENDING: Not begun.
        IN_PROGRESS: Being worked on.
        DONE: Finished.
    """

    PENDING = "pending"
    IN_PROGRESS = "in-progress"
    DONE = "done"


@_check.by_name
@dataclass(frozen=True, slots=True, kw_only=True)
class TaskInput:
    """A task to add.

    Attributes:
        id: Its id, chosen by the program and not taken yet.
        title: What is to be done, in a line.
        description: More about it.
        blocked_by: Ids of tasks that must be done first.
    """

    id: str
    title: str
    description: str | None = None
    blocked_by: Sequence[str] = ()


@_check.by_name
@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPatch:
    """Changes to a task. What is left out stays as it is; at least one change is needed.

    Attributes:
        title: A new title.
        description: A change to the description: keep it, clear it, or set it.
        status: A new status.
    """

    title: str | None = None
    description: TextEdit = UNCHANGED
    status: TaskStatus | None = None


@dataclass(frozen=True, slots=True)
class TaskUsage:
    """How full the task graph is.

    Attributes:
        count: Tasks held.
        max_tasks: Most tasks allowed.
    """

    count: int
    max_tasks: int


@overload
def add_task(task: TaskInput) -> TaskUsage: ...
@overload
def add_task(
    *,
    id: str,
    title: str,
    description: str | None = None,
    blocked_by: Sequence[str] = (),
) -> TaskUsage: ...
@_call.operation("tasks.add_task", "gg.tasks.add_task")
def add_task(task: Any = _check.NOTHING, **_fields: Any) -> TaskUsage:
    """Adds a task, with status `pending`.

    Blockers must have been added before. At most 200 tasks are held unless the run sets another
    bound.

    Args:
        task: The task; id and title must not be empty. Its fields may be given in its place,
            as keywords.
        id: Its id, chosen by the program and not taken yet.
        title: What is to be done, in a line.
        description: More about it.
        blocked_by: Ids of tasks that must be done first.

    Returns:
        How full the task graph is now.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The id or the title is empty.
            - `NOT_FOUND`: A blocker does not exist.
            - `CONFLICT`: The id is taken, or the task would block itself, directly or in a circle.
            - `LIMIT_EXCEEDED`: There are as many tasks as allowed; remove some.
    """
    _record, _at = _check.record(TaskInput, "task", task, _fields, "a `TaskInput`")
    return _lift_task_usage(_raw.tasks.add_task(_lower_task_input(_record, _at)))


@overload
def update_task(id: str, patch: TaskPatch) -> None: ...
@overload
def update_task(
    id: str,
    *,
    title: str | None = None,
    description: TextEdit = UNCHANGED,
    status: TaskStatus | None = None,
) -> None: ...
@_call.operation("tasks.update_task", "gg.tasks.update_task")
def update_task(id: str, patch: Any = _check.NOTHING, **_fields: Any) -> None:
    """Changes a task's title, description or status.

    Args:
        id: Id of the task.
        patch: What to change; what is left out stays as it is. Its fields may be given in its
            place, as keywords.
        title: A new title.
        description: A change to the description: keep it, clear it, or set it.
        status: A new status.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The id is blank, the title is empty, or nothing is to be changed.
            - `NOT_FOUND`: There is no such task.
    """
    id = _check.string(id, "id")
    _record, _at = _check.record(TaskPatch, "patch", patch, _fields, "a `TaskPatch`")
    _raw.tasks.update_task(id, _lower_task_patch(_record, _at))


@_call.operation("tasks.set_blocked_by", "gg.tasks.set_blocked_by")
def set_blocked_by(id: str, blocked_by: Sequence[str]) -> None:
    """Replaces the list of what blocks a task.

    Args:
        id: Id of the task.
        blocked_by: Ids of all tasks that must be done before it; an empty list clears it.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The id is blank.
            - `NOT_FOUND`: The task or a blocker does not exist.
            - `CONFLICT`: The task would block itself, directly or in a circle.
    """
    id = _check.string(id, "id")
    _raw.tasks.set_blocked_by(id, _check.items(_check.string, blocked_by, "blocked_by"))


@_call.operation("tasks.complete_task", "gg.tasks.complete_task")
def complete_task(id: str) -> None:
    """Sets a task's status to `done`.

    Args:
        id: Id of the task.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The id is blank.
            - `NOT_FOUND`: There is no such task.
    """
    id = _check.string(id, "id")
    _raw.tasks.complete_task(id)


@_call.operation("tasks.remove_task", "gg.tasks.remove_task")
def remove_task(id: str) -> TaskUsage:
    """Removes a task; it blocks nothing any more.

    Args:
        id: Id of the task.

    Returns:
        How full the task graph is now.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The id is blank.
            - `NOT_FOUND`: There is no such task.
    """
    id = _check.string(id, "id")
    return _lift_task_usage(_raw.tasks.remove_task(id))


# How values of these types cross the membrane.


def _lower_task_status(value: Any, at: str) -> Any:
    return _check.one_word(_RAW_TASK_STATUS, value, at, "one of `pending`, `in-progress`, `done`")


def _lower_task_input(value: Any, at: str) -> Any:
    if type(value) is not TaskInput:
        value = _check.instance(TaskInput, value, at, "a `TaskInput`")
    try:
        return _raw.tasks.TaskInput(
            _check.string(value.id, ".id"),
            _check.string(value.title, ".title"),
            None if value.description is None else _check.string(
                value.description,
                ".description",
            ),
            _check.items(_check.string, value.blocked_by, ".blocked_by"),
        )
    except _check.Refused as refused:
        raise refused.inside(at) from None


def _lower_task_patch(value: Any, at: str) -> Any:
    if type(value) is not TaskPatch:
        value = _check.instance(TaskPatch, value, at, "a `TaskPatch`")
    try:
        return _raw.tasks.TaskPatch(
            None if value.title is None else _check.string(value.title, ".title"),
            _core_module._lower_text_edit(value.description, ".description"),
            None if value.status is None else _lower_task_status(value.status, ".status"),
        )
    except _check.Refused as refused:
        raise refused.inside(at) from None


def _lift_task_usage(raw: Any) -> TaskUsage:
    return TaskUsage(raw.count, raw.max_tasks)


_RAW_TASK_STATUS: dict[str, Any] = dict(zip(TaskStatus, _raw.tasks.TaskStatus))
