"""How does a person see at once what is wrong? One case on a page: request, stock, calls, answer, and who is right."""

from collections.abc import Iterable, Iterator

from graders.audit.case import Case, Means
from graders.audit.hunt import Wrong
from graders.audit.shrink import Smallest
from graders.printing import padded, plain, short, width, wrapped
from graders.telling import answer_words, call_words, fault_words, order_words, reply_words, rule_words
from inventory_env.answer import Answer
from inventory_env.scenario import Scenario
from inventory_env.stock import Figures
from inventory_env.task import Completion
from inventory_env.trace import Stop, Trace

MOST_LINES = 25
_MOST_CALLS = 5
_MOST_OTHERS = 2
_MOST_WORDS = 300
# So many lines of what was said in the end stay where lines are left out.
_KEPT_LINES = 7
_RIGHT = {
    Wrong.ACCEPTS: "reject",
    Wrong.REJECTS: "accept",
    Wrong.JUDGES: "neither: the world or the machinery failed, not the agent",
}


def explained(found: Smallest, grader: str, *, columns: int = 100, means: Means | None = None) -> list[str]:
    """The case in at most 25 lines.

    Args:
        found: the end of shrinking.
        grader: its name.
        columns: how wide the lines may be, 60 or more.
        means: which of our marks its result claims to be, where a reader does not know it.
    """
    judged = [*_judged(found, means)]
    told = [*_told(found.case)]
    cells = max(width(name) for name, _ in (*told, *judged))
    title = _fitting(f"{found.wrong}: {plain(grader)} on {found.case.kind}", columns)[:2]
    last = _lines(judged, cells, columns)
    return [*title, *_cut(_lines(told, cells, columns), MOST_LINES - len(title) - len(last)), *last]


def _lines(rows: Iterable[tuple[str, str]], cells: int, columns: int) -> list[str]:
    return [line for name, words in rows for line in _hanging(padded(name, cells), words, columns)]


def _cut(lines: list[str], most: int) -> list[str]:
    if len(lines) <= most:
        return lines
    tail = min(_KEPT_LINES, most - 2)
    return [*lines[: most - 1 - tail], "  ...", *lines[-tail:]]


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
    task = case.scenario.task
    yield from rule_words(task)
    if task.completion is Completion.LAST_ANSWER:
        yield "counts", "the last answer"
    yield "stock", _stock(case.scenario)
    if case.scenario.faults:
        yield "faults", "; ".join(fault_words(i, fault) for i, fault in enumerate(case.scenario.faults))
    yield from _calls(case.trace)
    yield from _answers(case.trace)


def _judged(found: Smallest, means: Means | None) -> Iterator[tuple[str, str]]:
    yield "it said", f"{found.ruling.said}: {found.ruling.words}"
    tell = means not in (None, Means.SUCCESS) and found.wrong is not Wrong.JUDGES
    yield "right is", _RIGHT[found.wrong] + (f", as {means}" if tell else "")
    yield "because", short(_why(found), _MOST_WORDS)
    if not found.proven:
        yield "note", "not every smaller case was tried, so there may be a smaller one"


def _why(found: Smallest) -> str:
    """Why the right answer is right: of a faulty run that must be accepted, that its fault is another one."""
    broken = ", ".join(sorted(found.case.label.broken))
    if found.wrong is Wrong.REJECTS and broken:
        return f"Its fault is another one ({broken}). {found.case.why}"
    return found.case.why


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
        yield call.call_id, f"{call_words(call)} -> {reply_words(call)}".removesuffix(" -> ")
    if len(trace.calls) > _MOST_CALLS:
        yield "...", f"{len(trace.calls) - _MOST_CALLS} more calls"
    if not trace.calls:
        yield "calls", "none"


def _answers(trace: Trace) -> Iterator[tuple[str, str]]:
    """The answer that counts, after those that do not; how the run ended, and what it left."""
    counting = trace.counting
    for other in [one for one in trace.submissions if one is not counting][-_MOST_OTHERS:]:
        said = "; ".join(_said(other.answer)) or "no line" if other.answer else f"refused: {other.refused}"
        yield other.call_id, short(plain(f"another answer, {said}"), _MOST_WORDS)
    if counting is not None and counting.answer is not None:
        for i, words in enumerate([*_said(counting.answer)] or ["no line"]):
            yield "answer" if i == 0 else "", plain(words)
        yield "message", short(plain(counting.answer.message), _MOST_WORDS) or "(none)"
    else:
        yield "answer", "none was accepted" if trace.submissions else "none"
    if counting is None or trace.stop not in (Stop.ANSWERED, Stop.RETURNED):
        reason = f": {trace.stop_reason}" if trace.stop_reason else ""
        yield "ended", short(plain(trace.stop.replace("_", " ") + reason), _MOST_WORDS)
    if trace.stock_before != trace.stock_after:
        yield "stock", "is not what it was before the run"


def _said(answer: Answer) -> Iterator[str]:
    for line in answer.lines:
        status, plan, rest = answer_words(line)
        yield f"line {line.line} {status}, {plan}" + (f", {rest}" if rest else "")
    yield from order_words(answer)


def _hanging(name: str, words: str, columns: int) -> Iterator[str]:
    """Words in lines beside a name."""
    for i, part in enumerate(_fitting(words, columns - 4 - width(name)) or [""]):
        yield f"  {name if i == 0 else ' ' * width(name)}  {part}".rstrip()


def _fitting(words: str, cells: int) -> list[str]:
    """The words in lines of that many cells, broken within a word where it alone is wider."""
    return [piece for line in wrapped(words, cells) for piece in _pieces(line, cells)]


def _pieces(line: str, cells: int) -> Iterator[str]:
    piece = ""
    for sign in line:
        if width(piece + sign) > cells:
            yield piece
            piece = ""
        piece += sign
    yield piece
