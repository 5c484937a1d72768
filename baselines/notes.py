"""What is known so far, what follows from it, and what is still worth asking?"""

from baselines.reading import UNREACHED, Seen
from baselines.sourcing import best_plan
from inventory_env.answer import NotANumber, Status
from inventory_env.task import Completeness, Line, OnUnreachable, Task


class Sheet:
    """What is known of one article.

    Attributes:
        sku: the article.
        lines: its lines of the order, in order, those with a quantity that no plan can give left out.
        wanted: the sum of the quantities of all its lines: no plan can use more from one warehouse.
        seen: what each settled warehouse was found to hold.
        asked: every warehouse whose pages were asked for while it was open.
        evidence: ids of the calls whose replies were believed.
        exists: false once a reply says that there is no such article.
    """

    __slots__ = ("asked", "evidence", "exists", "lines", "seen", "sku", "wanted")

    def __init__(self, sku: str) -> None:
        self.sku = sku
        self.lines: list[Line] = []
        self.wanted = 0
        self.seen: dict[str, Seen] = {}
        self.asked: set[str] = set()
        self.evidence: list[str] = []
        self.exists = True


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

    def next_question(self, line: Line) -> str | None:
        """The warehouse to ask next for a line, or None when no reply could change its report: the stop rule."""
        sheet = self.sheets[line.sku]
        warehouse = self.unsettled(sheet)
        if warehouse is None or not sheet.exists or line.quantity % self.task.sourcing.pack:
            return None
        shares = self._shares(sheet, 0, line)
        if sum(shares) < line.quantity:
            return warehouse
        if shares == self._shares(sheet, sheet.wanted, line) or self._cannot_ship():
            return None
        return warehouse

    def unsettled(self, sheet: Sheet) -> str | None:
        """The first listed warehouse that may still be asked for an article, or None."""
        seen = sheet.seen
        for warehouse in self.task.priority:
            value = seen.get(warehouse)
            if value is None:
                return warehouse
            if self._hold and value in UNREACHED:
                return None  # held: whatever comes after it cannot be used
        return None

    def conclusions(self, sheet: Sheet) -> list[tuple[Status, list[int]]]:
        """Status and shares of every line of a sheet, as far as is known; not for an article that does not exist."""
        plans = self._plans(sheet, 0)
        held = self._held(sheet)
        best_case = self._plans(sheet, sheet.wanted) if held else plans
        blind = self._blind(sheet)
        concluded = []
        for line, shares, hoped in zip(sheet.lines, plans, best_case, strict=True):
            if sum(shares) == line.quantity and shares == hoped:
                concluded.append((Status.FOUND, shares))
            else:
                concluded.append((Status.UNKNOWN if blind else Status.SHORTFALL, shares))
        return concluded

    def _plans(self, sheet: Sheet, fill: int) -> list[list[int]]:
        """The best plans of the lines of an article, each from what the lines before it left."""
        sourcing, stock, plans = self.task.sourcing, self._stock(sheet, fill), []
        for line in sheet.lines:
            shares = best_plan(sourcing, line.quantity, stock)
            stock = [units - share for units, share in zip(stock, shares, strict=True)]
            plans.append(shares)
        return plans

    def _shares(self, sheet: Sheet, fill: int, line: Line) -> list[int]:
        return self._plans(sheet, fill)[sheet.lines.index(line)]

    def _stock(self, sheet: Sheet, fill: int) -> list[int]:
        """What each listed warehouse can give when those that are not known hold `fill`."""
        units: list[int] = []
        for warehouse in self.task.priority:
            value = sheet.seen.get(warehouse)
            if type(value) is int:
                units.append(value)
            elif value is NotANumber.NOT_STOCKED or value is NotANumber.INACTIVE:
                units.append(0)
            elif self._hold and (value is not None or self.exhausted):
                return units + [fill] * (len(self.task.priority) - len(units))
            else:
                units.append(fill if value is None else 0)
        return units

    def _blind(self, sheet: Sheet) -> bool:
        """Whether some listed warehouse has given no number."""
        seen = sheet.seen
        return any(seen.get(warehouse, NotANumber.NO_REPLY) in UNREACHED for warehouse in self.task.priority)

    def _held(self, sheet: Sheet) -> bool:
        """Whether an unreached warehouse holds the plan open."""
        if not self._hold:
            return False
        reached_all = not any(value in UNREACHED for value in sheet.seen.values())
        return not reached_all or (self.exhausted and self._blind(sheet))

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
        return self.unsettled(sheet) is None and any(
            status is not Status.FOUND for status, _ in self.conclusions(sheet)
        )
