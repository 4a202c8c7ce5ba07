"""3.0 戦闘フェイズ."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import (
    ATTACK,
    END_COMBAT,
    END_TURN,
    PASS,
    RESIGN,
    Choose,
    Deploy,
    Lay,
    Magic,
    Spell,
    Strengthen,
)
from shinpan_engine.games.wars3x3.table.state import Ending, Step

from ...random_games import WIDE
from .own_pack import own_card, own_magic, own_pack, scene_with
from .scene import Scene


def powers(scene: Scene) -> list[tuple[int, int]]:
    """Attack and defence of the strikes since the last action."""
    return [(event.attack, event.defence) for event in scene.events("Power")]


def attack(scene: Scene, step: str) -> tuple[tuple[int, int], int]:
    """Makes the attack of a step: attack and defence, and what the opponent lost by it."""
    scene.quiet_until(step)
    seat = scene.state.active
    before = scene.side(3 - seat).life
    scene.do(seat, ATTACK)
    (power,) = powers(scene)
    return power, before - scene.side(3 - seat).life


# ---------------- 3.0 戦闘フェイズ


@pytest.mark.clause("W3-3.0-1")
def test_declining_to_attack_is_illegal() -> None:
    """3.0: with a unit able to attack, the attack must be made."""
    scene = Scene(units=([16], [])).quiet_until("3.2")
    assert scene.refuses(1, PASS)[0] == "W3-3.0-1"
    assert scene.refuses(1, END_COMBAT)[0] == "W3-3.0-1"


@pytest.mark.clause("W3-3.0-1")
def test_declining_the_transparent_attack_is_illegal() -> None:
    """3.0: so must the transparent attack, and going on to the next step does not get round it."""
    scene = Scene(units=([34], [])).quiet_until("3.1")
    assert scene.refuses(1, PASS)[0] == "W3-3.0-1"
    assert scene.refuses(1, END_COMBAT)[0] == "W3-3.0-1"
    assert scene.allows(1, ATTACK)


@pytest.mark.clause("W3-3.0-2", "W3-3.3-4")
def test_without_a_unit_only_the_combat_end_is_left() -> None:
    """3.0: on turn 1 there is nothing to attack with, so both attacks fall away; 3.3 takes place all the same."""
    scene = Scene(units=([], [16])).quiet_until("2.2").do(1, PASS)
    assert scene.state.step == Step.COMBAT_END
    assert scene.refuses(1, ATTACK) == ("W3-3.0-2", "W3-3.0-6")
    assert scene.refuses(1, PASS)[0] == "W3-3.3-4"
    assert scene.refuses(1, Lay(7))[0] == "W3-3.3-4"
    assert scene.do(1, END_COMBAT).state.step == Step.TERRITORY


@pytest.mark.clause("W3-3.0-1", "W3-3.0-2")
def test_an_attack_falls_away_with_its_last_unit() -> None:
    """3.0: if 竜巻 takes the one unit that could attack out of the step, the step is skipped after all."""
    scene = Scene(units=([34, 26, 17], []), magics=([16], [])).quiet_until("3.1").do(1, Magic(16), Choose([34]))
    assert scene.state.step == Step.ATTACK
    assert attack(scene, "3.2") == ((10, 0), 10)
    scene = Scene(units=([26], [34, 17]), magics=([16], [])).quiet_until("3.2").do(1, Magic(16), Choose([26]))
    assert scene.state.step == Step.COMBAT_END
    assert [side.life for side in scene.state.sides] == [30, 30]


@pytest.mark.clause("W3-3.0-3", "W3-R-10")
def test_nobody_leaves_the_field_by_combat() -> None:
    """3.0: neither a broken defence nor a blocked attack costs a unit."""
    scene = Scene(units=([16, 17, 9], [26]))
    assert attack(scene, "3.2") == ((18, 4), 14)
    assert (scene.units(1), scene.units(2), scene.state.discard) == ([16, 17, 9], [26], [])
    scene.quiet_until("3.2", turn=2)
    assert attack(scene, "3.2") == ((4, 18), 0)
    assert (scene.units(1), scene.units(2), scene.state.discard) == ([16, 17, 9], [26], [])


@pytest.mark.clause("W3-3.0-4")
def test_power_is_cost_and_all_that_changes_it(tmp_path: Path) -> None:
    """3.0: 突撃兵 5 with 調律 as 3 is 8, and an increase of 2 comes on top."""
    scene = Scene(units=([16], []), hands=([46], [])).quiet_until("2.2")
    scene.do(1, Strengthen([Spell(16, [46], [3])])).do(2, PASS)
    assert attack(scene, "3.2") == ((8, 0), 8)
    cards = own_pack(tmp_path, own_magic(14, '[{ op = "increase", units = 1, amount = 2 }]'))
    scene = scene_with(cards, units=([16], []), hands=([46], []), magics=([14], [])).quiet_until("2.2")
    scene.do(1, Magic(14), Choose([16]), Strengthen([Spell(16, [46], [3])])).do(2, PASS)
    assert attack(scene, "3.2") == ((10, 0), 10)


@pytest.mark.clause("W3-3.0-5")
def test_power_is_taken_anew_before_each_attack_step() -> None:
    """3.0: a strengthening between 3.1 and 3.2 counts in 3.2, and not in the 3.1 that is over."""
    scene = Scene(units=([34, 29], []), magics=([12], []))
    assert attack(scene, "3.1") == ((1, 0), 1)
    assert scene.state.step == Step.ATTACK
    scene.do(1, Magic(12), Choose([29, 34]))
    assert scene.side(2).life == 29
    assert attack(scene, "3.2") == ((8, 0), 8)


@pytest.mark.clause("W3-3.0-6")
def test_nobody_chooses_anything_in_an_attack() -> None:
    """3.0: the one thing to do is to attack with all units at once; no attacker, defender or target can be named."""
    scene = Scene(units=([16, 17, 9], [29, 26])).quiet_until("3.2")
    assert [act for _, act in scene.match.options(1)] == [ATTACK, RESIGN]
    assert [act for _, act in scene.match.options(2)] == [RESIGN]
    assert attack(scene, "3.2") == ((5 + 6 + 7, 6 + 4), 8)
    assert "W3-3.0-6" in scene.refuses(1, ATTACK)


@pytest.mark.clause("W3-3.0-7", "W3-3.3-5")
def test_defenders_count_what_changes_them_too() -> None:
    """3.0: a strengthening by magic after 3.3 lasts to the opponent's 3.3, and defends with them till then."""
    scene = Scene(units=([29, 26], [9, 16, 17]), magics=([12], [])).quiet_until("4.1")
    scene.do(1, Magic(12), Choose([26, 29]))
    assert attack(scene.quiet_until("3.2", turn=2), "3.2") == ((18, 6 + 2 + 4 + 2), 4)
    assert [len(unit.boosts) for unit in scene.side(1).units] == [1, 1]
    assert "W3-3.0-7" in scene.table.relied
    scene.do(2, END_COMBAT)
    assert [unit.boosts for unit in scene.side(1).units] == [[], []]
    assert attack(scene.quiet_until("3.2", turn=3), "3.2")[0] == (10, 18)


