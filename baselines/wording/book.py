"""What must a language be able to say, so that an answer can be told in it?"""

from collections.abc import Callable, Mapping, Sequence

import attrs

from inventory_env.answer import LineAnswer, Shippable
from inventory_env.task import Line

# (what was wanted, what is reported) -> a sentence.
Telling = Callable[[Line, LineAnswer], str]


@attrs.frozen
class Book:
    """What the careful agent says, in one language.

    Attributes:
        tag: of the language.
        gap: what stands between two sentences.
        heading: what stands before and after the number of a line.
        found, short, unknown, pack, missing: a line's sentence, by its ending; `pack` where the quantity is no
            multiple of it, `missing` where there is no such article.
        silent: the sentence on warehouses that gave no number, one or more.
        spent: the sentence on a budget that left questions open.
        ships: the sentence on an order that ships only as a whole.
        not_reserved: the answer to the wish for a reservation.
        units: a number of units, counted.
    """

    tag: str
    gap: str
    heading: tuple[str, str]
    found: Telling
    short: Telling
    unknown: Telling
    pack: Telling
    missing: Telling
    silent: Callable[[Sequence[str]], str]
    spent: str
    ships: Mapping[Shippable, str]
    not_reserved: str
    units: Callable[[int], str]


@attrs.frozen
class Manners:
    """What others say besides, in one language.

    Attributes:
        opening: before the answer.
        offer: after it; nothing is done before the customer agrees.
        once_more: before an answer that is told twice.
        draft: instead of an answer that is still to come.
        nothing_reserved: the shortest answer to the wish for a reservation.
        refusal: instead of an answer.
        wish: what was wanted, in the customer's words, of all lines.
        kept_wish: the same with the wish for a reservation, and what became of it.
        shelf: what a warehouse showed: its name, units on hand, reserved for others, kept as safety stock, available.
        quotes: the marks around a quotation.
    """

    opening: str
    offer: str
    once_more: str
    draft: str
    nothing_reserved: str
    refusal: str
    wish: Callable[[Sequence[Line]], str]
    kept_wish: Callable[[Sequence[Line]], str]
    shelf: Callable[[str, int, int, int, int], str]
    quotes: tuple[str, str]
