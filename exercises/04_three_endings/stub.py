"""Did the agent handle the order rightly, and do we know now what we wanted to know? These are two questions."""

from exercises.runs import Run

# A Run holds what came before the answer, and the answer:
#   run.wanted        5                                units wanted, all of them from one warehouse
#   run.warehouses    ("W1", "W2")                     in the order in which they are to be asked
#   run.attempts      2                                so often without a reply, and a warehouse is silent
#   run.replies       (("W1", 2), ("W2", None), ...)   each question asked; None: no reply came
#   run.status        "found", "shortfall" or "unknown"; "" where there is no answer
#   run.source        "W2"                             where all the units are to come from; "" if nowhere
#   run.gap           3                                units missing, as the answer says; None if it does not
#   run.silent        ("W2",)                          the warehouses that the answer names as silent
#   run.reservations  ("R-1",)                         references, as the answer gives them; nobody can reserve here


def handled(run: Run) -> bool:
    """Whether the answer is the right one for the replies that came before it.

    - A warehouse is settled once it has replied with a number, or has been asked `attempts` times without a reply;
      then it is silent. Any other warehouse is open.
    - found: the source is the first warehouse with enough, and none before it is open.
    - shortfall: every warehouse has replied, none has enough, and the gap is what is missing beside the fullest one.
    - unknown: no warehouse is open, none has enough, and one or more are silent. Then nobody knows the gap.
    - In each of the three, `silent` names the warehouses that are silent and no other, and nothing is reserved.
    """
    raise NotImplementedError("handled is still to be written")


def obtained(run: Run) -> bool:
    """Whether the replies tell if some warehouse has enough, whatever the answer says."""
    raise NotImplementedError("obtained is still to be written")