# ---------------- 3.1 透過攻撃ステップ


@pytest.mark.clause("W3-3.1-1", "W3-3.2-1")
def test_transparent_units_attack_first_and_the_others_after_them() -> None:
    """3.1: units with 透過 attack together, and 3.2 is for those without it."""
    scene = Scene(units=([34, 36, 16], []))
    assert attack(scene, "3.1") == ((1 + 2, 0), 3)
    assert attack(scene, "3.2") == ((5, 0), 5)


@pytest.mark.clause("W3-3.1-2", "W3-3.1-6")
def test_only_double_walls_defend_against_a_transparent_attack() -> None:
    """3.1: 重装歩兵 (3) stands in the way, 黒妖犬 (6) does not."""
    assert attack(Scene(units=([34, 36, 11], [24, 29])), "3.1") == ((5, 3), 2)
    assert attack(Scene(units=([34, 36, 11], [24, 37, 29])), "3.1") == ((5, 6), 0)
    assert attack(Scene(units=([34, 36, 11], [29])), "3.1") == ((5, 0), 5)


@pytest.mark.clause("W3-3.1-3")
def test_a_transparent_attack_below_the_defence_deals_nothing() -> None:
    """3.1: 2 against 3 is 0, never a gain."""
    scene = Scene(units=([36], [24]))
    assert attack(scene, "3.1") == ((2, 3), 0)
    assert scene.events("Blocked")
    assert not scene.events("Damage")


