"""ルール補足 ユニット関連: 豊穣 膨張 占有 不死 速攻 宝掘 交代, in the modes that have all traits in force."""

from pathlib import Path

import pytest

from shinpan_engine.games.wars3x3.table.actions import (
    ATTACK,
    DRAW,
    END_COMBAT,
    PASS,
    Choose,
    Counter,
    Deploy,
    Lay,
    Magic,
    Redeploy,
    Remove,
    Spell,
    Strengthen,
    TakeBack,
)
from shinpan_engine.games.wars3x3.table.options import DiscardPile, HasteHarvest, HasteWindow
from shinpan_engine.games.wars3x3.table.state import Casting, Step
from shinpan_engine.kernel.errors import Undecidable

from .own_pack import own_card, own_magic, own_pack, scene_with
from .scene import Scene
from .wizards import wizard_scene

MODES = pytest.mark.parametrize("mode", ["advanced", "sevenmage"])
MAIDEN, SLUG, WITCH, BRUTE, SPRITE, FIRE_SPRITE, STRIKER = 12, 22, 14, 9, 38, 1, 3
"""花乙女 豊穣, でかスラグ 膨張, 占欲の魔女 占有, のうなし腕力 不死, 護宝妖精 宝掘, 瓶詰火霊 速攻, 先行打撃兵 交代."""


@pytest.mark.clause("W3-A2-1")
@MODES
def test_every_trait_is_in_force(mode: str) -> None:
    """What the beginner rules ignore counts in the advanced ones: a territory of 豊穣, a choice by 宝掘."""
    for rules, value in (("beginner", 1), ("intermediate", 1), (mode, 2)):
        scene = Scene(mode=rules, units=([MAIDEN], []), territory=([24], []), hands=([SPRITE], []))
        assert scene.table.territory_value(1) == value
        traits = scene.table.traits
        named = (traits.abundance[12], traits.swelling[22], traits.occupation[14], traits.undying[9], traits.haste[1])
        assert named == (value == 2,) * 5
        assert (traits.treasure[38], traits.substitution[3]) == (value == 2,) * 2
        assert (traits.transparent[3], traits.double_wall[5], traits.unblocking[3]) == (True,) * 3


# 豊穣


@pytest.mark.clause("W3-S1.2-1", "W3-S1.2-3")
@MODES
def test_each_unit_with_abundance_adds_one(mode: str) -> None:
    """One 花乙女 brings a cost of territory + 1 into play, two a cost of + 2; the opponent's do not count."""
    for units, fits in (([], 2), ([12], 3), ([12, 13], 4)):
        scene = wizard_scene(mode, units=(units, []), territory=([6, 8], []), hands=([22, 14, 16], []))
        scene.quiet_until("4.2")
        costs = {22: 3, 14: 4, 16: 5}
        for card, cost in costs.items():
            if cost <= fits:
                assert scene.allows(1, Deploy(card))
            else:
                assert scene.refuses(1, Deploy(card)) == ("W3-4.2-4", "W3-E-01")
        if units:
            scene.do(1, Deploy(22))
            assert ("W3-S1.2-3" in scene.table.relied) == (len(units) == 2)
    assert wizard_scene(mode, units=([], [12, 13]), territory=([6], [])).table.territory_value(1) == 1


@pytest.mark.clause("W3-S1.2-2")
def test_abundance_is_no_territory() -> None:
    """The number of territories stays what it is, so what reads that number reads no 豊穣."""
    scene = wizard_scene(units=([12], []), territory=([6, 8], []))
    assert len(scene.side(1).territory) == 2
    assert scene.table.territory_value(1) == 3


@pytest.mark.clause("W3-Q-01")
def test_abundance_counts_in_a_redeployment_that_gives_it_up() -> None:
    """花乙女 given up on four territories brings in a cost of 2 + 1 + 4 = 7, not of 8."""
    scene = wizard_scene(units=([MAIDEN], []), territory=([6, 8, 10, 15], []), hands=([31, 32], []))
    scene.quiet_until("4.2")
    assert scene.refuses(1, Redeploy(32, [MAIDEN])) == ("W3-4.2-7", "W3-E-02")
    scene.do(1, Redeploy(31, [MAIDEN]))
    assert scene.units(1) == [31]
    assert "W3-Q-01" in scene.table.relied


