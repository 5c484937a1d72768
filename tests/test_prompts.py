"""Is the whole task told in words, and does the linter read those words without the renderer?"""

import re
import textwrap
from collections.abc import Callable

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inventory_env.errors import InputError
from inventory_env.fields import NAME_PATTERN
from inventory_env.lint import lint
from inventory_env.prompt_reader import read
from inventory_env.prompts import quoted, render
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock
from inventory_env.task import Budget, Line, Retry, Sourcing, Task
from inventory_env.tools import ALWAYS_OFFERED, TOOLS

ODD_NAMES = (
    "A", "THE", "THEN", "the", "3", "1-2", "W1, then W2", "W1, W2", "W1.", "- W1", '"', '"W1"', "\\", '\\"', "“W1”",
    "W”1", "\ue0000\ue001", "\ue000", "a\u00a0b", "a b", "a\u200bb", "склад 1", "仓库", "Line 2: 5 units of B",
    "W1; ask no other", "no limit", "x" * 120, "🏬", "e\u0301", "\u00e9",
)  # fmt: skip
names = st.sampled_from(ODD_NAMES) | st.from_regex(NAME_PATTERN, fullmatch=True).filter(lambda name: len(name) <= 120)
wholes = st.integers(1, 50) | st.integers(1, 2**53 - 1)
# A quantity and a pack must add up to a whole number that every reader keeps.
halves = st.integers(1, 50) | st.integers(1, 2**52 - 1)
seconds = st.integers(0, 10**6)
limits = st.none() | st.integers(0, 10**6)


@st.composite
def tasks(draw: st.DrawFn) -> Task:
    """Any task, without its prompt; shrinks to one plain line at one warehouse."""
    numbers = draw(st.lists(wholes, min_size=1, max_size=4, unique=True))
    return Task(
        id="t",
        prompt="",
        lines=tuple(Line(number, draw(names), draw(halves)) for number in numbers),
        priority=tuple(draw(st.lists(names, min_size=1, max_size=4, unique=True))),
        sourcing=Sourcing(
            draw(st.sampled_from(["none", "any", "prefer_single", "fewest"])),
            max_sources=draw(st.none() | wholes),
            min_per_source=draw(wholes),
            pack=draw(halves),
            completeness=draw(st.sampled_from(["line", "order"])),
        ),
        tools=draw(st.frozensets(st.sampled_from(sorted(TOOLS)) | names, max_size=5)),
        on_unreachable=draw(st.sampled_from(["skip_and_disclose", "hold"])),
        max_age_s=draw(st.none() | seconds),
        retry=Retry(draw(seconds.filter(bool)), draw(wholes), draw(seconds)),
        budget=Budget(draw(limits), draw(limits), draw(limits), draw(limits)),
        completion=draw(st.sampled_from(["first_answer", "last_answer"])),
        asks_to_reserve=draw(st.booleans()),
    )


PLAIN = Task(
    id="t",
    prompt="",
    lines=(Line(1, "BK-R89B-58", 24), Line(2, "A", 36)),
    priority=("W1", "W2", "W3"),
    sourcing=Sourcing("any", max_sources=2, min_per_source=5, pack=12, completeness="order"),
    tools=frozenset({"get_stock", "list_stock", "create_reservation"}),
    max_age_s=300,
    retry=Retry(2, 3, 4),
    budget=Budget(calls=12, decisions=11, seconds=60, tokens=9000),
    asks_to_reserve=True,
)


def faults(task: Task, prompt: str) -> list[str]:
    """The fields that the linter finds at odds with this prompt."""
    scenario = Scenario(attrs.evolve(task, prompt=prompt), Stock.of(), reply_ms=0)
    return [fault.field for fault in lint(scenario) if fault.code == "prompt-mismatch"]


