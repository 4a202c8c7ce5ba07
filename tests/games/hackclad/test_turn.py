"""8-4-3 手番プレイヤーが実行できるアクション."""

import msgspec
import pytest

from shinpan_engine.games.hackclad.table.actions import CRACK, END_TURN, Basic, Declare, Deed, Move, Push, Spend, Use
from shinpan_engine.games.hackclad.table.options import KnockbackDir

from .made_up import ROWS, pack_with
from .scene import AMELIA, EAST, FLARE, LUNA, MIA, NORTH, ROSETTE, SOUTH, WEST, Scene


@pytest.mark.clause("HC-8.4.3-1", "HC-8.4.3-2", "HC-8.4.3-4")
def test_any_actions_in_any_order_or_none() -> None:
    """A turn may hold any number of actions of every kind, or none; it ends when its player says so."""
    scene = Scene(ROSETTE, MIA, at={1: "c2"}, hand={1: ["突貫", "ガード"]}, cp={1: 5})
    scene.do(1, Spend(Deed.MP)).uses(1, "突貫", NORTH, "c3").do(1, CRACK, Move(scene.square("b2")))
    scene.do(1, scene.basic(1, Deed.MP, "ガード"), END_TURN)
    assert scene.side(1).mp == 2
    assert scene.refuses(1, END_TURN) == ("HC-8.4.3-4",)
    none = Scene(ROSETTE, MIA).do(1, END_TURN)
    assert none.asked() == [(2, "turn")]


@pytest.mark.clause("HC-8.4.3.A-1", "HC-8.4.3.A-5", "HC-8.4.3.A-9", "HC-8.4.3.A-10", "HC-X-3", "HC-3-14")
def test_using_a_card() -> None:
    """The card goes from the hand to the open discard pile, damage to the clad pays as many stones; basic and extended
    cards alike."""
    for name in ("突貫", "羅刹"):
        scene = Scene(ROSETTE, MIA, at={1: "c2"}, hand={1: [name]}).uses(1, name, NORTH, "c3")
        assert (scene.hand(1), scene.discarded(1), scene.side(1).resolving) == ([], [name], [])
        assert scene.side(1).vp == {"突貫": 2, "羅刹": 4}[name]


@pytest.mark.clause("HC-8.4.3.A-11")
def test_only_hand_cards_are_used() -> None:
    """A card of the deck, the discard pile, the extended deck, the sequence board or another player is not usable."""
    scene = Scene(MIA, LUNA, at={1: "c2"}, hand={1: ["クナイ"]}, discard={1: ["クナイ"]})
    side = scene.side(1)
    for card in (side.deck[0], side.discard[0], side.extended[0], side.turn_cards[0], 40):
        assert scene.refuses(1, Use(card, NORTH, [13])) == ("HC-8.4.3.A-11",)
        assert scene.refuses(1, Declare(card)) == ("HC-8.4.3.A-11",)


@pytest.mark.clause("HC-8.4.3.A-2", "HC-8.4.3.K-8", "HC-3-17", "HC-3.G-5")
def test_magic_costs_mp() -> None:
    """A magic card needs its MP and takes it; a plain card none."""
    scene = Scene(ROSETTE, MIA, at={1: "c2"}, hand={1: ["逆鱗", "突貫"]}, mp={1: 2})
    assert scene.refuses(1, scene.use(1, "逆鱗", NORTH, "c3")) == ("HC-8.4.3.K-8", "HC-3.G-5")
    scene.uses(1, "突貫", NORTH, "c3")
    assert scene.side(1).mp == 2
    assert [(e.by, e.mp) for e in scene.events("MpChanged")] == []
    rich = Scene(ROSETTE, MIA, at={1: "c2"}, hand={1: ["逆鱗"]}, mp={1: 4}).uses(1, "逆鱗", NORTH, "c3")
    assert rich.side(1).mp == 1
    assert [(e.by, e.mp) for e in rich.events("MpChanged")] == [(-3, 1)]


