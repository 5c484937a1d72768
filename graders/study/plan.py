"""What was to be run? `study.json`, written before the first run and never changed."""

import enum

import attrs

from graders.policy import DEFAULT_POLICY
from graders.study.card import SystemCard
from inventory_env.errors import InputError
from inventory_env.fields import Count, Name, Positive, noun
from inventory_env.trace import SCHEMA_VERSION, TOOLS_VERSION
from inventory_env.verdict import RULES_VERSION

# One byte of memory for each; a study of more is a slip of the pen.
MOST_RUNS = 10**8


class FaultyRuns(enum.StrEnum):
    """What becomes of a run in which the world or the machinery failed; decided before the first run."""

    COUNT = "count"  # as one that did not succeed
    EXCLUDE = "exclude"  # from the rate, not from coverage and bounds
    RERUN = "rerun"  # played again, the faulty try put aside; then as `exclude`


@noun
class Versions:
    """What could change a trace or a verdict besides agents and suite.

    Attributes:
        environment: version of the package.
        code_digest: fingerprint of its sources and data.
        python: implementation and version, to the minor one.
        schema: of traces and verdicts.
        tools: of the world's replies.
        rules: of the rule set.
    """

    environment: Name
    code_digest: Name
    python: Name
    schema: Positive = SCHEMA_VERSION
    tools: Positive = TOOLS_VERSION
    rules: Positive = RULES_VERSION


@noun
class Study:
    """What a study's folder holds, and the key under which its runs belong together.

    Attributes:
        cards: of the agents, in the order run.
        suite: its name or path.
        suite_digest: a fingerprint of every scenario and every stock figure.
        scenarios: how many.
        trials: runs of each agent on each scenario.
        seed: what the agents' seeds were derived from: the decoding seed. The environment's chances are keyed by
            the seed that each scenario holds.
        versions: of everything else.
        faulty: what becomes of faulty runs.
        reruns: how often a faulty run is played again at most.
        policy: which rules counted towards success.
        isolation: how agents are kept apart from the world.
        scope: what the study is to show, in its author's words.
    """

    cards: tuple[SystemCard, ...]
    suite: str
    suite_digest: str
    scenarios: Count
    trials: Positive
    seed: Count
    versions: Versions
    faulty: FaultyRuns = FaultyRuns.EXCLUDE
    reruns: Count = 0
    policy: str = DEFAULT_POLICY.name
    isolation: str = "in_process"
    scope: str = ""

    def __attrs_post_init__(self) -> None:
        if self.runs > MOST_RUNS:
            raise InputError(f"must make at most {MOST_RUNS} runs in all; got {self.runs}", field="trials")

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents' names, in the order run."""
        return tuple(card.name for card in self.cards)

    @property
    def runs(self) -> int:
        """How many runs the whole study has."""
        return len(self.cards) * self.scenarios * self.trials

    def differing(self, other: "Study") -> tuple[str, ...]:
        """Where two studies differ, by name of the field."""
        fields = (field.name for field in attrs.fields(Study))
        return tuple(name for name in fields if getattr(self, name) != getattr(other, name))
