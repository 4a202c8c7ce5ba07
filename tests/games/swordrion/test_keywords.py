"""カードスキル: the keywords, and オートバトラー in step 7."""

import pytest

from shinpan_engine.games.swordrion.table.actions import PASS, AttackWith, Merge, Target, Use
from shinpan_engine.games.swordrion.table.options import (
    AutoBattlerCounter,
    AutoBattlerFront,
    EnemySpeed,
    MultiTargetCounter,
    OwnAlways,
    SpeedThirdWound,
)
from shinpan_engine.games.swordrion.table.table import marks_on

from .scene import Scene, card, op, skill


def swift(numbers: str, **more: int) -> dict[str, object]:
    return card(numbers, speed_attacker=True, **more)


@pytest.mark.clause("SW-K.7-1", "SW-K.7-4", "SW-3.1-5")
@pytest.mark.parametrize("wounds", [0, 1])
def test_a_speed_attacker_is_not_answered(wounds: int) -> None:
    """D3: own 3/5 against 5/9: the enemy falls and the own card is unharmed; with one × both fall."""
    scene = Scene([swift("3/5"), "1/1"], ["5/9", "9/0"], wounds={1: wounds}).attack()
    assert scene.enemies == [(12, 0)]
    assert (scene.own[0] == (1, 0)) == (wounds == 0)


@pytest.mark.clause("SW-K.7-2")
def test_without_a_kill_it_is_answered() -> None:
    """Own 3/5 against 6/9: the enemy gets one ×, the own card falls."""
    scene = Scene([swift("3/5"), "1/1"], ["6/9"]).attack()
    assert (scene.own, scene.enemies) == ([(2, 0)], [(11, 1)])


@pytest.mark.clause("SW-K.7-3")
@pytest.mark.parametrize("option", SpeedThirdWound)
def test_a_third_wound_is_not_one_blow(option: SpeedThirdWound) -> None:
    """D4: enemy 6/9 with two ×, hit by 5: it falls, and its 9 are dealt unless the set-up says otherwise."""
    scene = Scene([swift("3/5"), "1/1"], ["6/9", "1/0"], wounds={11: 2}, speed_third_wound=option).attack()
    assert scene.side().enemy_graveyard == [11]
    assert (scene.own[0][0] == 1) == (option == SpeedThirdWound.TRUE)


@pytest.mark.clause("SW-K.7-5")
@pytest.mark.parametrize("option", EnemySpeed)
@pytest.mark.parametrize("both", [False, True])
def test_a_speed_attacker_on_the_enemy_side(option: EnemySpeed, both: bool) -> None:
    """Own 3/5 against enemy 5/3 with the keyword: both fall; where it strikes first the own card falls alone, unless
    it has the keyword too."""
    scene = Scene([swift("3/5") if both else "3/5", "9/0"], [swift("5/3"), "1/0"], enemy_speed=option)
    first = option == EnemySpeed.STRIKES_FIRST and not both
    if not first:
        scene.attack()
    assert (scene.own[0][0], scene.enemies[0][0]) == (1 if both else 2, 11 if first else 12)


@pytest.mark.clause("SW-K.7-5", "SW-3.8-7")
def test_an_enemy_speed_attacker_does_not_spare_itself_the_blow_in_return() -> None:
    """Own 3/5 that attacks only when attacked falls to a speed attacker 5/9, which falls to its answer."""
    scene = Scene([card("3/5", waits=True)], [card("5/9", speed_attacker=True)]).attack()
    assert (scene.own, scene.enemies) == ([], [])


@pytest.mark.clause("SW-K.7-5", "SW-3.8-7")
def test_a_speed_attacker_that_only_answers_does_not_strike_first() -> None:
    """Nor where the set-up lets enemy speed attackers strike first: own 3/5 attacks it, and both fall."""
    scene = Scene(
        ["3/5"], [card("5/9", speed_attacker=True, waits=True)], enemy_speed=EnemySpeed.STRIKES_FIRST
    ).attack()
    assert (scene.own, scene.enemies) == ([], [])


