"""Does the bootstrap of families count every resample, and draw the same ones again?"""

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from statistics import pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.metrics.families import Family, clustered, group
from graders.metrics.resampling import MOST_EXACT, Bootstrap, bootstrap
from inventory_env.errors import InputError

PARTS = st.tuples(st.fractions(-2, 2, max_denominator=5), st.fractions(Fraction(1, 5), 3, max_denominator=5))
FEW = st.lists(PARTS, min_size=2, max_size=4)
RATES = (4, 3, 1, 3, 1)


def families_of(parts: list[tuple[Fraction, Fraction]]) -> list[Family]:
    """Families named by their place."""
    return [Family(f"f{place:03}", total, weight) for place, (total, weight) in enumerate(parts)]


def known(found: Bootstrap | None) -> Bootstrap:
    """It must be defined."""
    assert found is not None
    return found


FIVE = families_of([(Fraction(rate), Fraction(4)) for rate in RATES])
TWENTY = families_of([(Fraction(place % 7 % 4), Fraction(3 + place % 2)) for place in range(20)])


def test_five_families_enumerated() -> None:
    """No seed: 7/20 and 17/20, whoever counts; the deviation is the clustered error."""
    found = known(bootstrap(FIVE))
    assert (found.low, found.high) == (Fraction(7, 20), Fraction(17, 20))
    assert found.deviation == pytest.approx(0.1341641, abs=6e-8)
    assert found.deviation == pytest.approx(clustered(FIVE).error)
    assert (found.families, found.flat, found.draws, found.seed) == (5, False, None, None)
    assert found.method == "cluster bootstrap of 5 families, percentiles of every resample"


def test_five_families_have_126_multisets_that_weigh_3125() -> None:
    """Their multinomial weights, written out, give the same ends."""
    weights = Counter[Fraction]()
    sets = list(combinations_with_replacement(range(5), 5))
    for drawn in sets:
        ways = math.factorial(5) // math.prod(math.factorial(count) for count in Counter(drawn).values())
        weights[Fraction(sum(RATES[place] for place in drawn), 20)] += ways
    assert (len(sets), weights.total()) == (126, 3125)
    ordered = sorted(weights.elements())
    assert ordered[math.ceil(3125 * 0.025) - 1] == Fraction(7, 20)
    assert ordered[math.ceil(3125 * 0.975) - 1] == Fraction(17, 20)


@given(FEW, st.sampled_from([0.5, 0.8, 0.95, Fraction(99, 100)]))
def test_enumeration_is_every_ordered_resample(parts: list[tuple[Fraction, Fraction]], confidence: float) -> None:
    """All G^G of them, the ratio of sums of each; families of unequal size and negative totals too."""
    number = len(parts)
    means = sorted(
        sum((one[0] for one in drawn), Fraction(0)) / sum(one[1] for one in drawn)
        for drawn in product(parts, repeat=number)
    )
    found = known(bootstrap(families_of(parts), confidence=confidence))
    outside = (1 - Fraction(str(confidence))) / 2
    assert found.low == means[math.ceil(outside * len(means)) - 1]
    assert found.high == means[math.ceil((1 - outside) * len(means)) - 1]
    assert found.deviation == pytest.approx(pstdev(map(float, means)), abs=1e-9)
    assert found.flat == (len({total / weight for total, weight in parts}) == 1)


@given(st.permutations(TWENTY), st.permutations(FIVE), st.fractions(1, 9))
def test_neither_order_nor_scale_of_weights_matters(many: list[Family], few: list[Family], factor: Fraction) -> None:
    """The same families, told otherwise: the same interval, drawn or enumerated."""
    for one, other in ((many, TWENTY), (few, FIVE)):
        scaled = [Family(family.name, family.total * factor, family.weight * factor) for family in one]
        first, second = known(bootstrap(scaled, draws=50)), known(bootstrap(other, draws=50))
        assert (first.low, first.high) == (second.low, second.high)


def test_same_seed_same_interval() -> None:
    """Above ten families; the method says how many draws and which seed."""
    found = known(bootstrap(TWENTY, seed=7, draws=200))
    assert found == bootstrap(TWENTY, seed=7, draws=200)
    assert (found.draws, found.seed) == (200, 7)
    assert found.method == "cluster bootstrap of 20 families, percentiles of 200 resamples, seed 7"
    assert len({known(bootstrap(TWENTY, seed=seed, draws=50)).deviation for seed in range(5)}) == 5


