"""Which agents are there, by which name, and where does each keep its promise?"""

import enum
from collections.abc import Callable

import attrs

from baselines import controls, manners, right
from baselines.memorising import memoriser, not_memorised
from baselines.rule_based import careful
from baselines.zoo import ZOO, Specimen
from inventory_env.episode import Agent
from inventory_env.errors import InputError, choices, shown
from inventory_env.scenario import Scenario
from inventory_env.task import Budget

_UNLIMITED = Budget()


class Kind(enum.StrEnum):
    """What an agent is for."""

    RIGHT = "right"  # must always succeed
    CONTROL = "control"  # must never succeed
    ZOO = "zoo"  # must be caught by the rules on its label


def everywhere(_scenario: Scenario) -> bool:
    """Every scenario."""
    return True


def unhurried(scenario: Scenario) -> bool:
    """Scenarios that ask nothing of the time: no limit counts, and no fault comes or goes."""
    return scenario.task.budget == _UNLIMITED and all(
        fault.from_s == 0 and fault.to_s is None for fault in scenario.faults
    )


def unlimited(scenario: Scenario) -> bool:
    """Scenarios in which no budget counts."""
    return scenario.task.budget == _UNLIMITED


@attrs.frozen
class Entry:
    """One agent under its name.

    Attributes:
        name: short, in kebab-case, unique.
        kind: what it is for.
        make: makes the agent from a seed; most need no chance.
        about: what it does, in one sentence.
        applies: where it is expected to keep its promise.
    """

    name: str
    kind: Kind
    make: Callable[[int], Agent]
    about: str
    applies: Callable[[Scenario], bool] = everywhere


def entry(kind: Kind, agent: Agent, applies: Callable[[Scenario], bool] = everywhere) -> Entry:
    """The entry of an agent that needs no seed; its function's name and docstring become its own."""
    return Entry(_named(agent), kind, lambda _seed: agent, _about(agent), applies)


def _named(agent: Callable[..., object]) -> str:
    return agent.__name__.replace("_", "-")


def _about(agent: Callable[..., object]) -> str:
    return (agent.__doc__ or "").strip().partition("\n")[0]


RIGHT: tuple[Entry, ...] = (
    entry(Kind.RIGHT, careful),
    entry(Kind.RIGHT, right.reads_policy_first, unlimited),
    entry(Kind.RIGHT, right.waits_longer, unhurried),
    *(
        entry(Kind.RIGHT, agent)
        for agent in (
            right.corrects_refused_answer,
            right.terse,
            right.verbose,
            right.names_the_unasked,
            right.cites_every_call,
            right.lines_reversed,
            right.allocations_reversed,
            right.takes_the_fullest_where_free,
            right.submits_through_desk,
            right.submits_json,
            right.drafts_first,
            right.fills_the_waits,
            manners.polite,
            manners.quotes_the_wish,
            manners.says_it_backwards,
            manners.shows_the_shelves,
            manners.typographer,
        )
    ),
    entry(Kind.RIGHT, right.parallel, unhurried),
)

CONTROLS: tuple[Entry, ...] = (
    *(
        entry(Kind.CONTROL, agent)
        for agent in (
            controls.do_nothing,
            controls.refuser,
            controls.always_unknown,
            controls.always_shortfall,
            controls.always_found,
            controls.always_invalid,
            controls.spammer,
            controls.dumper,
        )
    ),
    Entry(_named(controls.guesser), Kind.CONTROL, controls.guesser, _about(controls.guesser)),
    entry(Kind.CONTROL, memoriser, not_memorised),
)


def find(name: str) -> Entry | Specimen:
    """The agent of that name: right, a control, or from the zoo.

    Raises:
        InputError: no agent has this name; the message lists those that there are.
    """
    everyone: tuple[Entry | Specimen, ...] = (*RIGHT, *CONTROLS, *ZOO)
    known = {one.name: one for one in everyone}
    if name not in known:
        raise InputError(f"must be the name of an agent; got {shown(name)} ({choices(name, known)})", field="agent")
    return known[name]
