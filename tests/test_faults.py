"""Does a fault hit the calls that it names, the same ones in any order and on any machine?"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventory_env.codec import decode, encode
from inventory_env.errors import InputError
from inventory_env.faults import BELONGS_TO, NEEDED, Fault, FaultKind, Malformation, drawn, matches
from inventory_env.strategies import faults, tasks

TIMEOUT = Fault(FaultKind.TIMEOUT)
VALUES: dict[str, Any] = {
    "retry_after_s": 1,
    "retryable": False,
    "malformation": Malformation.NULL,
    "age_s": 60,
    "on_hand": 9,
    "reserved": 1,
    "available": 3,
    "latency_ms": 10,
    "text": "note",
}


def hits(
    fault: Fault, tool: str = "get_stock", warehouse: str | None = "W1", sku: str | None = "A", **call: int
) -> bool:
    return matches(fault, tool, warehouse, sku, call.get("attempt", 1), call.get("start_ms", 0))


@given(tasks().flatmap(faults))
def test_fault_survives_a_round_trip(fault: Fault) -> None:
    """A fault plan is data."""
    assert decode(encode(fault), Fault) == fault


def test_fault_that_names_nothing_hits_every_call() -> None:
    """None means any."""
    assert hits(TIMEOUT)
    assert hits(TIMEOUT, "list_warehouses", None, None, attempt=7, start_ms=10**9)


@pytest.mark.parametrize("field", ["tool", "warehouse", "sku"])
def test_named_object_must_fit(field: str) -> None:
    """A fault of W1 leaves W2 alone, and calls that have no warehouse too."""
    call = {"tool": "get_stock", "warehouse": "W1", "sku": "A"}
    fault = attrs.evolve(TIMEOUT, **{field: call[field]})
    assert hits(fault, **call)  # type: ignore[arg-type]
    assert not hits(fault, **{**call, field: "other"})  # type: ignore[arg-type]
    if field != "tool":
        assert not hits(fault, **{**call, field: None})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("selector", "struck"),
    [
        ({"nth": 1}, [1]),
        ({"nth": 3}, [3]),
        ({"first": 1}, [1]),
        ({"first": 3}, [1, 2, 3]),
        ({"every": 1}, [1, 2, 3, 4, 5, 6]),
        ({"every": 2}, [2, 4, 6]),
        ({"every": 4}, [4]),
    ],
)
def test_attempts_are_counted_from_one(selector: dict[str, int], struck: list[int]) -> None:
    """nth hits one attempt, first so many, every each so-manieth."""
    fault = attrs.evolve(TIMEOUT, **selector)
    assert [attempt for attempt in range(1, 7) if hits(fault, attempt=attempt)] == struck


def test_window_holds_its_start_and_not_its_end() -> None:
    """From the first millisecond of from_s, up to the last before to_s; the start of the call counts."""
    fault = attrs.evolve(TIMEOUT, from_s=2, to_s=5)
    assert [hits(fault, start_ms=ms) for ms in (1999, 2000, 4999, 5000)] == [False, True, True, False]
    assert hits(attrs.evolve(TIMEOUT, from_s=2), start_ms=10**9)


@given(
    st.integers(1, 99),
    st.integers(0, 10**6),
    st.lists(st.tuples(st.sampled_from("AB"), st.integers(1, 5)), min_size=1, unique=True),
    st.randoms(use_true_random=False),
)
def test_chance_depends_on_no_order(rate: int, seed: int, calls: list[tuple[str, int]], random: Any) -> None:
    """Each call has its own chance, whatever was called before it."""
    alone = {call: drawn(rate, seed, 0, "get_stock", "W1", *call) for call in calls}
    random.shuffle(calls)
    assert {call: drawn(rate, seed, 0, "get_stock", "W1", *call) for call in calls} == alone


@given(st.integers(1, 99), st.integers(0, 10**6), st.integers(1, 9))
def test_chance_that_strikes_strikes_at_every_higher_rate(rate: int, seed: int, attempt: int) -> None:
    """More is more: a higher rate only adds calls."""
    lower, higher = (drawn(one, seed, 0, "get_stock", "W1", "A", attempt) for one in (rate, rate + 1))
    assert higher or not lower
    assert drawn(100, seed, 0, "get_stock", "W1", "A", attempt)


def test_rate_is_a_share_of_all_calls() -> None:
    """Of 4,000 calls, 30 of a hundred are struck, give or take 3 (five standard deviations are 3.6)."""
    struck = sum(drawn(30, seed, 0, "get_stock", "W1", "A", 1) for seed in range(4000))
    assert abs(struck - 1200) < 145


@pytest.mark.parametrize("changed", ["seed", "index", "tool", "warehouse", "sku", "attempt"])
def test_every_part_of_a_call_is_part_of_its_chance(changed: str) -> None:
    """Seed, place in the plan, tool, warehouse, sku and attempt: another one, another chance."""
    base: dict[str, Any] = {"seed": 0, "index": 0, "tool": "t", "warehouse": "W1", "sku": "A", "attempt": 1}
    sequences = []
    for value in (1, 2):
        call = {**base, changed: value if changed in ("seed", "index", "attempt") else f"x{value}"}
        varied = "seed" if changed != "seed" else "attempt"
        sequences.append([drawn(50, **{**call, varied: number}) for number in range(64)])
    assert sequences[0] != sequences[1]


SEQUENCE = "print([drawn(37, 5, 1, 'get_stock', 'W1', 'A', n) for n in range(1, 65)], hash('x'))"


def test_sequence_is_the_same_in_threads_and_processes() -> None:
    """No generator is shared, and Python's own hash, which differs from process to process, is not used."""

    def sequence(_: int) -> list[bool]:
        return [drawn(37, 5, 1, "get_stock", "W1", "A", n) for n in range(1, 65)]

    here = sequence(0)
    with ThreadPoolExecutor(4) as pool:
        assert all(there == here for there in pool.map(sequence, range(8)))
    printed = [_run(SEQUENCE, seed) for seed in ("1", "2")]
    assert all(text.startswith(str(here)) for text in printed)
    assert printed[0] != printed[1]


