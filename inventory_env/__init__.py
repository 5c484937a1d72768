"""The world: what is, and what happens. A read-only warehouse with a virtual clock."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

if not TYPE_CHECKING:  # pragma: no branch
    _HOMES = {
        "answer": {"Answer", "LineAnswer"},
        "episode": {"Agent", "Desk", "play"},
        "scenario": {"Scenario"},
        "suites": {"load_suite", "suite_names"},
        "task": {"Line", "Sourcing", "Task"},
        "trace": {"Observation", "Trace"},
        "verdict": {"Verdict"},
    }

    def __getattr__(name: str) -> object:
        """A public name, imported when it is first asked for: a command that needs none starts sooner."""
        import importlib

        for home, names in _HOMES.items():
            if name in names:
                globals()[name] = getattr(importlib.import_module(f"{__name__}.{home}"), name)
                return globals()[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
