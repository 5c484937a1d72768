"""What does a stock table offer to a generated scenario? Articles seen along a list of warehouses."""

import string

import attrs

from inventory_env.families.chance import Draw
from inventory_env.stock import Figures, StockTable

# Longer shelves make so many pages that reading them is all a scenario does.
SMALL_SHELF = 60
# Enough places for every rule to matter, few enough to try every plan.
MOST_OWN = 4
_Entry = tuple[str, tuple[str, ...], tuple[str, ...]]  # an article, its warehouses, the others
_TAILS = string.digits + string.ascii_uppercase


@attrs.frozen
class View:
    """One article along a list of warehouses.

    Attributes:
        sku: the article.
        order: the warehouses, first choice first.
        figures: its figures at each; None where it is not stocked.
        closed: the inactive ones among them.
    """

    sku: str
    order: tuple[str, ...]
    figures: tuple[Figures | None, ...]
    closed: frozenset[str] = frozenset()

    @property
    def rows(self) -> tuple[Figures | None, ...]:
        """The figures that a call brings at each place; None where it brings none."""
        return tuple(
            None if row is None or row.on_hand is None or name in self.closed else row
            for name, row in zip(self.order, self.figures, strict=True)
        )

    @property
    def open(self) -> tuple[int, ...]:
        """The places of the list where a call brings figures."""
        return tuple(place for place, row in enumerate(self.rows) if row is not None)

    @property
    def untracked(self) -> tuple[int, ...]:
        """The places of the list where the article is not tracked, so that no call ever brings figures."""
        return tuple(
            place
            for place, (name, row) in enumerate(zip(self.order, self.figures, strict=True))
            if row is not None and row.on_hand is None and name not in self.closed
        )

    @property
    def available(self) -> tuple[int, ...]:
        """What each warehouse can promise; 0 where it has no number."""
        return tuple(row.available or 0 if row else 0 for row in self.rows)

    @property
    def on_hand(self) -> tuple[int, ...]:
        """What lies at each warehouse; 0 where it has no number."""
        return tuple(row.on_hand or 0 if row else 0 for row in self.rows)


class Material:
    """A stock table by article.

    Attributes:
        table: the rows.
        csv: the file that holds them, as a scenario names it.
        homes: for each article, the warehouses with a row of it, ordered.
    """

    __slots__ = ("_pools", "_small", "_tracked", "_warehouses", "csv", "homes", "table")

    def __init__(self, table: StockTable, csv: str) -> None:
        self.table = table
        self.csv = csv
        self._pools: dict[tuple[int, bool, bool], tuple[_Entry, ...]] = {}
        homes: dict[str, list[str]] = {}
        for warehouse, sku, _ in table.rows():
            homes.setdefault(sku, []).append(warehouse)
        self.homes = {sku: tuple(homes[sku]) for sku in sorted(homes)}
        self._tracked = {
            sku: tuple(one for one in homes if self._row(one, sku).on_hand is not None)
            for sku, homes in self.homes.items()
        }
        self._warehouses = tuple(sorted(table.warehouses))
        self._small = tuple(name for name in self._warehouses if len(table.shelf(name)) <= SMALL_SHELF)

    def aisle(self, draw: Draw, *, least: int = 1, paged: bool = False, tracked: bool = True) -> View | None:
        """A drawn article along a drawn list: some of its own warehouses, some others, one perhaps closed.

        Args:
            draw: the chances.
            least: how many of its own warehouses at least, 1 or more.
            paged: whether only warehouses with a small shelf will do.
            tracked: whether the article must be tracked all along the list.
        """
        pool = self._pool(least, paged=paged, tracked=tracked)
        if not pool:
            return None
        sku, homes, others = draw.pick("sku", pool)
        own = draw.shuffled("own", homes)[: draw.between("how many own", least, max(least, min(MOST_OWN, len(homes))))]
        strange = draw.shuffled("others", others)[: draw.pick("how many others", (0, 0, 0, 1, 1, 2))]
        order = draw.shuffled("order", own + strange)
        closes = len(own) > least and draw.once_in("closes", 5)
        return self.view(sku, order, frozenset({draw.pick("closed", own)} if closes else ()))

    def view(self, sku: str, order: tuple[str, ...], closed: frozenset[str] = frozenset()) -> View:
        """One article along a list."""
        return View(sku, order, tuple(self.table.figures(one, sku) for one in order), closed)

    def others_along(self, view: View) -> list[str]:
        """Further articles with a row at one or more warehouses of the list."""
        along = sorted({sku for one in view.order for sku in self.table.shelf(one)})
        return [sku for sku in along if sku != view.sku]

    def near(self, sku: str) -> str:
        """An article that does not exist, one character away from one that does."""
        tails = (sku[:-1] + tail for tail in _TAILS)
        return next((one for one in tails if one not in self.table.skus), sku + "-0")

    def hidden_by_half_pages(self, warehouse: str, sku: str, page_size: int) -> bool:
        """Whether the row falls into the lost half of its page when pages of that size are cut in half."""
        shelf = self.table.shelf(warehouse)
        place = shelf.index(sku)
        first = place - place % page_size
        return place - first >= min(page_size, len(shelf) - first) // 2

    def _pool(self, least: int, *, paged: bool, tracked: bool) -> tuple[_Entry, ...]:
        """The articles that will do, each with its own warehouses and the others."""
        asked = (least, paged, tracked)
        if asked not in self._pools:
            allowed = self._small if paged else self._warehouses
            homes_of = self._tracked if tracked else self.homes
            entries = [
                (
                    sku,
                    tuple(one for one in homes if one in allowed),
                    tuple(one for one in allowed if one not in self.homes[sku]),
                )
                for sku, homes in homes_of.items()
            ]
            self._pools[asked] = tuple(entry for entry in entries if len(entry[1]) >= least)
        return self._pools[asked]

    def _row(self, warehouse: str, sku: str) -> Figures:
        return self.table.shelf(warehouse)[sku]
