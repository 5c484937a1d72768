"""What does a grader's result mean?"""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import attrs
import pytest
from builders import f0, run
from hypothesis import given
from hypothesis import strategies as st
from small_chats import kettles, sample

from graders import grade
from graders.chats.judging import Said, Word, ask, meaning, takes_two
from inventory_env.verdict import Mark

ACCEPT, REJECT, UNDECIDED = Word.ACCEPT, Word.REJECT, Word.UNDECIDED


@pytest.mark.parametrize(
    ("result", "word"),
    [
        (True, ACCEPT), (False, REJECT), (1, ACCEPT), (0.99, REJECT), (2.5, ACCEPT), (Fraction(1), ACCEPT),
        (math.nan, UNDECIDED), (None, UNDECIDED), (math.inf, ACCEPT), (10**400, None),
        ("pass", ACCEPT), ("fail", REJECT), ("uncertain", UNDECIDED), (Mark.NOT_APPLICABLE, UNDECIDED), ("yes", None),
        ({"key": "x", "score": 1.0}, ACCEPT), ({"success": {"result": False}}, REJECT), ({"comment": "a"}, None),
        ({}, None), ([True], None), (object(), None),
    ],
)  # fmt: skip
def test_result_means(result: object, word: Word | None) -> None:
    """Truths, numbers, marks, nothing, and dicts that hold one of them; all else is no verdict."""
    assert meaning(result) is word


@given(st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_number_passes_from_the_threshold_on(number: float, threshold: float) -> None:
    """That number itself passes; true and false need no threshold."""
    assert meaning(number, threshold) is (ACCEPT if number >= threshold else REJECT)
    assert meaning(False, threshold) is REJECT


def test_our_own_verdict_means_its_success() -> None:
    """A grader may hand on what `grade` says."""
    verdict = grade(f0(), run(f0()))
    assert meaning(verdict) is REJECT
    assert meaning(attrs.evolve(verdict, success=Mark.PASS)) is ACCEPT


def failing(error: BaseException) -> Callable[[Any], object]:
    """A grader that raises."""

    def grader(messages: Any) -> object:
        raise error

    return grader


@pytest.mark.parametrize(
    ("grader", "said"),
    [
        (lambda messages: messages[-1]["content"] == "There are 37 blue kettles here.", Said(ACCEPT, "True")),
        (lambda messages: 0.5, Said(REJECT, "0.5")),
        (failing(KeyError("a")), Said(Word.CRASH, """KeyError: "'a'\"""")),
        (failing(SystemExit(3)), Said(Word.CRASH, "SystemExit: '3'")),
        (lambda messages: "fine", Said(Word.CRASH, "'fine', which is no verdict")),
        (lambda messages, reference: messages == reference, Said(ACCEPT, "True")),
        (lambda messages, other=None: other is None, Said(ACCEPT, "True")),
        (lambda messages, *, other=None: other is None, Said(ACCEPT, "True")),
    ],
)
def test_grader_is_asked(grader: Callable[..., Any], said: Said) -> None:
    """With one argument or two; what it raises and what is no verdict is told."""
    assert ask(grader, kettles(), kettles()) == said


def test_grader_of_two_without_a_right_run_gets_none() -> None:
    """There may be none."""
    assert ask(lambda messages, reference: reference is None, kettles()).word is ACCEPT


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
    assert ask(bool, kettles()).word is ACCEPT
