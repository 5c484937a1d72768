"""What are stored runs worth?"""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graders.printing import plain, say, say_json, short, table
from inventory_env.errors import InputError

if TYPE_CHECKING:
    from graders.judging import Judge
    from graders.records import Record
    from graders.study.regrading import Move
    from inventory_env.verdict import Verdict

EXAMPLES = (
    "inventory-env grade out/traces.jsonl --suite worked",
    "inventory-env grade out --json",
    "inventory-env grade out --keep",
)
# The rest is counted; --json tells all.
MOST_TOLD = 20


def command(
    traces: Annotated[Path, typer.Argument(metavar="TRACES", help="Traces, or the folder that run wrote.")],
    suite: Annotated[str | None, typer.Option("--suite", help="Their suite; the folder of run knows its own.")] = None,
    grader: Annotated[str | None, typer.Option("--grader", help="Another grader: module:name or file.py:name.")] = None,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the verdicts of today beside those of the study.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print every verdict as JSON.")] = False,
) -> None:
    """Grade stored runs.

    Prints the counts for each agent, how many runs a person has read, and every run that broke a rule. With --keep,
    grades a study's folder by the rules of today, writes these verdicts beside the stored ones, which stay as they
    are, and lists every run that moved.
    """
    if keep:
        _keep(traces, suite, grader, as_json=as_json)
        return
    from graders.by_hand import ByHand
    from graders.grading import grade
    from graders.judging import judge_of
    from graders.loading import load_grader
    from graders.marks import read_marks
    from graders.records import traces_path
    from graders.standing import standing
    from graders.study.folder import suite_named
    from graders.tally import Tally, told
    from inventory_env.codec import builtins

    path = traces_path(traces)
    judge = grade if grader is None else judge_of(load_grader(grader))
    tallies: dict[str, Tally] = {}
    verdicts: list[dict[str, object]] = []
    broken: list[str] = []
    read = ByHand(read_marks(path))
    for record, verdict in _judged(path, suite_named(suite, path), judge):
        read.add(record, verdict)
        tallies.setdefault(record.agent, Tally(record.agent)).add(verdict)
        if as_json:
            verdicts.append({"agent": record.agent, "trial": record.trial, "verdict": builtins(verdict)})
        elif verdict.findings:
            broken.append(_line(record, verdict))
    counts, behind = list(tallies.values()), standing(Path.cwd(), grader or "")
    if as_json:
        agents = [tally.plain() for tally in counts]
        vouching = {"certificate": behind.line, "grader_errors": behind.errors}
        say_json({"agents": agents, "by_hand": read.plain(), **vouching, "verdicts": verdicts})
        return
    for line in (*told(counts), *read.told(), *behind.told(), *_first(broken)):
        say(line)


def _keep(folder: Path, suite: str | None, grader: str | None, *, as_json: bool) -> None:
    from graders.study.regrading import regrade
    from inventory_env.codec import builtins

    if suite is not None or grader is not None:
        raise InputError("must stand alone: the study knows its suite, and the rules are ours", field="--keep")
    done = regrade(folder)
    if as_json:
        say_json(
            {
                "path": str(done.path),
                "runs": done.runs,
                "rules": done.rules,
                "moves": [builtins(one) for one in done.moves],
            }
        )
        return
    if done.moves:
        for line in table((_moved(one) for one in done.moves[:MOST_TOLD]), head=_MOVED_HEAD):
            say(line)
    more = len(done.moves) - MOST_TOLD
    if more > 0:
        say(f"({more} more runs that moved; --json tells all)")
    for (was, now), count in sorted(done.successes().items()):
        say(f"success {was} -> {now}: {count}")
    before, after = done.rules
    say(f"{len(done.moves)} of {done.runs} runs moved from rule set {before} to {after}; both verdicts are kept")
    say(f"the verdicts of today: {done.path}")
    if done.moves and before == after:
        say("the rule set has the same number: its code was changed without a new one")


_MOVED_HEAD = ("scenario", "agent", "trial", "success", "label", "rules that moved")


def _moved(move: "Move") -> tuple[object, ...]:
    success = str(move.was) if move.was is move.now else f"{move.was} -> {move.now}"
    label = move.label[0] if move.label[0] == move.label[1] else " -> ".join(move.label)
    rules = ", ".join(f"{code} {was} -> {now}" for code, was, now in move.rules)
    return move.scenario, move.agent, move.trial, success, label, short(rules, 100)


def _judged(path: Path, suite: str, judge: "Judge") -> "Iterator[tuple[Record, Verdict]]":
    from graders.records import read_records, with_scenarios

    for scenario, record in with_scenarios(read_records(path), suite, path):
        try:
            with contextlib.redirect_stdout(sys.stderr):  # a grader may print
                verdict = judge(scenario, record.trace)
        except InputError as error:
            raise error.at(str(path)) from None
        yield record, verdict


def _line(record: "Record", verdict: "Verdict") -> str:
    first = verdict.findings[0]
    more = f" (+{len(verdict.findings) - 1} more)" if len(verdict.findings) > 1 else ""
    said = f"{verdict.scenario} {record.agent}, trial {record.trial}: {verdict.success}, {verdict.label}"
    return short(plain(f"{said}: {first.rule}: {first.message}{more}"), 200)


def _first(broken: list[str]) -> list[str]:
    if len(broken) <= MOST_TOLD:
        return broken
    return [*broken[:MOST_TOLD], f"({len(broken) - MOST_TOLD} more runs that broke a rule)"]
