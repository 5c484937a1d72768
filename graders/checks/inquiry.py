"""What does a check look at? The suite, what every agent did on it, and who judges."""

from collections.abc import Iterator

import attrs

from graders.examine import Role, Sight
from graders.judging import Judge
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace
from inventory_env.verdict import Verdict

# A check that has seen fewer instances than this shows nothing.
ENOUGH = 5
# A line with more share vectors than this is not tried by brute force: thousands of scenarios want seconds, not hours.
SMALL = 2_000


@attrs.frozen
class Examined:
    """Everything seen on one scenario.

    Attributes:
        scenario: the case.
        careful: careful's trace.
        verdict: our verdict on it.
        sights: one per agent, in the order of the cast; the first is careful's.
    """

    scenario: Scenario
    careful: Trace
    verdict: Verdict
    sights: tuple[Sight, ...]


@attrs.frozen
class Inquiry:
    """One examination of a test bed.

    Attributes:
        suite: name or path of the suite.
        scenarios: the ones examined.
        examined: what was seen, in the same order.
        roles: the cast, careful first.
        judge: gives the verdicts; ours, or somebody else's.
        foreign: whether the judge is somebody else's, of which only success is known.
    """

    suite: str
    scenarios: tuple[Scenario, ...]
    examined: tuple[Examined, ...]
    roles: tuple[Role, ...]
    judge: Judge
    foreign: bool = False

    def of(self, *kinds: str) -> Iterator[tuple[Examined, Role, Sight]]:
        """Every sight of agents of these kinds."""
        for one in self.examined:
            for sight in one.sights:
                role = self.roles[sight.place]
                if role.kind in kinds:
                    yield one, role, sight


def listed(faults: list[str], most: int = 20) -> list[str]:
    """The first faults, and how many more there are."""
    return faults if len(faults) <= most else [*faults[:most], f"(+{len(faults) - most} more)"]
