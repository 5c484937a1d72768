"""What does one run keep account of? The clock, the budget, and what happened."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn, cast

from inventory_env import intake
from inventory_env.answer import Answer
from inventory_env.errors import EnvironmentFault, InputError, shown
from inventory_env.fields import MAX_WHOLE
from inventory_env.frozen_json import EMPTY, FrozenJson, snapshot
from inventory_env.scenario import Scenario
from inventory_env.task import Completion
from inventory_env.trace import Call, Code, Failure, Observation, Stop, Submission, Trace
from inventory_env.warehouse import Reply, Warehouse

# A run that makes more calls than this loops: no task needs a tenth of them.
CALL_CEILING = 2000


class RunOver(BaseException):
    """Raised inside an agent whose run has ended; not an Exception, so that no agent swallows it by accident."""


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


class Run:
    """The books of one run: clock, budget, recorder. Every door of the desk leads here.

    Attributes:
        elapsed_ms: virtual milliseconds since it began.
        over: whether it has ended; then every further call raises RunOver.
    """

    __slots__ = (
        "_before",
        "_budget",
        "_calls",
        "_decisions",
        "_exceeded",
        "_made",
        "_numbered",
        "_recorder",
        "_scenario",
        "_skus",
        "_stop",
        "_stop_reason",
        "_tokens_in",
        "_tokens_out",
        "_turns",
        "_world",
        "elapsed_ms",
        "over",
    )

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._budget = scenario.task.budget
        self._skus = scenario.task.skus()
        self._before = self._digest()
        self.elapsed_ms = self._numbered = self._made = self._turns = self._decisions = self._calls = 0
        self._tokens_in = self._tokens_out = 0
        self._exceeded = self.over = False
        self._stop = Stop.RETURNED
        self._stop_reason = ""

    def open(self, world: Callable[[Scenario], Warehouse], recorder: Callable[[], Recorder]) -> None:
        """Make the world and the recorder of the run; one that does not start ends it."""
        self._recorder = Recorder()
        try:
            self._recorder = recorder()
        except Exception as error:
            self.end(Stop.HARNESS_FAULT, intake.told(error))
        try:
            self._world = world(self._scenario)
        except Exception as error:
            self.end(Stop.ENVIRONMENT_FAULT, intake.told(error))

    def end(self, stop: Stop, reason: str = "") -> None:
        """Close the run; the first reason counts."""
        if not self.over:
            self.over, self._stop, self._stop_reason = True, stop, reason

    def report_tokens(self, tokens_in: int, tokens_out: int) -> None:
        """Add to the tokens reported."""
        for name, value in (("tokens_in", tokens_in), ("tokens_out", tokens_out)):
            if type(value) is not int or not 0 <= value <= MAX_WHOLE:
                raise InputError(f"must be a whole number, 0 or more; got {shown(value)}", field=name)
        if self._tokens_in + self._tokens_out + tokens_in + tokens_out > MAX_WHOLE:
            raise InputError(f"must stay at {MAX_WHOLE} or less, all reports together", field="tokens")
        self._tokens_in += tokens_in
        self._tokens_out += tokens_out

    def decide(self, calls: Iterable[tuple[str, Mapping[str, Any]]]) -> list[Observation]:
        """Make the calls of one decision."""
        self._still_open()
        start_ms, counted = self.elapsed_ms, False
        self._turns += 1
        observations = []
        for raw_tool, raw_arguments in calls:
            tool = intake.tool_name(raw_tool)
            if tool == "submit_answer":
                observations.append(self.submit(raw_arguments))
                continue
            arguments = intake.arguments(raw_arguments)
            self._still_open()
            refused = self._refused(tool, counted, start_ms)
            if tool != "wait":
                self._calls += 1
                self._decisions += not counted
                counted = True
            reply = self._reply(tool, arguments, start_ms) if refused is None else Reply(refused, start_ms, 0)
            observations.append(self._observed(tool, arguments, start_ms, reply))
        return observations

    def submit(self, answer: object) -> Observation:
        """Take a submission, or refuse it with the reason."""
        if self.over and self._stop is Stop.ANSWERED:
            self._once_more(answer)
        self._still_open()
        call_id, accepted, refused = self._next_id(), None, None
        try:
            accepted = intake.answer(self._scenario.task, answer)
        except InputError as error:
            refused = str(error)
        self._submission(call_id, accepted, refused, answer)
        if refused is not None:
            return Observation(call_id, False, _own({}), Failure(Code.INVALID_ARGUMENT, refused, retryable=True))
        if self._scenario.task.completion is Completion.FIRST_ANSWER:
            self.end(Stop.ANSWERED)
        return Observation(call_id, True, _own({"accepted": True}))

    def trace(self) -> Trace:
        """The record of the run."""
        return Trace(
            scenario=self._scenario.id,
            calls=tuple(self._recorder.calls),
            submissions=tuple(self._recorder.submissions),
            stop=self._stop,
            stop_reason=self._stop_reason,
            end_ms=self.elapsed_ms,
            decisions=self._decisions,
            tokens_in=self._tokens_in,
            tokens_out=self._tokens_out,
            stock_before=self._before,
            stock_after=self._digest(),
        )

    def _digest(self) -> str:
        return self._scenario.stock.digest(self._scenario.task.priority, self._skus)

    def _still_open(self) -> None:
        if not self.over and self._numbered >= CALL_CEILING:
            self.end(Stop.CALL_CEILING, f"more than {CALL_CEILING} calls")
        if self.over:
            raise RunOver

    def _next_id(self) -> str:
        self._numbered += 1
        return f"c{self._numbered}"

    def _refused(self, tool: str, counted: bool, start_ms: int) -> Failure | None:
        """The refusal of a call over the budget; the next call after it ends the run."""
        if self._exceeded:
            self.end(Stop.OUT_OF_BUDGET, "went on after BUDGET_EXCEEDED")
            raise RunOver
        used_up = self._used_up(tool, counted, start_ms)
        if used_up is None:
            return None
        self._exceeded = True
        return Failure(Code.BUDGET_EXCEEDED, f"the budget of {used_up} is used up; only submit_answer is left")

    def _used_up(self, tool: str, counted: bool, start_ms: int) -> str | None:
        budget = self._budget
        if budget.seconds is not None and start_ms >= budget.seconds * 1000:
            return "virtual seconds"
        if tool == "wait":
            return None
        if budget.calls is not None and self._calls >= budget.calls:
            return "calls"
        if budget.decisions is not None and not counted and self._decisions >= budget.decisions:
            return "decisions"
        if budget.tokens is not None and self._tokens_in + self._tokens_out >= budget.tokens:
            return "tokens"
        return None

    def _observed(self, tool: str, arguments: FrozenJson, start_ms: int, reply: Reply) -> Observation:
        """Keep a call and its reply, and give the agent a copy of the reply."""
        call_id, result, arrived_ms = self._next_id(), reply.result, reply.arrived_ms
        if isinstance(result, Failure):
            seen, given = Observation(call_id, False, EMPTY, result), Observation(call_id, False, _own({}), result)
        else:
            seen, given = Observation(call_id, True, snapshot(result)), Observation(call_id, True, _own(result))
        tokens = self._tokens_in + self._tokens_out
        self._keep(
            Call(call_id, tool, arguments, self._turns, reply.attempt, start_ms, arrived_ms, seen, reply.fault, tokens)
        )
        if arrived_ms > self.elapsed_ms:
            self.elapsed_ms = arrived_ms
        return given

    def _reply(self, tool: str, arguments: FrozenJson, start_ms: int) -> Reply:
        try:
            reply = self._world.reply(tool, arguments, start_ms)
            if isinstance(reply, Reply) and isinstance(reply.result, dict | Failure) and reply.arrived_ms >= start_ms:
                return reply
            raise EnvironmentFault(f"no reply to {tool}, but {shown(reply)}")
        except Exception as error:  # a world that raises is no failure of the agent
            self.end(Stop.ENVIRONMENT_FAULT, intake.told(error))
            raise RunOver from None

    def _keep(self, record: Call | Submission) -> None:
        try:
            if isinstance(record, Call):
                self._made += 1
                self._recorder.call(record)
            else:
                self._recorder.submission(record)
        except Exception as error:  # a recorder that raises is no failure of the agent
            self.end(Stop.HARNESS_FAULT, intake.told(error))
            raise RunOver from None

    def _submission(self, call_id: str, answer: Answer | None, refused: str | None, raw: object) -> None:
        self._keep(
            Submission(
                call_id=call_id,
                after_calls=self._made,
                at_ms=self.elapsed_ms,
                tokens=self._tokens_in + self._tokens_out,
                answer=answer,
                refused=refused,
                arguments=EMPTY if refused is None else intake.arguments(raw),
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
