"""Does what the agent was told support what it says?

Of value-misquoted, stale-used, malformed-used, page-missed and claim-unsupported a line gets only the
first that fits.
"""

from graders.axes.findings import Findings, for_line
from graders.case import Case
from graders.readings import Kind


def value_misquoted(case: Case) -> Findings | None:
    """A figure must be quoted as a reply gave it; an answered warehouse is not unreached."""
    quotes = any([answer.seen or answer.unreached for _, answer in case.answered])
    return _told(case, "value-misquoted") if quotes else None


def stale_used(case: Case) -> Findings | None:
    """A figure older than allowed is no evidence."""
    return _told(case, "stale-used") if case.answer and Kind.STALE in case.walk.evidence.book.failures else None


def malformed_used(case: Case) -> Findings | None:
    """A body that contradicts itself is no evidence."""
    return _told(case, "malformed-used") if case.answer and Kind.MALFORMED in case.walk.evidence.book.failures else None


def page_missed(case: Case) -> Findings | None:
    """An article is not absent before every page has been read."""
    pages = case.walk.evidence.book.pages
    return _told(case, "page-missed") if case.answer and pages else None


def claim_unsupported(case: Case) -> Findings | None:
    """A report must be what its own replies make certain."""
    return _told(case, "claim-unsupported") if case.answer else None


def evidence_fabricated(case: Case) -> Findings | None:
    """Evidence must cite calls that were made before the answer."""
    if not any([answer.evidence for _, answer in case.answered]):
        return None
    made = {call.call_id for call in case.walk.before}
    return tuple(
        [
            for_line(
                "evidence-fabricated", judged, f"cites {', '.join(foreign)}, which was never called", case.submitted
            )
            for judged, answer in case.answered
            if (foreign := [one for one in answer.evidence or () if one not in made])
        ]
    )


def unreached_not_disclosed(case: Case) -> Findings | None:
    """A warehouse that was asked and gave nothing must be named."""
    book = case.walk.evidence.book
    if book.calm:
        return None
    silent = [(judged, answer, book.silent(judged.line.sku)) for judged, answer in case.answered]
    if not any([places for _, _, places in silent]):
        return None
    return tuple(
        [
            for_line(
                "unreached-not-disclosed",
                judged,
                f"does not say that {', '.join(hidden)} gave no number",
                case.submitted,
            )
            for judged, answer, places in silent
            if (hidden := [one for one in places if one not in answer.unreached])
        ]
    )


def _told(case: Case, rule: str) -> Findings:
    """The findings of one of the rules that exclude each other."""
    return tuple(
        [
            for_line(rule, judged, judged.unsupported[1], case.submitted)
            for judged in case.unsupported
            if judged.unsupported is not None and judged.unsupported[0] == rule
        ]
    )
