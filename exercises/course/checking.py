"""What does a check find? Good cases that are flagged, faulty ones that slip through, questions answered wrongly."""

import functools
import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from types import ModuleType
from typing import Any

import attrs

# What a learner's file gives for a case, or what it raised instead.
Answered = Any


@attrs.frozen
class Found:
    """One case that came out wrong.

    Attributes:
        name: of the case; of a faulty one it is told after three tries only.
        told: the case in a few lines, which a learner can read without any other file.
        got: what the learner's code said.
        why: what is wrong with that, in a sentence, or empty.
        size: how large the case is; the smallest is shown.
    """

    name: str
    told: str
    got: str
    why: str = ""
    size: int = 0


@attrs.frozen
class Checked:
    """What a check found.

    Attributes:
        good: how many good cases there are.
        flagged: those that the learner's code rejects.
        faulty: how many faulty cases there are.
        missed: those that the learner's code accepts.
        asked: how many questions there are.
        wrong: those that it answers wrongly.
        names: of all faulty cases.
    """

    good: int = 0
    flagged: tuple[Found, ...] = ()
    faulty: int = 0
    missed: tuple[Found, ...] = ()
    asked: int = 0
    wrong: tuple[Found, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong, and anything was looked at."""
        return not (self.flagged or self.missed or self.wrong) and self.good + self.faulty + self.asked > 0

    def __add__(self, other: "Checked") -> "Checked":
        """Both together."""
        return Checked(*(getattr(self, one.name) + getattr(other, one.name) for one in attrs.fields(Checked)))


@attrs.frozen
class Case:
    """A case for a learner's grader.

    Attributes:
        name: of the agent or the variant behind it.
        good: whether the grader must accept it.
        told: the case in a few lines.
        given: what the grader is asked with.
        why: what a learner should see in it; told beside the case.
        size: how large it is.
    """

    name: str
    good: bool
    told: str
    given: tuple[Any, ...]
    why: str = ""
    size: int = 0


@attrs.frozen
class Question:
    """A question with one right answer.

    Attributes:
        told: as the learner would type it: `pass_at_k(5, 3, 2)`.
        ask: asks the learner's module.
        right: the answer.
        traps: wrong answers that come of known mistakes, each with a sentence on it.
        why: what holds, where no trap fits; does not give the answer away.
        among: the answers to choose from, where there are only a few.
    """

    told: str
    ask: Callable[[ModuleType], Any]
    right: Any
    traps: tuple[tuple[Any, str], ...] = ()
    why: str = ""
    among: tuple[Any, ...] = ()


def judged(grader: Callable[..., Any], cases: Iterable[Case]) -> Checked:
    """What a learner's grader says of cases; anything but True and False is no answer, and counts as wrong."""
    return functools.reduce(Checked.__add__, (_judged(grader, case) for case in cases), Checked())


def asked(module: ModuleType, questions: Iterable[Question]) -> Checked:
    """How a learner's module answers questions."""
    return functools.reduce(Checked.__add__, (_asked(module, one) for one in questions), Checked())


def required(module: ModuleType, name: str) -> Callable[..., Any]:
    """A function of the learner's module; where it is missing, one that says so."""
    found = getattr(module, name, None)
    if callable(found):
        return found  # type: ignore[no-any-return]  # a learner's function may be anything

    def missing(*_: object, **__: object) -> Any:
        raise NotImplementedError(f"{name} must be a function of your file")

    return missing


def _judged(grader: Callable[..., Any], case: Case) -> Checked:
    said, problem = _said(lambda: grader(*case.given))
    right = said is case.good
    why = (
        _both(problem, case.why)
        if problem
        else (case.why if isinstance(said, bool) else "A grader answers True or False.")
    )
    found = () if right else (Found(case.name, case.told, shown_short(said), why, case.size),)
    return Checked(good=1, flagged=found) if case.good else Checked(faulty=1, missed=found, names=(case.name,))


def _asked(module: ModuleType, question: Question) -> Checked:
    said, problem = _said(lambda: question.ask(module))
    if not problem and _same(said, question.right):
        return Checked(asked=1)
    why = _both(problem, question.why) if problem else _trap(question, said) or question.why
    return Checked(asked=1, wrong=(Found(question.told, question.told, shown_short(said), why),))


def _trap(question: Question, said: Any) -> str:
    """What is to be said of that wrong answer, where it is a known one."""
    if said is not None and question.among and not any(_same(said, one) for one in question.among):
        return f"Write one of these: {', '.join(map(repr, question.among))}."
    near = (why for wrong, why in question.traps if _same(said, wrong) or _close(said, wrong))
    return next(near, "")


def _close(said: Any, wrong: Any) -> bool:
    """Whether a float is a known wrong fraction, but for its last digits."""
    return isinstance(said, float) and isinstance(wrong, Fraction) and _same(said, float(wrong))


def _same(said: Any, right: Any) -> bool:
    """Equal, and of a kind that may be equal: True is no 1, and a float may be off by its last digits."""
    if type(said).__module__ == LEARNER_MODULE:
        return False  # a class of the learner's may call itself equal to anything
    if isinstance(said, bool) is not isinstance(right, bool):
        return False
    if isinstance(right, float) and math.isfinite(right) and isinstance(said, int | float | Fraction):
        return math.isclose(said, right, rel_tol=1e-6, abs_tol=1e-6)
    if isinstance(right, tuple | list) and isinstance(said, tuple | list):
        return len(said) == len(right) and all(map(_same, said, right))
    try:
        return bool(said == right)
    except Exception:  # noqa: BLE001 - a learner's object may compare as it likes
        return False


def asking(name: str, *given: object) -> Callable[[ModuleType], Any]:
    """Asks a function of the learner's module, with these arguments."""
    return lambda module: required(module, name)(*given)


def rounded(right: object) -> tuple[tuple[float, str], ...]:
    """The trap of a float where an exact fraction is wanted."""
    said = "That is a float, which has lost the exact value: compute with Fraction from the start."
    return ((float(right), said),) if isinstance(right, Fraction) else ()


def _said(ask: Callable[[], Any]) -> tuple[Answered, str]:
    """What the learner's code gave, and what is to be said of it where it raised."""
    try:
        return ask(), ""
    except NotImplementedError as error:
        return NOTHING, f"{error or 'This is still to be written'}{line_of(error)}"
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a learner's code may raise anything
        return f"(raised {type(error).__name__})", f"Your code raised {type(error).__name__}: {error}{line_of(error)}"


def _both(problem: str, why: str) -> str:
    return f"{problem}. {why}".removesuffix(". ") if problem.startswith("Your code raised") else problem


def line_of(error: BaseException) -> str:
    """Where in the learner's file it was raised, in brackets; empty if elsewhere."""
    trace = error.__traceback__
    line = 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.startswith(LEARNER):
            line = trace.tb_lineno
        trace = trace.tb_next
    return f" (line {line} of your file)" if line else ""


# The trap of a prediction that was left open.
OPEN = (None, "Write down what you expect, before you compute it: a wrong guess costs nothing.")
# What is shown for code that is still to be written.
NOTHING = "(nothing yet)"
# The name under which the learner's file is loaded.
LEARNER_MODULE = "learner_file"
# How the names of learners' files begin in a check; the rest is the path.
LEARNER = "learner:"


def shown_short(value: Any) -> str:
    """A value on one line, not too long."""
    plain = isinstance(value, Fraction) or (isinstance(value, str) and value.startswith("("))
    text = str(value) if plain else repr(value)
    text = " ".join(text.split())
    return text if len(text) <= 120 else text[:117] + "..."
