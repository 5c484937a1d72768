"""Which sentence of the contract is this? A phrasebook, one data file a language, walked word by word."""

import functools
import itertools
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs

from inventory_env.reading.tokens import ASK, END, LIGHT, LINE, PARAGRAPH, STOP, WORD, Tokens, tokenized

_FOLDER = Path(__file__).parent / "phrases"
LANGUAGES = tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))
_NUMBERS, _LISTS, _LIMITS = ("n", "line", "quantity"), ("warehouses", "tools"), "limits"
_NAMED = frozenset({"sku", *_LISTS})
_PART = re.compile(r"\{(\w+)\}|(;)|([^{};]+)")
_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_ENDS = frozenset({STOP, LINE, PARAGRAPH, END})
_SILENT = frozenset({STOP, ASK, LIGHT, LINE, PARAGRAPH})
_BREATHS = frozenset({LIGHT, LINE})
_COMMAS = frozenset(",，、")

Words = list[str]
Slots = Mapping[str, Any]  # a number, a name, a list of names, or pairs of a limit and its number


@attrs.frozen(eq=False)
class Found:
    """A sentence of the phrasebook in a text.

    Attributes:
        fact: its name in the phrasebook.
        slots: what its slots hold.
        end: the token after it.
    """

    fact: str
    slots: Slots
    end: int


class _Node:
    """A place in the tree of all sentences.

    Attributes:
        words: where each next word leads.
        slots: where each next slot leads.
        pause: where it goes on, a stop or none between.
        fact: what the sentence states that ends here.
        named: whether a name may come next.
        plain: whether nothing but a word can come next.
    """

    __slots__ = ("fact", "named", "pause", "plain", "slots", "words")

    def __init__(self) -> None:
        self.words: dict[str, _Node] = {}
        self.slots: dict[str, _Node] = {}
        self.pause: _Node | None = None
        self.fact = ""
        self.named = False
        self.plain = True


_State = tuple[_Node, int, tuple[tuple[str, Any], ...], bool]


