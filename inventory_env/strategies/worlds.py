"""Which worlds can be played?"""

from hypothesis import strategies as st

from inventory_env.scenario import Bait, Scenario
from inventory_env.strategies.mishaps import fault_plans
from inventory_env.strategies.orders import tasks
from inventory_env.strategies.shelves import stocks_for
from inventory_env.tools import WRITE_TOOLS

_SEEDS = st.integers(0, 99)
_PAGES = st.sampled_from([50, 1, 2])
_REPLIES = st.sampled_from([50, 0, 999, 1000])
_LURES = st.sampled_from([bait for bait in Bait if bait is not Bait.NOT_OFFERED])


@st.composite
def scenarios(draw: st.DrawFn, *, paged: bool | None = None, most_lines: int = 3, most_faults: int = 3) -> Scenario:
    """A scenario that can be played; shrinks to one unit of A, W1 without stock, and no faults.

    Faults may happen to hit nothing (the linter says so); everything else is without a fault.

    Args:
        draw: given by Hypothesis.
        paged: whether figures come in pages; either by default.
        most_lines: 1 or more.
        most_faults: 0 or more.
    """
    task = draw(tasks(paged=paged, most_lines=most_lines))
    return Scenario(
        task=task,
        # Pages cannot say that an article does not exist, so there each one does.
        stock=draw(stocks_for(task.priority, listed="list_stock" in task.tools)),
        faults=draw(fault_plans(task, most_faults=most_faults)),
        seed=draw(_SEEDS),
        bait=draw(_LURES) if task.tools & WRITE_TOOLS else Bait.NOT_OFFERED,
        page_size=draw(_PAGES),
        reply_ms=draw(_REPLIES),
    )
