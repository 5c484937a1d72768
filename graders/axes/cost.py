"""Did the run stay within its budget?"""

from graders.axes.findings import Findings
from graders.case import Case
from inventory_env.trace import Code
from inventory_env.verdict import Finding


def budget_exceeded(case: Case) -> Findings | None:
    """No call is made beyond the budget."""
    if case.walk.facts.unlimited:
        return None
    return tuple(
        [
            Finding("budget-exceeded", f"{call.tool}: {error.message}", None, (call.call_id,))
            for call in case.walk.aside
            if (error := call.observation.error) is not None and error.code is Code.BUDGET_EXCEEDED
        ]
    )
