"""Where is a grader of chats wrong? Every edit is put to it, and the smallest case in which it errs is kept."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import attrs

from graders.audit.chats.draws import every
from graders.audit.chats.edit import Edit, Expected
from graders.audit.chats.edits import edits
from graders.audit.chats.findings import OPPOSITE, Counterexample, Counts, Hunt, Tally
from graders.audit.chats.judging import ChatGrader, ask, takes_two
from graders.audit.chats.messages import Chat
from graders.audit.chats.shrinking import shrink
from graders.audit.draws import Draw
from graders.audit.judge import Ruling, Said
from inventory_env.errors import InputError, choices, shown

# The ways to make one edit in one chat; hardly any has more.
_MOST_DRAWS = 64


@attrs.frozen
class _Source:
    """One run of the user.

    Attributes:
        chat: the run.
        right: what a grader should say of it.
        place: which of the runs with this label, from 0.
        reference: a right run of the same task, or None where there is none.
    """

    chat: Chat
    right: Said
    place: int
    reference: Chat | None

    @property
    def label(self) -> str:
        """As the user calls it."""
        return "good" if self.right is Said.ACCEPT else "bad"


def hunt_chats(
    grader: ChatGrader,
    good: Sequence[Chat],
    bad: Sequence[Chat] = (),
    *,
    examples: int = 2000,
    seed: int = 0,
    threshold: float = 1.0,
    kinds: Sequence[str] | None = None,
    after: Callable[[Tally], None] | None = None,
) -> Hunt:
    """Put every edit of these runs to a grader, and shrink what it gets wrong.

    Every run is first graded as it is: a right one must pass, a wrong one must fail. Edits that flip the verdict are
    made in right runs only; those that hold it, in both, where the grader was right about the run as it is. All ways to
    make an edit are tried if there are no more than `examples` allow; else as many, evenly over the runs, in an order
    that the seed decides. A counterexample does not depend on the seed: of the runs with the fewest messages it is the
    first that shows the error, made smaller.

    Args:
        grader: a function of the messages, or of the messages and those of a right run of the same task (the run
            before the edit; for a bad run the first good one with the same first words of the user, and where there is
            none the bad run is left out).
        good: right runs.
        bad: wrong runs.
        examples: the most edited cases in all, shared out equally among the kinds.
        seed: decides which cases are tried where there are more.
        threshold: a number passes from here on.
        kinds: names of the edits to make; all by default.
        after: called with the tally of each kind as soon as it is done.

    Raises:
        InputError: a kind is no edit's name; the message lists them.
    """
    chosen = _chosen(edits(good), kinds)
    return _Hunt(grader, good, bad, threshold, after or (lambda tally: None)).run(chosen, examples, seed)


class _Hunt:
    """One hunt under way."""

    def __init__(
        self,
        grader: ChatGrader,
        good: Sequence[Chat],
        bad: Sequence[Chat],
        threshold: float,
        after: Callable[[Tally], None],
    ) -> None:
        self._grader, self._threshold, self._after, self._two = grader, threshold, after, takes_two(grader)
        rights = [_Source(chat, Said.ACCEPT, place, chat) for place, chat in enumerate(good)]
        wrongs = [_Source(chat, Said.REJECT, place, _twin(chat, good)) for place, chat in enumerate(bad)]
        self._good = sorted(rights, key=_size)
        self._bad = sorted([one for one in wrongs if one.reference or not self._two], key=_size)
        self._agreed: list[_Source] = []  # the runs that the grader is right about
        self._counterexamples: list[Counterexample] = []

    def run(self, chosen: Sequence[Edit], examples: int, seed: int) -> Hunt:
        """The whole hunt."""
        most = max(1, examples // max(1, len(chosen)))
        tallies = [self._as_given("good-as-given", self._good), self._as_given("bad-as-given", self._bad)]
        tallies += [self._edited(edit, most, f"{seed} {edit.name}") for edit in chosen]
        return Hunt(tuple(tallies), tuple(self._counterexamples))

    def _as_given(self, kind: str, sources: Sequence[_Source]) -> Tally:
        counts, told = Counts(kind, Expected.HOLDS), set()
        for source in sources:
            said = self._ask(source.chat, source.reference)
            counts.add(said.said, source.right)
            if said.said is source.right:
                self._agreed.append(source)
            elif said.said is not Said.UNDECIDED and said.said not in told:
                told.add(said.said)
                self._keep(kind, "", Expected.HOLDS, source, source.right, source.chat, source.chat, said)
        return self._told(counts.tally())

    def _edited(self, edit: Edit, most: int, key: str) -> Tally:
        counts = Counts(edit.name, edit.expected)
        sources = self._agreed if edit.expected is Expected.HOLDS else self._good
        for source, changed in _cases(edit, sources, most, key):
            said = self._ask(changed, source.reference)
            counts.add(said.said, None if edit.expected is Expected.UNDECIDABLE else _right(edit, source))
        if edit.expected is not Expected.UNDECIDABLE:
            for word in counts.errors():
                self._smallest(edit, sources, word)
        return self._told(counts.tally())

    def _told(self, tally: Tally) -> Tally:
        self._after(tally)
        return tally

    def _smallest(self, edit: Edit, sources: Sequence[_Source], word: Said) -> None:
        """Keep the first case of the fewest messages in which the grader errs in this way, made smaller."""
        erring = (one for one in sources if word is not _right(edit, one) and self._error(edit, one, word, one.chat))
        if (source := next(erring, None)) is None:
            return  # it said something else this time
        small = shrink(source.chat, lambda chat: self._error(edit, source, word, chat) is not None)
        if (error := self._error(edit, source, word, small)) is not None:
            self._keep(edit.name, edit.about, edit.expected, source, _right(edit, source), small, *error)

    def _error(self, edit: Edit, source: _Source, word: Said, chat: Chat) -> tuple[Chat, Ruling] | None:
        """The first way to make the edit in this chat, a part of the source, to which the grader says that word."""
        reference = self._reference(source, chat)
        before = self._ask(chat, reference).said
        if edit.expected is Expected.HOLDS and before is not source.right:
            return None  # whether a part of a right run is right nobody knows; that both get one verdict is sure
        if before is word is Said.BROKEN:
            return None  # not because of the edit
        for changed in every(lambda draw: edit.edit(draw, chat), most=_MOST_DRAWS):
            if changed is not None and (said := self._ask(changed, reference)).said is word:
                return changed, said
        return None

    def _reference(self, source: _Source, chat: Chat) -> Chat | None:
        return chat if source.right is Said.ACCEPT else source.reference

    def _ask(self, chat: Chat, reference: Chat | None) -> Ruling:
        return ask(self._grader, chat, reference, threshold=self._threshold)

    def _keep(
        self,
        kind: str,
        about: str,
        expected: Expected,
        source: _Source,
        right: Said,
        small: Chat,
        changed: Chat,
        said: Ruling,
    ) -> None:
        reference = self._reference(source, small) if self._two else None
        self._counterexamples.append(
            Counterexample(kind, about, expected, small, changed, right, said, source.label, source.place, reference)
        )


def _chosen(known: Sequence[Edit], kinds: Sequence[str] | None) -> list[Edit]:
    names = [edit.name for edit in known]
    for kind in kinds or ():
        if kind not in names:
            raise InputError(f"must be kinds of edit; got {shown(kind)} ({choices(kind, names)})", field="kinds")
    return [edit for edit in known if kinds is None or edit.name in kinds]


def _cases(edit: Edit, sources: Sequence[_Source], most: int, key: str) -> Iterator[tuple[_Source, Chat]]:
    """Edited chats, one of each source in turn; in the order of the sources, or of the key where there are more."""
    order = list(sources)
    if len(order) > most:
        random.Random(key).shuffle(order)
    left = [(source, every(partial(_edit, edit, source.chat), most=_MOST_DRAWS)) for source in order]
    while left and most > 0:
        going = []
        for source, ways in left:
            changed = next((one for one in ways if one is not None), None)
            if changed is not None and most > 0:
                most -= 1
                going.append((source, ways))
                yield source, changed
        left = going


def _edit(edit: Edit, chat: Chat, draw: Draw) -> Chat | None:
    return edit.edit(draw, chat)


def _right(edit: Edit, source: _Source) -> Said:
    """What a grader should say after the edit."""
    return source.right if edit.expected is Expected.HOLDS else OPPOSITE[source.right]


def _size(source: _Source) -> tuple[int, int]:
    return len(source.chat.messages), source.place


def _twin(chat: Chat, good: Sequence[Chat]) -> Chat | None:
    """The first right run whose user says the same first."""
    return next((one for one in good if _first_words(one) == _first_words(chat)), None)


def _first_words(chat: Chat) -> str | None:
    return next((one.content for one in chat.messages if one.role == "user"), None)
