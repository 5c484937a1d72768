"""Is a grader right?"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from graders.printing import columns, say, say_json, tell
from inventory_env.errors import InputError, MissingExtra

if TYPE_CHECKING:
    from graders.audit.auditing import Audit, Order
    from graders.audit.chat_audit import ChatOrder
    from graders.audit.hunt import Outcome

EXAMPLES = (
    "inventory-env audit graders:grade",
    "inventory-env audit naive.py:naive --means outcome --write-test test_naive.py",
    "inventory-env audit 'python3 my_grader.py' --threshold 0.5 --json",
    "inventory-env audit mine.py:of_messages --traces good.jsonl --bad bad.jsonl",
)
MEANS = ("success", "outcome", "evidence", "path", "honesty")
# Lines for a person, the same facts as JSON, a test file or nothing, and whether nothing wrong was found.
Report = tuple[Iterable[str], dict[str, Any], str, bool]


def command(
    grader: Annotated[str, typer.Argument(metavar="GRADER", help="module:name, file.py:name, or a command in quotes.")],
    means: Annotated[
        str, typer.Option("--means", help=f"What its result claims to be: {', '.join(MEANS)}.")
    ] = "success",
    threshold: Annotated[float, typer.Option("--threshold", help="A number passes from this on.")] = 1.0,
    examples: Annotated[int, typer.Option("--examples", min=1, help="How many cases are searched.")] = 10_000,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="End the search after so long, and shrinking too.")
    ] = None,
    kinds: Annotated[
        str, typer.Option("--kinds", help="Kinds or groups of cases, with commas; all if not given.")
    ] = "",
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of the search.")] = 0,
    show: Annotated[int, typer.Option("--show", min=0, help="How many counterexamples are told in full.")] = 3,
    every: Annotated[bool, typer.Option("--all", help="A row for every kind, not only those with an error.")] = False,
    hypothesis: Annotated[
        bool, typer.Option("--hypothesis", help="Let Hypothesis search, up to the first case.")
    ] = False,
    traces: Annotated[
        Path | None, typer.Option("--traces", help="Right runs of yours as chats: a JSON list of messages a line.")
    ] = None,
    bad: Annotated[Path | None, typer.Option("--bad", help="Wrong runs of yours as chats, beside --traces.")] = None,
    write_test: Annotated[
        Path | None, typer.Option("--write-test", help="A pytest file that fails now; run it from this folder.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON only.")] = False,
) -> int:
    """Search for the smallest case in which a grader is wrong.

    A grader takes (scenario, trace) and answers a verdict, true or false, a number, a mark (pass, fail, uncertain,
    not_applicable), None, or a mapping of them by what they mean. A command reads one JSON object {"scenario",
    "trace"} a line and answers {"result": ...} a line. None, NaN and uncertain are undecided: counted, no fault.

    The cases are runs of labelled agents and good runs changed a little; what is right is known from how each was
    made. The same seed gives the same cases, and shrinking ends in the same smallest ones. Leaves with 0 if nothing
    wrong was found, with 1 otherwise.

    With --traces the grader is a function of the messages of a chat (OpenAI's form, with tool calls and results), or
    of them and those of a right run of the same task. You say which runs are right; edits say which verdicts must
    flip, which must hold, and which nobody can tell without knowing the domain.
    """
    from graders.audit.auditing import Order
    from graders.audit.chat_audit import ChatOrder
    from graders.audit.regression import check_new
    from graders.audit.regression import write_test as write

    if write_test is not None:
        check_new(write_test)
    if traces is None:
        _refuse({"--bad": bad is not None}, "must come with --traces")
        _refuse({"--seconds": hypothesis and seconds is not None}, "has no meaning beside --hypothesis")
        order = Order(grader, _means(means), threshold, _listed(kinds), seed, examples, _seconds(seconds))
        report = _of_runs(order, hypothesis=hypothesis, show=show, every=every)
    else:
        given = {"--means": means != "success", "--seconds": seconds is not None, "--hypothesis": hypothesis}
        _refuse({**given, "--all": every}, "has no meaning beside --traces")
        report = _of_chats(ChatOrder(grader, traces, bad, threshold, _listed(kinds), seed, examples), show=show)
    lines, facts, test, sound = report
    if write_test is not None and test:
        write(test, write_test)
    if as_json:
        say_json(facts)
    else:
        for line in lines:
            say(line)
    if write_test is not None:
        tell(f"written to {write_test}" if test else f"no answer was wrong, so {write_test} was not written")
    return 0 if sound else 1


def _of_runs(order: "Order", *, hypothesis: bool, show: int, every: bool) -> Report:
    """An audit on runs that we make."""
    from graders.audit.auditing import audit
    from graders.audit.regression import regression_text
    from graders.audit.table import audit_json

    found = _by_hypothesis(order) if hypothesis else audit(order, workers=_cores(), watch=_watch)
    test = regression_text(found) if found.smallest else ""
    return _lines(found, show=show, every=every), audit_json(found), test, found.sound


def _of_chats(order: "ChatOrder", *, show: int) -> Report:
    """An audit on runs of the user's, in their form."""
    from graders.audit.chat_audit import audit_chats, told
    from graders.audit.chats.regression import regression_text
    from graders.audit.chats.table import hunt_json

    found = audit_chats(order)
    cases = found.counterexamples
    test = regression_text(cases, order.grader, threshold=order.threshold) if cases else ""
    return told(order, found, show=show), hunt_json(found, threshold=order.threshold), test, found.sound


def _by_hypothesis(order: "Order") -> "Audit":
    try:
        from graders.audit.by_hypothesis import audit_by_hypothesis
    except ImportError:
        rule = "needs Hypothesis: pip install 'inventory-env[audit]'"
        raise MissingExtra(rule, field="--hypothesis") from None
    return audit_by_hypothesis(order)


def _refuse(given: dict[str, bool], rule: str) -> None:
    for option, is_given in given.items():
        if is_given:
            raise InputError(rule, field=option)


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
    done = 0

    def words() -> str:
        latest = f", the latest {list(failing)[-1]}" if failing else ""
        return f"{done} of {total} cases, wrong in {len(failing)} kinds{latest}"

    for done, outcome in enumerate(watched(outcomes, total, words), 1):  # noqa: B007 - told by `words`
        if outcome.wrong:
            failing.setdefault(outcome.kind)
        yield outcome


def _lines(found: "Audit", *, show: int, every: bool) -> Iterator[str]:
    from graders.audit.explain import explained
    from graders.audit.table import told

    yield from told(found, every=every)
    for one in found.smallest[:show]:
        yield ""
        yield from explained(one, found.order.grader, columns=columns(), means=found.order.means)
    if len(found.smallest) > show:
        yield ""
        yield f"({len(found.smallest) - show} more smallest cases: --show {len(found.smallest)} or --json tells them)"
