"""What is wrong with a grader apart from what it says? It is asked about one case again and again."""

import pickle
import time
from collections.abc import Callable, Iterator

import attrs

from graders.audit.case import Case
from graders.audit.commanded import Commanded
from graders.audit.judge import Flaw, Judge, Ruling
from graders.audit.surroundings import kept
from graders.key_order import keys_reversed
from inventory_env.codec import encode
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace

# A grader of single runs is meant for thousands of them.
PATIENCE_S = 1.0


@attrs.frozen
class Found:
    """A flaw of a grader, as one case showed it.

    Attributes:
        flaw: which one.
        words: what was seen, a clause that follows "the grader".
    """

    flaw: Flaw
    words: str


def examine(
    judge: Judge, case: Case, *, patience_s: float = PATIENCE_S, clock: Callable[[], float] = time.perf_counter
) -> tuple[Found, ...]:
    """The flaws that a grader shows on one case, each once, in the order of `Flaw`.

    It is asked twice, and where both answers are one a third time with the keys of all arguments and bodies turned
    round, each time about a copy: whatever it changes, the case stays as it was. Two answers differ where what is
    read of them differs; a reason or a time beside it may. It is slow where even the faster of two calls took more than
    `patience_s` real seconds: the first one may have had much to import. One that never answers is asked once.

    Args:
        judge: the grader.
        case: a labelled run; its label does not matter here.
        patience_s: real seconds, above 0.
        clock: gives real seconds.
    """
    # Put back at the end only: two answers by chance are two answers because chance goes on between them.
    with kept() as around:
        flaws = {one.flaw: one for one in _found(judge, case, patience_s, clock)}
    if around:
        flaws[Flaw.SURROUNDINGS] = Found(Flaw.SURROUNDINGS, f"changed {', '.join(around)}")
    return tuple(flaws[flaw] for flaw in Flaw if flaw in flaws)


@attrs.frozen
class _Asked:
    """One question and all that it did."""

    ruling: Ruling
    seconds: float
    changed: tuple[str, ...]


def _found(judge: Judge, case: Case, patience_s: float, clock: Callable[[], float]) -> Iterator[Found]:
    asked: list[_Asked] = []
    lost = len(_lost(judge))

    def ask(trace: Trace) -> Ruling:
        asked.append(_ask(judge, case.scenario, trace, clock))
        return asked[-1].ruling

    yield from _differences(ask, case.trace)
    seconds = min(one.seconds for one in asked[:2])
    if len(asked) > 1 and seconds > patience_s:
        yield Found(Flaw.SLOW, f"took {seconds:.1f} s for one run, which is more than {patience_s:g} s")
    for one in reversed(asked):
        if one.ruling.flaw is not None:
            yield Found(one.ruling.flaw, one.ruling.words)
        if one.changed:
            yield Found(Flaw.CHANGES, f"changed {' and '.join(one.changed)}")
    for words in _lost(judge)[lost:]:
        yield Found(Flaw.CRASHES, f"{words}, after an earlier answer")


def _differences(ask: Callable[[Trace], Ruling], trace: Trace) -> Iterator[Found]:
    """Whether it says another thing of the same trace, and if not, of the one with its keys turned round."""
    first = ask(trace)
    if first.flaw is Flaw.SLOW:
        return
    second = ask(trace)
    if _core(first) != _core(second):
        yield Found(Flaw.UNSTEADY, f"{_clause(first)}, and the second time {_clause(second)}")
        return
    turned = ask(keys_reversed(trace))
    if _core(first) == _core(turned):
        return
    again = ask(trace)  # was it the keys, or chance?
    if _core(first) != _core(again):
        yield Found(Flaw.UNSTEADY, f"{_clause(first)}, and another time {_clause(again)}")
        return
    yield Found(Flaw.KEY_ORDER, f"{_clause(first)}, and with all keys turned round {_clause(turned)}")


def _ask(judge: Judge, scenario: Scenario, trace: Trace, clock: Callable[[], float]) -> _Asked:
    given, run = _copies(scenario, trace)
    before = _prints(given, run)
    start = clock()
    ruling = judge.say(given, run)
    seconds = clock() - start
    after = _prints(given, run)
    return _Asked(ruling, seconds, tuple(what for what in before if before[what] != after[what]))


def _copies(scenario: Scenario, trace: Trace) -> tuple[Scenario, Trace]:
    """Copies that share nothing that could be changed; unlike those of `copy`, of frozen JSON too."""
    copies: tuple[Scenario, Trace] = pickle.loads(pickle.dumps((scenario, trace)))
    return copies


def _prints(scenario: Scenario, trace: Trace) -> dict[str, bytes]:
    """What each of them says, down to the rows of the stock."""
    return {
        "the scenario": _print(lambda: encode(scenario) + scenario.stock.whole_digest().encode()),
        "the trace": _print(lambda: encode(trace)),
    }


def _print(write: Callable[[], bytes]) -> bytes:
    try:
        return write()
    except Exception:  # noqa: BLE001 - after a grader has been at it, anything may be in there
        return b""


def _core(ruling: Ruling) -> tuple[object, ...]:
    """What makes two rulings differ; what a grader raised may name an address or a time."""
    return ruling.said, ruling.flaw, ruling.result


def _clause(ruling: Ruling) -> str:
    return ruling.words if ruling.flaw else f"answered {ruling.words}"


def _lost(judge: Judge) -> list[str]:
    return judge.grader.lost if isinstance(judge.grader, Commanded) else []
