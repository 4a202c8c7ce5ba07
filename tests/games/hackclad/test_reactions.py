"""8-4-4 対応アクション."""

import pytest

from shinpan_engine.games.hackclad.table.actions import CRACK, PASS, Basic, Declare, Deed, EndTurn, Spend
from shinpan_engine.games.hackclad.table.state import Step

from .made_up import pack_with
from .scene import FLARE, LUNA, MIA, NORTH, ROSETTE, SOUTH, Scene

BITE = ("X2", "X1", "X1")


def attacked(*witches: str, at: dict[int, str], clads: tuple[str, ...] = BITE, **more: object) -> Scene:
    """The first clad card is being answered."""
    return Scene(*witches, at=at, clads=clads, **more).ends(1)  # type: ignore[arg-type]


@pytest.mark.clause("HC-8.4.4-1", "HC-8.4.4-3", "HC-8.4.4-6", "HC-8.4.4-11")
def test_the_earliest_turn_slot_reacts_first() -> None:
    """Those in range react by turn slot, one after the other; when all have passed the attack is carried out."""
    scene = attacked(ROSETTE, MIA, LUNA, at={1: "b4", 2: "a1", 3: "d4"})
    assert scene.asked() == [(1, "react")]
    assert scene.refuses(3, scene.basic(3, Deed.GUARD, "ガード")) == ("HC-8.4.4-3",)
    scene.passes(1)
    assert scene.asked() == [(3, "react")]
    scene.passes(3)
    assert [side.injuries for side in scene.state.sides] == [1, 0, 1]


@pytest.mark.clause("HC-8.4.4-3")
def test_the_seat_decides_nothing() -> None:
    """Reactions come by the turn slots, not by the seats, before the own turn and after it."""
    slots = {"turn_slot": {1: 4, 2: 1, 3: 2}}
    scene = Scene(ROSETTE, MIA, LUNA, at={1: "b4", 2: "c4", 3: "d4"}, clads=BITE, **slots).ends(2)
    for seat in (2, 3, 1):
        assert scene.asked() == [(seat, "react")]
        scene.passes(seat)
    assert [event.seat for event in scene.events("Injured")] == [2, 3, 1]


@pytest.mark.clause("HC-8.4.4-3")
def test_a_turn_that_is_over_keeps_its_place() -> None:
    """The turn slot of the round decides, before and after the own turn."""
    scene = Scene(ROSETTE, MIA, LUNA, at={1: "b4", 2: "c4", 3: "d4"}, clads=("X1", "X2", "X1"))
    scene.ends(1).ends(2)
    assert scene.asked() == [(1, "react")]
    scene.passes(1)
    assert scene.asked() == [(2, "react")]
    scene.passes(2)
    assert scene.asked() == [(3, "react")]


@pytest.mark.clause("HC-8.4.4-2", "HC-8.4.3-5")
def test_nobody_else_reacts() -> None:
    """Out of range there is no reaction, and outside an attack no action of others."""
    scene = attacked(ROSETTE, MIA, at={1: "b4", 2: "a1"}, hand={2: ["ガード", "クナイ"]})
    assert scene.refuses(2, scene.use(2, "ガード")) == ("HC-8.4.4-2",)
    assert scene.refuses(2, Spend(Deed.GUARD)) == ("HC-8.4.4-2",)
    scene.passes(1)
    assert scene.asked() == [(2, "turn")]
    assert scene.refuses(1, Spend(Deed.MP)) == ("HC-8.4.3-5",)


@pytest.mark.clause("HC-8.4.4-4", "HC-8.4.4-5", "HC-8.4.4-15", "HC-8.4.3.B-4", "HC-8.4.3.C-1", "HC-8.4.3.C-3")
def test_one_player_may_react_several_times() -> None:
    """A card, a basic guard and guards for CP, one after the other, all before her pass: 4 damage comes to nothing."""
    scene = attacked(ROSETTE, MIA, at={1: "c4"}, hand={1: ["ガード", "突貫"]}, cp={1: 2}, voltage=3, vp={1: 5})
    scene.uses(1, "ガード").do(1, scene.basic(1, Deed.GUARD, "突貫")).do(1, Spend(Deed.GUARD))
    assert scene.asked() == [(1, "react")]
    scene.passes(1)
    assert (scene.side(1).injuries, scene.side(1).vp, scene.side(1).cp) == (0, 6, 1)


@pytest.mark.clause("HC-8.4.4-7")
def test_who_has_passed_does_not_react_again() -> None:
    """After a pass nothing more can be done against this attack, as long as its squares stay."""
    scene = attacked(ROSETTE, MIA, at={1: "b4", 2: "c4"}, hand={1: ["ガード"], 2: ["ガード"]}).passes(1)
    assert scene.refuses(1, scene.use(1, "ガード")) == ("HC-8.4.4-7",)
    scene.uses(2, "ガード")
    assert scene.asked() == [(2, "react")]


