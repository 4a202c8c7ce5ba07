"""特殊なルール ④追加ダメージ(合算): apart, or added to the front's blow."""

import pytest

from shinpan_engine.games.swordrion.table.actions import ADD, ATTACK, PASS, AttackWith, Cast, Merge, Use

from .scene import Scene, card, op, relic, skill, spell

two = spell(op("additional", amount=2))


@pytest.mark.clause("SW-S4-1", "SW-S4-2", "SW-S4-4", "SW-S4-5")
@pytest.mark.parametrize(("hp", "sum_allowed"), [(5, True), (6, False)])
def test_apart_or_added(hp: int, sum_allowed: bool) -> None:
    """D10, F15: attack 3 and additional 2: on HP 5 the sum defeats; on HP 6 it is refused, and there are two ×."""
    scene = Scene(["9/3"], [f"{hp}/0", "9/0"], spells=[two]).do(1, Cast(31))
    assert scene.asked() == [(1, "additional")]
    if sum_allowed:
        assert scene.do(1, ADD).enemies[0] == (11, 0)
        assert scene.do(1, ATTACK).side().enemy_graveyard == [11]
    else:
        assert scene.refuses(1, ADD) == ("SW-S4-5",)
    scene = Scene(["9/3"], ["6/0"], spells=[two]).do(1, Cast(31), PASS)
    assert scene.enemies == [(11, 1)]
    assert scene.do(1, ATTACK).enemies == [(11, 2)]


@pytest.mark.clause("SW-S4-3")
def test_it_may_defeat_by_itself() -> None:
    """Additional 2 on HP 2: the enemy falls before the attack."""
    scene = Scene(["9/3"], ["2/9", "9/0"], spells=[two]).do(1, Cast(31), PASS)
    assert (scene.enemies, scene.own) == ([(12, 0)], [(1, 0)])


@pytest.mark.clause("SW-S4-5", "SW-K.10-4", "SW-S4-4")
def test_block_counts_once_for_a_sum() -> None:
    """D11: attack 3 and 2 on HP 3 with block 2: apart × and nothing, the sum 5 - 2 defeats."""
    enemy = [card("3/0", block=2), "9/0"]
    assert Scene(["9/3"], enemy, spells=[two]).do(1, Cast(31), ADD, ATTACK).enemies == [(12, 0)]
    apart = Scene(["9/3"], enemy, spells=[two]).do(1, Cast(31), PASS)
    assert apart.enemies[0] == (11, 0)
    assert apart.do(1, ATTACK).enemies[0] == (11, 1)


@pytest.mark.clause("SW-S4-6", "SW-S4-8")
def test_the_participant_decides_for_the_enemy_too() -> None:
    """Additional 2 of an enemy text on the own front may be added to its blow of 3, or comes apart."""
    enemy = card("9/3", skill("always", op("additional", amount=2)))
    scene = Scene(["5/1", "9/1"], [enemy]).do(1, Use(11), ADD)
    assert scene.own[0] == (1, 0)
    assert scene.do(1, ATTACK).side().graveyard == [1]
    assert Scene(["5/1", "9/1"], [enemy]).do(1, Use(11), PASS, ATTACK).own[0] == (1, 2)


@pytest.mark.clause("SW-S4-7", "SW-3.2-5")
def test_apart_it_is_dealt_at_once() -> None:
    """On HP 6 with two × the third × comes in step 2, and the enemy falls before the attack."""
    scene = Scene(["9/3"], ["6/9", "9/0"], spells=[two], wounds={11: 2}).do(1, Cast(31), PASS)
    assert (scene.enemies, scene.own) == ([(12, 0)], [(1, 0)])


@pytest.mark.clause("SW-S4-7")
def test_a_sum_that_no_longer_reaches() -> None:
    """After the declaration the enemy's HP rises: at step 6 both are dealt apart, the additional one first."""
    enemy = card("5/0", skill("always", op("strengthen", side="own", at="self", hp=4)))
    scene = Scene(["9/3"], [enemy], spells=[two]).do(1, Cast(31), ADD, Use(11), ATTACK)
    assert [event.amount for event in scene.events("Damage")] == [2, 3]
    assert (scene.enemies, "SW-S4-7" in scene.table.relied) == ([(11, 2)], True)


@pytest.mark.clause("SW-S4-7")
@pytest.mark.parametrize("kind", ["choice", "held", "fallen"])
def test_what_no_blow_comes_for(kind: str) -> None:
    """A 選択 skill instead of the attack, a front that is held or has left: what was to be added is dealt apart."""
    own = card("9/3", skill("choice", op("heal", side="own"))) if kind == "choice" else "9/3"
    texts = {"held": [skill("on_turn", op("hold"))], "fallen": [skill("on_turn", op("destroy"))]}.get(kind, [])
    scene = Scene([own, "9/1"], [card("5/0", *texts), "9/0"], spells=[two]).do(1, Cast(31), ADD)
    if kind == "choice":
        scene.do(1, Use(1))
    else:
        scene.do(1, Use(11))
    assert scene.enemies[0] == (11, 1)


@pytest.mark.clause("SW-S4-7", "SW-3.8-7")
def test_what_two_that_wait_do_not_strike() -> None:
    """Where each front attacks only when attacked no blow comes either, and it is dealt in its place."""
    scene = Scene([card("9/3", waits=True)], [card("5/0", waits=True)], spells=[two]).do(1, Cast(31), ADD)
    assert [(event.amount, event.card) for event in scene.events("Damage")] == [(2, 11)]