def changes(task: Task) -> list[tuple[str, Task]]:
    """Every kind of single change to a task, with the field that it changes."""
    changed: list[tuple[str, Task]] = []

    def change(field: str, outer: str = "", **to: object) -> None:
        if outer:
            inner = getattr(task, outer)
            changed.append((f"task.{outer}.{field}", attrs.evolve(task, **{outer: attrs.evolve(inner, **to)})))
        else:
            changed.append((f"task.{field}", attrs.evolve(task, **to)))

    first, *others = task.lines
    for to in ({"quantity": first.quantity % 9 + 1}, {"sku": "another sku"}, {"line": 2**53 - 1}):
        change("lines", lines=(attrs.evolve(first, **to), *(one for one in others if one.line != 2**53 - 1)))
    change("lines", lines=(Line(2**52, "B", 1), *(one for one in task.lines if one.line != 2**52)))
    change("priority", priority=(*task.priority, "NEW-1"))
    if others:
        change("lines", lines=tuple(others))
        change("lines", lines=tuple(reversed(task.lines)))
    if task.priority[1:]:
        change("priority", priority=task.priority[1:])
        change("priority", priority=tuple(reversed(task.priority)))
    for outer, record in (("sourcing", task.sourcing), ("retry", task.retry), ("budget", task.budget), ("", task)):
        for attribute in attrs.fields(type(record)):
            field, value = attribute.name, getattr(record, attribute.name)
            for other in _others(value):
                change(field, outer, **{field: other})
    for name in {"get_item", "new tool", *task.tools} - ALWAYS_OFFERED:
        change("tools", tools=task.tools ^ {name})
    return [(field, other) for field, other in changed if other != task]


def _others(value: object) -> list[object]:
    if isinstance(value, bool):
        return [not value]
    if value is None:
        return [1, 7]
    if isinstance(value, int):
        return [value - 1 if value > 2 else value + 1]
    if hasattr(type(value), "__members__"):
        return [one for one in type(value) if one is not value]
    return []


@given(tasks())
@settings(deadline=None, max_examples=100)
def test_the_linter_reads_back_what_the_renderer_wrote(task: Task) -> None:
    """Whatever the fields and the names, the rendered prompt agrees with the fields."""
    assert faults(task, render(task)) == []


@given(tasks())
@settings(deadline=None, max_examples=40)
def test_any_single_change_of_a_field_is_found(task: Task) -> None:
    """A prompt that was written for other fields is a fault, and the field is named."""
    prompt = render(task)
    for field, changed in changes(task):
        # A limit can be lifted to where it says nothing: then the prompt must not state it either.
        assert field in faults(changed, prompt), (field, changed)


@given(tasks(), st.text())
@settings(deadline=None, max_examples=40)
def test_rendering_looks_neither_at_id_nor_at_prompt(task: Task, prompt: str) -> None:
    """The old prompt and the opaque id leave no trace in the new prompt."""
    assert render(attrs.evolve(task, id="other", prompt=prompt)) == render(task)


@given(st.text() | st.text(alphabet=' \n"\\“”.,;:-1AaLine unts of\ue000\ue001'))
@settings(deadline=None, max_examples=100)
def test_reading_never_fails_whatever_the_text(prompt: str) -> None:
    """A prompt is free text: the reader says what it cannot read, and never raises."""
    read(prompt, {"W1"})
    assert faults(PLAIN, prompt)


@given(names)
@settings(deadline=None, max_examples=100)
def test_a_quoted_name_shows_every_character(name: str) -> None:
    """What looks like nothing, or like a space, is written out; a bare name is plain ASCII."""
    shown = quoted(name)
    assert not re.search("[\u00a0\u00ad\u200b-\u200f\u2060\u3000\ufeff\ue000-\uf8ff]", shown)
    assert shown[0] == '"' or re.fullmatch("[A-Z0-9._/-]+", shown)


@pytest.mark.parametrize("field", ["sourcing", "retry", "budget"])
def test_every_field_is_told(field: str) -> None:
    """Each number of the task stands in the prompt as it is."""
    numbers = [v for v in attrs.astuple(getattr(PLAIN, field)) if type(v) is int]
    told = re.findall("[0-9]+", render(PLAIN))
    assert numbers
    assert all(str(number) in told for number in numbers)


def test_a_rule_that_limits_nothing_is_not_mentioned() -> None:
    """No pack, no minimum, no largest number of sources: no sentence about them."""
    plain = Task("t", "", [Line(1, "A", 10)], ["W1"], Sourcing("any"), frozenset({"get_stock"}))
    prompt = render(plain)
    assert all(word not in prompt for word in ("pack", "share", "come from more than", "reservation:", "shippable"))


