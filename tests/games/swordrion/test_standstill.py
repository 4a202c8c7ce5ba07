"""特殊なルール ③3回ルール: what moves a battle on, and that none goes on for ever."""

import pytest

from shinpan_engine.games.swordrion.chapters.three_times import LONGEST_BATTLE, what_matters
from shinpan_engine.games.swordrion.table.actions import ATTACK, PASS, Cast, Merge, Take, Use
from shinpan_engine.games.swordrion.table.state import Equipment, Marks
from shinpan_engine.games.swordrion.table.table import marks_on

from .scene import Scene, card, op, skill, spell

fallen = {"other_graveyard": 1}


@pytest.mark.clause("SW-S3-1", "SW-S3-2", "SW-S3-5", "SW-S3-7", "SW-S3-8", "SW-S3-11")
def test_two_that_block_each_other() -> None:
    """F8, D27: attack 2 block 3 against attack 3 block 2: idle from the first exchange on, and after the third both
    are removed, undead or not; a fourth does not come."""
    scene = Scene([card("5/2", block=3, undead=True), "1/1"], [card("5/3", block=2), "9/0"]).attack(2)
    assert (scene.own[0], scene.enemies[0], scene.side().exchange.idle) == ((1, 0), (11, 0), 2)
    scene.attack()
    assert (scene.side().graveyard, scene.side().enemy_graveyard) == ([1], [11])
    assert (scene.own, scene.enemies, scene.side().exchange.idle) == ([(2, 0)], [(12, 0)], 0)
    assert [event.exchanges for event in scene.events("StruckDown")] == [3]


@pytest.mark.clause("SW-S3-6", "SW-S3-4")
def test_one_that_revives_for_ever() -> None:
    """F9: イフキ against チャリオット: the third 選択 ends it; both fronts go, the revived cards stay."""
    reviver = card("6/4", skill("choice", op("revive", count=2)))
    scene = Scene([reviver], [card("6/5", block=3, waits=True), "9/0"], grave=["1/1"] * 6)
    for _ in range(3):
        scene.until("choose").do(1, Use(1))
        for _ in range(2):
            if scene.asked() == [(1, "take")]:
                scene.do(1, Take(next(scene.match.ask.decisions[0].options(scene.table)).card))
    assert [number for number, _ in scene.own] == [51, 52, 53, 54, 55, 56]
    assert (scene.side().graveyard, scene.side().enemy_graveyard) == ([1], [11])


@pytest.mark.clause("SW-S3-3", "SW-S3-4")
def test_a_spell_that_changes_something_resets() -> None:
    """Blocked attack 1 made 2 against block 3: the exchange of the spell is not idle, and three must follow it."""
    boost = spell(op("strengthen", side="own", at="front", attack=1))
    scene = Scene([card("9/1", block=9), "9/0"], [card("9/0", block=3), "9/0"], spells=[boost, boost]).attack(2)
    scene.do(1, Cast(31)).do(1, ATTACK)
    assert scene.side().exchange.idle == 0
    scene.attack(2)
    assert scene.enemies[0] == (11, 0)
    assert scene.attack().enemies == [(12, 0)]


@pytest.mark.clause("SW-S3-4")
def test_a_spell_that_changes_nothing_does_not() -> None:
    """A useless spell in the third exchange does not save the fronts."""
    scene = Scene(["9/0", "9/0"], ["9/0", "9/0"], spells=[spell(op("heal", side="own"))]).attack(2)
    scene.do(1, Cast(31), ATTACK)
    assert scene.enemies == [(12, 0)]


@pytest.mark.clause("SW-S3-4")
def test_given_and_healed_is_nothing() -> None:
    """D28: a × given and healed within the exchange, three times: both removed."""
    healer = card("9/1", skill("always", op("heal", side="own", at="front")))
    scene = Scene(["9/0", healer], [card("9/1", block=9), "9/0"])
    scene.do(1, PASS, ATTACK)
    assert (scene.own[0], scene.side().exchange.idle) == ((1, 1), 0)
    for _ in range(2):
        scene.do(1, Use(2), ATTACK)
    assert scene.side().exchange.idle == 2
    assert scene.do(1, Use(2), ATTACK).enemies == [(12, 0)]


