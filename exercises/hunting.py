"""Which labelled runs does the audit hunt a learner's grader with? One line, one source, silent warehouses."""

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from exercises.course.checking import Case, judged
from graders.audit.case import Case as Labelled
from graders.audit.case import Means
from graders.audit.catalogue import all_kinds
from graders.audit.draws import Draw, Seeded
from graders.audit.explain import page
from graders.audit.hunt import Outcome, wrong_of
from graders.audit.judge import Judge
from graders.audit.kinds import Kind
from graders.audit.shrink import size, smallest
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace

Grader = Callable[[Scenario, Trace], Any]
# The choices that make a run again.
Choices = tuple[int, ...]
# So many runs of each kind are tried, so many of those judged wrongly are made smaller, with so many tries each.
EACH, SHRUNK, TRIES = 12, 2, 100
SEED = 4
_MOST_WAREHOUSES, _MOST_SHELVES = 3, 7
_COLUMNS = 90


@attrs.define
class Narrow:
    """Choices that stay in the small worlds: some it makes itself, the others it passes on.

    They come in the order of `graders.audit.worlds.world`: quantity, warehouses, split, additions, a shelf for each
    warehouse, faults, and for each fault its kind, its attempts and its place.

    Attributes:
        draw: makes the choices that are passed on.
    """

    draw: Draw
    _made: int = attrs.field(default=0, init=False)
    _warehouses: int = attrs.field(default=0, init=False)
    _faults: int = attrs.field(default=0, init=False)

    def __call__(self, low: int, high: int) -> int:
        """The next choice, always within the range."""
        place, self._made = self._made, self._made + 1
        behind = 4 + self._warehouses
        if place == 1:
            self._warehouses = self.draw(low, min(high, _MOST_WAREHOUSES))
            return self._warehouses
        if place in (2, 3):  # one source, no additions
            return low
        if 4 <= place < behind:  # every shelf holds a figure: none is untracked or missing
            return self.draw(low, min(high, _MOST_SHELVES))
        if place == behind:
            self._faults = self.draw(low, high)
            return self._faults
        kind_of_fault = behind < place <= behind + 3 * self._faults and (place - behind) % 3 == 1
        return low if kind_of_fault else self.draw(low, high)  # the simplest kind is a timeout


def kinds() -> dict[str, Kind]:
    """Every kind by its name, in the small worlds alone; those that draw worlds of another kind do not fit."""
    return {one.name: Kind(one.name, one.about, _narrowed(one)) for one in all_kinds()}


def hunted(grader: Grader, told: Mapping[str, str]) -> tuple[Case, ...]:
    """One case of each kind: one that the grader judges wrongly and that is small, or any where it judges all rightly.

    The smallest of those that a learner is shown are made smaller still.

    Args:
        grader: the learner's.
        told: for the name of each kind what a learner should see in its runs.
    """
    known = kinds()
    found = [_hardest(known[name], grader) for name in told]
    wrong = sorted((one for one in found if one.wrong), key=lambda one: (not one.good, size(one.choices)))
    place = {one.case.kind: i for i, one in enumerate(wrong)}
    smaller = {one.case.kind: _smallest(known[one.case.kind], grader, one) for one in wrong[:SHRUNK]}
    return tuple(
        _told(smaller.get(kind, one.case), told[kind], place.get(kind, 0)) for one in found for kind in (one.case.kind,)
    )


def runs(kind: Kind) -> tuple[tuple[Labelled, Choices], ...]:
    """The runs of a kind that are tried, those left out of which nobody knows what is right."""
    found = []
    for number in range(EACH):
        draw = Seeded(SEED, number)
        case = kind.build(draw)
        if case.kind == kind.name and case.should_pass is not None:
            found.append((case, tuple(draw.made)))
    return tuple(found)


@attrs.frozen
class _Tried:
    """A labelled run, the choices that make it again, and whether the grader is wrong on it."""

    case: Labelled
    choices: Choices
    wrong: bool

    @property
    def good(self) -> bool:
        return self.case.should_pass is True


def _narrowed(kind: Kind) -> Callable[[Draw], Labelled]:
    return lambda draw: kind.build(Narrow(draw))


def _hardest(kind: Kind, grader: Grader) -> _Tried:
    tried = sorted(runs(kind), key=lambda one: size(one[1]))
    for case, choices in tried:
        if not judged(grader, [_bare(case)]).passed:
            return _Tried(case, choices, wrong=True)
    return _Tried(*tried[0], wrong=False)


def _smallest(kind: Kind, grader: Grader, tried: _Tried) -> Labelled:
    """The smallest case in which the grader is wrong in the same way; this one where it gives no verdict."""
    judge = Judge("your grader", grader)
    case = tried.case
    ruling, right = judge.say(case.scenario, case.trace), case.right(Means.SUCCESS)
    if wrong_of(right, ruling.said) is None:
        return case
    outcome = Outcome(0, kind.name, kind.name, right, ruling, choices=tried.choices)
    return smallest(judge, [kind], outcome, most_tries=TRIES).case


def _bare(case: Labelled) -> Case:
    """The case without words, which take longer than the grader."""
    group, _, name = case.kind.partition(":")
    return Case(name or group, case.should_pass is True, "", (case.scenario, case.trace))


def _told(case: Labelled, why: str, place: int) -> Case:
    return attrs.evolve(_bare(case), told=_page(case), why=why, size=place)


def _page(case: Labelled) -> str:
    """The run on a page, without the name of its kind and the reason of its label."""
    lines = page(case, columns=_COLUMNS).splitlines()[1:]
    end = next(i for i, line in enumerate(lines) if line.split()[:1] == ["because"])
    return "\n".join(line.removeprefix("  ") for line in lines[:end])
