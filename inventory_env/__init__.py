"""The world: what is, and what happens. A read-only warehouse with a virtual clock."""

from inventory_env.answer import Answer, LineAnswer
from inventory_env.episode import Agent, Desk, play
from inventory_env.scenario import Scenario
from inventory_env.suites import load_suite, suite_names
from inventory_env.task import Line, Sourcing, Task
from inventory_env.trace import Observation, Trace
from inventory_env.verdict import Verdict

__all__ = [
    "Agent",
    "Answer",
    "Desk",
    "Line",
    "LineAnswer",
    "Observation",
    "Scenario",
    "Sourcing",
    "Task",
    "Trace",
    "Verdict",
    "load_suite",
    "play",
    "suite_names",
]
