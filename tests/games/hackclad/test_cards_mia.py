"""ミア: her cards, her crack skill and トラバサミ."""

from typing import Any

import pytest

from shinpan_engine.games.hackclad.table.actions import CRACK, Activate, Deed, Move
from shinpan_engine.games.hackclad.table.options import WitchOccupied
from shinpan_engine.games.hackclad.table.state import Step

from .made_up import pack_with
from .scene import EAST, LUNA, MIA, NORTH, ROSETTE, SOUTH, Scene


def behind(*cards: str, **more: object) -> Scene:
    """ミア behind the clad, which looks north."""
    return Scene(MIA, LUNA, at={1: "c2"}, hand={1: list(cards)}, **more)  # type: ignore[arg-type]


@pytest.mark.clause("HC-3-26")
def test_two_kunai() -> None:
    """クナイ: ATK 1; there are two of that name."""
    scene = behind("クナイ", "クナイ")
    scene.uses(1, "クナイ", NORTH, "c3").uses(1, "クナイ", NORTH, "c3")
    assert (scene.side(1).vp, scene.discarded(1)) == (2, ["クナイ", "クナイ"])


@pytest.mark.clause("HC-8.4-7")
def test_shuriken_becomes_an_additional_turn_card() -> None:
    """手裏剣: MP 1, ATK 1 on the second square ahead; then it lies on the turn card and comes back with it."""
    scene = Scene(MIA, LUNA, at={1: "c1"}, hand={1: ["手裏剣", "ガード", "ムーブ"]}, mp={1: 1})
    scene.uses(1, "手裏剣", NORTH, "c3")
    side = scene.side(1)
    assert (side.vp, len(side.turn_cards), scene.discarded(1)) == (1, 2, [])
    assert [scene.names.printed("card", card) for card in side.turn_cards] == ["ショット", "手裏剣"]
    scene.quiet(Step.DRAFT, 2)
    while scene.asked()[0][0] != 1:
        scene.quietly()
    assert len(side.hand) == 5, "three at the draw, and both turn cards"
    assert side.turn_cards == []


def test_summoning_turns_a_trap_up() -> None:
    """口寄せ: turns one トラバサミ face up, two at the most."""
    scene = behind("口寄せ", ready={1: 1}).uses(1, "口寄せ")
    assert scene.side(1).ready == 2
    full = behind("口寄せ", ready={1: 2}).uses(1, "口寄せ")
    assert full.side(1).ready == 2


def test_illusion_turns_the_clad_away() -> None:
    """幻術: beside the clad only, it turns its back to her."""
    scene = Scene(MIA, LUNA, at={1: "d3"}, hand={1: ["幻術"]}).uses(1, "幻術")
    assert scene.clad() == ("c3", "west")
    far = Scene(MIA, LUNA, at={1: "a1"}, hand={1: ["幻術"]})
    assert far.refuses(1, far.use(1, "幻術")) == ("HC-8.4.3.A-2",)


@pytest.mark.clause("HC-X-5", "HC-12.1-15", "HC-3-26")
@pytest.mark.parametrize(("edition", "drawn"), [("1.0.0", 1), ("1.0.0+errata", 1)])
def test_steal_draws_from_behind(edition: str, drawn: int) -> None:
    """スティール: ATK 1, from behind it draws 1; from elsewhere it does not."""
    scene = behind("スティール", edition=edition).uses(1, "スティール", NORTH, "c3")
    assert (scene.side(1).vp, len(scene.side(1).hand)) == (1, drawn)
    front = Scene(MIA, LUNA, at={1: "c4"}, hand={1: ["スティール"]}, edition=edition)
    front.uses(1, "スティール", SOUTH, "c3")
    assert (front.side(1).vp, len(front.side(1).hand)) == (1, 0)


@pytest.mark.clause("HC-X-5")
@pytest.mark.parametrize(("edition", "drawn"), [("1.0.0", 1), ("1.0.0+errata", 0)])
def test_steal_draws_once_in_a_turn_by_the_erratum(edition: str, drawn: int) -> None:
    """スティール: a second one in a turn draws as first printed, and not by the erratum."""
    scene = behind("スティール", edition=edition)
    scene.side(1).used = [scene.card(1, "スティール")]
    scene.uses(1, "スティール", NORTH, "c3")
    assert len(scene.side(1).hand) == drawn


def test_roundhouse_kick() -> None:
    """回し蹴り: ATK 2; from behind it turns a トラバサミ face up."""
    scene = behind("回し蹴り").uses(1, "回し蹴り", NORTH, "c3")
    assert (scene.side(1).vp, scene.side(1).ready) == (2, 1)
    front = Scene(MIA, LUNA, at={1: "c4"}, hand={1: ["回し蹴り"]}).uses(1, "回し蹴り", SOUTH, "c3")
    assert front.side(1).ready == 0