@pytest.mark.clause("HC-8.4.3.A-3")
def test_a_card_that_cannot_be_used_is_shown() -> None:
    """A failed declaration costs nothing and the card goes back; one that could be used is no failure."""
    scene = Scene(ROSETTE, MIA, at={1: "a1"}, hand={1: ["突貫", "ムーブ"]})
    scene.do(1, Declare(scene.card(1, "突貫")))
    assert [(e.card, e.seat) for e in scene.events("Shown")] == [(scene.card(1, "突貫"), 1)]
    assert scene.hand(1) == ["ムーブ", "突貫"]
    assert scene.refuses(1, Declare(scene.card(1, "ムーブ"))) == ("HC-8.4.3.A-3",)


@pytest.mark.clause("HC-8.4.3.K-2", "HC-8.4.3.K-3", "HC-3-15")
def test_an_attack_needs_a_target_in_range() -> None:
    """The clad or a legion must stand on a red square; a witch there is no target, and an attack names what it hits."""
    scene = Scene(ROSETTE, MIA, at={1: "c1", 2: "c2"}, hand={1: ["突貫"]})
    assert scene.refuses(1, scene.use(1, "突貫", NORTH)) == ("HC-8.4.3.K-2",)
    assert scene.refuses(1, scene.use(1, "突貫", NORTH, "c2")) == ("HC-8.4.3.K-2", "HC-8.4.3.K-3")
    assert scene.refuses(1, scene.use(1, "突貫", NORTH, "c3")) == ("HC-8.4.3.K-2", "HC-12.1-12")
    near = Scene(ROSETTE, MIA, at={1: "c2"}, hand={1: ["突貫"]})
    for facing in (EAST, SOUTH, WEST):
        assert near.refuses(1, near.use(1, "突貫", facing, "c3")) == ("HC-8.4.3.K-2", "HC-12.1-12")
    assert near.allows(1, near.use(1, "突貫", NORTH, "c3"))


@pytest.mark.clause("HC-8.4.3.K-4", "HC-12.1-13")
def test_one_target_without_multi_attack() -> None:
    """An ordinary attack hits one of those in RANGE, of the user's choice."""
    scene = Scene(LUNA, MIA, at={1: "c1"}, hand={1: ["雷鳴"]}, mp={1: 1}, tails=["b3"])
    assert scene.refuses(1, scene.use(1, "雷鳴", NORTH, "b3", "c3")) == ("HC-8.4.3.K-4", "HC-12.1-10")
    assert scene.allows(1, scene.use(1, "雷鳴", NORTH, "b3"))
    assert scene.allows(1, scene.use(1, "雷鳴", NORTH, "c3"))


def test_badly_written_uses() -> None:
    """Targets descend or a support card names any, an attack has no direction, a draw is paid: nothing of the rules."""
    scene = Scene(ROSETTE, MIA, at={1: "c1"}, hand={1: ["ショット", "ムーブ"]}, mp={1: 1}, tails=["c2"], cp={1: 4})
    shot, walk = scene.card(1, "ショット"), scene.card(1, "ムーブ")
    assert scene.refuses(1, Use(shot, NORTH, [13, 8])) == ("",)
    assert scene.refuses(1, Use(shot, targets=[8])) == ("",)
    assert scene.refuses(1, Use(walk, NORTH)) == ("",)
    assert scene.refuses(1, Basic(Deed.DRAW, walk)) == ("",)
    assert scene.refuses(1, Basic(Deed.MP, walk, 3)) == ("",)


@pytest.mark.clause("HC-8.4.3.A-7", "HC-9.1-9")
def test_the_card_itself_is_not_shuffled_in() -> None:
    """A draw in the text with an empty deck: the used card is outside the rebuild."""
    scene = Scene(MIA, LUNA, at={1: "c2"}, hand={1: ["スティール"]}, deck={1: []}, discard={1: ["ショット", "ガード"]})
    scene.uses(1, "スティール", NORTH, "c3")
    assert scene.asked() == [(1, "swap")]
    assert scene.side(1).resolving == [scene.card(1, "スティール")]
    scene.passes(1)
    assert (len(scene.side(1).deck), len(scene.side(1).hand), scene.discarded(1)) == (1, 1, ["スティール"])


