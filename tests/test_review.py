"""Can a person read runs and mark them, and is no mark ever lost, doubled or mixed up with the judge's own?"""

import io
import json
import os
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import graders
from graders import reviewing
from graders.by_hand import ByHand, by_hand, standing_of
from graders.cli import status
from graders.keys import KNOWN, Key, Lines, keys_here
from graders.loading import load_agent
from graders.marks import MARKS, HandMark, MarkFile, Says, marked, read_marks
from graders.records import STUDY, TRACES, VERDICTS, read_records
from graders.reviewing import Of, is_of, to_read
from graders.study.running import run
from inventory_env.codec import encode
from inventory_env.errors import InputError
from inventory_env.store import write_lines
from inventory_env.verdict import Finding, Mark, Verdict

pty, termios = pytest.importorskip("pty"), pytest.importorskip("termios")  # a terminal as Unix knows it
ROOT = str(Path(graders.__file__).parent.parent)
PROGRAM = [sys.executable, "-m", "graders"]
ENV = {"PATH": os.environ["PATH"], "PYTHONPATH": ROOT, "TERM": "xterm"}
LIAR = "fabricates-a-reservation"
Shell = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study of one right agent and one that lies in every run."""
    out = tmp_path_factory.mktemp("played") / "o"
    run([load_agent("careful"), load_agent(LIAR)], "worked", out)
    return out


@pytest.fixture
def out(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the study, in a working directory of its own."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(played, tmp_path / "o"))


class Input:
    """A standard input that is a pipe."""

    def __init__(self, text: str | bytes) -> None:
        self.buffer = io.BytesIO(text if isinstance(text, bytes) else text.encode())

    def isatty(self) -> bool:
        return False


@pytest.fixture
def shell(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """Runs one command line on an input: exit code, standard output, standard error."""

    def call(line: str, said: str | bytes = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", Input(said))
        code = status(shlex.split(line))
        told = capsys.readouterr()
        return code, told.out, told.err

    return call


def on_file(folder: Path) -> list[dict[str, Any]]:
    """Every line of the marks."""
    return [json.loads(line) for line in (folder / MARKS).read_bytes().splitlines()]


def counted(out: str) -> str:
    """The line that every report has."""
    return next(line for line in out.splitlines() if line.startswith("read by hand"))


def some_mark(folder: Path, says: Says = Says.RIGHT, index: int = 0, **rest: Any) -> HandMark:
    """A mark on a run of the study."""
    found = to_read(folder / TRACES, "worked", Of.FAILED).entries[index]
    return marked(found.record, found.verdict, says, **rest)


# What is on the list --------------------------------------------------------------------------------------------


def test_a_list_is_told_and_nothing_is_asked_or_written(out: Path, shell: Shell) -> None:
    """--list and --json leave the folder as it was."""
    before = sorted(path.name for path in out.iterdir())
    code, told, _ = shell("review o --of failed --list", "r\nr\n")
    assert (code, len(told.splitlines())) == (0, 33)
    assert re.search(rf"^ +30  E01 +{LIAR} +1  fail  - +reservation-fabricated$", told, re.MULTILINE)
    assert told.splitlines()[-2:] == ["runs to read (failed): 30, read 0, open 30", counted(told)]
    plain = json.loads(shell("review o --of failed --json")[1])
    assert {name: plain[name] for name in ("of", "to_read", "read", "open", "disagreements")} == {
        "of": "failed", "to_read": 30, "read": 0, "open": 30, "disagreements": 0}  # fmt: skip
    assert plain["by_hand"] == {"read": 0, "runs": 60, "disagreements": 0, "aside": []}
    first = plain["runs"][0]
    assert (first["scenario"], first["agent"], first["mark"], first["read"], first["marks"]) == (
        "E01", LIAR, "fail", False, [])  # fmt: skip
    assert first["findings"][0]["rule"] == "reservation-fabricated"
    assert sorted(path.name for path in out.iterdir()) == before


def test_where_nothing_is_uncertain_the_failed_are_pointed_at(out: Path, shell: Shell) -> None:
    """The default list may be empty: that is said, with where else to look."""
    code, told, _ = shell("review o", "r\n")
    assert code == 0
    assert told.splitlines() == [
        "nothing to read: no run is uncertain; for those that failed: --of failed",
        "read by hand 0 of 60, disagreements 0",
    ]
    assert json.loads(shell("review o --json")[1])["runs"] == []
    assert not (out / MARKS).exists()


def test_lists_go_by_marks() -> None:
    """Uncertain takes a run with any open rule; a run that says nothing of the agent is on no list."""

    def verdict(success: Mark, *rules: Mark) -> Any:
        class Told:
            pass

        told: Any = Told()
        told.success, told.rules = success, tuple((f"r{i}", mark) for i, mark in enumerate(rules))
        return told

    assert is_of(verdict(Mark.UNCERTAIN, Mark.PASS), Of.UNCERTAIN)
    assert is_of(verdict(Mark.FAIL, Mark.FAIL, Mark.UNCERTAIN), Of.UNCERTAIN)
    assert not is_of(verdict(Mark.FAIL, Mark.FAIL), Of.UNCERTAIN)
    assert is_of(verdict(Mark.FAIL), Of.FAILED)
    assert is_of(verdict(Mark.PASS), Of.PASSED)
    assert not any(is_of(verdict(Mark.NOT_APPLICABLE, Mark.UNCERTAIN), of) for of in Of)


@settings(max_examples=15)
@given(seed=st.integers(0, 2**53), few=st.integers(1, 12), more=st.integers(0, 25))
def test_a_draw_is_even_and_grows(played: Path, seed: int, few: int, more: int) -> None:
    """The same seed gives the same runs, no run twice, and a larger draw begins with the smaller one."""

    def drawn(sample: int) -> list[int]:
        return [one.index for one in to_read(played / TRACES, "worked", Of.FAILED, sample=sample, seed=seed).entries]

    one, other = drawn(few), drawn(few + more)
    assert one == drawn(few) == other[:few]
    assert len(set(other)) == len(other) == min(30, few + more)


def test_a_draw_stays_as_it_is_when_marks_are_added(out: Path, shell: Shell) -> None:
    """What is read is shown as read and passed over, not replaced by another run."""
    line = "review o --of failed --sample 5 --seed 3"
    drawn = [one["index"] for one in json.loads(shell(f"{line} --json")[1])["runs"]]
    assert drawn != [one["index"] for one in json.loads(shell("review o --of failed --sample 5 --json")[1])["runs"]]
    shell(line, "r\ns\nc\n")
    told = json.loads(shell(f"{line} --json")[1])
    assert [one["index"] for one in told["runs"]] == drawn
    assert [one["read"] for one in told["runs"]] == [True, False, True, False, False]
    assert (told["read"], told["open"]) == (2, 3)
    asked = shell(line, "q\n")[1]
    assert "run 1 of 3" in asked
    assert "run 1 of 5" in shell(f"{line} --again", "q\n")[1]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("review nope", "nope: cannot be read: No such file or directory"),
        ("review .", "traces.jsonl: cannot be read: No such file or directory"),
        ("review o --of odd", "--of must be a known value; got 'odd' (known: failed, passed, uncertain)"),
        ("review o --seed 1", "--seed must come with --sample"),
        ("review o --of failed --sample 0", "'--sample'"),
        ("review o --reader ' '", "--reader must be a name"),
        ("review o/verdicts.jsonl --suite worked", "verdicts.jsonl"),
    ],
)
def test_wrong_use_is_one_line_and_2(out: Path, shell: Shell, line: str, said: str) -> None:
    """A folder without traces, a list that does not exist, a name that is none."""
    code, told, err = shell(line)
    assert (code, told, err.count("\n")) == (2, "", 1)
    assert said in err


# Marks ----------------------------------------------------------------------------------------------------------


def test_marks_stand_beside_the_traces_and_change_nothing_else(out: Path, shell: Shell) -> None:
    """A mark names the run, what was read of it, the automatic mark, and what the reader says of that."""
    before = {name: (out / name).read_bytes() for name in (STUDY, TRACES, VERDICTS)}
    code, told, err = shell("review o --of failed --sample 3 --reader Ann", "r\nw she said so\ncannot tell\n")
    assert (code, err) == (0, "")
    assert told.splitlines()[-2:] == [
        "runs to read (failed): 3, read 3, open for Ann 0",
        "read by hand 3 of 60, disagreements 1",
    ]
    assert before == {name: (out / name).read_bytes() for name in before}
    marks = on_file(out)
    assert [(one["says"], one["should_be"], one["note"]) for one in marks] == [
        ("right", "fail", ""),
        ("wrong", "pass", "she said so"),
        ("cannot_tell", None, ""),
    ]
    assert {one["reader"] for one in marks} == {"Ann"}
    assert {one["mark"] for one in marks} == {"fail"}
    by_run = {(one.agent, one.trace.scenario, one.trial, one.seed) for one in read_records(out / TRACES)}
    assert {(one["agent"], one["scenario"], one["trial"], one["seed"]) for one in marks} <= by_run


def test_a_later_mark_counts_and_the_earlier_one_stays(out: Path, shell: Shell) -> None:
    """Back shows the run before again, with what was said of it; both marks are on file."""
    told = shell("review o --of failed --sample 2", "w\nback\nr I was wrong\nq\n")[1]
    assert "before: marked wrong" in told
    assert [one["says"] for one in on_file(out)] == ["wrong", "right"]
    assert counted(told) == "read by hand 1 of 60, disagreements 0"
    assert "this is the first one" in shell("review o --of failed --sample 2 --again", "b\nb\nq\n")[1]


def test_readers_are_told_apart(out: Path, shell: Shell) -> None:
    """Each reads for himself, without seeing what the others said; one who disagrees is enough."""
    line = "review o --of failed --sample 1"
    shell(f"{line} --reader Ann", "r because\n")
    told = shell(f"{line} --reader Bob", "w\n")[1]
    assert "run 1 of 1" in told
    assert "because" not in told
    assert counted(told) == "read by hand 1 of 60, disagreements 1"
    assert "open 0" in shell(line, "r\n")[1]  # somebody without a name reads what nobody has read
    row = json.loads(shell(f"{line} --json")[1])["runs"][0]
    assert [(one["reader"], one["says"], one["note"]) for one in row["marks"]] == [
        ("Ann", "right", "because"),
        ("Bob", "wrong", ""),
    ]
    assert "right (Ann), wrong (Bob)" in shell(f"{line} --list")[1]


def test_a_note_is_kept_at_once_and_stays_with_the_mark(out: Path, shell: Shell) -> None:
    """The end of the input after a note loses nothing; the note alone is no mark."""
    told = shell("review o --of failed --sample 1", "note first thought\nn\nsecond thought\n")[1]
    assert [(one["says"], one["note"]) for one in on_file(out)] == [
        ("open", "first thought"),
        ("open", "second thought"),
    ]
    assert counted(told) == "read by hand 0 of 60, disagreements 0"
    told = shell("review o --of failed --sample 1", "w")[1]
    assert "before: not marked yet; note: second thought" in told
    assert (on_file(out)[-1]["says"], on_file(out)[-1]["note"]) == ("wrong", "second thought")
    shell("review o --of failed --sample 1 --again", b"n \xff\xe2\x82\xac\nn\n\n")
    assert len(on_file(out)) == 4
    assert (on_file(out)[-1]["says"], on_file(out)[-1]["note"]) == ("wrong", "\\xff\u20ac")


def test_lines_that_are_no_answer_are_passed_over() -> None:
    """Words, first letters, capitals, blanks and carriage returns are taken; all else is told and asked again."""
    lines = Lines(io.BytesIO(b"\n \r\nhuh\nRIGHT\r\n  w  why  not \nCannot tell\nc tell-tale\nn\nnote\nx"))
    answers = list(iter(lines.ask, None))
    assert answers == [
        (Key.RIGHT, ""),
        (Key.WRONG, "why  not"),
        (Key.CANNOT_TELL, ""),
        (Key.CANNOT_TELL, "tell-tale"),
        (Key.NOTE, "note"),
    ]
    assert all(f"{key[0]} " in KNOWN for key in Key)


def test_an_uncertain_run_can_be_settled_by_a_reader(out: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its clause is marked in the message, and p or f say what the run should be."""
    real = reviewing.grade

    def unsure(scenario: Any, trace: Any) -> Verdict:
        verdict = real(scenario, trace)
        finding = Finding("text-unclassified", "nobody knows what this means", None, (), (0, 6))
        rules = (*verdict.rules, ("text-unclassified", Mark.UNCERTAIN))
        return attrs.evolve(verdict, success=Mark.UNCERTAIN, findings=(finding,), rules=rules)

    monkeypatch.setattr(reviewing, "grade", unsure)
    listed = shell("review o --list")[1]
    assert 'text-unclassified: "Line 1"' in listed
    told = shell("review o --sample 4", "p\nf\nr\nw\n")[1]
    assert re.search("\u00bbLine 1\u00ab\\[1\\]", told)
    assert "finding 1     text-unclassified" in told
    assert "[p] should pass [f] should fail" in told
    marks = [(one["mark"], one["says"], one["should_be"]) for one in on_file(out)]
    assert marks == [
        ("uncertain", "wrong", "pass"),
        ("uncertain", "wrong", "fail"),
        ("uncertain", "right", "uncertain"),
        ("uncertain", "wrong", None),
    ]
    monkeypatch.undo()
    # Once the judge knows, the readers' word is held against what it says now; one says nothing of that.
    read = json.loads(shell(f"grade {out} --json")[1])["by_hand"]
    assert (read["read"], len(read["aside"])) == (3, 1)
    assert "its automatic mark was uncertain and is now" in read["aside"][0]["because"]


