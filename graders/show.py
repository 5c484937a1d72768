"""How does one run look to a person? Request, calls on the virtual clock, answer, findings at their steps."""

from collections.abc import Iterable, Iterator, Sequence

import attrs

from graders.claims.claim import Understanding
from graders.highlight import Span, highlighted, quoted
from graders.oracle import certain
from graders.printing import coloured, columns, guillemets, padded, painted, plain, short, table, width, wrapped
from graders.records import Record
from graders.reference import reference
from graders.rules import BY_CODE
from graders.telling import (
    answer_words,
    call_words,
    fault_words,
    order_words,
    reply_words,
    rule_words,
    seconds,
)
from graders.understood import claim_lines, write_claim_words
from inventory_env.answer import Answer
from inventory_env.scenario import Scenario
from inventory_env.trace import Call, Submission, Trace
from inventory_env.verdict import Axis, Costs, Finding, Mark, Verdict

_COLOUR = {Mark.PASS: "green", Mark.FAIL: "red", Mark.UNCERTAIN: "yellow", Mark.NOT_APPLICABLE: "dim"}
_MOST_STEPS = 8
_MOST_WORDS = 60
_HEAD = ("step", "turn", "at s", "reply s", "call", "reply", "")


@attrs.frozen
class Page:
    """How a run is laid out.

    Attributes:
        columns: the width of the terminal, 60 or more; only running text is wrapped to it.
        colours: whether marks are painted.
        prompt: whether the request is told in the words that the agent got.
        marks: what stands around the words that a finding is about where there are no colours.
        brief: whether of the verdict only success and findings are told.
    """

    columns: int = 100
    colours: bool = False
    prompt: bool = False
    marks: tuple[str, str] = ("»", "«")
    brief: bool = False


def page_here(*, prompt: bool = False, brief: bool = False) -> Page:
    """The layout that fits standard output."""
    return Page(columns(), coloured(), prompt, guillemets(), brief)


def show(
    record: Record,
    scenario: Scenario | None = None,
    verdict: Verdict | None = None,
    understood: Understanding | None = None,
    *,
    page: Page = Page(),
) -> list[str]:
    """One run as lines of text.

    Args:
        record: the run.
        scenario: its case; without it neither the request nor the planned faults can be told.
        verdict: the word on it; without it there is nothing to mark.
        understood: what its message says; without it the message stands alone.
        page: the layout.
    """
    sections = [
        ("", _title(record, scenario)),
        ("request", _request(scenario, page) if scenario else ["(unknown: name its suite)"]),
        ("run", _run(record.trace, scenario, verdict, page)),
        ("answer", _answer(record.trace, verdict, page)),
    ]
    if understood and understood.text:
        sections.append(("what the words say", _words(understood, page)))
    if scenario:
        sections.append(("right answer, on the reference path", _right(scenario)))
    if verdict:
        sections.append(("verdict", _verdict(verdict, message_of(record.trace), page)))
    lines: list[str] = []
    for title, body in sections:
        lines += [painted(title.upper(), "bold", on=page.colours), *(f"  {line}" for line in body)] if title else body
        lines.append("")
    return lines[:-1]


def _title(record: Record, scenario: Scenario | None) -> list[str]:
    note = f": {plain(scenario.note)}" if scenario and scenario.note else ""
    lines = [f"{plain(record.trace.scenario)}{note}"]
    of = f"agent {record.agent}, trial {record.trial}, seed {record.seed}"
    return [*lines, f"{of}; slice {scenario.slice}, family {scenario.family}" if scenario else of]


def _request(scenario: Scenario, page: Page) -> list[str]:
    if page.prompt:
        return [plain(line) for line in scenario.task.prompt.splitlines()]
    rows = [(name, plain(words)) for name, words in rule_words(scenario.task)]
    rows += [("hidden fault", fault_words(i, fault)) for i, fault in enumerate(scenario.faults)]
    wide = max(width(name) for name, _ in rows)
    return [line for name, words in rows for line in _hanging(padded(name, wide) + "  ", words, page)]


def _hanging(start: str, words: str, page: Page) -> list[str]:
    """Words that are wrapped beside a start."""
    room = max(20, page.columns - 2 - width(start))
    parts = wrapped(words, room) or [""]
    return [((start if i == 0 else " " * width(start)) + part).rstrip() for i, part in enumerate(parts)]


