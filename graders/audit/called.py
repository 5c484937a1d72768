"""How is a grader called that lives in our process? So that it cannot hold us up or spoil what we print."""

import asyncio
import contextlib
import inspect
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from types import FrameType
from typing import Any

import attrs

from graders.audit.judge import Flaw, NoResult
from inventory_env.frozen_json import EMPTY
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace

# Longer than any grader of a single run needs that is meant for thousands of runs.
LIMIT_S = 10.0
# A grader that catches everything is interrupted again so often.
_AGAIN_S = 1.0


class _Overdue(BaseException):
    """Raised inside a grader that takes too long; no `except Exception` of its own catches it."""


@attrs.frozen
class Called:
    """A grader in our process, called with a scenario and a trace.

    What it prints goes to standard error, and what it returns is awaited where it can be. After the limit it is
    interrupted, in Python code, a regular expression or a sleep: only in the main thread and where the system has
    interval timers (not on Windows). Elsewhere, and within one long call of a library in C, nothing stops it.

    Attributes:
        function: takes a scenario and a trace.
        limit_s: real seconds after which it is interrupted, above 0.
    """

    function: Callable[[Scenario, Trace], Any]
    limit_s: float = LIMIT_S

    def __call__(self, scenario: Scenario, trace: Trace) -> Any:
        """What the grader answers.

        Raises:
            NoResult: it was interrupted.
            BaseException: whatever it raises.
        """
        overdue: list[bool] = []
        with contextlib.redirect_stdout(sys.stderr):
            try:
                with _interrupting(self.limit_s, overdue):
                    answered = self.function(scenario, trace)
                    answered = asyncio.run(_awaited(answered)) if inspect.isawaitable(answered) else answered
            except KeyboardInterrupt:
                raise
            except BaseException:
                if not overdue:  # what it makes of the interrupt is of no interest
                    raise
            finally:
                if EMPTY:  # the one thing that a grader can change which other cases hold too
                    dict.clear(EMPTY)
        if overdue:
            raise NoResult(Flaw.SLOW, f"did not answer within {self.limit_s:g} s")
        return answered


async def _awaited(answered: Awaitable[Any]) -> Any:
    return await answered


@contextlib.contextmanager
def _interrupting(limit_s: float, overdue: list[bool]) -> Iterator[None]:
    """Raise _Overdue inside after so many seconds, and once more each second after that; say so in `overdue`."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        overdue.append(True)
        raise _Overdue

    handler = signal.signal(signal.SIGALRM, interrupt)
    timer = signal.setitimer(signal.ITIMER_REAL, limit_s, _AGAIN_S)
    try:
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:  # also where the last interrupt came while the timer was being stopped
        signal.signal(signal.SIGALRM, handler or signal.SIG_DFL)  # None, where it was not set by Python
        signal.setitimer(signal.ITIMER_REAL, *timer)
