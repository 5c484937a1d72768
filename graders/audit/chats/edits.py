"""Which edits are there? All of them, in the order of the table."""

from collections.abc import Sequence

from graders.audit.chats.edit import Edit
from graders.audit.chats.flips import flips
from graders.audit.chats.holds import HOLDS
from graders.audit.chats.messages import Chat
from graders.audit.chats.undecidable import UNDECIDABLE


def edits(good: Sequence[Chat]) -> tuple[Edit, ...]:
    """Every edit: those that flip a verdict, those that hold it, those of which only the domain can tell.

    Args:
        good: right runs, which lend one another their final messages.
    """
    return (*flips(good), *HOLDS, *UNDECIDABLE)
