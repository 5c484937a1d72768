"""What does a hunt find? Counts for each kind of case, and the smallest case of each error."""

from collections import Counter

import attrs

from graders.audit.chats.edit import Expected
from graders.audit.chats.messages import Chat
from graders.audit.judge import Ruling, Said

OPPOSITE = {Said.ACCEPT: Said.REJECT, Said.REJECT: Said.ACCEPT}


@attrs.frozen
class Tally:
    """How a grader fared with one kind of case.

    Attributes:
        kind: name of the edit, or `good-as-given`, `bad-as-given`.
        expected: what it does to the verdict.
        tried: cases.
        to_accept: of them, those that a grader should accept.
        to_reject: of them, those that it should reject; of all others nobody can tell.
        accepted: of them, accepted.
        false_accepts: of them, wrong ones accepted.
        false_rejects: of them, right ones rejected.
        undecided: of them, left open.
        crashed: of them, no verdict came.
        first: which case of this kind was the first error, from 1; None where there is none.
    """

    kind: str
    expected: Expected
    tried: int
    to_accept: int
    to_reject: int
    accepted: int
    false_accepts: int
    false_rejects: int
    undecided: int
    crashed: int
    first: int | None

    @property
    def wrong(self) -> int:
        """Wrong verdicts."""
        return self.false_accepts + self.false_rejects

    @property
    def sound(self) -> bool:
        """No wrong verdict, and no crash on a chat that a grader must be able to read."""
        return not self.wrong and (not self.crashed or self.expected is Expected.UNDECIDABLE)


@attrs.frozen
class Counterexample:
    """The smallest case of one kind in which a grader errs.

    Attributes:
        kind: as in the tally.
        about: what was changed; empty where nothing was.
        expected: what that does to the verdict.
        source: the run before the edit, with all that the error does not need taken away.
        chat: the run as the grader got it.
        right: what it should have said.
        ruling: what it said.
        label: what the user says of the run that it comes from: `good` or `bad`.
        place: which of those runs, from 0.
        reference: what a grader of two arguments got beside it, or None.
    """

    kind: str
    about: str
    expected: Expected
    source: Chat
    chat: Chat
    right: Said
    ruling: Ruling
    label: str
    place: int
    reference: Chat | None = None


@attrs.frozen
class Hunt:
    """All that a hunt found.

    Attributes:
        tallies: one a kind, in the order of the table.
        counterexamples: for each kind and each way to err in it the smallest one, in the same order.
    """

    tallies: tuple[Tally, ...]
    counterexamples: tuple[Counterexample, ...]

    @property
    def sound(self) -> bool:
        """Whether the grader never erred."""
        return all(one.sound for one in self.tallies)


class Counts:
    """A tally under way."""

    def __init__(self, kind: str, expected: Expected) -> None:
        self._kind, self._expected = kind, expected
        self._words: Counter[Said] = Counter()
        self._false: Counter[Said] = Counter()
        self._right: Counter[Said | None] = Counter()
        self._first: int | None = None

    def add(self, word: Said, right: Said | None) -> None:
        """Count one case; None where nobody can tell what is right."""
        self._words[word] += 1
        self._right[right] += 1
        wrong = right is not None and word is OPPOSITE[right]
        if wrong:
            self._false[word] += 1
        if self._first is None and (wrong or word is Said.BROKEN):
            self._first = self._words.total()

    def errors(self) -> list[Said]:
        """The ways in which the grader erred."""
        crashed = [Said.BROKEN] if self._words[Said.BROKEN] else []
        return [*(word for word in (Said.ACCEPT, Said.REJECT) if self._false[word]), *crashed]

    def tally(self) -> Tally:
        """The counts as a record."""
        words, false = self._words, self._false
        return Tally(
            kind=self._kind,
            expected=self._expected,
            tried=words.total(),
            to_accept=self._right[Said.ACCEPT],
            to_reject=self._right[Said.REJECT],
            accepted=words[Said.ACCEPT],
            false_accepts=false[Said.ACCEPT],
            false_rejects=false[Said.REJECT],
            undecided=words[Said.UNDECIDED],
            crashed=words[Said.BROKEN],
            first=self._first,
        )
