"""Does the learner count drawings without putting back, and tell "one of k" from "all of k"?"""

from fractions import Fraction
from types import ModuleType
from typing import Any

from exercises.course.checking import OPEN, Checked, Question, asked, asking, rounded
from graders.metrics.passing import known_pass_at_k, known_pass_hat_k, pass_at_k, pass_hat_k

_GRID = ((1, 1, 1), (5, 3, 1), (5, 3, 2), (5, 4, 3), (10, 1, 5), (3, 2, 3), (3, 3, 3), (4, 0, 2), (2, 2, 3), (5, 5, 6))
_POWER = "That is a power of c/n: the same run could be drawn twice. The k runs are drawn without putting back."
_NOT_ALL = "That is the chance that not all k are right. Wanted is the chance that not all k are wrong."
_SWAPPED = "That is the chance for the other one: `at` is one of k, `hat` is all of k."


def check(learner: ModuleType) -> Checked:
    """Predictions first, then the four functions on small numbers."""
    return asked(learner, (*_predictions(), *_drawn(), *_known()))


def _predictions() -> tuple[Question, ...]:
    both, one = pass_hat_k(3, 5, 2), pass_at_k(3, 5, 2)
    counted = "Count pairs: how many pairs of runs are there, and in how many are both (or is at least one) right?"
    return (
        Question(
            "PREDICTED_BOTH",
            lambda m: m.PREDICTED_BOTH,
            both,
            (OPEN, (Fraction(9, 25), _POWER), (one, _SWAPPED), *rounded(both)),
            counted,
        ),
        Question(
            "PREDICTED_ONE",
            lambda m: m.PREDICTED_ONE,
            one,
            (OPEN, (Fraction(21, 25), _POWER), (both, _SWAPPED), *rounded(one)),
            counted,
        ),
    )


def _drawn() -> tuple[Question, ...]:
    questions = []
    for n, c, k in _GRID:
        at, hat = pass_at_k(c, n, k), pass_hat_k(c, n, k)
        rate = Fraction(c, n)
        undefined = "With fewer runs than k there is nothing to draw: the answer is None, not 0 and not 1."
        why = undefined if k > n else "Divide the drawings that count by all drawings: math.comb(n, k)."
        at_traps = [(1 - (1 - rate) ** k, _POWER), (hat, _SWAPPED), *((1 - one, _NOT_ALL) for one in (hat,) if one)]
        hat_traps = [(rate**k, _POWER), (at, _SWAPPED)]
        told = f"(n={n}, c={c}, k={k})"
        ask = (n, c, k)
        questions.append(Question(f"pass_at_k{told}", asking("pass_at_k", *ask), at, _traps(at_traps, at), why))
        questions.append(Question(f"pass_hat_k{told}", asking("pass_hat_k", *ask), hat, _traps(hat_traps, hat), why))
    return tuple(questions)


def _traps(known: list[tuple[Fraction | None, str]], right: Fraction | None) -> tuple[tuple[Any, str], ...]:
    return (*(one for one in known if one[0] != right), *rounded(right))


def _known() -> tuple[Question, ...]:
    p, why = Fraction(4, 5), "Here p is known and runs are independent: multiply chances."
    return tuple(
        Question(f"{name}(p={p}, k={k})", asking(name, *(p, k)), right(p, k), rounded(right(p, k)), why)
        for k in (1, 3)
        for name, right in (("at_least_one", known_pass_at_k), ("all_of", known_pass_hat_k))
    )
