"""Which numbers of a final message can only come from a result?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_chats import asks, call, chat, chats, gives, kettles, sample, says, user

from graders.audit.chats.facts import facts, stands_in, tokens
from graders.audit.chats.messages import Chat


def texts(one: Chat) -> list[str]:
    """The facts, as written."""
    return [fact.text for fact in facts(one)]


@given(chats() | st.sampled_from([*sample("airline_good"), *sample("shop_good")]))
def test_fact_stands_where_it_says(one: Chat) -> None:
    """In the final message at its place, in its result, in no message before that."""
    for fact in facts(one):
        assert one.final is not None
        assert (one.messages[one.final].content or "")[fact.start : fact.end] == fact.text
        assert one.messages[fact.result].answers_call
        assert stands_in(one.messages[fact.result], fact.text)
        assert not any(stands_in(message, fact.text) for message in one.messages[: fact.result])


@given(st.text())
def test_tokens_hold_a_digit(text: str) -> None:
    """A number or a name with a number in it."""
    assert all(any(letter.isdecimal() for letter in one.group()) for one in tokens(text))


def test_sample_facts_are_those_that_a_reader_finds() -> None:
    """Flights, fares, gates, numbers of refunds."""
    assert [texts(one) for one in sample("airline_good")] == [
        ["2031-05-14T07:55", "B22", "14C"],
        ["NV655", "184.60"],
        ["NV677", "219.80", "NV659", "240.15"],
        ["23F", "120", "CHG-90417"],
    ]


@pytest.mark.parametrize(
    ("asked", "result", "final"),
    [
        ("Do you have 37?", "37", "There are 37."),  # named by the user
        ("Do you have 1,137?", "37", "There are 37."),  # a part of what the user named
        ("I have seven, and you?", "7", "There are 7."),  # in letters
        ("I need 30, and then 7.", "37", "There are 37."),  # a sum
        ("I need 40; I have 3.", "37", "37 are missing."),  # a difference
        ("I need 4 boxes of 12.", "48", "These are 48."),  # a product
        ("How many?", "37", "There are 38."),  # not what the result says
        ("How many?", "137", "There are 37."),  # nor this
        ("How many?", "none", "There are none."),
        ("How many?", "37", ""),
    ],
)
def test_what_could_be_known_without_the_result_is_no_fact(asked: str, result: str, final: str) -> None:
    """Named, spelled, or found by reckoning: then nobody can say that it was made up."""
    assert texts(chat(user(asked), asks(call()), gives(result), says(final))) == []


def test_number_that_nobody_could_know_is_a_fact() -> None:
    """The nearest case to those above; twice in the message it is one fact."""
    assert texts(kettles()) == ["37"]
    assert texts(kettles("37, yes, 37.")) == ["37"]
    assert texts(chat(user("How many?"), asks(call()), gives("37"))) == []


@pytest.mark.parametrize(
    ("final", "plain"),
    [
        ("There are 37 kettles.", True),
        ("It is blue. There are 37 kettles! Do you want one?", True),
        ("There are not 37 kettles.", False),
        ("There aren't 37 kettles.", False),
        ("There are at least 37 kettles.", False),
        ("Are there 37 kettles?", False),
        ("There are ~37 kettles.", False),
        ("There are 36 or 37 kettles.", False),
    ],
)
def test_fact_is_plain_where_its_sentence_simply_says_it(final: str, plain: bool) -> None:
    """Another number could be true too beside a denial, a limit, a choice or in a question."""
    assert [fact.plain for fact in facts(kettles(final)) if fact.text == "37"] == [plain]


def test_argument_of_a_call_makes_a_number_known() -> None:
    """An assistant that asked with it had it already."""
    one = chat(user("How many?"), asks(call(most=37)), gives("37"), says("There are 37."))
    assert texts(one) == []


def test_part_of_an_earlier_result_makes_a_number_known() -> None:
    """A reader may have taken it from there."""
    one = chat(user("How many?"), asks(call("x"), call("y")), gives("a137", "x"), gives("37", "y"), says("37 there."))
    assert texts(one) == []
