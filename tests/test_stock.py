"""Is stock what its rows say, whoever shares it?"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import record, stock

from inventory_env.codec import convert, decode, encode
from inventory_env.errors import InputError
from inventory_env.stock import Figures, Incoming, Stock, StockRecord, StockSource, StockTable
from inventory_env.strategies import records, stocks, wholes

ROW_LISTS = st.lists(records(), max_size=6, unique_by=lambda row: (row.warehouse, row.sku))
ROWS = (record("B", "W2", 4), record("A", "W1", 12, 6), record("A", "W2", None))


@given(wholes(), wholes(0), wholes(0))
def test_available_is_clamped_in_each_warehouse(on_hand: int, reserved: int, safety_stock: int) -> None:
    """On hand less reserved less safety stock, never below 0."""
    available = Figures(on_hand, reserved, safety_stock).available
    assert available == (on_hand - reserved - safety_stock if on_hand >= reserved + safety_stock else 0)


def test_untracked_is_not_zero() -> None:
    """Where the article is not tracked there is no number, and none is made up."""
    assert Figures(None, 0, 0).available is None
    assert Figures(0, 0, 0).available == 0


def test_oversold_and_over_reserved_are_kept_as_they_are() -> None:
    """Negative on hand and more reserved than there is are facts, shown as such."""
    row = record("A", "W1", -3, 7)
    assert (row.on_hand, row.reserved) == (-3, 7)
    assert StockTable([row]).figures("W1", "A") == Figures(-3, 7, 0)


def test_tracked_says_whether_there_is_a_number() -> None:
    """A row without a number must say that it is not tracked, and only such a row."""
    rule = "tracked must be false exactly where on_hand is null"
    with pytest.raises(InputError, match=rule):
        StockRecord("A", "W1", None)
    with pytest.raises(InputError, match=rule):
        StockRecord("A", "W1", 5, tracked=False)


@given(ROW_LISTS)
def test_table_agrees_with_a_plain_dict(rows: list[StockRecord]) -> None:
    """Every row is found at its place, nothing else is, and the order is by warehouse and sku."""
    table = StockTable(rows)
    plain = {(row.warehouse, row.sku): Figures(row.on_hand, row.reserved, row.safety_stock) for row in rows}
    assert [((warehouse, sku), figures) for warehouse, sku, figures in table.rows()] == sorted(plain.items())
    assert len(table) == len(plain)
    assert table.warehouses == {warehouse for warehouse, _ in plain}
    assert table.skus == {sku for _, sku in plain}
    for warehouse in (*table.warehouses, "elsewhere"):
        assert list(table.shelf(warehouse)) == sorted(sku for one, sku in plain if one == warehouse)
        for sku in (*table.skus, "nothing"):
            assert table.figures(warehouse, sku) == plain.get((warehouse, sku))


@given(
    st.lists(records(), max_size=6, unique_by=lambda row: (row.warehouse, row.sku)), st.randoms(use_true_random=False)
)
def test_order_of_rows_means_nothing(rows: list[StockRecord], random: Any) -> None:
    """The same rows in another order are the same stock, with the same fingerprints."""
    other = rows.copy()
    random.shuffle(other)
    one, two = StockTable(rows), StockTable(other)
    assert list(one.rows()) == list(two.rows())
    assert Stock(StockSource(csv="x"), one).whole_digest() == Stock(StockSource(csv="x"), two).whole_digest()


def test_two_rows_for_one_place_are_refused() -> None:
    """Neither the first nor the last is right; nobody chooses silently."""
    with pytest.raises(InputError, match="records must be one for each sku and warehouse; got A at W1 twice"):
        Stock.of(record("A", "W1", 5), record("A", "W1", 5))


def test_stock_knows_what_no_row_says() -> None:
    """Empty warehouses, closed ones, articles without rows and deliveries all exist."""
    coming = Incoming("C", "W5", 7, "2031-05-01")
    known = Stock.of(*ROWS, warehouses=("W3",), inactive=frozenset({"W4"}), skus=("Z",), incoming=(coming,))
    assert known.warehouses == {"W1", "W2", "W3", "W4", "W5"}
    assert known.skus == {"A", "B", "C", "Z"}
    assert known.incoming("W5", "C") == (coming,)
    assert known.incoming("W5", "A") == ()
    twice = Stock.of(incoming=(coming, Incoming("C", "W5", 1, "later")))
    assert [one.quantity for one in twice.incoming("W5", "C")] == [7, 1]


def test_delivery_is_not_available() -> None:
    """What is expected does not count as stock."""
    assert Stock.of(incoming=(Incoming("C", "W5", 7, "soon"),)).table.figures("W5", "C") is None


def test_stock_comes_from_rows_or_from_a_file_never_both() -> None:
    """A source that names a file has no rows of its own, and needs the table of that file."""
    with pytest.raises(InputError, match="records must be empty where a csv is named"):
        StockSource(csv="x.csv", records=ROWS)
    for source, table in ((StockSource(csv="x.csv"), None), (StockSource(records=ROWS), StockTable(ROWS))):
        with pytest.raises(InputError, match="csv must come with its table exactly where it is named"):
            Stock(source, table)


def test_table_is_shared_not_copied() -> None:
    """A million rows are read once, however many episodes read them."""
    table = StockTable(ROWS)
    one, two = (Stock(StockSource(csv="x.csv"), table) for _ in range(2))
    assert one.table is two.table is table
    assert one == two
    assert one == Stock(StockSource(csv="x.csv"), StockTable(ROWS))
    assert one != Stock(StockSource(csv="x.csv"), StockTable(ROWS[:1]))
    assert one != Stock(StockSource(csv="y.csv"), table)
    assert one != "x.csv"
    assert len({one, two}) == 1
    assert repr(one) == "Stock(x.csv, 3 rows)"
    assert repr(Stock.of(*ROWS)) == "Stock(records, 3 rows)"


@given(stocks())
def test_stock_survives_a_round_trip(known: Stock) -> None:
    """It is written as its source, and read back equal."""
    assert Stock(decode(encode(known), StockSource)) == known
    assert convert(decode(encode(known), dict), StockSource) == known.source


@given(stocks(), st.data())
def test_digest_sees_every_figure_of_the_task_and_no_other(known: Stock, data: st.DataObject) -> None:
    """Changing one figure changes the digest exactly when the task's warehouses and skus include it."""
    asked = data.draw(st.lists(st.sampled_from(["W1", "W2"]), min_size=1, unique=True))
    place = data.draw(st.sampled_from(["W1", "W3"]))
    digest = known.digest(asked, ["A"])
    changed = _planted(known, place, "A", Figures(123_456, 0, 0))
    assert (changed.digest(asked, ["A"]) != digest) is (place in asked)
    assert changed.digest(asked, ["B"]) == known.digest(asked, ["B"])
    assert changed.whole_digest() != known.whole_digest()


def test_digest_is_computed_anew() -> None:
    """A write that someone plants into the rows is seen the next time."""
    known = stock({"W1": {"A": 5}})
    before = known.digest(["W1"], ["A"]), known.whole_digest()
    known.table.shelf("W1")["A"] = Figures(4, 0, 0)
    assert before[0] != known.digest(["W1"], ["A"])
    assert before[1] != known.whole_digest()


def test_digest_is_the_same_everywhere() -> None:
    """Written down once: another machine, process or hash seed must find the same."""
    known = Stock.of(*ROWS)
    assert known.digest(["W1", "W2", "W3"], ["A", "B"]) == "27cd12789eacd3e9"
    assert known.whole_digest()[:16] == "5255b828cbc14264"


def _planted(known: Stock, warehouse: str, sku: str, figures: Figures) -> Stock:
    rows = [row for row in known.source.records if (row.warehouse, row.sku) != (warehouse, sku)]
    fresh = StockRecord(sku, warehouse, figures.on_hand, figures.reserved, figures.safety_stock)
    return Stock(StockSource(records=(*rows, fresh), warehouses=known.source.warehouses))
