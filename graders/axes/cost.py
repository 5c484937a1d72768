"""Did the run stay within its budget?"""

from graders.axes.findings import Findings
from graders.case import Case
from inventory_env.task import Budget
from inventory_env.trace import Code
from inventory_env.verdict import Finding

_NO_LIMIT = Budget()


def budget_exceeded(case: Case) -> Findings | None:
    """No call is made beyond the budget."""
    if case.task.budget == _NO_LIMIT:
        return None
    return tuple(
        Finding("budget-exceeded", f"{call.tool}: {call.observation.error.message}", None, (call.call_id,))
        for call in case.trace.calls
        if call.observation.error is not None and call.observation.error.code is Code.BUDGET_EXCEEDED
    )
