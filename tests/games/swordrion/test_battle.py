"""③バトル: fronts, damage and wounds, the order of an exchange, attack and counter-attack."""

import pytest

from shinpan_engine.games.swordrion import GAME
from shinpan_engine.games.swordrion.cards.strength import hp_parts
from shinpan_engine.games.swordrion.table.actions import ATTACK, PASS, AttackWith, Cast, Target, Use
from shinpan_engine.games.swordrion.table.options import EnemySpell
from shinpan_engine.games.swordrion.table.state import Step
from shinpan_engine.games.swordrion.table.table import marks_on
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.play.views import PUBLIC

from .scene import Scene, card, equipment, op, relic, skill, spell

always = skill("always", op("strengthen", side="own", at="self", attack=1))


@pytest.mark.clause("SW-3.1-1", "SW-3.1-2", "SW-3.8-1", "SW-3.8-2", "SW-K.4-2", "SW-3.1-5", "SW-3.1-6")
def test_the_leftmost_cards_fight_each_other() -> None:
    """The fronts attack and answer with their attack values; the second cards neither strike nor are struck."""
    scene = Scene(["9/2", "9/9"], ["9/3", "9/9"]).attack()
    assert scene.own == [(1, 1), (2, 0)]
    assert scene.enemies == [(11, 1), (12, 0)]
    assert [(event.amount, event.card) for event in scene.events("Damage")] == [(2, 11), (3, 1)]


@pytest.mark.clause("SW-3.8-1", "SW-3.8-2")
def test_an_answer_is_told_as_one() -> None:
    """What the counter-attack does is told with its own clause."""
    scene = Scene(["9/2"], ["9/3"]).attack()
    assert [event.clause for event in (*scene.events("Attacked"), *scene.events("Damage"))] == [
        "SW-3.8-1",
        "SW-3.8-2",
    ] * 2


@pytest.mark.clause("SW-3.1-1", "SW-3.8-1", "SW-S2-6")
def test_no_other_card_attacks() -> None:
    """The second card of a line cannot be named for the attack."""
    scene = Scene(["9/2", "9/9"], ["9/3"])
    assert scene.refuses(1, AttackWith(2)) == ("SW-3.1-1", "SW-S2-6")
    assert scene.refuses(1, Use(2)) == ("SW-K.4-1",)


@pytest.mark.clause("SW-3.5-1", "SW-3.5-3")
def test_a_standing_skill_is_not_used_in_the_attack() -> None:
    """A 常時 skill had its step before: used again it is refused with the clause of that step."""
    scene = Scene([card("9/2", skill("always", op("strengthen", at="front", attack=1)))], ["9/3"])
    assert scene.do(1, Use(1)).refuses(1, Use(1)) == ("SW-3.5-1", "SW-3.5-3")


@pytest.mark.clause("SW-3.1-7", "SW-3.1-8", "SW-3.1-10", "SW-3.1-11", "SW-Q-8")
@pytest.mark.parametrize(("attack", "hp", "blows"), [(5, 5, 1), (9, 5, 1), (4, 5, 3), (1, 9, 3)])
def test_damage_defeats_or_wounds(attack: int, hp: int, blows: int) -> None:
    """D1: damage of the HP or more defeats at once, anything less is one × however much, and three × defeat."""
    scene = Scene([f"99/{attack}"], [f"{hp}/0", "1/0"])
    for blow in range(1, blows + 1):
        assert scene.enemies[0] == (11, blow - 1)
        scene.attack()
    assert scene.side().enemy_graveyard == [11]
    assert scene.enemies == [(12, 0)]


@pytest.mark.clause("SW-3.1-9", "SW-K.10-2")
@pytest.mark.parametrize(
    ("option", "attack", "block", "wounds"), [(0, 0, 0, 0), (1, 0, 0, 1), (1, 2, 2, 0), (0, 2, 2, 0)]
)
def test_a_blow_of_0_leaves_no_wound(option: int, attack: int, block: int, wounds: int) -> None:
    """Attack 0 wounds only where the set-up says so, and what block has reduced to 0 never does."""
    scene = Scene([f"9/{attack}"], [card("9/1", block=block)], zero_damage_wound=option).attack()
    assert scene.enemies == [(11, wounds)]
    assert ("SW-3.1-9" in scene.table.relied) == (attack == 0)


