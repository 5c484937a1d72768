"""Does a study survive what a power loss, an editor, an archiver or a slip leaves in its folder?"""

import gzip
import os
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from studies import AGENTS, TWICE, facts, named, small

from baselines import careful
from graders.cli import status
from graders.loading import Loaded, load_agent
from graders.records import LOCK, STUDY, TRACES, VERDICTS
from graders.study.card import NONE, NOT_STATED, Evidence, SystemCard, refuse_unstated, rule_program
from graders.study.folder import TIMES, judgements, read_study, rows
from graders.study.identity import card_of, read_cards
from graders.study.keeping import pack
from graders.study.planning import Setting
from graders.study.recovering import ASIDE
from graders.study.regrading import regrade
from graders.study.running import run
from graders.study.yardstick import YARDSTICK, yardstick_study
from inventory_env import Desk, Task
from inventory_env.codec import encode
from inventory_env.errors import InputError
from inventory_env.store import locked, mend


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study that nothing disturbed."""
    out = tmp_path_factory.mktemp("whole")
    small(out)
    return out


@pytest.fixture
def out(whole: Path, tmp_path: Path) -> Path:
    """The same study in a folder of its own."""
    for path in whole.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def again(out: Path) -> int:
    """Go on with it; how many runs were finished before."""
    return run([load_agent(name) for name in AGENTS], "worked", out, TWICE).before


ENDS: dict[str, Callable[[bytes], bytes]] = {
    "zeros after a power loss": lambda data: data + bytes(5000),
    "more zeros than any line has": lambda data: data + bytes(16_000_100),
    "other line ends": lambda data: data.replace(b"\n", b"\r\n"),
    "a mark at the start": lambda data: b"\xef\xbb\xbf" + data,
}


@pytest.mark.parametrize("name", [TRACES, VERDICTS, TIMES])
@pytest.mark.parametrize("how", ENDS)
def test_what_means_nothing_loses_nothing(whole: Path, out: Path, name: str, how: str) -> None:
    """Zeros at the end are dropped; other line ends and a byte order mark are read. No run is played again."""
    (out / name).write_bytes(ENDS[how]((out / name).read_bytes()))
    assert again(out) == 180
    assert list(rows(out)) == list(rows(whole))


@pytest.mark.parametrize("name", [VERDICTS, TIMES])
def test_readers_pass_over_what_was_cut_off(whole: Path, out: Path, name: str) -> None:
    """A report on a study that was killed, or still runs, counts what is finished."""
    data = (out / name).read_bytes()
    (out / name).write_bytes(data[:-9])
    found, all_ = list(rows(out)), list(rows(whole))
    assert found[:-1] == all_[: len(found) - 1]
    assert len(found) == 180 - (name == VERDICTS)
    assert len(list(judgements(out))) == len(found)
    (out / name).write_bytes(data[:-1])
    assert list(rows(out)) == all_


def test_a_study_that_has_only_begun_has_no_rows(out: Path) -> None:
    """Nothing is finished yet; verdicts that are gone while traces are there are damage."""
    (out / VERDICTS).unlink()
    with pytest.raises(InputError, match=r"verdicts\.jsonl: cannot be read: No such file"):
        list(rows(out))
    (out / TRACES).unlink()
    assert list(rows(out)) == []


def test_times_in_another_order_are_still_those_of_their_runs(whole: Path, out: Path) -> None:
    """A run that was played again has its time at another place; a time of no run is refused, damage is named."""
    lines = (out / TIMES).read_bytes().splitlines(keepends=True)
    (out / TIMES).write_bytes(b"".join([lines[7], *lines[8:], *lines[:8]]))
    assert list(rows(out)) == list(rows(whole))
    (out / TIMES).write_bytes(b"".join(lines).replace(b'"trial":2', b'"trial":3', 1))
    with pytest.raises(InputError, match=r"times\.jsonl:\d+: run must be of this study; got trial 3"):
        list(rows(out))
    (out / TIMES).write_bytes(b"{}\n")
    with pytest.raises(InputError, match=r"times\.jsonl:1: must have the field"):
        list(rows(out))


@pytest.mark.parametrize("names", [(TRACES, VERDICTS), (TRACES,), (VERDICTS,)])
def test_packed_before_it_was_finished_it_goes_on(whole: Path, out: Path, names: tuple[str, ...]) -> None:
    """What somebody has compressed by hand is unpacked: a plain file beside it would hide its runs."""
    for name in (TRACES, VERDICTS):
        data = b"".join((out / name).read_bytes().splitlines(keepends=True)[:17])
        (out / name).write_bytes(data)
        if name in names:
            (out / f"{name}.gz").write_bytes(gzip.compress(data))
            (out / name).unlink()
    assert len(list(rows(out))) == 17
    assert again(out) == 17
    assert facts(out) == facts(whole)
    assert not list(out.glob("*.gz"))


def test_verdicts_that_are_gone_follow_from_the_traces(whole: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where they are many, and where the traces are packed."""
    monkeypatch.setattr("graders.study.recovering._AT_ONCE", 7)
    pack(out)
    (out / f"{VERDICTS}.gz").unlink()
    assert again(out) == 180
    assert facts(out) == facts(whole)


