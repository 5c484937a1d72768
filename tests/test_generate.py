"""Are generated scenarios the same every time, free of faults, and right by every judge?"""

import re
import runpy
import sys
from collections import Counter
from pathlib import Path

import attrs
import pytest
from answers import answer_of, fits
from hypothesis import given, settings
from hypothesis import strategies as st

from baselines import careful
from graders.grading import grade
from inventory_env import play
from inventory_env.answer import Shippable, Status
from inventory_env.codec import encode
from inventory_env.errors import EnvironmentFault, InputError
from inventory_env.families import Draw, Material, grid_families, mishaps, order_families, shortage_families
from inventory_env.faults import Fault, FaultKind
from inventory_env.generate import COMMON, LANGUAGES, MENU, SCARCE, STOCK, dressed, generate, main
from inventory_env.lint import lint
from inventory_env.prompts import Manner, render
from inventory_env.scenario import Scenario
from inventory_env.stock import StockRecord, StockTable
from inventory_env.stock_csv import read_stock_csv
from inventory_env.suites import FOLDER, load_suite
from inventory_env.task import Retry, Split

REAL = read_stock_csv(FOLDER / STOCK)
MADE_UP = read_stock_csv(FOLDER / SCARCE)
SUITE = load_suite("adventureworks")
SEEDS = st.integers(min_value=0, max_value=10**9)


def told(scenarios: list[Scenario]) -> list[bytes]:
    """The scenarios as they stand in a file."""
    return [encode(scenario) for scenario in scenarios]


def right_everywhere(scenario: Scenario) -> bool:
    """Whether the careful agent, the judges and the construction agree on a scenario that the linter accepts."""
    trace = play(careful, scenario)
    answer, expected = answer_of(trace), scenario.expected
    assert expected is not None
    return (
        not lint(scenario)
        and not grade(scenario, trace).findings
        and all(fits(line, answer.line(line.line)) for line in expected.lines)
        and expected.shippable in (None, answer.shippable)
    )


@given(SEEDS)
@settings(deadline=None, max_examples=4)
def test_every_seed_gives_scenarios_whose_answer_follows_from_their_construction(seed: int) -> None:
    """Careful agent, oracle and construction agree on every scenario of every seed."""
    made = [
        *generate(REAL, seed=seed, count=30),
        *generate(MADE_UP, seed=seed, count=12, csv=SCARCE, menu=shortage_families()),
    ]
    assert [scenario.id for scenario in made if not right_everywhere(scenario)] == []


@given(SEEDS, st.integers(min_value=0, max_value=7))
@settings(deadline=None, max_examples=4)
def test_a_shorter_suite_is_the_start_of_a_longer_one(seed: int, count: int) -> None:
    """How many scenarios are asked for changes none of them."""
    assert told(list(generate(REAL, seed=seed, count=count))) == told(list(generate(REAL, seed=seed, count=8)))[:count]


