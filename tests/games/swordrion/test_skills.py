"""カードスキル: the tags, relics in step 1, rewards, 召喚 and 発動."""

import pytest

from shinpan_engine.games.swordrion.table.actions import ATTACK, PASS, Summon, Take, Target, Use
from shinpan_engine.games.swordrion.table.options import AutomataReward, OwnAlways
from shinpan_engine.games.swordrion.table.table import marks_on

from .scene import Scene, card, op, relic, skill

more = op("strengthen", side="own", at="self", attack=1)
always = skill("always", more)


def met_only(**condition: int) -> dict[str, object]:
    return card("2/2", skill("summon", condition=condition))


@pytest.mark.clause("SW-K.1-1", "SW-3.5-1", "SW-3.5-2", "SW-3.5-3", "SW-3.5-4", "SW-C-7", "SW-K.1-2")
def test_own_always_skills() -> None:
    """Each once an exchange, from any place, in any order, and each may be left."""
    scene = Scene([card("9/1", always), "9/1", card("9/1", always)], ["9/0"]).do(1, Use(3))
    assert scene.refuses(1, Use(3)) == ("SW-3.5-1", "SW-3.5-3")
    scene.passes().do(1, ATTACK)
    assert [marks_on(slot).attack for slot in scene.side().line] == [0, 0, 1]
    assert scene.do(1, Use(3), Use(1)).asked() == [(1, "attack")]
    assert [marks_on(slot).attack for slot in scene.side().line] == [1, 0, 2]


@pytest.mark.clause("SW-K.1-2")
def test_own_always_skills_can_be_compulsory() -> None:
    """Where the set-up says so a pass is refused, but not for a skill that its text leaves open."""
    scene = Scene([card("9/1", always)], ["9/0"], own_always=OwnAlways.MANDATORY)
    assert scene.refuses(1, PASS) == ("SW-K.1-2",)
    free = card("9/1", skill("always", more, optional=True))
    assert Scene([free], ["9/0"], own_always=OwnAlways.MANDATORY).allows(1, PASS)


@pytest.mark.clause("SW-K.1-3")
def test_what_stands_cannot_be_declined() -> None:
    """A standing change is in force without being used, as long as its card lies in the field."""
    leader = card("1/0", skill("standing", op("strengthen", side="own", at="others", attack=2)))
    scene = Scene(["9/1", leader], ["3/0", "3/0"])
    assert scene.asked() == [(1, "attack")]
    assert scene.attack().side().enemy_graveyard == [11]


@pytest.mark.clause("SW-K.1-3", "SW-C-7")
@pytest.mark.parametrize("fallen", [0, 1])
def test_what_stands_under_a_condition(fallen: int) -> None:
    """A standing change is in force while its condition is met, and not before."""
    leader = skill("standing", op("strengthen", side="own", at="self", attack=2), condition={"own_graveyard": 1})
    scene = Scene([card("9/1", leader)], ["3/0", "3/0"], grave=["1/1"] * fallen).attack()
    assert scene.side().enemy_graveyard == [11] * fallen


@pytest.mark.clause("SW-3.5-5")
def test_who_comes_in_acts_later() -> None:
    """An enemy brought in during step 3 uses its 常時 only from the next exchange on."""
    brings = card("9/0", skill("always", op("reinforce", side="other", count=1), condition={"other_field": 1}))
    scene = Scene([brings], ["9/0"], deck=[card("9/0", always)]).do(1, Use(1))
    assert scene.asked() == [(1, "attack")]
    assert scene.do(1, ATTACK).until("enemy_always").side().exchange.number == 2


@pytest.mark.clause("SW-3.6-1", "SW-3.6-2", "SW-S5-1", "SW-S5-2")
def test_enemy_always_skills_are_compulsory() -> None:
    """In any order, but none is left out and none used twice."""
    hurts = card("9/0", skill("always", op("wound")))
    scene = Scene(["9/1"], [hurts, hurts], up=2)
    assert scene.refuses(1, PASS) == ("SW-S5-2",)
    assert scene.refuses(1, ATTACK) == ("SW-S5-2",)
    scene.do(1, Use(12))
    assert scene.refuses(1, Use(12)) == ("SW-3.6-1", "SW-3.5-3")
    assert scene.refuses(1, Use(1)) == ("SW-3.6-1", "SW-3.5-3")
    assert scene.do(1, Use(11)).own == [(1, 2)]


