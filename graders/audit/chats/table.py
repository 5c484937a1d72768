"""What did a hunt come to, as JSON? Rows of the same shape as those of an audit of runs, so one table shows both."""

from collections.abc import Sequence
from typing import Any

from graders.audit.chats.findings import Counterexample, Hunt, Tally
from graders.audit.chats.regression import case_json
from graders.audit.chats.telling import why
from graders.audit.rows import rate_json

_RATES = ("false_accepts", "false_rejects", "broken_runs_judged")


def hunt_json(found: Hunt, *, threshold: float = 1.0) -> dict[str, Any]:
    """Everything that a hunt found: whether the grader is sound, a row for each kind, the smallest cases."""
    return {
        "sound": found.sound,
        "kinds": [tally_json(one) for one in found.tallies],
        "smallest": [_smallest_json(one, threshold) for one in found.counterexamples],
    }


def tally_json(tally: Tally) -> dict[str, Any]:
    """The counts of one kind, errors with their exact intervals at 95 %; `graders.audit.rows.lines_of` prints them."""
    return {
        "kind": tally.kind,
        "expected": tally.expected.value,
        "cases": tally.tried,
        "false_accepts": rate_json(tally.false_accepts, tally.to_reject),
        "false_rejects": rate_json(tally.false_rejects, tally.to_accept),
        "broken_runs_judged": rate_json(0, 0),  # what others recorded does not say whether the world was broken
        "accepted": tally.accepted,
        "undecided": tally.undecided,
        "no_result": tally.crashed,
        "unlabelled": tally.tried - tally.to_accept - tally.to_reject,
        "first": tally.first,
    }


def summed_json(name: str, tallies: Sequence[Tally]) -> dict[str, Any]:
    """The counts of several kinds together, in the same form."""
    rows = [tally_json(one) for one in tallies]
    summed = {key: sum(row[key] for row in rows) for key in ("cases", "undecided", "no_result", "unlabelled")}
    rates = {
        key: _summed([row[key] for row in rows]) for key in ("false_accepts", "false_rejects", "broken_runs_judged")
    }
    return {"kind": name, **summed, **rates}


def _summed(rates: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return rate_json(sum(one["wrong"] for one in rates), sum(one["of"] for one in rates))


def _smallest_json(found: Counterexample, threshold: float) -> dict[str, Any]:
    said = {"said": found.ruling.said.value, "words": found.ruling.words, "why": why(found)}
    return {**case_json(found, threshold=threshold), **said, "run": {"label": found.label, "place": found.place}}
