"""Which choices can an edit make? All of them, one after the other, the simplest first."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from graders.audit.draws import Draw

T = TypeVar("T")


def every(make: Callable[[Draw], T], *, most: int) -> Iterator[T]:
    """What a function of draws makes, for every way to draw: in lexicographic order, `most` of them at most.

    >>> list(every(lambda draw: draw(0, 1) * 10 + draw(5, 6), most=9))
    [5, 6, 15, 16]
    """
    drawn: list[tuple[int, int]] = []  # what was drawn, and what could have been at most
    for _ in range(most):
        made = make(_replaying(drawn))
        yield made
        while drawn and drawn[-1][0] == drawn[-1][1]:
            drawn.pop()
        if not drawn:
            return
        last, high = drawn.pop()
        drawn.append((last + 1, high))


def _replaying(drawn: list[tuple[int, int]]) -> Draw:
    """A draw that gives what was drawn, then the lowest of each further range."""
    place = 0

    def draw(low: int, high: int) -> int:
        nonlocal place
        if place == len(drawn):
            drawn.append((low, high))
        place += 1
        return drawn[place - 1][0]

    return draw
