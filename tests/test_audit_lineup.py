"""Is every grader of a line-up told, with the case that catches it or that none did?"""

import runpy
import sys

import pytest

from graders import grade
from graders.audit.catalogue import all_kinds
from graders.audit.judge import Judge
from graders.audit.kinds import chosen
from graders.audit.lineup import lineup, told
from graders.audit.specimens import CLASSIC, SPECIMENS

KINDS = chosen(all_kinds(), ["good", "zoo:leaves-out-the-last-line"])
NAIVE = {one.name: Judge(one.name, one.grader, one.means) for one in SPECIMENS}


def test_each_grader_has_a_row_and_those_caught_a_page() -> None:
    """A naive one is caught in its first cases, ours never; pages only if wanted."""
    caught = list(lineup([NAIVE["accepts-empty"], Judge("ours", grade)], KINDS, seed=0, examples=6))
    assert [one.first is None for one in caught] == [False, True]
    lines = list(told(caught))
    assert len(lines) == 3
    assert "1 x A; W1; zoo:leaves-out-the-last-line" in lines[1]
    assert lines[2].split()[:2] == ["ours", "never"]
    assert any("because" in line for line in told(caught, pages=True))


def test_the_line_up_can_be_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Every specimen by its name; with too few cases some escape, and that is a failure."""
    monkeypatch.setattr(sys, "argv", ["specimens", "--examples", "1"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("graders.audit.specimens", run_name="__main__")
    assert ended.value.code == 1
    out = capsys.readouterr().out
    assert all(one.name in out for one in SPECIMENS)
    assert set(CLASSIC) < set(NAIVE)
