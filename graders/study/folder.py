"""How is a study read back? What was planned, the judgement on each run, and rows to count."""

from collections.abc import Iterator
from pathlib import Path

from graders.records import STUDY, VERDICTS, Judgement, file_of
from graders.study.plan import Study
from graders.study.playing import Time, suite_digest
from graders.study.row import Row, row_of
from inventory_env.codec import decode
from inventory_env.errors import InputError
from inventory_env.scenario import Scenario
from inventory_env.store import numbered_lines, read_lines
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


def judgements(folder: Path) -> Iterator[Judgement]:
    """The judgement on each finished run, in the order of the file.

    Raises:
        InputError: with path, line, field, rule and value got.
    """
    return read_lines(file_of(folder, VERDICTS), Judgement)


def rows(folder: Path) -> Iterator[Row]:
    """A row for each finished run, in the order of the file.

    Raises:
        InputError: the study cannot be read, a run is not of it or is there twice; with path and line.
    """
    study = read_study(folder)
    known = {one.id: one for one in study_suite(folder, study)}
    path = file_of(folder, VERDICTS)
    times = _Times(folder)
    seen: set[tuple[str, str, int]] = set()
    for line, text in numbered_lines(path):
        try:
            judgement = decode(text, Judgement)
        except InputError as error:
            raise error.at(str(path), line) from None
        key = (judgement.agent, judgement.verdict.scenario, judgement.trial)
        if key in seen:
            raise InputError(f"must be there once; got {_words(key)} again", path=str(path), line=line, field="run")
        seen.add(key)
        if key[0] not in study.agents or key[1] not in known or key[2] > study.trials:
            raise InputError(f"must be of this study; got {_words(key)}", path=str(path), line=line, field="run")
        time = times.of(key)
        yield row_of(
            judgement.agent,
            known[key[1]],
            judgement.trial,
            judgement.verdict,
            judgement.figures,
            reruns=judgement.reruns,
            play_us=None if time is None else time.play_us,
            grade_us=None if time is None else time.grade_us,
        )


class _Times:
    """The times beside the runs, in their order; where a kill came between the two, one is missing."""

    def __init__(self, folder: Path) -> None:
        path = folder / TIMES
        self._lines = read_lines(path, Time) if path.exists() else iter(())
        self._next: Time | None = next(self._lines, None)

    def of(self, key: tuple[str, str, int]) -> Time | None:
        """The time of that run, if it was kept."""
        found = self._next
        if found is None or (found.agent, found.scenario, found.trial) != key:
            return None
        self._next = next(self._lines, None)
        return found


def _words(key: tuple[str, str, int]) -> str:
    return f"trial {key[2]} of {key[0]} on {key[1]}"
