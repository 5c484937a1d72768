"""Which cases could prove a grader or an agent wrong? Hypothesis strategies for every noun, for anybody's tests."""

from inventory_env.strategies.calling import arguments, calls
from inventory_env.strategies.mishaps import fault_plans, faults
from inventory_env.strategies.orders import sourcings, tasks
from inventory_env.strategies.reports import answers, line_answers
from inventory_env.strategies.runs import agents, traces
from inventory_env.strategies.sayings import messages
from inventory_env.strategies.scripts import Altered, Script, Turn
from inventory_env.strategies.shelves import json_values, names, records, stocks, wholes
from inventory_env.strategies.worlds import scenarios

__all__ = [
    "Altered",
    "Script",
    "Turn",
    "agents",
    "answers",
    "arguments",
    "calls",
    "fault_plans",
    "faults",
    "json_values",
    "line_answers",
    "messages",
    "names",
    "records",
    "scenarios",
    "sourcings",
    "stocks",
    "tasks",
    "traces",
    "wholes",
]
