"""Does the learner use intervals that hold near 0 and 1, and pairs where tasks are the same?"""

from collections.abc import Callable
from fractions import Fraction
from math import comb, erfc, hypot, sqrt
from types import ModuleType
from typing import Any

from exercises.course.checking import Checked, Question, asked, asking, required
from graders.metrics.pairs import mcnemar, paired
from graders.metrics.rates import interval, newcombe, wilson
from graders.metrics.tails import normal_reach
from graders.metrics.tallies import Tally

DIGITS = 4
Z = normal_reach()
# The tasks that A alone solved, spread over the hundred.
LOST = ("t011", "t029", "t047", "t068", "t090")
CELLS = {"both": 60, "gained": 15, "lost": 5, "neither": 20}
_OPEN = (None, "Write True or False before you compute it: a wrong guess costs nothing.")
_WALD = "That is the Wald interval, p -+ Z * sqrt(p * (1 - p) / n): it is too narrow near 0 and 1, or leaves them."
_EXACT = "That is the exact (Clopper-Pearson) interval. It is a good one, but the docstring asks for Wilson's."
_ORDER = "That is A minus B. The second minus the first is asked: above 0 means that B is better."
_OVERLAP = "Those are the outermost ends of the two intervals; errors in both directions seldom fall together."
_CROSSED = (
    "Each end needs the half-widths that point away from it: B's lower with A's upper one, and the other way round."
)
_ONE_SIDE = "That is one side only. Before the runs nobody knew which agent would be better: take both sides."
_CHANCE = "That is the chance of just this many. Results that are more extreme count as well."
_UNPAIRED = "That compares 65 of 100 and 75 of 100 as if they were different tasks, and throws the pairs away."
_ALL = "Tasks that both or neither solved say nothing about a difference; toss only the changed ones."
_ABOVE = "A chance is never above 1. Where gained and lost are equal, the two sides overlap."


def check(learner: ModuleType) -> Checked:
    """Predictions, one rate, two rates, pairs and their test."""
    return asked(learner, (*_predictions(), *_rates(), *_differences(), *_tables(), *_tests()))


def hundred() -> tuple[dict[str, bool], dict[str, bool]]:
    """Two agents on the same hundred tasks: 60 both, 15 gained, 5 lost, 20 neither."""
    ids = [f"t{number:03d}" for number in range(1, 101)]
    others = [task for task in ids if task not in LOST]
    both, gained = set(others[:60]), set(others[60:75])
    a = {task: task in both or task in LOST for task in ids}
    return a, {task: task in both or task in gained for task in ids}


def _predictions() -> tuple[Question, ...]:
    one = "Think of three more pairs of such groups: would one run more be a surprise? Compute it below, and come back."
    two = (
        "20 tasks changed. If each were a toss of a coin, would 15 to 5 be a surprise? Compute it below, and come back."
    )
    return (
        Question("PREDICTED_18_OF_20", lambda m: m.PREDICTED_18_OF_20, _apart(), (_OPEN,), one, (True, False)),
        Question(
            "PREDICTED_100_TASKS",
            lambda m: m.PREDICTED_100_TASKS,
            mcnemar(15, 5) < Fraction(1, 20),
            (_OPEN,),
            two,
            (True, False),
        ),
    )


def _apart() -> bool:
    low, high = newcombe(Tally(17, 20), Tally(18, 20))
    return low > 0 or high < 0


def _rates() -> tuple[Question, ...]:
    why = "Put p and s into the formula of the docstring, step by step; of no runs nothing is known."
    return tuple(
        Question(
            f"wilson({c}, {n}), rounded to {DIGITS} digits",
            _rounding("wilson", c, n),
            _round(wilson(c, n)),
            _other((_wald(c, n), _WALD), (_clip(_wald(c, n), 0), _WALD), (interval(c, n), _EXACT), right=wilson(c, n)),
            why,
        )
        for c, n in ((17, 20), (18, 20), (0, 5), (5, 5), (3, 5), (65, 100), (0, 0))
    )


def _differences() -> tuple[Question, ...]:
    why = "Put the two Wilson intervals into the formula of the docstring; without a run on a side nothing is known."
    questions = []
    for a, b in (((17, 20), (18, 20)), ((5, 5), (5, 5)), ((2, 20), (15, 20)), ((0, 0), (3, 5))):
        right = newcombe(Tally(*a), Tally(*b))
        shift = b[0] / b[1] - a[0] / a[1] if a[1] and b[1] else 0.0
        swapped = (-right[1], -right[0])
        (low_a, high_a), (low_b, high_b) = wilson(*a), wilson(*b)
        outer = (low_b - high_a, high_b - low_a)
        wald = _wald_difference(a, b)
        traps = _other(
            (wald, _WALD),
            (_clip(wald, -1), _WALD),
            (swapped, _ORDER),
            ((right[0] - 2 * shift, right[1] - 2 * shift), _ORDER),
            (outer, _OVERLAP),
            (_crossed(a, b), _CROSSED),
            right=right,
        )
        told = f"newcombe({a}, {b}), rounded to {DIGITS} digits"
        questions.append(Question(told, _rounding("newcombe", a, b), _round(right), traps, why))
    return tuple(questions)


