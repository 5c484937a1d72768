"""What does a customer ask for in words of their own? Wishes, order lines, an order of warehouses, and what is left."""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

import attrs

from inventory_env.fields import MAX_SECONDS, MAX_WHOLE
from inventory_env.reading.leftover import unread_clauses
from inventory_env.reading.order import Pair, ordered
from inventory_env.reading.shape import Shape, shape
from inventory_env.reading.tokens import Tokens
from inventory_env.reading.wishes import DONE, NAME, RANKED, Wishes, wishes
from inventory_env.task import Completeness, Split

Fact = tuple[str, object]
Span = tuple[int, int]
# Where it stands in the shape, the field, the value.
Found = tuple[tuple[int, ...], str, object]

# A request is short; what is longer is something else.
LONGEST = 400


@attrs.frozen(eq=False)
class Request:
    """What was understood of a request.

    Attributes:
        facts: as (field of the task, value); `excluded` holds the warehouses ruled out. What the text does not say
            is not here.
        unread: [start, end) in tokens of every clause that holds something not understood.
    """

    facts: tuple[Fact, ...]
    unread: tuple[Span, ...]


def read_request(
    tokens: Tokens, pieces: Sequence[Span], language: str, *, warehouses: Iterable[str] = (), skus: Iterable[str] = ()
) -> Request:
    """What the sentences of a text ask for, read freely.

    Args:
        tokens: of the text.
        pieces: [start, end) in tokens of the sentences to be read.
        language: one of the phrasebooks' languages.
        warehouses: names that stand for no article.
        skus: names that stand for no warehouse.
    """
    if sum(end - start for start, end in pieces) > LONGEST:
        return Request((), tuple(pieces))
    words, places, articles = wishes(language), frozenset(warehouses), frozenset(skus)
    text = shape(tokens, pieces, places | articles, words)
    reader = _Reader(text, words, places - articles, articles - places)
    found = list(reader.facts())
    unread = list(unread_clauses(tokens, pieces, text, reader.left, words))
    # What stands beside a "not" that was not understood may mean the opposite; order lines are not turned round.
    turned = [text.reach(start, end) for (start, end), left in unread if not words.turns.isdisjoint(left)]
    facts = tuple(
        (field, value)
        for spots, field, value in found
        if field == "lines" or not any(start <= at < end for start, end in turned for at in spots)
    )
    return Request(facts, tuple(span for span, _ in unread) if facts else tuple(pieces))


