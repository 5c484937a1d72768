"""How many of how many? The counts of one task, or of one agent."""

from fractions import Fraction

import attrs

from graders.metrics.checking import counts


@attrs.frozen
class Tally:
    """Successes in so many trials.

    Attributes:
        successes: 0 to `trials`.
        trials: 0 or more, only those that count.

    Raises:
        InputError: the counts cannot be.
    """

    successes: int
    trials: int

    def __attrs_post_init__(self) -> None:
        counts(self.successes, self.trials)

    @property
    def rate(self) -> Fraction | None:
        """Successes by trials; undefined (None) without a trial."""
        return Fraction(self.successes, self.trials) if self.trials else None
