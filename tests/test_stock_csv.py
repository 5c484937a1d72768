"""Does a CSV file become a stock table, whole or not at all, with every bad row named?"""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inventory_env import stock_csv
from inventory_env.errors import InputError
from inventory_env.stock import Figures, StockRecord
from inventory_env.stock_csv import read_stock_csv
from inventory_env.strategies import records
from inventory_env.suites import FOLDER

HEADER = "sku,warehouse,on_hand,reserved"


def read(tmp_path: Path, text: str | bytes) -> list[tuple[str, str, Figures]]:
    path = tmp_path / "stock.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(read_stock_csv(path, name="stock.csv").rows())


def refused(tmp_path: Path, text: str | bytes) -> str:
    with pytest.raises(InputError) as told:
        read(tmp_path, text)
    return str(told.value)


@settings(max_examples=40)
@given(
    rows=st.lists(records(), min_size=1, max_size=5, unique_by=lambda row: (row.warehouse, row.sku)),
    delimiter=st.sampled_from(",;"),
    mark=st.sampled_from([b"", b"\xef\xbb\xbf"]),
    newline=st.sampled_from(["\n", "\r\n"]),
)
def test_table_is_what_the_csv_module_wrote(
    tmp_path_factory: pytest.TempPathFactory, rows: list[StockRecord], delimiter: str, mark: bytes, newline: str
) -> None:
    """Any rows, either delimiter, with or without BOM, any names: the table says the same."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=delimiter, lineterminator=newline)
    writer.writerow(["note", "warehouse", "sku", "safety_stock", "reserved", "on_hand"])
    for row in rows:
        on_hand = "" if row.on_hand is None else row.on_hand
        writer.writerow(["x", row.warehouse, row.sku, row.safety_stock, row.reserved, on_hand])
    path = tmp_path_factory.mktemp("csv") / "stock.csv"
    path.write_bytes(mark + file.getvalue().encode())
    plain = {(row.warehouse, row.sku): (row.on_hand, row.reserved, row.safety_stock) for row in rows}
    assert {(warehouse, sku): tuple(figures) for warehouse, sku, figures in read_stock_csv(path).rows()} == plain


def test_shipped_file_agrees_with_the_csv_module() -> None:
    """The real figures, read once by our reader and once by Python's."""
    path = FOLDER / "aw_stock.csv"
    with path.open(encoding="utf-8", newline="") as file:
        cells = list(csv.DictReader(file))
    plain = sorted((row["warehouse"], row["sku"], (int(row["on_hand"]), int(row["reserved"]), 0)) for row in cells)
    assert [(warehouse, sku, tuple(figures)) for warehouse, sku, figures in read_stock_csv(path).rows()] == plain
    assert len(plain) == 1069


def test_empty_on_hand_is_untracked_and_empty_safety_stock_is_zero(tmp_path: Path) -> None:
    """An empty cell means what its column says, and is refused where it says nothing."""
    rows = read(tmp_path, f"{HEADER},safety_stock\nA,W1,,0,\nB,W1,5,1,2\n")
    assert rows == [("W1", "A", Figures(None, 0, 0)), ("W1", "B", Figures(5, 1, 2))]
    message = refused(tmp_path, f"{HEADER}\nA,W1,5,\n")
    assert message == "stock.csv:2: reserved must be a whole number, written in digits only; got ''"


def test_oversold_is_read(tmp_path: Path) -> None:
    """On hand may be negative, nothing else may."""
    assert read(tmp_path, f"{HEADER}\nA,W1,-3,0\n") == [("W1", "A", Figures(-3, 0, 0))]
    assert (
        refused(tmp_path, f"{HEADER}\nA,W1,3,-1\n") == "stock.csv:2: reserved must be a whole number, 0 or more; got -1"
    )


def test_blank_lines_are_passed_over(tmp_path: Path) -> None:
    """Many programs leave one at the end."""
    assert len(read(tmp_path, f"{HEADER}\nA,W1,3,0\n\nB,W1,3,0\n\n")) == 2


NO_DIGITS = ("5.0", "5,0", "1e3", "true", "NaN", "0x10", "1_000", " 5", "5 ", "+5", "--5", "²", "٣", "9" * 400, "five")


@pytest.mark.parametrize("cell", NO_DIGITS)
def test_cell_is_digits_only(tmp_path: Path, cell: str) -> None:
    """No rounding, no other digits, no helpful guess: line, column, rule and value."""
    message = refused(tmp_path, f'{HEADER}\nA,W1,5,0\nB,W1,"{cell}",0\n')
    assert message.startswith("stock.csv:3: on_hand must be a whole number, written in digits only; got ")


