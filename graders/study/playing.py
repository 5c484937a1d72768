"""What happens in one run of a study? The agent is made, plays, and is graded; what comes out is lines to keep."""

import contextlib
import hashlib
import sys
import time
from collections.abc import Callable, Sequence

import attrs

from graders.grading import NOT_JUDGED, grade
from graders.loading import Loaded
from graders.records import Record
from graders.study.figures import figures
from graders.study.guarding import Guarded, Interrupts, listening
from graders.study.judgement import Judgement
from inventory_env.answer import Answer
from inventory_env.codec import encode
from inventory_env.episode import Agent, Desk, play
from inventory_env.errors import EnvironmentFault
from inventory_env.fields import Count, Name, Positive, noun
from inventory_env.scenario import Scenario
from inventory_env.store import MAX_LINE_BYTES
from inventory_env.task import Task
from inventory_env.trace import Stop
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


def play_and_judge(
    agent: Loaded, scenario: Scenario, trial: int, seed: int, *, start: str, interrupts: Interrupts, reruns: int = 0
) -> Played:
    """One run with its verdict; a run in which the world or the machinery failed is played again.

    Args:
        agent: made anew for this run.
        scenario: the case.
        trial: which run of this agent on it, counted from 1.
        seed: of the study.
        start: fingerprint of the stock that the run must begin with.
        interrupts: tells whether a person wants to stop.
        reruns: how often a faulty run is played again at most.

    Raises:
        KeyboardInterrupt: a person wants to stop.
        EnvironmentFault: the run did not begin with the scenario's own stock.
    """
    aside: list[bytes] = []
    begun = time.perf_counter_ns()
    while True:
        record, line = _line(_recorded(agent, scenario, trial, seed, interrupts))
        _refuse_other_start(record, start)
        played = time.perf_counter_ns()
        verdict = grade(scenario, record.trace)
        if verdict.status not in NOT_JUDGED or len(aside) == reruns:
            break
        aside.append(line)
    graded = time.perf_counter_ns()
    counts = figures(scenario, record.trace)
    took = Time(agent.name, scenario.id, trial, (played - begun) // 1000, (graded - played) // 1000)
    judgement = Judgement(agent.name, trial, verdict, counts, len(aside))
    return Played(judgement, line, tuple(aside), encode(took))


def play_once(agent: Loaded, scenario: Scenario, trial: int, seed: int) -> tuple[Record, Verdict]:
    """One run and its verdict; what the agent prints goes to standard error.

    Args:
        agent: made anew for this run, so that nothing is left over from another.
        scenario: the case.
        trial: which run of this agent on it, counted from 1.
        seed: of the study.
    """
    with listening() as interrupts:
        record, _ = _line(_recorded(agent, scenario, trial, seed, interrupts))
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


def _recorded(agent: Loaded, scenario: Scenario, trial: int, seed: int, interrupts: Interrupts) -> Record:
    own_seed = seed_of(seed, scenario.id, trial)
    with contextlib.redirect_stdout(sys.stderr), Guarded():
        trace = play(_made(agent.make, own_seed, interrupts), scenario)
    if interrupts.heard:  # whatever the agent made of it, this run was disturbed
        raise KeyboardInterrupt
    return Record(agent.name, trial, own_seed, trace)


def _line(record: Record) -> tuple[Record, bytes]:
    """A record and its line; where no reader would take that line, the run without what made it so long."""
    line = encode(record)
    if len(line) <= MAX_LINE_BYTES:
        return record, line
    told = f"{len(line)} bytes of calls and submissions, more than the {MAX_LINE_BYTES} that a record may have"
    short = attrs.evolve(
        record.trace, calls=(), submissions=(), decisions=0, end_ms=0, stop=Stop.AGENT_CRASH, stop_reason=told
    )
    record = attrs.evolve(record, trace=short)
    return record, encode(record)


def _refuse_other_start(record: Record, start: str) -> None:
    trace = record.trace
    if trace.stock_before != start:
        told = f"trial {record.trial} of {record.agent} on {trace.scenario} began with the stock {trace.stock_before}"
        raise EnvironmentFault(f"{told}, the scenario's is {start}: an earlier run has changed it; this one is refused")


def _made(make: Callable[[int], Agent], seed: int, interrupts: Interrupts) -> Agent:
    """The agent, made inside its run: a maker that raises is a crash of the agent, told in its trace."""

    def agent(task: Task, desk: Desk) -> Answer | None:
        try:
            return make(seed)(task, desk)
        except KeyboardInterrupt:
            if interrupts.heard:
                raise
            raise SystemExit("KeyboardInterrupt, which nobody had asked for") from None

    return agent
