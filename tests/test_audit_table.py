"""Does the table of an audit count rightly, and say how sure that is?"""

import json
from collections import Counter

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.audit.auditing import Audit, Order
from graders.audit.case import Right
from graders.audit.catalogue import all_kinds
from graders.audit.flaws import Found
from graders.audit.hunt import Hunt, Outcome, Tally, Wrong, hunted, search
from graders.audit.judge import Flaw, Judge, Ruling, Said
from graders.audit.kinds import chosen
from graders.audit.rows import _percent, rate_json
from graders.audit.table import audit_json, error_counts, error_table, grouped, summed, told
from graders.metrics.rates import interval

UNTRIED = "1 of 2 kinds had no case, which more --examples would try"
NAMES = ("good", "right:terse", "control", "zoo:mis-copies-a-number", "breakdown:environment-fault")


def tally(kind: str, **counts: int) -> Tally:
    """Counts of one kind: `accept=9, rejects=2` are nine cases to accept, of which two are rejected."""
    rights = {right: counts.pop(right.value, 0) for right in Right}
    ways = {wrong: counts.pop(wrong.name.lower(), 0) for wrong in Wrong}
    return Tally(kind, Counter(rights), Counter(ways), **counts)


def cells(line: str) -> list[str]:
    """The cells of a line of the table."""
    return [cell for cell in line.split("  ") if cell.strip()]


def test_table_of_a_grader_that_accepts_everything() -> None:
    """A row for each group, one for each kind with an error, one for all."""
    kinds = chosen(all_kinds(), NAMES)
    hunt = hunted(search(Judge("naive", lambda scenario, trace: True), kinds, 0, range(4 * len(kinds))), kinds)
    lines = error_table(hunt.tallies.values())
    names = [line.split("  ")[0] or line.split()[0] for line in lines]
    controls = [kind.name for kind in kinds if kind.name.startswith("control")]
    assert names == [
        "kind", "good", "right", "control", *controls, "zoo", "zoo:mis-copies-a-number", "breakdown",
        "breakdown:environment-fault", "all",
    ]  # fmt: skip
    refuser = next(line for line in lines if "control:refuser" in line)
    assert [cell.strip() for cell in cells(refuser)] == [
        "control:refuser", "4", "4 of 4", "40-100 %", "-", "-",
    ]  # fmt: skip
    every = error_table(hunt.tallies.values(), every=True)
    assert [line for line in every if "right:terse" in line]
    assert {line.strip() for line in lines} <= {line.strip() for line in every}


def test_rows_are_aligned() -> None:
    """Every column begins where its head does."""
    lines = error_table([tally("good", accept=100), tally("zoo:a", reject=20, accepts=17), tally("zoo:b", neither=3)])
    place = lines[0].index("false rejects")
    assert {line[place - 2 : place] for line in lines if len(line) > place} == {"  "}


def test_groups_are_summed_and_all_is_the_whole() -> None:
    """Over every count."""
    rows = [tally("a:x", accept=3, rejects=1, undecided=2), tally("a:y", accept=4, rejects=2, broken=5)]
    whole = summed("all", rows)
    assert (whole.kind, whole.tried, whole.wrong[Wrong.REJECTS], whole.undecided, whole.broken) == ("all", 7, 3, 2, 5)
    assert rows[0].tried == 3
    lines = error_table(rows)
    assert [cells(line)[0].strip() for line in lines[1:]] == ["a", "a:x", "a:y", "all"]
    assert cells(lines[1])[1:] == cells(lines[4])[1:]


@pytest.mark.parametrize(
    ("rate", "words"),
    [(0.0, "0"), (1.0, "100"), (0.5, "50"), (0.00037, "0.037"), (0.0000001, "1e-05"), (0.0999, "10"), (0.996, "100")],
)
def test_rates_show_two_digits(rate: float, words: str) -> None:
    """And are never 0 where they are above it."""
    assert _percent(rate) == words


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_interval_holds_the_rate_and_is_told(counts: tuple[int, int]) -> None:
    """Of every count."""
    wrong, of = counts
    low, high = interval(wrong, of)
    assert 0 <= low <= wrong / of <= high <= 1
    (row,) = [line for line in error_table([tally("good", accept=of, rejects=wrong)]) if line.startswith("good")]
    assert f"{wrong} of {of}" in row
    assert f"{_percent(float(f'{low:.6g}'))}-{_percent(float(f'{high:.6g}'))} %" in row


def test_interval_of_rare_errors_is_never_nothing() -> None:
    """However many were tried: the digits that count are kept, not the places."""
    low, high = rate_json(0, 10**8)["interval_95"]
    assert low == 0 < high < 1e-7
    assert all(0 < end < 1e-6 for end in rate_json(1, 10**8)["interval_95"])


