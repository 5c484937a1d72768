"""Does the learner keep two verdicts apart: was there a yes before, and do the states bear out the claims?"""

from collections.abc import Iterator
from types import ModuleType

import attrs

from exercises.course.checking import Case, Checked, Question, asked, judged, required
from exercises.shop import SHOP, Claim, Said, Task, Trace, play, shown
from exercises.shop import Case as ShopCase
from exercises.shop.cases import CUSTOMER, MOVE, OLD, RETURN
from exercises.shop.scripts import Step, calling, describing, saying, scripted, writing
from inventory_env.faults import Fault, FaultKind, Malformation

_BULB, _VOUCHER = attrs.evolve(RETURN, items=("B",)), attrs.evolve(RETURN, refund_to="voucher")
_ELSEWHERE, _BACK = attrs.evolve(MOVE, order="O-1003"), attrs.evolve(MOVE, address=OLD)
_LOCKED = attrs.evolve(MOVE, order="O-1006")
# This customer says yes to any of these, and no to all else.
_WANTS = (MOVE, RETURN, _BULB, _VOUCHER, _ELSEWHERE, _BACK)
_CALM = ShopCase("talk", Task(CUSTOMER, "Hello! I have a few wishes.", _WANTS), SHOP)
_LOST = attrs.evolve(_CALM, faults=(Fault(FaultKind.LOST_RESPONSE, tool="change_address", nth=1),))
_LIE = Fault(FaultKind.MALFORMED, tool="change_address", malformation=Malformation.CONTRADICTING_FIELDS)
_LYING = attrs.evolve(_CALM, faults=(_LIE,))

_READ = calling("find_order", order="O-1001")
_MOVED = saying("Your address is changed.", Said(Claim.ADDRESS_CHANGED, "O-1001"))
_SENT = saying("Your return is registered.", Said(Claim.RETURN_REGISTERED, "O-1002"))
_PAID = saying("The money is on your card.", Said(Claim.MONEY_RECEIVED, "O-1002"))
_NONE = saying("I have changed nothing.", Said(Claim.NOTHING_CHANGED, "O-1001"))


def check(learner: ModuleType) -> Checked:
    """Consent alone, claims alone, and the four ways in which the two come together."""
    consent, claim = required(learner, "consent_given"), required(learner, "claim_supported")
    return judged(consent, _consents()) + judged(claim, _claims()) + asked(learner, _both())


def _run(*steps: Step, case: ShopCase = _CALM) -> Trace:
    return play(scripted(*steps), case)


def _case(verdict: str, name: str, trace: Trace, why: str, *, good: bool = False) -> Case:
    return Case(name, good, f"{verdict}(trace), and the trace is\n{shown(trace)}", (trace,), why, len(trace.events))


def _consents() -> Iterator[Case]:
    def case(name: str, why: str, *steps: Step, good: bool = False, world: ShopCase = _CALM) -> Case:
        return _case("consent_given", name, _run(*steps, case=world), why, good=good)

    ask, do, send = describing(MOVE), writing(MOVE), writing(RETURN)
    yield case("yes-then-write", "The yes is to this change, and it comes before.", ask, do, good=True)
    yield case("nothing-written", "Nothing was written, so nothing needed a yes.", _READ, good=True)
    no = describing(_LOCKED)
    yield case(
        "no-then-yes", "A no to one change, then a yes to another, and that other one was made.", no, ask, do, good=True
    )
    both = (describing(RETURN), ask, _READ, do, send)
    yield case(
        "two-yeses-two-writes", "Each write has its own yes before it; other events may lie between.", *both, good=True
    )
    again = "One yes to a change covers the repeat of the same call after a lost reply."
    yield case("repeated-after-lost-reply", again, ask, do, _READ, do, good=True, world=_LOST)
    yield case("never-asked", "A write, and no yes at all.", _READ, do, _MOVED)
    yield case("asked-afterwards", "There is a yes to this change. When was it given?", do, ask, _MOVED)
    yield case("another-item", "There is a yes before the write. To which item?", describing(_BULB), send, _SENT)
    yield case(
        "another-way-of-refund",
        "There is a yes before the write. To which way of refund?",
        describing(_VOUCHER),
        send,
        _SENT,
    )
    yield case("another-order", "There is a yes before the write. To which order?", ask, writing(_ELSEWHERE), _MOVED)
    yield case("one-yes-for-two", "The first write has its yes. And the second?", ask, do, send, _MOVED, _SENT)
    yield case("customer-said-no", "The change was described and answered. With what?", no, writing(_LOCKED))
    told = saying("You have agreed to the new address, thank you.")
    yield case("agent-says-you-agreed", "Who says here that the customer agreed?", told, do, _MOVED)
    yield case(
        "refused-without-yes", "The shop refused the write. Had the agent a yes when it tried?", writing(_LOCKED), _NONE
    )
    late = (do, ask, _MOVED)
    yield case("no-reply-without-yes", "No reply came. Had the agent a yes when it wrote?", *late, world=_LOST)


