"""What is a number of a report? Never a bare one: how it is known, over how many, by which method, from what."""

import enum
import math
from fractions import Fraction

import attrs

from graders.study.card import Evidence

Number = float | int | Fraction


class Status(enum.StrEnum):
    """How a number is known."""

    KNOWN = "known"  # counted: it says what happened
    ESTIMATE = "estimate"  # it speaks of runs that nobody made


@attrs.frozen
class Figure:
    """One number.

    Attributes:
        value: None where it is undefined.
        n: over how many it was counted: runs, tasks or whatever `method` names; 0 or more.
        status: how it is known.
        evidence: what kind of evidence it is.
        exact: the value as a fraction, "3/10"; None where it is none.
        low: lower end of its 95 % interval or bound; None where there is none.
        high: upper end.
        method: how value and ends were made.
        note: what a reader has to know beside it.
    """

    value: float | int | None
    n: int
    status: Status
    evidence: Evidence
    exact: str | None = None
    low: float | None = None
    high: float | None = None
    method: str = ""
    note: str = ""

    def __attrs_post_init__(self) -> None:
        numbers = [one for one in (self.value, self.low, self.high) if one is not None]
        if not all(map(math.isfinite, numbers)):
            raise ValueError("a figure that is no number is undefined: None")


def known(value: Number | None, n: int, evidence: Evidence, *, method: str = "", note: str = "") -> Figure:
    """A number that was counted, or one that is undefined."""
    return Figure(_float(value), n, Status.KNOWN, evidence, _exact(value), method=method, note=note)


def estimate(
    value: Number | None,
    n: int,
    evidence: Evidence,
    *,
    low: Number | None = None,
    high: Number | None = None,
    method: str,
    note: str = "",
) -> Figure:
    """A number that speaks of runs that nobody made, with the ends of its interval."""
    least, most = (None, None) if low is None or high is None else (float(low), float(high))
    exact = _exact(value)
    return Figure(_float(value), n, Status.ESTIMATE, evidence, exact, least, most, method=method, note=note)


def _float(value: Number | None) -> float | int | None:
    return float(value) if isinstance(value, Fraction) else value


def _exact(value: Number | None) -> str | None:
    return str(value) if isinstance(value, Fraction) else None
