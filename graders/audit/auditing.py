"""How is a whole audit made? Here, or spread over processes: the same cases and the same smallest ones either way."""

import contextlib
import functools
import gc
import itertools
import math
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing import util
from typing import Any

import attrs

from graders.audit.case import Means
from graders.audit.catalogue import all_kinds
from graders.audit.hunt import Hunt, Outcome, hunted, search
from graders.audit.judge import Judge
from graders.audit.kinds import Kind, chosen
from graders.audit.loading import load_judge
from graders.audit.shrink import MOST_TRIES, Smallest, smallest
from graders.audit.surroundings import kept

EXAMPLES = 10_000
# Cases that a process makes at once, and from how many on a second process is worth its start.
CHUNK, WORTH_IT = 128, 1500
# Tries of shrinking: as many as need be for the first cases, which are told in full, the fewest for all others.
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
        seconds: after how many of them the search ends, or None.
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
        smallest: the smallest case of each failing kind and way of being wrong; first one for each way.
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
        tasks = [(one, MOST_TRIES if i < FIRST else LEAST_TRIES) for i, one in enumerate(first_of_each_way(hunt))]
        return Audit(order, hunt, tuple(crew.map(_shrink, tasks)))


def first_of_each_way(hunt: Hunt) -> list[Outcome]:
    """The first wrong answer of each kind, in the order found; in front, the first of each way of being wrong."""
    found = [one for tally in hunt.failing() for one in tally.first.values()]
    found.sort(key=lambda one: one.number)
    leading = {one.wrong: one for one in reversed(found)}
    return sorted(found, key=lambda one: leading[one.wrong] is not one)


def _outcomes(order: Order, crew: "_Crew", watch: Watch | None) -> Iterable[Outcome]:
    deadline = math.inf if order.seconds is None else time.time() + order.seconds
    parts = [
        (range(start, min(start + CHUNK, order.examples)), order.seed, deadline)
        for start in range(0, order.examples, CHUNK)
    ]
    outcomes = (one for part in crew.map(_search, parts) for one in part)
    return watch(outcomes, order.examples) if watch else outcomes


@attrs.frozen
class _Party:
    """An order with everything loaded that it names."""

    judge: Judge
    kinds: tuple[Kind, ...]


@attrs.frozen
class _Crew:
    """Who does the work: `map` gives the results of a function of (party, task), in order, as they come."""

    party: _Party
    map: Callable[[Callable[[_Party, Any], Any], Sequence[Any]], Iterable[Any]]


@contextlib.contextmanager
def _crew(order: Order, workers: int) -> Iterator[_Crew]:
    party = _gather(order)
    try:
        if workers == 1:
            yield _Crew(party, lambda work, tasks: (work(party, task) for task in tasks))
            return
        # A fresh interpreter each: it inherits no thread, no open file and no cache of this one.
        with multiprocessing.get_context("spawn").Pool(workers, _prepare, (order,)) as pool:
            yield _Crew(party, lambda work, tasks: pool.imap(functools.partial(_there, work), tasks))
            pool.close()
            pool.join()
    except _Interrupted:
        raise KeyboardInterrupt from None
    finally:
        party.judge.close()


def _gather(order: Order) -> _Party:
    kinds = chosen(all_kinds(), order.kinds)
    judge = load_judge(order.grader, means=order.means, threshold=order.threshold)
    return _Party(judge, kinds)


_here: list[_Party] = []


def _prepare(order: Order) -> None:
    party = _gather(order)
    _here.append(party)
    util.Finalize(None, party.judge.close, exitpriority=1)  # a command of ours ends with us
    signal.signal(signal.SIGINT, lambda *_: None)  # Ctrl-C reaches all of us, and the first process ends the others
    signal.signal(signal.SIGTERM, _leave)
    # What was loaded stays, and a run leaves no cycles behind: looking for some costs a tenth of the time.
    gc.freeze()
    gc.set_threshold(_YOUNG)


def _leave(_number: int, _frame: object) -> None:
    _here[-1].judge.close()
    os._exit(1)


class _Interrupted(Exception):
    """A KeyboardInterrupt that a grader raised; the pool would wait for ever for a process that ends of one."""


def _there(work: Callable[[_Party, Any], Any], task: Any) -> Any:
    try:
        return work(_here[-1], task)
    except KeyboardInterrupt:
        raise _Interrupted from None


def _search(party: _Party, task: tuple[range, int, float]) -> list[Outcome]:
    numbers, seed, deadline = task
    in_time = itertools.takewhile(lambda _: time.time() < deadline, numbers)
    return list(search(party.judge, party.kinds, seed, in_time))


def _shrink(party: _Party, task: tuple[Outcome, int]) -> Smallest:
    outcome, most_tries = task
    return smallest(party.judge, party.kinds, outcome, most_tries=most_tries)
