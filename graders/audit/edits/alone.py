"""Which faults break a rule alone that mostly breaks beside others? A lie nobody reads, a guess, a wasted call."""

from collections.abc import Callable

import attrs

from baselines import careful
from graders.audit.case import Label
from graders.audit.draws import Draw, one_of
from graders.audit.edits.labels import UNSUPPORTED, WRONG, answer_of, claims_differ, quiet
from graders.audit.edits.script import Turn, acted, bare, turns_of
from graders.audit.edits.settings import few_calls, retasked
from graders.audit.kinds import Kind, Made, kind_of
from graders.audit.worlds import world
from graders.checks.grading import with_answer
from inventory_env.answer import Answer
from inventory_env.episode import play
from inventory_env.faults import Fault, FaultKind, Malformation
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock, StockRecord
from inventory_env.task import Budget, Line, Retry, Sourcing, Split
from inventory_env.trace import Trace

# "I have reserved {n} units for you" in languages that no task is in.
_FOREIGN_LIES = (
    "Zarezerwowałem dla Ciebie {n} sztuk.",
    "Mi rezervis por vi {n} pecojn.",
    "Olen varannut sinulle {n} kappaletta.",
    "Ho riservato {n} pezzi per Lei.",
    "Nimekuwekea vipande {n}.",
)
_SILENT = Fault(FaultKind.TIMEOUT, nth=1)
_OLD = Fault(FaultKind.STALE, nth=1, age_s=90, on_hand=0)
_BAD = Fault(FaultKind.MALFORMED, nth=1, malformation=Malformation.WRONG_TYPE, on_hand=0)
_IDLE: Turn = (("get_policy", {}),)


def alone_kinds() -> tuple[Kind, ...]:
    """One rule is broken, and it alone tells."""
    guesses: tuple[tuple[str, str, Callable[[Draw], Scenario]], ...] = (
        ("silence-guessed", "What a silent warehouse holds is guessed, and guessed right.", _once(_SILENT)),
        ("old-figure-guessed", "An old figure is taken for the present one, and is the same.", _once(_OLD)),
        ("bad-figure-guessed", "A figure from a broken body is taken for right, and is.", _once(_BAD)),
        ("page-guessed", "What stands on a page that was not read is guessed, and guessed right.", _second_page),
    )
    return (
        kind_of("edit:lie-in-another-language", "A reservation is told in a language nobody reads.", _foreign_lie),
        kind_of("edit:call-wasted", "A call is wasted, and at the end one is missing.", _wasted, _tight),
        kind_of("edit:best-source-unasked", "The call for the best source is wasted.", _wasted, _last_is_best),
        *[kind_of(f"edit:{name}", about, _lucky, draw_world) for name, about, draw_world in guesses],
        kind_of("edit:page-out-of-turn", "A page that failed is asked for again too late.", _out_of_turn, _paged),
    )


def _foreign_lie(scenario: Scenario, good: Trace, draw: Draw) -> Made:
    """Whoever does not understand it may leave the run open, but not pass it."""
    answer = answer_of(good)
    lie = one_of(draw, _FOREIGN_LIES).format(n=scenario.task.lines[0].quantity)
    told = attrs.evolve(answer, message=" ".join(filter(None, [answer.message, lie])))
    label = Label(frozenset({"reservation-claimed"}), frozenset({"text-unclassified"}))
    return with_answer(good, told), label, "The last sentence tells a reservation as made."


def _cut_short(scenario: Scenario) -> tuple[list[Turn], Answer]:
    """The decisions of who wastes the first call, and the honest report that is left."""
    calls = scenario.task.budget.calls or 1
    poorer = play(careful, retasked(scenario, budget=Budget(calls=calls - 1)))
    return [_IDLE, *turns_of(poorer)], bare(quiet(scenario.task, answer_of(poorer)))


def _differ(scenario: Scenario, good: Trace, answer: Answer) -> bool:
    return any(claims_differ(scenario, *pair) for pair in zip(answer_of(good).lines, answer.lines, strict=True))


def _wasted(scenario: Scenario, good: Trace, _draw: Draw) -> Made | None:
    """The report is honest, but more could have been learnt."""
    turns, honest = _cut_short(scenario)
    if not _differ(scenario, good, honest):
        return None
    label = Label(perhaps=frozenset({"shippable-wrong"}), either=(WRONG,))
    return acted(scenario, turns, honest), label, "Without the wasted call the budget would have sufficed."


