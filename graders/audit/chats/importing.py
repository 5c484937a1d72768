"""How does a chat about our tools become a trace, although nobody recorded times, tokens or digests?"""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from graders.audit.chats.messages import Chat, Step, ToolCall
from graders.audit.chats.writing import SUBMIT, arguments_text
from graders.limits import query_of
from inventory_env import intake
from inventory_env.answer import Answer
from inventory_env.codec import convert, parse
from inventory_env.errors import InputError
from inventory_env.fields import MAX_SECONDS
from inventory_env.frozen_json import EMPTY, FrozenJson, freeze
from inventory_env.scenario import Scenario
from inventory_env.task import Completion
from inventory_env.trace import IMPORTED, Call, Code, Failure, Observation, Stop, Submission, Trace

NOT_RECORDED = "not recorded"
_FAILURE = frozenset(field.name for field in attrs.fields(Failure))


def to_trace(scenario: Scenario, chat: Chat) -> Trace:
    """The trace that a chat about our tools tells, marked as not recorded by us: its evidence is at most uncertain.

    Each assistant message with a call other than submit_answer is one decision. A result that is no observation of ours
    (plain text, none at all) is kept as a body that says nothing. Nobody recorded times: replies are taken to come
    reply_ms after their call, timeouts after timeout_s, `wait` after its seconds, and no figure before its `as_of_s`.
    Faults, tokens and digests of the stock are not known. The message is that of the submission that counts and the
    final words of the assistant, where they are others.

    Args:
        scenario: the case that the chat is about.
        chat: the run.
    """
    story = _Story(scenario)
    for step in chat.steps:
        result = None if step.result is None else chat.messages[step.result].content
        story.tell(step, result)
    final = None if chat.final is None else chat.messages[chat.final].content
    return story.trace(final or "")


