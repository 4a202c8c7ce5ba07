"""特殊なルール ②合成 and ●場: stacks, and the eleventh card."""

import pytest

from shinpan_engine.games.swordrion.table.actions import ATTACK, AttackWith, Cast, Merge, Target, Use
from shinpan_engine.games.swordrion.table.options import EquipCounts
from shinpan_engine.games.swordrion.table.state import Slot
from shinpan_engine.games.swordrion.table.table import marked, marks_on

from .scene import Scene, card, equipment, op, skill, spell

joins = skill("always", op("merge"))
joins_enemies = skill("always", op("merge", side="other"))
grows = skill("always", op("strengthen", side="own", at="self", attack=1))


def merged(
    first: str | dict[str, object], second: str | dict[str, object], enemy: str = "9/0", **more: object
) -> Scene:
    """Two own cards, the second merged below the first by the text of a third."""
    scene = Scene([first, second, card("9/1", joins)], [enemy, "9/0"], **more).until("own_always")
    return scene.do(1, Use(3), Merge(1, 2))


@pytest.mark.clause("SW-S2-2", "SW-S2-4", "SW-S2-1", "SW-Z.4-7", "SW-S2-14")
def test_a_stack_is_one_card() -> None:
    """3/4 on 2/5 is one card 5/9 in the place farther left."""
    scene = merged("3/4", "2/5", "9/4").do(1, ATTACK)
    assert [(slot.card, slot.lower) for slot in scene.side().line] == [(1, 2), (3, 0)]
    assert (scene.own[0], scene.side().enemy_graveyard) == ((1, 1), [11])


@pytest.mark.clause("SW-S2-14")
def test_the_left_place_whoever_lies_on_top() -> None:
    """The right one laid on top of the left one takes the left place."""
    scene = Scene(["1/1", "2/2", card("9/1", joins)], ["9/0"]).until("own_always").do(1, Use(3), Merge(3, 1))
    assert [(slot.card, slot.lower) for slot in scene.side().line] == [(3, 1), (2, 0)]


@pytest.mark.clause("SW-S2-1", "SW-S2-10", "SW-S1-12", "SW-S2-17", "SW-Z.4-5")
def test_what_can_be_merged() -> None:
    """Two different cards of that field by their places, none of them a stack already."""
    scene = Scene(["1/1", "1/1", card("9/1", joins), "1/1"], ["9/0"]).do(1, Use(3), Merge(1, 2))
    scene.do(1, ATTACK).do(1, Use(3))
    for upper, lower in ((1, 1), (1, 4), (0, 1)):
        assert scene.refuses(1, Merge(upper, lower)) == ("SW-S2-1",)
    assert scene.refuses(1, Merge(1, 2)) == ("SW-S2-10", "SW-S1-12")
    assert scene.do(1, Merge(3, 2)).side().line[1].card == 4


@pytest.mark.clause("SW-S2-3", "SW-S2-11", "SW-S2-5")
def test_what_a_stack_shows() -> None:
    """Kind, name, cost and stars are those of the upper card, the keywords of both apply: block 2 and undead."""
    scene = merged(card("3/4", block=2, kind="竜"), card("2/5", undead=True, kind="獣"), "99/7").do(1, ATTACK)
    assert scene.own[0] == (1, 1)
    looks = card("9/1", skill("always", op("wound"), looks_for="竜"))
    for upper, found in ((1, 1), (2, 0)):
        line = [card("1/1", kind="竜"), card("1/1", kind="獣"), card("9/1", joins), looks]
        scene = Scene(line, ["9/0"]).do(1, Use(3), Merge(upper, 3 - upper), Use(4))
        assert scene.enemies == [(11, found)]


@pytest.mark.clause("SW-S2-6")
def test_a_stack_attacks_in_one_of_two_ways() -> None:
    """Two blows of 9 or one of 9 on three enemies; not both, and one of them must be named."""
    pair = card("3/4", multi_hit=2), card("2/5", multi_target=3)
    scene = merged(*pair, "99/0")
    assert scene.asked() == [(1, "choose")]
    assert scene.refuses(1, ATTACK) == ("SW-S2-6", "SW-3.1-1")
    assert scene.do(1, AttackWith(1)).enemies == [(11, 2), (12, 0)]
    assert merged(*pair, "99/0").do(1, AttackWith(2)).enemies == [(11, 1)]


