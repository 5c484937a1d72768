"""Does the reader know each sentence by every word, in any language, and pass nothing over that may bind?"""

import re
import textwrap
import unicodedata
from collections.abc import Callable

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tellings import OTHERWISE, PLAIN, TELLINGS, faults

from inventory_env.lint_prompt import prompt_faults
from inventory_env.prompt_reader import LANGUAGES, read
from inventory_env.prompts import Manner, render
from inventory_env.prompts import wording as told_in
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock
from inventory_env.task import Task

everywhere = pytest.mark.parametrize(("language", "manner"), TELLINGS)


def prompt_of(language: str, manner: Manner = Manner.PLANNER) -> str:
    """The prompt of PLAIN."""
    return render(PLAIN, language=language, manner=manner)


def found_in(prompt: str, language: str) -> list[str]:
    """What the linter finds in a prompt of PLAIN."""
    return faults(attrs.evolve(PLAIN, language=language), prompt)


@given(st.text() | st.text(alphabet=' \n"\\“”«»「.,;:-1AaLine unts of行件\ue000\ue001'), st.sampled_from(LANGUAGES))
@settings(deadline=None, max_examples=150)
def test_reading_never_fails_whatever_the_text(prompt: str, language: str) -> None:
    """A prompt is free text: the reader says what it cannot read, and never raises."""
    read(prompt, language=language, warehouses={"W1"})
    assert found_in(prompt, language)


def _prose(pattern: str, to: "str | Callable[[re.Match[str]], str]", text: str) -> str:
    """Replace in every sentence but those that list names or limits."""
    told = re.split(r"(?<=[.。\n])", text)
    return "".join(one if re.search("W1|get_stock|9000", one) else re.sub(pattern, to, one) for one in told)


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
    "no full stops": lambda text: re.sub("[.。]\n", "\n", text),
    "no commas": lambda text: _prose("[,，]", "", text),
    "full-width digits": lambda text: text.translate({ord(str(one)): 0xFF10 + one for one in range(10)}),
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "another order of the sections": lambda text: "\n\n".join(reversed(text.rstrip().split("\n\n"))),
}  # fmt: skip
ENGLISH = {
    "full stops": lambda text: re.sub(r"([a-zA-Z0-9])\n", r"\1.\n", text),
    "no headings": lambda text: re.sub(r"\n\n[A-Z][a-z ]+\n", "\n\n", text),
    "other headings": lambda text: re.sub(r"\n\nTools and budget\n", "\n\nWhat you have\n", text),
    "capitals": lambda text: re.sub(r"(?<=\n- )[a-z]", lambda first: first[0].upper(), text),
    "upper case": lambda text: _prose(r"\b[a-z]+\b(?!_)", lambda word: word[0].upper(), text),
    "no articles": lambda text: re.sub(r"\b(?:the|an|a) ", "", text),
    "polite": lambda text: text.replace("Ask in", "Please ask in").replace("Stop as", "Kindly stop as"),
    "do not": lambda text: text.replace("do not reserve", "don’t reserve"),
    "quotes": lambda text: text.replace("W1", '"W1"').replace(" A\n", " “A”\n"),
    "urgent": lambda text: text.replace("\n\nPlan", " This is urgent: our customer is waiting.\n\nPlan"),
}
GREETINGS = {
    "en": "Good morning,\n\n{}\nThank you for your help!\nKind regards\n",
    "ru": "Здравствуйте, уважаемые коллеги!\n\n{}\nЗаранее спасибо за вашу помощь!\nС уважением\n",
    "zh": "各位同事，您好！\n\n{}\n谢谢您的帮助，辛苦了！\n此致\n敬礼\n",
    "vi": "Kính gửi anh chị,\n\n{}\nCảm ơn bạn rất nhiều!\nTrân trọng\n",
}


@everywhere
@pytest.mark.parametrize("edit", HARMLESS)
def test_a_harmless_edit_is_no_fault(edit: str, language: str, manner: Manner) -> None:
    """Spacing, bullets, stops at the end of a line and the writing of digits and letters change no fact."""
    edited = HARMLESS[edit](prompt_of(language, manner))
    assert found_in(edited, language) == []


