"""Does the learner look at each task before it takes a mean, and count each run once?"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb
from types import ModuleType
from typing import Any

from exercises.course.checking import OPEN, Checked, Question, asked, asking, required, rounded
from graders.metrics.passing import mean_pass_hat_k, pass_hat_k
from graders.metrics.tallies import Tally

SHOP = {"valid": "111", "missing information": "110", "wrong owner": "111", "locked order": "111", "lost": "100"}
SUITES: tuple[Mapping[str, str], ...] = (
    {"a": "11", "b": "00"},
    {"a": "111", "b": "000"},
    SHOP,
    {"a": "1111111111", "b": "0"},
    {"a": "10", "b": "10"},
    {"a": "11", "b": "1"},
    {},
)
_POWER = "That is a power of the share of all runs. Two tasks are not one task of medium difficulty: take each alone."
_HEAP = "That draws k runs out of one heap, so that runs of different tasks are mixed. Draw within each task."
_RUNS = "That lets every run count the same, so the task with more runs decides. Every task counts the same here."
_SOLID = "That counts the tasks whose runs are all right. For k below the number of runs, others have a chance as well."
_SHORT = "That leaves out the task with fewer than k runs. What is undefined for a task is undefined for the suite."
_TWICE = "One run is there twice. Whatever is computed from these records is wrong; refuse them with a ValueError."


def check(learner: ModuleType) -> Checked:
    """Predictions, then records, shares and the suite."""
    return asked(learner, (*_predictions(), *_gathered(), *_shares(), *_suites()))


def _predictions() -> tuple[Question, ...]:
    two, half = suite({"a": "11", "b": "00"}, 2), Fraction(1, 2)
    each = "Write down the value of each task first, then take the mean."
    return (
        Question(
            "PREDICTED_TWO_TASKS",
            lambda m: m.PREDICTED_TWO_TASKS,
            two,
            (OPEN, (half**2, _POWER), (Fraction(comb(2, 2), comb(4, 2)), _HEAP)),
            each,
        ),
        Question("PREDICTED_SHOP", lambda m: m.PREDICTED_SHOP, suite(SHOP, 2), (OPEN, *_traps(SHOP, 2)), each),
    )


def _gathered() -> tuple[Question, ...]:
    mixed = [("b", 2, False), ("a", 1, True), ("b", 1, True), ("a", 2, True)]
    twice = [("a", 1, True), ("a", 2, False), ("a", 1, True)]
    order = 'For each task a text of "1" and "0" in the order of its trials; records come in any order.'
    return (
        Question(f"gather({mixed})", _refusing("gather", mixed), {"a": "11", "b": "10"}, (), order),
        Question(f"gather({twice}), where a ValueError is right", _refusing("gather", twice), "refused", (), _TWICE),
        Question("gather([])", _refusing("gather", []), {}, (), "Without records there are no tasks."),
    )


def _shares() -> tuple[Question, ...]:
    why = "Right runs by all runs; without a run it is None."
    return tuple(
        Question(
            f"share_of_runs({_told(tasks)})", asking("share_of_runs", tasks), heap(tasks), rounded(heap(tasks)), why
        )
        for tasks in (SHOP, SUITES[3], {})
    )


def _suites() -> tuple[Question, ...]:
    why = "The mean over tasks of pass_hat_k(runs, right runs, k); None where a task has fewer than k runs."
    return tuple(
        Question(
            f"suite_pass_hat_k({_told(tasks)}, k={k})",
            asking("suite_pass_hat_k", tasks, k),
            suite(tasks, k),
            _traps(tasks, k),
            "Without a task nothing was shown: the answer is None, not 0." if not tasks else why,
        )
        for tasks in SUITES
        for k in ((1, 2, 3) if tasks is SHOP else (1, 2))
    )


def suite(tasks: Mapping[str, str], k: int) -> Fraction | None:
    """What is right."""
    return mean_pass_hat_k({task: Tally(runs.count("1"), len(runs)) for task, runs in tasks.items()}, k)


def heap(tasks: Mapping[str, str]) -> Fraction | None:
    """The share of all runs."""
    runs = "".join(tasks.values())
    return Fraction(runs.count("1"), len(runs)) if runs else None


def _traps(tasks: Mapping[str, str], k: int) -> tuple[tuple[Any, str], ...]:
    right, pooled = suite(tasks, k), heap(tasks)
    if pooled is None:
        return ()
    runs = "".join(tasks.values())
    longer = {task: one for task, one in tasks.items() if len(one) >= k}
    traps = (
        (suite(longer, k), _SHORT if len(longer) < len(tasks) else ""),
        (pooled if k == 1 else pooled**k, _RUNS if k == 1 else _POWER),
        (pass_hat_k(runs.count("1"), len(runs), k), _HEAP),
        (Fraction(sum("0" not in one for one in tasks.values()), len(tasks)), _SOLID),
    )
    return (*((wrong, why) for wrong, why in traps if why and wrong != right), *rounded(right))


def _told(tasks: Mapping[str, str]) -> str:
    return str(dict(tasks))


def _refusing(name: str, *given: object) -> Callable[[ModuleType], Any]:
    def ask(module: ModuleType) -> Any:
        try:
            return required(module, name)(*given)
        except ValueError:
            return "refused"

    return ask