@pytest.mark.clause("SW-3.1-12", "SW-Z.1-2", "SW-Z.1-1")
def test_own_cards_fall_alike() -> None:
    """Own 3/2 that takes 3 goes to the own graveyard; the enemy graveyard stays empty."""
    scene = Scene(["3/2", "9/1"], ["9/3"]).attack()
    assert (scene.side().graveyard, scene.side().enemy_graveyard, scene.own) == ([1], [], [(2, 0)])


@pytest.mark.clause("SW-3.1-13", "SW-Z.4-9")
def test_what_is_beyond_is_lost() -> None:
    """Attack 12 on HP 2 leaves the next enemy as it was; it is the front now."""
    scene = Scene(["9/12"], ["2/0", "3/0"]).attack()
    assert scene.enemies == [(12, 0)]


@pytest.mark.clause("SW-3.1-14", "SW-3.10-4")
def test_wounds_stay_over_exchanges_and_battles() -> None:
    """Two × of one battle are still there after it, in the same place."""
    scene = Scene(["9/9", "9/1"], ["2/1", "2/1"]).attack(2)
    assert scene.over()
    assert scene.own == [(1, 2), (2, 0)]


@pytest.mark.clause("SW-3.1-15", "SW-K.2-3")
def test_who_comes_back_is_unhurt_and_acts_anew() -> None:
    """Defeated with two ×, revived by an effect: no ×, and the 発動 is used again when it is the front."""
    again = card("2/1", skill("on_turn", op("wound", at="last")))
    revives = card("9/1", skill("always", op("revive", count=1)))
    scene = Scene([again, revives], ["9/2", "9/0"], wounds={1: 2}).until("own_on_turn").do(1, Use(1)).attack()
    assert scene.side().graveyard == [1]
    scene.until("own_always").do(1, Use(2))
    assert scene.own == [(2, 0), (1, 0)]
    assert marks_on(scene.side().line[1]).spent == []


@pytest.mark.clause("SW-3.1-16", "SW-3.12-1", "SW-3.12-2", "SW-3.10-3")
def test_a_defeated_card_still_answers() -> None:
    """D2: 3/5 against 5/3, the last cards of both: both fall, and there is a green and a blue cube, no yellow."""
    scene = Scene(["3/5"], ["5/3"]).attack()
    assert (scene.own, scene.enemies, scene.cubes) == ([], [], (2, 0, 1))
    assert "SW-3.12-1" in scene.table.relied


@pytest.mark.clause("SW-3.1-17", "SW-3.1-8")
@pytest.mark.parametrize(("times", "attack", "falls"), [(1, 2, False), (1, 3, True), (2, 1, False), (2, 2, True)])
def test_fractions_are_kept(times: int, attack: int, falls: bool) -> None:
    """HP 5 halved is 2.5, halved twice 1.25: the next whole number defeats, the one below wounds."""
    halves = skill("always", *[op("halve_hp") for _ in range(times)])
    scene = Scene([card(f"9/{attack}", halves)], ["5/0", "9/0"]).until("own_always").do(1, Use(1)).attack()
    assert (scene.side().enemy_graveyard == [11]) == falls
    assert "SW-3.1-17" in scene.table.relied


@pytest.mark.clause("SW-3.1-17", "SW-Q-14")
def test_attack_is_never_below_0_and_changes_add_up() -> None:
    """+2 and -1 are both applied; -9 on attack 3 gives 0, which leaves no wound."""
    both = skill(
        "always", op("strengthen", side="own", at="self", attack=2), op("strengthen", side="own", at="self", attack=-1)
    )
    weak = skill("always", op("strengthen", at="front", attack=-9))
    scene = Scene([card("9/3", both, weak)], ["4/3"]).until("own_always").do(1, Use(1)).do(1, Use(1, 1)).attack()
    assert scene.over()
    assert scene.own == [(1, 0)]


@pytest.mark.clause("SW-3.1-18", "SW-K.6-6")
def test_hp_of_0_defeats_at_once() -> None:
    """HP 2 lowered by 2 is a defeat, before any attack."""
    weak = skill("always", op("strengthen", at="front", hp=-2))
    scene = Scene([card("9/3", weak)], ["2/3", "9/0"]).until("own_always").do(1, Use(1))
    assert scene.side().enemy_graveyard == [11]


