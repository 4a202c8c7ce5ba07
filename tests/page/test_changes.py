"""A table is packed as its changes from step to step."""

from hypothesis import given
from hypothesis import strategies as st

from shinpan_records.page.changes import change, changed

NAMES = st.sampled_from(["a", "b", "c", "@", "=", "-"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


@given(VALUES, VALUES)
def test_a_change_makes_one_value_of_the_other(old: object, new: object) -> None:
    """Whatever two values are, the change between them gives the second, and nothing is the change of no change."""
    assert changed(old, change(old, new)) == new
    assert change(new, new) is None
