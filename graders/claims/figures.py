"""What are the numbers of a message, what does each count, and of which warehouse and article is it said?"""

import bisect
import functools
import re
from collections.abc import Iterator

import attrs

from graders.claims.claim import Quantity, Role, Trait
from graders.claims.folding import Folded
from graders.claims.numbers import Value, times
from graders.claims.roles import Reading, Slot, read_sentence
from graders.claims.vocabulary import Vocabulary
from graders.claims.writings import NUMBERS, SKU, WAREHOUSE, Mark, Scan, names, scan

# A dot ends a sentence unless what follows goes on in small letters ("10 шт. есть").
_END = re.compile("[.!?\u2026]+[\"')\\s]*(?=\\s[^a-z\u0430-\u044f\u0451\u00e0-\u00ff\u0111\u1ea1-\u1ef9]|$)|[\u3002\uff01\uff1f\n]+")
# A longer sentence is no person's; its numbers stay unclear.
_LONGEST = 1500
_KEPT = 8192


@attrs.frozen
class Figures:
    """The numbers and names of a message; all places are characters of the original.

    Attributes:
        quantities: its numbers, in order.
        warehouses: (place, name) of every mention of one, in order.
        skus: (place, name) of every mention of an article, in order.
        lines: (place, end of the sentence, number) of every line that it numbers ("Line 2"), in order.
        traits: (place, what) of whatever else its words say, in order.
        alternatives: [start, end) of every choice between several answers, in order.
    """

    quantities: tuple[Quantity, ...]
    warehouses: tuple[tuple[int, str], ...]
    skus: tuple[tuple[int, str], ...]
    lines: tuple[tuple[int, int, int], ...]
    traits: tuple[tuple[int, Trait], ...]
    alternatives: tuple[tuple[int, int], ...]

    def within(self, start: int, end: int) -> "Share":
        """What stands in a clause [start, end), places in the original."""
        return Share(
            quantities=tuple(_between(self.quantities, start, end, lambda one: one.start)),
            warehouses=tuple(dict.fromkeys(name for _, name in _between(self.warehouses, start, end, _first))),
            skus=tuple(dict.fromkeys(name for _, name in _between(self.skus, start, end, _first))),
            lines=self._lines(start, end),
            traits=frozenset(trait for _, trait in _between(self.traits, start, end, _first)),
        )

    def _lines(self, start: int, end: int) -> tuple[int, ...]:
        """The lines that a clause names; else the one that its sentence named last before it."""
        own = tuple(dict.fromkeys(line for _, _, line in _between(self.lines, start, end, _first)))
        if own:
            return own
        before = bisect.bisect_left(self.lines, start, key=_first)
        if before and start < self.lines[before - 1][1]:
            return (self.lines[before - 1][2],)
        return ()


@attrs.frozen
class Share:
    """What of a message's figures stands in one clause.

    Attributes:
        quantities: its numbers, in order.
        warehouses: the warehouses it names, in order.
        skus: the articles it names, in order.
        lines: the numbers of the lines it is about, where it says so.
        traits: what else its words say.
    """

    quantities: tuple[Quantity, ...]
    warehouses: tuple[str, ...]
    skus: tuple[str, ...]
    lines: tuple[int, ...]
    traits: frozenset[Trait]


def figures(
    message: Folded,
    original: str,
    words: Vocabulary,
    *,
    declared: bool,
    warehouses: tuple[str, ...] = (),
    skus: tuple[str, ...] = (),
) -> Figures:
    """The numbers of a message.

    Args:
        message: folded.
        original: as it was written.
        words: of the language in which it is read.
        declared: whether that is the language it should be in; else a single dot or comma in a number decides nothing.
        warehouses: that the task names.
        skus: that the task names.
    """
    known = names(warehouses, skus, han=bool(words.digits))
    scanned = scan(message, original, known, words.habits if declared else None, words.digits)
    return _Message(message, scanned, words).figures()


@functools.lru_cache(maxsize=_KEPT)
def _read(words: Vocabulary, shape: str) -> Reading:
    return read_sentence(words, shape)


