"""Which numbers can be counts, shares and values at all?"""

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction

from inventory_env.errors import InputError, shown

Number = int | float | Fraction


def whole(value: int, field: str, *, least: int = 0) -> int:
    """A whole number, `least` or more.

    Raises:
        InputError: it is another kind of value (True is no number), or too small.
    """
    if type(value) is int and value >= least:
        return value
    raise InputError(f"must be a whole number, {least} or more; got {shown(value)}", field=field)


def counts(successes: int, trials: int) -> None:
    """Refuse successes and trials that cannot be.

    Raises:
        InputError: they are no whole numbers, below 0, or there are more successes than trials.
    """
    whole(successes, "successes")
    whole(trials, "trials")
    if successes > trials:
        raise InputError(f"must be at most the {trials} trials; got {successes}", field="successes")


def exact(value: Number, field: str) -> Fraction:
    """A number as the fraction that it is.

    Raises:
        InputError: it is not a number, True, infinite, or not a number by its own account (nan).
    """
    if type(value) in (int, Fraction) or (type(value) is float and math.isfinite(value)):
        return Fraction(value)
    raise InputError(f"must be a finite number; got {shown(value)}", field=field)


def share(value: Number, field: str) -> Fraction:
    """A number between 0 and 1, both excluded, as its decimal writing has it: 0.95 is 19/20, not 0.95 in binary.

    Raises:
        InputError: it is not a number, or not between 0 and 1.
    """
    number = exact(value, field)
    if 0 < number < 1:
        return Fraction(repr(value)) if type(value) is float else number
    raise InputError(f"must be between 0 and 1; got {shown(value)}", field=field)


def weighed(tasks: Iterable[str], weights: Mapping[str, int | Fraction] | None) -> dict[str, Fraction]:
    """The weight of each task: those declared, or 1 each.

    Raises:
        InputError: a weight is missing, stands for no task, is no int or Fraction, or is not above 0.
    """
    ids = sorted(tasks)
    if weights is None:
        return dict.fromkeys(ids, Fraction(1))
    if strangers := sorted(set(weights) ^ set(ids)):
        raise InputError(f"must name every task and no other; differs in {shown(strangers)}", field="weights")
    for task, weight in weights.items():
        if type(weight) not in (int, Fraction) or weight <= 0:
            raise InputError(f"must be an int or a Fraction above 0; got {shown(weight)}", field=f"weights[{task}]")
    return {task: Fraction(weights[task]) for task in ids}
