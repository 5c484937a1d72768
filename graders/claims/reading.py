"""What does a message claim? Folded, cut into clauses, each understood or named as not understood."""

import functools
import re
from collections.abc import Iterable

from graders.claims.claim import WRITES, Claim, Polarity, Understanding, WriteClaim
from graders.claims.clauses import Clause, clauses
from graders.claims.folding import Folded, fold
from graders.claims.language import SHIPPED, Language, language
from graders.claims.meaning import Decided, Meaning, Setting, decide

_LONGEST_NAMES = 2000


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
    folded = fold(text)
    spoken = _spoken(folded.text, language)
    names = _names(frozenset(warehouses), frozenset(skus))
    return _Message(text, folded, spoken, names).understanding()


def _spoken(text: str, tag: str | Language | None) -> Language:
    """The language to read in: the declared one, unless the message is plainly in another."""
    if isinstance(tag, Language):
        return tag
    scores = {one: _score(text[:2000].lower(), language(one)) for one in SHIPPED}
    best = max(SHIPPED, key=lambda one: scores[one])
    if tag is None:
        return language(best)
    declared = language(tag)
    return language(best) if scores[best] > 3 * (scores.get(tag, 0) + 1) else declared


def _score(text: str, one: Language) -> int:
    return len(one.detect.findall(text))


@functools.lru_cache(maxsize=1024)
def _names(warehouses: frozenset[str], skus: frozenset[str]) -> re.Pattern[str] | None:
    groups = [
        f"(?P<{group}>{'|'.join(map(re.escape, sorted(names, key=lambda name: (-len(name), name))))})"
        for group, names in (("w", warehouses), ("s", skus))
        if names
    ]
    return re.compile(rf"(?<![A-Za-z0-9_])(?:{'|'.join(groups)})(?![A-Za-z0-9_])") if groups else None


def _denies(decided: Decided) -> bool:
    deeds = [meaning.polarity for meaning in decided.meanings if meaning.kind in WRITES]
    return bool(deeds) and all(polarity is Polarity.NEGATED for polarity in deeds)


class _Message:
    """One message, clause by clause."""

    def __init__(self, text: str, folded: Folded, spoken: Language, names: "re.Pattern[str] | None") -> None:
        self.text = text
        self.folded = folded
        self.spoken = spoken
        self.names = names
        self.claims: list[Claim] = []
        self.unclear: list[tuple[int, int]] = []
        self.doubts: list[str] = []

    def understanding(self) -> Understanding:
        """The whole of it."""
        conditional = answering = denied = False
        for clause in clauses(self.folded.text, self.names, self.spoken):
            if clause.first:
                conditional = denied = False
            setting = Setting(conditional, clause.asked, clause.last, clause.quote, answering, denied)
            decided = decide(self.spoken, clause.shape, setting)
            conditional = decided.opens or (conditional and not decided.breaks)
            if not clause.quote:
                denied = _denies(decided)
                answering = clause.asked and any(meaning.kind in WRITES for meaning in decided.meanings)
            self._keep(clause, decided)
        return Understanding(
            text=self.text,
            language=self.spoken.tag,
            claims=tuple(self.claims),
            unclear=tuple(self.unclear),
            write_claim=self._write_claim(),
            doubts=tuple(self.doubts),
        )

    def _keep(self, clause: Clause, decided: Decided) -> None:
        start, end = self.folded.origin(clause.start), self.folded.origin(clause.end)
        while end > start and self.text[end - 1].isspace():
            end -= 1
        self.claims += [self._claim(clause, meaning, start, end) for meaning in decided.meanings]
        if decided.unclear:
            self.unclear.append((start, end))
            self.doubts.append(decided.unclear)

    def _claim(self, clause: Clause, meaning: Meaning, start: int, end: int) -> Claim:
        return Claim(meaning.kind, meaning.polarity, start, end, why=meaning.why)

    def _write_claim(self) -> WriteClaim:
        if any(claim.kind in WRITES and claim.polarity is Polarity.ASSERTED for claim in self.claims):
            return WriteClaim.CLAIMED
        return WriteClaim.UNCERTAIN if self.unclear else WriteClaim.NOT_CLAIMED
