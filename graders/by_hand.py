"""How many runs did people read, and how often did they disagree with the judge?"""

import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from graders.marks import HandMark, MarkFile, RunKey, Says, digest, key_of, read_marks
from graders.printing import plain, short
from graders.records import TRACES, VERDICTS, Record, file_of, read_records
from graders.study.judgement import Judgement
from inventory_env.errors import InputError
from inventory_env.store import read_lines
from inventory_env.verdict import Mark, Verdict

# By reader, a mark and what it says of the verdict as it is now.
Said = dict[str | None, tuple[HandMark, Says]]


@attrs.define
class ByHand:
    """The count over the runs of a file; it goes on with every mark that is written.

    Attributes:
        marks: the marks beside it.
        runs: all runs, whatever became of them.
    """

    marks: MarkFile
    runs: int = 0
    _runs: dict[RunKey, tuple[str, Mark]] = attrs.field(factory=dict, init=False)

    def add(self, record: Record, verdict: Verdict) -> None:
        """Count one more run."""
        self.runs += 1
        self._runs[key_of(record)] = digest(record.trace), verdict.success

    def said(self, key: RunKey) -> Said:
        """By reader what the marks on one run say."""
        return self._standing(key)[0]

    def told(self) -> Iterator[str]:
        """The count on one line, and on another how many marks are put aside."""
        read, disagreements, aside = self._counted()
        yield f"read by hand {read} of {self.runs}, disagreements {disagreements}"
        if aside:
            first = aside_words(*aside[0])
            yield short(f"marks by hand put aside: {len(aside)}; the first is of {first}", 200)

    def plain(self) -> dict[str, Any]:
        """The same as JSON."""
        read, disagreements, aside = self._counted()
        told = [{"run": run_words(mark), "reader": mark.reader, "because": why} for mark, why in aside]
        return {"read": read, "runs": self.runs, "disagreements": disagreements, "aside": told}

    def _counted(self) -> tuple[int, int, list[tuple[HandMark, str]]]:
        read = disagreements = 0
        aside: list[tuple[HandMark, str]] = []
        for key in self.marks.latest:
            standing, dropped = self._standing(key)
            read += is_read(standing)
            disagreements += is_disputed(standing)
            aside += dropped
        return read, disagreements, aside

    def _standing(self, key: RunKey) -> tuple[Said, list[tuple[HandMark, str]]]:
        given = self.marks.latest.get(key, {})
        if key not in self._runs:
            return {}, [(mark, "the run is no longer there") for mark in given.values()]
        return standing_of(given, *self._runs[key])


def is_read(said: Said) -> bool:
    """Whether anybody has marked the run."""
    return any(says is not Says.OPEN for _, says in said.values())


def is_disputed(said: Said) -> bool:
    """Whether anybody says that the judge is wrong."""
    return any(says is Says.WRONG for _, says in said.values())


def by_hand(folder: Path) -> ByHand:
    """The count over a study's folder, by the verdicts that stand in it.

    Raises:
        InputError: a file of it cannot be read.
    """
    count = ByHand(read_marks(file_of(folder, TRACES)))
    judgements = read_lines(file_of(folder, VERDICTS), Judgement)
    if not count.marks.latest:  # the usual case, and then no trace needs a look
        count.runs = sum(1 for _ in judgements)
        return count
    for record, judgement in itertools.zip_longest(read_records(file_of(folder, TRACES)), judgements):
        if record is None or judgement is None or _names(record) != _names(judgement):
            raise InputError("must hold a verdict for each run, in their order", path=str(file_of(folder, VERDICTS)))
        count.add(record, judgement.verdict)
    return count


def standing_of(
    given: Mapping[str | None, HandMark], trace_digest: str, now: Mark
) -> tuple[Said, list[tuple[HandMark, str]]]:
    """By reader what the marks on one run say of its verdict now, and those that say nothing, with the reason.

    Args:
        given: by reader, the mark that stands last.
        trace_digest: of the run's trace.
        now: its automatic mark.
    """
    standing: Said = {}
    aside = []
    for reader, mark in given.items():
        if mark.trace_digest != trace_digest:
            aside.append((mark, "its trace has changed since"))
        elif mark.mark is now or mark.says in (Says.OPEN, Says.CANNOT_TELL):
            standing[reader] = (mark, mark.says)
        elif mark.should_be is None:
            aside.append((mark, f"its automatic mark was {mark.mark} and is now {now}"))
        else:
            standing[reader] = (mark, Says.RIGHT if mark.should_be is now else Says.WRONG)
    return standing, aside


def run_words(mark: HandMark) -> str:
    """Which run a mark is about."""
    return plain(f"{mark.scenario} {mark.agent}, trial {mark.trial}")


def aside_words(mark: HandMark, why: str) -> str:
    """Which mark is put aside, and why."""
    by = f" by {mark.reader}" if mark.reader else ""
    return f"{run_words(mark)}{by}: {why}"


def _names(one: Record | Judgement) -> tuple[str, str, int]:
    scenario = one.trace.scenario if isinstance(one, Record) else one.verdict.scenario
    return one.agent, scenario, one.trial
