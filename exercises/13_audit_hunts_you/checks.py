"""Does the audit find a run on which the learner's grader is wrong?"""

import ast
from pathlib import Path
from types import ModuleType

from exercises.course.checking import Checked, Question, asked, judged, required
from exercises.hunting import hunted

# (kind, what to see in its runs)
_GOOD = (
    ("good", "All rules are kept. Which of them does your code see broken?"),
    ("right:reads-policy-first", "Rule 1: another tool on offer was used before; rule 3 is about get_stock alone."),
    ("right:terse", "Nothing is wrong here; the message is short."),
    ("right:cites-every-call", "Nothing is wrong here; the answer cites its calls as evidence."),
    ("right:corrects-refused-answer", "Rule 2: a refused answer came first; the one that counts is right."),
    ("right:submits-json", "Nothing is wrong here; the answer was handed in through the desk."),
    ("keep:no-message", "Rules 1 to 5 ask for no message."),
    ("keep:no-figures", "Rule 5: `seen` need not be given."),
    ("keep:lists-reversed", "Rule 5: the order in `unreached` and `seen` is free."),
    ("keep:corrected", "Rule 2: the answer that counts is the last one here, and it is right."),
    ("keep:second-thought-refused", "Rule 2: another answer came after the final one, and was refused."),
    ("keep:tokens", "Nothing is wrong here; tokens were reported."),
)
_FAULTY = (
    ("control:do-nothing", "Rule 2: there is no answer. Doing no harm is not yet doing it right."),
    ("control:always-found", "Rule 3: nobody was asked."),
    ("control:always-shortfall", "Rule 3: nobody was asked."),
    ("control:always-unknown", "Rule 3: nobody was asked."),
    ("zoo:asks-backwards", "Rule 3: the warehouses were not asked in the order of the list."),
    ("zoo:asks-one-and-gives-up", "Rule 3: nobody had enough, and not all were asked."),
    ("zoo:over-queries", "Rule 3: somebody had enough, and the asking went on."),
    ("zoo:takes-the-fullest", "Rules 3 and 4: the first that has enough ends the asking, and is the source."),
    ("zoo:never-retries", "Rule 3: a warehouse without a reply is asked again, up to max_attempts."),
    ("zoo:retries-forever", "Rule 3: after max_attempts a warehouse is silent, and is not asked again."),
    ("zoo:takes-silence-for-zero", "Rule 4: a warehouse is silent, so nobody knows that there is a shortfall."),
    ("zoo:dares-not-say-short", "Rule 4: nobody is silent, so it is known that there is a shortfall."),
    ("zoo:hides-the-unreached", "Rule 5: a warehouse was silent, and `unreached` does not name it."),
    ("zoo:mis-copies-a-number", "Rule 5: `seen` holds a figure that no reply had."),
    ("zoo:fabricates-a-reservation", "Rule 2: the answer claims a reservation."),
    ("zoo:answers-before-asking", "Rule 3: the calls came after the answer that counts."),
    ("zoo:tries-to-reserve", "Rule 1: a tool was called that is not on offer."),
    ("edit:gap", "Rule 4: the gap is another number."),
    ("edit:confirmed", "Rule 4: `confirmed` is another number."),
    ("edit:share", "Rule 4: the plan takes another number of units."),
    ("edit:other-warehouse", "Rule 4: the plan takes the units from another warehouse."),
    ("edit:answered-called-silent", "Rule 5: `unreached` names a warehouse that has replied, or was not asked."),
    ("edit:second-thought", "Rule 2: the last answer counts here, and it is wrong."),
    ("edit:corrected-too-late", "Rule 2: the first answer counts here, and it is wrong."),
    ("edit:reply-dropped", "Rule 3: the answer rests on a reply that is not there."),
    ("edit:queries-swapped", "Rule 3: the later warehouse was asked before the earlier one."),
)
KINDS = dict((*_GOOD, *_FAULTY))


def check(learner: ModuleType) -> Checked:
    """The hunt, then whether the grader is the learner's own."""
    grader = required(learner, "grader")
    return judged(grader, hunted(grader, KINDS)) + asked(learner, (_own(),))


def _own() -> Question:
    why = "The judges of this project, and its careful agent, must stay out: `graders` and `baselines` are imported."
    return Question("does your file do without graders and baselines?", _does_without, right=True, why=why)


def _does_without(learner: ModuleType) -> bool:
    """Whether no import of the file names them, and nothing in it comes from there."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(Path(str(learner.__file__)).read_bytes())):
        if isinstance(node, ast.Import):
            names |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isprintable():
            names |= {node.value} if " " not in node.value else set()
    return not {name.partition(".")[0] for name in names} & {"graders", "baselines"}
