"""Does the learner mend the leaky runner, see leaks in others' runs, name causes, and hold to a declared rule?"""

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import attrs

from exercises.course.checking import Case, Checked, Question, asked, judged, required
from exercises.shop import SHOP, Agent, Change, Desk, Task, Trace, digest, play, shown
from exercises.shop import Case as ShopCase
from exercises.shop.cases import LOCKED, LOST, MOVE, VALID, WRONG_OWNER
from exercises.shop.scripts import Step, calling, describing, scripted, writing
from inventory_env.errors import EnvironmentFault
from inventory_env.faults import Fault, FaultKind
from inventory_env.trace import Stop

_CALM = attrs.evolve(LOST, name="address", faults=())
_SILENT = attrs.evolve(_CALM, faults=(Fault(FaultKind.TIMEOUT, tool="change_address"),))
_TRIALS = (1, 2, 3)
_READ, _ASK, _DO = calling("find_order", order="O-1001"), describing(MOVE), writing(MOVE)


def check(learner: ModuleType) -> Checked:
    """The runner, series of runs, causes, and the count under both rules."""
    series = judged(required(learner, "sound"), _series())
    return series + asked(learner, (*_runner(), *_causes(), *_counted()))


def _writer() -> Agent:
    return scripted(_DO)


def _forgetful() -> Agent:
    """Writes in its first run only: it remembers that it has done so."""
    done: list[str] = []

    def agent(task: Task, desk: Desk) -> None:
        if not done:
            desk.call(MOVE.tool, **MOVE.arguments())
            done.append(task.user)

    return agent


def _breaking(error: Exception) -> Callable[[Agent, ShopCase, int], Trace]:
    """`play`, but the second trial breaks."""

    def broken(agent: Agent, case: ShopCase, trial: int) -> Trace:
        if trial == 2:
            raise error
        return play(agent, case, trial)

    return broken


def _running(
    of: Callable[[list[Trace | None]], Any],
    make: Callable[[], Agent] = _writer,
    world: Callable[[Agent, ShopCase, int], Trace] = play,
    case: ShopCase = _CALM,
    trials: tuple[int, ...] = _TRIALS,
) -> Callable[[ModuleType], Any]:
    """Asks something of the runs that the learner's runner gives."""
    return lambda module: of(required(module, "run_all")(make, case, trials, world))


def _runner() -> Iterator[Question]:
    leak = "The second run starts where the first one ended. Which line hands the state on?"
    yield Question(
        "run_all of trials 1, 2, 3: how many runs start in the state of the case",
        _running(lambda runs: sum(_fresh(one) for one in runs)),
        3,
        ((1, leak),),
        "Compare the digest of each start with that of case.shop.",
    )
    yield Question(
        "run_all of trials 1, 2, 3: audit rows at the end of each run; the agent writes once in each",
        _running(lambda runs: [len(one.after.audit) for one in runs if one]),
        [1, 1, 1],
        (([1, 2, 3], leak),),
        "Each run writes once into a fresh shop.",
    )
    yield Question(
        "run_all of trials 3, 1, 2: the trial number of each run",
        _running(lambda runs: [one.trial for one in runs if one], trials=(3, 1, 2)),
        [3, 1, 2],
        (([1, 1, 1], "All runs are trial 1: the same faults strike three times, and that is no repetition."),),
        "Each run gets its own trial number, in the order that was given.",
    )
    yield Question(
        "run_all of an agent that writes in its first run only: audit rows at the end of each run",
        _running(lambda runs: [len(one.after.audit) for one in runs if one], _forgetful),
        [1, 1, 1],
        (([1, 0, 0], "The agent remembers its first run. Each run needs an agent of its own."),),
        "Each run needs a fresh state and an agent of its own.",
    )
    yield from _broken_runs()


