"""What is said of a run, wherever it is shown? Its steps in order, its findings once each, in a person's words."""

from collections.abc import Iterable, Iterator

import attrs

from graders.highlight import quoted
from graders.oracle import certain
from graders.printing import plain, short
from graders.reference import reference
from graders.rules import BY_CODE
from graders.telling import seconds
from inventory_env.scenario import Scenario
from inventory_env.trace import Call, Submission, Trace
from inventory_env.verdict import Axis, Finding, Mark, Verdict

_MOST_STEPS = 8
_MOST_WORDS = 60
_RATED = ("calls", "decisions")
_COUNTED = ("tokens", "retries", "backtracks", "repairs")


def in_order(trace: Trace) -> Iterator[Call | Submission]:
    """Calls and submissions as they were made."""
    submissions = list(trace.submissions)
    for made, call in enumerate(trace.calls):
        while submissions and submissions[0].after_calls <= made:
            yield submissions.pop(0)
        yield call
    yield from submissions


def submission_words(submission: Submission, trace: Trace) -> str:
    """What became of a submission."""
    if submission.answer is None:
        return f"refused: {plain(submission.refused or '')}"
    return "accepted, counts" if submission is trace.counting else "accepted, replaced later"


def delivered_words(call: Call, scenario: Scenario | None) -> str:
    """The fault that a call met; empty where it met none."""
    if call.fault is None:
        return ""
    known = scenario is not None and call.fault < len(scenario.faults)
    return f"fault #{call.fault}" + (f" {scenario.faults[call.fault].kind}" if scenario and known else "")


def told_once(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, those that say the same of several steps told once; their places are their numbers, from 1."""
    groups: dict[Finding, tuple[str, ...]] = {}
    for one in findings:
        said = attrs.evolve(one, steps=())
        groups[said] = (*groups.get(said, ()), *one.steps)
    return [attrs.evolve(said, steps=tuple(dict.fromkeys(steps))) for said, steps in groups.items()]


def gravity(finding: Finding, verdict: Verdict) -> str:
    """The colour of a finding: red, or yellow where it leaves its rule open."""
    return "yellow" if dict(verdict.rules).get(finding.rule) is Mark.UNCERTAIN else "red"


def right_rows(scenario: Scenario) -> list[tuple[str, str, str, str]]:
    """(line, status, plan, rest) of the right answer on the reference path, line by line."""
    rows = []
    for line in certain(scenario.task, reference(scenario).knowledge).lines:
        plan = " + ".join(f"{warehouse} {quantity}" for warehouse, quantity in line.plan) or "-"
        rest = [f"gap {line.gap}"] if line.gap is not None else []
        rest += [f"confirmed {line.confirmed}"] if line.confirmed is not None else []
        rest += [f"nearest {' or '.join(map(str, line.nearest))}"] if line.nearest else []
        rows.append((f"line {line.line}", line.status.value, plan, "; ".join(rest)))
    return rows


def right_order(scenario: Scenario) -> list[str]:
    """What the reference path says of the whole order, and whom it asks."""
    path = reference(scenario)
    shippable = certain(scenario.task, path.knowledge).shippable
    whole = [] if shippable is None else [f"the whole order can ship: {shippable}"]
    return [*whole, f"asked: {plain(', '.join(path.queries)) or 'nothing'}"]


def finding_words(finding: Finding, message: str) -> str:
    """A finding with its place in the run and in the message that counts."""
    where = f", line {finding.line}" if finding.line is not None else ""
    if len(finding.steps) > _MOST_STEPS:
        where += f", at {finding.steps[0]} ... {finding.steps[-1]}, {len(finding.steps)} steps"
    elif finding.steps:
        where += f", at {', '.join(finding.steps)}"
    words = " ".join(quoted(message, finding.clause).split())
    if words and words[:_MOST_WORDS] not in finding.message:
        where += f', in "{short(words, _MOST_WORDS)}"'
    return f"{finding.rule}{where}: {finding.message}"


def axis_words(verdict: Verdict, axis: Axis) -> str:
    """How many rules of the axis had something to look at; the broken and the open ones by name."""
    marks = [(code, mark) for code, mark in verdict.rules if code in BY_CODE and BY_CODE[code].axis is axis]
    looked = sum(mark is not Mark.NOT_APPLICABLE for _, mark in marks)
    told = f"{looked} of {len(marks)} rules applied"
    for word, wanted in (("broken", Mark.FAIL), ("open", Mark.UNCERTAIN)):
        codes = [code for code, mark in marks if mark is wanted]
        told += f"; {word}: {', '.join(codes)}" if codes else ""
    return told


def cost_rows(verdict: Verdict) -> list[tuple[str, str, str]]:
    """(figure, of the run, of the reference path); the last is empty where the path says nothing of it."""
    costs, path = verdict.costs, verdict.reference
    rows = [(name, str(getattr(costs, name)), str(getattr(path, name))) for name in _RATED]
    rows.append(("virtual seconds", seconds(costs.virtual_ms), seconds(path.virtual_ms)))
    return [*rows, *((name, str(getattr(costs, name)), "") for name in _COUNTED)]
