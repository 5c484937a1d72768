"""Do `report` and `compare` tell from a shell what the study in the folder says, in every form?"""

import io
import json
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest
from studies import small
from study_rows import card, study

from graders.cli import status
from graders.records import TRACES, VERDICTS
from graders.report.cards import filled, with_cards
from graders.report.checking import check_document
from graders.report.document import SECTIONS, Report
from graders.report.reading import judged_runs, report_of
from graders.report.sections import report_blocks
from graders.report.showing import shown_lines
from graders.study.card import NOT_STATED, Evidence, SystemCard
from graders.study.folder import TIMES, read_study, rows
from graders.study.planning import Setting
from graders.study.yardstick import YARDSTICK
from inventory_env.codec import convert, encode, parse
from inventory_env.errors import InputError

OWN = """
def nothing(task, desk):
    return None
"""
STATED = {"evidence": "rule program", "program": "own 1", "prompt_digest": "none", "tool_parser": "none",
          "automatic_repair": "none", "memory": "none", "selector": "none", "decoding": "none"}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study of careful, always-found and guesser, twice on the worked examples."""
    out = tmp_path_factory.mktemp("report") / "out"
    small(out)
    return out


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Path:
    """A study of an agent that brings no card, in the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(OWN, encoding="utf-8")
    assert status(["run", "--agent", "mine.py:nothing", "--suite", "worked", "--out", "own"]) == 0
    capsys.readouterr()
    return tmp_path / "own"


