"""Is the second agent better than the first, and at what price? Two agents' rows on the same tasks."""

from collections.abc import Iterable, Iterator

from graders.policy import DEFAULT_POLICY, Policy
from graders.report import failing, pairing, telling
from graders.report.agent_failures import AgentFailures
from graders.report.agent_results import AgentResults
from graders.report.comparable import Contender, refuse_unequal
from graders.report.compared import Comparison, RuleChange, Side
from graders.report.counting import counted
from graders.report.document import DataSplit, Player
from graders.report.figure import Figure, known
from graders.report.making import role_of
from graders.report.runs import Runs, runs_of
from graders.rules import RULES
from graders.study.card import Evidence, SystemCard
from graders.study.plan import Study
from inventory_env.errors import InputError


def compare(first: Contender, second: Contender, split: DataSplit, policy: Policy = DEFAULT_POLICY) -> Comparison:
    """The second agent against the first.

    Args:
        first: the one compared with.
        second: the one that is judged.
        split: what both were played on.
        policy: which rules counted; that of both studies.

    Raises:
        InputError: the two cannot be compared, with the reason; or a run is there twice or of no study.
    """
    refuse_unequal(first, second)
    if policy.name != second.study.policy:
        raise InputError(f"must be the studies', {second.study.policy!r}; got {policy.name!r}", field="policy")
    runs = _runs(first), _runs(second)
    sides = _side(first, runs[0], policy), _side(second, runs[1], policy)
    found = pairing.pair(*runs)
    parts = first.card.differing(second.card)
    rules = tuple(_rule_changes(sides[0], sides[1], policy))
    return Comparison(
        change=_change(first.card, second.card, parts),
        parts=parts,
        split=split,
        trials=second.study.trials,
        policy=policy.name,
        faulty_rule=telling.faulty_rule(second.study),
        first=sides[0],
        second=sides[1],
        rule=pairing.RULE,
        table=pairing.table_of(found),
        gained=found.table.gained,
        lost=found.table.lost,
        open=found.open,
        mcnemar=pairing.chance(found),
        difference=pairing.table_difference(found),
        rate_difference=pairing.rate_difference(found),
        slices=tuple(pairing.paired_slices(found)),
        rules=rules,
        warnings=(*telling.open_runs([side.results for side in sides]), *_warned(first, second, rules, len(parts))),
        not_shown=tuple(_unshown(second.study, split)),
    )


def _runs(one: Contender) -> Runs:
    evidence = one.card.evidence or Evidence.NOT_RUN
    return runs_of(one.study, one.card.name, one.rows, role=role_of(one.card.name), evidence=evidence)


def _side(one: Contender, runs: Runs, policy: Policy) -> Side:
    results: AgentResults = counted(runs, profiles=False)
    failures: AgentFailures = failing.failures(runs, policy)
    player = Player(runs.role, runs.evidence, one.card)
    return Side(player, one.study.versions, one.study.seed, results, failures)


def _change(first: SystemCard, second: SystemCard, parts: tuple[str, ...]) -> str:
    if len(parts) > 1:
        return f"System change: {', '.join(parts)} differ, so no single part explains the difference."
    if parts:
        part = parts[0]
        return f"One part differs, {part}: {getattr(first, part)} and {getattr(second, part)}."
    if first.name != second.name:
        return f"No part that the cards state differs; the agents are {first.name} and {second.name}."
    return "Nothing differs: the same system twice."


def _rule_changes(first: Side, second: Side, policy: Policy) -> Iterator[RuleChange]:
    """Every rule that one of the two broke, those that rose first, then as in the catalogue."""
    better = _more(second.results.success, first.results.success)
    changes = [
        _rule_change(one, other, code, counted=code in policy.counts, better=better)
        for code in (rule.code for rule in RULES)
        for one, other in [(_broken(first, code), _broken(second, code))]
        if one.value or other.value
    ]
    yield from sorted(changes, key=lambda change: not change.rose)


def _rule_change(one: Figure, other: Figure, code: str, *, counted: bool, better: bool) -> RuleChange:
    # Shares of the runs that are there; a rule that no run could break did not rise.
    rose = bool(other.value) and (other.value or 0) * one.n > (one.value or 0) * other.n
    return RuleChange(code, counted, one, other, rose, rose and better)


def _broken(side: Side, code: str) -> Figure:
    found = next((one.runs for one in side.failures.violations if one.rule == code), None)
    none = known(0, side.failures.failed.n, side.player.evidence, method="runs that broke it")
    return none if found is None else found


def _more(one: Figure, other: Figure) -> bool:
    return one.value is not None and other.value is not None and one.value > other.value


def _warned(first: Contender, second: Contender, rules: Iterable[RuleChange], parts: int) -> Iterator[str]:
    if parts > 1:
        yield f"{parts} parts of the system differ: the difference belongs to all of them together."
    for change in rules:
        if change.although:
            yield (
                f"{change.rule} rose from {change.first.value} of {change.first.n} to {change.second.value} of "
                f"{change.second.n} runs although the success rate rose."
            )
    for name in ("seed", "isolation", "reruns"):
        one, other = getattr(first.study, name), getattr(second.study, name)
        if one != other:
            yield f"The studies differ in {name}: {one} and {other}."
    for name in ("environment", "code_digest", "python", "schema"):
        one, other = getattr(first.study.versions, name), getattr(second.study.versions, name)
        if one != other:
            yield f"The studies differ in the version of {name}: {str(one)[:12]} and {str(other)[:12]}."


def _unshown(study: Study, split: DataSplit) -> Iterator[str]:
    yield "Which part of the system causes the difference, where more than one was changed."
    yield "That the difference holds on other tasks than these."
    if split.kind != "test":
        yield "That neither was made to fit these tasks: the suite is not held out."
    if study.trials == 1:
        yield "How much of the difference is chance from run to run: each task was run once."