def _tables() -> tuple[Question, ...]:
    a, b = hundred()
    cells = paired(a, b)
    on = "pairs(A, B) of the hundred tasks"
    direction = "A is the first agent, B the second: lost is what A alone solved, gained what B alone solved."
    failed = "Those are all tasks in which B was wrong. Lost are only those that A had solved."
    sizes = "Each task is in just one of the four."
    small = {"x": True, "y": False}, {"y": True, "x": True}
    strange = {"x": True, "y": False}, {"x": True, "z": True}
    lost, gained = list(cells.lost), list(cells.gained)
    return (
        Question(
            f"pairs{small}",
            _cells(*small),
            {"both": ["x"], "gained": ["y"], "lost": [], "neither": []},
            (({"both": ["x"], "gained": [], "lost": ["y"], "neither": []}, direction),),
            "Look each task up by its id on both sides; all four keys are there, and the ids are sorted.",
        ),
        Question(
            f'{on}: the ids of "lost"',
            lambda m: list(_cells(a, b)(m)["lost"]),
            lost,
            ((gained, direction), (sorted(task for task in b if not b[task]), failed)),
            "The ids of the tasks that A solved and B did not, sorted.",
        ),
        Question(
            f"{on}: how many in each",
            lambda m: {name: len(tasks) for name, tasks in _cells(a, b)(m).items()},
            CELLS,
            (({**CELLS, "gained": 5, "lost": 15}, direction),),
            sizes,
        ),
        Question(
            f"pairs{strange}, where a ValueError is right",
            _cells(*strange),
            "refused",
            (),
            "y and z have no partner. Silently leaving them out compares something that nobody ran; refuse it.",
        ),
    )


def _tests() -> tuple[Question, ...]:
    why = "Sum comb(n, i) for i from 0 to the smaller number, divide by 2**n, take it twice, at most 1."
    return tuple(
        Question(
            f"mcnemar(gained={gained}, lost={lost})",
            asking("mcnemar", gained, lost),
            mcnemar(gained, lost),
            _test_traps(gained, lost),
            why,
        )
        for gained, lost in ((15, 5), (5, 15), (6, 0), (5, 0), (2, 3), (4, 4), (0, 0))
    )


def _test_traps(gained: int, lost: int) -> tuple[tuple[Any, str], ...]:
    right, n, least = mcnemar(gained, lost), gained + lost, min(gained, lost)
    tail = Fraction(sum(comb(n, i) for i in range(least + 1)), 2**n)
    traps: list[tuple[Any, str]] = [
        (2 * tail, _ABOVE),
        (tail, _ONE_SIDE),
        (Fraction(sum(comb(n, i) for i in range(lost + 1)), 2**n), _ONE_SIDE),
        (Fraction(comb(n, least), 2**n), _CHANCE),
        (Fraction(2 * comb(n, least), 2**n), _CHANCE),
        (_unpaired(65, 75, 100), _UNPAIRED),
        (Fraction(2 * sum(comb(100, i) for i in range(least + 1)), 2**100), _ALL),
    ]
    return tuple((wrong, told) for wrong, told in traps if wrong != right)


def _unpaired(c: int, d: int, n: int) -> float:
    """The p of the usual test of two rates that are not paired."""
    pooled = (c + d) / (2 * n)
    return erfc(abs(d - c) / n / sqrt(2 * pooled * (1 - pooled) / n) / sqrt(2))


def _wald(c: int, n: int) -> tuple[float, float]:
    if n == 0:
        return 0.0, 0.0
    p = c / n
    half = Z * sqrt(p * (1 - p) / n)
    return p - half, p + half


def _wald_difference(a: tuple[int, int], b: tuple[int, int]) -> tuple[float, float]:
    if not (a[1] and b[1]):
        return 0.0, 0.0
    p, q = a[0] / a[1], b[0] / b[1]
    half = Z * sqrt(p * (1 - p) / a[1] + q * (1 - q) / b[1])
    return q - p - half, q - p + half


def _crossed(a: tuple[int, int], b: tuple[int, int]) -> tuple[float, float]:
    if not (a[1] and b[1]):
        return 0.0, 0.0
    (low_a, high_a), (low_b, high_b) = wilson(*a), wilson(*b)
    p, q = a[0] / a[1], b[0] / b[1]
    return q - p - hypot(q - low_b, p - low_a), q - p + hypot(high_b - q, high_a - p)


def _clip(ends: tuple[float, float], least: float) -> tuple[float, float]:
    return max(ends[0], least), min(ends[1], 1.0)


def _other(*traps: tuple[tuple[float, float], str], right: tuple[float, float]) -> tuple[tuple[Any, str], ...]:
    return tuple((_round(wrong), why) for wrong, why in traps if _round(wrong) != _round(right))


def _round(ends: Any) -> Any:
    if not isinstance(ends, tuple | list) or not all(isinstance(one, int | float) for one in ends):
        return ends
    # + 0.0: a minus before a zero says nothing.
    return tuple(round(float(one), DIGITS) + 0.0 for one in ends)


def _rounding(name: str, *given: object) -> Callable[[ModuleType], Any]:
    return lambda module: _round(required(module, name)(*given))


def _cells(a: dict[str, bool], b: dict[str, bool]) -> Callable[[ModuleType], Any]:
    def ask(module: ModuleType) -> Any:
        try:
            said = required(module, "pairs")(a, b)
        except ValueError:
            return "refused"
        # Tuples are as good as lists.
        return {name: list(ids) for name, ids in said.items()} if isinstance(said, dict) else said

    return ask