@pytest.mark.clause("SW-S2-7", "SW-S2-8", "SW-S2-9", "SW-S2-15")
@pytest.mark.parametrize(("first", "second"), [(1, 1), (2, 1), (2, 2)])
def test_wounds_of_a_stack(first: int, second: int) -> None:
    """D12: wounds are added; three or more defeat the stack at once, and both cards lie in the graveyard."""
    scene = merged("3/4", "2/5", wounds={1: first, 2: second})
    if first + second < 3:
        assert scene.own[0] == (1, 2)
    else:
        assert (scene.own, scene.side().graveyard) == ([(3, 0)], [1, 2])


@pytest.mark.clause("SW-S2-12", "SW-K.2-3")
def test_the_on_turn_skill_of_a_merged_card() -> None:
    """That of a card merged into the front comes in the next step 5; one already used does not come again."""
    stronger = op("strengthen", side="own", at="self", attack=1)
    front, other = card("9/1", skill("on_turn", stronger)), card("9/1", skill("on_turn", stronger))
    scene = Scene([front, other, card("9/1", skill("always", op("merge")))], ["9/0"]).until("own_on_turn")
    scene.do(1, Use(1)).do(1, ATTACK).do(1, Use(3), Merge(1, 2))
    assert scene.asked() == [(1, "own_on_turn")]
    assert scene.refuses(1, Use(1)) == ("SW-3.7-1", "SW-3.5-3")
    assert marks_on(scene.do(1, Use(2)).side().line[0]).attack == 2


@pytest.mark.clause("SW-S2-13", "SW-S2-9", "SW-3.10-3")
def test_enemies_can_be_merged() -> None:
    """The last two enemies are merged, the stack is sent to the graveyard: cleared."""
    scene = Scene([card("9/1", joins_enemies, skill("always", op("destroy")))], ["9/0", "9/0"], up=2)
    scene.do(1, Use(1), Merge(2, 1), Use(1, 1))
    assert (scene.side().enemy_graveyard, scene.cubes, scene.over()) == ([12, 11], (1, 0, 1), True)


@pytest.mark.clause("SW-S2-16", "SW-S5-6")
def test_a_merged_enemy_strikes() -> None:
    """With a 選択 skill it must use it, with two the participant picks one, without any the way of attacking."""
    heals, spares = skill("choice", op("heal", side="own")), skill("choice", op("heal"))
    line = [card("9/0", joins_enemies)]
    one = Scene(line, [card("9/3", heals), "9/3"], up=2).do(1, Use(1), Merge(2, 1)).attack()
    assert one.refuses(1, ATTACK) == ("SW-S5-6", "SW-S2-16")
    assert one.refuses(1, Use(12)) == ("SW-S2-16",)
    assert one.do(1, Use(11)).own == [(1, 0)]
    two = Scene(line, [card("9/3", heals), card("9/3", spares)], up=2).do(1, Use(1), Merge(2, 1)).attack()
    assert two.allows(1, Use(11))
    assert two.allows(1, Use(12))
    way = Scene(line, [card("9/3", multi_hit=2), "9/3"], up=2).do(1, Use(1), Merge(2, 1)).attack()
    assert way.asked() == [(1, "enemy_way")]
    assert way.refuses(1, AttackWith(1)) == ("SW-S2-16",)
    assert way.do(1, AttackWith(11)).own == [(1, 2)]