def audit_of(*outcomes: Outcome, examples: int = 3) -> Audit:
    """An audit that found these."""
    hunt = Hunt({name: Tally(name) for name in ("good", "zoo:a")}, seconds=1.25)
    for outcome in outcomes:
        hunt.add(outcome)
    hunt.stopped = hunt.cases < examples
    return Audit(Order("mine.py:g\x1b", examples=examples), hunt, ())


def outcome(said: Said = Said.ACCEPT, right: Right = Right.ACCEPT, flaw: Flaw | None = None) -> Outcome:
    """One case."""
    return Outcome(0, "good", "good", right, Ruling(said, "it", flaw), ())


@pytest.mark.parametrize(
    ("found", "first", "last"),
    [
        (
            audit_of(*[outcome()] * 3),
            "3 cases, seed 0, 1.2 s",
            f"verdict: sound: {UNTRIED}",
        ),
        (
            audit_of(outcome()),
            "1 cases, seed 0, 1.2 s, ended by time",
            f"verdict: sound: {UNTRIED}",
        ),
        (
            audit_of(outcome(Said.BROKEN)),
            "1 cases, seed 0, 1.2 s, ended as no case had a result",
            f"verdict: sound: {UNTRIED}",
        ),
        (
            audit_of(*[outcome(Said.REJECT)] * 3),
            "3 cases, seed 0, 1.2 s",
            f"verdict: unsound: wrong in 1 of 1 kinds, {UNTRIED}",
        ),
    ],
)
def test_first_and_last_line_say_what_was_done_and_found(found: Audit, first: str, last: str) -> None:
    """How many cases, from where, why it ended; and the verdict with its reason."""
    lines = list(told(found))
    assert lines[0] == f"audit of mine.py:g\\x1b as success: {first}"
    assert lines[-1] == last
    assert all(line.isprintable() for line in lines)


def test_flaws_have_lines_of_their_own() -> None:
    """Apart from wrong answers; one is one flaw, two are two."""
    found = audit_of(*[outcome()] * 3)
    found.hunt.flaws[Flaw.CRASHES] = (outcome(), "raised ValueError: a\nb")
    lines = list(told(found))
    assert "! it crashes: first at case 0 (good); it raised ValueError: a\\nb" in lines
    assert lines[-1] == f"verdict: unsound: 1 other flaw, {UNTRIED}"
    found.hunt.flaws[Flaw.SLOW] = (outcome(), "took 2 s")
    assert list(told(found))[-1] == f"verdict: unsound: 2 other flaws, {UNTRIED}"


def test_json_holds_all_facts() -> None:
    """What was asked, each count with its interval, each first case, each flaw."""
    found = audit_of(outcome(Said.REJECT), attrs.evolve(outcome(Said.REJECT, Right.NEITHER), number=1))
    found.hunt.flaws[Flaw.SLOW] = (outcome(), "took 2 s")
    facts = json.loads(json.dumps(audit_json(found), allow_nan=False))
    assert facts.keys() == {
        "sound", "grader", "means", "threshold", "seed", "examples", "cases", "stopped_by_time", "given_up", "seconds",
        "kinds", "all", "flaws", "smallest",
    }  # fmt: skip
    assert (facts["sound"], facts["cases"], facts["stopped_by_time"], facts["given_up"]) == (False, 2, True, False)
    good = facts["kinds"][0]
    assert (good["kind"], good["cases"]) == ("good", 2)
    assert good["false_rejects"] == {"wrong": 1, "of": 1, "interval_95": [0.025, 1.0]}
    assert good["false_accepts"] == {"wrong": 0, "of": 0, "interval_95": [0.0, 1.0]}
    assert good["broken_runs_judged"]["wrong"] == 1
    assert good["first"] == {"false reject": 0, "judges a broken run": 1}
    assert facts["flaws"] == [{"flaw": "is slow", "first": 0, "kind": "good", "words": "took 2 s"}]
    assert facts["all"]["cases"] == 2


def test_search_ended_by_silence_is_given_up_in_both_forms() -> None:
    """Lines and JSON name the same reason: a grader that did not answer, not the time."""
    slow = attrs.evolve(outcome(Said.BROKEN, flaw=Flaw.SLOW), flaws=(Found(Flaw.SLOW, "did not answer within 1 s"),))
    found = audit_of(slow, attrs.evolve(outcome(), number=1))
    assert ", ended as it left cases without an answer" in next(iter(told(found)))
    facts = audit_json(found)
    assert (facts["stopped_by_time"], facts["given_up"]) == (False, True)


def test_short_forms_agree_with_the_table() -> None:
    """The rows without those of single kinds, and the three rates over all kinds in words."""
    rows = [tally("a:x", accept=3, rejects=1), tally("a:y", accept=4, rejects=2), tally("b", reject=1)]
    assert [row["kind"] for row in grouped(rows)] == ["a", "b", "all"]
    assert error_counts(rows) == {
        "false accepts": "0 of 1 (0-98 %)",
        "false rejects": "3 of 7 (9.9-82 %)",
        "broken runs judged": "none tried",
    }
