"""How does a report come of a study's rows? One agent after the other; no more than one agent's rows are held."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from graders.policy import DEFAULT_POLICY, Policy
from graders.report import failing, telling
from graders.report.agent_failures import AgentFailures
from graders.report.agent_results import AgentResults, Role
from graders.report.costing import wall_s
from graders.report.counting import counted
from graders.report.document import (
    DataSplit,
    Environment,
    Failures,
    Player,
    ReadByHand,
    Report,
    Results,
    ToReview,
)
from graders.report.figure import Figure, known
from graders.report.runs import runs_of
from graders.standing import Standing
from graders.study.card import Evidence, SystemCard, refuse_unstated
from graders.study.plan import Study
from graders.study.row import Row
from graders.study.yardstick import CEILING, FLOOR
from inventory_env.errors import InputError, choices
from inventory_env.verdict import Mark

_ORDER = (Role.FLOOR, Role.STUDIED, Role.CEILING)
# So many of the runs left to a person are named; the number of all of them stands beside.
MOST_REVIEWED = 1000


class Scattered(InputError):
    """The rows of an agent do not stand together, so its tables cannot be made with one agent's rows held at a time."""


@attrs.frozen
class Reading:
    """How much of a study a person read.

    Attributes:
        read: runs.
        runs: of so many.
        disagreements: where somebody says that the judge is wrong.
        sentences: in words.
    """

    read: int
    runs: int
    disagreements: int
    sentences: tuple[str, ...]


@attrs.frozen
class Grounds:
    """Everything that a report says and rows do not.

    Attributes:
        study: what was to be run; its agents are those studied, but for the names of floor and ceiling.
        beside: cards of the agents of floor and ceiling that were run beside it.
        split: what was played on.
        budget: in words.
        standing: what vouches for the grader.
        reading: what a person read.
        policy: which rules counted; the study's.
    """

    study: Study
    beside: tuple[SystemCard, ...]
    split: DataSplit
    budget: str
    standing: Standing
    reading: Reading
    policy: Policy = DEFAULT_POLICY


def role_of(agent: str) -> Role:
    """Why an agent of that name stands in a report."""
    return Role.FLOOR if agent in FLOOR else Role.CEILING if agent in CEILING else Role.STUDIED


def make_report(grounds: Grounds, rows: Iterable[Row], *, profiles: bool = True) -> Report:
    """The whole report.

    Args:
        grounds: what rows do not say.
        rows: of every agent, its rows together.
        profiles: whether the tasks are told one by one.

    Raises:
        Scattered: the rows of an agent do not stand together.
        InputError: a card has unstated parts, the policy is another than the study's, a run is there twice, of an
            agent without a card, or none that the study asks for.
    """
    study, cards = grounds.study, _cards(grounds)
    if grounds.policy.name != study.policy:
        raise InputError(f"must be the study's, {study.policy!r}; got {grounds.policy.name!r}", field="policy")
    tables = [_counted(grounds, cards, agent, group, profiles=profiles) for agent, group in _by_agent(rows, cards)]
    tables.sort(key=lambda one: (_ORDER.index(one.results.role), list(cards).index(one.results.agent)))
    results = tuple(one.results for one in tables)
    evidence = next(iter(cards.values())).evidence or Evidence.NOT_RUN
    return Report(
        scope=telling.scope(study, grounds.policy),
        cards=tuple(_player(cards[one.agent]) for one in results),
        split=grounds.split,
        environment=_environment(grounds, tables, evidence),
        results=Results(results, telling.warnings(results, cards.values())),
        failures=Failures(failing.WEIGHTS, tuple(one.failures for one in tables)),
        read_by_hand=_read_by_hand(grounds.reading, tables, evidence),
        not_shown=telling.not_shown(grounds.study, grounds.split, results),
    )


@attrs.frozen
class _Tables:
    results: AgentResults
    failures: AgentFailures
    wall_s: Figure
    review: tuple[ToReview, ...]
    to_review: int


