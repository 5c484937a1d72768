"""What do the edits know of a run? The answer that counts, and which rules may follow from changing it."""

import attrs

from baselines.notes import Notes
from baselines.wording import MANNERS, in_words, language_of
from baselines.zoo.specimen import UNFOUNDED, WRONG_ANSWER
from graders.audit.case import ALL_RULES, Label
from graders.audit.draws import Draw
from graders.rules import CHECKED
from inventory_env.answer import Answer, LineAnswer
from inventory_env.faults import FaultKind
from inventory_env.scenario import Scenario
from inventory_env.task import Budget, Completeness, OnUnreachable, Split, Task
from inventory_env.trace import Trace
from inventory_env.verdict import Axis

Plan = tuple[tuple[str, int], ...]
NOTHING: frozenset[str] = frozenset()
PATH = frozenset(rule.code for rule in CHECKED if rule.axis is Axis.PATH)
# Of a plan that is none of the best exactly one of these is true.
WRONG_PLAN = frozenset({"plan-infeasible", "plan-not-best"})
WRONG = WRONG_ANSWER
# Of a claim that does not follow from the replies exactly one of these is true.
UNSUPPORTED = UNFOUNDED
# What may follow in words where the fields contradict each other.
ILL_TOLD = frozenset({"text-contradicts-answer", "text-misreports-tool", "text-unclassified"})
_UNLIMITED = Budget()


def with_answer(trace: Trace, answer: Answer) -> Trace:
    """The trace as if that answer had been submitted instead of the one that counts."""
    counting = trace.counting
    submissions = tuple(attrs.evolve(one, answer=answer) if one is counting else one for one in trace.submissions)
    return attrs.evolve(trace, submissions=submissions)


def answer_of(trace: Trace) -> Answer:
    """The answer that counts; none of its lines where there is none."""
    submission = trace.counting
    return (submission and submission.answer) or Answer(())


def quiet(task: Task, answer: Answer) -> Answer:
    """The answer without a word more than the customer asked for."""
    message = MANNERS[language_of(task)].nothing_reserved if task.asks_to_reserve else ""
    return attrs.evolve(answer, message=message)


def in_its_words(task: Task, answer: Answer) -> Answer:
    """The answer with a message that says what its fields say."""
    return attrs.evolve(answer, message=in_words(Notes(task), answer.lines, answer.shippable))


def resubmitted(scenario: Scenario, good: Trace, answer: Answer, label: Label, draw: Draw) -> tuple[Trace, Label]:
    """The good run with that answer instead, without words or with words that repeat it, and the label with it."""
    if draw(0, 1) == 0:
        return with_answer(good, quiet(scenario.task, answer)), label
    told = in_its_words(scenario.task, answer)
    return with_answer(good, told), attrs.evolve(label, perhaps=label.perhaps | ILL_TOLD)


def with_line(answer: Answer, place: int, line: LineAnswer) -> Answer:
    """The answer with another report at that place."""
    return attrs.evolve(answer, lines=(*answer.lines[:place], line, *answer.lines[place + 1 :]))


def same_plan(task: Task, right: LineAnswer, plan: Plan) -> bool:
    """Whether a plan is as right as the careful agent's: the same, or under fewest sources as good.

    Told from what the careful agent saw, with no judge: as many units from as many sources, each of which has them.
    """
    if dict(plan) == dict(right.plan):
        return True
    if task.sourcing.split is not Split.FEWEST or not right.plan:
        return False
    has, wanted = _usable(task, right), task.line(right.line).quantity
    least, pack = min(task.sourcing.min_per_source, wanted), task.sourcing.pack
    return (
        len(plan) == len(right.plan)
        and sum(share for _, share in plan) == sum(share for _, share in right.plan)
        and all(least <= share <= has.get(place, 0) and share % pack == 0 for place, share in plan)
    )


def _usable(task: Task, line: LineAnswer) -> dict[str, int]:
    """The units that the careful agent saw in each warehouse; under hold, none from the first silent one on."""
    seen, usable = dict(line.seen or ()), {}
    for place in task.priority:
        if task.on_unreachable is OnUnreachable.HOLD and place in line.unreached:
            break
        units = seen.get(place)
        usable[place] = units if isinstance(units, int) else 0
    return usable


def claims_differ(scenario: Scenario, right: LineAnswer, line: LineAnswer) -> bool:
    """Whether a report claims another status, plan or number of units than the right one."""
    numbers = (right.status, right.gap, right.confirmed) != (line.status, line.gap, line.confirmed)
    return numbers or not same_plan(scenario.task, right, line.plan)


def unlimited(task: Task) -> bool:
    """Whether a call more costs nothing that counts."""
    return task.budget == _UNLIMITED


def timeless(scenario: Scenario) -> bool:
    """Whether calls may come later, or more of them, and the replies settle the same."""
    stale = any(fault.kind is FaultKind.STALE for fault in scenario.faults)
    return unlimited(scenario.task) and scenario.task.max_age_s is None and not stale


def beside(scenario: Scenario, *, path: bool = True) -> frozenset[str]:
    """What may be broken besides by other calls: rules of the path, and where time or a budget counts any rule."""
    if not timeless(scenario):
        return ALL_RULES
    return PATH if path else NOTHING


def by_line(task: Task) -> bool:
    """Whether no line waits for another one, so that every question asked was needed."""
    return task.sourcing.completeness is Completeness.LINE or len(task.lines) == 1
