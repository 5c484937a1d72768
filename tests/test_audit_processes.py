"""Does nothing outlive an audit that is spread over processes, and does nothing hold it up?"""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graders.audit import auditing
from graders.audit.auditing import Order, audit
from graders.audit.commanded import Commanded


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(auditing, "_here", [])
    return tmp_path


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a process of an audit sets for itself alone is as before afterwards."""
    monkeypatch.setattr(auditing.gc, "freeze", lambda: None)
    monkeypatch.setattr(auditing.gc, "set_threshold", lambda young: None)
    monkeypatch.setattr(auditing.util, "Finalize", lambda *_, **__: None)
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_process_that_is_told_to_end_ends_its_command_first(
    folder: Path, here: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command may not be reading, and may have children of its own."""
    (folder / "mine.py").write_text("import json, os, sys\nfor _ in sys.stdin: print('{\"result\": true}', flush=True)")
    left: list[int] = []
    monkeypatch.setattr(auditing.os, "_exit", left.append)
    auditing._prepare(Order(f"{sys.executable} -S mine.py", kinds=("control:do-nothing",)))
    party = auditing._here[-1]
    (outcome,) = auditing._there(auditing._search, (range(1), 0, float("inf")))
    assert outcome.wrong
    command: Any = party.judge.grader
    assert isinstance(command, Commanded)
    assert command._life is not None
    os.kill(os.getpid(), signal.SIGINT)  # the first process deals with it
    os.kill(os.getpid(), signal.SIGTERM)
    assert (left, command._life) == ([1], None)


def test_grader_that_interrupts_stops_the_audit(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In whichever process: the pool would wait for ever for one that ends of a KeyboardInterrupt."""
    monkeypatch.setattr(auditing, "WORTH_IT", 1)
    (folder / "stopping.py").write_text("def grader(scenario, trace): raise KeyboardInterrupt")
    for workers in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            audit(Order("stopping.py:grader", kinds=("control:do-nothing",), examples=2), workers=workers)
    auditing._here.append(auditing._gather(Order("stopping.py:grader", kinds=("control:do-nothing",))))
    with pytest.raises(auditing._Interrupted):
        auditing._there(auditing._search, (range(1), 0, float("inf")))


def test_surroundings_are_put_back_after_an_audit(folder: Path) -> None:
    """What is written afterwards is written where the user meant; the flaw is told."""
    (folder / "moving.py").write_text("import os\ndef grader(scenario, trace): os.chdir('/')")
    found = audit(Order("moving.py:grader", kinds=("control:do-nothing",), examples=1))
    assert Path.cwd() == folder
    assert [flaw.name for flaw in found.hunt.flaws] == ["SURROUNDINGS"]


def test_case_is_examined_before_it_is_changed(folder: Path) -> None:
    """A grader that always leaves the same behind changes nothing any more the second time."""
    text = "def grader(scenario, trace): object.__setattr__(trace, 'end_ms', 77)"
    (folder / "changing.py").write_text(text)
    found = audit(Order("changing.py:grader", kinds=("control:do-nothing",), examples=1))
    assert [flaw.name for flaw in found.hunt.flaws] == ["CHANGES"]
