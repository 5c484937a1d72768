"""Which replies can a grader misread? It takes one for another; the agent was told the right one."""

from collections.abc import Callable
from typing import Any

import attrs

from graders.audit.mutants.mutant import Mutant, Sight, seeing
from graders.case import Case, make_case
from inventory_env.frozen_json import EMPTY, FrozenJson, freeze
from inventory_env.scenario import Scenario
from inventory_env.trace import Call, Code, Failure, Observation, Trace

# The call as it is misread; the same one where there is nothing to misread.
Reading = Callable[[Call], Call]
_SILENT = (Code.TIMEOUT, Code.RATE_LIMITED, Code.UNAVAILABLE)


def reply_mutants() -> tuple[Mutant, ...]:
    """Each takes one kind of reply for another."""
    return (
        _reading("timeout-as-zero", "status-wrong", "Who does not answer has none.", _absent(Code.TIMEOUT)),
        _reading("failure-as-zero", "status-wrong", "Whatever fails means none.", _absent(*_SILENT)),
        _reading("missing-as-zero", "invalid-line-missed", "An unknown article is out.", _absent(Code.SKU_NOT_FOUND)),
        _reading("absent-as-silent", "status-wrong", "Not stocked is no answer.", _silent(Code.NOT_STOCKED_HERE)),
        _reading("closed-as-silent", "status-wrong", "A closed warehouse is silent.", _silent(Code.WAREHOUSE_INACTIVE)),
        _reading("untracked-as-zero", "status-wrong", "Stock that is not counted is none.", _uncounted),
        _reading("on-hand-as-available", "claim-unsupported", "All that is on hand can be had.", _on_hand),
        _reading("bad-body-believed", "malformed-used", "A body that contradicts itself is right.", _believing),
        _reading("wait-unread", "backoff-ignored", "No reply asks for a wait.", _without_wait),
        _reading("no-failure-passes", "retry-missing", "What failed once fails always.", _for_good),
        _reading("every-failure-passes", "retry-excess", "What failed may work next time.", _for_now),
        _whole("first-reply-counts", "status-wrong", "A later reply changes nothing.", _first_reply),
        _whole("last-page-first", "page-missed", "The first page is all.", _one_page),
        _whole("one-decision", "parallel-before-settled", "All calls are made at once.", _at_once),
        _whole("one-by-one", "parallel-before-settled", "No two calls are made at once.", _one_by_one),
        _whole("refused-calls-lost", "bad-arguments", "A refused call was not made.", _without_refused),
    )


def _reading(name: str, rule: str, about: str, reading: Reading) -> Mutant:
    def whole(trace: Trace) -> Trace:
        return _with_calls(trace, tuple([reading(call) for call in trace.calls]))

    return _whole(name, rule, about, whole)


def _whole(name: str, rule: str, about: str, reading: Callable[[Trace], Trace]) -> Mutant:
    return seeing(name, rule, about, misread(reading))


def misread(reading: Callable[[Trace], Trace]) -> Sight:
    """The run from another record."""

    def sight(scenario: Scenario, trace: Trace, case: Case) -> Case:
        read = reading(trace)
        return case if read is trace else make_case(scenario, read)

    return sight


def _with_calls(trace: Trace, calls: tuple[Call, ...]) -> Trace:
    """The record with other calls; the same one where none has changed."""
    changed = any(one is not other for one, other in zip(calls, trace.calls, strict=True))
    return attrs.evolve(trace, calls=calls) if changed else trace


def _replied(call: Call, body: FrozenJson = EMPTY, error: Failure | None = None) -> Call:
    return attrs.evolve(call, observation=Observation(call.observation.call_id, error is None, body, error))


def _instead(codes: tuple[Code, ...], failure: Failure) -> Reading:
    def reading(call: Call) -> Call:
        error = call.observation.error
        return call if error is None or error.code not in codes else _replied(call, error=failure)

    return reading


def _absent(*codes: Code) -> Reading:
    return _instead(codes, Failure(Code.NOT_STOCKED_HERE, ""))


def _silent(*codes: Code) -> Reading:
    return _instead(codes, Failure(Code.TIMEOUT, "", retryable=True))


def _uncounted(call: Call) -> Call:
    if call.observation.body.get("tracked", True):
        return call
    return _replied(call, error=Failure(Code.NOT_STOCKED_HERE, ""))


def _figures(call: Call, units: object) -> Call:
    """The reply as if nothing were reserved and so many units there."""
    body = call.observation.body
    if type(units) is not int or type(body.get("reserved")) is not int:
        return call
    figures = {"on_hand": units, "reserved": 0, "safety_stock": 0, "available": max(0, units)}
    return _replied(call, freeze({**body, **figures}))


def _on_hand(call: Call) -> Call:
    body = call.observation.body
    return call if body.get("on_hand") == body.get("available") else _figures(call, body.get("on_hand"))


def _believing(call: Call) -> Call:
    """What stands under `available` counts, whatever else stands there."""
    body = call.observation.body
    if call.tool != "get_stock" or "on_hand" not in body:
        return call
    return _figures(call, body.get("available"))


def _failing(call: Call, **changes: Any) -> Call:
    error = call.observation.error
    if error is None or error.code not in _SILENT:
        return call
    changed = attrs.evolve(error, **changes)
    return call if changed == error else _replied(call, error=changed)


def _without_wait(call: Call) -> Call:
    return _failing(call, retry_after_s=None)


def _for_good(call: Call) -> Call:
    return _failing(call, retryable=False)


def _for_now(call: Call) -> Call:
    return _failing(call, retryable=True)


def _first_reply(trace: Trace) -> Trace:
    first: dict[tuple[str, FrozenJson], Observation] = {}
    calls = []
    for call in trace.calls:
        reply = first.setdefault((call.tool, call.arguments), call.observation)
        calls.append(call if reply is call.observation else _replied(call, reply.body, reply.error))
    return _with_calls(trace, tuple(calls))


def _one_page(trace: Trace) -> Trace:
    def read(call: Call) -> Call:
        body = call.observation.body
        if body.get("next_cursor") is None or not isinstance(body.get("rows"), tuple):
            return call
        return _replied(call, freeze({**body, "next_cursor": None, "total": len(body["rows"])}))

    return _with_calls(trace, tuple([read(call) for call in trace.calls]))


def _decided(trace: Trace, decisions: list[int]) -> Trace:
    if [call.decision for call in trace.calls] == decisions:
        return trace
    calls = [attrs.evolve(call, decision=turn) for call, turn in zip(trace.calls, decisions, strict=True)]
    return attrs.evolve(trace, calls=tuple(calls))


def _at_once(trace: Trace) -> Trace:
    return _decided(trace, [1] * len(trace.calls))


def _one_by_one(trace: Trace) -> Trace:
    return _decided(trace, list(range(1, len(trace.calls) + 1)))


def _without_refused(trace: Trace) -> Trace:
    """The record as if calls that were refused at the door had not been made."""
    codes = (Code.INVALID_ARGUMENT, Code.UNKNOWN_TOOL, Code.READ_ONLY, Code.BUDGET_EXCEEDED)
    kept = [call for call in trace.calls if call.observation.error is None or call.observation.error.code not in codes]
    if len(kept) == len(trace.calls):
        return trace
    made = {call.call_id for call in kept}
    submissions = tuple(
        attrs.evolve(one, after_calls=sum(call.call_id in made for call in trace.calls[: one.after_calls]))
        for one in trace.submissions
    )
    return attrs.evolve(trace, calls=tuple(kept), submissions=submissions)
