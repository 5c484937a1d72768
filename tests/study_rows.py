"""What would a study's rows be? Rows made by hand and at random, without a run behind them."""

from collections.abc import Iterable, Sequence
from typing import Any

import attrs
from hypothesis import strategies as st

from graders.report.document import DataSplit
from graders.report.making import Grounds, Reading
from graders.report.telling import data_split
from graders.standing import Standing
from graders.study.card import SystemCard, rule_program
from graders.study.figures import Figures
from graders.study.plan import FaultyRuns, Study, Versions
from graders.study.row import Place, Row
from inventory_env.splits import ledger as looks
from inventory_env.trace import Stop
from inventory_env.verdict import Costs, LineLabel, Mark, RunStatus

NOTHING = Costs(0, 0, 0, 0, 0, 0, 0)
QUIET = Figures(Stop.ANSWERED, 0, 0, 0, 0, 0, 0, (), "path")
FAULTY = (RunStatus.ENVIRONMENT_FAULT, RunStatus.HARNESS_FAULT)


def place(task: str, **more: Any) -> Place:
    """A scenario, of a family of its own unless told otherwise."""
    own = {"family": f"family of {task}", "slice": "split", "language": "en", "lines": 1, "faults": ()}
    return Place(task=task, **own | more)


def row(task: str = "t", success: Mark = Mark.PASS, **more: Any) -> Row:
    """One run; what is not told is quiet. Fields of place, costs and figures are told by their names."""
    where = {name: more.pop(name) for name in ("family", "slice", "language", "lines", "planned") if name in more}
    if "planned" in where:
        where["faults"] = where.pop("planned")
    spent = {name: more.pop(name) for name in attrs.fields_dict(Costs) if name in more}
    counts = {name: more.pop(name) for name in attrs.fields_dict(Figures) if name in more}
    label = LineLabel.STOCK_FOUND if success is Mark.PASS else LineLabel.WRONG
    plain = {
        "agent": "a",
        "trial": 1,
        "status": RunStatus.VALID,
        "label": label,
        "lines": (label,),
        "information_obtained": success is Mark.PASS,
        "broken": ("status-wrong",) if success is Mark.FAIL else (),
        "doubted": ("text-unclassified",) if success is Mark.UNCERTAIN else (),
        "reference": NOTHING,
    }
    return Row(
        place=place(task, **where),
        success=success,
        costs=attrs.evolve(NOTHING, **spent),
        figures=attrs.evolve(QUIET, **counts),
        **plain | more,
    )


def faulty(task: str, **more: Any) -> Row:
    """A run in which the world failed."""
    return row(task, Mark.NOT_APPLICABLE, **{"status": RunStatus.ENVIRONMENT_FAULT, **more})


def pattern(families: Iterable[str], agent: str = "a") -> list[Row]:
    """One run of each task: `A1111` is a family of four tasks, all of which succeed."""
    return [
        row(f"{one[0]}{number}", Mark.PASS if sign == "1" else Mark.FAIL, family=one[0], agent=agent)
        for one in families
        for number, sign in enumerate(one[1:])
    ]


def card(name: str, **more: Any) -> SystemCard:
    """The card of a program."""
    return attrs.evolve(rule_program(name, "program 1", "digest", seeded=False), **more)


def study(agents: Sequence[str] = ("a",), scenarios: int = 1, trials: int = 1, **more: Any) -> Study:
    """A study of such agents."""
    cards = tuple(card(name) for name in agents)
    plain = {"suite": "suite", "suite_digest": "digest of the suite", "seed": 0, "versions": Versions("1", "c", "p 3")}
    return Study(**{"cards": cards, "scenarios": scenarios, "trials": trials, **plain, **more})


def split(of: Study, standing: looks.Standing = looks.Standing(None)) -> DataSplit:  # noqa: B008 - it is frozen
    """What a study was played on."""
    return data_split(of, standing)


def grounds(of: Study, **more: Any) -> Grounds:
    """What rows do not say."""
    reading = Reading(0, of.runs, 0, ("read by hand 0",))
    plain = {"beside": (), "budget": "no limit", "standing": Standing("certificate: none"), "reading": reading}
    return Grounds(**{"study": of, "split": split(of), **plain, **more})


@st.composite
def studies(draw: st.DrawFn, agents: Sequence[str] = ("a",)) -> tuple[Study, list[Row]]:
    """A study and rows of it, of which some are missing, faulty or uncertain; shrinks to few plain successes."""
    trials, tasks = draw(st.integers(1, 3)), draw(st.integers(1, 5))
    of = study(agents, tasks, trials, faulty=draw(st.sampled_from(FaultyRuns)))
    places = [
        place(
            f"t{number}",
            family=draw(st.sampled_from("xyz")),
            slice=draw(st.sampled_from(["split", "unknown"])),
            language=draw(st.sampled_from(["en", "vi"])),
            lines=draw(st.integers(1, 2)),
        )
        for number in range(tasks)
    ]
    runs = [(agent, where, trial) for agent in agents for where in places for trial in range(1, trials + 1)]
    return of, [draw(_rows(*run)) for run in runs if draw(st.sampled_from([True, True, True, False]))]


@st.composite
def _rows(draw: st.DrawFn, agent: str, where: Place, trial: int) -> Row:
    status = draw(st.sampled_from([RunStatus.VALID, RunStatus.VALID, *RunStatus]))
    success = draw(st.sampled_from([Mark.PASS, Mark.FAIL, Mark.UNCERTAIN])) if status not in FAULTY else None
    counts = st.integers(0, 9)
    made = row(
        where.task,
        success or Mark.NOT_APPLICABLE,
        agent=agent,
        trial=trial,
        status=status,
        label=draw(st.sampled_from(LineLabel)),
        information_obtained=draw(st.booleans()),
        calls=draw(counts),
        virtual_ms=draw(st.integers(0, 9999)),
        retries=draw(counts),
        timeouts=draw(counts),
        writes_attempted=draw(counts),
        faults=draw(st.sampled_from([(), ("stale",), ("stale", "timeout")])),
        path=draw(st.sampled_from("pq")),
        play_us=draw(st.none() | st.integers(0, 10**6)),
        reruns=draw(st.integers(0, 2)),
    )
    return attrs.evolve(made, place=where)
