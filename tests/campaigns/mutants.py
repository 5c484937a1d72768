"""Which small changes of the code does nobody notice: not the tests, not `validate`, not the audit?

    python tests/campaigns/mutants.py quick --seconds 1200 --out tests.jsonl
    python tests/campaigns/mutants.py tests --seconds 1200 --out tests.jsonl  # the survivors, and what is left
    python tests/campaigns/mutants.py validate --seconds 1200 --out validate.jsonl
    python tests/campaigns/mutants.py audit --seconds 900 --out audit.jsonl
    python tests/campaigns/mutants.py table tests.jsonl validate.jsonl

cosmic-ray makes the mutants, each in a clone of the last commit. Stopped and started again on the same file, a campaign
goes on. Its order spreads evenly: however early it ends, every module and rule has had its share.
"""

import argparse
import ast
import contextlib
import difflib
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import attrs  # noqa: F401 - what each child would else load again
import msgspec  # noqa: F401
import pytest
import sortedcontainers  # noqa: F401
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from hypothesis import Phase, settings

ROOT = Path(__file__).parents[2]
# Steps of the golden ratio never crowd: however early the campaign ends, what it has tried lies evenly.
GOLDEN = 0.6180339887498949
# CPU seconds, so that a busy machine kills nobody; the clock is there for a mutant that sleeps.
CPU_SECONDS, CLOCK_SECONDS = 90, 600

BY_TESTS = {
    "graders/oracle.py": "axes_outcome sourcing_agreement",
    "graders/plans.py": "axes_outcome brute_force sourcing_agreement",
    "graders/evidence.py": "evidence axes_path",
    "graders/ledger.py": "evidence axes_path",
    "graders/facts.py": "evidence axes_path",
    "graders/readings.py": "readings axes_evidence",
    "graders/support.py": "axes_evidence",
    "graders/axes/cost.py": "axes_cost",
    "graders/axes/evidence.py": "axes_evidence",
    "graders/axes/findings.py": "axes_outcome",
    "graders/axes/honesty.py": "axes_honesty",
    "graders/axes/outcome.py": "axes_outcome",
    "graders/axes/path.py": "axes_path",
    "graders/axes/side_effects.py": "axes_side_effects",
}
QUICK = (
    "axes_outcome axes_path axes_evidence axes_side_effects axes_cost axes_honesty axes_messages evidence"
    " readings pages judging labels public_cases"
)
SLOW = "grader_hunt right grading sourcing reference brute_force careful_agreement sourcing_agreement"
BY_VALIDATE = [
    f"inventory_env/{name}.py"
    for name in ("warehouse", "faults", "stock", "stock_csv", "replies", "spoil", "run", "episode")
]
CLAIMS = (
    "clauses deeds doubts figures folding goods items layout marking meaning numbers own_language reading roles"
    " sentence view whereabouts"
)
BY_AUDIT = [
    *[module for module in BY_TESTS if not module.endswith("findings.py")],
    "graders/axes/wording.py",
    *[f"graders/{name}.py" for name in ("words", "statements", "told", "quoting", "asserting")],
    *[f"graders/claims/{name}.py" for name in CLAIMS.split()],
]
# Cases of one seed: so many rounds over all kinds find what a longer search finds, but for the rarest.
AUDITED = 2600
# One or two neighbours for each comparison and sum; the others are killed by nearly anything and only raise the score.
KEPT = {
    "ReplaceComparisonOperator": (
        "Eq_NotEq Eq_LtE Eq_GtE NotEq_Eq NotEq_Lt NotEq_Gt Lt_LtE Lt_GtE LtE_Lt LtE_Gt Gt_GtE Gt_LtE GtE_Gt GtE_Lt"
        " Is_IsNot IsNot_Is In_NotIn NotIn_In"
    ),
    "ReplaceBinaryOperator": "Add_Sub Sub_Add Mul_FloorDiv FloorDiv_Mul Div_Mul Mod_Mul Mod_FloorDiv BitOr_BitAnd",
}
# Looking for a smaller counterexample is no part of finding one.
settings.register_profile(
    "mutants", database=None, deadline=None, derandomize=True, max_examples=50, phases=[Phase.explicit, Phase.generate]
)


class Mutant(NamedTuple):
    """One change: the library's operator at its n-th place in a module, and the function that place is in."""

    module: str
    operator: str
    nth: int
    line: int
    rule: str


