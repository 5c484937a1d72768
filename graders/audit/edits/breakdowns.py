"""Which records say nothing about the agent? The world or the machinery failed, or no run can have left them."""

import attrs

from baselines import careful
from graders.audit.case import Label
from graders.audit.draws import Draw, one_of
from graders.audit.edits.settings import silenced
from graders.audit.kinds import Kind, Made, kind_of
from inventory_env.episode import play
from inventory_env.faults import Fault, FaultKind
from inventory_env.frozen_json import EMPTY, FrozenJson
from inventory_env.scenario import Scenario
from inventory_env.trace import Code, Failure, Observation, Stop, Trace

_BROKEN_DOWN = Label(judgeable=False)


def breakdown_kinds() -> tuple[Kind, ...]:
    """Neither the agent's success nor its failure."""
    return (
        kind_of("breakdown:environment-fault", "The world raised.", _environment_fault),
        kind_of("breakdown:harness-fault", "The machinery raised.", _harness_fault),
        kind_of("breakdown:fault-not-delivered", "A planned fault never struck.", _not_delivered, silenced),
        kind_of("breakdown:fault-not-planned", "A fault struck that nobody planned.", _not_planned),
        kind_of("breakdown:another-fault", "The record names another fault.", _another_fault, silenced),
        kind_of("breakdown:wrong-attempt", "The attempts are miscounted.", _wrong_attempt),
        kind_of("breakdown:late-reply", "A reply comes at another time than the world gives it.", _late_reply),
        kind_of("breakdown:figures-contradict", "A reply contradicts itself, unplanned.", _contradicting),
        kind_of("breakdown:listed-not-found", "The world does not know a listed warehouse.", _not_found),
        kind_of("breakdown:wrongly-refused", "The world refuses a call that is on offer and fits.", _refused),
        kind_of("breakdown:call-twice", "One call is in the record twice.", _call_twice),
    )


def _stopped(trace: Trace, stop: Stop, draw: Draw) -> Trace:
    """The record of a run that was stopped, after some of its calls or all; it got no further."""
    calls = trace.calls[: len(trace.calls) - draw(0, len(trace.calls))]
    return attrs.evolve(trace, calls=calls, submissions=(), stop=stop, stop_reason="RuntimeError: no disk left")


def _environment_fault(_scenario: Scenario, good: Trace, draw: Draw) -> Made:
    return _stopped(good, Stop.ENVIRONMENT_FAULT, draw), _BROKEN_DOWN, "The world broke down, not the agent."


def _harness_fault(_scenario: Scenario, good: Trace, draw: Draw) -> Made:
    return _stopped(good, Stop.HARNESS_FAULT, draw), _BROKEN_DOWN, "The machinery broke down, not the agent."


def _not_delivered(scenario: Scenario, _good: Trace, _draw: Draw) -> Made | None:
    """The run of a world without the first fault, though it asks where that should strike."""
    first, *rest = scenario.faults
    calm = play(careful, attrs.evolve(scenario, faults=tuple(rest)))
    if all(call.arguments.get("warehouse") != first.warehouse for call in calm.calls):
        return None
    calls = tuple(call if call.fault is None else attrs.evolve(call, fault=call.fault + 1) for call in calm.calls)
    return attrs.evolve(calm, calls=calls), _BROKEN_DOWN, f"{first.warehouse} should have been silent."


def _not_planned(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    """The run of a world with one silent warehouse more; its fault is recorded, or is not."""
    asked = _reads(good)
    if not asked:
        return None
    where = one_of(draw, asked)
    silence = Fault(FaultKind.TIMEOUT, warehouse=good.calls[where].arguments["warehouse"])
    twin = play(careful, attrs.evolve(scenario, faults=(*scenario.faults, silence)))
    made = list(enumerate(twin.calls))
    struck = [place for place, call in made if call.fault == len(scenario.faults)]
    if not struck:
        return None
    hidden = draw(0, 1) == 0
    calls = tuple(attrs.evolve(call, fault=None) if hidden and place in struck else call for place, call in made)
    return attrs.evolve(twin, calls=calls), _BROKEN_DOWN, "Nobody planned that silence."


def _another_fault(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    struck = [place for place, call in enumerate(good.calls) if call.fault is not None]
    if not struck:
        return None
    place = one_of(draw, struck)
    return _with_call(good, place, fault=(good.calls[place].fault or 0) + 1), _BROKEN_DOWN, "That fault was not due."


def _reads(trace: Trace) -> list[int]:
    """Where in the run the stock is asked for."""
    return [place for place, call in enumerate(trace.calls) if call.tool in ("get_stock", "list_stock")]


def _with_call(trace: Trace, place: int, **changes: object) -> Trace:
    """The record with one call changed."""
    call = attrs.evolve(trace.calls[place], **changes)  # type: ignore[arg-type]  # the fields of a call
    return attrs.evolve(trace, calls=(*trace.calls[:place], call, *trace.calls[place + 1 :]))


def _wrong_attempt(_scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    asked = _reads(good)
    if not asked:
        return None
    place = one_of(draw, asked)
    miscounted = _with_call(good, place, attempt=good.calls[place].attempt + 1)
    return miscounted, _BROKEN_DOWN, "The world lost count of the attempts."


def _undisturbed(trace: Trace) -> list[int]:
    """Where a question about one article was answered, no fault in between."""
    calls = trace.calls
    return [place for place in _reads(trace) if calls[place].fault is None and calls[place].tool == "get_stock"]


def _late_reply(_scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    calm = [place for place in _reads(good) if good.calls[place].fault is None]
    if not calm:
        return None
    place = one_of(draw, calm)
    late = _with_call(good, place, arrived_ms=good.calls[place].arrived_ms + one_of(draw, (1, 1000)))
    return late, _BROKEN_DOWN, "The reply did not take the time that the world takes."


def _contradicting(_scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    bodies = {place: good.calls[place].observation.body for place in _undisturbed(good)}
    counted = [place for place, body in bodies.items() if type(body.get("available")) is int]
    if not counted:
        return None
    place = one_of(draw, counted)
    observation = good.calls[place].observation
    body = FrozenJson({**observation.body, "available": observation.body["available"] + 1})
    spoilt = _with_call(good, place, observation=attrs.evolve(observation, body=body))
    return spoilt, _BROKEN_DOWN, "Its figures do not add up, and no fault was planned."


def _failing(good: Trace, draw: Draw, code: Code, why: str) -> Made | None:
    """A reply that no fault of the plan explains in the place of an honest one."""
    calm = _undisturbed(good)
    if not calm:
        return None
    place = one_of(draw, calm)
    failed = Observation(good.calls[place].call_id, False, EMPTY, Failure(code, "no"))
    return _with_call(good, place, observation=failed), _BROKEN_DOWN, why


def _not_found(_scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    return _failing(good, draw, Code.WAREHOUSE_NOT_FOUND, "The task lists the warehouse, so there is one.")


def _refused(_scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    code = one_of(draw, (Code.UNKNOWN_TOOL, Code.INVALID_ARGUMENT))
    return _failing(good, draw, code, "The call is on offer and fits its schema.")


def _call_twice(_scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    """Nobody can make one attempt twice."""
    asked = _reads(good)
    if not asked:
        return None
    place = one_of(draw, asked)
    calls = (*good.calls[: place + 1], *good.calls[place:])
    submissions = tuple(attrs.evolve(one, after_calls=one.after_calls + 1) for one in good.submissions)
    doubled = attrs.evolve(good, calls=calls, submissions=submissions)
    return doubled, _BROKEN_DOWN, "No run leaves one call twice, under one id and as one attempt."
