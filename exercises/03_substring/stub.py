"""Does a message state every fact that it must state?"""

from collections.abc import Mapping
from decimal import Decimal


def states(message: str, facts: Mapping[str, Decimal]) -> bool:
    """Whether the message states each of the facts, and none of them with another amount.

    Args:
        message: a few clauses, such as "The price is 12.00; shipping is 4.50." A clause ends at a full stop, a comma
            or another sign with a blank behind it, at a line break, and at "and" or "but". The role of an amount
            stands in the clause of the amount.
        facts: the amount for each role, one or more: {"price": Decimal("12.00"), "shipping": Decimal("4.50")}.
            Roles are single words in small letters; in the message they may have capitals.

    How amounts are written is agreed beforehand: one or two digits behind a point or comma are decimals; three are
    thousands, so that 1,200 and 1.200 are twelve hundred, and 1,200.00 is too. A sign or name of money may stand
    before or behind.
    """
    raise NotImplementedError("states is still to be written")
