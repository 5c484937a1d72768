"""Which shares serve one line best? Exact, in time that grows with warehouses times sources, not with quantities."""

from collections.abc import Sequence

from inventory_env.task import Sourcing, Split


def best_plan(sourcing: Sourcing, quantity: int, available: Sequence[int]) -> tuple[int, ...]:
    """The canonical share of each warehouse.

    Total first; then the least number of sources (fewest) or one source (prefer_single); then as much as
    possible from the earlier warehouse.

    Args:
        sourcing: the rule; its completeness does not matter here.
        quantity: wanted units, a multiple of the pack.
        available: units left, 0 or more, in list order.

    Returns:
        Units, aligned with `available`.

    >>> best_plan(Sourcing(Split.ANY, max_sources=2), 10, [3, 3, 7])
    (3, 0, 7)
    """
    pack = sourcing.pack
    want = quantity // pack
    # A share below the minimum is allowed when it is the whole line, so the minimum never exceeds the line.
    least = min(-(-sourcing.min_per_source // pack), want)
    caps = [min(units // pack, want) for units in available]
    most = 1 if sourcing.split is Split.NONE else sourcing.max_sources or len(caps)
    if sourcing.split is Split.PREFER_SINGLE and want in caps:
        most = 1
    if least == 1 and most >= len(caps) and sourcing.split is not Split.FEWEST:
        shares = _greedy(caps, want)
    else:
        shares = _exact(caps, want, least, most, fewest=sourcing.split is Split.FEWEST)
    return tuple(share * pack for share in shares)


def _greedy(caps: list[int], want: int) -> list[int]:
    """With no limit on sources and no minimum, taking all from the earlier warehouse loses nothing."""
    shares = []
    for cap in caps:
        share = min(cap, want)
        shares.append(share)
        want -= share
    return shares


def _exact(caps: list[int], want: int, least: int, most: int, *, fewest: bool) -> list[int]:
    usable = [cap if cap >= least else 0 for cap in caps]
    sums = _top_sums(sorted((cap for cap in usable if cap), reverse=True), min(most, want // least))
    left = min(want, sums[-1])
    sources = next(count for count, total in enumerate(sums) if total >= left) if fewest else len(sums) - 1
    shares = []
    for cap, later in zip(usable, _later_sums(usable, sources), strict=True):
        share = _largest_share(cap, left, least, later[:sources]) if cap and sources else 0
        shares.append(share)
        left -= share
        sources -= share > 0
    return shares


def _top_sums(descending: list[int], most: int) -> list[int]:
    """The greatest total of 0, 1, 2 ... up to `most` sources."""
    sums = [0]
    for cap in descending[:most]:
        sums.append(sums[-1] + cap)
    return sums


def _later_sums(usable: list[int], most: int) -> list[list[int]]:
    """For each warehouse, the top sums of those after it."""
    sums: list[list[int]] = []
    best: list[int] = []  # best: the largest caps of the later warehouses, descending
    for cap in reversed(usable):
        sums.append(_top_sums(best, most))
        if cap:
            best = sorted([*best, cap], reverse=True)[:most]
    return sums[::-1]


def _largest_share(cap: int, left: int, least: int, later: list[int]) -> int:
    """The most that this warehouse may give so that the later ones can give exactly the rest.

    Between `n * least` and the n-th top sum, n later sources can give every amount.
    """
    rest = max(0, left - cap)
    if rest:
        rests = [max(rest, n * least) for n, top in enumerate(later) if n and max(rest, n * least) <= top]
        if not rests:
            return 0
        rest = min(rests)
    share = left - rest
    return share if share >= least else 0
