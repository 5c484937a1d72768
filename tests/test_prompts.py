"""Is the whole task told in words, in every language and manner, and well?"""

import re
import unicodedata

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tellings import OTHERWISE, PLAIN, TELLINGS, changes, faults, manners, names, tasks

from inventory_env.errors import InputError
from inventory_env.prompts import LANGUAGES, Manner, quoted, render
from inventory_env.prompts.wording import wording
from inventory_env.strategies import tasks as lawful_tasks
from inventory_env.task import Line, Retry, Sourcing, Split, Task

everywhere = pytest.mark.parametrize(("language", "manner"), TELLINGS)


@given(tasks(), manners)
@settings(deadline=None, max_examples=150)
def test_the_linter_reads_back_what_the_renderer_wrote(task: Task, manner: Manner) -> None:
    """Whatever the fields, the names, the language and the manner, the rendered prompt agrees with the fields."""
    assert faults(task, render(task, manner=manner)) == []


@given(lawful_tasks())
@settings(deadline=None, max_examples=25)
def test_each_task_can_be_told_in_every_language_and_manner(task: Task) -> None:
    """Twelve tellings of one task state the same facts."""
    for language, manner in TELLINGS:
        told = attrs.evolve(task, language=language)
        assert faults(told, render(told, manner=manner)) == []


@given(tasks(), manners)
@settings(deadline=None, max_examples=40)
def test_any_single_change_of_a_field_is_found(task: Task, manner: Manner) -> None:
    """A prompt that was written for other fields is a fault, and the field is named."""
    prompt = render(task, manner=manner)
    for field, changed in changes(task):
        # A limit can be lifted to where it says nothing: then the prompt must not state it either.
        assert field in faults(changed, prompt), (field, changed)


@everywhere
def test_another_language_is_a_fault(language: str, manner: Manner) -> None:
    """A prompt in one language cannot be read as one in another."""
    task = attrs.evolve(PLAIN, language=language)
    for other in LANGUAGES:
        assert bool(faults(task, render(task, language=other, manner=manner))) is (other != language)


@given(tasks(), st.text(), manners)
@settings(deadline=None, max_examples=40)
def test_rendering_looks_neither_at_id_nor_at_prompt(task: Task, prompt: str, manner: Manner) -> None:
    """The old prompt and the opaque id leave no trace in the new prompt."""
    assert render(attrs.evolve(task, id="other", prompt=prompt), manner=manner) == render(task, manner=manner)


@given(names)
@settings(deadline=None, max_examples=100)
def test_a_quoted_name_shows_every_character(name: str) -> None:
    """What looks like nothing, or like a space, is written out; a bare name is plain ASCII."""
    shown = quoted(name)
    assert not re.search("[\u00a0\u00ad\u200b-\u200f\u2060\u3000\ufeff\ue000-\uf8ff]", shown)
    assert shown[0] == '"' or re.fullmatch("[A-Z0-9._/-]+", shown)


@everywhere
@pytest.mark.parametrize("field", ["sourcing", "retry", "budget"])
def test_every_field_is_told(field: str, language: str, manner: Manner) -> None:
    """Each number of the task stands in the prompt as it is."""
    numbers = [v for v in attrs.astuple(getattr(PLAIN, field)) if type(v) is int]
    told = re.findall("[0-9]+", render(PLAIN, language=language, manner=manner))
    assert numbers
    assert all(str(number) in told for number in numbers)


@everywhere
def test_a_rule_that_limits_nothing_is_not_mentioned(language: str, manner: Manner) -> None:
    """No pack, no minimum, no largest number of sources: fewer sentences."""
    task = Task("t", "", [Line(1, "A", 10)], ["W1"], Sourcing("any"), frozenset({"get_stock"}))
    words = wording(language, manner)
    prompt = render(task, language=language, manner=manner)
    for silent in ("one_stock", "pack_invalid", "pages", "shippable", "asks_to_reserve", "costs", "over_budget"):
        assert words.tell(silent) not in prompt
        assert words.tell(silent) in render(PLAIN, language=language, manner=manner)


@pytest.mark.parametrize("task", [PLAIN, OTHERWISE])
def test_manners_and_languages_differ(task: Task) -> None:
    """A letter, a note and a list of rules do not read alike; hardly a sentence is in two of them."""
    told = {telling: render(task, language=telling[0], manner=telling[1]) for telling in TELLINGS}
    assert len(set(told.values())) == len(TELLINGS)
    for language in LANGUAGES:
        lines = [set(re.split(r"[\n.。]\s*(?:- )?", told[language, manner])) - {""} for manner in Manner]
        for one in lines:
            for other in lines:
                assert one is other or len(one & other) < len(one) / 3
    assert len(told["en", Manner.TERSE]) < len(told["en", Manner.PLANNER]) < len(told["en", Manner.POLITE])


