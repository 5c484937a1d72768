"""How does one run look?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graders.printing import say, say_json, table
from inventory_env.errors import InputError

if TYPE_CHECKING:
    from graders.records import Record
    from inventory_env.scenario import Scenario

EXAMPLES = (
    "inventory-env show --agent careful --suite worked --id E01",
    "inventory-env show out/traces.jsonl E01",
    "inventory-env show out --index 0 --json",
)
# A longer list is no list to choose from.
MOST_LISTED = 50


def command(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="Traces, or the folder that run wrote.")] = None,
    scenario_id: Annotated[str | None, typer.Argument(metavar="ID", help="Id of the scenario.")] = None,
    wanted: Annotated[str | None, typer.Option("--id", "--scenario", help="The same, as an option.")] = None,
    index: Annotated[int | None, typer.Option("--index", min=0, help="Place in the file or suite, from 0.")] = None,
    suite: Annotated[str | None, typer.Option("--suite", help="Its suite; the folder of run knows its own.")] = None,
    agent: Annotated[str | None, typer.Option("--agent", help="Only its runs; without a FILE, who plays.")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of an agent that plays.")] = 0,
    prompt: Annotated[bool, typer.Option("--prompt", help="Tell the request in the words of the prompt.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print scenario, trace and verdict as JSON.")] = False,
) -> None:
    """Show one run, step by step.

    The request, each call and reply on the virtual clock, the answer, what its words say, and what is wrong
    with it: the words that a finding is about are marked, with its number behind them. The run is one of a
    file, or one that --agent plays on the spot on a scenario of --suite. Where a file has several runs and
    none is picked, they are listed.
    """
    wanted = scenario_id or wanted
    if file is None:
        scenario, record = _played(agent, suite, wanted, index, seed)
        _print(record, scenario, prompt=prompt, as_json=as_json)
        return
    found = _stored(file, wanted, index, agent)
    if len(found) == 1:
        record = found[0][1]
        _print(record, _scenario_of(record, suite, file), prompt=prompt, as_json=as_json)
    else:
        _list(found, as_json=as_json)


def _played(
    agent: str | None, suite: str | None, wanted: str | None, index: int | None, seed: int
) -> "tuple[Scenario, Record]":
    from graders.loading import load_agent
    from graders.study.playing import play_once
    from inventory_env.errors import choices, shown
    from inventory_env.suites import DEFAULT, load_suite

    if agent is None:
        raise InputError("must be given: a file of traces, or --agent with a scenario of --suite", field="file")
    if wanted is None and index is None:
        raise InputError("must be given, or --index, for the agent to play", field="--id")
    scenarios = load_suite(suite or DEFAULT)
    if index is not None and index >= len(scenarios):
        raise InputError(f"must be below {len(scenarios)}; got {index}", field="index")
    named = {one.id: one for one in (scenarios if index is None else scenarios[index : index + 1])}
    if wanted is not None and wanted not in named:
        known = choices(wanted, named) if len(named) <= MOST_LISTED else f"the suite has {len(named)}"
        raise InputError(f"must be a scenario; got {shown(wanted)} ({known})", field="id")
    scenario = named[wanted] if wanted is not None else next(iter(named.values()))
    return scenario, play_once(load_agent(agent), scenario, 1, seed)[0]


def _stored(file: Path, wanted: str | None, index: int | None, agent: str | None) -> "list[tuple[int, Record]]":
    from graders.records import read_records, traces_path

    numbered = enumerate(read_records(traces_path(file)))
    found = [
        (number, record)
        for number, record in numbered
        if wanted in (None, record.trace.scenario) and index in (None, number) and agent in (None, record.agent)
    ]
    if not found:
        asked = {"id": wanted, "index": index, "agent": agent}
        said = ", ".join(f"{name} {value}" for name, value in asked.items() if value is not None)
        raise InputError(f"holds no run{f' with {said}' if said else ''}", path=str(file))
    return found


def _scenario_of(record: "Record", suite: str | None, file: Path) -> "Scenario | None":
    from graders.records import traces_path, with_scenarios
    from graders.study.folder import suite_of

    suite = suite or suite_of(traces_path(file))
    return None if suite is None else next(with_scenarios([record], suite, file))[0]


def _print(record: "Record", scenario: "Scenario | None", *, prompt: bool, as_json: bool) -> None:
    from graders.grading import grade
    from graders.show import page_here, show
    from graders.understood import to_json, understood_in
    from inventory_env.codec import builtins

    verdict = None if scenario is None else grade(scenario, record.trace)
    words = None if scenario is None else understood_in(scenario, record.trace)
    if as_json:
        said = None if words is None else to_json(words)
        told = {"run": builtins(record), "scenario": builtins(scenario), "verdict": builtins(verdict)}
        say_json({**told, "understanding": said})
        return
    for line in show(record, scenario, verdict, words, page=page_here(prompt=prompt)):
        say(line)


def _list(found: "list[tuple[int, Record]]", *, as_json: bool) -> None:
    rows = [
        (number, one.trace.scenario, one.agent, one.trial, one.trace.stop.value, len(one.trace.calls))
        for number, one in found
    ]
    head = ("index", "scenario", "agent", "trial", "stop", "calls")
    if as_json:
        say_json({"runs": [dict(zip(head, row, strict=True)) for row in rows]})
        return
    for line in table(rows[:MOST_LISTED], head=head):
        say(line)
    more = f" ({len(rows) - MOST_LISTED} more)" if len(rows) > MOST_LISTED else ""
    say(f"{len(rows)} runs{more}: pick one by its id, --agent or --index")