@pytest.mark.clause("SW-K.7-6")
def test_a_speed_attacker_on_several() -> None:
    """Three hit at once, the front falls to one blow: nobody answers, though the second one stands."""
    scene = Scene([swift("3/4", multi_target=2)], ["4/9", "9/9"]).attack()
    assert (scene.own, scene.enemies) == ([(1, 0)], [(12, 1)])


@pytest.mark.clause("SW-K.8-1", "SW-K.8-2", "SW-K.8-5", "SW-K.8-8", "SW-3.9-1")
def test_auto_battlers_attack_after_the_front() -> None:
    """D15: front 3, auto battlers of 3 and 3 on HP 9: three × one by one, in any order; no answer to them."""
    battler = card("1/3", auto_battler=True)
    scene = Scene(["9/3", battler, battler], ["9/0"]).attack()
    assert scene.asked() == [(1, "auto_battle")]
    scene.do(1, AttackWith(3))
    assert scene.enemies == [(11, 2)]
    assert scene.refuses(1, AttackWith(3)) == ("SW-K.8-1",)
    assert scene.refuses(1, AttackWith(1)) == ("SW-K.8-1",)
    assert scene.do(1, AttackWith(2)).over()
    assert "SW-K.8-4" in scene.table.relied


@pytest.mark.clause("SW-K.8-3", "SW-Q-10", "SW-Q-11")
def test_an_auto_battler_has_no_other_target() -> None:
    """F12: the front kills, so no auto battler attacks the next enemy; it is not even asked."""
    scene = Scene(["9/9", card("1/9", auto_battler=True)], ["1/0", "1/0"]).attack()
    assert (scene.enemies, scene.side().exchange.number, scene.asked()) == ([(12, 0)], 2, [(1, "attack")])


@pytest.mark.clause("SW-K.8-2")
@pytest.mark.parametrize("option", AutoBattlerFront)
def test_the_fronts_own_auto_battler(option: AutoBattlerFront) -> None:
    """It gives the front no second attack, unless the set-up says so."""
    scene = Scene([card("9/1", auto_battler=True)], ["9/0"], auto_battler_front=option).attack()
    assert (scene.asked() == [(1, "auto_battle")]) == (option == AutoBattlerFront.TRUE)


@pytest.mark.clause("SW-K.8-4")
@pytest.mark.parametrize("option", AutoBattlerCounter)
def test_an_auto_battler_is_answered_where_the_set_up_says_so(option: AutoBattlerCounter) -> None:
    """The enemy front strikes the auto battler back, or does not."""
    scene = Scene(["9/1", card("9/1", auto_battler=True)], ["9/2"], auto_battler_counter=option)
    scene.attack().do(1, AttackWith(2))
    assert scene.own == [(1, 1), (2, int(option))]


@pytest.mark.clause("SW-K.8-6")
def test_an_auto_battler_attacks_for_a_fallen_front() -> None:
    """The own front fell to the answer; the auto battler behind it attacks."""
    scene = Scene(["1/1", card("9/1", auto_battler=True)], ["9/9"]).attack()
    assert (scene.own, scene.asked()) == ([(2, 0)], [(1, "auto_battle")])


@pytest.mark.clause("SW-K.8-1", "SW-3.8-7")
def test_an_auto_battler_that_only_answers() -> None:
    """A card that attacks only when attacked is no auto battler."""
    scene = Scene(["9/1", card("9/1", auto_battler=True, waits=True)], ["9/0"]).attack()
    assert (scene.enemies, scene.asked()) == ([(11, 1)], [(1, "attack")])


@pytest.mark.clause("SW-K.8-7", "SW-K.4-4")
def test_no_auto_battle_without_an_attack() -> None:
    """The front used a 選択 skill without damage: no auto battle; with a damaging one there is."""
    battler = card("9/1", auto_battler=True)
    harmless = card("9/1", skill("choice", op("heal", side="own")), skill("choice", op("blow", amount=1)))
    scene = Scene([harmless, battler], ["9/0"]).until("choose").do(1, Use(1))
    assert (scene.side().exchange.number, scene.asked()) == (2, [(1, "choose")])
    assert scene.do(1, Use(1, 1)).asked() == [(1, "auto_battle")]