# Reports --------------------------------------------------------------------------------------------------------


def test_every_report_tells_how_many_were_read(out: Path, shell: Shell) -> None:
    """Zero included, as text and as JSON."""
    assert counted(shell("run --agent careful --suite worked --out new")[1]) == "read by hand 0 of 30, disagreements 0"
    none = {"read": 0, "runs": 30, "disagreements": 0, "aside": []}
    assert json.loads(shell("run --agent careful --suite worked --out two --json")[1])["by_hand"] == none
    assert json.loads(shell("grade new --json")[1])["by_hand"] == none
    shell("review o --of passed --sample 2", "w\nr\n")
    for line in ("grade o", "review o --list"):
        assert counted(shell(line)[1]) == "read by hand 2 of 60, disagreements 1"
    assert list(by_hand(out).told()) == ["read by hand 2 of 60, disagreements 1"]


def test_marks_of_other_runs_are_put_aside_by_name(out: Path, shell: Shell) -> None:
    """A run that is gone, a trace that has changed: such a mark counts nowhere, and is named."""
    shell("review o --of failed --sample 30 --reader Ann", "w\n" * 30)
    records = list(read_records(out / TRACES))
    changed = attrs.evolve(records[30], trace=attrs.evolve(records[30].trace, end_ms=10**6))
    write_lines(out / TRACES, [*records[:30], changed, *records[32:]])
    read = json.loads(shell("grade o --json")[1])["by_hand"]
    assert (read["read"], read["runs"], read["disagreements"]) == (28, 59, 28)
    assert {one["run"]: one["because"] for one in read["aside"]} == {
        f"E01 {LIAR}, trial 1": "its trace has changed since",
        f"E02 {LIAR}, trial 1": "the run is no longer there",
    }
    assert re.search(
        r"^marks by hand put aside: 2; the first is of E\d\d .* by Ann: .*", shell("grade o")[1], re.MULTILINE
    )
    with pytest.raises(InputError, match="must hold a verdict for each run, in their order"):
        by_hand(out)