@pytest.mark.clause("HC-8.4.3.A-8", "HC-8.4.3.A-7")
def test_a_card_paid_as_cost_is_shuffled_in() -> None:
    """Deck 0, discard pile 5, one more discarded as an additional cost, then a draw: 6 cards are shuffled."""
    pack = pack_with({51: {"costs": [{"cost": "discard", "name": "ガード"}], "effects": [{"op": "draw", "amount": 1}]}})
    pile = ["ショット", "クナイ", "クナイ", "口寄せ", "幻術"]
    scene = Scene(MIA, LUNA, hand={1: ["ムーブ", "ガード"]}, deck={1: []}, discard={1: pile}, pack=pack)
    scene.uses(1, "ムーブ", pay=["ガード"]).passes(1)
    assert [event.cards for event in scene.events("Rebuilt")] == [6]
    assert (len(scene.side(1).deck), len(scene.side(1).hand), scene.discarded(1)) == (5, 1, ["ムーブ"])


@pytest.mark.clause("HC-12.1-1", "HC-8.4.3.A-1")
def test_a_card_does_not_pay_for_itself() -> None:
    """A cost of a card of some name is not paid with the card that is used: it lies on the table. Such a card is made
    up."""
    pack = pack_with({53: {"costs": [{"cost": "discard", "name": "クナイ"}]}})
    scene = Scene(MIA, LUNA, at={1: "c2"}, hand={1: ["クナイ", "クナイ"]}, pack=pack)
    itself = Use(53, NORTH, [scene.square("c3")], discards=[53])
    assert scene.refuses(1, itself) == ("HC-12.1-1",)
    scene.do(1, Use(53, NORTH, [scene.square("c3")], discards=[52]))
    assert scene.discarded(1) == ["クナイ", "クナイ"]
    alone = Scene(MIA, LUNA, at={1: "c2"}, hand={1: ["クナイ", "クナイ"]}, pack=pack)
    alone.side(1).hand = [53]
    assert alone.refuses(1, itself) == ("HC-12.1-1",)
    assert alone.allows(1, Declare(53))


@pytest.mark.clause("HC-8.4.3.A-13", "HC-8.4.3.A-4")
def test_an_action_is_carried_out_to_its_end() -> None:
    """While a text waits for a choice nothing else can be begun."""
    scene = Scene(ROSETTE, MIA, at={1: "a1"}, hand={1: ["ムーブ", "ガード"]}, cp={1: 2}).uses(1, "ムーブ")
    assert scene.refuses(1, scene.basic(1, Deed.MP, "ガード")) == ("HC-8.4.3.A-13",)
    assert scene.refuses(1, Spend(Deed.MP)) == ("HC-8.4.3.A-13",)
    assert scene.refuses(1, scene.target("c3")) == ("HC-8.4.3.A-4",)
    scene.do(1, scene.move("a2"))
    assert scene.allows(1, Spend(Deed.MP))


@pytest.mark.clause("HC-8.4.3.A-12")
def test_a_support_card_may_do_nothing() -> None:
    """口寄せ with both トラバサミ face up is legal and does nothing."""
    scene = Scene(MIA, LUNA, hand={1: ["口寄せ"]}, ready={1: 2}).uses(1, "口寄せ")
    assert (scene.side(1).ready, scene.discarded(1)) == (2, ["口寄せ"])


