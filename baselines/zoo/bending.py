"""How is `careful` bent into something else? A bent task, a bent reply, a second thought, an edited answer."""

from collections.abc import Callable
from typing import Any

import attrs

from baselines.notes import Notes
from baselines.rule_based import careful
from baselines.wording import in_words
from baselines.zoo.desks import Ask, Look, Notebook, Recall, Window, as_it_is
from inventory_env.answer import Answer, LineAnswer, Shippable, Status
from inventory_env.episode import Agent, Desk
from inventory_env.task import Budget, Completeness, OnUnreachable, Task
from inventory_env.trace import Code, Failure, Observation

When = Callable[[Task], bool]
_NO_LIMIT = Budget()


def unlimited(task: Task) -> bool:
    """Tasks in which a further question costs nothing."""
    return task.budget == _NO_LIMIT


def relaxed(task: Task) -> bool:
    """Tasks without a budget in which single articles are asked for and no figure can grow too old."""
    return unlimited(task) and task.max_age_s is None and "get_stock" in task.tools


def by_line(task: Task) -> bool:
    """Tasks whose lines end apart from each other: none waits for the rest of the order."""
    return task.sourcing.completeness is Completeness.LINE


def skipping(task: Task) -> bool:
    """Tasks by line in which a silent warehouse does not hold up the plan."""
    return by_line(task) and task.on_unreachable is OnUnreachable.SKIP_AND_DISCLOSE


def each_sku_once(task: Task) -> bool:
    """Tasks whose lines do not compete for one stock."""
    return len(task.skus()) == len(task.lines)


def given(bend: Callable[[Task], Task], *when: When) -> Agent:
    """The careful agent, told another task than the one given."""

    def agent(task: Task, desk: Desk) -> Answer:
        return careful(bend(task) if all(holds(task) for holds in when) else task, desk)

    return agent


def through(glass: Callable[[Task], Ask], *when: When) -> Agent:
    """The careful agent behind glass: `glass` makes, for each run, what stands between it and the desk."""

    def agent(task: Task, desk: Desk) -> Answer:
        return careful(task, Window(desk, glass(task)) if all(holds(task) for holds in when) else desk)

    return agent


def edited(edit: Callable[[Answer, Notebook, Desk], Answer], *when: When) -> Agent:
    """The careful agent, whose answer is changed before it is handed in; the edit may call further tools."""

    def agent(task: Task, desk: Desk) -> Answer:
        notes = walked(task, desk)
        answer = kept(notes)
        return edit(answer, notes, desk) if all(holds(task) for holds in when) else answer

    return agent


def edited_lines(edit: Callable[[LineAnswer, Notebook], LineAnswer], *when: When) -> Agent:
    """The careful agent, each line of whose answer is changed; `shippable` and the words follow the lines."""

    def edit_all(answer: Answer, notes: Notebook, _desk: Desk) -> Answer:
        return rewritten(notes.task, answer, [edit(line, notes) for line in answer.lines])

    return edited(edit_all, *when)


def on_second_thought(again: Callable[[Notebook], Answer], *when: When) -> Agent:
    """The careful agent's walk, then a wrong conclusion from its notes.

    Calls are the careful agent's, so only the answer can be wrong. Where a reply was odd in itself it
    stays careful: there a wrong conclusion could have another excuse.
    """

    def edit(answer: Answer, notes: Notebook, _desk: Desk) -> Answer:
        return answer if notes.odd else again(notes)

    return edited(edit, *when)


def misread(eyes: Callable[[Task], Look], *when: When) -> Agent:
    """The careful agent's walk, then the notes read with other eyes; `eyes` makes them for each run."""
    return on_second_thought(lambda notes: reread(notes, look=eyes(notes.task)), *when)


def misruled(bend: Callable[[Task], Task], *when: When) -> Agent:
    """The careful agent's walk, then a plan by the rules of another task."""
    return on_second_thought(lambda notes: reread(notes, task=bend(notes.task)), *when)


def walked(task: Task, desk: Desk) -> Notebook:
    """The notes of the careful agent's whole walk, its answer kept back."""
    notes = Notebook(task, desk)
    notes.answer = careful(task, notes) or notes.answer
    return notes


def kept(notes: Notebook) -> Answer:
    """The answer kept back."""
    return notes.answer or Answer(())


def reread(notes: Notebook, *, task: Task | None = None, look: Look = as_it_is) -> Answer:
    """The careful agent's answer from notes alone, by another task or with other eyes."""
    return rewritten(notes.task, kept(notes), concluded(notes, task or notes.task, look))


def concluded(notes: Notebook, task: Task, look: Look = as_it_is) -> list[LineAnswer]:
    """What the careful agent concludes from notes alone about the lines of a task.

    What it quotes, cites and names as unreached stays as it was noted.
    """
    noted = kept(notes)
    return [_quoting(line, noted.line(line.line) or line) for line in careful(task, Recall(notes, look)).lines]


def rewritten(task: Task, answer: Answer, lines: list[LineAnswer]) -> Answer:
    """The answer with other lines, from which its message and its `shippable` follow."""
    if lines == list(answer.lines):
        return answer
    shippable = None if answer.shippable is None else ships([line.status for line in lines])
    return Answer(tuple(lines), in_words(Notes(task), lines, shippable), shippable, answer.reservations)


def ships(statuses: list[Status]) -> Shippable:
    """Whether an order ships whose lines ended like this."""
    if all(status is Status.FOUND for status in statuses):
        return Shippable.YES
    if Status.SHORTFALL in statuses or Status.INVALID in statuses:
        return Shippable.NO
    return Shippable.UNKNOWN


def with_rules(task: Task, **changes: Any) -> Task:
    """The task with other sourcing rules."""
    return attrs.evolve(task, sourcing=attrs.evolve(task.sourcing, **changes))


def figures(seen: dict[str, Any], available: int) -> dict[str, Any]:
    """The same figures, but with so many units available."""
    return {**seen, "on_hand": available, "reserved": 0, "safety_stock": 0, "available": available}


def silence(why: str) -> Observation:
    """A reply that settles nothing and forbids another attempt; no call was made for it."""
    return Observation("none", False, error=Failure(Code.UNAVAILABLE, why))


def _quoting(line: LineAnswer, noted: LineAnswer) -> LineAnswer:
    return attrs.evolve(line, unreached=noted.unreached, seen=noted.seen, evidence=noted.evidence)