@pytest.mark.clause("SW-S3-4")
def test_what_matters_is_compared_exactly() -> None:
    """Every point of the comparison counts, and own cards that come to the field do not."""
    scene = Scene(["9/1", "9/1"], ["9/1", "9/1"])
    before = what_matters(scene.table, 1)
    assert before == scene.side().exchange.before
    line, enemy = scene.side().line, scene.side().enemy
    changes = [
        (line[1], "wounds", 1), (enemy[1], "wounds", 1),
        (line[0], "marks", Marks(hp=1)), (enemy[0], "marks", Marks(hp=-1)),
        (line[0], "marks", Marks(halved=1)), (line[0], "marks", Marks(attack=1)), (enemy[0], "marks", Marks(attack=1)),
        (enemy[1], "up", True), (line[0], "lower", 140), (enemy[0], "lower", 140),
        (line[0], "marks", Marks([Equipment(140)])),
    ]  # fmt: skip
    for slot, name, value in changes:
        was = getattr(slot, name)
        setattr(slot, name, value)
        assert what_matters(scene.table, 1) != before, name
        setattr(slot, name, was)
    line.append(line[1])
    assert what_matters(scene.table, 1) == before


@pytest.mark.clause("SW-S3-4")
def test_wounds_are_counted_side_by_side() -> None:
    """A × healed on the own side and one put on the enemy in the same exchange move the battle on."""
    scene = Scene([card("9/1", skill("always", op("heal", side="own")))], ["9/0"], wounds={1: 1}).do(1, Use(1), ATTACK)
    assert (scene.own, scene.enemies, scene.side().exchange.idle) == ([(1, 0)], [(11, 1)], 0)


@pytest.mark.clause("SW-S3-4")
def test_a_wound_that_changes_its_bearer_is_nothing() -> None:
    """A × healed on one own card while the front takes one leaves their number as it was: two on one card are as many
    as one on each of two."""
    healer = card("9/1", skill("always", op("heal", side="own", at="self")))
    scene = Scene(["9/0", healer], [card("9/1", block=9), "9/0"], wounds={1: 1, 2: 1})
    scene.do(1, Use(2), ATTACK)
    assert (scene.own, scene.side().exchange.idle) == ([(1, 2), (2, 0)], 1)


@pytest.mark.clause("SW-S3-4", "SW-3.1-17")
def test_values_are_compared_not_how_they_come_about() -> None:
    """An attack of 0 lowered further every time is the same attack; so is one that is raised and lowered alike, and HP
    halved and made up for."""
    lower = skill("always", op("strengthen", attack=-1))
    sinking = Scene([card("9/0", lower)], ["9/0", "9/0"])
    for _ in range(3):
        sinking.do(1, Use(1), ATTACK)
    assert sinking.over()
    level = skill("always", op("strengthen", attack=2), op("strengthen", attack=-2))
    halved = skill("always", op("halve_hp", side="own"), op("strengthen", side="own", at="self", hp=2))
    for text in (level, halved):
        scene = Scene([card("4/0", text, block=5)], ["9/1", "9/0"])
        for _ in range(3):
            scene.do(1, Use(1), ATTACK)
        assert scene.over()


@pytest.mark.clause("SW-S3-9", "SW-S3-10")
def test_both_sides_have_the_reward_of_what_they_struck_down() -> None:
    """The participant may use the enemy's, the enemy must use the own one; one empty field alone decides the battle."""
    prize = card("9/0", skill("reward", op("gain", colour="blue", count=1)))
    scene = Scene([card("9/0", skill("reward", op("wound", at="last"))), "9/0"], [prize]).attack(3)
    assert scene.asked() == [(1, "must_reward")]
    scene.do(1, Use(1)).do(1, Use(11))
    assert (scene.own, scene.cubes, scene.over()) == ([(2, 1)], (1, 0, 2), True)


