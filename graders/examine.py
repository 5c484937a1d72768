"""How does every agent fare on every scenario? Played and graded once; all checks read the same record."""

from collections.abc import Callable, Sequence

import attrs

from baselines import CONTROLS, RIGHT, ZOO
from graders.grading import grade
from graders.judging import Judge
from inventory_env.codec import encode
from inventory_env.episode import Agent, play
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace
from inventory_env.verdict import Axis, Mark, Verdict

SEED = 7


@attrs.frozen
class Role:
    """One agent of the cast.

    Attributes:
        name: its short name.
        kind: right, control, zoo or guest.
        make: gives the agent for a seed.
        must: rules that it must break where its fault bites.
        may: rules that it may break besides.
        expected: whether it is expected to keep its promise on a scenario, from its own and careful's trace.
    """

    name: str
    kind: str
    make: Callable[[int], Agent]
    must: frozenset[str]
    may: frozenset[str]
    expected: Callable[[Scenario, Trace, Trace], bool]


@attrs.frozen
class Sight:
    """How one agent fared on one scenario.

    Attributes:
        place: the agent's place in the cast.
        applies: whether its promise was expected here.
        success: the mark of the run.
        outcome: the mark of axis outcome.
        broken: rules with a finding.
        passed: rules that passed.
        status: the run's status.
        label: the run's label.
        calls: how many calls it made.
        faulted: kinds of fault that were delivered to it.
        repeatable: whether a second run of a guest was the same to the byte; ours are compared elsewhere.
    """

    place: int
    applies: bool
    success: Mark
    outcome: Mark
    broken: frozenset[str]
    passed: frozenset[str]
    status: str
    status_reason: str
    label: str
    calls: int
    faulted: frozenset[str]
    repeatable: bool = True


# Careful's trace, our verdict on it, and how every agent of the cast fared, careful first.
Seen = tuple[Trace, Verdict, tuple[Sight, ...]]


def cast(guest: "tuple[str, Callable[[int], Agent]] | None" = None) -> tuple[Role, ...]:
    """Every agent that takes part, careful first; a guest is held to what right agents are held to."""
    none: frozenset[str] = frozenset()
    roles = [Role(one.name, "right", one.make, none, none, _as_entry(one.applies)) for one in RIGHT]
    roles += [Role(one.name, "control", one.make, none, none, _as_entry(one.applies)) for one in CONTROLS]
    roles += [Role(one.name, "zoo", one.make, one.must, one.may, one.applies) for one in ZOO]
    if guest is not None:
        roles.append(Role(guest[0], "guest", guest[1], none, none, lambda scenario, careful, own: True))
    return tuple(roles)


def examine(scenario: Scenario, roles: Sequence[Role], judge: Judge) -> Seen:
    """Play every agent on one scenario and have every trace judged.

    Raises:
        InputError: a foreign grader gives no verdict.
    """
    careful = play(roles[0].make(SEED), scenario)
    own, verdict = grade(scenario, careful), judge(scenario, careful)
    sights = []
    for place, role in enumerate(roles):
        trace = careful if place == 0 else play(role.make(SEED), scenario)
        applies = role.expected(scenario, careful, trace)
        # Judging is pure, which another question puts to the test: what was judged need not be judged again.
        judged = verdict if trace == careful else judge(scenario, trace)
        sight = _sight(scenario, place, trace, judged, applies=applies)
        if role.kind == "guest" and encode(play(role.make(SEED), scenario)) != encode(trace):
            sight = attrs.evolve(sight, repeatable=False)
        sights.append(sight)
    return careful, own, tuple(sights)


def _sight(scenario: Scenario, place: int, trace: Trace, verdict: Verdict, *, applies: bool) -> Sight:
    plan = scenario.faults
    return Sight(
        place=place,
        applies=applies,
        success=verdict.success,
        outcome=dict(verdict.axes).get(Axis.OUTCOME, Mark.NOT_APPLICABLE),
        broken=frozenset([one.rule for one in verdict.findings]),
        passed=frozenset([code for code, mark in verdict.rules if mark is Mark.PASS]),
        status=verdict.status.value,
        status_reason=verdict.status_reason,
        label=verdict.label.value,
        calls=len(trace.calls),
        faulted=frozenset([plan[call.fault].kind.value for call in trace.calls if call.fault is not None]),
    )


def _as_entry(applies: Callable[[Scenario], bool]) -> Callable[[Scenario, Trace, Trace], bool]:
    return lambda scenario, careful, own: applies(scenario)
