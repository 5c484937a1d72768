"""Does any sequence of calls keep the laws of the environment, and would it be noticed if not?"""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from environment_machine import EnvironmentMachine
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from inventory_env import run
from inventory_env.run import Recorder, Run
from inventory_env.stock import Figures
from inventory_env.tools import READ_TOOLS
from inventory_env.trace import Call, Code, Stop
from inventory_env.warehouse import Reply, Warehouse

Patch = Callable[[pytest.MonkeyPatch], None]
SOUND = settings(max_examples=40, stateful_step_count=12, deadline=None, database=None, derandomize=True)
# The first failure is enough; making it small takes long and is Hypothesis' own affair.
SEARCH = settings(SOUND, max_examples=300, phases=[Phase.generate], report_multiple_bugs=False)


def test_any_sequence_of_calls_keeps_the_laws() -> None:
    """Stock, ledger, budget and clock hold, and the same steps again give the same bytes: in runs of every kind."""
    EnvironmentMachine.seen.clear()
    run_state_machine_as_test(EnvironmentMachine, settings=SOUND)  # type: ignore[no-untyped-call]
    ends = {Stop.RETURNED, Stop.ANSWERED, Stop.OUT_OF_BUDGET}
    refusals = {Code.BUDGET_EXCEEDED, Code.READ_ONLY, Code.UNKNOWN_TOOL, Code.INVALID_ARGUMENT, Code.TIMEOUT}
    assert EnvironmentMachine.seen >= {"ok", "parallel", "accepted", "refused"} | ends | refusals


def writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks takes the goods along."""
    answer = Warehouse.reply

    def reply(self: Any, tool: str, arguments: Any, start_ms: int) -> Reply:
        table = self._scenario.stock.table
        for place, sku, figures in list(table.rows()):
            table.shelf(place)[sku] = Figures(-1, figures.reserved, figures.safety_stock)
        return answer(self, tool, arguments, start_ms)

    monkeypatch.setattr(Warehouse, "reply", reply)


def succeeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A write says that it was done."""
    done = {"status": "done", "reservation_id": "R-1"}
    monkeypatch.setattr(
        Warehouse,
        "_write",
        lambda self, attempt, start_ms: Reply(dict(done), start_ms + self._scenario.reply_ms, attempt),
    )


def runs_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock shows the last reply of a decision, not the longest."""
    observed = Run._observed

    def last(self: Any, tool: str, arguments: Any, start_ms: int, reply: Reply) -> Any:
        seen = observed(self, tool, arguments, start_ms, reply)
        self.elapsed_ms = reply.arrived_ms
        return seen

    monkeypatch.setattr(Run, "_observed", last)


def one_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """A budget of calls lets one more pass."""
    used_up = Run._used_up

    def late(self: Any, tool: str, counted: bool, start_ms: int) -> str | None:
        self._calls -= 1
        try:
            return used_up(self, tool, counted, start_ms)
        finally:
            self._calls += 1

    monkeypatch.setattr(Run, "_used_up", late)


def forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that nobody answered is not recorded."""
    keep = Recorder.call

    def call(self: Recorder, call: Call) -> None:
        if call.observation.ok:
            keep(self, call)

    monkeypatch.setattr(Recorder, "call", call)


def counts_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Attempts are counted per tool."""
    count = Warehouse._count
    monkeypatch.setattr(Warehouse, "_count", lambda self, tool, arguments: count(self, tool, type(arguments)()))


def shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record keeps the very dict that the agent gets."""
    monkeypatch.setattr(run, "snapshot", lambda body: body)


def numbers_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reply carries a number that goes on from run to run."""
    numbers, answer = itertools.count(), Warehouse.reply

    def reply(self: Warehouse, tool: str, arguments: Any, start_ms: int) -> Reply:
        given = answer(self, tool, arguments, start_ms)
        if isinstance(given.result, dict) and tool in READ_TOOLS:
            given.result["request"] = next(numbers)
        return given

    monkeypatch.setattr(Warehouse, "reply", reply)


FAULTS: dict[Patch, str] = {
    writes: "nothing is written",
    succeeds: "a write never succeeds",
    runs_back: "the clock shows the longest reply|the past stays as it was|a submission stands at its time",
    one_more: "a call is refused exactly where a limit is reached",
    forgets: "ids count up|what is handed over is recorded once|calls keep their order",
    counts_tools: "attempts are counted per identical query",
    shares: "the past stays as it was",
    numbers_requests: "the same steps give the same bytes",
}


@pytest.mark.parametrize(("plant", "law"), FAULTS.items(), ids=lambda one: getattr(one, "__name__", ""))
def test_planted_fault_is_found(plant: Patch, law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment that breaks one law is caught by that law."""
    plant(monkeypatch)
    with pytest.raises(AssertionError, match=f"^({law})"):
        run_state_machine_as_test(EnvironmentMachine, settings=SEARCH)  # type: ignore[no-untyped-call]
