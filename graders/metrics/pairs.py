"""Which tasks were gained, which lost, and is that more than chance? Two agents on the same tasks."""

import math
from collections.abc import Mapping
from fractions import Fraction

import attrs

from graders.metrics.checking import Number, share, whole
from graders.metrics.tails import normal_reach
from graders.metrics.tallies import Tally
from inventory_env.errors import InputError, shown


@attrs.frozen
class Pairs:
    """The paired 2x2 table, as the sorted ids of the tasks in each cell.

    Attributes:
        both: first and second succeeded.
        gained: the second alone succeeded.
        lost: the first alone succeeded.
        neither: none succeeded.
    """

    both: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    neither: tuple[str, ...] = ()

    @property
    def tasks(self) -> int:
        """How many tasks."""
        return len(self.both) + len(self.gained) + len(self.lost) + len(self.neither)


@attrs.frozen
class Difference:
    """Second rate minus first rate, over pairs.

    Attributes:
        difference: -1 to 1.
        error: the paired standard error.
        low, high: difference -+ z * error, clipped to -1 and 1.
        clipped: an end was clipped.
        flat: every pair differs alike, so the error of 0 says nothing.
    """

    difference: Fraction
    error: float
    low: float
    high: float
    clipped: bool
    flat: bool


def paired(first: Mapping[str, bool], second: Mapping[str, bool]) -> Pairs:
    """The table of two agents on the same tasks.

    Args:
        first, second: whether the one run of each task succeeded, by task id, the same ids in both.

    Raises:
        InputError: a task is in one mapping only, or an outcome is not True or False.

    >>> paired({"a": True, "b": False}, {"a": True, "b": True}).gained
    ('b',)
    """
    cells: dict[tuple[bool, bool], list[str]] = {}
    for task in _shared(first, second):
        outcome = (first[task], second[task])
        if {type(one) for one in outcome} != {bool}:
            raise InputError(f"must be two of True and False; got {shown(outcome)}", field=f"outcome of {task}")
        cells.setdefault(outcome, []).append(task)
    order = ((True, True), (False, True), (True, False), (False, False))
    return Pairs(*(tuple(cells.get(outcome, ())) for outcome in order))


def mcnemar(gained: int, lost: int) -> Fraction:
    """The exact two-sided p of so many gained and lost, if a change either way were equally likely.

    min(1, 2 * sum of C(n, i), i from 0 to min(gained, lost), / 2^n) with n = gained + lost. It asks of tasks that are
    independent, one run each: with families or several trials use `differences`.

    Args:
        gained, lost: 0 or more.

    Returns:
        above 0, to 1; 1 where nothing changed.

    Raises:
        InputError: a count cannot be.

    Source: McNemar 1947; exact by the binomial distribution, Agresti, "Categorical Data Analysis".

    >>> mcnemar(6, 0), mcnemar(2, 3)
    (Fraction(1, 32), Fraction(1, 1))
    """
    number = whole(gained, "gained") + whole(lost, "lost")
    way = sum(math.comb(number, count) for count in range(min(gained, lost) + 1))
    return min(Fraction(1), Fraction(2 * way, 2**number))


def fewest_discordant(alpha: Number = 0.05) -> int:
    """How many changed pairs, all to the same side, it takes at least for a two-sided p below alpha.

    The least n with 2 / 2^n < alpha: with fewer changes no paired comparison can be significant.

    Args:
        alpha: between 0 and 1, both excluded.

    Raises:
        InputError: alpha is outside.

    >>> fewest_discordant()
    6
    """
    limit = share(alpha, "alpha")
    number = 1
    while mcnemar(number, 0) >= limit:
        number += 1
    return number


def paired_difference(gained: int, lost: int, tasks: int, *, confidence: Number = 0.95) -> Difference | None:
    """The difference of two rates over the same tasks, one run each, with its z interval.

    d = (gained - lost) / n; the error is the standard error of the mean of n differences of -1, 0 and 1:
    sqrt(((gained + lost) / n - d^2) / (n - 1)). Tasks in families need `differences` and `t_interval` instead.

    Args:
        gained, lost: 0 or more, together at most `tasks`.
        tasks: 0 or more.
        confidence: between 0 and 1, both excluded.

    Returns:
        None (undefined) below two tasks.

    Raises:
        InputError: the counts or the confidence cannot be.

    Source: Miller 2024, "Adding Error Bars to Evals".

    >>> round(paired_difference(15, 5, 100).error, 7)
    0.0438086
    """
    changed = whole(gained, "gained") + whole(lost, "lost")
    if whole(tasks, "tasks") < changed:
        raise InputError(f"must be at least gained and lost, {changed}; got {tasks}", field="tasks")
    z = normal_reach(confidence)
    if tasks < 2:
        return None
    middle = Fraction(gained - lost, tasks)
    error = math.sqrt((Fraction(changed, tasks) - middle**2) / (tasks - 1))
    low, high = float(middle) - z * error, float(middle) + z * error
    return Difference(middle, error, max(low, -1.0), min(high, 1.0), low < -1 or high > 1, error == 0)


def differences(first: Mapping[str, Tally], second: Mapping[str, Tally]) -> dict[str, Fraction | None]:
    """Per task, second rate minus first rate, each averaged over the task's trials, which may differ in number.

    The clustered paired comparison is the one-sample analysis of these: with `families.group` into families, then
    `clustered`, `t_interval(..., within=(-1, 1))` and `bootstrap`, which draws whole families again. Tasks that are
    independent are families of one.

    Args:
        first, second: the tally of each task, by its id, the same ids in both.

    Returns:
        -1 to 1 by task id, sorted; None (undefined) where a side has no trial: decide on these before grouping.

    Raises:
        InputError: a task is in one mapping only.

    >>> differences({"a": Tally(1, 4)}, {"a": Tally(3, 4)})
    {'a': Fraction(1, 2)}
    """
    return {task: _minus(second[task].rate, first[task].rate) for task in _shared(first, second)}


def _minus(more: Fraction | None, less: Fraction | None) -> Fraction | None:
    return None if more is None or less is None else more - less


def _shared(first: Mapping[str, object], second: Mapping[str, object]) -> list[str]:
    if alone := sorted(set(first) ^ set(second)):
        raise InputError(f"must be the same on both sides; on one only: {shown(alone)}", field="tasks")
    return sorted(first)
