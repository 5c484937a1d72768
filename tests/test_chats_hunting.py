"""Is every naive grader of chats caught, in its smallest case, told on one screen, and pinned by a test?"""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_chats import asks, call, chat, gives, kettles, sample, says, user
from worlds import scenario

from graders import grade
from graders.audit.chats.edit import Expected
from graders.audit.chats.edits import edits
from graders.audit.chats.findings import Counterexample, Hunt, Tally
from graders.audit.chats.hunting import hunt_chats
from graders.audit.chats.importing import to_trace
from graders.audit.chats.messages import Chat
from graders.audit.chats.reading import read_chat
from graders.audit.chats.regression import case_json, complaint, regression_text
from graders.audit.chats.shrinking import shrink
from graders.audit.chats.table import hunt_json
from graders.audit.chats.telling import MOST_LINES, explained
from graders.audit.chats.writing import chat_json
from graders.audit.judge import Said
from graders.audit.rows import lines_of
from inventory_env.errors import InputError
from inventory_env.verdict import Mark

Messages = list[dict[str, Any]]
# Also where this project is not installed.
_FINDING_US = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent), "PYTHONDONTWRITEBYTECODE": "1"}
GOOD = [*sample("airline_good"), *sample("shop_good")]
BAD = [*sample("airline_bad"), *sample("shop_bad")]


def last_is_not_empty(messages: Messages) -> bool:
    """The run is right if it ends with words."""
    return bool(messages[-1].get("content"))


def any_tool_called(messages: Messages) -> bool:
    """The run is right if a tool was called."""
    return any(one.get("tool_calls") or one.get("function_call") for one in messages)


def says_the_number(messages: Messages) -> bool:
    """The run is right if its last message holds the number of kettles."""
    return "37" in messages[-1]["content"]


def same_tools(messages: Messages, reference: Messages) -> bool:
    """The run is right if it calls each tool as often as the right run."""
    return _tools(messages) == _tools(reference)


def _tools(messages: Messages) -> Counter[str]:
    return Counter(one["function"]["name"] for message in messages for one in message.get("tool_calls") or ())


def exact(messages: Messages, reference: Messages) -> bool:
    """The run is right if it is the right run to the letter."""
    return messages == reference


def reads_text_only(messages: Messages) -> bool:
    """The run is right if its last message is a long text; falls over whatever is none."""
    return len(messages[-1]["content"].strip()) > 9


NAIVE: list[tuple[Callable[..., bool], list[Chat], list[Chat]]] = [
    (last_is_not_empty, GOOD, BAD),
    (any_tool_called, GOOD, BAD),
    (says_the_number, [kettles()], []),
    (same_tools, GOOD, BAD),
    (exact, GOOD, BAD),
    (reads_text_only, GOOD, BAD),
]


def smallest(found: Hunt, kind: str) -> tuple[Said, list[dict[str, Any]]]:
    """What the grader said of the smallest case of a kind, and the case."""
    one = next(one for one in found.counterexamples if one.kind == kind)
    return one.ruling.said, chat_json(one.chat)


def tally(found: Hunt, kind: str) -> Tally:
    """The counts of a kind."""
    return next(one for one in found.tallies if one.kind == kind)


OLD_CALL = {"name": "count_stock", "arguments": "{}"}
KETTLE = [
    user("How many of the blue kettles do you have?"),
    {"role": "assistant", "content": None, "function_call": OLD_CALL},
    {"role": "function", "name": "count_stock", "content": '{"units":37}'},
    says("We have 37 blue kettles in the shop."),
]


def test_grader_of_the_last_word_is_caught() -> None:
    """A non-empty ending proves nothing: blanks, denials, claims without a call."""
    found = hunt_chats(last_is_not_empty, GOOD, BAD)
    assert smallest(found, "final-blank") == (Said.ACCEPT, [*KETTLE[:3], says(" \n")])
    assert smallest(found, "never-asked") == (Said.ACCEPT, [KETTLE[0], KETTLE[3]])
    assert smallest(found, "bad-as-given")[1] == chat_json(BAD[1])
    assert smallest(found, "cut-short") == (Said.ACCEPT, KETTLE[:1])
    assert (tally(found, "final-null").wrong, tally(found, "final-null").first) == (0, None)


