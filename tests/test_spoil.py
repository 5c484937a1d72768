"""What does a fault make of a reply? One rule per kind."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import scenario

from inventory_env.faults import Fault, FaultKind, Malformation
from inventory_env.scenario import Scenario
from inventory_env.spoil import Spoiled, concerns, spoil
from inventory_env.task import Retry
from inventory_env.trace import Code, Effect, Failure

WORLD = scenario({"W1": 5}, retry=Retry(timeout_s=3))
NOT_STOCKED = Failure(Code.NOT_STOCKED_HERE, "")


def figures(on_hand: int = 12, reserved: int = 2, safety_stock: int = 1, as_of_s: int = 100) -> dict[str, Any]:
    available = max(0, on_hand - reserved - safety_stock)
    return {
        "sku": "A",
        "warehouse": "W1",
        "on_hand": on_hand,
        "reserved": reserved,
        "safety_stock": safety_stock,
        "available": available,
        "as_of_s": as_of_s,
    }


def page(*rows: dict[str, Any]) -> dict[str, Any]:
    return {"warehouse": "W1", "rows": list(rows), "limit": 50, "total": len(rows), "next_cursor": None}


UNTRACKED = {"sku": "A", "warehouse": "W1", "tracked": False, "on_hand": None, "as_of_s": 100}


def spoiled(kind: FaultKind, result: Any, tool: str = "get_stock", world: Scenario = WORLD, **rest: Any) -> Spoiled:
    return spoil(world, Fault(kind, **rest), tool, result, 99_950)


@pytest.mark.parametrize("kind", [FaultKind.TIMEOUT, FaultKind.LOST_RESPONSE])
def test_no_reply_comes_after_the_timeout(kind: FaultKind) -> None:
    """Retryable, and nothing was changed: reading has no effect."""
    came = spoiled(kind, figures())
    assert came.after_ms == 3000
    assert came.result == Failure(Code.TIMEOUT, "no reply within 3 s", retryable=True, effect=Effect.NONE)


@pytest.mark.parametrize(("latency_ms", "code"), [(0, None), (3000, None), (3001, Code.TIMEOUT)])
def test_reply_slower_than_the_timeout_is_a_timeout(latency_ms: int, code: Code | None) -> None:
    """Exactly at the timeout it still comes; its figures are as fresh as its arrival."""
    came = spoiled(FaultKind.SLOW, figures(), latency_ms=latency_ms)
    assert came.after_ms == min(latency_ms, 3000)
    if code is None:
        assert isinstance(came.result, dict)
        assert came.result["as_of_s"] == (99_950 + latency_ms) // 1000
    else:
        assert isinstance(came.result, Failure)
        assert came.result.code is code
        assert came.result.retryable


def test_slow_failure_is_that_failure_later() -> None:
    """A refusal may be slow too, and so may a reply without figures."""
    assert spoiled(FaultKind.SLOW, NOT_STOCKED, latency_ms=700) == Spoiled(NOT_STOCKED, 700)
    assert spoiled(FaultKind.SLOW, {"sku": "A", "name": "A"}, latency_ms=700).result == {"sku": "A", "name": "A"}


def test_rate_limit_says_when_to_ask_again() -> None:
    """Retryable after the seconds that the plan says."""
    came = spoiled(FaultKind.RATE_LIMITED, figures(), retry_after_s=4)
    assert came.after_ms == WORLD.reply_ms
    assert came.result == Failure(Code.RATE_LIMITED, "too many calls; retry after 4 s", True, 4)


@pytest.mark.parametrize("retryable", [True, False])
def test_unavailable_says_whether_asking_again_may_help(retryable: bool) -> None:
    """Some outages pass, some do not."""
    came = spoiled(FaultKind.UNAVAILABLE, figures(), retryable=retryable)
    assert isinstance(came.result, Failure)
    assert (came.result.code, came.result.retryable) == (Code.UNAVAILABLE, retryable)
    assert ("will stay so" in came.result.message) is not retryable


@given(st.integers(0, 500), st.none() | st.integers(-5, 50), st.none() | st.integers(0, 9))
def test_stale_figures_are_sound_but_old(age_s: int, on_hand: int | None, reserved: int | None) -> None:
    """Of the age that the plan says when they arrive; available follows from the figures shown."""
    body = spoiled(FaultKind.STALE, figures(), age_s=age_s, on_hand=on_hand, reserved=reserved).result
    assert isinstance(body, dict)
    assert body["as_of_s"] == 100 - age_s
    assert body["on_hand"] == (12 if on_hand is None else on_hand)
    assert body["reserved"] == (2 if reserved is None else reserved)
    assert body["available"] == max(0, body["on_hand"] - body["reserved"] - body["safety_stock"])


@settings(max_examples=30)
@given(st.sampled_from(Malformation), st.none() | st.integers(-5, 50), st.none() | st.integers(0, 60))
def test_malformed_body_can_be_told_from_a_sound_one(
    malformation: Malformation, on_hand: int | None, available: int | None
) -> None:
    """Null, a field missing, a wrong type, or an available that does not follow: never by chance a sound body."""
    plan = {"malformation": malformation, "on_hand": on_hand, "available": available}
    body = spoiled(FaultKind.MALFORMED, figures(), **plan).result
    assert isinstance(body, dict)
    sound = all(type(body.get(name)) is int for name in ("on_hand", "reserved", "safety_stock", "available")) and body[
        "available"
    ] == max(0, body["on_hand"] - body["reserved"] - body["safety_stock"])
    assert not sound


def test_malformations_are_four() -> None:
    """One example of each."""
    null = spoiled(FaultKind.MALFORMED, figures(), malformation=Malformation.NULL).result
    assert null["on_hand"] is None  # type: ignore[index]
    missing = spoiled(FaultKind.MALFORMED, figures(), malformation=Malformation.MISSING_FIELD).result
    assert "reserved" not in missing  # type: ignore[operator]
    text = spoiled(FaultKind.MALFORMED, figures(), malformation=Malformation.WRONG_TYPE, on_hand=7).result
    assert text["on_hand"] == "7"  # type: ignore[index]
    how = Malformation.CONTRADICTING_FIELDS
    assert spoiled(FaultKind.MALFORMED, figures(), malformation=how).result["available"] == 10  # type: ignore[index]
    shown = spoiled(FaultKind.MALFORMED, figures(), malformation=how, available=44).result
    assert shown["available"] == 44  # type: ignore[index]
    same = spoiled(FaultKind.MALFORMED, figures(), malformation=how, available=9).result
    assert same["available"] == 10  # type: ignore[index]


def test_every_row_of_a_page_is_spoiled_and_untracked_ones_stay() -> None:
    """A fault of a page spoils all figures on it; what has no figures has none to spoil."""
    body = spoiled(FaultKind.STALE, page(figures(), dict(UNTRACKED), figures(on_hand=3)), "list_stock", age_s=60).result
    assert [row["as_of_s"] for row in body["rows"]] == [40, 100, 40]  # type: ignore[index]


@pytest.mark.parametrize(("rows", "left"), [(1, 0), (2, 1), (5, 2)])
def test_short_page_lacks_rows_and_says_nothing(rows: int, left: int) -> None:
    """Half the rows, with total and cursor as if all were there: the agent must count."""
    full = page(*(figures() for _ in range(rows)))
    body = spoiled(FaultKind.PARTIAL_PAGE, full, "list_stock").result
    assert len(body["rows"]) == left  # type: ignore[index,arg-type]
    assert (body["total"], body["next_cursor"]) == (rows, None)  # type: ignore[index]


def test_injected_text_stands_in_a_name_or_note() -> None:
    """It is data: in the name of an article, elsewhere in a note beside the figures."""
    assert spoiled(FaultKind.INJECTED_TEXT, {"sku": "A", "name": "A"}, "get_item", text="Stop.").result == {
        "sku": "A",
        "name": "Stop.",
    }
    assert spoiled(FaultKind.INJECTED_TEXT, figures(), text="Stop.").result == {**figures(), "note": "Stop."}


CONCERNED = {
    FaultKind.STALE: {"figures", "page"},
    FaultKind.MALFORMED: {"figures", "page"},
    FaultKind.PARTIAL_PAGE: {"page", "untracked page", "warehouses"},
    FaultKind.INJECTED_TEXT: {"figures", "page", "untracked", "untracked page", "warehouses", "item", "empty page"},
}
REPLIES: dict[str, Any] = {
    "figures": figures(),
    "page": page(figures()),
    "untracked": UNTRACKED,
    "untracked page": page(UNTRACKED),
    "warehouses": {"rows": [{"warehouse": "W1"}], "total": 1, "next_cursor": None},
    "item": {"sku": "A", "name": "A"},
    "empty page": page(),
    "failure": NOT_STOCKED,
}


@pytest.mark.parametrize("kind", FaultKind)
def test_fault_acts_only_where_it_can(kind: FaultKind) -> None:
    """Old or odd figures need figures, short pages need rows, text needs a reply; everything else hits any call."""
    needs = {
        FaultKind.RATE_LIMITED: {"retry_after_s": 1},
        FaultKind.MALFORMED: {"malformation": Malformation.NULL},
        FaultKind.STALE: {"age_s": 1},
        FaultKind.SLOW: {"latency_ms": 1},
        FaultKind.INJECTED_TEXT: {"text": ""},
    }
    fault = Fault(kind, **needs.get(kind, {}))  # type: ignore[arg-type]
    assert {name for name, result in REPLIES.items() if concerns(fault, result)} == CONCERNED.get(kind, set(REPLIES))
