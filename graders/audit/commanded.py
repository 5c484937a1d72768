"""How is a grader asked that is a command? A line of JSON in, a line of JSON out, of a process that is kept."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import IO, Any

import attrs

from graders.audit.called import LIMIT_S
from graders.audit.judge import Flaw, NoResult, told
from graders.printing import plain
from inventory_env.codec import encode
from inventory_env.errors import shown
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace

# An answer is a mark or a number and perhaps a reason; more than this is something else.
MAX_ANSWER_BYTES = 1_000_000
# A fresh process may have much to import before it answers.
_FRESH_TIMES = 3
# Whether a command answers two lines shows in its first answers, where waiting for a second line costs little.
_FIRST, _SETTLE_S = 3, 0.05
# Lines that nobody asked for; a command that writes on and on is not read any further.
_MOST_WAITING = 8
_LEAVE_S = 1.0
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
_TWO_LINES = "answered with more than one line"


class _Stale(NoResult):
    """The process cannot be asked any more, perhaps because of an earlier case."""


@attrs.define(eq=False)
class Commanded:
    """A grader that is a command: a scenario and a trace in, whatever its answer holds as `result` out.

    It is started with the first case and reads one line for each, in UTF-8 with sorted keys,
    `{"scenario": ..., "trace": ...}`. To each it answers one line, `{"result": ...}`, and flushes it; other keys and
    blank lines are passed over, NaN and Infinity are numbers. It goes on until its standard input ends. What it
    writes to standard error is passed through.

    After anything but an answer the process is ended, with all of its group, and the next case gets a fresh one. A
    process that ended or said something unasked since its last answer is replaced, and the case asked again, once.
    A second line that comes later than the next question is taken for its answer: nothing tells the two apart. Each
    process of ours needs a `Commanded` of its own.

    Attributes:
        words: the command and its arguments.
        limit_s: real seconds that it may take for a case, above 0; three times as much for the first of a process.
        lost: why processes were replaced that had answered before, in order.
    """

    words: Sequence[str]
    limit_s: float = LIMIT_S
    lost: list[str] = attrs.field(factory=list, init=False)
    _life: "_Life | None" = attrs.field(default=None, init=False)

    def __call__(self, scenario: Scenario, trace: Trace) -> Any:
        """The result that the command gives.

        Raises:
            NoResult: it cannot be started, ended, was late, or answered something else.
        """
        line = b'{"scenario":%b,"trace":%b}\n' % (encode(scenario), encode(trace))
        if self._life is not None:
            try:
                return self._ask(self._life, line)
            except _Stale as stale:
                self.lost.append(stale.words)
        self._life = _start(self.words)
        return self._ask(self._life, line)

    def close(self) -> None:
        """End the process, which may first leave by itself, and all that it started in its group."""
        if self._life is not None:
            self._life.leave()
            self._life = None

    def _ask(self, life: "_Life", line: bytes) -> Any:
        try:
            return life.ask(line, self.limit_s)
        except BaseException:  # Ctrl-C too: the process would outlive us
            life.end()
            self._life = None
            raise


@attrs.define(eq=False)
class _Life:
    """One process, from its start to its end.

    A thread writes to it and another one reads from it, so that neither side waits for the other with a full pipe.

    Attributes:
        process: the process, head of a group of its own.
        questions: lines to be written; None closes its standard input.
        answers: lines that it wrote; an empty one is the end.
        reader: the thread that fills `answers`.
        end: ends it once and gives its exit status; called by itself when we leave.
        answered: how many cases it has answered.
    """

    process: "subprocess.Popen[bytes]"
    questions: "queue.SimpleQueue[bytes | None]"
    answers: "queue.SimpleQueue[bytes]"
    reader: threading.Thread
    end: Callable[[], Any] = attrs.field(init=False)
    answered: int = attrs.field(default=0, init=False)

    def __attrs_post_init__(self) -> None:
        self.end = weakref.finalize(self, _end, self.process, self.questions)

    def ask(self, line: bytes, limit_s: float) -> Any:
        """The result for one line; raises NoResult."""
        if self.answered and not self.answers.empty():
            if self.answers.get():
                raise _Stale(Flaw.UNREADABLE, _TWO_LINES)
            raise self._ended()
        self.questions.put(line)
        patience_s = limit_s if self.answered else limit_s * _FRESH_TIMES
        try:
            answer = self.answers.get(timeout=patience_s)
        except queue.Empty:
            raise NoResult(Flaw.SLOW, f"did not answer with a line within {patience_s:g} s (is it flushed?)") from None
        if not answer:
            raise self._ended()
        result = _result(answer)
        self.answered += 1
        if self.answered <= _FIRST:
            self._settle()
        return result

    def leave(self) -> None:
        """Let it leave by itself, which is to say: at the end of its standard input; then end it."""
        self.questions.put(None)
        self.reader.join(_LEAVE_S)
        self.end()
        self.reader.join(_LEAVE_S)

    def _settle(self) -> None:
        with contextlib.suppress(queue.Empty):
            more = self.answers.get(timeout=_SETTLE_S)
            if more:
                raise NoResult(Flaw.UNREADABLE, _TWO_LINES)
            self.answers.put(more)

    def _ended(self) -> NoResult:
        """How it ended; where it had answered before, that may have been its way to leave."""
        words = f"{_how_ended(self.end())} before it answered"
        return (_Stale if self.answered else NoResult)(Flaw.CRASHES, words)


def _start(words: Sequence[str]) -> _Life:
    try:
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
    except (OSError, ValueError) as error:
        raise NoResult(Flaw.CRASHES, f"cannot be started: {told(error)}") from None
    assert process.stdin is not None  # both are pipes
    assert process.stdout is not None
    questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    reader = threading.Thread(target=_read, args=(process.stdout, answers), daemon=True)
    writer = threading.Thread(target=_write, args=(process.stdin, questions), daemon=True)
    reader.start()
    writer.start()
    return _Life(process, questions, answers, reader)


def _write(stdin: IO[bytes], questions: "queue.SimpleQueue[bytes | None]") -> None:
    with contextlib.suppress(OSError), stdin:  # that it reads no more shows in its answers
        for line in iter(questions.get, None):
            stdin.write(line)
            stdin.flush()


def _read(stdout: IO[bytes], answers: "queue.SimpleQueue[bytes]") -> None:
    with stdout:
        while answers.qsize() <= _MOST_WAITING and (line := stdout.readline(MAX_ANSWER_BYTES + 1)):
            if line.strip():
                answers.put(line)
    answers.put(b"")


def _end(process: "subprocess.Popen[bytes]", questions: "queue.SimpleQueue[bytes | None]") -> int:
    """End the process and its group, and give its exit status.

    Until it is waited for, its number is nobody else's, so nothing asks before whether it still runs.
    """
    questions.put(None)
    with contextlib.suppress(ProcessLookupError, PermissionError):  # nothing is left of it
        # Where there are no groups, only the process itself.
        getattr(os, "killpg", os.kill)(process.pid, _KILL)
    return process.wait()


def _how_ended(status: int) -> str:
    if status >= 0:
        return f"ended with exit status {status}"
    if status == -_KILL:  # by us, as it had not ended
        return "closed its standard output"
    return f"was ended by signal {-status} ({signal.strsignal(-status)})"


def _result(line: bytes) -> Any:
    if len(line) > MAX_ANSWER_BYTES:
        raise NoResult(Flaw.UNREADABLE, f"answered with a line of more than {MAX_ANSWER_BYTES} bytes")
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):  # no UTF-8, no JSON, numbers of thousands of digits, lists within lists
        raise NoResult(Flaw.UNREADABLE, f"answered what is no JSON: {_line(line)}") from None
    if not isinstance(answer, dict) or "result" not in answer:
        raise NoResult(Flaw.UNREADABLE, f'answered no object with "result": {_line(line)}')
    return answer["result"]


def _line(line: bytes) -> str:
    return plain(shown(line.decode("utf-8", "replace").strip()))
