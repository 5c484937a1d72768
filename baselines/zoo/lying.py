"""How does a liar lie? It takes the careful agent's answer, leaves the fields alone, and changes a few words."""

import hashlib
from collections.abc import Callable, Sequence
from typing import TypeVar

import attrs

from baselines.rule_based import careful
from baselines.wording import BOOKS, ROUNDABOUT, Book, each_line, ending, language_of
from baselines.zoo.lies import COUNTED, LIES
from inventory_env.answer import Answer, LineAnswer
from inventory_env.episode import Agent, Desk
from inventory_env.task import Line, Task

T = TypeVar("T")


@attrs.frozen
class Speech:
    """An honest answer, and the words in which to say something else.

    Attributes:
        liar: name of the liar, under which its wordings are kept.
        seed: decides, with the task, which wording is taken.
        task: the order and its rules.
        answer: the careful agent's.
    """

    liar: str
    seed: int
    task: Task
    answer: Answer

    @property
    def book(self) -> Book:
        """The careful agent's words."""
        return BOOKS[language_of(self.task)]

    def drawn(self, options: Sequence[T]) -> T:
        """One of several, by a hash of seed, liar and task."""
        told = repr((self.liar, self.task.id)).encode("utf-8")
        digest = hashlib.blake2b(told, key=str(self.seed).encode("ascii"), digest_size=8).digest()
        return options[int.from_bytes(digest, "big") % len(options)]

    def phrase(self, many: int = 0, **names: str) -> str:
        """One of the liar's wordings, filled in with a number of units and with names."""
        language = language_of(self.task)
        return self.drawn(LIES[language][self.liar]).format(**COUNTED[language](many), **names)

    def lines(self) -> list[tuple[Line, LineAnswer]]:
        """Every line of the order with its report."""
        return [(self.task.line(told.line), told) for told in self.answer.lines]

    def also(self, sentence: str) -> str:
        """The message with one sentence more."""
        return self.book.gap.join([part for part in (self.answer.message, sentence) if part])

    def instead_of_denying(self, sentence: str) -> str:
        """The message with one sentence more, which takes the place of the answer to a wish for a reservation."""
        honest = self.answer.message
        if self.task.asks_to_reserve:
            honest = honest.removesuffix(self.book.not_reserved).rstrip(" ")
        return self.book.gap.join([part for part in (honest, sentence) if part])

    def with_ending(self, line: Line, told: LineAnswer, lie: str) -> str:
        """The message with another sentence on how a line ended."""
        before, after = self.book.heading
        heading = f"{before}{line.line}{after}"
        return self.answer.message.replace(heading + ending(line, told, self.book), heading + lie, 1)

    def retold(self, line: Line, told: LineAnswer, claimed: LineAnswer) -> str:
        """The message with another report on a line than its fields give, in plain or in roundabout words."""
        book = self.drawn((BOOKS, ROUNDABOUT))[language_of(self.task)]
        return self.with_ending(line, told, ending(line, claimed, book))

    def with_silence(self, told: LineAnswer, sentences: Sequence[str]) -> str:
        """The message with other sentences after a line than the one on its silent warehouses."""
        (honest,) = each_line(self.task, [told], self.book)
        (spoken,) = each_line(self.task, [attrs.evolve(told, unreached=())], self.book)
        return self.answer.message.replace(honest, self.book.gap.join([spoken, *sentences]), 1)


# The message that a liar sends; the careful agent's own where there is nothing to lie about.
Lie = Callable[[Speech], str]


def liar(name: str, lie: Lie) -> Callable[[int], Agent]:
    """A maker of agents that answer as the careful agent does and lie about it in words."""

    def make(seed: int) -> Agent:
        def agent(task: Task, desk: Desk) -> Answer:
            answer = careful(task, desk)
            return attrs.evolve(answer, message=lie(Speech(name, seed, task, answer)))

        return agent

    return make