def test_tries_of_a_run_that_was_taken_out_go_alone(out: Path) -> None:
    """Those of other runs stay, wherever they stand; a try of another study is refused with its line."""
    records = (out / TRACES).read_bytes().splitlines(keepends=True)
    verdicts = (out / VERDICTS).read_bytes().splitlines(keepends=True)
    (out / ASIDE).write_bytes(records[3] + records[5])
    (out / TRACES).write_bytes(b"".join(records[:3] + records[4:]))
    (out / VERDICTS).write_bytes(b"".join(verdicts[:3] + verdicts[4:]))
    assert again(out) == 179
    assert (out / ASIDE).read_bytes() == records[5]
    (out / ASIDE).write_bytes(records[5] + records[6].replace(b'"agent":"careful"', b'"agent":"other"'))
    with pytest.raises(InputError, match=r"set_aside\.jsonl:2: run must be of this study; got trial 1 of 'other'"):
        again(out)


@pytest.mark.parametrize("gone", ["deleted", "moved"])
def test_a_folder_that_goes_away_is_told(tmp_path: Path, gone: str) -> None:
    """What is written into a deleted file is lost: the study stops, and what was moved is whole."""
    out, runs = tmp_path / "out", []

    def agent(task: Task, desk: Desk) -> object:
        runs.append(task.id)
        if len(runs) == 5 and gone == "moved":
            out.rename(tmp_path / "elsewhere")
        elif len(runs) == 5:
            (out / TRACES).unlink()
        return careful(task, desk)

    with pytest.raises(InputError, match=r"traces\.jsonl: must stay where it is while the study is run"):
        run([named("mine", agent)], "worked", out)
    if gone == "moved":
        assert run([named("mine", careful)], "worked", tmp_path / "elsewhere").before == 4


def test_a_file_that_was_replaced_is_told(tmp_path: Path) -> None:
    """An editor writes another file under the same name; also one that only the last look finds."""
    runs = []

    def agent(task: Task, desk: Desk) -> object:
        runs.append(task.id)
        if len(runs) == 30:
            (tmp_path / VERDICTS).rename(tmp_path / "old")
            (tmp_path / VERDICTS).write_bytes((tmp_path / "old").read_bytes())
        return careful(task, desk)

    with pytest.raises(InputError, match=r"verdicts\.jsonl: must stay where it is"):
        run([named("mine", agent)], "worked", tmp_path)


def test_an_agent_that_closes_our_files_loses_nothing(tmp_path: Path) -> None:
    """Nothing is written into whatever is opened next under the same number."""
    runs = []

    def agent(task: Task, desk: Desk) -> object:
        runs.append(task.id)
        if len(runs) == 5:
            for place in Path("/proc/self/fd").iterdir():
                if place.exists() and place.resolve().name == TRACES:
                    os.close(int(place.name))
        return careful(task, desk)

    with pytest.raises(InputError, match="cannot be written: Bad file descriptor"):
        run([named("mine", agent)], "worked", tmp_path)
    assert run([named("mine", careful)], "worked", tmp_path).before == 4


def test_a_mark_of_zeros_is_told_with_its_length(tmp_path: Path) -> None:
    """However long it is, it is never held in memory as a whole."""
    (tmp_path / "x").write_bytes(b"{}\n")
    os.truncate(tmp_path / "x", 20_000_003)
    with locked(tmp_path / "x") as file:
        assert mend(file) == 20_000_000
    (tmp_path / "x").write_bytes(b"no line at all")
    with locked(tmp_path / "x") as file:
        assert mend(file) == 14


