"""What does a grader see of a run? The replies that came before the answer, and the answer; no stock, no story."""

import attrs

from exercises.warehouse import answer_of
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace


@attrs.frozen
class Run:
    """One run on an order for one article that is to come from one warehouse.

    Attributes:
        wanted: units wanted, 1 or more.
        warehouses: in the order in which they are to be asked.
        attempts: how often a warehouse that does not reply is to be asked; after that it is silent.
        replies: (warehouse, units available) for each question asked before the answer; None: no reply came in time.
        status: what the answer says: found, shortfall or unknown; empty where there is no answer.
        source: the warehouse from which all the units are to come; empty where the answer names none.
        gap: how many units are missing, as the answer says; None where it does not.
        silent: the warehouses that the answer names as silent.
        reservations: references of reservations, as the answer gives them.
    """

    wanted: int
    warehouses: tuple[str, ...]
    attempts: int
    replies: tuple[tuple[str, int | None], ...]
    status: str
    source: str = ""
    gap: int | None = None
    silent: tuple[str, ...] = ()
    reservations: tuple[str, ...] = ()


def run_of(scenario: Scenario, trace: Trace) -> Run:
    """What a trace shows, in short; the plan of a line that is not found is left out."""
    task, answer = scenario.task, answer_of(trace)
    line = answer.line(1) if answer else None
    before = trace.counting.after_calls if trace.counting else len(trace.calls)
    asked = [call for call in trace.calls[:before] if call.tool == "get_stock"]
    return Run(
        wanted=task.lines[0].quantity,
        warehouses=task.priority,
        attempts=task.retry.max_attempts,
        replies=tuple((call.arguments["warehouse"], call.observation.body.get("available")) for call in asked),
        status=str(line.status) if line else "",
        source=line.plan[0][0] if line and line.status == "found" and line.plan else "",
        gap=line.gap if line else None,
        silent=line.unreached if line else (),
        reservations=answer.reservations if answer else (),
    )


def told(run: Run) -> str:
    """The run in a few lines."""
    order = ", then ".join(run.warehouses)
    said = [run.status or "no answer"]
    said += [f"all {run.wanted} from {run.source}"] if run.source else []
    said += [f"gap {run.gap}"] if run.gap is not None else []
    said += [f"silent {', '.join(run.silent)}"] if run.silent else []
    said += [f"reservations {', '.join(run.reservations)}"] if run.reservations else []
    return "\n".join(
        [
            f"wanted  {run.wanted} from one warehouse; ask {order}; {run.attempts} attempts each",
            *(f"asked   {name} -> {'no reply' if units is None else units}" for name, units in run.replies),
            *(["asked   nobody"] if not run.replies else []),
            f"answer  {'; '.join(said)}",
        ]
    )
