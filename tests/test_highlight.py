"""Are the words that matter marked where they stand, and is nothing of a message lost or able to move a cursor?"""

import re

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import scenario

from baselines import careful
from graders import grade
from graders.claims.claim import Claim, Kind, Polarity, Quantity, Role, Understanding, WriteClaim
from graders.highlight import Span, highlighted, quoted
from graders.printing import guillemets, plain, width, wrapped
from graders.records import Record
from graders.show import Page, show
from graders.understood import claim_lines, spans, to_json, understood_in
from inventory_env import Answer, Desk, Task, play
from inventory_env.codec import decode, encode
from inventory_env.verdict import Finding, Mark, Verdict

TEXT = st.text("ab \n\r\t\x1b\x00\u202e\u2028\ud800\u4e2d\uff0c\ue000\uf000\U0001f600", max_size=40)
PLACES = st.integers(0, 45)
SPANS = st.lists(st.builds(Span, PLACES, PLACES, st.sampled_from(["red", "yellow", "green"]), st.just("")), max_size=5)


def unmarked(lines: list[str], *marks: str) -> str:
    """The lines as one, without marks, colours and blanks."""
    text = re.sub(r"\x1b\[[\d;]+m", "", "".join(lines))
    return re.sub("|".join([*marks, " "]), "", text)


@settings(max_examples=200)
@given(text=TEXT, marks=SPANS, cells=st.integers(1, 30))
def test_marks_and_colours_change_nothing_else(text: str, marks: list[Span], cells: int) -> None:
    """Every word is there once and in order, whatever is marked; each mark that opens is closed in its paragraph."""
    told = [plain(one) for one in text.splitlines()]
    for lines, paragraph in zip(highlighted(text, marks, cells=cells, marks=("<", ">")), told, strict=True):
        assert unmarked(lines, "<", ">") == paragraph.replace(" ", "")
        assert "".join(lines).count("<") == "".join(lines).count(">")
        assert all(line.isprintable() for line in lines)
    for lines, paragraph in zip(highlighted(text, marks, cells=cells, colours=True), told, strict=True):
        assert unmarked(lines) == paragraph.replace(" ", "")
        for line in lines:
            assert re.fullmatch(r"([^\x1b]|\x1b\[4;3[123]m[^\x1b]+\x1b\[0m)*", line)


@given(text=TEXT, start=PLACES, end=PLACES)
def test_the_words_between_the_marks_are_those_of_the_span(text: str, start: int, end: int) -> None:
    """What lies outside the message is passed over; an empty or reversed span marks nothing."""
    text = text.replace("\n", " ").replace("\r", " ").replace("\u2028", " ").replace("\x1c", " ")
    line = "".join("".join(lines) for lines in highlighted(text, [Span(start, end)], cells=10**6, marks=("<", ">")))
    found = re.fullmatch(r"[^<]*<(.*)>[^>]*", line)
    assert (found[1].strip() if found else "") == plain(text[start:end]).strip() == quoted(text, (start, end))


def test_spans_may_lie_within_and_across_each_other() -> None:
    """The longer one opens first; what began last ends first; several findings on the same words are told together."""
    text = "I put 10 aside,\r\nand ship them today."
    marks = [Span(0, 14, "yellow", "2"), Span(0, 14, "red", "1"), Span(2, 8), Span(6, 21, "green", "3"), Span(99, 120)]
    assert highlighted(text, marks, cells=40) == [
        ["\u00bbI \u00bbput \u00bb10\u00ab aside\u00ab[2,1],\u00ab"],
        ["\u00bband \u00ab[3]ship them today."],
    ]
    painted = highlighted(text, [Span(0, 14, "yellow", "2"), Span(0, 14, "red", "1")], cells=9, colours=True)
    red, off = "\x1b[4;31m", "\x1b[0m"
    assert painted[0] == [f"{red}I put 10{off}", f"{red}aside{off}[2,1],"]


