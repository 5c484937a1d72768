"""Which runs of an agent does a report count, and for what? Grouped once, before anything is counted."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import attrs

from graders.report.agent_results import Role
from graders.study.card import Evidence
from graders.study.plan import FaultyRuns, Study
from graders.study.row import Row
from inventory_env.errors import InputError


@attrs.frozen
class Runs:
    """The runs of one agent.

    Attributes:
        agent: its name.
        role: why it is in the report.
        evidence: what kind of evidence its runs are.
        rows: all that are there, by task and trial.
        counted: those that the rate counts, by the study's rule for faulty runs.
        tasks: by task, its rows.
        planned_tasks: how many the study asks for.
        trials: of each task, as planned.
    """

    agent: str
    role: Role
    evidence: Evidence
    rows: tuple[Row, ...]
    counted: tuple[Row, ...]
    tasks: dict[str, tuple[Row, ...]]
    planned_tasks: int
    trials: int

    @property
    def planned(self) -> int:
        """Runs that the study asks for."""
        return self.planned_tasks * self.trials


def runs_of(study: Study, agent: str, rows: Iterable[Row], *, role: Role, evidence: Evidence) -> Runs:
    """The runs of one agent, in an order that does not depend on theirs.

    Raises:
        InputError: a run is there twice, is of another agent, or is none that the study asks for.
    """
    ordered = sorted(rows, key=lambda row: (row.place.task, row.trial))
    _refuse_strangers(study, agent, ordered)
    tasks: dict[str, list[Row]] = defaultdict(list)
    for row in ordered:
        tasks[row.place.task].append(row)
    every = tuple(ordered)
    counted = every if study.faulty is FaultyRuns.COUNT else tuple([row for row in every if row.judged])
    grouped = {task: tuple(found) for task, found in tasks.items()}
    return Runs(agent, role, evidence, every, counted, grouped, study.scenarios, study.trials)


def _refuse_strangers(study: Study, agent: str, ordered: Sequence[Row]) -> None:
    before: tuple[str, int] | None = None
    tasks = 0
    for row in ordered:
        run = (row.place.task, row.trial)
        what = f"trial {row.trial} of {row.agent} on {row.place.task}"
        if run == before:
            raise InputError(f"must be there once; got {what} twice", field="run")
        if row.agent != agent:
            raise InputError(f"must be of {agent}; got {what}", field="run")
        if not 1 <= row.trial <= study.trials:
            raise InputError(f"must be one of {study.trials} trials; got {what}", field="run")
        tasks += before is None or before[0] != run[0]
        before = run
    if tasks > study.scenarios:
        raise InputError(f"must be on {study.scenarios} scenarios; got {tasks} of {agent}", field="run")
