"""Does a stored run happen again, and is the first difference named where it does not?"""

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from worlds import report, scenario

from baselines import CONTROLS, RIGHT, ZOO, careful
from baselines.replay import replay
from graders.cli import status
from graders.replaying import NOTHING, again, first_difference
from inventory_env import Answer, Desk, Scenario, Task, Trace, load_suite, play
from inventory_env.codec import decode, encode
from inventory_env.episode import Agent
from inventory_env.faults import Fault, FaultKind
from inventory_env.store import write_lines
from inventory_env.task import Budget, Completion
from inventory_env.trace import Stop
from inventory_env.warehouse import Warehouse

EVERYONE = [*RIGHT, *CONTROLS, *ZOO]


def stored(trace: Trace) -> Trace:
    """The trace as it comes back from disk."""
    return decode(encode(trace), Trace)


@pytest.mark.parametrize("one", EVERYONE, ids=lambda one: one.name)
def test_every_agent_is_reproduced(one: Any) -> None:
    """Whatever an agent does, its calls made again give the same bytes."""
    scenarios = [*load_suite("worked")[::10], *load_suite("public")[::10]]
    for case in scenarios:
        trace = play(one.make(7), case)
        assert encode(again(case, stored(trace))) == encode(trace)


WORLDS = [
    scenario({"W1": 3, "W2": 20}),
    scenario({"W1": 3, "W2": 20}, Fault(FaultKind.TIMEOUT, warehouse="W1", nth=1), budget=Budget(calls=2)),
    scenario({"W1": 3}, budget=Budget(tokens=5), completion=Completion.LAST_ANSWER),
    scenario({"W1": 3}, budget=Budget(seconds=1, decisions=3)),
]
RUBBISH = st.sampled_from(
    [None, 5, True, 2.5, "text", [1, [2]], (1, 2), {"lines": 3}, {1: 2}, object(), b"bytes", {"a", "b"},
     {"lines": [{"line": 1, "status": "found", "plan": [["W1", 1]]}]}, report(), report(line=9)]
)  # fmt: skip
CALLS = st.tuples(
    st.sampled_from(["get_stock", "get_item", "wait", "create_order", "no_such_tool", "submit_answer", 5]),
    st.sampled_from(
        [{"sku": "A", "warehouse": "W1"}, {"sku": "A"}, {"seconds": 1}, {}, {"x": float("nan")}, {"x": 10**400}, 3,
         {"deep": [{"er": [1, 2]}]}, {"sku": "A", "warehouse": "W2"}, {"seconds": 1.0}, {"lines": []}, {5: 6}]
    ),
)  # fmt: skip
STEPS = st.one_of(
    st.tuples(st.just("decide"), st.lists(CALLS, max_size=4)),
    st.tuples(st.just("submit"), RUBBISH),
    st.tuples(st.just("tokens"), st.tuples(st.integers(0, 3), st.integers(0, 3))),
    st.tuples(st.just("raise"), st.sampled_from([ValueError("why"), KeyError(), SystemExit(3), OSError("a: b\n")])),
)


def acting(script: list[tuple[str, Any]], stubborn: bool, last: object) -> Agent:
    """An agent that follows a script; a stubborn one goes on after whatever stops it."""

    def step(desk: Desk, what: str, how: Any) -> None:
        if what == "decide":
            desk.decide(how)
        elif what == "submit":
            desk.submit(how)
        elif what == "tokens":
            desk.report_tokens(*how)
        elif what == "raise":
            raise how
        else:
            for _ in range(2001):
                desk.call("get_item", sku="A")

    def agent(task: Task, desk: Desk) -> Any:
        for what, how in script:
            with contextlib.suppress(BaseException) if stubborn else contextlib.nullcontext():
                step(desk, what, how)
        return last

    return agent


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(WORLDS), st.lists(STEPS, max_size=6), st.booleans(), RUBBISH)
@example(WORLDS[0], [("decide", [("submit_answer", 3), ("get_item", {"sku": "A"})])], False, None)
@example(WORLDS[0], [("decide", [("get_item", {}), ("submit_answer", 3), ("get_item", {})])], False, None)
@example(WORLDS[0], [("loop", None)], True, report())
@example(WORLDS[0], [("decide", []), ("decide", [("get_item", {"sku": "A"})])], False, None)
@example(WORLDS[1], [("decide", [("get_stock", {"sku": "A", "warehouse": "W1"})] * 4)], True, report())
def test_any_agent_is_reproduced(case: Scenario, script: list[tuple[str, Any]], stubborn: bool, last: object) -> None:
    """Rubbish, crashes, loops and tokens come again too, to the byte."""
    trace = play(acting(script, stubborn, last), case)
    assert encode(again(case, stored(trace))) == encode(trace)


