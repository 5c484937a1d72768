"""Does each sentence of the contract hang on every one of its words, in every language and manner?"""

import itertools
import re
import tomllib
from importlib import resources

import pytest
from tellings import TELLINGS

from inventory_env.prompt_reader import LANGUAGES, read
from inventory_env.prompts import Manner
from inventory_env.prompts.wording import wording
from inventory_env.reading.phrasebook import Phrasebook, phrasebook

everywhere = pytest.mark.parametrize(("language", "manner"), TELLINGS)

# Every rule that a task can have, in one manner of one language: the sentence, the values in its slots.
VALUES = {
    "line": 7, "quantity": 24, "sku": "BK-R89B-58", "n": 12, "warehouses": "W1, W2", "tools": "get_item, wait",
}  # fmt: skip


def sentences(language: str, manner: Manner) -> list[str]:
    """The sentences that state something."""
    words = wording(language, manner)
    silent = {
        "greeting", "intro", "closing", "order", "warehouses", "plan", "failures", "report", "means", "then", "calls",
        "decisions", "seconds", "tokens",
    }  # fmt: skip
    limits = words.list_gap.join(words.tell(what, n=12) for what in ("calls", "decisions", "seconds", "tokens"))
    return [words.tell(name, **VALUES, limits=limits) for name in words.sentences if name not in silent]


def facts(sentence: str, language: str) -> object:
    """What a sentence states beside an order line, and nothing if not all of it is read."""
    line = wording(language, Manner.PLANNER).tell("line", line=99, quantity=9, sku="Z-9")
    reading = read(f"{line}\n{sentence}", language=language)
    return None if reading.unread else dict(reading.said)


def _words(sentence: str) -> list["re.Match[str]"]:
    # In Chinese each character is a word.
    return list(
        re.finditer(
            r"[\u4e00-\u9fff]|[^\s\u4e00-\u9fff.,;:()。，；：、（）—-][^\s\u4e00-\u9fff,;:()。，；：、（）]*", sentence
        )
    )


FILLERS = {"en": {"please", "kindly", "a", "an", "the"}, "ru": {"пожалуйста"}, "zh": {"请"}, "vi": {"xin"}}
# Words without which a sentence says the same.
SPARE = {
    "en": {"By", "is", "so", "Write", "write"},
    "ru": {"такого", "напишите", "остаётся", "склады", "и", "поэтому", "то", "Ваш", "Инструмент"},
    "zh": set("为写一来您"),
    "vi": {"thì", "và", "có", "Viết", "viết", "chúng", "hoặc", "phải", "nên", "Bạn"},
}


@everywhere
def test_a_word_taken_out_of_a_rule_is_found(language: str, manner: Manner) -> None:
    """Every word of a rule counts, fillers aside."""
    missed = []
    for sentence in sentences(language, manner):
        stated = facts(sentence, language)
        assert stated
        for word in _words(sentence):
            bare = word[0].rstrip(".")
            if bare.lower() in FILLERS[language]:
                continue
            cut = sentence[: word.start()] + sentence[word.start() + len(bare) :]
            if facts(cut, language) == stated and bare not in SPARE[language]:
                missed.append((bare, cut))
    assert missed == []


NOT = {"en": "not ", "ru": "не ", "zh": "不", "vi": "không "}


@everywhere
def test_a_not_put_into_a_rule_is_found(language: str, manner: Manner) -> None:
    """A sentence turned round is no longer that sentence."""
    missed = []
    for sentence in sentences(language, manner):
        stated = facts(sentence, language)
        for word in _words(sentence):
            turned = sentence[: word.start()] + NOT[language] + sentence[word.start() :]
            if facts(turned, language) == stated:
                missed.append(turned)
    assert missed == []


@everywhere
def test_two_words_that_change_places_are_found(language: str, manner: Manner) -> None:
    """The order of words counts."""
    missed = []
    for sentence in sentences(language, manner):
        stated = facts(sentence, language)
        words = _words(sentence)
        for one, other in itertools.pairwise(words):
            first, second = one[0].rstrip("."), other[0].rstrip(".")
            between = sentence[one.start() + len(first) : other.start()]
            rest = sentence[other.start() + len(second) :]
            turned = sentence[: one.start()] + second + between + first + rest
            same = first.lower() == second.lower() or {first.lower(), second.lower()} & FILLERS[language]
            same = (
                same or {first, second} == {"get_item", "wait"} or {first.lower(), second.lower()} == {"no", "budget"}
            )
            if not same and facts(turned, language) == stated:
                missed.append(turned)
    assert missed == []


def test_no_sentence_may_state_two_things() -> None:
    """A phrasebook that contradicts itself is refused."""
    data = {"fillers": [], "then": [], "and": [], "limits": {}, "idle": []}
    with pytest.raises(ValueError, match="'so it is' states one and other"):
        Phrasebook({**data, "sentences": {"one": ["so [it|this] is"], "other": ["so it is"]}})


def test_every_phrasebook_knows_every_rule() -> None:
    """What one language can state, each can; what the reader asks for, all of them know."""
    files = resources.files("inventory_env.reading") / "phrases"
    known = {tag: tomllib.loads((files / f"{tag}.toml").read_text(encoding="utf-8")) for tag in LANGUAGES}
    for tag in LANGUAGES:
        assert known[tag]["sentences"].keys() == known["en"]["sentences"].keys(), tag
        assert known[tag]["limits"].keys() == known["en"]["limits"].keys(), tag
        assert phrasebook(tag) is phrasebook(tag)
        # A filler is passed over where it stands in a prompt, so a sentence that held one could not be found.
        words = set(re.findall(r"[^\W_]+", " ".join(one for many in known[tag]["sentences"].values() for one in many)))
        assert words.isdisjoint(known[tag]["fillers"])