@pytest.mark.clause("HC-8.4.3.B-1", "HC-8.4.3.B-3", "HC-8.4.3.B-6", "HC-3-20")
def test_basic_actions_cost_a_hand_card() -> None:
    """One card of the own hand goes to the own discard pile; MP +1, legal at 7 too, where it is lost."""
    scene = Scene(ROSETTE, MIA, at={1: "a1"}, hand={1: ["ショット"]}, mp={1: 7})
    assert scene.refuses(1, Basic(Deed.MP, scene.side(1).deck[0])) == ("HC-8.4.3.B-1",)
    scene.do(1, scene.basic(1, Deed.MP, "ショット"))
    assert (scene.side(1).mp, scene.discarded(1)) == (7, ["ショット"])
    assert [act for _, act in scene.match.options() if isinstance(act, Basic)] == []


@pytest.mark.clause("HC-8.4.3.B-5", "HC-8.4.3.C-3")
def test_limits_are_counted_apart_and_by_round() -> None:
    """The third basic move of a round is illegal for ロゼット; the move for CP is not counted."""
    scene = Scene(ROSETTE, MIA, at={1: "a1"}, hand={1: ["ショット", "ガード", "ムーブ"]}, moves={1: 2}, cp={1: 4})
    assert scene.refuses(1, scene.basic(1, Deed.MOVE, "ショット", "b1")) == ("HC-8.4.3.B-5",)
    assert scene.allows(1, scene.basic(1, Deed.MP, "ショット"))
    scene.do(1, Spend(Deed.MOVE, scene.square("b1")), Spend(Deed.MOVE, scene.square("a1")))
    assert (scene.side(1).cp, scene.side(1).moves) == (0, 2)


@pytest.mark.clause("HC-8.4.3.C-1", "HC-8.4.3.C-2", "HC-8.4.3.C-4", "HC-E-1")
def test_cp_actions() -> None:
    """2 CP move 1 or give 1 MP, 4 CP draw a card; with less CP they are illegal."""
    scene = Scene(ROSETTE, MIA, at={1: "a1"}, cp={1: 8}, stones={"b1": 1})
    scene.do(1, Spend(Deed.MOVE, scene.square("b1")), Spend(Deed.MP), Spend(Deed.DRAW))
    side = scene.side(1)
    assert (side.cp, side.mp, side.vp, len(side.hand)) == (0, 1, 1, 1)
    assert scene.refuses(1, Spend(Deed.MP)) == ("HC-8.4.3.C-1", "HC-3.G-5")
    diagonal = Scene(ROSETTE, MIA, at={1: "a1"}, cp={1: 2})
    assert diagonal.refuses(1, Spend(Deed.MOVE, diagonal.square("b2"))) == ("HC-8.4.F-1",)


@pytest.mark.clause("HC-8.4.3.C-1", "HC-8.4.3.C-2")
def test_the_icon_of_a_board_sets_time_and_price_of_a_cp_action() -> None:
    """What a board grants as a reaction is paid at that price in an attack, whatever it does; what it grants at both
    times has a price at each."""
    characters = msgspec.to_builtins(ROWS.character)
    deeds = ["move", "mp", "guard", "draw"]
    characters[0]["cp_actions"] = [
        {"cost": 1, "timing": "reaction", "deeds": deeds},
        {"cost": 2, "timing": "turn", "deeds": ["guard", "draw"]},
    ]
    pack = pack_with({}, character=characters)
    scene = Scene(ROSETTE, MIA, at={1: "c4"}, clads=("X2", "X1", "X1"), cp={1: 8}, pack=pack)
    assert scene.refuses(1, Spend(Deed.MP)) == ("HC-8.4.3.C-2", "HC-8.4.3-3")
    scene.do(1, Spend(Deed.GUARD), Spend(Deed.DRAW))
    assert scene.side(1).cp == 4
    scene.ends(1).do(1, Spend(Deed.DRAW), Spend(Deed.MP), Spend(Deed.GUARD), Spend(Deed.MOVE, scene.square("c5")))
    assert (scene.side(1).cp, scene.side(1).mp, len(scene.hand(1)), scene.where(1)) == (0, 1, 2, "c5")