def test_how_an_agent_was_kept_apart_is_no_difference() -> None:
    """Isolation is a matter of the first run, which the second cannot and need not repeat."""
    trace = attrs.evolve(play(careful, WORLDS[0]), isolation="process")
    assert again(WORLDS[0], trace) == trace


def test_fault_of_the_world_is_not_repeated() -> None:
    """A world that broke once need not break again: the difference is the reason of the stop."""

    class Broken(Warehouse):
        def reply(self, *_: Any) -> Any:
            raise OSError("lost")

    trace = play(careful, WORLDS[0], world=Broken)
    assert trace.stop is Stop.ENVIRONMENT_FAULT
    assert again(WORLDS[0], trace).stop is Stop.RETURNED


def test_replaying_agent_needs_no_sound_trace() -> None:
    """A trace that somebody wrote by hand ends as data, whatever stands in it."""
    trace = play(careful, WORLDS[0])
    odd = attrs.evolve(
        trace, tokens_in=5, tokens_out=1, stop=Stop.AGENT_CRASH, stop_reason="\x00", calls=trace.calls[::-1]
    )
    assert play(replay(odd), WORLDS[0]).stop is not Stop.HARNESS_FAULT


LEAVES = st.sampled_from([None, True, 1, 1.0, 0, "", "a"])
LISTS = st.lists(LEAVES, max_size=3)
PLAIN = LEAVES | LISTS | st.dictionaries(st.sampled_from(["a", "b", "~", "x/y"]), LEAVES | LISTS, max_size=3)


def looked_up(plain: Any, pointer: str) -> Any:
    """What stands at a JSON pointer (RFC 6901)."""
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        try:
            plain = plain[int(name)] if isinstance(plain, list) else plain[name]
        except (KeyError, IndexError):
            return NOTHING
    return plain


@settings(deadline=None, max_examples=40)
@given(PLAIN, PLAIN)
def test_first_difference_is_one(one: Any, other: Any) -> None:
    """Equal JSON has no difference; else the pointer leads to the two values told, and they differ."""
    found = first_difference(one, other)
    assert (found is None) is (json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True))
    if found is not None:
        pointer, stored_value, fresh = found
        assert (looked_up(one, pointer), looked_up(other, pointer)) == (stored_value, fresh)
        assert json.dumps(stored_value) != json.dumps(fresh)


@pytest.fixture
def traces(tmp_path: Path) -> Callable[..., Path]:
    """Writes traces into a file."""

    def write(*found: Trace) -> Path:
        write_lines(tmp_path / "traces.jsonl", found)
        return tmp_path / "traces.jsonl"

    return write


def test_replay_reproduces_and_leaves_with_0(traces: Callable[..., Path], capsys: Any) -> None:
    """Traces that stand alone are replayed on the suite that is named."""
    path = traces(*(play(careful, one) for one in load_suite("worked")[:4]))
    assert status(["replay", str(path), "--suite", "worked"]) == 0
    assert capsys.readouterr().out == "4 of 4 runs reproduced, every byte\n"


def test_replay_names_the_first_difference_and_leaves_with_1(traces: Callable[..., Path], capsys: Any) -> None:
    """A figure that the world no longer gives is named by pointer, with both values."""
    case = load_suite("worked")[0]
    trace = play(careful, case)
    plain = json.loads(encode(trace))
    plain["calls"][0]["observation"]["body"]["on_hand"] = 13
    path = traces(trace, trace)
    path.write_bytes(encode(trace) + b"\n" + json.dumps(plain).encode() + b"\n")
    assert status(["replay", str(path), "--suite", "worked", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["runs"], told["reproduced"]) == (2, 1)
    (difference,) = told["differences"]
    assert difference["pointer"] == "/calls/0/observation/body/on_hand"
    assert (difference["stored"], difference["replayed"], difference["index"]) == (13, 12, 1)
    assert status(["replay", str(path), "--suite", "worked"]) == 1
    assert "/calls/0/observation/body/on_hand: stored 13, replayed 12" in capsys.readouterr().out


def test_replay_of_another_suite_is_refused(traces: Callable[..., Path], capsys: Any) -> None:
    """A trace of no scenario of the suite is bad input, not a difference."""
    path = traces(play(careful, load_suite("worked")[0]))
    assert status(["replay", str(path), "--suite", "public"]) == 2
    assert "scenario must be of the suite public; got 'E01'" in capsys.readouterr().err


def test_answer_of_an_agent_is_an_answer() -> None:
    """The replaying agent submits; it returns nothing."""
    trace = play(careful, WORLDS[0])
    assert isinstance(trace.counting.answer if trace.counting else None, Answer)
    assert play(replay(trace), WORLDS[0]) == trace
