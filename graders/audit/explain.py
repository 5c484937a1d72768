"""How does a person see at once what is wrong? One case on a page: request, stock, calls, answer, and who is right."""

from collections.abc import Iterator

from graders.audit.case import Case
from graders.audit.hunt import Wrong
from graders.audit.shrink import Smallest
from graders.printing import padded, plain, short, width, wrapped
from graders.telling import answer_words, call_words, fault_words, order_words, reply_words, rule_words
from inventory_env.answer import Answer
from inventory_env.scenario import Scenario
from inventory_env.stock import Figures
from inventory_env.trace import Trace

MOST_LINES = 25
_MOST_CALLS = 5
_MOST_WORDS = 300
_RIGHT = {
    Wrong.ACCEPTS: "reject",
    Wrong.REJECTS: "accept",
    Wrong.JUDGES: "neither: the world or the machinery failed, not the agent",
}


def explained(found: Smallest, grader: str, *, columns: int = 100) -> list[str]:
    """The case in at most 25 lines.

    Args:
        found: the end of shrinking.
        grader: its name.
        columns: how wide the lines may be, 60 or more.
    """
    case = found.case
    title = f"{found.wrong}: {plain(grader)} on {case.kind}"
    rows = [*_told(case), *_judged(found)]
    cells = max(width(name) for name, _ in rows)
    lines = [line for name, words in rows for line in _hanging(padded(name, cells), words, columns)]
    kept = lines if len(lines) < MOST_LINES else [*lines[: MOST_LINES - 5], "  ...", *lines[-3:]]
    return [title, *kept]


def page(case: Case, *, columns: int = 100) -> str:
    """A labelled run as text for the message of a failing test: request, stock, calls, answer, and why it is labelled.

    Args:
        case: the run.
        columns: how wide the lines may be, 60 or more.
    """
    rows = [*_told(case), ("because", case.why)]
    cells = max(width(name) for name, _ in rows)
    lines = [line for name, words in rows for line in _hanging(padded(name, cells), words, columns)]
    return "\n".join([case.kind, *lines])


def _told(case: Case) -> Iterator[tuple[str, str]]:
    yield from rule_words(case.scenario.task)
    yield "stock", _stock(case.scenario)
    if case.scenario.faults:
        yield "faults", "; ".join(fault_words(i, fault) for i, fault in enumerate(case.scenario.faults))
    yield from _calls(case.trace)
    yield from _answer(case.trace)


def _judged(found: Smallest) -> Iterator[tuple[str, str]]:
    yield "it said", f"{found.ruling.said}: {found.ruling.words}"
    yield "right is", _RIGHT[found.wrong]
    yield "because", found.case.why
    if not found.proven:
        yield "note", "not every smaller case was tried, so there may be a smaller one"


def _stock(scenario: Scenario) -> str:
    """What lies where, of the articles wanted, warehouse by warehouse."""
    stock, told = scenario.stock, []
    for warehouse in scenario.task.priority:
        shelf = [f"{sku} {_figures(stock.table.figures(warehouse, sku))}" for sku in scenario.task.skus()]
        closed = " (closed)" if warehouse in stock.source.inactive else ""
        told.append(f"{warehouse}{closed}: {', '.join(shelf)}")
    missing = [sku for sku in scenario.task.skus() if sku not in stock.skus]
    return plain("; ".join([*told, *(f"{sku} does not exist" for sku in missing)]))


def _figures(figures: Figures | None) -> str:
    if figures is None:
        return "not stocked"
    if figures.on_hand is None:
        return "untracked"
    held = [
        f"{units} {word}" for units, word in ((figures.reserved, "reserved"), (figures.safety_stock, "safety")) if units
    ]
    return f"{figures.on_hand}" + (f" less {' and '.join(held)}" if held else "")


def _calls(trace: Trace) -> Iterator[tuple[str, str]]:
    for call in trace.calls[:_MOST_CALLS]:
        yield call.call_id, f"{call_words(call)} -> {reply_words(call)}"
    if len(trace.calls) > _MOST_CALLS:
        yield "...", f"{len(trace.calls) - _MOST_CALLS} more calls"
    if not trace.calls:
        yield "calls", "none"


def _answer(trace: Trace) -> Iterator[tuple[str, str]]:
    answer = trace.counting.answer if trace.counting else None
    if answer is None:
        yield (
            "answer",
            f"none was accepted; the run ended: {trace.stop}" + (f", {trace.stop_reason}" if trace.stop_reason else ""),
        )
        return
    yield "answer", plain("; ".join(_said(answer))) or "no line"
    yield "message", short(plain(answer.message), _MOST_WORDS) or "(none)"


def _said(answer: Answer) -> Iterator[str]:
    for line in answer.lines:
        status, plan, rest = answer_words(line)
        yield f"line {line.line} {status}, {plan}" + (f", {rest}" if rest else "")
    yield from order_words(answer)


def _hanging(name: str, words: str, columns: int) -> Iterator[str]:
    """Words in lines beside a name."""
    for i, part in enumerate(wrapped(words, max(20, columns - 4 - width(name))) or [""]):
        yield f"  {name if i == 0 else ' ' * width(name)}  {part}".rstrip()
