"""Which runs do the texts show, and what does the project's own judge say of them?"""

import importlib

from exercises.rendered import page, request, shown
from graders import grade

_right = importlib.import_module("exercises.15_read_one_trace.checks").RIGHT
_runs = shown()
_first = [
    next((step for one in grade(run.scenario, run.trace).findings for step in one.steps), "none") for run in _runs
]
_succeed = [grade(run.scenario, run.trace).success == "pass" for run in _runs]
_agree = [run.passes is right for run, right in zip(_runs, _succeed, strict=True)]

NUMBERS = [
    *((text, text) for text in (request(), *map(page, _runs))),
    ("two of the four", f"{['none', 'one', 'two', 'three', 'four'][_agree.count(False)]} of the four"),
    (
        "c2, none, c4, none",
        ", ".join(_first)
        if (_first, _agree) == ([one[0] for one in _right.values()], [one[3] for one in _right.values()])
        else "the answers are wrong",
    ),
]