def test_grader_of_any_tool_call_is_caught() -> None:
    """Whoever called something may say anything."""
    found = hunt_chats(any_tool_called, GOOD, BAD)
    assert smallest(found, "final-empty") == (Said.ACCEPT, [*KETTLE[:3], says("")])
    denied = says("None of the following is true: We have 37 blue kettles in the shop.")
    assert smallest(found, "final-denied") == (Said.ACCEPT, [*KETTLE[:3], denied])
    assert tally(found, "never-asked").false_accepts == 8  # where another call is left
    failed = {**KETTLE[2], "content": "Error: the tool did not answer in time."}
    assert smallest(found, "all-timed-out") == (Said.ACCEPT, [*KETTLE[:2], failed, KETTLE[3]])


def test_grader_of_a_substring_is_caught() -> None:
    """The number stands in a denial, in a choice of numbers, beside a lie, and beside no call at all."""
    found = hunt_chats(says_the_number, [kettles()])
    asked = [user("How many kettles?"), asks(call()), gives('{"units": 37}')]
    assert smallest(found, "fact-denied") == (
        Said.ACCEPT, [*asked, says("There are definitely not 37 blue kettles here.")]
    )  # fmt: skip
    assert smallest(found, "fact-hedged")[1][-1] == says("There are 37 or 47 or 57 blue kettles here.")
    deed = "There are 37 blue kettles here. I have also cancelled your other order."
    assert smallest(found, "deed-claimed") == (Said.ACCEPT, [user("How many kettles?"), says(deed)])
    assert smallest(found, "result-dropped") == (Said.ACCEPT, [*asked[:2], says("There are 37 blue kettles here.")])
    assert tally(found, "number-changed").wrong == 0
    parts = smallest(found, "content-in-parts")
    assert parts[0] is Said.REJECT
    assert [type(one["content"]) for one in parts[1]] == [list, list]


def test_grader_of_tool_names_is_caught() -> None:
    """The same calls with any reply and any answer."""
    found = hunt_chats(same_tools, GOOD, BAD)
    assert smallest(found, "number-changed") == (
        Said.ACCEPT, [*KETTLE[:3], says("We have 47 blue kettles in the shop.")]
    )  # fmt: skip
    assert tally(found, "calls-swapped").accepted == tally(found, "calls-swapped").tried == 6
    assert tally(found, "call-doubled").accepted == 1  # it does not see the older way to call
    wrong = next(one for one in found.counterexamples if one.kind == "bad-as-given")
    assert wrong.reference == GOOD[0]


def test_grader_of_the_exact_run_is_caught_the_other_way_round() -> None:
    """It refuses the same in another writing, and accepts nothing wrong."""
    found = hunt_chats(exact, GOOD, BAD)
    refused = {one.kind for one in found.tallies if one.false_rejects}
    assert refused == {edit.name for edit in edits(GOOD) if edit.expected is Expected.HOLDS}
    assert not any(one.false_accepts for one in found.tallies)
    assert smallest(found, "politeness") == (
        Said.REJECT, [KETTLE[0], says("We have 37 blue kettles in the shop. Have a nice day!")]
    )  # fmt: skip
    assert not tally(found, "bad-as-given").wrong


def test_crash_is_told_as_crash() -> None:
    """A grader that cannot read null gives no verdict on it."""
    found = hunt_chats(reads_text_only, GOOD, BAD)
    assert smallest(found, "final-null") == (Said.BROKEN, [*KETTLE[:3], says(None)])
    counts = tally(found, "final-null")
    assert (counts.crashed, counts.wrong, counts.first, counts.sound) == (counts.tried, 0, 1, False)
    assert smallest(found, "content-in-parts")[0] is Said.BROKEN