@pytest.mark.clause("HC-8.4.3.X-1", "HC-8.4.3.X-2", "HC-8.4.3.X-3", "HC-8.4.3.X-5")
def test_the_crack_skill_once_in_a_round() -> None:
    """Its CP, 1 pollution each time, and not a second time in the round; pollution never runs out."""
    scene = Scene(LUNA, MIA, cp={1: 3}, pollution={1: 20}).do(1, CRACK)
    assert [type(event).__name__ for event in scene.table.events] == ["CpChanged", "Cracked", "Polluted", "MpChanged"]
    assert (scene.side(1).cp, scene.side(1).pollution) == (2, 21)
    assert scene.refuses(1, CRACK) == ("HC-8.4.3.X-2",)
    poor = Scene(LUNA, MIA)
    assert poor.refuses(1, CRACK) == ("HC-8.4.3.X-1", "HC-8.4.3.C-1")


@pytest.mark.clause("HC-3.G-2", "HC-3.G-3", "HC-X-1")
@pytest.mark.parametrize(("edition", "cap"), [("1.0.0", 7), ("1.0.0+errata", 15)])
def test_the_gauges_end(edition: str, cap: int) -> None:
    """MP ends at 7; CP at 7 as printed and at 15 by the erratum."""
    scene = Scene(FLARE, MIA, at={1: "c2"}, hand={1: ["単装式ロケット砲"]}, mp={1: 1}, cp={1: cap}, edition=edition)
    scene.uses(1, "単装式ロケット砲", NORTH, "c3")
    assert scene.side(1).cp == cap
    one = Scene(FLARE, MIA, at={1: "c2"}, hand={1: ["単装式ロケット砲"]}, mp={1: 1}, cp={1: cap - 1}, edition=edition)
    assert one.uses(1, "単装式ロケット砲", NORTH, "c3").side(1).cp == cap


@pytest.mark.clause("HC-12.1-6")
def test_an_attack_without_damage_knocks_back() -> None:
    """The clad was attacked: it is knocked back, though nothing is paid and no damage counts. Such a card is made
    up."""
    pack = pack_with({4: {"atk": 0}})
    scene = Scene(ROSETTE, MIA, at={1: "c2"}, hand={1: ["急所狙い"]}, front="south", pack=pack)
    scene.uses(1, "急所狙い", NORTH, "c3")
    assert (scene.clad()[0], scene.side(1).vp, scene.side(1).hits) == ("c4", 0, 0)


@pytest.mark.clause("HC-12.1-2")
def test_the_direction_of_a_knockback() -> None:
    """The clad goes in the direction of the attack; not straight ahead, by an option the attacker chooses."""
    pack = pack_with({4: {"range": [[1, 1]], "effects": [{"op": "attack"}, {"op": "knock_back"}]}})
    scene = Scene(ROSETTE, MIA, at={1: "b2"}, hand={1: ["急所狙い"]}, pack=pack).uses(1, "急所狙い", NORTH, "c3")
    assert scene.clad()[0] == "c4"
    options = {"knockback_dir": KnockbackDir.CHOOSE}
    free = Scene(ROSETTE, MIA, at={1: "b2"}, hand={1: ["急所狙い"]}, pack=pack, options=options)
    free.uses(1, "急所狙い", NORTH, "c3")
    assert free.asked() == [(1, "push")]
    assert free.refuses(1, Push(SOUTH)) == ("HC-12.1-2",)
    free.do(1, Push(EAST))
    assert free.clad()[0] == "d3"


@pytest.mark.clause("HC-8.4.3.A-14")
def test_amelia_is_no_exception() -> None:
    """A text changes what it names and nothing else: 転装 suspends rebuilds of its user only."""
    scene = Scene(AMELIA, MIA, at={1: "a1"}, hand={1: ["転装"]}, mp={1: 2}).uses(1, "転装")
    assert [modifier.kind.name for modifier in scene.side(1).modifiers] == ["NO_REBUILD"]
    assert scene.side(2).modifiers == []
