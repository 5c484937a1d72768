"""What is left of a request once its names and numbers are known? One line of small letters."""

import re
from collections.abc import Iterable

import attrs

from inventory_env.reading.tokens import ASK, LIGHT, NAME, OTHER, PARAGRAPH, STOP, WORD, Tokens, tokenized
from inventory_env.reading.wishes import ODD, Wishes

_CODE = re.compile(r"[A-Z0-9]+(?:[-_./][A-Z0-9]+)*")
_MIXED = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9]+(?:[-_./][A-Za-z0-9]+)*")
_ORDINAL = re.compile(r"[0-9]+(?:st|nd|rd|th)")
_FIGURES = re.compile(r"[0-9][0-9./'-]*")
_STOPS = {STOP: ".", PARAGRAPH: ".", ASK: "?"}


@attrs.frozen(eq=False)
class Shape:
    """A request in one line.

    Attributes:
        text: small letters; a mark for each name.
        spans: where each token stands in it, by its number; a token that states nothing has no span.
        names: what the marks stand for.
    """

    text: str
    spans: dict[int, tuple[int, int]]
    names: tuple[str, ...]

    def reach(self, start: int, end: int) -> tuple[int, int]:
        """[start, end) in the text of the tokens from start to end."""
        spans = [self.spans[at] for at in range(start, end) if at in self.spans]
        return min(one for one, _ in spans), max(other for _, other in spans)


def shape(tokens: Tokens, pieces: Iterable[tuple[int, int]], known: Iterable[str], words: Wishes) -> Shape:
    """The shape of the tokens of some pieces.

    Args:
        tokens: of the whole text.
        pieces: [start, end) of each piece, in tokens; a line does not go on behind its end.
        known: warehouses and skus; they are names however they are written.
        words: of the language.
    """
    maker = _Maker(tokens, words, known)
    for start, end in pieces:
        maker.take(start, end)
    return Shape("".join(maker.parts), maker.spans, tuple(maker.names))