@pytest.mark.clause("HC-3-26")
def test_picking_up_hidden_weapons() -> None:
    """暗器拾い: MP 1, ATK 2; all クナイ of the discard pile return to the hand."""
    scene = behind("暗器拾い", mp={1: 1}, discard={1: ["クナイ", "ガード", "クナイ"]}).uses(1, "暗器拾い", NORTH, "c3")
    assert (scene.side(1).vp, scene.hand(1)) == (2, ["クナイ", "クナイ"])
    assert scene.discarded(1) == ["ガード", "暗器拾い"]


@pytest.mark.clause("HC-12.1-1", "HC-8.4.3.A-8")
def test_heel_drop_takes_a_kunai() -> None:
    """かかと落とし: MP 2, ATK 4; with a クナイ discarded 5 and a knockback. No other card pays."""
    scene = behind("かかと落とし", "クナイ", "ガード", mp={1: 2})
    assert scene.refuses(1, scene.use(1, "かかと落とし", NORTH, "c3", pay=["ガード"])) == ("HC-12.1-1",)
    scene.uses(1, "かかと落とし", NORTH, "c3", pay=["クナイ"])
    assert (scene.side(1).vp, scene.clad()[0], scene.discarded(1)) == (5, "c4", ["クナイ", "かかと落とし"])
    plain = behind("かかと落とし", "クナイ", mp={1: 2}).uses(1, "かかと落とし", NORTH, "c3")
    assert (plain.side(1).vp, plain.clad()[0], plain.hand(1)) == (4, "c3", ["クナイ"])


@pytest.mark.clause("HC-8.4.4-9", "HC-8.4.F-11", "HC-12.1-1")
def test_double_steps_out() -> None:
    """替え玉: in answer to an attack, for a トラバサミ turned down, to any square without a piece: she is not hit."""
    scene = Scene(MIA, ROSETTE, at={1: "c4", 2: "e5"}, hand={1: ["替え玉"]}, ready={1: 1}, clads=("X2", "X4", "X5"))
    scene.ends(1).uses(1, "替え玉")
    assert (scene.side(1).ready, scene.side(1).square != 0) == (0, True)
    assert scene.refuses(1, scene.move("e5")) == ("HC-8.4.F-11",)
    scene.do(1, scene.move("a1"))
    assert (scene.where(1), scene.side(1).injuries) == ("a1", 0)
    without = Scene(MIA, ROSETTE, at={1: "c4"}, hand={1: ["替え玉"]}, clads=("X2", "X4", "X5")).ends(1)
    assert without.refuses(1, without.use(1, "替え玉")) == ("HC-12.1-1",)


@pytest.mark.clause("HC-8.4.3.K-6", "HC-12.2-3")
def test_seal_of_convergence_at_the_fourth_time() -> None:
    """収斂の印: from the discard pile, at the fourth damage event of her turn, 3 damage to the clad; once in a turn."""
    scene = behind("クナイ", "クナイ", discard={1: ["収斂の印"]}, hits={1: 2})
    scene.uses(1, "クナイ", NORTH, "c3")
    assert scene.side(1).vp == 1
    scene.uses(1, "クナイ", NORTH, "c3")
    assert (scene.side(1).vp, scene.side(1).hits) == (5, 5)
    assert len(scene.events("Triggered")) == 1


@pytest.mark.clause("HC-8.4.3.K-6")
def test_seal_of_convergence_in_another_turn() -> None:
    """収斂の印: it is said of the own turn: a fourth damage event in another does nothing. The card for that is made
    up."""
    pack = pack_with({50: {"effects": [{"op": "hit_clad", "amount": 1}]}})
    scene = Scene(
        ROSETTE,
        MIA,
        at={2: "c4"},
        hand={2: ["ガード"]},
        discard={2: ["収斂の印"]},
        hits={2: 3},
        clads=("X2", "X4", "X5"),
        pack=pack,
    )
    scene.ends(1)
    assert scene.side(2).hits == 0, "every turn counts again"
    scene.side(2).hits = 3
    scene.uses(2, "ガード")
    assert (scene.side(2).hits, scene.side(2).vp) == (4, 1)


@pytest.mark.clause("HC-8.4.3.L-10", "HC-8.4.3.A-14")
def test_street_slaying_passes_pieces() -> None:
    """辻斬り: MP 1, moves 2 past any pieces; 2 damage to what stands on the square passed, and its stones."""
    scene = behind("辻斬り", mp={1: 1}, stones={"c3": 2, "c4": 1}).uses(1, "辻斬り")
    scene.do(1, scene.move("c3"), scene.move("c4"))
    assert (scene.where(1), scene.side(1).vp, scene.side(1).hits) == ("c4", 5, 1)
    legion = Scene(MIA, LUNA, at={1: "a1"}, hand={1: ["辻斬り"]}, mp={1: 1}, heads=["b1"], voltage=2)
    legion.uses(1, "辻斬り").do(1, legion.move("b1"), legion.move("b2"))
    assert (legion.side(1).vp, legion.side(1).cp, legion.legions()) == (2, 1, {})
    onto = Scene(MIA, LUNA, at={1: "a3"}, hand={1: ["辻斬り"]}, mp={1: 1}).uses(1, "辻斬り")
    onto.do(1, onto.move("b3"), onto.move("c3"))
    assert (onto.where(1), onto.side(1).vp, onto.side(1).hits) == ("c3", 0, 0), "where the move ends nothing is passed"


