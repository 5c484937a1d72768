"""What does a report count? One row for each judged run: the verdict beside what the suite says of its scenario."""

import functools

import attrs

from graders.grading import NOT_JUDGED
from graders.study.figures import Figures
from inventory_env.scenario import Scenario
from inventory_env.verdict import Costs, LineLabel, Mark, RunStatus, Verdict


@attrs.frozen
class Place:
    """A scenario as reports group it.

    Attributes:
        task: its id.
        family: the unit of resampling.
        slice: the named kind of scenario.
        language: of the prompt.
        lines: how many lines the order has.
        faults: kinds of the planned faults, each once, ordered.
    """

    task: str
    family: str
    slice: str
    language: str
    lines: int
    faults: tuple[str, ...]


@attrs.frozen
class Row:
    """One judged run.

    Attributes:
        agent: its name.
        place: its scenario.
        trial: counted from 1.
        status: whether the run can be judged.
        success: the mark of the run; not_applicable where it cannot be judged.
        label: of the run.
        lines: the label of each line.
        information_obtained: whether every line is stock_found or shortfall_reported.
        broken: codes of the rules that failed, ordered.
        doubted: codes of the rules that stay open, ordered.
        costs: of the run.
        reference: costs of the reference path.
        figures: further counts.
        reruns: how often a faulty try was put aside before it.
        play_us: wall microseconds of playing; None where they were not kept.
        grade_us: wall microseconds of grading; None where they were not kept.
    """

    agent: str
    place: Place
    trial: int
    status: RunStatus
    success: Mark
    label: LineLabel
    lines: tuple[LineLabel, ...]
    information_obtained: bool
    broken: tuple[str, ...]
    doubted: tuple[str, ...]
    costs: Costs
    reference: Costs
    figures: Figures
    reruns: int = 0
    play_us: int | None = None
    grade_us: int | None = None

    @property
    def judged(self) -> bool:
        """Whether the run says anything about the agent."""
        return self.status not in NOT_JUDGED

    @property
    def succeeded(self) -> bool:
        """Whether it is a success beyond doubt."""
        return self.success is Mark.PASS


@functools.lru_cache(maxsize=4096)
def place_of(scenario: Scenario) -> Place:
    """How reports group a scenario."""
    kinds = tuple(sorted({fault.kind.value for fault in scenario.faults}))
    task = scenario.task
    return Place(task.id, scenario.family, scenario.slice, task.language, len(task.lines), kinds)


def row_of(
    agent: str,
    scenario: Scenario,
    trial: int,
    verdict: Verdict,
    figures: Figures,
    *,
    reruns: int = 0,
    play_us: int | None = None,
    grade_us: int | None = None,
) -> Row:
    """The row of one judged run."""
    marks = dict(verdict.rules)
    codes = sorted({finding.rule for finding in verdict.findings})
    return Row(
        agent=agent,
        place=place_of(scenario),
        trial=trial,
        status=verdict.status,
        success=verdict.success,
        label=verdict.label,
        lines=tuple(label for _, label in verdict.lines),
        information_obtained=verdict.information_obtained,
        broken=tuple(code for code in codes if marks.get(code) is not Mark.UNCERTAIN),
        doubted=tuple(code for code in codes if marks.get(code) is Mark.UNCERTAIN),
        costs=verdict.costs,
        reference=verdict.reference,
        figures=figures,
        reruns=reruns,
        play_us=play_us,
        grade_us=grade_us,
    )