class _Maker:
    """Puts a shape together, token by token."""

    def __init__(self, tokens: Tokens, words: Wishes, known: Iterable[str]) -> None:
        self.parts: list[str] = []
        self.spans: dict[int, tuple[int, int]] = {}
        self.names: list[str] = []
        self._tokens, self._words = tokens, words
        self._length = 0
        self._known: dict[str, list[tuple[str, list[str]]]] = {}
        for name in sorted(known, key=len, reverse=True):
            if (parts := _parts(name)) and not (name.islower() and name in words.words):
                self._known.setdefault(parts[0], []).append((name, parts))

    def take(self, start: int, end: int) -> None:
        """Add the tokens from start to end."""
        at = start
        while at < end:
            at = self._name(at) or self._figures(at) or self._other(at)

    def _name(self, at: int) -> int | None:
        """Past a name, if one stands here."""
        tokens, written = self._tokens, self._tokens.written(at)
        for name, parts in self._known.get(written, ()):
            end = at + len(parts)
            if [tokens.written(place) for place in range(at, min(end, len(tokens.kinds)))] == parts:
                return self._add_name(name, at, end)
        if tokens.kinds[at] == NAME or (tokens.kinds[at] == WORD and self._looks_like_a_name(written, at)):
            return self._add_name(tokens.name(at) or written, at, at + 1)
        return None

    def _add_name(self, name: str, at: int, end: int) -> int:
        self._add(f"\ue000{len(self.names)}\ue001", at, end)
        self.names.append(name)
        return end

    def _looks_like_a_name(self, written: str, at: int) -> bool:
        small = written.lower()
        if written == self._words.article.upper() != "":
            return not self._starts_a_sentence(at)
        if self._words.glued.fullmatch(small) or _ORDINAL.fullmatch(small):
            return False
        if _CODE.fullmatch(written) and not _FIGURES.fullmatch(written):
            # A word in capitals is a word; so is a letter that can be one.
            return small not in (self._words.words if len(written) > 1 else self._words.idle)
        return bool(_MIXED.fullmatch(written))

    def _starts_a_sentence(self, at: int) -> bool:
        """Whether this could be an article: a word follows, and nothing stands before."""
        kinds = self._tokens.kinds
        follows = self._tokens.words[at + 1]
        return (
            (at == 0 or kinds[at - 1] in _STOPS)
            and kinds[at + 1] == WORD
            and follows.isalpha()
            and follows not in self._words.follows_name
        )

    def _figures(self, at: int) -> int | None:
        """Past a number, if one stands here."""
        tokens, word = self._tokens, self._tokens.words[at]
        if tokens.kinds[at] != WORD or not word.isascii():
            return None
        if glued := self._words.glued.fullmatch(word):
            self._add(f"{glued[1]} {glued[2]}" if self._words.spaced else glued[0], at, at + 1)
            return at + 1
        if not _FIGURES.fullmatch(word):
            return None
        digits, end = self._grouped(at)
        signed = at > 0 and tokens.kinds[at - 1] == OTHER and tokens.spans[at - 1][1] == tokens.spans[at][0]
        self._add(digits if digits.isdigit() and not signed else ODD, at, end)
        return end

    def _grouped(self, at: int) -> tuple[str, int]:
        """The digits of a number with its thousands apart, and the token after it."""
        tokens, mark = self._tokens, self._words.thousands
        digits, end = tokens.words[at], at + 1
        if mark == "." and re.fullmatch(r"[0-9]{1,3}(?:\.[0-9]{3})+", digits):
            digits = digits.replace(".", "")
        while joint := self._joint(end):
            further = end + (joint != " ")
            fits = joint == mark and len(tokens.words[further]) == 3 and (len(digits) <= 3 or end > at + 1)
            # "4,2", "1.234" and "12:30" can be read in several ways, or are no number of goods.
            digits, end = digits + tokens.words[further] if fits else ODD, further + 1
        return digits, end

    def _joint(self, end: int) -> str:
        """What joins the digits before a token to more digits at once: a comma, a colon, a blank, or nothing."""
        tokens = self._tokens
        (_, left), (start, right) = tokens.spans[end - 1 : end + 1]
        if self._words.thousands == " " and re.fullmatch("[0-9]{3}", tokens.words[end]):
            return " " if start == left + 1 and tokens.text[left] in " \u00a0\u202f" else ""
        if tokens.kinds[end] != LIGHT or tokens.words[end] not in (",", ":") or left != start:
            return ""
        follows = _FIGURES.fullmatch(tokens.words[end + 1])
        return tokens.words[end] if follows and tokens.spans[end + 1][0] == right else ""

    def _other(self, at: int) -> int:
        kind, word = self._tokens.kinds[at], self._tokens.words[at]
        if kind == STOP and self._abbreviated(at):
            return at + 1
        if kind == LIGHT:
            word = ":" if word in (":", "：") else ","
        self._add(_STOPS.get(kind or OTHER, word), at, at + 1)
        return at + 1

    def _abbreviated(self, at: int) -> bool:
        """Whether a stop belongs to the word before it: no word in capitals follows."""
        tokens = self._tokens
        if at == 0 or tokens.words[at - 1] not in self._words.abbreviations:
            return False
        follows = tokens.written(at + 1)
        return tokens.kinds[at + 1] in (WORD, NAME) and (not follows.istitle() or len(follows) == 1)

    def _add(self, part: str, at: int, end: int) -> None:
        latin = part[0].isascii() and part[0].isalnum()
        before = self.parts[-1][-1] if self.parts else ""
        spaced = self._words.spaced or (latin and before.isascii() and before.isalnum())
        gap = " " if spaced and self.parts and part not in ",.:;?" else ""
        self.parts.append(gap + part)
        start = self._length + len(gap)
        self._length = start + len(part)
        for token in range(at, end):
            self.spans[token] = (start, self._length)


def _parts(name: str) -> list[str]:
    """The words of a name that is no plain code, as a text writes it."""
    tokens = tokenized(name)
    parts = [tokens.written(place) for place, kind in enumerate(tokens.kinds[:-1])]
    longer = len(name) > 1 and not name.isdigit()
    return parts if longer and NAME not in tokens.kinds else []