@pytest.mark.clause("SW-3.1-18")
def test_lent_hp_that_goes_is_a_defeat() -> None:
    """A card that lives only by the HP another lends it falls with that one, and nobody has its reward."""
    lender = card("1/0", skill("standing", op("strengthen", side="own", at="others", hp=3)))
    weak = card("2/0", skill("reward", op("draw", count=1)))
    shrink = skill("always", op("strengthen", at="last", hp=-3), op("destroy", at="front"))
    scene = Scene([card("9/1", shrink), "9/1"], [lender, weak], up=2).until("own_always").do(1, Use(1))
    assert (scene.enemies, scene.cubes) == ([], (1, 0, 1))
    assert scene.side().due == []


@pytest.mark.clause("SW-3.1-18", "SW-K.6-6", "SW-K.6-1")
def test_hp_that_is_taken_is_a_defeat_too() -> None:
    """A standing text of an own card takes 2 off the enemy front: one of HP 2 falls when it is turned up, the next
    comes up, and the participant has the reward; an equipment that takes as much does the same."""
    prize = card("2/0", skill("reward", op("gain", colour="blue", count=1)))
    takes = card("9/1", skill("standing", op("strengthen", at="front", hp=-2)))
    scene = Scene(["9/1", takes], [prize, "3/0"])
    assert scene.do(1, Use(11)).cubes == (1, 0, 1)
    assert scene.enemies == [(12, 0)]
    chained = Scene(["9/1"], [prize, "3/0"], spells=[equipment(hp=-2)]).do(1, Cast(31), Target(1, True))
    assert (chained.side().enemy_graveyard, chained.side().graveyard) == ([11], [31])


@pytest.mark.clause("SW-3.1-18")
def test_what_lasted_for_the_exchange_may_have_kept_a_card_alive() -> None:
    """HP 2, +3 for the exchange, -4 for good: it falls at the end of the exchange by nobody's hand."""
    texts = op("strengthen", at="front", hp=3, until="exchange"), op("strengthen", at="front", hp=-4)
    prize = card("2/0", skill("reward", op("gain", colour="blue", count=1)))
    scene = Scene([card("9/0", skill("always", *texts))], [prize, "9/0"]).do(1, Use(1)).attack()
    assert (scene.enemies, scene.cubes) == ([(12, 0)], (1, 0, 0))


@pytest.mark.clause("SW-3.1-3", "SW-3.1-4", "SW-2.3-2", "SW-2.3-4", "SW-3.6-3", "SW-3.2-3")
def test_only_the_front_is_turned_up() -> None:
    """The enemy front is turned up before anything is asked; the next ones lie face down, and nobody sees them."""
    eager = card("9/0", always)
    scene = Scene([card("9/1", always)], ["9/0", eager])
    assert scene.asked() == [(1, "own_always")]
    assert [slot.up for slot in scene.side().enemy] == [True, False]
    for viewer in (PUBLIC, 1):
        assert [slot.card for slot in GAME.view(scene.state, viewer).sides[0].enemy] == [11, 0]
    scene.passes()
    assert scene.asked() == [(1, "attack")]


@pytest.mark.clause("SW-3.1-19", "SW-1.1-4", "SW-K.0-3")
def test_own_and_enemy_side() -> None:
    """A text of an own card that says `other` means the enemy line, and one of an enemy card the own line."""
    hurts = skill("always", op("wound"))
    scene = Scene([card("9/0", hurts)], [card("9/0", hurts)]).until("own_always").do(1, Use(1))
    assert (scene.own, scene.enemies) == ([(1, 0)], [(11, 1)])
    scene.until("enemy_always").do(1, Use(11))
    assert (scene.own, scene.enemies) == ([(1, 1)], [(11, 1)])


