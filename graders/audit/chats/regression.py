"""How does a counterexample become a test, which fails now and passes when the grader is mended?"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from graders.audit.chats.edit import Expected
from graders.audit.chats.findings import Counterexample
from graders.audit.chats.judging import ChatGrader, ask
from graders.audit.chats.reading import read_chat
from graders.audit.chats.telling import explained
from graders.audit.chats.writing import chat_json
from graders.audit.judge import Ruling, Said
from graders.printing import plain, short

_HEAD = '''"""Chats about which {grader} was wrong, each the smallest of its kind."""

import json

import pytest

from graders.audit.chats.regression import complaint
from graders.loading import resolve

GRADER = {name}
CASES = {{
'''
_TAIL = '''}


@pytest.mark.parametrize("kind", CASES)
def test_grader_is_right(kind: str) -> None:
    """It accepts what is right, rejects what is wrong, or leaves it open; another writing changes nothing."""
    assert complaint(resolve(GRADER, "grader"), json.loads(CASES[kind])) is None
'''
# No line of the file is longer, so that any editor and any formatter leaves it as it is.
_PIECE = 80


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


def regression_text(found: Sequence[Counterexample], grader: str, *, threshold: float = 1.0) -> str:
    """A pytest file with the cases, as text.

    Args:
        found: the counterexamples, one or more.
        grader: `module:name` or `file.py:name`, as the test shall find it.
        threshold: a number passes from here on.
    """
    told = short(plain(grader).replace('"', "'").replace("\\", "/").rpartition("/")[2], 60)
    cases = {f"{one.kind}, {one.ruling.said}": _case(one, threshold) for one in found}
    return _HEAD.format(grader=told, name=ascii(grader)) + "".join(cases.values()) + _TAIL


def _case(found: Counterexample, threshold: float) -> str:
    """An entry of the file: the story as comments, then the name and the case."""
    story = "".join(f"    # {_in_ascii(line)}".rstrip() + "\n" for line in explained(found))
    text = json.dumps(case_json(found, threshold=threshold), sort_keys=True)
    return f"{story}    {f'{found.kind}, {found.ruling.said}'!a}: (\n        {_literal(text)}\n    ),\n"


def _asked(grader: ChatGrader, case: Mapping[str, Any], key: str) -> Ruling:
    reference = None if case["reference"] is None else read_chat(case["reference"])
    return ask(grader, read_chat(case[key]), reference, threshold=case["threshold"])


def _in_ascii(line: str) -> str:
    return short(line.encode("ascii", "backslashreplace").decode("ascii"), 110)


def _literal(text: str) -> str:
    """A text as Python strings, piece by piece, one a line."""
    pieces = [text[start : start + _PIECE] for start in range(0, len(text), _PIECE)]
    return "\n        ".join(map(ascii, pieces))
