"""Does `generate` keep its promises: the commitment first, the same bytes later, nothing overwritten?"""

import json
import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from graders.cli import status
from graders.commands import generate as module
from inventory_env import load_suite
from inventory_env.codec import encode
from inventory_env.errors import InputError
from inventory_env.lint import lint_suite
from inventory_env.splits import SplitKind, broken_promises, committed, digest_of, make, read_commitment
from inventory_env.splits.issuing import put

SALT = "a salt on the command line"
Shell = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory of its own, with a secret in a file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.txt").write_text(SALT + "\n")
    return tmp_path


@pytest.fixture
def shell(folder: Path, capsys: Any) -> Shell:
    """Runs `generate` there: exit code, standard output, standard error."""

    def run(line: str) -> tuple[int, str, str]:
        code = status(["generate", *shlex.split(line)])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


def files(folder: Path) -> dict[str, bytes]:
    """What stands in the folder, the secret aside."""
    return {one.name: one.read_bytes() for one in sorted(folder.iterdir()) if one.name != "secret.txt"}


def test_a_dev_split_is_made_with_its_stock(folder: Path, shell: Shell) -> None:
    """The suite passes lint where it lies; making it again changes nothing and says so."""
    code, out, err = shell("--split dev --count 12 --out dev.jsonl")
    made = make(SplitKind.DEV, 12)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"dev split of 12 scenarios, digest {made.digest}",
        "wrote dev.split.json",
        f"wrote {made.csv}",
        "wrote dev.jsonl",
    ]
    assert load_suite("dev.jsonl") == made.scenarios
    assert lint_suite(load_suite("dev.jsonl")) == ()
    before = files(folder)
    assert shell("--split dev --count 12 --out dev.jsonl")[1].endswith(
        "every file was there already, the same to the byte\n"
    )
    assert files(folder) == before
    assert read_commitment(folder / "dev.split.json").looks is None


def test_one_look_is_said_as_one(folder: Path, shell: Shell) -> None:
    """The words agree with the number."""
    said = shell("--split test --salt-file secret.txt --count 1 --looks 1 --commit-only --out one.jsonl")[1]
    assert "good for 1 look, digest " in said


def test_a_test_split_is_committed_to_first_and_revealed_later(folder: Path, shell: Shell) -> None:
    """Before the reveal only the fingerprint is there; after it, the same suite as without a commitment."""
    code, out, _ = shell("--split test --salt-file secret.txt --count 10 --looks 5 --commit-only --out test.jsonl")
    assert (code, list(files(folder))) == (0, ["test.split.json"])
    assert "test split of 10 scenarios, good for 5 looks, digest " in out
    assert SALT.encode() not in files(folder)["test.split.json"]
    code, out, err = shell(f"--split test --salt '{SALT}' --reveal test.split.json --out test.jsonl")
    assert (code, err) == (0, "")
    assert out.startswith("10 scenarios, the same to the byte as test.split.json commits to\nwrote stock-")
    assert digest_of(folder / "test.jsonl") == read_commitment(folder / "test.split.json").suite_digest
    revealed = files(folder)
    assert shell("--split test --salt-file secret.txt --count 10 --looks 5 --out test.jsonl")[0] == 0
    assert files(folder) == revealed
    (folder / "there").mkdir()
    assert shell("--split test --salt-file secret.txt --count 10 --looks 5 --out there/test.jsonl")[0] == 0
    assert files(folder / "there") == {name: data for name, data in revealed.items() if name != "there"}


