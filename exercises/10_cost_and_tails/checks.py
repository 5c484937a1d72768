"""Does the learner let failed runs pay, print observed quantiles, and say where runs are too few?"""

from collections.abc import Sequence
from fractions import Fraction
from statistics import median
from types import ModuleType
from typing import Any

from exercises.course.checking import OPEN, Checked, Question, asked, asking, rounded
from graders.metrics.costs import cost
from graders.metrics.quantiles import exclusive, fewest_for_tail, linear, quantile
from graders.metrics.rates import interval, upper_bound, wilson

Runs = Sequence[tuple[bool, int]]
CALLS: Runs = ((True, 1), (True, 2), (False, 4), (False, 5))
SECONDS = (2, 4, 12, 20)
P95 = Fraction(19, 20)
_VALUES = (
    (SECONDS, P95),
    ((20, 2, 12, 4), Fraction(1, 2)),
    (tuple(range(1, 21)), P95),
    (tuple(range(1, 12)), P95),
    (tuple(range(100, 0, -1)), Fraction(7, 100)),
    ((7,), P95),
    ((), P95),
)
_PRICE = "The cost of all runs, by the number of successes; None without a success."
_PLACE = "Sort the values; take the first that has at least that part of all values at or below it."
_SUCCESSES = "That is the cost of the successful runs alone. Somebody paid for the failed ones too."
_MEAN = "That is the mean over all runs. A success also has to pay for the runs that failed."
_ZERO = "Nothing succeeded, so there is no price: None. A 0 would say that successes are free."
_LINEAR = "That lies between two runs (linear interpolation): nobody ever observed it. Take one of the values."
_EXCLUSIVE = "That is the exclusive method, which can leave the observed values. Take one of the values."
_ONE_TOO_FAR = "That is one place too far: fewer values suffice to have at least the wanted part at or below."
_ONE_BEFORE = "That is one place too early: less than the wanted part lies at or below it. Round the place up."
_UNSORTED = "Values come in any order; sort them first."
_RULE_OF_THREE = "3 / n is a rule of thumb for large n. Solve (1 - p) ** n = 1 - confidence for p."
_WALD = "Zero failures are no proof of a failure rate of zero; the normal (Wald) interval has no width here."
_TWO_SIDED = "That leaves 2.5 % on a second side. The question is one-sided: all 5 % are above."
_RIGHT_RUN = "That is a rate of right runs. The failure rate is what is left of 1."
_TOO_SURE = "At that rate no failure has a chance of 95 %. It must be 1 - confidence."


def check(learner: ModuleType) -> Checked:
    """Predictions, costs, quantiles and what few runs can say."""
    return asked(learner, (*_predictions(), *_costs(), *_quantiles(), *_fewest(), *_tails(), *_upper()))


def _predictions() -> tuple[Question, ...]:
    few = "Take each answer p in turn: how likely are 20 runs without a failure, (1 - p) ** 20? Which is just 5 %?"
    upper = f"{100 * upper_bound(0, 20):.0f} %"
    return (
        Question(
            "PREDICTED_COST", lambda m: m.PREDICTED_COST, cost(CALLS).per_success, (OPEN, *_cost_traps(CALLS)), _PRICE
        ),
        Question(
            "PREDICTED_P95",
            lambda m: m.PREDICTED_P95,
            _right(SECONDS, P95),
            (OPEN, *_quantile_traps(SECONDS, P95)),
            _PLACE,
        ),
        Question("PREDICTED_UPPER", lambda m: m.PREDICTED_UPPER, upper, (OPEN,), few, ("1 %", "5 %", "14 %")),
    )


def _costs() -> tuple[Question, ...]:
    none: Runs = ((False, 4), (False, 5))
    return tuple(
        Question(
            f"cost_per_success({list(runs)})",
            asking("cost_per_success", list(runs)),
            cost(runs).per_success,
            _cost_traps(runs),
            _ZERO if runs is none else _PRICE,
        )
        for runs in (CALLS, ((True, 3), (True, 5)), ((True, 2), (True, 2), (True, 3), (False, 100)), none, ())
    )


def _cost_traps(runs: Runs) -> tuple[tuple[Any, str], ...]:
    found = cost(runs)
    if found.per_success is None:
        return ((0, _ZERO), (float("inf"), _ZERO))
    traps = ((found.mean_of_successes, _SUCCESSES), (found.mean, _MEAN))
    known = ((wrong, why) for wrong, why in traps if wrong is not None and wrong != found.per_success)
    return (*known, *rounded(found.per_success))


