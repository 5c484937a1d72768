"""Is a grader right?"""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from graders.printing import columns, say, say_json, tell
from inventory_env.errors import InputError, MissingExtra

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graders.audit.auditing import Audit, Order
    from graders.audit.hunt import Outcome

EXAMPLES = (
    "inventory-env audit graders:grade",
    "inventory-env audit naive.py:naive --means outcome --write-test test_naive.py",
    "inventory-env audit 'python3 my_grader.py' --threshold 0.5 --json",
)
MEANS = ("success", "outcome", "evidence", "path", "honesty")


def command(
    grader: Annotated[str, typer.Argument(metavar="GRADER", help="module:name, file.py:name, or a command in quotes.")],
    means: Annotated[
        str, typer.Option("--means", help=f"What its result claims to be: {', '.join(MEANS)}.")
    ] = "success",
    threshold: Annotated[float, typer.Option("--threshold", help="A number passes from this on.")] = 1.0,
    examples: Annotated[int, typer.Option("--examples", min=1, help="How many cases are searched.")] = 10_000,
    seconds: Annotated[float | None, typer.Option("--seconds", help="End the search after so long.")] = None,
    kinds: Annotated[
        str, typer.Option("--kinds", help="Kinds or groups of cases, with commas; all if not given.")
    ] = "",
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of the search.")] = 0,
    show: Annotated[int, typer.Option("--show", min=0, help="How many counterexamples are told in full.")] = 3,
    every: Annotated[bool, typer.Option("--all", help="A row for every kind, not only those with an error.")] = False,
    hypothesis: Annotated[
        bool, typer.Option("--hypothesis", help="Let Hypothesis search, up to the first case.")
    ] = False,
    write_test: Annotated[Path | None, typer.Option("--write-test", help="A pytest file that fails now.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON only.")] = False,
) -> int:
    """Search for the smallest case in which a grader is wrong.

    A grader takes (scenario, trace) and answers a verdict, true or false, a number, a mark (pass, fail, uncertain,
    not_applicable), None, or a mapping of them by what they mean. A command reads one JSON object {"scenario",
    "trace"} a line and answers {"result": ...} a line. None, NaN and uncertain are undecided: counted, no fault.

    The cases are runs of labelled agents and good runs changed a little; what is right is known from how each was
    made. The same seed gives the same cases, and shrinking ends in the same smallest ones. Leaves with 0 if nothing
    wrong was found, with 1 otherwise.
    """
    from graders.audit.auditing import Order, audit
    from graders.audit.regression import check_new
    from graders.audit.regression import write_test as write
    from graders.audit.table import audit_json

    order = Order(grader, _means(means), threshold, _listed(kinds), seed, examples, _seconds(seconds))
    if write_test is not None:
        check_new(write_test)
    found = _by_hypothesis(order) if hypothesis else audit(order, workers=_cores(), watch=_watch)
    if write_test is not None and found.smallest:
        write(found, write_test)
    if as_json:
        say_json(audit_json(found))
    else:
        _say(found, show=show, every=every)
    if write_test is not None:
        tell(f"written to {write_test}" if found.smallest else f"no answer was wrong, so {write_test} was not written")
    return 0 if found.sound else 1


def _by_hypothesis(order: "Order") -> "Audit":
    try:
        from graders.audit.by_hypothesis import audit_by_hypothesis
    except ImportError:
        rule = "needs Hypothesis: pip install 'inventory-env[audit]'"
        raise MissingExtra(rule, field="--hypothesis") from None
    return audit_by_hypothesis(order)


def _means(name: str) -> Any:
    from graders.audit.case import Means

    if name not in MEANS:
        raise InputError(f"must be one of {', '.join(MEANS)}; got {name!r}", field="--means")
    return Means(name)


def _seconds(seconds: float | None) -> float | None:
    if seconds is not None and not seconds > 0:
        raise InputError(f"must be above 0; got {seconds:g}", field="--seconds")
    return seconds


def _listed(kinds: str) -> tuple[str, ...]:
    return tuple(name for one in kinds.split(",") if (name := one.strip()))


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def _watch(outcomes: "Iterable[Outcome]", total: int) -> "Iterable[Outcome]":
    """A bar that tells how many kinds were found to fail so far."""
    from graders.progress import watched

    failing: dict[str, None] = {}

    def words() -> str:
        latest = f", the latest {list(failing)[-1]}" if failing else ""
        return f"auditing: {len(failing)} kinds fail{latest}"

    for outcome in watched(outcomes, total, words):
        if outcome.wrong:
            failing.setdefault(outcome.kind)
        yield outcome


def _say(found: "Audit", *, show: int, every: bool) -> None:
    from graders.audit.explain import explained
    from graders.audit.table import told

    for line in told(found, every=every):
        say(line)
    for one in found.smallest[:show]:
        say()
        for line in explained(one, found.order.grader, columns=columns(), means=found.order.means):
            say(line)
    if len(found.smallest) > show:
        say()
        say(f"({len(found.smallest) - show} more smallest cases: --show {len(found.smallest)} or --json tells them)")
