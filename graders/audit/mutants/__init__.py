"""How good is the audit itself? Graders with one misconception each, all of which it must catch."""

from graders.audit.mutants.answers import ANSWER_MUTANTS
from graders.audit.mutants.catching import Catches, Caught, catch
from graders.audit.mutants.conclusions import conclusion_mutants
from graders.audit.mutants.mutant import Marks, Mutant, unmutated
from graders.audit.mutants.replies import reply_mutants
from graders.audit.mutants.switched import switched
from graders.audit.mutants.tasks import TASK_MUTANTS

__all__ = ["MUTANTS", "Catches", "Caught", "Marks", "Mutant", "catch", "unmutated"]

MUTANTS: tuple[Mutant, ...] = (
    *switched(),
    *TASK_MUTANTS,
    *reply_mutants(),
    *ANSWER_MUTANTS,
    *conclusion_mutants(),
)