@pytest.mark.clause("SW-K.8-8", "SW-K.1-2")
def test_an_auto_battler_may_be_left() -> None:
    """Silence leaves it; where the set-up makes own 常時 compulsory it must attack."""
    line = ["9/1", card("9/1", auto_battler=True)]
    assert Scene(line, ["9/0"]).attack().passes().enemies == [(11, 1)]
    scene = Scene(line, ["9/0"], own_always=OwnAlways.MANDATORY).attack()
    assert scene.refuses(1, PASS) == ("SW-K.1-2",)


@pytest.mark.clause("SW-K.8-9", "SW-S5-2")
def test_an_enemy_auto_battler() -> None:
    """A face-up enemy auto battler behind the front attacks the own front after the own ones, and must; one that lies
    face down does not, and none strikes when the own front has fallen."""
    battler = card("9/2", auto_battler=True)
    scene = Scene(["9/1", card("9/0", auto_battler=True)], ["9/1", battler], up=2).attack()
    assert scene.asked() == [(1, "auto_battle")]
    scene.passes()
    assert scene.refuses(1, PASS) == ("SW-S5-2", "SW-K.8-9")
    assert scene.do(1, AttackWith(12)).own[0] == (1, 2)
    assert Scene(["9/1"], ["9/1", battler]).attack().asked() == [(1, "attack")]
    assert Scene(["1/1", "9/1"], ["9/1", battler], up=2).attack().asked() == [(1, "attack")]


@pytest.mark.clause("SW-K.8-10")
def test_an_auto_battler_strikes_plainly() -> None:
    """Its 攻撃 skill and its number of blows count, its 選択 skill and a wider attack do not."""
    battler = card(
        "9/1",
        skill("attack", op("strengthen", attack=-1)),
        skill("choice", op("destroy")),
        auto_battler=True,
        multi_hit=2,
    )
    wide = card("9/1", auto_battler=True, multi_target=3)
    scene = Scene(["9/0", battler, wide], ["9/5", "9/0"], up=2).attack().do(1, AttackWith(2))
    assert (scene.enemies, marks_on(scene.side().enemy[0]).attack) == ([(11, 2), (12, 0)], -1)
    assert scene.do(1, AttackWith(3)).enemies == [(12, 0)]


@pytest.mark.clause("SW-K.9-1", "SW-K.9-2", "SW-K.7-1")
def test_an_undead_only_takes_wounds() -> None:
    """D6: 20 damage on undead 2/2 is one ×, a speed attacker is answered; the third × defeats."""
    scene = Scene([swift("9/20")], [card("2/2", undead=True)])
    for wounds in (1, 2):
        assert scene.attack().enemies == [(11, wounds)]
    assert scene.own == [(1, 2)]
    assert scene.attack().side().enemy_graveyard == [11]


@pytest.mark.clause("SW-K.9-3")
def test_removal_that_is_no_damage_works_on_undead() -> None:
    """Sending it to the graveyard does."""
    scene = Scene([card("9/1", skill("always", op("destroy")))], [card("2/2", undead=True)]).do(1, Use(1))
    assert scene.side().enemy_graveyard == [11]


@pytest.mark.clause("SW-K.9-4", "SW-K.13-1")
@pytest.mark.parametrize(("attack", "falls"), [(1, True), (0, False)])
def test_every_damage_wounds_an_undead(attack: int, falls: bool) -> None:
    """Three blows of 1 are three ×, three of 0 are none."""
    scene = Scene([card(f"9/{attack}", multi_hit=3)], [card("9/0", undead=True), "1/0"]).attack()
    assert (scene.side().enemy_graveyard == [11]) == falls


@pytest.mark.clause("SW-K.10-1", "SW-K.10-2", "SW-K.10-3")
@pytest.mark.parametrize(("damage", "wounds"), [(3, 0), (5, 1), (8, 1), (9, 3)])
def test_block_takes_damage_off(damage: int, wounds: int) -> None:
    """D5: 6/2 with block 3: 3 does nothing, 5 and 8 one ×, 9 defeats."""
    scene = Scene([f"99/{damage}"], [card("6/0", block=3), "1/0"]).attack()
    assert scene.enemies[0] == ((12, 0) if wounds == 3 else (11, wounds))


