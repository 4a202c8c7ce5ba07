"""フレア: her cards, her crack skill and 《迎撃》."""

import msgspec
import pytest

from shinpan_engine.games.hackclad.table.actions import CRACK, Deed, Move, Place, Spend, Take
from shinpan_engine.games.hackclad.table.options import FlareGuards
from shinpan_engine.games.hackclad.table.state import Step

from .made_up import ROWS, pack_with
from .opening import Opening
from .scene import FLARE, LUNA, MIA, NORTH, PASS, SOUTH, YES, Scene, choose

BITE = ("X2", "X4", "X5")
"""噛みつき in the first clad slot: the three squares before the clad."""
PUSH = ("X9", "X4", "X5")
"""地ならし: a tail behind, then two steps ahead."""


def attacker(*cards: str, **more: object) -> Scene:
    """フレア two squares south of the clad."""
    return Scene(FLARE, MIA, at={1: "c1"}, hand={1: list(cards)}, **more)  # type: ignore[arg-type]


def attacked(*cards: str, clads: tuple[str, ...] = BITE, **more: object) -> Scene:
    """フレア before the clad, which attacks her."""
    scene = Scene(FLARE, MIA, at={1: "c4"}, hand={1: list(cards)}, clads=clads, **more)  # type: ignore[arg-type]
    return scene.ends(1)


def hits(scene: Scene) -> list[tuple[str, int]]:
    """What was hit by the last action."""
    return [(scene.names.text("square", e.square), e.amount) for e in scene.events("Hit")]


@pytest.mark.clause("HC-8.4.3.K-6", "HC-8.4.4-13")
@pytest.mark.parametrize(("card", "amount"), [("要塞砲", 1), ("対処砲撃", 3)])
def test_cannons_intercept_when_discarded(card: str, amount: int) -> None:
    """要塞砲, 対処砲撃: discarded for the basic guard, 《迎撃(1)》 and 《迎撃(3)》."""
    scene = attacked(card)
    scene.do(1, scene.basic(1, Deed.GUARD, card))
    assert hits(scene) == [("c3", amount)]
    assert scene.side(1).vp == amount


def test_the_cannon_of_the_fortress_shoots() -> None:
    """要塞砲: ATK 1 on the first or second square ahead."""
    scene = attacker("要塞砲").uses(1, "要塞砲", NORTH, "c3")
    assert scene.side(1).vp == 1


def test_counter_bombardment_shoots_wide() -> None:
    """対処砲撃: ATK 2 on the second row ahead, three squares wide."""
    scene = Scene(FLARE, MIA, at={1: "b1"}, hand={1: ["対処砲撃"]}).uses(1, "対処砲撃", NORTH, "c3")
    assert scene.side(1).vp == 2


def test_interception_answers_no_movement_attack() -> None:
    """《迎撃》: nothing against a movement attack or a legion that appears."""
    scene = attacked("要塞砲", clads=("X8", "X4", "X5"), voltage=2)
    assert scene.asked() == [(1, "react")]
    scene.do(1, scene.basic(1, Deed.GUARD, "要塞砲"))
    assert hits(scene) == []


@pytest.mark.clause("HC-8.4.3.A-14")
def test_cannon_stands_still_for_more() -> None:
    """カノン砲: not having moved, ATK +1 may be taken; she cannot move then until the turn ends."""
    hand = ("カノン砲", "ガード", "ムーブ")
    scene = attacker(*hand, cp={1: 2}).uses(1, "カノン砲", NORTH, "c3").do(1, YES)
    assert scene.side(1).vp == 2
    assert scene.refuses(1, scene.basic(1, Deed.MOVE, "ガード", "b1")) == ("HC-8.4.3.A-14",)
    assert scene.refuses(1, Spend(Deed.MOVE, scene.square("b1"))) == ("HC-8.4.3.A-14",)
    assert scene.uses(1, "ムーブ").asked() == [(1, "turn")], "the card is used for nothing"
    plain = attacker("カノン砲", "ガード").uses(1, "カノン砲", NORTH, "c3").do(1, PASS)
    assert plain.side(1).vp == 1
    assert plain.allows(1, plain.basic(1, Deed.MOVE, "ガード", "b1"))


