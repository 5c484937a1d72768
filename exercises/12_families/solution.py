"""How sure is a mean whose tasks come in families, and does what was seen on dev hold on test?"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import ceil, sqrt
from typing import NamedTuple

# A gap between dev and test that is worth a word: ten points.
WORTH = Fraction(1, 10)

PREDICTED_ERROR = "larger"
PREDICTED_MEMORISER = "0"


class Row(NamedTuple):
    """One judged run."""

    task: str
    family: str
    right: bool


class Task(NamedTuple):
    """One task of a split; stock: (warehouse, available units), in the order in which they have to be asked."""

    id: str
    prompt: str
    need: int
    stock: tuple[tuple[str, int], ...]


def clustered_error(families: Mapping[str, str]) -> float | None:
    """What a family is above or below the mean, it is with all its runs."""
    if len(families) < 2:
        return None
    runs = "".join(families.values())
    mean = Fraction(runs.count("1"), len(runs))
    return sqrt(sum((one.count("1") - mean * len(one)) ** 2 for one in families.values())) / len(runs)


def bootstrap(values: Sequence[Fraction]) -> tuple[Fraction, Fraction] | None:
    """Whole families are drawn again, never single runs."""
    if len(values) < 2:
        return None
    means = sorted(sum(drawn, Fraction(0)) / len(values) for drawn in product(values, repeat=len(values)))
    return means[ceil(len(means) / 40) - 1], means[ceil(39 * len(means) / 40) - 1]


def holds_up(dev: Sequence[Row], test: Sequence[Row]) -> bool:
    """Family by family, so that another mix of families is neither a gap nor a cover for one."""
    before, after = _rates(dev), _rates(test)
    interval = bootstrap([before[family] - after[family] for family in sorted(before.keys() & after.keys())])
    return interval is not None and interval[0] <= WORTH


def apart(dev: Sequence[Task], test: Sequence[Task]) -> bool:
    """What was seen is one set of marks; a task of the test split must have none of them."""
    seen = {mark for task in dev for mark in _marks(task)}
    return not any(mark in seen for task in test for mark in _marks(task))


def _rates(rows: Sequence[Row]) -> dict[str, Fraction]:
    runs: dict[str, list[bool]] = {}
    for row in rows:
        runs.setdefault(row.family, []).append(row.right)
    return {family: Fraction(sum(ones), len(ones)) for family, ones in runs.items()}


def _marks(task: Task) -> list[object]:
    figures = tuple(available for _, available in task.stock)
    warehouses = [("warehouse", name) for name, _ in task.stock]
    return [("id", task.id), ("prompt", *task.prompt.lower().split()), ("case", task.need, figures), *warehouses]
