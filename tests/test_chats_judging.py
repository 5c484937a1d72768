"""What does a grader's result mean?"""

import math
import re
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from builders import f0, run
from hypothesis import given
from hypothesis import strategies as st
from small_chats import kettles, sample

from graders import grade
from graders.audit.chats.judging import ask, takes_two
from graders.audit.judge import Flaw, Ruling, Said
from inventory_env.verdict import Mark

ACCEPT, REJECT, UNDECIDED = Said.ACCEPT, Said.REJECT, Said.UNDECIDED


def said_of(result: object, threshold: float = 1.0) -> Said:
    """What a result means."""
    return ask(lambda messages: result, kettles(), threshold=threshold).said


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (True, ACCEPT), (0.99, REJECT), (math.nan, UNDECIDED), (None, UNDECIDED), ("pass", ACCEPT),
        ("yes", Said.BROKEN), ({"key": "x", "score": 1.0}, ACCEPT), ({"score": True, "success": False}, REJECT),
        ({"comment": "a"}, Said.BROKEN), ([True], Said.BROKEN),
    ],
)  # fmt: skip
def test_result_means(result: object, said: Said) -> None:
    """Truths, numbers, marks, nothing, and dicts that hold one of them under success or score; all else is none."""
    assert said_of(result) is said


@given(st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_number_passes_from_the_threshold_on(number: float, threshold: float) -> None:
    """That number itself passes; true and false need no threshold."""
    assert said_of(number, threshold) is (ACCEPT if number >= threshold else REJECT)
    assert said_of(False, threshold) is REJECT


def test_our_own_verdict_means_its_success() -> None:
    """A grader may hand on what `grade` says."""
    verdict = grade(f0(), run(f0()))
    assert said_of(verdict) is REJECT
    assert said_of(attrs.evolve(verdict, success=Mark.PASS)) is ACCEPT


def failing(error: BaseException) -> Callable[[Any], object]:
    """A grader that raises."""

    def grader(messages: Any) -> object:
        raise error

    return grader


@pytest.mark.parametrize(
    ("grader", "ruling"),
    [
        (lambda messages: "37" in messages[-1]["content"], Ruling(ACCEPT, "True", None, "True")),
        (failing(KeyError("a")), Ruling(Said.BROKEN, "raised KeyError: 'a'", Flaw.CRASHES)),
        (failing(SystemExit(3)), Ruling(Said.BROKEN, "raised SystemExit: 3", Flaw.CRASHES)),
        (lambda messages, reference: messages == reference, Ruling(ACCEPT, "True", None, "True")),
        (lambda messages, other=None: other is None, Ruling(ACCEPT, "True", None, "True")),
        (lambda messages, *, other=None: other is None, Ruling(ACCEPT, "True", None, "True")),
    ],
)  # fmt: skip
def test_grader_is_asked(grader: Callable[..., Any], ruling: Ruling) -> None:
    """With one argument or two; what it raises is told."""
    asked = ask(grader, kettles(), kettles())
    assert attrs.evolve(asked, words=re.sub(r" \(test_chats_judging.py, line \d+\)$", "", asked.words)) == ruling


def test_grader_of_two_without_a_right_run_gets_none() -> None:
    """There may be none."""
    assert ask(lambda messages, reference: reference is None, kettles()).said is ACCEPT


def test_person_at_the_keyboard_ends_it() -> None:
    """Ctrl-C is no crash of a grader."""
    with pytest.raises(KeyboardInterrupt):
        ask(failing(KeyboardInterrupt()), kettles())


def test_grader_cannot_change_what_the_next_one_sees() -> None:
    """Each gets dicts of its own."""

    def spoiling(messages: Any) -> bool:
        messages[-1]["content"] = "spoilt"
        messages.pop()
        return True

    one = sample("shop_good")[1]
    ask(spoiling, one)
    assert one == sample("shop_good")[1]


def test_built_ins_take_one() -> None:
    """They tell nothing of what they take."""
    assert not takes_two(min)
    assert ask(bool, kettles()).said is ACCEPT