@pytest.mark.parametrize("says", Says)
@pytest.mark.parametrize("before", [Mark.PASS, Mark.FAIL])
@pytest.mark.parametrize("now", [Mark.PASS, Mark.FAIL, Mark.UNCERTAIN])
def test_a_mark_is_held_against_the_verdict_of_today(played: Path, says: Says, before: Mark, now: Mark) -> None:
    """Right and wrong say what a run should be; whether the judge agrees may change with its rules."""
    mark = attrs.evolve(some_mark(played, says), mark=before)
    other = {Mark.PASS: Mark.FAIL, Mark.FAIL: Mark.PASS}[before]
    mark = attrs.evolve(mark, should_be={Says.RIGHT: before, Says.WRONG: other}.get(says))
    standing, aside = standing_of({None: mark}, mark.trace_digest, now)
    assert not aside
    if says in (Says.OPEN, Says.CANNOT_TELL):
        assert standing[None][1] is says
    else:
        assert standing[None][1] is (Says.RIGHT if mark.should_be is now else Says.WRONG)


# Files ----------------------------------------------------------------------------------------------------------


def marks_of(path: Path) -> list[HandMark]:
    """The marks that stand, of every reader."""
    file = MarkFile(path)
    file.refresh()
    return [mark for given in file.latest.values() for mark in given.values()]


