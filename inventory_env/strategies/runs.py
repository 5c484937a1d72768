"""What may an agent do, and which traces does it leave?"""

from hypothesis import strategies as st

from inventory_env.episode import Agent, play
from inventory_env.scenario import Scenario
from inventory_env.strategies.calling import calls
from inventory_env.strategies.reports import answers, line_answers
from inventory_env.strategies.sayings import messages
from inventory_env.strategies.scripts import Altered, Script, Turn
from inventory_env.strategies.shelves import json_values
from inventory_env.task import Task
from inventory_env.trace import Trace

_TOKENS = st.just((0, 0)) | st.tuples(st.integers(0, 9), st.integers(0, 9))
_CRASHES = st.none() | st.none() | st.none() | st.text(max_size=9)


def agents(task: Task, like: Agent | None = None) -> st.SearchStrategy[Agent]:
    """An agent that makes drawn calls and submits drawn answers, well-formed or not; shrinks to one that does nothing.

    It is pure: on the same scenario it always leaves the same trace. It may call several tools at once, report tokens,
    go on over a budget, submit more than once, return an answer, and crash.

    Args:
        task: whose tools, warehouses, skus and lines it mostly names.
        like: an agent that is good at the task. Then half of the agents are this one, unchanged at times, at times
            with calls before it, another message, or another report on some line.
    """
    turns = st.lists(_turns(task), max_size=4)
    scripts: st.SearchStrategy[Agent] = st.builds(Script, turns, st.none() | answers(task), _CRASHES)
    if like is None:
        return scripts
    reports = st.sampled_from(task.lines).flatmap(lambda line: line_answers(task, line.line))
    altered: st.SearchStrategy[Agent] = st.builds(
        Altered,
        st.just(like),
        st.lists(_turns(task), max_size=1),
        st.lists(reports, max_size=1),
        st.none() | messages(task.language, warehouses=task.priority),
    )
    return scripts | altered


def traces(scenario: Scenario, agent: Agent | None = None) -> st.SearchStrategy[Trace]:
    """A trace that the environment records for a scenario; shrinks to one without a call and without an answer.

    Every ending of a run may come, but for faults of the world and of the machinery and for runs of thousands of calls.

    Args:
        scenario: what is played.
        agent: an agent that is good at it. Then half of the traces are its own, some whole, some a change away: see
            `agents`.
    """
    return st.builds(play, agents(scenario.task, agent), st.just(scenario))


def _turns(task: Task) -> st.SearchStrategy[Turn]:
    submission = st.tuples(st.just("submit_answer"), answers(task) | json_values())
    call = calls(task) | calls(task, lawful=False) | submission
    return st.builds(Turn, st.lists(call, max_size=3), _TOKENS)
