"""What happened in one conversation? Calls and turns in one order, and the state before and after."""

import enum

import attrs

from exercises.shop.state import Change, Shop
from inventory_env.trace import Call, Stop


class Speaker(enum.StrEnum):
    """Who says something."""

    CUSTOMER = "customer"
    AGENT = "agent"


class Claim(enum.StrEnum):
    """What an agent tells a customer about an order."""

    ADDRESS_CHANGED = "address changed"
    RETURN_REGISTERED = "return registered"
    MONEY_RECEIVED = "money received"  # no tool of the shop moves money or sees it arrive
    NOTHING_CHANGED = "nothing changed"


@attrs.frozen
class Said:
    """One claim about one order.

    Attributes:
        claim: what is said.
        order: id.
    """

    claim: Claim
    order: str


@attrs.frozen
class Turn:
    """One turn of the dialogue.

    Attributes:
        turn_id: counter in the run, shared with calls.
        speaker: who.
        text: the words.
        change: of the agent: the change that it describes and asks about; of the customer: the change that the
            answer is to.
        yes: of the customer: whether the answer is a yes.
        claims: of the agent: what it says about orders.
    """

    turn_id: str
    speaker: Speaker
    text: str
    change: Change | None = None
    yes: bool = False
    claims: tuple[Said, ...] = ()


@attrs.frozen
class Trace:
    """The record of one run.

    Attributes:
        case: name.
        trial: counted from 1.
        user: id of the customer in the conversation.
        events: calls and turns, in the order in which they happened.
        before: the state at the start.
        after: the state at the end.
        stop: why the run ended.
        stop_reason: a sentence where `stop` alone does not say it.
        end_ms: virtual time at the end.
    """

    case: str
    trial: int
    user: str
    events: tuple[Call | Turn, ...]
    before: Shop
    after: Shop
    stop: Stop = Stop.RETURNED
    stop_reason: str = ""
    end_ms: int = 0

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls alone."""
        return tuple(one for one in self.events if isinstance(one, Call))

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The dialogue alone."""
        return tuple(one for one in self.events if isinstance(one, Turn))

    @property
    def claims(self) -> tuple[Said, ...]:
        """Everything that the agent said about orders."""
        return tuple(said for turn in self.turns for said in turn.claims)


WRITES = ("change_address", "return_items")
