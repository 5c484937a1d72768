"""Does the learner report what was shown, and refuse reports that do not?"""

import math
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from exercises.course.checking import Checked, Question, asked, judged, required
from exercises.reporting import SECTIONS, Study

from .cases import cases
from .studies import STUDIES, right_figures, right_report

_AS_WRONG = "That counts faulty runs as wrong. They say nothing about the agent: leave them out, and show the coverage."
_WALD = "That is the end of a Wald interval. Take `wilson`."
_ZERO = "There is nothing to divide by, so it is undefined: None. A 0 would be a statement about the agent."
_WHY = {
    "success": "Right by judged runs, over judged runs, an estimate with Wilson's ends.",
    "coverage": "Judged by planned runs, over planned runs, known.",
    "least": "The faulty runs taken for wrong: right by planned runs, over planned runs, known.",
    "most": "The faulty runs taken for right, by planned runs, over planned runs, known.",
    "calls_per_success": "The calls of all judged runs by right runs, over judged runs, known.",
}


def check(learner: ModuleType) -> Checked:
    """Reports of others, then the learner's own; a report that passes goes through the project's validator."""
    found = judged(required(learner, "acceptable"), cases({name: right_report(one) for name, one in STUDIES.items()}))
    found += asked(learner, (*_sentences(), *_figures(), _own()))
    return found + asked(learner, (_validated(),)) if found.passed else found


def _sentences() -> tuple[Question, ...]:
    """What is written in words, and the order of it all."""
    words = "Write a whole sentence, so that a stranger understands it."
    study = STUDIES["plain"]
    return (
        Question("SCOPE has three words or more", lambda m: _worded(m.SCOPE), True, (), words),
        Question("SUCCESS has three words or more", lambda m: _worded(m.SUCCESS), True, (), words),
        Question(
            "NOT_SHOWN has one sentence or more",
            lambda m: bool(m.NOT_SHOWN) and all(map(_worded, m.NOT_SHOWN)),
            True,
            (),
            "What may nobody conclude from these runs?",
        ),
        Question(
            "the keys of make_report(...)",
            lambda m: tuple(required(m, "make_report")(study)),
            SECTIONS,
            ((tuple(sorted(SECTIONS)), "The order is that of SECTIONS, not of the alphabet."),),
            "All of SECTIONS, in their order; a dictionary keeps the order in which its keys are written.",
        ),
    )


def _worded(text: Any) -> bool:
    """Whether a text has three words or more."""
    return isinstance(text, str) and len(text.split()) >= 3


def _own() -> Question:
    why = "Both halves have to agree: what you write must be what you would accept."
    return Question(
        "acceptable(make_report(study)), for each study",
        lambda m: all(required(m, "acceptable")(required(m, "make_report")(one)) is True for one in STUDIES.values()),
        True,
        (),
        why,
    )


def _figures() -> Iterator[Question]:
    for study in STUDIES.values():
        for name, right in right_figures(study).items():
            for part in ("value", "n", "status", "low", "high") if name == "success" else ("value", "n", "status"):
                yield Question(
                    f"{_told(study)}: {name}.{part}",
                    _asking(study, name, part),
                    right[part],
                    tuple(_traps(study, name, part, right[part])),
                    _WHY[name],
                )


def _traps(study: Study, name: str, part: str, right: Any) -> Iterator[tuple[Any, str]]:
    planned = study.scenarios * study.trials
    if part == "value" and right is None:
        yield from ((wrong, _ZERO) for wrong in (0, 0.0, 1, float(study.calls)))
    if name == "success" and part == "value" and study.faulty and right is not None:
        yield study.right / planned, _AS_WRONG
    if name == "success" and part == "n" and study.faulty:
        yield planned, _AS_WRONG
    if name == "success" and part in ("low", "high") and right is not None:
        rate, sign = study.right / (study.right + study.wrong), 1 if part == "high" else -1
        for z in (1.96, 1.959963984540054):
            end = rate + sign * z * math.sqrt(rate * (1 - rate) / (study.right + study.wrong))
            yield from ((wrong, _WALD) for wrong in (end, min(max(end, 0.0), 1.0)) if abs(wrong - right) > 1e-6)


def _told(study: Study) -> str:
    return (
        f"results of {study.scenarios} scenarios x {study.trials}: right {study.right}, wrong {study.wrong}, "
        f"faulty {study.faulty}, calls {study.calls}"
    )


def _asking(study: Study, name: str, part: str) -> Callable[[ModuleType], Any]:
    def ask(module: ModuleType) -> Any:
        agent = required(module, "make_report")(study)["results"]["agents"][0]
        return agent[name][part]

    return ask


def _validated() -> Question:
    """Imported only where all else is right, because it takes a while."""

    def ask(module: ModuleType) -> Any:
        from graders.report.checking import check_document

        for study in STUDIES.values():
            for flaw in check_document(required(module, "make_report")(study)):
                return f"{flaw.path} {flaw.rule}; got {flaw.got}"
        return "accepted"

    return Question(
        "what the project's own validator says of make_report(...)", ask, "accepted", (), "Mend what it names."
    )
