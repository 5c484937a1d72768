"""How is a right agent made to err? By the desk at which it sits: glass, a notebook, or memory alone."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from inventory_env.answer import Answer
from inventory_env.codec import convert
from inventory_env.episode import Desk
from inventory_env.frozen_json import FrozenJson, freeze, snapshot, thaw
from inventory_env.task import Task
from inventory_env.trace import Code, Failure, Observation

Ask = Callable[[Desk, str, dict[str, Any]], Observation]
Place = tuple[str, str]  # (warehouse, sku)
# (warehouse, sku, figures) -> the figures as the agent takes them.
Look = Callable[[str, str, dict[str, Any]], dict[str, Any]]


class Window(Desk):
    """A desk behind glass: each call passes through a function, which may bend it or its reply."""

    __slots__ = ("_ask", "_desk")

    def __init__(self, desk: Desk, ask: Ask) -> None:
        self._desk = desk
        self._ask = ask

    def call(self, tool: str, /, **arguments: Any) -> Observation:
        """Make one call in one decision."""
        return self._ask(self._desk, tool, arguments)

    def decide(self, calls: Iterable[tuple[str, Mapping[str, Any]]]) -> list[Observation]:
        """Make the calls one after the other, each through the glass."""
        return [self.call(tool, **arguments) for tool, arguments in calls]

    def submit(self, answer: "Answer | Mapping[str, Any]") -> Observation:
        """Submit an answer."""
        return self._desk.submit(answer)

    @property
    def elapsed_ms(self) -> int:
        """Virtual milliseconds since the run began."""
        return self._desk.elapsed_ms

    def report_tokens(self, tokens_in: int, tokens_out: int) -> None:
        """Add to the tokens reported."""
        self._desk.report_tokens(tokens_in, tokens_out)


class Notebook(Window):
    """A desk at which each reply is written down and no answer is handed in.

    Attributes:
        task: what the agent is told.
        replies: the last reply to each query with the time of its arrival, in the order first asked.
        answer: the last answer that would have been submitted.
        odd: whether any figures came on a page, contradicted themselves, or were older than the task allows.
    """

    __slots__ = ("answer", "odd", "replies", "task")

    def __init__(self, task: Task, desk: Desk) -> None:
        super().__init__(desk, self._note)
        self.task = task
        self.replies: dict[tuple[str, FrozenJson], tuple[Observation, int]] = {}
        self.answer: Answer | None = None
        self.odd = False

    def submit(self, answer: "Answer | Mapping[str, Any]") -> Observation:
        """Keep the answer back."""
        self.answer = answer if isinstance(answer, Answer) else convert(answer, Answer)
        return Observation("kept", True, FrozenJson({"accepted": True}))

    def stock(self) -> dict[Place, Observation]:
        """The last reply of get_stock for each (warehouse, sku), in the order first asked."""
        return {
            (arguments["warehouse"], arguments["sku"]): reply
            for (tool, arguments), (reply, _) in self.replies.items()
            if tool == "get_stock"
        }

    def available(self) -> dict[Place, int]:
        """The available units of each (warehouse, sku) that get_stock gave a number for."""
        return {place: reply.body["available"] for place, reply in self.stock().items() if numbered(reply)}

    def _note(self, desk: Desk, tool: str, arguments: dict[str, Any]) -> Observation:
        reply = desk.call(tool, **arguments)
        kept = Observation(reply.call_id, reply.ok, snapshot(reply.body), reply.error)
        self.replies[tool, freeze(arguments)] = (kept, desk.elapsed_ms)
        self.odd = self.odd or tool == "list_stock" or (tool == "get_stock" and reply.ok and self._doubtful(reply.body))
        return reply

    def _doubtful(self, body: Mapping[str, Any]) -> bool:
        if body.get("tracked") is False:
            return False
        oldest_s = self.task.max_age_s
        return not sound(body) or (oldest_s is not None and self.elapsed_ms // 1000 - body["as_of_s"] > oldest_s)


class Recall(Window):
    """No desk at all: replies come from a notebook, seen with other eyes; what was never asked has no reply."""

    __slots__ = ("_look", "_notes", "_now_ms")

    def __init__(self, notes: Notebook, look: Look) -> None:
        super().__init__(notes, self._remember)
        self._notes = notes
        self._look = look
        self._now_ms = 0

    @property
    def elapsed_ms(self) -> int:
        """When the reply remembered last arrived."""
        return self._now_ms

    def report_tokens(self, tokens_in: int, tokens_out: int) -> None:
        """Thinking it over again costs nothing."""

    def _remember(self, _desk: Desk, tool: str, arguments: dict[str, Any]) -> Observation:
        if tool == "wait":
            return Observation("waited", True, FrozenJson({"waited_s": arguments["seconds"]}))
        noted = self._notes.replies.get((tool, freeze(arguments)))
        if noted is None:
            return Observation("never", False, error=Failure(Code.UNAVAILABLE, "never asked"))
        reply, self._now_ms = noted
        if tool != "get_stock" or not reply.ok:
            return showing(reply, thaw(reply.body))
        figures = self._look(arguments["warehouse"], arguments["sku"], thaw(reply.body))
        return showing(reply, figures)


def showing(reply: Observation, body: Mapping[str, Any]) -> Observation:
    """The reply with another body."""
    return attrs.evolve(reply, body=FrozenJson(body))


def as_it_is(_warehouse: str, _sku: str, figures: dict[str, Any]) -> dict[str, Any]:
    """The figures unchanged."""
    return figures


def sound(body: Mapping[str, Any]) -> bool:
    """Whether all figures are whole numbers and agree with each other."""
    names = ("on_hand", "reserved", "safety_stock", "available", "as_of_s")
    if any(type(body.get(name)) is not int for name in names):
        return False
    return bool(body["available"] == max(0, body["on_hand"] - body["reserved"] - body["safety_stock"]))


def numbered(reply: Observation) -> bool:
    """Whether a reply of get_stock gives figures that agree with each other."""
    return reply.ok and sound(reply.body)
