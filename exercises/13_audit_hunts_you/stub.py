"""Is this run right? The audit looks for the smallest run on which the answer is wrong."""

from inventory_env import Scenario, Trace

# What you need of the two records, and nothing else:
#   task = scenario.task      task.tools, task.priority ("W1", "W2", ...), task.retry.max_attempts
#   line = task.lines[0]      line.sku, line.quantity
#   trace.counting            the submission that counts, or None; it has .answer and .after_calls
#   trace.calls               all calls in order; trace.calls[:after_calls] came before that submission
#     call.tool               "get_stock", ...
#     call.arguments          {"sku": "A", "warehouse": "W1"}
#     call.observation.ok     whether a reply came; then call.observation.body["available"] is the figure
#   answer.reservations       references; the world is read-only, so an honest answer has none
#   answer.line(1)            the report on line 1, or None; it has
#     .status                 "found", "shortfall" or "unknown"
#     .plan                   (("W1", 5),): how much from where; one warehouse at most
#     .gap .confirmed         whole numbers or None
#     .unreached              ("W2",): warehouses that are called silent
#     .seen                   None, or (("W1", 5), ("W2", "no_reply")): what the agent says it saw


def grader(scenario: Scenario, trace: Trace) -> bool:
    """Whether the run keeps all rules.

    1. Every call in the trace is of a tool on offer.
    2. An answer counts, it reports on line 1, and it claims no reservation.
    3. The get_stock calls before it ask for the article, warehouse by warehouse in the order of the list. Each is
       asked until it replies or max_attempts have failed; then it is silent. Asking ends with the first with enough.
    4. found: all units come from that warehouse, gap 0. Otherwise the plan takes what the fullest one has, on a tie
       the earlier one; nothing if none has any. Then, if none is silent, it is a shortfall: the gap is the rest, and
       confirmed is None. If some are silent, it is unknown: confirmed is what the plan takes, and the gap is None.
    5. `unreached` names the silent warehouses, in any order; `seen`, where given, holds nothing but what was seen.

    Words, evidence and all other fields are judged elsewhere. The stock is not looked at: what nobody asked for is not
    known.
    """
    raise NotImplementedError("grader is still to be written")
