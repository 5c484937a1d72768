"""Which edits are there? All of them, in the order of the table."""

from collections.abc import Sequence

from graders.chats.edit import Edit
from graders.chats.flips import flips
from graders.chats.holds import HOLDS
from graders.chats.messages import Chat
from graders.chats.undecidable import UNDECIDABLE


def edits(good: Sequence[Chat]) -> tuple[Edit, ...]:
    """Every edit: those that flip a verdict, those that hold it, those of which only the domain can tell.

    Args:
        good: right runs, which lend one another their final messages.
    """
    return (*flips(good), *HOLDS, *UNDECIDABLE)
