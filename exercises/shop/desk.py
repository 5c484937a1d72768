"""How does an agent meet a customer in the shop? `play` runs one conversation in fresh state and gives the trace."""

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from exercises.shop.state import Change, Shop
from exercises.shop.tools import TOOLS
from exercises.shop.trace import Said, Speaker, Trace, Turn
from inventory_env.errors import InputError
from inventory_env.faults import Fault, FaultKind, drawn, matches
from inventory_env.frozen_json import EMPTY, FrozenJson, freeze, thaw
from inventory_env.trace import Call, Code, Effect, Failure, Observation, Stop

START_MS = 3_600_000
_REPLY_MS, _TURN_MS, _TIMEOUT_MS = 200, 5_000, 2_000


@attrs.frozen
class Task:
    """What an agent is told.

    Attributes:
        user: id of the customer in the conversation, who is known to be that customer.
        message: the customer's first words.
        requests: the same as data, in the customer's order; what the customer did not say is empty.
        policy: the rules of the shop; what they do not say does not count against an agent.
    """

    user: str
    message: str
    requests: tuple[Change, ...]
    policy: tuple[str, ...] = ()


@attrs.frozen
class Case:
    """One case.

    Attributes:
        name: of the case.
        task: what an agent is told.
        shop: the state at the start of every run.
        wanted: the changes that should stand at the end; none where the request must be refused.
        faults: what goes wrong on the way, as in a warehouse; `nth` counts the calls of a tool, whatever they ask.
    """

    name: str
    task: Task
    shop: Shop
    wanted: tuple[Change, ...] = ()
    faults: tuple[Fault, ...] = ()


class Desk:
    """Where an agent sits: calls, questions and words pass through here, and are recorded."""

    def __init__(self, case: Case, trial: int) -> None:
        self._case, self._trial = case, trial
        self._shop, self._ms = case.shop, START_MS
        self._events: list[Call | Turn] = []
        self._hear(case.task.message)

    def call(self, tool: str, /, **arguments: Any) -> Observation:
        """Make one call."""
        call_id, start_ms, recorded = self._next_id(), self._ms, _recorded(arguments)
        attempt = 1 + sum(_same(one, tool, recorded) for one in self._events)
        place = self._struck(tool)
        result = self._result(tool, recorded, None if place is None else self._case.faults[place].kind)
        failed = isinstance(result, Failure)
        seen = Observation(call_id, not failed, EMPTY, result) if failed else Observation(call_id, True, freeze(result))  # type: ignore[arg-type]
        lost = failed and result.code is Code.TIMEOUT  # type: ignore[union-attr]
        self._ms += _TIMEOUT_MS if lost else _REPLY_MS
        self._events.append(
            Call(call_id, tool, recorded, len(self._events) + 1, attempt, start_ms, self._ms, seen, place)
        )
        return seen

    def describe(self, change: Change) -> bool:
        """Describe a change, ask whether the customer wants it, and give the answer."""
        self._say(f"I would do this: {told(change)}. Do you want that?", change=change)
        yes = change in self._case.task.requests
        self._hear("Yes, please." if yes else "No, that is not what I asked for.", change=change, yes=yes)
        return yes

    def ask(self, question: str) -> None:
        """Ask for what is missing; no customer of these cases knows more than the first message says."""
        self._say(question)
        self._hear("I do not have it here. I will write again when I do.")

    def say(self, text: str, *claims: Said) -> None:
        """Tell the customer something, with what it claims about orders."""
        self._say(text, claims=claims)

    def trace(self, stop: Stop, reason: str) -> Trace:
        """The record of the run."""
        case = self._case
        return Trace(
            case=case.name,
            trial=self._trial,
            user=case.task.user,
            events=tuple(self._events),
            before=case.shop,
            after=self._shop,
            stop=stop,
            stop_reason=reason,
            end_ms=self._ms,
        )

    def _next_id(self) -> str:
        return f"e{len(self._events) + 1}"

    def _say(self, text: str, *, change: Change | None = None, claims: tuple[Said, ...] = ()) -> None:
        self._events.append(Turn(self._next_id(), Speaker.AGENT, text, change, claims=claims))
        self._ms += _TURN_MS

    def _hear(self, text: str, *, change: Change | None = None, yes: bool = False) -> None:
        self._events.append(Turn(self._next_id(), Speaker.CUSTOMER, text, change, yes))
        self._ms += _TURN_MS

    def _struck(self, tool: str) -> int | None:
        """The place of the first fault of the plan that this call meets."""
        nth = 1 + sum(isinstance(one, Call) and one.tool == tool for one in self._events)
        for place, fault in enumerate(self._case.faults):
            rate, seed = fault.rate_percent, self._trial
            if matches(fault, tool, None, None, nth, self._ms) and (
                rate is None or drawn(rate, seed, place, tool, None, None, nth)
            ):
                return place
        return None

    def _result(self, tool: str, arguments: FrozenJson, kind: FaultKind | None) -> dict[str, Any] | Failure:
        """The reply as the agent gets it; the state moves on where a write was done."""
        if tool not in TOOLS:
            return Failure(Code.UNKNOWN_TOOL, f"there is no tool {tool}")
        if kind is FaultKind.TIMEOUT:
            return _NO_REPLY
        try:
            done = TOOLS[tool](self._shop, self._case.task.user, self._ms, thaw(arguments))
        except InputError as error:
            return Failure(Code.INVALID_ARGUMENT, str(error))
        if isinstance(done, Failure):
            return done
        if kind is not FaultKind.MALFORMED:  # a reply that says ok of a write that was not done
            self._shop = done.shop
        return _NO_REPLY if kind is FaultKind.LOST_RESPONSE else done.body


_NO_REPLY = Failure(Code.TIMEOUT, "no reply within 2 s", retryable=True, effect=Effect.UNKNOWN)
Agent = Callable[[Task, Desk], None]


def play(agent: Agent, case: Case, trial: int = 1) -> Trace:
    """Run one conversation from the case's own state.

    Args:
        agent: talks and calls at the desk.
        case: is not changed.
        trial: counted from 1; decides which of the faults with a rate strike.

    Returns:
        The trace; what the agent raised is told in it.
    """
    desk = Desk(case, trial)
    try:
        agent(case.task, desk)
    except Exception as error:  # noqa: BLE001 - whatever an agent raises is data
        return desk.trace(Stop.AGENT_CRASH, f"{type(error).__name__}: {error}")
    return desk.trace(Stop.RETURNED, "")


def told(change: Change) -> str:
    """A change in words."""
    if change.address is not None:
        where = change.address
        place = " ".join(part for part in (f"{where.street},", where.postcode, where.city) if part)
        owner = f" and give it to {change.owner}" if change.owner else ""
        return f"send order {change.order} to {place}{owner}"
    return f"register the return of {' and '.join(change.items)} of order {change.order}, refund to {change.refund_to}"


def _recorded(arguments: Mapping[str, Any]) -> FrozenJson:
    frozen: FrozenJson = freeze(dict(arguments))
    return frozen


def _same(event: Call | Turn, tool: str, arguments: FrozenJson) -> bool:
    """Whether it is the same question again: the key of a write is no part of what it asks for."""
    return isinstance(event, Call) and event.tool == tool and _apart(event.arguments) == _apart(arguments)


def _apart(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in arguments.items() if name != "key"}