@pytest.mark.parametrize("alike", [True, False])
def test_drawn_resamples_are_those_of_the_generator(alike: bool) -> None:
    """Place int(random() * G) of the families in ascending order of total and weight, G times for each resample."""
    parts = [(Fraction(place % 5), Fraction(4 if alike else 4 + place % 3)) for place in range(12)]
    chance, ordered = random.Random(3), sorted(parts)
    means = []
    for _ in range(40):
        drawn = [ordered[int(chance.random() * 12)] for _ in range(12)]
        means.append(sum(one[0] for one in drawn) / sum(one[1] for one in drawn))
    found = known(bootstrap(families_of(parts), seed=3, draws=40))
    assert (found.low, found.high) == (sorted(means)[0], sorted(means)[38])
    assert found.deviation == pytest.approx(pstdev(map(float, means)))


def test_ten_families_are_enumerated_and_eleven_drawn() -> None:
    """All unlike, of unlike size: the most that is counted exactly; its deviation is nearly the clustered error."""
    parts = [(Fraction(place * place % 23), Fraction(31 + place**3 % 17)) for place in range(MOST_EXACT + 1)]
    ten = families_of(parts[:MOST_EXACT])
    assert MOST_EXACT == 10
    assert known(bootstrap(ten)).draws is None
    assert known(bootstrap(ten)).deviation == pytest.approx(clustered(ten).error, rel=0.05)
    assert known(bootstrap(families_of(parts), draws=1)).draws == 1


def test_families_that_agree_say_so() -> None:
    """Drawn or enumerated, the interval is one point, and flat."""
    for number in (3, 12):
        found = known(bootstrap(families_of([(Fraction(2), Fraction(2))] * number), draws=20))
        assert (found.low, found.high, found.deviation, found.flat) == (1, 1, 0, True)


def test_fewer_than_two_families_have_no_interval() -> None:
    """Undefined, not a point."""
    assert bootstrap(FIVE[:1]) is bootstrap([]) is None


def test_options_that_cannot_be_are_refused() -> None:
    """Also where they would not be used."""
    with pytest.raises(InputError, match="confidence must be between 0 and 1; got 95"):
        bootstrap([], confidence=95)
    with pytest.raises(InputError, match="draws must be a whole number, 1 or more; got 0"):
        bootstrap(FIVE, draws=0)
    with pytest.raises(InputError, match="seed must be a whole number"):
        bootstrap(FIVE, seed=-1)
    with pytest.raises(InputError, match="different names"):
        bootstrap([FIVE[0], FIVE[0]])


def test_hundreds_of_tasks_are_drawn_by_family_sums() -> None:
    """742 tasks in 100 families: no resample touches a task; the deviation comes near the clustered error."""
    chance = random.Random(1)
    ease = [chance.random() for _ in range(100)]
    values = {
        f"t{place:03}": Fraction(sum(chance.random() < ease[place % 100] for _ in range(3)), 3) for place in range(742)
    }
    families = group(values, {task: f"f{int(task[1:]) % 100:02}" for task in values})
    found = known(bootstrap(families, draws=2000))
    middle = clustered(families)
    assert middle.mean is not None
    assert middle.error is not None
    assert found.low < middle.mean < found.high
    assert found.deviation == pytest.approx(middle.error, rel=0.1)
    assert float(found.high - found.low) == pytest.approx(2 * 1.96 * middle.error, rel=0.1)


def test_arch_draws_nearly_the_same_intervals() -> None:
    """Its percentile bootstrap of the families: few by many draws, many by other draws."""
    others = pytest.importorskip("arch.bootstrap", reason="arch is a second opinion only")
    numpy = pytest.importorskip("numpy", reason="arch needs it")
    for families, slack in ((FIVE, 0.051), (TWENTY, 0.03)):
        parts = numpy.array([[float(one.total), float(one.weight)] for one in families])
        again = others.IIDBootstrap(parts, seed=11)
        low, high = again.conf_int(lambda drawn: drawn[:, 0].sum() / drawn[:, 1].sum(), 2000, method="percentile")[:, 0]
        found = known(bootstrap(families))
        assert (float(found.low), float(found.high)) == pytest.approx((low, high), abs=slack)
