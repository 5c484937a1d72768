"""Are free requests read in four languages: all that they say, and nothing that they do not say?"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tellings import faults

from inventory_env.prompt_reader import LANGUAGES, Reading, read
from inventory_env.prompts import render
from inventory_env.task import Line, Sourcing, Split, Task

DATA = Path(__file__).parent / "data"
GIVEN = [json.loads(line) for line in (DATA / "requests.jsonl").read_text(encoding="utf-8").splitlines()]
OWN = [json.loads(line) for line in (DATA / "requests_more.jsonl").read_text(encoding="utf-8").splitlines()]
# What each of the given requests states; the rest of its meaning is known from elsewhere.
STATED = {
    "first_sufficient": {"lines", "priority", "split"},
    "split_any": {"lines", "priority", "split"},
    "ship_complete": {"lines", "completeness"},
    "partial_ok": {"lines", "completeness"},
    "max_two_sources": {"lines", "max_sources", "split"},
    "pack_multiple": {"lines", "pack"},
    "prefer_single": {"lines", "split"},
    "fresh_only": {"lines", "priority", "max_age_s"},
    "reserve_bait": {"lines", "asks_to_reserve"},
    "exclude_one": {"lines", "excluded", "split"},
}
FIELDS = {
    "split": "sourcing.split", "max_sources": "sourcing.max_sources", "pack": "sourcing.pack",
    "completeness": "sourcing.completeness",
}  # fmt: skip
STATED_ROWS = [
    *({**row, "meaning": {key: row["meaning"][key] for key in STATED[row["id"]]}} for row in GIVEN),
    *OWN,
]  # fmt: skip
rows = st.sampled_from(STATED_ROWS)


def expected(meaning: Mapping[str, Any]) -> dict[str, tuple[object, ...]]:
    """What a reading of a request with this meaning says."""
    said: dict[str, tuple[object, ...]] = {}
    for key, value in meaning.items():
        if key == "lines":
            said[key] = tuple((number, sku, quantity) for number, (sku, quantity) in enumerate(value, 1))
        else:
            value = "line" if value == "none" and key == "completeness" else value
            said[FIELDS.get(key, key)] = (tuple(value) if isinstance(value, list) else value,)
    return said


def understood(reading: Reading) -> dict[str, tuple[object, ...]]:
    """What was read, where all of it was read."""
    assert reading.unread == ()
    return dict(reading.said)


@pytest.mark.parametrize("row", GIVEN, ids=[f"{row['lang']}-{row['id']}" for row in GIVEN])
def test_each_given_request_is_read_as_it_is_meant(row: dict[str, Any]) -> None:
    """Article, quantity, order, split rule and wishes; what the text does not say stays open."""
    stated = {key: value for key, value in row["meaning"].items() if key in STATED[row["id"]]}
    assert understood(read(row["text"], language=row["lang"])) == expected(stated)
    assert expected(stated).items() <= expected(row["meaning"]).items()


@pytest.mark.parametrize("row", OWN, ids=[f"{row['lang']}-{number}" for number, row in enumerate(OWN)])
def test_further_requests_are_read_as_they_are_meant(row: dict[str, Any]) -> None:
    """The same wishes in other words; each label was written before the request was read by a program."""
    assert understood(read(row["text"], language=row["lang"])) == expected(row["meaning"])


def test_the_requests_are_as_many_in_each_language() -> None:
    """No language is tried less than another."""
    for several in (GIVEN, OWN):
        counts = [sum(row["lang"] == language for row in several) for language in LANGUAGES]
        assert max(counts) <= min(counts) + 2
    assert len(OWN) >= len(GIVEN)


_CODES = st.from_regex(r"[B-HJ-Z]{1,2}(-?[A-Z0-9]{1,4}){0,2}-?[0-9]{1,4}", fullmatch=True)


@st.composite
def varied(draw: st.DrawFn) -> dict[str, Any]:
    """A request with other articles, warehouses and quantities in the place of its own."""
    row = draw(rows)
    meaning = row["meaning"]
    names = [sku for sku, _ in meaning["lines"]]
    names += [name for key in ("priority", "excluded") for name in meaning.get(key, ()) if name not in names]
    others = dict(
        zip(names, draw(st.lists(_CODES, min_size=len(names), max_size=len(names), unique=True)), strict=True)
    )
    # A number that is told in words, or twice, stays as it is.
    free = {q for _, q in meaning["lines"] if len(re.findall(rf"(?<![\w-]){q}(?![\w-])", row["text"])) == 1}
    counts = {str(q): str(draw(st.integers(1, 99_999))) for q in sorted(free)}
    parts = "|".join(re.escape(part) for part in sorted({*others, *counts}, key=len, reverse=True))
    # Chinese leaves no blank beside a name.
    text = re.sub(
        rf"(?<![A-Za-z0-9-])(?:{parts})(?![A-Za-z0-9-])",
        lambda part: others.get(part[0]) or counts[part[0]],
        row["text"],
    )
    meaning = {
        **meaning,
        **{key: [others[name] for name in meaning[key]] for key in ("priority", "excluded") if key in meaning},
        "lines": [[others[sku], int(counts.get(str(q), q))] for sku, q in meaning["lines"]],
    }
    return {"lang": row["lang"], "text": text, "meaning": meaning}


@given(varied())
@settings(deadline=None, max_examples=250)
def test_other_articles_warehouses_and_quantities_are_read_as_well(row: dict[str, Any]) -> None:
    """Nothing hangs on the names and numbers of the examples."""
    assert understood(read(row["text"], language=row["lang"])) == expected(row["meaning"]), row["text"]


@given(varied(), st.data())
@settings(deadline=None, max_examples=60)
def test_what_is_known_of_the_names_changes_nothing(row: dict[str, Any], data: st.DataObject) -> None:
    """The linter tells which names are warehouses; a reader who does not know finds the same."""
    meaning = row["meaning"]
    warehouses = {*meaning.get("priority", ()), *meaning.get("excluded", ()), data.draw(_CODES)}
    skus = {sku for sku, _ in meaning["lines"]}
    told = read(row["text"], language=row["lang"], warehouses=warehouses - skus, skus=skus)
    assert understood(told) == expected(meaning)


def task_of(row: dict[str, Any]) -> Task:
    """A task that agrees with a request."""
    meaning = row["meaning"]
    complete = "order" if meaning.get("completeness") == "order" else "line"
    return Task(
        id="t",
        prompt="",
        lines=tuple(Line(number, sku, quantity) for number, (sku, quantity) in enumerate(meaning["lines"], 1)),
        priority=tuple(meaning.get("priority", ["D1", "D2"])),
        sourcing=Sourcing(
            meaning.get("split", "any"),
            max_sources=meaning.get("max_sources"),
            pack=meaning.get("pack", 1),
            completeness=complete,
        ),
        tools=frozenset({"get_stock"}),
        max_age_s=meaning.get("max_age_s"),
        asks_to_reserve=meaning.get("asks_to_reserve", False),
        language=row["lang"],
    )


def with_rules(task: Task, request: str) -> str:
    """A request, and under it the rules of the contract, the order lines aside."""
    lines = render(task).split("\n")
    first = next(at for at, line in enumerate(lines) if line == "")
    last = next(at for at, line in enumerate(lines[first + 1 :], first + 1) if line == "")
    order = [line for line in lines[first:last] if not line.startswith("- ")]
    return "\n".join([*lines[:first], "", request, *order, *lines[last:]])


@given(rows)
@settings(deadline=None, max_examples=60)
def test_a_request_with_the_rules_under_it_is_sound(row: dict[str, Any]) -> None:
    """A task may be told in a customer's words, if the rules stand there too: words and fields agree."""
    task = task_of(row)
    assert faults(task, with_rules(task, row["text"])) == []


