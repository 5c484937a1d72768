"""What do many verdicts on one agent come to? Plain counts, nothing averaged away."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import attrs

from graders.printing import plain, short, table
from inventory_env.verdict import LineLabel, Mark, RunStatus, Verdict

K = TypeVar("K")
_SHORT = {
    LineLabel.STOCK_FOUND: "found",
    LineLabel.SHORTFALL_REPORTED: "shortfall",
    LineLabel.UNKNOWN_REPORTED: "unknown",
    LineLabel.INVALID_REPORTED: "invalid",
    LineLabel.PREMATURE_UNKNOWN: "premature",
    LineLabel.WRONG: "wrong",
    LineLabel.OVERCLAIM: "overclaim",
    LineLabel.NO_ANSWER: "no answer",
}


@attrs.define
class Tally:
    """The counts over one agent's runs.

    Attributes:
        agent: its name.
        runs: all runs, whatever became of them.
        success: runs by the mark of their success; not_applicable = the run could not be judged.
        status: runs by status.
        labels: runs by label.
        rules: for each rule code, the runs that broke it.
        calls: over all runs.
        virtual_ms: over all runs.
        reasons: for each status, why the first such run ended so.
        policies: names of the grading policies under which success was said.
        not_checked: rule codes that no verdict has a mark for.
    """

    agent: str
    runs: int = 0
    success: Counter[Mark] = attrs.Factory(Counter)
    status: Counter[RunStatus] = attrs.Factory(Counter)
    labels: Counter[LineLabel] = attrs.Factory(Counter)
    rules: Counter[str] = attrs.Factory(Counter)
    calls: int = 0
    virtual_ms: int = 0
    reasons: dict[RunStatus, str] = attrs.Factory(dict)
    policies: frozenset[str] = frozenset()
    not_checked: frozenset[str] = frozenset()

    def add(self, verdict: Verdict) -> None:
        """Count one more run."""
        self.runs += 1
        self.success[verdict.success] += 1
        self.status[verdict.status] += 1
        self.reasons.setdefault(verdict.status, verdict.status_reason)
        self.labels[verdict.label] += 1
        self.rules.update({finding.rule for finding in verdict.findings})
        self.calls += verdict.costs.calls
        self.virtual_ms += verdict.costs.virtual_ms
        self.policies |= {verdict.policy}
        self.not_checked |= frozenset(verdict.not_checked)

    def plain(self) -> dict[str, Any]:
        """The same counts as JSON; what never happened is told as 0."""
        return {
            "agent": self.agent,
            "runs": self.runs,
            "success": {mark.value: self.success[mark] for mark in Mark},
            "status": {status.value: self.status[status] for status in RunStatus},
            "reasons": {status.value: reason for status, reason in sorted(self.reasons.items()) if reason},
            "labels": {label.value: self.labels[label] for label in LineLabel},
            "rules": dict(sorted(self.rules.items())),
            "calls": self.calls,
            "virtual_ms": self.virtual_ms,
            "policies": sorted(self.policies),
            "not_checked": sorted(self.not_checked),
        }


def told(tallies: Sequence[Tally]) -> list[str]:
    """The counts as a table, and below it what was broken and what nobody checked."""
    labels = [label for label in _SHORT if any(tally.labels[label] for tally in tallies)]
    head = ("agent", "runs", "pass", "fail", "uncertain", "not judged", *(_SHORT[label] for label in labels), "calls")
    lines = table((_row(tally, labels) for tally in tallies), head=head)
    for tally in tallies:
        lines += _told_apart(tally)
    policies = sorted(frozenset().union(*(tally.policies for tally in tallies)))
    unchecked = sorted(frozenset().union(*(tally.not_checked for tally in tallies)))
    lines.append(f"grading policy: {', '.join(policies)}")
    return [*lines, *([f"not checked: {', '.join(unchecked)}"] if unchecked else [])]


def _row(tally: Tally, labels: Iterable[LineLabel]) -> tuple[object, ...]:
    success = tally.success
    marks = (success[Mark.PASS], success[Mark.FAIL], success[Mark.UNCERTAIN], success[Mark.NOT_APPLICABLE])
    return (tally.agent, tally.runs, *marks, *(tally.labels[label] for label in labels), tally.calls)


def _told_apart(tally: Tally) -> list[str]:
    """Crashes, faults and broken rules of one agent, the most frequent first."""
    odd = {status: count for status, count in tally.status.items() if status is not RunStatus.VALID}
    told = [
        f"{tally.agent}: {status} {count}, the first: {short(plain(tally.reasons[status]), 100)}"
        for status, count in _most_first(odd)
    ]
    if tally.rules:
        broken = ", ".join(f"{code} {count}" for code, count in _most_first(tally.rules))
        told.append(f"{tally.agent}: runs that broke a rule: {broken}")
    return told


def _most_first(counts: Mapping[K, int]) -> list[tuple[K, int]]:
    return sorted(counts.items(), key=lambda one: (-one[1], str(one[0])))
