# Generated from operations.toml by gg-codegen; edits are lost.
# To change it, edit the table and run `cargo gen`.
"""Start children, write to them and wait for them; hand over to another agent.

A child works beside this agent, in the same workspace: `gg.delegation.spawn_subagent` starts
another agent, `gg.delegation.fork` a copy of this one. A successor takes this agent's place
when the turn closes: `gg.delegation.exec` names an agent, `gg.delegation.transition_state` the
next state of a machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, overload

from gg import _call, _check, _raw

__all__ = [
    "SpawnRequest",
    "SubagentHandle",
    "AgentStatus",
    "SubagentResult",
    "spawn_subagent",
    "wait_for_subagents",
    "send_message",
    "transition_state",
    "exec",
    "fork",
]


@_check.by_name
@dataclass(frozen=True, slots=True, kw_only=True)
class SpawnRequest:
    """A child to start.

    Attributes:
        agent: Id of the agent to start: one of those the system prompt lists.
        prompt: This prompt. The child knows nothing else of the caller's conversation.
        issue_id: The issue of the board with this id, whose texts become the prompt.
    """

    agent: str
    prompt: str | None = None
    issue_id: str | None = None


@dataclass(frozen=True, slots=True)
class SubagentHandle:
    """A child that was started, or will be when the turn closes.

    Attributes:
        id: Its id, to wait for it or to write to it.
        slot: The kind of agent it runs as.
        model_id: The model it runs on.
    """

    id: str
    slot: str
    model_id: str

    @_call.guarded("delegation.send_message", "gg.delegation.send_message", receivers=1)
    def send(self, message: str) -> None:
        """Leaves a message for a child.

        The same as `gg.delegation.send_message`.

        Args:
            message: What to tell it.
        """
        send_message(self.id, message)


class AgentStatus(StrEnum):
    """How a child ended.

    Attributes:
        COMPLETED: It ended its session itself.
        EXHAUSTED: It used up its turns.
        TIMED_OUT: The run's time was up.
        MODEL_ERROR: Its model could not answer.
        AUTH_ERROR: Its model's provider refused the credential.
        LIMIT_EXCEEDED: It met an error or cost ceiling.
    """

    COMPLETED = "completed"
    EXHAUSTED = "exhausted"
    TIMED_OUT = "timed-out"
    MODEL_ERROR = "model-error"
    AUTH_ERROR = "auth-error"
    LIMIT_EXCEEDED = "limit-exceeded"


@dataclass(frozen=True, slots=True)
class SubagentResult:
    """What a child left behind.

    Attributes:
        id: Its id.
        status: How it ended; absent when it was collected before, or ended in another way.
        summary: Its ending text, or a line about its status; empty when it was collected
            before.
    """

    id: str
    status: AgentStatus | None
    summary: str


@overload
def spawn_subagent(request: SpawnRequest) -> SubagentHandle: ...
@overload
def spawn_subagent(
    *,
    agent: str,
    prompt: str | None = None,
    issue_id: str | None = None,
) -> SubagentHandle: ...
@_call.operation("delegation.spawn_subagent", "gg.delegation.spawn_subagent")
def spawn_subagent(request: Any = _check.NOTHING, **_fields: Any) -> SubagentHandle:
    """Starts another agent as a child, in the same workspace.

    The child starts at once, or as soon as there is room for one more agent, and works while
    this agent goes on. Its result comes from `gg.delegation.wait_for_subagents`.

    For an issue, the prompt is made from its title, description, scopes and completion
    criteria; the issue itself is neither assigned nor moved.

    Args:
        request: Which agent to start, and what it is to do. Its fields may be given in its
            place, as keywords.
        agent: Id of the agent to start: one of those the system prompt lists.
        prompt: This prompt. The child knows nothing else of the caller's conversation.
        issue_id: The issue of the board with this id, whose texts become the prompt.

    Returns:
        The child, by the id it is waited for and written to.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The prompt or the id of the issue is blank, or the agent is not
              one this agent may start; the message lists the ids.
            - `NOT_FOUND`: There is no such issue.
            - `UNAVAILABLE`: No agents can be started in this run, or an issue was named and there
              is no board.
            - `LIMIT_EXCEEDED`: Agents are nested as deep as they may be; the work must be done
              here.
            - `IO_ERROR`: The child's credential was refused, or gg has a defect.
    """
    _record, _at = _check.record(SpawnRequest, "request", request, _fields, "a `SpawnRequest`")
    return _lift_subagent_handle(
        _raw.delegation.spawn_subagent(_lower_spawn_request(_record, _at)),
    )


@_call.operation("delegation.wait_for_subagents", "gg.delegation.wait_for_subagents")
def wait_for_subagents(*, ids: Sequence[str] | None = None) -> list[SubagentResult]:
    """Waits for children to end and returns their results.

    The call blocks until all of them have ended. When there is nothing to wait for it returns
    an empty list.

    A copy made by `gg.delegation.fork` in this turn has not started yet and cannot be waited
    for before the next turn.

    Args:
        ids: Ids of children; every child not collected yet when left out.

    Returns:
        A result per child, in the order asked for. A child collected before has no status and an
        empty summary.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: An id is blank.
            - `NOT_FOUND`: An id is not of a child of this agent, or is of a copy made in this
              turn; nothing was waited for.
            - `UNAVAILABLE`: No agents can be started in this run.
    """
    _value = _raw.delegation.wait_for_subagents(
        None if ids is None else _check.items(_check.string, ids, "ids"),
    )
    return [_lift_subagent_result(item) for item in _value]


@_call.operation("delegation.send_message", "gg.delegation.send_message")
def send_message(agent_id: str, message: str) -> None:
    """Leaves a message for a child.

    The child reads it before its next turn. There is no answer but its result.

    Args:
        agent_id: Id of the child, from its handle.
        message: What to tell it.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The id or the message is blank.
            - `NOT_FOUND`: It is not a child of this agent.
            - `CONFLICT`: The child has ended already.
            - `UNAVAILABLE`: No agents can be started in this run.
    """
    agent_id = _check.string(agent_id, "agent_id")
    message = _check.string(message, "message")
    _raw.delegation.send_message(agent_id, message)


@_call.operation("delegation.transition_state", "gg.delegation.transition_state")
def transition_state(state: str, *, note: str | None = None) -> None:
    """Moves the machine on to another state when the turn closes.

    Deferred: the program runs on, and the state's agent takes this one's place afterwards. A
    turn has one successor, by this call or by `gg.delegation.exec`: the first stands, even if
    the program fails later. An ending of the session in the same turn drops it.

    To others the successor is the same agent, with its id, children and assigned issue. What it
    inherits of the conversation and the stores is set by the machine; its first message says
    which.

    Args:
        state: The state to move to: one of those the present state leads to.
        note: What to tell the successor; blank counts as left out.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The state is blank, or is not one the present state leads to; the
              message lists those.
            - `REFUSED`: This turn has its successor already.
            - `UNAVAILABLE`: This agent does not stand in a machine.
    """
    state = _check.string(state, "state")
    _raw.delegation.transition_state(state, None if note is None else _check.string(note, "note"))


@_call.operation("delegation.exec", "gg.delegation.exec")
def exec(agent: str, *, prompt: str | None = None) -> None:
    """Hands over to another agent, which takes this one's place when the turn closes.

    Deferred: the program runs on. A turn has one successor, by this call or by
    `gg.delegation.transition_state`: the first stands, even if the program fails later. An
    ending of the session in the same turn drops it.

    To others the successor is the same agent, with its id, children and assigned issue. It
    inherits the conversation, memories, tasks and whatever else both can have; its first
    message says what was carried over. Naming the agent's own id starts it afresh. An agent
    that is a machine starts at its first state.

    Args:
        agent: Id of the agent: one of those the system prompt lists.
        prompt: What to tell the successor; blank counts as left out.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The agent is blank or not one this agent may name; the message
              lists the ids.
            - `REFUSED`: This turn has its successor already.
            - `UNAVAILABLE`: This agent is a state of a machine; the message names the call that
              moves on.
    """
    agent = _check.string(agent, "agent")
    _raw.delegation.exec(agent, None if prompt is None else _check.string(prompt, "prompt"))


@_call.operation("delegation.fork", "gg.delegation.fork")
def fork(prompt: str) -> SubagentHandle:
    """Makes a copy of this agent, which starts when the turn closes.

    Deferred: the id is made and returned now. The copy has the conversation and the state of
    this agent but no loaded code, and goes on with the prompt; a note tells it whose copy it
    is. Several forks of a turn add up, stand even if the program fails later, and start even if
    the session ends with this turn.

    The copy is a child of this agent, and can be waited for from the next turn on.

    Args:
        prompt: What the copy is to do.

    Returns:
        The copy, by the id it will have.

    Raises:
        ApiError: With one of these codes, or with one that any call can have:

            - `INVALID_ARGUMENT`: The prompt is blank.
            - `UNAVAILABLE`: No agents can be started in this run.
            - `LIMIT_EXCEEDED`: Agents are nested as deep as they may be; the work must be done
              here.
            - `IO_ERROR`: gg has a defect, which kept the copy from being made.
    """
    prompt = _check.string(prompt, "prompt")
    return _lift_subagent_handle(_raw.delegation.fork(prompt))


# How values of these types cross the membrane.


def _lower_spawn_request(value: Any, at: str) -> Any:
    if type(value) is not SpawnRequest:
        value = _check.instance(SpawnRequest, value, at, "a `SpawnRequest`")
    try:
        _check.exactly_one("`prompt`, `issue_id`", (value.prompt, value.issue_id), "")
        if value.prompt is not None:
            _task = _raw.delegation.SubagentBrief_Prompt(_check.string(value.prompt, ".prompt"))
        else:
            _task = _raw.delegation.SubagentBrief_Issue(_check.string(value.issue_id, ".issue_id"))
        return _raw.delegation.SpawnRequest(_check.string(value.agent, ".agent"), _task)
    except _check.Refused as refused:
        raise refused.inside(at) from None


def _lift_subagent_handle(raw: Any) -> SubagentHandle:
    return SubagentHandle(raw.id, raw.slot, raw.model_id)


def _lift_agent_status(raw: Any) -> AgentStatus:
    return _WORDS_AGENT_STATUS[raw._value_]


def _lift_subagent_result(raw: Any) -> SubagentResult:
    return SubagentResult(
        raw.id,
        None if raw.status is None else _lift_agent_status(raw.status),
        raw.summary,
    )


_WORDS_AGENT_STATUS: dict[int, AgentStatus] = dict(enumerate(AgentStatus))
