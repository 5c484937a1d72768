"""Is every reply taken for what it is worth, and for nothing more?"""

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import scenario

from graders.readings import Kind, Reading, read_figures, read_page, read_stock
from inventory_env.frozen_json import FrozenJson, snapshot
from inventory_env.task import Line
from inventory_env.trace import Call, Code, Failure, Observation

TASK = scenario({"W1": 1}).task
DATED = attrs.evolve(TASK, max_age_s=30)
BODY: dict[str, Any] = {
    "sku": "A", "warehouse": "W1", "on_hand": 12, "reserved": 3, "safety_stock": 2, "available": 7, "as_of_s": 100,
}  # fmt: skip
ROW = {name: value for name, value in BODY.items() if name != "warehouse"}
PAGE: dict[str, Any] = {"warehouse": "W1", "rows": [ROW], "limit": 2, "total": 1, "next_cursor": None}


def reply(body: dict[str, Any] | Failure, tool: str = "get_stock", **arguments: Any) -> Call:
    """One call that arrived at 100 s."""
    failed = isinstance(body, Failure)
    seen = Observation("c1", not failed, FrozenJson() if failed else snapshot(body), body if failed else None)  # type: ignore[arg-type]
    asked = {"warehouse": "W1", **({"sku": "A"} if tool == "get_stock" else {}), **arguments}
    return Call("c1", tool, FrozenJson(asked), 1, 1, 99_950, 100_000, seen)


def failure(code: Code, retryable: bool = False, retry_after_s: int | None = None) -> Failure:
    return Failure(code, "no", retryable, retry_after_s)


def stock(**changed: Any) -> Reading:
    """The reading of a body with these fields changed."""
    return read_stock(TASK, reply({**BODY, **changed}))


def test_whole_figures_are_a_number() -> None:
    """What can be promised: on hand less reserved less safety stock, never below 0."""
    assert stock() == Reading(Kind.NUMBER, 7)
    assert stock(on_hand=-4, available=0) == Reading(Kind.NUMBER, 0)
    assert stock(reserved=99, available=0) == Reading(Kind.NUMBER, 0)
    assert stock(on_hand=5, available=0) == Reading(Kind.NUMBER, 0)
    assert stock(as_of_s=0) == stock(as_of_s=101) == Reading(Kind.NUMBER, 7)


@pytest.mark.parametrize("field", ["on_hand", "reserved", "safety_stock", "available", "as_of_s"])
@pytest.mark.parametrize("value", [None, True, 12.0, "12", [12], {}, float("nan")])
def test_a_figure_that_is_no_whole_number_makes_the_body_malformed(field: str, value: Any) -> None:
    """true and 12.0 are no figures, whatever Python thinks."""
    assert stock(**{field: value}).kind is Kind.MALFORMED


@pytest.mark.parametrize("field", ["sku", "warehouse", "on_hand", "reserved", "safety_stock", "available", "as_of_s"])
def test_a_missing_field_makes_the_body_malformed(field: str) -> None:
    """Each of the seven is needed."""
    body = {name: value for name, value in BODY.items() if name != field}
    assert read_stock(TASK, reply(body)).kind is Kind.MALFORMED


@pytest.mark.parametrize(
    "changed",
    [
        {"available": 6},
        {"available": 8},
        {"available": -1, "on_hand": 4},
        {"reserved": -1, "available": 11},
        {"safety_stock": -1, "available": 10},
        {"sku": "B"},
        {"warehouse": "W2"},
        {"sku": None},
    ],
)
def test_figures_that_contradict_each_other_or_the_question_are_malformed(changed: dict[str, Any]) -> None:
    """A sum that is wrong, a share below nothing, an answer to another question."""
    assert stock(**changed).kind is Kind.MALFORMED


