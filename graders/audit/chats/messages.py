"""What is a chat? Messages, the tool calls in them, and what does not fit together."""

import enum
from collections.abc import Iterator
from itertools import chain

import attrs

from inventory_env.frozen_json import EMPTY, FrozenJson


class Form(enum.StrEnum):
    """How the content of a message is written; it says the same in each form."""

    TEXT = "text"
    PARTS = "parts"  # a list of parts of type text
    JSON = "json"  # an object or a list in place of its JSON text


@attrs.frozen(cache_hash=True)  # what is known of a message or chat is kept by it
class ToolCall:
    """One call that an assistant asks for.

    Attributes:
        id: as the result cites it; None where the log gives none.
        name: of the tool.
        arguments: as a JSON object; empty where they are no JSON object.
        written: their text, where it is not the canonical JSON text of `arguments`.
        as_object: whether they stand in the log as an object instead of its text.
        rest: further keys of the call, as they are.
    """

    id: str | None
    name: str
    arguments: FrozenJson = EMPTY
    written: str | None = None
    as_object: bool = False
    rest: FrozenJson = EMPTY


@attrs.frozen(cache_hash=True)
class Message:
    """One message.

    Attributes:
        role: system, developer, user, assistant, tool or function.
        content: its text, or None.
        tool_calls: what an assistant calls, in order.
        tool_call_id: the id of the call that a tool answers.
        name: of the speaker, or of the tool that answers.
        form: how the content is written.
        legacy: whether its one call is written as `function_call`.
        rest: further keys of the message, as they are.
    """

    role: str
    content: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    name: str | None = None
    form: Form = Form.TEXT
    legacy: bool = False
    rest: FrozenJson = EMPTY

    @property
    def answers_call(self) -> bool:
        """Whether it is the result of a call."""
        return self.role in ("tool", "function")


class Problem(enum.StrEnum):
    """What real logs hold although no protocol allows it: data, no error."""

    RESULT_WITHOUT_CALL = "result without a call"
    RESULT_BEFORE_CALL = "result before its call"
    CALL_WITHOUT_RESULT = "call without a result"
    DUPLICATE_ID = "id of an earlier call"


@attrs.frozen
class Step:
    """One call and where its result is.

    Attributes:
        message: place of the message that calls, from 0.
        place: which of its calls, from 0.
        call: the call.
        result: place of the message with the result, or None.
    """

    message: int
    place: int
    call: ToolCall
    result: int | None


@attrs.frozen(cache_hash=True)
class Chat:
    """One run, as messages.

    Attributes:
        messages: in order.
    """

    messages: tuple[Message, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every call in order, with its result: the first later message that answers it, else the first earlier one."""
        taken: set[int] = set()
        steps = []
        for message, place, call in self._calls():
            result = self._result(message, call, taken)
            taken.update(() if result is None else (result,))
            steps.append(Step(message, place, call, result))
        return tuple(steps)

    @property
    def problems(self) -> tuple[tuple[int, Problem], ...]:
        """(place of the message, what does not fit there), in order."""
        steps = self.steps
        found = [(step.message, Problem.CALL_WITHOUT_RESULT) for step in steps if step.result is None]
        found += [
            (step.result, Problem.RESULT_BEFORE_CALL)
            for step in steps
            if step.result is not None and step.result < step.message
        ]
        answered = {step.result for step in steps}
        found += [
            (place, Problem.RESULT_WITHOUT_CALL)
            for place, message in enumerate(self.messages)
            if message.answers_call and place not in answered
        ]
        ids = [step.call.id for step in steps]
        found += [
            (step.message, Problem.DUPLICATE_ID)
            for at, step in enumerate(steps)
            if step.call.id is not None and step.call.id in ids[:at]
        ]
        return tuple(sorted(found))

    @property
    def final(self) -> int | None:
        """The place of the last message, if an assistant wrote it and calls nothing in it: it tells the outcome."""
        last = len(self.messages) - 1
        spoken = last >= 0 and self.messages[last].role == "assistant" and not self.messages[last].tool_calls
        return last if spoken else None

    def _calls(self) -> Iterator[tuple[int, int, ToolCall]]:
        for at, message in enumerate(self.messages):
            for place, call in enumerate(message.tool_calls):
                yield at, place, call

    def _result(self, message: int, call: ToolCall, taken: set[int]) -> int | None:
        size = len(self.messages)
        for at in chain(range(message + 1, size), range(message)):
            if at not in taken and _answers(self.messages[at], call):
                return at
        return None


def _answers(message: Message, call: ToolCall) -> bool:
    if not message.answers_call:
        return False
    if message.tool_call_id is None and message.role == "function":
        return message.name == call.name
    return message.tool_call_id == call.id
