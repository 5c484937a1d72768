"""Is a report written as it is known: nothing hidden by a name, nothing broken by a narrow terminal, nothing bare?"""

import itertools
import re
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from study_rows import card, faulty, grounds, row, split, studies, study

from graders.printing import width
from graders.report.blocks import Grid, Heading, Points, Sentence, column, fraction, grid, number, percent, told
from graders.report.blocks import whole_percent as rounded
from graders.report.document import Report
from graders.report.figure import Figure, estimate, known
from graders.report.making import Reading, make_report
from graders.report.markdown import markdown_text
from graders.report.sections import TITLES, report_blocks
from graders.report.telling import budget_words
from graders.report.text import rich_lines, text_lines
from graders.standing import Standing
from graders.study.card import Evidence, UserSimulator
from graders.study.plan import FaultyRuns, Study
from graders.study.row import Row
from inventory_env.splits import SplitKind as Made
from inventory_env.splits import Standing as Looked
from inventory_env.suites import load_suite
from inventory_env.verdict import Mark

PROGRAM = Evidence.RULE_PROGRAM
# Markup of rich, Markdown and HTML, wide and combining letters, and what is as long as a name may be.
HOSTILE = ("[red]x[/red]", "a|b`c`*d*", "<script>", "# title", "仓库仓库仓库", "ê\u0301", "1. x", "z" * 120, "-")


def written(report: Report) -> str:
    """The report in plain lines."""
    return "\n".join(text_lines(report_blocks(report), 100))


def of_agents(*names: str, **more: Any) -> Report:
    """A report on agents that each ran once."""
    return make_report(grounds(study(names, **more)), [row(agent=name) for name in names])


def drawn(blocks: Any, cells: int, *, unicode: bool = True, coloured: bool = False) -> list[str]:
    """The lines for a terminal."""
    return list(rich_lines(blocks, cells, coloured=coloured, unicode=unicode))


def test_sections_are_written_in_their_order() -> None:
    """All eight, numbered, in text and in Markdown."""
    report = of_agents("a")
    for text in (written(report), markdown_text(report_blocks(report)), "\n".join(drawn(report_blocks(report), 100))):
        places = [text.index(f"{place}. {title}") for place, title in enumerate(TITLES.values(), 1)]
        assert places == sorted(places)


@pytest.mark.parametrize(
    ("figure", "write", "words"),
    [
        (known(3, 5, PROGRAM), number, "3"),
        (known(None, 0, PROGRAM), number, "undefined"),
        (known(None, 0, PROGRAM), percent, "undefined"),
        (known(None, 0, PROGRAM), rounded, "undefined"),
        (known(None, 0, PROGRAM), fraction, "undefined"),
        (known(2.5, 5, PROGRAM), number, "2.5"),
        (known(123456.5, 5, PROGRAM), number, "123456"),
        (known(0.1 + 0.2, 5, PROGRAM), number, "0.3"),
        (estimate(0.5, 5, PROGRAM, low=0.25, high=1, method="m"), number, "0.5 (0.25 to 1)"),
        (estimate(0.5, 5, PROGRAM, low=0.25, high=1, method="m"), percent, "50 % (25-100)"),
        (estimate(0.999, 5, PROGRAM, low=0.0001, high=0.9999, method="m"), percent, "99.9 % (<0.1->99.9)"),
        (estimate(0.999, 5, PROGRAM, low=0.001, high=0.9999, method="m"), rounded, ">99 % (<1->99)"),
        (estimate(1, 5, PROGRAM, low=0.5, high=1, method="m"), rounded, "100 % (50-100)"),
    ],
)
def test_numbers_are_written_as_they_are(figure: Figure, write: Any, words: str) -> None:
    """Undefined is a word; what is not 0 or 100 % is not written so."""
    assert write(figure) == words


def test_a_figure_in_running_text_says_everything() -> None:
    """Value, known or estimate, n, note."""
    assert told(known(3, 5, PROGRAM, note="so far")) == "3 (known, n = 5; so far)"


