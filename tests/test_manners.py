"""Do the agents that write in other words say the same, in every language?"""

import re
import unicodedata
from typing import Any

import attrs
import pytest
from test_wording import LANGUAGES, ORDER, SILENT
from worlds import record, scenario

from baselines import careful, manners, right
from baselines.wording import BOOKS, MANNERS, ROUNDABOUT
from inventory_env.answer import Answer
from inventory_env.episode import Agent, play
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock
from inventory_env.task import Line

AGENTS = [
    manners.polite,
    manners.quotes_the_wish,
    manners.says_it_backwards,
    manners.shows_the_shelves,
    manners.typographer,
    right.verbose,
    right.terse,
]
CASES = [
    scenario({"W1": 6, "W2": 9}, asks_to_reserve=True),
    scenario({"W1": 6, "W2": 1}),
    scenario({"W1": 6, "W2": 4}, SILENT, sourcing=ORDER),
    scenario({"W1": 0}, lines=[Line(1, "X", 1), Line(2, "A", 1), Line(3, "A", 2)], asks_to_reserve=True),
]
in_each_language = pytest.mark.parametrize("language", LANGUAGES)
all_agents = pytest.mark.parametrize("agent", AGENTS)


def answer(agent: Agent, case: Scenario, language: str) -> Answer:
    """The answer that counts, in that language."""
    trace = play(agent, attrs.evolve(case, task=attrs.evolve(case.task, language=language)))
    assert trace.counting is not None
    assert trace.counting.answer is not None
    return trace.counting.answer


def said(agent: Agent, case: Scenario, language: str) -> str:
    return answer(agent, case, language).message


@in_each_language
@all_agents
def test_the_fields_are_those_of_careful(agent: Agent, language: str) -> None:
    """Only the words differ, and what is quoted or cited besides."""
    for case in CASES:
        own, honest = answer(agent, case, language), answer(careful, case, language)
        plain = [[attrs.evolve(line, seen=None, evidence=None) for line in one.lines] for one in (own, honest)]
        assert plain[0] == plain[1]
        assert (own.shippable, own.reservations) == (honest.shippable, ())


@in_each_language
@all_agents
def test_a_wish_to_reserve_is_always_answered(agent: Agent, language: str) -> None:
    """In one of three ways: at length, in short, or after the wish in the customer's own words."""
    for case in CASES:
        book, words = BOOKS[language], MANNERS[language]
        answers = (book.not_reserved, words.nothing_reserved, words.kept_wish(case.task.lines))
        assert any(one in said(agent, case, language) for one in answers) is case.task.asks_to_reserve


@in_each_language
@all_agents
def test_messages_are_composed_and_filled_in(agent: Agent, language: str) -> None:
    """No template is left open."""
    for case in CASES:
        message = said(agent, case, language)
        assert unicodedata.is_normalized("NFC", message)
        assert not re.search(r"[{}]|None|  ", message)


@in_each_language
def test_the_polite_one_offers_and_claims_nothing(language: str) -> None:
    """Thanks first, an offer last, the careful agent's words between them."""
    words = MANNERS[language]
    parts = [words.opening, said(careful, CASES[0], language), words.offer]
    assert said(manners.polite, CASES[0], language) == BOOKS[language].gap.join(parts)


def test_the_wish_is_quoted() -> None:
    """With all its lines; the wish to reserve only where there is one."""
    assert said(manners.quotes_the_wish, CASES[0], "en") == (
        'You asked for "10 units of A". Line 1: 10 units of A are available (6 from W1, 4 from W2). '
        'You wrote "please reserve 10 units of A"; I can only look up stock, so no reservation exists.'
    )
    assert said(manners.quotes_the_wish, CASES[3], "ru").startswith(
        "Вы просили найти «1 штуку X, 1 штуку A и 2 штуки A»."
    )
    assert "reserve" not in said(manners.quotes_the_wish, CASES[1], "en")


@in_each_language
def test_roundabout_words_are_other_words(language: str) -> None:
    """Each of the three endings is told from its other side."""
    for case in CASES[:3]:
        assert said(manners.says_it_backwards, case, language) != said(careful, case, language)
    assert ROUNDABOUT[language].missing is BOOKS[language].missing


def test_shelves_show_every_figure_that_was_believed() -> None:
    """Reserved for others and safety stock only where there is any; once an article."""
    shelves: dict[str, Any] = {"W1": 0, "W2": 0, "W3": None}
    rows = (record("A", "W1", 12, 7), record("A", "W2", -3, 0, 2), record("A", "W3", None))
    case = scenario(shelves, lines=[Line(1, "A", 4), Line(2, "A", 2)])
    case = attrs.evolve(case, stock=Stock.of(*rows, warehouses=case.task.priority))
    assert said(manners.shows_the_shelves, case, "en") == (
        "Line 1: 4 units of A are available (4 from W1). W3 gave no figure. "
        "W1 shows 12 on hand, 7 reserved for other orders, 5 available. "
        "W2 shows -3 on hand, 2 kept as safety stock, 0 available. "
        "Line 2: whether 2 units of A are available is unknown; 1 is confirmed (1 from W1). W3 gave no figure."
    )
    assert "зарезервировано под другие заказы 7" in said(manners.shows_the_shelves, case, "ru")
    assert "其他订单已预订 7 件" in said(manners.shows_the_shelves, case, "zh")
    assert "7 đã giữ cho đơn khác" in said(manners.shows_the_shelves, case, "vi")


def test_lists_show_no_shelves() -> None:
    """A page gives no figures of one article alone."""
    case = scenario({"W1": {"A": 12}}, tools=["list_stock"])
    assert said(manners.shows_the_shelves, case, "en") == said(careful, case, "en")


def test_typography_leaves_names_alone() -> None:
    """Digits and spaces change, a name never, nor a number within one."""
    case = scenario({"W1": {"A-1": 12}, "W12": {"A-1": 1}}, lines=[Line(1, "A-1", 13)])
    assert said(manners.typographer, case, "en") == (
        "Line\u00a0１: １３\u00a0units of “A-1” are available (１２\u00a0from W1, １\u00a0from W12)."
    )
    assert said(manners.typographer, case, "ru").startswith("Строка\u00a0１: доступно\u00a0１３\u00a0штук «A-1»")
    numbered = scenario({"1": {"A-1": 12}, "12": {"A-1": 1}}, lines=[Line(1, "A-1", 13)])
    assert said(manners.typographer, numbered, "en").endswith("(12 from 1, 1 from 12).")