def test_cannon_after_a_move() -> None:
    """カノン砲: having moved, she is not asked."""
    scene = Scene(FLARE, MIA, at={1: "d1"}, hand={1: ["カノン砲", "ガード"]})
    scene.do(1, scene.basic(1, Deed.MOVE, "ガード", "c1")).uses(1, "カノン砲", NORTH, "c3")
    assert (scene.side(1).vp, scene.asked()) == (1, [(1, "turn")])


@pytest.mark.clause("HC-8.4-5")
def test_a_move_before_the_turn_is_none_of_the_turn() -> None:
    """カノン砲: having moved in answer to an attack, before her own turn, she has not moved in it. The card for that is
    made up."""
    pack = pack_with({18: {"effects": [{"op": "move", "steps": 1}]}})
    hand = {2: ["ガード", "カノン砲"]}
    scene = Scene(MIA, FLARE, at={2: "c4"}, hand=hand, clads=BITE, pack=pack).ends(1).uses(2, "ガード")
    scene.do(2, scene.move("c5"))
    assert scene.uses(2, "カノン砲", SOUTH, "c3").asked() == [(2, "may")]


@pytest.mark.clause("HC-8.3-7")
def test_a_move_of_the_draft_is_none_of_the_turn() -> None:
    """カノン砲: what a turn slot has moved her is no move of her turn, even if that comes first. Such a slot is made
    up: the printed one is the last."""
    boards = msgspec.to_builtins(ROWS.board)
    boards[0]["slots"][0] = boards[0]["slots"][3]
    game = Opening(FLARE, MIA, pack=pack_with({}, board=boards)).extends()
    game.do(1, Place(game.side(1).hand[0], 1)).do(1, Move(next(iter(game.table.board.around[game.side(1).square]))))
    assert game.side(1).moved
    game.until(Step.PLAYER_1)
    assert (game.asked(), game.side(1).moved) == ([(1, "turn")], False)


@pytest.mark.clause("HC-8.4.1-16")
def test_armour_piercing_shell_holds_the_clad() -> None:
    """徹甲弾: having damaged the clad, it does not move in this round; it may still turn, and other icons go on."""
    scene = attacker("徹甲弾", clads=("X9", "X2", "X5"), tails=["c4"]).uses(1, "徹甲弾", NORTH, "c3").ends(1)
    assert scene.state.clad_held
    assert scene.legions() == {"c2": "tail", "c4": "tail"}, "the tail behind appears, nothing ahead is trampled"
    assert scene.clad() == ("c3", "north")
    scene.quiet(Step.LEGIONS) if scene.asked() == [] else scene.ends(2)
    assert scene.clad()[0] == "c3"


def test_the_clad_is_held_for_the_round_only() -> None:
    """徹甲弾: the next round the clad moves again; hitting a legion holds nothing."""
    scene = attacker("徹甲弾").uses(1, "徹甲弾", NORTH, "c3")
    scene.quiet(Step.DRAFT, 2)
    assert not scene.state.clad_held
    other = attacker("徹甲弾", tails=["b3"]).uses(1, "徹甲弾", NORTH, "b3")
    assert not other.state.clad_held


def test_shield_of_attack_and_defence() -> None:
    """攻防一体の盾: MP 1, 《迎撃(2)》 and the damage -2."""
    scene = attacked("攻防一体の盾", mp={1: 1}).uses(1, "攻防一体の盾")
    assert (scene.side(1).vp, scene.side(1).mp) == (2, 0)
    scene.passes(1)
    assert scene.side(1).injuries == 0


@pytest.mark.clause("HC-12.1-14", "HC-8.4.3-4")
def test_calm_formation_prepares_and_ends_the_turn() -> None:
    """凪の陣: the next attack of the round does 2 less; not having moved, CP +1 and the turn ends."""
    scene = Scene(FLARE, MIA, at={1: "c4"}, hand={1: ["凪の陣"]}, clads=("X2", "X3", "X5"), voltage=2, vp={1: 9})
    scene.uses(1, "凪の陣")
    assert (scene.side(1).cp, scene.asked()) == (1, [(1, "react")])
    scene.passes(1)
    assert [e.amount for e in scene.events("Damage")] == [1]
    assert scene.side(1).modifiers == []


