"""What did an audit come to? One line a kind: how often the grader was wrong, out of how many, and how sure that is."""

from collections.abc import Iterable, Iterator
from typing import Any

from graders.audit.auditing import Audit
from graders.audit.case import Right
from graders.audit.hunt import Hunt, Tally, Wrong
from graders.audit.judge import Flaw
from graders.audit.rows import ALL, lines_of, rate_json, rate_words
from graders.audit.shrink import Smallest
from graders.printing import plain
from inventory_env.codec import builtins

# So many kinds with wrong answers have a row of their own; `--all` shows every kind.
MOST_KINDS = 12
# What each way of being wrong is counted out of.
WAYS = {Wrong.ACCEPTS: "false_accepts", Wrong.REJECTS: "false_rejects", Wrong.JUDGES: "broken_runs_judged"}
OUT_OF = {Wrong.ACCEPTS: Right.REJECT, Wrong.REJECTS: Right.ACCEPT, Wrong.JUDGES: Right.NEITHER}


def told(audit: Audit, *, every: bool = False) -> Iterator[str]:
    """The audit for a person: what was searched, the table, the flaws, the verdict.

    Args:
        audit: what was found.
        every: whether kinds without a wrong answer have a row too.
    """
    order, hunt = audit.order, audit.hunt
    searched = f"{hunt.cases} cases, seed {order.seed}, {hunt.seconds:.1f} s" + _why_ended(hunt)
    yield f"audit of {plain(order.grader)} as {order.means}: {searched}"
    yield ""
    yield from error_table(hunt.tallies.values(), every=every)
    if hunt.flaws:
        yield ""
    for flaw, (outcome, words) in hunt.flaws.items():
        yield plain(f"! it {flaw}: first at case {outcome.number} ({outcome.kind}); it {words}")
    yield ""
    yield f"verdict: {'sound' if audit.sound else 'unsound'}" + _what_is_wrong(hunt)


def _why_ended(hunt: Hunt) -> str:
    if not hunt.stopped:
        return ""
    if hunt.silent:
        return ", ended as no case had a result"
    return ", ended as it left cases without an answer" if _unanswered(hunt) else ", ended by time"


def _unanswered(hunt: Hunt) -> bool:
    slow = hunt.flaws.get(Flaw.SLOW)
    return slow is not None and slow[0].ruling.flaw is Flaw.SLOW


def _what_is_wrong(hunt: Hunt) -> str:
    kinds, flaws = len(hunt.failing()), len(hunt.flaws)
    untried = sum(not one.tried for one in hunt.tallies.values())
    said = [f"wrong in {kinds} of {len(hunt.tallies) - untried} kinds"] if kinds else []
    said += [f"{flaws} other flaw{'s' if flaws > 1 else ''}"] if flaws else []
    whole = summed(ALL, hunt.tallies.values())
    labelled = whole.right[Right.ACCEPT] + whole.right[Right.REJECT]
    said += [f"undecided in {whole.undecided} of {labelled} cases"] if whole.undecided else []
    many = f"{untried} of {len(hunt.tallies)} kinds"
    said += [f"{many} had no case, which more --examples would try"] if untried else []
    return f": {', '.join(said)}" if said else ""


def error_table(tallies: Iterable[Tally], *, every: bool = False) -> list[str]:
    """Lines of text: a row for each group of kinds, for the kinds with the most wrong answers, and for all together.

    Args:
        tallies: one for each kind.
        every: whether kinds without a wrong answer have a row too.
    """
    rows, listed = [], tuple(tallies)
    failing = sorted([one for one in listed if one.wrong], key=lambda one: -one.wrong.total())
    told_alone = listed if every else failing[:MOST_KINDS]
    for group, members in _groups(listed).items():
        rows.append(summed(group, members))
        rows += [summed(f"  {one.kind}", [one]) for one in members if one.kind != group and one in told_alone]
    more = [] if every or len(failing) <= MOST_KINDS else [f"({len(failing) - MOST_KINDS} more kinds fail: --all)"]
    return [*lines_of(map(tally_json, [*rows, summed(ALL, listed)])), *more]


def grouped(tallies: Iterable[Tally]) -> list[dict[str, Any]]:
    """The rows of the error table as JSON values, those of single kinds left out."""
    listed = tuple(tallies)
    rows = [summed(group, members) for group, members in _groups(listed).items()]
    return [tally_json(one) for one in (*rows, summed(ALL, listed))]


def error_counts(tallies: Iterable[Tally]) -> dict[str, str]:
    """How often the grader was wrong over all kinds, by the way of being wrong, in words."""
    whole = tally_json(summed(ALL, tallies))
    return {name.replace("_", " "): rate_words(whole[name]) for name in WAYS.values()}


def summed(name: str, tallies: Iterable[Tally]) -> Tally:
    """The counts of several kinds together."""
    whole = Tally(name)
    for one in tallies:
        whole.right += one.right
        whole.wrong += one.wrong
        whole.undecided += one.undecided
        whole.broken += one.broken
    return whole


def audit_json(audit: Audit) -> dict[str, Any]:
    """Everything that an audit found, as JSON values."""
    order, hunt = audit.order, audit.hunt
    given_up = hunt.silent or _unanswered(hunt)
    return {
        "sound": audit.sound,
        "grader": order.grader,
        "means": order.means.value,
        "threshold": order.threshold,
        "seed": order.seed,
        "examples": order.examples,
        "cases": hunt.cases,
        "stopped_by_time": hunt.stopped and not given_up,
        "given_up": hunt.stopped and given_up,
        "seconds": round(hunt.seconds, 3),
        "kinds": [tally_json(one) for one in hunt.tallies.values()],
        "all": tally_json(summed(ALL, hunt.tallies.values())),
        "flaws": [
            {"flaw": flaw.value, "first": outcome.number, "kind": outcome.kind, "words": words}
            for flaw, (outcome, words) in hunt.flaws.items()
        ],
        "smallest": [smallest_json(one) for one in audit.smallest],
    }


def smallest_json(found: Smallest) -> dict[str, Any]:
    """One counterexample with all that makes it again."""
    return {
        "kind": found.case.kind,
        "wrong": found.wrong.value,
        "said": found.ruling.words,
        "why": found.case.why,
        "choices": list(found.choices),
        "proven": found.proven,
        "scenario": builtins(found.case.scenario),
        "trace": builtins(found.case.trace),
    }


def tally_json(tally: Tally) -> dict[str, Any]:
    """The counts of one row as JSON values, errors with their exact intervals at 95 %."""
    return {
        "kind": tally.kind,
        "cases": tally.tried,
        **{name: rate_json(tally.wrong[wrong], tally.right[OUT_OF[wrong]]) for wrong, name in WAYS.items()},
        "undecided": tally.undecided,
        "no_result": tally.broken,
        "unlabelled": tally.right[Right.UNLABELLED],
        "first": {wrong.value: outcome.number for wrong, outcome in tally.first.items()},
    }


def _groups(tallies: Iterable[Tally]) -> dict[str, list[Tally]]:
    groups: dict[str, list[Tally]] = {}
    for one in tallies:
        groups.setdefault(one.kind.partition(":")[0], []).append(one)
    return groups
