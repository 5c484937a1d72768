"""How does a counterexample become a test? A pytest file that fails now and passes once the grader is mended."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graders.audit.auditing import Audit
from graders.audit.case import Means
from graders.audit.hunt import Wrong
from graders.audit.judge import Ruling
from graders.audit.loading import load_judge
from graders.audit.shrink import Smallest
from graders.printing import plain
from inventory_env.codec import convert, decode, encode
from inventory_env.errors import InputError
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock, StockSource
from inventory_env.trace import Trace

_OPTION = "--write-test"
_SHOULD = {Wrong.ACCEPTS: "reject", Wrong.REJECTS: "accept", Wrong.JUDGES: "undecided"}
_HEAD = '''"""Cases in which {grader} was wrong, each the smallest of its kind."""

import pytest

from graders.audit.regression import ruling_on

# (kind, what the grader should say, the scenario as JSON, the trace as JSON)
CASES = [
'''
_TAIL = '''

@pytest.mark.parametrize(("kind", "should", "scenario", "trace"), CASES, ids=[case[0] for case in CASES])
def test_grader_is_right(kind: str, should: str, scenario: str, trace: str) -> None:
    """The grader says what is right about this run."""
    ruling = ruling_on({grader}, scenario, trace, means={means}, threshold={threshold})
    assert ruling.said == should, f"on {{kind}} it said {{ruling.words}}; right is {{should}}"
'''


def regression_text(audit: Audit) -> str:
    """The test file, with one case for each failing kind and way of being wrong.

    Args:
        audit: one that found something wrong.
    """
    order = audit.order
    head = _HEAD.format(grader=plain(order.grader).replace('"', "'").replace("\\", "/"))
    tail = _TAIL.format(grader=repr(order.grader), means=repr(order.means.value), threshold=repr(order.threshold))
    return head + "".join(map(_entry, audit.smallest)) + "]\n" + tail


def ruling_on(grader: str, scenario: str, trace: str, *, means: str = "success", threshold: float = 1.0) -> Ruling:
    """What a grader says of one run.

    Args:
        grader: `module:name`, `file.py:name` or a command.
        scenario: as JSON.
        trace: as JSON.
        means: which of our marks its result claims to be.
        threshold: from which number on it passes.

    Raises:
        InputError: the grader cannot be loaded, or a text is no scenario or no trace.
    """
    judge = load_judge(grader, means=Means(means), threshold=threshold)
    try:
        return judge.say(decode(scenario.encode(), Scenario, hook=_stock), decode(trace.encode(), Trace))
    finally:
        judge.close()


def check_new(path: Path) -> None:
    """Refuse before the search what could not be written after it.

    Raises:
        InputError: there is such a file, or no such folder.
    """
    if path.exists() or path.is_symlink():
        raise InputError("must name a new file; this one exists", field=_OPTION, path=str(path))
    if not path.parent.is_dir():
        raise InputError("must lie in a folder that exists", field=_OPTION, path=str(path))


def write_test(text: str, path: Path) -> None:
    """Write the test file; an existing one is not overwritten.

    Raises:
        InputError: there is one, or it cannot be written.
    """
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise InputError("must name a new file; this one exists", field=_OPTION, path=str(path)) from None
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", field=_OPTION, path=str(path)) from None


def _entry(found: Smallest) -> str:
    texts: Sequence[str] = [encode(one).decode() for one in (found.case.scenario, found.case.trace)]
    fields = [f"{found.case.kind}, {found.wrong}", _SHOULD[found.wrong], *texts]
    return "    (\n" + "".join(f"        {_literal(field)},\n" for field in fields) + "    ),\n"


def _literal(text: str) -> str:
    """A Python string in ASCII that holds the text."""
    return ascii(text)


def _stock(_kind: type, plain: Any) -> Stock:
    """A stock is all that a scenario holds beside plain records; generated ones name no file."""
    return Stock(convert(plain, StockSource))
