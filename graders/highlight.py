"""Which words of a message matter? The message in lines, with those words marked."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence

import attrs

from graders.printing import plain, underlined, wrapped

# Signs that `plain` lets nobody write stand for the marks until the lines are broken: each takes one cell.
_OPEN = {"red": "\ue000", "yellow": "\ue001", "green": "\ue002"}
_COLOUR = {sign: colour for colour, sign in _OPEN.items()}
_CLOSE = "\uf000"
_SIGNS = re.compile(r"([\ue000-\ue002\uf000])")


@attrs.frozen
class Span:
    """Words of a message that are to be seen.

    Attributes:
        start, end: [start, end) in the message, in characters; what lies outside it is passed over.
        colour: red, yellow or green.
        tag: what is written behind the words, such as the number of a finding; may be empty.
    """

    start: int
    end: int
    colour: str = "red"
    tag: str = ""


def highlighted(
    text: str, spans: Iterable[Span], *, cells: int, colours: bool = False, marks: tuple[str, str] = ("»", "«")
) -> list[list[str]]:
    """The paragraphs of a message, each as its lines.

    Args:
        text: the message; what could move a cursor is written out.
        spans: the words to mark; they may overlap, lie within each other, or run over several paragraphs.
        cells: the width of a line.
        colours: whether the words are underlined and coloured; without, the marks stand around them.
        marks: what stands before and behind the words where there are no colours.
    """
    paragraphs = [wrapped(one, cells) or [""] for one in _signed(text, spans)]
    if not colours:
        return [[_marked(line, marks) for line in lines] for lines in paragraphs]
    return [_painted(lines) for lines in paragraphs]


def quoted(text: str, span: tuple[int, int] | None) -> str:
    """The words of a span, on one line; empty where the message has none there."""
    return "" if span is None else plain(text[span[0] : span[1]]).strip()


def _signed(text: str, spans: Iterable[Span]) -> Iterator[str]:
    """The paragraphs with a sign at every start and end; a span over several is closed and opened again."""
    coming = deque(sorted(spans, key=lambda one: one.start))
    active: list[Span] = []
    start = 0
    for whole in text.splitlines(keepends=True):
        body, end = whole.splitlines()[0], start + len(whole)
        while coming and coming[0].start < end:
            active.append(coming.popleft())
        yield _paragraph(body, [_moved(one, start, end) for one in active])
        active = [one for one in active if one.end > end]
        start = end


def _moved(span: Span, start: int, end: int) -> Span:
    """The part of a span in one paragraph, in its places; what is written behind the words stands at their end."""
    tag = span.tag if span.end <= end else ""
    return Span(max(0, span.start - start), span.end - start, span.colour, tag)


def _paragraph(body: str, spans: Iterable[Span]) -> str:
    signs = _signs(len(body), spans)
    cuts = sorted({0, *signs})
    pieces = zip(cuts, [*cuts[1:], len(body)], strict=True)
    return "".join("".join(signs.get(cut, ())) + plain(body[cut:after]) for cut, after in pieces)


def _signs(length: int, spans: Iterable[Span]) -> dict[int, list[str]]:
    """For each place of a paragraph the signs that stand there, with what is written behind them."""
    merged: dict[tuple[int, int], list[Span]] = {}
    for one in spans:
        if one.start < (end := min(one.end, length)):
            merged.setdefault((one.start, end), []).append(one)
    signs: dict[int, list[str]] = {}
    # A longer span opens before a shorter one that starts with it.
    for (start, _), same in sorted(merged.items(), key=lambda item: (item[0][0], -item[0][1])):
        gravest = min(same, key=lambda one: list(_OPEN).index(one.colour))
        signs.setdefault(start, []).append(_OPEN[gravest.colour])
    # What started last ends first, and every end stands before the starts of the same place.
    for (_, end), same in sorted(merged.items(), key=lambda item: (item[0][0], -item[0][1])):
        tags = ",".join(dict.fromkeys(one.tag for one in same if one.tag))
        signs.setdefault(end, []).insert(0, _CLOSE + (f"[{tags}]" if tags else ""))
    return signs


def _marked(line: str, marks: tuple[str, str]) -> str:
    return _SIGNS.sub(lambda found: marks[found[1] == _CLOSE], line)


def _painted(lines: Sequence[str]) -> list[str]:
    """The lines with the words between two signs underlined; a line ends what it began."""
    done, active = [], list[str]()
    for line in lines:
        told = ""
        for part in _SIGNS.split(line):
            if part == _CLOSE:
                active.pop()
            elif part in _COLOUR:
                active.append(_COLOUR[part])
            else:
                told += underlined(part, active[-1]) if active else part
        done.append(told)
    return done