@given(text=st.text("ab \u4e2d\uff0c\u3002", max_size=60), cells=st.integers(2, 20))
def test_lines_keep_to_their_cells(text: str, cells: int) -> None:
    """Nothing is lost; a line is too wide only where one word is; no line begins with a comma of its own."""
    lines = wrapped(text, cells)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    for line in lines:
        assert line.strip()
        assert width(line) <= cells or " " not in line.strip()
    assert all(not line.startswith(("\uff0c", "\u3002")) or text.lstrip()[:1] in "\uff0c\u3002" or " " in text
               for line in lines)  # fmt: skip


def test_chinese_is_broken_between_its_characters() -> None:
    """A text without blanks does not run over the edge, and no mark of punctuation begins a line."""
    assert wrapped("\u5df2\u4e3a\u60a8\u9884\u7559\u8d27\u7269\uff0c\u8bf7\u653e\u5fc3\u3002 OK", 10) == [
        "\u5df2\u4e3a\u60a8\u9884\u7559",
        "\u8d27\u7269\uff0c\u8bf7\u653e",
        "\u5fc3\u3002 OK",
    ]


def test_marks_are_said_in_what_the_terminal_can_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are no guillemets, two signs each stand for them."""
    import sys

    class Stream:
        encoding = "ascii"

    monkeypatch.setattr(sys, "stdout", Stream())
    assert guillemets() == (">>", "<<")
    for encoding in (None, "no such"):
        monkeypatch.setattr(Stream, "encoding", encoding)
        assert guillemets() == (">>", "<<")
    monkeypatch.setattr(Stream, "encoding", "utf-8")
    assert guillemets() == ("\u00bb", "\u00ab")


# What show makes of it ------------------------------------------------------------------------------------------

SAID = "W1 has 12. I have set 10 aside for you; maybe more will come."


def talks(task: Task, desk: Desk) -> Answer:
    """Right in all fields; only the words go too far."""
    return attrs.evolve(careful(task, desk), message=SAID)


def judged(record: Record, *findings: Finding) -> Verdict:
    """The verdict on a run, with these findings on its words."""
    case = scenario({"W1": 12})
    verdict = grade(case, record.trace)
    marks = {"reservation-claimed": Mark.FAIL, "text-unclassified": Mark.UNCERTAIN}
    kept = tuple((code, mark) for code, mark in verdict.rules if code not in marks)
    return attrs.evolve(verdict, findings=findings, rules=(*kept, *marks.items()))


RUN = Record("talks", 1, 0, play(talks, scenario({"W1": 12})))
CLAIMED = Finding("reservation-claimed", "says that stock was held back", None, ("c2",), (11, 38))
UNCLEAR = Finding("text-unclassified", 'nobody knows what "maybe more will come" means', None, (), (40, 60))


def test_the_words_of_a_finding_are_marked_and_numbered() -> None:
    """In the message, with the number of the finding behind them; quoted in the finding where it does not do so."""
    lines = show(RUN, scenario({"W1": 12}), judged(RUN, CLAIMED, UNCLEAR), page=Page(columns=120))
    assert "  | W1 has 12. \u00bbI have set 10 aside for you\u00ab[1]; \u00bbmaybe more will come\u00ab[2]." in lines
    told = 'reservation-claimed, at c2, in "I have set 10 aside for you": says that stock was held back'
    assert f"  finding 1     {told}" in lines
    assert '  finding 2     text-unclassified: nobody knows what "maybe more will come" means' in lines
    assert any(line.endswith("broken: reservation-claimed; open: text-unclassified") for line in lines)
    bright = show(RUN, scenario({"W1": 12}), judged(RUN, CLAIMED, UNCLEAR), page=Page(columns=120, colours=True))
    assert any("\x1b[4;31mI have set 10 aside for you\x1b[0m[1]; \x1b[4;33mmaybe" in line for line in bright)


def test_brief_pages_tell_success_and_findings_only() -> None:
    """Who reads many runs one after the other needs no figures."""
    lines = show(RUN, scenario({"W1": 12}), judged(RUN, CLAIMED), page=Page(brief=True))
    assert [line.split()[0] for line in lines[lines.index("VERDICT") + 1 :] if line[2] != " "] == ["success", "finding"]


def test_a_clause_that_is_not_in_the_message_breaks_nothing() -> None:
    """A file may hold any numbers."""
    for clause in [(500, 600), (5, 2), (0, 2**53 - 1)]:
        finding = attrs.evolve(CLAIMED, clause=clause)
        lines = show(RUN, scenario({"W1": 12}), judged(RUN, finding))
        assert any(line.startswith("  finding 1     reservation-claimed") for line in lines)


def test_verdicts_from_before_clauses_are_read() -> None:
    """A finding in an older file names no words."""
    verdict = judged(RUN, attrs.evolve(CLAIMED, clause=None))
    assert decode(encode(verdict).replace(b'"clause":null,', b""), Verdict) == verdict
    assert decode(encode(judged(RUN, CLAIMED)), Verdict).findings[0].clause == (11, 38)


# What the words say ---------------------------------------------------------------------------------------------

UNDERSTOOD = Understanding(
    SAID,
    "en",
    (
        Claim(Kind.AVAILABILITY, Polarity.ASSERTED, 0, 9, (Quantity(12, 7, 9, Role.AVAILABLE, "W1"),), ("W1",), (), ""),
        Claim(Kind.RESERVATION, Polarity.ASSERTED, 11, 38, (Quantity(None, 22, 24),), ("W9\n",), ("A",), "set aside"),
        Claim(Kind.ORDER, Polarity.UNCERTAIN, 11, 38),
    ),
    ((40, 60),),
    WriteClaim.CLAIMED,
    ("no words of a claim",),
)


def test_what_the_words_say_is_told_clause_by_clause() -> None:
    """Kind, polarity, words, what they name and what decided; the same words are told once."""
    lines = show(RUN, scenario({"W1": 12}), judged(RUN), UNDERSTOOD, page=Page(columns=120))
    at = lines.index("WHAT THE WORDS SAY")
    assert lines[at + 1 : at + 6] == [
        "  availability    asserted   W1 has 12                    12 available at W1",
        "  reservation     asserted   I have set 10 aside for you  10 (which number?) unclear, W9\\n, A; by: set aside",
        "  order           uncertain",
        "  not understood             maybe more will come         no words of a claim",
        "  a deed presented as done: claimed; read as en",
    ]
    assert [line.split()[0] for line in claim_lines(UNDERSTOOD, numbered=True)] == ["[1]", "[2]", "order", "[3]"]
    assert [(one.tag, one.colour) for one in spans(UNDERSTOOD)] == [
        ("1", "green"), ("2", "red"), ("2", "yellow"), ("3", "yellow")]  # fmt: skip
    assert [line[:5] for line in claim_lines(UNDERSTOOD, colours=True)][1:] == ["\x1b[31m", "\x1b[33m", "\x1b[33m"]


def test_json_gives_the_words_of_every_place() -> None:
    """Whoever counts characters in another way can still find them."""
    told = to_json(UNDERSTOOD)
    assert [claim["text"] for claim in told["claims"]] == ["W1 has 12", *["I have set 10 aside for you"] * 2]
    assert told["claims"][0]["quantities"][0]["value"] == 12
    assert told["unclear"] == [{"start": 40, "end": 60, "text": "maybe more will come", "why": "no words of a claim"}]
    assert (told["write_claim"], told["language"], told["text"]) == ("claimed", "en", SAID)


def test_a_message_is_understood_in_the_language_and_with_the_names_of_its_task() -> None:
    """No answer has no words to understand."""
    case = scenario({"W1": 12})
    found = understood_in(case, RUN.trace)
    assert found is not None
    assert (found.text, found.language, found.write_claim) == (SAID, "en", WriteClaim.CLAIMED)
    assert understood_in(case, play(lambda task, desk: None, case)) is None
