"""Does the learner read amounts with their role and their denial, or only look for figures?"""

from decimal import Decimal
from types import ModuleType

from exercises.course.checking import Case, Checked, judged, required

FACTS = {"price": Decimal("12.00"), "shipping": Decimal("4.50")}
LARGE = {"price": Decimal("1200"), "shipping": Decimal("4.50")}
_SAME = "That is the same amount, written another way."

# (name, message, facts, what to see in it)
GOOD = (
    ("plain", "The price is 12.00; shipping is 4.50.", FACTS, "Both facts, in plain words."),
    ("other-order", "Shipping is 4.50 and the price is 12.00.", FACTS, "The order of facts is free."),
    ("decimal-comma", "The price is 12,00; shipping is 4,50.", FACTS, _SAME),
    ("whole-number", "Price: 12, shipping: 4.5", FACTS, _SAME),
    ("money-before", "Price: € 12.00\nShipping: €4.50", FACTS, "A sign of money stands before the amount."),
    ("money-behind", "The price is 12.00 EUR, and shipping is 4.50€.", FACTS, "Money is named behind the amount."),
    (
        "thousands",
        "The price is 1,200.00; shipping is 4.50.",
        LARGE,
        "By agreement three digits behind a comma are thousands: 1,200.00 is 1200.",
    ),
    (
        "thousands-point",
        "The price is 1.200,00; shipping is 4,50.",
        LARGE,
        "By agreement three digits behind a point are thousands: 1.200,00 is 1200.",
    ),
    ("thousands-plain", "The price is 1200; shipping is 4.50.", LARGE, _SAME),
    (
        "other-numbers",
        "Order 4412 leaves in 3 days. The price is 12.00, shipping is 4.50.",
        FACTS,
        "Other numbers have another role.",
    ),
    (
        "denial-elsewhere",
        "You need not do anything. The price is 12.00; shipping is 4.50.",
        FACTS,
        "The denial stands in another clause, and is about something else.",
    ),
    ("capitals", "PRICE 12.00, SHIPPING 4.50", FACTS, "Capitals change nothing."),
    ("said-twice", "The price is 12.00; shipping is 4.50. So the price is 12.", FACTS, "The same is said twice."),
)
FAULTY = (
    (
        "denied",
        "The price is not 12.00; shipping is 4.50.",
        FACTS,
        "Its clause denies the amount: the price is another one.",
    ),
    (
        "denied-short",
        "The price isn't 12.00; shipping is 4.50.",
        FACTS,
        "Its clause denies the amount: the price is another one.",
    ),
    ("digit-before", "The price is 112.00; shipping is 4.50.", FACTS, "112.00 is another amount than 12.00."),
    ("digit-behind", "The price is 120; shipping is 4.50.", FACTS, "120 is another amount than 12."),
    ("comma-lost", "The price is 12,00; shipping is 4.50.", LARGE, "1200 is wanted: 12,00 without its comma."),
    (
        "thousandfold",
        "The price is 12,000; shipping is 4.50.",
        FACTS,
        "By agreement three digits behind a comma are thousands: 12,000 is not 12.",
    ),
    ("part-of-an-id", "The price for SKU-12 is open; shipping is 4.50.", FACTS, "The 12 belongs to the name SKU-12."),
    ("swapped", "The price is 4.50; shipping is 12.00.", FACTS, "Each amount stands with the other one's role."),
    (
        "other-role",
        "The price is 15.00, shipping is 4.50, the deposit is 12.00.",
        FACTS,
        "The 12.00 is the deposit; the price is another one.",
    ),
    ("price-missing", "Shipping is 4.50.", FACTS, "The price is not stated; every fact is required."),
    ("shipping-missing", "The price is 12.00.", FACTS, "Shipping is not stated; every fact is required."),
    ("choice", "The price is 10.00 or 12.00; shipping is 4.50.", FACTS, "Whoever names two amounts states none."),
    (
        "taken-back",
        "The price is 12.00; shipping is 4.50. Sorry, the price is 15.00.",
        FACTS,
        "Another price follows, so it is not stated what the price is.",
    ),
    ("no-amount", "Price and shipping stand on the bill.", FACTS, "It states no amount at all."),
)


def check(learner: ModuleType) -> Checked:
    """All messages, the good ones first."""
    return judged(required(learner, "states"), cases())


def cases() -> tuple[Case, ...]:
    """The messages as cases."""
    return tuple(
        Case(name, good, _told(message, facts), (message, dict(facts)), why, len(message))
        for good, rows in ((True, GOOD), (False, FAULTY))
        for name, message, facts, why in rows
    )


def _told(message: str, facts: dict[str, Decimal]) -> str:
    wanted = ", ".join(f"{role} {amount}" for role, amount in facts.items())
    return "\n".join([f"must state: {wanted}", *(f"message:    {line}" for line in message.splitlines())])
