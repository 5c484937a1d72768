"""Can a user hand over a grader of chats and files of runs, and read what is wrong?"""

import json
from pathlib import Path

import pytest
from small_chats import DATA

from graders.audit.chat_audit import ChatOrder, audit_chats, told
from graders.cli import status
from inventory_env.errors import InputError

GOOD, BAD = DATA / "shop_good.jsonl", DATA / "shop_bad.jsonl"
GRADERS = """
def says_something(messages):
    return bool(messages[-1].get("content"))


def leaves_open(messages):
    return None


def prints(messages, options=None):
    print("looking")


def of_three(messages, reference, more):
    return True


NUMBER = 5
"""


@pytest.fixture
def grader(tmp_path: Path) -> str:
    """The path of a file with graders."""
    (tmp_path / "chatty.py").write_text(GRADERS, encoding="utf-8")
    return str(tmp_path / "chatty.py")


def test_a_naive_grader_is_told_with_its_table_and_smallest_cases(grader: str) -> None:
    """The table has a row for all together; as many cases are told as wanted; the verdict is the last line."""
    order = ChatOrder(f"{grader}:says_something", GOOD, BAD, kinds=("final-blank", "politeness"))
    found = audit_chats(order)
    lines = list(told(order, found, show=1))
    assert lines[-1] == "verdict: unsound"
    assert any(line.startswith("all ") for line in lines)
    assert any(line.startswith("(1 more smallest case") for line in lines)
    assert not any("more smallest" in line for line in told(order, found, show=9))


def test_undecided_alone_is_sound(grader: str) -> None:
    """A grader that leaves all open is never wrong."""
    order = ChatOrder(f"{grader}:leaves_open", GOOD)
    found = audit_chats(order)
    assert found.sound
    assert list(told(order, found, show=3))[-1] == "verdict: sound"


def test_wrong_use_is_told(grader: str, tmp_path: Path) -> None:
    """No function or one of other things, a threshold that nothing reaches, an empty file."""
    for name in ("NUMBER", "of_three"):
        with pytest.raises(InputError, match="must be a function of the messages"):
            audit_chats(ChatOrder(f"{grader}:{name}", GOOD))
    with pytest.raises(InputError, match=r"must be module:name or file\.py:name; got 'leaves_open'"):
        audit_chats(ChatOrder("leaves_open", GOOD))
    with pytest.raises(InputError, match="threshold must be a finite number; got nan"):
        audit_chats(ChatOrder(f"{grader}:leaves_open", GOOD, threshold=float("nan")))
    with pytest.raises(InputError, match=r"must be module:name or file\.py:name"):
        audit_chats(ChatOrder("perl mine.pl", GOOD))
    with pytest.raises(InputError, match="must be a function of the messages"):
        audit_chats(ChatOrder("graders:grade", GOOD))
    (tmp_path / "none.jsonl").write_text("")
    with pytest.raises(InputError, match="must hold at least one chat"):
        audit_chats(ChatOrder(f"{grader}:leaves_open", tmp_path / "none.jsonl"))


def test_the_command_prints_json_and_writes_a_test(
    grader: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same facts as JSON; the file is written where something is wrong."""
    name, file = f"{grader}:says_something", tmp_path / "test_chatty.py"
    line = ["audit", name, "--traces", str(GOOD), "--bad", str(BAD), "--json", "--write-test", str(file)]
    assert status(line) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["sound"] is False
    assert f"written to {file}" in said.err
    assert "final-blank" in file.read_text("ascii")
    assert status(["audit", f"{grader}:leaves_open", "--traces", str(GOOD)]) == 0


def test_what_the_grader_prints_is_no_report(grader: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It goes to standard error, so that JSON stays JSON."""
    assert status(["audit", f"{grader}:prints", "--traces", str(GOOD), "--json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["sound"] is True
    assert "looking" in said.err


@pytest.mark.parametrize(
    ("options", "told_so"),
    [
        (["--bad", "x.jsonl"], "--bad must come with --traces"),
        (["--traces", str(GOOD), "--hypothesis"], "--hypothesis has no meaning beside --traces"),
        (["--traces", str(GOOD), "--means", "path"], "--means has no meaning beside --traces"),
        (["--traces", "no such file"], "cannot be read"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    options: list[str], told_so: str, grader: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Named, with the rule, and nothing is done."""
    assert status(["audit", f"{grader}:leaves_open", *options]) == 2
    assert told_so in capsys.readouterr().err
