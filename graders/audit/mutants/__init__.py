"""How good is the audit itself? Graders with one misconception each, all of which it must catch."""

from graders.audit.mutants.answers import answer_mutants
from graders.audit.mutants.catching import Catches, Caught, catch
from graders.audit.mutants.conclusions import conclusion_mutants
from graders.audit.mutants.mutant import Marks, Mutant, unmutated
from graders.audit.mutants.replies import reply_mutants
from graders.audit.mutants.switched import switched
from graders.audit.mutants.tasks import task_mutants

__all__ = ["MUTANTS", "Catches", "Caught", "Marks", "Mutant", "catch", "unmutated"]

MUTANTS: tuple[Mutant, ...] = (
    *switched(),
    *task_mutants(),
    *reply_mutants(),
    *answer_mutants(),
    *conclusion_mutants(),
)
