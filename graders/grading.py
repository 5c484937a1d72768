"""What is this run worth? `grade` puts every rule to one trace; it is pure."""

from graders.axes.findings import Findings
from graders.case import Case, make_case
from graders.costs import costs
from graders.delivery import difference
from graders.labels import line_labels, run_label
from graders.policy import DEFAULT_POLICY, Policy
from graders.reference import reference
from graders.rules import BY_CODE, CHECKED, NOT_CHECKED
from inventory_env.errors import InputError
from inventory_env.scenario import Scenario
from inventory_env.trace import SCHEMA_VERSION, Stop, Trace
from inventory_env.verdict import Axis, LineLabel, Mark, RunStatus, Verdict

_STATUS = {
    Stop.ENVIRONMENT_FAULT: RunStatus.ENVIRONMENT_FAULT,
    Stop.HARNESS_FAULT: RunStatus.HARNESS_FAULT,
    Stop.AGENT_CRASH: RunStatus.AGENT_CRASH,
    Stop.OUT_OF_BUDGET: RunStatus.OUT_OF_BUDGET,
    Stop.CALL_CEILING: RunStatus.OUT_OF_BUDGET,
}
_NOT_JUDGED = frozenset({RunStatus.ENVIRONMENT_FAULT, RunStatus.HARNESS_FAULT})
_GRAVEST = (Mark.FAIL, Mark.UNCERTAIN, Mark.PASS, Mark.NOT_APPLICABLE)
_GOOD_NEWS = frozenset({LineLabel.STOCK_FOUND, LineLabel.SHORTFALL_REPORTED})


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
    status, reason = _status(scenario, trace)
    case = make_case(scenario, trace)
    results = [(rule, rule.check(case)) for rule in CHECKED if rule.check]
    marks = {rule.code: _mark(found) for rule, found in results}
    findings = tuple(finding for _, found in results for finding in found or ())
    lines = line_labels(case, findings)
    return Verdict(
        scenario=scenario.id,
        status=status,
        success=Mark.NOT_APPLICABLE if status in _NOT_JUDGED else _success(marks, policy),
        findings=findings,
        rules=tuple(marks.items()),
        axes=tuple((axis, _axis_mark(marks, axis)) for axis in Axis),
        lines=lines,
        label=run_label((label for _, label in lines), findings),
        information_obtained=all(label in _GOOD_NEWS for _, label in lines),
        costs=costs(scenario.task, trace),
        reference=reference(scenario).costs,
        not_checked=NOT_CHECKED,
        policy=policy.name,
        status_reason=reason,
    )


def _status(scenario: Scenario, trace: Trace) -> tuple[RunStatus, str]:
    """Whether the run can be judged; a world that broke its plan comes before anything the agent did."""
    status = _STATUS.get(trace.stop, RunStatus.VALID)
    if status in _NOT_JUDGED:
        return status, trace.stop_reason
    if found := difference(scenario, trace):
        return RunStatus.ENVIRONMENT_FAULT, found
    return status, "" if status is RunStatus.VALID else trace.stop_reason


def _mark(found: Findings | None) -> Mark:
    if found is None:
        return Mark.NOT_APPLICABLE
    return Mark.FAIL if found else Mark.PASS


def _axis_mark(marks: dict[str, Mark], axis: Axis) -> Mark:
    return _gravest([mark for code, mark in marks.items() if BY_CODE[code].axis is axis])


def _success(marks: dict[str, Mark], policy: Policy) -> Mark:
    """Every counting rule passes or has nothing to look at, and the outcome was judged."""
    counting = {code: mark for code, mark in marks.items() if code in policy.counts}
    judged = any(
        mark is not Mark.NOT_APPLICABLE for code, mark in counting.items() if BY_CODE[code].axis is Axis.OUTCOME
    )
    # A policy that names a rule which nobody checked leaves the run open, never passed.
    unchecked = policy is not DEFAULT_POLICY and any(code in NOT_CHECKED for code in policy.counts)
    mark = _gravest(list(counting.values()))
    if mark is Mark.FAIL:
        return mark
    return Mark.UNCERTAIN if not judged or unchecked else mark


def _gravest(marks: list[Mark]) -> Mark:
    return next((mark for mark in _GRAVEST if mark in marks), Mark.NOT_APPLICABLE)
