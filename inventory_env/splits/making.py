"""How is a split made? Families that everybody knows, on a stock that only its key tells."""

import csv
import enum
import functools
import hashlib
import io
from collections.abc import Collection, Iterator

import attrs

from inventory_env.codec import encode
from inventory_env.errors import InputError
from inventory_env.families import Draw
from inventory_env.generate import generate
from inventory_env.scenario import Scenario
from inventory_env.splits.salt import DEV_SALT, key_of, salt_hash
from inventory_env.splits.shelves import shelves
from inventory_env.stock import StockRecord, StockTable
from inventory_env.suites import load_suite, suite_names

# How many scenarios a split has where nobody says otherwise.
DEFAULT_COUNT = 200
_HEADER = ("sku", "warehouse", "on_hand", "reserved", "safety_stock")


class SplitKind(enum.StrEnum):
    """What a generated suite is for."""

    DEV = "dev"  # everybody may make it, and look at it as often as they like
    TEST = "test"  # made from a secret, committed first, looked at a declared number of times


@attrs.frozen
class Made:
    """A split, as it stands on disk.

    Attributes:
        kind: what it is for.
        scenarios: in the order of the file; their stock is the table of `stock`.
        csv: the name of the stock file, which stands beside the suite.
        stock: the bytes of that file.
        suite: the bytes of the suite.
        salt_hash: of the key that it was made from.
    """

    kind: SplitKind
    scenarios: tuple[Scenario, ...]
    csv: str
    stock: bytes
    suite: bytes
    salt_hash: str

    @property
    def digest(self) -> str:
        """SHA-256 of the suite's bytes with the stock's behind them."""
        return hashlib.sha256(self.suite + self.stock).hexdigest()


def make(kind: SplitKind, count: int, salt: str = DEV_SALT) -> Made:
    """A split; a shorter one has the same stock and is the start of a longer one.

    Args:
        kind: a test split shares no name with the development split.
        count: how many scenarios, 1 or more.
        salt: where its key comes from; the development split has one of its own, which no other may have.

    Raises:
        InputError: the salt will not do.
    """
    if kind is SplitKind.TEST and salt == DEV_SALT:
        raise InputError("must not be that of the development split", field="salt")
    key = key_of(salt)
    draw = Draw(kind.value, key.hex())
    rows = tuple(shelves(draw.at("shelves"), _taken(kind)))
    # A name of its own for each stock: two splits may lie in one folder.
    name = f"stock-{draw.number('csv'):016x}.csv"
    seed = int.from_bytes(hashlib.blake2b(key, person=kind.value.encode("ascii")).digest(), "big")
    scenarios = tuple(generate(StockTable(rows), seed=seed, count=count, csv=name, prefix="sp"))
    suite = b"".join(encode(one) + b"\n" for one in scenarios)
    return Made(kind, scenarios, name, _written(rows), suite, salt_hash(key))


@functools.cache
def dev_split(count: int = DEFAULT_COUNT) -> Made:
    """The development split, made once."""
    return make(SplitKind.DEV, count)


@functools.cache
def dev_names() -> frozenset[str]:
    """The warehouses and articles of the development split, without its scenarios."""
    rows = shelves(Draw(SplitKind.DEV.value, key_of(DEV_SALT).hex()).at("shelves"), _shipped_names())
    return frozenset(name for row in rows for name in (row.sku, row.warehouse))


def _taken(kind: SplitKind) -> Collection[str]:
    return _shipped_names() if kind is SplitKind.DEV else _shipped_names() | dev_names()


@functools.cache
def _shipped_names() -> frozenset[str]:
    """Every warehouse and article of the suites that ship with the package."""
    stocks = (one.stock for suite in suite_names() for one in load_suite(suite))
    return frozenset(name for stock in stocks for names in (stock.skus, stock.warehouses) for name in names)


def _written(rows: Collection[StockRecord]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEADER)
    writer.writerows(_cells(rows))
    return text.getvalue().encode("utf-8")


def _cells(rows: Collection[StockRecord]) -> Iterator[tuple[object, ...]]:
    for row in rows:
        on_hand = "" if row.on_hand is None else row.on_hand
        yield row.sku, row.warehouse, on_hand, row.reserved, row.safety_stock
