"""What do tests of studies share? Small studies, played in processes of their own that may be killed."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

from graders.loading import Loaded, load_agent
from graders.records import STUDY, TRACES, VERDICTS
from graders.study.planning import Setting
from graders.study.running import run

# What must be the same to the byte, whatever happened on the way.
FACTS = (STUDY, TRACES, VERDICTS)
TWICE = Setting(trials=2)
AGENTS = ("careful", "always-found", "guesser")


def small(out: Path, setting: Setting = TWICE, *, agents: tuple[str, ...] = AGENTS) -> None:
    """A study of a few agents on the worked examples."""
    run([load_agent(name) for name in agents], "worked", out, setting)


def facts(out: Path) -> dict[str, bytes]:
    """The bytes that say what was planned and what happened."""
    return {name: (out / name).read_bytes() for name in FACTS}


def in_child(work: Callable[[], None]) -> int:
    """Start work in a child process, and give its id; it leaves with 0, or with 1 where the work raises."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a write beyond the limit fails, as on a full disk
        work()
        status = 0
    finally:
        os._exit(status)


def ended(child: int) -> int:
    """How a child ended: its exit code, or minus the signal that ended it."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def named(name: str, agent: Callable[..., object]) -> Loaded:
    """An agent under a name."""
    return Loaded(name, lambda seed: agent)  # type: ignore[return-value,arg-type]
