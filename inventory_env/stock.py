"""What is in stock? One immutable table, shared by every episode that reads it."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from sortedcontainers import SortedDict

from inventory_env.errors import InputError
from inventory_env.fields import Count, Name, Positive, Whole, noun
from inventory_env.pretty import Printer


class Figures(NamedTuple):
    """The figures of one (warehouse, sku): `on_hand` None means untracked."""

    on_hand: int | None
    reserved: int
    safety_stock: int

    @property
    def available(self) -> int | None:
        """What can be promised: never below 0, clamped here, before any sum; None when untracked."""
        return None if self.on_hand is None else max(0, self.on_hand - self.reserved - self.safety_stock)


@noun
class StockRecord:
    """One row of a stock file.

    Attributes:
        sku: the article.
        warehouse: where it lies.
        on_hand: units there; negative when oversold; None when the article is not tracked there.
        reserved: units promised to other demand; may exceed on_hand.
        safety_stock: units that must stay.
        tracked: false exactly where on_hand is None.
    """

    sku: Name
    warehouse: Name
    on_hand: Whole | None
    reserved: Count = 0
    safety_stock: Count = 0
    tracked: bool = True

    def __attrs_post_init__(self) -> None:
        if self.tracked is (self.on_hand is None):
            raise InputError("must be false exactly where on_hand is null", field="tracked")


@noun
class Incoming:
    """A delivery that is expected; it never counts as available now.

    Attributes:
        sku: the article.
        warehouse: where it will arrive.
        quantity: units, 1 or more.
        eta: the day as the supplier wrote it.
    """

    sku: Name
    warehouse: Name
    quantity: Positive
    eta: Name


@noun
class StockSource:
    """What a scenario writes about its stock: its rows or a CSV file, and what no row says.

    Attributes:
        csv: a stock file, named relative to the file that names it; None = the rows stand here.
        records: the rows, where no file is named.
        warehouses: further warehouses, which may hold nothing.
        inactive: warehouses that are closed.
        skus: further articles that exist, which may have no row.
        incoming: expected deliveries.
    """

    csv: str | None = None
    records: tuple[StockRecord, ...] = ()
    warehouses: tuple[Name, ...] = ()
    inactive: frozenset[Name] = frozenset()
    skus: tuple[Name, ...] = ()
    incoming: tuple[Incoming, ...] = ()

    def __attrs_post_init__(self) -> None:
        if self.csv is not None and self.records:
            raise InputError("must be empty where a csv is named", field="records")


class StockTable:
    """Rows by warehouse, ordered by sku. Built once, never changed, O(1) to share.

    Attributes:
        warehouses: every warehouse with a row.
        skus: every article with a row.
    """

    __slots__ = ("_by_warehouse", "skus", "warehouses")

    def __init__(self, rows: Iterable[StockRecord]) -> None:
        by_warehouse: dict[str, dict[str, Figures]] = {}
        # Equal figures and equal names are kept once: a million rows hold few distinct ones.
        pool: dict[Any, Any] = {}
        for row in rows:
            figures = Figures(row.on_hand, row.reserved, row.safety_stock)
            shelf = by_warehouse.setdefault(row.warehouse, {})
            if row.sku in shelf:
                twice = f"{row.sku} at {row.warehouse} twice"
                raise InputError(f"must be one for each sku and warehouse; got {twice}", field="records")
            shelf[pool.setdefault(row.sku, row.sku)] = pool.setdefault(figures, figures)
        self._by_warehouse = {name: SortedDict(by_warehouse[name]) for name in sorted(by_warehouse)}
        self.warehouses = frozenset(by_warehouse)
        self.skus = frozenset(sku for shelf in by_warehouse.values() for sku in shelf)

    def __len__(self) -> int:
        return sum(len(shelf) for shelf in self._by_warehouse.values())

    def figures(self, warehouse: str, sku: str) -> Figures | None:
        """The figures there, or None where the table has no row."""
        shelf = self._by_warehouse.get(warehouse)
        return None if shelf is None else shelf.get(sku)

    def shelf(self, warehouse: str) -> "SortedDict[str, Figures]":
        """All rows of one warehouse, ordered by sku; empty for an unknown one."""
        shelf = self._by_warehouse.get(warehouse)
        return SortedDict() if shelf is None else shelf

    def holds_the_same(self, other: "StockTable") -> bool:
        """Whether two tables have equal rows, looked at anew."""
        return self._by_warehouse == other._by_warehouse

    def rows(self) -> Iterator[tuple[str, str, Figures]]:
        """Every (warehouse, sku, figures), ordered."""
        for warehouse, shelf in self._by_warehouse.items():
            for sku, figures in shelf.items():
                yield warehouse, sku, figures


class Stock:
    """The stock of one scenario: a shared table, and what the scenario says beside it.

    Attributes:
        source: what was written about it; equality, hash and JSON go by this and the rows.
        table: the rows.
        warehouses: every warehouse that exists.
        skus: every article that exists.
    """

    __slots__ = ("_incoming", "skus", "source", "table", "warehouses")

    def __init__(self, source: StockSource, table: StockTable | None = None) -> None:
        if (table is None) is (source.csv is not None):
            raise InputError("must come with its table exactly where it is named", field="csv")
        self.source = source
        self.table = StockTable(source.records) if table is None else table
        self.warehouses = _joined(
            self.table.warehouses, source.warehouses, source.inactive, (one.warehouse for one in source.incoming)
        )
        self.skus = _joined(self.table.skus, source.skus, (one.sku for one in source.incoming))
        self._incoming: dict[tuple[str, str], tuple[Incoming, ...]] = {}
        for one in source.incoming:
            place = (one.warehouse, one.sku)
            self._incoming[place] = (*self._incoming.get(place, ()), one)

    @classmethod
    def of(cls, *records: StockRecord, **rest: Any) -> "Stock":
        """A stock whose rows are written out; `rest` are further fields of StockSource."""
        return cls(StockSource(records=records, **rest))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stock):
            return NotImplemented
        return self.source == other.source and (self.table is other.table or self.table.holds_the_same(other.table))

    def __hash__(self) -> int:
        return hash(self.source)

    def __repr__(self) -> str:
        return f"Stock({self.source.csv or 'records'}, {len(self.table)} rows)"

    def _repr_pretty_(self, printer: Printer, cycle: bool) -> None:
        if self.source.csv is not None:
            printer.text(repr(self))
            return
        printer.begin_group(4, "Stock(")
        printer.pretty(self.source)
        printer.end_group(4, ")")

    def incoming(self, warehouse: str, sku: str) -> tuple[Incoming, ...]:
        """The deliveries of that article expected there."""
        return self._incoming.get((warehouse, sku), ())

    def digest(self, warehouses: Iterable[str], skus: Iterable[str]) -> str:
        """A fingerprint of these warehouses' rows of these skus, computed anew from the rows."""
        figures, articles = self.table.figures, tuple(skus)
        rows = [(warehouse, sku, figures(warehouse, sku)) for warehouse in warehouses for sku in articles]
        return hashlib.blake2b(msgspec.json.encode(rows), digest_size=8).hexdigest()

    def whole_digest(self) -> str:
        """A fingerprint of every row, computed anew."""
        state = hashlib.sha256()
        for row in self.table.rows():
            state.update(msgspec.json.encode(row))
        return state.hexdigest()

    def to_json(self) -> StockSource:
        """What the codec writes for it."""
        return self.source


def _joined(most: frozenset[str], *further: Iterable[str]) -> frozenset[str]:
    """All of these names; where the many hold the few, they are shared, not copied."""
    few = {name for names in further for name in names}
    return most if few <= most else most | few