def test_untracked_is_no_number_and_no_fault() -> None:
    """Only where both say so."""
    untracked = {"sku": "A", "warehouse": "W1", "tracked": False, "on_hand": None}
    assert read_stock(TASK, reply({**untracked, "as_of_s": 100})) == Reading(Kind.UNTRACKED)
    assert stock(tracked=False).kind is Kind.NUMBER
    assert read_stock(TASK, reply({**untracked, "tracked": True})).kind is Kind.MALFORMED
    assert read_stock(TASK, reply({**untracked, "tracked": None})).kind is Kind.MALFORMED
    assert read_stock(TASK, reply({**untracked, "sku": "B"})).kind is Kind.MALFORMED


@pytest.mark.parametrize(("as_of_s", "kind"), [(100, Kind.NUMBER), (70, Kind.NUMBER), (69, Kind.STALE)])
def test_age_is_counted_in_whole_seconds_at_the_arrival(as_of_s: int, kind: Kind) -> None:
    """30 s are allowed; at 100.999 s the figure of second 70 is still 30 s old."""
    assert read_stock(DATED, reply({**BODY, "as_of_s": as_of_s})).kind is kind
    late = attrs.evolve(reply({**BODY, "as_of_s": as_of_s}), arrived_ms=100_999)
    assert read_stock(DATED, late).kind is kind


def test_malformed_comes_before_stale() -> None:
    """An old body that contradicts itself cannot even be dated."""
    assert read_stock(DATED, reply({**BODY, "as_of_s": 0, "available": 8})).kind is Kind.MALFORMED


@pytest.mark.parametrize(
    ("changed", "believed"),
    [
        ({"available": 9}, (9, 7, 12)),
        ({"on_hand": None}, (7, 0)),
        ({"on_hand": "12"}, (7, 12)),
        ({"on_hand": "-4", "available": 0}, (0,)),
        ({"reserved": None}, (7, 10, 12)),
        ({"available": None}, (7, 12)),
        ({"available": "many"}, (7, 12)),
        ({"available": "9" * 30}, (7, 12)),
        ({"on_hand": "a few", "available": 1.5}, ()),
        ({"on_hand": -4, "available": 3}, (3, 0)),
    ],
)
def test_a_trusting_reader_takes_one_of_these(changed: dict[str, Any], believed: tuple[int, ...]) -> None:
    """The figure called available, the sum done again, what is on hand, or nothing where null stands."""
    assert stock(**changed).believed == believed


@given(st.integers(-5, 30), st.integers(-2, 9), st.integers(-2, 9), st.integers(-2, 30), st.integers(60, 100))
def test_a_body_is_a_number_exactly_where_it_is_right(a: int, b: int, c: int, d: int, as_of_s: int) -> None:
    """The rule, written another way."""
    body = {**BODY, "on_hand": a, "reserved": b, "safety_stock": c, "available": d, "as_of_s": as_of_s}
    reading = read_figures(DATED, body, 100_000)
    if min(b, c) < 0 or d != (a - b - c if a - b - c > 0 else 0):
        assert reading.kind is Kind.MALFORMED
    elif as_of_s < 70:
        assert reading.kind is Kind.STALE
    else:
        assert reading == Reading(Kind.NUMBER, d)


@pytest.mark.parametrize(
    ("failed", "reading"),
    [
        (failure(Code.NOT_STOCKED_HERE), Reading(Kind.ABSENT, 0)),
        (failure(Code.WAREHOUSE_INACTIVE), Reading(Kind.INACTIVE, 0)),
        (failure(Code.SKU_NOT_FOUND), Reading(Kind.NO_SKU)),
        (failure(Code.TIMEOUT, True), Reading(Kind.FAILED)),
        (failure(Code.RATE_LIMITED, True, 7), Reading(Kind.FAILED, wait_s=7)),
        (failure(Code.UNAVAILABLE, True), Reading(Kind.FAILED)),
        (failure(Code.UNAVAILABLE), Reading(Kind.FATAL)),
        (failure(Code.WAREHOUSE_NOT_FOUND), Reading(Kind.FATAL)),
    ],
)
def test_a_failure_is_an_absence_a_pause_or_an_end(failed: Failure, reading: Reading) -> None:
    """Two codes are zero, one is no article; the others are no number, for now or for good."""
    assert read_stock(TASK, reply(failed)) == reading


