"""Which words of a message mean something, and which are wrong? The message cut where either changes."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from graders.claims.claim import Understanding
from graders.printing import plain
from graders.run_words import gravity
from graders.understood import spans
from inventory_env.verdict import Finding, Verdict

# A reader of a page wants the words, not a megabyte of them; the stored trace has all.
MOST_CHARACTERS = 10_000
_GRAVEST_FIRST = ("red", "yellow", "green")


def legible(text: str) -> str:
    """The text in its lines, with everything that could hide a word or turn its direction written out."""
    return "\n".join(map(plain, text.replace("\r\n", "\n").split("\n")))


def pieces(
    message: str, understood: Understanding | None, findings: Sequence[Finding], verdict: Verdict
) -> list[list[Any]]:
    """The message as [words, colour of what they say, [numbers of findings], colour of those], in order.

    Args:
        message: the one that counts; what lies beyond MOST_CHARACTERS is left out.
        understood: what it says.
        findings: told once each; their places are their numbers, from 1.
        verdict: says which findings leave their rule open.
    """
    end = min(len(message), MOST_CHARACTERS)
    said = spans(understood) if understood else ()
    claimed = [(one.start, one.end, one.colour) for one in said if one.start < end]
    found = [
        (*one.clause, number, gravity(one, verdict))
        for number, one in enumerate(findings, 1)
        if one.clause and one.clause[0] < end
    ]
    places = [place for one in claimed for place in one[:2]] + [place for one in found for place in one[:2]]
    cuts = {0, end, *(place for place in places if place < end)}
    return list(_between(message, sorted(cuts), claimed, found))


def _between(
    message: str,
    cuts: Sequence[int],
    claimed: Sequence[tuple[int, int, str]],
    found: Sequence[tuple[int, int, int, str]],
) -> Iterator[list[Any]]:
    for start, after in pairwise(cuts):
        says = _gravest(colour for first, last, colour in claimed if first <= start < last)
        here = [(number, colour) for first, last, number, colour in found if first <= start < last]
        numbers = [number for number, _ in here]
        yield [legible(message[start:after]), says, numbers, _gravest(colour for _, colour in here)]


def _gravest(colours: Iterable[str]) -> str:
    return min(colours, key=_GRAVEST_FIRST.index, default="")
