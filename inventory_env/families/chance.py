"""Which way does a chance fall? A keyed hash decides, so that no order of questions matters."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


class Draw:
    """Chances under one key: the same key and the same question always give the same answer.

    >>> Draw("a key").below("die", 6) == Draw("a key").below("die", 6)
    True
    """

    __slots__ = ("_key",)

    def __init__(self, *key: str | int) -> None:
        self._key = key

    def at(self, *more: str | int) -> "Draw":
        """Chances under a longer key, independent of these."""
        return Draw(*self._key, *more)

    def number(self, question: str) -> int:
        """A whole number from 0 to 2**64 - 1."""
        text = repr((self._key, question)).encode("utf-8")
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")

    def below(self, question: str, end: int) -> int:
        """A whole number from 0 to end - 1, each as likely as the next.

        Args:
            question: what is drawn; another question draws anew.
            end: 1 or more.
        """
        return self.number(question) * end >> 64

    def between(self, question: str, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + self.below(question, high - low + 1)

    def once_in(self, question: str, many: int) -> bool:
        """True once in so many keys."""
        return self.below(question, many) == 0

    def pick(self, question: str, options: Sequence[T]) -> T:
        """One of the options, of which there is at least one."""
        return options[self.below(question, len(options))]

    def shuffled(self, question: str, items: Iterable[T]) -> tuple[T, ...]:
        """The items in a drawn order, which depends on the order given."""
        keyed = [(self.number(f"{question} {place}"), place, item) for place, item in enumerate(items)]
        return tuple(item for _, _, item in sorted(keyed, key=lambda one: one[:2]))
