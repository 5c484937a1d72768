"""Does the certificate say what was found, and can anyone put their own parts to the same test?"""

import json
from pathlib import Path

import pytest

import inventory_env
from graders.certificate import Certificate, Found, check, read_certificate, stale_because
from graders.certificate_text import told
from graders.cli import status
from graders.examining import Order
from graders.fingerprints import main as fingerprints_main
from graders.standing import standing
from graders.validate import QUESTIONS, certify
from inventory_env.errors import InputError

FOREIGN = """
def always(scenario, trace):
    return True


def broken(scenario, trace):
    raise ValueError("no idea")


def silent(task, desk):
    return None
"""


@pytest.fixture(scope="module")
def certificate() -> Certificate:
    """The certificate of the worked examples."""
    return certify(Order("worked"))


def test_every_question_is_answered_under_its_name(certificate: Certificate) -> None:
    """The names in the certificate are those of the table of questions."""
    assert [one.name for one in certificate.checks] == list(QUESTIONS)


def test_worked_examples_have_no_fault(certificate: Certificate) -> None:
    """Thirty scenarios are too few to show everything, but nothing in them is unsound."""
    found = {one.name: one.found for one in certificate.checks}
    assert Found.UNSOUND not in found.values()
    assert found["suite-lint"] is found["careful"] is found["controls"] is found["determinism"] is Found.SOUND
    assert certificate.found is Found.NOT_SHOWN
    assert certificate.to_json()["sound"] is False


def test_text_names_every_check_and_what_is_not_shown(certificate: Certificate) -> None:
    """A reader of the terminal sees the same questions, the matrix, and the limits."""
    lines = list(told(certificate))
    for one in certificate.checks:
        assert any(one.asks in line for line in lines)
    assert any("raises" in line for line in lines)
    assert lines[-1] == "verdict: not shown"


def test_reports_repeat_the_error_table_of_the_grader_in_use(certificate: Certificate, tmp_path: Path) -> None:
    """What stands in a certificate of this grader and this code; of another grader or none there is no table."""
    (tmp_path / "certificate.json").write_text(json.dumps(certificate.to_json()))
    lines = list(standing(tmp_path).told())
    assert lines[0] == "certificate: not shown"
    assert [line.split()[0] for line in lines[2:]][-1] == "all"
    assert "0 of" in lines[-1]
    assert list(standing(tmp_path, "x.py:grader").told()) == [
        "certificate: none of this grader (run `inventory-env validate`)"
    ]


def test_a_check_without_enough_instances_is_not_sound() -> None:
    """Too little seen is neither sound nor unsound; a fault outweighs it."""
    assert check("c", "?", (), {}, enough=False).found is Found.NOT_SHOWN
    assert check("c", "?", ("wrong",), {}, enough=False).found is Found.UNSOUND


def test_a_stored_certificate_is_valid_stale_or_broken(certificate: Certificate, tmp_path: Path) -> None:
    """The seal guards the content, the digests say whether code and suite are the same."""
    file = tmp_path / "certificate.json"
    assert "none" in standing(tmp_path).line
    file.write_text(json.dumps(certificate.to_json()))
    stored = read_certificate(file)
    assert stale_because(stored, certificate.about) == ()
    assert stale_because(stored, {**certificate.about, "code_digest": "another"}) == ("the code has changed since",)
    assert standing(tmp_path).line == "certificate: not shown"
    file.write_text(file.read_text().replace('"sound": false', '"sound": true'))
    with pytest.raises(InputError, match="seal"):
        read_certificate(file)
    assert "none that counts" in standing(tmp_path).line
    for text in ("[]", "{", ""):
        file.write_text(text)
        with pytest.raises(InputError):
            read_certificate(file)
    with pytest.raises(InputError, match="cannot be read"):
        read_certificate(tmp_path / "nothing.json")


def test_command_writes_and_checks_a_certificate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--json` prints the certificate only, `--check` says whether it still holds."""
    out = tmp_path / "c.json"
    assert status(["validate", "--suite", "worked", "--limit", "6", "--json", "--out", str(out)]) == 1
    printed = json.loads(capsys.readouterr().out)
    assert printed["sound"] is False
    assert {one["name"] for one in printed["checks"]} == set(QUESTIONS)
    assert status(["validate", "--check", str(out)]) == 1
    assert "valid, verdict not shown" in capsys.readouterr().out
    assert status(["validate", "--check", str(out), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["standing"] == "valid"
    assert status(["validate", "--suite", "worked", "--limit", "6", "--out", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert "verdict" in said.out
    assert "could not be written" in said.err


def test_a_grader_that_passes_everything_is_found_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Controls and faulty agents succeed with it, and the certificate says so."""
    file = tmp_path / "mine.py"
    file.write_text(FOREIGN)
    order = ["validate", "--suite", "worked", "--limit", "8", "--json", "--out", str(tmp_path / "c.json")]
    assert status([*order, "--grader", f"{file}:always"]) == 1
    found = {one["name"]: one["passed"] for one in json.loads(capsys.readouterr().out)["checks"]}
    assert found["controls"] is found["zoo"] is found["discriminates"] is False
    assert status([*order, "--grader", f"{file}:broken"]) == 2
    assert "no idea" in capsys.readouterr().err


def test_an_agent_is_held_to_what_right_agents_are_held_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A guest that answers nothing makes the certificate unsound, by name."""
    file = tmp_path / "mine.py"
    file.write_text(FOREIGN)
    order = ["validate", "--suite", "worked", "--limit", "6", "--json", "--out", str(tmp_path / "c.json")]
    assert status([*order, "--agent", f"{file}:silent"]) == 1
    right = next(one for one in json.loads(capsys.readouterr().out)["checks"] if one["name"] == "right-agents")
    assert right["passed"] is False
    assert "guest" in right["faults"][0]


def test_a_child_process_tells_its_hash_and_its_digests(capsys: pytest.CaptureFixture[str]) -> None:
    """What determinism compares between processes."""
    assert fingerprints_main(["worked", "30", "3"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["hash"] == hash("x")
    assert len(found["fingerprints"]) == 3


def test_a_stale_certificate_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The suite it speaks of has changed, or is gone."""
    suite, out = tmp_path / "mine.jsonl", tmp_path / "c.json"
    lines = (Path(inventory_env.__path__[0]) / "suites" / "worked.jsonl").read_text(encoding="utf-8").splitlines()
    suite.write_text("\n".join(lines[:2]) + "\n", encoding="utf-8")
    assert status(["validate", "--suite", str(suite), "--json", "--out", str(out)]) == 1
    suite.write_text(lines[0] + "\n", encoding="utf-8")
    capsys.readouterr()
    assert status(["validate", "--check", str(out)]) == 1
    assert "stale" in (said := capsys.readouterr().out)
    assert "the suite has changed since" in said
    suite.unlink()
    assert status(["validate", "--check", str(out)]) == 1
    assert "its suite cannot be read" in capsys.readouterr().out
