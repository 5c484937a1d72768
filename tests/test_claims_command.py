"""Does `inventory-env claims` read any bytes as messages, one a line, and say the same of each whatever the locale?"""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import graders
from graders import messages
from graders.claims.language import SHIPPED
from graders.claims.own_language import read_own_language
from graders.claims.reading import understand
from graders.cli import status
from graders.messages import Message, json_line, read_messages, told
from graders.show import Page
from graders.understood import to_json
from inventory_env.errors import InputError

ROOT = str(Path(graders.__file__).parent.parent)
LINE = [sys.executable, "-m", "graders", "claims"]
ENV = {"PATH": os.environ["PATH"], "PYTHONPATH": ROOT}
POSIX = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
ENDS = "\u2028\u2029\x85\x0b\x0c\x1c\x1d\x1e"
RESERVED = "I have reserved 10 units at W2 for you."
FIELDS = ["text", "language", "write_claim", "claims", "unclear"]


Claims = Callable[..., tuple[int, bytes, str]]


class Stream:
    """A standard input of bytes."""

    def __init__(self, said: bytes) -> None:
        self.buffer = io.BytesIO(said)

    def isatty(self) -> bool:
        return False


@pytest.fixture
def claims(capsysbinary: Any, monkeypatch: pytest.MonkeyPatch) -> Claims:
    """The command on some bytes: exit code, standard output, standard error."""

    def run(said: bytes, *options: str) -> tuple[int, bytes, str]:
        monkeypatch.setattr(sys, "stdin", Stream(said))
        code = status(["claims", *options])
        told = capsysbinary.readouterr()
        return code, told.out, told.err.decode()

    return run


def process(said: bytes, *options: str, env: dict[str, str]) -> "subprocess.CompletedProcess[bytes]":
    """The command in a process of its own."""
    return subprocess.run([*LINE, *options], input=said, env=ENV | env, capture_output=True, timeout=60, check=False)


def objects(out: bytes) -> list[dict[str, Any]]:
    """One object a line, and each line in ASCII."""
    assert out.isascii()
    return [json.loads(line) for line in out.split(b"\n")[:-1]]


def test_one_message_a_line_gives_one_object_a_line(claims: Claims) -> None:
    """In order; CR is data, an empty line a message, the last line needs no end, and nothing but LF ends one."""
    said = ["Hello.", "", RESERVED + "\r", f"a{ENDS}b\x00\x7f", "\ufeffstart", "\U0001f600 nothing is reserved"]
    code, out, err = claims("\n".join(said).encode(), "--json")
    assert (code, err) == (0, "")
    told = objects(out)
    assert [one["text"] for one in told] == said
    assert all(list(one) == FIELDS for one in told)
    assert [one["write_claim"] for one in told][:3] == ["not_claimed", "not_claimed", "claimed"]
    for escape in (b"\\u2028", b"\\u2029", b"\\u0085", b"\\u007f", b"\\u0000", b"\\r", b"\\ufeff", b"\\ud83d"):
        assert escape in out
    assert not re.search(rb"[\x00-\x09\x0b-\x1f\x7f]", out)


def test_a_claim_says_where_it_stands(claims: Claims) -> None:
    """Kind, polarity and place of each clause, and the words there; places count characters, not bytes."""
    text = "\U0001f600 \u00ab\u00e9\u00bb! " + RESERVED
    told = objects(claims(text.encode() + b"\n", "--json", "--lang", "en")[1])
    assert len(told) == 1
    claim = next(one for one in told[0]["claims"] if one["kind"] == "reservation")
    assert claim["polarity"] == "asserted"
    assert text[claim["start"] : claim["end"]] == claim["text"] == RESERVED.rstrip(".")
    assert {"quantities", "warehouses", "skus", "why"} <= set(claim)
    assert told[0]["language"] == "en"