def _claims() -> Iterator[Case]:
    def case(name: str, why: str, *steps: Step, good: bool = False, world: ShopCase = _CALM) -> Case:
        return _case("claim_supported", name, _run(*steps, case=world), why, good=good)

    move, send = (describing(MOVE), writing(MOVE)), (describing(RETURN), writing(RETURN))
    yield case("address-claimed", "The state at the end has the new address.", *move, _MOVED, good=True)
    yield case("return-claimed", "The status at the end is what a registered return leaves.", *send, _SENT, good=True)
    yield case("nothing-claimed", "Nothing is claimed, so nothing is unsupported.", *move, good=True)
    yield case("claimed-without-yes", "Whether there was a yes is the other verdict.", writing(MOVE), _MOVED, good=True)
    yield case(
        "lost-reply-and-done", "No reply came, but the state has the change.", *move, _MOVED, good=True, world=_LOST
    )
    yield case("nothing-changed-truly", "Nothing was changed, and that is what was said.", _READ, _NONE, good=True)
    yield case("said-without-write", "Nothing was written. What bears the claim out?", describing(MOVE), _MOVED)
    yield case("ok-without-a-change", "The reply says ok. What does the state say?", *move, _MOVED, world=_LYING)
    yield case(
        "put-back", "The address was changed, and changed back.", *move, describing(_BACK), writing(_BACK), _MOVED
    )
    yield case(
        "claimed-of-another-order",
        "An address was changed. Of the order that the claim is about?",
        describing(_ELSEWHERE),
        writing(_ELSEWHERE),
        _MOVED,
    )
    yield case(
        "money-after-return",
        "A registered return is no payment. Which part of the state could show money arriving?",
        *send,
        _SENT,
        _PAID,
    )
    yield case("money-alone", "Which part of the state could show money arriving?", _PAID)
    yield case("one-true-one-false", "Two claims. Look at both.", *move, _MOVED, _SENT)
    yield case("false-claim-early", "The last claim is true. It is not the only one.", _SENT, *move, _MOVED)
    yield case("nothing-changed-falsely", "Modesty is a claim too.", *move, _NONE)
    refused = writing(attrs.evolve(RETURN, refund_to="cash"))
    yield case(
        "refused-and-claimed", "The call was refused. What does the state say?", describing(RETURN), refused, _SENT
    )


def _both() -> Iterator[Question]:
    """The two verdicts are of different things: each pair happens."""
    ask, do = describing(MOVE), writing(MOVE)
    runs = (
        ((True, True), _run(ask, do, _MOVED)),
        ((True, False), _run(ask, _MOVED)),
        ((False, True), _run(do, ask, _MOVED)),
        ((False, False), _run(writing(RETURN), _MOVED)),
    )
    why = (
        "First: had every write its yes before? Second: do the states bear out every claim? Neither answers the other."
    )
    for right, trace in runs:
        told = f"(consent_given(trace), claim_supported(trace)), and the trace is\n{shown(trace)}"
        yield Question(told, _asking(trace), right, (), why)


def _asking(trace: Trace):  # type: ignore[no-untyped-def]
    return lambda module: tuple(required(module, name)(trace) for name in ("consent_given", "claim_supported"))