@settings(max_examples=40)
@given(notes=st.lists(st.text(st.characters()), min_size=1, max_size=4), data=st.data())
def test_a_file_that_was_cut_off_anywhere_loses_only_what_was_not_whole(
    played: Path, tmp_path_factory: pytest.TempPathFactory, notes: list[str], data: st.DataObject
) -> None:
    """Killed in the middle of a write: the whole marks stand, and the next one is written as if nothing had been."""
    path = tmp_path_factory.mktemp("cut") / MARKS
    given = [attrs.evolve(TEMPLATE, note=note, reader=f"r{i}") for i, note in enumerate(notes)]
    file = MarkFile(path)
    for mark in given:
        file.append(mark)
    assert list(file.latest[TEMPLATE.key].values()) == given == marks_of(path)
    whole = path.read_bytes()
    cut = data.draw(st.integers(0, len(whole)))
    path.write_bytes(whole[:cut])
    kept = [mark for mark in given if whole[:cut].startswith(whole[: whole.index(encode(mark)) + len(encode(mark))])]
    assert marks_of(path) == kept
    another = attrs.evolve(TEMPLATE, reader="another")
    MarkFile(path).append(another)
    assert marks_of(path) == [*kept, another]
    assert path.read_bytes() == b"".join(encode(mark) + b"\n" for mark in [*kept, another])


