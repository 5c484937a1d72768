"""Which runs does a page hold where all would be too many? Of everything that happened, the first of each kind."""

from collections import Counter
from collections.abc import Iterable, Iterator

from graders.report.page.runs import Judged

# A page of so many takes some 20 megabytes, and a browser searches it as fast as somebody types.
MOST_RUNS = 30_000
# So many of each kind, where there are more.
OF_EACH = 25


def chosen(runs: Iterable[Judged], total: int) -> Iterator[Judged]:
    """All runs; where they are more than MOST_RUNS, of each agent the first OF_EACH of each kind.

    Runs are of one kind that have the same mark, the same ending, the same status and broke the same rules.

    Args:
        runs: all of them.
        total: how many they are.
    """
    if total <= MOST_RUNS:
        yield from runs
        return
    seen: Counter[object] = Counter()
    for judged in runs:
        _, record, verdict = judged
        broken = frozenset(one.rule for one in verdict.findings)
        kind = (record.agent, verdict.success, verdict.label, verdict.status, broken)
        seen[kind] += 1
        if seen[kind] <= OF_EACH:
            yield judged


def choice_words(total: int) -> str:
    """What a reader has to know of the choice; empty where there was none."""
    if total <= MOST_RUNS:
        return ""
    return (
        f"{total:,} runs are too many for one page: these are, of each agent, the first {OF_EACH} of each ending with "
        "each set of broken rules. Figures count all runs; those that are not here lie in the study's folder."
    )
