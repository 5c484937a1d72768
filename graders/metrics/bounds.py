"""What could the rate be, had the faulty, missing and uncertain runs counted?"""

from collections.abc import Iterable
from fractions import Fraction

import attrs

from graders.metrics.checking import Number, exact, whole
from inventory_env.errors import InputError, shown


@attrs.frozen
class Outcomes:
    """How the planned runs ended; each run counts once.

    Attributes:
        successes: judged and right in full.
        failures: judged and not right: the agent's fault.
        faulty: the environment or the harness broke; says nothing about the agent.
        missing: planned and not run, or without a record.
        uncertain: run, and no judge can tell.

    Raises:
        InputError: a count is no whole number, or below 0.
    """

    successes: int = 0
    failures: int = 0
    faulty: int = 0
    missing: int = 0
    uncertain: int = 0

    def __attrs_post_init__(self) -> None:
        for field in attrs.fields(type(self)):
            whole(getattr(self, field.name), field.name)

    @property
    def decided(self) -> int:
        """Successes and failures."""
        return self.successes + self.failures

    @property
    def total(self) -> int:
        """All planned runs."""
        return self.decided + self.faulty + self.missing + self.uncertain

    @property
    def rate(self) -> Fraction | None:
        """Successes by decided runs; None (undefined) without one. Never to be shown without `coverage`."""
        return _part(self.successes, self.decided)

    @property
    def coverage(self) -> Fraction | None:
        """Decided by all planned runs; None (undefined) without a run."""
        return _part(self.decided, self.total)

    @property
    def low(self) -> Fraction | None:
        """The rate if every undecided run had failed: successes by all planned runs; None without a run."""
        return _part(self.successes, self.total)

    @property
    def high(self) -> Fraction | None:
        """The rate if every undecided run had succeeded; None without a run.

        >>> str(Outcomes(successes=5, failures=2, faulty=3).high)
        '4/5'
        """
        return _part(self.total - self.failures, self.total)


def merged(outcomes: Iterable[Outcomes]) -> Outcomes:
    """The outcomes of several groups of runs as one group: each count is the sum; of no group, all are 0.

    >>> merged([Outcomes(successes=1), Outcomes(successes=2, missing=1)])
    Outcomes(successes=3, failures=0, faulty=0, missing=1, uncertain=0)
    """
    rows = [attrs.astuple(one) for one in outcomes]
    return Outcomes(*(sum(column) for column in zip(*rows, strict=True)))


def full_marks(marks: Iterable[Number]) -> int:
    """How many marks are full: two halves are no success.

    Args:
        marks: 0 to 1 each.

    Raises:
        InputError: a mark is outside.

    >>> full_marks([0.5, 0.5, 1])
    1
    """
    numbers = [exact(mark, "marks") for mark in marks]
    if outside := [float(mark) for mark in numbers if not 0 <= mark <= 1]:
        raise InputError(f"must be from 0 to 1; got {shown(outside)}", field="marks")
    return sum(mark == 1 for mark in numbers)


def _part(of: int, whole_number: int) -> Fraction | None:
    return Fraction(of, whole_number) if whole_number else None
