"""Believes what the agent says."""

from exercises.shop import Claim


def right(trace, wanted):
    return any(said.claim is Claim.ADDRESS_CHANGED and said.order == wanted.order for said in trace.claims)
