"""What of a study is there already? Every line is looked at; damage is named by file and line, nothing counts twice."""

import os
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path

import attrs
import msgspec

from graders.grading import grade
from graders.records import TRACES, VERDICTS, Judgement, Record, file_of
from graders.study.figures import figures
from graders.study.folder import TIMES
from graders.study.order import RunOrder
from inventory_env.codec import decode, encode
from inventory_env.errors import InputError, shown
from inventory_env.store import append_line, locked, mend, numbered_lines

ASIDE = "set_aside.jsonl"
FILES = (TRACES, VERDICTS, TIMES, ASIDE)


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
    pairs = zip_longest(_lines(folder, TRACES), _lines(folder, VERDICTS))
    for trace, verdict in pairs:
        if trace is None:
            line = verdict[0] if verdict else 0
            rule = f"must belong to a run, but {TRACES} ends before it: delete this line and those below it"
            raise InputError(rule, path=str(folder / VERDICTS), line=line)
        _take(done, order, file_of(folder, TRACES), *trace)
        told(_judged(folder, order, trace[1]) if verdict is None else _same_run(folder, trace[1], *verdict))
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


def _take(done: Done, order: RunOrder, path: Path, line: int, text: bytes) -> None:
    """Mark a run as finished."""
    seen = _seen(path, line, text)
    number = order.number(seen.agent, seen.trace.scenario, seen.trial)
    if number is None:
        got = f"trial {seen.trial} of {shown(seen.agent)} on {shown(seen.trace.scenario)}"
        raise InputError(f"must be of this study; got {got}", path=str(path), line=line, field="run")
    if done.marks[number]:
        rule = f"must be there once; got {order.words(number)} again"
        raise InputError(rule, path=str(path), line=line, field="run")
    start = order.starts[order.run(number)[1]]
    if seen.trace.stock_before != start:
        rule = f"must be {start}, as the scenario's stock; got {shown(seen.trace.stock_before)}"
        raise InputError(rule, path=str(path), line=line, field="trace.stock_before")
    done.marks[number] = 1
    done.count += 1


def _seen(path: Path, line: int, text: bytes) -> _Seen:
    try:
        return msgspec.json.decode(text, type=_Seen)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        try:
            record = decode(text, Record)  # the strict reading says what is wrong, in words
        except InputError as error:
            raise error.at(str(path), line) from None
        return _Seen(record.agent, record.trial, _Trace(record.trace.scenario, record.trace.stock_before))


def _same_run(folder: Path, trace: bytes, line: int, text: bytes) -> Judgement:
    path = folder / VERDICTS
    try:
        judgement = decode(text, Judgement)
    except InputError as error:
        raise error.at(str(path), line) from None
    seen = _seen(folder / TRACES, line, trace)
    if (judgement.agent, judgement.trial, judgement.verdict.scenario) != (seen.agent, seen.trial, seen.trace.scenario):
        rule = f"must be of the same run as the trace in that place; got another (compare {TRACES})"
        raise InputError(rule, path=str(path), line=line, field="run")
    return judgement


def _judged(folder: Path, order: RunOrder, text: bytes) -> Judgement:
    """The judgement that was not written any more: it follows from the trace."""
    try:
        record = decode(text, Record)
    except InputError as error:
        raise error.at(str(folder / TRACES)) from None
    scenario = next(one for one in order.scenarios if one.id == record.trace.scenario)
    reruns = sum(_key(one) == _key(text) for _, one in _lines(folder, ASIDE))
    verdict = grade(scenario, record.trace)
    judgement = Judgement(record.agent, record.trial, verdict, figures(scenario, record.trace), reruns)
    append_line(folder / VERDICTS, encode(judgement))
    return judgement


def _key(text: bytes) -> tuple[str, int, str]:
    seen = msgspec.json.decode(text, type=_Seen)
    return seen.agent, seen.trial, seen.trace.scenario


def _forget_unfinished(path: Path, order: RunOrder, done: Done) -> None:
    """Drop faulty tries at the end whose run never finished: it is played again, with its tries."""
    offset = 0
    if not path.exists():
        return
    with locked(path) as file, path.open("rb") as lines:
        for line in lines:
            seen = _seen(path, 0, line)
            number = order.number(seen.agent, seen.trace.scenario, seen.trial)
            if number is None or not done.marks[number]:
                os.ftruncate(file, offset)
                return
            offset += len(line)
