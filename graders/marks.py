"""What did people say of the runs that they read? Marks by hand, one a line, beside the traces, only ever appended.

A later mark of the same run by the same reader stands in the place of the earlier one; both stay on file. Nothing
here touches a trace or a verdict.
"""

import enum
import hashlib
import os
from pathlib import Path

import attrs

from graders.records import TRACES, Record
from inventory_env.codec import decode, encode
from inventory_env.errors import InputError
from inventory_env.fields import Count, Name, Positive, noun
from inventory_env.store import GZ, append_line, locked
from inventory_env.verdict import Mark, Verdict

MARKS = "marks.jsonl"
# agent, scenario, trial, seed
RunKey = tuple[str, str, int, int]


class Says(enum.StrEnum):
    """What a reader says of the automatic mark of a run."""

    RIGHT = "right"
    WRONG = "wrong"
    CANNOT_TELL = "cannot_tell"
    OPEN = "open"  # there is a note, and no mark yet


@noun
class HandMark:
    """What one reader says of one run.

    Attributes:
        agent: its name.
        scenario: the scenario's id.
        trial: which run of this agent on this scenario.
        seed: what the agent was made with.
        trace_digest: of the trace that was read.
        mark: the automatic mark that the reader saw.
        verdict_digest: of the whole verdict that the reader saw.
        says: whether that mark is right.
        should_be: the mark that the run should have; None where that is not said.
        note: in the reader's words.
        reader: who read it; None where nobody gave a name.
    """

    agent: Name
    scenario: str
    trial: Positive
    seed: Count
    trace_digest: str
    mark: Mark
    verdict_digest: str
    says: Says
    should_be: Mark | None = None
    note: str = ""
    reader: Name | None = None

    @property
    def key(self) -> RunKey:
        """The run that it is about."""
        return self.agent, self.scenario, self.trial, self.seed


def key_of(record: Record) -> RunKey:
    """What tells a run from every other of its study."""
    return record.agent, record.trace.scenario, record.trial, record.seed


def digest(noun: object) -> str:
    """A fingerprint of a trace or a verdict."""
    return hashlib.sha256(encode(noun)).hexdigest()


def marked(
    record: Record,
    verdict: Verdict,
    says: Says,
    *,
    should_be: Mark | None = None,
    note: str = "",
    reader: str | None = None,
) -> HandMark:
    """A mark on that run; what the run should be follows by itself where a mark has one opposite only."""
    mark = verdict.success
    opposite = {Mark.PASS: Mark.FAIL, Mark.FAIL: Mark.PASS}.get(mark)
    follows = {Says.RIGHT: mark, Says.WRONG: opposite}.get(says)
    digests = digest(record.trace), mark, digest(verdict)
    return HandMark(*key_of(record), *digests, says, should_be or follows, note, reader)


@attrs.define
class MarkFile:
    """The marks by hand of one file of traces.

    Attributes:
        path: where they are.
        latest: for each run the mark of each reader that stands.
        torn: bytes at the end that are no mark: a write was cut off, or is going on.
    """

    path: Path
    latest: dict[RunKey, dict[str | None, HandMark]] = attrs.field(factory=dict, init=False)
    torn: int = attrs.field(default=0, init=False)
    _read: int = attrs.field(default=0, init=False)
    _lines: int = attrs.field(default=0, init=False)

    def refresh(self) -> None:
        """Read what was written since, by whomever; nothing where the file is missing.

        Raises:
            InputError: the file cannot be read, or a line of it is no mark; with path and line.
        """
        try:
            with self.path.open("rb") as file:
                if file.seek(0, os.SEEK_END) < self._read:  # somebody put another file here
                    self.latest, self._read, self._lines = {}, 0, 0
                file.seek(self._read)
                self._take(file.read())
        except FileNotFoundError:
            return
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", path=str(self.path)) from None

    def append(self, mark: HandMark) -> None:
        """Write one more mark, whole and at once; what a cut-off write left at the end goes first.

        Raises:
            InputError: the file cannot be written, or holds a line that is no mark.
        """
        append_line(self.path, encode(mark))
        self.refresh()

    def writable(self) -> None:
        """Make sure, before anybody has read anything, that a mark can be kept.

        Raises:
            InputError: it cannot.
        """
        with locked(self.path):
            pass

    def _take(self, data: bytes) -> None:
        *whole, rest = data.split(b"\n")
        for line in whole:
            self._lines += 1
            self._read += len(line) + 1
            if text := line.strip(b" \t\r"):
                try:
                    self._keep(decode(text, HandMark))
                except InputError as error:
                    raise error.at(str(self.path), self._lines) from None
        found = _whole(rest)
        self.torn = 0 if found else len(rest)
        if found:
            self._keep(found)

    def _keep(self, mark: HandMark) -> None:
        self.latest.setdefault(mark.key, {})[mark.reader] = mark


def read_marks(traces: Path) -> MarkFile:
    """The marks beside a file of traces; none where nobody has read a run yet.

    Raises:
        InputError: they cannot be read; with path, line, field, rule and value got.
    """
    of_study = traces.name.removesuffix(GZ) == TRACES
    marks = MarkFile(traces.with_name(MARKS if of_study else f"{traces.stem}.{MARKS}"))
    marks.refresh()
    return marks


def _whole(rest: bytes) -> HandMark | None:
    """The mark that a line without its end holds: of bytes that a kill cut off it holds none."""
    try:
        return decode(rest.strip(), HandMark)
    except InputError:
        return None
