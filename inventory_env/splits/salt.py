"""How does a secret become the key of a split? Slowly, so that nobody tries a dictionary on what is published."""

import hashlib
import unicodedata
from pathlib import Path

from inventory_env.errors import InputError

# The salt of the development split, which everybody may make.
DEV_SALT = "the development split is open to all"
# Sixteen drawn characters are beyond trying; shorter ones were mostly thought up.
FEWEST_CHARACTERS = 16
MOST_CHARACTERS = 1000
# 16 MB and some hundredths of a second for each salt that is tried (RFC 7914). Every name, figure and id hangs on
# this key, never on the salt itself: whoever holds the suite has no quicker way to try salts than by the commitment.
_COST, _BLOCK, _LANES = 2**14, 8, 1
_PURPOSE = b"inventory-env split 1"


def key_of(salt: str) -> bytes:
    """The key of all draws of a split: 32 bytes.

    Args:
        salt: 16 to 1,000 characters; other spellings of the same Unicode text (NFC) are the same salt.

    Raises:
        InputError: it is too short, too long, or no text; the message does not repeat it.
    """
    text = unicodedata.normalize("NFC", salt)
    if not FEWEST_CHARACTERS <= len(text) <= MOST_CHARACTERS:
        rule = f"must be {FEWEST_CHARACTERS} to {MOST_CHARACTERS} characters long; got {len(text)}"
        raise InputError(rule, field="salt")
    try:
        secret = text.encode("utf-8")
    except UnicodeEncodeError:  # bytes of a command line that are no UTF-8
        raise InputError("must be UTF-8 text", field="salt") from None
    return hashlib.scrypt(secret, salt=_PURPOSE, n=_COST, r=_BLOCK, p=_LANES, dklen=32)


def salt_hash(key: bytes) -> str:
    """What may be published of a key: it tells salts apart, and says nothing about what is drawn."""
    return hashlib.blake2b(key, digest_size=32, person=b"salt hash").hexdigest()


def read_salt(path: Path) -> str:
    """The salt in a file: its text, without blanks and line ends around it.

    Raises:
        InputError: it cannot be read, or is no UTF-8.
    """
    try:
        with path.open("rb") as file:
            data = file.read(4 * MOST_CHARACTERS + 1000)
        return data.decode("utf-8-sig").strip()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=str(path)) from None
    except UnicodeDecodeError:
        raise InputError("must be UTF-8 text", field="salt", path=str(path)) from None
