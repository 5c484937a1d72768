"""In which order does a text name its warehouses? Only where it leaves no choice."""

from collections.abc import Iterable, Mapping, Sequence

Pair = tuple[str, str, bool]

# Behind whatever is first, second or third; before whatever comes last.
_BETWEEN = 500


def ordered(names: Sequence[str], pairs: Iterable[Pair], ranks: Mapping[str, int]) -> tuple[str, ...] | None:
    """The names in the one order that the text allows; None where it allows none, or several.

    Args:
        names: distinct.
        pairs: (earlier, later, whether that is said); a pair that only stands so in the text yields to what is said.
        ranks: 1 for the first; names without a rank stand between the first ones and the last ones.
    """
    pairs = tuple(pairs)
    before = {(one, other) for one, other, said in pairs if said}
    for one in names:
        for other in names:
            if ranks.get(one, _BETWEEN) < ranks.get(other, _BETWEEN):
                before.add((one, other))
    for one, other, said in pairs:
        if not said and not _leads(before, other, one):
            before.add((one, other))
    order: list[str] = []
    while len(order) < len(names):
        free = [
            one
            for one in names
            if one not in order and not any((other, one) in before for other in names if other not in order)
        ]
        if len(free) != 1:
            return None
        order += free
    return tuple(order)


def _leads(before: set[tuple[str, str]], start: str, end: str) -> bool:
    """Whether the pairs lead from one name to another."""
    reached, queue = {start}, [start]
    while queue:
        one = queue.pop()
        further = {other for first, other in before if first == one} - reached
        reached |= further
        queue += further
    return end in reached
