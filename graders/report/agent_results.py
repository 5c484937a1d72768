"""What do the runs of one agent come to? The nouns of the tables; nothing here counts."""

import enum

import attrs

from graders.report.figure import Figure
from inventory_env.verdict import LineLabel

RIGHT = (
    LineLabel.STOCK_FOUND,
    LineLabel.SHORTFALL_REPORTED,
    LineLabel.UNKNOWN_REPORTED,
    LineLabel.INVALID_REPORTED,
)
WRONG = (LineLabel.PREMATURE_UNKNOWN, LineLabel.WRONG, LineLabel.OVERCLAIM, LineLabel.NO_ANSWER)
NOT_JUDGED = "not_judged"


class Role(enum.StrEnum):
    """Why an agent stands in the report."""

    STUDIED = "studied"
    FLOOR = "floor"  # it does not do the task, and must not come out well
    CEILING = "ceiling"  # it does the task by rule


@attrs.frozen
class Ending:
    """How many runs ended so.

    Attributes:
        label: of the run; "not_judged" where the world or the machinery failed.
        right: whether the label is a right ending. Whether the run succeeds is another question.
        runs: how many, known.
        share: of all runs that are there, an estimate with its interval; the shares add up to 1.
        successes: how many of these runs are successes, known.
    """

    label: str
    right: bool
    runs: Figure
    share: Figure
    successes: Figure


@attrs.frozen
class Coverage:
    """What the runs that say nothing may hide.

    Attributes:
        planned: runs that the study asks for.
        missing: planned runs that are not there.
        faulty: runs in which the world or the machinery failed.
        crashed: runs in which the agent raised; they are judged.
        out_of_budget: runs that went on beyond the budget; they are judged.
        uncertain: judged runs that are left to a person.
        reruns: faulty tries that were put aside before the run that counts.
        coverage: share of the planned runs that are judged beyond doubt.
        least: the success rate if every run that is open failed.
        most: the success rate if every run that is open succeeded.
    """

    planned: Figure
    missing: Figure
    faulty: Figure
    crashed: Figure
    out_of_budget: Figure
    uncertain: Figure
    reruns: Figure
    coverage: Figure
    least: Figure
    most: Figure


@attrs.frozen
class OfK:
    """A figure for k runs of each task."""

    k: int
    figure: Figure


@attrs.frozen
class Bin:
    """So many tasks had `c` of `n` successes (or of the n that the table names)."""

    c: int
    n: int
    tasks: int


@attrs.frozen
class Trials:
    """What several runs of one task say. The two curves are two questions and never share a column or a plot.

    Attributes:
        at_least_one: pass@k for k = 1..trials: one of k runs succeeds.
        selector: what would have to be there for pass@k to be worth anything.
        every: pass^k for k = 1..trials: all of k runs succeed.
        independence: what both assume.
        by_trial: success rate of the first, second, ... run of each task; k is the trial.
        spread: tasks by c of n successes: two ends are a long tail, one hill is a narrow spread.
        paths: distinct paths per task over its runs, the mean over tasks.
        path_bins: tasks by distinct paths c in n runs.
    """

    at_least_one: tuple[OfK, ...]
    selector: str
    every: tuple[OfK, ...]
    independence: str
    by_trial: tuple[OfK, ...]
    spread: tuple[Bin, ...]
    paths: Figure
    path_bins: tuple[Bin, ...]


@attrs.frozen
class SliceRow:
    """The runs of one kind of scenario.

    Attributes:
        name: of the slice.
        kind: "slice" where each scenario is in exactly one, else what is looked at: "lines", "language", "faults".
        tasks: how many.
        runs: judged runs.
        success: rate with interval.
        information: rate of runs that obtained all information.
        endings: runs by label, known, in the order of the endings.
    """

    name: str
    kind: str
    tasks: int
    runs: int
    success: Figure
    information: Figure
    endings: tuple[tuple[str, int], ...]


@attrs.frozen
class CostRow:
    """What the runs cost in one unit, over all runs, successful or not.

    Attributes:
        name: calls, decisions, parallel_calls, virtual_s, wall_s, tokens_in, tokens_out, repairs, retries, backtracks.
        unit: calls, s, tokens, ...
        total: over all runs.
        mean: per run.
        per_success: total / successes; undefined at 0 successes.
        to_reference: total / total of the reference path; undefined where that is 0 or has no such figure.
        p50: an observed value: the inverted distribution.
        p90: likewise.
        p95: likewise; its note says "too few for a tail" under n = 59.
        most: the largest.
        histogram: (low, high, runs) of equal width from the least to the most, low <= x < high, the last one closed.
    """

    name: str
    unit: str
    total: Figure
    mean: Figure
    per_success: Figure
    to_reference: Figure
    p50: Figure
    p90: Figure
    p95: Figure
    most: Figure
    histogram: tuple[tuple[float, float, int], ...]


@attrs.frozen
class FaultRow:
    """What became of the runs in which a kind of fault was delivered.

    Attributes:
        fault: its kind; "none" for runs without one.
        runs: how many; a run with two kinds is in two rows.
        successes: how many of them succeeded.
        endings: runs by label, in the order of the endings.
    """

    fault: str
    runs: int
    successes: int
    endings: tuple[tuple[str, int], ...]


@attrs.frozen
class Profile:
    """What one agent did on one task, over its trials.

    Attributes:
        task: its id.
        slice: its kind.
        successes: c.
        judged: n.
        runs: all of them.
        violations: codes of the rules broken in any judged run, ordered.
        created: objects made in any run; the world can only be read, so 0.
        modified: 1 where the stock changed in any run, which no agent can bring about.
        deleted: as created.
        tokens: read and written, over all runs.
        calls: over all runs.
        retries: over all runs.
        backtracks: over all runs.
        paths: distinct paths.
    """

    task: str
    slice: str
    successes: int
    judged: int
    runs: int
    violations: tuple[str, ...]
    created: int
    modified: int
    deleted: int
    tokens: int
    calls: int
    retries: int
    backtracks: int
    paths: int


@attrs.frozen
class AgentResults:
    """Everything that was counted for one agent.

    Attributes:
        agent: its name.
        role: why it is here.
        runs: that are there.
        tasks: how many.
        families: the units of resampling, of the runs that the rate counts.
        success: the rate by the frozen rule for faulty runs, with its interval clustered by family.
        one_sided: the one-sided 95 % bound, over families, where the rate is 0 (from above) or 1 (from below); else
            None.
        endings: every label, the right ones first, then the wrong ones, then "not_judged".
        information: rate of judged runs in which every line is stock_found or shortfall_reported.
        coverage: and both bounds.
        trials: several runs of one task.
        slices: kinds of scenario.
        costs: over all runs.
        timeouts: share of the calls that got no reply in time.
        faults: kind of fault x ending.
        grading_ms: wall milliseconds of grading per run.
        profiles: by task; empty where the report was asked to leave them out.
    """

    agent: str
    role: Role
    runs: int
    tasks: int
    families: int
    success: Figure
    one_sided: Figure | None
    endings: tuple[Ending, ...]
    information: Figure
    coverage: Coverage
    trials: Trials
    slices: tuple[SliceRow, ...]
    costs: tuple[CostRow, ...]
    timeouts: Figure
    faults: tuple[FaultRow, ...]
    grading_ms: Figure
    profiles: tuple[Profile, ...] = ()