def said(capsys: Any, *arguments: object) -> tuple[int, str, str]:
    """Exit code, output and errors of one command line."""
    code = status([str(one) for one in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_report_is_printed_as_text_and_as_json(folder: Path, capsys: Any) -> None:
    """The same facts; the JSON is a whole report and gives back the document."""
    code, text, err = said(capsys, "report", folder)
    assert (code, err) == (0, "")
    code, told, _ = said(capsys, "report", folder, "--json")
    plain = parse(told.encode())
    assert (code, tuple(plain), check_document(plain)) == (0, SECTIONS, [])
    report = convert(plain, Report)
    assert report == report_of(folder, here=Path.cwd())
    for one in report.results.agents:
        assert one.agent in text
    assert [one.agent for one in report.results.agents] == [
        "guesser",
        "do-nothing",
        "refuser",
        "spammer",
        "always-found",
        "careful",
    ]


def test_floor_and_ceiling_are_run_once_and_kept(folder: Path, capsys: Any) -> None:
    """They lie in a folder of their own beside the study's files; the second report plays nothing."""
    said(capsys, "report", folder)
    before = {path: path.stat().st_mtime_ns for path in (folder / YARDSTICK).glob("*.jsonl")}
    said(capsys, "report", folder)
    assert before == {path: path.stat().st_mtime_ns for path in (folder / YARDSTICK).glob("*.jsonl")}
    assert set(read_study(folder / YARDSTICK).agents) == {"do-nothing", "refuser", "spammer"}


def test_every_run_of_a_report_is_there(folder: Path) -> None:
    """Beside scenario and verdict; of one agent or of all, those of the floor too."""
    report_of(folder, here=folder)
    every = [(record.agent, scenario.id, record.trial) for scenario, record, _ in judged_runs(folder)]
    assert len(set(every)) == len(every) == 6 * 30 * 2
    one = [(record.agent, verdict.scenario) for _, record, verdict in judged_runs(folder, "careful")]
    assert len(one) == 60
    assert {agent for agent, _ in one} == {"careful"}


def test_runs_whose_files_do_not_fit_are_not_shown(tmp_path: Path) -> None:
    """A page must not put one run's words beside another's verdict, nor leave a run out in silence."""
    small(tmp_path, Setting(), agents=("careful",))
    traces, verdicts = (tmp_path / name for name in (TRACES, VERDICTS))
    first, second, *others = traces.read_bytes().splitlines(keepends=True)
    traces.write_bytes(b"".join([second, first, *others]))
    with pytest.raises(InputError, match=r"traces\.jsonl:1: run must be of the same run as the verdict in that place"):
        list(judged_runs(tmp_path))
    traces.write_bytes(b"".join([first, second, *others]))
    verdicts.write_bytes(b"".join(verdicts.read_bytes().splitlines(keepends=True)[:-1]))
    with pytest.raises(InputError, match="must hold a trace and a verdict for each run"):
        list(judged_runs(tmp_path))


def test_a_study_with_its_own_floor_needs_no_other(tmp_path: Path) -> None:
    """Where it has run every agent of floor and ceiling itself, nothing is run beside it."""
    out = tmp_path / "whole"
    small(out, Setting(packed=True), agents=("do-nothing", "refuser", "spammer", "guesser", "careful"))
    report = report_of(out, here=tmp_path)
    assert len(report.results.agents) == 5
    assert not (out / YARDSTICK).exists()
    assert len(list(judged_runs(out))) == 150


def test_runs_that_were_played_again_may_stand_at_the_end(tmp_path: Path) -> None:
    """Where a damaged line was deleted from the files, `run` appends its run; the report is the same."""
    out = tmp_path / "out"
    small(out, Setting(), agents=("careful", "always-found"))
    before = report_of(out, here=tmp_path)
    for name in (TRACES, VERDICTS):
        first, *others = (out / name).read_bytes().splitlines(keepends=True)
        (out / name).write_bytes(b"".join([*others, first]))
    (out / TIMES).unlink()
    after = report_of(out, here=tmp_path)
    assert [one.success for one in after.results.agents] == [one.success for one in before.results.agents]
    assert [one.profiles for one in after.results.agents] == [one.profiles for one in before.results.agents]


def test_a_report_is_written_into_files(folder: Path, tmp_path: Path, capsys: Any) -> None:
    """Markdown and a page; the text says where they are."""
    page, text = tmp_path / "r.html", tmp_path / "r.md"
    code, out, err = said(capsys, "report", folder, "--html", page, "--markdown", text)
    assert (code, err) == (0, "")
    assert out.endswith(f"written: {text}\nwritten: {page}\n")
    assert text.read_text(encoding="utf-8").startswith("# Report on worked\n")
    assert page.read_text(encoding="utf-8").startswith("<!")
    assert said(capsys, "report", folder, "--json", "--markdown", text)[1].startswith("{")


@pytest.mark.parametrize("command", [("report",), ("compare", "again")])
@pytest.mark.parametrize("option", ["--html", "--markdown"])
def test_a_file_that_cannot_be_written_is_named(
    folder: Path, tmp_path: Path, capsys: Any, command: tuple[str, ...], option: str
) -> None:
    """No traceback, and exit code 2."""
    missing = tmp_path / "no" / "folder" / "f"
    arguments = [folder, "--agent", "careful"] if len(command) > 1 else []
    code, _, err = said(capsys, command[0], folder, *arguments, option, missing)
    assert code == 2
    assert err.startswith(f"error: {missing}: cannot be written: No such file")


def test_an_agent_without_a_card_is_refused_until_somebody_states_it(own: Path, capsys: Any) -> None:
    """The parts that miss are named; a card that is given fills them."""
    code, _, err = said(capsys, "report", own)
    assert code == 2
    assert "must state evidence, program, prompt_digest" in err
    path = own.parent / "cards.json"
    path.write_text(json.dumps({"name": read_study(own).agents[0], **STATED}), encoding="utf-8")
    code, out, _ = said(capsys, "report", own, "--card", path, "--json")
    assert code == 0
    player = next(one for one in json.loads(out)["cards"] if one["role"] == "studied")
    assert (player["card"]["program"], player["evidence"]) == ("own 1", "rule program")
    assert "no better than the floor" in json.loads(out)["results"]["warnings"][0]


def test_a_card_is_stated_for_a_comparison_too(own: Path, capsys: Any) -> None:
    """As for a report; one of an agent that neither study has is refused."""
    assert "given with --card" in said(capsys, "compare", own, own)[2]
    path = own.parent / "cards.json"
    path.write_text(json.dumps({"name": read_study(own).agents[0], **STATED}), encoding="utf-8")
    code, out, _ = said(capsys, "compare", own, own, "--card", path, "--json")
    assert (code, json.loads(out)["second"]["player"]["card"]["program"]) == (0, "own 1")
    path.write_text(json.dumps({"name": "stranger", **STATED}), encoding="utf-8")
    assert (
        "must be of an agent of one of the studies; got 'stranger'"
        in said(capsys, "compare", own, own, "--card", path)[2]
    )


def test_what_is_no_study_is_refused(tmp_path: Path, capsys: Any) -> None:
    """With the reason."""
    code, _, err = said(capsys, "report", tmp_path)
    assert (code, "it has no study.json" in err) == (2, True)
    assert said(capsys, "compare", tmp_path, tmp_path)[0] == 2


def test_a_test_split_is_told_with_its_looks(tmp_path: Path, capsys: Any) -> None:
    """What stands beside the suite says what it is good for, and which look the study is."""
    (tmp_path / "secret").write_text("drawn by nobody but this test\n", encoding="utf-8")
    suite, out = tmp_path / "test.jsonl", tmp_path / "out"
    drawn = ("--split", "test", "--salt-file", tmp_path / "secret", "--count", 3, "--looks", 2)
    assert said(capsys, "generate", *drawn, "--out", suite)[0] == 0
    assert said(capsys, "run", "--agent", "careful", "--suite", suite, "--out", out)[0] == 0
    split = report_of(out, here=tmp_path).split
    assert (split.kind, split.looks, split.looks_allowed) == ("test", 1, 2)
    assert split.sentence == "This suite is a test split, looked at 1 of 2 times; this study is look 1."


def test_two_agents_are_compared(folder: Path, tmp_path: Path, capsys: Any) -> None:
    """As text, JSON, Markdown and page."""
    page, text = tmp_path / "c.html", tmp_path / "c.md"
    line = ("compare", folder, folder, "--agent", "guesser", "--agent", "careful")
    code, out, err = said(capsys, *line, "--html", page, "--markdown", text)
    assert (code, err) == (0, "")
    assert out.lstrip().startswith("careful against guesser on worked")
    assert text.read_text(encoding="utf-8").startswith("# careful against guesser")
    assert page.read_text(encoding="utf-8").startswith("<!")
    assert out.startswith(said(capsys, *line)[1])
    plain = json.loads(said(capsys, *line, "--json")[1])
    assert (plain["table"]["gained"], plain["table"]["lost"]) == (30, 0)
    assert plain["mcnemar"]["exact"] == "1/536870912"


def test_one_name_means_the_agent_of_both(folder: Path, capsys: Any) -> None:
    """Compared with itself nothing moves."""
    plain = json.loads(said(capsys, "compare", folder, folder, "--agent", "careful", "--json")[1])
    assert plain["change"] == "Nothing differs: the same system twice."
    assert plain["table"] == {"both": 30, "gained": 0, "lost": 0, "neither": 0, "open": 0}


def test_comparisons_that_cannot_be_made_are_refused(folder: Path, tmp_path: Path, capsys: Any) -> None:
    """Whose agents are not told apart, or are too many, or met another number of trials."""
    assert "agent must be given" in said(capsys, "compare", folder, folder)[2]
    three = [part for name in ("careful", "guesser", "careful") for part in ("--agent", name)]
    assert "--agent must be given once or twice; got 3 times" in said(capsys, "compare", folder, folder, *three)[2]
    once = tmp_path / "once"
    small(once, Setting(), agents=("careful",))
    code, _, err = said(capsys, "compare", folder, once, "--agent", "careful")
    assert (code, "k of n is not k of m; got 2 and 1" in err) == (2, True)


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """What it can say."""
        return self._encoding

    def isatty(self) -> bool:
        """It is one."""
        return True


@pytest.mark.parametrize(("encoding", "lines"), [("utf-8", True), ("ascii", False), ("no such", False)])
def test_a_terminal_gets_tables_as_wide_as_it_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch, encoding: str, lines: bool
) -> None:
    """With lines where its encoding has them, and colours where nobody objects."""
    blocks = report_blocks(report_of(folder, here=folder))
    monkeypatch.setenv("COLUMNS", "70")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys, "stdout", Terminal(encoding))
    told = list(shown_lines(blocks))
    assert max(map(len, told)) <= 70
    assert any("──" in line for line in told) == lines
    monkeypatch.setattr(sys, "stdout", None)
    assert list(shown_lines(blocks))


