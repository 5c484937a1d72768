"""Are the tables on numbers of a language file read as they are meant, and refused where they cannot be?"""

from typing import Any

import pytest

from graders.claims.claim import Role, Trait
from graders.claims.language import SHIPPED, language
from graders.claims.sentence import read_sentence
from graders.claims.signs import SKU, WHOLE
from graders.claims.vocabulary import FIGURES, ROLES, ZEROS, Vocabulary, read_vocabulary
from inventory_env.errors import InputError


def made(numbers: dict[str, Any] | None = None, figures: dict[str, Any] | None = None, **rest: Any) -> Vocabulary:
    """The words of a language of one's own."""
    return read_vocabulary(numbers or {}, figures or {}, **{"spaced": True, "path": "xx.toml", **rest})


def role(words: Vocabulary, text: str) -> Role:
    """What the one number of a sentence counts; # is its place."""
    return read_sentence(words, text.replace("#", WHOLE)).slots[0].role


@pytest.mark.parametrize(
    ("phrase", "text", "found"),
    [
        ("hier", "hier #", True),
        ("hier", "# hier", True),
        ("hier #", "hier #", True),
        ("hier #", "# hier", False),
        ("# hier", "# hier", True),
        ("# hier", "hier #", False),
        ("hie*", "hieran #", True),
        ("hier", "hieran #", False),
        ("hier und da", "hier  und\nda #", True),
    ],
)
def test_a_phrase_says_on_which_side_its_number_stands(phrase: str, text: str, found: bool) -> None:
    """# is the number, * any further letters, a blank one or more."""
    words = made(figures={"available": [phrase]})
    assert (role(words, text) is Role.AVAILABLE) == found


def test_words_need_no_blanks_where_a_language_has_none() -> None:
    """There a phrase is found inside a row of letters."""
    words = made(figures={"available": ["有货"]}, spaced=False)
    assert role(words, "都#件有货了") is Role.AVAILABLE


def test_a_phrase_on_both_sides_stands_on_either() -> None:
    """Named once for each side, it is one phrase."""
    words = made(figures={"missing": ["kurz #", "# kurz"]})
    assert role(words, "kurz #") is role(words, "# kurz") is Role.MISSING


def test_a_language_without_tables_reads_no_roles() -> None:
    """Its numbers stay unclear, and nothing is misread."""
    assert role(made(), "W #") is Role.UNCLEAR
    assert read_sentence(made(), "nothing here").traits == ()


def test_traits_are_found_where_they_begin() -> None:
    """One phrase may show several."""
    words = made(figures={"whole": ["alles"], "there": ["alles"]})
    assert read_sentence(words, "hier alles").traits == ((5, Trait.WHOLE), (5, Trait.THERE))


def test_a_trait_may_be_shown_around_a_name() -> None:
    """@ stands for one; words that say what a number counts may hold none."""
    words = made(figures={"no_such": ["artikel @ unbekannt", "@ fehlt"]})
    assert read_sentence(words, f"artikel {SKU} unbekannt").traits == ((0, Trait.NO_SUCH),)
    assert read_sentence(words, f"ja {SKU} fehlt").traits == ((3, Trait.NO_SUCH),)
    assert read_sentence(words, "artikel x unbekannt").traits == ()
    with pytest.raises(InputError, match=r"available.*must name no names"):
        made(figures={"available": ["@ da"]})


@pytest.mark.parametrize(
    ("numbers", "figures", "rule"),
    [
        ({"decimals": "."}, {}, "numbers.decimals.*must be a known key.*decimal"),
        ({}, {"availible": ["x"]}, "figures.availible.*must be a known key.*available"),
        ({}, {"available": "x"}, "figures.available.*must be a list of words"),
        ({}, {"available": [5]}, "figures.available.*must be a list of words"),
        ({}, {"available": ["#"]}, "figures.available.*must be a list of words"),
        ({"units": {"x": 1}}, {}, "numbers.units.*must be a list of words"),
        ({"words": ["x"]}, {}, "numbers.words.*must be a table of whole numbers"),
        ({"words": {"x": True}}, {}, "numbers.words.*must be a table of whole numbers"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused(numbers: dict[str, Any], figures: dict[str, Any], rule: str) -> None:
    """With the file, the key and the rule."""
    with pytest.raises(InputError, match=rule) as caught:
        made(numbers, figures)
    assert "xx.toml" in str(caught.value)


@pytest.mark.parametrize("tag", SHIPPED)
def test_each_language_that_ships_says_everything(tag: str) -> None:
    """Every role, every zero, every trait, units and bounds have their words."""
    words = language(tag).vocabulary
    said = {what for phrase in words.phrases for what, _ in phrase.says}
    assert set(ROLES) - {"being"} <= said
    assert {trait for traits in words.shown for trait in traits} == set(Trait)
    for what in (*ZEROS, "at", "and", "or", "not", "bound", "time", "attempt", "place", "pack", "line"):
        assert what in FIGURES
        assert any(phrase.does & _bit(what) for phrase in words.phrases), what


def _bit(what: str) -> int:
    from graders.claims.vocabulary import BIT

    return BIT[what]