# 膨張


@pytest.mark.clause("W3-S1.3-1", "W3-S1.3-3")
@pytest.mark.parametrize(
    ("time", "own", "theirs", "attack", "defence"),
    [
        ("always", [22], [23], 5, 5),
        ("own_turn", [22], [23], 5, 3),
        ("alone", [22], [23], 5, 5),
        ("alone", [22, 7], [23, 16], 8, 8),
        ("full_field", [22, 7], [23, 16], 8, 8),
        ("full_field", [22, 7, 27], [23, 16, 28], 15, 15),
    ],
)
def test_swelling_adds_two_while_its_card_says(
    time: str, own: list[int], theirs: list[int], attack: int, defence: int, tmp_path: Path
) -> None:
    """The pack says when the 2 count, in attack and in defence."""
    rows = [
        own_card(card, "grass", "3", '["swelling"]').replace(
            "traits_complete =", f'swelling = "{time}"\ntraits_complete ='
        )
        for card in (22, 23)
    ]
    scene = scene_with(own_pack(tmp_path, *rows), mode="advanced", units=(own, theirs)).quiet_until("3.2")
    scene.do(1, ATTACK)
    (power,) = scene.events("Power")
    assert (power.attack, power.defence) == (attack, defence)
    assert "W3-S1.3-3" in scene.table.relied
    assert ("W3-3.0-7" in scene.table.relied) == (defence == sum({16: 5, 23: 3, 28: 5}[card] for card in theirs) + 2)


@pytest.mark.clause("W3-S1.3-1", "W3-S1.3-2")
def test_swelling_is_no_strengthening() -> None:
    """A unit under 膨張 is strengthened as any other: 強化's limit of one does not count it."""
    scene = wizard_scene(units=([SLUG], []), hands=([24], [])).quiet_until("2.2")
    scene.do(1, Strengthen([Spell(SLUG, [24])])).quiet_until("3.2")
    scene.do(1, ATTACK)
    assert scene.events("Power")[0].attack == 3 + 2 + 3
    assert scene.side(1).units[0].boosts[0].amount == 0


@pytest.mark.clause("W3-S1.3-3")
def test_swelling_without_its_condition_leaves_the_power_open(tmp_path: Path) -> None:
    """Where the pack does not tell it the power is 3 to 5: undecidable where that matters, and only there."""
    cards = own_pack(tmp_path, own_card(SLUG, "grass", "3", '["swelling"]'))
    scene = scene_with(cards, mode="advanced", units=([SLUG], [16])).quiet_until("3.3")
    assert scene.side(2).life == 30
    scene = scene_with(cards, mode="advanced", units=([SLUG], [])).quiet_until("3.2")
    with pytest.raises(Undecidable):
        scene.do(1, ATTACK)


@pytest.mark.clause("W3-Q-02")
def test_a_swollen_unit_is_removed_by_its_cost() -> None:
    """でかスラグ at power 5, as it has in the opponent's turn, is removed by a card of cost 3, and not by one of 5."""
    fought = wizard_scene(units=([16], [SLUG])).quiet_until("3.2").do(1, ATTACK)
    assert fought.events("Power")[0].defence == 5
    scene = wizard_scene(hands=([24, 16], []), units=([], [SLUG])).quiet_until("2.1")
    assert scene.refuses(1, Remove([Spell(SLUG, [16])])) == ("W3-2.1-9", "W3-2.1-3")
    assert scene.allows(1, Remove([Spell(SLUG, [24])]))


# 占有


@pytest.mark.clause("W3-S1.4-1", "W3-S1.4-2")
@MODES
def test_occupied_units_give_the_opponent_no_mana(mode: str) -> None:
    """A unit with 占有 counts for its owner's magic, in all and by attribute, and not for the opponent's."""
    for seat, owner in ((1, 1), (1, 2)):
        units = ([WITCH, 16], []) if owner == 1 else ([16], [WITCH])
        scene = wizard_scene(mode, units=units, magics=([6], [])).quiet_until("2.1")
        if owner == seat:
            scene.do(1, Magic(6))
            assert "W3-S1.4-2" in scene.table.relied
        else:
            assert scene.refuses(1, Magic(6)) == ("W3-M1-9", "W3-M1-2", "W3-M1-5", "W3-S1.4-1")