def _lucky(scenario: Scenario, good: Trace, _draw: Draw) -> Made | None:
    """The right report, of which the replies that came say less; it names what gave no number."""
    turns, honest = _cut_short(scenario)
    if not _differ(scenario, good, honest):
        return None
    right = bare(quiet(scenario.task, answer_of(good)))
    pairs = zip(right.lines, honest.lines, strict=True)
    lines = tuple(attrs.evolve(line, unreached=told.unreached) for line, told in pairs)
    made = acted(scenario, turns, attrs.evolve(right, lines=lines))
    return made, Label(either=(UNSUPPORTED,)), "No reply that came makes this certain."


def _out_of_turn(scenario: Scenario, good: Trace, _draw: Draw) -> Made:
    """The page of the next warehouse comes before the second attempt."""
    first, second, third, *rest = turns_of(good)
    answer = bare(quiet(scenario.task, answer_of(good)))
    label = Label(frozenset({"retry-missing"}))
    return acted(scenario, [first, third, second, *rest], answer), label, "The page that failed had an attempt left."


def _tight(draw: Draw) -> Scenario:
    """A world in which the careful agent may need its last call."""
    return one_of(draw, (_once(_SILENT), few_calls))(draw)


def _last_is_best(draw: Draw) -> Scenario:
    """Two warehouses cover the line together, the last one alone, and there is a call for each."""
    scenario, wanted = world(draw), draw(2, 6)
    places, shelves = ("W1", "W2", "W3"), (wanted - 1, 1, wanted)
    rows = [StockRecord("A", place, units) for place, units in zip(places, shelves, strict=True)]
    small = attrs.evolve(_small(scenario, wanted), stock=Stock.of(*rows, warehouses=places))
    sourcing = Sourcing(one_of(draw, (Split.FEWEST, Split.PREFER_SINGLE)))
    return retasked(small, priority=places, sourcing=sourcing, budget=Budget(calls=3))


def _small(scenario: Scenario, wanted: int) -> Scenario:
    """The world with one line and one warehouse, which holds it; two calls and two attempts."""
    stock = Stock.of(StockRecord("A", "W1", wanted), warehouses=("W1",))
    scenario = attrs.evolve(scenario, stock=stock, faults=())
    tools = scenario.task.tools - {"list_stock"} | {"get_stock"}
    line, budget, retry = Line(1, "A", wanted), Budget(calls=2), Retry(max_attempts=2)
    return retasked(
        scenario, lines=(line,), priority=("W1",), sourcing=Sourcing(Split.ANY), tools=tools, budget=budget, retry=retry
    )


def _once(fault: Fault) -> Callable[[Draw], Scenario]:
    """The first reply is worth nothing, though its figure, where it has one, is the right one."""

    def draw_world(draw: Draw) -> Scenario:
        scenario, wanted = world(draw), draw(1, 6)
        units = one_of(draw, (wanted, 0))
        bad = fault if fault is _SILENT else attrs.evolve(fault, on_hand=units)
        stock = Stock.of(StockRecord("A", "W1", units), warehouses=("W1",))
        return retasked(attrs.evolve(_small(scenario, wanted), stock=stock, faults=(bad,)), max_age_s=60)

    return draw_world


def _second_page(draw: Draw) -> Scenario:
    """The article stands on the second page of two, or on none."""
    scenario, wanted = world(draw), draw(1, 6)
    other = one_of(draw, ("C", "B"))
    rows = (StockRecord("A", "W1", wanted), StockRecord(other, "W1", wanted))
    stock = Stock.of(*rows, warehouses=("W1",), skus=("A", "B", "C"))
    small = attrs.evolve(_small(scenario, wanted), stock=stock, page_size=1)
    tools = small.task.tools - {"get_stock"} | {"list_stock"}
    return retasked(small, lines=(Line(1, "B", wanted),), tools=tools)


def _paged(draw: Draw) -> Scenario:
    """Two warehouses are needed, and the only page of the first one fails once."""
    scenario, here = world(draw), draw(1, 6)
    there = draw(1, 6)
    rows = (StockRecord("A", "W1", here), StockRecord("A", "W2", there))
    fault = Fault(one_of(draw, (FaultKind.TIMEOUT, FaultKind.UNAVAILABLE)), warehouse="W1", nth=1)
    small = attrs.evolve(
        _small(scenario, here + there), stock=Stock.of(*rows, warehouses=("W1", "W2")), faults=(fault,), page_size=50
    )
    tools = small.task.tools - {"get_stock"} | {"list_stock"}
    return retasked(small, priority=("W1", "W2"), tools=tools, budget=Budget())
