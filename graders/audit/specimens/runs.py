"""Which graders go wrong on the run as a whole? They look at how it ended, what it left behind, or an average."""

from graders import grade
from graders.audit.case import Means
from graders.audit.specimens.gold import same_outcome
from graders.audit.specimens.naive import Naive
from inventory_env.scenario import Scenario
from inventory_env.trace import Stop, Trace
from inventory_env.verdict import Mark

_ENOUGH = 0.9


def state_hash_only(_scenario: Scenario, trace: Trace) -> bool:
    """The stock is what it should be in the end: unchanged."""
    return trace.stock_before == trace.stock_after


def finished_is_success(_scenario: Scenario, trace: Trace) -> bool:
    """The run came to its end, and there is an answer."""
    return trace.stop in (Stop.ANSWERED, Stop.RETURNED) and trace.counting is not None


def crash_as_zero(scenario: Scenario, trace: Trace) -> float:
    """1 for the right answer, else 0; a run that broke has no right answer."""
    return float(trace.stop in (Stop.ANSWERED, Stop.RETURNED) and same_outcome(scenario, trace))


def averages_partial_marks(scenario: Scenario, trace: Trace) -> bool:
    """Nine in ten of the rules that had something to look at are kept."""
    marks = [mark for _, mark in grade(scenario, trace).rules if mark is not Mark.NOT_APPLICABLE]
    return marks.count(Mark.PASS) >= _ENOUGH * len(marks)


RUNS: tuple[Naive, ...] = (
    Naive(
        "state-hash-only",
        state_hash_only,
        Means.SUCCESS,
        "A run that leaves the right state has gone right.",
        "B03 sierra-research/tau2-bench#298: only the end state was compared, so rules on the way went unseen.",
    ),
    Naive(
        "finished-is-success",
        finished_is_success,
        Means.SUCCESS,
        "An agent that ends in good order with an answer has done its work.",
        "B09 amd/gaia#3983: runs that ended with `done` and had done nothing passed.",
    ),
    Naive(
        "crash-as-zero",
        crash_as_zero,
        Means.OUTCOME,
        "A run that the environment broke is a failure of the agent.",
        "B30 modelscope/evalscope#1608: where the container failed the agent's accuracy was 0.",
    ),
    Naive(
        "averages-partial-marks",
        averages_partial_marks,
        Means.SUCCESS,
        "Kept rules make up for a broken one.",
        "B04 InternLM/WildClawBench#24: prohibitions that an idle run keeps earned more than half of the marks.",
    ),
)
