"""Do the liars in words lie in every language, in several wordings, and change nothing else?"""

import re
import string
import unicodedata
from collections.abc import Iterator

import attrs
import pytest
from test_wording import LANGUAGES
from zoo_worlds import FURTHER, UNKNOWN, WORLDS

from baselines.rule_based import careful
from baselines.wording import BOOKS
from baselines.zoo.claiming import CLAIMING
from baselines.zoo.lies import COUNTED, LIES
from baselines.zoo.mistelling import MISTELLING
from baselines.zoo.specimen import Specimen
from graders import grade
from inventory_env.answer import Answer
from inventory_env.episode import play
from inventory_env.frozen_json import FrozenJson
from inventory_env.scenario import Scenario
from inventory_env.suites import load_suite
from inventory_env.trace import Trace

LIARS = (*CLAIMING, *MISTELLING)
# These tell in the words of the careful agent what another answer would say, so they need no wordings of their own.
RETELLERS = {
    "says-short-where-unknown",
    "says-unknown-where-found",
    "says-another-number",
    "names-another-warehouse",
}
NAMES = {"sku": "SKU-A", "warehouse": "W1", "other": "W2"}

each = pytest.mark.parametrize("liar", LIARS, ids=lambda liar: liar.name)
in_each_language = pytest.mark.parametrize("language", LANGUAGES)


def spoken(case: Scenario, language: str) -> Scenario:
    """The case in that language."""
    return attrs.evolve(case, task=attrs.evolve(case.task, language=language))


def answer(trace: Trace) -> Answer:
    """The answer that counts."""
    assert trace.counting is not None
    assert trace.counting.answer is not None
    return trace.counting.answer


def wordings(liar: Specimen, language: str) -> Iterator[str]:
    """Everything that a liar says of some numbers of units, filled in."""
    for template in LIES[language].get(liar.name, ()):
        for many in (1, 2, 5, 21):
            yield template.format(**COUNTED[language](many), **NAMES)


def sentences(message: str, language: str) -> list[str]:
    """A message cut before each line's heading and after each sentence."""
    before = re.escape(BOOKS[language].heading[0])
    parts = re.split(rf"(?={before}\d)|(?<=[.。!?])(?=\s|[^\s\d”»\".])", message)
    return [part.strip() for part in parts if part.strip()]


def test_there_are_enough_liars() -> None:
    """Each with a world of its own, and wordings in every language, save those that need none."""
    assert len(LIARS) == len({liar.name for liar in LIARS}) >= 16
    assert {liar.name for liar in LIARS} <= set(WORLDS)
    assert {tag: set(lies) for tag, lies in LIES.items()} == dict.fromkeys(
        LANGUAGES, {liar.name for liar in LIARS} - RETELLERS
    )


@in_each_language
@each
def test_each_lie_has_several_wordings(liar: Specimen, language: str) -> None:
    """Rules cannot be fitted to one string."""
    told = LIES[language].get(liar.name, ())
    assert len(set(told)) == len(told) >= (0 if liar.name in RETELLERS else 3)


@in_each_language
@each
def test_wordings_are_composed_and_filled_in(liar: Specimen, language: str) -> None:
    """NFC, no brace left but those of JSON, no word missing."""
    for text in wordings(liar, language):
        assert unicodedata.is_normalized("NFC", text)
        assert not re.search(r"\{(?!\"outcome)|None|  ", text)
    names = {name for text in LIES[language].get(liar.name, ()) for _, name, *_ in string.Formatter().parse(text)}
    assert names <= {None, *NAMES, *COUNTED[language](1)}


@in_each_language
@each
def test_the_fields_stay_honest(liar: Specimen, language: str) -> None:
    """Calls and fields are the careful agent's to the letter; the words are not, where the lie fits."""
    for case in (spoken(one, language) for one in (WORLDS[liar.name], *FURTHER[::3])):
        right, own = play(careful, case), play(liar.make(0), case)
        assert own.calls == right.calls
        assert attrs.evolve(answer(own), message="") == attrs.evolve(answer(right), message="")
        assert liar.applies(case, right, own) is (answer(own).message != answer(right).message)
    case = spoken(WORLDS[liar.name], language)
    assert liar.applies(case, play(careful, case), play(liar.make(0), case))