def _quantiles() -> tuple[Question, ...]:
    return tuple(
        Question(
            f"quantile({_told(values)}, Fraction({part}))",
            asking("quantile", list(values), part),
            _right(values, part),
            _quantile_traps(values, part),
            _PLACE if values else "Without a value there is no quantile: None.",
        )
        for values, part in _VALUES
    )


def _quantile_traps(values: Sequence[int], part: Fraction) -> tuple[tuple[Any, str], ...]:
    if not values:
        return ()
    ordered, right = sorted(values), _right(values, part)
    place = len(values) * part
    traps = (
        (linear(values, part), _LINEAR),
        (float(linear(values, part) or 0), _LINEAR),
        (exclusive(values, part), _EXCLUSIVE),
        (float(exclusive(values, part) or 0), _EXCLUSIVE),
        (median(values) if part == Fraction(1, 2) else None, _LINEAR),
        (ordered[min(int(place), len(values) - 1)], _ONE_TOO_FAR),
        (ordered[max(round(place), 1) - 1], _ONE_BEFORE),
        (ordered[max(int(place), 1) - 1], _ONE_BEFORE),
        (list(values)[-(-place.numerator // place.denominator) - 1], _UNSORTED),
    )
    return tuple((wrong, why) for wrong, why in traps if wrong is not None and wrong != right)


def _fewest() -> tuple[Question, ...]:
    asked_for = ((P95, P95), (Fraction(9, 10), P95), (Fraction(99, 100), P95), (Fraction(1, 2), Fraction(3, 4)))
    why = "The first n at which part ** n is no more than 1 - confidence. Count up, with exact fractions."
    seen = "With 1 / (1 - part) runs, one slow run is expected, but often none comes."
    edge = "One off: at equality n is enough, and just above it is not."
    return tuple(
        Question(
            f"fewest_for_tail(Fraction({part}), Fraction({confidence}))",
            asking("fewest_for_tail", part, confidence),
            right := fewest_for_tail(part=part, confidence=confidence),
            tuple((wrong, told) for wrong, told in ((right - 1, edge), (right + 1, edge), (1 / (1 - part), seen))),
            why,
        )
        for part, confidence in asked_for
    )


def _tails() -> tuple[Question, ...]:
    why = "Value, n and the largest value, in the form that the docstring shows."
    few = "So few runs cannot bound the 95th percentile; the line must say so."
    enough = "So many runs can bound the 95th percentile; nothing is to be added."
    questions = []
    for values in (SECONDS, tuple(range(1, 59)), tuple(range(1, 60)), ()):
        found, enough_runs = quantile(values, P95), len(values) >= fewest_for_tail()
        body = f"{found.value} (n = {found.runs}, max {found.maximum}" if found else "undefined (n = 0"
        mark = ", too few for a tail"
        right = body + ("" if enough_runs or not found else mark) + ")"
        other = body + (mark if enough_runs else "") + ")"
        traps = () if not found else ((other, enough if enough_runs else few),)
        questions.append(
            Question(f"tail({_told(values)}, Fraction(19, 20))", asking("tail", list(values), P95), right, traps, why)
        )
    return tuple(questions)


def _upper() -> tuple[Question, ...]:
    why = "Solve (1 - p) ** n = 1 - confidence for p; of no runs every rate is possible."
    return tuple(
        Question(
            f"upper_rate({n})",
            asking("upper_rate", n),
            upper_bound(0, n),
            ()
            if n == 0
            else (
                (3 / n, _RULE_OF_THREE),
                (min(1.0, 3 / n), _RULE_OF_THREE),
                (0.0, _WALD),
                (interval(0, n)[1], _TWO_SIDED),
                (wilson(0, n)[1], _TWO_SIDED),
                (0.95 ** (1 / n), _RIGHT_RUN),
                (1 - 0.95 ** (1 / n), _TOO_SURE),
                (0.05 ** (1 / n), _RIGHT_RUN),
            ),
            why,
        )
        for n in (5, 20, 59, 1, 0)
    )


def _right(values: Sequence[int], part: Fraction) -> int | None:
    found = quantile(values, part)
    return int(found.value) if found else None


def _told(values: Sequence[int]) -> str:
    if len(values) <= 4:
        return str(list(values))
    step = values[1] - values[0]
    return f"list(range({values[0]}, {values[-1] + step}{'' if step == 1 else f', {step}'}))"