@pytest.mark.parametrize("env", [POSIX, {"PYTHONIOENCODING": "utf-16"}])
def test_the_locale_changes_nothing(claims: Claims, env: dict[str, str]) -> None:
    """Bytes are UTF-8 wherever they come from, and JSON is the same everywhere."""
    said = "Товар есть на складе W1.\n仓库W1有货。\n".encode()
    done = process(said, "--json", env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    out = done.stdout.decode("utf-16").encode() if "utf-16" in env.values() else done.stdout
    assert out == claims(said, "--json")[1]
    assert len(objects(out)) == 2


def test_text_for_a_person_marks_what_each_clause_says(claims: Claims) -> None:
    """The message with its clauses numbered, and a line for each; nothing in it can move the cursor."""
    _, out, _ = claims(f"{RESERVED} Shall I book 10?\n\x1b[31mred\n".encode())
    lines = out.decode().splitlines()
    assert lines[0].split() == ["1", "claimed", "read", "as", "en"]
    assert lines[1].startswith(
        "      | \u00bbI have reserved 10 units at W2 for you\u00ab[1]. \u00bbShall I book 10\u00ab[2]?"
    )
    assert re.match(r" +\[1\]  reservation +asserted ", lines[2])
    assert any(re.match(r" +\[2\]  reservation +(?!asserted)", line) for line in lines)
    assert b"\x1b" not in out


def test_text_is_escaped_where_the_terminal_cannot_say_it() -> None:
    """Other signs stand for the marks, escapes for letters."""
    done = process(f"{RESERVED} Shall I book \u00e9?".encode(), env=POSIX)
    assert b">>I have reserved 10 units at W2 for you<<[1]. >>Shall I book \\xe9<<[2]?" in done.stdout


def test_text_is_coloured_on_a_terminal() -> None:
    """Deeds presented as done are red, what stays open is yellow; without colours all else is the same."""
    text = f"{RESERVED} Zxqv wkrj plmt."
    understood = understand(text, language="en")
    bright = list(told(Message(1, text), understood, Page(colours=True)))
    assert "\x1b[31mclaimed    \x1b[0m" in bright[0]
    assert "\x1b[4;31mI have reserved 10 units at W2 for you\x1b[0m[1]" in bright[1]
    assert "\x1b[4;33m" in bright[1]
    dull = list(told(Message(1, text), understood, Page(marks=("", ""))))
    assert [re.sub(r"\x1b\[[\d;]+m", "", line) for line in bright] == dull


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (b"fine\nbad \xff\nfine\n", "standard input:2: must be UTF-8; byte 5 is b'\\xff'"),
        (b"cut \xe2\x82", "standard input:1: must be UTF-8; byte 5 is b'\\xe2'"),
        (b"\xed\xa0\x80\n", "standard input:1: must be UTF-8; byte 1 is b'\\xed'"),
        ("two\n".encode("utf-16"), "standard input:1: must be UTF-8; byte 1 is b'\\xff'"),
    ],
    ids=["invalid", "cut off", "surrogate", "UTF-16"],
)
def test_what_is_no_utf_8_is_named_with_line_and_byte(claims: Claims, said: bytes, words: str) -> None:
    """What stands before it was said already; the rest is not guessed."""
    code, out, err = claims(said, "--json")
    assert (code, err) == (2, f"error: {words}\n")
    assert [one["text"] for one in objects(out)] == ["fine"] * (said[:4] == b"fine")


