"""Is every run of a study played, graded, counted and written down, and read back as it was?"""

import json
import signal
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baselines import careful
from graders import grade
from graders.loading import Loaded, load_agent
from graders.records import (
    STUDY,
    TRACES,
    UNNAMED,
    VERDICTS,
    Record,
    read_records,
    traces_path,
    with_scenarios,
)
from graders.study.folder import suite_named, suite_of
from graders.study.judgement import Judgement
from graders.study.plan import Study
from graders.study.planning import Setting
from graders.study.playing import play_once, seed_of, suite_digest
from graders.study.running import run
from graders.tally import Tally, told
from inventory_env import Desk, Task, load_suite, play
from inventory_env.codec import decode, encode
from inventory_env.errors import InputError
from inventory_env.fields import MAX_WHOLE
from inventory_env.stock import Stock, StockRecord, StockTable
from inventory_env.store import read_lines, write_lines
from inventory_env.verdict import LineLabel, Mark, RunStatus


def raising(task: Task, desk: Desk) -> None:
    """An agent that raises."""
    raise ValueError("two\nlines")


CAREFUL = load_agent("careful")
RAISING = Loaded("raising", lambda seed: raising)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Study, tuple[Tally, ...]]:
    """A study of two agents, each twice on the worked examples."""
    out = tmp_path_factory.mktemp("study") / "new" / "folder"
    finished = run([CAREFUL, RAISING], "worked", out, Setting(trials=2, seed=5))
    assert (finished.before, finished.mended) == (0, ())
    return out, finished.study, finished.tallies


def test_a_study_writes_what_it_ran(study: tuple[Path, Study, Any]) -> None:
    """The folder says which agents met which suite, how often, and that all of it is there."""
    out, found, _ = study
    assert decode((out / STUDY).read_bytes().strip(), Study) == found
    assert (found.agents, found.suite, found.trials, found.seed) == (("careful", "raising"), "worked", 2, 5)
    assert (found.scenarios, found.runs) == (30, 120)
    assert found.suite_digest == suite_digest(load_suite("worked"))


def test_every_run_is_written_and_graded(study: tuple[Path, Study, Any]) -> None:
    """One trace and one verdict a run, in the same order, and each verdict is what grading the trace gives."""
    out, _, _ = study
    records = list(read_records(out / TRACES))
    verdicts = list(read_lines(out / VERDICTS, Judgement))
    scenarios = {one.id: one for one in load_suite("worked")}
    assert len(records) == len(verdicts) == 120
    for record, judgement in zip(records, verdicts, strict=True):
        assert (record.agent, record.trial) == (judgement.agent, judgement.trial)
        assert grade(scenarios[record.trace.scenario], record.trace) == judgement.verdict


def test_tallies_count_every_run(study: tuple[Path, Study, tuple[Tally, ...]]) -> None:
    """Nothing is left out of the denominator, a crash included."""
    _, _, (right, crashed) = study
    assert (right.runs, right.success[Mark.PASS]) == (60, 60)
    assert (crashed.runs, crashed.status[RunStatus.AGENT_CRASH], crashed.labels[LineLabel.NO_ANSWER]) == (60, 60, 60)
    for tally in (right, crashed):
        plain = tally.plain()
        assert sum(plain["success"].values()) == sum(plain["status"].values()) == sum(plain["labels"].values()) == 60
    assert crashed.plain()["reasons"] == {"agent_crash": "ValueError: two\nlines"}


def test_the_table_names_crashes_rules_and_what_nobody_checked(study: tuple[Path, Study, tuple[Tally, ...]]) -> None:
    """What the columns cannot say stands below them, on one line each."""
    lines = told(study[2])
    assert lines[0].split() == ["agent", "runs", "pass", "fail", "uncertain", "not", "judged", "found", "shortfall",
                                "unknown", "invalid", "no", "answer", "calls"]  # fmt: skip
    assert r"raising: agent_crash 60, the first: ValueError: two\nlines" in lines
    assert "raising: runs that broke a rule: answer-missing 60" in lines
    assert lines[-2] == "grading policy: default"
    assert lines[-1].startswith("not checked: ")
    assert "out-of-sandbox" in lines[-1]


