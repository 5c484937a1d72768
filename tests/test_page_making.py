"""Is a page whole, in its order, closed to the world, and proof against what runs hold?"""

import base64
import hashlib
import html
import re
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import attrs
import pages
import pytest
import study_rows
from study_rows import faulty, row, study

from graders.report import choosing
from graders.report.agent_results import Role
from graders.report.document import SECTIONS, DataSplit, SplitKind, ToReview
from graders.report.making import make_report
from graders.report.page import charting
from graders.report.page.embedding import environment, policy, script, style
from graders.report.page.making import comparison_page, page, pieces_of, sections, write_page
from graders.report.page.parts import Column, Links, Part, Picture, Table, Tiles
from graders.report.page.sections import afterwards, compared, grounds, results
from graders.report.page.wording import figure_table, number_cell, share_cell
from graders.study.card import Evidence, UserSimulator
from inventory_env.errors import InputError, MissingExtra
from inventory_env.verdict import Mark

pytest.importorskip("jinja2", reason="needs jinja2, of the extra `report`")
pytest.importorskip("vl_convert", reason="needs vl-convert-python, of the extra `report`")
VOID = {"meta", "link", "input", "br", "img", "hr", "col"}


class Reader(HTMLParser):
    """Which elements stand in a page, and whether each is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note it."""
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """As in SVG."""
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """It closes the last one."""
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


@pytest.fixture(scope="module")
def whole() -> str:
    """The page of the small study."""
    return page(pages.report(), pages.runs())


@pytest.fixture(scope="module")
def beside() -> str:
    """The page of a comparison."""
    one = pages.comparison()
    return comparison_page(one, pages.of(one.first.agent), pages.of(one.second.agent))


def test_sections_stand_in_the_order_of_the_report(whole: str) -> None:
    """Scope first, what was not shown last, and then the runs."""
    names = re.findall(r'<section id="([a-z-]+)"', whole)
    assert names == [*(name.replace("_", "-") for name in SECTIONS), "runs"]
    assert re.findall(r'<li><a href="#([a-z-]+)">', whole) == names


@pytest.mark.parametrize("kind", ["whole", "beside"])
def test_page_is_sound_and_fetches_nothing(kind: str, request: pytest.FixtureRequest) -> None:
    """Every element is closed, every id is there once, and every address is within the page."""
    text = request.getfixturevalue(kind)
    text.encode("utf-8")
    read = Reader(text)
    assert read.wrong == []
    assert read.open == []
    ids = [attributes["id"] for _, attributes in read.found if "id" in attributes]
    assert len(ids) == len(set(ids))
    for tag, attributes in read.found:
        assert tag not in {"img", "iframe", "object", "base", "form"} or attributes == {"method": "dialog"}
        assert not [name for name in attributes if name.startswith("on")]
        assert "src" not in attributes
        address = attributes.get("href")
        assert address is None or address == "data:," or address.startswith("#")
    targets = {attributes["href"] for tag, attributes in read.found if tag == "a"}
    assert {one for one in targets if "=" not in str(one)} <= {f"#{one}" for one in ids}


def test_only_our_script_may_run(whole: str) -> None:
    """The policy names the one script by its fingerprint; data are no scripts."""
    inside = re.findall(r"<script>(.*?)</script>", whole, re.DOTALL)
    assert inside == [script()]
    digest = base64.b64encode(hashlib.sha256(inside[0].encode("utf-8")).digest()).decode("ascii")
    assert f"script-src &#39;sha256-{digest}&#39;" in whole
    assert "default-src 'none'" in policy()
    assert "url(" not in style()
    assert "</" not in style()


def test_hostile_name_is_text_everywhere(whole: str) -> None:
    """As it is written, it stands nowhere in the page."""
    assert pages.HOSTILE not in whole
    assert "onerror=alert(1)&gt;" in whole
    assert "{{7*7}}" in whole


def test_same_report_gives_the_same_page_wherever_it_is_written(whole: str, tmp_path: Path) -> None:
    """To the byte, and nothing else is left beside it."""
    write_page(pages.report(), iter(pages.runs()), tmp_path / "a.html")
    assert (tmp_path / "a.html").read_text(encoding="utf-8") == whole
    assert [one.name for one in tmp_path.iterdir()] == ["a.html"]


