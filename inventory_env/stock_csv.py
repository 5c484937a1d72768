"""How does a CSV file become a stock table? Whole or not at all, every bad row named."""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

from inventory_env.errors import InputError, shown
from inventory_env.stock import StockRecord, StockTable

REQUIRED = ("sku", "warehouse", "on_hand", "reserved")
OPTIONAL = "safety_stock"
# A file of a million rows is about 40 MB; ten times that is no stock file any more.
MAX_BYTES = 400_000_000
# A file in the wrong format has bad rows only; this many are enough to see why.
MAX_TOLD = 20
_WHOLE = re.compile(r"-?[0-9]{1,16}")


def read_stock_csv(path: Path, *, name: str | None = None) -> StockTable:
    """The table in a CSV file with a header: sku, warehouse, on_hand, reserved[, safety_stock].

    Further columns are ignored. UTF-8 with or without BOM, `,` or `;` between cells. An empty
    on_hand means that the article is not tracked there; an empty safety_stock means 0.

    Args:
        path: the file.
        name: how messages call it; its path by default.

    Raises:
        InputError: naming up to 20 bad rows, each with line, column, rule and value. Nothing is half-loaded.
    """
    told = name or str(path)
    text = _text(path, told)
    delimiter = ";" if text.partition("\n")[0].count(";") > text.partition("\n")[0].count(",") else ","
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        columns = _columns(next(rows, []), told)
        return _table(rows, columns, told)
    except csv.Error as error:
        raise InputError(f"must be CSV; {error}", path=told, line=rows.line_num) from None


def _text(path: Path, told: str) -> str:
    try:
        if not path.is_file():
            raise InputError("must be a file", path=told)
        if path.stat().st_size > MAX_BYTES:
            raise InputError(f"must be at most {MAX_BYTES} bytes; got {path.stat().st_size}", path=told)
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=told) from None
    except UnicodeDecodeError as error:
        raise InputError(f"must be UTF-8; byte {error.start} is not", path=told) from None


def _columns(header: list[str], told: str) -> dict[str, int]:
    names = [cell.strip() for cell in header]
    for name in (*REQUIRED, OPTIONAL):
        if names.count(name) > 1 or (name in REQUIRED and name not in names):
            rule = f"must name the column {name} once; got {shown(', '.join(names))}"
            raise InputError(rule, field="header", path=told, line=1)
    return {name: names.index(name) for name in (*REQUIRED, OPTIONAL) if name in names}


def _table(rows: "Iterator[list[str]]", columns: dict[str, int], told: str) -> StockTable:
    bad: list[str] = []
    table = StockTable(_records(rows, columns, told, bad))
    if bad:
        more = f"\n(+{len(bad) - MAX_TOLD} more bad rows)" if len(bad) > MAX_TOLD else ""
        raise InputError("\n".join(bad[:MAX_TOLD]) + more)
    if not len(table):
        raise InputError("must hold at least one row", path=told)
    return table


def _records(rows: "Iterator[list[str]]", columns: dict[str, int], told: str, bad: list[str]) -> Iterator[StockRecord]:
    """The good rows, one after the other; what is wrong with the others goes into `bad`."""
    lines: dict[str, dict[str, int]] = {}
    for cells in rows:
        if not cells:
            continue  # a blank line, as many programs leave at the end
        line = rows.line_num  # type: ignore[attr-defined]
        try:
            record = _record(cells, columns)
            first = lines.setdefault(record.warehouse, {}).setdefault(record.sku, line)
            if first != line:
                twice = f"{record.sku} at {record.warehouse}, also in line {first}"
                raise InputError(f"must be one for each sku and warehouse; got {twice}", field="row")
        except InputError as error:
            bad.append(str(error.at(told, line)))
            continue
        yield record


def _record(cells: list[str], columns: dict[str, int]) -> StockRecord:
    if len(cells) <= max(columns.values()):
        raise InputError(f"must have {max(columns.values()) + 1} cells or more; got {len(cells)}", field="row")
    on_hand = cells[columns["on_hand"]]
    safety_stock = cells[columns[OPTIONAL]] if OPTIONAL in columns else ""
    return StockRecord(
        sku=cells[columns["sku"]],
        warehouse=cells[columns["warehouse"]],
        on_hand=_whole("on_hand", on_hand) if on_hand else None,
        reserved=_whole("reserved", cells[columns["reserved"]]),
        safety_stock=_whole(OPTIONAL, safety_stock) if safety_stock else 0,
        tracked=bool(on_hand),
    )


def _whole(column: str, cell: str) -> int:
    if not _WHOLE.fullmatch(cell):
        raise InputError(f"must be a whole number, written in digits only; got {shown(cell)}", field=column)
    return int(cell)