def test_cards_fill_gaps_and_change_nothing() -> None:
    """What the study was run with stands; who says otherwise is refused, with both."""
    gap = attrs.evolve(card("a"), memory=NOT_STATED, evidence=None)
    more = SystemCard(name="a", memory="none", evidence=Evidence.MODEL_RUN)
    assert filled(gap, more) == attrs.evolve(card("a"), evidence=Evidence.MODEL_RUN)
    assert with_cards(study(cards=(gap, card("b"))), [more]).cards == (filled(gap, more), card("b"))
    with pytest.raises(InputError, match="system card of a: decoding must be what the study was run with, 'none'; got"):
        filled(gap, attrs.evolve(more, decoding="greedy"))


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([card("c")], "card must be of an agent of the study; got 'c' (known: a)"),
        ([card("a"), card("a")], "card must be there once for a; got 2"),
    ],
)
def test_cards_of_nobody_or_twice_are_refused(cards: list[SystemCard], message: str) -> None:
    """Nobody should believe that a card was taken which was not."""
    with pytest.raises(InputError) as caught:
        with_cards(study(), cards)
    assert str(caught.value) == message


def test_rows_of_a_folder_make_the_report(folder: Path) -> None:
    """What is counted is what is stored, and the report comes out the same each time."""
    report = report_of(folder, here=folder)
    assert encode(report) == encode(report_of(folder, here=folder))
    assert sum(one.runs for one in report.results.agents) == len(list(rows(folder))) + len(
        list(rows(folder / YARDSTICK))
    )
