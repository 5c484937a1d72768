"""What did a hunt come to, as JSON? Rows of the same shape as those of an audit of runs, so one table shows both."""

from typing import Any

from graders.chats.findings import Counterexample, Hunt, Tally
from graders.chats.regression import case_json
from graders.chats.telling import why
from graders.metrics import interval


def hunt_json(found: Hunt, *, threshold: float = 1.0) -> dict[str, Any]:
    """Everything that a hunt found: whether the grader is sound, a row for each kind, the smallest cases."""
    return {
        "sound": found.sound,
        "kinds": [tally_json(one) for one in found.tallies],
        "smallest": [_smallest_json(one, threshold) for one in found.counterexamples],
    }


def tally_json(tally: Tally) -> dict[str, Any]:
    """The counts of one kind, errors with their exact intervals at 95 %; `graders.audit.table.lines_of` prints them."""
    return {
        "kind": tally.kind,
        "expected": tally.expected.value,
        "cases": tally.tried,
        "false_accepts": _rate(tally.false_accepts, tally.to_reject),
        "false_rejects": _rate(tally.false_rejects, tally.to_accept),
        "broken_runs_judged": _rate(0, 0),  # what others recorded does not say whether the world was broken
        "accepted": tally.accepted,
        "undecided": tally.undecided,
        "no_result": tally.crashed,
        "unlabelled": tally.tried - tally.to_accept - tally.to_reject,
        "first": tally.first,
    }


def _rate(count: int, of: int) -> dict[str, Any]:
    return {"wrong": count, "of": of, "interval_95": [round(end, 6) for end in interval(count, of)]}


def _smallest_json(found: Counterexample, threshold: float) -> dict[str, Any]:
    said = {"said": found.ruling.said.value, "words": found.ruling.words, "why": why(found)}
    return {**case_json(found, threshold=threshold), **said, "run": {"label": found.label, "place": found.place}}
