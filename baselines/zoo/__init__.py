"""The zoo: labelled faulty agents, by theme: asking, retrying, reading, planning, reporting, acting, spending."""

from baselines.zoo.acting import ACTING
from baselines.zoo.allocating import ALLOCATING
from baselines.zoo.asking import ASKING
from baselines.zoo.limits import LIMITS
from baselines.zoo.reading import READING
from baselines.zoo.reporting import REPORTING
from baselines.zoo.retrying import RETRYING
from baselines.zoo.specimen import Bite, Specimen

ZOO: tuple[Specimen, ...] = (*ASKING, *RETRYING, *READING, *ALLOCATING, *REPORTING, *ACTING, *LIMITS)

__all__ = ["ZOO", "Bite", "Specimen"]
