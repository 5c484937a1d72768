"""What is kept of the word on one run? A line of `verdicts.jsonl`."""

from graders.study.figures import Figures
from inventory_env.fields import Count, Name, Positive, noun
from inventory_env.verdict import Verdict


@noun
class Judgement:
    """The verdict on one run.

    Attributes:
        agent: its name.
        trial: which run of this agent on this scenario, counted from 1.
        verdict: the grader's word.
        figures: what else can be counted in its trace.
        reruns: how often a faulty try was put aside before it.
    """

    agent: Name
    trial: Positive
    verdict: Verdict
    figures: Figures
    reruns: Count = 0