@pytest.mark.clause("SW-S5-5")
def test_enemy_text_that_leaves_it_open() -> None:
    """It may be left unused."""
    enemy = card("9/0", skill("always", op("wound"), optional=True))
    scene = Scene(["9/1"], [enemy])
    assert scene.asked() == [(1, "enemy_always_may")]
    assert scene.passes().own == [(1, 0)]


@pytest.mark.clause("SW-S5-2", "SW-S5-5")
def test_what_is_open_does_not_spare_what_is_owed() -> None:
    """Of an open and a compulsory text of the enemy the compulsory one is used before the step is passed."""
    enemy = card("9/0", skill("always", op("wound"), optional=True), skill("always", op("wound")))
    scene = Scene(["9/1"], [enemy])
    assert scene.refuses(1, PASS) == ("SW-S5-2",)
    assert scene.do(1, Use(11, 1)).passes().own == [(1, 1)]


@pytest.mark.clause("SW-C-7", "SW-C-9", "SW-3.6-3")
def test_only_a_card_in_the_field_has_skills() -> None:
    """Neither a card in hand, in a graveyard nor face down; and only while its condition is met."""
    skilled = card("9/1", skill("always", more, condition={"own_graveyard": 5}), always)
    scene = Scene([skilled], ["9/0", skilled], hand=[skilled], grave=[skilled])
    for number in (21, 51, 12):
        assert scene.refuses(1, Use(number, 1)) == ("SW-C-9", "SW-3.6-3")
    assert scene.refuses(1, Use(1, 0)) == ("SW-C-7",)


@pytest.mark.clause("SW-C-8", "SW-C-9", "SW-3.3-1")
def test_a_relic_works_as_a_relic_only() -> None:
    """The text of a relic in place works; the same text on a card of the line does not, nor the relic's skill."""
    both = card("9/1", always, relic={"timing": "exchange", "ops": [op("strengthen", side="own", attack=3)]})
    scene = Scene([both], ["9/0"], relics=[both])
    assert marks_on(scene.side().line[0]).attack == 3
    assert scene.refuses(1, Use(41)) == ("SW-C-9", "SW-3.6-3")


@pytest.mark.clause("SW-3.3-2", "SW-3.3-4")
def test_two_relics_in_any_order() -> None:
    """The participant chooses the order; a compulsory one is not left out, and one that its text leaves open may be."""
    scene = Scene(relics=[relic("exchange", op("wound")), relic("exchange", op("heal", side="other"))])
    assert scene.refuses(1, PASS) == ("SW-3.3-4",)
    assert scene.refuses(1, ATTACK) == ("SW-3.3-4",)
    assert scene.refuses(1, Use(43)) == ("SW-3.3-2",)
    scene.do(1, Use(42))
    assert scene.enemies == [(11, 1)]
    free = Scene(relics=[relic("exchange", op("wound"), optional=True)])
    assert free.passes().enemies == [(11, 0)]


@pytest.mark.clause("SW-K.2-1", "SW-K.2-2", "SW-3.7-1")
def test_on_turn_skills_work_once() -> None:
    """In the first exchange as front, compulsory, and never again; not from behind the front."""
    own = card("9/1", skill("on_turn", more))
    scene = Scene([own, own], ["9/0"])
    assert scene.asked() == [(1, "own_on_turn")]
    assert scene.refuses(1, PASS) == ("SW-K.2-2",)
    assert scene.refuses(1, ATTACK) == ("SW-K.2-2",)
    assert scene.refuses(1, Use(2)) == ("SW-3.7-1", "SW-3.5-3")
    scene.do(1, Use(1), ATTACK)
    assert scene.asked() == [(1, "attack")]


@pytest.mark.clause("SW-K.2-2")
def test_an_on_turn_skill_that_its_text_leaves_open() -> None:
    """It may be left, and does not come again."""
    scene = Scene([card("9/1", skill("on_turn", more, optional=True))], ["9/0"]).passes().attack()
    assert scene.asked() == [(1, "attack")]


@pytest.mark.clause("SW-3.7-2", "SW-S5-7")
def test_the_own_on_turn_skill_comes_first() -> None:
    """If it defeats the enemy front, that one's 発動 does not happen; otherwise it must be used."""
    enemy = card("1/0", skill("on_turn", op("wound")))
    kills = card("9/1", skill("on_turn", op("blow", amount=1)))
    scene = Scene([kills], [enemy, "9/0"]).do(1, Use(1))
    assert (scene.own, scene.enemies) == ([(1, 0)], [(12, 0)])
    scene = Scene(["9/1"], [enemy])
    assert scene.refuses(1, PASS) == ("SW-S5-7",)
    assert scene.do(1, Use(11)).own == [(1, 1)]