@pytest.mark.clause("HC-8.4.F-6", "HC-8.4.F-1")
def test_street_slaying_where_pieces_bar_the_way() -> None:
    """辻斬り passes pieces even where nobody else may, but ends on a free square."""
    options = {"witch_occupied": WitchOccupied.BLOCKED}
    scene = Scene(MIA, LUNA, at={1: "a1"}, hand={1: ["辻斬り"]}, mp={1: 1}, tails=["b1", "c1"], options=options)
    scene.uses(1, "辻斬り").do(1, scene.move("b1"))
    assert scene.refuses(1, scene.move("c1")) == ("HC-8.4.F-6",)
    assert scene.refuses(1, scene.move("d1")) == ("HC-8.4.F-1",)
    scene.do(1, scene.move("b2"))
    assert scene.side(1).vp == 1


@pytest.mark.clause("HC-8.4.F-6", "HC-8.4.3.A-12")
def test_street_slaying_leads_to_no_dead_end() -> None:
    """Where pieces bar the way 辻斬り passes only where she can go on, back to her own square if need be; with no way
    at all nobody is asked."""
    facts: dict[str, Any] = {
        "hand": {1: ["辻斬り"]},
        "mp": {1: 1},
        "options": {"witch_occupied": WitchOccupied.BLOCKED},
    }
    ways_on = Scene(MIA, LUNA, at={1: "a1", 2: "b2"}, tails=["b1", "c1", "b5"], **facts).uses(1, "辻斬り")
    ways_on.do(1, ways_on.move("b1"))
    assert ways_on.allowed(1, Move) == [ways_on.move("a1")], "she has left it"
    shared = Scene(MIA, LUNA, at={1: "a1", 2: "b2"}, clad="a1", tails=["b1", "c1", "b5"], **facts).uses(1, "辻斬り")
    assert shared.refuses(1, shared.move("b1")) == ("HC-8.4.F-6",)
    assert shared.allowed(1, Move) == [shared.move(name) for name in ("e1", "a2", "a5")]
    around = ["c1", "d1", "b2", "e2", "a3", "a4", "b5", "e5"]
    shut_in = Scene(MIA, LUNA, at={1: "a1"}, clad="a1", tails=around, **facts).uses(1, "辻斬り")
    assert (shut_in.asked(), shut_in.where(1)) == ([(1, "turn")], "a1")


@pytest.mark.clause("HC-8.4.3-7", "HC-6.7-2")
def test_a_trap_snaps_anywhere() -> None:
    """トラバサミ: on her turn, one turned face down is an attack with ATK 1 on the clad or a legion anywhere, as often
    as they are face up; it is no use of a card."""
    scene = Scene(MIA, LUNA, at={1: "a1"}, ready={1: 2}, tails=["e5"])
    scene.do(1, Activate(0))
    assert scene.asked() == [(1, "target")]
    assert scene.refuses(1, scene.target("d4")) == ("HC-8.4.5-9",)
    scene.do(1, scene.target("e5")).do(1, Activate(0))
    assert (scene.side(1).vp, scene.side(1).ready, scene.side(1).hits) == (2, 0, 2)
    assert scene.side(1).used == []
    assert scene.refuses(1, Activate(0)) == ("HC-8.4.3-7",)
    assert Scene(LUNA, MIA).refuses(1, Activate(0)) == ("HC-8.4.3-7",)


@pytest.mark.clause("HC-8.4.3.X-1", "HC-12.2-3")
def test_the_crack_skill_of_mia() -> None:
    """雷火: 1 CP, only with three damage events in this turn; each gain of stones is 1 more then."""
    scene = Scene(
        MIA, LUNA, at={1: "c1"}, hand={1: ["ショット", "クナイ"]}, mp={1: 1}, cp={1: 1}, hits={1: 2}, tails=["c2"]
    )
    assert scene.refuses(1, CRACK) == ("HC-8.4.3.X-1",)
    scene.side(1).hits = 3
    scene.do(1, CRACK).uses(1, "ショット", NORTH, "c2", "c3")
    assert scene.side(1).vp == 3
    assert "HC-12.2-3" in scene.table.relied, "that two targets pay in one gain is a reading"
    walk = Scene(MIA, LUNA, at={1: "a1"}, hand={1: ["ガード"]}, cp={1: 1}, hits={1: 3}, stones={"b1": 2}).do(1, CRACK)
    walk.do(1, walk.basic(1, Deed.MOVE, "ガード", "b1"))
    assert walk.side(1).vp == 3


def test_her_range_to_the_east() -> None:
    """クナイ eastwards: RANGE turns with the witch."""
    scene = Scene(MIA, LUNA, at={1: "b3"}, hand={1: ["クナイ"]})
    assert scene.allows(1, scene.use(1, "クナイ", EAST, "c3"))
