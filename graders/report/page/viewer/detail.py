"""What does a reader see of one run? Everything in words, as plain JSON that a page only lays out."""

from itertools import islice
from typing import Any

from graders.printing import plain
from graders.records import Record
from graders.report.page.viewer.pieces import MOST_CHARACTERS, legible, pieces
from graders.report.page.viewer.steps import MOST_STEPS, steps
from graders.rules import BY_CODE
from graders.run_words import (
    axis_words,
    cost_rows,
    finding_words,
    gravity,
    in_order,
    right_order,
    right_rows,
    told_once,
)
from graders.telling import answer_words, fault_words, order_words, rule_words
from graders.understood import claim_rows, understood_in, write_claim_words
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace
from inventory_env.verdict import Finding, Verdict

_MOST_CLAIMS = 60
# Reading takes a second and more for a longer one; its verdict tells what is wrong with it all the same.
MOST_UNDERSTOOD = 100_000


def case(scenario: Scenario) -> dict[str, Any]:
    """What all runs of one scenario share: the request, the planned faults, the right answer."""
    return {
        "id": plain(scenario.id),
        "note": plain(scenario.note),
        "slice": plain(scenario.slice),
        "family": plain(scenario.family),
        "language": plain(scenario.task.language),
        "rules": [[name, plain(words)] for name, words in rule_words(scenario.task)],
        "faults": [fault_words(i, fault) for i, fault in enumerate(scenario.faults)],
        "prompt": legible(scenario.task.prompt[:MOST_CHARACTERS]),
        "right": [list(map(plain, row)) for row in right_rows(scenario)],
        "order": right_order(scenario),
    }


def detail(scenario: Scenario, record: Record, verdict: Verdict) -> dict[str, Any]:
    """One run: its steps, its answer, its message cut into pieces, its marks, costs and findings."""
    trace = record.trace
    answer = trace.counting.answer if trace.counting else None
    message = answer.message if answer else ""
    findings = told_once(verdict.findings)
    understood = understood_in(scenario, trace) if len(message) <= MOST_UNDERSTOOD else None
    claims = claim_rows(understood) if understood else []
    return {
        "seed": record.seed,
        "stop": trace.stop.value,
        "why": plain(trace.stop_reason or verdict.status_reason),
        "isolation": plain(trace.isolation),
        "end": trace.end_ms,
        "steps": steps(trace, scenario),
        "more_steps": max(0, len(trace.calls) + len(trace.submissions) - MOST_STEPS),
        "answer": [[f"line {line.line}", *answer_words(line)] for line in answer.lines] if answer else None,
        "order": list(order_words(answer)) if answer else [],
        "message": pieces(message, understood, findings, verdict),
        "more_message": max(0, len(message) - MOST_CHARACTERS),
        "claims": [list(row) for row in claims[:_MOST_CLAIMS]],
        "more_claims": max(0, len(claims) - _MOST_CLAIMS),
        "unread": len(message) > MOST_UNDERSTOOD,
        "deed": write_claim_words(understood) if understood else "",
        "read_as": plain(understood.language) if understood else "",
        **_judged(verdict, findings, trace, message),
    }


def _judged(verdict: Verdict, findings: list[Finding], trace: Trace, message: str) -> dict[str, Any]:
    known = {one.call_id for one in islice(in_order(trace), MOST_STEPS)}
    return {
        "lines": [[number, label.value] for number, label in verdict.lines],
        "axes": [[axis.value, mark.value, axis_words(verdict, axis)] for axis, mark in verdict.axes],
        "rules": [[code, mark.value] for code, mark in verdict.rules],
        "costs": [list(row) for row in cost_rows(verdict)],
        "policy": plain(verdict.policy),
        "not_checked": list(verdict.not_checked),
        "findings": [_finding(one, verdict, known, message) for one in findings],
    }


def _finding(finding: Finding, verdict: Verdict, known: set[str], message: str) -> dict[str, Any]:
    rule = BY_CODE.get(finding.rule)
    return {
        "rule": finding.rule,
        "meaning": rule.meaning if rule else "",
        "axis": rule.axis.value if rule else "",
        "counts": rule.counts if rule else True,
        "colour": gravity(finding, verdict),
        "words": plain(finding_words(finding, message)),
        "steps": [step for step in finding.steps if step in known],
        "in_message": finding.clause is not None and finding.clause[0] < min(len(message), MOST_CHARACTERS),
    }
