"""Which quantity makes a line end in a wanted way? Chosen beside the real figures, where mistakes show."""

import enum
from itertools import accumulate

from inventory_env.families.chance import Draw
from inventory_env.families.material import View
from inventory_env.task import Sourcing, Split


class Shape(enum.StrEnum):
    """How the numbers known of a line relate to its quantity."""

    FIRST = "first"  # the first warehouse covers it
    LATER = "later"  # one later warehouse covers it, none before
    SPLIT = "split"  # several together cover it, none alone
    SHORT = "short"  # what the rules let it take does not cover it


def usable(sourcing: Sourcing, counted: tuple[int, ...]) -> tuple[int, ...]:
    """What a plan can take at each warehouse: whole packs, and not less than the smallest share."""
    packed = [units - units % sourcing.pack for units in counted]
    return tuple(units if units >= sourcing.min_per_source else 0 for units in packed)


def capacity(sourcing: Sourcing, counted: tuple[int, ...]) -> int:
    """The most that one line can take."""
    most = 1 if sourcing.split is Split.NONE else sourcing.max_sources or len(counted)
    return sum(sorted(usable(sourcing, counted), reverse=True)[:most])


def quantity(draw: Draw, shape: Shape, sourcing: Sourcing, view: View, counted: tuple[int, ...]) -> int | None:
    """A quantity that gives the line this shape, or None where the figures allow none.

    Args:
        draw: the chances.
        shape: as wanted.
        sourcing: the rules; a smallest share must be small beside the figures.
        view: the article along the list.
        counted: the units that count at each place: available, or 0 where nothing can be known.
    """
    band = _band(draw, shape, sourcing, counted)
    if band is None:
        return None
    low, high = -(-band[0] // sourcing.pack) * sourcing.pack, band[1] - band[1] % sourcing.pack
    if low > high:
        return None
    middle = (low + high) // 2
    points = {low, high, middle - middle % sourcing.pack}
    points |= {point - point % sourcing.pack for point in _telling(view, counted)}
    return draw.pick("quantity", sorted(point for point in points if low <= point <= high))


def shares(sourcing: Sourcing, wanted: int, counted: tuple[int, ...]) -> tuple[int, ...] | None:
    """The canonical plan where it is plain to see: no limit on sources or shares, and not the fewest sources."""
    if sourcing.max_sources is not None or sourcing.min_per_source > 1 or sourcing.split is Split.FEWEST:
        return None
    units = usable(sourcing, counted)
    if sourcing.split is not Split.ANY:
        covering = [place for place, held in enumerate(units) if held >= wanted]
        if covering or sourcing.split is Split.NONE:
            one = covering[0] if covering else units.index(max(units))
            return tuple(min(wanted, held) if place == one else 0 for place, held in enumerate(units))
    before = [0, *accumulate(units)]
    return tuple(min(held, max(0, wanted - taken)) for held, taken in zip(units, before, strict=False))


def surely_asked(sourcing: Sourcing, wanted: int, counted: tuple[int, ...]) -> int:
    """How many warehouses from the first on have to be asked in any case; perhaps not all that have to."""
    if wanted > capacity(sourcing, counted):
        return len(counted)
    sums = accumulate(counted, max if sourcing.split is Split.NONE else None)
    return next(place for place, units in enumerate(sums, 1) if units >= wanted)


def single(sourcing: Sourcing) -> bool:
    """Whether a warehouse that covers the line alone is wanted."""
    return sourcing.split is not Split.ANY or sourcing.max_sources == 1


def _band(draw: Draw, shape: Shape, sourcing: Sourcing, counted: tuple[int, ...]) -> tuple[int, int] | None:
    """The lowest and the highest quantity of that shape, packs apart; empty where the first is above the second."""
    units, cap = usable(sourcing, counted), capacity(sourcing, counted)
    if shape is Shape.FIRST:
        return (1, units[0])
    if shape is Shape.LATER:
        later = [place for place in range(1, len(units)) if units[place] > max(counted[:place])]
        if not single(sourcing):
            later = [place for place in later if not any(counted[:place])]
        if not later:
            return None
        place = draw.pick("later", later)
        return (max(counted[:place]) + 1, units[place])
    if shape is Shape.SPLIT:
        lowest = max(max(counted) + 1, sourcing.min_per_source * len(units))
        return None if sourcing.split is Split.NONE else (lowest, cap)
    # A share below the smallest one is allowed where it is the whole line, so the line must be larger.
    return (max(cap + 1, sourcing.min_per_source), 2 * cap + 2 * max(sourcing.pack, sourcing.min_per_source))


def _telling(view: View, counted: tuple[int, ...]) -> set[int]:
    """Quantities at which a typical mistake changes the answer: exactly enough, one less, one more."""
    sums = (counted, view.available, view.on_hand)
    exact = {units for figures in sums for units in (*figures, *accumulate(figures))}
    return {units + by for units in exact for by in (-1, 0, 1)}
