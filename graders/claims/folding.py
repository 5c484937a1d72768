"""How is a text read whatever its typography? One writing for every variant, and the way back to the original."""

import re
import unicodedata

import attrs

# Written in many ways, meant as one: quotation marks, apostrophes, dashes, blanks.
_QUOTES = '"“”„‟«»「」『』《》〈〉＂'
_APOSTROPHES = "'’‘‛ʼ`´＇"
_DASHES = "‐‑‒–—―−﹣－"
_BLANKS = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\x0b\x0c"
# Shown as nothing: they can only hide a word from a reader of characters.
_UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u200b\u200c\u200d\u200e\u200f"
    "\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u206a\u206b\u206c"
    "\u206d\u206e\u206f\ufe00\ufe01\ufe02\ufe03\ufe04\ufe05\ufe06\ufe07\ufe08\ufe09\ufe0a\ufe0b\ufe0c\ufe0d"
    "\ufe0e\ufe0f\ufeff"
)
_LINES = "\r\u0085\u2028\u2029"
_TABLE = {
    **dict.fromkeys(map(ord, _QUOTES), '"'),
    **dict.fromkeys(map(ord, _APOSTROPHES), "'"),
    **dict.fromkeys(map(ord, _DASHES), "-"),
    **dict.fromkeys(map(ord, _BLANKS), " "),
    **dict.fromkeys(map(ord, _UNSEEN), ""),
    **dict.fromkeys(map(ord, _LINES), "\n"),
    **{code: chr(code - 0xFEE0) for code in range(0xFF10, 0xFF5B) if chr(code).isalnum()},
    # For private use: this reader marks names with one of them.
    **dict.fromkeys(range(0xE000, 0xE010), "\ufffd"),
    # The one letter that grows when it is made small.
    0x130: "I",
    0xFF0B: "+",
    0xFF0E: ".",
    0xFF1C: "<",
    0xFF1E: ">",
    0xFF04: "$",
    0xFF05: "%",
    0xFF0F: "/",
}
_PIECE = re.compile(
    r"[^\u0300-\u036f\u1dc0-\u1dff\u20d0-\u20ff][\u0300-\u036f\u1dc0-\u1dff\u20d0-\u20ff]*|.", re.DOTALL
)


@attrs.frozen
class Folded:
    """A text in one writing.

    Attributes:
        text: as it is read, upper and lower case kept.
        at: for each of its characters, and for its end, the place in the original; None where they are the same.
        end: the length of the original.
    """

    text: str
    at: tuple[int, ...] | None
    end: int

    def origin(self, place: int) -> int:
        """The place in the original text."""
        return place if self.at is None else self.at[place]


def fold(text: str) -> Folded:
    """The text with every typographic variant in one writing.

    Quotation marks become ", apostrophes ', dashes -, blanks a space, line ends a line feed; full-width letters and
    digits become narrow; marks that show as nothing are left out; letters are composed (NFC).
    """
    if text.isascii() and "\r" not in text and "\t" not in text and "`" not in text:
        return Folded(text, None, len(text))
    plain = text.translate(_TABLE)
    if len(plain) == len(text) and unicodedata.is_normalized("NFC", plain):
        return Folded(plain, None, len(text))
    return _with_places(text)


def _with_places(text: str) -> Folded:
    parts: list[str] = []
    places: list[int] = []
    for piece in _PIECE.finditer(text):
        plain = unicodedata.normalize("NFC", piece[0].translate(_TABLE))
        parts.append(plain)
        places += [piece.start()] * len(plain)
    places.append(len(text))
    return Folded("".join(parts), tuple(places), len(text))
