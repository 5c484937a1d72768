"""Which graders go wrong on the calls? They count them, or compare them with one list and too loosely."""

from collections import Counter
from itertools import groupby

from graders.audit.case import Means
from graders.audit.specimens.gold import answer_of, asked, gold, queries, quoted
from graders.audit.specimens.naive import Naive
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace


def ignores_order_of_queries(scenario: Scenario, trace: Trace) -> bool:
    """The same questions were asked, each as often as the careful agent asks it."""
    return Counter(queries(trace)) == Counter(queries(gold(scenario)))


def unordered_calls(scenario: Scenario, trace: Trace) -> bool:
    """The questions, as a set, are those of the careful agent."""
    return set(queries(trace)) == set(queries(gold(scenario)))


def tool_names_only(scenario: Scenario, trace: Trace) -> bool:
    """The stock was asked through the tools, and as often, as the careful agent does it."""
    told, right = ([call.tool for call in asked(run)] for run in (trace, gold(scenario)))
    return told == right


def compares_named_arguments_only(scenario: Scenario, trace: Trace) -> bool:
    """Attempts in a row aside, the questions are the expected ones in the arguments that the expected ones name."""
    right = queries(gold(scenario))
    named = {key for _, arguments in right for key in arguments}
    told = [(tool, {key: value for key, value in rest.items() if key in named}) for tool, rest in queries(trace)]
    return [query for query, _ in groupby(told)] == [query for query, _ in groupby(right)]


def every_repeat_is_waste(scenario: Scenario, trace: Trace) -> bool:
    """The careful agent's questions were asked, in its order, and none of them twice."""
    return queries(trace) == tuple(dict.fromkeys(queries(gold(scenario))))


def fewer_calls_are_better(scenario: Scenario, trace: Trace) -> float:
    """The careful agent's questions for each one asked, 1 at most."""
    return min(1.0, len(asked(gold(scenario))) / max(1, len(asked(trace))))


def trusts_cited_evidence(_scenario: Scenario, trace: Trace) -> bool:
    """Every line that quotes a figure cites the calls that it rests on."""
    return all([line.evidence or not quoted(line) for line in answer_of(trace).lines])


CALLS: tuple[Naive, ...] = (
    Naive(
        "ignores-order-of-queries",
        ignores_order_of_queries,
        Means.PATH,
        "Who asks the right warehouses asks rightly, in whatever order.",
        "B03 sierra-research/tau2-bench#298: runs with full marks had broken the rule on what comes first.",
    ),
    Naive(
        "unordered-calls",
        unordered_calls,
        Means.PATH,
        "Calls are a set: neither order nor number matters.",
        "B28 confident-ai/deepeval#3141: two equal calls counted as one.",
    ),
    Naive(
        "tool-names-only",
        tool_names_only,
        Means.EVIDENCE,
        "Who called the right tools reports what they replied.",
        "B10 latitude-dev/latitude-llm#4674: a judge that saw no results passed a figure copied wrongly.",
    ),
    Naive(
        "compares-named-arguments-only",
        compares_named_arguments_only,
        Means.PATH,
        "An argument that the expected call does not name does no harm.",
        "thinking-machines-lab/tinker-cookbook#937: calls with invented further arguments were right.",
    ),
    Naive(
        "every-repeat-is-waste",
        every_repeat_is_waste,
        Means.PATH,
        "Asking again is always waste, after a timeout too.",
        "B28 confident-ai/deepeval#3141: a rightful repeat counted against the run.",
    ),
    Naive(
        "fewer-calls-are-better",
        fewer_calls_are_better,
        Means.PATH,
        "The shorter way is the better one.",
        "B04 InternLM/WildClawBench#24: a run that did nothing was paid for doing no harm.",
    ),
    Naive(
        "trusts-cited-evidence",
        trusts_cited_evidence,
        Means.EVIDENCE,
        "A report that cites its calls rests on them.",
        "luuuc/sense#260: a citation of what does not exist scored like a right one.",
    ),
)