TEMPLATE = HandMark("a", "E01", 1, 5, "d", Mark.FAIL, "v", Says.RIGHT)


def test_a_file_that_is_long_without_an_end_is_mended_too(tmp_path: Path) -> None:
    """What was cut off may be longer than what is read at once."""
    path = tmp_path / MARKS
    MarkFile(path).append(TEMPLATE)
    with path.open("ab") as file:
        file.write(b'{"note":"' + b"x" * 200_000)
    marks = MarkFile(path)
    marks.refresh()
    assert marks.torn == 200_009
    marks.append(TEMPLATE)
    assert (path.read_bytes(), marks.torn) == ((encode(TEMPLATE) + b"\n") * 2, 0)
    path.write_bytes(encode(attrs.evolve(TEMPLATE, reader="z")) + b"\n")
    marks.refresh()
    assert list(marks.latest[TEMPLATE.key]) == ["z"]


def test_a_last_line_without_its_end_is_a_mark_too(tmp_path: Path) -> None:
    """Whoever edits the file may leave out the last line feed: nothing is dropped, and the next mark begins a line."""
    path = tmp_path / MARKS
    path.write_bytes(encode(TEMPLATE))
    assert marks_of(path) == [TEMPLATE]
    another = attrs.evolve(TEMPLATE, reader="another")
    MarkFile(path).append(another)
    assert marks_of(path) == [TEMPLATE, another]
    assert path.read_bytes() == encode(TEMPLATE) + b"\n" + encode(another) + b"\n"


