"""Which bodies does the careful agent believe?"""

from typing import Any

import pytest

from baselines.reading import NO_REPLY, UNTRACKED, read_failure, read_figures, read_page
from inventory_env.trace import Code, Failure

GOOD: dict[str, Any] = {"on_hand": 12, "reserved": 5, "safety_stock": 1, "available": 6, "as_of_s": 100}
PAGE: dict[str, Any] = {"warehouse": "W1", "rows": [{"sku": "A"}], "limit": 2, "total": 1, "next_cursor": None}


@pytest.mark.parametrize(
    ("change", "value"),
    [
        ({}, 6),
        ({"on_hand": 3, "available": 0}, 0),
        ({"on_hand": -3, "reserved": 0, "available": 0}, 0),
        ({"tracked": False, "on_hand": None}, UNTRACKED),
        ({"on_hand": None}, None),
        ({"on_hand": True, "reserved": 0, "safety_stock": 0, "available": 1}, None),
        ({"on_hand": "12"}, None),
        ({"on_hand": 12.0}, None),
        ({"reserved": -1, "available": 12}, None),
        ({"safety_stock": -1, "available": 8}, None),
        ({"reserved": None}, None),
        ({"available": 7}, None),
        ({"available": None}, None),
        ({"available": 6.0}, None),
        ({"as_of_s": None}, None),
        ({"on_hand": 3, "available": -3}, None),
    ],
)
def test_figures_are_believed_only_when_all_of_them_agree(change: dict[str, Any], value: object) -> None:
    """Whole numbers, none below what it may be, and available follows from the others."""
    assert read_figures({**GOOD, **change}, None) == value


@pytest.mark.parametrize("field", GOOD)
def test_no_figure_may_be_missing(field: str) -> None:
    """Not even one that the others imply."""
    assert read_figures({name: value for name, value in GOOD.items() if name != field}, None) is None


@pytest.mark.parametrize(("oldest_s", "value"), [(None, 6), (99, 6), (100, 6), (101, None)])
def test_figures_before_the_oldest_second_are_too_old(oldest_s: int | None, value: int | None) -> None:
    """The limit itself still counts."""
    assert read_figures(GOOD, oldest_s) == value


@pytest.mark.parametrize(
    "change",
    [
        {"warehouse": "W2"},
        {"rows": None},
        {"rows": {}},
        {"rows": [None]},
        {"rows": [{}]},
        {"rows": [{"sku": None}]},
        {"limit": 0},
        {"limit": True},
        {"total": None},
        {"total": -1},
        {"next_cursor": 7},
    ],
)
def test_a_page_of_another_shape_is_none(change: dict[str, Any]) -> None:
    """Rows with a sku, a limit, a total, and where the next page begins."""
    assert read_page(PAGE, "W1") is not None
    assert read_page({**PAGE, **change}, "W1") is None


def test_a_page_must_say_whether_another_follows() -> None:
    """An absent cursor is not the end of the list."""
    assert read_page({name: value for name, value in PAGE.items() if name != "next_cursor"}, "W1") is None


def test_a_failure_settles_only_what_it_says() -> None:
    """Retryable settles nothing; final leaves the place without a reply."""
    assert read_failure(Failure(Code.TIMEOUT, "", retryable=True)) is None
    assert read_failure(Failure(Code.UNAVAILABLE, "", retryable=False)) is NO_REPLY
    assert read_failure(Failure(Code.NOT_STOCKED_HERE, "")) == "not_stocked"
    assert read_failure(Failure(Code.WAREHOUSE_INACTIVE, "")) == "inactive"
