"""Who states what a study does not know of its agents? Cards that are given later fill gaps, and change nothing."""

from collections.abc import Sequence

import attrs

from graders.study.card import NOT_STATED, SystemCard
from graders.study.plan import Study
from inventory_env.errors import InputError, choices, shown


def with_cards(study: Study, given: Sequence[SystemCard]) -> Study:
    """The study with the gaps in its agents' cards filled.

    Args:
        study: as it was run.
        given: cards, by name; of an agent that the study has.

    Raises:
        InputError: a card is of another agent, is there twice, or says other than what the study was run with.
    """
    names = [card.name for card in given]
    for name in names:
        if name not in study.agents:
            raise InputError(
                f"must be of an agent of the study; got {name!r} ({choices(name, study.agents)})", field="card"
            )
        if names.count(name) > 1:
            raise InputError(f"must be there once for {name}; got {names.count(name)}", field="card")
    by_name = {card.name: card for card in given}
    cards = tuple(filled(card, by_name[card.name]) if card.name in by_name else card for card in study.cards)
    return attrs.evolve(study, cards=cards)


def filled(card: SystemCard, given: SystemCard) -> SystemCard:
    """A card with its gaps filled from another.

    Raises:
        InputError: the other says something else where the card says something.
    """
    blank = SystemCard(name=card.name)
    parts = {}
    for field in attrs.fields(SystemCard):
        said, more, unsaid = (getattr(one, field.name) for one in (card, given, blank))
        if said in (unsaid, NOT_STATED):
            parts[field.name] = more
        elif more not in (said, unsaid):
            rule = f"must be what the study was run with, {shown(said)}; got {shown(more)}"
            raise InputError(rule, field=f"system card of {card.name}: {field.name}")
    return attrs.evolve(card, **parts)
