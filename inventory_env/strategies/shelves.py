"""Which names, numbers, rows and stocks are there?"""

import functools
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from inventory_env.fields import MAX_WHOLE
from inventory_env.stock import Incoming, Stock, StockRecord

# What tasks, stocks and calls name unless they are told otherwise.
SKUS = ("A", "B", "C")
WAREHOUSES = ("W1", "W2", "W3", "W4")
_READABLE = st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp"))
# Made once: Hypothesis spends more on making a strategy than on drawing from it.
_NAMES = st.text(_READABLE, min_size=1, max_size=12).filter(lambda text: text == text.strip())
_ON_HAND = st.integers(-5, 30) | st.sampled_from([-MAX_WHOLE, 10**9, MAX_WHOLE])
_RESERVED = st.just(0) | st.integers(1, 8) | st.sampled_from([10**9, MAX_WHOLE])
_SAFETY = st.just(0) | st.integers(1, 3)
_TRACKED = st.sampled_from([True] * 5 + [False])
_UNITS = st.integers(1, 12)


def names() -> st.SearchStrategy[str]:
    """Any name that a sku or a warehouse may have, of up to 12 characters; shrinks to `0`."""
    return _NAMES


def wholes(low: int = -MAX_WHOLE, high: int = MAX_WHOLE) -> st.SearchStrategy[int]:
    """Whole numbers from `low` to `high`, the ends included, small ones often; shrinks towards 0."""
    near = st.integers(max(low, -20), min(high, 20))
    return near | st.integers(low, high) | st.sampled_from([low, high])


def json_values() -> st.SearchStrategy[Any]:
    """Any JSON: null, true, numbers that JSON keeps, text, nested lists and objects; shrinks to null."""
    scalars = st.none() | st.booleans() | wholes() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
    return st.recursive(
        scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4), max_leaves=9
    )


def records(
    warehouses: Sequence[str] | None = None, skus: Sequence[str] | None = None
) -> st.SearchStrategy[StockRecord]:
    """A row of stock: mostly a few units, at times oversold, over-reserved or untracked; shrinks to nothing on hand.

    Args:
        warehouses: where; any name by default.
        skus: of what; any name by default.
    """
    return st.builds(
        _record,
        st.sampled_from(warehouses) if warehouses else _NAMES,
        st.sampled_from(skus) if skus else _NAMES,
        _ON_HAND,
        _RESERVED,
        _SAFETY,
        _TRACKED,
    )


def _record(warehouse: str, sku: str, on_hand: int, reserved: int, safety_stock: int, tracked: bool) -> StockRecord:
    return StockRecord(sku, warehouse, on_hand if tracked else None, reserved, safety_stock, tracked)


def stocks(
    warehouses: Sequence[str] = WAREHOUSES, skus: Sequence[str] = SKUS, *, listed: bool = False
) -> st.SearchStrategy[Stock]:
    """Stock in which every warehouse exists; some rows, articles and deliveries may not. Shrinks to empty shelves.

    Args:
        warehouses: the warehouses; one may be closed.
        skus: the articles that may have rows, or at least exist.
        listed: whether every article exists, rows or not.
    """
    place, article = st.sampled_from(warehouses), st.sampled_from(skus)
    return st.builds(
        _stock,
        st.lists(records(warehouses, skus), max_size=9, unique_by=lambda row: (row.warehouse, row.sku)),
        st.just(tuple(warehouses)),
        st.frozensets(place, max_size=1),
        # Drawn and then overruled where all are listed: fewer choices would count as the simpler world.
        st.lists(article, unique=True).map(lambda some: list(skus) if listed else some),
        st.lists(st.builds(Incoming, article, place, _UNITS, st.just("2031-05-01")), max_size=2),
    )


def _stock(
    rows: list[StockRecord], warehouses: tuple[str, ...], closed: frozenset[str], skus: list[str], due: list[Incoming]
) -> Stock:
    return Stock.of(*rows, warehouses=warehouses, inactive=closed, skus=tuple(skus), incoming=tuple(due))


@functools.cache
def stocks_for(priority: tuple[str, ...], *, listed: bool) -> st.SearchStrategy[Stock]:
    """Stocks whose first warehouse is the first choice, so that a row shrinks towards where the agent asks first."""
    return stocks((*priority, *(one for one in WAREHOUSES if one not in priority)), listed=listed)
