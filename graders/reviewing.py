"""Which runs should a person read? A list by their marks, or an even draw from it, and who has read them."""

import enum
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from graders.by_hand import ByHand, Said, is_disputed, is_read
from graders.grading import grade
from graders.highlight import quoted
from graders.marks import RunKey, key_of, read_marks
from graders.printing import plain, short, table
from graders.records import Record, read_records, with_scenarios
from graders.show import message_of
from inventory_env.codec import builtins, decode, encode
from inventory_env.scenario import Scenario
from inventory_env.verdict import Finding, Mark, Verdict


class Of(enum.StrEnum):
    """Which runs are to be read."""

    UNCERTAIN = "uncertain"
    FAILED = "failed"
    PASSED = "passed"


@attrs.frozen
class Entry:
    """One run of the list.

    Attributes:
        index: its place in the file, from 0.
        key: what tells it from the others.
        scenario: its case.
        data: the run as it stands in the file; a list may be long.
        verdict: the automatic one.
    """

    index: int
    key: RunKey
    scenario: Scenario
    data: bytes
    verdict: Verdict

    @property
    def record(self) -> Record:
        """The run."""
        return decode(self.data, Record)


@attrs.frozen
class Reading:
    """What is to be read.

    Attributes:
        of: which runs.
        entries: the list; a draw in the order drawn, so that whoever stops early has read an even draw too.
        by_hand: the count over all runs of the file.
    """

    of: Of
    entries: tuple[Entry, ...]
    by_hand: ByHand

    def said(self, entry: Entry) -> Said:
        """By reader what the marks on a run say."""
        return self.by_hand.said(entry.key)

    def is_open(self, entry: Entry, reader: str | None) -> bool:
        """Whether that reader has not marked the run; for a reader without a name, whether nobody has."""
        said = self.said(entry)
        return not is_read(said if reader is None else {one: said[one] for one in said if one == reader})


def to_read(path: Path, suite: str, of: Of, *, sample: int | None = None, seed: int = 0) -> Reading:
    """The runs of a file that a person should read.

    Args:
        path: the traces.
        suite: the one that they were run on.
        of: uncertain takes every run with a rule that stays open, whatever else it broke; failed and passed go
            by success. Runs that say nothing of the agent are on no list.
        sample: at most so many, drawn without replacement, whatever has been read; None = all.
        seed: of the draw. The draw of a larger sample holds that of a smaller one.

    Raises:
        InputError: traces, suite or marks cannot be read.
    """
    count = ByHand(read_marks(path))
    entries = []
    for index, (scenario, record) in enumerate(with_scenarios(read_records(path), suite, path)):
        verdict = grade(scenario, record.trace)
        count.add(record, verdict)
        if is_of(verdict, of):
            entries.append(Entry(index, key_of(record), scenario, encode(record), verdict))
    if sample is not None:
        entries = sorted(entries, key=lambda one: _lot(seed, one.key))[:sample]
    return Reading(of, tuple(entries), count)


def is_of(verdict: Verdict, of: Of) -> bool:
    """Whether a run with that verdict is on that list."""
    if verdict.success is Mark.NOT_APPLICABLE:
        return False
    if of is Of.UNCERTAIN:
        return verdict.success is Mark.UNCERTAIN or any(mark is Mark.UNCERTAIN for _, mark in verdict.rules)
    return verdict.success is (Mark.FAIL if of is Of.FAILED else Mark.PASS)


def told(reading: Reading, reader: str | None) -> Iterator[str]:
    """The list as lines: every run with its mark, who read it, and the words or rules that matter."""
    rows = [(*_run_cells(entry), _read_words(reading.said(entry)), _why(entry)) for entry in reading.entries]
    if rows:
        yield from table(rows, head=("index", "scenario", "agent", "trial", "mark", "by hand", "because"))
    yield from summary(reading, reader)


def summary(reading: Reading, reader: str | None) -> Iterator[str]:
    """How much there is to read, and how much is read."""
    if reading.entries:
        whom = f" for {plain(reader)}" if reader else ""
        read = sum(is_read(reading.said(entry)) for entry in reading.entries)
        still = sum(reading.is_open(entry, reader) for entry in reading.entries)
        yield f"runs to read ({reading.of}): {len(reading.entries)}, read {read}, open{whom} {still}"
    else:
        instead = "; for those that failed: --of failed" if reading.of is Of.UNCERTAIN else ""
        yield f"nothing to read: no run is {reading.of}{instead}"
    yield from reading.by_hand.told()


def to_json(reading: Reading, reader: str | None) -> dict[str, Any]:
    """The list as JSON: `to_read` counts it, `read`, `open` and `disagreements` are of its runs."""
    said = [reading.said(entry) for entry in reading.entries]
    return {
        "of": reading.of.value,
        "to_read": len(reading.entries),
        "read": sum(map(is_read, said)),
        "open": sum(reading.is_open(entry, reader) for entry in reading.entries),
        "disagreements": sum(map(is_disputed, said)),
        "by_hand": reading.by_hand.plain(),
        "runs": [_plain(entry, one) for entry, one in zip(reading.entries, said, strict=True)],
    }


def _lot(seed: int, key: RunKey) -> bytes:
    """The lot of a run in the draw: it depends on nothing but the seed and the run."""
    return hashlib.blake2b(repr((seed, key)).encode("utf-8"), digest_size=16).digest()


def _run_cells(entry: Entry) -> tuple[object, ...]:
    agent, scenario, trial, _ = entry.key
    return entry.index, scenario, agent, trial, entry.verdict.success.value


def _read_words(said: Said) -> str:
    told = (f"{says.replace('_', ' ')}{f' ({reader})' if reader else ''}" for reader, (_, says) in said.items())
    return ", ".join(told) or "-"


def _why(entry: Entry) -> str:
    """The words that a finding is about, those of an open one first; else the rules that were broken."""
    marks = dict(entry.verdict.rules)

    def settled(finding: Finding) -> bool:
        return marks.get(finding.rule) is not Mark.UNCERTAIN

    findings = sorted(entry.verdict.findings, key=settled)
    worded = next((one for one in findings if one.clause), None)
    if worded is not None:
        return f'{worded.rule}: "{short(quoted(message_of(entry.record.trace), worded.clause), 50)}"'
    return ", ".join(dict.fromkeys(one.rule for one in findings)) or "-"


def _plain(entry: Entry, said: Said) -> dict[str, Any]:
    agent, scenario, trial, seed = entry.key
    message = message_of(entry.record.trace)
    findings = entry.verdict.findings
    return {
        "index": entry.index,
        "scenario": scenario,
        "agent": agent,
        "trial": trial,
        "seed": seed,
        "mark": entry.verdict.success.value,
        "label": entry.verdict.label.value,
        "message": message,
        "findings": [{**builtins(one), "words": message[slice(*(one.clause or (0, 0)))]} for one in findings],
        "read": is_read(said),
        "marks": [
            {"reader": reader, "says": says.value, "should_be": mark.should_be, "note": mark.note}
            for reader, (mark, says) in said.items()
        ],
    }
