"""ロゼット: her cards, her crack skill and 《不屈》."""

import pytest

from shinpan_engine.games.hackclad.table.actions import CRACK, Deed, Move
from shinpan_engine.games.hackclad.table.state import Lasts, Modified, Step

from .made_up import pack_with
from .scene import EAST, LUNA, MIA, NORTH, PASS, ROSETTE, SOUTH, WEST, Scene


def attacker(*cards: str, **more: object) -> Scene:
    """ロゼット south of the clad, which looks south at her."""
    return Scene(ROSETTE, MIA, at={1: "c2"}, hand={1: list(cards)}, front="south", **more)  # type: ignore[arg-type]


@pytest.mark.clause("HC-12.1-15", "HC-12.1-2", "HC-12.1-3", "HC-12.1-5")
def test_vital_aim_knocks_back_from_the_front() -> None:
    """急所狙い: from the front the clad is knocked back 1 square away, without turning; from elsewhere it stays."""
    scene = attacker("急所狙い").uses(1, "急所狙い", NORTH, "c3")
    assert (scene.clad(), scene.side(1).vp) == (("c4", "south"), 1)
    side = Scene(ROSETTE, MIA, at={1: "d3"}, hand={1: ["急所狙い"]}, front="south").uses(1, "急所狙い", WEST, "c3")
    assert (side.clad(), side.side(1).vp) == (("c3", "south"), 1)


def test_sweep_returns_with_the_crack_skill() -> None:
    """斬り払い: from the discard pile it returns to the hand when the own crack skill is used."""
    scene = attacker("斬り払い", cp={1: 1}).uses(1, "斬り払い", NORTH, "c3")
    assert scene.discarded(1) == ["斬り払い"]
    scene.do(1, CRACK)
    assert (scene.discarded(1), scene.hand(1)) == ([], ["斬り払い"])


@pytest.mark.clause("HC-8.4.6-9")
def test_rush_raises_the_gauge_only() -> None:
    """突貫: ATK 2, and the injury gauge +1 without any other part of an injury."""
    scene = attacker("突貫", vp={1: 3}).uses(1, "突貫", NORTH, "c3")
    assert (scene.side(1).vp, scene.side(1).injuries, scene.where(1)) == (5, 1, "c2")


@pytest.mark.clause("HC-3-22")
def test_no_retreat_spares_the_stones() -> None:
    """不退転: MP 1, 《不屈》: no stones are dropped by an injury in this round, the rest of it happens."""
    scene = Scene(ROSETTE, MIA, at={1: "c4"}, hand={1: ["不退転"]}, mp={1: 1}, vp={1: 5}, clads=("X2", "X4", "X5"))
    scene.uses(1, "不退転").ends(1).passes(1)
    side = scene.side(1)
    assert (side.mp, side.vp, side.injuries, side.square) == (0, 5, 1, 0)
    assert scene.stones() == {"c4": 1}, "the drop of the clad card, and nothing of hers"


@pytest.mark.clause("HC-8.4.3.A-14")
def test_no_retreat_lasts_for_the_round() -> None:
    """《不屈》 spares stones against its last attack, that of the legions, and none in the next round."""
    scene = Scene(ROSETTE, MIA, at={1: "a1"}, hand={1: ["不退転"]}, mp={1: 1}, vp={1: 5}, tails=["a2"])
    scene.uses(1, "不退転").quiet(Step.LEGIONS).passes(1)
    assert (scene.side(1).injuries, scene.side(1).vp) == (1, 5)
    scene.quiet(Step.PLAYER_1, round=2)
    scene.side(1).square = scene.square("a1")
    scene.quiet(Step.LEGIONS).passes(1)
    assert (scene.side(1).injuries, scene.side(1).vp) == (2, 4)


@pytest.mark.clause("HC-8.4.F-9", "HC-8.4.3.A-2")
def test_provocation_turns_the_clad_to_her() -> None:
    """挑発: beside the clad only, it turns to face her."""
    scene = Scene(ROSETTE, MIA, at={1: "d3"}, hand={1: ["挑発"]}).uses(1, "挑発")
    assert scene.clad() == ("c3", "east")
    far = Scene(ROSETTE, MIA, at={1: "d2"}, hand={1: ["挑発"]})
    assert far.refuses(1, far.use(1, "挑発")) == ("HC-8.4.3.A-2",)