@pytest.mark.clause("W3-S1.4-1")
def test_occupied_units_give_the_opponent_no_attribute() -> None:
    """With units enough in all, the water of the opponent's 占欲の魔女 is missing; that of another unit is not."""
    scene = wizard_scene(units=([7, 27], [WITCH]), magics=([6], [])).quiet_until("2.1")
    assert scene.refuses(1, Magic(6)) == ("W3-M1-3", "W3-M1-9", "W3-S1.4-1")
    assert wizard_scene(units=([7, 27], [16]), magics=([6], [])).quiet_until("2.1").allows(1, Magic(6))


@pytest.mark.clause("W3-S1.4-1")
def test_whether_an_unknown_unit_withholds_mana_is_undecidable(tmp_path: Path) -> None:
    """A unit of which the pack does not tell the traits leaves a magic open, unless mana suffices anyhow."""
    untold = own_card(17, "water", "6").replace("traits_complete = true\n", "")
    cards = own_pack(tmp_path, untold)
    for units, decided in ((([7], [17]), False), (([16], [17]), False), (([16, 7], [17]), True)):
        scene = scene_with(cards, mode="advanced", units=units, magics=([6], []))
        if decided:
            assert scene.allows(1, Magic(6))
        else:
            with pytest.raises(Undecidable):
                scene.match.consider(1, Magic(6))


# 不死


@pytest.mark.clause("W3-S1.5-1", "W3-S1.5-4")
@pytest.mark.parametrize("pile", list(DiscardPile))
def test_a_destroyed_unit_returns_if_its_owner_likes(pile: DiscardPile) -> None:
    """のうなし腕力, removed, goes back to its owner's hand or stays in the discard; silence means that it stays."""
    for answer, hand in ((TakeBack([BRUTE]), [BRUTE]), (PASS, [])):
        scene = wizard_scene(hands=([31], []), units=([], [BRUTE]), discard_pile=pile).quiet_until("2.1")
        scene.do(1, Remove([Spell(BRUTE, [31])])).do(2, PASS)
        assert scene.refuses(1, PASS)[0] == "W3-M0-6"
        assert scene.refuses(2, TakeBack([31])) == ("W3-S1.5-1",)
        scene.do(2, answer)
        assert scene.side(2).hand == hand
        discard = scene.state.discard + scene.side(1).discard + scene.side(2).discard
        assert (BRUTE in discard) == (hand == [])
        assert 31 in discard


@pytest.mark.clause("W3-S1.5-1")
def test_units_destroyed_together_are_decided_together() -> None:
    """Of two removed at once their owner takes back none, either or both."""
    for kept in ([], [9], [18], [9, 18]):
        scene = wizard_scene(hands=([31, 43], []), units=([], [9, 18])).quiet_until("2.1")
        scene.do(1, Remove([Spell(9, [31]), Spell(18, [43])])).do(2, PASS)
        refusal = scene.match.consider(2, TakeBack([18, 9]))
        assert refusal is not None
        assert "the units that return" in str(refusal.message.of("wars3x3")), "they are named in ascending order"
        scene.do(2, TakeBack(kept) if kept else PASS)
        assert scene.side(2).hand == kept
    assert scene.units(2) == []


@pytest.mark.clause("W3-S1.5-1")
def test_a_unit_destroyed_by_magic_returns_too() -> None:
    """毒殺 on のうなし腕力: its owner decides in the middle of the text, and the user then takes the 7 damage."""
    scene = wizard_scene(units=([16, 17], [BRUTE, 42]), magics=([8], [])).quiet_until("2.1")
    scene.do(1, Magic(8), Choose([BRUTE]))
    assert scene.side(1).life == 30
    assert scene.state.frames == [Casting(1, 8, card=BRUTE), Casting(2, kept=[BRUTE])]
    scene.do(2, TakeBack([BRUTE]))
    assert scene.state.frames == []
    assert scene.side(2).hand == [BRUTE]
    assert scene.side(1).life == 23


@pytest.mark.clause("W3-S1.5-1")
def test_a_countered_removal_destroys_nothing() -> None:
    """Then nobody is asked about 不死."""
    scene = wizard_scene(hands=([31], [43]), units=([], [BRUTE])).quiet_until("2.1")
    scene.do(1, Remove([Spell(BRUTE, [31])])).do(2, Counter([Spell(BRUTE, [43])])).do(1, PASS)
    assert scene.units(2) == [BRUTE]
    assert scene.refuses(2, TakeBack([BRUTE])) == ("W3-M4-5",)


