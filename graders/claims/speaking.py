"""In which language is a message read? In the declared one, unless its letters say another."""

from graders.claims.language import SHIPPED, Language, language, signs

_SAMPLE = 2000


def spoken(text: str, tag: str | Language | None) -> Language:
    """The language to read a text in.

    Args:
        text: folded.
        tag: the declared language, or its tag; None = find out.

    Raises:
        InputError: there is no such language.
    """
    if isinstance(tag, Language):
        return tag
    if tag is not None and signs(tag)[0].search(text):
        return language(tag)
    sample = text[:_SAMPLE].lower()
    scores = {one: len(signs(one)[1].findall(sample)) for one in SHIPPED}
    best = max(SHIPPED, key=lambda one: scores[one])
    if tag is None or scores[best] > 3 * (scores.get(tag, 0) + 1):
        return language(best)
    return language(tag)