def page(rows_before: int = 0, **changed: Any) -> Kind:
    return read_page(TASK, reply({**PAGE, **changed}, "list_stock"), rows_before).kind


def test_a_whole_page_gives_its_rows() -> None:
    """A reading for each sku, and where the next page starts."""
    read = read_page(TASK, reply({**PAGE, "limit": 1, "next_cursor": "after:A"}, "list_stock"), 0)
    assert (read.kind, dict(read.rows), read.next_cursor) == (Kind.PAGE, {"A": Reading(Kind.NUMBER, 7)}, "after:A")


@pytest.mark.parametrize(
    ("rows_before", "changed", "kind"),
    [
        (0, {}, Kind.PAGE),
        (0, {"next_cursor": "after:A"}, Kind.SHORT),
        (0, {"next_cursor": "after:A", "limit": 1}, Kind.PAGE),
        (0, {"total": 2}, Kind.SHORT),
        (1, {"total": 2}, Kind.PAGE),
        (0, {"rows": [], "total": 0}, Kind.PAGE),
        (0, {"rows": []}, Kind.SHORT),
        (0, {"next_cursor": "after:A", "limit": 1, "total": 9}, Kind.PAGE),
    ],
)
def test_a_page_is_short_by_its_limit_or_at_the_end_by_the_total(
    rows_before: int, changed: dict[str, Any], kind: Kind
) -> None:
    """Fewer rows than asked for although more follow, or fewer in all than there are."""
    assert page(rows_before, **changed) is kind


@pytest.mark.parametrize(
    "changed",
    [
        {"rows": None},
        {"rows": {}},
        {"rows": [5]},
        {"rows": [{"on_hand": 1}]},
        {"rows": [{**ROW, "sku": 5}]},
        {"total": None},
        {"total": True},
        {"total": "1"},
        {"limit": None},
        {"limit": 2.0},
        {"next_cursor": 5},
        {"next_cursor": False},
    ],
)
def test_a_page_without_its_parts_is_malformed(changed: dict[str, Any]) -> None:
    """Rows, total, limit, cursor: without any of them nobody can tell what is missing."""
    assert page(**changed) is Kind.MALFORMED


def test_a_bad_row_spoils_only_itself() -> None:
    """The page is whole; one sku has no figure."""
    rows = [{**ROW, "available": 8}, {**ROW, "sku": "B"}]
    task = attrs.evolve(TASK, lines=(Line(1, "A", 5), Line(2, "B", 5)))
    read = read_page(task, reply({**PAGE, "rows": rows, "total": 2}, "list_stock"), 0)
    assert (read.kind, [one.kind for one in read.rows.values()]) == (Kind.PAGE, [Kind.MALFORMED, Kind.NUMBER])


def test_a_page_is_read_for_the_articles_of_the_task() -> None:
    """What else stands on it takes room on the page and is not looked at."""
    read = read_page(TASK, reply({**PAGE, "rows": [ROW, {**ROW, "sku": "B"}], "total": 2}, "list_stock"), 0)
    assert (read.kind, list(read.rows), read.size) == (Kind.PAGE, ["A"], 2)


@pytest.mark.parametrize(
    ("failed", "kind", "wait_s"),
    [
        (failure(Code.WAREHOUSE_INACTIVE), Kind.INACTIVE, 0),
        (failure(Code.TIMEOUT, True), Kind.FAILED, 0),
        (failure(Code.RATE_LIMITED, True, 7), Kind.FAILED, 7),
        (failure(Code.UNAVAILABLE), Kind.FATAL, 0),
        (failure(Code.WAREHOUSE_NOT_FOUND), Kind.FATAL, 0),
    ],
)
def test_a_page_that_failed(failed: Failure, kind: Kind, wait_s: int) -> None:
    """Closed is an answer; the others are none, for now or for good."""
    read = read_page(TASK, reply(failed, "list_stock"), 0)
    assert (read.kind, read.wait_s, dict(read.rows)) == (kind, wait_s, {})