@pytest.mark.clause("W3-S1.5-2", "W3-Q-05")
def test_a_unit_given_up_does_not_return() -> None:
    """のうなし腕力 given up in a redeployment is not destroyed: nobody is asked, and it stays in the discard."""
    scene = wizard_scene(units=([BRUTE], []), hands=([6], []), territory=([8], [])).quiet_until("4.2")
    scene.do(1, Redeploy(6, [BRUTE]))
    assert BRUTE in scene.state.discard
    assert scene.refuses(1, TakeBack([BRUTE])) == ("W3-M4-5",)
    assert BRUTE not in scene.side(1).hand


@pytest.mark.clause("W3-S1.5-3", "W3-Q-06")
def test_a_card_from_hand_does_not_return() -> None:
    """のうなし腕力 used as a spell or discarded from hand is not destroyed on the field."""
    scene = wizard_scene(hands=([BRUTE], []), units=([], [31])).quiet_until("2.1")
    scene.do(1, Remove([Spell(31, [BRUTE])])).do(2, PASS)
    scene.do(2, PASS)
    assert scene.state.discard == [BRUTE, 31]
    assert BRUTE not in scene.side(1).hand
    scene = wizard_scene(hands=([], [BRUTE]), units=([16], [17, 7]), magics=([5], [])).quiet_until("2.1")
    scene.do(1, Magic(5)).do(2, Choose([BRUTE]))
    assert scene.state.discard == [BRUTE]
    assert scene.refuses(2, TakeBack([BRUTE])) == ("W3-M4-5",)


# 速攻


def hasty(hand: list[int], territory: list[int], **more: object) -> Scene:
    return wizard_scene(hands=(hand, []), territory=(territory, []), **more)


def before_combat(scene: Scene) -> Scene:
    """Up to the question of 速攻."""
    return scene.quiet_until("2.2").do(1, PASS)


@pytest.mark.clause("W3-S1.6-1", "W3-S1.6-4", "W3-4.2-19")
@MODES
def test_haste_moves_the_strategy_step_before_the_combat(mode: str) -> None:
    """瓶詰火霊 comes in before phase 3.0, by deployment or redeployment, and attacks in the same turn."""
    for act, units in ((Deploy(1), [16, 1]), (Redeploy(1, [16]), [1])):
        scene = wizard_scene(mode, hands=([1], []), territory=([6], []), units=([16], []))
        before_combat(scene).do(1, act)
        assert scene.units(1) == units
        assert {"W3-S1.6-4", "W3-S1.6-5", "W3-4.2-19"} <= set(scene.table.relied)
        scene.do(1, ATTACK)
        assert scene.side(2).life == 30 - sum({16: 5, 1: 1}[card] for card in units)


@pytest.mark.clause("W3-S1.6-4")
def test_haste_comes_before_both_attacks() -> None:
    """On an empty field the unit that comes in makes the attack of its step."""
    scene = before_combat(hasty([1], [6]))
    scene.do(1, Deploy(1), ATTACK, END_COMBAT)
    assert scene.side(2).life == 29
    assert list(before_combat(hasty([1], [6])).do(1, PASS).table.relied) == []


def test_whoever_has_a_card_in_hand_is_asked_for_haste() -> None:
    """Whether it is a unit with 速攻 must not show; once the last card is spent there is nothing to ask for."""
    for hand, asked in (([1], "haste"), ([47], "haste"), ([], "attack")):
        scene = wizard_scene(hands=(hand, []), units=([7], []), deck=[6, 5]).quiet_until("2.2")
        scene.do(1, Strengthen([Spell(7, [6])])).do(2, PASS)
        assert scene.match.ask.pending[0].ask == asked


@pytest.mark.clause("W3-S1.6-2")
def test_the_territory_step_is_not_moved() -> None:
    """Before the combat no territory is laid; after it there is the territory step as ever."""
    scene = before_combat(hasty([1, 6], [8]))
    assert scene.refuses(1, Lay(6))[0] == "W3-1.0-2"
    scene.do(1, Deploy(1)).quiet_until("4.1").do(1, Lay(6))
    assert scene.side(1).territory == [6, 8]


