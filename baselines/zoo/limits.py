"""Which specimens spend what they may not? One for each budget."""

from collections.abc import Callable

from baselines.zoo.bending import edited
from baselines.zoo.bites import failed_with, own_call
from baselines.zoo.desks import Notebook
from baselines.zoo.specimen import Specimen, steady
from inventory_env.answer import Answer
from inventory_env.episode import Desk
from inventory_env.scenario import Scenario
from inventory_env.task import Task
from inventory_env.trace import Call, Code, Observation

# Tools that ask nothing about stock: calling them again breaks no rule but the budget.
_IDLE = ("get_policy", "list_warehouses")
# A larger limit is not worth spending: the run has a ceiling of its own.
_MOST = 200
_MUST = frozenset({"budget-exceeded"})
# On hold, a warehouse that the budget keeps from being asked makes a plan uncertain that needed no certainty before.
_MAY = frozenset({"claim-unsupported"})


def _idle(task: Task) -> str | None:
    return next((tool for tool in _IDLE if tool in task.tools), None)


def _spender(limit: Callable[[Task], int | None]) -> Callable[[Answer, Notebook, Desk], Answer]:
    """An edit that makes idle calls until one is refused, where there is such a limit."""

    def edit(answer: Answer, notes: Notebook, desk: Desk) -> Answer:
        tool, most = _idle(notes.task), limit(notes.task)
        if tool is None or most is None or most > _MOST:
            return answer
        while not _refused(desk.call(tool)):
            pass
        return answer

    return edit


def _refused(reply: Observation) -> bool:
    return reply.error is not None and reply.error.code is Code.BUDGET_EXCEEDED


def _calls(task: Task) -> int | None:
    return task.budget.calls


def _decisions(task: Task) -> int | None:
    return task.budget.decisions


def _dawdling(answer: Answer, notes: Notebook, desk: Desk) -> Answer:
    """Wait until no time is left, and then once more."""
    limit = notes.task.budget.seconds
    if limit is not None and desk.call("wait", seconds=limit).ok:
        desk.call("wait", seconds=1)
    return answer


def _wordy(answer: Answer, notes: Notebook, desk: Desk) -> Answer:
    """Think at length, and then ask once more."""
    limit, tool = notes.task.budget.tokens, _idle(notes.task)
    if limit is not None and tool is not None:
        desk.report_tokens(limit, 0)
        desk.call(tool)
    return answer


def _exceeded(_scenario: Scenario, call: Call) -> bool:
    return failed_with(call, Code.BUDGET_EXCEEDED)


LIMITS = (
    Specimen(
        name="spends-all-calls",
        make=steady(edited(_spender(_calls))),
        must=_MUST,
        may=_MAY,
        applies=own_call(_exceeded),
        about="A limit on calls is a suggestion.",
    ),
    Specimen(
        name="spends-all-decisions",
        make=steady(edited(_spender(_decisions))),
        must=_MUST,
        may=_MAY,
        applies=own_call(_exceeded),
        about="One more turn cannot hurt.",
    ),
    Specimen(
        name="spends-all-seconds",
        make=steady(edited(_dawdling)),
        must=_MUST,
        may=_MAY,
        applies=own_call(_exceeded),
        about="There is always time left.",
    ),
    Specimen(
        name="spends-all-tokens",
        make=steady(edited(_wordy)),
        must=_MUST,
        may=_MAY,
        applies=own_call(_exceeded),
        about="Thinking costs nothing.",
    ),
)