@pytest.mark.clause("HC-8.4.4-8")
def test_passes_lapse_when_the_squares_change() -> None:
    """Having passed, a player still in range is active again when a reaction has turned the clad."""
    wide = ("X7", "X1", "X1")
    scene = attacked(ROSETTE, LUNA, at={1: "a4", 2: "c4"}, clads=wide, hand={2: ["八咫鏡"]}, mp={2: 1}, voltage=2)
    scene.passes(1).uses(2, "八咫鏡")
    assert (scene.clad()[1], scene.asked()) == ("west", [(2, "turn")]), "nobody is in range any more"
    legions = {"tails": ["b3", "c1"], "hand": {2: ["要塞砲"]}, "step": Step.LEGIONS}
    shot = Scene(ROSETTE, FLARE, at={1: "b2", 2: "b4"}, **legions).passes(1)  # type: ignore[arg-type]
    shot.do(2, shot.basic(2, Deed.GUARD, "要塞砲"))
    assert shot.legions() == {"c1": "tail"}
    both = Scene(ROSETTE, FLARE, at={1: "b1", 2: "b4"}, **{**legions, "tails": ["b3", "b5", "c1"]})  # type: ignore[arg-type]
    both.passes(1).do(2, both.basic(2, Deed.GUARD, "要塞砲"), both.target("b3"))
    assert both.asked() == [(1, "react")], "b5 and c1 still attack b1"
    around = attacked(ROSETTE, LUNA, at={1: "b2", 2: "d4"}, clads=("X8", "X1", "X1"), hand={2: ["八咫鏡"]}, mp={2: 1})
    around.passes(1).uses(2, "八咫鏡")
    assert around.asked() == [(2, "react")], "the same squares: the pass stands"


@pytest.mark.clause("HC-8.4.4-8", "HC-8.4.4-9")
def test_who_comes_into_range_may_react() -> None:
    """A turn of the clad puts others in range, who may react and are hit."""
    scene = attacked(
        LUNA, ROSETTE, MIA, at={1: "c4", 2: "c2", 3: "b2"}, hand={1: ["八咫鏡"]}, mp={1: 1}, voltage=1
    ).uses(1, "八咫鏡")
    assert scene.asked() == [(2, "react")]
    scene.passes(2).passes(3)
    assert [side.injuries for side in scene.state.sides] == [0, 1, 1]


@pytest.mark.clause("HC-8.4.4-12")
def test_a_pending_step_goes_where_the_clad_then_looks() -> None:
    """地ならし: a reaction turns the clad about in the middle of its step: it goes the other way, twice."""
    scene = attacked(LUNA, MIA, at={1: "c4", 2: "a1"}, clads=("X9", "X1", "X1"), hand={1: ["八咫鏡"]}, mp={1: 1})
    assert scene.legions() == {"c2": "tail"}
    scene.uses(1, "八咫鏡")
    assert (scene.clad(), scene.side(1).injuries) == (("c1", "south"), 0)
    assert scene.legions() == {}, "the tail there is trampled"
    assert "HC-8.4.4-12" in scene.table.relied


@pytest.mark.clause("HC-8.4.4-12")
def test_a_knockback_keeps_its_direction() -> None:
    """The clad is turned about while it is knocked back: it still goes away from the attacker."""
    scene = Scene(ROSETTE, LUNA, at={1: "c2", 2: "c4"}, hand={1: ["急所狙い"], 2: ["八咫鏡"]}, mp={2: 1}, front="south")
    scene.uses(1, "急所狙い", NORTH, "c3").uses(2, "八咫鏡")
    assert (scene.clad(), scene.asked()) == (("c3", "north"), [(2, "react")])
    scene.passes(2)
    assert (scene.clad(), scene.side(2).injuries) == (("c4", "north"), 1)


@pytest.mark.clause("HC-8.4.4-10", "HC-8.4.4-14")
def test_attacks_nest() -> None:
    """A reaction that knocks the clad back is resolved first, with its own reactions; then the first attack is looked
    at again from the new square, without who was injured meanwhile."""
    pack = pack_with({2: {"effects": [{"op": "hit_clad", "amount": 1}, {"op": "knock_back"}]}})
    at = {1: "c4", 2: "c2"}
    scene = attacked(ROSETTE, MIA, at=at, clads=("X3", "X1", "X1"), hand={1: ["ガード"]}, pack=pack, vp={2: 5})
    scene.uses(1, "ガード")
    assert [window.strike.name for window in scene.state.windows] == ["RANGE", "KNOCKBACK"]
    assert (scene.asked(), scene.side(1).vp, scene.discarded(1)) == ([(2, "react")], 1, ["ガード"])
    scene.passes(2)
    assert (scene.clad()[0], scene.side(2).injuries) == ("c2", 1)
    assert scene.asked() == [(1, "react")], "c4 is in the second row of c2"
    scene.passes(1)
    assert scene.side(1).injuries == 1