def test_number_of_seventeen_digits_is_too_large(tmp_path: Path) -> None:
    """16 digits are read, but not every one of them is a number that JSON keeps."""
    assert read(tmp_path, f"{HEADER}\nA,W1,9007199254740991,0\n")[0][2].on_hand == 2**53 - 1
    message = refused(tmp_path, f"{HEADER}\nA,W1,9007199254740992,0\n")
    assert "on_hand must be a whole number from -9007199254740991 to 9007199254740991" in message


def test_every_bad_row_is_named(tmp_path: Path) -> None:
    """All of them at once, each with its line, and nothing is loaded."""
    message = refused(tmp_path, f"{HEADER}\nA,W1,5,0\nB,W1,x,0\nC,W1,5\n ,W1,5,0\nA,W1,6,0\n")
    assert message.splitlines() == [
        "stock.csv:3: on_hand must be a whole number, written in digits only; got 'x'",
        "stock.csv:4: row must have 4 cells or more; got 3",
        "stock.csv:5: sku must be a name: printable text, 1 to 120 characters; got ' '",
        "stock.csv:6: row must be one for each sku and warehouse; got A at W1, also in line 2",
    ]


def test_list_of_bad_rows_has_an_end(tmp_path: Path) -> None:
    """Twenty are named, the others counted."""
    lines = refused(tmp_path, HEADER + "\nA,W1,x,0" * 30).splitlines()
    assert len(lines) == 21
    assert lines[-1] == "(+10 more bad rows)"


def test_line_is_that_of_the_file_even_after_a_cell_of_two_lines(tmp_path: Path) -> None:
    """A quoted cell may hold a line break; the line named is where the row ends."""
    message = refused(tmp_path, f'{HEADER},note\nA,W1,5,0,"two\nlines"\nB,W1,x,0,n\n')
    assert message.startswith("stock.csv:4: on_hand")


@pytest.mark.parametrize(
    "header", ["sku,warehouse,on_hand", f"{HEADER},sku", f"{HEADER},safety_stock,safety_stock", ""]
)
def test_header_names_each_column_once(tmp_path: Path, header: str) -> None:
    """A column that is missing or there twice is told with what was got."""
    assert refused(tmp_path, f"{header}\nA,W1,5,0\n").startswith("stock.csv:1: header must name the column ")


BAD_FILES = {
    b"": "stock.csv:1: header must name the column sku once",
    HEADER.encode(): "stock.csv: must hold at least one row",
    b"\xff\xfes\x00": "stock.csv: must be UTF-8; byte 0 is not",
    b"\x00\x01\x02\n": "stock.csv",
    HEADER.encode() + b'\nA,W1,5,"0': "stock.csv:2: must be CSV; unexpected end of data",
    HEADER.encode() + b'\nA,W1,5,"0"1': "stock.csv:2: must be CSV; ',' expected after '\"'",
    HEADER.encode() + b"\n" + b"A" * 200_000 + b",W1,5,0": "stock.csv:2: must be CSV; field larger than field limit",
}


@pytest.mark.parametrize(("data", "message"), BAD_FILES.items(), ids=range(len(BAD_FILES)))
def test_file_that_is_none_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    """Empty, binary, truncated, another encoding: one clear error."""
    assert refused(tmp_path, data).startswith(message)


def test_file_that_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Missing, a folder, unreadable, far too large."""
    for path in (tmp_path / "missing.csv", tmp_path):
        with pytest.raises(InputError, match="must be a file") as told:
            read_stock_csv(path)
        assert told.value.path == str(path)
    monkeypatch.setattr(stock_csv, "MAX_BYTES", 10)
    assert refused(tmp_path, f"{HEADER}\nA,W1,5,0\n") == "stock.csv: must be at most 10 bytes; got 40"


def test_file_that_vanishes_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the system says, the message names the file."""

    def broken(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", broken)
    assert refused(tmp_path, f"{HEADER}\nA,W1,5,0\n") == "stock.csv: cannot be read: Permission denied"


@given(st.binary(max_size=60))
def test_no_bytes_raise_anything_else(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    """A table or an InputError, whatever stands in the file."""
    path = tmp_path_factory.mktemp("csv") / "stock.csv"
    path.write_bytes(HEADER.encode() + b"\n" + data)
    try:
        assert len(read_stock_csv(path)) > 0
    except InputError as error:
        assert "stock.csv" in str(error)
