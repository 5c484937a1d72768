"""Does the learner count families, and find the agent that only remembers?"""

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from types import ModuleType
from typing import Any

from exercises.course.checking import OPEN, Checked, Question, asked, asking, judged, required
from graders.metrics import resampling
from graders.metrics.families import Family, clustered, simple_error

from .cases import splits, studies

FIVE = {"A": "1111", "B": "1011", "C": "0001", "D": "1101", "E": "0010"}
GAPS = (Fraction(-1, 5), Fraction(1, 10), Fraction(3, 10), Fraction(3, 5), Fraction(1))
FOUR_TASKS = {"a": "11111", "b": "11111", "c": "00000", "d": "00000"}
_RUNS = "That takes all runs for independent. Runs of one family rise and fall together, so there is less to learn."
_CORRECTED = "That is larger by sqrt(G / (G - 1)). It is a good choice for a t interval; the docstring has none of it."
_MEANS = "That takes every family the same, whatever its number of runs. The mean here is over all runs."
_EDGES = "Those are the least and the largest mean of all. Only 95 % of the means are wanted."
_NINETY = "That leaves 5 % on each side. Of 95 %, half of the rest lies on each: 1/40."
_SINGLE = "That is what drawing single runs again gives. Draw whole families."
_ONE = "One family says nothing about how families differ: None, neither 0 nor a point."


def check(learner: ModuleType) -> Checked:
    """Predictions and numbers, then studies and splits."""
    questions = asked(learner, (*_predictions(), *_errors(), *_intervals()))
    judgements = judged(required(learner, "holds_up"), studies()) + judged(required(learner, "apart"), splits())
    return judgements + questions


def error(families: Mapping[str, str]) -> float | None:
    """What is right for `clustered_error`."""
    return clustered(_families(families)).error


def corrected(families: Mapping[str, str]) -> float:
    """The same with the correction for few families, as a t interval uses it."""
    return clustered(_families(families)).corrected or 0.0


def interval(values: Sequence[Fraction]) -> tuple[Fraction, Fraction] | None:
    """What is right for `bootstrap`."""
    found = resampling.bootstrap([Family(str(place), value, 1) for place, value in enumerate(values)])
    return (found.low, found.high) if found else None


def shares(families: Mapping[str, str]) -> tuple[Fraction, ...]:
    """The share of right runs of each family."""
    return tuple(Fraction(runs.count("1"), len(runs)) for runs in families.values())


def alone(families: Mapping[str, str]) -> float:
    """The error as if all runs were independent."""
    return simple_error([int(run) for runs in families.values() for run in runs]) or 0.0


def _predictions() -> tuple[Question, ...]:
    larger = "larger" if (error(FIVE) or 0) > alone(FIVE) else "smaller"
    fewer = (
        "A family that is difficult is so in all its runs. Do twenty runs then say as much as twenty families would?"
    )
    recited = "It recites what was right for the most similar dev task: warehouses of dev. Are they in the test world?"
    return (
        Question("PREDICTED_ERROR", lambda m: m.PREDICTED_ERROR, larger, (OPEN,), fewer, ("larger", "smaller")),
        Question("PREDICTED_MEMORISER", lambda m: m.PREDICTED_MEMORISER, "0", (OPEN,), recited, ("0", "100", "200")),
    )


def _errors() -> tuple[Question, ...]:
    why = "Compute m first; then T - m * W for each family; square, sum, take the root, divide by all runs."
    return tuple(
        Question(
            f"clustered_error({families})",
            asking("clustered_error", families),
            error(families),
            _error_traps(families),
            why if len(families) > 1 else _ONE,
        )
        for families in (FIVE, FOUR_TASKS, {"A": "1111", "B": "0"}, {"A": "1101"})
    )


def _error_traps(families: Mapping[str, str]) -> tuple[tuple[Any, str], ...]:
    found = clustered(_families(families))
    if found.error is None or found.corrected is None:
        return ((0.0, _ONE), (alone(families), _ONE))
    mean = math.fsum(shares(families)) / len(families)
    means = math.sqrt(math.fsum((float(one) - mean) ** 2 for one in shares(families))) / len(families)
    runs = "".join(families.values())
    rate = runs.count("1") / len(runs)
    traps = (
        (alone(families), _RUNS),
        (math.sqrt(rate * (1 - rate) / len(runs)), _RUNS),
        (found.corrected, _CORRECTED),
        (means, _MEANS),
    )
    return tuple((wrong, told) for wrong, told in traps if abs(wrong - found.error) > 1e-9)


def _intervals() -> tuple[Question, ...]:
    why = "Sort the means of all draws; the ends stand at the places 1/40 and 39/40 of their number, rounded up."
    return tuple(
        Question(
            f"bootstrap([{', '.join(map(str, values))}]), the numbers being Fractions",
            _tupled("bootstrap", values),
            interval(values),
            _interval_traps(values),
            why if len(values) > 1 else _ONE,
        )
        for values in (shares(FIVE), GAPS, (Fraction(1), Fraction(0)), (Fraction(1, 2),) * 3, (Fraction(1, 2),))
    )


def _interval_traps(values: Sequence[Fraction]) -> tuple[tuple[Any, str], ...]:
    if len(values) < 2:
        return (((values[0], values[0]), _ONE),)
    traps: list[tuple[Any, str]] = [((min(values), max(values)), _EDGES)]
    narrow = resampling.bootstrap([Family(str(place), one, 1) for place, one in enumerate(values)], confidence=0.9)
    traps += [((narrow.low, narrow.high), _NINETY)] if narrow else []
    if values == shares(FIVE):
        traps.append((_of_runs(), _SINGLE))
    return tuple((wrong, told) for wrong, told in traps if wrong != interval(values))


def _of_runs() -> tuple[Fraction, Fraction]:
    """The ends that twenty independent runs would have: a binomial distribution."""
    runs = "".join(FIVE.values())
    right, n = runs.count("1"), len(runs)
    chances = [Fraction(math.comb(n, c) * right**c * (n - right) ** (n - c), n**n) for c in range(n + 1)]
    reached = [sum(chances[: c + 1], Fraction(0)) for c in range(n + 1)]
    low, high = (
        next(c for c, one in enumerate(reached) if one >= part) for part in (Fraction(1, 40), Fraction(39, 40))
    )
    return Fraction(low, n), Fraction(high, n)


def draws() -> int:
    """How many ways there are to draw five families again."""
    return sum(1 for _ in product(FIVE, repeat=len(FIVE)))


def _families(families: Mapping[str, str]) -> list[Family]:
    return [Family(name, runs.count("1"), len(runs)) for name, runs in families.items()]


def _tupled(name: str, values: Sequence[Fraction]) -> Callable[[ModuleType], Any]:
    def ask(module: ModuleType) -> Any:
        said = required(module, name)(list(values))
        return tuple(said) if isinstance(said, list) else said

    return ask
