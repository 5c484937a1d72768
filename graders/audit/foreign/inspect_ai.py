"""What do Inspect AI's scorers say of our cases?

A scorer gets a finished TaskState, as at the end of a sample: the prompt, the messages, the output. `includes` and
`match` look for the right number in what the customer reads, once per line; `answer` and `exact` compare the fields
of the answer, written in one line. Tested with inspect_ai 0.3.285; the scorers are described in the documentation of
Inspect, under "Scorers".
"""

import functools
from collections.abc import Callable, Coroutine
from typing import Any

from graders.audit.foreign.needs import needs
from graders.audit.foreign.targets import in_short, numbers, reference_run, submitted, told
from inventory_env.errors import HarnessFault
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace

Scorer = Callable[[Any, Any], Coroutine[Any, Any, Any]]


def includes(scenario: Scenario, trace: Trace) -> bool | None:
    """The message holds the right number of every line, anywhere; None where there is no number to look for."""
    return _holds_numbers("includes", scenario, trace)


def match(scenario: Scenario, trace: Trace) -> bool | None:
    """The same with whole numbers: 120 does not hold 12."""
    return _holds_numbers("match", scenario, trace)


def answer(scenario: Scenario, trace: Trace) -> bool:
    """What stands after ANSWER: is the right answer in short."""
    return _says("answer", scenario, trace, f"{told(trace)}\nANSWER: {_short(trace)}")


def exact(scenario: Scenario, trace: Trace) -> bool:
    """The answer in short is the right one, but for case, blanks and punctuation."""
    return _says("exact", scenario, trace, _short(trace))


def _holds_numbers(name: str, scenario: Scenario, trace: Trace) -> bool | None:
    wanted = numbers(scenario)
    if wanted is None:
        return None
    return all(scored(name, scenario.task.prompt, told(trace), number) for number in wanted)


def _says(name: str, scenario: Scenario, trace: Trace, completion: str) -> bool:
    return scored(name, scenario.task.prompt, completion, _short(reference_run(scenario)))


def _short(trace: Trace) -> str:
    reported = submitted(trace)
    return "" if reported is None else in_short(reported)


def scored(name: str, prompt: str, completion: str, target: str) -> bool:
    """Whether a scorer calls an output correct.

    Args:
        name: includes, match, answer or exact.
        prompt: what the model was asked.
        completion: what it said last.
        target: the right answer.
    """
    solver, model, scorers = needs("inspect_ai.solver"), needs("inspect_ai.model"), needs("inspect_ai.scorer")
    state = solver.TaskState(
        model=model.ModelName("none/none"),
        sample_id=1,
        epoch=1,
        input=prompt,
        messages=[model.ChatMessageUser(content=prompt), model.ChatMessageAssistant(content=completion)],
        output=model.ModelOutput.from_content("none/none", completion),
    )
    score = _finished(_scorer(name)(state, scorers.Target(target)))
    return bool(score.value == scorers.CORRECT)


@functools.cache
def _scorer(name: str) -> Scorer:
    scorers = needs("inspect_ai.scorer")
    made: dict[str, Callable[[], Scorer]] = {
        "includes": scorers.includes,
        "match": lambda: scorers.match(location="any", numeric=True),
        "answer": lambda: scorers.answer("line"),
        "exact": scorers.exact,
    }
    return made[name]()


def _finished(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """What a coroutine returns that waits for nothing: an event loop for each would cost ten times as much."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        return done.value
    coroutine.close()
    raise HarnessFault("a scorer of text waits for something")
