"""How large is a share of runs, and how sure is that? Families are resampled, never runs."""

import functools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from graders.metrics import interval
from graders.metrics.families import Family, t_interval
from graders.metrics.resampling import bootstrap
from graders.report.figure import Figure, estimate
from graders.study.card import Evidence
from graders.study.row import Row

# Enough for percentiles to two digits; with 163 families they take 50 ms.
DRAWS = 1000
NO_RUN = "no run to count"
# Successes and runs of one family.
_Pair = tuple[int, int]
# Low, high, the method, and a remark where there are none.
Ends = tuple[float | None, float | None, str, str]


def by_family(rows: Iterable[Row]) -> Counter[str]:
    """How many runs each family has."""
    return Counter([row.place.family for row in rows])


def share(
    hits: Mapping[str, int], of: Mapping[str, int], evidence: Evidence, *, resampled: bool = False, note: str = ""
) -> Figure:
    """The share of runs, with an interval clustered by family.

    Where it is exactly 0 or 1 no spread was seen, and the interval is the exact one of so many families; there is none
    where fewer than two families say how they differ.

    Args:
        hits: by family, runs with the property.
        of: by family, all runs.
        evidence: their kind.
        resampled: by the cluster bootstrap (exact up to 10 families), for main figures; else by Student's t on the
            clustered standard error, which is a hundred times as fast.
        note: what stands beside it.
    """
    pairs = tuple(sorted((hits.get(family, 0), runs) for family, runs in of.items() if runs))
    had, runs = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
    if not runs:
        return estimate(None, 0, evidence, method="successes / runs", note=beside(NO_RUN, note))
    low, high, method, remark = _ends(pairs, resampled=resampled)
    value = Fraction(had, runs)
    told = beside(f"{had} of {runs} runs, {len(pairs)} families", remark, note)
    return estimate(value, runs, evidence, low=low, high=high, method=method, note=told)


@functools.lru_cache(maxsize=10_000)
def _ends(pairs: tuple[_Pair, ...], *, resampled: bool) -> Ends:
    """The interval of such counts; the same ones come again with many agents."""
    families = [Family(str(place), Fraction(had), Fraction(runs)) for place, (had, runs) in enumerate(pairs)]
    return ends(families, resampled=resampled)


def ends(families: Sequence[Family], *, resampled: bool = False) -> Ends:
    """The interval of a mean of values from 0 to 1 over one or more families."""
    number = len(families)
    means = {one.total / one.weight for one in families}
    if means in ({0}, {1}):
        low, high = interval(number * int(means.pop()), number)
        return low, high, f"exact (Clopper-Pearson) over {number} families, each counted once", ""
    if number == 1:
        return None, None, "runs of one family", "one family: no interval"
    found = (_by_resampling if resampled else _by_error)(families)
    if found is None:
        return None, None, f"runs of {number} families", "all families are alike: no interval"
    return *found, ""


def _by_resampling(families: Sequence[Family]) -> tuple[float, float, str] | None:
    found = bootstrap(families, draws=DRAWS)
    if found is None or found.flat:
        return None
    return float(found.low), float(found.high), found.method


def _by_error(families: Sequence[Family]) -> tuple[float, float, str] | None:
    found = t_interval(families)
    if found is None or found.flat:
        return None
    clipped = ", clipped to [0, 1]" if found.clipped else ""
    return found.low, found.high, f"clustered by {len(families)} families, t with {len(families) - 1} df{clipped}"


def beside(*notes: str) -> str:
    """Notes put together; empty ones say nothing."""
    return "; ".join(filter(None, notes))