def test_the_commitment_goes_with_the_suite(folder: Path, shell: Shell) -> None:
    """Revealed elsewhere or under another name, the suite has its split file beside it."""
    shell("--split test --salt-file secret.txt --count 2 --commit-only --out test.jsonl")
    assert shell("--split test --salt-file secret.txt --reveal test.split.json --out held.jsonl")[0] == 0
    assert files(folder)["held.split.json"] == files(folder)["test.split.json"]
    code, out, _ = shell("--split test --salt-file secret.txt --reveal test.split.json --out held.jsonl --json")
    told = json.loads(out)
    assert (code, told["differs"], told["written"], told["commitment"]["count"]) == (0, [], [], 2)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--salt 'another salt altogether'", "the salt is not the one that was committed to"),
        (f"--salt '{SALT}' --count 3", "the commitment is to 2 scenarios, these are 3"),
    ],
)
def test_a_reveal_of_something_else_is_told_and_writes_nothing(
    folder: Path, shell: Shell, line: str, said: str
) -> None:
    """Exit code 1, as text and as JSON."""
    shell("--split test --salt-file secret.txt --count 2 --commit-only --out test.jsonl")
    before = files(folder)
    line = f"--split test {line} --reveal test.split.json --out test.jsonl"
    assert shell(line) == (1, f"not the split that test.split.json commits to: {said}\n", "")
    code, out, _ = shell(line + " --json")
    assert (code, json.loads(out)["differs"]) == (1, [said])
    assert files(folder) == before


def test_every_broken_promise_has_words() -> None:
    """Kind, version, bytes: each is told by its own name."""
    made = make(SplitKind.TEST, 2, SALT)
    promise = committed(made)
    assert broken_promises(promise, made) == ()
    assert broken_promises(promise, make(SplitKind.DEV, 2)) == (
        "the commitment is to a test split, this is a dev split",
    )
    altered = attrs.evolve(made, suite=made.suite + b"\n")
    assert broken_promises(promise, altered) == (
        "the suite differs from the one that was committed to: its digest is another",
    )
    older = attrs.evolve(promise, generator_version=99, tools_version=98, suite_digest="")
    told = broken_promises(older, made)
    assert [one.partition(", here")[0] for one in told] == [
        "it was made with generator version 99",
        "it was made with tools version 98",
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--split exam --out a.jsonl", "--split must be dev or test; got 'exam'"),
        ("--split dev --out a.csv", "--out must end in .jsonl; got 'a.csv'"),
        ("--split dev --out a.jsonl --salt abc", "--salt must not be given for a dev split"),
        ("--split dev --out a.jsonl --salt ''", "--salt must not be given for a dev split"),
        ("--split dev --out a.jsonl --salt-file secret.txt", "--salt-file must not be given for a dev split"),
        ("--split dev --out a.jsonl --looks 3", "--looks must not be given for a dev split"),
        ("--split dev --out a.jsonl --reveal b.json", "--reveal must not be given for a dev split"),
        ("--split dev --out a.jsonl --commit-only", "--commit-only must not be given for a dev split"),
        ("--split test --out a.jsonl", "--salt-file or --salt must be given for a test split, one of the two"),
        ("--split test --out a.jsonl --salt x --salt-file secret.txt", "--salt-file or --salt must be given"),
        ("--split test --out a.jsonl --salt ''", "salt must be 16 to 1000 characters long; got 0"),
        ("--split test --out a.jsonl --salt short", "salt must be 16 to 1000 characters long; got 5"),
        ("--split test --out a.jsonl --salt-file gone.txt", "gone.txt: cannot be read: No such file"),
        ("--split test --out a.jsonl --salt-file secret.txt --count 0", "--count"),
        ("--split test --out a.jsonl --salt-file secret.txt --looks 0", "--looks"),
        (
            "--split test --out a.jsonl --salt-file secret.txt --reveal b.json --commit-only",
            "--commit-only must not be given with --reveal",
        ),
        (
            "--split test --out a.jsonl --salt-file secret.txt --reveal b.json --looks 4",
            "--looks must not be given with --reveal",
        ),
        ("--split test --out a.jsonl --salt-file secret.txt --reveal b.json", "b.json: cannot be read: No such file"),
        ("--split test --out gone/a.jsonl --salt-file secret.txt --count 1", "gone/a.split.json: cannot be written"),
        ("--split test --out secret.txt/a.jsonl --salt-file secret.txt --count 1", "cannot be written: Not a dir"),
    ],
)
def test_wrong_use_is_one_line_and_writes_nothing(folder: Path, shell: Shell, line: str, said: str) -> None:
    """Exit code 2; no salt is repeated."""
    code, out, err = shell(line)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert files(folder) == {}