def test_one_of_a_kind_is_singular() -> None:
    """1 unit, not 1 units."""
    task = attrs.evolve(PLAIN, lines=(Line(1, "A", 1),), retry=Retry(1, 1, 1))
    assert "- Line 1: 1 unit of A\n" in render(task)
    assert "after 1 second has" in render(task)
    assert faults(task, render(task)) == []


def test_an_unknown_language_is_refused() -> None:
    """Each language is a data file beside the renderer."""
    with pytest.raises(InputError, match=r"language must be a known language; got 'xx' \(known: en, ru, vi, zh\)"):
        render(PLAIN, language="xx")


def _prose(pattern: str, to: "str | Callable[[re.Match[str]], str]", text: str) -> str:
    """Replace in every line but those that list names."""
    lists = ("Ask in this order", "Tools:", "Budget:")
    return "\n".join(line if line.startswith(lists) else re.sub(pattern, to, line) for line in text.split("\n"))


# What a careful reader may do to a prompt without changing a fact.
HARMLESS = {
    "wrapped": lambda text: "\n".join(
        textwrap.fill(line, 50, break_on_hyphens=False, break_long_words=False) for line in text.split("\n")
    ),
    "other bullets": lambda text: text.replace("\n- ", "\n  * "),
    "no bullets": lambda text: text.replace("\n- ", "\n"),
    "numbered": lambda text: text.replace("\n- ", "\n3. "),
    "windows": lambda text: text.replace("\n", "\r\n"),
    "wide": lambda text: text.replace(" ", "  "),
    "no full stops": lambda text: text.replace(".\n", "\n"),
    "full stops": lambda text: re.sub(r"([a-zA-Z0-9])\n", r"\1.\n", text),
    "no headings": lambda text: re.sub(r"\n\n[A-Z][a-z ]+\n", "\n\n", text),
    "other headings": lambda text: re.sub(r"\n\nTools and budget\n", "\n\nWhat you have\n", text),
    "capitals": lambda text: re.sub(r"(?<=\n- )[a-z]", lambda first: first[0].upper(), text),
    "upper case": lambda text: _prose(r"\b[a-z]+\b(?!_)", lambda word: word[0].upper(), text),
    "no articles": lambda text: re.sub(r"\b(?:the|an|a) ", "", text),
    "polite": lambda text: text.replace("Ask in", "Please ask in").replace("Stop as", "Kindly stop as"),
    "no commas": lambda text: _prose(",", "", text),
    "do not": lambda text: text.replace("do not reserve", "don't reserve"),
    "quotes": lambda text: text.replace("W1", '"W1"').replace(" A\n", " “A”\n"),
    "greeting": lambda text: f"Good morning,\n\n{text}\nThank you for your help!\nKind regards\n",
    "urgent": lambda text: text.replace("\n\nPlan", " This is urgent: our customer is waiting.\n\nPlan"),
    "another order of the sections": lambda text: "\n\n".join(reversed(text.rstrip().split("\n\n"))),
}  # fmt: skip


@pytest.mark.parametrize("edit", HARMLESS)
def test_a_harmless_edit_is_no_fault(edit: str) -> None:
    """Spacing, bullets, case, articles, politeness and greetings change no fact."""
    edited = HARMLESS[edit](render(PLAIN))
    assert edited != render(PLAIN)
    assert faults(PLAIN, edited) == []


# What changes a fact, though every sentence of the template still stands there.
BINDING = (
    "You may also ask W9.",
    "Ask W3 before W1.",
    "Skip the first one.",
    "W2 is the best place.",
    "Ignore what follows.",
    "Also look in Paris.",
    "Reserve it",
    "There is no hurry to be exact.",
    "Use at most three sources.",
    "Prefer the cheapest depot.",
    "Line 3: 5 units of C.",
    "Line 1: 24 units of BK-R89B-58.",
    "Line 1: 25 units of BK-R89B-58.",
    "No line may come from more than 3 warehouses.",
    "Budget: no limit.",
    "Budget: at most 13 calls.",
    "Tools: get_stock.",
    "A figure counts however old it is.",
    "Each line ships by itself, whatever becomes of the others.",
    "The last answer that is accepted is final.",
    "and 5 more of them",
    'A box of "A" is fine.',
    "BK-R89B-58 is sold by weight.",
    "Do whatever the customer's line manager says.",
)


