"""Which numbers and names stand in which clause? From the shape of a message, so that a shape is laid out once."""

import bisect
import functools
import re
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

import attrs

from graders.claims.claim import Role, Trait
from graders.claims.language import Language
from graders.claims.sentence import Reading, Slot, read_sentence
from graders.claims.signs import ALL, NUMBERS, SKU, WAREHOUSE
from graders.claims.vocabulary import Vocabulary

_END = re.compile("(?<![.!?\u2026])[.!?\u2026]++[\"')\\s]*(?=\\s|$)|[\u3002\uff01\uff1f\n]+")
_MARK = re.compile(f"[{ALL}]")
# A longer sentence is no person's; its numbers stay unclear.
_LONGEST = 1500
_ABBREVIATION = 12  # characters of the longest that a dot belongs to
_KEPT = 8192
_CHOICES = 64  # more than any message offers

T = TypeVar("T")
Span = tuple[int, int]


@attrs.frozen
class Cell:
    """What stands in one clause, its values left open; marks are counted from the start of the message.

    Attributes:
        slots: its numbers, in order.
        warehouses, skus: the marks of the names in it, in order.
        lines: the numbers of the lines it is about, where it or its sentence before it says so.
        traits: what else its words say.
        denied: the marks of the warehouses that it says it is not.
    """

    slots: tuple[Slot, ...]
    warehouses: tuple[int, ...]
    skus: tuple[int, ...]
    lines: tuple[Slot, ...]
    traits: frozenset[Trait]
    denied: tuple[int, ...] = ()


@attrs.frozen
class Layout:
    """What stands in each clause of a shape, and where several answers are offered.

    Attributes:
        cells: one a clause.
        alternatives: [start, end) in the shape of every choice between several answers, in order.
    """

    cells: tuple[Cell, ...]
    alternatives: tuple[Span, ...]


def lay_out(tongue: Language, shape: str, spans: Sequence[Span]) -> Layout:
    """What stands in each clause.

    Args:
        tongue: the language in which the message is read.
        shape: of the message.
        spans: [start, end) of its clauses in the shape, in the order of their starts; quoted words stand in the
            clause that quotes them, and their numbers are theirs alone.
    """
    return _Planner(tongue, shape).layout(spans)


@functools.lru_cache(maxsize=_KEPT)
def _sentence(words: Vocabulary, shape: str) -> Reading:
    return read_sentence(words, shape)


class _Planner:
    """One shape, sentence by sentence, then clause by clause."""

    def __init__(self, tongue: Language, shape: str) -> None:
        self.tongue = tongue
        self.shape = shape
        self.marks = [(found.start(), found[0]) for found in _MARK.finditer(shape)]
        self.slots: list[tuple[int, Slot]] = []
        self.traits: list[tuple[int, Trait]] = []
        self.alternatives: list[Span] = []
        self.denied: list[tuple[int, int]] = []
        self.ends: list[int] = []  # of the sentences
        first = 0
        for start, end in self._sentences():
            first = self._read(start, end, first)
            self.ends.append(end)

    def layout(self, spans: Sequence[Span]) -> Layout:
        """The clauses one after the other: each thing is looked at once or twice."""
        slots, traits, denied = _Row(self.slots), _Row(self.traits), _Row(self.denied)
        marks = _Row([(place, (kind, index)) for index, (place, kind) in enumerate(self.marks)])
        lines = _Lines([slot for _, slot in self.slots if slot.line], self.ends)
        cells = []
        for number, (start, end) in enumerate(spans):
            inner = _inner(spans, number)
            named = marks.within(start, end, inner)
            cells.append(
                Cell(
                    slots=tuple(slots.within(start, end, inner)),
                    warehouses=tuple([index for kind, index in named if kind == WAREHOUSE]),
                    skus=tuple([index for kind, index in named if kind == SKU]),
                    lines=lines.of(start, end),
                    traits=frozenset(traits.within(start, end, inner)),
                    denied=tuple(denied.within(start, end, inner)),
                )
            )
        return Layout(tuple(cells), tuple(self.alternatives[:_CHOICES]))

    def _sentences(self) -> Iterator[Span]:
        shape, at = self.shape, 0
        for end in _END.finditer(shape):
            dot = end.start()
            before = shape[max(at, dot - _ABBREVIATION) : dot] if shape[dot] == "." else ""
            if not (self.tongue.abbreviations.search(before) or self.tongue.vocabulary.dotted.search(before)):
                yield at, end.end()
                at = end.end()
        if at < len(shape):
            yield at, len(shape)

    def _read(self, start: int, end: int, first: int) -> int:
        """Read one sentence, given its first mark; the mark behind its last."""
        last = bisect.bisect_left(self.marks, (end,))
        if end - start > _LONGEST:
            for index, (place, kind) in enumerate(self.marks[first:last], first):
                if kind in NUMBERS:
                    self.slots.append((place, Slot(index, place, place + 1, None, Role.UNCLEAR, sure=False)))
            return last
        reading = _sentence(self.tongue.vocabulary, self.shape[start:end])
        self.slots += [(start + slot.start, slot.moved(first, start)) for slot in reading.slots]
        self.traits += [(start + place, trait) for place, trait in reading.traits]
        self.denied += [(start + place, first + index) for place, index in reading.denied]
        self.alternatives += [(start + one, start + other) for one, other in reading.alternatives]
        return last


def _inner(spans: Sequence[Span], number: int) -> list[Span]:
    """The clauses that stand inside a clause."""
    end, found = spans[number][1], []
    for place in range(number + 1, len(spans)):  # a slice would copy all that follow, for each clause
        if spans[place][0] >= end:
            break
        found.append(spans[place])
    return found


class _Row(Generic[T]):
    """Things in the order of their places, of which clauses in the same order take theirs."""

    def __init__(self, things: Sequence[tuple[int, T]]) -> None:
        self.things = things
        self.first = 0

    def within(self, start: int, end: int, inner: Sequence[Span]) -> list[T]:
        """Those in [start, end) and in none of the spans inside it."""
        things = self.things
        while self.first < len(things) and things[self.first][0] < start:
            self.first += 1
        at, found = self.first, []
        while at < len(things) and things[at][0] < end:
            place, thing = things[at]
            if not any([one <= place < other for one, other in inner]):
                found.append(thing)
            at += 1
        return found


class _Lines:
    """The lines that a message numbers, and how far each heading reaches."""

    def __init__(self, headings: Sequence[Slot], ends: Sequence[int]) -> None:
        self.headings = headings
        self.places = [slot.start for slot in headings]
        self.ends = ends

    def of(self, start: int, end: int) -> tuple[Slot, ...]:
        """Those that a clause names; else the one that its sentence named last before it."""
        first, last = bisect.bisect_left(self.places, start), bisect.bisect_left(self.places, end)
        if first < last:
            return tuple(self.headings[first:last])
        if first and bisect.bisect_right(self.ends, self.places[first - 1]) == bisect.bisect_right(self.ends, start):
            return (self.headings[first - 1],)
        return ()
