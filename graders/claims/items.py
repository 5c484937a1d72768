"""Of which words, marks and signs does a sentence consist, as far as its numbers are concerned?"""

from collections.abc import Iterator

import attrs

from graders.claims.claim import Role
from graders.claims.numbers import numeral
from graders.claims.signs import NUMBERS, OTHER, WAREHOUSE
from graders.claims.vocabulary import BIT, ZEROS, Vocabulary

AND, OR, AT, STOP = BIT["and"], BIT["or"], BIT["at"], BIT["soft"] | BIT["hard"] | BIT["plus"]
SOFT, HARD, PLUS, MARK, FIGURE = BIT["soft"], BIT["hard"], BIT["plus"], BIT["mark"], BIT["figure"]
ZERO = sum(BIT[what] for what in ZEROS)
_JOINTS = ",\u3001/&"
_LISTED = 16  # more sources than any plan has


@attrs.define(eq=False)
class Item:
    """A mark, a word, a phrase or punctuation.

    Attributes:
        start, end: [start, end) in the shape of the sentence.
        does: the bits of all that it may do.
        says: (what, side) of what it may say of a number.
        bounds: the side on which it makes a number a bound.
        mark: the sign, where it is a mark.
        index: which mark of the sentence it is.
        number: the number that it names or multiplies by; of a number in digits what it is multiplied by.
        counts: whether it is a number.
        role: what it counts, once that is known.
        sure: whether role and warehouse are beyond doubt.
        scale: how many of the smallest unit one may be.
        line: whether it is the number of a line.
        whole: the words that may tell what it counts, where it is the whole of which another number is a part.
        warehouse, sku: the marks of the names it is said of; -1 for none.
        subject: whether its warehouse stands before it.
        denied: whether a word of denial stands right before it, or right behind it.
    """

    start: int
    end: int
    does: int = 0
    says: tuple[tuple[str, int], ...] = ()
    bounds: int | None = None
    mark: str = ""
    index: int = -1
    number: int | None = None
    counts: bool = False
    role: Role | None = None
    sure: bool = True
    scale: int = 1
    line: bool = False
    whole: tuple[str, ...] = ()
    warehouse: int = -1
    sku: int = -1
    subject: bool = False
    denied: bool = False

    @property
    def open(self) -> bool:
        """Whether it is a number and nothing has said yet what it counts."""
        return self.counts and self.role is None

    @property
    def goods(self) -> bool:
        """Whether it is a number that may count goods."""
        return self.counts and self.role is not Role.OTHER


NOTHING = Item(0, 0)


class Row:
    """The items of one sentence.

    Attributes:
        shape: of the sentence.
        items: in order.
        numbers: the places of its numbers, in order; filled by whoever finds them.
        lists: for the place of every warehouse, the places of those that are listed with it: "W1, W2 and W3".
    """

    def __init__(self, words: Vocabulary, shape: str) -> None:
        self.shape = shape
        self.items = list(_items(words, shape))
        self.numbers: list[int] = []
        self.lists = self._lists()

    def text(self, item: Item) -> str:
        """What stands there in the shape."""
        return self.shape[item.start : item.end].strip()

    def before(self, place: int) -> Item:
        """The word or mark directly before a place."""
        found = self.items[place - 1] if place else NOTHING
        return NOTHING if found.does & STOP else found

    def _lists(self) -> dict[int, list[int]]:
        lists: dict[int, list[int]] = {}
        chain: list[int] = []
        places = [place for place, item in enumerate(self.items) if item.mark == WAREHOUSE]
        for place in [*places, len(self.items)]:
            if chain and not self._joint(chain[-1], place):
                listed = len(chain) <= _LISTED and self._is_list(chain)
                lists.update({one: chain if listed else [one] for one in chain})
                chain = []
            chain.append(place)
        return lists

    def _joint(self, first: int, second: int) -> bool:
        """Whether nothing but a comma or a joining word stands between two warehouses."""
        between = self.items[first + 1 : second]
        return (
            second < len(self.items)
            and 0 < len(between) <= 2
            and all([self.text(one) in _JOINTS if one.does & STOP else one.does & (AND | OR) for one in between])
        )

    def _is_list(self, chain: list[int]) -> bool:
        """Whether a chain is one list; where it has commas alone, its last name may begin a new clause instead."""
        if len(chain) < 2:
            return True
        between = self.items[chain[-2] + 1 : chain[-1]]
        if any([one.does & (AND | OR) or self.text(one) == "\u3001" for one in between]):
            return True
        if chain[0] and self.items[chain[0] - 1].does & AT:
            return False
        for item in self.items[chain[-1] + 1 : chain[-1] + 7]:
            if item.does & STOP:
                return True
            if item.mark in NUMBERS or item.does & ZERO:
                return False
        return True


def _items(words: Vocabulary, shape: str) -> Iterator[Item]:
    index, first, phrases = 0, words.first, words.phrases
    for found in words.pattern.finditer(shape):
        start, end = found.span()
        group = found.lastindex or 0
        if group >= first:
            phrase = phrases[group - first]
            yield Item(start, end, phrase.does, phrase.says, phrase.bounds, number=phrase.number)
        elif not group:
            yield Item(start, end)
        elif group == 1:
            mark = found[0]
            item = Item(start, end, MARK, mark=mark, index=index, number=1, counts=mark in NUMBERS)
            if mark == OTHER:
                item.role = Role.OTHER
            index += 1
            yield item
        elif found.lastgroup == "numeral":
            number = numeral(found[0], words.digits, words.powers)
            # What cannot be read as one number is a number without a value, unless it is no number at all.
            yield Item(start, end, FIGURE if number is not None or found[0][0] in words.digits else 0, number=number)
        elif found.lastgroup == "strange":
            yield Item(start, end, FIGURE)
        else:
            yield Item(start, end, BIT[found.lastgroup or "hard"])