@pytest.mark.clause("W3-3.1-4")
def test_the_transparent_attack_may_end_the_game_before_the_other() -> None:
    """3.1: with life 2 and a transparent attack of 6 the game is over, and 3.2 is not played."""
    scene = Scene(units=([29, 16], [17]), hands=([35], []), life=(30, 2)).quiet_until("2.2")
    scene.do(1, Strengthen([Spell(29, [35], [], True)])).do(2, PASS)
    assert attack(scene, "3.1") == ((6, 0), 6)
    assert scene.side(2).life == -4
    assert scene.state.ending == Ending(1, 1)
    assert scene.refuses(1, ATTACK)[0] == "W3-0.2-11"


@pytest.mark.clause("W3-3.1-5")
def test_a_unit_that_gained_transparency_attacks_in_the_first_step_only() -> None:
    """3.1: 黒妖犬 with 透化 attacks in 3.1, and 3.2 is left to the others, or falls away."""
    scene = Scene(units=([29, 16], [17]), hands=([35], [])).quiet_until("2.2")
    scene.do(1, Strengthen([Spell(29, [35], [], True)])).do(2, PASS)
    assert attack(scene, "3.1") == ((6, 0), 6)
    assert attack(scene, "3.2") == ((5, 6), 0)
    alone = Scene(units=([29], []), hands=([35], [])).quiet_until("2.2")
    alone.do(1, Strengthen([Spell(29, [35], [], True)])).do(2, PASS)
    assert attack(alone, "3.1") == ((6, 0), 6)
    assert alone.state.step == Step.COMBAT_END


# ---------------- 3.2 攻撃ステップ


@pytest.mark.clause("W3-3.2-3")
def test_attack_above_defence_takes_the_difference_at_once() -> None:
    """3.2: 18 against 6 takes 12, before anything else is asked."""
    scene = Scene(units=([16, 17, 9], [29])).quiet_until("3.2").do(1, ATTACK)
    assert scene.side(2).life == 30 - (5 + 6 + 7 - 6)
    assert scene.state.step == Step.COMBAT_END


@pytest.mark.clause("W3-3.2-2")
def test_all_units_opposite_defend_together() -> None:
    """3.2: the defence is the sum over the whole field of the opponent."""
    assert attack(Scene(units=([16, 17], [29, 26])), "3.2") == ((11, 10), 1)
    assert attack(Scene(units=([16, 17], [29, 26, 34])), "3.2") == ((11, 11), 0)


@pytest.mark.clause("W3-3.2-3", "W3-R-10")
def test_an_attack_not_above_the_defence_deals_nothing() -> None:
    """3.2: 5 against 10, and equal against equal, is 0."""
    scene = Scene(units=([16], [26, 29]))
    assert attack(scene, "3.2") == ((5, 10), 0)
    assert scene.events("Blocked")
    equal = Scene(units=([16], [27]))
    assert attack(equal, "3.2") == ((5, 5), 0)
    assert equal.events("Blocked")
    assert not equal.events("Damage")


