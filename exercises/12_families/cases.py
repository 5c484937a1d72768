"""Which studies and splits is the learner's code asked about?"""

from typing import NamedTuple

from exercises.course.checking import Case


class Row(NamedTuple):
    """One judged run."""

    task: str
    family: str
    right: bool


class Task(NamedTuple):
    """One task of a split."""

    id: str
    prompt: str
    need: int
    stock: tuple[tuple[str, int], ...]


# (right, runs), or nothing where a family is not in the split.
Seen = tuple[int, int] | None
# On dev and on test, by family.
Counts = dict[str, tuple[Seen, Seen]]

# What `baselines.memorising.memoriser` does on the dev split and on a test split of the same size; a test plays it.
MEMORISER: Counts = {
    "fewest_beside_no_article": ((7, 7), (0, 6)),
    "none_beside_no_article": ((6, 6), (0, 6)),
    "prefer_single_beside_no_article": ((7, 7), (0, 7)),
    "prefer_single_unknown_lasting": ((7, 7), (0, 6)),
}
_FOUR = ("found", "shortfall", "split", "unknown")
_GAP = "The gap of every family is above WORTH, and so is the lower end of their interval."
_MIX = "The overall rates differ, or agree, only because the splits hold other numbers of runs of each family."
_FEW = "With fewer than two families on both sides there is no interval, and nothing was shown."
_ODD = "One family of four fell. Many runs of it do not help: families are drawn, and the interval reaches down to 0."
_NO_GAP = "The interval of the gaps reaches down to WORTH or below, so they may be chance."


def _alike(dev: Seen, test: Seen) -> Counts:
    return dict.fromkeys(_FOUR, (dev, test))


def _halves(easy: tuple[Seen, Seen], hard: tuple[Seen, Seen]) -> Counts:
    return {"found": easy, "shortfall": easy, "split": hard, "unknown": hard}


STUDIES: tuple[tuple[str, bool, Counts, str], ...] = (
    ("careful", True, _alike((5, 5), (5, 5)), _NO_GAP),
    ("weak-and-honest", True, _alike((4, 8), (2, 4)), "A low rate is no gap: it is the same on both sides."),
    ("better-on-test", True, _alike((3, 6), (5, 6)), "It became better; only a fall from dev to test is asked for."),
    ("a-little-noise", True, _halves(((9, 10), (7, 10)), ((7, 10), (8, 10))), _NO_GAP),
    ("one-odd-family", True, {**_alike((20, 20), (20, 20)), "found": ((20, 20), (0, 20))}, _ODD),
    ("other-mix", True, _halves(((30, 30), (10, 10)), ((4, 10), (12, 30))), _MIX),
    ("memoriser", False, MEMORISER, _GAP),
    ("falls-by-a-third", False, _alike((6, 6), (4, 6)), _GAP),
    ("still-good-on-test", False, _alike((10, 10), (8, 10)), _GAP),
    ("hidden-by-mix", False, _halves(((10, 10), (21, 30)), ((12, 30), (1, 10))), _MIX),
    ("more-runs-on-test", False, _alike((5, 5), (10, 20)), "Compare shares, not numbers of right runs."),
    ("one-family", False, {"found": ((5, 5), (5, 5))}, _FEW),
    ("strangers", False, _halves(((5, 5), None), (None, (5, 5))), _FEW),
    ("nothing-on-test", False, _alike((5, 5), None), _FEW),
)


def studies() -> list[Case]:
    """Cases for `holds_up`."""
    return [
        Case(name, good, _table(counts), (_rows(counts, 0), _rows(counts, 1)), why, _size(counts))
        for name, good, counts, why in STUDIES
    ]


def _rows(counts: Counts, side: int) -> list[Row]:
    """The runs of one side; right ones first."""
    sides = {family: both[side] for family, both in counts.items()}
    return [
        Row(f"{('dev', 'test')[side]}-{family}-{number}", family, number < right)
        for family, seen in sides.items()
        if seen is not None
        for right, runs in (seen,)
        for number in range(runs)
    ]


def _table(counts: Counts) -> str:
    lines = [
        f"{family}: dev {_share(dev)}, test {_share(test)}" for family, (dev, test) in sorted(counts.items())
    ]  # fmt: skip
    return "\n".join(("holds_up(dev, test), where so many of so many runs of a family are right", *lines))


def _share(seen: tuple[int, int] | None) -> str:
    return f"{seen[0]} of {seen[1]}" if seen else "none"


def _size(counts: Counts) -> int:
    return sum(seen[1] for both in counts.values() for seen in both if seen)


_DEV = (
    Task("dev-1", "Where can I get 5 units of the blue chair?", 5, (("Aachen", 2), ("Bremen", 7))),
    Task("dev-2", "I need 12 lamps from one place.", 12, (("Celle", 4), ("Dessau", 3))),
)
_FRESH = Task("test-1", "Please find 4 stools.", 4, (("Rostock", 1), ("Speyer", 6)))
SPLITS: tuple[tuple[str, bool, tuple[Task, ...], str], ...] = (
    ("all-fresh", True, (_FRESH,), "Nothing of it stands in the dev split."),
    (
        "same-need",
        True,
        (_FRESH, Task("test-2", "Where can I get 5 units of the red chair?", 5, (("Trier", 7), ("Ulm", 2)))),
        "The need is the same, but the order of the figures is not: the right path is another.",
    ),
    (
        "same-figures",
        True,
        (Task("test-2", "Where can I get 6 units of the red chair?", 6, (("Trier", 2), ("Ulm", 7))),),
        "The figures are the same, but another number is needed.",
    ),
    (
        "id-used-again",
        False,
        (_FRESH, Task("dev-1", "Three desks, please.", 3, (("Trier", 0), ("Ulm", 8)))),
        "The id of a dev task: its results would be taken for those of the other.",
    ),
    (
        "prompt-in-capitals",
        False,
        (_FRESH, Task("test-2", "where can I get 5 units  of the BLUE chair?", 5, (("Trier", 0), ("Ulm", 8)))),
        "The prompt is one of dev's once capitals and spaces are put aside.",
    ),
    (
        "other-names",
        False,
        (_FRESH, Task("test-2", "Find 12 kettles in a single store.", 12, (("Trier", 4), ("Ulm", 3)))),
        "Only words and names differ: the need and the figures, in their order, are those of a dev task.",
    ),
    (
        "warehouse-of-dev",
        False,
        (_FRESH, Task("test-2", "Three desks, please.", 3, (("Trier", 0), ("Bremen", 8)))),
        "A warehouse of the dev split: what was learnt about it there may help here.",
    ),
    (
        "copied-elsewhere",
        False,
        (_FRESH, Task("test-2", "Three desks, please.", 3, (("Trier", 0), ("Ulm", 8))), _DEV[0]._replace(id="test-3")),
        "A dev task stands at another place of the test split; compare each with each.",
    ),
)  # fmt: skip


def splits() -> list[Case]:
    """Cases for `apart`."""
    return [
        Case(name, good, _lists(test), (list(_DEV), list(test)), why, len(test)) for name, good, test, why in SPLITS
    ]


def _lists(test: tuple[Task, ...]) -> str:
    return "\n".join(("apart(dev, test)", "dev", *map(_line, _DEV), "test", *map(_line, test)))


def _line(task: Task) -> str:
    stock = ", ".join(f"{warehouse} {available}" for warehouse, available in task.stock)
    return f"  {task.id}: {task.prompt!r} need {task.need}; {stock}"
