"""Do charts say what their tables say, stay readable, and survive hostile names?"""

import re
import sys
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.report.agent_results import Role
from graders.report.page.charts.chart import MOST, Chart, drawn, figure, interval, percent
from graders.report.page.charts.costs import costs
from graders.report.page.charts.curves import by_trial, pass_at_k, pass_hat_k
from graders.report.page.charts.differences import Difference, differences, points
from graders.report.page.charts.drawing import svg
from graders.report.page.charts.endings import endings
from graders.report.page.charts.maps import faults, slices
from graders.report.page.charts.rows import Cell, Cost, Count, Curve, Endings, Share, Spread
from graders.report.page.charts.spread import spread
from inventory_env.errors import MissingExtra
from inventory_env.verdict import LineLabel

pytest.importorskip("vl_convert", reason="needs vl-convert-python, of the extra `report`")
HOSTILE = "</svg><script>alert(1)</script>\"'&\ud800\u202e"
HALF = Share(0.5, 10, 0.2, 0.8)
NONE = Share(None, 0)


def agents(count: int) -> list[tuple[str, Role]]:
    """Floor first, ceiling last, and so many between."""
    names = [(f"agent {i} {HOSTILE if i == 0 else ''}", Role.STUDIED) for i in range(count)]
    return [("nothing", Role.FLOOR), *names, ("careful", Role.CEILING)]


def charts(count: int) -> list[Chart]:
    """Every chart, of so many agents."""
    who = agents(count)
    curve = [Curve(name, (HALF, NONE, HALF), role) for name, role in who]
    return [
        endings(
            [Endings(name, ((LineLabel.STOCK_FOUND, 6), (LineLabel.WRONG, 3)), HALF, 1, role) for name, role in who]
        ),
        pass_at_k(curve),
        pass_hat_k(curve),
        by_trial(curve),
        spread([Spread(name, (3, 2, 1), role) for name, role in who]),
        costs([Cost(name, 5, 0, 1.5, 2, 3, 9, role) for name, role in who], of="calls", name="calls"),
        slices([Cell(name, column, share, role) for name, role in who for column, share in (("a", HALF), ("b", NONE))]),
    ]


EMPTY = [
    endings([]),
    pass_at_k([]),
    spread([]),
    costs([], of="calls", name="c"),
    slices([]),
    faults([]),
    differences([]),
]


def test_every_picture_is_sound_svg_with_no_way_out() -> None:
    """Names are text in it: no script, no link, no id that another picture on the page could have too."""
    told = [*charts(2), faults([Count(HOSTILE, "wrong", 3), Count("none", "wrong", 0)])]
    told.append(
        differences([Difference(HOSTILE, 3, 0.1, -0.1, 0.3), Difference("b", 3, None), Difference("c", 1, -0.5)])
    )
    for chart in told:
        assert chart.spec is not None
        drawn_ = svg(chart.spec)
        root = ElementTree.fromstring(drawn_)
        assert root.get("aria-hidden") == "true"
        for element in root.iter():
            assert element.tag.rpartition("}")[2] in {"svg", "g", "path", "text", "line", "rect", "defs"}, chart.name
            assert not {"id", "href", "onclick", "style"} & set(element.attrib), chart.name
        drawn_.encode("utf-8")


def test_pictures_take_their_colours_from_the_page() -> None:
    """Otherwise dark and print would show the colours of light."""
    for chart in charts(1):
        assert chart.spec is not None
        colours = set(re.findall(r'(?:fill|stroke)="([^"]+)"', svg(chart.spec)))
        assert all(one.startswith("var(--") or one in ("none", "transparent") for one in colours), chart.name


@pytest.mark.parametrize("count", [1, 40, 104])
def test_table_has_every_row_and_picture_the_first(count: int) -> None:
    """No picture grows beyond reading; what it leaves out is said, and stands in the table."""
    for chart in charts(count):
        rows = {row[0] for row in chart.body}
        assert len(rows) == count + 2
        assert chart.left_out == max(0, count + 2 - MOST)
        assert chart.spec is not None


def test_floor_and_ceiling_are_drawn_among_many() -> None:
    """What all others are compared with is never left out."""
    rows = [Curve(name, (HALF,), role) for name, role in agents(104)]
    kept = drawn(rows)
    assert len(kept) == MOST
    assert {row.agent for row in kept} >= {"nothing", "careful"}


