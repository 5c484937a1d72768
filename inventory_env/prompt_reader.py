"""What does a prompt say? Its sentences read back as facts, without a look at how they were written."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from types import MappingProxyType

import attrs

from inventory_env.reading.phrasebook import LANGUAGES, Phrasebook, Slots, phrasebook
from inventory_env.reading.request import Fact, read_request
from inventory_env.reading.tokens import ASK, END, LIGHT, LINE, OTHER, PARAGRAPH, STOP, WORD, Tokens, tokenized
from inventory_env.task import Completeness, Completion, OnUnreachable, Split

__all__ = ["LANGUAGES", "Reading", "read"]

_BETWEEN = frozenset({LIGHT, LINE, PARAGRAPH, STOP})
_PIECE_ENDS = frozenset({STOP, ASK, LINE, PARAGRAPH, END})
_BULLETS = frozenset("#>*•·-–—")
_AFTER_NUMBERING = frozenset(".)、．）")


@attrs.frozen
class Reading:
    """What a prompt says.

    Attributes:
        said: for each field of the task, dotted, and for each standing rule: every different value, in order;
            `excluded` holds the warehouses that a customer rules out.
        unread: sentences that may bind the agent and that we cannot read, in order.
    """

    said: MappingProxyType[str, tuple[object, ...]]
    unread: tuple[str, ...]


def read(prompt: str, *, language: str = "en", warehouses: Collection[str] = (), skus: Collection[str] = ()) -> Reading:
    """The facts that a prompt states.

    Spacing, line breaks, bullets, letter case, articles, politeness, headings and sentences that bind
    nobody make no difference. Where no sentence of the contract names an order line, whatever is no
    such sentence is read as a customer's request in words of their own.

    Args:
        prompt: the text.
        language: of the prompt, one of LANGUAGES.
        warehouses: names of warehouses; a sentence that holds one is never passed over.
        skus: names of articles; likewise.
    """
    book, tokens = phrasebook(language), tokenized(prompt)
    facts: list[Fact] = []
    strange: list[tuple[int, int]] = []
    for start, end, stated in _pieces(book, tokens, language):
        if stated is None:
            strange.append((start, end))
        facts += stated or ()
    if strange and not any(field == "lines" for field, _ in facts):
        request = read_request(tokens, strange, language, warehouses=warehouses, skus=skus)
        facts += request.facts
        strange = list(request.unread)
    named = _named((*warehouses, *skus) if strange else ())
    unread = tuple(
        shown
        for start, end in strange
        if named.search(shown := tokens.shown(start, end)) or not book.idle(tokens, start, end)
    )
    return Reading(_by_field(facts), unread)


def _by_field(facts: Iterable[Fact]) -> MappingProxyType[str, tuple[object, ...]]:
    said: dict[str, list[object]] = {}
    for field, value in facts:
        told = said.setdefault(field, [])
        if field == "lines" or value not in told:
            told.append(value)
    return MappingProxyType({field: tuple(values) for field, values in said.items()})


def _pieces(book: Phrasebook, tokens: Tokens, language: str) -> Iterator[tuple[int, int, Iterable[Fact] | None]]:
    """Sentence by sentence: its tokens, and its facts or None where no known sentence fits."""
    at = _skipped(tokens, 0)
    while tokens.kinds[at] != END:
        found = book.find(tokens, at)
        if found:
            end = found.end
            # What the message should be in, each phrasebook says of its own language.
            facts = (("language", language),) if found.fact == "language" else _FACTS[found.fact](found.slots)
            yield at, end, facts
        else:
            end = _piece_end(tokens, at)
            yield at, end, None
        at = _skipped(tokens, end)


def _piece_end(tokens: Tokens, at: int) -> int:
    while tokens.kinds[at] not in _PIECE_ENDS:
        at += 1
    return at + (tokens.kinds[at] in (STOP, ASK))


def _skipped(tokens: Tokens, at: int) -> int:
    """The token at which the next sentence starts: past stops, bullets and numbering."""
    while True:
        kind, word = tokens.kinds[at], tokens.words[at]
        # A dash before a number may be a sign.
        if kind in _BETWEEN or (kind == OTHER and word in _BULLETS and tokens.number(at + 1) is None):
            at += 1
        elif kind == WORD and len(word) < 3 and tokens.number(at) is not None and _numbers(tokens, at):
            at += 2
        else:
            return at


def _numbers(tokens: Tokens, at: int) -> bool:
    """Whether a number only numbers what follows: `3.`, `3)`."""
    (_, end), (start, _) = tokens.spans[at : at + 2]
    return end == start and tokens.words[at + 1] in _AFTER_NUMBERING


def _named(names: Iterable[str]) -> "re.Pattern[str]":
    """Finds any of the names in a sentence; a single letter may be a word, so it does not count."""
    longer = sorted(name for name in names if len(name) > 1)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longer))})(?!\w)" if longer else r"(?!)")


def _states(*facts: Fact) -> Callable[[Slots], Iterable[Fact]]:
    return lambda slots: facts


def _number(field: str, *further: Fact) -> Callable[[Slots], Iterable[Fact]]:
    return lambda slots: ((field, slots["n"]), *further)


def _rule(name: str) -> Callable[[Slots], Iterable[Fact]]:
    return _states((name, True))


_RULES = (
    "read_only", "one_stock", "only_listed", "one_at_a_time", "stop", "available", "pack_invalid", "malformed", "pages",
    "not_stocked", "parts", "found", "shortfall", "unknown", "invalid", "unreached", "honest", "costs", "over_budget",
)  # fmt: skip
# What each sentence of the phrasebooks states.
_FACTS: dict[str, Callable[[Slots], Iterable[Fact]]] = {
    **{name: _rule(name) for name in _RULES},
    "nothing": _states(),
    "line": lambda slots: (("lines", (slots["line"], slots["sku"], slots["quantity"])),),
    "priority": lambda slots: (("priority", slots["warehouses"]),),
    "split_none": _states(("sourcing.split", Split.NONE)),
    "split_any": _states(("sourcing.split", Split.ANY)),
    "split_prefer_single": _states(("sourcing.split", Split.PREFER_SINGLE)),
    "split_fewest": _states(("sourcing.split", Split.FEWEST)),
    "max_sources": _number("sourcing.max_sources"),
    "min_per_source": _number("sourcing.min_per_source"),
    "pack": _number("sourcing.pack"),
    "ships_by_line": _states(("sourcing.completeness", Completeness.LINE)),
    "ships_complete": _states(("sourcing.completeness", Completeness.ORDER), ("ships_complete", True)),
    "timeout": _number("retry.timeout_s"),
    "any_age": _states(("max_age_s", None)),
    "max_age": _number("max_age_s"),
    "one_attempt": _states(("retry.max_attempts", 1)),
    "attempts": _number("retry.max_attempts"),
    "backoff": _number("retry.backoff_s", ("retry_after", True)),
    "no_backoff": _states(("retry.backoff_s", 0), ("retry_after", True)),
    "skip": _states(("on_unreachable", OnUnreachable.SKIP_AND_DISCLOSE)),
    "hold": _states(("on_unreachable", OnUnreachable.HOLD)),
    "shippable": _states(("shippable", True), ("sourcing.completeness", Completeness.ORDER)),
    "asks_to_reserve": _states(("asks_to_reserve", True)),
    "first_answer": _states(("completion", Completion.FIRST_ANSWER)),
    "last_answer": _states(("completion", Completion.LAST_ANSWER)),
    "tools": lambda slots: (("tools", frozenset(slots["tools"])),),
    "no_budget": _states(*((f"budget.{what}", None) for what in ("calls", "decisions", "seconds", "tokens"))),
    "budget": lambda slots: tuple((f"budget.{what}", number) for what, number in slots["limits"]),
}
