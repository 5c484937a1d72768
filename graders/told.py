"""Which figures did the replies name, for each warehouse and article? What a message may quote."""

from collections.abc import Callable, Iterable, Mapping, Set
from itertools import combinations
from typing import Any

from graders.evidence import Walk
from graders.readings import Kind, shown
from inventory_env.answer import NotANumber

# So many warehouses are added up in every way; more are added up as a whole.
_MOST = 10


class Told:
    """What the replies before the submission said.

    Every figure counts that came, stale and contradicting ones too: quoting it is no misquotation.
    """

    def __init__(self, walk: Walk) -> None:
        self.task = walk.task
        self.book = walk.evidence.book
        knowledge = walk.evidence.knowledge
        self.unreached = knowledge.unreached
        self._numbers = knowledge.numbers
        if knowledge.missing:  # of an article that does not exist nobody had to be asked
            self.unreached = frozenset([one for one in self.unreached if one[1] not in knowledge.missing])
        self._before = walk.before
        self._memory: dict[tuple[str, str], Set[int]] = {}
        self._bodies: dict[tuple[str, str], list[Mapping[str, Any]]] | None = None

    def available(self, warehouse: str, sku: str) -> set[int]:
        """The units that a reply gave, or 0 where it said that there is nothing."""
        said = self.book.said((warehouse, sku))
        found = {one for one in said if isinstance(one, int)}
        if NotANumber.NOT_STOCKED in said or NotANumber.INACTIVE in said:
            return found | {0}
        if 0 in found and not any([0 in shown(body) for body in self._all_bodies().get((warehouse, sku), ())]):
            found.remove(0)  # a trusting reader may take null for 0, but no reply has said 0
        return found

    def figures(self, name: str, warehouse: str, sku: str) -> set[int]:
        """What the bodies said under `on_hand`, `reserved` or another name."""
        bodies = self._all_bodies().get((warehouse, sku), ())
        return {value for body in bodies if type(value := body.get(name)) is int}

    def states(self, warehouse: str, sku: str) -> set[object]:
        """What came instead of a figure."""
        return {one for one in self.book.said((warehouse, sku)) if isinstance(one, NotANumber)}

    def answered(self, warehouse: str, sku: str) -> bool:
        """Whether a reply settled that warehouse for that article."""
        return self.book.answered((warehouse, sku))

    def failed(self, warehouse: str, sku: str) -> bool:
        """Whether some reply about it was worth nothing."""
        readings = self.book.replies.get((warehouse, sku), ())
        return any([one.kind in (Kind.FAILED, Kind.FATAL, Kind.STALE, Kind.MALFORMED) for one in readings])

    def tried(self, warehouse: str, sku: str) -> bool:
        """Whether that article was asked for there."""
        return self.book.asked((warehouse, sku))

    def asked(self, warehouse: str) -> bool:
        """Whether any call before the submission named that warehouse."""
        return any([warehouse in call.arguments.values() for call in self._before])

    def everywhere(self, sku: str) -> Set[int]:
        """The units that replies gave for any listed warehouse."""
        places = self.task.priority
        return self.memory(("everywhere", sku), lambda: {one for place in places for one in self.available(place, sku)})

    def settled(self, sku: str) -> Set[int]:
        """The units that valid replies gave for any listed warehouse."""
        places, numbers = self.task.priority, self._numbers
        return {numbers[place, sku] for place in places if (place, sku) in numbers}

    def sums(self, name: str, sku: str) -> Set[int]:
        """What the figures of one or several warehouses add up to."""
        return self.memory((name, sku), lambda: self._sums(name, sku))

    def memory(self, key: tuple[str, str], make: Callable[[], Set[int]]) -> Set[int]:
        """What was found under that key before, or is made now: a message may ask for it at every number."""
        if key not in self._memory:
            self._memory[key] = make()
        return self._memory[key]

    def _sums(self, name: str, sku: str) -> set[int]:
        known = [figures for one in self.task.priority if (figures := self._named(name, one, sku))]
        newest = [max(figures) for figures in known]
        found = {figure for figures in known for figure in figures}
        if len(newest) > _MOST:
            return found | {sum(newest)}
        return found | {sum(some) for many in range(2, len(newest) + 1) for some in combinations(newest, many)}

    def _named(self, name: str, warehouse: str, sku: str) -> set[int]:
        return self.available(warehouse, sku) if name == "available" else self.figures(name, warehouse, sku)

    def _all_bodies(self) -> dict[tuple[str, str], list[Mapping[str, Any]]]:
        if self._bodies is None:
            self._bodies = {}
            for call in self._before:
                warehouse = call.arguments.get("warehouse")
                for body in _rows(call.observation.body):
                    sku = body.get("sku", call.arguments.get("sku"))
                    if isinstance(warehouse, str) and isinstance(sku, str):
                        self._bodies.setdefault((warehouse, sku), []).append(body)
        return self._bodies


def _rows(body: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    """The figures of a reply: its own, or those of the rows of a page."""
    rows = body.get("rows")
    if isinstance(rows, list | tuple):
        yield from [row for row in rows if isinstance(row, Mapping)]
    else:
        yield body