def test_crash_where_only_the_domain_can_tell_is_counted_alone() -> None:
    """Arguments as an object are not in the protocol: a grader need not read them."""

    def parsing(messages: Messages) -> bool:
        calls = [one["function"] for message in messages for one in message.get("tool_calls", ())]
        return all(isinstance(json.loads(one["arguments"]), dict) for one in calls)

    found = hunt_chats(parsing, [kettles()], kinds=["arguments-as-object"])
    assert tally(found, "arguments-as-object").crashed == 1
    assert found.sound
    assert found.counterexamples == ()


@pytest.mark.parametrize(("grader", "good", "bad"), NAIVE, ids=[one[0].__name__ for one in NAIVE])
def test_counterexample_does_not_depend_on_the_seed(
    grader: Callable[..., bool], good: list[Chat], bad: list[Chat]
) -> None:
    """Whichever cases the seed tries, a kind of error ends in the same case, of which nothing can be left out."""
    whole = {(one.kind, one.ruling.said): one for one in hunt_chats(grader, good, bad).counterexamples}
    assert whole
    for seed in (1, 2):
        some = hunt_chats(grader, good, bad, examples=90, seed=seed)
        assert some.counterexamples
        assert all(whole[one.kind, one.ruling.said] == one for one in some.counterexamples)
        assert some == hunt_chats(grader, good, bad, examples=90, seed=seed)


@pytest.mark.parametrize(("grader", "good", "bad"), NAIVE, ids=[one[0].__name__ for one in NAIVE])
def test_counterexample_is_told_on_one_screen_and_pinned(
    grader: Callable[..., bool], good: list[Chat], bad: list[Chat]
) -> None:
    """Few lines, and a case as JSON that the grader fails."""
    for one in hunt_chats(grader, good, bad, examples=200).counterexamples:
        lines = explained(one)
        assert len(lines) <= MOST_LINES
        assert all(len(line) <= 120 and line.isprintable() for line in lines)
        assert complaint(grader, json.loads(json.dumps(case_json(one)))) is not None


def test_mended_grader_is_sound() -> None:
    """A grader that looks at calls, replies and words of this one domain errs nowhere."""

    def careful(messages: Messages) -> bool | None:
        texts = [_text(one.get("content")) for one in messages]
        replies = [one for one in messages if one["role"] == "tool"]
        called = [place for place, one in enumerate(messages) if one.get("tool_calls")]
        if not called or not replies or messages.index(replies[0]) < called[0]:
            return False
        if "37" not in _text(replies[0]["content"]):
            return False
        final = " ".join(texts[-1].split())
        polite = final.removesuffix("Have a nice day!").removesuffix("Please let me know if there is anything else.")
        return polite.strip() == "There are 37 blue kettles here."

    found = hunt_chats(careful, [kettles()], [kettles("There are 73 blue kettles here.")])
    assert found.sound
    assert found.counterexamples == ()
    assert sum(one.tried for one in found.tallies) > 40


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "".join(one["text"] for one in content or ())


def test_undecided_is_counted_and_sound() -> None:
    """Whoever leaves everything open errs nowhere."""
    found = hunt_chats(lambda messages: None, GOOD, BAD, examples=100)
    assert found.sound
    assert all(one.undecided == one.tried for one in found.tallies)
    assert not tally(found, "politeness").tried  # what it says of the run as it is shows nothing of the edit


def test_run_as_given_is_held_against_the_grader() -> None:
    """A right run must pass as it is; the first of each size is shown, whole."""
    found = hunt_chats(lambda messages: False, GOOD, BAD, examples=0)
    assert [one.kind for one in found.counterexamples] == ["good-as-given"]
    assert found.counterexamples[0].chat == GOOD[4]
    assert (tally(found, "good-as-given").false_rejects, tally(found, "bad-as-given").wrong) == (8, 0)
    assert "you say that this run is good" in explained(found.counterexamples[0])[-1]


def test_crash_on_a_run_as_given_is_no_fault_of_the_edits() -> None:
    """It is told once, with the run as it is, and the other cases only count it."""
    found = hunt_chats(lambda messages: messages[99], [kettles()])
    assert [one.kind for one in found.counterexamples] == ["good-as-given"]
    assert not found.sound