def test_both_curves_are_two_charts() -> None:
    """pass@k and pass^k answer two questions, and never share a picture."""
    one, other = pass_at_k([Curve("a", (HALF,))]), pass_hat_k([Curve("a", (Share(0.1, 10),))])
    assert {one.name, other.name} == {"pass-at-k", "pass-hat-k"}
    assert "pass^k" not in str(one.spec)
    assert one.spec is not None
    values = one.spec["data"]["values"]
    assert {value["share"] for value in values} == {0.5}


def test_nothing_is_drawn_of_nothing() -> None:
    """No run: a sentence and an empty table, no axis without a point."""
    for chart in EMPTY:
        assert chart.spec is None
        assert chart.body == ()
        assert chart.reading
    assert spread([Spread("a", (0, 0))]).spec is None
    assert costs([Cost("a", 0, None, None, None, None, None)], of="calls", name="c").spec is None
    assert pass_at_k([Curve("a", ())]).spec is None
    assert differences([Difference("a", 0, None)]).spec is None


def test_undefined_is_a_word_and_a_hollow_field() -> None:
    """It is neither 0 nor blank."""
    chart = slices([Cell("a", "b", NONE), Cell("a", "c", HALF)])
    assert chart.body[0] == ("a", "b", "undefined", "undefined", "0")
    assert chart.spec is not None
    assert ">none<" in svg(chart.spec)
    undefined = endings([Endings("a", (), NONE)])
    assert undefined.body[0][2:4] == ("undefined", "undefined")
    assert undefined.spec is not None
    assert svg(undefined.spec)


def test_faults_without_runs_stay_in_their_matrix() -> None:
    """A row of zeros has no shares."""
    chart = faults([Count("timeout", "wrong", 0)])
    assert chart.body == (("timeout", "wrong", "0", "undefined"),)
    assert chart.reading.endswith("row.")


def test_sentences_speak_of_an_agent_that_is_studied() -> None:
    """Not of the floor, which comes first; of the floor only where it is alone."""
    for chart in charts(1)[:-1]:
        assert "agent 0" in chart.reading, chart.name
    assert "nothing (floor)" in spread([Spread("nothing", (3, 0), Role.FLOOR)]).reading
    assert "weakest" not in slices([Cell("nothing", "a", HALF, Role.FLOOR)]).reading


def test_ends_of_a_missing_interval_are_the_value() -> None:
    """A rate without an interval is drawn as a point."""
    chart = endings([Endings("a", ((LineLabel.WRONG, 1),), Share(0.5, 2))])
    assert chart.spec is not None
    assert next(value for value in chart.spec["data"]["values"] if value["what"] == "success")["low"] == 0.5


@pytest.mark.parametrize("most", [1, 2, 7, 30])
def test_ticks_are_whole_trials(most: int) -> None:
    """From the first to the last, and few."""
    chart = pass_at_k([Curve("a", (HALF,) * most)])
    assert chart.spec is not None
    ticks = chart.spec["spec"]["layer"][0]["encoding"]["x"]["axis"]["values"]
    assert ticks[0] == 1
    assert ticks[-1] == most
    assert ticks == sorted(set(ticks))
    assert len(ticks) <= 6


@given(st.floats(0, 1))
def test_share_is_never_rounded_to_a_bound(value: float) -> None:
    """100 % means all, 0 % none."""
    assert (percent(value) == "100 %") is (value == 1)
    assert (percent(value) == "0 %") is (value == 0)


@given(st.floats(-1e9, 1e9, allow_nan=False))
def test_number_is_zero_only_where_it_is(value: float) -> None:
    """A p-value of 1e-9 is small, not 0."""
    assert (figure(value) in ("0", "-0")) is (value == 0)


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (figure(None), "undefined"),
        (figure(1234.5), "1,234.5"),
        (figure(3), "3"),
        (interval(HALF), "20 % to 80 %"),
        (interval(NONE), "undefined"),
        (points(None), "undefined"),
        (points(-0.25), "-25.0 points"),
    ],
)
def test_numbers_in_words(told: str, words: str) -> None:
    """As a reader expects them."""
    assert told == words


def test_same_chart_is_the_same_text() -> None:
    """A report made twice is the same to the byte."""
    spec: Any = charts(1)[0].spec
    assert svg(spec) == svg(spec)


def test_missing_library_is_told_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to guess which package draws."""
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(MissingExtra, match=r"vl-convert-python: pip install .*report"):
        svg({})
