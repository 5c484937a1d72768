"""How is whatever an agent hands over taken in? As data, whatever it is, and without trust."""

import re
from collections.abc import Mapping
from typing import Any

from inventory_env.answer import Answer
from inventory_env.codec import builtins, convert
from inventory_env.errors import InputError
from inventory_env.frozen_json import FrozenJson, freeze, thaw, too_large
from inventory_env.task import Task

# An exception may carry a whole file; its first words tell it.
_LONGEST_MESSAGE = 200


def tool_name(raw: object) -> str:
    """The name of the tool called, or the type of what stands in its place."""
    return raw if type(raw) is str else f"(a value of type {type(raw).__name__})"


def arguments(raw: object) -> FrozenJson:
    """What was handed over, in full and immutable; what is no JSON object is kept under a key that says so."""
    if type(raw) is dict and _texts(raw):
        return FrozenJson(raw)  # what follows would give the same, slowly
    if type(raw) is Answer:
        raw = builtins(raw)
    if too_large(raw):
        return FrozenJson({"not_json": "more values than any answer holds"})
    frozen: FrozenJson = freeze(raw if isinstance(raw, Mapping) else {"not_an_object": raw})
    return frozen


def answer(task: Task, raw: object) -> Answer:
    """The answer that was handed over.

    Raises:
        InputError: it is none to this task; the message says why.
    """
    if not isinstance(raw, Mapping) and type(raw) is not Answer:
        raise InputError(f"must be an answer; got a value of type {type(raw).__name__}")
    taken = raw if isinstance(raw, Answer) else convert(thaw(arguments(raw)), Answer)
    for line in taken.lines:
        task.line(line.line)
    return taken


def told(error: BaseException) -> str:
    """An exception in one line, the same in every run: addresses differ, so they go."""
    try:
        text = str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:  # an exception may be as broken as the agent that raised it
        text = "(no message)"
    short = re.sub("0x[0-9a-fA-F]+", "0x", text[: 2 * _LONGEST_MESSAGE])
    return f"{type(error).__name__}: {short[:_LONGEST_MESSAGE]}"


def _texts(raw: dict[Any, Any]) -> bool:
    for key, value in raw.items():  # noqa: SIM110 - a loop takes half the time of all()
        if type(key) is not str or type(value) is not str:
            return False
    return True
