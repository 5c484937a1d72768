"""What do the edits know of a run? The answer that counts, and which rules may follow from changing it."""

import attrs

from baselines.notes import Notes
from baselines.wording import MANNERS, in_words, language_of
from baselines.zoo.specimen import UNFOUNDED, WRONG_ANSWER
from graders.audit.case import ALL_RULES, Label
from graders.audit.draws import Draw
from graders.oracle import accepts, certain
from graders.reference import reference
from graders.rules import CHECKED
from inventory_env.answer import Answer, LineAnswer
from inventory_env.faults import FaultKind
from inventory_env.scenario import Scenario
from inventory_env.task import Budget, Completeness, Split, Task
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


def accepted(scenario: Scenario, number: int, plan: Plan) -> bool:
    """Whether a plan is one of the best of that line: canonical, or under fewest sources as good."""
    task = scenario.task
    known = certain(task, reference(scenario).knowledge)
    place = [line.line for line in task.lines].index(number)
    return accepts(task, task.lines[place], known.lines[place], plan, known.left[place])


def same_plan(scenario: Scenario, right: LineAnswer, plan: Plan) -> bool:
    """Whether a plan is as right as the careful agent's."""
    free = scenario.task.sourcing.split is Split.FEWEST
    return dict(plan) == dict(right.plan) or (free and accepted(scenario, right.line, plan))


def claims_differ(scenario: Scenario, right: LineAnswer, line: LineAnswer) -> bool:
    """Whether a report claims another status, plan or number of units than the right one."""
    numbers = (right.status, right.gap, right.confirmed) != (line.status, line.gap, line.confirmed)
    return numbers or not same_plan(scenario, right, line.plan)


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
