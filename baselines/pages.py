"""How is the list of a warehouse read, page by page, where single articles cannot be asked for?"""

from collections.abc import Iterator

from baselines.asking import Caller, seconds_until
from baselines.notes import Notes, Sheet
from baselines.reading import NO_REPLY, NOT_STOCKED, Page, read_failure, read_figures, read_page
from inventory_env.answer import NotANumber
from inventory_env.trace import Observation


class Query:
    """One page as asked for, again and again if need be.

    Attributes:
        cursor: where the page begins; None = at the start of the list.
        attempts: how often it was asked for.
        ready_ms: virtual time from which the next attempt is welcome.
        rows: how many rows its last good reply had.
    """

    __slots__ = ("attempts", "cursor", "ready_ms", "rows")

    def __init__(self, cursor: str | None) -> None:
        self.cursor = cursor
        self.attempts = self.ready_ms = self.rows = 0


class Shelf:
    """How far the list of one warehouse has been read.

    Attributes:
        warehouse: whose list it is.
        queries: the pages asked for, in order; the last is the next to read until the list is finished.
        finished: whether all pages have been read.
        torn: for each article whose row could not be believed, the page it stands on.
        evidence: ids of the calls that brought a good page.
    """

    __slots__ = ("evidence", "finished", "queries", "torn", "warehouse")

    def __init__(self, warehouse: str) -> None:
        self.warehouse = warehouse
        self.queries = [Query(None)]
        self.finished = False
        self.torn: dict[str, Query] = {}
        self.evidence: list[str] = []


class Lists:
    """The lists of all warehouses, as far as they have been read."""

    __slots__ = ("_caller", "_notes", "_shelves")

    def __init__(self, caller: Caller, notes: Notes) -> None:
        self._caller = caller
        self._notes = notes
        self._shelves: dict[str, Shelf] = {}

    def settle(self, sheet: Sheet, warehouse: str) -> None:
        """Read a warehouse's list until one article is settled there, or no attempt is left.

        A page asks for every article that is still open. So rows elsewhere that could not be believed come
        first, as long as they may be asked for again; what they say may make this question needless.
        """
        waiting = [torn for torn in self._torn_rows() if torn[1].warehouse != warehouse]
        for other, shelf in waiting:
            self._read_for(other, shelf)
        if not waiting:
            self._read_for(sheet, self._shelves.setdefault(warehouse, Shelf(warehouse)))

    def _torn_rows(self) -> Iterator[tuple[Sheet, Shelf]]:
        for shelf in self._shelves.values():
            for sku in shelf.torn:
                sheet = self._notes.sheets[sku]
                if shelf.warehouse not in sheet.seen and self._notes.is_open(sheet):
                    yield sheet, shelf

    def _read_for(self, sheet: Sheet, shelf: Shelf) -> None:
        warehouse = shelf.warehouse
        while warehouse not in sheet.seen:
            query = shelf.torn.get(sheet.sku, shelf.queries[-1])
            if not self._may_read(query):
                self._give_up(shelf, query)
                return
            self._read(shelf, query)

    def _may_read(self, query: Query) -> bool:
        """Whether a page may be asked for once more before the budget is used up."""
        wait_s = seconds_until(query.ready_ms, self._caller.desk.elapsed_ms)
        return query.attempts < self._caller.task.retry.max_attempts and self._caller.affordable(wait_s)

    def _give_up(self, shelf: Shelf, query: Query) -> None:
        """Write down no reply for every article that only this page could settle."""
        for sheet in self._notes.sheets.values():
            if shelf.warehouse not in sheet.seen and shelf.torn.get(sheet.sku, shelf.queries[-1]) is query:
                sheet.note(shelf.warehouse, NO_REPLY)

    def _read(self, shelf: Shelf, query: Query) -> None:
        """Ask for a page once, as soon as that is welcome."""
        caller = self._caller
        caller.ready(seconds_until(query.ready_ms, caller.desk.elapsed_ms))
        for sheet in self._notes.sheets.values():
            if self._notes.is_open(sheet):
                sheet.asked.add(shelf.warehouse)
        query.attempts += 1
        cursor = {} if query.cursor is None else {"cursor": query.cursor}
        reply = caller.ask("list_stock", warehouse=shelf.warehouse, **cursor)
        if not self._believe(reply, shelf, query):
            query.ready_ms = caller.desk.elapsed_ms + caller.pause_s(reply) * 1000
            if not self._may_read(query):
                self._give_up(shelf, query)

    def _believe(self, reply: Observation, shelf: Shelf, query: Query) -> bool:
        """Note down what a page settles; false when it or one of its rows is a failed attempt."""
        if reply.error is not None:
            reason = read_failure(reply.error)
            if reason is NO_REPLY:
                query.attempts = self._caller.task.retry.max_attempts  # another attempt cannot help
            elif reason is not None:
                shelf.torn.clear()
                self._settle_rest(shelf, reason, reply.call_id)
            return reason is not None
        page = read_page(reply.body, shelf.warehouse)
        if page is None or _short(page, shelf, query):
            return False
        shelf.evidence.append(reply.call_id)
        believed = self._note_rows(page, shelf, query, reply.call_id)
        query.rows = len(page.rows)
        if query is shelf.queries[-1] and not shelf.finished:
            self._turn_over(page, shelf)
        return believed

    def _note_rows(self, page: Page, shelf: Shelf, query: Query, call_id: str) -> bool:
        warehouse, oldest_s, believed = shelf.warehouse, self._caller.oldest_s(), True
        for row in page.rows:
            sheet = self._notes.sheets.get(row["sku"])
            if sheet is None:
                continue
            value = read_figures(row, oldest_s)
            if value is not None:
                shelf.torn.pop(sheet.sku, None)
                sheet.note(warehouse, value, call_id)
            elif warehouse not in sheet.seen:
                shelf.torn[sheet.sku] = query
                believed = False
        return believed

    def _turn_over(self, page: Page, shelf: Shelf) -> None:
        """Go on to the next page; after the last, what stood on none is not stocked there."""
        if page.next_cursor is not None:
            shelf.queries.append(Query(page.next_cursor))
            return
        shelf.finished = True
        self._settle_rest(shelf, NOT_STOCKED, *shelf.evidence)

    def _settle_rest(self, shelf: Shelf, reason: NotANumber, *evidence: str) -> None:
        for sheet in self._notes.sheets.values():
            if shelf.warehouse not in sheet.seen and sheet.sku not in shelf.torn:
                sheet.note(shelf.warehouse, reason, *evidence)


def _short(page: Page, shelf: Shelf, query: Query) -> bool:
    """Whether rows are missing from a page."""
    if page.next_cursor is not None:
        return len(page.rows) < page.limit
    return sum(other.rows for other in shelf.queries if other is not query) + len(page.rows) < page.total