@pytest.mark.clause("HC-12.1-14")
def test_a_prepared_reduction_is_used_up_by_a_movement_attack() -> None:
    """凪の陣: a movement attack uses it up although it takes nothing off."""
    scene = Scene(FLARE, MIA, at={1: "c4"}, hand={1: ["凪の陣"]}, clads=("X8", "X4", "X5"), vp={1: 9})
    scene.uses(1, "凪の陣").passes(1)
    assert [e.amount for e in scene.events("Damage")] == [2]
    assert scene.side(1).modifiers == []


def test_calm_formation_after_a_move() -> None:
    """凪の陣: having moved, neither CP nor the end of the turn; the misread name means the same card."""
    scene = Scene(FLARE, MIA, at={1: "a1"}, hand={1: ["庇の陣", "ガード"]})
    scene.do(1, scene.basic(1, Deed.MOVE, "ガード", "b1")).uses(1, "凪の陣")
    assert (scene.side(1).cp, scene.asked()) == (0, [(1, "turn")])


def test_rocket_gives_a_point() -> None:
    """単装式ロケット砲: MP 1, ATK 2, CP +1."""
    scene = attacker("単装式ロケット砲", mp={1: 1}).uses(1, "単装式ロケット砲", NORTH, "c3")
    assert (scene.side(1).vp, scene.side(1).cp) == (2, 1)


@pytest.mark.clause("HC-12.1-1")
@pytest.mark.parametrize("paid", [0, 1, 4])
def test_aurora_takes_any_amount(paid: int) -> None:
    """特殊弾頭 極光: MP 2, ATK 5 + the CP paid; it reaches the second square ahead only."""
    scene = attacker("特殊弾頭 極光", mp={1: 2}, cp={1: 4})
    scene.uses(1, "特殊弾頭 極光", NORTH, "c3", cp=paid)
    assert (scene.side(1).vp, scene.side(1).cp) == (5 + paid, 4 - paid)
    near = Scene(FLARE, MIA, at={1: "c2"}, hand={1: ["特殊弾頭 極光"]}, mp={1: 2})
    assert not near.allows(1, near.use(1, "特殊弾頭 極光", NORTH, "c3"))


@pytest.mark.parametrize(("paid", "atk"), [(0, 2), (3, 3)])
def test_barrage_hits_three(paid: int, atk: int) -> None:
    """一斉掃射: MP 3, ATK 2 to up to three of six squares; for 3 CP more ATK 3."""
    scene = attacker("一斉掃射", mp={1: 3}, cp={1: 3}, voltage=3, tails=["b3", "d2"])
    scene.uses(1, "一斉掃射", NORTH, "b3", "c3", "d2", cp=paid)
    assert scene.side(1).vp == atk + (6 if atk == 3 else 0)
    assert scene.allowed(1, type(scene.use(1, "ショット"))) == []


@pytest.mark.clause("HC-8.4.3.A-8")
def test_supply_line_chooses_two_different() -> None:
    """補給線: two different of -2, a draw and a card from the discard pile, in the order named."""
    scene = attacked("補給線", discard={1: ["徹甲弾", "ムーブ"]}, deck={1: ["カノン砲"]}).uses(1, "補給線")
    assert scene.refuses(1, choose(2, 2)) == ("HC-8.4.3.A-4",)
    assert scene.refuses(1, choose(2)) == ("HC-8.4.3.A-4",)
    assert scene.refuses(1, choose(1, 4)) == ("HC-8.4.3.A-4",)
    scene.do(1, choose(3, 2))
    assert scene.refuses(1, Take(scene.card(1, "ガード"))) == ("HC-8.4.3.A-4", "HC-3-20")
    scene.do(1, Take(scene.card(1, "ムーブ")))
    assert (scene.hand(1), scene.discarded(1)) == (["ムーブ", "カノン砲"], ["徹甲弾", "補給線"])
    scene.passes(1)
    assert scene.side(1).injuries == 1


