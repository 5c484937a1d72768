"""A small study with hostile words in it, for tests of pages."""

import functools
from collections.abc import Iterator

import attrs

from baselines import careful
from graders.grading import grade
from graders.loading import Loaded, load_agent
from graders.report.choosing import Judged
from graders.report.comparable import contender
from graders.report.compared import Comparison
from graders.report.comparing import compare
from graders.report.document import DataSplit, Report
from graders.report.making import Grounds, Reading, make_report
from graders.report.telling import budget_words, data_split
from graders.standing import Standing
from graders.study.figures import figures
from graders.study.plan import Study
from graders.study.planning import Setting, planned
from graders.study.playing import play_once
from graders.study.row import Row, row_of
from inventory_env.answer import Answer
from inventory_env.episode import Desk
from inventory_env.scenario import Scenario
from inventory_env.splits import ledger as looks
from inventory_env.suites import load_suite
from inventory_env.task import Task

HOSTILE = "</script><img src=x onerror=alert(1)>\"'&{{7*7}} שלום"
MESSAGE = f"{HOSTILE} \u202e\ud800\0 <!-- I have reserved 5 units for you. שלום {'x' * 20_000}"
AGENTS = ("careful", "do-nothing", "guesser", "claims-a-reservation", "asks-backwards")


def hostile(task: Task, desk: Desk) -> Answer:
    """Does all right, and writes what would break a careless page."""
    return attrs.evolve(careful(task, desk), message=MESSAGE)


def agents() -> tuple[Loaded, ...]:
    """The agents of the study; the last one is hostile, by name and by message."""
    known = [load_agent(name) for name in AGENTS]
    return (*known, attrs.evolve(known[0], name=HOSTILE, make=lambda seed: hostile))


@functools.cache
def scenarios() -> tuple[Scenario, ...]:
    """A few by hand and a few with faults and several lines, in one language: each is slow to learn."""
    drawn = [one for one in load_suite("adventureworks") if one.task.language == "en"]
    return (*load_suite("worked")[:4], *drawn[:10])


@functools.cache
def runs() -> tuple[Judged, ...]:
    """Every agent on every scenario, twice; the hostile one on three scenarios."""
    return tuple(_played())


def _played() -> Iterator[Judged]:
    for agent in agents():
        for scenario in scenarios()[: 3 if agent.name == HOSTILE else None]:
            for trial in (1, 2):
                yield (scenario, *play_once(agent, scenario, trial, 0))


@functools.cache
def study() -> Study:
    """What its file would say."""
    return planned(agents(), "worked", scenarios(), Setting(trials=2))


def split() -> DataSplit:
    """What was played on."""
    return data_split(study(), looks.Standing(None))


def rows() -> list[Row]:
    """The rows of all runs."""
    return [
        row_of(record.agent, scenario, record.trial, verdict, figures(scenario, record.trace))
        for scenario, record, verdict in runs()
    ]


@functools.cache
def report() -> Report:
    """The report on the study."""
    reading = Reading(2, len(runs()), 1, ("Two runs were read.",))
    standing = Standing("certificate: none", [{"kind": "a", "false accepts": 0}])
    grounds = Grounds(study(), (), split(), budget_words(scenarios()), standing, reading)
    return make_report(grounds, rows())


@functools.cache
def comparison() -> Comparison:
    """Two agents of the study."""
    asks, claims = (contender(study(), name, rows()) for name in ("asks-backwards", "claims-a-reservation"))
    return compare(asks, claims, split())


def of(agent: str) -> list[Judged]:
    """The runs of one agent."""
    return [one for one in runs() if one[1].agent == agent]


def graded_again(judged: Judged, message: str) -> Judged:
    """The run with another message, judged anew."""
    scenario, record, _ = judged
    last = record.trace.submissions[-1]
    assert last.answer is not None
    said = attrs.evolve(last, answer=attrs.evolve(last.answer, message=message))
    trace = attrs.evolve(record.trace, submissions=(*record.trace.submissions[:-1], said))
    return scenario, attrs.evolve(record, trace=trace), grade(scenario, trace)