@pytest.mark.clause("W3-3.2-4")
def test_double_wall_defends_in_both_steps_with_full_power() -> None:
    """3.2: what 重装歩兵 stopped in 3.1 takes nothing from its defence in 3.2."""
    scene = Scene(units=([34, 36, 29], [24]))
    assert attack(scene, "3.1") == ((3, 3), 0)
    assert attack(scene, "3.2") == ((6, 3), 3)


@pytest.mark.clause("W3-3.2-5", "W3-R-09")
def test_unblocking_adds_nothing_to_the_defence() -> None:
    """3.2: with 029 (6) and 004 opposite, 21 deals 15."""
    hands = ([46, 18], [])
    scene = Scene(units=([16, 17], [29, 4]), hands=hands, deck=(7, 6, 5, 3)).quiet_until("2.2")
    scene.do(1, Strengthen([Spell(16, [46], [3]), Spell(17, [18])])).do(2, PASS)
    assert attack(scene, "3.2") == ((21, 6), 15)


@pytest.mark.clause("W3-3.2-6")
def test_unblocking_beats_double_wall(tmp_path: Path) -> None:
    """3.2: a unit that has both 双壁 and ブロック不可 defends in neither step."""
    cards = own_pack(tmp_path, own_card(19, "water", "8", '["double_wall", "unblocking"]'))
    scene = scene_with(cards, units=([34, 16], [19]))
    assert attack(scene, "3.1") == ((1, 0), 1)
    assert "W3-3.2-6" in scene.table.relied
    assert attack(scene, "3.2") == ((5, 0), 5)


@pytest.mark.clause("W3-3.2-7")
def test_transparent_units_defend_like_any_other() -> None:
    """3.2: 灯火幽鬼 (1) takes 1 off an attack of 5; 先行打撃兵, with ブロック不可 besides, takes nothing."""
    assert attack(Scene(units=([16], [34])), "3.2") == ((5, 1), 4)
    assert attack(Scene(units=([16], [34, 36])), "3.2") == ((5, 1), 4)


@pytest.mark.clause("W3-3.2-8")
def test_surplus_defence_does_not_carry_over() -> None:
    """3.2: 2 against 6 in 3.1 leaves nothing for 3.2, where 7 against 6 still deals 1."""
    scene = Scene(units=([36, 9], [24, 37]))
    assert attack(scene, "3.1") == ((2, 6), 0)
    assert attack(scene, "3.2") == ((7, 6), 1)


@pytest.mark.clause("W3-3.2-8")
def test_surplus_attack_does_not_carry_over() -> None:
    """3.2: what 3.1 had to spare does not help an attack that is too weak in 3.2."""
    scene = Scene(units=([36, 34, 26], [24, 29]))
    assert attack(scene, "3.1") == ((3, 3), 0)
    assert attack(scene, "3.2") == ((4, 9), 0)


@pytest.mark.clause("W3-3.2-9")
def test_a_unit_blocks_from_the_turn_after_it_came() -> None:
    """3.2: 016, deployed on turn 4, blocks the 4 of turn 5."""
    territory = ([], [21, 34, 45, 3, 25])
    scene = Scene(active=2, turn=4, units=([26], []), hands=([], [16]), territory=territory, deck=(7, 6, 5))
    scene.quiet_until("4.2").do(2, Deploy(16))
    assert attack(scene.quiet_until("3.2", turn=5), "3.2") == ((4, 5), 0)


# ---------------- 3.3 戦闘終了ステップ


@pytest.mark.clause("W3-3.3-1", "W3-K-6")
def test_strengthening_ends_with_the_combat() -> None:
    """3.3: 017 with 018 is 13 up to 3.3, and 6 again from there and in the opponent's turn."""
    scene = Scene(units=([17], [29]), hands=([18], [])).quiet_until("2.2")
    scene.do(1, Strengthen([Spell(17, [18])])).do(2, PASS)
    assert attack(scene, "3.2") == ((13, 6), 7)
    assert [(boost.card, boost.amount) for boost in scene.side(1).units[0].boosts] == [(18, 0)]
    scene.do(1, END_COMBAT)
    assert scene.side(1).units[0].boosts == []
    assert attack(scene.quiet_until("3.2", turn=2), "3.2") == ((6, 6), 0)


