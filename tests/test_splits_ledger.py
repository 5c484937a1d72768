"""Is every look at a test split counted, once, and nothing else?"""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import graders
from graders.cli import status
from inventory_env.codec import encode
from inventory_env.errors import InputError
from inventory_env.frozen_json import freeze
from inventory_env.splits import Look, SplitKind, Standing, committed, digest_of, look, make, read_ledger, standing_of
from inventory_env.splits.issuing import commitment_file, put, suite_files
from inventory_env.splits.ledger import ledger_path

ENV = {**os.environ, "PYTHONPATH": str(Path(graders.__file__).parent.parent)}
TEST = make(SplitKind.TEST, 3, "the salt of the ledger's tests")
DEV = make(SplitKind.DEV, 3)
LOOK = Look(
    "2030-01-31T09:30:00Z", "study-1", "out", freeze({"careful": {"program": "careful"}}), 2, 6, "Ann, before release"
)
Shell = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A test split on disk, good for two looks."""
    out = tmp_path / "test.jsonl"
    put((commitment_file(out, committed(TEST, 2)), *suite_files(out, TEST)))
    return out


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Shell:
    """Runs one command line in the suite's folder: exit code, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def run(line: str) -> tuple[int, str, str]:
        code = status(shlex.split(line))
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


def number(place: int) -> Look:
    """One of many looks."""
    return attrs.evolve(LOOK, key=f"study-{place}")


def test_a_test_split_counts_as_dev_after_the_declared_number(suite: Path) -> None:
    """The declared looks are honest ones; with one more the split is spent, for every study."""
    assert standing_of(suite) == Standing(SplitKind.TEST, 0, 2, SplitKind.TEST)
    seen = [look(suite, number(place)) for place in (1, 2, 3)]
    assert [(one.looks, one.allowed, one.effective, one.number) for one in seen] == [
        (1, 2, SplitKind.TEST, 1),
        (2, 2, SplitKind.TEST, 2),
        (3, 2, SplitKind.DEV, 3),
    ]
    assert standing_of(suite, "study-1") == Standing(SplitKind.TEST, 3, 2, SplitKind.DEV, 1)
    assert standing_of(suite, "nobody's").number is None
    assert read_ledger(suite) == tuple(attrs.evolve(number(one), suite_digest=TEST.digest) for one in (1, 2, 3))


@settings(max_examples=20, deadline=None)
@given(keys=st.lists(st.sampled_from("abcd"), max_size=8))
def test_a_study_taken_up_again_is_one_look(tmp_path_factory: pytest.TempPathFactory, keys: list[str]) -> None:
    """Looks are as many as studies, whatever the order; nothing is written for a study that is there."""
    out = tmp_path_factory.mktemp("split") / "test.jsonl"
    put((commitment_file(out, committed(TEST, 2)), *suite_files(out, TEST)))
    for place, key in enumerate(keys):
        standing = look(out, attrs.evolve(LOOK, key=key))
        seen = list(dict.fromkeys(keys[: place + 1]))
        assert (standing.looks, standing.number) == (len(seen), seen.index(key) + 1)
        assert [one.key for one in read_ledger(out)] == seen


@pytest.mark.parametrize("kind", ["dev", "none"])
def test_other_suites_are_looked_at_freely(tmp_path: Path, kind: str) -> None:
    """Nothing is written, whatever the suite."""
    out = tmp_path / "some.jsonl"
    put(suite_files(out, DEV))
    if kind == "dev":
        put([commitment_file(out, committed(DEV))])
    expected = Standing(SplitKind.DEV, effective=SplitKind.DEV) if kind == "dev" else Standing(None)
    assert look(out, LOOK) == standing_of(out) == expected
    assert not ledger_path(out).exists()


def test_a_suite_that_is_not_the_committed_one_is_refused(suite: Path) -> None:
    """A figure, a line, a row: whatever moved, no look is written."""
    stock = suite.with_name(TEST.csv)
    for path in (suite, stock):
        before = path.read_bytes()
        path.write_bytes(before.rstrip() + b" \n")
        with pytest.raises(InputError, match=r"test\.jsonl: must be the suite that test\.split\.json commits to"):
            look(suite, LOOK)
        path.write_bytes(before)
    stock.unlink()
    with pytest.raises(InputError, match=f"{TEST.csv}: cannot be read: No such file"):
        look(suite, LOOK)
    assert not ledger_path(suite).exists()


def test_the_digest_is_that_of_the_files_one_after_the_other(suite: Path) -> None:
    """`cat test.jsonl stock-*.csv | sha256sum` says the same; the name of the suite does not matter."""
    assert digest_of(suite) == TEST.digest
    moved = suite.rename(suite.with_name("held.jsonl"))
    assert digest_of(moved) == TEST.digest
    moved.write_bytes(TEST.suite + b"[]\n")
    with pytest.raises(InputError, match=r"held\.jsonl:4: must be a scenario; "):
        digest_of(moved)
    line = b'{"stock":{"csv":"\\u0000"}}\n'
    moved.write_bytes(b'{"stock":{}}\n' + line)
    with pytest.raises(InputError, match="cannot be read: "):
        digest_of(moved)


