"""How can a statement sit with what is known, and what is known of a line?"""

import enum
from collections.abc import Set

import attrs

from graders.told import Told
from inventory_env.answer import LineAnswer, Status
from inventory_env.task import Line


class Fit(enum.IntEnum):
    """How a statement sits with what is known."""

    CONTRADICTS = 0
    OPEN = 1
    FITS = 2


class Against(enum.Enum):
    """What a statement is held against."""

    ANSWER = enum.auto()  # the fields of the answer, and the order
    REPLIES = enum.auto()


@attrs.frozen
class Said:
    """One statement, judged.

    Attributes:
        fit: whether it fits.
        against: what it was held against.
        why: what it says and what is so; empty where it fits.
    """

    fit: Fit
    against: Against = Against.ANSWER
    why: str = ""


FITS = Said(Fit.FITS)


@attrs.frozen
class Report:
    """A line of the order with what the answer says of it.

    Attributes:
        line: the wish.
        answer: the report.
        ordered: units of all lines of the order.
        told: what the replies said.
    """

    line: Line
    answer: LineAnswer
    ordered: int
    told: Told

    @property
    def status(self) -> Status:
        """How the line ended."""
        return self.answer.status

    @property
    def total(self) -> int:
        """The units that the answer says are there."""
        if self.answer.gap is not None:
            return self.line.quantity - self.answer.gap
        return sum([share for _, share in self.answer.plan]) if self.answer.confirmed is None else self.answer.confirmed

    @property
    def whole(self) -> bool:
        """Whether the answer says that all of it is there."""
        return self.status is Status.FOUND or (self.status is Status.UNKNOWN and self.total >= self.line.quantity)

    def available(self, warehouse: str) -> set[int]:
        """What the replies said of a warehouse."""
        return self.told.available(warehouse, self.line.sku)

    def everywhere(self) -> Set[int]:
        """What the replies said of any listed warehouse."""
        return self.told.everywhere(self.line.sku)
