"""Which laws does the environment keep under any sequence of calls? A machine that draws them and keeps plain books."""

import contextlib
import functools
from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

import attrs
from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from inventory_env.answer import Answer
from inventory_env.codec import encode
from inventory_env.episode import Desk, play
from inventory_env.errors import InputError
from inventory_env.faults import FaultKind
from inventory_env.intake import arguments
from inventory_env.run import Recorder, Run, RunOver
from inventory_env.scenario import Bait, Scenario
from inventory_env.strategies import answers, calls, json_values, scenarios
from inventory_env.task import Completion, Task
from inventory_env.tools import ALWAYS_OFFERED, TOOLS, WRITE_TOOLS
from inventory_env.trace import Call, Code, Observation, Stop, Submission, Trace
from inventory_env.warehouse import Warehouse

LIMITS = ("", "calls", "decisions", "seconds", "tokens")
EMPTY_ANSWER = {"lines": []}
NO_COUNTS = st.sampled_from([True, -1, 2.0, "3", None, 2**53])


def of_task(strategy: Any) -> Any:
    """What a strategy of the task gives in the run at hand."""
    return st.runner().flatmap(lambda machine: strategy(machine.task))


@functools.lru_cache(maxsize=64)
def any_calls(task: Task) -> st.SearchStrategy[list[tuple[str, Any]]]:
    """The calls of one decision; a submission may stand among them."""
    submission = st.tuples(st.just("submit_answer"), any_answers(task))
    return st.lists(calls(task) | calls(task, lawful=False) | calls(task) | submission, max_size=4)


@functools.lru_cache(maxsize=64)
def lawful_calls(task: Task) -> st.SearchStrategy[list[tuple[str, Any]]]:
    """One to three lawful calls."""
    return st.lists(calls(task), min_size=1, max_size=3)


@functools.lru_cache(maxsize=64)
def any_answers(task: Task) -> st.SearchStrategy[Any]:
    """A well-formed answer, one as JSON, or anything else."""
    return answers(task) | st.just(EMPTY_ANSWER) | json_values()


def hold(law: str, kept: bool) -> None:
    """Say which law is broken."""
    if not kept:
        raise AssertionError(law)


