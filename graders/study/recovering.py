"""What of a study is there already? Every line is looked at; damage is named by file and line, nothing counts twice."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path

import attrs
import msgspec

from graders.grading import grade
from graders.records import TRACES, VERDICTS, Record, file_of
from graders.study.figures import figures
from graders.study.folder import TIMES
from graders.study.judgement import Judgement
from graders.study.order import RunOrder
from inventory_env.codec import encode
from inventory_env.errors import InputError, shown
from inventory_env.scenario import Scenario
from inventory_env.store import append_line, decoded, locked, mend, numbered_lines

ASIDE = "set_aside.jsonl"
FILES = (TRACES, VERDICTS, TIMES, ASIDE)
# So many late judgements are appended at once.
_AT_ONCE = 256


class _Trace(msgspec.Struct):
    scenario: str
    stock_before: str


class _Seen(msgspec.Struct):
    """What tells a run from every other; the rest of its line is read by whoever needs it."""

    agent: str
    trial: int
    trace: _Trace


@attrs.define
class Done:
    """The runs that are finished.

    Attributes:
        marks: for each run of the study 1 where it is finished, else 0.
        count: how many are.
        mended: what was put in order, a sentence each.
    """

    marks: bytearray
    count: int = 0
    mended: list[str] = attrs.Factory(list)


def recover(folder: Path, order: RunOrder, told: Callable[[Judgement], None]) -> Done:
    """The finished runs of a folder, after the ends that a kill cut off are put in order.

    Args:
        folder: of the study, which nobody else is writing into.
        order: every planned run.
        told: gets the judgement on each finished run, in the order of the file.

    Raises:
        InputError: a line is damaged, is of another study, or is there twice; with file and line.
    """
    done = Done(bytearray(len(order)))
    for name in FILES:
        _mend(folder / name, done)
    late = _Late(folder, {one.id: one for one in order.scenarios})
    for trace, verdict in zip_longest(_lines(folder, TRACES), _lines(folder, VERDICTS)):
        if trace is None:
            rule = f"must belong to a run, but {TRACES} ends before it: delete this line and those below it"
            raise InputError(rule, path=str(file_of(folder, VERDICTS)), line=verdict[0] if verdict else None)
        seen = _take(done, order, file_of(folder, TRACES), *trace)
        told(late.judged(*trace) if verdict is None else _same_run(file_of(folder, VERDICTS), seen, *verdict))
    late.write()
    _forget_unfinished(folder / ASIDE, order, done)
    return done


def _mend(path: Path, done: Done) -> None:
    if path.exists():
        with locked(path) as file:
            dropped = mend(file)
        if dropped:
            done.mended.append(f"{path.name}: a last line that was cut off after {dropped} bytes was dropped")


def _lines(folder: Path, name: str) -> Iterator[tuple[int, bytes]]:
    path = file_of(folder, name)
    return numbered_lines(path) if path.exists() else iter(())


def _take(done: Done, order: RunOrder, path: Path, line: int, text: bytes) -> _Seen:
    """Mark a run as finished."""
    seen, number = _planned(order, path, line, text)
    if done.marks[number]:
        rule = f"must be there once; got {order.words(number)} again"
        raise InputError(rule, path=str(path), line=line, field="run")
    start = order.starts[order.run(number)[1]]
    if seen.trace.stock_before != start:
        rule = f"must be {start}, as the scenario's stock; got {shown(seen.trace.stock_before)}"
        raise InputError(rule, path=str(path), line=line, field="trace.stock_before")
    done.marks[number] = 1
    done.count += 1
    return seen


def _planned(order: RunOrder, path: Path, line: int, text: bytes) -> tuple[_Seen, int]:
    """A run of the study, and its number."""
    seen = _seen(path, line, text)
    number = order.number(seen.agent, seen.trace.scenario, seen.trial)
    if number is None:
        got = f"trial {seen.trial} of {shown(seen.agent)} on {shown(seen.trace.scenario)}"
        raise InputError(f"must be of this study; got {got}", path=str(path), line=line, field="run")
    return seen, number


def _seen(path: Path, line: int, text: bytes) -> _Seen:
    try:
        return msgspec.json.decode(text, type=_Seen)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        record = decoded(text, Record, path, line)  # the strict reading says what is wrong, in words
        return _Seen(record.agent, record.trial, _Trace(record.trace.scenario, record.trace.stock_before))


def _same_run(path: Path, seen: _Seen, line: int, text: bytes) -> Judgement:
    judgement = decoded(text, Judgement, path, line)
    if (judgement.agent, judgement.trial, judgement.verdict.scenario) != (seen.agent, seen.trial, seen.trace.scenario):
        rule = f"must be of the same run as the trace in that place; got another (compare {TRACES})"
        raise InputError(rule, path=str(path), line=line, field="run")
    return judgement


@attrs.define
class _Late:
    """Judgements that were not written any more: each follows from its trace."""

    folder: Path
    scenarios: dict[str, Scenario]
    _tries: Counter[tuple[str, int, str]] | None = None
    _lines: list[bytes] = attrs.Factory(list)

    def judged(self, line: int, text: bytes) -> Judgement:
        """The judgement on a run."""
        record = decoded(text, Record, file_of(self.folder, TRACES), line)
        if self._tries is None:
            self._tries = Counter(_key(_seen(self.folder / ASIDE, *one)) for one in _lines(self.folder, ASIDE))
        scenario = self.scenarios[record.trace.scenario]
        verdict, counts = grade(scenario, record.trace), figures(scenario, record.trace)
        reruns = self._tries[record.agent, record.trial, record.trace.scenario]
        judgement = Judgement(record.agent, record.trial, verdict, counts, reruns)
        self._lines.append(encode(judgement))
        if len(self._lines) == _AT_ONCE:
            self.write()
        return judgement

    def write(self) -> None:
        """Append those that wait for it."""
        if self._lines:
            append_line(self.folder / VERDICTS, b"\n".join(self._lines))
            self._lines.clear()


def _key(seen: _Seen) -> tuple[str, int, str]:
    return seen.agent, seen.trial, seen.trace.scenario


def _forget_unfinished(path: Path, order: RunOrder, done: Done) -> None:
    """Drop faulty tries whose run never finished: it is played again, with its tries."""
    if not path.exists() or all(done.marks[number] for _, number in _tries(path, order)):
        return
    half = path.with_suffix(".half")
    with half.open("wb") as file:
        for text, number in _tries(path, order):
            if done.marks[number]:
                file.write(text + b"\n")
        file.flush()
        os.fsync(file.fileno())
    half.replace(path)


def _tries(path: Path, order: RunOrder) -> Iterator[tuple[bytes, int]]:
    return ((text, _planned(order, path, line, text)[1]) for line, text in numbered_lines(path))
