"""How is a development or a test split made?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graders.printing import say, say_json
from inventory_env.errors import InputError

if TYPE_CHECKING:
    from inventory_env.splits import Made, SplitKind

EXAMPLES = (
    "inventory-env generate --split dev --count 20 --out dev.jsonl",
    "inventory-env generate --split test --salt-file secret.txt --commit-only --out test.jsonl",
    "inventory-env generate --split test --salt-file secret.txt --reveal test.split.json --out test.jsonl",
)
_DEV_HAS_NO = "must not be given for a dev split, which everybody can make"


def command(
    split: Annotated[str, typer.Option("--split", help="dev: open to all; test: made from a secret.")],
    out: Annotated[Path, typer.Option("--out", help="The suite, NAME.jsonl; NAME.split.json stands beside it.")],
    count: Annotated[int | None, typer.Option("--count", min=1, help="Scenarios; 200, or as committed.")] = None,
    salt_file: Annotated[Path | None, typer.Option("--salt-file", help="File that holds the secret.")] = None,
    salt: Annotated[str | None, typer.Option("--salt", help="The secret; it stays in the shell's history.")] = None,
    looks: Annotated[int | None, typer.Option("--looks", min=1, help="Evaluations a test split is for; 3.")] = None,
    commit_only: Annotated[bool, typer.Option("--commit-only", help="Write NAME.split.json and no more.")] = False,
    reveal: Annotated[Path | None, typer.Option("--reveal", help="The commitment that the suite must keep.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Make a development split, or a test split from a secret.

    A test split can be committed to first and revealed later. Its secret has 16 characters or more: draw one, keep it
    in a file and pass --salt-file, for what --salt is given stays in the shell's history. Nothing that stands in a
    file already is overwritten. Leaves with 1 where what is revealed is not what was committed to.
    """
    from inventory_env.splits.making import SplitKind

    if split not in tuple(SplitKind):
        raise InputError(f"must be dev or test; got {split!r}", field="--split")
    if out.suffix != ".jsonl":
        raise InputError(f"must end in .jsonl; got {out.name!r}", field="--out")
    kind = SplitKind(split)
    _refuse_contradictions(kind, salt, salt_file, looks, reveal, commit_only=commit_only)
    secret = _secret(kind, salt, salt_file)
    if reveal is not None:
        return _reveal(kind, secret, count, reveal, out, as_json=as_json)
    return _issue(kind, secret, count, looks, out, commit_only=commit_only, as_json=as_json)


def _refuse_contradictions(
    kind: "SplitKind",
    salt: str | None,
    salt_file: Path | None,
    looks: int | None,
    reveal: Path | None,
    *,
    commit_only: bool,
) -> None:
    if kind == "dev":
        given = {"--salt": salt, "--salt-file": salt_file, "--looks": looks, "--reveal": reveal}
        given["--commit-only"] = commit_only or None
        for option, value in given.items():
            if value is not None:
                raise InputError(_DEV_HAS_NO, field=option)
    elif (salt is None) is (salt_file is None):
        raise InputError("or --salt must be given for a test split, one of the two", field="--salt-file")
    if reveal is not None and (commit_only or looks is not None):
        option = "--commit-only" if commit_only else "--looks"
        raise InputError("must not be given with --reveal: the commitment stands", field=option)


def _secret(kind: "SplitKind", salt: str | None, salt_file: Path | None) -> str:
    from inventory_env.splits.salt import DEV_SALT, read_salt

    if kind == "dev":
        return DEV_SALT
    return read_salt(salt_file) if salt_file is not None else salt or ""


def _issue(
    kind: "SplitKind",
    secret: str,
    count: int | None,
    looks: int | None,
    out: Path,
    *,
    commit_only: bool,
    as_json: bool,
) -> int:
    from inventory_env.codec import builtins
    from inventory_env.splits.commitment import DEFAULT_LOOKS, committed
    from inventory_env.splits.issuing import commitment_file, put, suite_files
    from inventory_env.splits.making import DEFAULT_COUNT, make

    made = make(kind, DEFAULT_COUNT if count is None else count, secret)
    _refuse_overlaps(made)
    commitment = committed(made, DEFAULT_LOOKS if looks is None else looks)
    written = put((commitment_file(out, commitment), *(() if commit_only else suite_files(out, made))))
    if as_json:
        say_json({"commitment": builtins(commitment), "written": [str(one) for one in written]})
        return 0
    looks_words = "1 look" if commitment.looks == 1 else f"{commitment.looks} looks"
    allowed = f", good for {looks_words}" if commitment.looks else ""
    say(f"{kind} split of {commitment.count} scenarios{allowed}, digest {commitment.suite_digest}")
    _tell_written(written)
    return 0


def _reveal(kind: "SplitKind", secret: str, count: int | None, reveal: Path, out: Path, *, as_json: bool) -> int:
    from inventory_env.codec import builtins
    from inventory_env.splits.commitment import broken_promises, read_commitment
    from inventory_env.splits.issuing import commitment_file, put, suite_files
    from inventory_env.splits.making import make

    commitment = read_commitment(reveal)
    made = make(kind, commitment.count if count is None else count, secret)
    differs = broken_promises(commitment, made)
    written: tuple[Path, ...] = ()
    if not differs:
        _refuse_overlaps(made)
        written = put((commitment_file(out, commitment), *suite_files(out, made)))
    if as_json:
        paths = [str(one) for one in written]
        say_json({"commitment": builtins(commitment), "differs": list(differs), "written": paths})
    elif differs:
        say(f"not the split that {reveal.name} commits to: {'; '.join(differs)}")
    else:
        say(f"{commitment.count} scenarios, the same to the byte as {reveal.name} commits to")
        _tell_written(written)
    return 1 if differs else 0


def _refuse_overlaps(made: "Made") -> None:
    from inventory_env.splits.issuing import overlaps

    found = overlaps(made)
    if found:
        told = "; ".join(f"with {name}: {shared.told()}" for name, shared in found.items())
        raise InputError(f"must share nothing with what everybody can know; shared {told}", field="split")


def _tell_written(written: tuple[Path, ...]) -> None:
    for path in written:
        say(f"wrote {path}")
    if not written:
        say("every file was there already, the same to the byte")