@pytest.mark.parametrize("steady", [2, 4])  # the run as given and the case, then again to find and shrink it
def test_grader_that_changes_its_mind_gets_no_case_of_its_own(steady: int) -> None:
    """It is counted; a case that does not come again is none."""
    answers = iter([True] * steady + [False] * 1000)
    found = hunt_chats(lambda messages: next(answers), [kettles()], kinds=["final-empty"])
    assert tally(found, "final-empty").false_accepts == 1
    assert found.counterexamples == ()


def test_bad_run_without_a_right_twin_is_left_out_of_graders_of_two() -> None:
    """There is nothing to compare it with."""
    found = hunt_chats(same_tools, [kettles()], BAD, examples=0)
    assert tally(found, "bad-as-given").tried == 0


def test_wrong_runs_must_stay_wrong_in_other_words() -> None:
    """A grader that a polite ending wins over is caught by a wrong run."""
    wrong = kettles("There are 73 blue kettles here.")

    def won_over(messages: Messages) -> bool:
        return any(one in str(messages[-1]) for one in ("37", "nice day"))

    found = hunt_chats(won_over, [kettles()], [wrong])
    one = next(one for one in found.counterexamples if one.kind == "politeness")
    assert (one.label, one.right, one.ruling.said) == ("bad", Said.REJECT, Said.ACCEPT)
    assert tally(found, "politeness").false_accepts == 1


def test_kinds_can_be_chosen_and_are_told_as_they_end() -> None:
    """Unknown ones are refused with the nearest name."""
    told: list[str] = []
    found = hunt_chats(any_tool_called, GOOD, kinds=["final-null"], after=lambda tally: told.append(tally.kind))
    assert told == [one.kind for one in found.tallies] == ["good-as-given", "bad-as-given", "final-null"]
    with pytest.raises(InputError, match=r"kinds must be kinds of edit; got 'final-nul' \(did you mean final-null\?"):
        hunt_chats(any_tool_called, GOOD, kinds=["final-nul"])


def test_examples_bound_the_cases() -> None:
    """Equal numbers a kind, evenly over the runs."""
    found = hunt_chats(lambda messages: True, GOOD, examples=3 * len(edits(GOOD)))
    assert max(one.tried for one in found.tallies[2:]) == 3


def test_our_own_grader_errs_nowhere_on_chats_about_our_tools() -> None:
    """It fails what an edit made wrong or leaves it open, and leaves open what is right: others recorded it."""
    case = scenario({"North": 2, "South": 0}, quantity=19, id="own-2")
    run = sample("own_good")[1]

    def ours(messages: Messages) -> Mark:
        return grade(case, to_trace(case, read_chat(messages))).success

    holding = [edit.name for edit in edits([run]) if edit.expected is Expected.HOLDS]
    found = hunt_chats(lambda messages: ours(messages) is not Mark.FAIL, [run], kinds=holding)
    assert found.sound
    assert sum(one.tried for one in found.tallies) > 10
    flipping = hunt_chats(ours, [run], kinds=["cut-short", "all-timed-out", "number-changed", "final-denied"])
    assert flipping.sound
    assert tally(flipping, "number-changed").undecided == 0
    assert tally(flipping, "good-as-given").undecided == 1


# Shrinking -------------------------------------------------------------------------------------------------------


def test_chat_shrinks_to_what_matters() -> None:
    """Calls go with their results, then other messages, sentences, parts of JSON, and odd writings."""
    long = chat(
        {"role": "system", "content": "Help."},
        user("Hello. How many kettles?"),
        says("I will look."),
        asks(call("x", "log", text="a"), call("y", article="kettle", shop=[1, 2]), content="So."),
        gives("logged", "x"),
        {**gives({"rows": [{"a": 1}, {"units": 37, "b": [2]}], "c": 3}, "y"), "weight": 2},
        gives("nobody asked", "z"),
        says([{"type": "text", "text": "Thanks for waiting. There are 37.\nBye!"}]),
    )
    small = shrink(long, lambda one: "37" in (one.messages[-1].content or "") and bool(one.steps))
    assert chat_json(small) == [user("How many kettles?"), asks(call("y")), gives("{}", "y"), says("There are 37.")]
    kept = shrink(long, lambda one: any('"units":37' in (message.content or "") for message in one.messages))
    assert chat_json(kept)[1:3] == [asks(call("y")), gives('{"rows":[{"units":37}]}', "y")]
    assert hash(kept) == hash(chat(*chat_json(kept)))
    written = shrink(long, lambda one: any(message.rest for message in one.messages))
    assert chat_json(written)[2] == {**gives({}, "y"), "weight": 2}


