"""What is there to see in a clause? Its words without idioms, and what its neighbours make of it."""

import attrs

from graders.claims.claim import Kind, Polarity
from graders.claims.language import NUMBER, Language

# A question of so few words asks, whatever its order.
_SHORT = 3
_SHORT_UNSPACED = 8
Span = tuple[int, int]


@attrs.frozen
class Setting:
    """What the neighbours of a clause make of it.

    Attributes:
        conditional: a condition was opened in its sentence before it.
        asked: its sentence is a question.
        last: it ends its sentence.
        quote: it is quoted words of somebody else.
        answering: the question before it asked whether something was done.
        denied: the clause before it, of the same sentence, says that something was not done.
        stated: a clause before it, of the same sentence, says what lies in a warehouse.
        left: a clause of the same sentence says what is left.
        disowned: it is quoted in a clause that says that it is not true.
        denying: the question before it asked whether something was left undone.
    """

    conditional: bool = False
    asked: bool = False
    last: bool = True
    quote: bool = False
    answering: bool = False
    denied: bool = False
    stated: bool = False
    denying: bool = False
    left: bool = False
    disowned: bool = False


@attrs.frozen
class Meaning:
    """One thing that a clause says.

    Attributes:
        kind: what it is about.
        polarity: how it is meant.
        why: the words that decided.
    """

    kind: Kind
    polarity: Polarity
    why: str


class View:
    """One clause, as everybody looks at it.

    Attributes:
        language: in which it is read.
        setting: what its neighbours make of it.
        shape: its words, names and numbers as marks.
        plain: the same without idioms.
        undenied: the same without what denies a whole sentence.
        broken: whether it begins with a contrast.
        conditional: whether it stands under a condition, its own or one before it.
    """

    def __init__(self, language: Language, shape: str, setting: Setting) -> None:
        self.language = language
        self.setting = setting
        self.shape = shape
        self.plain = blanked(shape, [found.span() for found in language.cues["idiom"].finditer(shape)])
        if language.spaced and language.near:
            self.plain = " ".join(language.cues["numeral"].sub(NUMBER, self.plain).split())
        # "It would be wrong to say that ..." denies; it sets no condition.
        self.undenied = blanked(self.plain, [one.span() for one in language.cues["denial"].finditer(self.plain)])
        self.broken = bool(language.cues["contrast"].match(self.plain))
        inherited = setting.conditional and not (self.broken and language.near)
        self.conditional = inherited or bool(language.cues["condition"].search(self.undenied))

    def has(self, cue: str) -> bool:
        """Whether a cue stands in it."""
        return bool(self.language.cues[cue].search(self.plain))

    def begins(self, cue: str) -> bool:
        """Whether it begins with a cue."""
        return bool(self.language.cues[cue].match(self.plain))

    @property
    def short(self) -> bool:
        """Whether it has so few words that it asks or answers by itself."""
        if self.language.spaced:
            return len(self.plain.split()) <= _SHORT
        return len("".join(self.plain.split())) <= _SHORT_UNSPACED


def blanked(text: str, spans: list[Span], blank: str = " ") -> str:
    """The text with blanks in the place of spans; everything else keeps its place."""
    for start, end in spans:
        text = text[:start] + blank * (end - start) + text[end:]
    return text
