"""Reads whole amounts, but neither the role nor the denial."""

import re
from decimal import Decimal


def states(message, facts):
    found = set()
    for text in re.findall(r"(?<![\w.,-])\d+(?:[.,]\d+)*(?![\w-])", message.replace("€", " ")):
        found.add(Decimal(text.replace(",", ".")) if text.count(",") + text.count(".") < 2 else None)
    return all(amount in found for amount in facts.values())
