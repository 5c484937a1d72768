"""What does an agent reach that knows the development split by heart, and nothing else?"""

import functools
import re
from typing import TYPE_CHECKING

import attrs

from baselines.replay import replay
from baselines.rule_based import careful
from inventory_env.answer import Answer
from inventory_env.episode import Desk, play
from inventory_env.task import Task
from inventory_env.trace import Trace

if TYPE_CHECKING:
    from inventory_env.scenario import Scenario

_WORD = re.compile(r"\w+")


@attrs.frozen
class Memory:
    """One task of the development split.

    Attributes:
        prompt: as it was told.
        words: of the prompt.
        run: what careful did.
    """

    prompt: str
    words: frozenset[str]
    run: Trace


def memoriser(task: Task, desk: Desk) -> Answer | None:
    """Recites what was right for the most similar task of the development split, whatever the stock."""
    return replay(_most_similar(task).run)(task, desk)


def not_memorised(scenario: "Scenario") -> bool:
    """Scenarios in whose world no task of the development split plays: a memory of that is of no use here."""
    # Imported here and below, because whoever only lists the agents must not wait for what makes a suite.
    from inventory_env.splits import dev_names

    return dev_names().isdisjoint(scenario.task.priority)


def _most_similar(task: Task) -> Memory:
    """The task itself where it was seen; else the first of those with the most words in common."""
    words = _words(task.prompt)
    return max(_memories(), key=lambda known: (known.prompt == task.prompt, len(words & known.words)))


@functools.cache
def _memories() -> tuple[Memory, ...]:
    from inventory_env.splits import dev_split

    return tuple(
        Memory(scenario.task.prompt, _words(scenario.task.prompt), play(careful, scenario))
        for scenario in dev_split().scenarios
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))
