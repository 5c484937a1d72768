"""How does one run look to a person? Request, calls on the virtual clock, answer, findings at their steps."""

from collections.abc import Iterable, Iterator, Sequence

import attrs

from graders.claims.claim import Understanding
from graders.highlight import Span, highlighted
from graders.printing import coloured, columns, guillemets, padded, painted, plain, table, width, wrapped
from graders.records import Record
from graders.run_words import (
    axis_words,
    cost_rows,
    delivered_words,
    finding_words,
    gravity,
    in_order,
    right_order,
    right_rows,
    submission_words,
    told_once,
)
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
from inventory_env.verdict import Finding, Mark, Verdict

_COLOUR = {Mark.PASS: "green", Mark.FAIL: "red", Mark.UNCERTAIN: "yellow", Mark.NOT_APPLICABLE: "dim"}
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
    pointers = _pointers(told_once(verdict.findings if verdict else ()))
    skus = scenario.task.skus() if scenario else ()
    rows, turn = [], 0
    for step in in_order(trace):
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


def _call_cells(call: Call, skus: Sequence[str]) -> tuple[str, str, str, str]:
    return seconds(call.start_ms), seconds(call.arrived_ms), call_words(call), reply_words(call, skus)


def _submission_cells(submission: Submission, trace: Trace) -> tuple[str, str, str, str]:
    return seconds(submission.at_ms), "", "submit_answer", submission_words(submission, trace)


def _fault_mark(call: Call, scenario: Scenario | None) -> str:
    told = delivered_words(call, scenario)
    return told and f"! {told}"


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
        Span(*finding.clause, gravity(finding, verdict), str(number))
        for number, finding in enumerate(told_once(verdict.findings), 1)
        if finding.clause
    ] if verdict else []  # fmt: skip
    room = max(20, page.columns - 4)
    for lines in highlighted(message, spans, cells=room, colours=page.colours, marks=page.marks):
        yield from (f"{'  ' if i else '| '}{line}".rstrip() for i, line in enumerate(lines))


def _words(understood: Understanding, page: Page) -> list[str]:
    deed = write_claim_words(understood, colours=page.colours)
    told = claim_lines(understood, colours=page.colours)
    return [*told, f"a deed presented as done: {deed}; read as {plain(understood.language)}"]


def _lines_of(answer: Answer) -> list[str]:
    return table([(f"line {line.line}", *answer_words(line)) for line in answer.lines])


def _right(scenario: Scenario) -> list[str]:
    return [*table(right_rows(scenario)), *right_order(scenario)]


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
    for number, finding in enumerate(told_once(verdict.findings), 1):
        findings += _hanging(padded(f"finding {number}", 14), plain(finding_words(finding, message)), page)
    if page.brief:
        return [success, *findings]
    axes = (
        f"{padded(axis.value, 12)}  {mark(one)}  {axis_words(verdict, axis)}".rstrip() for axis, one in verdict.axes
    )
    figures = _hanging(padded("figures", 14), _cost(verdict), page)
    lines = [success, *axes, *figures, *findings, f"{padded('policy', 12)}  {plain(verdict.policy)}"]
    unchecked = ", ".join(verdict.not_checked)
    return [*lines, *(_hanging(padded("not checked", 14), unchecked, page) if unchecked else [])]


def _cost(verdict: Verdict) -> str:
    told = [f"{name} {own}" + (f" ({path})" if path else "") for name, own, path in cost_rows(verdict)]
    return ", ".join(told) + "; in brackets the reference path"
