"""Which rules of a task can a grader misread? It reads another task; the agent was told the right one."""

from collections.abc import Callable
from typing import Any

import attrs

from graders.audit.mutants.mutant import Mutant, Sight, seeing
from graders.case import Case, make_case
from inventory_env.scenario import Scenario
from inventory_env.task import Budget, Completeness, OnUnreachable, Split, Task
from inventory_env.trace import Trace

# The task as it is misread; the same where there is nothing to misread.
Reading = Callable[[Task, Trace], Task]


_SKIP, _HOLD = OnUnreachable.SKIP_AND_DISCLOSE, OnUnreachable.HOLD


def _reading(name: str, rule: str, about: str, reading: Reading) -> Mutant:
    return seeing(name, rule, about, _misread(reading))


def _misread(reading: Reading) -> Sight:
    def sight(scenario: Scenario, trace: Trace, case: Case) -> Case:
        task = reading(scenario.task, trace)
        return case if task == scenario.task else make_case(attrs.evolve(scenario, task=task), trace)

    return sight


def _task(**changes: Any) -> Reading:
    return lambda task, _trace: attrs.evolve(task, **changes)


def _sourcing(**changes: Any) -> Reading:
    return lambda task, _trace: attrs.evolve(task, sourcing=attrs.evolve(task.sourcing, **changes))


def _task_retry(**changes: Any) -> Reading:
    return lambda task, _trace: attrs.evolve(task, retry=attrs.evolve(task.retry, **changes))


def _retry(**more: int) -> Reading:
    """So much more than the task says."""

    def reading(task: Task, _trace: Trace) -> Task:
        return attrs.evolve(
            task,
            retry=attrs.evolve(task.retry, **{name: getattr(task.retry, name) + units for name, units in more.items()}),
        )

    return reading


def _split_as(told: Split, heard: Split) -> Reading:
    def reading(task: Task, _trace: Trace) -> Task:
        if task.sourcing.split is not told:
            return task
        return attrs.evolve(task, sourcing=attrs.evolve(task.sourcing, split=heard))

    return reading


def _as_asked(task: Task, trace: Trace) -> Task:
    asked = [call.arguments.get("warehouse") for call in trace.calls]
    listed = [one for one in dict.fromkeys(asked) if one in task.priority]
    return attrs.evolve(task, priority=tuple(dict.fromkeys([*listed, *task.priority])))


def _backwards(task: Task, _trace: Trace) -> Task:
    return attrs.evolve(task, priority=task.priority[::-1])


def _by_name(task: Task, _trace: Trace) -> Task:
    return attrs.evolve(task, priority=tuple(sorted(task.priority)))


def _lines_backwards(task: Task, _trace: Trace) -> Task:
    return attrs.evolve(task, lines=task.lines[::-1])


# Each reads one rule of the task wrongly.
TASK_MUTANTS: tuple[Mutant, ...] = (
    _reading("pack-ignored", "plan-infeasible", "Any share will do, whatever the pack.", _sourcing(pack=1)),
    _reading(
        "minimum-ignored",
        "plan-infeasible",
        "A source may give as little as it likes.",
        _sourcing(min_per_source=1),
    ),
    _reading("most-sources-ignored", "plan-infeasible", "Any number of sources.", _sourcing(max_sources=None)),
    _reading("one-source-ignored", "plan-infeasible", "No split means any split.", _split_as(Split.NONE, Split.ANY)),
    _reading(
        "single-not-preferred",
        "plan-not-best",
        "The first warehouses serve, even where one alone could.",
        _split_as(Split.PREFER_SINGLE, Split.ANY),
    ),
    _reading(
        "single-demanded",
        "plan-not-best",
        "One source if possible means one source always.",
        _split_as(Split.PREFER_SINGLE, Split.NONE),
    ),
    _reading(
        "fewest-ignored",
        "plan-not-best",
        "The first warehouses serve, however many.",
        _split_as(Split.FEWEST, Split.ANY),
    ),
    _reading(
        "always-fewest",
        "plan-not-best",
        "As few sources as possible are always best.",
        _split_as(Split.ANY, Split.FEWEST),
    ),
    _reading(
        "ship-complete-ignored",
        "shippable-wrong",
        "Each line ships alone.",
        _sourcing(completeness=Completeness.LINE),
    ),
    _reading(
        "always-ship-complete",
        "shippable-wrong",
        "The order ships as a whole or not at all.",
        _sourcing(completeness=Completeness.ORDER),
    ),
    _reading("hold-as-skip", "status-wrong", "A silent warehouse is skipped.", _task(on_unreachable=_SKIP)),
    _reading("skip-as-hold", "status-wrong", "A silent warehouse holds the plan up.", _task(on_unreachable=_HOLD)),
    _reading("age-ignored", "stale-used", "Figures of any age count.", _task(max_age_s=None)),
    _reading("every-age-bad", "stale-used", "Only figures of this very second count.", _task(max_age_s=0)),
    _reading("one-attempt-more", "retry-missing", "One attempt more than told.", _retry(max_attempts=1)),
    _reading("backoff-unread", "backoff-ignored", "The rule asks for no wait.", _task_retry(backoff_s=0)),
    _reading("backoff-doubled", "backoff-ignored", "The wait is a second longer.", _retry(backoff_s=1)),
    _reading("budget-unread", "budget-exceeded", "There is no budget.", _task(budget=Budget())),
    _reading("order-as-asked", "priority-broken", "The order of the list is that of the calls.", _as_asked),
    _reading("list-backwards", "priority-broken", "The last warehouse is the first choice.", _backwards),
    _reading("list-by-name", "priority-broken", "Warehouses are asked in the order of their names.", _by_name),
    _reading("lines-backwards", "plan-not-best", "The last line draws on the stock first.", _lines_backwards),
    _reading("wish-unread", "request-silently-dropped", "Nobody asks for a reservation.", _task(asks_to_reserve=False)),
    _reading("wish-made-up", "request-silently-dropped", "Everybody asks for one.", _task(asks_to_reserve=True)),
)