def test_swallow_return_from_the_front() -> None:
    """つばめ返し: ATK 2; from the front 3, and the top card of the deck goes to the discard pile."""
    scene = attacker("つばめ返し", deck={1: ["ショット", "ガード"]}).uses(1, "つばめ返し", NORTH, "c3")
    assert (scene.side(1).vp, scene.discarded(1)) == (3, ["ショット", "つばめ返し"])
    side = Scene(ROSETTE, MIA, at={1: "d3"}, hand={1: ["つばめ返し"]}, front="south")
    side.uses(1, "つばめ返し", WEST, "c3")
    assert (side.side(1).vp, side.discarded(1)) == (2, ["つばめ返し"])


@pytest.mark.clause("HC-12.1-1")
def test_raid_may_cost_a_point() -> None:
    """殴り込み: ATK 2; for 1 CP more the clad turns to face her; neither more nor CP that is not there can be paid."""
    scene = Scene(ROSETTE, MIA, at={1: "d3"}, hand={1: ["殴り込み"]}, cp={1: 2})
    assert scene.refuses(1, scene.use(1, "殴り込み", WEST, "c3", cp=2)) == ("HC-12.1-1",)
    assert scene.refuses(1, scene.use(1, "殴り込み", WEST, "c3", cp=3)) == ("HC-12.1-1", "HC-3.G-5")
    scene.uses(1, "殴り込み", WEST, "c3", cp=1)
    assert (scene.side(1).cp, scene.side(1).vp, scene.clad()) == (1, 2, ("c3", "east"))
    free = Scene(ROSETTE, MIA, at={1: "d3"}, hand={1: ["殴り込み"]}, cp={1: 2}).uses(1, "殴り込み", WEST, "c3")
    assert (free.side(1).cp, free.side(1).vp, free.clad()) == (2, 2, ("c3", "north"))


@pytest.mark.clause("HC-8.4.F-9")
def test_a_clad_that_is_not_beside_her_does_not_face_her() -> None:
    """殴り込み on a legion: the clad turns if it stands beside her, wherever the attack went; elsewhere it does not."""
    beside = Scene(ROSETTE, MIA, at={1: "d3"}, hand={1: ["殴り込み"]}, cp={1: 1}, tails=["e3"])
    beside.uses(1, "殴り込み", EAST, "e3", cp=1)
    assert beside.clad() == ("c3", "east")
    away = Scene(ROSETTE, MIA, at={1: "c1"}, hand={1: ["殴り込み"]}, cp={1: 1}, tails=["c2"])
    away.uses(1, "殴り込み", NORTH, "c2", cp=1)
    assert (away.clad(), away.side(1).cp) == (("c3", "north"), 0)
    assert "HC-8.4.F-9" in away.table.relied


def test_rakshasa_hits_hard() -> None:
    """羅刹: ATK 4, and the injury gauge +1."""
    scene = attacker("羅刹").uses(1, "羅刹", NORTH, "c3")
    assert (scene.side(1).vp, scene.side(1).injuries) == (4, 1)


@pytest.mark.parametrize(("injuries", "vp", "clad"), [(4, 6, "c3"), (5, 7, "c4"), (9, 7, "c4")])
def test_wrath_grows_with_injuries(injuries: int, vp: int, clad: str) -> None:
    """逆鱗: MP 3, ATK 6; with a gauge of 5 or more 7 and a knockback."""
    scene = attacker("逆鱗", mp={1: 3}, injuries={1: injuries}).uses(1, "逆鱗", NORTH, "c3")
    assert (scene.side(1).vp, scene.clad()[0], scene.side(1).mp) == (vp, clad, 0)