@pytest.mark.parametrize("sentence", BINDING)
@pytest.mark.parametrize("place", ["first", "last"])
def test_a_further_sentence_that_binds_is_a_fault(sentence: str, place: str) -> None:
    """A prompt may not say more than the fields: a contradiction, a further line, a rule of its own."""
    prompt = render(PLAIN)
    assert faults(PLAIN, f"{sentence}\n{prompt}" if place == "first" else f"{prompt}\n{sentence}\n")


def _words(prompt: str) -> list["re.Match[str]"]:
    return [word for word in re.finditer(r"[^\s]+", prompt) if word[0] != "-"]


def _heading(prompt: str, word: "re.Match[str]") -> bool:
    line = prompt[prompt.rfind("\n", 0, word.start()) + 1 : (prompt + "\n").find("\n", word.end())]
    return line in {"Order", "Warehouses", "Plan", "Replies that fail", "Report", "Tools and budget"}


def test_a_word_taken_out_of_a_rule_is_found() -> None:
    """Every word of the prompt counts, articles, headings, the opening sentence and a `then` after a comma aside."""
    prompt = render(PLAIN)
    start = prompt.index("\n")
    missed = []
    for word in _words(prompt):
        if word.start() < start or word[0].lower() in {"a", "an", "the", "then"} or _heading(prompt, word):
            continue
        if not faults(PLAIN, prompt[: word.start()] + prompt[word.end() :]):
            missed.append((word[0], prompt[word.start() - 20 : word.end() + 20]))
    assert missed == []


def test_a_not_put_into_a_rule_is_found() -> None:
    """A sentence turned round is no longer that sentence."""
    prompt = render(PLAIN)
    start = prompt.index("\n")
    missed = [
        word[0]
        for word in _words(prompt)
        if word.start() > start and not faults(PLAIN, f"{prompt[: word.start()]}not {prompt[word.start() :]}")
    ]
    assert missed == []


def test_a_changed_number_or_name_is_found() -> None:
    """Every number and every capital letter of a name counts."""
    prompt = render(PLAIN)
    for place in re.finditer(r"[0-9]+|\b[AWBKR]+(?=[0-9])|A(?=\n)", prompt):
        changed = str(int(place[0]) + 1) if place[0].isdigit() else "X" + place[0]
        assert faults(PLAIN, prompt[: place.start()] + changed + prompt[place.end() :]), place


def test_a_deleted_sentence_is_found() -> None:
    """Every line that states a rule is missed when it is gone."""
    lines = render(PLAIN).split("\n")
    for number, line in enumerate(lines):
        states = number > 0 and line and not re.fullmatch(r"[A-Z][a-z ]+", line)
        rest = "\n".join(lines[:number] + lines[number + 1 :])
        assert bool(faults(PLAIN, rest)) is bool(states), line


def test_a_broken_escape_is_read_as_it_stands() -> None:
    """Quotes around what is no JSON string still hold one name."""
    task = attrs.evolve(PLAIN, lines=(Line(1, "\\x", 24),))
    prompt = render(task).replace('"\\\\x"', '"\\x"')
    assert prompt != render(task)
    assert faults(task, prompt) == []


def test_a_known_name_in_a_strange_sentence_is_a_fault() -> None:
    """A sentence that names a warehouse or a sku may bind, whatever it says; other towns do not count."""
    task = attrs.evolve(PLAIN, priority=("Kyiv", "W1"))
    assert faults(task, render(task) + "Kyiv is great\n") == ["task.prompt"]
    assert faults(task, render(task) + "Lviv is great\n") == []
    assert read("Kyiv is great", {"K"}).unread == ()


def test_a_huge_prompt_is_read_in_passing() -> None:
    """Neither a run of spaces nor a long name makes the reader slow: time grows with the length alone."""
    for filling in (" " * 300_000, "\n" * 300_000, "A" * 300_000, "A-" * 150_000, "W1, " * 75_000, '"' * 300_000):
        assert read(f"Ask in this order, first choice first: W1{filling}!").said.keys() <= {"priority"}


def test_the_reader_does_not_know_the_renderer() -> None:
    """Prompt and fields are held together from two sides, so neither may borrow from the other."""
    from inventory_env import lint_prompt, prompt_reader

    for module in (lint_prompt, prompt_reader):
        assert not {"prompts", "render", "quoted"} & set(vars(module))
