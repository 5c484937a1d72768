"""Does a study lose no finished run, count none twice, and never mix? Killed, cut, damaged, full, shared, changed."""

import contextlib
import gzip
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from studies import AGENTS, FACTS, TWICE, ended, facts, in_child, named, small

from baselines import careful
from graders.loading import load_agent
from graders.records import STUDY, TRACES, VERDICTS, read_records
from graders.study.folder import TIMES, read_study, rows, study_suite
from graders.study.judgement import Judgement
from graders.study.keeping import pack
from graders.study.plan import FaultyRuns, Study
from graders.study.planning import Setting
from graders.study.recovering import ASIDE
from graders.study.running import run
from graders.study.yardstick import CEILING, FLOOR, YARDSTICK, yardstick_study
from inventory_env import Desk, Task, load_suite
from inventory_env.codec import decode, encode
from inventory_env.errors import EnvironmentFault, InputError
from inventory_env.store import read_lines
from inventory_env.verdict import Mark, RunStatus


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study that nothing disturbed."""
    out = tmp_path_factory.mktemp("whole")
    small(out)
    return out


def copied(whole: Path, out: Path) -> Path:
    """The same study in another folder."""
    for path in whole.iterdir():
        (out / path.name).write_bytes(path.read_bytes())
    return out


def test_killed_at_fifty_moments_it_ends_the_same(tmp_path: Path) -> None:
    """kill -9 at random moments, each time begun again: in the end every byte is that of an undisturbed study."""
    setting, moments = Setting(trials=12), random.Random(2026)
    small(tmp_path / "whole", setting)
    whole = facts(tmp_path / "whole")
    folders, killed, lengths = [tmp_path / "killed"], 0, set()
    while killed < 50:
        child = in_child(partial(small, folders[-1], setting))
        time.sleep(moments.uniform(0.0, 0.25))
        os.kill(child, signal.SIGKILL)
        killed += ended(child) == -signal.SIGKILL
        traces = folders[-1] / TRACES
        lengths.add(traces.stat().st_size if traces.exists() else 0)
        if max(lengths) == len(whole[TRACES]):  # it was ready before it was killed so often: on to the next
            lengths.remove(max(lengths))
            folders.append(tmp_path / f"killed {killed}")
    assert len(lengths) > 10
    for folder in folders:
        small(folder, setting)
        assert facts(folder) == whole


@settings(max_examples=25)
@given(st.data())
def test_cut_anywhere_it_ends_the_same(
    whole: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Whatever bytes a kill left: of the traces some, of the verdicts no more than belong to them."""
    out = copied(whole, tmp_path_factory.mktemp("cut"))
    traces, verdicts = ((out / name).read_bytes() for name in (TRACES, VERDICTS))
    cut = data.draw(st.integers(0, len(traces)), label="bytes of traces")
    most = sum(len(line) for line in verdicts.splitlines(keepends=True)[: traces[:cut].count(b"\n")])
    (out / TRACES).write_bytes(traces[:cut])
    (out / VERDICTS).write_bytes(verdicts[: data.draw(st.integers(0, most), label="bytes of verdicts")])
    times = (out / TIMES).read_bytes()
    (out / TIMES).write_bytes(times[: data.draw(st.integers(0, len(times)), label="bytes of times")])
    small(out)
    assert {name: facts(out)[name] for name in (TRACES, VERDICTS)} == {
        name: facts(whole)[name] for name in (TRACES, VERDICTS)
    }


def test_a_study_that_is_complete_is_left_as_it_is(whole: Path) -> None:
    """The same command again plays nothing, and counts everything."""
    before = {path.name: path.read_bytes() for path in whole.iterdir()}
    again = run([load_agent(name) for name in AGENTS], "worked", whole, TWICE)
    assert (again.before, again.study.runs, [one.runs for one in again.tallies]) == (180, 180, [60, 60, 60])
    assert {path.name: path.read_bytes() for path in whole.iterdir()} == before