@pytest.mark.clause("SW-K.3-3", "SW-S5-9")
def test_attack_skills_come_with_every_attack() -> None:
    """They are carried out at each attack; only what the text leaves open may be declined."""
    scene = Scene([card("9/1", skill("attack", op("wound", at="last")))], ["9/0", "9/0"]).attack()
    assert scene.enemies == [(11, 1), (12, 1)]
    open_one = card("9/1", skill("attack", op("wound", at="last"), optional=True))
    scene = Scene([open_one], ["9/0", "9/0"]).attack()
    assert scene.asked() == [(1, "attack_skill")]
    assert scene.refuses(1, Use(1, 1)) == ("SW-K.3-1",)
    assert scene.passes().enemies == [(11, 1), (12, 0)]
    assert scene.attack().do(1, Use(1)).enemies == [(11, 2), (12, 1)]


@pytest.mark.clause("SW-K.3-1")
def test_an_attack_skill_is_the_attackers() -> None:
    """Another skill cannot be used in its place."""
    open_one = card("9/1", skill("attack", op("wound"), optional=True))
    scene = Scene([open_one, open_one], ["9/0"]).attack()
    assert scene.refuses(1, Use(2)) == ("SW-K.3-1",)


@pytest.mark.clause("SW-K.4-1", "SW-K.4-3", "SW-K.4-5", "SW-K.4-2")
def test_a_choice_every_time() -> None:
    """ぶんなぐる or the 選択 skill, one of them, again in every exchange."""
    scene = Scene([card("9/2", skill("choice", op("strengthen", at="front", attack=-1)))], ["9/3"])
    assert scene.asked() == [(1, "choose")]
    assert scene.refuses(1, Use(1, 1)) == ("SW-K.4-1",)
    assert scene.do(1, Use(1)).enemies == [(11, 0)]
    assert scene.do(1, ATTACK).enemies == [(11, 1)]
    assert marks_on(scene.side().enemy[0]).attack == -1


@pytest.mark.clause("SW-K.5-1", "SW-K.5-2", "SW-K.5-3", "SW-K.5-4", "SW-Z.7-3", "SW-Z.4-8", "SW-3.10-4")
def test_own_summoning() -> None:
    """From the hand in step 3, if the condition is met, at the right end, if the participant likes."""
    hand = [met_only(own_graveyard=1), met_only(own_graveyard=2), "5/5"]
    scene = Scene(["9/1"], ["9/0"], hand=hand, grave=["1/1"])
    assert scene.refuses(1, Summon(22)) == ("SW-K.5-2",)
    assert scene.refuses(1, Summon(23)) == ("SW-Z.7-3",)
    assert scene.refuses(1, Summon(51)) == ("SW-K.5-3",)
    scene.do(1, Summon(21))
    assert (scene.own, scene.side().hand) == ([(1, 0), (21, 0)], [22, 23])
    scene.until("attack")
    assert scene.refuses(1, Summon(22)) == ("SW-K.5-3",)


@pytest.mark.clause("SW-K.5-4", "SW-Z.4-6")
def test_summoning_needs_room() -> None:
    """With ten stacks nobody can be summoned."""
    scene = Scene(["9/1"] * 10, ["9/0"], hand=[met_only()])
    for slot in scene.side().line:
        slot.lower = 140 + slot.card % 10
    assert scene.refuses(1, Summon(21)) == ("SW-Z.4-6",)


@pytest.mark.clause("SW-K.6-1", "SW-K.6-3", "SW-K.6-5")
def test_the_side_that_defeated_a_card_has_its_reward() -> None:
    """The participant may use it, or decline it; several in any order, before anything else goes on."""
    prize = card("1/0", skill("reward", op("gain", colour="yellow", count=1)))
    line = [card("9/1", multi_target=2)]
    scene = Scene(line, [prize, prize, "9/0"]).attack()
    assert scene.asked() == [(1, "may_reward")]
    assert scene.refuses(1, Use(13)) == ("SW-K.6-1",)
    scene.do(1, Use(12))
    assert scene.asked() == [(1, "may_reward")]
    assert scene.do(1, Use(11)).cubes == (1, 2, 0)
    assert Scene(line, [prize, prize, "9/0"]).attack().passes().cubes == (1, 0, 0)


