"""What does a success cost? All runs pay, the failed ones too."""

from collections.abc import Iterable
from fractions import Fraction

import attrs

from graders.metrics.checking import Number, exact
from inventory_env.errors import InputError, shown


@attrs.frozen
class Cost:
    """What runs cost in one unit: calls, seconds, tokens, money.

    Attributes:
        runs: how many, failed ones included.
        successes: how many of them succeeded.
        total: what all of them cost.
        of_successes: what the successful ones cost.
    """

    runs: int
    successes: int
    total: Fraction
    of_successes: Fraction

    @property
    def mean(self) -> Fraction | None:
        """Per run, over all runs; None (undefined) without a run."""
        return self.total / self.runs if self.runs else None

    @property
    def mean_of_successes(self) -> Fraction | None:
        """Per run, over the successful runs only: too low as a price; None (undefined) without a success."""
        return self.of_successes / self.successes if self.successes else None

    @property
    def per_success(self) -> Fraction | None:
        """What all runs cost by the number of successes; None (undefined) without a success.

        >>> str(cost([(True, 1), (True, 2), (False, 4), (False, 5)]).per_success)
        '6'
        """
        return self.total / self.successes if self.successes else None


def cost(runs: Iterable[tuple[bool, Number]]) -> Cost:
    """What runs cost.

    Args:
        runs: for each run, whether it succeeded, and its cost, 0 or more.

    Raises:
        InputError: an outcome is not True or False, or a cost is no finite number, or below 0.

    >>> str(cost([(True, 1), (False, 4)]).mean)
    '5/2'
    """
    totals = {True: Fraction(0), False: Fraction(0)}
    counts = {True: 0, False: 0}
    for succeeded, spent in runs:
        if type(succeeded) is not bool:
            raise InputError(f"must be True or False; got {shown(succeeded)}", field="runs")
        if (amount := exact(spent, "runs")) < 0:
            raise InputError(f"must be 0 or more; got {shown(spent)}", field="runs")
        totals[succeeded] += amount
        counts[succeeded] += 1
    return Cost(sum(counts.values()), counts[True], sum(totals.values(), Fraction(0)), totals[True])
