"""Which runs does a page hold where all would be too many? Of everything that happened, some of each kind."""

from collections import Counter
from collections.abc import Callable, Iterable

import attrs

from graders.records import Record
from inventory_env.scenario import Scenario
from inventory_env.verdict import Verdict

# A page of so many takes some 8 megabytes, and a browser searches it as fast as somebody types.
MOST_RUNS = 10_000
# One run of a page.
Judged = tuple[Scenario, Record, Verdict]
# Tells by its agent and its verdict whether a run is on the page.
Takes = Callable[[str, Verdict], bool]


@attrs.frozen
class Choice:
    """How many runs a page holds.

    Attributes:
        total: of all runs.
        each: so many of each kind at most; None where the page holds all.
    """

    total: int
    each: int | None

    def words(self) -> str:
        """What a reader has to know of the choice; empty where there was none."""
        if self.each is None:
            return ""
        first = "the first" if self.each == 1 else f"the first {self.each}"
        return (
            f"{self.total:,} runs are too many for one page: these are, of each agent, {first} of each ending with "
            "each set of broken rules. Figures count all runs; those that are not here lie in the study's folder."
        )

    def taking(self) -> Takes:
        """Who chooses, one run after the other."""
        each, seen = self.each, Counter[object]()

        def takes(agent: str, verdict: Verdict) -> bool:
            if each is None:
                return True
            kind = kind_of(agent, verdict)
            seen[kind] += 1
            return seen[kind] <= each

        return takes


def choose(runs: Iterable[tuple[str, Verdict]]) -> Choice:
    """All runs, where they are at most MOST_RUNS; else as many of each kind as fit, and one of each in any case."""
    kinds = Counter(kind_of(agent, verdict) for agent, verdict in runs)
    total = kinds.total()
    if total <= MOST_RUNS:
        return Choice(total, None)
    low, high = 1, max(kinds.values())
    while low < high:
        middle = (low + high + 1) // 2
        fits = sum(min(count, middle) for count in kinds.values()) <= MOST_RUNS
        low, high = (middle, high) if fits else (low, middle - 1)
    return Choice(total, low)


def kind_of(agent: str, verdict: Verdict) -> object:
    """Runs are of one kind that have the same agent, mark, ending and status, and broke the same rules."""
    broken = frozenset(one.rule for one in verdict.findings)
    return agent, verdict.success, verdict.label, verdict.status, broken
