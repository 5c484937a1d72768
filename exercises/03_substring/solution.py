"""Does a message state every fact that it must state?"""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

_END = re.compile(r"[.,;!?](?=\s|$)|\n|\b(?:and|but)\b")
# An amount stands alone: no letter, digit, sign or point belongs to it on either side.
_AMOUNT = re.compile(r"(?<![\w.,#-])(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?(?![\w-]|[.,]\d)")
_NOT = re.compile(r"\b(?:not|no|never|neither|nor)\b|n't\b")


def states(message: str, facts: Mapping[str, Decimal]) -> bool:
    """Each role must have been given exactly the amount wanted, in some clause that is not denied."""
    given = [*_given(message.lower(), facts)]
    return all({amount for role, amount in given if role == wanted} == {facts[wanted]} for wanted in facts)


def _given(text: str, roles: Mapping[str, Decimal]) -> Iterator[tuple[str, Decimal | None]]:
    """What each clause gives to each role that it names: an amount, or None where it denies or leaves a choice."""
    for clause in _END.split(text):
        amounts = [*map(_amount, _AMOUNT.finditer(clause))]
        for role in roles:
            if amounts and re.search(rf"\b{role}\b", clause):
                yield role, amounts[0] if len(amounts) == 1 and not _NOT.search(clause) else None


def _amount(found: re.Match[str]) -> Decimal:
    whole, decimals = found.groups()
    return Decimal(re.sub(r"[.,]", "", whole) + "." + (decimals or "0"))
