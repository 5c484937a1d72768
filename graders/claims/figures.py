"""What are the numbers of a message, what does each count, and of which warehouse and article is it said?"""

import functools
from collections.abc import Sequence
from decimal import Decimal

import attrs

from graders.claims.claim import Quantity, Trait
from graders.claims.folding import Folded
from graders.claims.language import Language
from graders.claims.layout import Cell, Layout, Span, lay_out
from graders.claims.marking import Marked
from graders.claims.numbers import Value, times
from graders.claims.sentence import Slot
from graders.claims.writings import Known, Sheet, sheet

# Longer messages are rarer than the room they take.
_MEMORABLE = 2000
_KEPT = 4096


@attrs.frozen
class Share:
    """What of a message's figures stands in one clause.

    Attributes:
        quantities: its numbers, in order.
        warehouses: the warehouses it names, in order.
        skus: the articles it names, in order.
        lines: the numbers of the lines it is about, where it or its sentence before it says so.
        traits: what else its words say.
        denied: the warehouses that it says it is not.
    """

    quantities: tuple[Quantity, ...]
    warehouses: tuple[str, ...]
    skus: tuple[str, ...]
    lines: tuple[int, ...]
    traits: frozenset[Trait]
    denied: tuple[str, ...]


@attrs.frozen
class Figures:
    """The numbers and names of a message.

    Attributes:
        shares: what stands in each clause.
        alternatives: [start, end) in the message of every choice between several answers, in order.
    """

    shares: tuple[Share, ...]
    alternatives: tuple[Span, ...]


def figures(
    marked: Marked,
    folded: Folded,
    original: str,
    tongue: Language,
    names: Known,
    spans: Sequence[Span],
    *,
    declared: bool,
) -> Figures:
    """The numbers and names of a message, clause by clause.

    Args:
        marked: the message, marked.
        folded: the message, folded.
        original: as it was written.
        tongue: the language in which it is read.
        names: those that it may hold.
        spans: [start, end) of its clauses in the marked text, in the order of their starts.
        declared: whether it should be in that language; else a single dot or comma in a number decides nothing.
    """
    page = sheet(marked, folded, original, names, tongue.vocabulary.habits if declared else None)
    shape = page.shape.translate(tongue.letters) if tongue.letters else page.shape
    if not page.marked:
        spans = [(page.place(marked.origin(start)), page.place(marked.origin(end))) for start, end in spans]
    layout = _layout if len(shape) <= _MEMORABLE else lay_out
    return _Filler(page, folded).figures(layout(tongue, shape, tuple(spans)))


@functools.lru_cache(maxsize=_KEPT)
def _layout(tongue: Language, shape: str, spans: tuple[Span, ...]) -> Layout:
    return lay_out(tongue, shape, spans)


class _Filler:
    """One message: its values are put into the layout of its shape."""

    def __init__(self, page: Sheet, folded: Folded) -> None:
        self.page = page
        self.folded = folded
        self.values = page.values
        if folded.at is None:
            self.starts, self.ends = page.starts, page.ends
        else:
            self.starts = [folded.origin(place) for place in page.starts]
            self.ends = [folded.origin(place) for place in page.ends]

    def figures(self, layout: Layout) -> Figures:
        """All of it."""
        return Figures(
            tuple([self._share(cell) for cell in layout.cells]),
            tuple([(self._origin(one), self._origin(other)) for one, other in layout.alternatives]),
        )

    def _share(self, cell: Cell) -> Share:
        return Share(
            tuple([self._quantity(slot) for slot in cell.slots]) if cell.slots else (),
            self._names(cell.warehouses),
            self._names(cell.skus),
            tuple([line for slot in cell.lines if (line := self._whole(self._number(slot))) is not None]),
            cell.traits,
            self._names(cell.denied),
        )

    def _names(self, marks: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys([str(self.values[mark]) for mark in marks])) if marks else ()

    def _quantity(self, slot: Slot) -> Quantity:
        """One number, with its value."""
        values, scale = self.values, slot.scale
        number = self._number(slot)
        if scale != 1 and isinstance(number, Decimal):  # 4.2 kg are 4,200 of the smallest unit, 5 kg are 5 or 5,000
            number, scale = times(number, scale), 1
        whole = self._whole(number)
        return Quantity(
            whole,
            self._origin(slot.start) if slot.mark < 0 else self.starts[slot.mark],
            self._origin(slot.end) if slot.mark < 0 else self.ends[slot.mark],
            slot.role,
            "" if slot.warehouse < 0 else str(values[slot.warehouse]),
            "" if slot.sku < 0 else str(values[slot.sku]),
            scale,
            slot.sure and whole is not None,
            slot.denied,
        )

    def _number(self, slot: Slot) -> Value:
        if slot.mark < 0 or slot.number is None:
            return slot.number
        written = self.values[slot.mark]
        return None if isinstance(written, str) else times(written, slot.number)

    @staticmethod
    def _whole(number: Value) -> int | None:
        return number if isinstance(number, int) else None

    def _origin(self, place: int) -> int:
        return self.folded.origin(self.page.folded(place))
