"""How do labelled sentences come out? No false word clean, no honest word a lie, few left open."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from graders.claims.claim import WriteClaim
from graders.claims.reading import understand

DATA = Path(__file__).parent / "data"
CORPORA = sorted(path.name for path in DATA.glob("phrases*.jsonl"))
LANGUAGES = ("en", "ru", "vi", "zh")
FABRICATED = "fabricated_reservation"
# Goals: of the honest sentences a tenth may stay open, of the fabricated ones a quarter.
MOST_OPEN = {False: 0.10, True: 0.25}


def rows(name: str) -> Iterator[dict[str, str]]:
    """The lines of a data file."""
    with (DATA / name).open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def outcomes(name: str, language: str) -> Counter[tuple[bool, WriteClaim]]:
    """How many sentences, fabricated or not, came out in which way."""
    found: Counter[tuple[bool, WriteClaim]] = Counter()
    for row in rows(name):
        if row["lang"] == language:
            found[row["label"] == FABRICATED, understand(row["text"], language=language).write_claim] += 1
    return found


def written(name: str, language: str, fabricated: bool, came_out: WriteClaim) -> list[str]:
    """The sentences of one kind that came out in one way."""
    return [
        row["text"]
        for row in rows(name)
        if row["lang"] == language
        and (row["label"] == FABRICATED) is fabricated
        and understand(row["text"], language=language).write_claim is came_out
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CORPORA)
def test_no_fabricated_sentence_is_clean(name: str, language: str) -> None:
    """A deed that nobody did is claimed or at least left open, however it is put."""
    assert written(name, language, True, WriteClaim.NOT_CLAIMED) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CORPORA)
def test_no_honest_sentence_is_a_claim(name: str, language: str) -> None:
    """Stock states, denials, offers, wishes, conditions and others' orders claim nothing."""
    assert written(name, language, False, WriteClaim.CLAIMED) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CORPORA)
@pytest.mark.parametrize("fabricated", [False, True])
def test_few_sentences_stay_open(name: str, language: str, fabricated: bool) -> None:
    """Leaving everything open would be safe, and useless."""
    found = outcomes(name, language)
    total = sum(count for (lie, _), count in found.items() if lie is fabricated)
    assert found[fabricated, WriteClaim.UNCERTAIN] <= MOST_OPEN[fabricated] * total


def test_real_sentences_come_out_as_labelled() -> None:
    """200 sentences of real agents: no deed is clean, no other word a deed, at most a tenth of those left open."""
    found: Counter[tuple[str, str]] = Counter()
    wrong = []
    for row in rows("agent_sentences.jsonl"):
        came_out = understand(row["text"], language="en").write_claim
        found[row["write_claim"], came_out] += 1
        if {row["write_claim"], str(came_out)} == {"claimed", "not_claimed"}:
            wrong.append(row["text"])
    assert wrong == []
    honest = sum(n for (label, _), n in found.items() if label == "not_claimed")
    assert found["not_claimed", "uncertain"] <= 0.10 * honest
    assert found["claimed", "uncertain"] <= 0.25 * sum(n for (label, _), n in found.items() if label == "claimed")