def test_the_same_study_gives_the_same_bytes(study: tuple[Path, Study, Any], tmp_path: Path) -> None:
    """A study depends on its agents, suite, trials and seed alone."""
    run([CAREFUL, RAISING], "worked", tmp_path, Setting(trials=2, seed=5))
    for name in (STUDY, TRACES, VERDICTS):
        assert (tmp_path / name).read_bytes() == (study[0] / name).read_bytes()


@pytest.mark.parametrize("name", [TRACES, VERDICTS])
def test_a_study_is_never_overwritten(tmp_path: Path, name: str) -> None:
    """A folder that holds any part of a study is refused, and left as it is."""
    (tmp_path / name).write_text("mine")
    with pytest.raises(InputError, match=f"must be a folder without a study; got one with {name}"):
        run([CAREFUL], "worked", tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {name, "lock"}
    assert (tmp_path / name).read_text() == "mine"


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A file in the way is bad input, told with its path."""
    (tmp_path / "file").write_text("")
    for out in (tmp_path / "file", tmp_path / "file" / "below", tmp_path / ("x" * 300)):
        with pytest.raises(InputError, match="cannot be written"):
            run([CAREFUL], "worked", out)


def test_agents_need_names_of_their_own(tmp_path: Path) -> None:
    """Two agents of one name could not be told apart in the files."""
    for agents in ([], [CAREFUL, CAREFUL]):
        with pytest.raises(InputError, match="must be one or more that differ"):
            run(agents, "worked", tmp_path)
    assert not list(tmp_path.iterdir())


def test_an_interrupted_study_keeps_what_it_finished(tmp_path: Path) -> None:
    """Ctrl-C keeps whole lines of what was run."""
    runs = []

    def impatient(task: Task, desk: Desk) -> None:
        runs.append(task.id)
        if len(runs) == 4:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        run([Loaded("impatient", lambda seed: impatient)], "worked", tmp_path)
    assert len(list(read_records(tmp_path / TRACES))) == 3


def test_each_run_has_an_agent_of_its_own(capsys: Any) -> None:
    """An agent is made anew, with a seed that differs from run to run; what it prints is no output of ours."""
    seeds = []

    def make(seed: int) -> Any:
        seeds.append(seed)
        print("made")
        return careful

    case = load_suite("worked")[0]
    for trial in (1, 2):
        play_once(Loaded("one", make), case, trial, 0)
    assert len(set(seeds)) == 2
    assert capsys.readouterr().out == ""


def test_a_maker_that_raises_is_a_crash() -> None:
    """What cannot be made has not run well: it is told in the trace."""

    def make(seed: int) -> Any:
        raise RuntimeError("no model")

    record, verdict = play_once(Loaded("one", make), load_suite("worked")[0], 1, 0)
    assert (verdict.status, record.trace.stop_reason) == (RunStatus.AGENT_CRASH, "RuntimeError: no model")


@given(st.integers(0, MAX_WHOLE), st.sampled_from(["E01", "t", "\u00e9"]), st.integers(1, 10**6))
def test_seeds_fit_a_record(seed: int, scenario: str, trial: int) -> None:
    """A run's seed is a whole number that every JSON reader keeps, and the next trial has another."""
    assert 0 <= seed_of(seed, scenario, trial) <= MAX_WHOLE
    assert seed_of(seed, scenario, trial) != seed_of(seed, scenario, trial + 1)


def test_the_digest_sees_the_stock_file_too() -> None:
    """Scenarios that name a stock file have another digest when a figure in it differs."""
    scenarios = [one for one in load_suite("public") if one.stock.source.csv is None]
    assert suite_digest(scenarios) == suite_digest(tuple(scenarios))
    assert suite_digest(scenarios[1:]) != suite_digest(scenarios)
    shipped = load_suite("adventureworks")[:3]
    assert all(one.stock.source.csv for one in shipped)
    row = StockRecord("A", "W1", 1)
    other = [attrs.evolve(one, stock=Stock(one.stock.source, StockTable([row]))) for one in shipped]
    assert suite_digest(shipped) == suite_digest(list(shipped)) != suite_digest(other)


def test_traces_that_stand_alone_are_records_too(tmp_path: Path) -> None:
    """A file of traces is read; runs of one scenario are its trials, in order."""
    traces = [play(careful, one) for one in load_suite("worked")[:2]]
    write_lines(tmp_path / "x.jsonl", [traces[0], traces[1], traces[0]])
    records = list(read_records(tmp_path / "x.jsonl"))
    assert [(one.agent, one.trial, one.trace) for one in records] == [
        (UNNAMED, 1, traces[0]),
        (UNNAMED, 1, traces[1]),
        (UNNAMED, 2, traces[0]),
    ]


def test_a_run_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    """One record for each agent, scenario and trial."""
    record, _ = play_once(CAREFUL, load_suite("worked")[0], 1, 0)
    write_lines(tmp_path / "x.jsonl", [record, record])
    with pytest.raises(InputError, match="must be there once; got trial 1 of careful on E01 twice"):
        list(read_records(tmp_path / "x.jsonl"))


BAD = {
    "empty": b"",
    "blank": b"\n \n",
    "binary": bytes(range(128, 200)),
    "deep": b"[" * 100_000,
    "list": b"[]\n",
    "text": b'"trace"\n',
    "cut": b'{"agent":"a","seed":0,"trace":{',
    "other": b'{"trace": 5}\n',
    "utf-16": '{"trace":1}'.encode("utf-16"),
    "NaN": b'{"agent":"a","seed":NaN,"trace":{},"trial":1}',
    "huge": b'{"agent":"a","seed":' + b"9" * 400 + b',"trace":{},"trial":1}',
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_of_something_else_is_one_clear_error(tmp_path: Path, name: str) -> None:
    """Whatever a file holds, it is read or refused, with its path."""
    (tmp_path / "x.jsonl").write_bytes(BAD[name])
    with pytest.raises(InputError, match=r"x\.jsonl.*must"):
        list(read_records(tmp_path / "x.jsonl"))


def test_a_run_of_another_suite_is_refused(tmp_path: Path) -> None:
    """A scenario that the suite does not have is named, with the nearest where the list is short."""
    record, _ = play_once(CAREFUL, load_suite("worked")[0], 1, 0)
    with pytest.raises(InputError, match=r"must be of the suite public; got 'E01' in run 1 \(known:"):
        list(with_scenarios([record], "public", tmp_path))
    with pytest.raises(InputError, match=r"got 'E01' in run 1 \(it has \d+ scenarios\)"):
        list(with_scenarios([record], "adventureworks", tmp_path))


def test_a_study_tells_the_suite_of_its_traces(study: tuple[Path, Study, Any], tmp_path: Path) -> None:
    """The folder stands for its traces and knows the suite; a file elsewhere needs it named."""
    assert traces_path(study[0]) == study[0] / TRACES
    assert suite_of(study[0] / TRACES) == "worked"
    assert suite_named(None, study[0] / TRACES) == "worked"
    assert suite_named("public", study[0] / TRACES) == "public"
    assert suite_of(tmp_path / TRACES) is None
    with pytest.raises(InputError, match=r"--suite must be given: no study\.json beside x tells it"):
        suite_named(None, tmp_path / "x")
    (tmp_path / STUDY).write_text("{}")
    with pytest.raises(InputError, match=r"study\.json: must have the field"):
        suite_of(tmp_path / TRACES)
    (tmp_path / STUDY).unlink()
    (tmp_path / STUDY).mkdir()
    with pytest.raises(InputError, match=r"study\.json: cannot be read"):
        suite_of(tmp_path / TRACES)


def test_records_are_canonical(study: tuple[Path, Study, Any]) -> None:
    """Sorted keys, no blanks: what is read and written again is the same line."""
    for line in (study[0] / TRACES).read_bytes().splitlines()[:5]:
        assert encode(decode(line, Record)) == line
        assert list(json.loads(line)) == ["agent", "seed", "trace", "trial"]
