"""Which four runs does a learner read by hand, and what did a grader say of each?"""

from collections.abc import Callable

import attrs

from baselines.rule_based import careful
from baselines.zoo import ZOO
from exercises.warehouse import ARTICLE, answer_of, world
from graders import grade
from graders.records import Record
from graders.show import Page, show
from inventory_env.answer import Status
from inventory_env.episode import Agent, play
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace

_COLUMNS = 110


@attrs.frozen
class Shown:
    """One run to be read.

    Attributes:
        letter: A to D.
        scenario: the case.
        trace: the run.
        grader: what the grader that judged it looks at, in a few words.
        passes: what it says.
    """

    letter: str
    scenario: Scenario
    trace: Trace
    grader: str
    passes: bool


def shown() -> tuple[Shown, ...]:
    """The four runs."""
    zoo = {one.name: one.make(0) for one in ZOO}
    rows: tuple[tuple[str, Agent, Scenario, str, Callable[[Scenario, Trace], bool]], ...] = (
        ("A", zoo["asks-next-door-while-waiting"], world({"W1": 7, "W2": 9}, silent=("W1",)), _WHOLE, succeeds),
        ("B", careful, world({"W1": 2, "W2": 7}, silent_once=("W2",)), "fails whoever asks the same twice", no_loop),
        ("C", zoo["takes-silence-for-zero"], world({"W1": 2, "W2": 0}, silent=("W2",)), _STOCK, stock_agrees),
        ("D", careful, world({"W1": 2, "W2": 7}, silent=("W2",)), _WHOLE, succeeds),
    )
    runs = [(letter, case, play(agent, case), about, judge) for letter, agent, case, about, judge in rows]
    return tuple(Shown(letter, case, trace, about, judge(case, trace)) for letter, case, trace, about, judge in runs)


_WHOLE = "holds the calls and the answer to the rules"
_STOCK = "compares the answer with the stock, W1 2 and W2 0"


def succeeds(scenario: Scenario, trace: Trace) -> bool:
    """Whether the run is a success by all rules."""
    return grade(scenario, trace).success == "pass"


def no_loop(_scenario: Scenario, trace: Trace) -> bool:
    """Whether no call is made twice: a naive grader."""
    asked = [(call.tool, *sorted(call.arguments.items())) for call in trace.calls]
    return len(set(asked)) == len(asked)


def stock_agrees(scenario: Scenario, trace: Trace) -> bool:
    """Whether the answer is right by what really lies there: a naive grader."""
    answer, wanted = answer_of(trace), scenario.task.lines[0].quantity
    line = answer.line(1) if answer else None
    held = [scenario.stock.table.figures(name, ARTICLE) for name in scenario.task.priority]
    most = max((one.available or 0 for one in held if one is not None), default=0)
    right = (Status.FOUND, 0) if most >= wanted else (Status.SHORTFALL, wanted - most)
    return line is not None and (line.status, line.gap) == right


def request() -> str:
    """The request, which is the same in all four runs."""
    requests = {"\n".join(_section(run, "REQUEST")) for run in shown()}
    (one,) = requests
    return one


def page(run: Shown) -> str:
    """The run as `inventory-env show` tells it, without request and right answer, and the grader's word."""
    said = f"  {'pass' if run.passes else 'fail'}  (it {run.grader})"
    return "\n".join(
        [
            f"RUN {run.letter}",
            *_section(run, "RUN")[1:],
            *_section(run, "ANSWER"),
            f"THE GRADER OF RUN {run.letter}",
            said,
        ]
    )


def _section(run: Shown, title: str) -> list[str]:
    """A section of the run as it is shown, without the fault that only the tester knows of."""
    lines = show(Record("hidden", 1, 0, run.trace), run.scenario, page=Page(columns=_COLUMNS))
    begin = lines.index(title)
    end = lines.index("", begin)
    return [line for line in lines[begin:end] if "hidden fault" not in line]
