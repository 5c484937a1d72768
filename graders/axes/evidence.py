"""Does what the agent was told support what it says?

Of value-misquoted, stale-used, malformed-used, page-missed and claim-unsupported a line gets only the
first that fits.
"""

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from graders.axes.findings import Findings, for_line
from graders.case import Case, Judged
from graders.knowledge import Knowledge, Place
from graders.oracle import Certain, accepts, certain
from inventory_env.answer import LineAnswer, NotANumber, Status


def value_misquoted(case: Case) -> Findings | None:
    """A figure must be quoted as a reply gave it; an answered warehouse is not unreached."""
    quoting = [(judged, answer) for judged, answer in case.answered() if answer.seen or answer.unreached]
    return _told(case, "value-misquoted") if quoting else None


def stale_used(case: Case) -> Findings | None:
    """A figure older than allowed is no evidence."""
    return _told(case, "stale-used") if case.answer and case.walk.evidence.book.stale else None


def malformed_used(case: Case) -> Findings | None:
    """A body that contradicts itself is no evidence."""
    return _told(case, "malformed-used") if case.answer and case.walk.evidence.book.malformed else None


def page_missed(case: Case) -> Findings | None:
    """An article is not absent before every page has been read."""
    pages = case.walk.evidence.book.pages
    return _told(case, "page-missed") if case.answer and pages else None


def claim_unsupported(case: Case) -> Findings | None:
    """A report must be what its own replies make certain."""
    return _told(case, "claim-unsupported") if case.answer else None


def evidence_fabricated(case: Case) -> Findings | None:
    """Evidence must cite calls that were made before the answer."""
    citing = [(judged, answer) for judged, answer in case.answered() if answer.evidence]
    if not citing:
        return None
    submission = case.trace.counting
    made = {call.call_id for call in case.trace.calls[: submission.after_calls if submission else 0]}
    return tuple(
        for_line("evidence-fabricated", judged, f"cites {', '.join(foreign)}, which was never called", case.submitted)
        for judged, answer in citing
        if (foreign := [one for one in answer.evidence or () if one not in made])
    )


def unreached_not_disclosed(case: Case) -> Findings | None:
    """A warehouse that was asked and gave nothing must be named."""
    silent = [(judged, answer, _silent(case, judged)) for judged, answer in case.answered()]
    if not any(places for _, _, places in silent):
        return None
    return tuple(
        for_line(
            "unreached-not-disclosed", judged, f"does not say that {', '.join(hidden)} gave no number", case.submitted
        )
        for judged, answer, places in silent
        if (hidden := [one for one in places if one not in answer.unreached])
    )


def supported(case: Case, judged: Judged, answer: LineAnswer) -> bool:
    """Whether the trace's own replies make exactly this report certain."""
    return _holds(case, case.walk.evidence.certain, judged, answer)


def _told(case: Case, rule: str) -> Findings:
    """The findings of one of the rules that exclude each other."""
    return tuple(
        for_line(rule, judged, fault[1], case.submitted)
        for judged, answer in case.answered()
        if (fault := _first_fault(case, judged, answer)) and fault[0] == rule
    )


def _first_fault(case: Case, judged: Judged, answer: LineAnswer) -> tuple[str, str] | None:
    book = case.walk.evidence.book
    if misquoted := _misquoted(case, judged, answer):
        return "value-misquoted", misquoted
    if supported(case, judged, answer):
        return None
    sku = judged.line.sku
    stale = {place: values for place, values in book.stale.items() if place[1] == sku}
    malformed = {place: values for place, values in book.malformed.items() if place[1] == sku}
    if stale and _believing(case, judged, answer, stale):
        return "stale-used", f"holds only with figures that {_names(stale)} gave too old"
    if malformed and (
        _believing(case, judged, answer, malformed) or _believing(case, judged, answer, {**stale, **malformed})
    ):
        return "malformed-used", f"holds only with a body of {_names(malformed)} that contradicts itself"
    unread = _unread(case, sku)
    if unread and _believing(case, judged, answer, unread):
        return "page-missed", f"holds only if the unread pages of {_names(unread)} say nothing about it"
    return "claim-unsupported", f"{_claim(answer)} does not follow from the replies: they make {_own(judged)}"


def _misquoted(case: Case, judged: Judged, answer: LineAnswer) -> str | None:
    book, sku = case.walk.evidence.book, judged.line.sku
    for warehouse in answer.unreached:
        if (warehouse, sku) in book.answered:
            return f"calls {warehouse} unreached, which has answered"
    for warehouse, seen in answer.seen or ():
        said = book.quotes.get((warehouse, sku), set())
        if seen not in said and not (seen is NotANumber.NO_REPLY and (warehouse, sku) not in book.answered):
            replied = ", ".join(sorted(str(one) for one in said)) or "nothing"
            return f"quotes {seen} from {warehouse}, which said {replied}"
        if seen is NotANumber.NO_REPLY and (warehouse, sku) in book.answered:
            return f"says that {warehouse} did not reply, which has answered"
    return None


def _holds(case: Case, known: Certain, judged: Judged, answer: LineAnswer) -> bool:
    right = known.lines[judged.place]
    if answer.status is not right.status or (right.status is Status.FOUND and not right.plan_certain):
        return False
    return (
        answer.gap == right.gap
        and answer.confirmed == right.confirmed
        and accepts(case.task, judged.line, right, answer.plan, known.left[judged.place])
    )


def _believing(case: Case, judged: Judged, answer: LineAnswer, values: Mapping[Place, tuple[int, ...]]) -> bool:
    """Whether the report would hold if these numbers were valid replies."""
    return any(
        _holds(case, certain(case.task, knowledge), judged, answer)
        for knowledge in _beliefs(case.walk.evidence.knowledge, values)
    )


def _beliefs(known: Knowledge, values: Mapping[Place, tuple[int, ...]]) -> Iterator[Knowledge]:
    """The knowledge of somebody who believes the first reading of each place, or the second, or the third ..."""
    for reading in zip_longest(*values.values()):
        believed = {
            place: options[-1] if number is None else number
            for (place, options), number in zip(values.items(), reading, strict=True)
            if options
        }
        numbers = {**believed, **known.numbers}
        yield Knowledge(numbers, known.unreached.difference(numbers), known.missing)


def _unread(case: Case, sku: str) -> dict[Place, tuple[int, ...]]:
    book = case.walk.evidence.book
    return {
        (warehouse, sku): (book.short.get((warehouse, sku), 0), 0)
        for warehouse, pages in book.pages.items()
        if pages.half_read and (warehouse, sku) not in book.numbers
    }


def _silent(case: Case, judged: Judged) -> list[str]:
    """The listed warehouses asked for this line's sku that gave nothing which settles it."""
    book, sku = case.walk.evidence.book, judged.line.sku
    places = [(warehouse, sku) for warehouse in case.task.priority]
    return [place[0] for place in places if place in book.asked and place not in book.answered]


def _names(places: Mapping[Place, object]) -> str:
    return ", ".join(sorted(warehouse for warehouse, _ in places))


def _claim(answer: LineAnswer) -> str:
    plan = " + ".join(f"{warehouse} {share}" for warehouse, share in answer.plan)
    return f"{answer.status}{f' ({plan})' if plan else ''}"


def _own(judged: Judged) -> str:
    own = judged.own
    plan = " + ".join(f"{warehouse} {share}" for warehouse, share in own.plan)
    open_plan = "" if own.plan_certain else ", and the plan is still open"
    return f"{own.status}{f' ({plan})' if plan else ''}{open_plan}"
