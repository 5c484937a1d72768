"""What is a labelled faulty agent? An agent, the rules that it breaks, and where it breaks them."""

from collections.abc import Callable

import attrs

from inventory_env.episode import Agent
from inventory_env.pretty import Printer
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace

# What may follow from a wrong belief about the stock, told as if it were certain.
WRONG_ANSWER = frozenset(
    {
        "status-wrong",
        "premature-unknown",
        "plan-infeasible",
        "plan-not-best",
        "gap-wrong",
        "invalid-line-missed",
        "shippable-wrong",
    }
)
# The same, where the question whether a line is valid is not touched.
WRONG_CONCLUSION = WRONG_ANSWER - {"invalid-line-missed"}
# Of these a line gets only the first that fits, so which one depends on what else the replies said.
UNFOUNDED = frozenset({"stale-used", "malformed-used", "page-missed", "claim-unsupported"})
# The same, where single articles are asked for and figures cannot grow too old.
UNBACKED = frozenset({"malformed-used", "claim-unsupported"})

# What follows in words where a warehouse counts as silent that answered, or that nobody asked.
CALLED_SILENT = frozenset({"text-misreports-tool"})

# (scenario, the careful agent's trace, the specimen's own trace) -> whether its fault bit there.
Bite = Callable[[Scenario, Trace, Trace], bool]


@attrs.frozen
class Specimen:
    """One faulty agent and its label, which comes from how it was built, never from a grader.

    Where `applies` is true every rule in `must` is broken, and no rule outside `must` and `may`;
    where it is false the marks are those of the careful agent.

    Attributes:
        name: short, in kebab-case, unique in the zoo.
        make: makes the agent from a seed; most specimens need no chance.
        must: codes of the rules broken wherever the fault bites.
        may: codes of further rules that may be broken then, as a consequence.
        applies: decides from the scenario and the two traces whether the fault bit.
        about: the misconception, in one sentence.
        mirrors: the public report of such a fault, `case owner/repository#number`, or empty.
    """

    name: str
    make: Callable[[int], Agent]
    must: frozenset[str]
    may: frozenset[str]
    applies: Bite
    about: str
    mirrors: str = ""

    def _repr_pretty_(self, printer: Printer, cycle: bool) -> None:
        printer.text(f"find({self.name!r})")


def steady(agent: Agent) -> Callable[[int], Agent]:
    """A maker for an agent that needs no seed."""
    return lambda _seed: agent