DAMAGED = {
    "cut": b'{"agent": \n',
    "binary": bytes(range(128, 200)) + b"\n",
    "other": b'{"agent": "a"}\n',
    "list": b"[]\n",
    "unknown": encode(TEMPLATE)[:-1] + b',"more":1}\n',
    "odd": encode(TEMPLATE).replace(b'"right"', b'"perhaps"') + b"\n",
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_line_is_named_and_left_alone(out: Path, shell: Shell, name: str) -> None:
    """Whatever else stands there, it is told with path and line by every command that would count the marks."""
    data = encode(TEMPLATE) + b"\n\n" + DAMAGED[name] + encode(TEMPLATE) + b"\n"
    (out / MARKS).write_bytes(data)
    for line in ("review o --of failed", "review o --list", "grade o"):
        code, told, err = shell(line, "r\n")
        assert (code, told, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"error: o/{MARKS}:3: ")
    assert (out / MARKS).read_bytes() == data


def test_marks_that_cannot_be_kept_are_told_before_anything_is_read(out: Path, shell: Shell) -> None:
    """Nobody reads ten runs for nothing."""
    (out / MARKS).mkdir()
    for line in ("review o --of failed", "review o --list"):
        code, told, err = shell(line, "r\n")
        assert (code, told, err.count("\n")) == (2, "", 1)
        assert f"{MARKS}: cannot be read: Is a directory" in err
    (out / MARKS).rmdir()
    with pytest.raises(InputError, match="cannot be written: No such file"):
        MarkFile(out / "gone" / MARKS).writable()


def test_a_file_of_traces_has_marks_of_its_own(out: Path, shell: Shell) -> None:
    """Two files of traces in one folder do not share their marks."""
    shutil.copy(out / TRACES, out / "mine.jsonl")
    shell("review o/mine.jsonl --of failed --sample 1", "w\n")
    assert read_marks(out / "mine.jsonl").path == out / f"mine.{MARKS}"
    assert counted(shell("grade o/mine.jsonl")[1]) == "read by hand 1 of 60, disagreements 1"
    assert counted(shell("grade o")[1]) == "read by hand 0 of 60, disagreements 0"


WRITER = """
import sys
from pathlib import Path
from graders.marks import MarkFile, HandMark, Says
from inventory_env.verdict import Mark
file = MarkFile(Path(sys.argv[1]))
for trial in range(1, 101):
    file.append(HandMark(sys.argv[2], "E01", trial, 5, "d", Mark.FAIL, "v", Says.RIGHT, note=sys.argv[2] * trial * 30))
"""


def test_two_processes_on_one_folder_lose_nothing(tmp_path: Path) -> None:
    """Both append whole lines, and each sees what the other has written."""
    path = tmp_path / MARKS
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), name], env=ENV) for name in "ab"]
    assert [one.wait(60) for one in writers] == [0, 0]
    assert len(path.read_bytes().splitlines()) == len(marks_of(path)) == 200


