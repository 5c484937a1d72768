"""What does one clause mean? Its deeds, what else it says, and whether it is understood; a shape is decided once."""

import functools
from collections.abc import Iterator

import attrs

from graders.claims.claim import Polarity
from graders.claims.deeds import Deeds
from graders.claims.doubts import Doubts
from graders.claims.language import UNDONE, Language
from graders.claims.view import Meaning, Setting, View

# Clauses differ in names and numbers more than in words, and names and numbers are marks here.
_KEPT = 4096


@attrs.frozen
class Decided:
    """What a shape says.

    Attributes:
        meanings: in the order in which they were found.
        unclear: why it was not understood, or "".
        opens: whether it opens a condition for the clauses after it.
        breaks: whether it ends a condition that was opened before it.
        states: whether it says what lies in a warehouse, reserved or not.
        undone: whether it speaks of something that was left undone.
    """

    meanings: tuple[Meaning, ...]
    unclear: str
    opens: bool = False
    breaks: bool = False
    states: bool = False
    undone: bool = False


@functools.lru_cache(maxsize=_KEPT)
def decide(language: Language, shape: str, setting: Setting) -> Decided:
    """What a clause of that shape says in that setting."""
    view = View(language, shape, setting)
    deeds = Deeds(view)
    meanings = tuple(dict.fromkeys([*deeds.meanings(), *_others(view)]))
    return Decided(
        meanings=meanings,
        unclear=Doubts(view, deeds.spans).doubt(meanings),
        opens=view.has("opening"),
        breaks=view.broken,
        states=view.has("state"),
        undone=any(form == UNDONE and pattern.search(view.plain) for _, form, pattern in language.writes),
    )


def _others(view: View) -> Iterator[Meaning]:
    """What it says beside deeds: the first kind that fits."""
    for kind, pattern in view.language.claims:
        if found := pattern.search(view.shape):
            yield Meaning(kind, _mood(view), found[0])
            return


def _mood(view: View) -> Polarity:
    if view.setting.quote:
        return Polarity.QUOTED
    if view.setting.asked:
        return Polarity.ASKED
    return Polarity.HYPOTHETICAL if view.conditional else Polarity.ASSERTED
