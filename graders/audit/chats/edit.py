"""What is an edit? A change of a chat in any domain, and what it must do to the verdict."""

import enum
from collections.abc import Callable

import attrs

from graders.audit.chats.messages import Chat
from graders.audit.draws import Draw


class Expected(enum.StrEnum):
    """What an edit does to the verdict, whatever the domain."""

    FLIPS = "flips"  # a right run becomes wrong
    HOLDS = "holds"  # right stays right, wrong stays wrong
    UNDECIDABLE = "undecidable"  # only who knows the domain can tell


@attrs.frozen
class Edit:
    """One way to change a chat.

    Attributes:
        name: stable.
        about: what the change is, and why the verdict must flip or hold; a clause that follows the name.
        expected: what it does to the verdict.
        edit: gives the changed chat, or None where it does not apply to this one.
    """

    name: str
    about: str
    expected: Expected
    edit: Callable[[Draw, Chat], Chat | None]
