"""How many tasks of a benchmark does an agent pass that must never pass?"""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import attrs

from graders.printing import table

T = TypeVar("T")
# Puts what such an agent does to the benchmark's own check of a task; None where it does not apply.
Control = Callable[[T], bool | None]
_SHOWN = 3
_HEAD = ("benchmark", "tasks", "control", "passed", "of", "such as")


@attrs.frozen
class Row:
    """What one control comes to on one set of tasks.

    Attributes:
        benchmark: whose tasks they are, with the version.
        tasks: which of them.
        control: the agent that must never pass.
        passed: how many tasks it passes all the same.
        of: how many tasks it applies to.
        examples: the names of those that it passes, in order.
    """

    benchmark: str
    tasks: str
    control: str
    passed: int
    of: int
    examples: tuple[str, ...]


def floor(
    named: Mapping[str, T], controls: Mapping[str, Control[T]], *, benchmark: str = "", tasks: str = "all"
) -> tuple[Row, ...]:
    """Every control on every task.

    Args:
        named: the tasks by their names.
        controls: what must never pass, by name.
        benchmark: whose tasks they are.
        tasks: which of them.

    >>> contains = lambda text: lambda target: target in text(target)
    >>> rows = floor({"sum": "42"}, {"nothing": contains(lambda _: ""), "denial": contains("not {}".format)})
    >>> [(row.control, row.passed, row.of) for row in rows]
    [('nothing', 0, 1), ('denial', 1, 1)]
    """
    return tuple([_row(benchmark, tasks, named, name, control) for name, control in controls.items()])


def _row(benchmark: str, tasks: str, named: Mapping[str, T], name: str, control: Control[T]) -> Row:
    said = {task: control(one) for task, one in named.items()}
    passed = tuple([task for task, one in said.items() if one])
    return Row(benchmark, tasks, name, len(passed), sum(one is not None for one in said.values()), passed)


def total(rows: Iterable[Row], *, tasks: str = "all") -> tuple[Row, ...]:
    """One row for each benchmark and control: the sum of all its sets of tasks."""
    sums: dict[tuple[str, str], Row] = {}
    for row in rows:
        key = row.benchmark, row.control
        old = sums.get(key, Row(row.benchmark, tasks, row.control, 0, 0, ()))
        examples = tuple([f"{row.tasks}/{one}" for one in row.examples])
        sums[key] = attrs.evolve(
            old, passed=old.passed + row.passed, of=old.of + row.of, examples=old.examples + examples
        )
    return tuple(sums.values())


def floor_table(rows: Iterable[Row]) -> list[str]:
    """The rows as lines of a table, the examples cut to the first few; rows that apply to no task are left out."""
    return table([_cells(row) for row in rows if row.of], head=_HEAD)


def _cells(row: Row) -> tuple[object, ...]:
    examples = ", ".join(row.examples[:_SHOWN]) + (", ..." if len(row.examples) > _SHOWN else "")
    return row.benchmark, row.tasks, row.control, row.passed, row.of, examples
