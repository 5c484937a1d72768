"""Which runs differ a little from a good one? The careful agent's with one thing changed, and what is right of them."""

from graders.audit.edits.alone import alone_kinds
from graders.audit.edits.answers import answer_kinds
from graders.audit.edits.breakdowns import breakdown_kinds
from graders.audit.edits.calls import call_kinds
from graders.audit.edits.keeping import keeping_kinds
from graders.audit.edits.records import record_kinds
from graders.audit.edits.submissions import submission_kinds
from graders.audit.edits.twins import twin_kinds
from graders.audit.edits.words import word_kinds
from graders.audit.kinds import Kind

__all__ = ["edit_kinds"]


def edit_kinds() -> tuple[Kind, ...]:
    """Every edit of a run: the faulty ones, the breakdowns, and those that keep it right."""
    faulty = (*answer_kinds(), *twin_kinds(), *call_kinds(), *word_kinds(), *alone_kinds())
    return (*faulty, *submission_kinds(), *record_kinds(), *breakdown_kinds(), *keeping_kinds())
