"""What is said of a split before anybody sees it? Its fingerprint and its salt's, and how often it may be looked at."""

import hashlib
from pathlib import Path

import msgspec

from inventory_env.codec import decode
from inventory_env.errors import InputError
from inventory_env.fields import Positive, noun
from inventory_env.generate import GENERATOR_VERSION
from inventory_env.splits.making import Made, SplitKind
from inventory_env.store import numbered_lines
from inventory_env.trace import TOOLS_VERSION

# How often a test split may be looked at where nobody says otherwise.
DEFAULT_LOOKS = 3
_MOST_BYTES = 100_000


@noun
class Commitment:
    """What stands in `NAME.split.json`, beside the suite `NAME.jsonl` or long before it.

    Attributes:
        kind: dev or test.
        count: how many scenarios.
        suite_digest: SHA-256 of the suite's bytes with its stock file's behind them, in hexadecimal digits.
        salt_hash: of the key that the salt gives.
        looks: how many evaluations a test split is good for; None for a development split.
        generator_version: of families, prompts and splits.
        tools_version: of the world's replies.
    """

    kind: SplitKind
    count: Positive
    suite_digest: str
    salt_hash: str
    looks: Positive | None = None
    generator_version: Positive = GENERATOR_VERSION
    tools_version: Positive = TOOLS_VERSION

    def __attrs_post_init__(self) -> None:
        if (self.kind is SplitKind.TEST) is (self.looks is None):
            raise InputError("must be given exactly for a test split", field="looks")


def committed(made: Made, looks: int = DEFAULT_LOOKS) -> Commitment:
    """The commitment to a split."""
    allowed = looks if made.kind is SplitKind.TEST else None
    return Commitment(made.kind, len(made.scenarios), made.digest, made.salt_hash, allowed)


def broken_promises(commitment: Commitment, made: Made) -> tuple[str, ...]:
    """Where a split is not the one that was committed to; none where it is, to the byte."""
    if made.kind is not commitment.kind:
        return (f"the commitment is to a {commitment.kind} split, this is a {made.kind} split",)
    if made.salt_hash != commitment.salt_hash:
        return ("the salt is not the one that was committed to",)
    if len(made.scenarios) != commitment.count:
        return (f"the commitment is to {commitment.count} scenarios, these are {len(made.scenarios)}",)
    if made.digest == commitment.suite_digest:
        return ()
    versions = (
        ("generator", commitment.generator_version, GENERATOR_VERSION),
        ("tools", commitment.tools_version, TOOLS_VERSION),
    )
    newer = [f"it was made with {name} version {then}, here is {now}" for name, then, now in versions if then != now]
    return tuple(newer) or ("the suite differs from the one that was committed to: its digest is another",)


def split_path(suite: Path) -> Path:
    """Where the commitment to a suite stands."""
    return suite.with_name(f"{suite.stem}.split.json")


def read_commitment(path: Path) -> Commitment:
    """The commitment in a file.

    Raises:
        InputError: it cannot be read, or is none; with path, field, rule and value got.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise InputError(f"must be at most {_MOST_BYTES} bytes long")
        return decode(data.strip(), Commitment)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=str(path)) from None
    except InputError as error:
        raise error.at(str(path)) from None


class _Stock(msgspec.Struct):
    csv: str | None = None


class _Named(msgspec.Struct):
    stock: _Stock


def digest_of(suite: Path) -> str:
    """SHA-256 of a suite's bytes with those of its stock files behind them, in the order in which they are named.

    `cat NAME.jsonl stock-*.csv | sha256sum` says the same of a split.

    Raises:
        InputError: a file cannot be read, or a line is no scenario.
    """
    state, files = hashlib.sha256(), dict[str, None]()
    for number, line in numbered_lines(suite):
        try:
            named = msgspec.json.decode(line, type=_Named).stock.csv
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise InputError(f"must be a scenario; {error}", path=str(suite), line=number) from None
        if named is not None:
            files[named] = None
    for path in (suite, *(suite.parent / name for name in files)):
        try:
            with path.open("rb") as file:
                while piece := file.read(1 << 20):
                    state.update(piece)
        except (OSError, ValueError) as error:
            raise InputError(f"cannot be read: {getattr(error, 'strerror', error)}", path=str(path)) from None
    return state.hexdigest()
