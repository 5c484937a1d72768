"""Whoever acts: the careful agent, others that are right in other ways, and those that must be caught."""

from baselines.roster import CONTROLS, RIGHT, find
from baselines.rule_based import careful
from baselines.zoo import ZOO

__all__ = ["CONTROLS", "RIGHT", "ZOO", "careful", "find"]