def test_what_was_mended_is_said(whole: Path, tmp_path: Path) -> None:
    """A line that was cut off is dropped, and that is told."""
    out = copied(whole, tmp_path)
    (out / VERDICTS).write_bytes(b"".join(lines_of(out / VERDICTS)[:-1]))
    with (out / TRACES).open("r+b") as file:
        file.truncate((out / TRACES).stat().st_size - 7)
    mended = run([load_agent(name) for name in AGENTS], "worked", out, TWICE).mended
    assert [one.startswith(f"{TRACES}: a last line that was cut off after") for one in mended] == [True]
    assert facts(out) == facts(whole)


def test_processes_write_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    """Who plays is no part of a run."""
    small(tmp_path, Setting(trials=2, processes=2))
    assert facts(tmp_path) == facts(whole)


def test_packed_it_holds_the_same(whole: Path, tmp_path: Path) -> None:
    """Compressed files hold the same lines, are read the same, and are the same bytes each time."""
    small(tmp_path, Setting(trials=2, packed=True))
    for name in (TRACES, VERDICTS):
        assert not (tmp_path / name).exists()
        assert gzip.decompress((tmp_path / f"{name}.gz").read_bytes()) == (whole / name).read_bytes()
    once = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    small(tmp_path, Setting(trials=2, packed=True))
    small(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == once
    mine, theirs = ([attrs.evolve(one, play_us=0, grade_us=0) for one in rows(out)] for out in (tmp_path, whole))
    assert mine == theirs


def test_a_kill_between_the_two_packed_files_is_mended(whole: Path, tmp_path: Path) -> None:
    """One file packed and one not: the next command makes both alike, packed where it is asked to."""
    out = copied(whole, tmp_path)
    pack(out)
    (out / VERDICTS).write_bytes((whole / VERDICTS).read_bytes())
    (out / f"{VERDICTS}.gz").unlink()
    small(out)
    assert facts(out) == facts(whole)
    assert not list(out.glob("*.gz"))
    small(out, Setting(trials=2, packed=True))
    assert sorted(path.name for path in out.glob("*.gz")) == [f"{TRACES}.gz", f"{VERDICTS}.gz"]
    assert not (out / VERDICTS).exists()


def test_a_damaged_packed_file_is_one_clear_error(whole: Path, tmp_path: Path) -> None:
    """A file that is no whole archive is told with its path."""
    out = copied(whole, tmp_path)
    pack(out)
    path = out / f"{VERDICTS}.gz"
    for bad in (path.read_bytes()[:-30], b"not packed", path.read_bytes()[:40] + bytes(100)):
        path.write_bytes(bad)
        with pytest.raises(InputError, match=r"verdicts\.jsonl\.gz: cannot be read"):
            list(rows(out))


def lines_of(path: Path) -> list[bytes]:
    """Its lines with their ends."""
    return path.read_bytes().splitlines(keepends=True)


def changed(line: bytes, **fields: Any) -> bytes:
    """A line of JSON with other values in some fields."""
    return json.dumps({**json.loads(line), **fields}, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def other_start(line: bytes) -> bytes:
    """The run with another stock at its start."""
    return changed(line, trace={**json.loads(line)["trace"], "stock_before": "0" * 16})


Damage = Callable[[list[bytes]], list[bytes]]
DAMAGES: dict[str, tuple[str, int, str, Damage]] = {
    "garbage in the middle": (TRACES, 5, "must be", lambda all_: [*all_[:4], b"\x00\xff{\n", *all_[5:]]),
    "half a line": (TRACES, 5, "must be JSON", lambda all_: [*all_[:4], all_[4][:50] + b"\n", *all_[5:]]),
    "a run twice": (TRACES, 5, "got trial 2 of careful on E02 again", lambda all_: [*all_[:4], all_[3], *all_[4:]]),
    "another agent": (TRACES, 1, "must be of this study", lambda all_: [changed(all_[0], agent="x"), *all_[1:]]),
    "a trial too many": (TRACES, 1, "got trial 3 of", lambda all_: [changed(all_[0], trial=3), *all_[1:]]),
    "another start": (TRACES, 1, "trace.stock_before must be", lambda all_: [other_start(all_[0]), *all_[1:]]),
    "a number for a name": (TRACES, 1, "agent must be", lambda all_: [changed(all_[0], agent=5), *all_[1:]]),
    "a verdict without a run": (VERDICTS, 181, "must belong to a run", lambda all_: [*all_, all_[0]]),
    "another order": (VERDICTS, 1, "must be of the same run", lambda all_: [all_[1], all_[0], *all_[2:]]),
    "garbage for a verdict": (VERDICTS, 10, "must have the field", lambda all_: [*all_[:9], b"{}\n", *all_[10:]]),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_named_by_file_and_line(whole: Path, tmp_path: Path, name: str) -> None:
    """Nothing is written over what somebody should look at first."""
    file, line, said, damage = DAMAGES[name]
    out = copied(whole, tmp_path)
    (out / file).write_bytes(b"".join(damage(lines_of(out / file))))
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    with pytest.raises(InputError) as error:
        small(out)
    assert (error.value.path, error.value.line) == (str(out / file), line)
    assert said in str(error.value)
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


def test_a_line_that_is_missing_in_the_middle_is_played_again(whole: Path, tmp_path: Path) -> None:
    """Whoever takes out a run with its verdict gets it played again; nothing else is."""
    out = copied(whole, tmp_path)
    for name in (TRACES, VERDICTS):
        lines = lines_of(out / name)
        (out / name).write_bytes(b"".join(lines[:7] + lines[8:]))
    assert run([load_agent(name) for name in AGENTS], "worked", out, TWICE).before == 179
    for name in (TRACES, VERDICTS):
        assert sorted(lines_of(out / name)) == sorted(lines_of(whole / name))


def test_a_verdict_that_a_damaged_trace_should_give_is_not_invented(whole: Path, tmp_path: Path) -> None:
    """Where the verdict was never written and the trace is damaged inside, the trace is named."""
    out = copied(whole, tmp_path)
    traces, verdicts = lines_of(out / TRACES), lines_of(out / VERDICTS)
    trace = json.loads(traces[-1])["trace"]
    (out / TRACES).write_bytes(b"".join([*traces[:-1], changed(traces[-1], trace={**trace, "stop": "nonsense"})]))
    (out / VERDICTS).write_bytes(b"".join(verdicts[:-1]))
    with pytest.raises(InputError, match=r"traces\.jsonl:180: trace\.stop must be a known value"):
        small(out)


SAME = Setting(trials=2, seed=1, scope="as it was")
OTHERWISE = {
    "trials was 2, now 3": attrs.evolve(SAME, trials=3),
    "seed was 1, now 2": attrs.evolve(SAME, seed=2),
    "scope was 'as it was', now ''": attrs.evolve(SAME, scope=""),
    "faulty was 'exclude', now 'count'": attrs.evolve(SAME, faulty=FaultyRuns.COUNT),
}


@pytest.mark.parametrize("said", OTHERWISE)
def test_configurations_are_never_mixed(tmp_path: Path, said: str) -> None:
    """A folder is gone on with only by the command that began it; the part that differs is named."""
    small(tmp_path, SAME, agents=("careful",))
    before = facts(tmp_path)
    with pytest.raises(InputError) as error:
        small(tmp_path, OTHERWISE[said], agents=("careful",))
    assert said in str(error.value)
    assert facts(tmp_path) == before


@pytest.mark.parametrize("part", [one.name for one in attrs.fields(Study) if one.name not in ("cards", "versions")])
def test_every_part_of_a_study_is_part_of_its_key(whole: Path, tmp_path: Path, part: str) -> None:
    """Whatever study.json says must be what is run now."""
    out = copied(whole, tmp_path)
    stored = read_study(out)
    value = getattr(stored, part)
    other = FaultyRuns.COUNT if part == "faulty" else value + 1 if isinstance(value, int) else f"{value}x"
    (out / STUDY).write_bytes(encode(attrs.evolve(stored, **{part: other})))
    with pytest.raises(InputError, match=f"must be run as it was begun.*{part} was "):
        small(out)


@pytest.mark.parametrize("part", ["environment", "code_digest", "python", "tools", "rules", "schema"])
def test_every_version_is_part_of_the_key(whole: Path, tmp_path: Path, part: str) -> None:
    """Traces of two versions of anything never lie in one file."""
    out = copied(whole, tmp_path)
    stored = read_study(out)
    other = 9 if part in ("tools", "rules", "schema") else "other"
    (out / STUDY).write_bytes(encode(attrs.evolve(stored, versions=attrs.evolve(stored.versions, **{part: other}))))
    with pytest.raises(InputError, match=f"versions: {part} was "):
        small(out)


def test_the_agent_s_source_is_part_of_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that was edited is another agent."""
    monkeypatch.chdir(tmp_path)
    mine, name = Path("mine.py"), "mine.py:agent"
    mine.write_text("def agent(task, desk): pass\n")
    run([load_agent(name)], "worked", tmp_path / "out")
    mine.write_text("def agent(task, desk): pass  # edited\n")
    with pytest.raises(InputError, match=r"card of mine\.py:agent: code_digest was '"):
        run([load_agent(name)], "worked", tmp_path / "out")
    with pytest.raises(InputError, match=r"agents were 'mine\.py:agent', now 'careful'"):
        run([load_agent("careful")], "worked", tmp_path / "out")


def test_a_suite_that_changed_is_refused(tmp_path: Path) -> None:
    """Neither gone on with nor reported on: the runs would be of two suites."""
    suite = tmp_path / "mine.jsonl"
    suite.write_bytes(b"".join(encode(one) + b"\n" for one in load_suite("worked")))
    run([load_agent("careful")], str(suite), tmp_path / "out")
    suite.write_bytes(b"".join(lines_of(suite)[1:]))
    with pytest.raises(InputError, match=r"suite_digest was '.*scenarios was 30, now 29"):
        run([load_agent("careful")], str(suite), tmp_path / "out")
    with pytest.raises(InputError, match="suite_digest must be as it was run"):
        list(rows(tmp_path / "out"))
    with pytest.raises(InputError, match="suite_digest must be as it was run"):
        study_suite(tmp_path / "out", read_study(tmp_path / "out"))


def test_two_processes_never_write_into_one_folder(tmp_path: Path) -> None:
    """The second is refused while the first lives, and goes on where a killed one stopped."""
    began, stays = os.pipe(), os.pipe()

    def slow(task: Task, desk: Desk) -> Any:
        os.write(began[1], b".")
        os.read(stays[0], 1)
        return careful(task, desk)

    child = in_child(lambda: run([named("careful", slow)], "worked", tmp_path) and None)
    os.read(began[0], 1)
    with pytest.raises(InputError, match="must be free; another process is writing here"):
        run([named("careful", careful)], "worked", tmp_path)
    os.kill(child, signal.SIGKILL)
    assert ended(child) == -signal.SIGKILL
    assert run([named("careful", careful)], "worked", tmp_path).study.runs == 30
    for end in (*began, *stays):
        os.close(end)


def test_a_full_disk_loses_nothing(whole: Path, tmp_path: Path) -> None:
    """Where nothing more can be written, what is finished is whole; with more room the same command goes on."""

    def on_a_small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        with contextlib.suppress(InputError):
            small(tmp_path)

    assert ended(in_child(on_a_small_disk)) == 0
    assert 0 < (tmp_path / VERDICTS).stat().st_size <= 100_000
    small(tmp_path)
    assert facts(tmp_path) == facts(whole)


def test_a_full_disk_is_told_by_the_command(tmp_path: Path) -> None:
    """One line, with what to do; no traceback."""
    line = f"ulimit -f 60; {sys.executable} -m graders run --agent careful --agent controls --suite worked --out out"
    env = {**os.environ, "PYTHONPATH": str(Path.cwd())}
    shell = ["bash", "-c", f"trap '' XFSZ; {line}"]
    told = subprocess.run(shell, cwd=tmp_path, env=env, capture_output=True, check=False)
    assert told.returncode == 2
    assert told.stderr.decode().count("\n") == 1
    assert "File too large; what is finished is kept, and the same command goes on with it" in told.stderr.decode()


def test_an_agent_that_changes_the_stock_is_found_out(tmp_path: Path) -> None:
    """The next run on that scenario does not begin with its stock: it is refused, and no verdict is given."""

    def thief(task: Task, desk: Desk) -> None:
        table = desk._Desk__run._scenario.stock.table  # type: ignore[attr-defined]
        for shelf in table._by_warehouse.values():
            for sku, figures in shelf.items():
                shelf[sku] = figures._replace(on_hand=(figures.on_hand or 0) + 1)

    with pytest.raises(EnvironmentFault, match=r"trial 2 of thief on E01 began with the stock .* this one is refused"):
        run([named("thief", thief)], "worked", tmp_path, TWICE)
    assert [one.trial for one in read_records(tmp_path / TRACES)] == [1]


def breaking(times: int) -> Any:
    """An agent on whose first runs the world breaks."""
    left = [times]

    def agent(task: Task, desk: Desk) -> Any:
        if left[0] > 0:
            left[0] -= 1
            desk._Desk__run._world = None  # type: ignore[attr-defined]
        return careful(task, desk)

    return agent


def test_faulty_runs_are_played_again_and_put_aside(tmp_path: Path) -> None:
    """Under `rerun` the faulty tries stay on file, and the verdict says how many there were."""
    setting = Setting(faulty=FaultyRuns.RERUN, reruns=3)
    run([named("careful", breaking(2))], "worked", tmp_path / "a", setting)
    aside = lines_of(tmp_path / "a" / ASIDE)
    first, *others = read_lines(tmp_path / "a" / VERDICTS, Judgement)
    assert (len(aside), first.reruns, first.verdict.status) == (2, 2, RunStatus.VALID)
    assert {one.reruns for one in others} == {0}
    # A kill before the run was finished, or before its verdict was: the tries are neither lost nor doubled.
    for cut in (0, 1):
        out = tmp_path / f"cut{cut}"
        out.mkdir()
        for path in (tmp_path / "a").iterdir():
            (out / path.name).write_bytes(path.read_bytes())
        (out / TRACES).write_bytes(b"".join(lines_of(out / TRACES)[:cut]))
        (out / VERDICTS).write_bytes(b"")
        run([named("careful", breaking(2 - 2 * cut))], "worked", out, setting)
        assert lines_of(out / ASIDE) == aside
        assert facts(out) == facts(tmp_path / "a")


def test_a_world_that_stays_broken_is_told_as_it_is(tmp_path: Path) -> None:
    """After the last try the run stands as faulty: it is not judged, and not left out."""
    setting = Setting(faulty=FaultyRuns.RERUN, reruns=2)
    finished = run([named("careful", breaking(3))], "worked", tmp_path, setting)
    first = next(read_lines(tmp_path / VERDICTS, Judgement))
    assert (first.reruns, first.verdict.status, first.verdict.success) == (
        2,
        RunStatus.ENVIRONMENT_FAULT,
        Mark.NOT_APPLICABLE,
    )
    assert finished.tallies[0].runs == 30


@pytest.mark.parametrize(("faulty", "reruns"), [(FaultyRuns.RERUN, 0), (FaultyRuns.EXCLUDE, 1), (FaultyRuns.COUNT, 1)])
def test_reruns_are_asked_for_or_not(tmp_path: Path, faulty: FaultyRuns, reruns: int) -> None:
    """A number of tries without the rule, or the rule without a number, is a slip."""
    with pytest.raises(
        InputError, match=f"--reruns must be {'1 or more' if reruns == 0 else '0'} with --faulty {faulty}; got {reruns}"
    ):
        small(tmp_path / "out", Setting(faulty=faulty, reruns=reruns))
    assert not (tmp_path / "out").exists()


def test_times_lie_apart(whole: Path) -> None:
    """Wall time is in no trace and no verdict; each row has it, and one that was lost is missing, not 0."""
    assert all(row.play_us is not None and row.grade_us is not None for row in rows(whole))
    assert not any(b"_us" in (whole / name).read_bytes() for name in FACTS)


def test_a_time_that_was_lost_is_missing(whole: Path, tmp_path: Path) -> None:
    """Only the run whose time was lost is without."""
    out = copied(whole, tmp_path)
    lines = lines_of(out / TIMES)
    (out / TIMES).write_bytes(b"".join(lines[:3] + lines[4:]))
    assert [place for place, row in enumerate(rows(out)) if row.play_us is None] == [3]
    (out / TIMES).unlink()
    assert {row.play_us for row in rows(out)} == {None}


def test_rows_are_those_of_the_study(whole: Path, tmp_path: Path) -> None:
    """A verdict that is there twice, or of another study, is refused with file and line."""
    out = copied(whole, tmp_path)
    lines = lines_of(out / VERDICTS)
    for bad, said in (
        ([lines[0], lines[0]], "2: run must be there once; got trial 1 of careful on E01 again"),
        ([changed(lines[0], trial=3)], "1: run must be of this study; got trial 3 of 'careful' on 'E01'"),
        ([lines[0], b"{}\n"], "2: must have the field"),
    ):
        (out / VERDICTS).write_bytes(b"".join(bad))
        with pytest.raises(InputError) as error:
            list(rows(out))
        assert said in str(error.value)


def test_a_folder_without_a_study_is_told(tmp_path: Path) -> None:
    """Whoever names another folder is told what is missing."""
    with pytest.raises(InputError, match=r"must be a folder that `run` wrote: it has no study\.json"):
        read_study(tmp_path)
    (tmp_path / STUDY).mkdir()
    with pytest.raises(InputError, match=r"study\.json: cannot be read: Is a directory"):
        read_study(tmp_path)
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / STUDY).write_text("{}")
    with pytest.raises(InputError, match=r"study\.json: must have the field"):
        read_study(tmp_path / "x")


def test_floor_and_ceiling_are_run_once(tmp_path: Path) -> None:
    """What the study has not run itself is run on its suite with its trials, and kept; another version is made anew."""
    small(tmp_path, agents=("always-found", "guesser"))
    assert yardstick_study(tmp_path) == tmp_path / YARDSTICK
    found = list(rows(tmp_path / YARDSTICK))
    assert {row.agent for row in found} == {*CEILING, *FLOOR} - {"guesser"}
    assert len(found) == 4 * 30 * 2
    assert {row.succeeded for row in found if row.agent in CEILING} == {True}
    assert {row.succeeded for row in found if row.agent in FLOOR} == {False}
    kept = facts(tmp_path / YARDSTICK)
    written = (tmp_path / YARDSTICK / TRACES).stat().st_mtime_ns
    assert yardstick_study(tmp_path) == tmp_path / YARDSTICK
    assert (tmp_path / YARDSTICK / TRACES).stat().st_mtime_ns == written
    stored = decode(kept[STUDY].strip(), Study)
    old = attrs.evolve(stored, versions=attrs.evolve(stored.versions, code_digest="old"))
    (tmp_path / YARDSTICK / STUDY).write_bytes(encode(old))
    assert yardstick_study(tmp_path) == tmp_path / YARDSTICK
    assert facts(tmp_path / YARDSTICK) == kept


def test_a_study_with_floor_and_ceiling_needs_no_other(tmp_path: Path) -> None:
    """Nothing is run a second time."""
    small(tmp_path, Setting(), agents=(*CEILING, *FLOOR))
    assert yardstick_study(tmp_path) is None
    assert not (tmp_path / YARDSTICK).exists()
