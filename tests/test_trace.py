"""Is a trace canonical, complete, and free of truth and verdict?"""

import os
import subprocess
import sys
import typing
from concurrent.futures import ThreadPoolExecutor

import attrs
from worlds import report, scenario

from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.codec import decode, encode
from inventory_env.episode import Desk, play
from inventory_env.faults import Fault, FaultKind
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock
from inventory_env.task import Completion, Task
from inventory_env.trace import SCHEMA_VERSION, TOOLS_VERSION, Call, Submission, Trace
from inventory_env.verdict import Verdict

WORLD = scenario(
    {"W1": 4, "W2": None, "W3": 30},
    Fault(FaultKind.TIMEOUT, warehouse="W1", nth=1),
    Fault(FaultKind.STALE, rate_percent=50, age_s=90),
    completion=Completion.LAST_ANSWER,
    world={"seed": 11},
)


def agent(task: Task, desk: Desk) -> Answer:
    """Asks for everything twice, answers wrongly, then otherwise, with a lone surrogate in the message."""
    for warehouse in task.priority * 2:
        desk.call("get_stock", sku="A", warehouse=warehouse)
    desk.submit({"lines": 5})
    desk.submit(report(Status.SHORTFALL, ("W1", 4), gap=6))
    return Answer((LineAnswer(1, Status.UNKNOWN, (("W1", 4),), confirmed=4, unreached=("W2",)),), message="é \ud800")


def test_trace_survives_a_round_trip() -> None:
    """Read back equal, and written back the same bytes."""
    data = encode(play(agent, WORLD))
    assert encode(decode(data, Trace)) == data


def test_trace_is_written_down() -> None:
    """Sorted keys, counters for ids, no time of day: the first call of this run has these bytes on every machine."""
    data = encode(play(agent, WORLD).calls[0])
    assert data == (
        b'{"arguments":{"sku":"A","warehouse":"W1"},"arrived_ms":2000,"attempt":1,"call_id":"c1","decision":1,"fault":0,'
        b'"observation":{"body":{},"call_id":"c1","error":{"code":"TIMEOUT",'
        b'"effect":"none","message":"no reply within 2 s"'
        b',"retry_after_s":null,"retryable":true},"ok":false},"start_ms":0,"tokens":0,"tool":"get_stock"}'
    )


def test_trace_is_the_same_in_threads() -> None:
    """Nothing is shared between runs."""
    alone = encode(play(agent, WORLD))
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda _: encode(play(agent, WORLD)), range(16))) == {alone}


SCRIPT = """
import sys
sys.path.append(sys.argv[1])
from test_trace import WORLD, agent
from inventory_env.codec import encode
from inventory_env.episode import play
sys.stdout.buffer.write(encode(play(agent, WORLD)) + str(hash("x")).encode())
"""


def test_trace_is_the_same_in_processes_with_other_hash_seeds() -> None:
    """The order of sets and Python's own hash, which differ from process to process, show nowhere."""
    here = encode(play(agent, WORLD))
    written = [_run(seed) for seed in ("1", "2")]
    assert all(data.startswith(here) for data in written)
    assert written[0] != written[1]


def test_last_accepted_submission_counts() -> None:
    """Refused ones never do."""
    trace = play(agent, WORLD)
    assert [one.answer is None for one in trace.submissions] == [True, False, False]
    assert trace.counting is trace.submissions[-1]
    assert attrs.evolve(trace, submissions=trace.submissions[:1]).counting is None
    assert attrs.evolve(trace, submissions=()).counting is None


def test_trace_holds_no_truth_and_no_verdict() -> None:
    """No field of it, at any depth, is a scenario, a stock, a fault or a verdict; a fault is told by its place only."""
    kinds = _kinds(Trace)
    assert {Call, Submission, Answer} <= kinds
    assert not kinds & {Scenario, Stock, Fault, Verdict, Task}
    assert typing.get_type_hints(Trace)["stock_before"] is str


def test_versions_stand_in_every_trace() -> None:
    """Old traces stay gradable, because they say what they are."""
    trace = play(agent, WORLD)
    assert (trace.schema_version, trace.tools_version) == (SCHEMA_VERSION, TOOLS_VERSION)


def _run(seed: str) -> bytes:
    command = [sys.executable, "-c", SCRIPT, os.path.dirname(__file__)]  # noqa: PTH120
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(command, env=environment, capture_output=True, check=True).stdout


def _kinds(hint: object) -> set[object]:
    """Every record type that a value of an annotation may hold."""
    found = {hint} if isinstance(hint, type) and attrs.has(hint) else set()
    inner = typing.get_type_hints(hint).values() if found else typing.get_args(hint)
    return found.union(*(_kinds(one) for one in inner))