def test_half_a_page_is_never_left(tmp_path: Path) -> None:
    """Whoever breaks off keeps the page that was there."""
    (tmp_path / "a.html").write_text("old")

    def breaking() -> "pages.Iterator[pages.Judged]":
        yield pages.runs()[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_page(pages.report(), breaking(), tmp_path / "a.html")
    assert {one.name: one.read_text() for one in tmp_path.iterdir()} == {"a.html": "old"}


def test_too_many_runs_are_shown_by_examples_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many of every kind as fit, one of each in any case; the page says what it leaves out."""
    runs = [(record.agent, verdict) for _, record, verdict in pages.runs()]
    every = Counter(choosing.kind_of(*one) for one in runs)
    assert choosing.choose(runs).words() == ""
    for most in (1, len(every) + 3, len(runs) - 1):
        monkeypatch.setattr(choosing, "MOST_RUNS", most)
        choice = choosing.choose(runs)
        takes = choice.taking()
        kept = Counter(choosing.kind_of(*one) for one in runs if takes(*one))
        assert choice.each is not None
        assert kept == {kind: min(count, choice.each) for kind, count in every.items()}
        assert kept.total() <= max(most, len(every))
        assert sum(min(count, choice.each + 1) for count in every.values()) > most
        assert choice.words() in page_of(choice.words())
        assert f"{len(runs)} runs are too many for one page" in choice.words()


def page_of(choice: str) -> str:
    """The page with that sentence."""
    return html.unescape("".join(pieces_of(pages.report(), pages.runs(), choice=choice)))


def parts() -> list[Part]:
    """Every part of the report."""
    return [part for section in sections(pages.report()) for part in section.parts]


def test_floor_and_ceiling_are_rows_of_every_table_of_agents() -> None:
    """And they look different there."""
    for part in parts():
        if isinstance(part, Table) and part.columns[0].title == "agent":
            names = {line.cells[0].words for line in part.lines if line.reference}
            silent = part.title in ("Broken rules, agent by agent",)  # the careful agent broke none
            assert names >= {"do-nothing", "guesser"} | (set() if silent else {"careful"}), part.title
            assert all((line.cells[0].small != "") is line.reference for line in part.lines)


def test_every_figure_says_how_it_is_known() -> None:
    """In the head of its column where all are known alike, else beside it."""
    tables = [part for part in parts() if isinstance(part, Table) and Column("evidence") in part.columns[:2]]
    assert len(tables) > 12
    for table in tables[1:]:  # the first one is of system cards
        assert {column.tag for column in table.columns[2:]} <= {"known", "estimate", ""}
        for place, column in enumerate(table.columns):
            tags = {line.cells[place].tag for line in table.lines}
            assert place < 2 or (tags == {""}) is bool(column.tag) or tags <= {"known", "estimate"}
        assert {line.cells[1].words for line in table.lines} == {"rule program"}


def test_mixed_figures_say_so_one_by_one() -> None:
    """A column of known and estimated figures has no word for all."""
    one = pages.report().results.agents[0]
    told = [("a", Role.STUDIED, "x", [(figure, share_cell(figure))]) for figure in (one.success, one.coverage.planned)]
    table = figure_table("t", ["f"], told)
    assert table.columns[2].tag == ""
    assert [line.cells[2].tag for line in table.lines] == ["estimate", "known"]


def test_undefined_figure_is_a_word_with_its_number(whole: str) -> None:
    """Never 0, never blank."""
    one = pages.report().results.agents[0].costs[0].per_success
    assert one.value is None
    assert number_cell(one).words == "undefined"
    assert number_cell(one).small
    assert 'class="undefined">undefined<' in whole


def test_curves_are_two_pictures_with_their_caveats() -> None:
    """Beside pass@k stands the selector, beside pass^k the independence."""
    notes = {part.chart.name: part.note for part in parts() if isinstance(part, Picture)}
    assert notes["pass-at-k"].startswith("Selector: ")
    assert "independent" in notes["pass-hat-k"]


def test_a_task_with_runs_that_do_not_count_is_not_called_never_done() -> None:
    """Its only success may be the run that is missing: it is left out of the picture, and that is said."""
    rows = [row("t0", trial=1), row("t0", trial=2), faulty("t1", trial=1), row("t1", Mark.FAIL, trial=2)]
    found = make_report(study_rows.grounds(study(scenarios=3, trials=2)), rows).results
    picture = next(
        one
        for one in results.results(found, {"a": "rule program"}).parts
        if isinstance(one, Picture) and one.chart.name == "spread"
    )
    assert picture.chart.body == (("a", "1", "0", "0", "1"),)
    assert picture.note == "Tasks of which not every run counts are left out: 2 of a."
    none = make_report(study_rows.grounds(study(scenarios=1, trials=2)), rows[:1]).results
    assert charting.spread_chart(none.agents).reading == "No task has all its runs."


def test_distinct_paths_are_counted_by_task() -> None:
    """Two runs that did the same are one way, two that did not are two; the mean stands before them."""
    runs = [("t0", "x"), ("t0", "x"), ("t1", "x"), ("t1", "y")]
    rows = [row(task, trial=1 + place % 2, path=path) for place, (task, path) in enumerate(runs)]
    made = make_report(study_rows.grounds(study(scenarios=2, trials=2)), rows).results
    parts = results.results(made, {"a": "rule program"}).parts
    table = next(one for one in parts if isinstance(one, Table) and one.title.startswith("Distinct paths"))
    assert [column.title for column in table.columns[2:]] == ["per task", "tasks with 1", "tasks with 2"]
    assert [cell.words for cell in table.lines[0].cells[2:]] == ["1.5", "1", "1"]


def test_one_trial_has_no_curves() -> None:
    """There is nothing to draw beyond k = 1, nor of slices that nobody named."""
    agents = pages.report().results.agents
    single = [
        attrs.evolve(one, slices=(), trials=attrs.evolve(one.trials, at_least_one=(), every=(), by_trial=(), spread=()))
        for one in agents
    ]
    told = results.results(attrs.evolve(pages.report().results, agents=tuple(single)), _evidence())
    assert "pass-at-k" not in {part.chart.name for part in told.parts if isinstance(part, Picture)}


def test_few_agents_are_told_in_big_numbers_and_many_are_not() -> None:
    """Four can be taken in at a glance; without floor or ceiling there is none to tell."""
    found = pages.report().results
    assert any(isinstance(part, Tiles) for part in results.results(found, _evidence()).parts)
    many = attrs.evolve(found, agents=tuple(one for one in found.agents if one.role is Role.STUDIED) * 2)
    assert not any(isinstance(part, Tiles) for part in results.results(many, _evidence()).parts)
    alone = attrs.evolve(found, agents=many.agents[:1], warnings=("Beware.",))
    told = results.results(alone, _evidence())
    assert told.parts[0].words == "Beware."  # type: ignore[union-attr]
    assert len(next(part for part in told.parts if isinstance(part, Tiles)).rows) == 1


def _evidence() -> dict[str, str]:
    return {one.card.name: one.evidence.value for one in pages.report().cards}


def test_title_names_the_agent_where_there_is_one(whole: str) -> None:
    """Else how many there are; and a page without runs has no part for them."""
    report = pages.report()
    some = tuple(one for one in report.results.agents if one.role is not Role.STUDIED or one.agent == "asks-backwards")
    gone = tuple(one for one in report.failures.agents if one.agent in {each.agent for each in some})
    found, failed = attrs.evolve(report.results, agents=some), attrs.evolve(report.failures, agents=gone)
    text = page(attrs.evolve(report, results=found, failures=failed))
    assert "<title>Report on asks-backwards</title>" in text
    assert 'id="runs"' not in text
    assert "text/plain" not in text
    assert "<title>Report on 3 agents</title>" in whole


def test_flawed_report_is_no_page() -> None:
    """What a report must say stands in every form of it."""
    report = pages.report()
    with pytest.raises(InputError, match="success"):
        page(attrs.evolve(report, scope=attrs.evolve(report.scope, success="")))


def test_held_out_split_is_no_warning() -> None:
    """One that anybody may have trained on is."""
    held = DataSplit("s", "d", 3, SplitKind.TEST, 2, 5, "This split is held out.")
    parts = grounds.split(held).parts
    assert parts[0].tone == ""  # type: ignore[union-attr]
    assert dict(parts[1].rows)["evaluated on so far"].words == "2"  # type: ignore[union-attr]
    assert grounds.split(pages.split()).parts[0].tone == "notice"  # type: ignore[union-attr]


def test_cards_say_once_what_all_have_in_common() -> None:
    """And beside each other what differs, prices and the simulated customer too."""
    players = pages.report().cards[:2]
    simulator = UserSimulator(version="3", prompt_digest="abc", sampling="greedy")
    other = attrs.evolve(players[1].card, prices=(("USD per call", "2"),), user_simulator=simulator)
    told = grounds.cards((players[0], attrs.evolve(players[1], card=other, evidence=Evidence.MODEL_RUN)))
    table = told.parts[0]
    assert isinstance(table, Table)
    words = [cell.words for cell in table.lines[1].cells]
    assert "USD per call 2" in words
    assert "version 3" in " ".join(words)
    assert len(grounds.cards(players[:1]).parts) == 1


def test_report_without_further_facts_leaves_their_tables_out() -> None:
    """No grader table, no rule left uncounted, nothing to review, every rule checked: no empty table."""
    report = pages.report()
    assert len(grounds.environment(attrs.evolve(report.environment, grader_errors=())).parts) == 3
    assert len(grounds.scope(attrs.evolve(report.scope, not_counted=())).parts) == 4
    bare = attrs.evolve(report.read_by_hand, review=(), sentences=())
    assert len(afterwards.read_by_hand(bare).parts) == 1
    assert len(afterwards.not_shown(attrs.evolve(report.not_shown, rules=())).parts) == 1


def test_runs_left_to_a_person_have_a_link() -> None:
    """Whoever reads them need not search."""
    review = (ToReview("asks-backwards", "E01", 2, ("text-unclassified",)),)
    told = afterwards.read_by_hand(attrs.evolve(pages.report().read_by_hand, review=review))
    table = next(part for part in told.parts if isinstance(part, Table))
    assert [cell.words for cell in table.lines[0].cells] == ["E01", "asks-backwards", "2", "text-unclassified"]
    assert table.lines[0].cells[0].link == "#run=asks-backwards%2FE01%2F2"


def test_comparison_ends_with_what_it_does_not_show(beside: str) -> None:
    """Its tasks lead to their runs."""
    names = re.findall(r'<section id="([a-z-]+)"', beside)
    assert names == ["change", "outcome", "tasks", "kinds", "rules", "beside", "not-shown", "runs"]
    links = [part for section in compared.sections(pages.comparison()) for part in section.parts]
    named = [part for part in links if isinstance(part, Links)]
    assert [len(part.cells) for part in named] == [
        len(pages.comparison().lost), len(pages.comparison().gained), len(pages.comparison().open)
    ]  # fmt: skip


def test_agent_compared_with_itself_is_told_apart() -> None:
    """Two studies of one agent have one name."""
    one = pages.comparison()
    same = attrs.evolve(one, second=one.first, rules=(), gained=(), warnings=("Beware.",))
    text = comparison_page(same)
    assert f"{one.first.agent}, first" in text
    assert f"{one.first.agent}, second" in text
    assert "Neither broke a rule." in text
    assert "Beware." in text


def test_rule_that_rose_although_success_rose_is_marked() -> None:
    """It is what a single rate hides."""
    one = pages.comparison()
    rose = tuple(attrs.evolve(rule, rose=True, although=place == 0) for place, rule in enumerate(one.rules))
    text = comparison_page(attrs.evolve(one, rules=rose))
    assert "rose although success rose" in text


def test_missing_library_is_told_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is written."""
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(MissingExtra, match=r"jinja2: pip install .*report"):
        environment()