@pytest.mark.clause("SW-3.2-1", "SW-3.2-2", "SW-3.9-1", "SW-3.5-1", "SW-3.6-1", "SW-3.7-1", "SW-3.3-1", "SW-3.4-1")
def test_the_steps_of_an_exchange() -> None:
    """Relics, spell, own 常時, enemy 常時, 発動, attack, auto battlers, in this order; nothing can be taken back."""
    own = card("99/1", always, skill("on_turn", op("heal", side="own")))
    enemy = card("99/0", always, skill("on_turn", op("heal", side="own")))
    scene = Scene(
        [own, card("9/1", auto_battler=True)],
        [enemy],
        spells=[spell(op("heal", side="own"))],
        relics=[relic("exchange", op("heal", side="own")), relic("exchange", op("heal", side="own"), optional=True)],
    )
    met = []
    for act in (Use(41), PASS, PASS, PASS, Use(11), Use(1, 1), Use(11, 1), ATTACK, PASS):
        met.append((scene.asked()[0][1], scene.side().step))
        scene.do(1, act)
    assert met == [
        ("relic", Step.RELIC_EFFECTS),
        ("may_relic", Step.RELIC_EFFECTS),
        ("spell", Step.SPELL),
        ("own_always", Step.OWN_ALWAYS),
        ("enemy_always", Step.ENEMY_ALWAYS),
        ("own_on_turn", Step.ON_TURN),
        ("enemy_on_turn", Step.ON_TURN),
        ("attack", Step.ATTACK),
        ("auto_battle", Step.AUTO_BATTLERS),
    ]
    assert scene.side().exchange.number == 2


@pytest.mark.clause("SW-3.2-2", "SW-3.4-3")
def test_a_step_is_not_taken_again() -> None:
    """D13: a spell after the own 常時 skills is refused, and a skill after its step."""
    scene = Scene([card("9/1", always)], ["9/0"], spells=[spell(op("wound"))]).until("attack")
    assert scene.refuses(1, Cast(31)) == ("SW-3.2-2", "SW-3.4-3")
    assert scene.refuses(1, PASS) == ("SW-3.8-3", "SW-0.2-6")
    scene = Scene(["9/1"], [card("9/0", always)]).until("enemy_always")
    assert scene.refuses(1, ATTACK) == ("SW-S5-2",)


@pytest.mark.clause("SW-3.2-2", "SW-3.1-6", "SW-S5-10", "SW-S2-1", "SW-K.8-1")
def test_nothing_out_of_its_step() -> None:
    """Attack before the attack step, attack twice, a target nobody asked for."""
    scene = Scene(["9/1", card("9/1", auto_battler=True)], ["9/0"], spells=[spell(op("wound"))])
    assert scene.refuses(1, ATTACK) == ("SW-3.2-2",)
    assert scene.refuses(1, Target(1)) == ("SW-S5-10", "SW-S2-1")
    scene.attack()
    assert scene.refuses(1, ATTACK) == ("SW-3.1-6", "SW-K.8-1")


@pytest.mark.clause("SW-3.2-4", "SW-3.2-5")
@pytest.mark.parametrize("option", [0, 1])
def test_a_front_that_falls_early(option: int) -> None:
    """D14: a spell defeats the enemy front in step 2: own 常時 and 発動 still run, but no attack follows; where the
    set-up says so the next enemy is turned up and fought at once."""
    own = card("9/1", always, skill("on_turn", op("heal", side="own")))
    scene = Scene([own], ["1/0", "9/3"], spells=[spell(op("blow", amount=5))], early_kill=option)
    scene.do(1, Cast(31))
    assert scene.asked() == [(1, "own_always")]
    scene.passes()
    assert scene.asked() == [(1, "own_on_turn")]
    scene.do(1, Use(1, 1))
    if option:
        assert scene.asked() == [(1, "attack")]
        assert scene.attack().enemies == [(12, 1)]
    else:
        assert scene.side().exchange.number == 2
        assert scene.own == [(1, 0)]
    assert "SW-3.2-5" in scene.table.relied


@pytest.mark.clause("SW-3.2-6", "SW-3.2-8", "SW-K.6-5")
def test_removal_waits_for_both_blows() -> None:
    """In step 6 what an 攻撃 skill defeats stays till the answer is given; elsewhere a defeated card leaves at once."""
    kills = card("3/0", skill("attack", op("destroy", at="last")))
    scene = Scene([kills, "9/0"], ["9/9", "9/0"]).attack()
    assert (scene.side().graveyard, scene.side().enemy_graveyard) == ([1], [12])
    assert [event.card for event in scene.events("Defeated")] == [1, 12]


