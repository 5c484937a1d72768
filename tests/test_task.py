"""Does a task say all that an agent must know, and nothing that cannot be meant?"""

from typing import Any

import pytest
from hypothesis import given

from inventory_env.errors import InputError
from inventory_env.strategies import tasks
from inventory_env.task import MAX_LINES, MAX_PRIORITY, Budget, Line, Retry, Sourcing, Split, Task


def task(**changed: Any) -> Task:
    base = {"id": "t", "prompt": "", "lines": (Line(1, "A", 1),), "priority": ("W1",), "sourcing": Sourcing(Split.ANY)}
    return Task(**{**base, "tools": frozenset({"get_stock"}), **changed})


@given(tasks())
def test_line_is_found_by_its_number(any_task: Task) -> None:
    """Each line has its own number; no other number is a line."""
    assert [any_task.line(line.line) for line in any_task.lines] == list(any_task.lines)
    with pytest.raises(InputError, match="task has no line 99"):
        any_task.line(99)


def test_skus_are_named_once_in_the_order_of_the_lines() -> None:
    """Two lines may want the same article."""
    wanted = (Line(1, "B", 1), Line(2, "A", 1), Line(3, "B", 1))
    assert task(lines=wanted).skus() == ("B", "A")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"lines": ()}, f"lines must hold 1 to {MAX_LINES} entries; got 0"),
        ({"lines": tuple(Line(n, "A", 1) for n in range(1, 502))}, "lines must hold 1 to 500 entries; got 501"),
        ({"lines": (Line(1, "A", 1), Line(1, "B", 1))}, "lines must not name 1 twice"),
        ({"priority": ()}, f"priority must hold 1 to {MAX_PRIORITY} entries; got 0"),
        ({"priority": ("W1", "W2", "W1")}, "priority must not name 'W1' twice"),
        ({"id": " t"}, "id must be a name"),
        (
            {"lines": (Line(1, "A", 2**53 - 1),)},
            r"lines\[0\].quantity and the pack must add up to 9007199254740991 or less",
        ),
    ],
    ids=["no line", "501 lines", "line twice", "no warehouse", "warehouse twice", "blank", "too much"],
)
def test_task_that_cannot_be_meant_is_refused(changed: dict[str, Any], message: str) -> None:
    """Nothing to find, nowhere to look, two meanings for one number, too much for any real order."""
    with pytest.raises(InputError, match=message):
        task(**changed)


def test_timeout_is_at_least_a_second() -> None:
    """A reply that takes no time at all would time out."""
    assert Retry(timeout_s=1).timeout_s == 1
    with pytest.raises(InputError, match="timeout_s must be 1 or more; got 0"):
        Retry(timeout_s=0)


def test_defaults_are_those_that_a_prompt_need_not_mention() -> None:
    """No limits, 2 seconds, 3 attempts, no backoff, any age, first answer, unreached warehouses skipped."""
    plain = task()
    assert plain.retry == Retry(timeout_s=2, max_attempts=3, backoff_s=0)
    assert plain.budget == Budget(None, None, None, None)
    assert (plain.on_unreachable, plain.max_age_s, plain.completion) == ("skip_and_disclose", None, "first_answer")
    assert plain.sourcing == Sourcing(Split.ANY, None, 1, 1)
    assert plain.sourcing.completeness == "line"
    assert plain.asks_to_reserve is False
