"""What does a message claim? Folded, marked, cut into clauses, each understood or named as not understood."""

import functools
import itertools
from collections.abc import Iterable, Iterator

import attrs

from graders.claims.claim import WRITES, Claim, Kind, Polarity, Role, Understanding, WriteClaim
from graders.claims.clauses import Clause, clauses
from graders.claims.figures import Share, figures
from graders.claims.folding import fold
from graders.claims.language import Language
from graders.claims.marking import mark, names
from graders.claims.meaning import Decided, decide
from graders.claims.speaking import spoken
from graders.claims.view import Meaning, Setting
from graders.claims.writings import known

# A longer piece is no clause of a person's; nobody needs to understand it.
_LONGEST = 1000
# Messages differ in names and numbers more than in words; what a text with marks says is decided once.
_KEPT = 4096
_MEMORABLE = 2000


def understand(
    text: str, *, language: str | Language | None = None, warehouses: Iterable[str] = (), skus: Iterable[str] = ()
) -> Understanding:
    """What a message says, clause by clause.

    Args:
        text: the message, any Unicode.
        language: tag of the language it should be in; a message in another writing is read in its own. None =
            found out. A language of one's own, from `read_language`, is read in as it is.
        warehouses: the warehouses that the task names.
        skus: the articles that the task names.

    Raises:
        InputError: there is no such language.
    """
    warehouses, skus = tuple(warehouses), tuple(skus)
    folded = fold(text)
    tongue = spoken(folded.text, language)
    marked = mark(folded.text, names(frozenset(warehouses), frozenset(skus)))
    read = _read if len(marked.text) <= _MEMORABLE else _read.__wrapped__
    parts = read(tongue, marked.text.translate(tongue.letters) if tongue.letters else marked.text)
    counted = figures(
        marked,
        folded,
        text,
        tongue,
        known(warehouses, skus),
        [(part.start, part.end) for part in parts],
        declared=language is tongue or language == tongue.tag,
    )
    claims: list[Claim] = []
    unclear, doubts, unreal = [], [], []
    for part, share in zip(parts, counted.shares, strict=True):
        start, end = folded.origin(marked.origin(part.start)), folded.origin(marked.origin(part.end))
        claims += [_claim(meaning, start, end, share) for meaning in part.decided.meanings or _bare(part, share)]
        doubt = "longer than any clause" if end - start > _LONGEST else part.decided.unclear
        if doubt:
            unclear.append((start, end))
            doubts.append(doubt)
        if part.mood is not Polarity.ASSERTED:
            unreal.append((start, end))
    return Understanding(
        text=text,
        language=tongue.tag,
        claims=tuple(claims),
        unclear=tuple(unclear),
        write_claim=_write_claim(claims, bool(unclear)),
        doubts=tuple(doubts),
        alternatives=tuple([span for span in counted.alternatives if not any([_meet(span, one) for one in unreal])]),
    )


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _bare(part: "_Part", share: Share) -> Iterator[Meaning]:
    """What a clause says that is understood and names nothing but numbers, or what it is not: "of 10 units none is"."""
    if part.decided.unclear:
        return
    if any([one.role is not Role.OTHER for one in share.quantities]):
        yield Meaning(Kind.REMARK, part.mood, "a number")
    elif share.denied:
        yield Meaning(Kind.REMARK, part.mood, "a warehouse that it is not")


def _claim(meaning: Meaning, start: int, end: int, share: Share) -> Claim:
    return Claim(
        meaning.kind,
        meaning.polarity,
        start,
        end,
        share.quantities,
        share.warehouses,
        share.skus,
        meaning.why,
        share.lines,
        share.traits,
        share.denied,
    )


def _write_claim(claims: Iterable[Claim], doubtful: bool) -> WriteClaim:
    if any([claim.kind in WRITES and claim.polarity is Polarity.ASSERTED for claim in claims]):
        return WriteClaim.CLAIMED
    return WriteClaim.UNCERTAIN if doubtful else WriteClaim.NOT_CLAIMED


@attrs.frozen
class _Part:
    """One clause of a marked text, decided.

    Attributes:
        start, end: [start, end) in the marked text.
        decided: what it says.
        mood: how it is meant, where it says nothing but numbers.
    """

    start: int
    end: int
    decided: Decided
    mood: Polarity = Polarity.ASSERTED


@functools.lru_cache(maxsize=_KEPT)
def _read(language: Language, text: str) -> tuple[_Part, ...]:
    return tuple(_parts(language, text))


def _parts(language: Language, text: str) -> Iterator[_Part]:
    """The clauses of a marked text; what one says may depend on those before it."""
    conditional = answering = denied = stated = denying = disowned = False
    cut = list(clauses(text, language))
    for clause, left in zip(cut, _left(cut, language), strict=True):
        if clause.first:
            conditional = denied = stated = False
        if clause.end - clause.start > _LONGEST:
            yield _Part(clause.start, clause.end, Decided((), "longer than any clause"))
            continue
        before = (answering, denied, stated, denying)
        setting = Setting(conditional, clause.asked, clause.last, clause.quote, *before, left)
        if clause.quote:
            setting = attrs.evolve(setting, disowned=disowned)
        decided = decide(language, clause.shape, setting)
        if not clause.quote:
            conditional = decided.opens or (conditional and not decided.breaks)
            disowned = len(language.cues["denial"].findall(clause.shape)) == 1
            denied, stated = _denies(decided), stated or decided.states
            answering = clause.asked and _asks(decided)
            denying = clause.asked and decided.undone
        yield _Part(clause.start, clause.end, decided, _mood(clause, setting, decided))


def _left(cut: list[Clause], language: Language) -> list[bool]:
    """Of each clause, whether its sentence says what is left."""
    sentences = list(itertools.accumulate([clause.first for clause in cut], initial=0))[1:]
    pairs = zip(cut, sentences, strict=True)
    telling = {sentence for clause, sentence in pairs if language.cues["rest"].search(clause.shape)}
    return [sentence in telling for sentence in sentences]


def _asks(decided: Decided) -> bool:
    """Whether it asks for a deed, not for what could be done."""
    return any(one.kind in WRITES and one.polarity is not Polarity.HYPOTHETICAL for one in decided.meanings)


def _mood(clause: Clause, setting: Setting, decided: Decided) -> Polarity:
    if clause.quote:
        return Polarity.QUOTED
    if clause.asked:
        return Polarity.ASKED
    return Polarity.HYPOTHETICAL if setting.conditional or decided.opens else Polarity.ASSERTED


def _denies(decided: Decided) -> bool:
    deeds = [meaning.polarity for meaning in decided.meanings if meaning.kind in WRITES]
    return bool(deeds) and all(polarity is Polarity.NEGATED for polarity in deeds)