def _broken_runs() -> Iterator[Question]:
    yield Question(
        "run_all where the environment breaks in trial 2: what stands in the list",
        lambda module: _stopped(
            lambda: _running(
                lambda runs: ["a run" if one else one for one in runs], world=_breaking(EnvironmentFault("no shop"))
            )(module)
        ),
        ["a run", None, "a run"],
        ((["a run", "a run"], "The broken run is gone from the list: nobody can count it any more."),),
        "An EnvironmentFault leaves None in its place, and the other runs go on.",
    )
    yield Question(
        "run_all where `play` raises ValueError in trial 2: what comes of it",
        lambda module: _raised(lambda: _running(list, world=_breaking(ValueError("a slip")))(module)),
        "ValueError is passed on",
        (),
        "That is no fault of the environment but one of your program: catch EnvironmentFault and nothing else.",
    )


def _fresh(trace: Trace | None) -> bool:
    return trace is not None and digest(trace.before) == digest(SHOP)


def _stopped(run: Callable[[], object]) -> object:
    try:
        return run()
    except EnvironmentFault:
        return "EnvironmentFault stopped everything"


def _raised(run: Callable[[], object]) -> str:
    try:
        run()
    except ValueError:
        return "ValueError is passed on"
    return "ValueError is swallowed"


def _series() -> Iterator[Case]:
    runs = [play(_writer(), _CALM, trial) for trial in _TRIALS]
    dirty = attrs.evolve(_CALM, shop=runs[0].after)
    stamped = attrs.evolve(SHOP, orders=(attrs.evolve(SHOP.orders[0], updated_at_ms=1), *SHOP.orders[1:]))
    leaked = play(_writer(), dirty, 2)
    late = play(_writer(), attrs.evolve(_CALM, shop=stamped), 3)
    idle = [play(scripted(), dirty, trial) for trial in _TRIALS]

    def case(name: str, why: str, *series: Trace, good: bool = False) -> Case:
        told = "\n".join(_run_told(one) for one in series) or "(no runs)"
        given = (list(series), _CALM, _TRIALS)
        told = f"sound(runs, case, (1, 2, 3)); the case is `{_CALM.name}`, the runs are\n{told}"
        return Case(name, good, told, given, why, len(series))

    one, two, three = runs
    yield case(
        "three-fresh-runs", "One run for each trial, all from the start of the case.", one, two, three, good=True
    )
    yield case("in-another-order", "The order of the runs means nothing.", three, one, two, good=True)
    other = play(scripted(), _CALM, 2)
    yield case("ends-differ", "Ends may differ; starts may not.", one, other, three, good=True)
    yield case("second-run-leaked", "Look at the start of each run, not only of the first.", one, leaked, three)
    alike = "All starts are alike. Are they the start of the case?"
    yield case("all-leaked-alike", alike, *idle)
    yield case("only-a-stamp-leaked", "One stamp is enough: the start is another state.", one, two, late)
    yield case("a-trial-missing", "Three trials were declared.", one, two)
    yield case("a-trial-twice", "Count the runs of each trial.", one, two, two)
    yield case("one-run-too-many", "Three trials were declared. How many runs are there?", one, two, three, three)
    yield case("no-runs", "Where nothing ran, nothing may be counted.")
    strange = play(scripted(), attrs.evolve(LOCKED), 3)
    yield case("a-run-of-another-case", "Of which case is each run?", one, two, strange)


def _run_told(trace: Trace) -> str:
    states = (trace.before, trace.after)
    start, end = (digest(one)[:8] for one in states)
    mark = "as in the case" if start == digest(SHOP)[:8] else f"not as in the case, which has {digest(SHOP)[:8]}"
    return f"case `{trace.case}`, trial {trace.trial}: digest {start} at the start ({mark}), {end} at the end"


