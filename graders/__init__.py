"""The judges: what is right, what a trace proves, what a run is worth."""

from graders.grading import grade
from graders.policy import Policy

__all__ = ["Policy", "grade"]