@pytest.mark.parametrize("manner", Manner)
def test_all_languages_have_the_same_sentences(manner: Manner) -> None:
    """No language leaves a rule out, and each sentence has the slots that it has in English."""
    slots = {
        language: {name: _slots(told) for name, told in wording(language, manner).sentences.items()}
        for language in LANGUAGES
    }
    assert slots["en"]
    for language in LANGUAGES:
        assert slots[language] == slots["en"], language


def _slots(sentence: str) -> list[str]:
    return sorted(slot.split(";")[0] for slot in re.findall(r"\{([^}]*)\}", sentence))


def test_one_of_a_kind_is_singular() -> None:
    """1 unit, not 1 units."""
    task = attrs.evolve(PLAIN, lines=(Line(1, "A", 1),), retry=Retry(1, 1, 1))
    assert "- Line 1: 1 unit of A\n" in render(task)
    assert "after 1 second has" in render(task)
    assert faults(task, render(task)) == []


@pytest.mark.parametrize(
    ("number", "sentences"),
    [
        (1, ["1 штука товара", "через 1 секунду", "больше 1 секунды", "с 1 склада", "меньше 1 штуки", "до 1 попытки"]),
        (2, ["2 штуки товара", "через 2 секунды", "больше 2 секунд", "с 2 складов", "меньше 2 штук", "до 2 попыток"]),
        (5, ["5 штук товара", "через 5 секунд", "больше 5 секунд", "с 5 складов", "по 5 штук", "до 5 попыток"]),
        (11, ["11 штук товара", "через 11 секунд", "11 вызовов", "11 решений", "11 токенов"]),
        (21, ["21 штука товара", "через 21 секунду", "по 21 штуке", "21 вызова", "21 решения", "21 токена"]),
        (22, ["22 штуки товара", "ждите 22 секунды", "по 22 штуки", "22 вызовов", "22 решений", "22 токенов"]),
        (112, ["112 штук товара", "через 112 секунд", "по 112 штук"]),
        (121, ["121 штука товара", "ждите 121 секунду", "с 121 склада"]),
    ],
)
def test_russian_nouns_agree_with_their_numbers(number: int, sentences: list[str]) -> None:
    """Each noun stands in the case that number and sentence ask for."""
    budget = dict.fromkeys(("calls", "decisions", "seconds", "tokens"), number)
    task = attrs.evolve(
        PLAIN,
        lines=(Line(1, "A", number),),
        sourcing=Sourcing("any", max_sources=number, min_per_source=number, pack=number),
        retry=Retry(number, number, number),
        max_age_s=number,
        budget=attrs.evolve(PLAIN.budget, **budget),
    )
    prompt = render(task, language="ru")
    # One attempt is no repetition, and a limit of one limits nothing.
    silent = {"до 1 попытки", "меньше 1 штуки"} if number == 1 else set()
    assert [one for one in sentences if one not in prompt] == [one for one in sentences if one in silent]


@pytest.mark.parametrize("manner", Manner)
def test_chinese_uses_its_own_punctuation_and_counter(manner: Manner) -> None:
    """Full-width stops and commas, 件 for goods; no blank stands between two characters."""
    prompt = render(PLAIN, language="zh", manner=manner)
    assert re.search("24 件", prompt)
    assert not re.search(r"[,;:!?()]|\.(?=\s)", prompt)
    assert not re.search(r"[\u4e00-\u9fff] +[\u4e00-\u9fff]", prompt)
    assert not re.search("[。，；：]{2}", prompt)


@everywhere
def test_every_letter_is_precomposed(language: str, manner: Manner) -> None:
    """Vietnamese with its diacritics in one code point each; so are all other letters."""
    prompt = render(PLAIN, language=language, manner=manner)
    assert unicodedata.is_normalized("NFC", prompt)
    assert bool(re.search("[ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđ]", prompt)) is (language == "vi")
    assert bool(re.search("[а-яё]", prompt)) is (language == "ru")


@everywhere
@pytest.mark.parametrize("split", Split)
def test_no_template_shows(split: Split, language: str, manner: Manner) -> None:
    """No slot stays open, no blank stands at the end of a line or before a stop."""
    for task in (PLAIN, OTHERWISE):
        prompt = render(
            attrs.evolve(task, sourcing=attrs.evolve(task.sourcing, split=split)), language=language, manner=manner
        )
        assert not re.search(r"[{}]| $|  | [.,;:。，；：]", prompt, re.MULTILINE)
        assert prompt.endswith(("\n",))


def test_an_unknown_language_is_refused() -> None:
    """There is a data file for four."""
    with pytest.raises(InputError, match=r"language must be a known language; got 'xx' \(known: en, ru, vi, zh\)"):
        render(PLAIN, language="xx")
    with pytest.raises(InputError, match="got 'de'"):
        render(attrs.evolve(PLAIN, language="de"))
