"""What does a comparison of two agents hold? The nouns; nothing here counts."""

from typing import Any

import attrs

from graders.report.agent_failures import AgentFailures
from graders.report.agent_results import AgentResults
from graders.report.document import DataSplit, Player
from graders.report.figure import Figure
from graders.study.plan import Versions
from inventory_env.codec import builtins


@attrs.frozen
class Side:
    """One of the two.

    Attributes:
        player: its card.
        versions: of everything else when it was run.
        seed: of its study.
        results: its tables, without the profiles of tasks.
        failures: what went wrong.
    """

    player: Player
    versions: Versions
    seed: int
    results: AgentResults
    failures: AgentFailures

    @property
    def agent(self) -> str:
        """Its name."""
        return self.results.agent


@attrs.frozen
class PairedTable:
    """How many tasks succeeded with whom; success of a task is what the comparison's rule says.

    Attributes:
        both: with both.
        gained: with the second alone.
        lost: with the first alone.
        neither: with none.
        open: left out, because a side's runs do not tell.
    """

    both: int
    gained: int
    lost: int
    neither: int
    open: int


@attrs.frozen
class PairedSlice:
    """The same for one kind of task.

    Attributes:
        name: of the slice.
        kind: "slice", "lines", "language" or "faults": what is looked at.
        table: the tasks.
        difference: of the success rates over trials, second minus first, clustered by family.
    """

    name: str
    kind: str
    table: PairedTable
    difference: Figure


@attrs.frozen
class RuleChange:
    """How often a rule was broken by the one and by the other.

    Attributes:
        rule: its code.
        counted: whether it counts towards success.
        first: runs that broke it.
        second: likewise.
        rose: whether the second broke it in more of its runs.
        although: whether it rose although the success rate rose.
    """

    rule: str
    counted: bool
    first: Figure
    second: Figure
    rose: bool
    although: bool


@attrs.frozen
class Comparison:
    """The second agent against the first; every difference is second minus first.

    Attributes:
        change: what was changed, in a sentence.
        parts: of the system card that differ.
        split: what both were played on.
        trials: runs of each task.
        policy: which rules counted.
        faulty_rule: what became of faulty runs.
        first: the one compared with.
        second: the one that is judged.
        rule: when a task counts as a success.
        table: tasks by success with whom.
        gained: ids of the tasks, sorted.
        lost: likewise.
        open: likewise.
        mcnemar: exact two-sided p of the tasks gained and lost.
        difference: of the shares of successful tasks, with its paired z interval; families are ignored.
        rate_difference: of the success rates over trials, per task, then clustered by family: the main figure.
        slices: kinds of task.
        rules: every rule that one of them broke, those that rose first.
        warnings: what is easily overlooked.
        not_shown: what nobody may conclude.
    """

    change: str
    parts: tuple[str, ...]
    split: DataSplit
    trials: int
    policy: str
    faulty_rule: str
    first: Side
    second: Side
    rule: str
    table: PairedTable
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    open: tuple[str, ...]
    mcnemar: Figure
    difference: Figure
    rate_difference: Figure
    slices: tuple[PairedSlice, ...]
    rules: tuple[RuleChange, ...]
    warnings: tuple[str, ...]
    not_shown: tuple[str, ...]


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """The comparison as plain JSON, in the order of its fields."""
    return {field.name: builtins(getattr(comparison, field.name)) for field in attrs.fields(Comparison)}
