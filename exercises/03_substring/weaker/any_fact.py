"""Is content with one of the facts."""

import re
from decimal import Decimal


def states(message, facts):
    def given(role):
        found = re.search(rf"{role}\D{{0,9}}(\d+(?:[.,]\d{{1,2}})?)(?!\d)", message.lower())
        return Decimal(found[1].replace(",", ".")) if found else None

    return any(given(role) == amount for role, amount in facts.items())