class _Reader:
    """Takes one wish after the other out of a request.

    Attributes:
        left: the shape, what was understood blanked out.
    """

    def __init__(self, text: Shape, words: Wishes, places: frozenset[str], articles: frozenset[str]) -> None:
        self.left = text.text
        self._names = text.names
        self._words, self._places, self._articles = words, places, articles

    def facts(self) -> Iterator[Found]:
        """All that is asked for, and where; to be read once."""
        said = list(self._wishes())
        for at, field, value in said:
            several = field == "sourcing.max_sources" and value != 1
            if several and not any(other == "sourcing.split" for _, other, _ in said):
                said.append((at, "sourcing.split", Split.ANY))  # who allows two parcels allows a split
        yield from said
        for number, (place, sku, quantity) in enumerate(sorted(self._lines()), 1):
            yield (place,), "lines", (number, sku, quantity)
        yield from self._priority()

    def _wishes(self) -> Iterator[Found]:
        said: set[str] = set()
        for wish, patterns in self._words.wishes.items():
            if wish in _ASIDE and said.isdisjoint(_ASIDE[wish]):
                continue
            for match in self._matches(patterns):
                facts = self._stated(wish, match)
                if facts is not None:
                    self._blank(match)
                    said.add(wish)
                    yield from (((match.start(), match.end() - 1), field, value) for field, value in facts)

    def _stated(self, wish: str, match: "re.Match[str]") -> Sequence[Fact] | None:
        """What a wish says of the task; None where its numbers or names cannot be meant so."""
        if wish == "excluded":
            names = tuple(dict.fromkeys(self._name(mark) for mark in NAME.finditer(match["names"])))
            return None if self._articles.intersection(names) else (("excluded", names),)
        if wish in _STATES:
            return _STATES[wish]
        number = self._seconds(match) if wish == "max_age" else self._number(match)
        return None if number is None else ((_NUMBERED[wish], number),)

    def _number(self, match: "re.Match[str]") -> int | None:
        number = self._words.numerals.value(match["n"])
        return number if number is not None and 1 <= number <= MAX_WHOLE else None

    def _seconds(self, match: "re.Match[str]") -> int | None:
        unit = match["unit"] or match["span"]
        each = next(value for written, value in self._words.seconds.items() if re.fullmatch(written, unit))
        number = 1 if match["span"] else self._number(match)
        return None if number is None or number * each > MAX_SECONDS else number * each

    def _lines(self) -> list[tuple[int, str, int]]:
        """The order lines, as (place in the text, sku, quantity)."""
        kinds = ("number_first", "name_first")
        tried = [self._paired(kinds), self._paired(kinds[::-1])]
        left, found = min(
            tried, key=lambda one: len(NAME.findall(one[0])) + len(re.findall("[0-9]+(?!\ue001)", one[0]))
        )
        self.left = left
        if not found:
            found = self._halves()
        quantities = {quantity for _, _, quantity in found}
        for match in self._matches(self._words.lines["number"]):
            if self._number(match) in quantities:  # the same number, said again
                self._blank(match)
        for match in self._matches(self._words.lines["name"] + (NAME,)):
            if self._name(match) in {sku for _, sku, _ in found}:
                self._blank(match)
        return found

    def _paired(self, kinds: Iterable[str]) -> tuple[str, list[tuple[int, str, int]]]:
        """What is left, and the lines found, if numbers stand before names, or behind them."""
        reader = _Reader(Shape(self.left, {}, self._names), self._words, self._places, self._articles)
        found: list[tuple[int, str, int]] = []
        for kind in ("each", *kinds):
            for match in reader._matches(self._words.lines[kind]):
                skus, quantity = [self._name(mark) for mark in NAME.finditer(match[0])], self._number(match)
                # What stands between number and name is what the article is called, if it is no word of ours.
                noun = match.groupdict().get("noun")
                if quantity is not None and noun not in self._words.words and self._places.isdisjoint(skus):
                    found += [(match.start() + place, sku, quantity) for place, sku in enumerate(skus)]
                    reader._blank(match)
        return reader.left, found

    def _halves(self) -> list[tuple[int, str, int]]:
        """The one line whose sku and quantity stand apart."""
        left = dict.fromkeys(self._name(mark) for mark in NAME.finditer(self.left))
        # The only name is that of the article, whatever stands beside it.
        shown = self._places if len(left) == 1 else self._shown_places()
        names = list(self._matches(self._words.lines["name"]))
        skus = {self._name(one) for one in names} - shown or self._articles.intersection(left) or left.keys() - shown
        numbers = list(self._matches(self._words.lines["number"]))
        quantities = {self._number(one) for one in numbers} - {None}
        if len(skus) != 1 or len(quantities) != 1:
            return []
        for match in (*(one for one in names if self._name(one) in skus), *numbers):
            self._blank(match)
        at = numbers[0].start()
        return [(at, sku, quantity) for sku, quantity in zip(skus, quantities, strict=True) if quantity is not None]

    def _shown_places(self) -> frozenset[str]:
        """The names that the text, or whoever asks, shows to be warehouses."""
        return self._places.union(
            self._name(mark) for match in self._matches(self._words.places) for mark in NAME.finditer(match[0])
        )

    def _priority(self) -> Iterator[Found]:
        """The order of the warehouses, where the text leaves no doubt about it."""
        kept = self.left
        ranks: dict[str, int] = {}
        for rank, patterns in self._words.ranks.items():
            for match in self._matches(patterns):
                ranks.setdefault(self._name(match), rank)
                self._blank(match, but="name", by=RANKED)
        marks = list(NAME.finditer(self.left))
        names = list(dict.fromkeys(self._name(mark) for mark in marks))
        shown = self._shown_places()
        order = ordered(names, self._pairs(marks), ranks)
        alone = len(names) == 1 and not ranks and names[0] not in shown
        if order is None or alone or self._articles.intersection(names):
            self.left = kept
            return
        for mark in marks:
            self._blank(mark)
        if order:
            yield tuple(mark.start() for mark in marks), "priority", order

    def _pairs(self, marks: "list[re.Match[str]]") -> list[Pair]:
        """Which warehouse comes before which, and whether that is said or only their place in the text."""
        pairs: list[Pair] = []
        for one, other in itertools.pairwise(marks):
            between = self.left[one.end() : other.start()]
            link = self._link(between.replace(RANKED, ""))
            if link is None:
                continue
            pair = (self._name(one), self._name(other))
            if pair[0] != pair[1]:
                first, second = pair[::-1] if link == "after" else pair
                pairs.append((first, second, link != "and"))
            self.left = self.left[: one.end()] + DONE * len(between) + self.left[other.start() :]
        return pairs

    def _link(self, between: str) -> str | None:
        """What the words between two warehouses say of their order."""
        for link, patterns in self._words.links.items():
            if any(pattern.fullmatch(between) for pattern in patterns):
                return link
        return None

    def _matches(self, patterns: "Iterable[re.Pattern[str]]") -> "Iterator[re.Match[str]]":
        """Every place that a pattern fits, also after some of them were blanked out."""
        for pattern in patterns:
            at = 0
            while match := pattern.search(self.left, at):
                yield match
                at = match.end() if match.end() > match.start() else match.end() + 1

    def _blank(self, match: "re.Match[str]", *, but: str = "gap", by: str = DONE) -> None:
        """Take what was understood out of what is left, gaps in it aside."""
        kept = [match.span(group) for group in match.re.groupindex if group.startswith(but)]
        for at in range(*match.span()):
            if not any(start <= at < end for start, end in kept):
                self.left = self.left[:at] + by + self.left[at + 1 :]

    def _name(self, match: "re.Match[str]") -> str:
        """The name whose mark a match holds."""
        mark = NAME.search(match[0])
        return self._names[int(mark[1])] if mark else ""


_NUMBERED = {
    "max_age": "max_age_s",
    "pack": "sourcing.pack",
    "min_per_source": "sourcing.min_per_source",
    "max_sources": "sourcing.max_sources",
}
_STATES: dict[str, tuple[Fact, ...]] = {
    "split_none": (("sourcing.split", Split.NONE),),
    "split_any": (("sourcing.split", Split.ANY),),
    "split_prefer_single": (("sourcing.split", Split.PREFER_SINGLE),),
    "split_fewest": (("sourcing.split", Split.FEWEST),),
    "ships_complete": (("sourcing.completeness", Completeness.ORDER),),
    "ships_by_line": (("sourcing.completeness", Completeness.LINE),),
    "asks_to_reserve": (("asks_to_reserve", True),),
    "asks_for_no_reservation": (("asks_to_reserve", False),),
    "pack_aside": (),
    "complete_aside": (),
    "single_aside": (),
}
# What says nothing by itself, and beside which wish it may stand.
_ASIDE = {
    "pack_aside": {"pack"},
    "complete_aside": {"ships_complete"},
    "single_aside": {"split_prefer_single", "split_none"},
}