def mutants(clone: Path, module: str) -> list[Mutant]:
    """All mutants of a module, from top to bottom; none in an annotation, where they only break the import."""
    tree = ast.parse((clone / module).read_text(encoding="utf-8"))
    annotations, rules = _annotations(tree), list(_functions(tree))
    nodes = list(ast_nodes(get_ast_from_path(clone / module)))
    made = []
    for name in filter(_kept, operator_names()):
        operator = get_operator(name)()
        places = (place for node in nodes for place in operator.mutation_positions(node))
        for nth, (start, _) in enumerate(places):
            if not any(first <= start < last for first, last in annotations):
                rule = [rule for first, last, rule in rules if first <= start[0] <= last]
                made.append(Mutant(module, name, nth, start[0], rule[-1] if rule else "(module)"))
    return sorted(made, key=lambda mutant: (mutant.line, mutant.operator, mutant.nth))


def _kept(name: str) -> bool:
    family, _, change = name.removeprefix("core/").partition("_")
    return not get_operator(name).arguments() and (family not in KEPT or change in KEPT[family].split())


def _annotations(tree: ast.AST) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """From where to where each annotation goes."""
    parts = [getattr(node, name, None) for node in ast.walk(tree) for name in ("annotation", "returns")]
    return [((one.lineno, one.col_offset), (one.end_lineno, one.end_col_offset)) for one in parts if one is not None]


def _functions(tree: ast.AST, within: str = "") -> Iterator[tuple[int, int, str]]:
    """First line, last line and name of each class and function, the outer before the inner."""
    for node in ast.iter_child_nodes(tree):
        name = within
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = f"{within}.{node.name}" if within else node.name
            yield node.lineno - len(node.decorator_list), node.end_lineno or node.lineno, name
        yield from _functions(node, name)


def by_tests(clone: Path, module: str) -> str:
    """What all tests of the grading say of the clone."""
    return by_quick_tests(clone, module, f"{QUICK} {SLOW}")


def by_quick_tests(clone: Path, module: str, names: str = QUICK) -> str:
    """What the quick tests say of the clone, the fitting ones first."""
    fitting = BY_TESTS[module].split()
    stages = [fitting, [name for name in names.split() if name not in fitting]]
    return _said_by(_pytest, clone, stages)


def by_audit(clone: Path, module: str) -> str:
    """What the audit alone says of the clone's grader: any wrong answer, or another flaw, is a kill."""
    del module
    return _said_by(_audit, clone)


def _said_by(judge: Callable[..., None], *given: object) -> str:
    """What a judge says in a process of its own."""
    child = multiprocessing.get_context("fork").Process(target=judge, args=given)
    child.start()
    child.join(CLOCK_SECONDS)
    if child.is_alive():
        child.kill()
        child.join()
    return {0: "survived", 1: "killed"}.get(child.exitcode or 0, "timeout")


