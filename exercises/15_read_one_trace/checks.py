"""Does the learner find the first broken rule in a run, and judge the grader by it?"""

from types import ModuleType
from typing import Any

from exercises.course.checking import Checked, Question, asked

NONE = ("none", 0, "nothing else")
_TIMEOUT = "A timeout is the world's doing. Was this the warehouse that rule 1 wants to be asked then?"
_RETRY = "It asks again after a timeout, while attempts are left. What does rule 1 say of that?"
_LATE = "By then a rule was broken: look at what each step asks while another warehouse is not yet settled."
_STOCK = "That the stock has none at W2 is something only the tester knows. Which reply told the agent?"
_UNKNOWN_IS_RIGHT = "Unknown is a right ending where a warehouse stays silent through all attempts (rule 3)."
_WORD = "Say first what you found yourself, with STEP and RULE. Does the grader's word agree with it?"

# For each run: the right values of STEP, RULE, INSTEAD and GRADER, and for each of them the traps.
RIGHT: dict[str, tuple[str, int, str, bool]] = {
    "A": ("c2", 1, "ask W1", True),
    "B": (*NONE, False),
    "C": ("c4", 3, "answer unknown", False),
    "D": (*NONE, True),
}
_TRAPS: dict[str, tuple[tuple[Any, str], ...]] = {
    "A_STEP": (
        ("c1", _TIMEOUT),
        ("c3", _LATE),
        ("c4", _LATE),
        ("none", "The answer fits the replies. Now check the way to it, step by step, with rule 1 in hand."),
    ),
    "A_RULE": ((4, "The answer names W1 as silent, as it should."), (0, "Some rule is broken: at which step?")),
    "A_INSTEAD": (
        ("ask W2", "That is what it did. Which warehouse was not settled then?"),
        ("answer unknown", "W1 had been asked once of twice, and W2 not at all: too early for any answer."),
    ),
    "A_GRADER": (
        (False, "The answer is right, the way to it is not: a reply from W1 to a second question would have counted."),
    ),
    "B_STEP": (("c2", _TIMEOUT), ("c3", _RETRY), ("c4", "Which reply does the answer contradict?")),
    "B_RULE": ((1, _RETRY), (2, "It stops at W2, which has enough.")),
    "B_INSTEAD": (
        ("answer unknown", "W2 had been asked once of twice: it was not silent yet."),
        ("ask W2", "That it did. Then nothing else should have been done."),
    ),
    "B_GRADER": ((True, "The grader sees that c2 and c3 ask the same. Does it see what came between them?"),),
    "C_STEP": (("none", _STOCK), ("c2", _TIMEOUT), ("c3", _RETRY), ("c1", "W1 replied at once. What is wrong there?")),
    "C_RULE": (
        (0, _STOCK),
        (4, "The answer does name W2 as silent. And yet it says something that this forbids."),
        (5, "Every figure in it was seen. It is the ending that does not follow."),
    ),
    "C_INSTEAD": (
        ("answer shortfall", _STOCK),
        ("ask W2", "It had been asked twice, which is the limit."),
        ("answer found", "No reply says that a warehouse has 5."),
    ),
    "C_GRADER": ((True, _STOCK),),
    "D_STEP": (("c4", _UNKNOWN_IS_RIGHT), ("c3", _RETRY), ("c2", _TIMEOUT)),
    "D_RULE": ((3, _UNKNOWN_IS_RIGHT),),
    "D_INSTEAD": (("answer shortfall", "For that W2 would have had to reply."), ("ask W2", "Twice is the limit.")),
    "D_GRADER": ((False, "Nothing was obtained, that is true. But was it handled rightly?"),),
}
_WHY = {
    "STEP": "Go through the run from the top, with the five rules in hand; take the first step that breaks one.",
    "RULE": "Read the rules once more against that step; one of them names it.",
    "INSTEAD": "What do the rules demand at that moment, with what was known then?",
    "GRADER": _WORD,
}


_AMONG: dict[str, tuple[Any, ...]] = {
    "STEP": ("none", "c1", "c2", "c3", "c4"),
    "RULE": (0, 1, 2, 3, 4, 5),
    "INSTEAD": ("ask W1", "ask W2", "answer found", "answer shortfall", "answer unknown", "nothing else"),
    "GRADER": (True, False),
}


def check(learner: ModuleType) -> Checked:
    """Four questions on each of four runs."""
    return asked(learner, [_question(f"{run}_{what}", right, what) for run in RIGHT for what, right in _asked(run)])


def _asked(run: str) -> tuple[tuple[str, Any], ...]:
    return tuple(zip(("STEP", "RULE", "INSTEAD", "GRADER"), RIGHT[run], strict=True))


def _question(name: str, right: Any, what: str) -> Question:
    def ask(module: ModuleType) -> Any:
        said = getattr(module, name, None)
        if said is None:
            raise NotImplementedError(f"{name} is still to be filled in")
        return said.strip().lower() if isinstance(said, str) and what == "STEP" else said

    return Question(name, ask, right, _TRAPS[name], _WHY[what], _AMONG[what])
