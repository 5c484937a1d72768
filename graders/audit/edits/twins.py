"""Which right answers belong to another world? The careful agent's in a twin that differs a little, told here."""

from collections.abc import Callable

import attrs

from baselines import careful
from graders.audit.case import Label
from graders.audit.draws import Draw, one_of
from graders.audit.edits.labels import UNSUPPORTED, WRONG, answer_of, claims_differ, resubmitted
from graders.audit.edits.settings import retasked, scattered, shared, silenced
from graders.audit.kinds import Kind, Made, kind_of
from graders.audit.worlds import world
from inventory_env.answer import Answer
from inventory_env.episode import play
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock, StockRecord
from inventory_env.task import OnUnreachable, Split
from inventory_env.trace import Trace

# The world with one thing changed; None where it has no such thing.
Twin = Callable[[Scenario, Trace, Draw], Scenario | None]
_CONCLUDED = Label(either=(WRONG, UNSUPPORTED))


def twin_kinds() -> tuple[Kind, ...]:
    """The conclusion of an agent that lives in a world that is nearly this one."""
    return (
        _twin_kind("answer-of-another-world", "What would be right if one stock figure were another one.", _restocked),
        _twin_kind(
            "answer-of-another-rule", "What would be right if one sourcing rule were another one.", _reruled, scattered
        ),
        _twin_kind("answer-before-the-silence", "What the silent warehouse holds is taken as known.", _heard, silenced),
        _twin_kind("silence-for-empty", "A silent warehouse counts as an empty one.", _empty, silenced),
    )


def _twin_kind(name: str, about: str, twin: Twin, draw_world: Callable[[Draw], Scenario] = world) -> Kind:
    def make(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
        other = twin(scenario, good, draw)
        if other is None:
            return None
        right = answer_of(good)
        wrong = _concluding(right, answer_of(play(careful, other)))
        pairs = zip(right.lines, wrong.lines, strict=True)
        if not any(claims_differ(scenario, *pair) for pair in pairs):
            return None
        return *resubmitted(scenario, good, wrong, _CONCLUDED, draw), about

    return kind_of(f"edit:{name}", about, make, draw_world)


def _concluding(answer: Answer, other: Answer) -> Answer:
    """The conclusions of another answer, with what this one quotes, cites and names as unreached."""
    lines = [
        attrs.evolve(told, unreached=line.unreached, seen=line.seen, evidence=line.evidence)
        for line, told in zip(answer.lines, other.lines, strict=True)
    ]
    return attrs.evolve(answer, lines=tuple(lines), shippable=other.shippable)


def _with_row(scenario: Scenario, place: int, row: StockRecord) -> Scenario:
    source = scenario.stock.source
    rows = (*source.records[:place], row, *source.records[place + 1 :])
    return attrs.evolve(scenario, stock=Stock(attrs.evolve(source, records=rows)))


def _restocked(scenario: Scenario, good: Trace, draw: Draw) -> Scenario | None:
    """One less available, none, one more, or plenty, in one row of a warehouse that was asked."""
    asked = {call.arguments.get("warehouse") for call in good.calls}
    records = enumerate(scenario.stock.source.records)
    rows = [place for place, row in records if row.on_hand is not None and row.warehouse in asked]
    if not rows:
        return None
    place = one_of(draw, rows)
    row = scenario.stock.source.records[place]
    kept = row.reserved + row.safety_stock
    now = max(0, (row.on_hand or 0) - kept)
    available = one_of(draw, (max(0, now - 1), 0, now + 1, now + 20))
    return _with_row(scenario, place, attrs.evolve(row, on_hand=kept + available))


def _reruled(scenario: Scenario, _good: Trace, draw: Draw) -> Scenario:
    """Another way to split, no smallest share or largest number of sources, or another word on silent warehouses."""
    sourcing, task = scenario.task.sourcing, scenario.task
    splits = [one for one in Split if one is not sourcing.split and not (one is Split.FEWEST and shared(task))]
    what = draw(0, 7)  # mostly another way to split, which changes the answer most often
    if what == 0:
        held = task.on_unreachable is OnUnreachable.HOLD
        return retasked(scenario, on_unreachable=OnUnreachable.SKIP_AND_DISCLOSE if held else OnUnreachable.HOLD)
    if what == 1:
        return retasked(scenario, sourcing=attrs.evolve(sourcing, max_sources=None, min_per_source=1, pack=1))
    return retasked(scenario, sourcing=attrs.evolve(sourcing, split=one_of(draw, splits)))


def _heard(scenario: Scenario, _good: Trace, _draw: Draw) -> Scenario:
    """The first fault of the plan does not strike."""
    return attrs.evolve(scenario, faults=scenario.faults[1:])


def _empty(scenario: Scenario, _good: Trace, _draw: Draw) -> Scenario:
    """The silent warehouse answers that it has nothing."""
    source, silent = scenario.stock.source, scenario.faults[0].warehouse
    rows = tuple(row for row in source.records if row.warehouse != silent)
    known = attrs.evolve(source, records=rows, skus=(*scenario.stock.skus,))
    return attrs.evolve(scenario, faults=scenario.faults[1:], stock=Stock(known))
