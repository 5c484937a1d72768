"""Takes the last amount behind the role's name, denied or not."""

import re
from decimal import Decimal


def states(message, facts):
    for role, amount in facts.items():
        found = [
            re.sub(r"[.,](?=\d{3})", "", one).replace(",", ".")
            for clause in re.split(r"[;.,](?=\s|$)|\n|\band\b", message.lower())
            if role in clause
            for one in re.findall(r"\d[\d.,]*", clause)
        ]
        if amount not in [Decimal(one.rstrip(".")) for one in found]:
            return False
    return True