def _cards(grounds: Grounds) -> dict[str, SystemCard]:
    """By name, in the order in which agents are told within their role."""
    own = {card.name for card in grounds.study.cards}
    cards = (*grounds.study.cards, *(card for card in grounds.beside if card.name not in own))
    for card in cards:
        refuse_unstated(card)
    return {card.name: card for card in cards}


def _by_agent(rows: Iterable[Row], cards: Mapping[str, SystemCard]) -> Iterator[tuple[str, Iterator[Row]]]:
    seen: set[str] = set()
    for agent, group in itertools.groupby(rows, key=lambda row: row.agent):
        if agent not in cards:
            raise InputError(f"must be of an agent with a card; got {agent!r} ({choices(agent, cards)})", field="run")
        if agent in seen:
            raise Scattered(f"must stand together, agent by agent; got {agent!r} again", field="run")
        seen.add(agent)
        yield agent, group
    for agent in cards:  # an agent that never ran is no blank: all its runs are missing
        if agent not in seen:
            yield agent, iter(())


def _counted(
    grounds: Grounds, cards: Mapping[str, SystemCard], agent: str, rows: Iterable[Row], *, profiles: bool
) -> _Tables:
    evidence = cards[agent].evidence or Evidence.NOT_RUN
    runs = runs_of(grounds.study, agent, rows, role=role_of(agent), evidence=evidence)
    review = [
        ToReview(agent, row.place.task, row.trial, row.doubted)
        for row in runs.rows
        if row.judged and row.success is Mark.UNCERTAIN
    ]
    return _Tables(
        counted(runs, profiles=profiles),
        failing.failures(runs, grounds.policy),
        wall_s(runs.rows, evidence),
        tuple(review[:MOST_REVIEWED]),
        len(review),
    )


def _player(card: SystemCard) -> Player:
    return Player(role_of(card.name), card.evidence or Evidence.NOT_RUN, card)


def _environment(grounds: Grounds, tables: Sequence[_Tables], evidence: Evidence) -> Environment:
    study = grounds.study
    return Environment(
        versions=study.versions,
        isolation=study.isolation,
        budget=grounds.budget,
        trials=study.trials,
        seed=study.seed,
        faulty=study.faulty,
        reruns=study.reruns,
        faulty_rule=telling.faulty_rule(study),
        wall_s=_summed([one.wall_s for one in tables], evidence),
        grading_ms=_averaged([one.results.grading_ms for one in tables], evidence),
        certificate=grounds.standing.line,
        grader_errors=tuple(grounds.standing.errors or ()),
    )


def _summed(figures: Iterable[Figure], evidence: Evidence) -> Figure:
    kept = [(one.value, one.n) for one in figures if one.value is not None]
    value = sum(value for value, _ in kept) if kept else None
    number = sum(n for _, n in kept)
    method = "wall seconds of playing, sum over all runs"
    return known(value, number, evidence, method=method, note="" if kept else "not kept")


def _averaged(figures: Iterable[Figure], evidence: Evidence) -> Figure:
    kept = [(one.value, one.n) for one in figures if one.value is not None]
    number = sum(n for _, n in kept)
    value = sum(value * n for value, n in kept) / number if number else None
    method = "wall milliseconds of grading per run"
    return known(value, number, evidence, method=method, note="" if kept else "not kept")


def _read_by_hand(reading: Reading, tables: Sequence[_Tables], evidence: Evidence) -> ReadByHand:
    runs = sum(one.results.runs for one in tables)
    review = [run for one in tables for run in one.review]

    def figure(value: int, of: int, method: str) -> Figure:
        return known(value, of, evidence, method=method)

    return ReadByHand(
        read=figure(reading.read, reading.runs, "runs marked by a person"),
        disagreements=figure(reading.disagreements, reading.read, "runs whose judge is wrong, as a person says"),
        sentences=reading.sentences,
        review=tuple(review[:MOST_REVIEWED]),
        to_review=figure(sum(one.to_review for one in tables), runs, "runs that no judge can tell"),
    )