@pytest.mark.clause("HC-8.4.3.K-3", "HC-8.4.3.K-9")
def test_the_printed_example_of_reaping() -> None:
    """刈り取り: ATK 2 on the clad pays 2 VP; Mia in its RANGE is unharmed."""
    scene = Scene(ROSETTE, MIA, at={1: "c2", 2: "b3"}, hand={1: ["刈り取り"]}, mp={1: 1})
    scene.uses(1, "刈り取り", NORTH, "c3")
    assert (scene.side(1).vp, scene.side(2).injuries, scene.where(2)) == (2, 0, "b3")


@pytest.mark.clause("HC-12.1-10", "HC-8.4.3.K-4")
def test_reaping_hits_two_of_three() -> None:
    """刈り取り: ATK 2 to each of at most two of the three squares ahead."""
    scene = Scene(ROSETTE, MIA, at={1: "c2"}, hand={1: ["刈り取り"]}, mp={1: 1}, voltage=2, tails=["b3"], heads=["d3"])
    three = scene.use(1, "刈り取り", NORTH, "b3", "c3", "d3")
    assert scene.refuses(1, three) == ("HC-8.4.3.K-4", "HC-12.1-10")
    scene.uses(1, "刈り取り", NORTH, "b3", "c3")
    assert (scene.side(1).vp, scene.legions()) == (4, {"d3": "head"})


@pytest.mark.clause("HC-8.4.4-13")
def test_asura_strikes_back() -> None:
    """修羅: in answer to an attack, beside the clad only: ATK 3 on it and 《不屈》."""
    scene = Scene(ROSETTE, MIA, at={1: "c4"}, hand={1: ["修羅"]}, clads=("X2", "X4", "X5"))
    scene.ends(1).uses(1, "修羅")
    assert scene.side(1).vp == 3
    scene.passes(1)
    assert (scene.side(1).vp, scene.side(1).injuries) == (3, 1)
    far = Scene(ROSETTE, MIA, at={1: "b4"}, hand={1: ["修羅"]}, clads=("X2", "X4", "X5")).ends(1)
    assert far.refuses(1, far.use(1, "修羅")) == ("HC-8.4.3.A-2",)


@pytest.mark.clause("HC-8.4.3.A-15", "HC-8.4.3.X-2")
def test_night_parade_uses_what_it_turns() -> None:
    """百鬼夜行: the top card of the deck may be used from the discard pile, paid for; then the crack skill twice."""
    scene = attacker("百鬼夜行", deck={1: ["羅刹", "ガード"]}, mp={1: 1}, cp={1: 3}).uses(1, "百鬼夜行")
    assert scene.asked() == [(1, "use_turned")]
    scene.do(1, scene.use(1, "羅刹", NORTH, "c3"))
    assert (scene.side(1).vp, scene.discarded(1)) == (4, ["羅刹", "百鬼夜行"])
    scene.do(1, CRACK, PASS).do(1, CRACK, PASS)
    assert scene.side(1).pollution == 2
    assert scene.refuses(1, CRACK) == ("HC-8.4.3.X-2",)


@pytest.mark.clause("HC-8.4.3.X-2")
def test_night_parade_twice_is_still_two() -> None:
    """百鬼夜行 used twice in a turn: the crack skill twice in all."""
    scene = attacker("百鬼夜行", mp={1: 1}, cp={1: 3}, cracks={1: 2}).uses(1, "百鬼夜行").do(1, PASS)
    scene.table.modify(1, Modified.CRACKS, 2, Lasts.TURN)
    assert scene.refuses(1, CRACK) == ("HC-8.4.3.X-2",)


@pytest.mark.clause("HC-8.4.3.A-15")
def test_night_parade_waives_nothing() -> None:
    """百鬼夜行: what it turns must have its conditions and costs, and only that card may be used."""
    scene = attacker("百鬼夜行", "突貫", deck={1: ["逆鱗"]}, mp={1: 3}).uses(1, "百鬼夜行")
    assert scene.refuses(1, scene.use(1, "逆鱗", NORTH, "c3")) == ("HC-8.4.3.K-8", "HC-3.G-5")
    assert scene.refuses(1, scene.use(1, "突貫", NORTH, "c3")) == ("HC-8.4.3.A-15",)
    scene.do(1, PASS)
    assert scene.asked() == [(1, "turn")]
    guard = attacker("百鬼夜行", deck={1: ["ガード"]}, mp={1: 1}).uses(1, "百鬼夜行")
    assert guard.refuses(1, guard.use(1, "ガード")) == ("HC-8.4.3-3", "HC-8.4.3.K-7")