@pytest.mark.clause("SW-K.10-6")
def test_block_does_not_stop_the_own_side() -> None:
    """Damage of 1 by an own text wounds an own card with block 3."""
    scene = Scene([card("9/1", skill("always", op("blow", side="own", amount=1)), block=3)], ["9/0"]).do(1, Use(1))
    assert scene.own == [(1, 1)]


@pytest.mark.clause("SW-K.11-1", "SW-K.11-3", "SW-K.11-4", "SW-K.11-5")
def test_dragon_breath() -> None:
    """D7: breath 4 on HP 3, 4, 6, 1: fall, fall, ×, untouched; the attack value does not matter, and what was hit
    stays face up."""
    scene = Scene([card("9/9", dragon_breath=4)], ["3/0", "4/0", "6/0", "1/0"]).attack()
    assert scene.enemies == [(13, 1), (14, 0)]
    assert [slot.up for slot in scene.side().enemy] == [True, False]


@pytest.mark.clause("SW-K.11-2", "SW-K.12-2")
def test_fewer_than_three_are_hit() -> None:
    """With one enemy breath and a threefold attack hit that one."""
    assert Scene([card("9/9", dragon_breath=4)], ["5/0"]).attack().enemies == [(11, 1)]
    assert Scene([card("9/4", multi_target=3)], ["5/0"]).attack().enemies == [(11, 1)]


@pytest.mark.clause("SW-K.11-6")
def test_breath_with_a_tag_of_its_own() -> None:
    """Breath in an 攻撃 skill comes beside the normal attack; as a 選択 skill it may be chosen."""
    both = Scene([card("9/1", skill("attack", op("breath", amount=2)))], ["9/0", "2/0"]).attack()
    assert both.enemies == [(11, 2)]
    chosen = Scene([card("9/1", skill("choice", op("breath", amount=2)))], ["9/0", "2/0"]).do(1, Use(1))
    assert chosen.enemies == [(11, 1)]


@pytest.mark.clause("SW-K.12-1", "SW-K.12-2", "SW-K.11-4")
def test_an_attack_on_several() -> None:
    """D8: three targets, attack 4 on HP 4, 5, 2: fall, ×, fall; only the front answers."""
    scene = Scene([card("9/4", multi_target=3)], ["4/2", "5/5", "2/5"]).attack()
    assert (scene.enemies, scene.own) == ([(12, 1)], [(1, 1)])
    assert scene.side().enemy[0].up


@pytest.mark.clause("SW-K.12-3")
@pytest.mark.parametrize("option", MultiTargetCounter)
def test_who_answers_an_attack_on_several(option: MultiTargetCounter) -> None:
    """Attacks 2, 5, 5 on own HP 3: one ×, or where all that were hit answer the own card falls."""
    scene = Scene([card("3/1", multi_target=3), "1/1"], ["9/2", "9/5", "9/5"], multi_target_counter=option).attack()
    assert scene.own[0] == ((1, 1) if option == MultiTargetCounter.FRONT_ONLY else (2, 0))


@pytest.mark.clause("SW-K.13-1", "SW-K.13-2", "SW-K.13-3")
@pytest.mark.parametrize(("hits", "attack", "hp", "left"), [(2, 3, 6, 2), (3, 2, 5, 3), (2, 3, 3, 3)])
def test_several_blows_are_not_added(hits: int, attack: int, hp: int, left: int) -> None:
    """D9: two blows of 3 on HP 6 are two ×, three of 2 on HP 5 defeat; one answer comes after the last."""
    scene = Scene([card(f"9/{attack}", multi_hit=hits)], [f"{hp}/1", "9/0"]).attack()
    assert scene.enemies[0] == ((12, 0) if left == 3 else (11, left))
    assert scene.own == [(1, 1)]


@pytest.mark.clause("SW-K.13-4")
def test_blows_left_over_are_lost() -> None:
    """The front falls to the first of three; the next enemy is untouched, and no more damage is dealt."""
    scene = Scene([card("9/5", multi_hit=3)], ["5/0", "1/0"]).attack()
    assert (scene.enemies, [event.card for event in scene.events("Damage")]) == ([(12, 0)], [11])