def _causes() -> Iterator[Question]:
    def crash(desk: Desk) -> None:
        raise KeyError("address")

    def ask(right: set[str], why: str, trace: Trace, wanted: tuple[Change, ...] = (MOVE,), *traps: Any) -> Question:
        told = f"causes(trace, wanted); wanted: {'the address of O-1001' if wanted else 'nothing'}; the trace is\n"
        told += f"{shown(trace)}\nstop: {trace.stop}"
        return Question(told, lambda module: required(module, "causes")(trace, wanted), right, traps, why)

    def run(*steps: Step, case: ShopCase = _CALM) -> Trace:
        return play(scripted(*steps), case)

    planned = "The case plans this timeout: it is part of the task, and an agent can look or try again."
    timeout = ({"environment"}, planned)
    several = "More than one class may fit: give all of them."
    yield ask(set(), "Nothing went wrong.", run(_READ, _ASK, _DO))
    broken = attrs.evolve(run(_READ), stop=Stop.ENVIRONMENT_FAULT)
    alone = "The world broke. What the agent would have done, nobody knows."
    yield ask({"environment"}, alone, broken, (MOVE,), ({"environment", "outcome"}, alone))
    yield ask(set(), planned, run(_ASK, _DO, _READ, case=LOST), (MOVE,), timeout)
    yield ask({"outcome"}, planned, run(_ASK, _DO, case=_SILENT), (MOVE,), timeout)
    yield ask({"outcome"}, "The agent crashed before it wrote: that is its own doing.", run(_READ, crash))
    yield ask({"outcome"}, "Nobody wrote.", run(_READ, _ASK))
    yield ask(
        {"tool choice"},
        "The goal was reached. A tool that is not there was called on the way.",
        run(calling("pay"), _DO),
    )
    unknown = calling("find_order", order="O-9999")
    yield ask({"input", "outcome"}, several, run(unknown), (MOVE,))
    half = calling("change_address", order="O-1001")
    yield ask({"input"}, "The goal was reached. One call had arguments that could not be.", run(half, _DO))
    locked = writing(LOCKED.task.requests[0])
    yield ask({"policy"}, "The shop stopped a write that nobody may make.", run(locked, case=LOCKED), ())
    refused = calling("find_order", order="O-2001")
    looked = "A look that was refused is no write: the customer asked for it, and the agent found out."
    yield ask(set(), looked, run(refused, case=WRONG_OWNER), (), ({"policy"}, looked))
    peek = calling("get_user", user="U-2")
    yield ask({"policy"}, "Whose data was read?", run(peek, _DO))
    yield ask({"tool choice", "policy"}, several, run(calling("unlock"), locked, case=LOCKED), ())
    moved = "Nothing was wanted. Compare the two states."
    yield ask({"outcome"}, moved, run(_DO, case=VALID), ())


def _counted() -> Iterator[Question]:
    ten = ["right"] * 5 + ["wrong"] * 2 + ["fault"] * 3
    hidden = "The faults are told under both rules; a rate without them hides three runs."
    why = (
        "COUNTED: every run counts. LEFT_OUT: the right and the wrong ones do. The third number is the faults, always."
    )
    of_all, of_valid = "That is the other rule.", "Leave out the faults alone, not the wrong runs."
    for outcomes, rule, right in (
        (ten, "COUNTED", (5, 10, 3)),
        (ten, "LEFT_OUT", (5, 7, 3)),
        (["right"] * 2 + ["fault"] * 3, "LEFT_OUT", (2, 2, 3)),
        (["fault"] * 2, "LEFT_OUT", (0, 0, 2)),
        (["wrong", "right"], "COUNTED", (1, 2, 0)),
    ):
        traps = (((*right[:2], 0), hidden), ((5, 5, 3), of_valid), ((5, 10, 3), of_all), ((5, 7, 3), of_all))
        some = {one: outcomes.count(one) for one in ("right", "wrong", "fault")}
        told = f"counted(outcomes, {rule}) of " + ", ".join(f"{number} x {one}" for one, number in some.items())
        known = tuple(one for one in traps if one[0] != right)
        yield Question(told, _count(outcomes, rule), right, known, why)
    yield Question(
        'counted(outcomes, "whatever looks best")',
        lambda module: _undeclared(module, ten),
        "ValueError",
        (),
        "A rule that is chosen after the runs is no rule: raise ValueError for anything but the two.",
    )


def _count(outcomes: list[str], rule: str) -> Callable[[ModuleType], Any]:
    return lambda module: tuple(required(module, "counted")(list(outcomes), getattr(module, rule)))


def _undeclared(module: ModuleType, outcomes: list[str]) -> str:
    try:
        return f"no error, but {required(module, 'counted')(outcomes, 'whatever looks best')}"
    except ValueError:
        return "ValueError"
