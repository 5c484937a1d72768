"""How is a whole audit made? Here, or spread over processes: the same cases and the same smallest ones either way."""

import contextlib
import gc
import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs

from graders.audit.case import Means
from graders.audit.catalogue import all_kinds
from graders.audit.hunt import Hunt, Outcome, Wrong, hunted, search
from graders.audit.judge import Flaw, Judge, Said
from graders.audit.kinds import Kind, chosen
from graders.audit.loading import load_judge
from graders.audit.shrink import MOST_TRIES, Smallest, size, smallest
from graders.audit.surroundings import kept
from graders.crew import crew

EXAMPLES = 10_000
# Cases that a process makes at once, and from how many on a second process is worth its start.
CHUNK, WORTH_IT = 128, 1500
# A grader that has no result for so many cases from the start has none for the others.
GIVE_UP = 10
# A process asks a grader no further that has left so many cases without an answer in time.
UNANSWERED = 3
# So many of the smallest cases are told in full: they get as many tries of shrinking as need be, all others few.
FIRST, LEAST_TRIES = 4, 200
# So many new objects before a process looks for rubbish.
_YOUNG = 100_000


@attrs.frozen
class Order:
    """What is to be audited, in words that another process understands.

    Attributes:
        grader: `graders:grade`, `module:name`, `file.py:name` or a command.
        means: which of our marks its result claims to be.
        threshold: from which number on it passes.
        kinds: names of kinds, or what they begin with; all of them when empty.
        seed: of the search.
        examples: how many cases, 1 or more.
        seconds: after how many of them the search ends, or None; shrinking then ends after as many again.
    """

    grader: str
    means: Means = Means.SUCCESS
    threshold: float = 1.0
    kinds: tuple[str, ...] = ()
    seed: int = 0
    examples: int = EXAMPLES
    seconds: float | None = None