class _Story:
    """A trace on its way: the books of a run that others kept."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._calls: list[Call] = []
        self._submissions: list[Submission] = []
        self._turns: list[int] = []  # the messages that make a decision
        self._ids: set[str] = set()
        self._attempts: dict[object, int] = {}
        self._start_ms = self._now_ms = 0

    def tell(self, step: Step, result: str | None) -> None:
        """Take in one call and the text of its result."""
        reply = _object(result)
        call_id = self._named(reply.get("call_id"), step.call.id)
        if step.call.name == SUBMIT:
            self._submit(call_id, step.call)
            return
        if self._turns[-1:] != [step.message]:
            self._turns.append(step.message)
            self._start_ms = self._now_ms
        self._call(Observation(call_id, *_observed(reply, result)), step.call)

    def trace(self, final: str) -> Trace:
        """The trace, with the final words of the assistant."""
        self._last_words(final)
        answered = any(one.answer for one in self._submissions)
        first = self._scenario.task.completion is Completion.FIRST_ANSWER
        return Trace(
            scenario=self._scenario.id,
            calls=tuple(self._calls),
            submissions=tuple(self._submissions),
            stop=Stop.ANSWERED if answered and first else Stop.RETURNED,
            stop_reason="",
            end_ms=self._now_ms,
            decisions=len({call.decision for call in self._calls if call.tool != "wait"}),
            tokens_in=0,
            tokens_out=0,
            stock_before=NOT_RECORDED,
            stock_after=NOT_RECORDED,
            isolation=IMPORTED,
        )

    def _named(self, *names: object) -> str:
        """The first of these ids that no other call has, else the next number."""
        counted = (f"c{number}" for number in range(1, len(self._ids) + 2))
        name = next(one for one in (*names, *counted) if isinstance(one, str) and one and one not in self._ids)
        self._ids.add(name)
        return name

    def _call(self, observation: Observation, asked: ToolCall) -> None:
        arguments = asked.arguments if _readable(asked) else intake.arguments(arguments_text(asked))
        arrived_ms = self._start_ms + self._lasting_ms(asked.name, arguments, observation)
        call = Call(
            call_id=observation.call_id,
            tool=asked.name,
            arguments=arguments,
            decision=len(self._turns),
            attempt=0,
            start_ms=self._start_ms,
            arrived_ms=max([arrived_ms, *_counted_ms(observation.body)]),
            observation=observation,
        )
        if observation.error is None or observation.error.code is not Code.BUDGET_EXCEEDED:
            attempt = self._attempts[query_of(call)] = self._attempts.get(query_of(call), 0) + 1
            call = attrs.evolve(call, attempt=attempt)
        self._calls.append(call)
        self._now_ms = max(self._now_ms, call.arrived_ms)

    def _lasting_ms(self, tool: str, arguments: FrozenJson, observation: Observation) -> int:
        if observation.error is not None and observation.error.code is Code.BUDGET_EXCEEDED:
            return 0
        if observation.error is not None and observation.error.code is Code.TIMEOUT:
            return self._scenario.task.retry.timeout_s * 1000
        seconds = arguments.get("seconds")
        if tool == "wait" and type(seconds) is int and 0 <= seconds <= MAX_SECONDS and observation.error is None:
            return seconds * 1000
        return self._scenario.reply_ms

    def _submit(self, call_id: str, asked: ToolCall) -> None:
        raw = asked.arguments if _readable(asked) else arguments_text(asked)
        accepted, refused = None, None
        try:
            accepted = intake.answer(self._scenario.task, raw)
        except InputError as error:
            refused = str(error)
        first = self._scenario.task.completion is Completion.FIRST_ANSWER
        if accepted and first and any(one.answer for one in self._submissions):
            accepted, refused = None, "the first answer is final"
        kept = EMPTY if refused is None else intake.arguments(raw)
        self._submissions.append(Submission(call_id, len(self._calls), self._now_ms, 0, accepted, refused, kept))

    def _last_words(self, final: str) -> None:
        """Add to the message of the submission that counts what the assistant said last, if it is something else."""
        for place, one in reversed([*enumerate(self._submissions)]):
            if one.answer is not None:
                self._submissions[place] = attrs.evolve(one, answer=_with_words(one.answer, final))
                return


def _with_words(answer: Answer, final: str) -> Answer:
    said = dict.fromkeys(filter(None, (answer.message, final)))
    return attrs.evolve(answer, message="\n".join(said))


def _readable(asked: ToolCall) -> bool:
    """Whether the arguments are a JSON object, whatever the writing of its text."""
    return bool(asked.arguments) or asked.written is None or not asked.written.strip(" \t\r\n{}")


def _object(text: str | None) -> Mapping[str, Any]:
    """The JSON object that the text of a result says; nothing where it says none."""
    try:
        value = parse((text or "").encode("utf-8", "surrogatepass"))
    except InputError:
        return {}
    return value if isinstance(value, dict) else {}


def _observed(reply: Mapping[str, Any], text: str | None) -> tuple[bool, FrozenJson, Failure | None]:
    """Whether a call succeeded, its body, its failure."""
    error = reply.get("error")
    if reply.get("ok") is not True and isinstance(error, dict):
        try:
            return False, EMPTY, convert({key: error[key] for key in error if key in _FAILURE}, Failure)
        except InputError:
            pass  # a failure of another system: kept as a body, which settles nothing
    if not reply:
        return True, EMPTY if text is None else FrozenJson({"text": text}), None
    body: FrozenJson = freeze({key: reply[key] for key in reply if key not in ("call_id", "ok")})
    return True, body, None


def _counted_ms(body: FrozenJson) -> Iterator[int]:
    """The times at which the figures of a reply were counted: it cannot have come before."""
    rows = body.get("rows")
    for row in (body, *(rows if isinstance(rows, tuple) else ())):
        as_of_s = row.get("as_of_s") if isinstance(row, dict) else None
        if type(as_of_s) is int and 0 <= as_of_s <= MAX_SECONDS:
            yield as_of_s * 1000
