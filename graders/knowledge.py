"""What is known about the stock, and what follows for a line? The nouns that every judge speaks in."""

from collections.abc import Mapping, Set

import attrs

from inventory_env.answer import Status

Place = tuple[str, str]  # (warehouse, sku)


@attrs.frozen
class Knowledge:
    """What replies have settled, for each (warehouse, sku); whatever is in none of the three is unsettled.

    Attributes:
        numbers: available units; 0 where the article is not stocked or the warehouse inactive.
        unreached: asked, or beyond the budget, and without a number.
        missing: skus that do not exist.
    """

    numbers: Mapping[Place, int]
    unreached: frozenset[Place] = frozenset()
    missing: Set[str] = frozenset()


@attrs.frozen
class LineTruth:
    """The certain answer of one line.

    Attributes:
        line: its number.
        status: as reported.
        plan: the canonical plan as (warehouse, quantity) in list order, after emptying under ship complete.
        total: units of the plan before emptying.
        gap: 0 when found, quantity - total on a shortfall, None otherwise.
        nearest: nearest multiples of the pack above 0, where the quantity is none.
        plan_certain: the plan stays the same whatever the unsettled warehouses hold.
        ended: the stop rule has ended this line: nothing more may be asked for it.
    """

    line: int
    status: Status
    plan: tuple[tuple[str, int], ...]
    total: int
    gap: int | None
    nearest: tuple[int, ...]
    plan_certain: bool
    ended: bool

    @property
    def confirmed(self) -> int | None:
        """Units certain while the rest is unknown; None unless unknown."""
        return self.total if self.status is Status.UNKNOWN else None
