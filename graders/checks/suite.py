"""Is the suite itself in order, and does it ask about everything that it could?"""

from collections import Counter
from itertools import product

from graders.certificate import Check, check
from graders.checks.inquiry import Inquiry, listed
from graders.checks.world import planted_write
from graders.oracle import truth
from graders.reference import reference
from graders.rules import CHECKED
from inventory_env.faults import FaultKind
from inventory_env.lint import lint_suite
from inventory_env.scenario import Scenario
from inventory_env.task import Split

# Every possible pair must be there this often.
PAIRS = 3
NO_FAULT = "none"
_RIGHT_LABELS = ("stock_found", "shortfall_reported", "unknown_reported", "invalid_reported")


def lint(inquiry: Inquiry) -> Check:
    """(a) Nothing is wrong with a scenario by itself."""
    faults = [f"{name}: {fault.field} {fault.message}" for name, fault in lint_suite(inquiry.scenarios)]
    unreachable = [
        f"{scenario.id}: the expected answer cannot be reached; {why}"
        for scenario in inquiry.scenarios
        if (why := _unreachable(scenario))
    ]
    counts: dict[str, int | str] = {
        "scenarios": len(inquiry.scenarios),
        "with an expected answer": sum(one.expected is not None for one in inquiry.scenarios),
        "faults": len(faults) + len(unreachable),
    }
    return check("suite-lint", "Is every scenario in order by itself?", listed(faults + unreachable), counts)


def coverage(inquiry: Inquiry) -> Check:
    """(j) Every pair of fault, split and ending that can be is there, and every rule both fails and passes."""
    pairs: Counter[tuple[str, str]] = Counter()
    for one in inquiry.examined:
        labels = {label.value for _, label in one.verdict.lines}
        planned = {fault.kind.value for fault in one.scenario.faults} or {NO_FAULT}
        split = one.scenario.task.sourcing.split.value
        pairs.update({*product(planned, (split,)), *product(planned, labels), *product((split,), labels)})
    kinds, splits = (NO_FAULT, *(kind.value for kind in FaultKind)), tuple(split.value for split in Split)
    wanted = {*product(kinds, splits), *product(kinds, _RIGHT_LABELS), *product(splits, _RIGHT_LABELS)}
    rare = [f"{a} x {b} occurs {pairs[a, b]} times, wanted {PAIRS}" for a, b in sorted(wanted) if pairs[a, b] < PAIRS]
    silent, never = _rules(inquiry)
    counts: dict[str, int | str] = {
        "pairs": len(wanted),
        "pairs seen often enough": len(wanted) - len(rare),
        "rules": len(CHECKED),
        "rules that failed somewhere": len(CHECKED) - len(silent),
        "rules that passed somewhere": len(CHECKED) - len(never),
    }
    missing = listed(rare + [f"{code} fails nowhere" for code in silent] + [f"{code} passes nowhere" for code in never])
    enough = not missing
    return check(
        "coverage",
        "Does the suite hold every pair of fault, split and ending, and does every rule fail and pass?",
        (),
        counts,
        enough=enough,
        notes=missing,
        table={f"{a} x {b}": pairs[a, b] for a, b in sorted(wanted)},
    )


def discriminates(inquiry: Inquiry) -> Check:
    """(l) No scenario treats all agents alike."""
    flat = [
        one.scenario.id
        for one in inquiry.examined
        if len({sight.success for sight in one.sights}) == 1
        # The labels are ours; somebody else's grader is known by its marks alone.
        and (inquiry.foreign or len({sight.label for sight in one.sights}) == 1)
    ]
    return check(
        "discriminates",
        "Is there no scenario on which all agents get the same verdict?",
        listed([f"{name}: every agent gets the same verdict" for name in flat]),
        {"scenarios": len(inquiry.examined), "alike for all": len(flat)},
    )


def _unreachable(scenario: Scenario) -> str | None:
    expected = scenario.expected
    if expected is None:
        return None
    known = reference(scenario)
    right = {one.line: one for one in truth(scenario.task, known.knowledge)}
    for line in expected.lines:
        ours = right.get(line.line)
        if ours is None:
            continue  # the linter names a line that the task does not have
        if line.status is not ours.status:
            return f"line {line.line} is {ours.status}, expected {line.status}"
        for name in ("plan", "gap", "confirmed", "nearest"):
            wanted = getattr(line, name)
            if wanted is not None and _sorted(wanted) != _sorted(getattr(ours, name)):
                return f"line {line.line}: {name} is {getattr(ours, name)}, expected {wanted}"
    if expected.queries is not None and expected.queries != known.queries:
        return f"the reference path is {', '.join(known.queries)}"
    return None


def _sorted(value: object) -> object:
    return sorted(value) if isinstance(value, tuple) else value


def _rules(inquiry: Inquiry) -> tuple[list[str], list[str]]:
    if inquiry.foreign:
        return [], []
    broken = {code for one in inquiry.examined for sight in one.sights for code in sight.broken}
    # No agent can change the stock, so the rule that watches it fails only on a planted write.
    broken |= {one.rule for one in planted_write(inquiry).findings}
    passed = {code for one in inquiry.examined for sight in one.sights for code in sight.passed}
    codes = [rule.code for rule in CHECKED]
    return [code for code in codes if code not in broken], [code for code in codes if code not in passed]
