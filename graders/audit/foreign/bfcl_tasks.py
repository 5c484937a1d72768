"""Which tasks of the Berkeley Function Calling Leaderboard does an agent pass that must never pass?

Questions, right answers and right calls are those that ship with bfcl-eval 2026.3.23 (BFCL v4), and so are the
checkers: 255 agentic questions (155 on what it remembers, 100 on what it finds on the web), 800 tasks of several
turns.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from graders.audit.foreign.bfcl import ALONE, contains_answer, same_state_and_replies
from graders.audit.foreign.floor import Control, Row, floor
from graders.audit.foreign.needs import needs

BENCHMARK = "BFCL v4"
MULTI_TURN = ("multi_turn_base", "multi_turn_miss_func", "multi_turn_miss_param", "multi_turn_long_context")


def bfcl_rows() -> tuple[Row, ...]:
    """A row for each category and control.

    Raises:
        InputError: bfcl-eval is not installed.
    """
    rows: list[Row] = []
    for category, controls in (("memory", {**AGENTIC, "dump": dump_answer}), ("web_search", AGENTIC)):
        rows += floor(tasks(category), controls, benchmark=BENCHMARK, tasks=category)
    for category in MULTI_TURN:
        rows += floor(tasks(category), SEVERAL_TURNS, benchmark=BENCHMARK, tasks=category)
    return tuple(rows)


def tasks(category: str) -> dict[str, dict[str, Any]]:
    """The tasks of a category by their ids, each with its `ground_truth`."""
    right = {one["id"]: one["ground_truth"] for one in _lines(f"possible_answer/BFCL_v4_{category}.json")}
    return {one["id"]: {**one, "ground_truth": right[one["id"]]} for one in _lines(f"BFCL_v4_{category}.json")}


def right_answer(task: Mapping[str, Any]) -> bool:
    """Says the right answer: this one must pass."""
    return contains_answer(task["ground_truth"][0], task["ground_truth"])


def no_answer(task: Mapping[str, Any]) -> bool:
    """Says nothing."""
    return contains_answer("", task["ground_truth"])


def denied_answer(task: Mapping[str, Any]) -> bool:
    """Denies the right answer."""
    return contains_answer(f"It is definitely not {task['ground_truth'][0]}.", task["ground_truth"])


def dump_answer(task: Mapping[str, Any]) -> bool:
    """Says all that it was ever told: the file of the earlier conversations."""
    path = _data() / "memory_prereq_conversation" / f"memory_{task['scenario']}.json"
    return contains_answer(path.read_text(encoding="utf-8"), task["ground_truth"])


def right_calls(task: dict[str, Any]) -> bool:
    """Makes the right calls. Whatever it says beside them, the leaderboard hands on to the checker the calls alone."""
    turns = [[calls] if calls else [] for calls in task["ground_truth"]]
    return same_state_and_replies(turns, task["ground_truth"], task)


def no_calls(task: dict[str, Any]) -> bool:
    """Calls nothing."""
    return same_state_and_replies([[] for _ in task["ground_truth"]], task["ground_truth"], task)


AGENTIC: dict[str, Control[dict[str, Any]]] = {"nothing": no_answer, "denial": denied_answer}
SEVERAL_TURNS: dict[str, Control[dict[str, Any]]] = {"nothing": no_calls, "disowning": right_calls}


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (_data() / name).read_text(encoding="utf-8").splitlines()]


def _data() -> Path:
    return Path(str(needs("bfcl_eval.constants.executable_backend_config", ALONE).__file__)).parent.parent / "data"