def test_vortex_formation_counts_reactions() -> None:
    """渦の陣: CP +1 when discarded for the basic guard, and once more for each reaction without CP while it lies in the
    discard pile."""
    scene = attacked("渦の陣", "ガード", "ムーブ", cp={1: 0})
    scene.do(1, scene.basic(1, Deed.GUARD, "渦の陣"))
    assert scene.side(1).cp == 1, "it does not count the reaction that it pays for"
    assert "HC-8.4.3.K-6" in scene.table.relied
    scene.uses(1, "ガード")
    assert scene.side(1).cp == 2
    scene.do(1, scene.basic(1, Deed.GUARD, "ムーブ"))
    assert scene.side(1).cp == 3
    scene.do(1, CRACK)
    assert scene.side(1).cp == 2, "a reaction that costs CP gives none"
    turn = attacker("要塞砲", discard={1: ["渦の陣"]}).uses(1, "要塞砲", NORTH, "c3")
    assert turn.side(1).cp == 0, "no card of the own turn is a reaction"


@pytest.mark.clause("HC-8.4.3.K-6")
def test_vortex_formation_works_before_the_text_of_the_reaction() -> None:
    """渦の陣: CP +1 as soon as the reaction is paid for, before anything in it is chosen."""
    scene = attacked("補給線", discard={1: ["渦の陣"]}).uses(1, "補給線")
    assert (scene.asked(), scene.side(1).cp) == ([(1, "choose")], 1)


@pytest.mark.clause("HC-8.4.F-10")
def test_special_fire_point_reaches_everything() -> None:
    """特火点: she cannot move; the next attack card of the turn has ATK +1 and the whole field as RANGE."""
    scene = Scene(FLARE, MIA, at={1: "a5"}, hand={1: ["特火点", "要塞砲", "カノン砲"]}, tails=["e1"])
    scene.uses(1, "特火点").uses(1, "要塞砲", NORTH, "e1")
    assert scene.legions() == {}
    assert [e.amount for e in scene.events("Hit")] == [2]
    assert not scene.allows(1, scene.use(1, "カノン砲", NORTH, "c3")), "only the next one"
    assert not scene.allows(1, scene.basic(1, Deed.MOVE, "カノン砲", "a4"))


@pytest.mark.clause("HC-8.4.3.C-2")
def test_the_crack_skill_of_flare() -> None:
    """Her crack skill: a reaction, 1 CP, 《迎撃(3)》 and the damage -2; not on her own turn."""
    scene = Scene(FLARE, LUNA, at={1: "c4"}, clads=BITE, cp={1: 1})
    assert scene.refuses(1, CRACK) == ("HC-8.4.3.X-1", "HC-8.4.3.C-2")
    scene.ends(1).do(1, CRACK)
    assert (scene.side(1).vp, scene.side(1).pollution, scene.side(1).cp) == (3, 1, 0)
    scene.passes(1)
    assert scene.side(1).injuries == 0


@pytest.mark.clause("HC-8.4.3.B-5", "HC-8.4.3.B-6", "HC-8.4.3.B-4")
def test_her_three_guards() -> None:
    """Her board allows three basic guards in a round; by the other telling two."""
    cards = ("要塞砲", "ガード", "ムーブ", "カノン砲")
    scene = attacked(*cards)
    for name in cards[:3]:
        scene.do(1, scene.basic(1, Deed.GUARD, name))
    assert scene.refuses(1, scene.basic(1, Deed.GUARD, "カノン砲")) == ("HC-8.4.3.B-5",)
    other = attacked(*cards, options={"flare_guards": FlareGuards.TWO})
    for name in cards[:2]:
        other.do(1, other.basic(1, Deed.GUARD, name))
    assert other.refuses(1, other.basic(1, Deed.GUARD, "カノン砲")) == ("HC-8.4.3.B-5",)
