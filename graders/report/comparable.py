"""May two agents be compared at all? Only what was run on the same tasks, under the same rules, by agents."""

from collections.abc import Iterable

import attrs

from graders.study.card import Origin, SystemCard, refuse_unstated
from graders.study.plan import Study
from graders.study.row import Row
from inventory_env.errors import InputError, choices

# What two studies must have in common, and why a comparison is none without it.
_SAME = {
    "suite_digest": "must be of one suite: other tasks, other scores",
    "policy": "must count the same rules towards success",
    "faulty": "must treat faulty runs by one rule",
    "trials": "must have as many runs of each task: k of n is not k of m",
}
_SAME_VERSIONS = {
    "rules": "must be graded by one rule set (grade the older one again)",
    "tools": "must have been played with one version of the tools",
}
_NO_AGENT = {
    Origin.ORACLE: "must not be told the right answers: it shows what can be reached, not what an agent does",
    Origin.REPLAY: "must not repeat stored runs: they are another agent's, or its own a second time",
}


@attrs.frozen
class Contender:
    """One of the two.

    Attributes:
        study: of which its runs are.
        card: of its system.
        rows: its runs, in any order.
    """

    study: Study
    card: SystemCard
    rows: tuple[Row, ...]


def contender(study: Study, agent: str | None, rows: Iterable[Row]) -> Contender:
    """One agent of a study.

    Args:
        study: the whole.
        agent: its name; None where the study has one agent only.
        rows: of the study, of every agent.

    Raises:
        InputError: the study has no such agent, or several and none is named.
    """
    if agent is None and len(study.cards) > 1:
        raise InputError(f"must be given: the study has {', '.join(study.agents)}", field="agent")
    name = study.agents[0] if agent is None else agent
    if name not in study.agents:
        raise InputError(f"must be of the study; got {name!r} ({choices(name, study.agents)})", field="agent")
    card = next(card for card in study.cards if card.name == name)
    return Contender(study, card, tuple(row for row in rows if row.agent == name))


def refuse_unequal(first: Contender, second: Contender) -> None:
    """Make sure that two agents can be compared.

    Raises:
        InputError: with what differs, and why that matters.
    """
    for one in (first, second):
        refuse_unstated(one.card)
        if one.card.origin in _NO_AGENT:
            raise InputError(f"{_NO_AGENT[one.card.origin]}; got {one.card.name}", field="agent")
    for name, rule in _SAME.items():
        _refuse_other(name, rule, getattr(first.study, name), getattr(second.study, name))
    for name, rule in _SAME_VERSIONS.items():
        _refuse_other(name, rule, getattr(first.study.versions, name), getattr(second.study.versions, name))


def _refuse_other(name: str, rule: str, one: object, other: object) -> None:
    if one != other:
        short = [str(value)[:12] for value in (one, other)]
        raise InputError(f"{rule}; got {short[0]} and {short[1]}", field=name)
