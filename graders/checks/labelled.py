"""Is the grader in use right where what is right is known? A short audit, and its error table."""

from graders.audit.catalogue import all_kinds
from graders.audit.hunt import EXAMINED_ROUNDS, Hunt, hunted, search
from graders.audit.judge import Judge
from graders.audit.table import error_counts, grouped
from graders.certificate import Check, check
from graders.checks.inquiry import Inquiry, listed

# Of each kind so many cases: `audit` tries more. Those in which it looks for flaws besides are passed over: whether
# judging is pure another check asks.
ROUNDS, SEED = 6, 0


def audit(inquiry: Inquiry) -> Check:
    """(k) On generated runs whose label comes from how they are made, the grader says what is right."""
    kinds = all_kinds()
    judge = Judge("the grader in use", inquiry.judge)
    first = EXAMINED_ROUNDS * len(kinds)
    hunt = hunted(search(judge, kinds, SEED, range(first, first + ROUNDS * len(kinds))), kinds)
    counts: dict[str, int | str] = {"cases": hunt.cases, **error_counts(hunt.tallies.values())}
    return check(
        "audit",
        "Does the grader judge labelled cases right, by false accepts and false rejects?",
        listed(_wrong(hunt)),
        counts,
        table=grouped(hunt.tallies.values()),
    )


def _wrong(hunt: Hunt) -> list[str]:
    """The kinds in which it is wrong, and what else is."""
    told = [
        f"{first.wrong} in {tally.wrong[wrong]} of {tally.tried} cases of {tally.kind}, first in case {first.number}"
        for tally in hunt.failing()
        for wrong, first in tally.first.items()
    ]
    return [*told, *(f"it {flaw}: it {words}" for flaw, (_, words) in hunt.flaws.items())]