def _run(trace: Trace, scenario: Scenario | None, verdict: Verdict | None, page: Page) -> list[str]:
    pointers = _pointers(_groups(verdict.findings if verdict else ()))
    skus = scenario.task.skus() if scenario else ()
    rows, turn = [], 0
    for step in _in_order(trace):
        if isinstance(step, Call):
            cells = ("" if step.decision == turn else str(step.decision), *_call_cells(step, skus))
            turn, mark = step.decision, _fault_mark(step, scenario)
        else:
            cells, mark = ("", *_submission_cells(step, trace)), ""
        numbers = pointers.get(step.call_id, ())
        found = f"<- finding {', '.join(map(str, numbers))}" if numbers else ""
        rows.append((step.call_id, *cells, "  ".join(one for one in (mark, found) if one)))
    lines = table(rows, head=_HEAD) if rows else ["(no call, no answer)"]
    painted_lines = [
        painted(line, "red" if "<- finding" in row[-1] else "yellow", on=page.colours and bool(row[-1]))
        for line, row in zip(lines[1:], rows, strict=True)
    ] if rows else []  # fmt: skip
    reason = f": {plain(trace.stop_reason)}" if trace.stop_reason else ""
    return [lines[0], *painted_lines, f"ended at {seconds(trace.end_ms)} s, {trace.stop}{reason}"]


def _in_order(trace: Trace) -> Iterator[Call | Submission]:
    """Calls and submissions as they were made."""
    submissions = list(trace.submissions)
    for made, call in enumerate(trace.calls):
        while submissions and submissions[0].after_calls <= made:
            yield submissions.pop(0)
        yield call
    yield from submissions


def _call_cells(call: Call, skus: Sequence[str]) -> tuple[str, str, str, str]:
    return seconds(call.start_ms), seconds(call.arrived_ms), call_words(call), reply_words(call, skus)


def _submission_cells(submission: Submission, trace: Trace) -> tuple[str, str, str, str]:
    if submission.answer is None:
        reply = f"refused: {plain(submission.refused or '')}"
    else:
        reply = "accepted, counts" if submission is trace.counting else "accepted, replaced later"
    return seconds(submission.at_ms), "", "submit_answer", reply


def _fault_mark(call: Call, scenario: Scenario | None) -> str:
    if call.fault is None:
        return ""
    known = scenario is not None and call.fault < len(scenario.faults)
    return f"! fault #{call.fault}" + (f" {scenario.faults[call.fault].kind}" if scenario and known else "")


