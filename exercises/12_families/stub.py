"""How sure is a mean whose tasks come in families, and does what was seen on dev hold on test?"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

# A gap between dev and test that is worth a word: ten points.
WORTH = Fraction(1, 10)

# Your predictions, before you run anything.
# Five families of tasks, four runs each. The error of the mean that counts families is "larger" or "smaller" than that
# which takes the twenty runs for independent?
PREDICTED_ERROR = None
# An agent has memorised all 200 tasks of the dev split, and solves all of them. How many of 200 tasks of a test split
# with other names and other stock does it solve? One of "0", "100", "200".
PREDICTED_MEMORISER = None


class Row(NamedTuple):
    """One judged run."""

    task: str
    family: str
    right: bool


class Task(NamedTuple):
    """One task of a split.

    Attributes:
        id: its name.
        prompt: what the agent is told.
        need: how many units are wanted.
        stock: (warehouse, available units), in the order in which the warehouses have to be asked.
    """

    id: str
    prompt: str
    need: int
    stock: tuple[tuple[str, int], ...]


def clustered_error(families: Mapping[str, str]) -> float | None:
    """The standard error of the mean over all runs, when the runs of a family belong together.

    With m the share of all runs that are right, and T the right runs and W all runs of each family, it is
    sqrt(the sum over families of (T - m * W)**2) / all runs.

    Args:
        families: the runs of each family, "1" for right and "0" for wrong: {"A": "1111", "B": "1011"}.

    Returns:
        None below two families: nothing was seen of how families differ.
    """
    raise NotImplementedError("clustered_error is still to be written")


def bootstrap(values: Sequence[Fraction]) -> tuple[Fraction, Fraction] | None:
    """The 95 % interval of a mean over families, from every way to draw the families again.

    With G families, draw G of them with putting back, in all G**G ways (`itertools.product`), and take the mean of
    each. The lower end is the least of these means with at least 1/40 of all means at or below it; the upper end the
    least with at least 39/40 at or below it.

    Args:
        values: one for each family; here at most six.

    Returns:
        None below two families.
    """
    raise NotImplementedError("bootstrap is still to be written")


def holds_up(dev: Sequence[Row], test: Sequence[Row]) -> bool:
    """Whether an agent is on test, family by family, about what it was on dev.

    The gap of a family is its share of right runs on dev minus that on test. The agent does not hold up if the lower
    end of the bootstrap interval of these gaps is above WORTH. Where fewer than two families are on both sides, nothing
    was shown, and the answer is False as well.
    """
    raise NotImplementedError("holds_up is still to be written")


def apart(dev: Sequence[Task], test: Sequence[Task]) -> bool:
    """Whether nothing in the test split was to be seen in the dev split.

    No test task may have the id of any dev task, its prompt (capitals and spaces aside), or one of its warehouses; and
    none may be a dev task under other names: the same need and the same figures in the same order.
    """
    raise NotImplementedError("apart is still to be written")
