"""May one more call be made, and when? Budget, waits and the age of figures, as the agent keeps account of them."""

from typing import Any

from inventory_env.episode import Desk
from inventory_env.task import Budget, Task
from inventory_env.trace import Observation

_UNLIMITED = Budget()


class Caller:
    """The calls of one run: none over the budget, none earlier than it is welcome.

    Attributes:
        task: the order and its rules.
        desk: where the calls are made.
        calls: how many have been made, waits left out.
        decisions: in how many turns.
    """

    __slots__ = ("_limited", "calls", "decisions", "desk", "task")

    def __init__(self, task: Task, desk: Desk) -> None:
        self.task = task
        self.desk = desk
        self.calls = self.decisions = 0
        self._limited = task.budget != _UNLIMITED

    def ask(self, tool: str, **arguments: Any) -> Observation:
        """Make one call in one decision."""
        self.calls += 1
        self.decisions += 1
        return self.desk.call(tool, **arguments)

    def wait(self, seconds: int) -> None:
        """Let time pass; costs no call."""
        self.desk.call("wait", seconds=seconds)

    def ready(self, wait_s: int) -> bool:
        """Wait before an attempt, unless the budget would be used up by then."""
        if not self.affordable(wait_s):
            return False
        if wait_s > 0:
            self.wait(wait_s)
        return True

    def affordable(self, wait_s: int = 0) -> bool:
        """Whether the budget allows one more call after so many seconds."""
        if not self._limited:
            return True
        limit = self.task.budget
        return (
            (limit.calls is None or self.calls < limit.calls)
            and (limit.decisions is None or self.decisions < limit.decisions)
            and (limit.seconds is None or self.desk.elapsed_ms + wait_s * 1000 < limit.seconds * 1000)
            and limit.tokens != 0  # no tokens are used, but at a limit of none every call is over it
        )

    def pause_s(self, failed: Observation) -> int:
        """Seconds from the arrival of a failed reply to the next attempt."""
        asked_for = None if failed.error is None else failed.error.retry_after_s
        return max(self.task.retry.backoff_s, asked_for or 0)

    def oldest_s(self) -> int | None:
        """The second of the oldest figures that still count if they arrived just now; None = any."""
        oldest = self.task.max_age_s
        return None if oldest is None else self.desk.elapsed_ms // 1000 - oldest


def seconds_until(then_ms: int, now_ms: int) -> int:
    """The smallest whole number of seconds to wait from one virtual time to another; 0 when it has passed."""
    return max(0, -((now_ms - then_ms) // 1000))
