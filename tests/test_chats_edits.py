"""Does every edit do what it says, and nothing where it may not?"""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_chats import asks, call, chat, chats, gives, kettles, sample, says, user

from graders.audit.chats.draws import every
from graders.audit.chats.edit import Edit, Expected
from graders.audit.chats.edits import edits
from graders.audit.chats.facts import facts, stands_in
from graders.audit.chats.flips import TIMED_OUT
from graders.audit.chats.messages import Chat
from graders.audit.chats.reading import read_chat
from graders.audit.chats.writing import chat_json
from graders.audit.draws import one_of
from inventory_env.codec import encode

GOOD = [*sample("airline_good"), *sample("shop_good"), *sample("own_good"), kettles()]
EDITS = edits(GOOD)
BY_NAME = {edit.name: edit for edit in EDITS}


def made(name: str, one: Chat) -> list[Chat]:
    """The chats that an edit makes of one, over all ways to draw."""
    return [changed for changed in every(lambda draw: BY_NAME[name].edit(draw, one), most=64) if changed is not None]


def first(name: str, one: Chat) -> list[dict[str, Any]]:
    """The first of them, as plain messages."""
    return chat_json(made(name, one)[0])


@given(chats(), st.sampled_from(EDITS), st.data())
def test_edited_chat_is_another_chat_that_can_be_read(one: Chat, edit: Edit, data: st.DataObject) -> None:
    """Of any log, whatever does not fit together in it: a change, and one that can be written and read again."""
    changed = edit.edit(lambda low, high: data.draw(st.integers(low, high)), one)
    if changed is not None:
        assert changed.messages
        assert changed != one
        assert read_chat(encode(chat_json(changed))) == changed


@pytest.mark.parametrize("name", BY_NAME)
def test_edit_applies_to_some_sample(name: str) -> None:
    """Nothing in the table is idle."""
    assert any(made(name, one) for one in GOOD)


@pytest.mark.parametrize("name", [edit.name for edit in EDITS if edit.expected is Expected.HOLDS])
def test_edit_that_holds_keeps_every_fact(name: str) -> None:
    """The same numbers and ids in the same order, the same calls with the same arguments."""
    for one in GOOD:
        for changed in made(name, one):
            assert [fact.text for fact in facts(changed)] == [fact.text for fact in facts(one)]
            assert [(step.call.name, step.call.arguments) for step in changed.steps] == [
                (step.call.name, step.call.arguments) for step in one.steps
            ]


@pytest.mark.parametrize("name", ["all-timed-out", "result-dropped", "result-failed", "never-asked"])
def test_claim_stays_and_its_ground_goes(name: str) -> None:
    """The final message is the same, and no result says some fact of it any more."""
    for one in GOOD:
        for changed in made(name, one):
            assert changed.messages[-1] == one.messages[-1]
            results = [message for message in changed.messages if message.answers_call]
            assert any(not any(stands_in(message, fact.text) for message in results) for fact in facts(one))


@pytest.mark.parametrize("name", ["final-empty", "final-null", "final-blank", "final-removed", "cut-short"])
def test_fact_is_never_told(name: str) -> None:
    """Nobody but a tool says what the right run told."""
    for one in GOOD:
        for changed in made(name, one):
            spoken = [message for message in changed.messages if not message.answers_call]
            assert any(not any(stands_in(message, fact.text) for message in spoken) for fact in facts(one))


def last(name: str) -> list[Any]:
    """What an edit makes of the final message about kettles, over all ways to draw."""
    return [changed.messages[-1].content for changed in made(name, kettles())]


def test_final_messages_are_those() -> None:
    """In full, the simplest first."""
    said = "There are 37 blue kettles here."
    assert last("final-empty") == [""]
    assert last("final-null") == [None]
    assert last("final-blank") == [" \n"]
    assert last("number-changed") == [said.replace("37", f"{n}7") for n in (4, 5, 6, 7, 8, 9, 1, 2)]
    assert last("fact-denied") == [said.replace("37", "definitely not 37")]
    assert last("fact-hedged") == [said.replace("37", "37 or 47 or 57")]
    assert last("final-denied")[0] == f"None of the following is true: {said}"
    assert last("deed-claimed")[0] == f"{said} I have also cancelled your other order."
    assert last("blanks-around") == [f"{said}\n", f" {said}"]
    assert last("politeness")[0] == f"{said} Have a nice day!"
    assert last("answer-of-another")[0] == sample("airline_good")[0].messages[-1].content


