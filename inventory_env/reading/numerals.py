"""Which whole number do these words write? "Twenty-four", "двадцать четыре", "二十四", "hai mươi tư"."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import attrs


class Numerals:
    """The number words of one language.

    Args:
        data: `words` (numbers that are added: their writings, by value), `times` (numbers that multiply what stands
            before them), `and` (words between the two), `gap` (whether ones may follow hundreds only after such a
            word, as one hundred and two is told from one hundred and twenty that way).
        spaced: whether words stand apart.
    """

    def __init__(self, data: Mapping[str, Any], *, spaced: bool) -> None:
        self._words = {word: int(value) for value, written in data["words"].items() for word in written.split("|")}
        self._times = {word: int(value) for value, written in data["times"].items() for word in written.split("|")}
        self._joints = frozenset(data["and"])
        self._gap: bool = data["gap"]
        one = _either({*self._words, *self._times})
        joint = _either(self._joints) if self._joints else "(?!)"
        between = rf"(?:[ -]|[ -]{joint}[ -])" if spaced else f"(?:{joint})?"
        self.pattern = rf"(?:[0-9]+|{one}(?:{between}{one})*)"
        self._token = re.compile(f"{one}|{joint}")

    def value(self, written: str) -> int | None:
        """The number that digits or words write; None where they write none, or several."""
        if written.isascii() and written.isdigit():
            return int(written) if len(written) <= 16 else None
        return _sum(self._steps(written), gap=self._gap)

    def _steps(self, written: str) -> Iterable[tuple[str, int]]:
        for word in self._token.findall(written):
            if word in self._joints:
                yield "and", 0
            elif word in self._times:
                yield "times", self._times[word]
            else:
                yield "plus", self._words[word]


def _either(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))})"


@attrs.define
class _Sum:
    """A number on its way: what is said of it step by step.

    Attributes:
        total: the thousands, done.
        section: what is below a thousand, as far as it is said.
        ones: the last digit said, which a hundred may yet multiply.
        room: what is added must be smaller than this.
        least: the smallest multiple of a thousand said.
        bare: whether a hundred or more stands directly before.
        loose: whether the last digit does so.
    """

    total: int = 0
    section: int = 0
    ones: int = 0
    room: int = 10**9
    least: int = 10**12
    bare: bool = False
    loose: bool = False

    def plus(self, value: int) -> bool:
        """Add a number; false where it does not fit what stands before it."""
        if not 0 < value < self.room:
            return False
        self.room = 1 if value < 20 else 10 ** (len(str(value)) - 1)
        self.loose = self.bare and value < 10
        if value < 10:
            self.ones = value
        else:
            self.section += value
        return True

    def times(self, value: int) -> bool:
        """Multiply what belongs to it; false where nothing does."""
        fits = value < self.least if value >= 1000 else self._multiply(value)
        if value >= 1000 and fits:
            self.total += (self.section + self.ones or 1) * value
            self.section, self.least = 0, value
        self.ones, self.room, self.loose = 0, 1 if value == 12 else value, False
        return fits

    def _multiply(self, value: int) -> bool:
        if value == 12 or (value == 100 and 0 < self.section < 100 and not self.ones):
            self.section = (self.section + self.ones or 1) * value
            return True
        fits = self.section % (value * 10) == 0
        self.section += (self.ones or 1) * value
        return fits


def _sum(steps: Iterable[tuple[str, int]], *, gap: bool) -> int | None:
    """The number that is said step by step; None where a step does not fit the ones before it."""
    so_far = _Sum()
    for step, value in steps:
        if step != "and" and not (so_far.plus(value) if step == "plus" else so_far.times(value)):
            return None
        so_far.bare = step == "times" and value >= 100
    if gap and so_far.loose:
        return None
    return so_far.total + so_far.section + so_far.ones
