"""Which kinds of cases are searched by default? All that there are."""

import functools

from graders.audit.edits import edit_kinds
from graders.audit.kinds import Kind, agent_kinds


@functools.cache
def all_kinds() -> tuple[Kind, ...]:
    """Every kind, `good` first."""
    return (*agent_kinds(), *edit_kinds())
