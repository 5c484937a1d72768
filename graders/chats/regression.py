"""How does a counterexample become a test, which fails now and passes when the grader is mended?"""

import json
import re
from collections.abc import Mapping
from typing import Any

from graders.audit.judge import Ruling, Said
from graders.chats.edit import Expected
from graders.chats.findings import Counterexample
from graders.chats.judging import ChatGrader, ask
from graders.chats.reading import read_chat
from graders.chats.telling import explained
from graders.chats.writing import chat_json

_TEXT = '''"""{title}

{story}
"""

import json

from graders.chats.regression import complaint
from graders.loading import resolve

GRADER = {grader}
CASE = json.loads(
    {case}
)


def test_{name}() -> None:
    """{promise}"""
    assert complaint(resolve(GRADER, "grader"), CASE) is None
'''
# No line of the file is longer, so that any editor and any formatter leaves it as it is.
_PIECE = 100


def case_json(found: Counterexample, *, threshold: float = 1.0) -> dict[str, Any]:
    """The case as plain JSON: what `complaint` reads.

    Args:
        found: the counterexample.
        threshold: a number passes from here on.
    """
    twin = found.expected is Expected.HOLDS and bool(found.about)
    return {
        "kind": found.kind,
        "right": str(found.right),
        "threshold": threshold,
        "messages": chat_json(found.chat),
        "before": chat_json(found.source) if twin else None,
        "reference": None if found.reference is None else chat_json(found.reference),
    }


def complaint(grader: ChatGrader, case: Mapping[str, Any]) -> str | None:
    """What is wrong with what a grader says of a case, in a sentence; None where nothing is.

    A run that an edit made wrong must not be accepted, a run as given must get its verdict or be left open, and where
    only the writing differs the verdict on both writings must be the same.

    Args:
        grader: as for `hunt_chats`.
        case: as `case_json` gives it.
    """
    said = _asked(grader, case, "messages")
    if said.said is Said.BROKEN:
        return f"no verdict came: {said.words}"
    if case["before"] is not None:
        before = _asked(grader, case, "before")
        same = said.said is before.said
        return None if same else f"{said.said} ({said.words}), but of the same in other writing {before.said}"
    if said.said in (case["right"], Said.UNDECIDED):
        return None
    return f"{said.said} ({said.words}), but right is {case['right']}"


def regression_text(found: Counterexample, grader: str, *, threshold: float = 1.0) -> str:
    """A pytest file with the case, as text.

    Args:
        found: the counterexample.
        grader: `module:name` or `file.py:name`, as the test shall find it.
        threshold: a number passes from here on.
    """
    name = re.sub(r"\W+", "_", found.kind)
    promise = "The grader says the same of both writings." if found.expected is Expected.HOLDS and found.about else None
    return _TEXT.format(
        title=f"Is the grader right about {found.kind}?",
        story="\n".join([_safe(line) for line in explained(found)]),
        grader=json.dumps(grader),
        case=_literal(json.dumps(case_json(found, threshold=threshold), sort_keys=True)),
        name=name,
        promise=promise or f"The grader does not {_wrong(found)} this run.",
    )


def _wrong(found: Counterexample) -> str:
    return {Said.ACCEPT: "accept", Said.REJECT: "reject"}.get(found.ruling.said, "crash on")


def _asked(grader: ChatGrader, case: Mapping[str, Any], key: str) -> Ruling:
    reference = None if case["reference"] is None else read_chat(case["reference"])
    return ask(grader, read_chat(case[key]), reference, threshold=case["threshold"])


def _safe(line: str) -> str:
    """A line that can stand in a docstring."""
    return line.replace("\\", "\\\\").replace('"""', '\\"\\"\\"').rstrip()


def _literal(text: str) -> str:
    """A text as Python strings, piece by piece, one a line."""
    pieces = [text[start : start + _PIECE] for start in range(0, len(text), _PIECE)]
    return "\n    ".join(map(repr, pieces))
