"""What a pack says of where its facts are from."""

from shinpan_engine.kernel.packs import not_printed, open_fields

SOURCE = {"cost": "print: the card", "hp": "house: a stand-in", "attack": "house: a stand-in", "name": "web: a page"}


def test_only_what_is_not_printed_rests_on_the_pack() -> None:
    """A printed field does not, nor one that the row says nothing of."""
    assert open_fields(SOURCE, ("cost", "hp", "name", "stars")) == ["hp", "name"]


def test_each_reason_is_told_once() -> None:
    """With the fields it is given for, in their order; without fields nothing is told."""
    assert not_printed(SOURCE, ("hp", "name", "attack")) == "hp, attack house: a stand-in; name web: a page"
    assert not_printed(SOURCE, ()) == ""