@pytest.mark.clause("W3-3.3-2")
def test_gained_transparency_ends_with_the_combat() -> None:
    """3.3: what gained 透過 this turn attacks in 3.2 again in its owner's next."""
    scene = Scene(units=([29], []), hands=([35], [])).quiet_until("2.2")
    scene.do(1, Strengthen([Spell(29, [35], [], True)])).do(2, PASS)
    assert attack(scene, "3.1") == ((6, 0), 6)
    scene.do(1, END_COMBAT)
    scene.quiet_until("2.2", turn=3).do(1, PASS)
    assert scene.state.step == Step.ATTACK
    assert attack(scene, "3.2") == ((6, 0), 6)


@pytest.mark.clause("W3-3.3-3", "W3-3.3-1")
def test_increase_outlasts_the_combat(tmp_path: Path) -> None:
    """3.3: strengthening goes, an increase to the end of the turn stays."""
    cards = own_pack(tmp_path, own_magic(14, '[{ op = "increase", units = 1, amount = 2 }]'))
    scene = scene_with(cards, units=([16], []), hands=([46], []), magics=([14], [])).quiet_until("2.2")
    scene.do(1, Magic(14), Choose([16]), Strengthen([Spell(16, [46], [1])])).do(2, PASS)
    scene.quiet_until("3.3").do(1, END_COMBAT)
    assert [(boost.magic, boost.amount) for boost in scene.side(1).units[0].boosts] == [(14, 2)]
    scene.quiet_until("5.1").do(1, END_TURN)
    assert scene.side(1).units[0].boosts == []


# ---------------- The whole combat, over random fields

HOUSE = GAME.packs["house"].cards
UNIT_CARDS = [card for card in range(1, 45) if card not in (1, 2, 12, 13, 22, 23, 38, 39)]


@st.composite
def fields(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """Up to three different units for each player."""
    cards = draw(st.lists(st.sampled_from(UNIT_CARDS), min_size=1, max_size=6, unique=True))
    cut = draw(st.integers(max(0, len(cards) - 3), min(3, len(cards))))
    return cards[:cut], cards[cut:]


def total(units: list[int], *, counts: list[bool], when: bool) -> int:
    """The costs of those units of which a trait is as wanted."""
    return sum(HOUSE.cost[unit] for unit in units if counts[unit] == when)


@pytest.mark.clause("W3-3.0-6", "W3-3.1-1", "W3-3.1-2", "W3-3.2-1", "W3-3.2-2", "W3-3.2-5")
@WIDE
@given(fields())
def test_combat_follows_the_printed_sums(field: tuple[list[int], list[int]]) -> None:
    """3.0: whatever lies on the two fields, both steps deal what the printed formulas say, and nothing else happens."""
    mine, theirs = field
    free = [card for card in range(1, 49) if card not in mine + theirs]
    scene = Scene(units=(mine, theirs), deck=free[:9], life=(30, 99)).quiet_until("2.2").do(1, PASS)
    walls = total(theirs, counts=HOUSE.five_traits.double_wall, when=True)
    blockers = total(theirs, counts=HOUSE.five_traits.unblocking, when=False)
    hits = {
        Step.TRANSPARENT_ATTACK: (total(mine, counts=HOUSE.five_traits.transparent, when=True), walls),
        Step.ATTACK: (total(mine, counts=HOUSE.five_traits.transparent, when=False), blockers),
    }
    life = 99
    for step, (strength, defence) in hits.items():
        if strength:
            assert scene.state.step == step
            assert powers(scene.do(1, ATTACK)) == [(strength, defence)]
            life -= max(0, strength - defence)
    assert scene.state.step == Step.COMBAT_END
    assert scene.side(2).life == life
    assert (scene.side(1).life, scene.units(1), scene.units(2)) == (30, mine, theirs)
