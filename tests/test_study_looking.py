"""Is every evaluation on a test split written down, once, before it begins?"""

from pathlib import Path

import pytest

from graders.cli import status
from graders.study.folder import read_study
from graders.study.looking import looks_of
from inventory_env.splits.ledger import ledger_path, read_ledger
from inventory_env.splits.making import SplitKind

SALT = "a salt that nobody guesses"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a test split of five scenarios, which may be looked at once."""
    monkeypatch.chdir(tmp_path)
    made = ["generate", "--split", "test", "--salt", SALT, "--count", "5", "--looks", "1", "--out", "held.jsonl"]
    assert status(made) == 0
    return tmp_path


def test_each_study_is_one_look(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A study that is gone on with is no new look; another agent is; after the declared number it is a dev split."""
    assert status(["run", "--agent", "careful", "--suite", "held.jsonl", "--out", "a", "--note", "first"]) == 0
    assert "a test split, looked at 1 of 1 times" in capsys.readouterr().err
    assert status(["run", "--agent", "careful", "--suite", "held.jsonl", "--out", "a"]) == 0
    (entry,) = read_ledger(Path("held.jsonl"))
    assert (entry.study, entry.note, entry.runs, list(entry.agents)) == ("a", "first", 5, ["careful"])
    assert looks_of(read_study(folder / "a")).effective is SplitKind.TEST
    assert status(["run", "--agent", "memoriser", "--suite", "held.jsonl", "--out", "b"]) == 0
    assert "counts as a dev split now" in capsys.readouterr().err
    found = looks_of(read_study(folder / "b"))
    assert (found.kind, found.effective, found.looks, found.number) == (SplitKind.TEST, SplitKind.DEV, 2, 2)


def test_a_look_is_written_before_the_first_run(folder: Path) -> None:
    """Whoever stops at the first run has looked."""
    stops = "import os, signal\ndef agent(task, desk): os.kill(os.getpid(), signal.SIGINT)\n"
    (folder / "stops.py").write_text(stops)
    assert status(["run", "--agent", "stops.py:agent", "--suite", "held.jsonl", "--out", "a"]) == 130
    assert len(read_ledger(Path("held.jsonl"))) == 1


def test_another_suite_than_the_one_committed_to_is_not_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A changed test split is refused before it is looked at."""
    suite = folder / "held.jsonl"
    suite.write_bytes(b"".join(suite.read_bytes().splitlines(keepends=True)[1:]))
    assert status(["run", "--agent", "careful", "--suite", "held.jsonl", "--out", "a"]) == 2
    assert "must be the suite that held.split.json commits to" in capsys.readouterr().err
    assert not ledger_path(suite).exists()


def test_nothing_is_kept_of_suites_that_everybody_may_know(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A shipped suite has no ledger."""
    assert status(["run", "--agent", "careful", "--suite", "worked", "--out", "w"]) == 0
    assert "split" not in capsys.readouterr().err
    assert looks_of(read_study(folder / "w")).kind is None
