"""The zoo: labelled faulty agents, by theme: from whom they ask to what they spend."""

from baselines.zoo.acting import ACTING
from baselines.zoo.allocating import ALLOCATING
from baselines.zoo.asking import ASKING
from baselines.zoo.claiming import CLAIMING
from baselines.zoo.limits import LIMITS
from baselines.zoo.mistelling import MISTELLING
from baselines.zoo.paging import PAGING
from baselines.zoo.reading import READING
from baselines.zoo.reporting import REPORTING
from baselines.zoo.retrying import RETRYING
from baselines.zoo.specimen import Bite, Specimen
from baselines.zoo.wandering import WANDERING

ZOO: tuple[Specimen, ...] = (
    *ASKING,
    *WANDERING,
    *RETRYING,
    *READING,
    *PAGING,
    *ALLOCATING,
    *REPORTING,
    *CLAIMING,
    *MISTELLING,
    *ACTING,
    *LIMITS,
)

__all__ = ["ZOO", "Bite", "Specimen"]