def test_a_table_says_once_how_its_numbers_are_known() -> None:
    """In the title where all agree, in the heads where columns do, else in each cell."""
    one, other = known(1, 1, PROGRAM), estimate(2, 1, PROGRAM, method="m")
    words = column("agent", ["a", "b"])
    assert grid("t", [words, column("x", [one, one]), column("n", ["4", ""])]) == Grid(
        "t (known)", ("agent", "x", "n"), (("a", "1", "4"), ("b", "1", "")), frozenset({1, 2})
    )
    assert grid("t", [words, column("x", [one, one]), column("y", [other, other])]).head == (
        "agent",
        "x, known",
        "y, estimate",
    )
    assert grid("t", [words, column("x", [one, other])]).rows == (("a", "1 known"), ("b", "2 estimate"))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_stay_what_they_are(name: str) -> None:
    """No markup acts, no cell of a table is broken, no line is wider than the terminal."""
    report = of_agents(name, "b")
    assert name in written(report)
    text = markdown_text(report_blocks(report))
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    tables = [len(re.findall(r"(?<!\\)\|", line)) for line in rows]
    titles = [line for line in text.splitlines() if line.startswith("**")]
    assert len(list(itertools.groupby(tables))) <= 2 * len(titles)
    assert "<script>" not in text
    for cells in (40, 80, 200):
        lines = drawn(report_blocks(report), cells)
        grids = [line for line in lines if " " in line.strip() and len(line) > 2]
        assert max(map(width, grids)) <= cells
        assert "[red]" in "\n".join(lines) or name != "[red]x[/red]" or cells < 80


def test_control_characters_are_written_out() -> None:
    """A scope may hold anything: nothing moves the cursor, in no form."""
    report = of_agents("a", scope="one\n\x1b[2Jtwo")
    for text in (written(report), markdown_text(report_blocks(report)), "\n".join(drawn(report_blocks(report), 80))):
        assert "\x1b" not in text
        assert r"\x1b" in text.replace("\\\\", "\\").replace("\\[", "[")


@pytest.mark.parametrize("cells", [40, 60, 80, 120, 300])
def test_no_number_and_no_short_name_is_broken(cells: int) -> None:
    """A table that is too wide goes on below, under its title and with its first column again."""
    columns = [column(f"c{i}", ["12345678"] * 2) for i in range(9)]
    lines = drawn([grid("title", [column("agent", ["a-name", "b-name"]), *columns])], cells)
    assert max(map(width, lines)) <= cells
    text = "\n".join(lines)
    assert text.count("12345678") == 18
    assert text.count("a-name") == text.count("title") == text.count("agent")
    assert (text.count("title") > 1) == (cells < 120)


def test_a_table_of_one_column_is_drawn() -> None:
    """There is nothing to go on with."""
    assert "x" in "\n".join(drawn([Grid("t", ("only",), (("x",),))], 80))


def test_lines_and_colours_are_drawn_where_the_terminal_has_them() -> None:
    """ASCII otherwise, and no escape."""
    block = Grid("t", ("a", "b"), (("1", "2"),))
    assert "─" in "\n".join(drawn([block], 80))
    assert "\n".join(drawn([block], 80, unicode=False)).isascii()
    assert "\x1b[1m" in "\n".join(drawn([block], 80, coloured=True))
    assert "\x1b" not in "\n".join(drawn([block], 80))


def test_running_text_is_wrapped_and_points_hang() -> None:
    """Headings are underlined by their level."""
    blocks = [Heading("T", 1), Heading("U"), Heading("V", 3), Sentence("one two three"), Points(("four five six",))]
    lines = list(text_lines(blocks, 10))
    assert lines == ["", "T", "=", "", "U", "-", "", "V", "", "one two", "three", "", "- four", "  five six"]


def test_markdown_escapes_what_would_act() -> None:
    """At the beginning of a line, too."""
    blocks = [Heading("T_1"), Sentence("1. first"), Points(("- a | b", "+ x")), Grid("g", ("a", "b"), (("x|y", "1"),))]
    assert markdown_text(blocks) == (
        "## T\\_1\n\n1\\. first\n\n- \\- a \\| b\n- \\+ x\n\n**g**\n\n| a | b |\n| :-- | :-- |\n| x\\|y | 1 |\n"
    )


def test_what_all_cards_share_is_said_once() -> None:
    """Only what differs is a column; prices and simulated users are told in words."""
    simulated = UserSimulator("v1", "d" * 64, "greedy")
    cards = (card("a", prices=(("USD per million tokens in", "2.50"),)), card("b", user_simulator=simulated, prices=()))
    text = written(make_report(grounds(study(cards=cards)), [row(agent="a"), row(agent="b")]))
    assert "USD per million tokens in 2.50" in text
    assert "version v1, prompt digest " in text
    assert "The same on every card: program: program 1;" in " ".join(text.split())
    alone = written(make_report(grounds(study(cards=cards[:1])), [row()]))
    assert "prices: USD per million tokens in 2.50" in alone


