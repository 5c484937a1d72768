"""Is every agent found by its name, and does each entry say what its agent is?"""

import re

import pytest
from worlds import scenario

import baselines
from baselines.roster import CONTROLS, RIGHT, Entry, Kind, find
from baselines.rule_based import careful
from baselines.zoo import ZOO
from inventory_env.episode import play
from inventory_env.errors import InputError
from inventory_env.faults import Fault, FaultKind
from inventory_env.task import Budget

EVERYONE = (*RIGHT, *CONTROLS, *ZOO)


def test_careful_comes_first() -> None:
    """The first right agent is the one that all others are measured by."""
    assert (RIGHT[0].name, RIGHT[0].make(0)) == ("careful", careful)
    assert len(RIGHT) >= 9
    assert len(CONTROLS) >= 9


def test_names_are_short_distinct_and_kebab_case() -> None:
    """A name is typed in a shell, so it holds nothing that a shell would take for its own."""
    names = [one.name for one in EVERYONE]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", name) and len(name) <= 40 for name in names)


@pytest.mark.parametrize("entry", [*RIGHT, *CONTROLS], ids=lambda one: one.name)
def test_each_entry_tells_what_its_agent_does(entry: Entry) -> None:
    """One full sentence, and an agent for any seed."""
    assert entry.about.endswith(".")
    assert entry.kind is (Kind.RIGHT if entry in RIGHT else Kind.CONTROL)
    assert callable(entry.make(2**40))


@pytest.mark.parametrize("name", [one.name for one in EVERYONE])
def test_every_agent_is_found_by_its_name(name: str) -> None:
    """Right, control or zoo: one roster."""
    found = find(name)
    assert found.name == name
    assert play(found.make(1), scenario({"W1": 12})).scenario == "t1"


def test_an_unknown_name_is_told_with_the_nearest_one() -> None:
    """The message lists every name there is."""
    with pytest.raises(InputError, match="did you mean careful") as caught:
        find("carefull")
    assert all(one.name in str(caught.value) for one in EVERYONE)


def test_agents_that_take_their_time_promise_nothing_where_it_is_scarce() -> None:
    """A budget, or a fault that comes and goes, may punish a wait; all others keep their promise everywhere."""
    plain = scenario({"W1": 12})
    limited = scenario({"W1": 12}, budget=Budget(calls=9))
    passing = [scenario({"W1": 12}, Fault(FaultKind.TIMEOUT, **when)) for when in ({"from_s": 1}, {"to_s": 1})]
    promising = {one.name: [one.applies(case) for case in (plain, limited, *passing)] for one in RIGHT}
    assert promising.pop("waits-longer") == promising.pop("parallel") == [True, False, False, False]
    assert promising.pop("reads-policy-first") == [True, False, True, True]
    assert all(all(applies) for applies in promising.values())


def test_the_package_hands_on_sorted_names() -> None:
    """What can be imported from the package is what it says."""
    assert baselines.__all__ == sorted(baselines.__all__)
    assert all(hasattr(baselines, name) for name in baselines.__all__)
