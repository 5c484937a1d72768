"""Do JSON-lines files hold records, one a line, and is every fault named with path and line?"""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inventory_env import store
from inventory_env.codec import encode
from inventory_env.errors import InputError
from inventory_env.store import append_line, locked, mend, read_lines, write_lines
from inventory_env.strategies import tasks
from inventory_env.task import Line, Task

ONE = b'{"line":1,"quantity":5,"sku":"A"}\n'
TWO = b'{"line":2,"quantity":5,"sku":"A"}\n'
OTHER_ENDS = {
    "plain": ONE + TWO,
    "no line feed at the end": (ONE + TWO).rstrip(),
    "BOM": b"\xef\xbb\xbf" + ONE + TWO,
    "blank lines": ONE + b"\n \t\n" + TWO,
    "CRLF": (ONE + TWO).replace(b"\n", b"\r\n"),
}
LINES = [Line(1, "A", 5), Line(2, "A", 5)]


@settings(max_examples=20)
@given(nouns=st.lists(tasks(), max_size=4))
def test_file_survives_a_round_trip(tmp_path_factory: pytest.TempPathFactory, nouns: list[Task]) -> None:
    """What is written is read back, in its order, and counted."""
    path = tmp_path_factory.mktemp("store") / "tasks.jsonl"
    assert write_lines(path, nouns) == len(nouns)
    assert list(read_lines(path, Task)) == nouns


@pytest.mark.parametrize(
    "data",
    OTHER_ENDS.values(),
    ids=OTHER_ENDS,
)
def test_lines_may_end_as_other_programs_end_them(tmp_path: Path, data: bytes) -> None:
    """A BOM at the start, blank lines, carriage returns and a missing last line feed mean nothing."""
    assert list(read_lines(_file(tmp_path, data), Line)) == LINES


def test_bad_line_is_named(tmp_path: Path) -> None:
    """Path, line, field, rule and value got; blank lines are counted too."""
    path = _file(tmp_path, ONE + b"\n" + TWO.replace(b"5", b"true"))
    with pytest.raises(InputError) as told:
        list(read_lines(path, Line))
    assert str(told.value) == f"{path}:3: quantity must be a whole number, 1 or more; got True"
    with pytest.raises(InputError, match=r"^orders:3: quantity"):
        list(read_lines(path, Line, name="orders"))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (ONE + TWO[:20], ":2: must be JSON"),
        (ONE + b"\xef\xbb\xbf" + TWO, ":2: must be JSON without a byte order mark"),
        (b"\x00\x01", ":1: must be JSON"),
        ("{}".encode("utf-16"), ":1: must be UTF-8"),
        (ONE + b"[" * 100_000, ":2: must be JSON that is not nested so deeply"),
    ],
    ids=["truncated", "second BOM", "binary", "UTF-16", "deep"],
)
def test_file_of_another_kind_is_refused(tmp_path: Path, data: bytes, words: str) -> None:
    """One clear error."""
    with pytest.raises(InputError, match=words):
        list(read_lines(_file(tmp_path, data), Line))


def test_line_without_end_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of 100 MB in one line is another kind of file."""
    monkeypatch.setattr(store, "MAX_LINE_BYTES", 50)
    path = _file(tmp_path, ONE + b"x" * 1000)
    with pytest.raises(InputError, match=r":2: must be at most 50 bytes long"):
        list(read_lines(path, Line))


def test_empty_file_holds_nothing(tmp_path: Path) -> None:
    """No record, and no error: whether none is enough is for the caller to say."""
    assert list(read_lines(_file(tmp_path, b""), Line)) == []


def test_file_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    """Missing, or a folder."""
    with pytest.raises(InputError, match=r"missing.jsonl: cannot be read: No such file"):
        list(read_lines(tmp_path / "missing.jsonl", Line))
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        list(read_lines(tmp_path, Line))
    with pytest.raises(InputError, match="cannot be written: Is a directory"):
        write_lines(tmp_path, LINES)


def _file(folder: Path, data: bytes) -> Path:
    path = folder / "lines.jsonl"
    path.write_bytes(data)
    return path


JSON_OBJECTS = st.dictionaries(st.text(max_size=8), st.integers(0, 9) | st.text(), max_size=3)


@settings(max_examples=30)
@given(objects=st.lists(JSON_OBJECTS, min_size=1, max_size=4), data=st.data())
def test_cut_off_anywhere_an_appended_file_keeps_its_whole_lines(
    tmp_path_factory: pytest.TempPathFactory, objects: list[dict[str, object]], data: st.DataObject
) -> None:
    """Killed in the middle of a write: whole lines stand, and the next one is written as if nothing had been."""
    path = tmp_path_factory.mktemp("cut") / "lines.jsonl"
    lines = [encode(one) for one in objects]
    for line in lines:
        append_line(path, line)
    written = path.read_bytes()
    assert written == b"".join(line + b"\n" for line in lines)
    cut = data.draw(st.integers(0, len(written)))
    path.write_bytes(written[:cut])
    ends = [sum(len(line) + 1 for line in lines[:count]) - 1 for count in range(1, len(lines) + 1)]
    kept = [line for line, end in zip(lines, ends, strict=True) if end <= cut]
    append_line(path, b"{}")
    assert path.read_bytes() == b"".join(line + b"\n" for line in [*kept, b"{}"])


def test_mending_says_how_much_was_dropped(tmp_path: Path) -> None:
    """What was cut off may be longer than what is read at once; a sound file loses nothing."""
    path = tmp_path / "lines.jsonl"
    for rest in (b"", b'{"note":"' + b"x" * 200_000, b"[]"):
        path.write_bytes(b"{}\n" + rest)
        with locked(path) as file:
            assert mend(file) == len(rest)
        assert path.read_bytes() == b"{}\n"


def test_what_cannot_be_appended_to_is_told(tmp_path: Path) -> None:
    """A folder that is not there, a folder in the place of the file."""
    for path in (tmp_path / "gone" / "lines.jsonl", tmp_path):
        with pytest.raises(InputError, match=f"^{path}: cannot be written: "):
            append_line(path, b"{}")
