"""Does the audit find every naive grader wrong, and does each of them look reasonable?"""

import inspect
import re
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from baselines import careful
from graders.audit import foreign
from graders.audit.case import Case, Means, Right
from graders.audit.catalogue import all_kinds
from graders.audit.draws import Seeded
from graders.audit.judge import Judge, Said
from graders.audit.specimens import CLASSIC, SPECIMENS, Naive
from graders.audit.specimens.gold import answer_of, same_outcome
from inventory_env import load_suite, play
from inventory_env.answer import Answer

SEED = 1
ROUNDS = 4  # of one case of every kind
SOUND = Naive("same-outcome", same_outcome, Means.OUTCOME, "", "")
WRONG = {
    (Right.ACCEPT, Said.REJECT): "false reject",
    (Right.REJECT, Said.ACCEPT): "false accept",
    (Right.NEITHER, Said.REJECT): "judged, and nobody can",
    (Right.NEITHER, Said.ACCEPT): "judged, and nobody can",
}
MOST_LINES = 15


@attrs.frozen
class Caught:
    """Where a grader was first wrong.

    Attributes:
        number: how many cases came before.
        how: accepted or rejected what it should not.
        kind: name of the kind of case.
    """

    number: int
    how: str
    kind: str


def cases() -> Iterator[Case]:
    """Labelled cases of every kind in turn, each built once."""
    kinds = all_kinds()
    for number in range(ROUNDS * len(kinds)):
        yield kinds[number % len(kinds)].build(Seeded(SEED, number))


def how_wrong(specimen: Naive, case: Case) -> str | None:
    """In which way the grader is wrong on this case, if it is."""
    said = Judge(specimen.name, specimen.grader, specimen.means).say(case.scenario, case.trace).said
    assert said is not Said.BROKEN, (specimen.name, case)
    return WRONG.get((case.right(specimen.means), said))


@pytest.fixture(scope="module")
def caught() -> dict[str, Caught]:
    """Where each is first wrong; a grader that has been caught is asked no more."""
    found: dict[str, Caught] = {}
    for number, case in enumerate(cases()):
        by_agent = case.kind.partition(":")[0] in ("good", "right", "control", "zoo")
        for specimen in (*SPECIMENS, SOUND) if by_agent else SPECIMENS:
            if specimen.name not in found and (how := how_wrong(specimen, case)):
                found[specimen.name] = Caught(number, how, case.kind)
        if len(found) == len(SPECIMENS):
            break
    for name, one in found.items():
        print(f"{name:32}{one.number:6}  {one.how:24}{one.kind}")
    return found


@pytest.mark.parametrize("specimen", SPECIMENS, ids=lambda one: one.name)
def test_every_specimen_is_caught(specimen: Naive, caught: dict[str, Caught]) -> None:
    """Some run shows that it is wrong."""
    assert specimen.name in caught


def test_sound_comparison_is_not_caught(caught: dict[str, Caught]) -> None:
    """What specimens are built on is right about all runs of agents, so that the slip is what is caught."""
    assert SOUND.name not in caught


@pytest.mark.parametrize("specimen", SPECIMENS, ids=lambda one: one.name)
def test_every_specimen_accepts_the_careful_run(specimen: Naive) -> None:
    """It looks reasonable: a plain right run passes."""
    first = load_suite("worked")[0]
    judge = Judge(specimen.name, specimen.grader, specimen.means)
    assert judge.say(first, play(careful, first)).said is Said.ACCEPT


@pytest.mark.parametrize("specimen", SPECIMENS, ids=lambda one: one.name)
def test_every_specimen_is_one_short_function(specimen: Naive) -> None:
    """A reader sees the slip at a glance."""
    assert len(inspect.getsource(specimen.grader).rstrip().splitlines()) <= MOST_LINES
    assert specimen.grader.__doc__


@pytest.mark.parametrize("specimen", SPECIMENS, ids=lambda one: one.name)
def test_every_specimen_says_what_it_is(specimen: Naive) -> None:
    """A name in kebab-case, a misconception, a public report and what was reported there, each a sentence."""
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", specimen.name)
    assert re.fullmatch(r"[A-Z].*\.", specimen.about)
    assert re.fullmatch(r"(B\d\d )?[\w.-]+/[\w.-]+(#\d+)?: \S.*\.", specimen.mirrors)


def test_names_are_unique_and_hold_the_classic_ones() -> None:
    """A specimen is named once, and six of them are shown to everybody."""
    names = [specimen.name for specimen in SPECIMENS]
    assert len(names) == len(set(names)) >= 25
    assert len(CLASSIC) == len(set(CLASSIC)) == 6
    assert set(CLASSIC) <= set(names)


def test_run_without_an_answer_reports_nothing() -> None:
    """No line and no word, whatever was submitted and refused."""
    trace = play(lambda task, desk: None, load_suite("worked")[0])
    assert answer_of(trace) == Answer(())


def test_framework_that_is_not_installed_is_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Like a wrong use of any command: no traceback."""
    lines = (
        "from inventory_env.errors import MissingExtra",
        "def g(s, t): raise MissingExtra('needs more', field='it')",
    )
    (tmp_path / "lacking.py").write_text("\n".join(lines))
    monkeypatch.setattr(foreign, "GRADERS", (f"{tmp_path / 'lacking.py'}:g",))
    monkeypatch.setattr(sys, "argv", ["specimens", "--foreign", "--examples", "1"])
    monkeypatch.setattr(sys, "path", list(sys.path))
    with pytest.raises(SystemExit) as left:
        runpy.run_module("graders.audit.specimens", run_name="__main__")
    assert (left.value.code, capsys.readouterr().err) == (2, "error: it needs more\n")
