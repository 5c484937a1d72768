"""Whoever acts: the careful agent, others that are right in other ways, and those that must be caught."""

from baselines.rule_based import careful

__all__ = ["careful"]
