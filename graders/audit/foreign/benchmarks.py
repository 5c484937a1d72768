"""Which benchmarks have a floor to measure?"""

from collections.abc import Callable, Mapping

from graders.audit.foreign.agentdojo import agentdojo_rows
from graders.audit.foreign.bfcl_tasks import bfcl_rows
from graders.audit.foreign.floor import Row, total
from inventory_env.errors import InputError, choices, shown

BENCHMARKS: Mapping[str, Callable[[], tuple[Row, ...]]] = {"agentdojo": agentdojo_rows, "bfcl": bfcl_rows}


def measured(benchmark: str) -> tuple[Row, ...]:
    """Its floor: a row for each set of tasks and control, then the sum over all sets for each control.

    Raises:
        InputError: no benchmark has this name, or its package is not installed.
    """
    if benchmark not in BENCHMARKS:
        rule = f"must be one whose floor is known; got {shown(benchmark)} ({choices(benchmark, BENCHMARKS)})"
        raise InputError(rule, field="benchmark")
    rows = BENCHMARKS[benchmark]()
    return (*rows, *total(rows))