@pytest.mark.clause("SW-Z.4-1", "SW-Z.4-3", "SW-Z.4-4", "SW-Z.4-5", "SW-Z.4-8")
def test_the_eleventh_card_is_merged() -> None:
    """F16: nine cards take one more at the right end; from the eleventh on each is merged with a card of the field,
    the participant naming which and which lies on top."""
    scene = Scene([card("9/1", skill("always", op("revive", count=3))), *["1/1"] * 8], ["9/0"], grave=["2/2"] * 3)
    scene.do(1, Use(1))
    for taken in ("take", "take", "merge"):
        assert scene.asked() == [(1, taken)]
        if taken == "take":
            scene.do(1, next(scene.match.ask.decisions[0].options(scene.table)))
    assert scene.refuses(1, Merge(1, 2)) == ("SW-Z.4-5",)
    assert scene.refuses(1, Merge(0, 11)) == ("SW-S2-1",)
    scene.do(1, Merge(0, 2)).do(1, Merge(3, 0))
    assert len(scene.own) == 10
    assert [(slot.card, slot.lower) for slot in scene.side().line[1:3]] == [(52, 2), (3, 53)]
    assert scene.side().graveyard == []


@pytest.mark.clause("SW-Z.4-6")
def test_nobody_can_take_it() -> None:
    """Ten stacks: the revived card stays in the graveyard."""
    scene = Scene([card("9/1", skill("always", op("revive", count=1))), *["1/1"] * 9], ["9/0"], grave=["2/2"])
    for slot in scene.side().line:
        slot.lower = 139 + slot.card
    assert scene.do(1, Use(1)).side().graveyard == [51]
    assert "SW-Z.4-6" in scene.table.relied


@pytest.mark.clause("SW-Z.4-5", "SW-S2-13", "SW-Z.4-4")
def test_the_eleventh_enemy() -> None:
    """In the enemy field the participant chooses too, among cards that lie face up."""
    calls = card("9/1", skill("always", op("reinforce", side="other", count=1)))
    scene = Scene([calls], ["1/0"] * 10, deck=["2/2"]).do(1, Use(1))
    assert scene.refuses(1, Merge(2, 0)) == ("SW-S2-10", "SW-S1-12")
    assert scene.do(1, Merge(1, 0)).side().enemy[0].lower == 71


@pytest.mark.clause("SW-K.10-5", "SW-K.10-4")
def test_blocks_add_up() -> None:
    """A stack of block 2 and block 3 takes 5 off."""
    scene = merged(card("2/1", block=2), card("2/1", block=3), "99/5").do(1, ATTACK)
    assert scene.own[0] == (1, 0)
    scene = merged(card("2/1", block=2), card("2/1", block=3), "99/6").do(1, ATTACK)
    assert scene.own[0] == (1, 1)


@pytest.mark.clause("SW-S1-12")
def test_a_stack_can_be_equipped_where_equipment_does_not_count() -> None:
    """Two cards and an equipment in one place, but only where the set-up says so."""
    for option in EquipCounts:
        scene = Scene(
            ["3/4", "2/5", card("9/1", joins)],
            ["99/0"],
            spells=[spell(op("heal")), equipment(hp=3)],
            equip_counts=option,
        )
        scene.passes().do(1, Use(3), Merge(1, 2), ATTACK).do(1, Cast(32))
        assert scene.allows(1, Target(1)) == (option == EquipCounts.FALSE)


@pytest.mark.clause("SW-S2-4", "SW-3.1-18", "SW-K.6-6")
def test_a_stack_without_hp_falls_by_who_merged_it() -> None:
    """Two enemies of HP 1, lowered by 5 each and both living on 5 that a third lends, have -3 as a stack."""
    lends = card("9/0", skill("standing", op("strengthen", side="own", at="others", hp=5)))
    prize = card("1/0", skill("reward", op("gain", colour="blue", count=1)))
    joins = card("9/0", skill("always", op("strengthen", at="each", hp=-5), op("merge", side="other")))
    scene = Scene([joins], [lends, prize, prize], up=3).do(1, Use(1), Merge(2, 3))
    assert (scene.enemies, scene.asked()) == ([(11, 0)], [(1, "may_reward")])


@pytest.mark.clause("SW-S2-13", "SW-3.1-16", "SW-K.3-2")
def test_who_has_fallen_is_not_merged() -> None:
    """The attack has defeated the enemy front, which still lies there: its 攻撃 skill merges two of the others."""
    joins = card("9/1", skill("attack", op("merge", side="other")))
    scene = Scene([joins], ["1/0", "9/0", "9/0"], up=3).attack()
    assert scene.refuses(1, Merge(1, 2)) == ("SW-S2-10", "SW-S1-12")
    assert scene.do(1, Merge(2, 3)).enemies == [(12, 0)]


