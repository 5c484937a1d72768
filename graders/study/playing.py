"""What happens in one run of a study? The agent is made, plays, and is graded; what comes out is lines to keep."""

import contextlib
import hashlib
import sys
import time
from collections.abc import Callable, Sequence

import attrs

from graders.grading import NOT_JUDGED, grade
from graders.loading import Loaded
from graders.records import Judgement, Record
from graders.study.figures import figures
from inventory_env.answer import Answer
from inventory_env.codec import encode
from inventory_env.episode import Agent, Desk, play
from inventory_env.errors import EnvironmentFault
from inventory_env.fields import Count, Name, Positive, noun
from inventory_env.scenario import Scenario
from inventory_env.task import Task
from inventory_env.verdict import Verdict


@noun
class Time:
    """How long one run took on the wall, which is no property of the run and stands in no trace.

    Attributes:
        agent: its name.
        scenario: the scenario's id.
        trial: counted from 1.
        play_us: microseconds of playing, tries that were put aside included.
        grade_us: microseconds of grading.
    """

    agent: Name
    scenario: str
    trial: Positive
    play_us: Count
    grade_us: Count


@attrs.frozen
class Played:
    """One finished run.

    Attributes:
        judgement: the word on it.
        record: the run, as a line without its end.
        aside: faulty tries that it was played again for, each as a line.
        time: how long it took, as a line.
    """

    judgement: Judgement
    record: bytes
    aside: tuple[bytes, ...]
    time: bytes


def play_and_judge(agent: Loaded, scenario: Scenario, trial: int, seed: int, *, start: str, reruns: int = 0) -> Played:
    """One run with its verdict; a run in which the world or the machinery failed is played again.

    Args:
        agent: made anew for this run.
        scenario: the case.
        trial: which run of this agent on it, counted from 1.
        seed: of the study.
        start: fingerprint of the stock that the run must begin with.
        reruns: how often a faulty run is played again at most.

    Raises:
        EnvironmentFault: the run did not begin with the scenario's own stock.
    """
    aside: list[bytes] = []
    begun = time.perf_counter_ns()
    while True:
        record = _recorded(agent, scenario, trial, seed)
        _refuse_other_start(record, start)
        played = time.perf_counter_ns()
        verdict = grade(scenario, record.trace)
        if verdict.status not in NOT_JUDGED or len(aside) == reruns:
            break
        aside.append(encode(record))
    graded = time.perf_counter_ns()
    counts = figures(scenario, record.trace)
    took = Time(agent.name, scenario.id, trial, (played - begun) // 1000, (graded - played) // 1000)
    judgement = Judgement(agent.name, trial, verdict, counts, len(aside))
    return Played(judgement, encode(record), tuple(aside), encode(took))


def play_once(agent: Loaded, scenario: Scenario, trial: int, seed: int) -> tuple[Record, Verdict]:
    """One run and its verdict; what the agent prints goes to standard error.

    Args:
        agent: made anew for this run, so that nothing is left over from another.
        scenario: the case.
        trial: which run of this agent on it, counted from 1.
        seed: of the study.
    """
    record = _recorded(agent, scenario, trial, seed)
    return record, grade(scenario, record.trace)


def seed_of(seed: int, scenario: str, trial: int) -> int:
    """The seed of one run: no order of runs matters, and no two runs share their chances."""
    message = repr((seed, scenario, trial)).encode("utf-8")
    return int.from_bytes(hashlib.blake2b(message, digest_size=8).digest(), "big") >> 11


def suite_digest(scenarios: Sequence[Scenario]) -> str:
    """A fingerprint of every scenario and of every stock figure behind it."""
    state, tables = hashlib.sha256(), set()
    for scenario in scenarios:
        state.update(encode(scenario))
        table = scenario.stock.table
        if scenario.stock.source.csv is not None and id(table) not in tables:
            tables.add(id(table))
            state.update(scenario.stock.whole_digest().encode("ascii"))
    return state.hexdigest()


def start_digest(scenario: Scenario) -> str:
    """The fingerprint of the stock with which every run of a scenario begins."""
    return scenario.stock.digest(scenario.task.priority, scenario.task.skus())


def _recorded(agent: Loaded, scenario: Scenario, trial: int, seed: int) -> Record:
    own_seed = seed_of(seed, scenario.id, trial)
    with contextlib.redirect_stdout(sys.stderr):
        trace = play(_made(agent.make, own_seed), scenario)
    return Record(agent.name, trial, own_seed, trace)


def _refuse_other_start(record: Record, start: str) -> None:
    trace = record.trace
    if trace.stock_before != start:
        told = f"trial {record.trial} of {record.agent} on {trace.scenario} began with the stock {trace.stock_before}"
        raise EnvironmentFault(f"{told}, the scenario's is {start}: an earlier run has changed it; this one is refused")


def _made(make: Callable[[int], Agent], seed: int) -> Agent:
    """The agent, made inside its run: a maker that raises is a crash of the agent, told in its trace."""

    def agent(task: Task, desk: Desk) -> Answer | None:
        return make(seed)(task, desk)

    return agent