@pytest.mark.clause("HC-8.4.3.X-1", "HC-8.4.3.X-3")
def test_the_crack_skill_of_rosette() -> None:
    """Her crack skill: 1 CP, 1 pollution, a move of 0 or 1, and ATK +1 for all attack cards of the turn."""
    scene = attacker("突貫", "急所狙い", cp={1: 1}).do(1, CRACK)
    assert (scene.side(1).cp, scene.side(1).pollution) == (0, 1)
    scene.do(1, PASS).uses(1, "突貫", NORTH, "c3")
    assert scene.side(1).vp == 3
    scene.uses(1, "急所狙い", NORTH, "c3")
    assert scene.side(1).vp == 5
    other = Scene(ROSETTE, LUNA, at={1: "c1"}, cp={1: 1}).do(1, CRACK, Move(2))
    assert other.where(1) == "b1"


def test_the_crack_skill_lasts_for_the_turn() -> None:
    """Her ATK +1 ends with her turn."""
    scene = attacker("突貫", cp={1: 1}).do(1, CRACK, PASS).ends(1)
    assert scene.side(1).modifiers == []


def test_her_limits() -> None:
    """Her board allows 2 basic moves, 2 MP and 1 guard in a round."""
    scene = Scene(ROSETTE, MIA, at={1: "a1"}, hand={1: ["ショット", "ムーブ", "突貫", "挑発", "羅刹"]})
    scene.do(1, scene.basic(1, Deed.MOVE, "ショット", "b1"), scene.basic(1, Deed.MOVE, "ムーブ", "a1"))
    assert scene.refuses(1, scene.basic(1, Deed.MOVE, "突貫", "b1")) == ("HC-8.4.3.B-5",)
    scene.do(1, scene.basic(1, Deed.MP, "突貫"), scene.basic(1, Deed.MP, "挑発"))
    assert scene.refuses(1, scene.basic(1, Deed.MP, "羅刹")) == ("HC-8.4.3.B-5",)


def test_south_is_her_front_here() -> None:
    """The scene of these tests: the clad looks at her."""
    scene = attacker("ショット")
    assert (scene.clad(), scene.where(1), scene.state.step) == (("c3", "south"), "c2", Step.PLAYER_1)
    assert scene.state.clad_facing == SOUTH


@pytest.mark.clause("HC-8.4.3.K-6")
def test_a_text_that_has_left_the_discard_pile_does_nothing() -> None:
    """Of two texts that wait for the crack skill the first takes the other's card back: that one works from the
    discard pile, where it no longer lies. The cards are made up."""
    text = {"when": "own_crack", "effects": [{"op": "take_back", "all_named": "突貫"}]}
    gains = {"when": "own_crack", "effects": [{"op": "mp", "amount": 1}]}
    pack = pack_with({4: {"texts": [text]}, 6: {"texts": [gains]}})
    scene = Scene(ROSETTE, MIA, discard={1: ["急所狙い", "突貫"]}, cp={1: 1}, pack=pack).do(1, CRACK)
    assert (scene.hand(1), scene.side(1).mp) == (["突貫"], 0)


@pytest.mark.clause("HC-12.1-15")
def test_a_legion_is_not_attacked_from_the_front_of_the_clad() -> None:
    """つばめ返し: before the clad, but on a legion behind her: no ATK +1, and no card of the deck is discarded."""
    scene = attacker("つばめ返し", tails=["c1"], voltage=3).uses(1, "つばめ返し", SOUTH, "c1")
    assert ([e.amount for e in scene.events("Hit")], scene.discarded(1)) == ([2], ["つばめ返し"])
