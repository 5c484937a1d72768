"""How is an agent written down step by step? For cases in which every step is chosen."""

from collections.abc import Callable
from typing import Any

from exercises.shop.desk import Agent, Desk, Task
from exercises.shop.state import Change
from exercises.shop.trace import Said

Step = Callable[[Desk], object]


def scripted(*steps: Step) -> Agent:
    """An agent that does these steps, whatever comes of them."""

    def agent(task: Task, desk: Desk) -> None:
        for step in steps:
            step(desk)

    return agent


def calling(tool: str, **arguments: Any) -> Step:
    """A call."""
    return lambda desk: desk.call(tool, **arguments)


def writing(change: Change, key: str | None = None) -> Step:
    """The call that makes a change."""
    return calling(change.tool, **change.arguments(), **({} if key is None else {"key": key}))


def describing(change: Change) -> Step:
    """A question to the customer."""
    return lambda desk: desk.describe(change)


def saying(text: str, *claims: Said) -> Step:
    """Words, and what they claim."""
    return lambda desk: desk.say(text, *claims)
