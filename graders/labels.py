"""How did a line and a run end? The first label that fits."""

from collections.abc import Iterable, Sequence

from graders.case import Case, Judged
from graders.rules import BY_CODE
from inventory_env.answer import LineAnswer, Status
from inventory_env.verdict import Axis, Finding, LineLabel

_RIGHT = {
    Status.FOUND: LineLabel.STOCK_FOUND,
    Status.SHORTFALL: LineLabel.SHORTFALL_REPORTED,
    Status.UNKNOWN: LineLabel.UNKNOWN_REPORTED,
    Status.INVALID: LineLabel.INVALID_REPORTED,
}
# The wrong ones, then the right endings, the least certain first.
_GRAVEST_FIRST = (
    LineLabel.NO_ANSWER,
    LineLabel.OVERCLAIM,
    LineLabel.WRONG,
    LineLabel.PREMATURE_UNKNOWN,
    LineLabel.UNKNOWN_REPORTED,
    LineLabel.INVALID_REPORTED,
    LineLabel.SHORTFALL_REPORTED,
    LineLabel.STOCK_FOUND,
)
_JUDGING = (Axis.OUTCOME, Axis.EVIDENCE)


def line_labels(case: Case, findings: Iterable[Finding]) -> tuple[tuple[int, LineLabel], ...]:
    """The label of every line, in the order of the task."""
    broken = {one.line for one in findings if BY_CODE[one.rule].axis in _JUDGING}
    return tuple([(one.line.line, _line_label(one, one.line.line in broken)) for one in case.lines])


def run_label(lines: Sequence[LineLabel], findings: Iterable[Finding]) -> LineLabel:
    """The gravest wrong label, else the least certain of the right endings."""
    # A finding of the whole run, such as a wrong `shippable`, makes it at least wrong.
    spoiled = any([one.line is None and BY_CODE[one.rule].axis in _JUDGING for one in findings])
    labels = (*lines, LineLabel.WRONG) if spoiled else lines
    return min(labels, key=_GRAVEST_FIRST.index)


def _line_label(judged: Judged, broken: bool) -> LineLabel:
    answer = judged.answer
    if answer is None:
        return LineLabel.NO_ANSWER
    if answer.status is Status.UNKNOWN and judged.right.status is not Status.UNKNOWN:
        return LineLabel.PREMATURE_UNKNOWN
    if _overclaims(judged, answer):
        return LineLabel.OVERCLAIM
    return LineLabel.WRONG if broken else _RIGHT[answer.status]


def _overclaims(judged: Judged, answer: LineAnswer) -> bool:
    """Whether the answer is surer than its own replies: a lucky guess is one too."""
    if answer.status is Status.UNKNOWN:
        return False
    own = judged.own
    return answer.status is not own.status or (own.status is Status.FOUND and not own.plan_certain)