@pytest.mark.clause("SW-S3-10", "SW-3.12-1")
def test_it_can_empty_both_fields() -> None:
    """The last two strike each other down: green and blue."""
    scene = Scene(["9/0"], ["9/0"]).attack(3)
    assert (scene.cubes, scene.over()) == ((2, 0, 1), True)


@pytest.mark.clause("SW-S3-12", "SW-3.12-1")
@pytest.mark.parametrize(
    ("own", "enemy"),
    [
        ([card("9/0", skill("always", op("strengthen", side="own", at="self", hp=1)))], [card("9/0")]),
        (
            [card("1/9", skill("always", op("revive", count=9))), *["1/9"] * 9],
            [card("1/1", skill("always", op("revive", count=9))), "1/0"],
        ),
    ],
    ids=["values that rise", "cards that come back on both sides"],
)
def test_no_battle_goes_on_for_ever(own: list[dict[str, object]], enemy: list[dict[str, object]]) -> None:
    """Whatever changes in every exchange, at the hundredth all that stands falls and the round is over."""
    scene = Scene(own, enemy, up=2)
    actions = 0
    while not scene.over():
        decision = scene.match.ask.decisions[0]
        offered = list(decision.options(scene.table))
        scene.do(1, offered[-1])
        actions += 1
        assert actions < 40 * LONGEST_BATTLE
    assert scene.cubes in ((2, 0, 1), (2, 1, 0), (1, 0, 1))


@pytest.mark.clause("SW-S3-12")
def test_a_wound_healed_every_other_exchange_ends() -> None:
    """Given in one exchange and healed in the next, for ever: the hundredth is the last, and there is no reward."""
    prize = skill("reward", op("gain", colour="blue", count=5))
    healer = card("9/0", skill("always", op("heal", side="own", at="front", count=2)))
    scene = Scene(["9/0", healer], [card("9/1", prize, block=9)])
    for exchange in range(LONGEST_BATTLE):
        scene.do(1, Use(2) if exchange % 2 else PASS, ATTACK)
    assert (scene.over(), scene.cubes, "SW-S3-12" in scene.table.relied) == (True, (2, 0, 1), True)


@pytest.mark.clause("SW-S3-4", "SW-Z.4-5")
@pytest.mark.parametrize(("upper", "lower"), [(0, 5), (5, 0)])
def test_an_enemy_that_is_merged_in_counts(upper: int, lower: int) -> None:
    """A surplus card that comes to the enemy field moves the battle on, whether it lies on top or below."""
    calls = card("9/0", skill("always", op("reinforce", side="other", count=1)))
    scene = Scene([calls], ["9/0"] * 10, deck=["2/2"], up=10).do(1, Use(1), Merge(upper, lower), ATTACK)
    assert scene.side().exchange.idle == 0


@pytest.mark.clause("SW-S3-4", "SW-S3-6")
def test_an_own_card_that_is_merged_in_does_not() -> None:
    """Laid on top of a wounded own card it changes no number of wounds, so the exchange is idle."""
    calls = card("9/0", skill("always", op("reinforce", count=1)))
    scene = Scene([calls, *["9/0"] * 9], ["9/0", "9/0"], deck=["2/2"], wounds={5: 2})
    scene.do(1, Use(1), Merge(0, 5), ATTACK)
    assert (scene.own[4], scene.side().exchange.idle) == ((71, 2), 1)


@pytest.mark.clause("SW-3.5-5", "SW-S5-12")
def test_who_comes_at_the_end_of_an_exchange_acts_in_the_next() -> None:
    """A waiting card that the mutual fall brings in uses its 常時 in the next exchange."""
    late = card("9/0", skill("summon", condition={"own_graveyard": 1}), skill("always", op("wound")))
    scene = Scene(["9/0", "9/0"], ["9/0"], waiting=[late]).attack(3)
    assert (scene.enemies, scene.asked()) == ([(131, 0)], [(1, "enemy_always")])


