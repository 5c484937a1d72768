"""Which sentences does a report need? Each is said once, here, for every form of it."""

from collections.abc import Iterable, Iterator, Sequence

from graders.policy import Policy
from graders.report.agent_results import AgentResults, Role
from graders.report.blocks import percent
from graders.report.document import DataSplit, NotShown, Scope, SplitKind, Unchecked
from graders.report.figure import Figure
from graders.rules import BY_CODE, CHECKED, NOT_CHECKED
from graders.study.card import Origin, SystemCard
from graders.study.plan import FaultyRuns, Study
from inventory_env.scenario import Scenario
from inventory_env.splits.ledger import Standing
from inventory_env.task import Budget

_FAULTY = {
    FaultyRuns.COUNT: "counts as a run without success",
    FaultyRuns.EXCLUDE: "is left out of the rate and stays visible in coverage and bounds",
    FaultyRuns.RERUN: "is played again; where that fails too, it is left out of the rate and stays visible in coverage "
    "and bounds",
}
_NO_LIMIT = "no limit"
# Three seeds, three places; the study's own is filled in.
SEEDS = "decoding: each run's own, derived from {}; environment: each scenario's own; training: on the system card"
_NO_AGENT = {
    Origin.ORACLE: "is told the right answers: it shows what can be reached, not what an agent does",
    Origin.REPLAY: "repeats stored runs: it shows nothing that they do not show",
}
# More agents with open runs are told together.
_MOST_OPEN = 5


def scope(study: Study, policy: Policy) -> Scope:
    """What is to be shown, and what success is."""
    counted = tuple(rule.code for rule in CHECKED if rule.code in policy.counts)
    text = study.scope or f"Results of {_listed(study.agents)} on the suite {study.suite}."
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


def data_split(study: Study, standing: Standing) -> DataSplit:
    """What a study was played on.

    Args:
        study: any.
        standing: what its suite is good for by now.
    """
    kind = SplitKind.UNSPLIT if standing.effective is None else SplitKind(standing.effective.value)
    looks = None if standing.allowed is None else standing.looks
    sentence = _split_words(standing)
    return DataSplit(study.suite, study.suite_digest, study.scenarios, kind, looks, standing.allowed, sentence)


def _split_words(standing: Standing) -> str:
    """What a suite may be used for, and how worn it is."""
    if standing.kind is None:
        return "This suite has no held-out part: agents may have been made to fit it."
    told = f"This suite is {standing.told()}"
    if standing.kind.value == SplitKind.DEV:
        return f"{told}, and agents may have been made to fit it."
    return told + (f"; this study is look {standing.number}." if standing.number else ".")


def warnings(agents: Sequence[AgentResults], cards: Iterable[SystemCard] = ()) -> tuple[str, ...]:
    """Which scores mean nothing, or less than they seem to."""
    told = (f"{card.name} {_NO_AGENT[card.origin]}." for card in cards if card.origin in _NO_AGENT)
    return (*told, *_warned(agents))


def open_runs(agents: Sequence[AgentResults]) -> Iterator[str]:
    """Who has planned runs that nobody can count as success or failure, and what they may hide."""
    found = [one for one in agents if one.coverage.coverage.value != 1]
    if len(found) > _MOST_OPEN:
        names = ", ".join(one.agent for one in found)
        yield f"{len(found)} agents have runs that are open; see their coverage and bounds: {names}."
        return
    for one in found:
        counts = ((name, getattr(one.coverage, name).value) for name in ("faulty", "missing", "uncertain"))
        kinds = ", ".join(f"{count} {name}" for name, count in counts if count)
        least, most = percent(one.coverage.least), percent(one.coverage.most)
        ends = f"its success rate may be anything from {least} to {most}"
        yield f"{one.agent}: {kinds} of {one.coverage.planned.value} planned runs; {ends}."


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
    yield from open_runs(agents)
    if highest is not None:
        yield from _against([one for one in agents if one.role is Role.STUDIED], highest)
    if not floors:
        yield "No agent of the floor was run: nothing shows how much of a score comes without doing the task."


def _against(studied: Sequence[AgentResults], floor: AgentResults) -> Iterator[str]:
    """Who is not above the floor; agents with the same rate are told together."""
    low: dict[tuple[str, str], list[str]] = {}
    for one in studied:
        if one.success.value is None:
            yield f"{one.agent}: no run counts, so there is no success rate."
        elif one.success.value <= (floor.success.value or 0):
            place = "under" if one.success.value < (floor.success.value or 0) else "no better than"
            low.setdefault((place, _rate(one.success)), []).append(one.agent)
    beside = f"where {floor.agent}, which does not do the task, has {_rate(floor.success)}"
    for (place, rate), names in low.items():
        if len(names) == 1:
            yield f"{names[0]} is {place} the floor: {rate}, {beside}."
        else:
            yield f"{len(names)} agents are {place} the floor, with {rate} each, {beside}: {', '.join(names)}."


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


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) <= 5 else f"{len(names)} agents"
