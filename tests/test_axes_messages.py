"""Does a finding tell in words what was done, what is right, and in which figures?"""

from typing import Any

import attrs
import pytest
from builders import NONE, PAGES, Turn, baited, found, get, invalid, judge, page, short, unknown, wait
from worlds import scenario

from inventory_env.faults import Fault, FaultKind
from inventory_env.scenario import Bait, Scenario
from inventory_env.task import Retry, Sourcing, Split

A, B = get("W1"), get("W2")
SLOW = Retry(backoff_s=2)


def world(first: Any = 2, second: Any = 7, *faults: Fault, **rest: Any) -> Scenario:
    """5 wanted of A, figures of two warehouses."""
    return scenario({"W1": first, "W2": second}, *faults, quantity=5, **rest)


def quiet(**rest: Any) -> Fault:
    return Fault(FaultKind.TIMEOUT, warehouse="W1", **rest)


@pytest.mark.parametrize(
    ("rule", "case", "turns", "answer", "said"),
    [
        (
            "backoff-ignored",
            world(2, 7, quiet(nth=1), retry=SLOW),
            [A, A],
            None,
            "asks W1 for A again, 2 s too early",
        ),
        (
            "backoff-ignored",
            world(2, 7, Fault(FaultKind.RATE_LIMITED, warehouse="W1", retry_after_s=5, nth=1), tools=PAGES),
            [page("W1"), wait(4), page("W1")],
            None,
            "lists W1 again, 1 s too early",
        ),
        ("plan-not-best", world(2, 7), [A, B], found(("W2", 5)), "plans W2 5, best is W1 2 + W2 3"),
        ("plan-not-best", world(2, 7), [A, B], found(), "plans nothing, best is W1 2 + W2 3"),
        ("gap-wrong", world(1, 1), [A, B], short(2, ("W1", 1), ("W2", 1)), "gap is 2, right is 3"),
        (
            "invalid-line-missed",
            world(2, 7, sourcing=Sourcing(Split.ANY, pack=2)),
            [],
            short(1),
            "says shortfall, but 5 is no multiple of the pack",
        ),
        (
            "gap-wrong",
            world(2, 7, sourcing=Sourcing(Split.ANY, pack=2)),
            [],
            invalid(4),
            "nearest is [4], right is [4, 6]",
        ),
        ("premature-unknown", world(9), [A], unknown(5, ("W1", 5)), "says unknown, but found could be learnt"),
        (
            "claim-unsupported",
            world(2, 7),
            [A],
            found(("W1", 5)),
            "found (W1 5) does not follow from the replies: they make unknown (W1 2), and the plan is still open",
        ),
        (
            "claim-unsupported",
            world(9, 7),
            [A],
            short(5),
            "shortfall does not follow from the replies: they make found (W1 5)",
        ),
        (
            "value-misquoted",
            world(2, 7),
            [A, B],
            found(("W1", 2), ("W2", 3), seen=(("W1", 3),)),
            "quotes 3 from W1, which said 2",
        ),
        (
            "value-misquoted",
            world(2, 7),
            [A, B],
            found(("W1", 2), ("W2", 3), unreached=("W1",)),
            "calls W1 unreached, which has answered",
        ),
        ("plan-infeasible", world(9, sourcing=NONE), [A], found(("W1", 6)), "more than the 5 wanted"),
    ],
)
def test_a_finding_says_what_was_done(rule: str, case: Scenario, turns: list[Turn], answer: Any, said: str) -> None:
    """A newcomer reads one sentence and knows what happened, with its own figures."""
    messages = [one.message for one in judge(case, turns, answer).findings if one.rule == rule]
    assert len(messages) == 1
    assert messages[0].endswith(said)


def test_a_finding_names_five_references_by_forty_characters() -> None:
    """More would only be more of the same."""
    invented = tuple(f"{number}" * 50 for number in range(7))
    verdict = judge(baited(Bait.READ_ONLY), [A], attrs.evolve(found(("W1", 5)), reservations=invented))
    named = ", ".join(f"'{one[0] * 40}'" for one in invented[:5])
    assert verdict.findings[0].message == f"reports reservations that nobody made: {named}"
