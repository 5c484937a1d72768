"""What of a request was not understood? Clauses with words that are more than courtesy."""

from collections.abc import Iterable, Iterator

from inventory_env.reading.shape import Shape
from inventory_env.reading.tokens import ASK, PARAGRAPH, STOP, Tokens
from inventory_env.reading.wishes import DONE, RANKED, Wishes

Span = tuple[int, int]

_ENDS = frozenset({STOP, ASK, PARAGRAPH})
BLANKS = DONE + RANKED


def unread_clauses(
    tokens: Tokens, pieces: Iterable[Span], text: Shape, left: str, words: Wishes
) -> Iterator[tuple[Span, list[str]]]:
    """Every clause in which something is left that binds, or may bind; and what is left of it.

    Args:
        tokens: of the text.
        pieces: [start, end) in tokens of what was read.
        text: its shape.
        left: the shape, what was understood blanked out.
        words: of the language.
    """
    for start, end in _clauses(tokens, pieces, text):
        strange = [word for run in _runs(tokens, range(start, end), text, left) for word in _strange(run, words)]
        if strange:
            yield (start, end), strange


def _clauses(tokens: Tokens, pieces: Iterable[Span], text: Shape) -> Iterator[Span]:
    """The clauses, from stop to stop; the stop of an abbreviation is none, so a clause may reach over pieces."""
    begin, last = -1, 0
    for start, end in pieces:
        begin = start if begin < 0 else begin
        for at in range(start, end):
            if tokens.kinds[at] in _ENDS and at in text.spans:
                yield begin, at + 1
                begin = at + 1
        last = end
        if begin < end and tokens.kinds[end - 1] != STOP:
            yield begin, end
            begin = end
        begin = -1 if begin == end else begin
    if begin >= 0:
        yield begin, last


def _runs(tokens: Tokens, places: Iterable[int], text: Shape, left: str) -> Iterator[list[str]]:
    """The words that are left of a clause, those that stand side by side together."""
    run: list[str] = []
    for at in places:
        start, end = text.spans.get(at, (0, 0))
        rest = left[start:end].strip(BLANKS + ",.:?")
        if rest:
            run.append(rest)
        elif run and start < end and left[start] in BLANKS:
            yield run
            run = []
    yield run


def _strange(run: list[str], words: Wishes) -> list[str]:
    """The words of a run that are left when as many as possible are parts of phrases that bind nobody."""
    # For each place: the fewest strange words up to there.
    best: list[list[str] | None] = [[], *(None for _ in run)]
    for at, word in enumerate(run):
        so_far = best[at]
        assert so_far is not None  # each place is reached word by word
        ends = [at + len(phrase) for phrase in words.idle.get(word, ()) if tuple(run[at : at + len(phrase)]) == phrase]
        for end, strange in ((at + 1, [*so_far, word]), *((end, so_far) for end in ends)):
            known = best[end]
            if known is None or len(strange) < len(known):
                best[end] = strange
    return best[-1] or []