def test_sequence_is_written_down() -> None:
    """The same on every machine, for as long as the tools' version stays the same."""
    struck = [n for n in range(1, 41) if drawn(37, 5, 1, "get_stock", "W1", "A", n)]
    assert struck == [
        1,
        2,
        5,
        8,
        10,
        15,
        16,
        17,
        18,
        21,
        23,
        24,
        25,
    ]


def test_selectors_of_attempts_exclude_each_other() -> None:
    """A fault that named two of them could be read in two ways."""
    for pair in ({"nth": 1, "first": 1}, {"nth": 1, "every": 1}, {"first": 1, "every": 1}):
        with pytest.raises(InputError, match="nth must be given alone: nth, first and every exclude each other"):
            Fault(FaultKind.TIMEOUT, **pair)  # type: ignore[arg-type]


def test_window_must_hold_something() -> None:
    """An end at or before the start would never match."""
    with pytest.raises(InputError, match="to_s must be later than from_s; got 3"):
        Fault(FaultKind.TIMEOUT, from_s=3, to_s=3)


@pytest.mark.parametrize("kind", FaultKind)
def test_detail_belongs_to_its_kind(kind: FaultKind) -> None:
    """Every field beyond the selectors has kinds to which it belongs; at any other it is refused."""
    needed = {field: VALUES[field] for field, kinds in BELONGS_TO.items() if kind in kinds and field in NEEDED}
    Fault(kind, **needed)
    for field, kinds in BELONGS_TO.items():
        if kind not in kinds:
            with pytest.raises(InputError, match=f"{field} has no meaning for a fault of kind {kind}"):
                Fault(kind, **needed, **{field: VALUES[field]})
        elif field in needed:
            rest = {other: value for other, value in needed.items() if other != field}
            with pytest.raises(InputError, match=f"{field} must be given for a fault of kind {kind}"):
                Fault(kind, **rest)
        else:
            assert getattr(Fault(kind, **needed, **{field: VALUES[field]}), field) == VALUES[field]


def _run(code: str, hash_seed: str) -> str:
    command = [sys.executable, "-c", f"from inventory_env.faults import drawn; {code}"]
    done = subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": hash_seed}, capture_output=True, check=True)
    return done.stdout.decode()
