"""Do errors say what broke, where, and whose fault it is?"""

from hypothesis import given
from hypothesis import strategies as st

from inventory_env.errors import EnvironmentFault, HarnessFault, InputError, InventoryEnvError, choices, shown


def test_faults_of_world_agent_and_harness_are_three_types() -> None:
    """One `except` catches all of ours; none of the kinds is another."""
    kinds = (InputError, EnvironmentFault, HarnessFault)
    assert all(issubclass(kind, InventoryEnvError) for kind in kinds)
    assert not any(issubclass(one, other) for one in kinds for other in kinds if one is not other)


def test_message_names_file_line_field_and_rule() -> None:
    """Every part that is known stands in the message, in one order."""
    bare = InputError("must hold; got 5", field="quantity")
    assert str(bare) == "quantity must hold; got 5"
    told = bare.at("orders.jsonl", 3)
    assert str(told) == "orders.jsonl:3: quantity must hold; got 5"
    assert (told.path, told.line, told.field, told.rule) == ("orders.jsonl", 3, "quantity", "must hold; got 5")
    assert str(InputError("must be JSON", path="x")) == "x: must be JSON"
    assert str(InputError("must be JSON")) == "must be JSON"


@given(
    st.text() | st.binary() | st.integers() | st.floats() | st.lists(st.text()) | st.dictionaries(st.text(), st.text())
)
def test_shown_value_is_short_and_on_one_line(value: object) -> None:
    """Whatever was got, a message shows at most 60 characters of it, and no line break."""
    text = shown(value)
    assert len(text) <= 60
    assert len(text.splitlines()) == 1


def test_shown_value_that_cannot_be_written_is_told_by_its_kind() -> None:
    """Python refuses to write numbers of thousands of digits and lists nested without end."""
    endless: list[object] = []
    for _ in range(100_000):
        endless = [endless]
    assert shown(10**5000) == "a whole number of about 4983 digits"
    assert shown([10**5000]) == shown(endless) == "a value of type list"


def test_choices_name_the_nearest_match_first() -> None:
    """A slip of the pen gets a hint, a stranger gets the ordered list, an empty list says so."""
    assert choices("wroked", ["worked", "public"]) == "did you mean worked? known: public, worked"
    assert choices("zzz", ["b", "a"]) == "known: a, b"
    assert choices("zzz", []) == "known: none"
