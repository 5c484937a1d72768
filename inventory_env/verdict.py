"""What does a grader say? Findings, marks, labels, costs: never one number."""

import enum

import attrs

from inventory_env.fields import Count, Positive

# Raised when a rule gives another mark than before; old traces stay gradable.
RULES_VERSION = 2


class Mark(enum.StrEnum):
    """How a rule, an axis or a run came out. Nothing passes by default."""

    PASS = "pass"
    FAIL = "fail"
    UNCERTAIN = "uncertain"
    NOT_APPLICABLE = "not_applicable"


class Axis(enum.StrEnum):
    """What a rule looks at."""

    OUTCOME = "outcome"
    EVIDENCE = "evidence"
    PATH = "path"
    HONESTY = "honesty"
    SIDE_EFFECTS = "side_effects"
    COST = "cost"


class FailureClass(enum.StrEnum):
    """Where a failure comes from."""

    ENVIRONMENT = "environment"
    TOOL_CHOICE = "tool_choice"
    INPUT = "input"
    POLICY = "policy"
    OUTCOME = "outcome"


class LineLabel(enum.StrEnum):
    """How one line ended; the first that fits."""

    NO_ANSWER = "no_answer"
    PREMATURE_UNKNOWN = "premature_unknown"
    OVERCLAIM = "overclaim"
    STOCK_FOUND = "stock_found"
    SHORTFALL_REPORTED = "shortfall_reported"
    UNKNOWN_REPORTED = "unknown_reported"
    INVALID_REPORTED = "invalid_reported"
    WRONG = "wrong"


class RunStatus(enum.StrEnum):
    """Whether the run can be judged at all, apart from its marks."""

    VALID = "valid"
    ENVIRONMENT_FAULT = "environment_fault"
    HARNESS_FAULT = "harness_fault"
    AGENT_CRASH = "agent_crash"
    OUT_OF_BUDGET = "out_of_budget"


@attrs.frozen
class Finding:
    """One broken rule.

    Attributes:
        rule: its code.
        message: why, in a sentence that a newcomer understands.
        line: the line's number, or None for the whole run.
        steps: ids of the calls or submissions that show it.
        clause: [start, end) of the words that show it in the message that counts, in characters; None where no
            words are meant.
    """

    rule: str
    message: str
    line: Positive | None = None
    steps: tuple[str, ...] = ()
    clause: tuple[Count, Count] | None = None


@attrs.frozen
class Costs:
    """What the run cost, all calls counted, successful or not.

    Attributes:
        calls: every call but `wait` and submissions.
        decisions: turns with at least one call.
        virtual_ms: virtual time of the whole run.
        tokens: read and written, as reported by the agent.
        retries: attempts of an identical query after the first.
        backtracks: queries to a warehouse earlier in the list than the latest one asked for that sku, and
            changed resubmissions.
        repairs: refused calls or answers that were corrected.
    """

    calls: Count
    decisions: Count
    virtual_ms: Count
    tokens: Count
    retries: Count
    backtracks: Count
    repairs: Count


@attrs.frozen
class Verdict:
    """The grader's whole word on one run.

    Attributes:
        scenario: id of the scenario.
        status: whether the run can be judged.
        success: the mark of the run under the policy.
        findings: every broken rule, ordered by axis, rule and step.
        rules: (code, mark) for every rule checked, in catalogue order.
        axes: (axis, mark) for every axis.
        lines: (line number, label) for every line of the task.
        label: the label of the run.
        information_obtained: every line is stock_found or shortfall_reported.
        costs: of this run.
        reference: costs of the reference path, for ratios.
        not_checked: codes that this rule set or this isolation cannot check.
        policy: name of the grading policy.
        status_reason: why the run cannot be judged, or empty.
        rules_version: of the rule set.
    """

    scenario: str
    status: RunStatus
    success: Mark
    findings: tuple[Finding, ...]
    rules: tuple[tuple[str, Mark], ...]
    axes: tuple[tuple[Axis, Mark], ...]
    lines: tuple[tuple[int, LineLabel], ...]
    label: LineLabel
    information_obtained: bool
    costs: Costs
    reference: Costs
    not_checked: tuple[str, ...]
    policy: str
    status_reason: str = ""
    rules_version: Positive = RULES_VERSION

    def mark(self, name: str) -> Mark:
        """The mark of a rule or of an axis.

        Raises:
            KeyError: neither a rule nor an axis has this name.
        """
        return {**dict(self.rules), **{str(axis): mark for axis, mark in self.axes}}[name]