class Phrasebook:
    """The sentences of one language, and the words that bind nobody."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._fillers = frozenset(data["fillers"])
        self._joints = {"warehouses": _phrases(data["then"]), "tools": _phrases(data["and"])}
        self._limits = [(words, what) for what, written in data["limits"].items() for words in _phrases(written)]
        self._idle: dict[str, list[Words]] = {}
        for words in sorted(_phrases(data["idle"] + data["fillers"]), key=len, reverse=True):
            self._idle.setdefault(words[0], []).append(words)
        self._root = _Node()
        for fact, sentences in data["sentences"].items():
            for sentence in sentences:
                for plain in _choices(sentence):
                    self._add(plain, fact)

    def find(self, tokens: Tokens, at: int) -> Found | None:
        """The longest sentence that starts at a token and ends where a sentence may end."""
        stack: list[_State] = [(self._root, at, (), False)]
        while stack:
            node, at, slots, done = stack.pop()
            if done:
                return Found(node.fact, dict(slots), at)
            stack += self._ways(tokens, node, at, slots)
        return None

    def idle(self, tokens: Tokens, start: int, end: int) -> bool:
        """Whether the tokens from start to end are words that bind nobody, all of them."""
        at = start
        while at < end:
            if tokens.kinds[at] in _SILENT:
                at += 1
                continue
            known = self._idle.get(tokens.words[at], ())
            fitting = next((words for words in known if _starts(tokens, at, words)), None)
            if fitting is None:
                return False
            at += len(fitting)
        return True

    def _add(self, sentence: str, fact: str) -> None:
        node = self._root
        for slot, pause, words in _PART.findall(sentence):
            if slot:
                node.plain, node.named = False, node.named or slot in _NAMED
                node = node.slots.setdefault(slot, _Node())
            elif pause:
                node.plain = False
                node.pause = node = node.pause or _Node()
            for word in _words(words):
                node = node.words.setdefault(word, _Node())
        if node.fact not in ("", fact):
            raise ValueError(f"{sentence!r} states {node.fact} and {fact}")
        node.fact, node.plain = fact, False

    def _ways(self, tokens: Tokens, node: _Node, at: int, slots: tuple[tuple[str, Any], ...]) -> list[_State]:
        """Where it can go on from a place, the likeliest last."""
        here = self._next(tokens, at, named=node.named)
        child = node.words.get(tokens.words[here])
        while child is not None and node.plain:
            node, at = child, here + 1
            here = self._next(tokens, at, named=node.named)
            child = node.words.get(tokens.words[here])
        ways: list[_State] = []
        if node.fact and self._ended(tokens, at):
            ways.append((node, at, slots, True))
        if node.pause:
            ways.append((node.pause, here + 1 if tokens.kinds[here] == STOP else at, slots, False))
        for slot, inner in node.slots.items():
            if held := self._held(tokens, slot, here):
                ways.append((inner, held[1], (*slots, (slot, held[0])), False))
        if child is not None:
            ways.append((child, here + 1, slots, False))
        return ways

    def _next(self, tokens: Tokens, at: int, *, named: bool) -> int:
        """The next token that counts. No filler is passed over before a name: "of A" would else lose its A."""
        kinds, words = tokens.kinds, tokens.words
        while True:
            kind = kinds[at]
            if kind == WORD:
                if named or words[at] not in self._fillers:
                    return at
            elif kind not in _BREATHS:
                return at
            at += 1

    def _ended(self, tokens: Tokens, at: int) -> bool:
        while tokens.kinds[at] == LIGHT or tokens.words[at] in self._fillers:
            at += 1
        return tokens.kinds[at] in _ENDS

    def _held(self, tokens: Tokens, slot: str, at: int) -> tuple[Any, int] | None:
        """What a slot holds that starts at a token, and the token after it."""
        if slot in _LISTS:
            return self._list(tokens, slot, at)
        if slot == _LIMITS:
            return self._some_limits(tokens, at)
        value = tokens.number(at) if slot in _NUMBERS else tokens.name(at)
        return None if value is None else (value, at + 1)

    def _list(self, tokens: Tokens, slot: str, at: int) -> tuple[Any, int] | None:
        listed: list[str] = []
        joined: int | None = at
        while joined is not None and (name := self._listed(tokens, joined)) is not None:
            listed.append(name)
            at = joined + 1
            joined = self._joined(tokens, at, self._joints[slot])
        return (tuple(listed), at) if listed else None

    def _listed(self, tokens: Tokens, at: int) -> str | None:
        name = tokens.name(at)
        return None if tokens.kinds[at] == WORD and name in self._fillers else name

    def _some_limits(self, tokens: Tokens, at: int) -> tuple[Any, int] | None:
        limits: list[tuple[str, int]] = []
        joined: int | None = at
        while joined is not None and (number := tokens.number(joined)) is not None:
            noun = _past_lines(tokens, joined + 1)
            told = next(((words, what) for words, what in self._limits if _starts(tokens, noun, words)), None)
            if told is None:
                break
            limits.append((told[1], number))
            at = noun + len(told[0])
            joined = self._joined(tokens, at, self._joints["tools"])
        return (tuple(limits), at) if limits else None

    def _joined(self, tokens: Tokens, at: int, joints: Iterable[Words]) -> int | None:
        """The token after a comma, a joint or both; None where neither stands."""
        comma = False
        while tokens.kinds[at] == LINE or (tokens.kinds[at] == LIGHT and tokens.words[at] in _COMMAS):
            comma = comma or tokens.kinds[at] == LIGHT
            at += 1
        for words in joints:
            # A joint in capitals is a name.
            if _starts(tokens, at, words) and tokens.written(at) == words[0]:
                return _past_lines(tokens, at + len(words))
        return at if comma else None


def _past_lines(tokens: Tokens, at: int) -> int:
    while tokens.kinds[at] == LINE:
        at += 1
    return at


@functools.cache
def phrasebook(language: str) -> Phrasebook:
    """The phrasebook of a language.

    Args:
        language: one of LANGUAGES.
    """
    return Phrasebook(tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8")))


def _starts(tokens: Tokens, at: int, words: Words) -> bool:
    return tokens.words[at : at + len(words)] == words


def _phrases(written: Iterable[str]) -> list[Words]:
    """Each phrase as its words, the longest first."""
    return sorted(map(_words, written), key=len, reverse=True)


def _words(written: str) -> Words:
    tokens = tokenized(written)
    return [word for word, kind in zip(tokens.words, tokens.kinds, strict=True) if kind == WORD]


def _choices(sentence: str) -> Iterable[str]:
    """The sentence with every choice of its alternatives, which stand in brackets."""
    parts = _CHOICE.split(sentence)
    return map("".join, itertools.product(*(part.split("|") if odd % 2 else [part] for odd, part in enumerate(parts))))
