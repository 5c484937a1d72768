"""What did a run do, step by step? Each call with its times, its words and its fault, for a timeline."""

import json
from itertools import islice
from typing import Any

from graders.printing import short
from graders.run_words import delivered_words, in_order, submission_words
from graders.telling import call_words, reply_words
from inventory_env.codec import builtins
from inventory_env.scenario import Scenario
from inventory_env.trace import Call, Submission, Trace

# No reader goes through more steps; the stored trace has all.
MOST_STEPS = 500
_MOST_RAW = 4_000


def steps(trace: Trace, scenario: Scenario) -> list[dict[str, Any]]:
    """The first MOST_STEPS calls and submissions in their order, as plain JSON.

    Each has `id`, `kind` (call, wait, submission), `turn` (0 for a submission), `from` and `to` in virtual
    milliseconds, `words`, `reply`, `ok`, `fault` (words, or empty) and `raw` (arguments and reply).
    """
    skus = scenario.task.skus()
    some = islice(in_order(trace), MOST_STEPS)
    return [_call(one, scenario, skus) if isinstance(one, Call) else _submission(one, trace) for one in some]


def _call(call: Call, scenario: Scenario, skus: tuple[str, ...]) -> dict[str, Any]:
    return {
        "id": call.call_id,
        "kind": "wait" if call.tool == "wait" else "call",
        "turn": call.decision,
        "from": call.start_ms,
        "to": call.arrived_ms,
        "words": call_words(call),
        "reply": reply_words(call, skus),
        "ok": call.observation.ok,
        "fault": delivered_words(call, scenario),
        "raw": _raw({"arguments": call.arguments, "reply": call.observation}),
    }


def _submission(submission: Submission, trace: Trace) -> dict[str, Any]:
    return {
        "id": submission.call_id,
        "kind": "submission",
        "turn": 0,
        "from": submission.at_ms,
        "to": submission.at_ms,
        "words": "submit_answer",
        "reply": submission_words(submission, trace),
        "ok": submission.answer is not None,
        "fault": "",
        "raw": _raw(
            {"arguments": submission.arguments} if submission.answer is None else {"answer": submission.answer}
        ),
    }


def _raw(value: dict[str, Any]) -> Any:
    """What was really said as plain JSON; as text that is cut where it grows beyond reading."""
    plain = {name: builtins(one) for name, one in value.items()}
    text = json.dumps(plain)
    return plain if len(text) <= _MOST_RAW else short(text, _MOST_RAW)
