"""Is a message that denies what the fields say caught, and one that denies what they deny let be?"""

from typing import Any

import attrs
import pytest
from builders import NONE, codes, found, get, judge, short, unknown
from worlds import scenario

from baselines import careful
from graders import grade
from graders.audit.edits.labels import answer_of
from graders.checks.grading import with_answer
from inventory_env.answer import Answer
from inventory_env.episode import play
from inventory_env.faults import Fault, FaultKind
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock, StockRecord, StockSource
from inventory_env.suites import load_suite
from inventory_env.task import Line
from inventory_env.verdict import Mark, Verdict

# 10 wanted: W1 has them; W1 has 4 and W2 has 1; W1 has 3 and W2 is silent.
DENIED_FOUND = ({"W1": 10, "W2": 30}, [get("W1")], found(("W1", 10)))
DENIED_SHORT = ({"W1": 4, "W2": 1}, [get("W1"), get("W2")], short(6, ("W1", 4)))
DENIED_OPEN = ({"W1": 3, "W2": 30}, [get("W1"), *[get("W2")] * 3], unknown(3, ("W1", 3), unreached=("W2",)))
LIED = {"text-contradicts-answer"}
OPEN = {"text-unclassified"}


def with_words(answer: Answer, message: str) -> Answer:
    """The answer with that message."""
    return attrs.evolve(answer, message=message)


def on_ten(world: Any, message: str, language: str = "en") -> Verdict:
    """10 wanted from one warehouse, in one of the worlds above."""
    shelves, turns, answer = world
    faults = (Fault(FaultKind.TIMEOUT, warehouse="W2"),) if answer.lines[0].confirmed is not None else ()
    return judge(
        scenario(shelves, *faults, quantity=10, sourcing=NONE, language=language), turns, with_words(answer, message)
    )


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "It is definitely not 10."),
        ("en", "Definitely not 10 units of A."),
        ("en", "No, it is not 10."),
        ("en", "10 units of A are not available."),
        ("en", "By no means 10."),
        ("en", "It is anything but 10."),
        ("en", "Hardly 10."),
        ("en", "Not even 10 are available."),
        ("en", "Not 10 are available from W1."),
        ("en", "It is not W1."),
        ("en", "Not from W1."),
        ("en", "10 units of A, but not from W1."),
        ("en", "W1 is not the source."),
        ("ru", "Точно не 10."),
        ("ru", "Вряд ли 10."),
        ("ru", "Нет, не 10."),
        ("ru", "10 штук A нет."),
        ("ru", "Не со склада W1."),
        ("vi", "Chắc chắn không phải 10."),
        ("vi", "Không phải là 10."),
        ("vi", "Không phải từ W1."),
        ("zh", "绝不是10。"),
        ("zh", "不是10件。"),
        ("zh", "没有10件A。"),
        ("zh", "货源不是W1。"),
    ],
)
def test_a_denial_of_what_the_fields_say_contradicts_them(language: str, message: str) -> None:
    """The fields say 10 from W1."""
    assert codes(on_ten(DENIED_FOUND, message, language)) == LIED


