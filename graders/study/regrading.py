"""What would the rules of today say of stored runs? Both verdicts are kept, and what moved is listed."""

import contextlib
import os
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import attrs

from graders.grading import grade
from graders.records import LOCK, TRACES, VERDICTS, file_of, numbered_records
from graders.study.figures import figures
from graders.study.folder import read_study, study_suite
from graders.study.identity import versions
from graders.study.judgement import Judgement
from graders.study.plan import Study
from inventory_env.codec import encode
from inventory_env.errors import InputError
from inventory_env.store import decoded, locked, numbered_lines
from inventory_env.verdict import Mark, Verdict


@attrs.frozen
class Move:
    """A run of which the two rule sets say different things.

    Attributes:
        agent: its name.
        scenario: the scenario's id.
        trial: counted from 1.
        was: the mark of success that is stored.
        now: the mark by the rules of today.
        rules: (code, mark before, mark now) of every rule that moved, `not_checked` where a rule set has no mark.
        label: (before, now).
    """

    agent: str
    scenario: str
    trial: int
    was: Mark
    now: Mark
    rules: tuple[tuple[str, str, str], ...]
    label: tuple[str, str]


@attrs.frozen
class Regraded:
    """What came of it.

    Attributes:
        path: the file with the verdicts of today.
        runs: how many were graded.
        rules: versions of the rule set, before and now.
        moves: every run that moved, in the order of the file.
    """

    path: Path
    runs: int
    rules: tuple[int, int]
    moves: tuple[Move, ...]

    def successes(self) -> Counter[tuple[Mark, Mark]]:
        """How many runs went from which mark of success to which."""
        return Counter((move.was, move.now) for move in self.moves if move.was is not move.now)


def regrade(folder: Path) -> Regraded:
    """Grade the stored runs of a study by the rules of today, beside the verdicts that are there.

    Args:
        folder: of the study. The verdicts of today go into a file of their own, named after rule set and code; where
            it is there already it is written anew, with the same bytes.

    Raises:
        InputError: the study cannot be read, its suite has changed, or the file cannot be written.
    """
    study, today = read_study(folder), versions()
    path = folder / f"verdicts.rules-{today.rules}-{today.code_digest[:8]}.jsonl"
    half = path.with_suffix(".half")
    runs, moves = 0, []
    try:
        with locked(folder / LOCK, waits=False), half.open("wb") as file:
            for before, now in _both(folder, study):
                runs += 1
                file.write(encode(now) + b"\n")
                if move := _move(before, now):
                    moves.append(move)
            file.flush()
            os.fsync(file.fileno())
            half.replace(path)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=str(path)) from None
    finally:
        with contextlib.suppress(OSError):
            half.unlink(missing_ok=True)
    return Regraded(path, runs, (study.versions.rules, today.rules), tuple(moves))


def _both(folder: Path, study: Study) -> Iterator[tuple[Judgement, Judgement]]:
    """For each run the judgement that is stored, and the one of today."""
    known = {one.id: one for one in study_suite(folder, study)}
    traces, verdicts = file_of(folder, TRACES), file_of(folder, VERDICTS)
    runs = zip_longest(
        numbered_records(traces, growing=True), numbered_lines(verdicts, growing=True), fillvalue=(0, None)
    )
    for number, ((line, record), (other, text)) in enumerate(runs, 1):
        before = None if text is None else decoded(text, Judgement, verdicts, other)
        if record is None or before is None or not _same(record.agent, record.trace.scenario, record.trial, before):
            rule = "must hold a verdict for each run, in their order: `run` goes on with what was interrupted"
            raise InputError(rule, path=str(verdicts), line=other or number)
        scenario = known.get(record.trace.scenario)
        if scenario is None:
            raise InputError("must be of the suite", path=str(traces), line=line, field="scenario")
        verdict = grade(scenario, record.trace)
        yield before, attrs.evolve(before, verdict=verdict, figures=figures(scenario, record.trace))


def _same(agent: str, scenario: str, trial: int, judgement: Judgement) -> bool:
    return (agent, scenario, trial) == (judgement.agent, judgement.verdict.scenario, judgement.trial)


def _move(before: Judgement, now: Judgement) -> Move | None:
    was, is_ = before.verdict, now.verdict
    rules = tuple(_moved(was, is_))
    label = (was.label.value, is_.label.value)
    if was.success is is_.success and not rules and label[0] == label[1]:
        return None
    return Move(now.agent, is_.scenario, now.trial, was.success, is_.success, rules, label)


def _moved(was: Verdict, now: Verdict) -> Iterator[tuple[str, str, str]]:
    before, after = dict(was.rules), dict(now.rules)
    for code in dict.fromkeys((*before, *after)):
        marks = (str(before.get(code, "not_checked")), str(after.get(code, "not_checked")))
        if marks[0] != marks[1]:
            yield (code, *marks)
