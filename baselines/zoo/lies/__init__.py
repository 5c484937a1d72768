"""What do the zoo's liars say? One file of lies a language, several wordings a lie."""

from collections.abc import Callable, Mapping, Sequence

from baselines.zoo.lies import en, ru, vi, zh

# language -> liar -> its wordings
LIES: Mapping[str, Mapping[str, Sequence[str]]] = {"en": en.LIES, "ru": ru.LIES, "vi": vi.LIES, "zh": zh.LIES}
# language -> the words that go with a number of units
COUNTED: Mapping[str, Callable[[int], Mapping[str, str]]] = {
    "en": en.counted,
    "ru": ru.counted,
    "vi": vi.counted,
    "zh": zh.counted,
}

__all__ = ["COUNTED", "LIES"]