def _enter(clone: Path) -> None:
    """Let this process, which has the libraries loaded and the project not, load the project of a clone."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    os.chdir(clone)
    sys.path.insert(0, str(clone))
    sys.stdout = sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


def _audit(clone: Path) -> None:
    """Search as `inventory-env audit graders:grade` does, up to the first case in which the grader is wrong."""
    _enter(clone)
    from graders.audit.catalogue import all_kinds
    from graders.audit.hunt import search
    from graders.audit.loading import load_judge

    outcomes = search(load_judge("graders:grade"), all_kinds(), 0, range(AUDITED))
    os._exit(any(one.wrong or one.flaws for one in outcomes))


def _pytest(clone: Path, stages: list[list[str]]) -> None:
    """Run the tests of a clone."""
    _enter(clone)
    options = ["-x", "-q", "-o", "addopts=", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=no"]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning", "--hypothesis-profile=mutants"]
    for stage in stages:
        files = [file for name in stage if Path(file := f"tests/test_{name}.py").exists()]
        if files and pytest.main([*options, *files]):
            os._exit(1)
    os._exit(0)


def by_validate(clone: Path, module: str) -> str:
    """What `validate` alone says of the clone: a failed check, or no certificate, is a kill; "not shown" is none."""
    del module
    command = [sys.executable, "-m", "graders", "validate", "--limit", "60", "--json", "--out", os.devnull]
    env = {**os.environ, "PYTHONPATH": str(clone), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=clone, env=env, capture_output=True, timeout=CLOCK_SECONDS, preexec_fn=_limit
        )
    except subprocess.TimeoutExpired:
        return "timeout"
    if done.returncode not in (0, 1):
        return "timeout" if done.returncode < 0 else "killed"
    try:
        checks = json.loads(done.stdout)["checks"]
    except ValueError:
        return "killed"
    failed = [check["name"] for check in checks if check["passed"] is False]
    return f"killed: {', '.join(failed)}" if failed else "survived"


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))


def campaign(judge: Callable[[Path, str], str], modules: list[str], out: Path, seconds: float) -> None:
    """Judge mutants until there are no more or the time is up; write each to the file at once."""
    end = time.monotonic() + seconds
    done = {tuple(one["mutant"]) for one in _read(out) if one["by"] == judge.__name__ or one["verdict"] != "survived"}
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        clone = Path(folder)
        subprocess.run(["git", "clone", "--quiet", str(ROOT), folder], check=True)
        if (said := judge(clone, modules[0])) != "survived":
            sys.exit(f"without any mutant: {said}")
        sys.dont_write_bytecode = True
        every = [mutant for module in modules for mutant in mutants(clone, module)]
        order = sorted(range(len(every)), key=lambda place: place * GOLDEN % 1)
        for count, mutant in enumerate((every[place] for place in order), 1):
            if tuple(mutant) not in done and time.monotonic() < end:
                line = json.dumps({"of": len(every), "by": judge.__name__, **_judged(judge, clone, mutant)})
                with out.open("a", encoding="utf-8") as file:
                    file.write(line + "\n")
                print(f"\r{count}/{len(every)}", end="", file=sys.stderr, flush=True)


def _judged(judge: Callable[[Path, str], str], clone: Path, mutant: Mutant) -> dict[str, object]:
    """Plant one mutant, judge it, take it out."""
    file = clone / mutant.module
    text = file.read_text(encoding="utf-8")
    changed = mutate_code(text, get_operator(mutant.operator)(), mutant.nth)
    diff = list(difflib.unified_diff(text.splitlines(), changed.splitlines(), n=0, lineterm=""))[2:]
    # A compiled file of the same second and size would hide the change.
    for compiled in file.parent.glob(f"__pycache__/{file.stem}.*"):
        compiled.unlink()
    file.write_text(changed, encoding="utf-8")
    try:
        return {"mutant": mutant, "verdict": judge(clone, mutant.module), "diff": diff}
    finally:
        file.write_text(text, encoding="utf-8")


def _read(file: Path) -> list[dict]:
    if not file.exists():
        return []
    lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return list({tuple(one["mutant"]): one for one in lines}.values())


def table(files: list[Path]) -> None:
    """Print module, rule, mutants tried and killed; then each survivor with its change."""
    for file in files:
        judged = _read(file)
        if not judged:
            print(f"{file.name}: no mutant tried")
            continue
        rows: dict[tuple[str, str], list[dict]] = defaultdict(list)
        for one in judged:
            module, _, _, _, rule = one["mutant"]
            rows[module, ""].append(one)
            rows[module, rule].append(one)
        print(f"{file.name}: {len(judged)} of {judged[0]['of']} mutants tried, {_killed(judged)} killed")
        for (module, rule), some in sorted(rows.items()):
            print(f"{'  ' + rule if rule else module:60}{len(some):6}{_killed(some):6}")
        for one in judged:
            if one["verdict"] == "survived":
                print("\n" + " ".join(map(str, one["mutant"])), *one["diff"], sep="\n")


def _killed(judged: list[dict]) -> int:
    return sum(one["verdict"] != "survived" for one in judged)


JUDGES: dict[str, tuple[Callable[[Path, str], str], list[str]]] = {
    "quick": (by_quick_tests, list(BY_TESTS)),
    "tests": (by_tests, list(BY_TESTS)),
    "validate": (by_validate, BY_VALIDATE),
    "audit": (by_audit, BY_AUDIT),
}


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=[*JUDGES, "table"])
    parser.add_argument("files", nargs="*", type=Path, help="for `table`: what campaigns have written")
    parser.add_argument("--out", type=Path, help="where results are added, one JSON line per mutant")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="when to stop")
    parser.add_argument("--module", action="append", help="only this module, such as graders/oracle.py")
    given = parser.parse_args()
    if given.what == "table":
        table(given.files)
        return
    judge, modules = JUDGES[given.what]
    out = given.out or Path(f"{given.what}.jsonl")
    campaign(judge, given.module or modules, out, given.seconds)
    table([out])


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