def test_what_another_has_read_meanwhile_is_passed_over(out: Path, capsys: Any) -> None:
    """A list is drawn up once; a run that somebody marks after that is not asked again."""
    from graders.review_session import Session
    from graders.show import Page

    reading = to_read(out / TRACES, "worked", Of.FAILED, sample=2)
    other = marked(reading.entries[0].record, reading.entries[0].verdict, Says.WRONG)
    MarkFile(out / MARKS).append(other)
    Session(reading, Lines(io.BytesIO(b"r\n")), Page()).run()
    told = capsys.readouterr().out
    assert "read by somebody else meanwhile" in told
    assert "run 2 of 2" in told
    assert list(reading.by_hand.told()) == ["read by hand 2 of 60, disagreements 1"]


# Real processes -------------------------------------------------------------------------------------------------


def test_a_killed_reader_loses_nothing(out: Path) -> None:
    """kill -9 in the midst: every mark that was told is on file, and the next reader goes on behind it."""
    line = [*PROGRAM, "review", "o", "--of", "failed"]
    with subprocess.Popen(line, cwd=out.parent, env=ENV, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as reader:
        assert reader.stdin is not None
        assert reader.stdout is not None
        reader.stdin.write(b"r\nw\nn half a thought\n")
        reader.stdin.flush()
        for told in iter(reader.stdout.readline, b""):
            if told == b"note kept\n":
                break
        reader.send_signal(signal.SIGKILL)
    assert [one["says"] for one in on_file(out)] == ["right", "wrong", "open"]
    done = subprocess.run(line, cwd=out.parent, env=ENV, input=b"c", capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"run 1 of 28" in done.stdout
    assert b"note: half a thought" in done.stdout
    assert b"read by hand 3 of 60, disagreements 1" in done.stdout


@pytest.fixture
def terminal(out: Path) -> Iterator["Keyboard"]:
    """A reader before a terminal."""
    keyboard = Keyboard([*PROGRAM, "review", "o", "--of", "failed"], out.parent)
    yield keyboard
    keyboard.close()


OWN_TERMINAL = """
import fcntl, os, signal, sys, termios
signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever runs the tests may have it ignored
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""


class Keyboard:
    """Types keys into a process and reads its screen."""

    def __init__(self, line: list[str], folder: Path) -> None:
        self.master, self.slave = pty.openpty()
        self.before = termios.tcgetattr(self.slave)
        streams = {"stdin": self.slave, "stdout": self.slave, "stderr": self.slave}
        # With a session of its own and this terminal for it, Ctrl-C reaches the process.
        line = [sys.executable, "-c", OWN_TERMINAL, *line]
        self.process = subprocess.Popen(line, cwd=folder, env=ENV, start_new_session=True, **streams)
        self.screen = ""

    def until(self, text: str) -> str:
        """What the screen shows up to a text."""
        while text not in self.screen:
            assert select.select([self.master], [], [], 30)[0], self.screen
            self.screen += os.read(self.master, 65536).decode()
        shown, _, self.screen = self.screen.partition(text)
        return shown

    def type(self, keys: bytes) -> None:
        os.write(self.master, keys)

    def leave(self) -> int:
        """The exit code, once the terminal is found as it was left."""
        code = self.process.wait(30)
        assert termios.tcgetattr(self.slave) == self.before
        return code

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)


def test_one_key_is_enough_on_a_terminal(out: Path, terminal: Keyboard) -> None:
    """No Enter; other keys and arrows do nothing; a note is a line; what was painted before stays painted."""
    shown = terminal.until("[q]uit")
    assert "\x1b[1mREQUEST\x1b[0m" in shown
    terminal.type(b"\x1b[Cx")
    assert "r right" in terminal.until("q quit")
    terminal.type(b"R")
    terminal.until("marked right")
    terminal.until("run 2 of 30")
    terminal.until("[q]uit")
    terminal.type(b"n")
    terminal.until("note, ended by Enter:")
    terminal.type(b"odd, \xd0\xb4\xd0\xb0\r")
    terminal.until("note kept")
    terminal.type(b"wsbq")  # typed ahead
    terminal.until("read by hand 2 of 60, disagreements 1")
    assert terminal.leave() == 0
    assert [(one["says"], one["note"]) for one in on_file(out)] == [
        ("right", ""),
        ("open", "odd, \u0434\u0430"),
        ("wrong", "odd, \u0434\u0430"),
    ]


def test_keys_are_read_one_by_one(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """Arrows are passed over, keys typed ahead wait, a note ends with Enter; a terminal that is gone is the end."""
    master, slave = pty.openpty()
    with os.fdopen(slave, "rb") as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        before = termios.tcgetattr(slave)
        with keys_here() as keys:
            os.write(master, b"\x1b[C\x1bOP\x1bx")
            os.write(master, b" ?Rnodd\rwn")
            assert [keys.ask(), keys.ask(), keys.ask()] == [(Key.RIGHT, ""), (Key.NOTE, "odd"), (Key.WRONG, "")]
            assert "keys: r right" in capsys.readouterr().out
            os.write(master, b"first\x7f, ")
            os.write(master, b"second\rq\x04")
            assert keys.ask() == (Key.NOTE, "first\x7f, second")
            assert [keys.ask(), keys.ask()] == [(Key.QUIT, ""), None]
        assert termios.tcgetattr(slave) == before
        with keys_here() as keys:
            os.close(master)
            assert keys.ask() is None
    monkeypatch.setattr(sys, "stdin", None)
    with keys_here() as keys:
        assert keys.ask() is None


@pytest.mark.parametrize(("keys", "code"), [(b"w\x04", 0), (b"w\x03", 130)])
def test_a_terminal_is_left_as_it_was_found(terminal: Keyboard, keys: bytes, code: int, out: Path) -> None:
    """Ctrl-D ends as quit does, Ctrl-C interrupts; the mark before is kept."""
    terminal.until("[q]uit")
    terminal.type(keys[:1])
    terminal.until("run 2 of 30")
    terminal.until("[q]uit")
    terminal.type(keys[1:])
    assert terminal.leave() == code
    assert [one["says"] for one in on_file(out)] == ["wrong"]


@pytest.mark.parametrize(
    "env", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}]
)
def test_odd_locales_keep_notes_as_they_are(out: Path, env: dict[str, str]) -> None:
    """What the terminal cannot say is an escape on it, and whole on file."""
    line = [*PROGRAM, "review", "o", "--of", "failed", "--sample", "1"]
    said = "w \u4e2d\u00e9\n".encode()
    done = subprocess.run(line, cwd=out.parent, env=ENV | env, input=said, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert on_file(out)[0]["note"] == "\u4e2d\u00e9"


def test_no_input_at_all_is_the_end_of_the_input(out: Path) -> None:
    """A closed standard input quits."""
    line = shlex.join([*PROGRAM, "review", "o", "--of", "failed", "--sample", "1"])
    closed = subprocess.run(f"{line} <&-", shell=True, cwd=out.parent, env=ENV, capture_output=True, check=False)
    assert (closed.returncode, closed.stderr) == (0, b"")
    assert b"read by hand 0 of 60" in closed.stdout


def test_an_input_that_cannot_be_read_is_told() -> None:
    """A disk that fails is no fault of ours."""

    class Failing:
        def readline(self) -> bytes:
            raise OSError(5, "Input/output error")

    with pytest.raises(InputError, match="standard input cannot be read: Input/output error"):
        Lines(Failing()).ask()  # type: ignore[arg-type]


def test_counting_needs_no_trace_where_nobody_has_read(out: Path) -> None:
    """A report over a large study is not slower for what nobody has done."""
    (out / TRACES).unlink()
    assert list(by_hand(out).told()) == ["read by hand 0 of 60, disagreements 0"]
    assert ByHand(read_marks(out / TRACES)).plain() == {"read": 0, "runs": 0, "disagreements": 0, "aside": []}