@pytest.mark.clause("SW-K.8-10", "SW-S2-6")
def test_an_auto_battler_strikes_in_its_own_way() -> None:
    """Two blows of 1 are two ×; of a stack of two ways either card is named for its own."""
    twice = card("9/3", auto_battler=True, multi_hit=2)
    scene = Scene(["9/0", twice], [card("9/0", block=2)]).attack().do(1, AttackWith(2))
    assert scene.enemies == [(11, 2)]
    for named, wounds in ((2, 1), (139, 1), (140, 2)):
        stacked = Scene(["9/0", card("9/3", auto_battler=True)], ["99/0", "9/0"])
        stacked.table.cards.hits[140] = 2
        stacked.side().line[1].lower = 140
        stacked.attack()
        if named == 139:
            assert stacked.refuses(1, AttackWith(139)) == ("SW-K.8-1",)
            continue
        assert stacked.do(1, AttackWith(named)).enemies[0] == (11, wounds)


@pytest.mark.clause("SW-3.8-7", "SW-K.8-1")
def test_a_held_auto_battler_is_not_offered() -> None:
    """The 攻撃 skill of the first keeps the second from attacking in this exchange."""
    holds = card("9/1", skill("attack", op("hold", side="own", at="last")), auto_battler=True)
    scene = Scene(["9/0", holds, card("9/1", auto_battler=True)], ["99/0"]).attack().do(1, AttackWith(2))
    assert scene.enemies == [(11, 1)]
    assert scene.refuses(1, AttackWith(3))


@pytest.mark.clause("SW-3.2-8", "SW-K.8-10")
def test_what_an_auto_battler_fells_leaves_before_its_skill() -> None:
    """Its 攻撃 skill wounds the enemy that is the front then."""
    battler = card("9/5", skill("attack", op("wound")), auto_battler=True)
    scene = Scene(["9/0", battler], ["5/0", "9/0"]).attack().do(1, AttackWith(2))
    assert scene.enemies == [(12, 1)]


@pytest.mark.clause("SW-K.8-10", "SW-C-9")
def test_an_auto_battler_that_has_left_uses_no_skill() -> None:
    """What it fells brings a reward by which it leaves itself: its 攻撃 skill is not used."""
    prize = card("2/0", skill("reward", op("destroy", side="own", at="last")))
    second = card("9/9", skill("attack", op("gain", colour="blue", count=1)), auto_battler=True)
    scene = Scene(["9/1", second], [prize, "9/0"]).attack().do(1, AttackWith(2), Use(11))
    assert (scene.own, scene.cubes) == ([(1, 0)], (1, 0, 0))


@pytest.mark.clause("SW-K.8-4")
def test_who_has_left_does_not_answer_an_auto_battler() -> None:
    """Where auto battlers are answered, a front that the 攻撃 skill has removed, and its whole line with it, is not."""
    battler = card("9/1", skill("attack", op("destroy")), auto_battler=True)
    scene = Scene(["9/0", battler], ["9/3"], auto_battler_counter=1).attack().do(1, AttackWith(2))
    assert (scene.over(), scene.own[1:]) == (True, [(2, 0)])


@pytest.mark.clause("SW-K.4-4", "SW-K.3-1", "SW-K.3-3")
def test_a_choice_that_deals_damage_is_an_attack() -> None:
    """Its card's 攻撃 skill follows it; one without damage, or whose condition is not met, is none."""
    follows = skill("attack", op("wound", at="last"))
    for text, wounds in (
        (skill("choice", op("blow", amount=1)), 1),
        (skill("choice", op("heal", side="own")), 0),
        (skill("choice", op("blow", amount=1), condition={"battle": 3}), 0),
    ):
        scene = Scene([card("9/1", text, follows)], ["9/0", "9/0"]).until("choose").do(1, Use(1))
        assert scene.enemies[1] == (12, wounds)