def test_a_unicode_salt_is_as_good_in_a_file_as_in_a_shell(folder: Path, shell: Shell) -> None:
    """Other scripts, and another spelling of the same text."""
    (folder / "secret.txt").write_text("соль из шестнадцати бук\u0438\u0306\n")
    shell("--split test --salt-file secret.txt --count 2 --commit-only --out test.jsonl")
    line = "--split test --salt 'соль из шестнадцати бук\u0439' --reveal test.split.json --out test.jsonl"
    assert shell(line)[0] == 0


@pytest.mark.parametrize("name", ["test.split.json", "test.jsonl", "stock"])
def test_nothing_is_overwritten(folder: Path, shell: Shell, name: str) -> None:
    """One file with other bytes, and none is written."""
    made = make(SplitKind.TEST, 2, SALT)
    path = folder / (made.csv if name == "stock" else name)
    path.write_text("mine")
    code, out, err = shell("--split test --salt-file secret.txt --count 2 --out test.jsonl")
    assert (code, out) == (2, "")
    assert err == f"error: {path.name}: must not be there yet, or hold the same bytes: it is never overwritten\n"
    assert files(folder) == {path.name: b"mine"}


def test_the_commitment_is_written_before_the_suite(folder: Path, shell: Shell, monkeypatch: Any) -> None:
    """Cut off behind its first file, the command leaves the commitment; called again it writes the rest."""
    real, seen = Path.replace, list[str]()

    def replace(self: Path, target: Path) -> Path:
        if seen:
            raise OSError(28, "No space left on device")
        seen.append(target.name)
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    code, _, err = shell("--split test --salt-file secret.txt --count 2 --out test.jsonl")
    assert (code, list(files(folder))) == (2, ["test.split.json"])
    assert "cannot be written: No space left on device" in err
    monkeypatch.undo()
    os.chdir(folder)
    assert shell("--split test --salt-file secret.txt --count 2 --out test.jsonl")[0] == 0
    assert len(files(folder)) == 3


def test_a_folder_in_the_place_of_a_file_is_told(tmp_path: Path) -> None:
    """It is neither overwritten nor filled."""
    (tmp_path / "a").mkdir()
    with pytest.raises(InputError, match="cannot be written: Is a directory"):
        put([(tmp_path / "a", b"")])


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="whoever may do all may write everywhere")
def test_a_read_only_folder_is_told(folder: Path, shell: Shell) -> None:  # pragma: no cover - not for root
    """One line, and nothing left behind."""
    folder.chmod(0o500)
    code, _, err = shell("--split dev --count 1 --out dev.jsonl")
    folder.chmod(0o700)
    assert (code, files(folder)) == (2, {})
    assert "cannot be written: Permission denied" in err


def test_a_split_that_shares_something_is_refused(folder: Path, shell: Shell, monkeypatch: Any) -> None:
    """A test split by the development split's draws is told with what it shares, and is not written."""
    from inventory_env.splits import making

    stolen = attrs.evolve(make(SplitKind.DEV, 2), kind=SplitKind.TEST)
    monkeypatch.setattr(making, "make", lambda *_: stolen)
    code, out, err = shell("--split test --salt-file secret.txt --count 2 --out test.jsonl")
    assert (code, out, files(folder)) == (2, "", {})
    assert "split must share nothing with what everybody can know; shared with dev: 2 ids (" in err
    assert "2 cases under other names (" in err


def test_json_says_the_same(folder: Path, shell: Shell) -> None:
    """The commitment and the files written."""
    code, out, _ = shell("--split test --salt-file secret.txt --count 2 --out test.jsonl --json")
    told = json.loads(out)
    made = make(SplitKind.TEST, 2, SALT)
    assert (code, told["commitment"]["suite_digest"], told["commitment"]["looks"]) == (0, made.digest, 3)
    assert told["written"] == ["test.split.json", made.csv, "test.jsonl"]
    assert (folder / "test.split.json").read_bytes() == encode(committed(made)) + b"\n"
    assert module.EXAMPLES
