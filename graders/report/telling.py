"""Which sentences does a report need? Each is said once, here, for every form of it."""

from collections.abc import Iterable, Iterator, Sequence

from graders.policy import Policy
from graders.report.agent_results import AgentResults, Role
from graders.report.document import DataSplit, NotShown, Scope, SplitKind, Unchecked
from graders.report.figure import Figure
from graders.rules import BY_CODE, CHECKED, NOT_CHECKED
from graders.study.plan import FaultyRuns, Study
from inventory_env.scenario import Scenario
from inventory_env.task import Budget

_FAULTY = {
    FaultyRuns.COUNT: "counts as a run without success",
    FaultyRuns.EXCLUDE: "is left out of the rate and stays visible in coverage and bounds",
    FaultyRuns.RERUN: "is played again; where that fails too, it is left out of the rate and stays visible in coverage "
    "and bounds",
}
_NO_LIMIT = "no limit"


def scope(study: Study, policy: Policy) -> Scope:
    """What is to be shown, and what success is."""
    counted = tuple(rule.code for rule in CHECKED if rule.code in policy.counts)
    text = study.scope or f"How {_listed(study.agents)} do on the suite {study.suite}."
    success = (
        f"A run is a success when it has an answer that was judged and none of the {len(counted)} rules that count is "
        "broken or open; a run with an open rule is uncertain and no success."
    )
    others = tuple(rule.code for rule in CHECKED if rule.code not in policy.counts)
    return Scope(text, success, policy.name, counted, others)


def faulty_rule(study: Study) -> str:
    """What becomes of a run in which the world or the machinery failed."""
    tries = f", at most {study.reruns} times" if study.faulty is FaultyRuns.RERUN else ""
    fate = f"{_FAULTY[study.faulty]}{tries}"
    return f"A run in which the world or the machinery failed {fate}. Decided before the first run."


def budget_words(scenarios: Iterable[Scenario]) -> str:
    """The budgets of a suite's tasks in words."""
    budgets = [scenario.task.budget for scenario in scenarios]
    limited = [budget for budget in budgets if budget != Budget()]
    if not limited:
        return f"{_NO_LIMIT} in any of {len(budgets)} scenarios"
    kinds = [
        f"{what} in {sum(getattr(one, what) is not None for one in limited)}"
        for what in ("calls", "decisions", "seconds", "tokens")
        if any(getattr(one, what) is not None for one in limited)
    ]
    return f"limits in {len(limited)} of {len(budgets)} scenarios: {', '.join(kinds)}; {_NO_LIMIT} in the others"


def split_words(kind: SplitKind, looks: int | None, looks_allowed: int | None) -> str:
    """What a suite may be used for, and how worn it is."""
    if kind is SplitKind.UNSPLIT:
        return "This suite is public and has no held-out part: agents may have been made to fit it."
    seen = "an unknown number of times" if looks is None else _times(looks)
    allowed = "" if looks_allowed is None else f"; after {_times(looks_allowed)} it counts as dev"
    what = "held out" if kind is SplitKind.TEST else "for development: agents may have been made to fit it"
    return f"This split is {what}; it has been evaluated on {seen}{allowed}."


def warnings(agents: Sequence[AgentResults]) -> tuple[str, ...]:
    """Which scores mean nothing, or less than they seem to."""
    return tuple(_warned(agents))


def not_shown(study: Study, split: DataSplit, agents: Sequence[AgentResults]) -> NotShown:
    """What nobody may conclude."""
    rules = tuple(Unchecked(code, BY_CODE[code].meaning) for code in NOT_CHECKED)
    return NotShown(tuple(_unshown(study, split, agents)), rules)


def _warned(agents: Sequence[AgentResults]) -> Iterator[str]:
    floors = [one for one in agents if one.role is Role.FLOOR and one.success.value is not None]
    highest = max(floors, key=lambda one: one.success.value or 0, default=None)
    for one in agents:
        if one.role is Role.FLOOR and one.success.value:
            yield f"{one.agent}, which does not do the task, succeeds in {_rate(one.success)}."
        if one.role is Role.STUDIED and highest is not None:
            yield from _against(one, highest)
        if one.coverage.missing.value:
            yield f"{one.agent}: {one.coverage.missing.value} of {one.coverage.planned.value} planned runs are missing."
    if not floors:
        yield "No agent of the floor was run: nothing shows how much of a score comes without doing the task."


def _against(one: AgentResults, floor: AgentResults) -> Iterator[str]:
    if one.success.value is None:
        yield f"{one.agent}: no run counts, so there is no success rate."
    elif one.success.value <= (floor.success.value or 0):
        place = "under" if one.success.value < (floor.success.value or 0) else "no better than"
        yield (
            f"{one.agent} is {place} the floor: {_rate(one.success)}, where {floor.agent}, which does not do the task, "
            f"has {_rate(floor.success)}."
        )


def _unshown(study: Study, split: DataSplit, agents: Sequence[AgentResults]) -> Iterator[str]:
    yield "How the agents do outside this suite: other articles, houses, languages and faults were not played."
    if split.kind is not SplitKind.TEST:
        yield "That no agent was made to fit these tasks: the suite is not held out."
    if study.trials == 1:
        yield "How much a result changes from run to run: each task was run once."
    yield "Who the customers are: their words come from templates, and nobody answered back."
    yield "What happens when writes are possible: the world can only be read."
    if study.isolation == "in_process":
        yield "That an agent could not look behind the world: it ran in the same process."
    if any(one.grading_ms.value is None for one in agents):
        yield "What grading costs: it was not kept for every run."
    yield "That tasks, families and slices are as frequent as in practice: all tasks weigh the same."


def _rate(figure: Figure) -> str:
    return f"{figure.exact} of {figure.n} runs" if figure.exact not in ("0", "1") else _edge(figure)


def _edge(figure: Figure) -> str:
    return f"{'none' if figure.exact == '0' else 'all'} of {figure.n} runs"


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) <= 5 else f"{len(names)} agents"
