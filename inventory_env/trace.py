"""What happened in one run? Recorded by the environment, never by the agent; no truth, no verdict."""

import enum

import attrs

from inventory_env.answer import Answer
from inventory_env.fields import Count, Positive
from inventory_env.frozen_json import EMPTY, FrozenJson

# Raised when a trace or verdict written before can no longer be read the same way.
SCHEMA_VERSION = 1
# Raised when the same call on the same scenario gets another reply than before.
TOOLS_VERSION = 1
# The `isolation` of a trace made from what others recorded: its times, faults and digests are no facts.
IMPORTED = "not_recorded_by_us"


class Code(enum.StrEnum):
    """Why a call was refused or failed."""

    # As its text is; an enum's own hash is ten times as slow, and codes are looked up for every failed call.
    __hash__ = str.__hash__

    SKU_NOT_FOUND = "SKU_NOT_FOUND"
    NOT_STOCKED_HERE = "NOT_STOCKED_HERE"
    WAREHOUSE_NOT_FOUND = "WAREHOUSE_NOT_FOUND"
    WAREHOUSE_INACTIVE = "WAREHOUSE_INACTIVE"
    INVALID_ARGUMENT = "INVALID_ARGUMENT"
    TIMEOUT = "TIMEOUT"
    RATE_LIMITED = "RATE_LIMITED"
    UNAVAILABLE = "UNAVAILABLE"
    READ_ONLY = "READ_ONLY"
    UNKNOWN_TOOL = "UNKNOWN_TOOL"
    BUDGET_EXCEEDED = "BUDGET_EXCEEDED"


class Effect(enum.StrEnum):
    """What a failed call may have done."""

    NONE = "none"
    UNKNOWN = "unknown"


class Stop(enum.StrEnum):
    """Why the run ended."""

    ANSWERED = "answered"  # the answer that counts was accepted
    RETURNED = "returned"  # the agent returned, with or without an accepted answer
    OUT_OF_BUDGET = "out_of_budget"  # it went on after BUDGET_EXCEEDED
    CALL_CEILING = "call_ceiling"  # it made more calls than any run may
    AGENT_CRASH = "agent_crash"  # it raised
    ENVIRONMENT_FAULT = "environment_fault"  # the world raised
    HARNESS_FAULT = "harness_fault"  # the machinery raised


@attrs.frozen
class Failure:
    """The error of an observation.

    Attributes:
        code: the kind of failure.
        message: for a reader; says which argument, which limit.
        retryable: whether the same call may succeed later.
        retry_after_s: seconds to wait before it, or None.
        effect: what the failed call may have done.
    """

    code: Code
    message: str
    retryable: bool = False
    retry_after_s: Count | None = None
    effect: Effect = Effect.NONE


@attrs.frozen
class Observation:
    """The reply to one call. An agent's copy is its own: changing it changes nothing.

    Attributes:
        call_id: the id of the call, as evidence cites it.
        ok: whether the call succeeded.
        body: the reply's fields, empty on failure.
        error: the failure, or None.
    """

    call_id: str
    ok: bool
    body: FrozenJson = EMPTY
    error: Failure | None = None


@attrs.frozen
class Call:
    """One call and its reply.

    Attributes:
        call_id: counter in the run, shared with submissions.
        tool: as called.
        arguments: as called, in full.
        decision: the turn it belongs to, counted from 1.
        attempt: which call of this identical query, counted from 1; 0 when refused over a budget.
        start_ms: virtual time of the call.
        arrived_ms: virtual time of its reply.
        observation: the reply.
        fault: place in the fault plan of the fault delivered, from 0, or None.
        tokens: tokens that the agent had reported before the call.
    """

    call_id: str
    tool: str
    arguments: FrozenJson
    decision: Positive
    attempt: Count
    start_ms: Count
    arrived_ms: Count
    observation: Observation
    fault: Count | None = None
    tokens: Count = 0


@attrs.frozen
class Submission:
    """One use of submit_answer.

    Attributes:
        call_id: counter in the run, shared with calls.
        after_calls: how many calls had been made before it.
        at_ms: virtual time.
        tokens: tokens reported before it.
        answer: the accepted answer, or None when it was refused.
        refused: why it was refused, or None.
        arguments: what was submitted, in full, where it was refused.
    """

    call_id: str
    after_calls: Count
    at_ms: Count
    tokens: Count
    answer: Answer | None = None
    refused: str | None = None
    arguments: FrozenJson = EMPTY


@attrs.frozen
class Trace:
    """The record of one run.

    Attributes:
        scenario: id of the scenario.
        calls: in the order made.
        submissions: in the order made; the last accepted one counts.
        stop: why the run ended.
        stop_reason: a sentence where `stop` alone does not say it.
        end_ms: virtual time at the end.
        decisions: turns with at least one call.
        tokens_in: tokens read, as reported by the agent.
        tokens_out: tokens written, as reported by the agent.
        stock_before: digest of the task's rows before the run.
        stock_after: the same, recomputed after the run.
        isolation: `in_process`, or how the agent was kept apart; IMPORTED where others recorded the run.
        schema_version: of this record.
        tools_version: of the world's replies.
    """

    scenario: str
    calls: tuple[Call, ...]
    submissions: tuple[Submission, ...]
    stop: Stop
    stop_reason: str
    end_ms: Count
    decisions: Count
    tokens_in: Count
    tokens_out: Count
    stock_before: str
    stock_after: str
    isolation: str = "in_process"
    schema_version: Positive = SCHEMA_VERSION
    tools_version: Positive = TOOLS_VERSION

    @property
    def counting(self) -> Submission | None:
        """The submission that counts: the last accepted one."""
        for one in reversed(self.submissions):
            if one.answer is not None:
                return one
        return None
