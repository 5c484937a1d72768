"""Which runs differ a little from a good one? The careful agent's, with one thing changed, and what is right of them."""

from graders.audit.edits.answers import answer_kinds
from graders.audit.edits.calls import call_kinds
from graders.audit.edits.twins import twin_kinds
from graders.audit.edits.words import word_kinds
from graders.audit.kinds import Kind

__all__ = ["edit_kinds"]


def edit_kinds() -> tuple[Kind, ...]:
    """Every edit of a run, of its record and of its answer; the faulty ones, the breakdowns and those that keep it right."""
    return (*answer_kinds(), *twin_kinds(), *call_kinds(), *word_kinds())
