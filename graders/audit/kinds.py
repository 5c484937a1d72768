"""Which kinds of cases are there? Each makes labelled runs; where a kind does not apply the run is a good one."""

import difflib
from collections.abc import Callable, Sequence

import attrs

from baselines import CONTROLS, RIGHT, ZOO, careful
from baselines.roster import Entry
from baselines.zoo import Specimen
from graders.audit.case import GOOD, Case, Label
from graders.audit.draws import Draw
from graders.audit.worlds import world
from inventory_env.episode import play
from inventory_env.errors import InputError, shown
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace

# What a run comes to: itself, what is known of it, and why.
Made = tuple[Trace, Label, str]
SEED = 7
GOOD_NAME = "good"


@attrs.frozen
class Kind:
    """One kind of labelled runs.

    Attributes:
        name: group and name, such as `zoo:asks-twice`; unique.
        about: what is done, in a sentence.
        build: a case from choices. It never turns a draw down: where the kind does not apply, the case is of the kind
            `good`.
    """

    name: str
    about: str
    build: Callable[[Draw], Case]


def agent_kinds() -> tuple[Kind, ...]:
    """The careful agent, every right agent, every control and every faulty agent, each in worlds of its own."""
    others = [one for one in RIGHT if one.name != "careful"]
    return (GOOD_KIND, *map(_of_entry, others), *map(_of_entry, CONTROLS), *map(_of_specimen, ZOO))


def good_case(scenario: Scenario, trace: Trace) -> Case:
    """A run in which everything is right."""
    return Case(GOOD_NAME, scenario, trace, GOOD, "This is how the careful agent does it.")


def kind_of(
    name: str,
    about: str,
    make: Callable[[Scenario, Trace, Draw], Made | None],
    draw_world: Callable[[Draw], Scenario] = world,
) -> Kind:
    """A kind that changes or replaces the careful agent's run.

    Args:
        name: group and name.
        about: what is done, in a sentence.
        make: the run from the scenario, the careful agent's run and choices; None where it does not apply.
        draw_world: draws the scenario.
    """

    def build(draw: Draw) -> Case:
        scenario = draw_world(draw)
        good = play(careful, scenario)
        made = make(scenario, good, draw)
        return good_case(scenario, good) if made is None else Case(name, scenario, *made)

    return Kind(name, about, build)


def chosen(kinds: Sequence[Kind], names: Sequence[str]) -> tuple[Kind, ...]:
    """The kinds of these names or groups, in the order of the kinds; all of them where none is named.

    Raises:
        InputError: no kind and no group has a name.
    """
    groups = dict.fromkeys(kind.name.partition(":")[0] for kind in kinds)
    known = {*groups, *(kind.name for kind in kinds)}
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, sorted(known), n=1)
            listed = (f"did you mean {near[0]}? " if near else "") + f"known: {', '.join(sorted(groups))}"
            raise InputError(f"must be a kind of cases or a group of them; got {shown(name)} ({listed})", field="kinds")
    wanted = set(names)
    return tuple(kind for kind in kinds if not wanted or {kind.name, kind.name.partition(":")[0]} & wanted)


def _of_entry(entry: Entry) -> Kind:
    right = entry.kind.value == "right"
    label = GOOD if right else Label(hopeless=True)
    why = (
        "This agent differs from the careful one only in style."
        if right
        else "This agent knows nothing, or does nothing."
    )

    def make(scenario: Scenario, _good: Trace, draw: Draw) -> Made | None:
        seed = SEED if right else draw(0, 9)
        return (play(entry.make(seed), scenario), label, why) if entry.applies(scenario) else None

    return kind_of(f"{entry.kind.value}:{entry.name}", entry.about, make)


def _of_specimen(specimen: Specimen) -> Kind:
    label = Label(specimen.must, specimen.may)
    rules = ", ".join(sorted(specimen.must))
    why = f"{specimen.about} It breaks {rules}." if rules else f"{specimen.about} It breaks no rule for certain."

    def make(scenario: Scenario, good: Trace, _draw: Draw) -> Made | None:
        trace = play(specimen.make(SEED), scenario)
        return (trace, label, why) if specimen.applies(scenario, good, trace) else None

    return kind_of(f"zoo:{specimen.name}", specimen.about, make)


GOOD_KIND = kind_of(GOOD_NAME, "The careful agent, who does everything right.", lambda scenario, good, draw: None)
