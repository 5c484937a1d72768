"""What does a report of an evaluation say, and when must it be refused?"""

from typing import Any

from exercises.reporting import SECTIONS, Report, Study, figure, figures, ready_made, wilson

# From here on you write. Your own sentences first; any will do that a stranger understands.
# What is the report to show, about which agent, for whom?
SCOPE = ""
# When does a run count as a success?
SUCCESS = ""
# What may nobody conclude from these runs? One sentence or more.
NOT_SHOWN: list[str] = []


def results(study: Study) -> Report:
    """The results of one agent: {"agents": [{"name": ..., ...}]}, with these figures beside the name.

    - "success": right by *judged* runs (right and wrong), over n judged runs; an estimate with Wilson's ends. Without a
      judged run the value and both ends are None.
    - "coverage": judged by planned runs, over n planned runs; known.
    - "least": the share of all planned runs that are right, had every faulty run gone wrong; n planned; known.
    - "most": the same, had every faulty run gone right; n planned; known.
    - "calls_per_success": the calls of all judged runs by the right runs, over n judged runs; known. Without a right
      run the value is None.
    """
    raise NotImplementedError("results is still to be written")


def make_report(study: Study) -> Report:
    """The whole report: all of SECTIONS as keys, in their order.

    "scope" is {"text": SCOPE, "success": SUCCESS}, "not_shown" is {"sentences": NOT_SHOWN}, "results" comes from
    `results`, and the others from `ready_made`.
    """
    raise NotImplementedError("make_report is still to be written")


def acceptable(report: Report) -> bool:
    """Whether a report that somebody else wrote may be published. Any key may be missing; such a report is refused.

    1. Its keys are SECTIONS, all of them, in their order, and none of the sections is empty.
    2. `scope.success` is not blank, and `not_shown.sentences` holds at least one sentence.
    3. `split.kind` is "dev", "test" or "unsplit".
    4. Below "results" and "read_by_hand" every float stands in a figure (`figures` finds both).
    5. Each figure has an n that is a whole number, 0 or more, and a status, "known" or "estimate". Where n is 0, the
       value is None.
    6. An estimate that has a value has a method and two ends, 0 <= low < high <= 1, and the value between them.
    7. For each agent of `results.agents`: `coverage.n` is `split.scenarios` times `environment.trials`, and
       `coverage.value` is `success.n` by `coverage.n`.
    8. Where an agent's `success.value` is 0 or None, its `calls_per_success.value` is None.
    """
    raise NotImplementedError("acceptable is still to be written")
