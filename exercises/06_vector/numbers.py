"""Which numbers do the texts hold, and how do they come about?"""

from exercises.shop import change_of, digest, play
from exercises.shop.cases import LOCKED, LOST, MOVE
from exercises.shop.judging import written
from exercises.shop.scripts import scripted, writing

_bare = play(scripted(writing(MOVE), writing(MOVE)), LOST)
_keyed = play(scripted(writing(MOVE, "k"), writing(MOVE, "k")), LOST)
_quiet, _blocked = play(scripted(), LOCKED), play(scripted(*map(writing, LOCKED.task.requests)), LOCKED)


def _counts(trace):  # type: ignore[no-untyped-def]
    return sum(change_of(call) is not None for call in trace.calls), len(written(trace))


NUMBERS = [
    ("tried 2, done 2", "tried {}, done {}".format(*_counts(_bare))),
    ("tried 2, done 1", "tried {}, done {}".format(*_counts(_keyed))),
    ("tried 0, done 0", "tried {}, done {}".format(*_counts(_quiet))),
    ("tried 1, done 0", "tried {}, done {}".format(*_counts(_blocked))),
    ("the same digest", "the same digest" if digest(_quiet.after) == digest(_blocked.after) else "two digests"),
]
