"""Does one of k runs succeed, and do all k? Per task first, then over the tasks with declared weights."""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction

import attrs

from graders.metrics.checking import Number, counts, exact, weighed, whole
from graders.metrics.tallies import Tally
from inventory_env.errors import InputError, shown

Weights = Mapping[str, int | Fraction]


@attrs.frozen
class Point:
    """One k of a curve.

    Attributes:
        k: how many runs, 1 or more.
        value: the mean over all tasks, 0 to 1; None where a task has fewer than k trials.
        short: the ids, sorted, of the tasks with fewer than k trials: why `value` is None.
    """

    k: int
    value: Fraction | None
    short: tuple[str, ...] = ()


def pass_at_k(successes: int, trials: int, k: int) -> Fraction | None:
    """The chance that at least one of k runs, drawn from the trials without putting back, succeeded.

    1 - C(n - c, k) / C(n, k): unbiased for 1 - (1 - p)^k where the runs are independent; whoever uses it needs a
    selector that knows the right run among k. 1 - (1 - c/n)^k is not unbiased.

    Args:
        successes: c, 0 to `trials`.
        trials: n, 0 or more.
        k: 1 or more.

    Returns:
        0 to 1, or None (undefined) for k > n.

    Raises:
        InputError: the counts cannot be, or k is below 1.

    Source: Chen et al. 2021, "Evaluating Large Language Models Trained on Code", section 2.1.

    >>> pass_at_k(3, 5, 2)
    Fraction(9, 10)
    """
    failures = trials - successes
    every = _draws(successes, trials, k)
    return 1 - Fraction(math.comb(failures, k), every) if every else None


def pass_hat_k(successes: int, trials: int, k: int) -> Fraction | None:
    """The chance that all of k runs, drawn from the trials without putting back, succeeded: pass^k.

    C(c, k) / C(n, k): unbiased for p^k where the runs are independent. (c/n)^k is too high.

    Args:
        successes: c, 0 to `trials`.
        trials: n, 0 or more.
        k: 1 or more.

    Returns:
        0 to 1, or None (undefined) for k > n.

    Raises:
        InputError: the counts cannot be, or k is below 1.

    Source: Yao et al. 2024, "tau-bench".

    >>> pass_hat_k(3, 5, 2)
    Fraction(3, 10)
    """
    every = _draws(successes, trials, k)
    return Fraction(math.comb(successes, k), every) if every else None


def known_pass_at_k(rate: Number, k: int) -> Fraction:
    """1 - (1 - p)^k: one of k independent runs succeeds, where the rate p is known, not estimated.

    Args:
        rate: p, 0 to 1.
        k: 1 or more.

    Raises:
        InputError: the rate is outside 0 to 1, or k is below 1.

    >>> known_pass_at_k(Fraction(4, 5), 3)
    Fraction(124, 125)
    """
    return 1 - (1 - _chance(rate)) ** whole(k, "k", least=1)


def known_pass_hat_k(rate: Number, k: int) -> Fraction:
    """p^k: all of k independent runs succeed, where the rate p is known, not estimated.

    Args and errors: as `known_pass_at_k`.

    >>> known_pass_hat_k(Fraction(4, 5), 3)
    Fraction(64, 125)
    """
    return _chance(rate) ** whole(k, "k", least=1)


def mean_pass_at_k(tasks: Mapping[str, Tally], k: int, weights: Weights | None = None) -> Fraction | None:
    """The weighted mean over the tasks of each task's pass@k.

    Args:
        tasks: the tally of each task, by its id.
        k: 1 or more.
        weights: above 0, one for each task; None: all tasks count the same.

    Returns:
        0 to 1, or None (undefined) without a task, or where any task has fewer than k trials: none is dropped.

    Raises:
        InputError: k is below 1, or the weights do not fit.

    >>> mean_pass_at_k({"a": Tally(1, 1), "b": Tally(0, 1)}, 1)
    Fraction(1, 2)
    """
    return _mean(pass_at_k, tasks, k, weights)


def mean_pass_hat_k(tasks: Mapping[str, Tally], k: int, weights: Weights | None = None) -> Fraction | None:
    """The weighted mean over the tasks of each task's pass^k.

    Args, returns and errors: as `mean_pass_at_k`.

    >>> mean_pass_hat_k({"a": Tally(3, 3), "b": Tally(0, 3)}, 2)
    Fraction(1, 2)
    """
    return _mean(pass_hat_k, tasks, k, weights)


def pass_at_curve(tasks: Mapping[str, Tally], weights: Weights | None = None) -> tuple[Point, ...]:
    """pass@k for each k from 1 to the most trials that any task has.

    From the k on that some task cannot reach, the value is None and the point names these tasks.

    Args and errors: as `mean_pass_at_k`.

    >>> [str(point.value) for point in pass_at_curve({"a": Tally(1, 2)})]
    ['1/2', '1']
    """
    return _curve(pass_at_k, tasks, weights)


def pass_hat_curve(tasks: Mapping[str, Tally], weights: Weights | None = None) -> tuple[Point, ...]:
    """pass^k for each k from 1 to the most trials that any task has; else as `pass_at_curve`.

    >>> [str(point.value) for point in pass_hat_curve({"a": Tally(1, 2)})]
    ['1/2', '0']
    """
    return _curve(pass_hat_k, tasks, weights)


def _draws(successes: int, trials: int, k: int) -> int:
    counts(successes, trials)
    return math.comb(trials, whole(k, "k", least=1))


def _chance(rate: Number) -> Fraction:
    if 0 <= (chance := exact(rate, "rate")) <= 1:
        return chance
    raise InputError(f"must be from 0 to 1; got {shown(rate)}", field="rate")


_Passing = Callable[[int, int, int], Fraction | None]


def _mean(passing: _Passing, tasks: Mapping[str, Tally], k: int, weights: Weights | None) -> Fraction | None:
    whole(k, "k", least=1)
    return _point(passing, tasks, k, weighed(tasks, weights)).value


def _curve(passing: _Passing, tasks: Mapping[str, Tally], weights: Weights | None) -> tuple[Point, ...]:
    shares = weighed(tasks, weights)
    most = max((tally.trials for tally in tasks.values()), default=0)
    return tuple(_point(passing, tasks, k, shares) for k in range(1, most + 1))


def _point(passing: _Passing, tasks: Mapping[str, Tally], k: int, shares: Mapping[str, Fraction]) -> Point:
    values = {task: passing(tally.successes, tally.trials, k) for task, tally in tasks.items()}
    if short := tuple(sorted(task for task, value in values.items() if value is None)):
        return Point(k, None, short)
    total = sum((shares[task] * value for task, value in values.items() if value is not None), Fraction(0))
    return Point(k, total / sum(shares.values()) if shares else None)