@pytest.mark.clause("SW-K.4-4", "SW-K.8-7")
def test_a_choice_without_its_condition_is_no_attack() -> None:
    """No auto battler follows a 選択 skill that would deal damage but does nothing."""
    text = skill("choice", op("blow", amount=1), condition={"battle": 3})
    scene = Scene([card("9/1", text), card("9/1", auto_battler=True)], ["9/0"]).until("choose").do(1, Use(1))
    assert scene.refuses(1, AttackWith(2))
    assert scene.enemies == [(11, 0)]


@pytest.mark.clause("SW-K.7-1", "SW-K.7-3", "SW-K.7-4", "SW-K.4-4")
@pytest.mark.parametrize(
    ("ops", "wounds", "answered"),
    [
        ([op("blow", amount=5)], 0, False),
        ([op("breath", amount=5)], 0, False),
        ([op("additional", amount=5)], 0, False),
        ([op("blow", amount=4)], 0, True),
        ([op("blow", amount=1), op("destroy")], 0, True),
        ([op("wound", side="own", at="self"), op("blow", amount=5)], 0, True),
        ([op("blow", amount=5)], 1, True),
    ],
)
def test_a_choice_may_defeat_in_one_blow(ops: list[dict[str, object]], wounds: int, answered: bool) -> None:
    """A speed attacker whose 選択 skill deals the HP of the enemy front in one damage is not answered; it is where that
    falls to no damage, or the attacker bears a ×."""
    own = card("9/1", skill("choice", *ops), speed_attacker=True)
    scene = Scene([own], ["5/3", "9/0"], wounds={1: wounds}).until("choose").do(1, Use(1))
    assert ([event.card for event in scene.events("Attacked")] == [11]) == answered


@pytest.mark.clause("SW-K.7-5", "SW-K.7-3")
def test_an_enemy_choice_may_defeat_in_one_blow() -> None:
    """Where enemy speed attackers strike first, one whose 選択 skill fells the own front is spared its attack."""
    enemy = card("5/1", skill("choice", op("blow", amount=3)), speed_attacker=True)
    scene = Scene(["3/9", "9/0"], [enemy], enemy_speed=EnemySpeed.STRIKES_FIRST).do(1, Use(11))
    assert (scene.own, scene.enemies) == ([(2, 0)], [(11, 0)])


@pytest.mark.clause("SW-K.12-3", "SW-K.11-6", "SW-K.4-4")
@pytest.mark.parametrize("option", MultiTargetCounter)
def test_who_answers_a_choice_that_hits_several(option: MultiTargetCounter) -> None:
    """Breath as a 選択 skill is an attack on three: all of them answer where the set-up says so, left to right."""
    own = card("99/1", skill("choice", op("breath", amount=1)))
    scene = Scene([own], ["9/2", "9/3", "9/4", "9/5"], multi_target_counter=option).until("choose").do(1, Use(1))
    amounts = [event.amount for event in scene.events("Damage") if event.card == 1]
    assert amounts == ([2] if option == MultiTargetCounter.FRONT_ONLY else [2, 3, 4])


@pytest.mark.clause("SW-K.12-3", "SW-Z.4-7")
def test_a_stack_of_two_that_were_hit_answers_once() -> None:
    """The 攻撃 skill merges the second and the third enemy, both of them hit: the stack strikes one time."""
    own = card("99/1", skill("attack", op("merge", side="other")), multi_target=3)
    scene = Scene([own], ["9/2", "9/3", "9/4"], multi_target_counter=1).attack().do(1, Merge(2, 3))
    assert [event.amount for event in scene.events("Damage") if event.card == 1] == [2, 7]


@pytest.mark.clause("SW-K.12-3", "SW-S2-14")
def test_who_was_hit_answers_from_below_too() -> None:
    """The 選択 skill hits the second enemy and lays the third on it: the stack strikes."""
    own = card("99/1", skill("choice", op("blow", at="chosen", amount=1), op("merge", side="other")))
    scene = Scene([own], ["9/2", "9/3", "9/4"], up=3, multi_target_counter=1).until("choose")
    scene.do(1, Use(1), Target(2, True), Merge(3, 2))
    assert [event.amount for event in scene.events("Damage") if event.card == 1] == [2, 7]