@pytest.mark.clause("SW-3.1-17", "SW-S2-4")
def test_halved_cards_merge_exactly() -> None:
    """HP 5 halved and HP 2 make 4.5: damage 4 wounds, damage 5 defeats."""
    halves = skill("always", op("halve_hp", side="own"))
    for attack, falls in ((4, False), (5, True)):
        scene = Scene(["5/0", "2/0", card("9/1", joins, halves)], [f"99/{attack}"])
        scene.do(1, Use(3, 1), Use(3), Merge(1, 2)).do(1, ATTACK)
        assert (1 in scene.side().graveyard) == falls


@pytest.mark.clause("SW-Z.4-6")
def test_what_finds_no_room_stays_on_the_deck() -> None:
    """Ten stacks: the card that would be laid is neither drawn nor discarded."""
    calls = card("9/1", skill("always", op("reinforce", count=1)))
    scene = Scene([calls, *["1/1"] * 9], ["9/0"], deck=["2/2"])
    for slot in scene.side().line:
        slot.lower = 139 + slot.card
    scene.do(1, Use(1))
    assert (scene.state.deck, scene.state.discard, "SW-Z.4-6" in scene.table.relied) == ([71], [], True)


@pytest.mark.clause("SW-Z.4-6")
def test_nobody_is_named_who_finds_no_room() -> None:
    """Ten stacks and two cards in the graveyard: the participant is not asked which of them is revived."""
    scene = Scene([card("9/1", skill("always", op("revive", count=1))), *["1/1"] * 9], ["9/0"], grave=["2/2"] * 2)
    for slot in scene.side().line:
        slot.lower = 139 + slot.card
    scene.do(1, Use(1))
    assert (scene.side().graveyard, scene.asked()) == ([51, 52], [(1, "attack")])


@pytest.mark.clause("SW-3.5-5", "SW-S2-5", "SW-Z.4-5")
@pytest.mark.parametrize("how", [Merge(1, 0), Merge(0, 1)])
def test_only_the_newer_card_of_a_stack_waits(how: Merge) -> None:
    """An enemy laid in step 3 below or on top of an older one: the older uses its 常時 at once, the newer in the next
    exchange."""
    calls = card("99/1", skill("always", op("reinforce", side="other", count=1)))
    enemy = card("9/0", grows)
    scene = Scene([calls], [enemy, *["9/0"] * 9], deck=[enemy]).do(1, Use(1), how)
    assert scene.refuses(1, Use(71)) == ("SW-3.5-5",)
    assert scene.do(1, Use(11)).asked() == [(1, "attack")]
    scene.do(1, ATTACK).until("enemy_always")
    assert scene.allows(1, Use(11))
    assert marks_on(scene.do(1, Use(71), Use(11)).side().enemy[0]).attack == 3


@pytest.mark.clause("SW-3.5-5", "SW-S2-5")
@pytest.mark.parametrize("how", [Merge(2, 3), Merge(3, 2)])
def test_who_comes_back_waits_in_a_stack_too(how: Merge) -> None:
    """An own card sent away and revived in step 3, then merged with an older one: only the older uses its 常時."""
    brings = card("9/0", skill("always", op("destroy", side="own", at="last"), op("revive", count=1)), joins)
    scene = Scene([brings, card("9/0", grows), card("9/0", grows)], ["9/0"]).do(1, Use(1), Use(1, 1), how)
    assert scene.refuses(1, Use(3)) == ("SW-3.5-5",)
    assert scene.do(1, Use(2)).asked() == [(1, "attack")]
    assert scene.do(1, ATTACK).allows(1, Use(3))


def test_a_place_that_nothing_has_been_done_to_has_no_marks_to_write_on() -> None:
    """What is read there is shared by all places, so writing needs marks of the place's own."""
    with pytest.raises(AttributeError):
        marks_on(Slot(1)).held = True
    marked(mine := Slot(1)).held = True
    assert (marks_on(mine).held, marks_on(Slot(2)).held) == (True, False)