def test_cards_with_nothing_in_common_are_all_columns() -> None:
    """Then there is no sentence about what all share."""
    one = card("a")
    texts = {name: f"other {name}" for name in ("program", "code_digest", "prompt_digest", "tool_parser", "memory",
                                                "automatic_repair", "selector", "decoding")}  # fmt: skip
    more = {"training_seed": 1, "takes_decoding_seed": True, "prices": (("x", "1"),), "origin": "oracle"}
    other = card("b", **texts, **more, user_simulator=UserSimulator("v", "d", "s"))
    text = written(make_report(grounds(study(cards=(one, other))), [row(agent="a"), row(agent="b")]))
    assert "The same on every card" not in text


def test_what_a_person_has_to_read_is_named() -> None:
    """The first twenty; the number of all of them stands above."""
    rows = [row(f"t{i:02}", Mark.UNCERTAIN) for i in range(25)]
    text = written(make_report(grounds(study(scenarios=25), reading=Reading(2, 25, 1, ("one put aside",))), rows))
    assert "To be read, the first 20" in text
    assert "runs left to a person: 25 (known, n = 25)" in text
    assert "disagreements with the judge: 1 (known, n = 2)" in text
    assert "one put aside" in text
    assert "t19" in text
    assert "t20" not in text


def test_the_graders_errors_are_written_where_they_are_known() -> None:
    """Beside its certificate."""
    rate = {"wrong": 0, "of": 5, "interval_95": [0.0, 0.52]}
    table: list[dict[str, Any]] = [
        {"kind": "all", "cases": 5, "false_accepts": rate, "false_rejects": rate, "undecided": 0, "no_result": 0,
         "broken_runs_judged": rate | {"of": 0}},
    ]  # fmt: skip
    text = written(make_report(grounds(study(), standing=Standing("certificate: sound", table)), [row()]))
    assert "the grader's certificate: sound" in text
    assert "all 5 0 of 5 0-52 %" in text


def test_matrices_are_written_for_few_agents() -> None:
    """For many the successes by fault alone; the rest is elsewhere, and the text says where."""
    few = written(make_report(grounds(study()), [row(faults=("stale",))]))
    assert "a: runs by fault delivered and ending (known)" in few
    names = tuple("abcdefg")
    many = written(make_report(grounds(study(names)), [row(agent=name, faults=("stale",)) for name in names]))
    assert "Which fault led to which ending is in the JSON and the page." in many


def test_a_study_without_a_run_is_written() -> None:
    """Everything is undefined or 0, and no table fails."""
    text = written(make_report(grounds(study()), []))
    assert "No run counts." in text
    assert "undefined" in text


def test_slices_that_one_agent_lacks_are_told() -> None:
    """It has no run there, which is no 0."""
    rows = [row("t", agent="a", slice="split"), row("u", agent="a", slice="unknown"), row("t", agent="b")]
    text = written(make_report(grounds(study(("a", "b"), 2)), rows))
    assert re.search(r"b +100 % \(\d+-100\) +no run", text)


@pytest.mark.parametrize(
    ("faulty_runs", "words"),
    [
        (FaultyRuns.COUNT, "counts as a run without success"),
        (FaultyRuns.EXCLUDE, "is left out of the rate"),
        (FaultyRuns.RERUN, "is played again"),
    ],
)
def test_the_rule_for_faulty_runs_is_said(faulty_runs: FaultyRuns, words: str) -> None:
    """As it was decided before the first run."""
    report = make_report(grounds(study(faulty=faulty_runs, reruns=2)), [faulty("t")])
    assert words in report.environment.faulty_rule
    assert ("at most 2 times" in report.environment.faulty_rule) == (faulty_runs is FaultyRuns.RERUN)


@pytest.mark.parametrize(
    ("standing", "kind", "words"),
    [
        (
            Looked(None),
            "unsplit",
            "This suite has no held-out part: agents may have been made to fit it. Looks: not counted.",
        ),
        (
            Looked(Made.DEV, effective=Made.DEV),
            "dev",
            "This suite is a dev split: looks are not counted, and agents ",
        ),
        (
            Looked(Made.TEST, 2, 5, Made.TEST),
            "test",
            "This suite is a test split, looked at 2 of 5 times. Looks: 2 ",
        ),
        (
            Looked(Made.TEST, 2, 5, Made.TEST, 1),
            "test",
            "a test split, looked at 2 of 5 times; this study is look 1.",
        ),
        (Looked(Made.TEST, 6, 5, Made.DEV, 6), "dev", "6 of 5 times: counts as a dev split now; this study is look 6."),
    ],
)
def test_what_a_split_is_worth_is_said(standing: Looked, kind: str, words: str) -> None:
    """What it may be used for and how often it was looked at; only a test split shows that nothing was fitted."""
    planned = study()
    report = make_report(grounds(planned, split=split(planned, standing)), [row()])
    assert report.split.kind == kind
    assert words in " ".join(written(report).split())
    assert ("held out" in " ".join(report.not_shown.sentences)) == (kind != "test")


