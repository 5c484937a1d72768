"""How likely is it that one of k runs succeeds, and that all of k do?"""

from fractions import Fraction

# Your prediction, before you run anything. A task was run five times: right, right, right, wrong, wrong.
# Two of the five runs are drawn. How likely is it that both are right?
PREDICTED_BOTH = None  # Fraction(..., ...)
# And that at least one is?
PREDICTED_ONE = None  # Fraction(..., ...)


def pass_at_k(n: int, c: int, k: int) -> Fraction | None:
    """The chance that at least one of k runs drawn from n, of which c are right, is right; None where k > n."""
    raise NotImplementedError("pass_at_k is still to be written")


def pass_hat_k(n: int, c: int, k: int) -> Fraction | None:
    """The chance that all of k runs drawn from n, of which c are right, are right; None where k > n."""
    raise NotImplementedError("pass_hat_k is still to be written")


def at_least_one(p: Fraction, k: int) -> Fraction:
    """The chance that at least one of k independent runs is right, where each is right with the known chance p."""
    raise NotImplementedError("at_least_one is still to be written")


def all_of(p: Fraction, k: int) -> Fraction:
    """The chance that all of k independent runs are right, where each is right with the known chance p."""
    raise NotImplementedError("all_of is still to be written")
