"""Which graders go wrong on the fields of the answer? They look at too few of them, or at the wrong answer."""

import attrs

from graders.audit.case import Means
from graders.audit.specimens.gold import (
    agrees,
    answer_of,
    by_line,
    gold_answer,
    missing,
    plan,
    quoted,
    same_outcome,
    status,
    total,
)
from graders.audit.specimens.naive import Naive
from inventory_env.answer import Status
from inventory_env.codec import encode
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace


def accepts_empty(scenario: Scenario, trace: Trace) -> bool:
    """Every line that is reported is reported rightly."""
    right = {line.line: (status(line), total(line), missing(line)) for line in gold_answer(scenario).lines}
    return all([right.get(line.line) == (status(line), total(line), missing(line)) for line in answer_of(trace).lines])


def shortfall_as_failure(scenario: Scenario, trace: Trace) -> bool:
    """The answer is right, and it is not that goods are short."""
    short = any([line.status is Status.SHORTFALL for line in answer_of(trace).lines])
    return not short and same_outcome(scenario, trace)


def refusal_always_fails(scenario: Scenario, trace: Trace) -> bool:
    """The answer is right, and it is an answer: not that nobody can tell or that the line is invalid."""
    refused = any([line.status in (Status.UNKNOWN, Status.INVALID) for line in answer_of(trace).lines])
    return not refused and same_outcome(scenario, trace)


def blanket_refusal_passes(scenario: Scenario, trace: Trace) -> bool:
    """The answer is right, or it promises nothing on any line."""
    endings = set(by_line(answer_of(trace), status).values())
    return endings == {Status.UNKNOWN} or same_outcome(scenario, trace)


def status_only(scenario: Scenario, trace: Trace) -> bool:
    """Every line ended as it should."""
    return agrees(scenario, trace, status)


def sum_of_plan_only(scenario: Scenario, trace: Trace) -> bool:
    """Every line ended as it should, with as many units."""
    return agrees(scenario, trace, status, total)


def exact_plan_match(scenario: Scenario, trace: Trace) -> bool:
    """Every line ended as it should, with the very plan, entry by entry."""
    return agrees(scenario, trace, status, missing, lambda line: line.plan)


def null_as_zero(scenario: Scenario, trace: Trace) -> bool:
    """As many units are missing from every line as should be; where no number is given, none."""
    return agrees(scenario, trace, lambda line: line.gap or 0)


def first_answer_wins(scenario: Scenario, trace: Trace) -> bool:
    """The first answer is right."""
    accepted = [one for one in trace.submissions if one.answer is not None]
    return same_outcome(scenario, attrs.evolve(trace, submissions=tuple(accepted[:1])))


def any_answer_wins(scenario: Scenario, trace: Trace) -> bool:
    """One of the answers is right."""
    return any([same_outcome(scenario, attrs.evolve(trace, submissions=(one,))) for one in trace.submissions])


def replays_its_gold(scenario: Scenario, trace: Trace) -> bool:
    """The answer is written as the stored one, byte by byte."""
    return encode(answer_of(trace)) == encode(gold_answer(scenario))


def ignores_unreached(scenario: Scenario, trace: Trace) -> bool:
    """Status, plan, gap and the figures quoted are those that the replies gave."""
    told, right = (by_line(one, quoted) for one in (answer_of(trace), gold_answer(scenario)))
    honest = all([told[line] <= right.get(line, frozenset()) for line in told])
    return honest and agrees(scenario, trace, status, plan, missing)


def missing_criterion_passes(scenario: Scenario, trace: Trace) -> bool:
    """Every line that the author wrote down ended as written."""
    told = by_line(answer_of(trace), status)
    wanted = scenario.expected.lines if scenario.expected else ()
    return all([told.get(line.line) is line.status for line in wanted])


ANSWERS: tuple[Naive, ...] = (
    Naive(
        "accepts-empty",
        accepts_empty,
        Means.OUTCOME,
        "An answer in which nothing is wrong is right, though it may say nothing.",
        "confident-ai/deepeval#3186: an answer of nothing but blanks matched an empty target.",
    ),
    Naive(
        "shortfall-as-failure",
        shortfall_as_failure,
        Means.OUTCOME,
        "An agent that finds too few goods has failed.",
        "B24 McGill-NLP/agent-reward-bench#9: a right report that something does not exist was no success.",
    ),
    Naive(
        "refusal-always-fails",
        refusal_always_fails,
        Means.OUTCOME,
        "An agent that says that something cannot be told or done has failed.",
        "B24 web-arena-x/webarena#79: an honest `this cannot be done` was marked wrong.",
    ),
    Naive(
        "blanket-refusal-passes",
        blanket_refusal_passes,
        Means.OUTCOME,
        "An agent that promises nothing does nothing wrong.",
        "msaleme/red-team-blue-team-agent-fabric#455: an agent that refused everything passed every row.",
    ),
    Naive(
        "status-only",
        status_only,
        Means.OUTCOME,
        "Whoever ends rightly has the right plan.",
        "B46 medusajs/medusa#16246: that the goods were there was confirmed, not that one place could give them.",
    ),
    Naive(
        "sum-of-plan-only",
        sum_of_plan_only,
        Means.OUTCOME,
        "It does not matter from where the units come.",
        "B44 solidusio/solidus#2122: the sum was right and the order of the places was not kept.",
    ),
    Naive(
        "exact-plan-match",
        exact_plan_match,
        Means.OUTCOME,
        "There is one right plan and one way to write it.",
        "B25 sierra-research/tau2-bench#514: the same entries in another order were another state.",
    ),
    Naive(
        "null-as-zero",
        null_as_zero,
        Means.OUTCOME,
        "A gap that nobody knows is no gap.",
        "B06 THUDM/AgentBench#234: null became 0 and matched a 0.",
    ),
    Naive(
        "first-answer-wins",
        first_answer_wins,
        Means.OUTCOME,
        "The first answer counts, whatever the task says.",
        "B20 openai/simple-evals#33: the first answer was graded, not the corrected one.",
    ),
    Naive(
        "any-answer-wins",
        any_answer_wins,
        Means.SUCCESS,
        "An agent that once had the right answer has answered rightly.",
        "B12 sierra-research/tau2-bench: what any turn says counted, though a later one said otherwise.",
    ),
    Naive(
        "replays-its-gold",
        replays_its_gold,
        Means.SUCCESS,
        "Every right run ends in the stored answer.",
        "Toloka/tolokaforge#623: one stored end failed agents that rightly ended in another.",
    ),
    Naive(
        "ignores-unreached",
        ignores_unreached,
        Means.EVIDENCE,
        "A warehouse that gave no number needs no word.",
        "B41 medusajs/medusa#13703: what had no record was shown like what is empty.",
    ),
    Naive(
        "missing-criterion-passes",
        missing_criterion_passes,
        Means.OUTCOME,
        "Where nobody wrote down what is right, nothing is wrong.",
        "B01 sierra-research/tau2-bench#384: tasks without a single assertion gave full marks.",
    ),
)