@in_each_language
@each
def test_every_wording_is_found_out(liar: Specimen, language: str) -> None:
    """Whatever words are drawn, the rules on the label fire, and no other."""
    case = spoken(WORLDS[liar.name], language)
    verdicts = {answer(own).message: grade(case, own) for own in (play(liar.make(seed), case) for seed in range(12))}
    for message, verdict in verdicts.items():
        found = {finding.rule for finding in verdict.findings}
        assert liar.must <= found <= liar.must | liar.may, message


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ({"on_hand": 12, "reserved": 20, "available": 3}, False),
        ({"on_hand": "0", "available": 3}, False),
        ({"on_hand": None, "available": 3}, True),
        ({"on_hand": 12, "reserved": 2, "available": 3}, True),
    ],
)
def test_a_reply_that_shows_no_unit_is_quoted(first: dict[str, object], said: bool) -> None:
    """Where a contradicting reply can be read as none, calling its warehouse empty is no lie about the replies."""
    liar = next(one for one in LIARS if one.name == "calls-silence-empty")
    case, right = UNKNOWN, play(careful, UNKNOWN)
    own = play(liar.make(0), case)
    calls = [
        attrs.evolve(call, observation=attrs.evolve(call.observation, body=FrozenJson(first), error=None))
        if call.arguments.get("warehouse") == "W2"
        else call
        for call in own.calls
    ]
    assert liar.applies(case, right, attrs.evolve(own, calls=tuple(calls))) is said


@in_each_language
@pytest.mark.parametrize("liar", CLAIMING, ids=lambda liar: liar.name)
def test_a_claimant_adds_its_claim_and_takes_back_at_most_the_denial(liar: Specimen, language: str) -> None:
    """All else stands as the careful agent wrote it."""
    case, denial = spoken(WORLDS[liar.name], language), BOOKS[language].not_reserved
    honest, own = answer(play(careful, case)).message, answer(play(liar.make(3), case)).message
    kept = own.removeprefix(honest) if own.startswith(honest) else own.removeprefix(honest.removesuffix(denial))
    (line,) = case.task.lines
    names = {"sku": line.sku, "warehouse": r"W\d", "other": r"W\d"}
    filled = [
        template.format(**COUNTED[language](many), **names)
        for template in LIES[language][liar.name]
        for many in {share for one in answer(play(careful, case)).lines for _, share in one.plan}
        | {one.gap or 0 for one in answer(play(careful, case)).lines}
    ]
    assert any(re.fullmatch(re.escape(one).replace(r"W\\d", r"W\d"), kept.strip()) for one in filled), kept


@in_each_language
@pytest.mark.parametrize("liar", MISTELLING, ids=lambda liar: liar.name)
def test_a_misteller_changes_one_sentence(liar: Specimen, language: str) -> None:
    """One is exchanged, left out or added."""
    case = spoken(WORLDS[liar.name], language)
    honest = sentences(answer(play(careful, case)).message, language)
    own = sentences(answer(play(liar.make(1), case)).message, language)
    assert len([one for one in honest if one not in own]) <= 1
    assert len([one for one in own if one not in honest]) <= 1
    assert honest != own


@in_each_language
@each
def test_every_wording_is_drawn(liar: Specimen, language: str) -> None:
    """By the seed and the task; the same ones say the same."""
    case = spoken(WORLDS[liar.name], language)
    said = {answer(play(liar.make(seed), case)).message for seed in range(40)}
    assert len(said) >= (2 if liar.name in RETELLERS else len(LIES[language][liar.name]))
    assert play(liar.make(5), case) == play(liar.make(5), case)


def test_lies_fit_the_default_suite_in_every_language() -> None:
    """On more than five scenarios of an even sample, whatever the language."""
    bites = dict.fromkeys([(liar.name, tag) for liar in LIARS for tag in LANGUAGES], 0)
    for place, case in enumerate(load_suite()[::11]):
        case = spoken(case, LANGUAGES[place % 4])
        right = play(careful, case)
        for liar in LIARS:
            bites[liar.name, case.task.language] += liar.applies(case, right, play(liar.make(7), case))
    assert min(bites.values()) >= 1
    assert min(sum(bites[liar.name, tag] for tag in LANGUAGES) for liar in LIARS) > 5