@pytest.mark.clause("SW-3.2-7")
def test_exchanges_follow_each_other_until_a_field_is_empty() -> None:
    """Two enemies of HP 1 take two exchanges, then the battle is over."""
    scene = Scene(["9/1"], ["1/0", "1/0"]).attack()
    assert scene.side().exchange.number == 2
    assert scene.attack().over()


@pytest.mark.clause("SW-3.8-3", "SW-0.2-6")
def test_the_front_does_not_sit_out() -> None:
    """Passing the attack is refused."""
    assert Scene().refuses(1, PASS) == ("SW-3.8-3", "SW-0.2-6")


@pytest.mark.clause("SW-3.8-4", "SW-S5-9", "SW-K.13-1")
def test_the_answer_is_the_enemys_attack() -> None:
    """Enemy with 2回攻撃, attack 3, own HP 4: two ×; its 攻撃 skill is used with it."""
    enemy = card("9/3", skill("attack", op("strengthen", side="own", at="self", attack=5)), multi_hit=2)
    scene = Scene(["4/1"], [enemy]).attack()
    assert scene.own == [(1, 2)]
    assert marks_on(scene.side().enemy[0]).attack == 5


@pytest.mark.clause("SW-3.8-5", "SW-K.4-4")
def test_the_enemy_strikes_after_a_choice_that_is_no_attack() -> None:
    """The own front revives by 選択; the enemy 2/3 deals 3 all the same."""
    scene = Scene([card("9/1", skill("choice", op("revive", count=1)))], ["9/3"], grave=["1/1"])
    scene.until("choose").do(1, Use(1))
    assert scene.own == [(1, 1), (51, 0)]
    assert scene.enemies == [(11, 0)]


@pytest.mark.clause("SW-3.8-6", "SW-K.3-1", "SW-K.3-2")
def test_what_the_attack_changes_is_in_force_for_the_answer() -> None:
    """An 攻撃 skill lowers the enemy's attack from 4 to 2: the answer deals 2."""
    scene = Scene([card("9/1", skill("attack", op("strengthen", attack=-2)))], ["9/4"]).attack()
    assert [event.amount for event in scene.events("Damage") if event.card == 1] == [2]


@pytest.mark.clause("SW-3.8-7")
def test_a_front_that_only_answers() -> None:
    """D29: own 5/2 that attacks only when attacked, enemy 2/3: own ×, the enemy falls."""
    scene = Scene([card("5/2", waits=True), "9/1"], ["2/3", "9/0"]).attack()
    assert (scene.own, scene.enemies) == ([(1, 1), (2, 0)], [(12, 0)])
    assert "SW-3.8-7" in scene.table.relied


@pytest.mark.clause("SW-3.8-7", "SW-S3-4", "SW-S3-1")
def test_two_that_wait_for_each_other() -> None:
    """Neither strikes; three such exchanges strike both down, without a question."""
    scene = Scene([card("5/2", waits=True)], [card("5/2", waits=True)])
    assert scene.over()
    assert (scene.own, scene.enemies, scene.cubes) == ([], [], (2, 0, 1))


@pytest.mark.clause("SW-3.8-7", "SW-S2-7")
def test_a_front_that_is_held_is_struck() -> None:
    """An enemy 発動 keeps the own front from attacking; the enemy strikes all the same."""
    holds = card("9/3", skill("on_turn", op("hold")))
    scene = Scene(["9/1", "9/1"], [holds]).until("enemy_on_turn").do(1, Use(11))
    assert (scene.own[0], scene.enemies) == ((1, 1), [(11, 0)])
    assert scene.side().exchange.number == 2


@pytest.mark.clause("SW-3.1-17")
@pytest.mark.parametrize("lower", [0, 21])
@pytest.mark.parametrize(("attack", "falls"), [(2, False), (3, True)])
def test_halved_again_and_again(attack: int, falls: bool, lower: int) -> None:
    """HP 3, of a card or a stack, strengthened by 2 and halved seventy times, is still more than 2 and no more than 3,
    and can be written."""
    texts = [op("strengthen", hp=2), op("halve_hp")] * 70
    line = ["1/0" if lower else "3/0", "9/0"]
    scene = Scene([card(f"9/{attack}", skill("always", *texts))], line, hand=["2/0"])
    scene.side().enemy[0].lower = lower
    scene.do(1, Use(1))
    assert encode(scene.state)
    assert hp_parts(scene.table, 1, True, scene.side().enemy[0]) == 2 * 2**32 + 1
    assert [card for card, _ in scene.attack().enemies] == ([12] if falls else [11, 12])