DAMAGED = {
    "cut": b'{"agents":{},\n',
    "other": b'{"agents":{}}\n',
    "list": b"[]\n",
    "date": (encode(LOOK) + b"\n").replace(b"09:30:00Z", b"9:30:00Z"),
    "unknown": encode(LOOK)[:-1] + b',"zebra":1}\n',
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_line_is_named_and_left_alone(suite: Path, shell: Shell, name: str) -> None:
    """Path and line; nothing is counted beside it, and nothing written behind it."""
    data = encode(LOOK) + b"\n\n" + DAMAGED[name] + encode(number(2)) + b"\n"
    ledger_path(suite).write_bytes(data)
    code, out, err = shell("ledger test.jsonl")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("error: test.ledger.jsonl:3: ")
    for asked in (lambda: standing_of(suite), lambda: look(suite, number(3))):
        with pytest.raises(InputError, match=r"test\.ledger\.jsonl:3: "):
            asked()
    assert ledger_path(suite).read_bytes() == data


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_a_ledger_cut_off_anywhere_keeps_its_whole_lines(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """A write that a kill cut off is no look, and the next one stands where it began."""
    out = tmp_path_factory.mktemp("split") / "test.jsonl"
    put((commitment_file(out, committed(TEST, 9)), *suite_files(out, TEST)))
    lines = [encode(number(place)) for place in (1, 2)]
    written = b"".join(line + b"\n" for line in lines)
    cut = data.draw(st.integers(0, len(written)))
    ledger_path(out).write_bytes(written[:cut])
    kept = [1] * (cut >= len(lines[0])) + [2] * (cut >= len(written) - 1)
    assert read_ledger(out) == tuple(number(place) for place in kept)
    assert look(out, number(3)).looks == len(kept) + 1
    assert [one.key for one in read_ledger(out)] == [f"study-{place}" for place in (*kept, 3)]


def test_a_ledger_that_cannot_be_kept_is_told_before_the_run(suite: Path) -> None:
    """A folder in its place."""
    ledger_path(suite).mkdir()
    with pytest.raises(InputError, match="cannot be written: Is a directory"):
        look(suite, LOOK)
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        standing_of(suite)


@pytest.mark.parametrize(
    "date", ["", "2030-01-31", "2030-02-31T09:30:00Z", "2030-1-31T09:30:00Z", "2030-01-31T09:30:00+01:00", "now"]
)
def test_a_date_is_a_moment_in_utc(date: str) -> None:
    """To the second, in one spelling."""
    with pytest.raises(InputError, match="date must be "):
        attrs.evolve(LOOK, date=date)


WRITER = """
import sys
from pathlib import Path
from inventory_env.frozen_json import freeze
from inventory_env.splits import Look, look
for place in range(20):
    for key in (f"{sys.argv[2]}{place}", f"shared{place}"):
        look(Path(sys.argv[1]), Look("2030-01-31T09:30:00Z", key, "out", freeze({"a": {}}), 1, 3, key * 200))
"""


def test_two_processes_at_once_lose_no_look_and_count_none_twice(suite: Path) -> None:
    """Both append whole lines; a study that both begin is one look."""
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(suite), name], env=ENV) for name in "ab"]
    assert [one.wait(timeout=100) for one in writers] == [0, 0]
    expected = {f"{name}{place}" for name in ("a", "b", "shared") for place in range(20)}
    seen = [one.key for one in read_ledger(suite)]
    assert (set(seen), len(seen)) == (expected, 60)


def test_the_command_lists_the_looks(suite: Path, shell: Shell) -> None:
    """A line for each, and what the split is good for by now; the same as JSON."""
    assert shell("ledger test.jsonl") == (0, "test.jsonl: a test split, looked at 0 of 2 times\n", "")
    for place in (1, 2, 3):
        look(suite, number(place))
    code, out, err = shell("ledger test.jsonl")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "look  date                  study  agents   trials  runs  note",
        *(
            f"   {place}  2030-01-31T09:30:00Z  out    careful       2     6  Ann, before release"
            for place in (1, 2, 3)
        ),
        "test.jsonl: a test split, looked at 3 of 2 times: counts as a dev split now",
    ]
    told = json.loads(shell("ledger test.jsonl --json")[1])
    assert told["standing"] == {"kind": "test", "looks": 3, "allowed": 2, "effective": "dev", "number": None}
    assert [one["key"] for one in told["looks"]] == ["study-1", "study-2", "study-3"]


def test_the_command_says_what_is_no_test_split(suite: Path, shell: Shell) -> None:
    """A dev split, a suite that ships, a suite that is not there."""
    put([commitment_file(suite.with_name("dev.jsonl"), committed(DEV)), (suite.with_name("dev.jsonl"), DEV.suite)])
    assert shell("ledger dev.jsonl")[1] == "dev.jsonl: a dev split: looks are not counted\n"
    assert shell("ledger worked")[1].startswith("worked.jsonl: no split: everybody may know it")
    assert shell("ledger gone.jsonl")[0] == 2


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "must be JSON"),
        (b"[]", "must be a"),
        (b'{"kind":"test"}', "must have the field"),
        (encode(committed(TEST)).replace(b'"looks":3', b'"looks":null'), "looks must be given exactly for a test"),
        (encode(committed(TEST)).replace(b'"test"', b'"exam"'), "kind must be a known value"),
        (b" " * 100_001, "must be at most 100000 bytes long"),
    ],
)
def test_a_damaged_split_file_is_named(suite: Path, data: bytes, words: str) -> None:
    """A suite does not turn free because its split file is broken."""
    suite.with_name("test.split.json").write_bytes(data)
    for asked in (lambda: standing_of(suite), lambda: look(suite, LOOK)):
        with pytest.raises(InputError, match=f"test\\.split\\.json: .*{words}"):
            asked()
