"""What does a report hold, and in which order? Eight sections; every other form is made from these alone."""

import enum
from typing import Any

import attrs

from graders.report.agent_failures import AgentFailures
from graders.report.agent_results import AgentResults, Role
from graders.report.figure import Figure
from graders.study.card import Evidence, SystemCard
from graders.study.plan import FaultyRuns, Versions
from inventory_env.codec import builtins
from inventory_env.verdict import FailureClass

# In this order, in every form. A report is not rendered where one is missing, empty or out of order.
SECTIONS = ("scope", "cards", "split", "environment", "results", "failures", "read_by_hand", "not_shown")


class SplitKind(enum.StrEnum):
    """What a suite may be used for."""

    DEV = "dev"
    TEST = "test"
    UNSPLIT = "unsplit"


@attrs.frozen
class Scope:
    """What the report is to show, and what counts as success.

    Attributes:
        text: in the words of the study's author.
        success: the definition in one plain sentence.
        policy: name of the grading policy.
        counted: codes of the rules that count.
        not_counted: codes of the rules that are checked and do not count.
    """

    text: str
    success: str
    policy: str
    counted: tuple[str, ...]
    not_counted: tuple[str, ...]


@attrs.frozen
class Player:
    """One agent of the report.

    Attributes:
        role: why it is here.
        evidence: what kind of evidence its runs are.
        card: everything that makes it the one that it is.
    """

    role: Role
    evidence: Evidence
    card: SystemCard


@attrs.frozen
class DataSplit:
    """What was played on.

    Attributes:
        suite: its name or path.
        digest: a fingerprint of every scenario and every stock figure.
        scenarios: how many.
        kind: what it may be used for.
        looks: how often it was evaluated on; None where nobody counts.
        looks_allowed: before it is dev; None where there is no such number.
        sentence: the same in words.
    """

    suite: str
    digest: str
    scenarios: int
    kind: SplitKind
    looks: int | None
    looks_allowed: int | None
    sentence: str


@attrs.frozen
class Environment:
    """In what the agents were put, and who judged.

    Attributes:
        versions: of everything that could change a trace or a verdict.
        isolation: how agents are kept apart from the world.
        budget: in words.
        trials: runs of each agent on each scenario.
        seed: what the agents' seeds were derived from.
        faulty: what becomes of faulty runs.
        reruns: how often a faulty run is played again at most.
        faulty_rule: both in a sentence.
        wall_s: wall seconds of playing, over all agents.
        grading_ms: wall milliseconds of grading per run.
        certificate: whether a certificate vouches for the grader.
        grader_errors: rows of its error table on labelled cases; empty where there is none that counts.
    """

    versions: Versions
    isolation: str
    budget: str
    trials: int
    seed: int
    faulty: FaultyRuns
    reruns: int
    faulty_rule: str
    wall_s: Figure
    grading_ms: Figure
    certificate: str
    grader_errors: tuple[dict[str, Any], ...] = ()


@attrs.frozen
class Results:
    """What was counted: floor first, then the agents studied in their order, then the ceiling.

    Attributes:
        agents: one or more.
        warnings: sentences about scores that mean nothing.
    """

    agents: tuple[AgentResults, ...]
    warnings: tuple[str, ...] = ()


@attrs.frozen
class Weight:
    """What a class of failures means to a user of the agent.

    Attributes:
        failure_class: the class.
        matters: "yes", "sometimes" or "no".
        sentence: to whom, and why.
    """

    failure_class: FailureClass
    matters: str
    sentence: str


@attrs.frozen
class Failures:
    """What went wrong.

    Attributes:
        weights: every class, the gravest first.
        agents: in the order of the results.
    """

    weights: tuple[Weight, ...]
    agents: tuple[AgentFailures, ...]


@attrs.frozen
class ToReview:
    """A run that is left to a person.

    Attributes:
        agent: its name.
        task: the scenario's id.
        trial: counted from 1.
        because: codes of the rules that stay open.
    """

    agent: str
    task: str
    trial: int
    because: tuple[str, ...]


@attrs.frozen
class ReadByHand:
    """What a person read.

    Attributes:
        read: runs marked by a person.
        disagreements: of them, where somebody says that the judge is wrong.
        sentences: the same in words, and how many marks are put aside.
        review: runs left to a person, the first of them.
        to_review: how many there are.
    """

    read: Figure
    disagreements: Figure
    sentences: tuple[str, ...]
    review: tuple[ToReview, ...]
    to_review: Figure


@attrs.frozen
class Unchecked:
    """A rule that this rule set or this isolation cannot check."""

    rule: str
    meaning: str


@attrs.frozen
class NotShown:
    """What nobody may conclude.

    Attributes:
        sentences: one or more.
        rules: that were not checked.
    """

    sentences: tuple[str, ...]
    rules: tuple[Unchecked, ...]


@attrs.frozen
class Report:
    """A whole report; its sections stand in the order of SECTIONS."""

    scope: Scope
    cards: tuple[Player, ...]
    split: DataSplit
    environment: Environment
    results: Results
    failures: Failures
    read_by_hand: ReadByHand
    not_shown: NotShown


def report_json(report: Report) -> dict[str, Any]:
    """The report as plain JSON, its sections in their order."""
    return {name: builtins(getattr(report, name)) for name in SECTIONS}