def test_chat_that_nothing_can_be_taken_from_stays() -> None:
    """The first words of the user and the last of the assistant are kept."""
    one = chat(user("a"), says("b"))
    assert shrink(one, lambda smaller: True) == one
    plain = chat(user("a"), asks(call()), gives("no JSON"), says("b"))
    assert shrink(plain, lambda smaller: bool(smaller.steps)) == plain


def test_part_on_which_the_grader_errs_unedited_shows_nothing() -> None:
    """What is left of the run must pass as it is, so the number stays."""
    found = hunt_chats(says_the_number, [kettles("There are 37. We like them all.")], kinds=["content-in-parts"])
    assert [one.source.messages[-1].content for one in found.counterexamples] == ["There are 37."]


def test_long_logs_shrink_in_few_steps() -> None:
    """A hundred rows, of which one matters, and a hundred calls: halves go first."""
    rows = [{"row": number} for number in range(100)]
    one = chat(user("a"), *(part for n in range(50) for part in (asks(call(f"c{n}")), gives(rows, f"c{n}"))), says("b"))
    asked = 0

    def shows(smaller: Chat) -> bool:
        nonlocal asked
        asked += 1
        return any('"row":77' in (message.content or "") for message in smaller.messages)

    assert len(shrink(one, shows).messages) == 4
    assert asked < 300


# Telling ---------------------------------------------------------------------------------------------------------


def test_case_is_told_so() -> None:
    """What was changed, the messages with the changed place, what was said, what is right, and why."""
    found = hunt_chats(says_the_number, [kettles()], kinds=["fact-denied"])
    assert explained(found.counterexamples[0]) == [
        "fact-denied: the final message denies what the result says",
        "from good run 1, with all taken away that does not matter",
        "",
        '    1 user       "How many kettles?"',
        "    2 assistant  look({}) [k-a]",
        '    3 tool       "{"units": 37}" [k-a]',
        'x     assistant  "There are 37 blue kettles here."',
        '>   4 assistant  "There are definitely not 37 blue kettles here."',
        "",
        "grader said: accept (True)",
        "right is:    reject",
        "why:         the final message denies what the result says; no task makes that right",
    ]


def test_reason_is_told_for_each_way_to_err() -> None:
    """A writing that changes nothing, and no word at all."""
    told = {one.kind: explained(one)[-1] for one in hunt_chats(exact, GOOD, BAD, examples=100).counterexamples}
    assert told["system-added"] == "why:         that changes nothing, and without it the grader says accept"
    crash = hunt_chats(reads_text_only, GOOD, kinds=["final-null"]).counterexamples[0]
    assert explained(crash)[-1].endswith("a grader must have a word on every chat, also on this one")


def test_changed_place_of_a_long_message_is_shown() -> None:
    """From shortly before it on, in the message as it was and as it is."""
    final = f"There are {'really ' * 20}37 blue kettles here."
    lines = explained(hunt_chats(says_the_number, [kettles(final)], kinds=["fact-denied"]).counterexamples[0])
    assert lines[6:8] == [
        'x     assistant  ...ally really really really really really 37 blue kettles here."',
        '>   4 assistant  ...ally really really really really really definitely not 37 blue kettles here."',
    ]