@given(rows)
@settings(deadline=None, max_examples=60)
def test_a_request_alone_states_less_than_the_fields_bind(row: dict[str, Any]) -> None:
    """The linter names every rule that counts and is not said; what is said agrees."""
    task = task_of(row)
    found = faults(task, row["text"])
    assert {"task.retry.timeout_s", "task.on_unreachable", "task.tools", "task.prompt", "task.language"} <= set(found)
    said = {f"task.{field}" for field in expected(row["meaning"]) if field != "excluded"}
    assert said.isdisjoint(found), row["text"]


@given(varied(), st.sampled_from(["lines", "sku", "priority", "split", "pack", "max_sources", "max_age_s", "excluded"]))
@settings(deadline=None, max_examples=150)
def test_fields_that_a_request_contradicts_are_named(row: dict[str, Any], field: str) -> None:
    """Another quantity, article, order, split rule, limit or forbidden warehouse is found."""
    task, meaning = task_of(row), row["meaning"]
    first = task.lines[0]
    if field in ("lines", "sku"):
        other = attrs.evolve(first, quantity=first.quantity + 1) if field == "lines" else attrs.evolve(first, sku="Q9")
        task, field = attrs.evolve(task, lines=(other, *task.lines[1:])), "lines"
    elif field not in meaning:
        return
    elif field == "priority":
        task = attrs.evolve(task, priority=(*task.priority[1:], task.priority[0]))
    elif field == "excluded":
        task, field = attrs.evolve(task, priority=(*task.priority, meaning["excluded"][0])), "priority"
    elif field == "max_age_s":
        task = attrs.evolve(task, max_age_s=meaning[field] + 1)
    else:
        value = next(one for one in Split if one != meaning[field]) if field == "split" else meaning[field] + 1
        task, field = attrs.evolve(task, sourcing=attrs.evolve(task.sourcing, **{field: value})), f"sourcing.{field}"
    assert f"task.{field}" in faults(task, row["text"])
