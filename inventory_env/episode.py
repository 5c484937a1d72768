"""How does one agent meet one scenario? `play` runs them and returns the trace."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NoReturn, cast

from inventory_env.answer import Answer
from inventory_env.codec import builtins, convert
from inventory_env.errors import InputError, shown
from inventory_env.fields import MAX_WHOLE
from inventory_env.frozen_json import EMPTY, FrozenJson, freeze, thaw
from inventory_env.scenario import Scenario
from inventory_env.task import Completion, Task
from inventory_env.trace import Call, Code, Failure, Observation, Stop, Submission, Trace
from inventory_env.warehouse import Reply, Warehouse

# A run that makes more calls than this loops: no task needs a tenth of them.
CALL_CEILING = 2000


class RunOver(BaseException):
    """Raised inside an agent whose run has ended; not an Exception, so that no agent swallows it by accident."""


class Desk:
    """Where an agent sits: everything that it can do passes through here.

    Nothing of the scenario, the clock or the recorder can be reached through a desk's public names, and a
    desk cannot be copied or pickled. In one process Python hides nothing from an agent that digs deeper.
    """

    __slots__ = ("__run",)

    def __init__(self, run: "_Run") -> None:
        self.__run = run

    def call(self, tool: str, /, **arguments: Any) -> Observation:
        """Make one call in one decision."""
        return self.__run.decide([(tool, arguments)])[0]

    def decide(self, calls: Iterable[tuple[str, Mapping[str, Any]]]) -> list[Observation]:
        """Make several calls in one decision; virtual time moves by the longest.

        Args:
            calls: (tool, arguments) pairs.

        Returns:
            One observation per call, in the order of the calls.
        """
        return self.__run.decide(calls)

    def submit(self, answer: "Answer | Mapping[str, Any]") -> Observation:
        """Submit an answer: the tool `submit_answer`."""
        return self.__run.submit(answer)

    @property
    def elapsed_ms(self) -> int:
        """Virtual milliseconds since the run began; needed to tell a stale figure and a spent budget."""
        return self.__run.elapsed_ms

    def report_tokens(self, tokens_in: int, tokens_out: int) -> None:
        """Add to the tokens that the agent says it used; both whole numbers, 0 or more."""
        self.__run.report_tokens(tokens_in, tokens_out)

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a desk belongs to one run and cannot be copied or pickled")

    def __repr__(self) -> str:
        return "Desk()"


Agent = Callable[[Task, Desk], Answer | None]


def play(
    agent: Agent,
    scenario: Scenario,
    *,
    world: Callable[[Scenario], Warehouse] = Warehouse,
    recorder: "Callable[[], Recorder] | None" = None,
) -> Trace:
    """Run one agent on one scenario.

    Args:
        agent: a function of the task and a desk; what it returns is submitted, None keeps the last submission.
        scenario: the case. It is not changed.
        world: makes the world of the run.
        recorder: makes the recorder of the run.

    Returns:
        The trace. Whatever the agent, the world or the machinery did wrong is told in it, not raised.
    """
    run = _Run(scenario, (recorder or Recorder)())
    run.open(world)
    try:
        if not run.over:
            answer = agent(scenario.task, Desk(run))
            if answer is not None and not run.over:
                run.submit(answer)
            run.end(Stop.RETURNED)
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:  # whatever an agent raises is data
        run.end(Stop.AGENT_CRASH, _told(error))
    return run.trace()


class Recorder:
    """Keeps what happened, in order."""

    __slots__ = ("calls", "submissions")

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.submissions: list[Submission] = []

    def call(self, call: Call) -> None:
        """Keep one call and its reply."""
        self.calls.append(call)

    def submission(self, submission: Submission) -> None:
        """Keep one use of submit_answer."""
        self.submissions.append(submission)


class _Run:
    """The books of one run: clock, budget, recorder. Every door of the desk leads here."""

    __slots__ = (
        "_before",
        "_budget",
        "_calls",
        "_decisions",
        "_exceeded",
        "_now_ms",
        "_numbered",
        "_recorder",
        "_scenario",
        "_stop",
        "_stop_reason",
        "_tokens_in",
        "_tokens_out",
        "_turns",
        "_world",
        "over",
    )

    def __init__(self, scenario: Scenario, recorder: Recorder) -> None:
        self._scenario = scenario
        self._budget = scenario.task.budget
        self._recorder = recorder
        self._world: Warehouse | None = None
        self._before = self._digest()
        self._now_ms = self._numbered = self._turns = self._decisions = self._calls = 0
        self._tokens_in = self._tokens_out = 0
        self._exceeded = False
        self._stop = Stop.RETURNED
        self._stop_reason = ""
        self.over = False

    def open(self, world: Callable[[Scenario], Warehouse]) -> None:
        """Make the world of the run."""
        try:
            self._world = world(self._scenario)
        except Exception as error:  # a world that does not start says nothing about the agent
            self.end(Stop.ENVIRONMENT_FAULT, _told(error))

    @property
    def elapsed_ms(self) -> int:
        """Virtual milliseconds since the run began."""
        return self._now_ms

    def end(self, stop: Stop, reason: str = "") -> None:
        """Close the run; the first reason counts."""
        if not self.over:
            self.over, self._stop, self._stop_reason = True, stop, reason

    def report_tokens(self, tokens_in: int, tokens_out: int) -> None:
        """Add to the tokens reported."""
        for name, value in (("tokens_in", tokens_in), ("tokens_out", tokens_out)):
            if type(value) is not int or not 0 <= value <= MAX_WHOLE:
                raise InputError(f"must be a whole number, 0 or more; got {shown(value)}", field=name)
        self._tokens_in += tokens_in
        self._tokens_out += tokens_out

    def decide(self, calls: Iterable[tuple[str, Mapping[str, Any]]]) -> list[Observation]:
        """Make the calls of one decision."""
        self._still_open()
        start_ms, counted = self._now_ms, False
        self._turns += 1
        observations = []
        for tool, arguments in islice(calls, CALL_CEILING + 1):
            self._still_open()
            name, frozen = _readable(tool, arguments)
            if name == "submit_answer":
                observations.append(self.submit(arguments))
                continue
            refused = self._refused(name, counted, start_ms)
            if name != "wait":
                self._calls += 1
                self._decisions += not counted
                counted = True
            observations.append(self._call(name, frozen, start_ms, refused))
        return observations

    def submit(self, answer: object) -> Observation:
        """Take a submission, or refuse it with the reason."""
        first_counts = self._scenario.task.completion is Completion.FIRST_ANSWER
        if self._stop is Stop.ANSWERED and self.over:
            self._once_more(answer)
        self._still_open()
        call_id, accepted, refused = self._next_id(), None, None
        try:
            accepted = _answer(self._scenario.task, answer)
        except InputError as error:
            refused = str(error)
        self._submission(call_id, accepted, refused, answer)
        if accepted is not None and first_counts:
            self.end(Stop.ANSWERED)
        if refused is not None:
            return Observation(call_id, False, error=Failure(Code.INVALID_ARGUMENT, refused, retryable=True))
        return Observation(call_id, True, _own({"accepted": True}))

    def trace(self) -> Trace:
        """The record of the run."""
        return Trace(
            scenario=self._scenario.id,
            calls=tuple(self._recorder.calls),
            submissions=tuple(self._recorder.submissions),
            stop=self._stop,
            stop_reason=self._stop_reason,
            end_ms=self._now_ms,
            decisions=self._decisions,
            tokens_in=self._tokens_in,
            tokens_out=self._tokens_out,
            stock_before=self._before,
            stock_after=self._digest(),
        )

    def _digest(self) -> str:
        task = self._scenario.task
        return self._scenario.stock.digest(task.priority, task.skus())

    def _still_open(self) -> None:
        if not self.over and self._numbered >= CALL_CEILING:
            self.end(Stop.CALL_CEILING, f"more than {CALL_CEILING} calls")
        if self.over:
            raise RunOver

    def _next_id(self) -> str:
        self._numbered += 1
        return f"c{self._numbered}"

    def _refused(self, tool: str, counted: bool, start_ms: int) -> Failure | None:
        """The refusal of a call over the budget; a second one ends the run."""
        over = [name for name, spent, limit in self._spending(tool, counted, start_ms) if spent >= limit]
        if self._exceeded:
            self.end(Stop.OUT_OF_BUDGET, "went on after BUDGET_EXCEEDED")
            raise RunOver
        if not over:
            return None
        self._exceeded = True
        return Failure(Code.BUDGET_EXCEEDED, f"the budget of {over[0]} is used up; only submit_answer is left")

    def _spending(self, tool: str, counted: bool, start_ms: int) -> Iterator[tuple[str, int, int]]:
        budget = self._budget
        if budget.seconds is not None:
            yield "virtual seconds", start_ms, budget.seconds * 1000
        if tool == "wait":
            return
        if budget.calls is not None:
            yield "calls", self._calls, budget.calls
        if budget.decisions is not None and not counted:
            yield "decisions", self._decisions, budget.decisions
        if budget.tokens is not None:
            yield "tokens", self._tokens_in + self._tokens_out, budget.tokens

    def _call(self, tool: str, arguments: FrozenJson, start_ms: int, refused: Failure | None) -> Observation:
        call_id = self._next_id()
        reply = Reply(refused, start_ms, 0) if refused else self._reply(tool, arguments, start_ms)
        failed = isinstance(reply.result, Failure)
        body = EMPTY if failed else freeze(reply.result)
        error = reply.result if isinstance(reply.result, Failure) else None
        self._keep(
            Call(
                call_id=call_id,
                tool=tool,
                arguments=arguments,
                decision=self._turns,
                attempt=reply.attempt,
                start_ms=start_ms,
                arrived_ms=reply.arrived_ms,
                observation=Observation(call_id, not failed, body, error),
                fault=reply.fault,
                tokens=self._tokens_in + self._tokens_out,
            )
        )
        self._now_ms = max(self._now_ms, reply.arrived_ms)
        return Observation(call_id, not failed, _own({} if isinstance(reply.result, Failure) else reply.result), error)

    def _reply(self, tool: str, arguments: FrozenJson, start_ms: int) -> Reply:
        try:
            assert self._world is not None  # open() ended the run otherwise
            return self._world.reply(tool, arguments, start_ms)
        except Exception as error:  # a world that raises is no failure of the agent
            self.end(Stop.ENVIRONMENT_FAULT, _told(error))
            raise RunOver from None

    def _keep(self, record: Call | Submission) -> None:
        try:
            if isinstance(record, Call):
                self._recorder.call(record)
            else:
                self._recorder.submission(record)
        except Exception as error:  # a recorder that raises is no failure of the agent
            self.end(Stop.HARNESS_FAULT, _told(error))
            raise RunOver from None

    def _submission(self, call_id: str, answer: Answer | None, refused: str | None, raw: object) -> None:
        self._keep(
            Submission(
                call_id=call_id,
                after_calls=len(self._recorder.calls),
                at_ms=self._now_ms,
                tokens=self._tokens_in + self._tokens_out,
                answer=answer,
                refused=refused,
                arguments=EMPTY if refused is None else _arguments(raw),
            )
        )

    def _once_more(self, answer: object) -> NoReturn:
        """A submission after the one that was final: recorded once, refused, never counted."""
        if self._stop_reason == "":
            self._stop_reason = "submitted again after the final answer"
            self._submission(self._next_id(), None, "the first answer is final", answer)
        raise RunOver


def _own(body: dict[str, Any]) -> FrozenJson:
    # The agent's copy is a plain dict on purpose: it may write into it, and nobody else reads it.
    return cast(FrozenJson, body)


def _readable(tool: object, arguments: object) -> tuple[str, FrozenJson]:
    name = tool if type(tool) is str else f"({shown_type(tool)})"
    return name, _arguments(arguments)


def _arguments(raw: object) -> FrozenJson:
    if isinstance(raw, Answer):
        raw = builtins(raw)
    frozen = freeze(raw)
    return frozen if isinstance(frozen, FrozenJson) else FrozenJson({"not_an_object": frozen})


def _answer(task: Task, raw: object) -> Answer:
    if not isinstance(raw, Answer | Mapping):
        raise InputError(f"must be an answer; got a value of type {shown_type(raw)}")
    answer = raw if isinstance(raw, Answer) else convert(thaw(freeze(raw)), Answer)
    numbers = {line.line for line in task.lines}
    for line in answer.lines:
        if line.line not in numbers:
            raise InputError(f"must be a line of the task; got {line.line}", field="line")
    return answer


def shown_type(value: object) -> str:
    """The name of a value's type, which is the same in every run, unlike its repr."""
    return type(value).__name__


def _told(error: BaseException) -> str:
    """An exception in one line, the same in every run: addresses differ, so they go."""
    try:
        text = str(error)
    except Exception:  # an exception may be as broken as the agent that raised it
        text = "(no message)"
    return f"{type(error).__name__}: {re.sub('0x[0-9a-f]+', '0x', text)[:200]}"
