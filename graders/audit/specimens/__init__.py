"""Which graders must the audit find wrong? Naive ones, each with a misconception that was reported in public."""

from graders.audit.specimens.answers import ANSWERS
from graders.audit.specimens.calls import CALLS
from graders.audit.specimens.naive import Naive
from graders.audit.specimens.runs import RUNS
from graders.audit.specimens.stock import STOCK
from graders.audit.specimens.text import TEXT

__all__ = ["CLASSIC", "SPECIMENS", "Naive"]

SPECIMENS: tuple[Naive, ...] = (*TEXT, *ANSWERS, *STOCK, *CALLS, *RUNS)
# The names of those whose smallest counterexample everybody should know.
CLASSIC: tuple[str, ...] = (
    "number-as-substring",
    "ignores-negation",
    "accepts-empty",
    "ignores-order-of-queries",
    "timeout-as-zero",
    "shortfall-as-failure",
)