@settings(max_examples=60)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from(ENDS + "\r\x00\u202e\u200b"))))
def test_every_text_survives_the_way_through(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    """What goes in as a line comes out as the text of an object, sign by sign, and every place lies within it."""
    said = [text.replace("\n", " ") for text in texts]
    path = tmp_path_factory.mktemp("claims") / "x"
    path.write_bytes("".join(f"{text}\n" for text in said).encode())
    read = list(read_messages(path))
    assert [(one.number, one.text) for one in read] == list(enumerate(said, 1))
    for one in read:
        line = json_line(understand(one.text))
        assert line.isascii()
        assert line.isprintable()
        found = json.loads(line)
        assert found["text"] == one.text
        for place in (*found["claims"], *found["unclear"]):
            assert 0 <= place["start"] <= place["end"] <= len(one.text)
            assert place["text"] == one.text[place["start"] : place["end"]]
        assert all(row.isprintable() for row in told(one, understand(one.text), Page()))


def test_lines_are_told_one_by_one_whatever_their_number(tmp_path: Path) -> None:
    """A long input takes no more memory than a short one."""
    few, many = (_kilobytes(tmp_path, f"{RESERVED}\n".encode() * number) for number in (10, 3_000))
    assert many < few + 6_000


def test_a_million_signs_on_one_line_are_one_message(claims: Claims) -> None:
    """Nothing is cut, whatever the length."""
    code, out, _ = claims(b"word " * 200_000, "--json")
    assert (code, len(objects(out))) == (0, 1)
    assert len(objects(out)[0]["text"]) == 1_000_000


def _kilobytes(folder: Path, said: bytes) -> int:
    """The most memory that the command took for these messages."""
    (folder / "in").write_bytes(said)
    code = f"import runpy, resource, sys; sys.argv = ['x', 'claims', '--json', {str(folder / 'in')!r}]\n"
    code += "try: runpy.run_module('graders', run_name='__main__')\n"
    code += "except SystemExit: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    line = [sys.executable, "-c", code]
    done = subprocess.run(line, env=ENV, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.count("\n") == said.count(b"\n")
    return int(done.stderr)


def test_a_line_that_never_ends_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of another kind does not fill the memory."""
    monkeypatch.setattr(messages, "MAX_LINE_BYTES", 10)
    path = tmp_path / "x"
    for said, fits in ((b"0123456789\n0123456789", True), (b"ok\n01234567890\n", False), (b"ok\n" + b"x" * 99, False)):
        path.write_bytes(said)
        if fits:
            assert [one.text for one in read_messages(path)] == ["0123456789"] * 2
        else:
            with pytest.raises(InputError, match=r"x:2: must be at most 10 bytes long"):
                list(read_messages(path))


def test_a_closed_pipe_ends_quietly() -> None:
    """Whoever needs only the first lines gets no traceback."""
    with subprocess.Popen([*LINE, "--json"], env=ENV, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(f"{RESERVED}\n".encode() * 1000)
        process.stdin.close()
        assert process.wait(60) == 141
        assert process.stderr.read() == b""


def run(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    """The command in this process."""
    code = status(["claims", *arguments])
    told = capsys.readouterr()
    return code, told.out, told.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nope"], "nope: cannot be read: No such file or directory"),
        (["."], ".: cannot be read: Is a directory"),
        (["--lang", "fr"], "--lang must be a known language; got 'fr' (known: en, ru, vi, zh)"),
        (["--lang", "e\x1bn"], "--lang must be a known language; got 'e\\x1bn'"),
        (["--lang", "en", "--lang-file", "x"], "--lang must be given without --lang-file"),
        (["--lang-file", "nope.toml"], "nope.toml: cannot be read: No such file or directory"),
        (["--lang-file", "binary.toml"], "binary.toml: must be UTF-8; byte 1 is not"),
        (["--lang-file", "bad.toml"], "bad.toml: must be TOML"),
        (["--lang-file", "empty.toml"], "empty.toml: language must be a name: printable text"),
    ],
)
def test_wrong_use_is_one_line_and_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any, arguments: list[str], said: str
) -> None:
    """Whatever is wrong is named before anything is read."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "binary.toml").write_bytes(b"\xff")
    (tmp_path / "bad.toml").write_text("a = ")
    (tmp_path / "empty.toml").write_text("")
    code, out, err = run(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


OWN = """
language = "tlh"
[words]
all = "qapla nuq"
[writes.reservation]
done = ["reserved"]
"""


def test_a_language_of_ones_own_needs_no_code(tmp_path: Path, capsys: Any) -> None:
    """A file says what its words mean."""
    (tmp_path / "tlh.toml").write_text(OWN)
    (tmp_path / "x").write_text("Qapla reserved.\n")
    code, out, err = run(capsys, str(tmp_path / "x"), "--lang-file", str(tmp_path / "tlh.toml"), "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["language"], found["write_claim"]) == ("tlh", "claimed")


SLIPS = {
    "language = 5": "language must be a name",
    "spaced = 'no'": "spaced must be true or false; got 'no'",
    "split = 5": "split must be a list of texts; got 5",
    "detect = 'the'": "detect must be a list of texts; got 'the'",
    "abbreviations = [5]": "abbreviations must be a list of texts; got [5]",
    "wrods = 5": "wrods is no key of a language file (did you mean words? known: ",
    "words = 5": "words must be a table; got 5",
    "[words]\na = ['b']": "words.a must be a text; got ['b']",
    "[cues]\nnegation = 'not'": "cues.negation must be a list of texts; got 'not'",
    "[cues]\nnegatoin = ['not']": "cues.negatoin must be a known cue (did you mean negation?",
    "[cues]\nnegation = ['(']": "cues.negation must be regular expressions; missing )",
    "[parts]\na = ['{nowhere}']": "parts.a must use parts that stand before it; got {nowhere}",
    "[writes]\nreservation = 5": "writes.reservation must be a table; got 5",
    "[writes.reservation]\ndonne = ['a']": "writes.reservation.donne is no form of a deed (did you mean done?",
    "[writes.availability]\ndone = ['a']": "writes.availability must be a deed",
    "[claims]\navailability = 5": "claims.availability must be a list of texts; got 5",
    "figures = 5": "figures must be a table; got 5",
}


@pytest.mark.parametrize("slip", SLIPS)
def test_every_slip_in_a_language_file_is_named(tmp_path: Path, capsys: Any, slip: str) -> None:
    """A user's mistake is told with its place; nothing that was written is silently passed over."""
    first = "" if slip.startswith("language") else 'language = "x"\n'
    (tmp_path / "x.toml").write_text(first + slip)
    code, out, err = run(capsys, "--lang-file", str(tmp_path / "x.toml"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"x.toml: {SLIPS[slip]}" in err


@pytest.mark.parametrize("tag", SHIPPED)
def test_a_language_that_ships_may_be_ones_own(tag: str) -> None:
    """What a user is asked to write, the files that ship are: a copy of one is a file to begin with."""
    text = (resources.files("graders.claims") / "languages" / f"{tag}.toml").read_text(encoding="utf-8")
    assert read_own_language(text, "mine.toml").tag == tag


def test_a_declared_language_is_used(tmp_path: Path, capsys: Any) -> None:
    """Where a message could be of several, the user's word decides."""
    (tmp_path / "x").write_text("OK\n")
    for tag in ("en", "ru", "zh", "vi"):
        assert json.loads(run(capsys, str(tmp_path / "x"), "--lang", tag, "--json")[1])["language"] == tag


def test_json_of_an_understanding_holds_only_json() -> None:
    """Everything that the reading gives stands in the object, whatever it may come to hold."""
    told = json.dumps(to_json(understand(f"{RESERVED} W1 has 5 of A-1, 2 reserved for others.")))
    assert json.dumps(json.loads(told)) == told


def test_a_person_at_a_terminal_is_told_what_to_type(claims: Claims, monkeypatch: pytest.MonkeyPatch) -> None:
    """On standard error; a dash stands for standard input."""
    monkeypatch.setattr(Stream, "isatty", lambda stream: True)
    assert claims(b"Hello.\n", "-", "--json")[2] == "one message a line; Ctrl-D ends\n"


def test_standard_input_may_be_closed(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No input at all is told, not taken for an empty one."""
    monkeypatch.setattr(sys, "stdin", None)
    assert run(capsys) == (2, "", "error: standard input cannot be read: it is closed\n")
    done = subprocess.run(f"{' '.join(LINE)} <&-", shell=True, env=ENV, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: standard input cannot be read: it is closed\n"
