"""Which articles lie where in a split? Names, shelves and figures that only the key tells."""

from collections.abc import Collection, Iterator

from inventory_env.families import Draw
from inventory_env.stock import StockRecord

# Consonants: no word of any language comes out. Every shape has a million names or more.
_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
_DIGITS = "0123456789"
_WAREHOUSES = ("LLLL-DDD", "LLDDLLD", "LLL-LLDD", "LDDLLLL", "LLLLLD")
_SKUS = ("LLL-LLDDDD", "LLDDDD-LLL", "LDDDDDLLL", "LLLL-DDDDD", "LL-DDD-LLL")
# How often a warehouse is among the homes of an article, against others: short shelves beside long ones.
_WEIGHTS = (1, 1, 2, 3, 5, 8)
_HOMES = (1, 2, 2, 2, 3, 3, 3, 3, 4, 6)
# The most units of an article in one place.
_SCALES = (25, 80, 250, 700, 700)
_ODD_ROWS = 20


def shelves(draw: Draw, taken: Collection[str]) -> Iterator[StockRecord]:
    """The rows of a stock, some hundreds, by sku and then by warehouse.

    About one row in twenty is untracked, one oversold, one promised to others beyond what is there.

    Args:
        draw: the chances.
        taken: names that must not come up.
    """
    warehouses = _names(draw.at("warehouses"), _WAREHOUSES, draw.between("warehouses", 11, 17), taken)
    skus = _names(draw.at("skus"), _SKUS, draw.between("skus", 150, 240), taken)
    weights = [draw.pick(f"weight {place}", _WEIGHTS) for place in range(len(warehouses))]
    lots = [name for name, weight in zip(warehouses, weights, strict=True) for _ in range(weight)]
    for sku in sorted(skus):
        chances = draw.at(sku)
        homes = tuple(dict.fromkeys(chances.shuffled("homes", lots)))[: chances.pick("how many homes", _HOMES)]
        scale = chances.pick("scale", _SCALES)
        for warehouse in sorted(homes):
            yield _row(chances.at(warehouse), sku, warehouse, scale)


def _names(draw: Draw, shapes: tuple[str, ...], many: int, taken: Collection[str]) -> tuple[str, ...]:
    """So many distinct names of one drawn shape."""
    shape = draw.pick("shape", shapes)
    found: dict[str, None] = {}
    turn = 0
    while len(found) < many:
        name = "".join(_sign(draw, f"{turn} {place}", kind) for place, kind in enumerate(shape))
        if name not in taken:
            found[name] = None
        turn += 1
    return tuple(found)


def _sign(draw: Draw, question: str, kind: str) -> str:
    return draw.pick(question, {"L": _LETTERS, "D": _DIGITS}.get(kind, kind))


def _row(draw: Draw, sku: str, warehouse: str, scale: int) -> StockRecord:
    on_hand: int | None = draw.between("on hand", 0, scale)
    assert on_hand is not None
    reserved = draw.below("reserved", on_hand * 2 // 5 + 1)
    safety = on_hand * draw.below("safety", 4) // 10 if draw.once_in("has safety", 2) else 0
    odd = draw.below("odd", _ODD_ROWS)
    if odd == 0:
        on_hand = None
    elif odd == 1:
        on_hand, reserved, safety = -draw.between("oversold", 1, scale), 0, 0
    elif odd == 2:
        reserved = on_hand + draw.below("promised", 50)
    return StockRecord(sku, warehouse, on_hand, reserved, safety, tracked=on_hand is not None)