@pytest.mark.clause("SW-3.1-17", "SW-3.1-18")
def test_halved_below_what_is_taken_for_the_exchange() -> None:
    """HP 5, -3 for the exchange and then halved is 5/2 - 3: it is defeated at once."""
    texts = op("strengthen", at="front", hp=-3, until="exchange"), op("halve_hp")
    scene = Scene([card("9/0", skill("always", *texts))], ["5/0", "9/0"]).until("own_always").do(1, Use(1))
    assert scene.side().enemy_graveyard == [11]


@pytest.mark.clause("SW-3.2-5")
def test_where_set_up_so_the_next_front_comes_at_once() -> None:
    """A spell fells the enemy front in step 2: the next is face up for the steps that follow, and fights in step 6."""
    scene = Scene(["9/1"], ["5/0", "9/0"], spells=[spell(op("destroy"))], early_kill=1).do(1, Cast(31))
    assert (scene.side().enemy[0].up, scene.asked()) == (True, [(1, "attack")])
    assert scene.do(1, ATTACK).enemies == [(12, 1)]


@pytest.mark.clause("SW-3.1-18", "SW-3.2-8", "SW-S5-10")
def test_who_loses_its_hp_in_the_attack_step_is_out_of_reach_at_once() -> None:
    """An 攻撃 skill turns up an enemy that a standing text leaves without HP: it lies there to the end of the step, but
    cannot be named any more."""
    takes = card("9/0", skill("standing", op("strengthen", at="each", hp=-1)))
    own = card("9/1", skill("attack", op("turn_up"), op("wound", at="chosen")))
    scene = Scene([own, takes], ["9/0", "1/0", "9/0"]).attack()
    assert scene.refuses(1, Target(2, True)) == ("SW-S5-10",)
    assert scene.do(1, Target(3, True)).enemies == [(11, 1), (13, 1)]


@pytest.mark.clause("SW-K.6-6", "SW-3.1-18")
@pytest.mark.parametrize(("own", "enemy", "rewarded"), [(-3, 0, False), (0, -3, True), (-3, -1, False), (-1, -3, True)])
def test_whose_text_has_taken_the_hp(own: int, enemy: int, rewarded: bool) -> None:
    """Of standing texts of both sides that one has felled an own card without which it would have lived."""
    prize = card("3/0", skill("reward", op("wound")))
    texts = [
        card("9/0", skill("standing", op("strengthen", side=side, at="last", hp=hp)))
        for side, hp in (("own", own), ("other", enemy))
    ]
    scene = Scene(["9/0", texts[0], prize], ["9/0", texts[1]], spells=[spell(op("turn_up"))])
    if own == -3:
        assert (scene.side().graveyard, scene.asked()) == ([3], [(1, "spell")])
        return
    scene.do(1, Cast(31))
    assert (3 in scene.side().graveyard, scene.asked() == [(1, "must_reward")]) == (True, rewarded)
    assert "SW-K.6-6" in scene.table.relied


@pytest.mark.clause("SW-3.4-2", "SW-3.4-3", "SW-3.1-4", "SW-K.6-7")
def test_an_exchange_begins_with_the_turning_up() -> None:
    """While a spell that came up as the enemy front is carried out, nothing of the exchange before is counted any more:
    neither the spell used in it nor a reward had in it."""
    prize = card("1/1", skill("reward", op("gain", colour="blue", count=1)))
    again = spell(op("revive", count=1), op("blow", side="own", at="last", amount=5))
    scene = Scene(["9/9"], [prize, again, "9/0"], spells=[spell(op("heal"))], enemy_spell=EnemySpell.CAST)
    scene.do(1, Cast(31), ATTACK, Use(11))
    assert (scene.asked(), scene.side().exchange.number) == ([(1, "must_reward")], 2)
    assert scene.refuses(1, Cast(31)) == ("SW-3.4-3",)
