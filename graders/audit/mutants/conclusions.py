"""Which wrong conclusions can a grader draw from right findings? Broken runs, refusals, one thing for the whole."""

from graders.audit.mutants.mutant import Conclusion, Mutant, Seen, concluding
from graders.grading import Tally
from inventory_env.answer import Status
from inventory_env.trace import Stop
from inventory_env.verdict import Axis, Mark

_BROKEN = (Stop.ENVIRONMENT_FAULT, Stop.HARNESS_FAULT)


def conclusion_mutants() -> tuple[Mutant, ...]:
    """Each gives the run as a whole another mark."""
    return (
        concluding("broken-run-fails", "", "Whatever broke, the agent failed.", _broken(Mark.FAIL)),
        concluding("broken-run-passes", "", "Whatever broke, the agent did not.", _broken(Mark.PASS)),
        concluding("plan-not-compared", "", "Every fault was planned.", _uncompared),
        concluding("shortfall-fails", "status-wrong", "To report a shortfall is to fail.", _fails(Status.SHORTFALL)),
        concluding("unknown-fails", "premature-unknown", "To know nothing is to fail.", _fails(Status.UNKNOWN)),
        concluding("invalid-fails", "invalid-line-missed", "To turn a line down is to fail.", _fails(Status.INVALID)),
        concluding("unknown-passes", "premature-unknown", "Nobody errs who claims nothing.", _passes(Status.UNKNOWN)),
        concluding("invalid-passes", "invalid-line-missed", "Nobody errs who declines.", _passes(Status.INVALID)),
        concluding("outcome-alone", "", "All is well that ends well.", _alone(Axis.OUTCOME)),
        concluding("path-alone", "", "Who asks right answers right.", _alone(Axis.PATH)),
        concluding("most-axes", "", "One axis may fail.", _mostly),
    )


def _own(seen: Seen, tally: Tally) -> Mark:
    return tally.success if seen.judged else Mark.NOT_APPLICABLE


def _broken(mark: Mark) -> Conclusion:
    return lambda seen, tally: tally.success if seen.judged else mark


def _uncompared(seen: Seen, tally: Tally) -> Mark:
    return Mark.NOT_APPLICABLE if seen.case.trace.stop in _BROKEN else tally.success


def _statuses(seen: Seen) -> set[Status]:
    return {answer.status for _, answer in seen.case.answered}


def _fails(status: Status) -> Conclusion:
    return lambda seen, tally: Mark.FAIL if seen.judged and status in _statuses(seen) else _own(seen, tally)


def _passes(status: Status) -> Conclusion:
    return lambda seen, tally: Mark.PASS if seen.judged and _statuses(seen) == {status} else _own(seen, tally)


def _alone(axis: Axis) -> Conclusion:
    return lambda seen, tally: dict(tally.axes)[axis] if seen.judged else Mark.NOT_APPLICABLE


def _mostly(seen: Seen, tally: Tally) -> Mark:
    failed = [axis for axis, mark in tally.axes if mark is Mark.FAIL]
    return Mark.PASS if seen.judged and len(failed) == 1 else _own(seen, tally)
