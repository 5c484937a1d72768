"""Is the grader fair and pure? Equal answers get equal verdicts, and asking changes nothing."""

from collections.abc import Iterator

import attrs

from baselines.notes import Notes
from baselines.wording import MANNERS, in_words, language_of
from graders.audit.edits.labels import with_answer
from graders.certificate import Check, check
from graders.checks.inquiry import ENOUGH, Examined, Inquiry, listed
from graders.key_order import keys_reversed
from inventory_env.answer import Answer, LineAnswer
from inventory_env.codec import encode
from inventory_env.task import Split, Task
from inventory_env.verdict import Mark

# Of a long suite every so-manieth scenario is enough to see whether a grader is pure.
MOST = 120


def alternatives(inquiry: Inquiry) -> Check:
    """(e) Answers that are as right as careful's, in other writings or with another best plan, are accepted."""
    faults, tried, other_plans = [], 0, 0
    for one in inquiry.examined:
        for what, answer in _as_right(one):
            tried += 1
            other_plans += what == "another best plan"
            verdict = inquiry.judge(one.scenario, with_answer(one.careful, answer))
            if verdict.success is not Mark.PASS:
                rules = ", ".join(found.rule for found in verdict.findings)
                faults.append(f"{one.scenario.id}: {what} is refused ({verdict.success}: {rules})")
    counts: dict[str, int | str] = {"tried": tried, "other best plans": other_plans}
    asks = "Are answers accepted that are as right as careful's?"
    return check("alternatives", asks, listed(faults), counts, enough=min(tried, other_plans) >= ENOUGH)


def purity(inquiry: Inquiry) -> Check:
    """(i) Judging three times gives one verdict, key order means nothing, and nothing is changed."""
    faults, step = [], max(1, len(inquiry.examined) // MOST)
    sample = inquiry.examined[::step]
    for one in sample:
        before = encode(one.scenario) + encode(one.careful)
        verdicts = [encode(inquiry.judge(one.scenario, one.careful)) for _ in range(3)]
        if len(set(verdicts)) > 1:
            faults.append(f"{one.scenario.id}: three verdicts on one trace differ")
        if encode(inquiry.judge(one.scenario, keys_reversed(one.careful))) != verdicts[0]:
            faults.append(f"{one.scenario.id}: the order of keys changes the verdict")
        if encode(one.scenario) + encode(one.careful) != before:
            faults.append(f"{one.scenario.id}: judging changed scenario or trace")
    counts: dict[str, int | str] = {"traces": len(sample), "judged": 4 * len(sample)}
    asks = "Is judging pure: the same three times, whatever the order of keys, changing nothing?"
    return check("grader-purity", asks, listed(faults), counts, enough=len(sample) >= ENOUGH)


def _as_right(one: Examined) -> Iterator[tuple[str, Answer]]:
    submission = one.careful.counting
    if submission is None or submission.answer is None:
        return
    answer, task = submission.answer, one.scenario.task
    # Other words for the same are what right agents say.
    yield "a message without figures", attrs.evolve(answer, message=MANNERS[language_of(task)].nothing_reserved)
    if not task.asks_to_reserve:
        yield "no message", attrs.evolve(answer, message="")
    if len(answer.lines) > 1:
        yield "the lines in another order", attrs.evolve(answer, lines=answer.lines[::-1])
    if any(len(line.plan) > 1 for line in answer.lines):
        turned = tuple(attrs.evolve(line, plan=line.plan[::-1]) for line in answer.lines)
        yield "the allocations in another order", attrs.evolve(answer, lines=turned)
    if any(line.seen or line.evidence for line in answer.lines):
        bare = tuple(attrs.evolve(line, seen=None, evidence=None) for line in answer.lines)
        yield "no figures and no citations", attrs.evolve(answer, lines=bare)
    yield from _other_plans(task, one, answer)


def _other_plans(task: Task, one: Examined, answer: Answer) -> Iterator[tuple[str, Answer]]:
    """Under fewest, other plans with the same total from as many sources, one for each line that has any."""
    if task.sourcing.split is not Split.FEWEST:
        return
    for place, line in enumerate(answer.lines):
        other = next(_moved(task, _shown(one, task.line(line.line).sku), line), None)
        if other:
            changed = attrs.evolve(line, plan=other)
            lines = (*answer.lines[:place], changed, *answer.lines[place + 1 :])
            message = in_words(Notes(task), lines, answer.shippable)
            yield "another best plan", attrs.evolve(answer, lines=lines, message=message)


def _moved(task: Task, shown: dict[str, int], line: LineAnswer) -> Iterator[tuple[tuple[str, int], ...]]:
    """The plan with one pack moved from source to source, or one share to a warehouse that gives nothing yet."""
    pack, least = task.sourcing.pack, max(task.sourcing.min_per_source, task.sourcing.pack)
    plan = dict(line.plan)
    for giver, given in plan.items():
        for taker, units in shown.items():
            if taker in plan and taker != giver and given - pack >= least and plan[taker] + pack <= units:
                yield tuple({**plan, giver: given - pack, taker: plan[taker] + pack}.items())
            if taker not in plan and given <= units:
                yield tuple({taker if where == giver else where: share for where, share in plan.items()}.items())


def _shown(one: Examined, sku: str) -> dict[str, int]:
    """What careful was told of an article, warehouse by warehouse; what it took for unreached is left out."""
    answer = one.careful.counting.answer if one.careful.counting else None
    unreached = {warehouse for line in answer.lines for warehouse in line.unreached} if answer else set()
    return {
        call.arguments["warehouse"]: call.observation.body["available"]
        for call in one.careful.calls
        if call.tool == "get_stock"
        and call.arguments.get("sku") == sku
        and type(call.observation.body.get("available")) is int
        and call.arguments["warehouse"] not in unreached
    }
