"""What of a task does a judge ask at every call? Found once for each task."""

import functools
from collections.abc import Mapping

import attrs

from inventory_env.task import Budget, Task

_NO_LIMIT = Budget()
# Tasks of a study come back for every agent and trial; this many facts fit in a few megabytes.
_KEPT = 2048


@attrs.frozen(eq=False)  # one for each task: it is looked up by itself, which is faster than by its fields
class Facts:
    """What follows from a task alone.

    Attributes:
        task: the task.
        skus: the distinct skus, in order of their first line.
        rank: the place of each listed warehouse, from 0.
        largest: for each sku the largest quantity of its lines that whole packs can serve, 0 if none can.
        unlimited: whether no budget counts.
    """

    task: Task
    skus: tuple[str, ...]
    rank: Mapping[str, int]
    largest: Mapping[str, int]
    unlimited: bool


@functools.lru_cache(maxsize=_KEPT)
def facts(task: Task) -> Facts:
    """The facts of a task."""
    skus = task.skus()
    largest = dict.fromkeys(skus, 0)
    for line in task.lines:
        if line.quantity % task.sourcing.pack == 0:
            largest[line.sku] = max(largest[line.sku], line.quantity)
    return Facts(
        task=task,
        skus=skus,
        rank={warehouse: place for place, warehouse in enumerate(task.priority)},
        largest=largest,
        unlimited=task.budget == _NO_LIMIT,
    )