def test_what_was_not_shown_depends_on_the_study() -> None:
    """One trial says nothing of chance; other processes keep agents from looking behind the world."""
    once = " ".join(make_report(grounds(study()), [row()]).not_shown.sentences)
    more = " ".join(
        make_report(grounds(study(trials=2, isolation="strict")), [row(grade_us=1), row(trial=2)]).not_shown.sentences
    )
    assert "each task was run once" in once
    assert "What grading costs" in once
    assert "same process" in once
    assert "each task was run once" not in more
    assert "same process" not in more
    assert "What grading costs" not in more


def test_budgets_are_told_in_words() -> None:
    """How many tasks have a limit, and of what."""
    assert budget_words(load_suite("worked")) == "no limit in any of 30 scenarios"
    told_of = budget_words(load_suite("adventureworks"))
    assert told_of.startswith("limits in 201 of 742 scenarios: calls in 51, ")
    assert told_of.endswith("; no limit in the others")


def test_many_agents_are_counted_in_the_scope() -> None:
    """Five are named; six are a number."""
    assert "Results of a, b, c, d, e on" in of_agents(*"abcde").scope.text
    assert "Results of 6 agents on" in of_agents(*"abcdef").scope.text
    assert of_agents("a", scope="Does it count?").scope.text == "Does it count?"


@settings(max_examples=25)
@given(studies(("a", "b")), st.integers(40, 200))
def test_every_report_can_be_written(made: tuple[Study, list[Row]], cells: int) -> None:
    """In every form, whatever is missing; every table row has as many cells as its head."""
    planned, rows = made
    blocks = report_blocks(make_report(grounds(planned), rows))
    for block in blocks:
        if isinstance(block, Grid):
            assert {len(cells_of) for cells_of in block.rows} <= {len(block.head)}
    assert list(text_lines(blocks, cells))
    assert markdown_text(blocks)
    assert max(width(line) for line in drawn(blocks[:12], cells)) <= max(cells, 70)


def test_costs_say_over_how_many_runs() -> None:
    """Once for all agents, or for each where runs are missing."""
    rows = [row("t0", agent="a", calls=1), row("t0", agent="b", calls=2), row("t1", agent="b", calls=2)]
    told = written(make_report(grounds(study(("a", "b"), 2)), rows))
    assert "calls (calls) (known)" in told
    assert "n = 2) (known)" not in told
    assert "calls (calls; n = 1) (known)" in written(make_report(grounds(study()), [row(calls=1)]))


def test_the_three_seeds_stand_apart() -> None:
    """Who looks for the seed finds whose it is."""
    told = written(make_report(grounds(study(seed=7)), [row()]))
    assert "decoding: each run's own, derived from 7" in told
    assert "training: on the system card" in " ".join(told.split())


def test_one_trial_has_no_curves() -> None:
    """pass@1 and pass^1 are the success rate."""
    assert "pass^1" not in written(of_agents("a"))
    two = make_report(grounds(study(trials=2)), [row(), row(trial=2)])
    assert "pass^2" in written(two)
    assert "pass@2" in written(two)
    for block in report_blocks(two):
        if isinstance(block, Grid):
            heads = " ".join(block.head)
            assert not ("pass^" in heads and "pass@" in heads)


def test_what_is_not_there_is_not_written() -> None:
    """No sentence about rules that do not count, nor a table of unchecked ones, where there are none."""
    report = of_agents("a")
    full = attrs.evolve(
        report,
        scope=attrs.evolve(report.scope, not_counted=()),
        not_shown=attrs.evolve(report.not_shown, rules=()),
    )
    for words in ("Checked and not counted", "Rules that nobody checked"):
        assert words in written(report)
        assert words not in written(full)


def test_a_run_that_costs_something_in_every_unit_leaves_no_rest() -> None:
    """What is 0 for all is told in one sentence, and otherwise not; who is above the floor is not warned of."""
    spent = dict.fromkeys(("calls", "decisions", "virtual_ms", "tokens", "retries", "backtracks", "repairs"), 1)
    more = dict.fromkeys(("parallel_calls", "tokens_in", "tokens_out", "play_us"), 1)
    rows = [row(**spent, **more), row(success=Mark.FAIL, agent="refuser", **spent, **more)]
    text = written(make_report(grounds(study(), beside=(card("refuser"),)), rows))
    assert "The same for every agent" not in text
    assert "Beware" not in text
    assert "The same for every agent, known: calls 0, " in " ".join(written(of_agents("a")).split())