@pytest.mark.parametrize("edit", ENGLISH)
def test_a_harmless_edit_in_english_is_no_fault(edit: str) -> None:
    """Case, articles, politeness, headings and quotes change no fact."""
    edited = ENGLISH[edit](prompt_of("en"))
    assert edited != prompt_of("en")
    assert found_in(edited, "en") == []


@everywhere
def test_a_greeting_is_no_fault(language: str, manner: Manner) -> None:
    """Courtesy binds nobody, in each language."""
    assert found_in(GREETINGS[language].format(prompt_of(language, manner)), language) == []


# What changes a fact, though every sentence of the template still stands there.
BINDING = {
    "en": (
        "You may also ask W9.", "Ask W3 before W1.", "Skip the first one.", "W2 is the best place.", "Ignore all that.",
        "Also look in Paris.", "Reserve it", "There is no hurry to be exact.", "Use at most three sources.",
        "Prefer the cheapest depot.", "Line 3: 5 units of C.", "Line 1: 24 units of BK-R89B-58.",
        "Line 1: 25 units of BK-R89B-58.", "No line may come from more than 3 warehouses.", "Budget: no limit.",
        "Budget: at most 13 calls.", "Tools: get_stock.", "A figure counts however old it is.",
        "Each line ships by itself, whatever becomes of the others.", "The last answer that is accepted is final.",
        "and 5 more of them", 'A box of "A" is fine.', "BK-R89B-58 is sold by weight.",
        "Do whatever the customer's line manager says.", "Write the message in French.", "Thanks for 25 units.",
        "Good morning to W2.", "Is W2 open?", "Dear colleagues, trust your memory.", "请预留。",
    ),
    "ru": (
        "Можно спросить и W9.", "Сначала спросите W3.", "Первый склад пропустите.", "Не спешите.", "Забронируйте товар",
        "Строка 3: 5 штук товара C.", "Строка 1: 25 штук товара BK-R89B-58.", "Бюджет: без ограничений.",
        "Ни одну строку нельзя брать более чем с 3 складов.", "Сообщение напишите по-английски.", "и ещё 5 штук",
        "Спасибо за 25 штук.", "Берите со склада подешевле.", "Уважаемые коллеги, верьте своей памяти.", "Reserve it.",
        "Данные об остатках годятся при любой давности.", "Последний принятый ответ окончателен.",
    ),
    "zh": (
        "也可以问 W9。", "先查 W3。", "跳过第一个仓库。", "请马上预留", "第 3 行：5 件 C。",
        "第 1 行：25 件 BK-R89B-58。", "预算：不限。", "每行最多从 3 个仓库取货。", "消息用英文写。", "再加 5 件",
        "谢谢您的 25 件。", "请选最便宜的仓库。",
        "您好，请相信自己的记忆。", "数字无论多旧都算数。", "Reserve it.", "不用着急。",
    ),
    "vi": (
        "Có thể hỏi cả W9.", "Hỏi W3 trước.", "Bỏ qua kho đầu tiên.", "Hãy giữ hàng ngay", "Dòng 3: 5 chiếc C.",
        "Dòng 1: 25 chiếc BK-R89B-58.", "Hạn mức: không giới hạn.", "Không dòng nào được lấy từ quá 3 kho.",
        "Viết tin nhắn bằng tiếng Anh.", "và thêm 5 chiếc nữa", "Cảm ơn bạn vì 25 chiếc.", "Chọn kho rẻ nhất.",
        "Chào bạn, hãy tin vào trí nhớ của mình.", "Số liệu dù cũ đến đâu cũng được tính.", "Reserve it.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("language", "sentence"), [(tag, one) for tag, several in BINDING.items() for one in several])
@pytest.mark.parametrize("place", ["first", "last"])
def test_a_further_sentence_that_binds_is_a_fault(language: str, sentence: str, place: str) -> None:
    """A prompt may not say more than the fields: a contradiction, a further line, a rule of its own."""
    for manner in Manner:
        prompt = prompt_of(language, manner)
        further = f"{sentence}\n{prompt}" if place == "first" else f"{prompt}\n{sentence}\n"
        assert found_in(further, language), manner


@given(st.text(min_size=1, max_size=30), st.sampled_from(TELLINGS), st.booleans())
@settings(deadline=None, max_examples=150)
def test_no_further_words_pass_unless_they_bind_nobody(words: str, telling: tuple[str, Manner], last: bool) -> None:
    """Whatever stands before or after a prompt is a fault, unless it is empty talk of that language."""
    language, manner = telling
    prompt = prompt_of(language, manner)
    further = f"{prompt}\n\n{words}\n" if last else f"{words}\n\n{prompt}"
    alone = read(words, language=language)
    assert bool(found_in(further, language)) is bool(alone.unread or alone.said)


@everywhere
def test_a_changed_number_or_name_is_found(language: str, manner: Manner) -> None:
    """Every number and every name counts."""
    prompt = prompt_of(language, manner)
    places = list(re.finditer(r"(?<![\w-])[0-9]+(?![\w-])|BK-R89B-58|W[123]|\bA\b(?!\w)|create_reservation", prompt))
    assert len(places) >= 20
    for place in places:
        if place[0] == "A" and language == "en" and "of A" not in prompt[place.start() - 3 : place.end()]:
            continue
        for changed in (str(int(place[0]) + 1), f"-{place[0]}", f"{place[0]}.5") if place[0].isdigit() else ("X", "W9"):
            assert found_in(prompt[: place.start()] + changed + prompt[place.end() :], language), (place, changed)


@everywhere
@pytest.mark.parametrize("task", [PLAIN, OTHERWISE])
def test_a_deleted_line_is_found(language: str, manner: Manner, task: Task) -> None:
    """Every line that states a rule is missed when it is gone."""
    task = attrs.evolve(task, language=language)
    words = told_in.wording(language, manner)
    # Headings and courtesy; and what need not be said, as it limits nothing.
    names = "greeting intro closing order warehouses plan failures report means any_age no_budget"
    silent = {words.sentences.get(name) for name in names.split()}
    lines = render(task, manner=manner).split("\n")
    for number, line in enumerate(lines):
        rest = "\n".join(lines[:number] + lines[number + 1 :])
        assert bool(faults(task, rest)) is (line not in silent | {""}), line


def test_a_language_without_a_phrasebook_is_a_fault() -> None:
    """Nothing else is said of such a prompt: it cannot be read."""
    task = attrs.evolve(PLAIN, prompt=prompt_of("en"), language="eng")
    (fault,) = prompt_faults(Scenario(task, Stock.of()))
    assert (fault.code, fault.field) == ("unknown-language", "task.language")
    assert fault.message.endswith("got 'eng' (did you mean en? known: en, ru, vi, zh)")


def test_a_broken_escape_is_read_as_it_stands() -> None:
    """Quotes around what is no JSON string still hold one name."""
    task = attrs.evolve(PLAIN, lines=(attrs.evolve(PLAIN.lines[0], sku="\\x"),))
    prompt = render(task).replace('"\\\\x"', '"\\x"')
    assert prompt != render(task)
    assert faults(task, prompt) == []


def test_a_known_name_in_empty_talk_is_a_fault() -> None:
    """A sentence that names a warehouse or a sku may bind, whatever it says; so does one with an unknown word."""
    task = attrs.evolve(PLAIN, priority=("Team", "W1"))
    assert faults(task, render(task) + "Dear team\n") == []
    assert faults(task, render(task) + "Dear Team\n") == ["task.prompt"]
    assert faults(task, render(task) + "Lviv is great\n") == ["task.prompt"]


FILLER = {"en": "a", "ru": "пожалуйста", "zh": "请", "vi": "xin"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_huge_prompt_is_read_in_passing(language: str) -> None:
    """Neither a run of spaces nor a long name makes the reader slow: time grows with the length alone."""
    heads = {"en": "Ask in order: W1", "ru": "Порядок опроса: W1", "zh": "查询顺序：W1", "vi": "Thứ tự hỏi: W1"}
    filler = FILLER[language]
    runs = (" ", "\n", "A", "A-", "W1, ", '"', f" {filler}", "1. ", "—", "「", "请", "not ", ". ")
    for run in (one * (60_000 // len(one)) for one in runs):
        assert read(f"{heads[language]}{run}!", language=language).said.keys() <= {"priority"}


def test_the_reader_does_not_know_the_renderer() -> None:
    """Prompt and fields are held together from two sides, so neither may borrow from the other."""
    import inventory_env.reading.phrasebook as book
    from inventory_env import lint_prompt, prompt_reader

    for module in (lint_prompt, prompt_reader, book):
        assert not {"prompts", "render", "quoted", "wording"} & set(vars(module))
