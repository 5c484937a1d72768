"""A small shop: agents that change addresses and register returns, and what can go wrong when they do."""

from exercises.shop.agents import AGENTS, FAULTY, Faulty, right
from exercises.shop.cases import CASES, POLICY, SHOP, TRIALS
from exercises.shop.desk import Agent, Case, Desk, Task, play, told
from exercises.shop.judging import change_of, judge, stands
from exercises.shop.state import Address, AuditRow, Change, Diff, Item, Order, Shop, Status, User, diff, digest
from exercises.shop.telling import shown
from exercises.shop.trace import WRITES, Claim, Said, Speaker, Trace, Turn

__all__ = [
    "AGENTS",
    "CASES",
    "FAULTY",
    "POLICY",
    "SHOP",
    "TRIALS",
    "WRITES",
    "Address",
    "Agent",
    "AuditRow",
    "Case",
    "Change",
    "Claim",
    "Desk",
    "Diff",
    "Faulty",
    "Item",
    "Order",
    "Said",
    "Shop",
    "Speaker",
    "Status",
    "Task",
    "Trace",
    "Turn",
    "User",
    "change_of",
    "diff",
    "digest",
    "judge",
    "play",
    "right",
    "shown",
    "stands",
    "told",
]
