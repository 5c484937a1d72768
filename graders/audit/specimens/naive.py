"""What is a naive grader? One that looks reasonable, is wrong, and stands for a fault that was found in public."""

from collections.abc import Callable

import attrs

from graders.audit.case import Means
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace


@attrs.frozen
class Naive:
    """One naive grader under its name.

    Attributes:
        name: short, in kebab-case, unique.
        grader: the function; True, 1.0 and "pass" accept, None decides nothing.
        means: which of our marks its result claims to be.
        about: the misconception, in one sentence.
        mirrors: the public report of such a fault, `owner/repository#number`, and what was reported, in one sentence.
    """

    name: str
    grader: Callable[[Scenario, Trace], bool | float | str | None]
    means: Means
    about: str
    mirrors: str
