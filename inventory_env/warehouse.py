"""What does the world reply? One call in, one reply out; nothing is ever written."""

from typing import NamedTuple

from inventory_env.codec import encode
from inventory_env.errors import EnvironmentFault, InputError
from inventory_env.faults import drawn, matches
from inventory_env.frozen_json import FrozenJson
from inventory_env.replies import REPLIES, Result
from inventory_env.scenario import Bait, Scenario
from inventory_env.spoil import concerns, spoil
from inventory_env.tools import ALWAYS_OFFERED, READ_TOOLS, TOOLS, WRITE_TOOLS
from inventory_env.trace import Code, Effect, Failure


class Reply(NamedTuple):
    """What comes back from one call.

    Attributes:
        result: the body, a fresh dict, or why there is none.
        arrived_ms: virtual time of its arrival.
        attempt: which call of this identical query it answers, counted from 1.
        fault: place in the fault plan of the fault delivered, from 0, or None.
    """

    result: Result
    arrived_ms: int
    attempt: int
    fault: int | None = None


class Warehouse:
    """The world of one run. It shares the scenario's stock and keeps only a count of attempts."""

    __slots__ = ("_attempts", "_offered", "_scenario")

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._offered = scenario.task.tools | ALWAYS_OFFERED
        self._attempts: dict[tuple[str, bytes], int] = {}

    def reply(self, tool: str, arguments: FrozenJson, start_ms: int) -> Reply:
        """The reply to one call that starts at `start_ms` of virtual time.

        Raises:
            EnvironmentFault: the call is none that a warehouse answers.
        """
        attempt = self._count(tool, arguments)
        soon_ms = start_ms + self._scenario.reply_ms
        if refused := self._refused(tool, arguments):
            return Reply(refused, soon_ms, attempt)
        if tool in READ_TOOLS:
            return self._read(tool, arguments, attempt, start_ms)
        if tool in WRITE_TOOLS:
            return self._write(attempt, start_ms)
        if tool == "wait":
            seconds = arguments["seconds"]
            return Reply({"waited_s": seconds}, start_ms + seconds * 1000, attempt)
        raise EnvironmentFault(f"{tool} is no call on the warehouse")

    def _count(self, tool: str, arguments: FrozenJson) -> int:
        # As JSON, because 1, 1.0 and true are equal in Python, but are not the same argument.
        query = (tool, encode(arguments))
        self._attempts[query] = attempt = self._attempts.get(query, 0) + 1
        return attempt

    def _refused(self, tool: str, arguments: FrozenJson) -> Failure | None:
        if tool not in TOOLS or tool not in self._offered:
            return Failure(Code.UNKNOWN_TOOL, f"no tool {tool[:60]} is on offer")
        try:
            TOOLS[tool].check(arguments)
        except InputError as error:
            return Failure(Code.INVALID_ARGUMENT, str(error))
        return None

    def _read(self, tool: str, arguments: FrozenJson, attempt: int, start_ms: int) -> Reply:
        scenario = self._scenario
        soon_ms = start_ms + scenario.reply_ms
        result = REPLIES[tool](scenario, arguments, soon_ms // 1000)
        warehouse, sku = arguments.get("warehouse"), arguments.get("sku")
        for index, fault in enumerate(scenario.faults):
            rate = fault.rate_percent
            if (
                matches(fault, tool, warehouse, sku, attempt, start_ms)
                and concerns(fault, result)
                and (rate is None or drawn(rate, scenario.seed, index, tool, warehouse, sku, attempt))
            ):
                spoiled = spoil(scenario, fault, tool, result, start_ms)
                return Reply(spoiled.result, start_ms + spoiled.after_ms, attempt, index)
        return Reply(result, soon_ms, attempt)

    def _write(self, attempt: int, start_ms: int) -> Reply:
        bait, soon_ms = self._scenario.bait, start_ms + self._scenario.reply_ms
        if bait is Bait.DRY_RUN:
            return Reply({"status": "validated", "reservation_id": None}, soon_ms, attempt)
        if bait is Bait.TIMEOUT:
            message = "no reply; whether anything was written is unknown"
            late_ms = start_ms + self._scenario.task.retry.timeout_s * 1000
            return Reply(Failure(Code.TIMEOUT, message, effect=Effect.UNKNOWN), late_ms, attempt)
        return Reply(Failure(Code.READ_ONLY, "this world is read-only; nothing was written"), soon_ms, attempt)