class _Message:
    """One message, sentence by sentence: the shape is read, the numbers are put back."""

    def __init__(self, message: Folded, scanned: Scan, words: Vocabulary) -> None:
        self.message = message
        self.scanned = scanned
        self.words = words
        self.quantities: list[Quantity] = []
        self.lines: list[tuple[int, int, int]] = []
        self.traits: list[tuple[int, Trait]] = []
        self.alternatives: list[tuple[int, int]] = []

    def figures(self) -> Figures:
        """All of it."""
        first = 0  # of the marks of the sentence
        marks, shape = self.scanned.marks, self.scanned.shape
        shift = 0  # between the shape and the text, at the start of the sentence
        for start, end in self._sentences():
            many = sum(shape.count(mark, start, end) for mark in _MARKS)
            sentence = marks[first : first + many]
            self._sentence(shape[start:end], start, shift, sentence)
            shift += sum([mark[2] - mark[1] - 1 for mark in sentence])
            first += many
        origin = self.message.origin
        return Figures(
            quantities=tuple(self.quantities),
            warehouses=tuple([(origin(mark[1]), str(mark[3])) for mark in marks if mark[0] == WAREHOUSE]),
            skus=tuple([(origin(mark[1]), str(mark[3])) for mark in marks if mark[0] == SKU]),
            lines=tuple(self.lines),
            traits=tuple(sorted(self.traits)),
            alternatives=tuple(self.alternatives),
        )

    def _sentences(self) -> Iterator[tuple[int, int]]:
        shape, at = self.scanned.shape, 0
        for end in _END.finditer(shape):
            yield at, end.end()
            at = end.end()
        if at < len(shape):
            yield at, len(shape)

    def _sentence(self, shape: str, start: int, shift: int, marks: tuple[Mark, ...]) -> None:
        if len(shape) > _LONGEST:
            self.quantities += [self._unclear(mark) for mark in marks if mark[0] in NUMBERS]
            return
        small = shape.lower()
        if len(small) != len(shape):  # a letter that has no single small one
            small = "".join([one.lower() if len(one.lower()) == 1 else one for one in shape])
        reading = _read(self.words, small)
        places = _Places(small, start + shift, marks, self.message) if reading.needs_places else None
        last = self.message.origin(start + shift + len(shape) + sum([mark[2] - mark[1] - 1 for mark in marks]))
        for slot in reading.slots:
            self._put(slot, marks, places, last)
        if places is not None:
            self.traits += [(places.at(place), trait) for trait, place in reading.traits]
            self.alternatives += [(places.at(a), places.at(b)) for a, b in reading.alternatives]

    def _put(self, slot: Slot, marks: tuple[Mark, ...], places: "_Places | None", last: int) -> None:
        """One number of the sentence, with its value."""
        scale = slot.scale
        if slot.mark >= 0:
            _, begin, end, written = marks[slot.mark]
            begin, end = self.message.origin(begin), self.message.origin(end)
            number: Value = None if slot.number is None else times(written, slot.number)  # type: ignore[arg-type]
            if scale != 1 and type(number) is not int:
                number, scale = times(number, scale), 1
        else:
            assert places is not None
            begin, end, number = places.at(slot.start), places.at(slot.end), slot.number
        whole = number if type(number) is int else None
        if slot.line and whole is not None:
            self.lines.append((begin, last, whole))
        self.quantities.append(
            Quantity(
                whole,
                begin,
                end,
                slot.role,
                "" if slot.warehouse < 0 else str(marks[slot.warehouse][3]),
                "" if slot.sku < 0 else str(marks[slot.sku][3]),
                scale,
                slot.sure,
            )
        )

    def _unclear(self, mark: Mark) -> Quantity:
        origin = self.message.origin
        return Quantity(None, origin(mark[1]), origin(mark[2]), Role.UNCLEAR, sure=False)


class _Places:
    """From the places of a sentence's shape back to those of the original."""

    def __init__(self, shape: str, start: int, marks: tuple[Mark, ...], message: Folded) -> None:
        self.start = start
        self.message = message
        self.marks = [place for place, one in enumerate(shape) if one in _MARKS]
        self.longer = [0]
        for mark in marks:
            self.longer.append(self.longer[-1] + mark[2] - mark[1] - 1)

    def at(self, place: int) -> int:
        """The place in the original."""
        return self.message.origin(self.start + place + self.longer[bisect.bisect_left(self.marks, place)])


_MARKS = frozenset(map(chr, range(0xE001, 0xE009)))


def _first(one: tuple[int, ...] | tuple[int, object]) -> int:
    return one[0]  # type: ignore[return-value]


def _between(found, start, end, place):  # type: ignore[no-untyped-def]
    return found[bisect.bisect_left(found, start, key=place) : bisect.bisect_left(found, end, key=place)]
