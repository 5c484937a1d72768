"""What is this run worth? `grade` puts every rule to one trace; it is pure."""

import functools
from collections.abc import Sequence
from itertools import chain

import attrs

from graders.axes.findings import Findings
from graders.case import Case, make_case
from graders.costs import costs
from graders.delivery import difference
from graders.labels import line_labels, run_label
from graders.policy import DEFAULT_POLICY, Policy
from graders.reference import reference
from graders.rules import CHECKED, CHECKS, NOT_CHECKED
from inventory_env.errors import InputError
from inventory_env.scenario import Scenario
from inventory_env.trace import IMPORTED, SCHEMA_VERSION, Stop, Trace
from inventory_env.verdict import Axis, LineLabel, Mark, RunStatus, Verdict

_STATUS = {
    Stop.ENVIRONMENT_FAULT: RunStatus.ENVIRONMENT_FAULT,
    Stop.HARNESS_FAULT: RunStatus.HARNESS_FAULT,
    Stop.AGENT_CRASH: RunStatus.AGENT_CRASH,
    Stop.OUT_OF_BUDGET: RunStatus.OUT_OF_BUDGET,
    Stop.CALL_CEILING: RunStatus.OUT_OF_BUDGET,
}
# Nothing is said of the agent where the world or the machinery failed.
NOT_JUDGED = (RunStatus.ENVIRONMENT_FAULT, RunStatus.HARNESS_FAULT)
_GRAVEST = (Mark.FAIL, Mark.UNCERTAIN, Mark.PASS, Mark.NOT_APPLICABLE)
_CODES = {axis: tuple(rule.code for rule in CHECKED if rule.axis is axis) for axis in Axis}
_BROKEN, _DOUBTED = ("broken",), ("doubted",)
_MARKS: dict[tuple[object, ...] | None, Mark] = {
    None: Mark.NOT_APPLICABLE,
    (): Mark.PASS,
    _BROKEN: Mark.FAIL,
    _DOUBTED: Mark.UNCERTAIN,
}
_SIGNS = tuple([_DOUBTED if rule.doubt else _BROKEN for rule in CHECKED])
_GOOD_NEWS = (LineLabel.STOCK_FOUND, LineLabel.SHORTFALL_REPORTED)
# What a trace that others recorded cannot prove: that these replies came, when they came, what the stock was after.
_UNPROVEN = frozenset({*_CODES[Axis.EVIDENCE], "state-changed"})
_UNTIMED = "backoff-ignored"
_NOT_OURS = "not recorded by us: nothing shows that these replies and faults came"
_KEPT = 1024


def grade(scenario: Scenario, trace: Trace, *, policy: Policy = DEFAULT_POLICY) -> Verdict:
    """The verdict on one trace.

    Args:
        scenario: the case that was played.
        trace: the record of the run.
        policy: which rules count towards success; marks do not depend on it.

    Raises:
        InputError: the trace is of another scenario, or of a schema that this version cannot read.
    """
    if trace.scenario != scenario.id:
        raise InputError(f"must be of scenario {scenario.id!r}; got {trace.scenario!r}", field="trace")
    if trace.schema_version > SCHEMA_VERSION:
        raise InputError(f"must be at most {SCHEMA_VERSION}; got {trace.schema_version}", field="schema_version")
    case = make_case(scenario, trace)
    status, reason = status_of(scenario, case)
    results = [check(case) for check in CHECKS]
    findings = tuple(chain.from_iterable(filter(None, results)))
    tally = tally_of(results, policy, ours=trace.isolation != IMPORTED)
    lines = line_labels(case, findings)
    labels = [label for _, label in lines]
    return Verdict(
        scenario=scenario.id,
        status=status,
        success=Mark.NOT_APPLICABLE if status in NOT_JUDGED else tally.success,
        findings=findings,
        rules=tally.rules,
        axes=tally.axes,
        lines=lines,
        label=run_label(labels, findings),
        information_obtained=all([label in _GOOD_NEWS for label in labels]),
        costs=costs(scenario.task, trace),
        reference=reference(scenario).costs,
        not_checked=NOT_CHECKED,
        policy=policy.name,
        status_reason=reason,
    )


@attrs.frozen
class Tally:
    """The marks of a run.

    Attributes:
        rules: (code, mark) for every rule checked, in catalogue order.
        axes: (axis, mark) for every axis.
        success: the mark of the run under the policy.
    """

    rules: tuple[tuple[str, Mark], ...]
    axes: tuple[tuple[Axis, Mark], ...]
    success: Mark


def tally_of(results: Sequence[Findings | None], policy: Policy = DEFAULT_POLICY, *, ours: bool = True) -> Tally:
    """The marks that follow from what each rule found.

    Args:
        results: for each rule checked, in catalogue order, what it found; None where it had nothing to look at.
        policy: which rules count towards success.
        ours: whether the run was recorded by us.
    """
    signs = [found and sign for found, sign in zip(results, _SIGNS, strict=True)]
    return _tally(tuple(signs), policy, ours=ours)


@functools.lru_cache(maxsize=_KEPT)
def _tally(outcomes: tuple[tuple[object, ...] | None, ...], policy: Policy, *, ours: bool) -> Tally:
    """The marks that follow from which rules were broken; runs differ in few of them, so most tallies come again.

    Args:
        outcomes: for each rule checked None where it had nothing to look at, () where it held, else what its findings
            mean: _BROKEN or _DOUBTED.
        policy: which rules count.
        ours: whether the run was recorded by us.
    """
    marks = {rule.code: _MARKS[one] for rule, one in zip(CHECKED, outcomes, strict=True)}
    if not ours:
        marks = {code: _open(code, mark) for code, mark in marks.items()}
    axes = [(axis, _gravest([marks[code] for code in codes])) for axis, codes in _CODES.items()]
    return Tally(tuple(marks.items()), tuple(axes), _success(marks, policy))


def _open(code: str, mark: Mark) -> Mark:
    """The mark of a rule in a trace that others recorded."""
    proven = mark is Mark.NOT_APPLICABLE or (code != _UNTIMED and (mark is Mark.FAIL or code not in _UNPROVEN))
    return mark if proven else Mark.UNCERTAIN


def status_of(scenario: Scenario, case: Case) -> tuple[RunStatus, str]:
    """Whether the run can be judged, and why it is not whole; a world that broke its plan comes before the agent."""
    trace = case.trace
    status = _STATUS.get(trace.stop, RunStatus.VALID)
    if status in NOT_JUDGED:
        return status, trace.stop_reason
    if trace.isolation == IMPORTED:
        return status, _NOT_OURS
    if found := difference(scenario, trace, case.walk.readings):
        return RunStatus.ENVIRONMENT_FAULT, found
    return status, "" if status is RunStatus.VALID else trace.stop_reason


def _success(marks: dict[str, Mark], policy: Policy) -> Mark:
    """Every counting rule passes or has nothing to look at, and the outcome was judged."""
    mark = _gravest([marks[code] for code in policy.counts if code in marks])
    judged = _gravest([marks[code] for code in _CODES[Axis.OUTCOME] if code in policy.counts])
    if mark is Mark.FAIL:
        return mark
    # A policy that names a rule which nobody checks leaves the run open, never passed.
    unchecked = not policy.counts.isdisjoint(NOT_CHECKED) and policy != DEFAULT_POLICY
    return Mark.UNCERTAIN if judged is Mark.NOT_APPLICABLE or unchecked else mark


def _gravest(marks: list[Mark]) -> Mark:
    for mark in _GRAVEST:
        if mark in marks:
            return mark
    return Mark.NOT_APPLICABLE
