"""How is a task told in plain words? Every field that binds the agent becomes a sentence, in four languages."""

from inventory_env.prompts.rendering import quoted, render
from inventory_env.prompts.wording import LANGUAGES, Manner

__all__ = ["LANGUAGES", "Manner", "quoted", "render"]
