"""What is known so far, what follows from it, and what is still worth asking?"""

from baselines.reading import INACTIVE, NO_REPLY, NOT_STOCKED, Seen, is_silent
from baselines.sourcing import best_plan
from inventory_env.answer import Status
from inventory_env.task import Completeness, Line, OnUnreachable, Task

# Status, and what each listed warehouse gives, in list order.
Conclusion = tuple[Status, list[int]]
FOUND = Status.FOUND


class Sheet:
    """What is known of one article.

    Attributes:
        sku: the article.
        lines: its lines of the order, in order, those with a quantity that no plan can give left out.
        wanted: the sum of the quantities of all its lines: no plan can use more from one warehouse.
        seen: what each settled warehouse was found to hold.
        asked: warehouses that were asked for it and may not have settled yet: by page, or between two attempts.
        evidence: ids of the calls whose replies were believed.
        exists: false once a reply says that there is no such article.
        plans: the plans that follow from what is seen, kept until something else is seen.
    """

    __slots__ = ("asked", "evidence", "exists", "lines", "plans", "seen", "sku", "wanted")

    def __init__(self, sku: str) -> None:
        self.sku = sku
        self.lines: list[Line] = []
        self.wanted = 0
        self.seen: dict[str, Seen] = {}
        self.asked: set[str] = set()
        self.evidence: list[str] = []
        self.exists = True
        self.plans: dict[int, list[list[int]]] = {}

    def note(self, warehouse: str, value: Seen, *evidence: str) -> None:
        """Write down what a warehouse was found to hold; what it said before no longer counts."""
        self.seen[warehouse] = value
        self.plans.clear()
        if value is not NO_REPLY:
            self.evidence.extend(evidence)

    def miss(self, call_id: str) -> None:
        """Write down that there is no such article."""
        self.exists = False
        self.evidence.append(call_id)


class Notes:
    """The sheets of one order, and what follows from them.

    Attributes:
        task: the order and its rules.
        sheets: one per article.
        exhausted: true once the budget allows no further question.
    """

    __slots__ = ("_hold", "exhausted", "sheets", "task")

    def __init__(self, task: Task) -> None:
        self.task = task
        self.exhausted = False
        self._hold = task.on_unreachable is OnUnreachable.HOLD
        self.sheets: dict[str, Sheet] = {}
        pack = task.sourcing.pack
        for line in task.lines:
            sheet = self.sheets.get(line.sku)
            if sheet is None:
                sheet = self.sheets[line.sku] = Sheet(line.sku)
            sheet.wanted += line.quantity
            if line.quantity % pack == 0:
                sheet.lines.append(line)

    def exhaust(self) -> None:
        """Write down that the budget allows no further question."""
        self.exhausted = True
        for sheet in self.sheets.values():
            sheet.plans.clear()

    def next_question(self, line: Line) -> str | None:
        """The warehouse to ask next for a line, or None when no reply could change its report: the stop rule."""
        sheet = self.sheets[line.sku]
        warehouse = self.unsettled(sheet)
        if warehouse is None or not sheet.exists or line.quantity % self.task.sourcing.pack:
            return None
        if not sheet.seen:
            return warehouse
        place = 0 if len(sheet.lines) == 1 else sheet.lines.index(line)
        shares = self._plans(sheet, 0)[place]
        if sum(shares) < line.quantity:
            return warehouse
        if shares == self._plans(sheet, sheet.wanted)[place] or self._cannot_ship():
            return None
        return warehouse

    def is_open(self, sheet: Sheet) -> bool:
        """Whether some line of an article still has a question."""
        return self.question(sheet) is not None

    def question(self, sheet: Sheet) -> str | None:
        """The warehouse to ask next for an article, or None when none of its lines has a question."""
        for line in sheet.lines:
            warehouse = self.next_question(line)
            if warehouse is not None:
                return warehouse
        return None

    def unsettled(self, sheet: Sheet) -> str | None:
        """The first listed warehouse that may still be asked for an article, or None."""
        seen = sheet.seen
        for warehouse in self.task.priority:
            value = seen.get(warehouse)
            if value is None:
                return warehouse
            if self._hold and is_silent(value):
                return None  # held: whatever comes after it cannot be used
        return None

    def conclusions(self, sheet: Sheet) -> list[Conclusion]:
        """Status and shares of every line of a sheet, as far as is known; none for an article that does not exist."""
        if not sheet.exists:
            return []
        plans = self._plans(sheet, 0)
        hoped = self._plans(sheet, sheet.wanted) if self._held(sheet) else plans
        return [
            (FOUND if sum(shares) == line.quantity and shares == best else self._not_found(sheet), shares)
            for line, shares, best in zip(sheet.lines, plans, hoped, strict=True)
        ]

    def _plans(self, sheet: Sheet, fill: int) -> list[list[int]]:
        """The best plans of the lines of an article, each from what the lines before it left."""
        plans = sheet.plans.get(fill)
        if plans is None:
            plans = sheet.plans[fill] = []
            stock = self.stock(sheet, fill)
            for line in sheet.lines:
                if plans:
                    stock = [units - share for units, share in zip(stock, plans[-1], strict=True)]
                plans.append(best_plan(self.task.sourcing, line.quantity, stock))
        return plans

    def stock(self, sheet: Sheet, fill: int) -> list[int]:
        """What each listed warehouse can give when those that are not known hold `fill`."""
        units: list[int] = []
        for warehouse in self.task.priority:
            value = sheet.seen.get(warehouse)
            if type(value) is int:
                units.append(value)
            elif value is NOT_STOCKED or value is INACTIVE:
                units.append(0)
            elif self._hold and (value is not None or self.exhausted):
                return units + [fill] * (len(self.task.priority) - len(units))
            else:
                units.append(fill if value is None else 0)
        return units

    def _held(self, sheet: Sheet) -> bool:
        """Whether an unreached warehouse holds the plan open."""
        return self._hold and any(
            self.exhausted if value is None else is_silent(value) for value in map(sheet.seen.get, self.task.priority)
        )

    def _not_found(self, sheet: Sheet) -> Status:
        """How a line ends that is not found: short only where every listed warehouse has given a number."""
        for value in map(sheet.seen.get, self.task.priority):
            if value is None or is_silent(value):
                return Status.UNKNOWN
        return Status.SHORTFALL

    def _cannot_ship(self) -> bool:
        """Whether ship complete has failed: a line is not found, and nothing more can be asked for it."""
        if self.task.sourcing.completeness is Completeness.LINE:
            return False
        pack = self.task.sourcing.pack
        return any(line.quantity % pack for line in self.task.lines) or any(
            self._lost(sheet) for sheet in self.sheets.values()
        )

    def _lost(self, sheet: Sheet) -> bool:
        if not sheet.exists:
            return True
        return self.unsettled(sheet) is None and any(status is not FOUND for status, _ in self.conclusions(sheet))