@pytest.mark.clause("SW-K.6-2", "SW-K.6-4")
@pytest.mark.parametrize("option", AutomataReward)
def test_a_reward_that_the_enemy_has_earned(option: AutomataReward) -> None:
    """Own X falls to the answer: its reward works for the enemy, compulsory unless the set-up leaves it open."""
    prize = card("1/1", skill("reward", op("wound", at="last")))
    scene = Scene([prize, "9/1"], ["9/5"], automata_reward=option).attack()
    if option:
        assert scene.passes().own == [(2, 0)]
    else:
        assert scene.refuses(1, PASS) == ("SW-K.6-4", "SW-2.3-7")
        assert scene.refuses(1, ATTACK) == ("SW-K.6-4",)
        assert scene.do(1, Use(1)).own == [(2, 1)]


@pytest.mark.clause("SW-K.6-4", "SW-S5-5")
def test_a_reward_of_the_enemy_whose_text_leaves_it_open() -> None:
    """The participant need not carry it out."""
    prize = card("1/1", skill("reward", op("wound", at="last"), optional=True))
    assert Scene([prize, "9/1"], ["9/5"]).attack().passes().own == [(2, 0)]


@pytest.mark.clause("SW-K.6-6")
def test_no_reward_for_ones_own() -> None:
    """An own skill sacrifices an own card: nobody has the reward."""
    prize = card("9/1", skill("reward", op("wound")))
    gives_up = card("9/1", skill("always", op("destroy", side="own", at="last")))
    scene = Scene([gives_up, prize], ["9/0"]).do(1, Use(1))
    assert (scene.side().graveyard, scene.asked()) == ([2], [(1, "attack")])


@pytest.mark.clause("SW-K.6-7", "SW-K.6-6")
def test_a_reward_is_had_once_an_exchange() -> None:
    """A reward that brings its own card back and defeats it again ends there."""
    again = card("1/0", skill("reward", op("revive", side="other", count=1), op("destroy", at="last")))
    scene = Scene(["9/1"], [again, "9/0"]).attack().do(1, Use(11))
    assert (scene.side().enemy_graveyard, scene.asked()) == ([11], [(1, "attack")])


@pytest.mark.clause("SW-K.0-1")
def test_text_overrides_the_rules() -> None:
    """A text that deals three blows to the front is carried out though the rules know one attack."""
    scene = Scene([card("9/1", skill("always", *[op("blow", amount=1)] * 3))], ["9/0", "9/0"]).do(1, Use(1))
    assert scene.side().enemy_graveyard == [11]


@pytest.mark.clause("SW-S5-10", "SW-Z.4-8")
def test_the_participant_names_targets_of_both_sides() -> None:
    """Any card that the text can be for will do, on either side; nothing else will."""
    hurts = card("9/0", skill("always", op("wound", at="chosen")))
    scene = Scene(["9/1", "9/1"], [hurts]).do(1, Use(11))
    assert scene.refuses(1, Target(3)) == ("SW-S5-10",)
    assert scene.refuses(1, Target(1, True)) == ("SW-S5-10",)
    assert scene.do(1, Target(2)).own == [(1, 0), (2, 1)]


@pytest.mark.clause("SW-S5-10", "SW-Z.4-9")
def test_the_line_closes_between_two_targets() -> None:
    """A text that names two cards one after the other: the second is named where it lies when the first has left."""
    kills = card("9/1", skill("always", op("destroy", at="chosen", times=2)))
    scene = Scene([kills], ["9/0", "9/0", "9/0"]).do(1, Use(1), Target(2, True))
    assert scene.refuses(1, Target(3, True)) == ("SW-S5-10",)
    assert scene.do(1, Target(2, True)).enemies == [(11, 0)]


@pytest.mark.clause("SW-K.6-6", "SW-Q-12", "SW-3.1-18")
def test_hp_that_both_sides_take() -> None:
    """An enemy of HP 5 from which texts of either side take 3 would live without either; the participant has the
    reward."""
    taker = skill("standing", op("strengthen", side="other", at="last", hp=-3))
    own_taker = skill("standing", op("strengthen", side="own", at="last", hp=-3))
    prize = card("5/0", skill("reward", op("gain", colour="blue", count=1)))
    scene = Scene([card("9/1", taker)], [card("9/0", own_taker), prize], up=2)
    assert (scene.enemies, scene.asked()) == ([(11, 0)], [(1, "may_reward")])


@pytest.mark.clause("SW-S5-10", "SW-3.1-14")
def test_only_who_is_wounded_is_healed() -> None:
    """Nobody else is named."""
    heals = card("9/1", skill("always", op("heal", side="own", at="chosen")))
    scene = Scene([heals, "9/1", "9/1"], ["9/0"], wounds={2: 1, 3: 2}).do(1, Use(1))
    assert scene.refuses(1, Target(1)) == ("SW-S5-10",)
    assert scene.do(1, Target(3)).own == [(1, 0), (2, 1), (3, 1)]


