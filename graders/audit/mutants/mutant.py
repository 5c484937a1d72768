"""What is a mutant? Our own grader with one misconception: it sees, checks or concludes one thing differently."""

import functools
from collections.abc import Callable, Mapping

import attrs

from graders.audit.case import Means
from graders.axes.findings import Findings
from graders.case import Case, make_case
from graders.grading import NOT_JUDGED, Tally, status_of, tally_of
from graders.rules import BY_CODE, CHECKED, CHECKS
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace
from inventory_env.verdict import Axis, Finding, Mark

# The mark of the run, under "success", and of each axis, under its name.
Marks = Mapping[str, Mark]
# Gives the run as a grader sees it; the case itself where there is nothing that it sees differently.
Sight = Callable[[Scenario, Trace, Case], Case]
# Gives what a rule finds from what ours has found, which is None where there is nothing to look at.
Check = Callable[[Case, Findings | None], Findings | None]
PLACES: Mapping[str, int] = {rule.code: place for place, rule in enumerate(CHECKED)}


def _means_of(mutant: "Mutant") -> tuple[Means, ...]:
    """Success where its rule counts, and the axis of the rule where that is one."""
    rule = BY_CODE[mutant.rule]
    axis = [means for means in Means if means.value == rule.axis.value]
    return (*[Means.SUCCESS] * rule.counts, *axis)


@attrs.frozen
class Mutant:
    """One misconception.

    Attributes:
        name: unique.
        rule: code of the rule that it is about; empty where it is about none.
        about: what it takes to be so, in a sentence.
        grader: answers marks of a scenario and a trace.
        means: what its marks can mean that the misconception shows in.
    """

    name: str
    rule: str
    about: str
    grader: Callable[[Scenario, Trace], Marks]
    means: tuple[Means, ...] = attrs.field(default=attrs.Factory(_means_of, takes_self=True))


@attrs.frozen
class Seen:
    """One run, and what our rules find in it.

    Attributes:
        case: everything that the rules look at.
        judged: whether the run says anything about the agent.
        results: what each rule checked has found, in catalogue order; None where it had nothing to look at.
    """

    case: Case
    judged: bool
    results: tuple[Findings | None, ...]


# Gives the mark of the run from our rules' findings and marks.
Conclusion = Callable[[Seen, Tally], Mark]


# All mutants are asked about one run before the next.
@functools.lru_cache(maxsize=1)
def look(scenario: Scenario, trace: Trace) -> Seen:
    """The run as our own grader sees it."""
    case = make_case(scenario, trace)
    return Seen(case, status_of(scenario, case)[0] not in NOT_JUDGED, _results(case))


def unmutated(scenario: Scenario, trace: Trace) -> Marks:
    """The marks of our own grader; of a run that says nothing about the agent none applies."""
    return marks_of(look(scenario, trace))


def marks_of(seen: Seen, conclude: Conclusion | None = None) -> Marks:
    """The marks that follow from what the rules found."""
    tally = tally_of(seen.results)
    own = tally.success if seen.judged else Mark.NOT_APPLICABLE
    axes = {axis.value: mark if seen.judged else Mark.NOT_APPLICABLE for axis, mark in tally.axes}
    return {"success": conclude(seen, tally) if conclude else own, **axes}


def seeing(name: str, rule: str, about: str, sight: Sight) -> Mutant:
    """One that sees the run differently; whether anybody is to be judged it knows."""

    def grader(scenario: Scenario, trace: Trace) -> Marks:
        seen = look(scenario, trace)
        case = sight(scenario, trace, seen.case)
        return marks_of(seen if case is seen.case else attrs.evolve(seen, case=case, results=_results(case)))

    return Mutant(name, rule, about, grader)


def checking(name: str, rule: str, about: str, check: Check) -> Mutant:
    """One with another check in the place of that rule's."""
    place = PLACES[rule]

    def grader(scenario: Scenario, trace: Trace) -> Marks:
        seen = look(scenario, trace)
        results = (*seen.results[:place], check(seen.case, seen.results[place]), *seen.results[place + 1 :])
        return marks_of(attrs.evolve(seen, results=results))

    return Mutant(name, rule, about, grader)


def deaf(name: str, rules: tuple[str, ...], about: str, to: Callable[[Case], bool]) -> Mutant:
    """One that looks at none of these rules in some cases; it is about the first of them."""
    places = {PLACES[code] for code in rules}

    def grader(scenario: Scenario, trace: Trace) -> Marks:
        seen = look(scenario, trace)
        if not to(seen.case):
            return marks_of(seen)
        results = [() if place in places else found for place, found in enumerate(seen.results)]
        return marks_of(attrs.evolve(seen, results=tuple(results)))

    return Mutant(name, rules[0], about, grader)


def weighing(name: str, rule: str, about: str, weighs: Callable[[Case, Finding], bool]) -> Mutant:
    """One to which some findings of all rules are nothing."""

    def grader(scenario: Scenario, trace: Trace) -> Marks:
        seen = look(scenario, trace)
        results = [found and tuple(one for one in found if weighs(seen.case, one)) for found in seen.results]
        return marks_of(attrs.evolve(seen, results=tuple(results)))

    return Mutant(name, rule, about, grader)


def concluding(name: str, rule: str, about: str, conclude: Conclusion) -> Mutant:
    """One that draws another conclusion for the run as a whole."""

    def grader(scenario: Scenario, trace: Trace) -> Marks:
        return marks_of(look(scenario, trace), conclude)

    return Mutant(name, rule, about, grader, (Means.SUCCESS,))


def of_axis(axis: Axis) -> tuple[str, ...]:
    """The codes of the rules that look at one thing."""
    return tuple(rule.code for rule in CHECKED if rule.axis is axis)


def _results(case: Case) -> tuple[Findings | None, ...]:
    return tuple([check(case) for check in CHECKS])
