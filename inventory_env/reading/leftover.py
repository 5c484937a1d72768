"""What of a request was not understood? Clauses with words that are more than courtesy."""

from collections.abc import Iterable, Iterator

from inventory_env.reading.shape import Shape
from inventory_env.reading.tokens import ASK, PARAGRAPH, STOP, Tokens
from inventory_env.reading.wishes import DONE, RANKED, Wishes

Span = tuple[int, int]

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
    for start, end in pieces:
        clause = start
        for at in range(start, end):
            if at == end - 1 or tokens.kinds[at] in (STOP, ASK, PARAGRAPH):
                strange = [run for run in _runs(tokens, range(clause, at + 1), text, left) if not _idle(run, words)]
                if strange:
                    yield (clause, at + 1), [word for run in strange for word in run]
                clause = at + 1


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


def _idle(run: list[str], words: Wishes) -> bool:
    """Whether a run of words consists of phrases that bind nobody."""
    reached = {0}
    for at in range(len(run)):
        if at in reached:
            for phrase in words.idle.get(run[at], ()):
                if tuple(run[at : at + len(phrase)]) == phrase:
                    reached.add(at + len(phrase))
    return len(run) in reached