@pytest.mark.clause("SW-K.5-2", "SW-S5-10", "SW-Q-9")
def test_what_can_be_revived() -> None:
    """No spell, and no 召喚 card whose condition is not met; of the rest the participant names one."""
    revives = card("9/1", skill("always", op("revive", count=1)))
    grave = [
        "1/1",
        "2/2",
        met_only(own_graveyard=9),
        card("1/1", kind="術", spell={"use": "single", "ops": [op("wound")]}),
    ]
    scene = Scene([revives], ["9/0"], grave=grave).do(1, Use(1))
    assert scene.refuses(1, Take(53)) == ("SW-K.5-2", "SW-S5-10")
    assert scene.refuses(1, Take(54)) == ("SW-S5-10", "SW-Q-9")
    assert scene.refuses(1, Take(1)) == ("SW-S5-10", "SW-Q-9")
    assert scene.do(1, Take(52)).own == [(1, 0), (52, 0)]


@pytest.mark.clause("SW-3.3-2", "SW-3.3-4")
def test_a_relic_looks_at_its_condition_in_its_turn() -> None:
    """The condition of the second is met by what the first has done."""
    first = relic("exchange", op("destroy", at="last"))
    second = relic("exchange", op("wound"), condition={"other_field": 1})
    scene = Scene(["9/0"], ["9/0", "9/0"], relics=[first, second])
    assert scene.enemies == [(11, 1)]


@pytest.mark.clause("SW-K.3-3", "SW-C-7")
def test_an_attack_skill_looks_at_its_condition_in_its_turn() -> None:
    """The first 攻撃 skill has brought the own field beyond what the second one needs, or within it."""
    grows, shrinks = op("reinforce", count=1), op("destroy", side="own", at="last")
    for first, most, wounds in ((grows, 2, 0), (grows, 3, 1), (shrinks, 1, 0), (shrinks, 2, 1)):
        second = skill("attack", op("wound", at="last"), condition={"own_field": most})
        scene = Scene([card("9/1", skill("attack", first), second), "1/1"], ["9/0", "9/0"], deck=["1/1"]).attack()
        assert scene.enemies[1] == (12, wounds), (first, most)


@pytest.mark.clause("SW-3.5-5", "SW-3.5-3")
def test_who_leaves_and_comes_back_acts_later() -> None:
    """An own card with an unused 常時 skill is sent away and revived in step 3: it uses that in the next exchange."""
    brings = card("9/0", skill("always", op("destroy", side="own", at="last"), op("revive", count=1)))
    scene = Scene([brings, card("9/0", always)], ["9/0"]).do(1, Use(1))
    assert (scene.own, scene.asked()) == ([(1, 0), (2, 0)], [(1, "attack")])
    assert scene.do(1, ATTACK).allows(1, Use(2))


@pytest.mark.clause("SW-3.5-5")
def test_who_has_come_is_told_to_wait() -> None:
    """The 常時 of a card that has come, or come back, in step 3 is refused for that; another skill of it is not."""
    back = skill("always", op("destroy", side="own", at="last"), op("revive", count=1))
    joins = skill("always", op("reinforce", count=1))
    comes = card("9/0", skill("on_turn", op("wound")), always)
    scene = Scene([card("9/0", back, joins, always), card("9/0", always)], ["9/0"], deck=[comes])
    assert scene.do(1, Use(1, 0)).refuses(1, Use(2)) == ("SW-3.5-5",)
    assert scene.do(1, Use(1, 1)).refuses(1, Use(71, 1)) == ("SW-3.5-5",)
    assert scene.refuses(1, Use(71, 0)) == scene.refuses(1, Use(71, 2)) == ("SW-3.5-1", "SW-3.5-3")


@pytest.mark.clause("SW-K.1-2", "SW-S5-2")
def test_what_is_owed_is_named() -> None:
    """While an own skill or auto battler is compulsory, an attack is refused for that and for no other reason."""
    scene = Scene([card("9/1", always), card("9/1", auto_battler=True)], ["9/0"], own_always=OwnAlways.MANDATORY)
    assert scene.refuses(1, ATTACK) == ("SW-K.1-2",)
    assert scene.do(1, Use(1), ATTACK).refuses(1, ATTACK) == ("SW-K.1-2",)
    enemy = Scene(["9/1"], ["9/1", card("9/1", auto_battler=True)], up=2).attack()
    assert enemy.refuses(1, ATTACK) == ("SW-S5-2", "SW-K.8-9")
