"""9-1 プレイヤーのデッキ再構成手順."""

import msgspec
import pytest

from shinpan_engine.games.hackclad import GAME
from shinpan_engine.games.hackclad.chapters import rebuild
from shinpan_engine.games.hackclad.table.actions import PASS, Deed, Spend, Swap
from shinpan_engine.games.hackclad.table.options import EmptyRebuild
from shinpan_engine.games.hackclad.table.state import Frame, Origin
from shinpan_engine.kernel.errors import Undecidable

from .made_up import ROWS, pack_with
from .scene import MIA, ROSETTE, Scene

PILE = ["ショット", "ガード", "突貫"]


def drawing(*discarded: str, **more: object) -> Scene:
    """ロゼット draws a card for 4 CP from an empty deck."""
    scene = Scene(ROSETTE, MIA, deck={1: []}, discard={1: list(discarded)}, cp={1: 4}, **more)  # type: ignore[arg-type]
    return scene.do(1, Spend(Deed.DRAW))


@pytest.mark.clause("HC-9.1-1", "HC-9.1-3", "HC-9.1-7", "HC-9.1-2")
def test_a_rebuild() -> None:
    """CP +2, an exchange or none, the discard pile becomes the deck; then the card is drawn."""
    scene = drawing(*PILE)
    assert (scene.side(1).cp, scene.asked()) == (2, [(1, "swap")])
    scene.do(1, PASS)
    side = scene.side(1)
    assert (len(side.hand), len(side.deck), side.discard) == (1, 2, [])
    assert [e.cards for e in scene.events("Rebuilt")] == [3]


@pytest.mark.clause("HC-9.1-4", "HC-9.1-5", "HC-9.1-6", "HC-3-13")
def test_one_card_is_exchanged_in_secret() -> None:
    """A card of the discard pile for one of the extended deck, basic or extended; nobody else sees which."""
    scene = drawing(*PILE, hand={1: ["ムーブ"]})
    extended = len(scene.side(1).extended)
    rush, rakshasa, walk = (scene.card(1, name) for name in ("突貫", "羅刹", "ムーブ"))
    assert scene.refuses(1, Swap(walk, rakshasa)) == ("HC-9.1-5",)
    assert scene.refuses(1, Swap(rush, walk)) == ("HC-9.1-5",)
    assert scene.allows(1, Swap(rush, rush)), "the card just put in may come out again"
    scene.do(1, Swap(rush, rakshasa))
    side = scene.side(1)
    assert (rakshasa in [*side.deck, *side.hand], rush in side.extended, len(side.extended)) == (True, True, extended)
    assert [(e.out, e.into, e.private) for e in scene.events("Exchanged")] == [(rush, rakshasa, 1)]
    assert GAME.view(scene.state, 2).sides[0].extended == [0] * extended
    assert scene.refuses(1, Swap(rush, rakshasa)) == ("HC-9.1-4",)


@pytest.mark.clause("HC-9.1-8")
@pytest.mark.parametrize(("option", "cp"), [(EmptyRebuild.CP_ONCE, 2), (EmptyRebuild.NONE, 0)])
def test_with_an_empty_discard_pile_there_are_no_cards(option: EmptyRebuild, cp: int) -> None:
    """No card is drawn; CP is gained once for the draw, or by an option not at all."""
    scene = drawing(options={"empty_rebuild": option})
    assert (scene.side(1).cp, scene.hand(1), scene.asked()) == (cp, [], [(1, "turn")])
    assert "HC-9.1-8" in scene.table.relied


@pytest.mark.clause("HC-9.1-9")
def test_hand_and_turn_card_take_no_part() -> None:
    """Only the discard pile is shuffled."""
    scene = drawing(*PILE, hand={1: ["ムーブ"]})
    turn_cards = list(scene.side(1).turn_cards)
    scene.do(1, PASS)
    side = scene.side(1)
    assert scene.card(1, "ムーブ") in side.hand
    assert side.turn_cards == turn_cards
    assert sorted([*side.deck, *side.hand]) == sorted([1, 2, 3, 6])


@pytest.mark.clause("HC-9.1-7")
def test_a_recorded_rebuild_may_be_told_in_part() -> None:
    """The record tells the order of a rebuild; a card that it does not tell cannot be drawn."""
    chance = {"rebuild/p1/1": ["突貫"]}
    scene = drawing(*PILE, chance=chance).do(1, PASS)
    assert (scene.hand(1), scene.side(1).deck) == (["突貫"], [0, 0])
    untold = Scene(ROSETTE, MIA, deck={1: []}, discard={1: PILE}, cp={1: 8}, chance=chance)
    untold.do(1, Spend(Deed.DRAW), PASS)
    with pytest.raises(Undecidable, match="outcomes of the record end here"):
        untold.match.play(1, Spend(Deed.DRAW))


@pytest.mark.clause("HC-4.4.2-3", "HC-9.1-3")
def test_an_earlier_witch_gains_what_her_board_says() -> None:
    """CP by a rebuild is that of the character board."""
    boards = msgspec.to_builtins(ROWS.character)
    boards[0]["cp_per_rebuild"] = 1
    scene = drawing(*PILE, pack=pack_with({}, character=boards))
    assert scene.side(1).cp == 1


@pytest.mark.clause("HC-9.1-2")
def test_cards_that_there_are_not_are_owed_no_longer() -> None:
    """Without deck and discard pile a draw is over, and what comes after it in the same text begins with nothing."""
    scene = Scene(ROSETTE, MIA, deck={1: []}, discard={1: []})
    frame = Frame(0, Origin.SPEND)
    assert list(rebuild.draw(scene.table, 1, 3, frame) or ()) == []
    assert frame.left == 0