@pytest.mark.parametrize(
    ("world", "language", "message"),
    [
        (DENIED_FOUND, "en", "It is not 12 but 10."),
        (DENIED_FOUND, "en", "Not only W1 has 10."),
        (DENIED_FOUND, "en", "No more than 10 are wanted."),
        (DENIED_FOUND, "en", "It is not W2 but W1."),
        (DENIED_FOUND, "en", "10 from W1 and not 10 from W2."),
        (DENIED_FOUND, "en", "I have not reserved the 10 units."),
        (DENIED_FOUND, "en", "Stock is not held at W1 for you."),
        (DENIED_FOUND, "en", "No reservation of not 10 available units."),  # the deed is denied
        (DENIED_FOUND, "ru", "10 штук есть на складе W1, а не 12."),
        (DENIED_FOUND, "vi", "Không phải W2 mà là W1."),
        (DENIED_FOUND, "zh", "不是12件，而是10件。"),
        (DENIED_FOUND, "en", "W1 has 10, not 11 reserved."),
        (DENIED_FOUND, "en", "The nearest is not 12."),
        (DENIED_SHORT, "en", "Not 10 but 4 are there."),
        (DENIED_SHORT, "en", "W2 does not have 10."),
        (DENIED_SHORT, "en", "10 are not available."),
        (DENIED_SHORT, "en", "There are not 10 units of A."),
        (DENIED_SHORT, "en", "6 are missing, not 4."),
        (DENIED_SHORT, "ru", "Не хватает не 4, а 6 штук."),
        (DENIED_SHORT, "vi", "Không phải 10 mà chỉ có 4 chiếc."),
        (DENIED_SHORT, "zh", "缺6件，不是4件。"),
        (DENIED_OPEN, "en", "Not 10 but 3 are confirmed."),
        (DENIED_OPEN, "en", "It is not certain that 10 are there."),
    ],
)
def test_what_the_fields_deny_too_may_be_denied(world: Any, language: str, message: str) -> None:
    """A number that is not there, or not the one; a bound; what is not only so."""
    assert codes(on_ten(world, message, language)) == set()


@pytest.mark.parametrize(
    ("world", "message", "rules"),
    [
        (DENIED_SHORT, "It is not 4.", LIED),
        (DENIED_SHORT, "Not 6 are missing.", LIED),
        (DENIED_SHORT, "It is not 6.", OPEN),  # the gap, perhaps
        (DENIED_SHORT, "W2 does not have 1.", {"text-misreports-tool"}),
        (DENIED_SHORT, "Not 1 of them from W2.", set()),  # which is not in the plan
        (DENIED_SHORT, "It is not 5 on hand.", OPEN),  # of both together
        (DENIED_SHORT, "Definitely not 1 at W2.", OPEN),
        (DENIED_OPEN, "It is not 3.", OPEN),
        (DENIED_OPEN, "Not 7 are missing.", LIED),  # so others are
        (DENIED_FOUND, "It is not the 10 you asked for.", OPEN),
        (DENIED_FOUND, "It is not true that it is not 10.", OPEN),
        (DENIED_FOUND, "It is not from W1 alone.", OPEN),
        (DENIED_FOUND, "It is not 1,00.", OPEN),
    ],
)
def test_a_denial_of_which_it_is_not_clear_what_it_denies_is_open(world: Any, message: str, rules: set[str]) -> None:
    """A number may be the total, a share, the gap or what is confirmed."""
    assert codes(on_ten(world, message)) == rules


@pytest.mark.parametrize(
    ("message", "rules"),
    [("It is not 10.", OPEN), ("It is not 10 of A.", LIED), ("It is not 10 of B.", set()), ("It is not 9.", set())],
)
def test_a_denial_is_held_against_the_line_that_it_names(message: str, rules: set[str]) -> None:
    """Where it names none of several, what one of them says may be denied of another."""
    stock = StockSource(records=(StockRecord("A", "W1", 10, 0, 0), StockRecord("B", "W1", 4, 0, 0)), warehouses=("W1",))
    made = scenario({"W1": 10}, quantity=10, sourcing=NONE)
    task = attrs.evolve(made.task, lines=(Line(1, "A", 10), Line(2, "B", 4)))
    case = Scenario(task=task, stock=Stock(stock))
    trace = play(careful, case)
    answer = attrs.evolve(answer_of(trace), message=message)
    assert codes(grade(case, with_answer(trace, answer))) == rules


@pytest.mark.parametrize(
    "message", ["It is definitely not 10.", "Definitely not 10 units of A.", "No, it is not 10.", "It is not W1."]
)
def test_a_denial_beside_the_first_worked_example_fails(message: str) -> None:
    """E01 is found: 10 of A from W1."""
    case = next(one for one in load_suite("worked") if one.family == "worked_E01")
    trace = play(careful, case)
    lied = with_answer(trace, with_words(answer_of(trace), message))
    assert grade(case, trace).success is Mark.PASS
    assert codes(grade(case, lied)) == LIED