def test_the_shipped_suites_can_be_made_again_byte_for_byte(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command writes all three files as they ship, in the folder named."""
    assert main(["--out", str(tmp_path)]) == 0
    for name in ("worked", "public", "adventureworks"):
        assert (tmp_path / f"{name}.jsonl").read_bytes() == (FOLDER / f"{name}.jsonl").read_bytes()
    assert "adventureworks.jsonl" in capsys.readouterr().out


def test_the_command_explains_itself(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The module runs as a program."""
    monkeypatch.setattr(sys, "argv", ["generate", "--help"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(FOLDER.parent / "generate.py"), run_name="__main__")
    assert ended.value.code == 0
    assert "--out" in capsys.readouterr().out


def test_another_seed_gives_other_scenarios_of_the_same_families() -> None:
    """The seed decides everything but the menu."""
    one, other = (list(generate(REAL, seed=seed, count=20)) for seed in (1, 2))
    assert not {scenario.id for scenario in one} & {scenario.id for scenario in other}
    assert not set(told(one)) & set(told(other))


def test_every_pair_of_fault_split_and_ending_comes_three_times() -> None:
    """A fault of every kind, or none, meets lines of every split and ending, and is delivered there."""
    met: Counter[tuple[str, Split, Status]] = Counter()
    for scenario in SUITE:
        trace = play(careful, scenario)
        kinds = {scenario.faults[call.fault].kind.value for call in trace.calls if call.fault is not None}
        for kind in kinds or {"none"}:
            for status in {line.status for line in answer_of(trace).lines}:
                met[kind, scenario.task.sourcing.split, status] += 1
    wanted = [(kind, split, status) for kind in ("none", *FaultKind) for split in Split for status in Status]
    assert [pair for pair in wanted if met[pair] < 3] == []


def test_every_slice_and_many_families_are_there() -> None:
    """Each named kind of scenario comes often, and no family is most of the suite."""
    suite = SUITE
    slices = Counter(scenario.slice for scenario in suite)
    assert set(slices) == {
        "first_query_suffices",
        "second_needed",
        "split",
        "shortfall",
        "fault_recovered",
        "unknown",
        "multi_line",
        "invalid",
    }
    assert min(slices.values()) >= 30
    assert len(suite) >= 600
    families = Counter(scenario.family for scenario in suite)
    assert len(families) >= 60
    assert max(families.values()) <= len(suite) // 20


def test_ids_are_opaque_and_distinct() -> None:
    """An id says nothing about the answer."""
    ids = [scenario.id for scenario in SUITE]
    assert all(re.fullmatch("aw-[0-9a-f]{10}", one) for one in ids)
    assert len(set(ids)) == len(ids)


def test_invalid_lines_stand_beside_valid_ones_only() -> None:
    """Calling everything invalid is never right."""
    for scenario in SUITE:
        assert scenario.expected is not None
        assert any(line.status is not Status.INVALID for line in scenario.expected.lines), scenario.id


def test_every_line_has_its_right_answer() -> None:
    """Nothing in the suite is without a criterion."""
    for scenario in SUITE:
        assert scenario.expected is not None
        assert [line.line for line in scenario.expected.lines] == [line.line for line in scenario.task.lines]


def test_prompts_are_the_renderer_s() -> None:
    """The words of every shipped task are today's sentences in one of the manners."""
    for name in ("worked", "public", "adventureworks"):
        for scenario in load_suite(name):
            told = {render(scenario.task, manner=manner) for manner in Manner}
            assert len(told) == len(Manner)
            assert scenario.task.prompt in told, scenario.id


def test_every_language_meets_every_manner_and_slice() -> None:
    """About a quarter of the suite is in each language, whatever else a scenario is like."""
    languages = Counter(scenario.task.language for scenario in SUITE)
    assert set(languages) == set(LANGUAGES) == {"en", "ru", "zh", "vi"}
    assert min(languages.values()) > len(SUITE) // 5
    manners = Counter(
        (scenario.task.language, manner)
        for scenario in SUITE
        for manner in Manner
        if scenario.task.prompt == render(scenario.task, manner=manner)
    )
    assert len(manners) == len(LANGUAGES) * len(Manner)
    assert min(manners.values()) > len(SUITE) // 20
    slices = {scenario.slice for scenario in SUITE}
    assert {(one.task.language, one.slice) for one in SUITE} == {(a, b) for a in LANGUAGES for b in slices}
    assert {one.task.language for name in ("worked", "public") for one in load_suite(name)} == {"en"}


def test_the_first_sixty_scenarios_are_a_fair_sample() -> None:
    """A slice of the suite that starts at its head meets most slices and faults."""
    head = SUITE[:60]
    assert len({scenario.slice for scenario in head}) == 8
    assert len({fault.kind for scenario in head for fault in scenario.faults}) >= 8


def test_a_stock_file_of_one_s_own_will_do() -> None:
    """A small table gives the families that it can feed, under its own name."""
    rows = [StockRecord(f"X-{sku}", f"D{place}", 7 * sku + 5 * place, sku) for sku in range(5) for place in range(4)]
    made = list(generate(StockTable(rows), seed=3, count=60, csv="mine.csv"))
    assert len(made) == 60
    assert {scenario.stock.source.csv for scenario in made} == {"mine.csv"}
    assert [scenario.id for scenario in made if not right_everywhere(scenario)] == []


def test_one_row_is_enough_for_some_families() -> None:
    """One article in one warehouse can be found, short, or silent."""
    made = list(generate(StockTable([StockRecord("X", "D", 9)]), seed=3, count=12, csv="one.csv", menu=grid_families()))
    assert [scenario.id for scenario in made if not right_everywhere(scenario)] == []


POOR = [
    [("X", "D", 9)],
    [("X", "D", 0)],
    [("X", "D", None)],
    [("X", "D", 9), ("X", "E", 9)],
    [("X", "D", -4), ("X", "E", 2), ("Y", "E", 8)],
    [("X", "D", None), ("X", "E", 5), ("X", "F", 1)],
    [("X", "D", 1), ("X", "E", 1), ("X", "F", 1), ("Y", "F", None)],
    [("X", "D", 30), ("X", "E", 2), ("X", "F", 31), ("Y", "D", 3)],
]


@pytest.mark.parametrize("figures", POOR, ids=range(len(POOR)))
def test_a_poor_table_gives_right_drafts_or_none(figures: list[tuple[str, str, int | None]]) -> None:
    """A family that does not find what it needs says so, and does not make do."""
    rows = [StockRecord(sku, place, held, tracked=held is not None) for sku, place, held in figures]
    material = Material(StockTable(rows), "poor.csv")
    for turn, family in enumerate(MENU):
        draft = family.make(Draw(family.key), material, turn)
        assert draft is None or right_everywhere(dressed(Draw(family.key), material, draft)), family.key


def test_an_order_of_several_articles_has_none_that_is_untracked() -> None:
    """Such an article would leave its line open for a reason that nobody planned."""
    rows = [StockRecord("X", "D", 5), StockRecord("X", "E", 9), StockRecord("Y", "D", None, tracked=False)]
    material = Material(StockTable(rows), "poor.csv")
    drafts = [family.make(Draw(family.key, 1), material, 0) for family in order_families() if "several" in family.key]
    assert all(draft is None or "Y" not in {line.sku for line in draft.lines} for draft in drafts)


def test_a_table_without_what_a_menu_needs_is_refused() -> None:
    """Families that find nothing do not loop for ever."""
    table = StockTable([StockRecord("X", "D", 9)])
    with pytest.raises(InputError, match="must hold rows that a family can use"):
        list(generate(table, seed=1, count=1, menu=shortage_families()))


def test_no_scenarios_are_made_when_none_are_wanted() -> None:
    """Zero is a number of scenarios."""
    assert list(generate(REAL, seed=1, count=0, menu=shortage_families())) == []


def test_the_menu_names_every_family_once() -> None:
    """The chances of a scenario hang on the key of its entry, so no two entries share one."""
    keys = [family.key for family in MENU]
    assert len(set(keys)) == len(keys)
    assert len(grid_families()) == (len(FaultKind) + 1) * len(Split) * len(Status)
    assert set(COMMON) < set(MENU)


def test_ship_complete_answers_leave_every_plan_empty_unless_all_is_found() -> None:
    """What blocks the order says whether it ships."""
    statuses = {Shippable.YES: {Status.FOUND}}
    for scenario in SUITE:
        expected = scenario.expected
        assert expected is not None
        if expected.shippable is None or statuses.get(expected.shippable):
            continue
        assert all(line.plan == () for line in expected.lines), scenario.id


def test_the_scenario_of_a_draft_does_not_depend_on_the_rest_of_the_menu() -> None:
    """Taking families away changes none of the scenarios that stay."""
    family = COMMON[5]
    (alone,) = generate(REAL, seed=4, count=1, menu=[family])
    among = generate(REAL, seed=4, count=len(COMMON), menu=COMMON)
    assert attrs.asdict(alone.task) in [attrs.asdict(one.task) for one in among]


def test_chances_that_never_fall_end_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the world's chances are broken, whoever looks for a seed is told, and does not look for ever."""
    fault = Fault(FaultKind.TIMEOUT, tool="get_stock")
    assert mishaps.scattered(Draw("a"), fault, Retry(), [("W1", "A")])[0].rate_percent in (20, 30, 50)
    monkeypatch.setattr(mishaps, "drawn", lambda *_: False)
    with pytest.raises(EnvironmentFault, match="none of 10000 seeds strikes"):
        mishaps.scattered(Draw("a"), fault, Retry(), [("W1", "A")])