def test_a_study_of_too_many_runs_is_a_slip(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One clear error instead of all memory."""
    words = ["run", "--agent", "careful", "--suite", "worked", "--trials", str(2**53 - 1), "--out", str(tmp_path / "o")]
    assert status(words) == 2
    assert "trials must make at most 100000000 runs in all" in capsys.readouterr().err
    with pytest.raises(InputError, match="processes must be 1 or more; got 0"):
        small(tmp_path / "o", Setting(processes=0))


def test_grading_anew_waits_for_nobody(out: Path) -> None:
    """While a study is run it is not graded anew; a run that was cut off is told what to do."""
    with locked(out / LOCK), pytest.raises(InputError, match="must be free"):
        regrade(out)
    (out / VERDICTS).write_bytes((out / VERDICTS).read_bytes()[:-50])
    with pytest.raises(InputError, match=r"verdicts\.jsonl:180: must hold a verdict .* `run` goes on with what was"):
        regrade(out)


def test_a_yardstick_that_cannot_be_made_anew_is_told(tmp_path: Path) -> None:
    """One of an older version behind a link is not deleted."""
    small(tmp_path / "out", Setting(), agents=("careful",))
    small(tmp_path / "old", Setting(), agents=("careful",))
    (tmp_path / "out" / YARDSTICK).symlink_to(tmp_path / "old")
    with pytest.raises(InputError, match=f"{YARDSTICK}: cannot be made anew"):
        yardstick_study(tmp_path / "out")
    assert (tmp_path / "old" / STUDY).exists()


CARD = SystemCard("mine.py:agent")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Loaded:
    """An agent of a user's own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("def agent(task, desk): pass\n")
    return load_agent("mine.py:agent")


def test_a_card_takes_the_digest_of_the_file(own: Loaded) -> None:
    """It may say the same, or nothing; another one is refused; a file that is gone is told."""
    digest = card_of(own).code_digest
    assert card_of(own, [CARD]) == card_of(own, [attrs.evolve(CARD, code_digest=digest)]) == card_of(own)
    with pytest.raises(InputError, match=r"code_digest must be [0-9a-f]{64}, or be left out; got 'abc'"):
        card_of(own, [attrs.evolve(CARD, code_digest="abc")])
    Path("mine.py").unlink()
    with pytest.raises(InputError, match=r"mine\.py: agent cannot be read: No such file"):
        card_of(own)


def test_an_agent_without_a_file_is_no_agent_of_ours(tmp_path: Path) -> None:
    """Its card stays unstated, or is the one given: never that of a built-in program."""
    slow = load_agent("time:sleep")
    assert card_of(slow).evidence is None
    assert card_of(slow).code_digest == NOT_STATED
    given = SystemCard("time:sleep", code_digest="v1")
    assert card_of(slow, [given]) == given


def test_cards_are_for_agents_of_the_study(tmp_path: Path, own: Loaded) -> None:
    """A card too many would be passed over in silence."""
    for cards, said in (
        ([CARD, CARD], "must be given once; got that of 'mine.py:agent' twice"),
        ([attrs.evolve(CARD, name="mime.py:agent")], "must be of an agent of the study; got 'mime.py:agent'"),
        ([attrs.evolve(CARD, name="careful")], "must not be given: careful fills it itself"),
    ):
        with pytest.raises(InputError, match=said):
            run([own, load_agent("careful")], "worked", tmp_path / "out", cards=cards)
    assert not (tmp_path / "out").exists()


def test_cards_are_read_from_a_file(tmp_path: Path) -> None:
    """One, or a list; what is wrong is named with its place in the list."""
    path = tmp_path / "card.json"
    other = attrs.evolve(CARD, name="x", evidence=Evidence.MODEL_RUN)
    path.write_bytes(encode(CARD))
    assert read_cards(path) == (CARD,)
    path.write_bytes(encode([CARD, other]))
    assert read_cards(path) == (CARD, other)
    for bad, said in (
        (b'[{"name":"x"},{"name":"x","evidence":"magic"}]', r"card\.json: \[1\]\.evidence must be a known value"),
        (b'[{"name":"x","foo":1}]', r"card\.json: \[0\]\.foo is not a field here"),
        (b"5", r"card\.json: must be a SystemCard; got 5"),
    ):
        path.write_bytes(bad)
        with pytest.raises(InputError, match=said):
            read_cards(path)
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        read_cards(tmp_path)


def test_a_card_says_what_is_missing_and_what_differs(out: Path) -> None:
    """A built-in agent's is complete; a name is no part of a system."""
    refuse_unstated(read_study(out).cards[0])
    with pytest.raises(InputError, match=r"system card of mine\.py:agent must state evidence, program, .*'none' where"):
        refuse_unstated(CARD)
    one = rule_program("a", "p 1", "d", seeded=True)
    assert one.differing(attrs.evolve(one, name="b")) == ()
    assert one.differing(attrs.evolve(one, memory="all", decoding=NOT_STATED)) == ("memory", "decoding")
    assert one.selector == NONE


def test_a_row_is_judged_or_not(out: Path) -> None:
    """Only a broken world or broken machinery says nothing about the agent."""
    assert all(row.judged for row in rows(out))