@attrs.frozen
class Audit:
    """What an audit found.

    Attributes:
        order: what was asked.
        hunt: the counts.
        smallest: the smallest case of each failing kind and way of being wrong, by size; in front, one for each way.
    """

    order: Order
    hunt: Hunt
    smallest: tuple[Smallest, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing wrong was found."""
        return self.hunt.sound


# Passes outcomes on as they come, with the hunt so far; a command hangs its progress bar here.
Watch = Callable[[Iterable[Outcome], int], Iterable[Outcome]]


def audit(order: Order, *, workers: int = 1, watch: Watch | None = None) -> Audit:
    """Search, then shrink the first wrong answer of each kind.

    A grader that gives no result for any of the first cases is asked no further.

    Args:
        order: which grader, and how much is searched.
        workers: processes, each of which loads the grader for itself; a short search stays in this one.
        watch: sees every outcome as it comes.

    Raises:
        InputError: the grader cannot be loaded, or no kind has a name that was given.
    """
    with kept(), _crew(order, workers if order.examples >= WORTH_IT else 1) as crew:
        hunt = hunted(_outcomes(order, crew, watch), crew.party.kinds)
        hunt.stopped = hunt.cases < order.examples
        return Audit(order, hunt, _shrunk(crew, hunt, _deadline(order)))


def in_order(found: Iterable[Smallest], kinds: Iterable[Kind]) -> list[Smallest]:
    """The smallest cases by their size, then in the order of the kinds; in front, the first for each way."""
    place = {kind.name: i for i, kind in enumerate(kinds)}
    by_size = sorted(found, key=lambda one: (size(one.choices), place.get(one.case.kind, -1)))
    leading = {one.wrong: one for one in reversed(by_size)}
    return sorted(by_size, key=lambda one: [*Wrong].index(one.wrong) if leading[one.wrong] is one else len(Wrong))


def _deadline(order: Order) -> float:
    """When what begins now must end."""
    return math.inf if order.seconds is None else time.time() + order.seconds


def _shrunk(crew: "_Crew", hunt: Hunt, deadline: float) -> tuple[Smallest, ...]:
    first = {(one.kind, one.wrong): one for tally in hunt.failing() for one in tally.first.values()}
    found = in_order(crew.map(_shrink, [(one, LEAST_TRIES, deadline) for one in first.values()]), crew.party.kinds)
    head = [one for one in found[:FIRST] if not one.proven]
    so_far = [attrs.evolve(first[one.case.kind, one.wrong], choices=one.choices, ruling=one.ruling) for one in head]
    again = [(one, MOST_TRIES, deadline) for one in so_far]
    better = {(one.case.kind, one.wrong): one for one in crew.map(_shrink, again)}
    return tuple(in_order([better.get((one.case.kind, one.wrong), one) for one in found], crew.party.kinds))


def _outcomes(order: Order, crew: "_Crew", watch: Watch | None) -> Iterable[Outcome]:
    outcomes = _unless_silent(crew.map(_search, _parts(order)))
    return watch(outcomes, order.examples) if watch else outcomes


def _parts(order: Order) -> Iterator[tuple[range, int, float]]:
    """Which numbers a process takes at once, until the time is over; the clock starts with the first."""
    deadline = _deadline(order)
    yield range(min(GIVE_UP, order.examples)), order.seed, deadline
    for start in range(GIVE_UP, order.examples, CHUNK):
        if time.time() >= deadline:
            return
        yield range(start, min(start + CHUNK, order.examples)), order.seed, deadline


def _unless_silent(parts: Iterable[list[Outcome]]) -> Iterator[Outcome]:
    """The outcomes of all parts; of the first alone where none of it has a result."""
    for part in parts:
        yield from part
        if (
            part
            and part[0].number == 0
            and len(part) == GIVE_UP
            and all(one.ruling.said is Said.BROKEN for one in part)
        ):
            return


@attrs.define
class _Party:
    """An order with everything loaded that it names, and how often the grader did not answer in time."""

    judge: Judge
    kinds: tuple[Kind, ...]
    unanswered: int = 0

    def close(self) -> None:
        """End what stands behind the grader."""
        self.judge.close()


@attrs.frozen
class _Crew:
    """Who does the work: `map` gives the results of a function of (party, task), in order, as they come."""

    party: _Party
    map: Callable[[Callable[[_Party, Any], Any], Iterable[Any]], Iterable[Any]]


@contextlib.contextmanager
def _crew(order: Order, workers: int) -> Iterator[_Crew]:
    party = _gather(order)
    try:
        if workers == 1:
            yield _Crew(party, lambda work, tasks: (work(party, task) for task in tasks))
            return
        with crew(_prepared, order, workers, ended="must not end the process that asks it; it did") as members:
            yield _Crew(party, members.map)
    finally:
        party.close()


def _gather(order: Order) -> _Party:
    kinds = chosen(all_kinds(), order.kinds)
    judge = load_judge(order.grader, means=order.means, threshold=order.threshold)
    return _Party(judge, kinds)


def _prepared(order: Order) -> _Party:
    party = _gather(order)
    # What was loaded stays, and a run leaves no cycles behind: looking for some costs a tenth of the time.
    gc.freeze()
    gc.set_threshold(_YOUNG)
    return party


def _search(party: _Party, task: tuple[range, int, float]) -> list[Outcome]:
    numbers, seed, deadline = task

    def worth_it(number: int) -> bool:
        # The very first is always tried: a search that looked at nothing has nothing to say.
        return not number or (time.time() < deadline and party.unanswered < UNANSWERED)

    found = []
    for outcome in search(party.judge, party.kinds, seed, itertools.takewhile(worth_it, numbers)):
        party.unanswered += outcome.ruling.flaw is Flaw.SLOW
        found.append(outcome)
    return found


def _shrink(party: _Party, task: tuple[Outcome, int, float]) -> Smallest:
    outcome, most_tries, deadline = task
    return smallest(party.judge, party.kinds, outcome, most_tries=most_tries, deadline=deadline)
