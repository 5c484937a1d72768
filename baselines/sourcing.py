"""Which plan is best? Found the way a person fills an order: first how much, then from how many, then from whom."""

from bisect import bisect_left
from collections.abc import Sequence

from inventory_env.task import Sourcing, Split


def best_plan(sourcing: Sourcing, quantity: int, stock: Sequence[int]) -> list[int]:
    """The one best plan of a line: what each warehouse gives, in list order.

    Args:
        sourcing: which plans are allowed.
        quantity: wanted; a multiple of the pack, 1 or more.
        stock: units available at each listed warehouse, 0 or more.

    Returns:
        One share per warehouse, 0 where it gives nothing; their sum is at most the quantity.

    >>> best_plan(Sourcing(split=Split.ANY, max_sources=2), 10, [3, 3, 7])
    [3, 0, 7]
    """
    pack = sourcing.pack
    if pack == 1:
        return _in_packs(sourcing, quantity, sourcing.min_per_source, stock)
    # Whole packs are all that counts: a broken one can neither be sent nor help a share to its minimum.
    least = -(-sourcing.min_per_source // pack)
    shares = _in_packs(sourcing, quantity // pack, least, [units // pack for units in stock])
    return [share * pack for share in shares]


def _in_packs(sourcing: Sourcing, wanted: int, least: int, stock: Sequence[int]) -> list[int]:
    split, most = sourcing.split, sourcing.max_sources
    if split is Split.ANY and most is None and least == 1:
        return _filled_in_order(wanted, stock)
    if split is Split.NONE or split is Split.PREFER_SINGLE or wanted < least:
        for place, units in enumerate(stock):
            if units >= wanted:
                return _alone(place, wanted, len(stock))
    if wanted < least:
        return [0] * len(stock)
    usable = sorted(units for units in stock if units >= least)
    sources = min(len(usable), wanted // least, len(stock) if most is None else most)
    if split is Split.NONE:
        sources = min(sources, 1)
    total = min(wanted, sum(usable[len(usable) - sources :]))
    if split is Split.FEWEST:
        sources = _fewest(total, usable)
    return _most_from_the_first(total, sources, least, stock, usable)


def _filled_in_order(wanted: int, stock: Sequence[int]) -> list[int]:
    shares = []
    for units in stock:
        share = units if units < wanted else wanted
        wanted -= share
        shares.append(share)
    return shares


def _alone(place: int, share: int, warehouses: int) -> list[int]:
    shares = [0] * warehouses
    shares[place] = share
    return shares


def _fewest(total: int, usable: Sequence[int]) -> int:
    """How many of the fullest warehouses reach the total; `usable` is ascending."""
    sources = 0
    while total > 0:
        sources += 1
        total -= usable[-sources]
    return sources


def _most_from_the_first(total: int, sources: int, least: int, stock: Sequence[int], usable: list[int]) -> list[int]:
    """The plan of exactly this total, from at most so many sources, that takes most from the earlier ones."""
    later = usable.copy()  # ascending: what the warehouses still to come hold
    shares = []
    for units in stock:
        share = 0
        if total > 0 and units >= least:
            del later[bisect_left(later, units)]
            share = _share(total, sources - 1, least, units, later)
            total -= share
            sources -= share > 0
        shares.append(share)
    return shares


def _share(total: int, helpers: int, least: int, units: int, later: Sequence[int]) -> int:
    """The most that one warehouse can give so that at most so many later ones give exactly the rest."""
    if units >= total:
        return total
    rest, reached, needed = total - units, 0, 0
    while reached < rest:
        if needed == min(helpers, len(later)):
            return 0  # with this one among the sources the rest stays out of reach
        needed += 1
        reached += later[-needed]
    # Each helper gives its minimum at least, even where that leaves less for this warehouse.
    share = total - max(rest, needed * least)
    return share if share >= least else 0
