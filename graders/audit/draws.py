"""Where do the choices of a case come from? Whole numbers in a range, the lowest the simplest, each one recorded."""

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

import attrs

T = TypeVar("T")
# Gives a whole number from low to high, both included.
Draw = Callable[[int, int], int]


@attrs.define
class Seeded:
    """Choices by chance: the same seed and number always make the same ones.

    Attributes:
        seed: of the whole search, a whole number.
        number: of the case, 0 or more.
        made: how far above its lowest value each choice was, in order.
    """

    seed: int
    number: int
    made: list[int] = attrs.field(factory=list, init=False)
    _chance: random.Random = attrs.field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self._chance = random.Random(f"{self.seed}/{self.number}")

    def __call__(self, low: int, high: int) -> int:
        """Any whole number from `low` to `high`."""
        above = self._chance.randint(0, high - low)
        self.made.append(above)
        return low + above


@attrs.define
class Replayed:
    """Choices made before; those that no longer fit are cut to the range, those that are missing are the simplest.

    Attributes:
        told: how far above its lowest value each choice is to be, in order.
        made: how far above it each choice was.
        room: how far above it each choice could have been.
    """

    told: Sequence[int]
    made: list[int] = attrs.field(factory=list, init=False)
    room: list[int] = attrs.field(factory=list, init=False)

    def __call__(self, low: int, high: int) -> int:
        """The next choice, as near to what was told as the range allows."""
        place = len(self.made)
        above = min(self.told[place], high - low) if place < len(self.told) else 0
        self.made.append(above)
        self.room.append(high - low)
        return low + above


def one_of(draw: Draw, options: Sequence[T]) -> T:
    """One of these, the first the simplest."""
    return options[draw(0, len(options) - 1)]
