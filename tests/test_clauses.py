"""Does a message fall into clauses where its sentences do? Lists of warehouses stay together."""

import pytest

from graders.claims.claim import Kind
from graders.claims.reading import understand

NAMES = ("W1", "W2", "W3", "W4")


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "W1, W2 and W3 gave no figure."),
        ("en", "The warehouses W1, W2, and W3 gave no figure."),
        ("ru", "Склады W1, W2 и W3 не сообщили остаток."),
        ("vi", "Các kho W1, W2 và W3 không cho biết số tồn."),
        ("zh", "W1、W2 和 W3 都没有给出库存数字。"),
    ],
)
def test_each_warehouse_of_a_list_is_spoken_of(language: str, message: str) -> None:
    """Its commas end no clause, so what is said is said of all of them, and nothing else is."""
    (claim,) = understand(message, language=language, warehouses=NAMES).claims
    assert (claim.kind, claim.warehouses) == (Kind.NOT_KNOWN, NAMES[:3])


@pytest.mark.parametrize(
    "message",
    [
        "There are 5 at W1, W2 and W3 gave no figure.",
        "Not W1, W2 and W3 gave no figure.",
        "W1 has 5, W2 gave no figure.",
    ],
)
def test_a_list_begins_where_nothing_was_said(message: str) -> None:
    """A clause that ends with a warehouse is not the head of a list, nor is one that leaves it out."""
    claim = understand(message, language="en", warehouses=NAMES).claims[-1]
    assert claim.kind is Kind.NOT_KNOWN
    assert "W1" not in claim.warehouses


def test_a_long_list_is_one_clause() -> None:
    """However many there are."""
    (claim,) = understand("W1, W2, W4 and W3 gave no figure.", language="en", warehouses=NAMES).claims
    assert claim.warehouses == ("W1", "W2", "W4", "W3")
