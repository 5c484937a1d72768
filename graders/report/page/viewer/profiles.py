"""What did an agent do on one task over all its trials? In words, beside each of the runs."""

from typing import Any

from graders.report.agent_results import AgentResults, Profile


def profiles(results: AgentResults) -> dict[str, Any]:
    """For each task of an agent its profile as (name, words) pairs."""
    return {one.task: _told(one) for one in results.profiles}


def _told(one: Profile) -> list[list[str]]:
    judged = f"{one.successes} of {one.judged} judged" + (f", {one.runs} runs" if one.runs != one.judged else "")
    return [
        ["successes", judged],
        ["rules broken", ", ".join(one.violations) or "none"],
        ["created, modified, deleted", f"{one.created}, {one.modified}, {one.deleted}"],
        ["calls", str(one.calls)],
        ["tokens", str(one.tokens)],
        ["retries, backtracks", f"{one.retries}, {one.backtracks}"],
        ["distinct paths", str(one.paths)],
    ]