@pytest.mark.clause("SW-3.1-17", "SW-3.1-18", "SW-K.6-6")
def test_what_cannot_be_halved_is_not_felled_by_it() -> None:
    """A spell in the own graveyard lets an enemy text take the last HP of its own front: halving that is idle, and the
    participant has no reward."""
    prize = card("2/0", skill("reward", op("gain", colour="blue", count=1)))
    greedy = card("9/0", skill("standing", op("strengthen", side="own", at="others", hp=-3), condition=fallen))
    scene = Scene(["9/0"], [prize, greedy], spells=[spell(op("halve_hp"))], up=2).do(1, Cast(31))
    assert (scene.enemies, scene.side().due, scene.cubes) == ([(12, 0)], [], (1, 0, 0))


@pytest.mark.clause("SW-S3-12", "SW-3.10-1")
def test_a_battle_decided_in_its_last_exchange_is_decided() -> None:
    """The hundredth exchange defeats the last enemy: cleared like any other battle, and the own cards stay."""
    scene = Scene(["9/1", "9/1"], ["1/0"])
    scene.side().exchange.number = LONGEST_BATTLE
    assert (scene.attack().over(), scene.own, scene.cubes) == (True, [(1, 0), (2, 0)], (1, 0, 1))


@pytest.mark.clause("SW-S3-12", "SW-S3-7", "SW-S3-9")
def test_the_third_idle_exchange_may_be_the_last() -> None:
    """The fronts fall by the 3回ルール with their rewards; what is left undecided after it falls without."""
    prize = card("9/0", skill("reward", op("gain", colour="blue", count=1)))
    scene = Scene(["9/0", "9/0"], [prize, prize]).attack(2)
    scene.side().exchange.number = LONGEST_BATTLE
    scene.attack().do(1, Use(11))
    assert (scene.over(), scene.cubes) == (True, (2, 0, 2))


@pytest.mark.clause("SW-3.2-6", "SW-S3-9", "SW-3.8-7")
def test_what_a_reward_changes_for_the_exchange_ends_with_it() -> None:
    """The mutual fall brings a reward that holds and weakens the next enemy for this exchange: in the next it is free
    and as strong as ever."""
    hurts = op("strengthen", at="front", attack=-2, until="exchange")
    prize = card("9/0", skill("reward", op("hold"), hurts))
    scene = Scene(["9/0", "9/0"], [prize, "9/2"], up=2).attack(3).do(1, Use(11))
    assert not marks_on(scene.side().enemy[0]).held
    assert scene.do(1, ATTACK).own == [(2, 1)]


@pytest.mark.clause("SW-3.2-6", "SW-K.6-6", "SW-3.1-18")
def test_a_reward_at_the_end_of_an_exchange_does_not_reach_into_the_next() -> None:
    """A card that lives by HP for the exchange falls at its end, and with it the one that it lent HP; the reward of
    that one strengthens for an exchange that is over."""
    lends = card("2/0", skill("standing", op("strengthen", side="own", at="others", hp=2)))
    prize = card("6/0", skill("reward", op("strengthen", side="own", attack=5, until="exchange")))
    takes = skill("standing", op("strengthen", at="last", hp=-2))
    texts = op("strengthen", at="each", hp=3, until="exchange"), op("strengthen", at="each", hp=-4)
    scene = Scene([card("9/0", takes, skill("always", *texts))], ["9/0", lends, prize], up=3).do(1, Use(1, 1), ATTACK)
    assert scene.asked() == [(1, "may_reward")]
    scene.do(1, Use(13))
    assert (scene.enemies, marks_on(scene.side().line[0]).turn_attack) == ([(11, 0)], 0)