def test_every_place_of_a_fact_is_changed() -> None:
    """A message that says it twice does not keep it once; 0 becomes another digit."""
    assert made("number-changed", kettles("37! There are 37."))[0].messages[-1].content == "47! There are 47."
    assert made("number-changed", kettles("There are 0.37.", "0.37"))[0].messages[-1].content == "There are 1.37."


def test_calls_are_edited_so() -> None:
    """The messages between the question and the answer."""
    one = kettles()
    asked, given_back = chat_json(one)[1:3]
    assert first("all-timed-out", one)[1:3] == [asked, {**given_back, "content": TIMED_OUT}]
    assert first("result-failed", one)[1:3] == [asked, {**given_back, "content": TIMED_OUT}]
    assert first("result-dropped", one)[1:-1] == [asked]
    assert first("never-asked", one)[1:-1] == []
    assert first("result-before-call", one)[1:3] == [given_back, asked]
    assert first("final-removed", one) == chat_json(one)[:-1]
    assert first("cut-short", one) == chat_json(one)[:1]
    assert first("final-dumped", one)[-1]["content"] == '{"units": 37}'
    assert first("system-added", one)[0]["role"] == "system"
    assert first("content-in-parts", one)[0]["content"] == [{"type": "text", "text": "How many kettles?"}]
    assert first("result-rewritten", one)[2]["content"] == '{\n "units": 37\n}'


def written(name: str, **arguments: Any) -> list[Any]:
    """How an edit writes the arguments of the only call."""
    one = chat(user("a"), asks(call(**arguments)), gives("b"), says("c"))
    return [changed["function"]["arguments"] for made_one in made(name, one) for changed in _calls(made_one)]


def _calls(one: Chat) -> list[Any]:
    return [made_call for message in chat_json(one) for made_call in message.get("tool_calls", ())]


def test_arguments_are_written_so() -> None:
    """Other order, white space, an object; one more where a number is, in a text too."""
    assert written("keys-turned", a=1, b="x") == ['{"b":"x","a":1}']
    assert written("keys-turned", a=1) == []
    assert written("arguments-spread", a=1) == ['{\n  "a": 1\n}']
    assert written("arguments-spread") == []
    assert written("arguments-as-object", a=1) == [{"a": 1}]
    assert written("arguments-as-object") == []
    assert written("argument-changed", a=1, b="x9", c="y", d=True) == [
        '{"a":2,"b":"x9","c":"y","d":true}', '{"a":1,"b":"x10","c":"y","d":true}'
    ]  # fmt: skip
    assert written("argument-changed", a="x") == []
    parcel = sample("shop_good")[1]
    assert _calls(made("arguments-as-text", parcel)[0])[0]["function"]["arguments"] == '{"detail":true,"order":55120}'


def test_ids_are_renamed_in_both_places() -> None:
    """Call and result; where the words of a run name an id, nothing is renamed."""
    told = first("ids-renamed", kettles())
    assert (told[1]["tool_calls"][0]["id"], told[2]["tool_call_id"]) == ("call_0000x", "call_0000x")
    assert made("ids-renamed", chat(user("b"), asks(call("x")), gives("the id is x", "x"))) == []
    assert made("ids-renamed", chat(user("b"), asks(call(None)))) == []
    assert made("ids-renamed", chat(user("b"), says("c"))) == []


TWO = chat(
    user("Which?"),
    asks(call("x", article="steel"), call("y", article="iron")),
    gives("none", "x"),
    gives("16 there", "y"),
    says("Of iron there are 16."),
)


def test_swapped_calls_keep_their_results() -> None:
    """Each call goes with its own; two calls that are the same are not swapped."""
    told = first("calls-swapped", TWO)
    assert [one["id"] for one in told[1]["tool_calls"]] == ["y", "x"]
    assert [one.get("tool_call_id") for one in told[2:4]] == ["y", "x"]
    same = chat(user("a"), asks(call("x"), call("y")), gives("b", "x"), gives("b", "y"), says("c"))
    assert made("calls-swapped", same) == []


