"""How is a study read back? What was planned and on which suite, the judgement on each run, and rows to count."""

from array import array
from collections.abc import Iterator
from pathlib import Path

from graders.records import STUDY, TRACES, VERDICTS, file_of
from graders.study.judgement import Judgement
from graders.study.order import RunOrder, run_order
from graders.study.plan import Study
from graders.study.playing import Time, suite_digest
from graders.study.row import Row, row_of
from inventory_env.codec import decode
from inventory_env.errors import InputError, shown
from inventory_env.scenario import Scenario
from inventory_env.store import decoded, numbered_lines, read_lines
from inventory_env.suites import load_suite

TIMES = "times.jsonl"


def read_study(folder: Path) -> Study:
    """What was to be run.

    Raises:
        InputError: there is no study, or it cannot be read; with path, field, rule and value got.
    """
    path = folder / STUDY
    try:
        return decode(path.read_bytes().strip(), Study)
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"must be a folder that `run` wrote: it has no {STUDY}", path=str(folder)) from None
    except InputError as error:
        raise error.at(str(path)) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=str(path)) from None


def study_suite(folder: Path, study: Study) -> tuple[Scenario, ...]:
    """The suite of a study, as it was when the study began.

    Raises:
        InputError: it cannot be read, or has changed since.
    """
    scenarios = load_suite(study.suite)
    now = suite_digest(scenarios)
    if now != study.suite_digest:
        rule = f"must be as it was run: {study.suite} had the digest {study.suite_digest[:12]}, and has {now[:12]}"
        raise InputError(rule, path=str(folder / STUDY), field="suite_digest")
    return scenarios


def suite_of(path: Path) -> str | None:
    """The suite that the study around a file of traces was run on, or None where no study tells.

    Raises:
        InputError: there is a `study.json` that cannot be read.
    """
    folder = path.parent
    return read_study(folder).suite if (folder / STUDY).exists() else None


def suite_named(suite: str | None, path: Path) -> str:
    """The suite that was asked for, or the one that the study around the file tells.

    Raises:
        InputError: neither is there.
    """
    found = suite or suite_of(path)
    if found is None:
        raise InputError(f"must be given: no {STUDY} beside {path.name} tells it", field="--suite")
    return found


def judgements(folder: Path) -> Iterator[Judgement]:
    """The judgement on each finished run, in the order of the file; what a kill cut off at its end is passed over.

    Raises:
        InputError: with path, line, field, rule and value got.
    """
    return read_lines(file_of(folder, VERDICTS), Judgement, growing=True)


def rows(folder: Path) -> Iterator[Row]:
    """A row for each finished run, in the order of the file; what a kill cut off at its end is passed over.

    Raises:
        InputError: the study cannot be read, a run is not of it or is there twice; with path and line.
    """
    study = read_study(folder)
    order = run_order(study.agents, study_suite(folder, study), study.trials)
    path, times, seen = file_of(folder, VERDICTS), _times(folder, order), bytearray(len(order))
    if not path.exists() and not file_of(folder, TRACES).exists():
        return
    for line, text in numbered_lines(path, growing=True):
        judgement = decoded(text, Judgement, path, line)
        verdict = judgement.verdict
        number = _number(order, judgement.agent, verdict.scenario, judgement.trial, path, line)
        if seen[number]:
            raise InputError(
                f"must be there once; got {order.words(number)} again", field="run", path=str(path), line=line
            )
        seen[number] = 1
        play_us, grade_us = times[2 * number], times[2 * number + 1]
        yield row_of(
            judgement.agent,
            order.scenarios[order.run(number)[1]],
            judgement.trial,
            verdict,
            judgement.figures,
            reruns=judgement.reruns,
            play_us=None if play_us < 0 else play_us,
            grade_us=None if grade_us < 0 else grade_us,
        )


def _times(folder: Path, order: RunOrder) -> "array[int]":
    """Microseconds of playing and of grading for each run, -1 where a kill came before they were kept."""
    times, path = array("q", (-1, -1)) * len(order), folder / TIMES
    if path.exists():
        for line, text in numbered_lines(path, growing=True):
            one = decoded(text, Time, path, line)
            number = _number(order, one.agent, one.scenario, one.trial, path, line)
            times[2 * number], times[2 * number + 1] = one.play_us, one.grade_us
    return times


def _number(order: RunOrder, agent: str, scenario: str, trial: int, path: Path, line: int) -> int:
    number = order.number(agent, scenario, trial)
    if number is None:
        rule = f"must be of this study; got trial {trial} of {shown(agent)} on {shown(scenario)}"
        raise InputError(rule, field="run", path=str(path), line=line)
    return number