@pytest.mark.clause("W3-S1.6-3")
def test_the_moved_step_is_not_repeated() -> None:
    """After it there is no strategy step in the main phase; after a pass there is."""
    scene = before_combat(hasty([1, 2], [8])).do(1, Deploy(1)).quiet_until("4.1")
    assert scene.refuses(1, Deploy(2)) == ("W3-S1.6-3", "W3-4.2-1")
    scene.do(1, PASS)
    assert scene.state.step == Step.TURN_END
    assert scene.refuses(1, Deploy(2)) == ("W3-S1.6-3", "W3-4.2-1")
    scene.quiet_until("1.1", turn=3)
    assert before_combat(scene).allows(1, Deploy(2))
    scene = before_combat(hasty([1, 2], [8])).do(1, PASS).quiet_until("4.2")
    assert scene.allows(1, Deploy(2))


@pytest.mark.clause("W3-S1.6-5")
def test_only_a_unit_with_haste_comes_before_the_combat() -> None:
    """Another unit waits for the main phase, though it was given a territory."""
    scene = before_combat(hasty([1, 6], [8, 10, 15, 19]))
    assert scene.refuses(1, Deploy(6)) == ("W3-S1.6-5", "W3-1.0-2")
    assert scene.refuses(1, Deploy(16)) == ("W3-4.2-2",)
    assert scene.allows(1, Deploy(1))
    scene = before_combat(hasty([1], []))
    assert scene.refuses(1, Deploy(1)) == ("W3-4.2-4", "W3-E-01")
    scene.do(1, PASS).quiet_until("4.2")


@pytest.mark.clause("W3-S1.6-4", "W3-S1.6-3")
def test_haste_at_any_moment_before_the_combat() -> None:
    """With haste_window = any_time_before_combat the step comes before the draw as well; by default it does not."""
    assert hasty([1], [6]).refuses(1, Deploy(1)) == ("W3-1.1-1", "W3-1.0-4")
    scene = hasty([1, 2], [6], haste_window=HasteWindow.ANY_TIME_BEFORE_COMBAT)
    assert scene.refuses(1, Deploy(7)) == ("W3-4.2-2",)
    scene.do(1, Deploy(1), DRAW)
    assert scene.refuses(1, Deploy(2)) == ("W3-S1.6-3", "W3-4.2-1")
    assert scene.units(1) == [1]
    scene = hasty([1, 2], [6], haste_window=HasteWindow.ANY_TIME_BEFORE_COMBAT).quiet_until("2.2")
    scene.do(1, Deploy(2), PASS, ATTACK)
    assert scene.side(2).life == 29


@pytest.mark.clause("W3-Q-14", "W3-E-11")
@pytest.mark.parametrize("counts", list(HasteHarvest))
def test_the_harvest_helps_a_moved_step(counts: HasteHarvest, tmp_path: Path) -> None:
    """収穫's +3 counts in the step moved by 速攻, unless haste_harvest = false."""
    cards = own_pack(tmp_path, own_card(1, "fire", "3", '["haste"]'))
    scene = scene_with(
        cards, mode="advanced", hands=([1], []), units=([27], [28, 7]), magics=([11], []), haste_harvest=counts
    )
    before_combat(scene).do(1, Magic(11)).do(2, *[PASS] * (scene.match.ask.decisions[0].ask == "negation"))
    if counts == HasteHarvest.TRUE:
        assert scene.allows(1, Deploy(1))
        scene.do(1, Deploy(1))
        assert "W3-Q-14" in scene.table.relied
    else:
        assert scene.refuses(1, Deploy(1)) == ("W3-4.2-4", "W3-E-01")


@pytest.mark.clause("W3-A2-1")
def test_an_owned_unit_may_have_several_traits(tmp_path: Path) -> None:
    """占有 and 不死 on one card both work."""
    cards = own_pack(tmp_path, own_card(19, "water", "7", '["occupation", "undying"]'), own_magic(14, "[]"))
    scene = scene_with(cards, mode="advanced", hands=([31], []), units=([], [19])).quiet_until("2.1")
    scene.do(1, Remove([Spell(19, [31])])).do(2, PASS, TakeBack([19]))
    assert scene.side(2).hand == [19]