def test_long_run_is_told_with_a_gap() -> None:
    """The changed messages always stand there."""
    long = chat(user("a"), *(says(f"line {number}") for number in range(60)), says("b"))
    changed = chat(*chat_json(long)[:-1], says("c"))
    lines = explained(
        Counterexample(
            "kind", "about", Expected.FLIPS, long, changed, Said.REJECT,
            hunt_chats(last_is_not_empty, GOOD, BAD).counterexamples[0].ruling, "good", 0,
        )
    )  # fmt: skip
    assert len(lines) == MOST_LINES
    assert '>  62 assistant  "c"' in lines
    assert "     ... and 46 more messages" in lines


# The test that is written -----------------------------------------------------------------------------------------


def test_written_test_fails_now_and_passes_when_mended(tmp_path: Path) -> None:
    """The grader is named as its user names it; any text survives."""
    naive, mended = tmp_path / "naive.py", tmp_path / "mended.py"
    source = 'def good(messages):\n    return "37" in messages[-1]["content"]'
    naive.write_text(f"{source}\n", encoding="utf-8")
    mended.write_text(f'{source} and "not" not in messages[-1]["content"]\n', encoding="utf-8")
    run = kettles('There are 37 """blue""" kettles \\ here é\ud800.')
    found = hunt_chats(says_the_number, [run], kinds=["fact-denied"]).counterexamples[0]
    assert "but right is reject" in _tried(tmp_path, regression_text([found], f"{naive}:good"), passed=False)
    _tried(tmp_path, regression_text([found], f"{mended}:good"), passed=True)


def _tried(folder: Path, text: str, *, passed: bool) -> str:
    """What pytest says of a written file, of which no line is too long for any editor."""
    assert all(len(line) <= 120 for line in text.splitlines())
    (folder / "test_written.py").write_text(text, encoding="ascii")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "test_written.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=_FINDING_US)
    assert done.returncode == (0 if passed else 1), done.stdout
    return done.stdout


def test_written_test_holds_every_case_with_its_story(tmp_path: Path) -> None:
    """Each under its kind and what the grader said, the messages beside it."""
    found = hunt_chats(reads_text_only, GOOD).counterexamples
    assert len(found) > 2
    text = regression_text(found, "mine:good")
    for one in found:
        assert f"'{one.kind}, {one.ruling.said}': (" in text
        assert f"    # {one.kind}: {one.about}" in text


@pytest.mark.parametrize(
    ("grader", "kind", "mended"),
    [
        (last_is_not_empty, "final-blank", lambda messages: None),
        (exact, "politeness", lambda messages, reference: True),
        (reads_text_only, "final-null", lambda messages: False),
        (lambda messages: False, "good-as-given", lambda messages: True),
    ],
)
def test_mended_grader_has_no_complaint(
    grader: Callable[..., bool], kind: str, mended: Callable[..., bool | None]
) -> None:
    """Undecided is no error; the same word on both writings is enough."""
    case = case_json(next(one for one in hunt_chats(grader, GOOD).counterexamples if one.kind == kind))
    assert complaint(grader, case) is not None
    assert complaint(mended, case) is None


# The table -------------------------------------------------------------------------------------------------------


def test_counts_are_rows_of_the_table_of_every_audit() -> None:
    """Errors out of the cases in which they could happen; of what only the domain can tell, none."""
    found = hunt_chats(any_tool_called, GOOD, BAD)
    whole = hunt_json(found)
    assert json.loads(json.dumps(whole)) == whole
    rows = {row["kind"]: row for row in whole["kinds"]}
    assert rows["bad-as-given"]["false_accepts"]["of"] == len(BAD)
    assert (rows["never-asked"]["false_accepts"]["wrong"], rows["never-asked"]["false_accepts"]["of"]) == (8, 13)
    assert rows["calls-swapped"]["unlabelled"] == rows["calls-swapped"]["accepted"] == 6
    polite = rows["politeness"]
    assert polite["false_rejects"]["of"] + polite["false_accepts"]["of"] == polite["cases"]
    assert len(whole["smallest"]) == len(found.counterexamples)
    lines = lines_of(whole["kinds"])
    assert len(lines) >= len(found.tallies)
    assert any("8 of 13" in line for line in lines)
