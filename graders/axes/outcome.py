"""Is the answer the right one, given all that could be learnt?"""

from graders.axes.findings import Findings, for_line, written
from graders.case import Case, Judged
from inventory_env.answer import Status
from inventory_env.task import Completeness
from inventory_env.verdict import Finding


def answer_missing(case: Case) -> Findings:
    """Every line needs a report in the submission that counts."""
    if case.answer is None:
        return (Finding("answer-missing", "no answer was accepted"),)
    return tuple(
        [
            for_line("answer-missing", judged, "the answer leaves it out", case.submitted)
            for judged in case.lines
            if judged.answer is None
        ]
    )


def status_wrong(case: Case) -> Findings | None:
    """The status must be the right one; a premature unknown and a missed invalid line have rules of their own."""
    if case.answer is None:
        return None
    return tuple(
        [
            for_line("status-wrong", judged, f"says {answer.status}, right is {judged.right.status}", case.submitted)
            for judged, answer in case.wrong
            if answer.status is not judged.right.status
            and answer.status is not Status.UNKNOWN
            and judged.right.status is not Status.INVALID
        ]
    )


def premature_unknown(case: Case) -> Findings | None:
    """`unknown` is right only where nothing more could be learnt."""
    if case.answer is None:
        return None
    return tuple(
        [
            for_line(
                "premature-unknown", judged, f"says unknown, but {judged.right.status} could be learnt", case.submitted
            )
            for judged, answer in case.wrong
            if answer.status is Status.UNKNOWN and judged.right.status is not Status.UNKNOWN
        ]
    )


def invalid_line_missed(case: Case) -> Findings | None:
    """A line that nobody can source as written is invalid, never short."""
    if not any([judged.right.status is Status.INVALID for judged, _ in case.answered]):
        return None
    return tuple(
        [
            for_line("invalid-line-missed", judged, f"says {answer.status}, but {_why_invalid(judged)}", case.submitted)
            for judged, answer in case.wrong
            if judged.right.status is Status.INVALID and answer.status is not Status.INVALID
        ]
    )


def plan_infeasible(case: Case) -> Findings | None:
    """A plan must be one that could be carried out."""
    if not any([answer.plan for _, answer in case.answered]):
        return None
    return tuple(
        [
            for_line("plan-infeasible", judged, judged.infeasible, case.submitted)
            for judged, _ in case.wrong
            if judged.infeasible is not None
        ]
    )


def plan_not_best(case: Case) -> Findings | None:
    """Of the plans that could be carried out, only the best counts."""
    if case.answer is None:
        return None
    return tuple(
        [
            for_line(
                "plan-not-best",
                judged,
                f"plans {written(answer.plan)}, best is {written(judged.right.plan)}",
                case.submitted,
            )
            for judged, answer in case.wrong
            if judged.infeasible is None and not judged.best
        ]
    )


def gap_wrong(case: Case) -> Findings | None:
    """gap, confirmed and nearest must say what the status means."""
    if not any([answer.status is judged.right.status for judged, answer in case.answered]):
        return None
    return tuple(
        [
            for_line("gap-wrong", judged, judged.misnumbered, case.submitted)
            for judged, answer in case.wrong
            if answer.status is judged.right.status and judged.misnumbered is not None
        ]
    )


def shippable_wrong(case: Case) -> Findings | None:
    """Under ship complete the answer must say whether the whole order ships."""
    if case.answer is None or case.task.sourcing.completeness is not Completeness.ORDER:
        return None
    if case.answer.shippable is case.right.shippable:
        return ()
    message = f"says shippable {case.answer.shippable}, right is {case.right.shippable}"
    return (Finding("shippable-wrong", message, None, case.submitted),)


def _why_invalid(judged: Judged) -> str:
    if judged.right.nearest:
        return f"{judged.line.quantity} is no multiple of the pack"
    return f"there is no article {judged.line.sku}"
