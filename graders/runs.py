"""What happens when agents meet a suite? Every run is played, graded and written down."""

import contextlib
import hashlib
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import attrs

from graders.grading import grade
from graders.loading import Loaded
from graders.progress import watched
from graders.records import STUDY, TRACES, VERDICTS, Judgement, Record, Study
from graders.tally import Tally
from inventory_env.answer import Answer
from inventory_env.codec import encode
from inventory_env.episode import Agent, Desk, play
from inventory_env.errors import InputError
from inventory_env.scenario import Scenario
from inventory_env.suites import load_suite
from inventory_env.task import Task
from inventory_env.verdict import Verdict


def run(
    agents: Sequence[Loaded], suite: str, trials: int, out: Path, *, seed: int = 0
) -> tuple[Study, tuple[Tally, ...]]:
    """Play every agent on every scenario, grade every run, write all of it into a folder.

    Args:
        agents: one or more, each with a name of its own.
        suite: name or path.
        trials: runs of each agent on each scenario, 1 or more.
        out: the folder; made where it is missing.
        seed: 0 or more; each run's agent is made with a seed derived from it.

    Returns:
        What was written, and the counts for each agent.

    Raises:
        InputError: the suite cannot be read, the folder cannot be written, or it holds a study already.
    """
    scenarios = load_suite(suite)
    names = tuple(agent.name for agent in agents)
    if not names or len(set(names)) != len(names):
        raise InputError(f"must be one or more that differ; got {', '.join(names) or 'none'}", field="agent")
    study = Study(names, suite, digest(scenarios), len(scenarios), trials, seed)
    tallies = tuple(Tally(name) for name in names)
    with _written(out):
        _prepare(out, study)
        _play_all(agents, scenarios, study, tallies, out)
        study = attrs.evolve(study, runs=sum(tally.runs for tally in tallies), complete=True)
        (out / STUDY).write_bytes(encode(study) + b"\n")
    return study, tallies


def play_once(agent: Loaded, scenario: Scenario, trial: int, seed: int) -> tuple[Record, Verdict]:
    """One run and its verdict; what the agent prints goes to standard error.

    Args:
        agent: made anew for this run, so that nothing is left over from another.
        scenario: the case.
        trial: which run of this agent on it, counted from 1.
        seed: of the study.
    """
    own_seed = seed_of(seed, scenario.id, trial)
    with contextlib.redirect_stdout(sys.stderr):
        trace = play(_made(agent.make, own_seed), scenario)
    return Record(agent.name, trial, own_seed, trace), grade(scenario, trace)


def seed_of(seed: int, scenario: str, trial: int) -> int:
    """The seed of one run: no order of runs matters, and no two runs share their chances."""
    message = repr((seed, scenario, trial)).encode("utf-8")
    return int.from_bytes(hashlib.blake2b(message, digest_size=8).digest(), "big") >> 11


def digest(scenarios: Sequence[Scenario]) -> str:
    """A fingerprint of every scenario and of every stock figure behind it."""
    state, tables = hashlib.sha256(), set()
    for scenario in scenarios:
        state.update(encode(scenario))
        table = scenario.stock.table
        if scenario.stock.source.csv is not None and id(table) not in tables:
            tables.add(id(table))
            state.update(scenario.stock.whole_digest().encode("ascii"))
    return state.hexdigest()


def _made(make: Callable[[int], Agent], seed: int) -> Agent:
    """The agent, made inside its run: a maker that raises is a crash of the agent, told in its trace."""

    def agent(task: Task, desk: Desk) -> Answer | None:
        return make(seed)(task, desk)

    return agent


def _prepare(out: Path, study: Study) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for name in (STUDY, TRACES, VERDICTS):
        if (out / name).exists():
            raise InputError(f"must be a folder without a study; got one with {name}", field="out", path=str(out))
    (out / STUDY).write_bytes(encode(study) + b"\n")


def _play_all(
    agents: Sequence[Loaded], scenarios: Sequence[Scenario], study: Study, tallies: Sequence[Tally], out: Path
) -> None:
    runs = (
        (agent, tally, scenario, trial)
        for agent, tally in zip(agents, tallies, strict=True)
        for scenario in scenarios
        for trial in range(1, study.trials + 1)
    )
    total = len(agents) * len(scenarios) * study.trials
    with (out / TRACES).open("wb") as traces, (out / VERDICTS).open("wb") as verdicts:
        for agent, tally, scenario, trial in watched(runs, total, "playing"):
            record, verdict = play_once(agent, scenario, trial, study.seed)
            tally.add(verdict)
            traces.write(encode(record) + b"\n")
            verdicts.write(encode(Judgement(agent.name, trial, verdict)) + b"\n")


@contextlib.contextmanager
def _written(out: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", field="out", path=str(out)) from None