@pytest.mark.clause("SW-S4-7", "SW-S4-8", "SW-3.2-5")
def test_what_was_for_another_front() -> None:
    """The enemy front falls before step 6 and the next one steps forward at once: nothing is added against that one."""
    kills = skill("always", op("destroy"))
    scene = Scene([card("9/3", kills)], ["5/0", "5/0"], spells=[two], early_kill=1).do(1, Cast(31), ADD, Use(1), ATTACK)
    assert scene.enemies == [(12, 1)]


@pytest.mark.clause("SW-S4-8")
def test_only_damage_to_the_front_is_added() -> None:
    """On the second enemy it is dealt apart without a question, and so it is in step 6."""
    behind = spell(op("additional", amount=2, at="last"))
    scene = Scene(["9/3"], ["9/0", "9/0"], spells=[behind]).do(1, Cast(31))
    assert (scene.enemies, scene.asked()) == ([(11, 0), (12, 1)], [(1, "attack")])
    assert scene.refuses(1, ADD) == ("SW-S4-8",)
    late = Scene([card("9/3", skill("attack", op("additional", amount=2)))], ["9/0"]).attack()
    assert (late.enemies, late.asked()) == ([(11, 2)], [(1, "attack")])


@pytest.mark.clause("SW-S4-9")
def test_of_several_any_selection() -> None:
    """Two texts of 2 and attack 3 on HP 7: the first apart, the second added to nothing; on HP 5 either or both."""
    both = skill("always", op("additional", amount=2)), skill("always", op("additional", amount=2))
    line = [card("9/3", *both)]
    one = Scene(line, ["5/0", "9/0"]).do(1, Use(1), PASS, Use(1, 1), ADD)
    assert one.enemies[0] == (11, 1)
    assert one.do(1, ATTACK).enemies == [(12, 0)]
    two_added = Scene(line, ["5/0", "9/0"]).do(1, Use(1), ADD, Use(1, 1), ADD)
    assert two_added.side().exchange.added == [2, 2]
    assert two_added.do(1, ATTACK).enemies == [(12, 0)]
    small = card("9/3", both[0], skill("always", op("additional", amount=1)))
    assert Scene([small], ["5/0"]).do(1, Use(1, 1)).refuses(1, ADD) == ("SW-S4-5",)
    assert Scene([small], ["5/0"]).do(1, Use(1), ADD, Use(1, 1)).allows(1, ADD)


@pytest.mark.clause("SW-S4-10")
def test_it_is_neither_answered_nor_followed() -> None:
    """Apart it draws no answer and triggers no 攻撃 skill."""
    own = card("9/0", skill("attack", op("wound", at="last")))
    scene = Scene([own], ["9/5", "9/0"], spells=[two]).do(1, Cast(31), PASS)
    assert (scene.own, scene.enemies) == ([(1, 0)], [(11, 1), (12, 0)])


@pytest.mark.clause("SW-S4-4", "SW-S4-8")
def test_it_is_added_to_the_blow_of_a_stack_or_of_breath() -> None:
    """The sum is measured with the stronger way of a stack; chosen the weaker one, it comes apart if it falls short."""
    pair = [card("1/1", dragon_breath=4), "1/1", card("9/1", skill("always", op("merge")))]
    for way, left in ((1, []), (2, [(11, 2)])):
        scene = Scene(pair, ["6/0"]).do(1, Use(3), Merge(1, 2))
        scene.side().exchange.added = [2]
        assert scene.do(1, AttackWith(way)).enemies == left


@pytest.mark.clause("SW-S4-7", "SW-K.0-3")
def test_what_was_kept_comes_before_a_choice_on_either_side() -> None:
    """The enemy front uses its 選択 skill instead of the blow: the damage that was to be added comes first."""
    enemy = card("9/3", skill("always", op("additional", amount=2)), skill("choice", op("destroy")))
    scene = Scene(["5/1", "9/1"], [enemy]).do(1, Use(11), ADD, ATTACK, Use(11, 1))
    assert [event.card for event in scene.events("Damage")][-1] == 1
    assert scene.side().graveyard == [1]


@pytest.mark.clause("SW-S4-7", "SW-3.8-7")
def test_what_was_kept_for_a_held_front_comes_before_the_answer() -> None:
    """The own front is held after the declaration: in the place of its blow the additional damage is dealt, then the
    enemy strikes."""
    holds = card("5/3", skill("always", op("hold")))
    scene = Scene(["9/3", "9/0"], [holds, "9/0"], spells=[two]).do(1, Cast(31), ADD, Use(11))
    damage = [(event.amount, event.card) for event in scene.events("Damage")]
    assert damage == [(2, 11), (3, 1)]


@pytest.mark.clause("SW-S4-8", "SW-3.8-7")
def test_nothing_is_added_to_a_front_that_is_held() -> None:
    """No blow of it is to come, so the damage is dealt apart without a question."""
    scene = Scene(["9/3", "9/0"], ["5/3", "9/0"], spells=[two], relics=[relic("exchange", op("hold", side="own"))])
    assert scene.do(1, Cast(31)).events("Kept") == []
    assert [(event.amount, event.card) for event in scene.events("Damage")][:2] == [(2, 11), (3, 1)]


@pytest.mark.clause("SW-S4-7", "SW-K.12-2", "SW-K.11-4")
def test_the_sum_is_measured_when_all_that_are_struck_lie_open() -> None:
    """The second card that an attack on several turns up lends the front HP: the sum falls short, so both are apart."""
    lends = card("9/0", skill("standing", op("strengthen", side="own", at="front", hp=3)))
    scene = Scene([card("9/3", multi_target=2)], ["5/0", lends], spells=[two]).do(1, Cast(31), ADD, ATTACK)
    assert [event.amount for event in scene.events("Damage")][:2] == [2, 3]
