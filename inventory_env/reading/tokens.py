"""Of which words, names, numbers and stops does a prompt consist? The same for every script."""

import json
import re
import unicodedata

import attrs

# The kinds of tokens, each but the last by its group in the pattern below.
WORD, NAME, LIGHT, STOP, LINE, PARAGRAPH, ASK, OTHER, END = range(1, 10)

_CJK = "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# Quoted names are taken out before the text is read and stand there as their place in a list.
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"|“[^“”"\\\n]*”|«[^«»"\\\n]*»|「[^「」"\\\n]*」')
_TAKEN_OUT = re.compile("\ue000([0-9]+)\ue001")
_BARE = re.compile(r"[A-Za-z0-9]+(?:[-_./][A-Za-z0-9]+)*")
# A stop ends nothing inside of a number or a name; a dash joins
# nothing, unless a number follows at once: then it may be a sign.
_TOKEN = re.compile(
    r"[^\S\n]*(?:"
    rf"([^\W_{_CJK}]+(?:[-_./'][^\W_{_CJK}]+)*|[{_CJK}])"
    "|(\ue000[0-9]+\ue001)"
    r"|([,:()，、：（）]|[-–—]+(?=\s|\Z)|—+(?![-–—0-9]))"
    r"|([.;!](?=[\s\"'»”)]|\Z)|[。；！．])"
    r"|(\n(?![^\S\n]*\n))"
    r"|(\n(?:[^\S\n]*\n)+)"
    r"|([?？])"
    r"|(\S))"
)
_FULL_WIDTH = {
    place: place - 0xFEE0 for place in (*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B))
}
_FOLDED = {**_FULL_WIDTH, ord("’"): "'", ord("ʼ"): "'", 0xE000: "\ufffd", 0xE001: "\ufffd"}
_TO_FOLD = re.compile("[０-９Ａ-Ｚａ-ｚ’ʼ\ue000\ue001]")


@attrs.frozen(eq=False)
class Tokens:
    """A text, token by token; the last token is END and empty.

    Attributes:
        text: as it was tokenized: quoted names taken out, full-width letters and digits made plain.
        kinds: of each token.
        words: each token in small letters.
        spans: where each token stands in the text.
        names: the quoted names as they were written.
    """

    text: str
    kinds: list[int | None]
    words: list[str]
    spans: list[tuple[int, int]]
    names: list[str]

    def shown(self, start: int, end: int) -> str:
        """The text of the tokens from start to end, as it was written."""
        text = self.text[self.spans[start][0] : self.spans[end - 1][1]].strip()
        return _TAKEN_OUT.sub(lambda mark: self.names[int(mark[1])], text)

    def written(self, at: int) -> str:
        """A token, with its capitals."""
        start, end = self.spans[at]
        return self.text[start:end]

    def name(self, at: int) -> str | None:
        """The name that a token can stand for."""
        if self.kinds[at] == NAME:
            return unquoted(self.names[int(self.words[at][1:-1])])
        bare = self.written(at)
        return bare if self.kinds[at] == WORD and _BARE.fullmatch(bare) else None

    def number(self, at: int) -> int | None:
        """The whole number that a token writes in digits."""
        word = self.words[at]
        return int(word) if word.isascii() and word.isdigit() and len(word) <= 16 else None


def tokenized(text: str) -> Tokens:
    """The tokens of a text; spaces are none."""
    names: list[str] = []
    parts, at = [], 0
    for written in _QUOTED.finditer(text):
        parts += [_tidy(text[at : written.start()]), f"\ue000{len(names)}\ue001"]
        names.append(written[0])
        at = written.end()
    tidy = "".join((*parts, _tidy(text[at:])))
    found = list(_TOKEN.finditer(tidy))
    kinds = [token.lastindex for token in found]
    spans = [token.span(token.lastindex or 0) for token in found]
    small = tidy.lower()
    # A few letters become two when they are made small; then each token is made small by itself.
    same = len(small) == len(tidy)
    words = [small[start:end] if same else tidy[start:end].lower() for start, end in spans]
    return Tokens(tidy, [*kinds, END], [*words, ""], [*spans, (len(tidy), len(tidy))], names)


def unquoted(written: str) -> str:
    """The name inside of quotes."""
    try:
        return str(json.loads(written))
    except ValueError:  # typographic quotes, or an escape that JSON does not know
        return written[1:-1]


def _tidy(text: str) -> str:
    """The text between names, with one writing for each letter and digit."""
    if _TO_FOLD.search(text):
        text = text.translate(_FOLDED)
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)