def test_doubled_call_stands_behind_all_results_of_its_message() -> None:
    """With an id of its own, where ids are in use."""
    told = first("call-doubled", TWO)
    assert [one["role"] for one in told] == ["user", "assistant", "tool", "tool", "assistant", "tool", "assistant"]
    assert (told[4]["tool_calls"][0]["id"], told[5]["tool_call_id"]) == ("x-again", "x-again")
    older = first("call-doubled", sample("shop_good")[0])
    assert older[3:5] == older[1:3]


def test_unmade_call_is_one_that_nobody_tells_of() -> None:
    """The only call stays, and so does one with a fact of the final message."""
    assert [len(one.messages) for one in made("call-unmade", TWO)] == [4]
    assert made("call-unmade", kettles()) == []


def test_quotes_are_curled_in_pairs() -> None:
    """A lone quote is an inch; there is nothing to curl in other words."""
    assert made("typographic-quotes", kettles('It\'s the "blue" one, so.'))[0].messages[-1].content == (
        "It’s the “blue” one, so."
    )
    assert made("typographic-quotes", kettles('It is 37" wide, so.')) == []
    assert made("typographic-quotes", kettles()) == []


@pytest.mark.parametrize("final", ["37", "37 kettles.", "There are 37 blue ones", '{"units": 37, "of": "the blue".}'])
@pytest.mark.parametrize("name", ["politeness", "blanks-around", "typographic-quotes"])
def test_bare_values_are_left_alone(final: str, name: str) -> None:
    """A task may ask for nothing but the number, or for JSON: only sentences are made politer."""
    assert made(name, kettles(final)) == []


@pytest.mark.parametrize(
    ("name", "one"),
    [
        *((name, chat(user("a"))) for name in BY_NAME if name not in ("system-added", "content-in-parts")),
        ("system-added", chat({"role": "developer", "content": "b"}, user("a"))),
        ("content-in-parts", chat(says([{"type": "text", "text": "b"}]))),
        ("cut-short", chat(asks(call()), gives("37"), says("There are 37."))),
        ("cut-short", chat(user("a"), says("There are 37."))),
        ("final-empty", chat(user("a"), asks(call()), gives("37"), asks(call("b", told=37)), says("There are 37."))),
        ("number-changed", chat(user("a"), asks(call()), gives("37 of " + " ".join(map(str, range(17, 100, 10)))),
                                says("There are 37."))),
        ("result-dropped", chat(user("a"), asks(call(), call("b")), gives("37"), gives("37", "b"), says("It is 37."))),
        ("deed-claimed", chat(user("Cancel, refund and send it."), says("b"))),
        ("result-before-call", chat(user("a"), gives("37"), asks(call()), says("There are 37."))),
        ("final-dumped", chat(user("a"), says("b"))),
        ("result-rewritten", chat(user("a"), asks(call(), call("b")), gives("37"), gives("{}", "b"))),
        ("answer-of-another", GOOD[0]),
    ],
)  # fmt: skip
def test_edit_does_not_apply(name: str, one: Chat) -> None:
    """Where a domain could call the result right, or nothing would change, there is no case."""
    others: Callable[[str, Chat], list[Chat]] = made
    if name == "answer-of-another":
        alone = next(edit for edit in edits([one]) if edit.name == name)
        assert [*every(lambda draw: alone.edit(draw, one), most=9)] == [None]
    else:
        assert others(name, one) == []


def test_draws_are_tried_in_order_up_to_the_bound() -> None:
    """Every way once, the simplest first; a bound ends it."""
    ways = [*every(lambda draw: (draw(0, 1), draw(3, 4) if draw(0, 1) else 0), most=99)]
    assert ways == [(0, 0), (0, 3), (0, 4), (1, 0), (1, 3), (1, 4)]
    assert [*every(lambda draw: draw(0, 10**9), most=3)] == [0, 1, 2]
    assert [*every(lambda draw: one_of(draw, "ab"), most=9)] == ["a", "b"]