def _groups(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, those that say the same of several steps told once."""
    groups: dict[Finding, tuple[str, ...]] = {}
    for one in findings:
        said = attrs.evolve(one, steps=())
        groups[said] = (*groups.get(said, ()), *one.steps)
    return [attrs.evolve(said, steps=tuple(dict.fromkeys(steps))) for said, steps in groups.items()]


def _pointers(groups: Iterable[Finding]) -> dict[str, list[int]]:
    """For each step, the numbers of the findings that point at it."""
    pointers: dict[str, list[int]] = {}
    for number, finding in enumerate(groups, 1):
        for step in finding.steps:
            pointers.setdefault(step, []).append(number)
    return pointers


def _answer(trace: Trace, verdict: Verdict | None, page: Page) -> list[str]:
    if trace.counting is None or trace.counting.answer is None:
        return ["(none was accepted)"]
    answer = trace.counting.answer
    lines = [*_lines_of(answer), *order_words(answer), *_message(answer.message, verdict, page)]
    return lines or ["(it has no line)"]


def _message(message: str, verdict: Verdict | None, page: Page) -> Iterator[str]:
    """The message that counts, with the clause of each finding marked and its number behind it."""
    spans = [
        Span(*finding.clause, _grave(finding, verdict), str(number))
        for number, finding in enumerate(_groups(verdict.findings), 1)
        if finding.clause
    ] if verdict else []  # fmt: skip
    room = max(20, page.columns - 4)
    for lines in highlighted(message, spans, cells=room, colours=page.colours, marks=page.marks):
        yield from (f"{'  ' if i else '| '}{line}".rstrip() for i, line in enumerate(lines))


def _grave(finding: Finding, verdict: Verdict) -> str:
    return "yellow" if dict(verdict.rules).get(finding.rule) is Mark.UNCERTAIN else "red"


def _words(understood: Understanding, page: Page) -> list[str]:
    deed = write_claim_words(understood, colours=page.colours)
    told = claim_lines(understood, colours=page.colours)
    return [*told, f"a deed presented as done: {deed}; read as {plain(understood.language)}"]


def _lines_of(answer: Answer) -> list[str]:
    return table([(f"line {line.line}", *answer_words(line)) for line in answer.lines])


def _right(scenario: Scenario) -> list[str]:
    path = reference(scenario)
    truth = certain(scenario.task, path.knowledge)
    rows = []
    for line in truth.lines:
        plan = " + ".join(f"{warehouse} {quantity}" for warehouse, quantity in line.plan) or "-"
        rest = [f"gap {line.gap}"] if line.gap is not None else []
        rest += [f"confirmed {line.confirmed}"] if line.confirmed is not None else []
        rest += [f"nearest {' or '.join(map(str, line.nearest))}"] if line.nearest else []
        rows.append((f"line {line.line}", line.status.value, plan, "; ".join(rest)))
    whole = [] if truth.shippable is None else [f"the whole order can ship: {truth.shippable}"]
    return [*table(rows), *whole, f"asked: {plain(', '.join(path.queries)) or 'nothing'}"]


def message_of(trace: Trace) -> str:
    """The message of the submission that counts; empty where none does."""
    answer = trace.counting.answer if trace.counting else None
    return answer.message if answer else ""


def _verdict(verdict: Verdict, message: str, page: Page) -> list[str]:
    def mark(one: Mark) -> str:
        return painted(padded(one.value, 14), _COLOUR[one], on=page.colours)

    reason = f": {plain(verdict.status_reason)}" if verdict.status_reason else ""
    labels = ", ".join(f"line {number} {label}" for number, label in verdict.lines)
    success = (
        f"{padded('success', 12)}  {mark(verdict.success)}  {verdict.label} ({labels}); run {verdict.status}{reason}"
    )
    findings: list[str] = []
    for number, finding in enumerate(_groups(verdict.findings), 1):
        findings += _hanging(padded(f"finding {number}", 14), plain(_finding(finding, message)), page)
    if page.brief:
        return [success, *findings]
    axes = (f"{padded(axis.value, 12)}  {mark(one)}  {_counts(verdict, axis)}".rstrip() for axis, one in verdict.axes)
    figures = _hanging(padded("figures", 14), _cost(verdict.costs, verdict.reference), page)
    lines = [success, *axes, *figures, *findings, f"{padded('policy', 12)}  {plain(verdict.policy)}"]
    unchecked = ", ".join(verdict.not_checked)
    return [*lines, *(_hanging(padded("not checked", 14), unchecked, page) if unchecked else [])]


def _finding(finding: Finding, message: str) -> str:
    where = f", line {finding.line}" if finding.line is not None else ""
    if len(finding.steps) > _MOST_STEPS:
        where += f", at {finding.steps[0]} ... {finding.steps[-1]}, {len(finding.steps)} steps"
    elif finding.steps:
        where += f", at {', '.join(finding.steps)}"
    words = " ".join(quoted(message, finding.clause).split())
    if words and words[:_MOST_WORDS] not in finding.message:
        where += f', in "{short(words, _MOST_WORDS)}"'
    return f"{finding.rule}{where}: {finding.message}"


def _counts(verdict: Verdict, axis: Axis) -> str:
    """How many rules of the axis had something to look at; the broken and the open ones by name."""
    marks = [(code, mark) for code, mark in verdict.rules if code in BY_CODE and BY_CODE[code].axis is axis]
    looked = sum(mark is not Mark.NOT_APPLICABLE for _, mark in marks)
    told = f"{looked} of {len(marks)} rules applied"
    for word, wanted in (("broken", Mark.FAIL), ("open", Mark.UNCERTAIN)):
        codes = [code for code, mark in marks if mark is wanted]
        told += f"; {word}: {', '.join(codes)}" if codes else ""
    return told


def _cost(costs: Costs, path: Costs) -> str:
    told = [f"{name} {getattr(costs, name)} ({getattr(path, name)})" for name in ("calls", "decisions")]
    told.append(f"virtual seconds {seconds(costs.virtual_ms)} ({seconds(path.virtual_ms)})")
    told += [f"{name} {getattr(costs, name)}" for name in ("tokens", "retries", "backtracks", "repairs")]
    return ", ".join(told) + "; in brackets the reference path"
