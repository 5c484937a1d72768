"""How is a whole suite examined? Here, or spread over processes; the same is seen either way."""

import gc
import multiprocessing
from collections.abc import Iterator

import attrs

from graders.examine import Role, Seen, cast, examine
from graders.fingerprints import evenly
from graders.grading import grade
from graders.judging import Judge, judge_of
from graders.loading import load_agent, load_grader
from inventory_env.scenario import Scenario
from inventory_env.suites import load_suite

# A process that starts for fewer scenarios costs more than it saves.
WORTH_IT = 80
# So many new objects before a process that examines looks for rubbish.
_YOUNG = 100_000


@attrs.frozen
class Order:
    """What is to be examined, in words that another process understands.

    Attributes:
        suite: name or path.
        limit: at most so many scenarios, evenly spread; 0 = all.
        grader: `module:name` or `file.py:name` of somebody else's grader, or empty for ours.
        agent: name of somebody else's agent, or empty.
    """

    suite: str
    limit: int = 0
    grader: str = ""
    agent: str = ""


@attrs.frozen
class Party:
    """An order with everything loaded that it names.

    Attributes:
        scenarios: the ones to examine.
        roles: the cast, careful first.
        judge: gives the verdicts.
    """

    scenarios: tuple[Scenario, ...]
    roles: tuple[Role, ...]
    judge: Judge


def gather(order: Order) -> Party:
    """Load what an order names.

    Raises:
        InputError: the suite, the grader or the agent cannot be loaded.
    """
    scenarios = load_suite(order.suite)
    guest = load_agent(order.agent) if order.agent else None
    return Party(
        scenarios=evenly(scenarios, order.limit) if order.limit else scenarios,
        roles=cast(None if guest is None else (f"guest {guest.name}", guest.make)),
        judge=judge_of(load_grader(order.grader)) if order.grader else grade,
    )


def examine_all(order: Order, party: Party, *, workers: int) -> Iterator[Seen]:
    """What is seen on every scenario, in order.

    Args:
        workers: processes to use, 1 or more; few scenarios are examined here whatever it says.
    """
    if workers == 1 or len(party.scenarios) < WORTH_IT:
        for scenario in party.scenarios:
            yield examine(scenario, party.roles, party.judge)
        return
    # A fresh interpreter each: it inherits no thread, no open file and no cache of this one.
    context = multiprocessing.get_context("spawn")
    with context.Pool(workers, initializer=_prepare, initargs=(order,)) as pool:
        yield from pool.imap(_examine_at, range(len(party.scenarios)), chunksize=8)


_here: list[Party] = []


def _prepare(order: Order) -> None:
    _here.append(gather(order))
    # What was loaded stays, and a run leaves no cycles behind: looking for some costs a tenth of the time.
    gc.freeze()
    gc.set_threshold(_YOUNG)


def _examine_at(place: int) -> Seen:
    party = _here[-1]
    return examine(party.scenarios[place], party.roles, party.judge)