class EnvironmentMachine(RuleBasedStateMachine):
    """One run, driven step by step through its desk; after each step its record is held to the laws."""

    held = False  # whether the last step was held to every law
    seen: ClassVar[set[str]] = set()  # what has happened in any run

    @initialize(scenario=scenarios(), limited=st.sampled_from(LIMITS), most=st.integers(0, 4))
    def begin(self, scenario: Scenario, limited: str, most: int) -> None:
        """Any world; often with a budget that is soon used up."""
        if limited:
            budget = attrs.evolve(scenario.task.budget, **{limited: most})
            scenario = attrs.evolve(scenario, task=attrs.evolve(scenario.task, budget=budget))
        self.scenario, self.task = scenario, scenario.task
        self.rows = encode(list(scenario.stock.table.rows()))
        self.steps: list[tuple[str, Any]] = []
        self.run = Run(scenario)
        self.run.open(Warehouse, Recorder)
        self.desk = Desk(self.run)
        self.now = self.turn = self.paid = self.tokens = 0
        self.paid_turns: set[int] = set()
        self.asked: Counter[bytes] = Counter()
        self.exceeded = self.over = False
        self.accepted: list[Answer] = []
        self.past: tuple[list[bytes], list[bytes]] = ([], [])

    @rule(made=of_task(any_calls))
    def decide(self, made: list[tuple[str, Any]]) -> None:
        """Several calls at once: one turn, all start now, the clock moves by the longest."""
        was_over = self.over
        self.turn += not was_over
        handed_out, ended = self._take("decide", made)
        recorded, submitted = self._news()
        hold("nothing is recorded after the end", not (was_over and (recorded or submitted)))
        for call in recorded:
            self._hold_call(call)
        done = sorted([*recorded, *submitted], key=lambda one: int(one.call_id[1:]))
        self._hold_order(done, made, ended)
        for one in submitted:
            before = [call.arrived_ms for call in recorded if int(call.call_id[1:]) < int(one.call_id[1:])]
            self._hold_submission(one, max([self.now, *before]))
        self.seen.update(["parallel"] if len(recorded) > 1 else [])
        self.now = max([self.now, *[call.arrived_ms for call in recorded]])
        self.over = self.over or ended
        if not ended:
            self._hold_copies(handed_out, done)
        self._hold_whole()

    @rule(made=of_task(lawful_calls))
    def ask(self, made: list[tuple[str, Any]]) -> None:
        """The same with lawful calls alone: most runs would be over soon otherwise."""
        self.decide(made)

    @rule(answer=of_task(any_answers))
    def submit(self, answer: Any) -> None:
        """An answer is taken or refused with a reason; the first one after the final one is kept, and none counts."""
        was_over = self.over
        handed_out, ended = self._take("submit", answer)
        recorded, submitted = self._news()
        hold("a submission is no call", not recorded)
        hold("a submission ends nothing but a run that is over", ended == was_over)
        if not was_over:
            self._hold_order(submitted, [("submit_answer", answer)], ended)
            self._hold_submission(submitted[0], self.now)
            self._hold_copies(handed_out, submitted)
        hold("nothing counts after the end", not was_over or all(one.answer is None for one in submitted))
        self._hold_whole()

    @rule(tokens_in=st.integers(0, 6), tokens_out=st.integers(0, 6))
    def report(self, tokens_in: int, tokens_out: int) -> None:
        """Tokens add up."""
        self._take("report", (tokens_in, tokens_out))
        self.tokens += tokens_in + tokens_out
        self._hold_whole()

    @rule(wrong=NO_COUNTS)
    def report_nonsense(self, wrong: Any) -> None:
        """What is no count is refused and changes nothing."""
        self.held = False
        with contextlib.suppress(InputError):
            self.desk.report_tokens(1, wrong)
            hold("a count is a whole number", False)
        self._hold_whole()

    def teardown(self) -> None:
        """The same steps again, through `play`, give the same bytes."""
        if not self.held:
            return  # a step has already said what is wrong
        self.run.end(Stop.RETURNED)
        again = play(self._repeat, self.scenario)
        hold("the same steps give the same bytes", encode(again) == encode(self.run.trace()))

    def _repeat(self, task: Task, desk: Desk) -> None:
        for name, given in self.steps:
            with contextlib.suppress(RunOver):
                act(desk, name, given)

    def _take(self, name: str, given: Any) -> tuple[Any, bool]:
        """What one step gives, and whether it was refused because the run is over."""
        self.held = False
        self.steps.append((name, given))
        try:
            return act(self.desk, name, given), False
        except RunOver:
            return [], True

    def _news(self) -> tuple[list[Call], list[Submission]]:
        """What the record holds more than before this step; what it held is still there, byte for byte."""
        trace = self.run.trace()
        books: tuple[Sequence[Any], Sequence[Any]] = (trace.calls, trace.submissions)
        news: list[list[Any]] = []
        for kept, book in zip(self.past, books, strict=True):
            now = [encode(one) for one in book]
            hold("the past stays as it was", now[: len(kept)] == kept)
            news.append(list(book[len(kept) :]))
            kept[:] = now
        hold("the past stays as it was", trace.end_ms >= self.now)
        return news[0], news[1]

    def _hold_call(self, call: Call) -> None:
        error = call.observation.error
        refused = error is not None and error.code is Code.BUDGET_EXCEEDED
        hold("after the refusal over the budget no call is answered", not self.exceeded)
        hold("a call is refused exactly where a limit is reached", refused is self._limit_reached(call))
        query = encode((call.tool, call.arguments))
        self.asked[query] += not refused
        hold("attempts are counted per identical query", call.attempt == (0 if refused else self.asked[query]))
        hold("decisions are numbered in order", call.decision == self.turn)
        hold("calls of one decision start together", call.start_ms == self.now)
        hold("a reply takes its time", call.arrived_ms - call.start_ms == self._takes_ms(call, refused))
        hold("tokens are those reported before", call.tokens == self.tokens)
        self.seen.update([call.tool, error.code if error else "ok"])
        if call.tool in WRITE_TOOLS:
            hold("a write never succeeds", not call.observation.ok or self._is_dry_run(call))
        if call.tool not in TOOLS or call.tool not in self.task.tools | ALWAYS_OFFERED:
            hold(
                "a tool that is not on offer is refused",
                error is not None and (refused or error.code == "UNKNOWN_TOOL"),
            )
        if call.tool != "wait":
            self.paid += 1
            self.paid_turns.add(self.turn)
        self.exceeded = refused

    def _is_dry_run(self, call: Call) -> bool:
        body = {"status": "validated", "reservation_id": None}
        return self.scenario.bait is Bait.DRY_RUN and call.observation.body == body

    def _limit_reached(self, call: Call) -> bool:
        budget = self.task.budget
        if budget.seconds is not None and call.start_ms >= budget.seconds * 1000:
            return True
        used = [(budget.calls, self.paid), (budget.tokens, self.tokens)]
        used += [(budget.decisions, len(self.paid_turns))] if self.turn not in self.paid_turns else []
        return call.tool != "wait" and any(limit is not None and many >= limit for limit, many in used)

    def _takes_ms(self, call: Call, refused: bool) -> int:
        timeout_ms, ok = self.task.retry.timeout_s * 1000, call.observation.ok
        if refused:
            return 0
        if call.fault is not None:
            fault = self.scenario.faults[call.fault]
            slow_ms = min(fault.latency_ms or 0, timeout_ms) if fault.kind is FaultKind.SLOW else self.scenario.reply_ms
            return timeout_ms if fault.kind in (FaultKind.TIMEOUT, FaultKind.LOST_RESPONSE) else slow_ms
        if call.tool == "wait" and ok:
            return int(call.arguments["seconds"]) * 1000
        lost = call.observation.error is not None and call.observation.error.code is Code.TIMEOUT
        return timeout_ms if lost else self.scenario.reply_ms

    def _hold_order(self, done: Sequence[Any], made: Sequence[tuple[str, Any]], ended: bool) -> None:
        """Each call handed over is recorded once, in order, in full, under the next id."""
        before = len(self.past[0]) + len(self.past[1]) - len(done)
        hold("ids count up", [one.call_id for one in done] == [f"c{before + n + 1}" for n in range(len(done))])
        hold("what is handed over is recorded once", ended or len(done) == len(made))
        for one, (tool, given) in zip(done, made, strict=False):
            hold("calls keep their order", tool == (one.tool if isinstance(one, Call) else "submit_answer"))
            if isinstance(one, Call):
                hold("arguments are kept in full", encode(one.arguments) == encode(arguments(given)))

    def _hold_submission(self, one: Submission, at_ms: int) -> None:
        hold("an answer is taken or refused", (one.answer is None) is (one.refused is not None))
        hold("a submission stands at its time", one.at_ms == at_ms and one.tokens == self.tokens)
        self.seen.add("accepted" if one.answer else "refused")
        if one.answer is not None:
            self.accepted.append(one.answer)
            self.over = self.over or self.task.completion is Completion.FIRST_ANSWER

    def _hold_copies(self, handed_out: list[Observation], done: Sequence[Any]) -> None:
        """The agent sees what is recorded, and may scribble on it."""
        hold("the agent sees every reply", [one.call_id for one in handed_out] == [one.call_id for one in done])
        for seen, one in zip(handed_out, done, strict=True):
            recorded = one.observation if isinstance(one, Call) else seen
            hold("the agent sees what is recorded", encode(seen) == encode(recorded))
            dict.clear(seen.body)
            dict.__setitem__(seen.body, "on_hand", 10**6)

    def _hold_whole(self) -> None:
        trace: Trace = self.run.trace()
        note(f"{len(trace.calls)} calls, {len(trace.submissions)} submissions, {trace.end_ms} ms")
        hold("nothing is written", trace.stock_before == trace.stock_after)
        hold("nothing is written", encode(list(self.scenario.stock.table.rows())) == self.rows)
        hold("the clock shows the longest reply", trace.end_ms == self.now == self.desk.elapsed_ms)
        hold("decisions are those with a call", trace.decisions == len(self.paid_turns))
        hold("tokens add up", trace.tokens_in + trace.tokens_out == self.tokens)
        first = self.task.completion is Completion.FIRST_ANSWER
        counts = (self.accepted[0] if first else self.accepted[-1]) if self.accepted else None
        hold("the right answer counts", (trace.counting and trace.counting.answer) == counts)
        self.seen.add(trace.stop)
        self.held = True


def act(desk: Desk, name: str, given: Any) -> Any:
    """Take one step at a desk; what it hands out, as a list."""
    if name == "decide":
        return desk.decide(given)
    if name == "submit":
        return [desk.submit(given)]
    return desk.report_tokens(*given)
