"""How does a rule say what it found? None = nothing to look at, else every place where it is broken."""

from collections.abc import Callable, Iterable

from graders.case import Case, Judged
from inventory_env.verdict import Finding

Findings = tuple[Finding, ...]
# A rule with nothing to look at gives None: silence earns nothing.
Check = Callable[[Case], Findings | None]


def for_line(rule: str, judged: Judged, message: str, steps: Iterable[str] = ()) -> Finding:
    """A finding about one line."""
    return Finding(rule, f"line {judged.line.line} ({judged.line.sku}): {message}", judged.line.line, tuple(steps))


def written(plan: Iterable[tuple[str, int]]) -> str:
    """A plan in words."""
    return " + ".join(f"{warehouse} {share}" for warehouse, share in plan) or "nothing"
