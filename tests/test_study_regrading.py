"""When rules change, are both verdicts kept, and is every run that moved listed?"""

import json
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from studies import small

from graders.cli import status
from graders.records import STUDY, TRACES, VERDICTS
from graders.study.folder import read_study
from graders.study.judgement import Judgement
from graders.study.plan import Study
from graders.study.regrading import regrade
from inventory_env.codec import encode
from inventory_env.errors import InputError
from inventory_env.store import read_lines, write_lines
from inventory_env.verdict import LineLabel, Mark, Verdict


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A study of its own."""
    small(tmp_path / "out")
    return tmp_path / "out"


def as_before(out: Path, change: Callable[[Judgement], Judgement], *, rules: int = 1) -> bytes:
    """Let the stored verdicts be those of an older rule set; give their bytes."""
    write_lines(out / VERDICTS, [change(one) for one in list(read_lines(out / VERDICTS, Judgement))])
    stored = read_study(out)
    older = attrs.evolve(stored, versions=attrs.evolve(stored.versions, rules=rules))
    (out / STUDY).write_bytes(encode(older) + b"\n")
    return (out / VERDICTS).read_bytes()


def without(verdict: Verdict, code: str) -> Verdict:
    """The verdict of a rule set that did not have that rule."""
    return attrs.evolve(verdict, rules=tuple(one for one in verdict.rules if one[0] != code), rules_version=1)


def test_nothing_moves_under_the_same_rules(out: Path) -> None:
    """The same rules say the same, and the verdicts are the same bytes."""
    done = regrade(out)
    assert (done.runs, done.moves, done.rules[0]) == (180, (), done.rules[1])
    assert done.path.read_bytes() == (out / VERDICTS).read_bytes()
    assert regrade(out) == done


def test_both_verdicts_are_kept_and_what_moved_is_listed(out: Path) -> None:
    """A rule set that knew one rule less, and let the first run of careful fail."""

    def older(one: Judgement) -> Judgement:
        verdict = without(one.verdict, "text-unclassified")
        if (one.agent, one.trial, verdict.scenario) == ("careful", 1, "E01"):
            verdict = attrs.evolve(verdict, success=Mark.FAIL, label=LineLabel.WRONG)
        return attrs.evolve(one, verdict=verdict)

    before = as_before(out, older)
    done = regrade(out)
    assert (out / VERDICTS).read_bytes() == before
    assert len(list(read_lines(done.path, Judgement))) == done.runs == len(done.moves) == 180
    first = done.moves[0]
    assert (first.scenario, first.was, first.now, first.label) == (
        "E01",
        Mark.FAIL,
        Mark.PASS,
        ("wrong", "stock_found"),
    )
    assert first.rules == (("text-unclassified", "not_checked", "pass"),)
    assert done.successes() == {(Mark.FAIL, Mark.PASS): 1}


def test_the_command_tells_what_moved(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table, the count of each change of success, and where the verdicts lie; as JSON the same."""

    def older(one: Judgement) -> Judgement:
        wrong = one.agent == "careful"
        return attrs.evolve(one, verdict=attrs.evolve(one.verdict, success=Mark.FAIL)) if wrong else one

    as_before(out, older)
    assert status(["grade", str(out), "--keep"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].split() == ["scenario", "agent", "trial", "success", "label", "rules", "that", "moved"]
    assert "(40 more runs that moved; --json tells all)" in said
    assert "success fail -> pass: 60" in said
    assert any(line.startswith("60 of 180 runs moved from rule set 1 to ") for line in said)
    assert status(["grade", str(out), "--keep", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["runs"], len(told["moves"]), told["rules"][0]) == (180, 60, 1)


def test_rules_that_changed_without_a_new_number_are_told(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where verdicts move and the rule set has the same number, that is said."""
    now = read_study(out).versions.rules
    as_before(out, lambda one: attrs.evolve(one, verdict=attrs.evolve(one.verdict, label=LineLabel.WRONG)), rules=now)
    assert status(["grade", str(out), "--keep"]) == 0
    said = capsys.readouterr().out
    assert "without a new one" in said
    assert "wrong -> stock_found" in said


def test_wrong_use_is_told(out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The study knows its suite; a folder that cannot be written, or lacks verdicts, is one clear error."""
    assert status(["grade", str(out), "--keep", "--suite", "worked"]) == 2
    assert "--keep must stand alone" in capsys.readouterr().err
    lines = (out / VERDICTS).read_bytes().splitlines(keepends=True)
    (out / VERDICTS).write_bytes(b"".join(lines[:-1]))
    with pytest.raises(InputError, match=r"verdicts\.jsonl:180: must hold a verdict for each run"):
        regrade(out)
    assert not list(out.glob("*.half"))
    (out / VERDICTS).write_bytes(b"".join(lines))
    regrade(out).path.with_suffix(".half").mkdir()
    with pytest.raises(InputError, match="cannot be written: Is a directory"):
        regrade(out)


def test_a_run_of_another_suite_is_named(out: Path) -> None:
    """A trace of a scenario that the suite lacks is told with file and line."""
    for name in (TRACES, VERDICTS):
        (out / name).write_bytes((out / name).read_bytes().replace(b'"E01"', b'"E99"'))
    with pytest.raises(InputError, match=r"traces\.jsonl:1: scenario must be of the suite"):
        regrade(out)
    assert isinstance(read_study(out), Study)
