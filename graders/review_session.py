"""How does a person read one run after the other, and mark them?"""

import attrs

from graders.keys import Key, Keys
from graders.marks import HandMark, Says, marked
from graders.printing import painted, plain, say
from graders.reviewing import Entry, Reading
from graders.show import Page, show
from graders.understood import understood_in
from inventory_env.verdict import Mark

_SAYS = {Key.RIGHT: Says.RIGHT, Key.WRONG: Says.WRONG, Key.CANNOT_TELL: Says.CANNOT_TELL}
_SHOULD_BE = {Key.PASS: Mark.PASS, Key.FAIL: Mark.FAIL}
_ELSE = "[s]kip [b]ack [n]ote [q]uit"


@attrs.define
class Session:
    """One reader before a list of runs; every mark is on file before the next run is shown.

    Attributes:
        reading: the list.
        keys: where the answers come from.
        page: how a run is laid out.
        reader: who reads; None where nobody gave a name.
        again: whether runs that are read already are shown too.
    """

    reading: Reading
    keys: Keys
    page: Page
    reader: str | None = None
    again: bool = False

    def run(self) -> None:
        """Show one run after the other until all are read or the reader has had enough."""
        todo = [one for one in self.reading.entries if self.again or self.reading.is_open(one, self.reader)]
        shown: set[int] = set()
        place = 0
        while place < len(todo):
            entry = todo[place]
            self.reading.by_hand.marks.refresh()
            if not self.again and place not in shown and not self.reading.is_open(entry, self.reader):
                say(f"{_name(entry)}: read by somebody else meanwhile")
                place += 1
                continue
            shown.add(place)
            self._show(entry, f"run {place + 1} of {len(todo)}")
            step = self._marked(entry)
            if step is None:
                return
            if place + step < 0:
                say("this is the first one")
            place = max(0, place + step)

    def _show(self, entry: Entry, title: str) -> None:
        say(painted(f"{'=' * 10} {title} {'=' * 10}", "bold", on=self.page.colours))
        record = entry.record
        words = understood_in(entry.scenario, record.trace)
        for line in show(record, entry.scenario, entry.verdict, words, page=self.page):
            say(line)
        say()
        for reader, (mark, says) in self.reading.said(entry).items():
            if self.reader in (None, reader):  # what others say is no help to somebody who reads for a second time
                say(_before(reader, mark, says))
        say(painted(_question(entry), "bold", on=self.page.colours))

    def _marked(self, entry: Entry) -> int | None:
        """Take the reader's answers to one run: 1 to go on, -1 to go back, None to leave."""
        while (answer := self.keys.ask()) is not None:
            key, note = answer
            if key is Key.QUIT:
                return None
            if key in (Key.SKIP, Key.BACK):
                return 1 if key is Key.SKIP else -1
            if key is not Key.NOTE:
                self._write(entry, key, note)
                return 1
            if note:
                self._note(entry, note)
        return None

    def _write(self, entry: Entry, key: Key, note: str) -> None:
        should_be, now = _SHOULD_BE.get(key), entry.verdict.success
        says = _SAYS.get(key) or (Says.RIGHT if should_be is now else Says.WRONG)
        mark = self._append(entry, says, note, should_be)
        should = f": it should {mark.should_be}" if mark.should_be not in (None, now) else ""
        say(f"marked {says.replace('_', ' ')}{should}")

    def _note(self, entry: Entry, note: str) -> None:
        """Keep a note at once, beside the mark that stands or before any."""
        mark, says = self.reading.said(entry).get(self.reader, (None, Says.OPEN))
        self._append(entry, says, note, mark.should_be if mark else None)
        say("note kept")

    def _append(self, entry: Entry, says: Says, note: str, should_be: Mark | None) -> HandMark:
        before, _ = self.reading.said(entry).get(self.reader, (None, None))
        kept = note or (before.note if before else "")
        mark = marked(entry.record, entry.verdict, says, should_be=should_be, note=kept, reader=self.reader)
        self.reading.by_hand.marks.append(mark)
        return mark


def _name(entry: Entry) -> str:
    agent, scenario, trial, _ = entry.key
    return plain(f"{scenario} {agent}, trial {trial}")


def _before(reader: str | None, mark: HandMark, says: Says) -> str:
    """What a reader has said of the run so far."""
    by = f" by {reader}" if reader else ""
    note = f"; note: {mark.note}" if mark.note else ""
    word = "not marked yet" if says is Says.OPEN else f"marked {says.replace('_', ' ')}"
    return plain(f"before{by}: {word}{note}")


def _question(entry: Entry) -> str:
    mark = entry.verdict.success
    if mark is Mark.UNCERTAIN:
        asked = "The judge is uncertain: [r]ight, nobody can tell [w]rong [p] should pass [f] should fail"
    else:
        asked = f"The judge says {mark}: [r]ight [w]rong"
    return f"{asked} [c]annot tell | {_ELSE}"