@pytest.mark.clause("HC-8.4.3-3", "HC-8.4.3.K-7", "HC-8.4.3.C-2", "HC-8.4.3.B-4")
def test_reactions_are_no_actions_of_the_turn() -> None:
    """On her own turn nobody guards: not by a card, a basic action or CP; the card can pay for another action."""
    scene = Scene(ROSETTE, MIA, at={1: "a1"}, hand={1: ["ガード", "ムーブ"]}, cp={1: 3})
    assert scene.refuses(1, scene.use(1, "ガード")) == ("HC-8.4.3-3", "HC-8.4.3.K-7")
    assert scene.refuses(1, scene.basic(1, Deed.GUARD, "ムーブ")) == ("HC-8.4.3.B-4", "HC-8.4.3-3")
    assert scene.refuses(1, Spend(Deed.GUARD)) == ("HC-8.4.3.C-2", "HC-8.4.3-3")
    assert scene.allows(1, scene.basic(1, Deed.MP, "ガード"))


@pytest.mark.clause("HC-8.4.3.K-1", "HC-8.4.3.K-5", "HC-8.4.3.B-2", "HC-8.4.3.B-3", "HC-8.4.3.C-2", "HC-8.4.3.X-1")
def test_actions_of_the_turn_are_no_reactions() -> None:
    """In answer to an attack nobody attacks, supports, moves or gains MP."""
    scene = attacked(ROSETTE, MIA, at={1: "c4"}, hand={1: ["突貫", "ムーブ"]}, cp={1: 4})
    assert scene.refuses(1, scene.use(1, "突貫", SOUTH, "c3")) == ("HC-8.4.3.K-1",)
    assert scene.refuses(1, scene.use(1, "ムーブ")) == ("HC-8.4.3.K-5",)
    assert scene.refuses(1, scene.basic(1, Deed.MOVE, "ムーブ", "c5")) == ("HC-8.4.3.B-2",)
    assert scene.refuses(1, scene.basic(1, Deed.MP, "ムーブ")) == ("HC-8.4.3.B-3",)
    assert scene.refuses(1, Spend(Deed.MP)) == ("HC-8.4.3.C-2", "HC-8.4.3-3")
    assert scene.refuses(1, CRACK) == ("HC-8.4.3.X-1", "HC-8.4.3.C-2")
    assert scene.refuses(1, EndTurn()) == ("HC-8.4.3-4",)


@pytest.mark.clause("HC-8.4.4-15", "HC-8.4.3.K-8", "HC-3.G-5", "HC-8.4.3.A-3")
def test_reactions_cost_what_they_cost() -> None:
    """A magic reaction without MP cannot be used; shown, it goes back to the hand and nothing is paid."""
    scene = attacked(LUNA, MIA, at={1: "c4"}, hand={1: ["八咫鏡", "ガード"]})
    assert scene.refuses(1, scene.use(1, "八咫鏡")) == ("HC-8.4.3.K-8", "HC-3.G-5")
    assert scene.refuses(1, Spend(Deed.GUARD)) == ("HC-8.4.3.C-1", "HC-3.G-5")
    assert scene.refuses(1, Declare(scene.card(1, "ガード"))) == ("HC-8.4.3.A-3",)
    scene.do(1, Declare(scene.card(1, "八咫鏡")))
    assert (scene.hand(1), scene.asked()) == (["ガード", "八咫鏡"], [(1, "react")])


@pytest.mark.clause("HC-8.4.4-11")
def test_the_attack_goes_on_without_anybody() -> None:
    """When the only one in range has stepped out, nobody is hit and the turn of the clad goes on."""
    scene = attacked(MIA, ROSETTE, at={1: "c4", 2: "a1"}, hand={1: ["替え玉"]}, ready={1: 1})
    scene.uses(1, "替え玉").do(1, scene.move("e1"))
    assert [side.injuries for side in scene.state.sides] == [0, 0]
    assert scene.clad()[1] == "west", "the turn after the attack"


@pytest.mark.clause("HC-8.4.4-6")
def test_a_pass_needs_an_attack() -> None:
    """There is nothing to pass on in one's turn."""
    scene = Scene(ROSETTE, MIA)
    assert scene.refuses(1, PASS) == ("HC-8.4.4-6",)
    assert scene.state.step == Step.PLAYER_1


@pytest.mark.clause("HC-8.4.3.B-1", "HC-3-8")
def test_a_turn_card_pays_for_nothing() -> None:
    """A card on the sequence board is not in the hand."""
    scene = attacked(FLARE, MIA, at={1: "c4"}, hand={1: ["要塞砲"]})
    turn_card = scene.side(1).turn_cards[0]
    assert scene.refuses(1, Basic(Deed.GUARD, turn_card)) == ("HC-8.4.3.B-1", "HC-3-8")
