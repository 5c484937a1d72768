"""Does an agent that knows the development split by heart shine there, and nowhere else?"""

import subprocess
import sys
from pathlib import Path

import pytest
from worlds import scenario

import baselines
from baselines.memorising import memoriser, not_memorised
from baselines.roster import find
from graders.checks import agents
from graders.checks.inquiry import Examined, Inquiry
from graders.examine import cast, examine
from graders.grading import grade
from inventory_env import load_suite, play
from inventory_env.codec import encode
from inventory_env.scenario import Scenario
from inventory_env.splits import SplitKind, dev_split, make
from inventory_env.verdict import Mark

DEV = dev_split().scenarios
TEST = make(SplitKind.TEST, 100, "the salt of the memoriser's tests").scenarios


def passed(scenarios: tuple[Scenario, ...]) -> int:
    """How many of them the memoriser passes."""
    return sum(grade(one, play(memoriser, one)).success is Mark.PASS for one in scenarios)


def test_what_was_seen_is_recited_rightly() -> None:
    """At least 95 of 100 development tasks pass, with careful's own calls and words."""
    assert passed(DEV) >= len(DEV) * 0.95
    one = DEV[0]
    assert encode(play(memoriser, one)) == encode(play(baselines.careful, one))


def test_what_was_not_seen_fails() -> None:
    """Not one of a test split, of the rest of a longer development split, or of what ships by hand."""
    assert passed(TEST) == 0
    assert passed(make(SplitKind.DEV, len(DEV) + 40).scenarios[len(DEV) :]) == 0
    assert passed((*load_suite("worked"), *load_suite("public"))) == 0


def test_what_it_recites_elsewhere_is_of_the_dev_split() -> None:
    """Names of another world, the same ones every time."""
    first, again = (play(memoriser, TEST[0]) for _ in range(2))
    assert encode(first) == encode(again)
    dev = {name for one in DEV for name in one.stock.warehouses}
    asked = {call.arguments["warehouse"] for call in first.calls if "warehouse" in call.arguments}
    assert asked <= dev
    assert asked


def test_its_promise_is_for_other_worlds_only() -> None:
    """It must never succeed, but where it has learnt the answers."""
    assert find("memoriser").applies is not_memorised
    assert not any(map(not_memorised, DEV))
    assert all(map(not_memorised, (*TEST, *load_suite("worked"), scenario({"W1": 1}))))


@pytest.mark.parametrize(("suite", "runs"), [(DEV[:5], None), (TEST[:5], 5)])
def test_the_check_of_the_controls_keeps_to_where_a_promise_applies(
    suite: tuple[Scenario, ...], runs: int | None
) -> None:
    """On the development split the memoriser is no control: it is left out, and the check stays sound."""
    roles = tuple(one for one in cast() if one.name in ("careful", "do-nothing", "memoriser"))
    examined = tuple(Examined(one, *examine(one, roles, grade)) for one in suite)
    found = agents.controls(Inquiry("some", suite, examined, roles, grade, foreign=True))
    assert found.faults == ()
    told = {name: row["runs"] for name, row in found.table.items()}
    assert told == {"do-nothing": 5} | ({"memoriser": runs} if runs else {})


def test_listing_the_agents_makes_no_split() -> None:
    """Whoever only looks a name up does not wait for a suite."""
    code = "import sys, baselines; baselines.CONTROLS[-1].make(0); print('inventory_env.generate' in sys.modules)"
    root = Path(baselines.__file__).parent.parent
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True, cwd=root)
    assert done.stdout == "False\n"
