"""特殊なルール ⑤オートマタのアクション: checks, duties without effect, spells and 召喚 cards among the enemies."""

import pytest

from shinpan_engine.games.swordrion import GAME
from shinpan_engine.games.swordrion.table.actions import ATTACK, PASS, AttackWith, Cast, Merge, Target, Use
from shinpan_engine.games.swordrion.table.options import EnemySpell, PeekedStayUp, WaitingSummonOnClear
from shinpan_engine.games.swordrion.table.table import marks_on
from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.play.views import PUBLIC

from .scene import DECK, Scene, card, equipment, op, skill, spell

hurt = spell(op("wound"))


def summons(numbers: str = "9/1", **condition: int) -> dict[str, object]:
    return card(numbers, skill("summon", condition=condition))


@pytest.mark.clause("SW-S5-3", "SW-S5-4", "SW-3.6-3")
@pytest.mark.parametrize("option", PeekedStayUp)
def test_a_check_turns_all_enemies_up(option: PeekedStayUp) -> None:
    """F11: a text that looks for a kind has the whole line turned up; it stays so unless the set-up says otherwise."""
    dragon = card("9/0", skill("always", op("wound"), looks_for="竜"), kind="竜")
    line = [dragon, card("9/0", kind="獣"), card("9/0", kind="竜")]
    scene = Scene(["9/1"], line, peeked_stay_up=option).do(1, Use(11))
    assert [event.card for event in scene.events("TurnedUp")] == [12, 13]
    stays = option == PeekedStayUp.TRUE
    assert [slot.up for slot in scene.side().enemy] == [True, stays, stays]
    assert scene.own == [(1, 1)]
    hidden = [slot.card for slot in GAME.view(scene.state, PUBLIC).sides[0].enemy]
    assert hidden == ([11, 12, 13] if stays else [11, 0, 0])


@pytest.mark.clause("SW-S5-3")
def test_a_check_that_finds_nothing() -> None:
    """The line is turned up all the same, and nothing happens."""
    dragon = card("9/0", skill("always", op("wound"), looks_for="竜"), kind="竜")
    scene = Scene(["9/1"], [dragon, card("9/0", kind="獣")]).do(1, Use(11))
    assert (scene.own, [slot.up for slot in scene.side().enemy]) == ([(1, 0)], [True, True])


@pytest.mark.clause("SW-S5-6", "SW-S5-8", "SW-2.1-5", "SW-K.0-3")
def test_a_duty_that_does_nothing() -> None:
    """F10: スコッフノーム must use its 選択 skill, there is no face-down own card, and the own front is not struck."""
    gnome = card("9/9", skill("choice", op("destroy", at="chosen", face="down")))
    scene = Scene(["9/1", "9/1"], [gnome]).attack()
    assert scene.refuses(1, ATTACK) == ("SW-S5-6", "SW-S2-16")
    assert scene.refuses(1, PASS) == ("SW-S5-6",)
    scene.do(1, Use(11))
    assert (scene.own, scene.enemies) == ([(1, 0), (2, 0)], [(11, 1)])
    assert all(slot.up for slot in scene.side().line)


@pytest.mark.clause("SW-S5-10", "SW-K.11-4")
def test_a_face_down_enemy_is_named_by_its_place() -> None:
    """Sending a face-down enemy to the graveyard shows it there; one that is only hurt stays in the line, face up."""
    gnome = card(
        "9/1", skill("choice", op("destroy", at="chosen", face="down")), skill("always", op("wound", at="last"))
    )
    scene = Scene([gnome], ["9/0", "9/0", "9/0", "9/0"]).do(1, Use(1, 1))
    assert [slot.up for slot in scene.side().enemy] == [True, False, False, True]
    scene.do(1, Use(1))
    assert scene.refuses(1, Target(1, True)) == ("SW-S5-10",)
    assert scene.refuses(1, Target(4, True)) == ("SW-S5-10",)
    assert scene.do(1, Target(3, True)).side().enemy_graveyard == [13]


@pytest.mark.clause("SW-2.3-7", "SW-Z.3-1")
def test_a_spell_among_the_enemies() -> None:
    """D17: it goes to the discard pile without effect, and the next card is the front in the same exchange; a line of
    spells is cleared unfought."""
    scene = Scene(["9/1"], [hurt, hurt, "9/0"])
    assert (scene.enemies, scene.state.discard, scene.side().exchange.number) == ([(13, 0)], [11, 12], 1)
    assert "SW-2.3-7" in scene.table.relied
    unfought = Scene(["9/1"], [hurt, hurt])
    assert (unfought.over(), unfought.cubes) == (True, (1, 0, 1))


@pytest.mark.clause("SW-2.3-7")
def test_a_spell_that_is_replaced() -> None:
    """A new card comes from the deck into its place, and another for that if it is a spell too; if there is one."""
    scene = Scene(["9/1"], [hurt, "9/0"], deck=[hurt, "5/0"], enemy_spell=EnemySpell.REPLACE)
    assert (scene.enemies, scene.state.discard, scene.state.deck) == ([(72, 0), (12, 0)], [11, 71], [])
    assert Scene(["9/1"], [hurt, "9/0"], enemy_spell=EnemySpell.REPLACE).enemies == [(12, 0)]


@pytest.mark.clause("SW-2.3-7", "SW-K.0-3", "SW-S5-10")
def test_a_spell_that_is_cast() -> None:
    """Its text works once with the sides swapped, and it lies in the enemy graveyard; it cannot be left out."""
    chosen = spell(op("wound", at="chosen"))
    scene = Scene(["9/1", "9/1"], [chosen, "9/0"], enemy_spell=EnemySpell.CAST)
    assert scene.refuses(1, PASS) == ("SW-K.6-4", "SW-2.3-7")
    scene.do(1, Use(11)).do(1, Target(2))
    assert (scene.own, scene.side().enemy_graveyard, scene.enemies) == ([(1, 0), (2, 1)], [11], [(12, 0)])


@pytest.mark.clause("SW-2.3-7", "SW-Z.1-5", "SW-3.14-4")
def test_equipment_that_is_cast() -> None:
    """It equips a card that its text names, read from the enemy's side, and goes to the enemy graveyard in the end."""
    own_only = equipment(attack=3, on="own")
    scene = Scene(["9/9", "9/1"], [own_only, "9/0", "9/0"], enemy_spell=EnemySpell.CAST).do(1, Use(11))
    assert [one.enemy for one in marks_on(scene.side().enemy[0]).equipment] == [True]
    worn = Scene([card("9/9", skill("always", op("turn_up")))], ["9/0", own_only, "9/0"], enemy_spell=EnemySpell.CAST)
    worn.do(1, Use(1)).do(1, Use(12)).do(1, Target(1, True)).do(1, ATTACK)
    assert sorted(worn.side().enemy_graveyard) == [11, 12]


@pytest.mark.clause("SW-2.3-7")
def test_a_spell_that_fights() -> None:
    """It fights with the HP and attack of the pack; if these are not told, or of any card its keywords, that is
    undecidable."""
    scene = Scene(["9/1"], [card("9/3", kind="術", spell={"use": "single", "ops": [op("wound")]})], enemy_spell=3)
    assert scene.attack().own == [(1, 1)]
    with pytest.raises(Undecidable):
        Scene(["9/1"], [{**hurt, "hp": None}], enemy_spell=EnemySpell.FIGHT)
    with pytest.raises(Undecidable):
        Scene(["9/1"], [{**card("9/1"), "keywords": None}])
    with pytest.raises(Undecidable, match=r"unknown\.fighting"):
        Scene(["9/1"], [{**card("9/1"), "skills": None}])


@pytest.mark.clause("SW-S5-11", "SW-S5-12", "SW-S5-13", "SW-S5-14")
def test_a_card_that_waits() -> None:
    """D17: put aside when turned up, it is no front; when its condition is met it joins the end of the line."""
    scene = Scene(["9/9"], [summons(own_graveyard=1), "9/0", "9/0"])
    assert (scene.side().waiting, scene.enemies) == ([11], [(12, 0), (13, 0)])
    scene.attack()
    assert (scene.side().waiting, scene.enemies) == ([], [(13, 0), (11, 0)])
    assert scene.side().enemy[1].up


@pytest.mark.clause("SW-S5-13")
def test_a_condition_that_is_met_already() -> None:
    """Turned up it goes to the end of the line at once."""
    assert Scene(["9/9"], [summons(other_field=9), "9/0"]).enemies == [(12, 0), (11, 0)]


@pytest.mark.clause("SW-S5-14", "SW-S5-12")
def test_the_last_enemys_fall_may_bring_another() -> None:
    """The last enemy falls, and with it a waiting card's condition is met: the battle is not cleared."""
    scene = Scene(["9/9"], ["9/0"], waiting=[summons(own_graveyard=1)]).attack()
    assert (scene.over(), scene.enemies) == (False, [(131, 0)])


@pytest.mark.clause("SW-S5-14", "SW-S5-15")
def test_a_condition_is_watched_when_a_battle_begins() -> None:
    """A card that waits for the second battle joins its line at once, and fights if there is nobody else."""
    late = summons(battle=1)
    joined = Scene(["9/9"], ["9/0"], waiting=[late])
    assert joined.enemies == [(11, 0), (131, 0)]
    assert [type(event).__name__ for event in joined.table.events][:2] == ["Laid", "TurnedUp"]
    assert Scene(["9/9"], [hurt], waiting=[late]).enemies == [(131, 0)]


@pytest.mark.clause("SW-Z.4-6", "SW-S5-12")
def test_a_card_that_finds_no_room_goes_on_waiting() -> None:
    """Ten enemy stacks: a card whose condition is met stays aside, and the battle goes on."""
    scene = Scene(["9/1"], ["9/0"] * 10, up=10)
    for slot in scene.side().enemy:
        slot.lower = slot.card + 109
    scene.side().waiting = [131]
    scene.table.cards = Scene(["9/1"], ["9/0"], waiting=[summons(own_graveyard=0)]).table.cards
    assert scene.attack(2).side().waiting == [131]


@pytest.mark.clause("SW-S5-15")
@pytest.mark.parametrize("option", WaitingSummonOnClear)
def test_who_still_waits_when_the_battle_is_cleared(option: WaitingSummonOnClear) -> None:
    """It neither prevents clearing nor fights; it stays aside, or goes where the set-up says."""
    scene = Scene(["9/9"], ["9/0"], waiting=[summons(own_graveyard=9)], waiting_summon_on_clear=option).attack()
    assert (scene.over(), scene.cubes) == (True, (1, 0, 1))
    side = scene.side()
    assert (side.waiting, side.enemy_graveyard[1:], scene.state.deck) == {
        WaitingSummonOnClear.STAY: ([131], [], []),
        WaitingSummonOnClear.GRAVEYARD: ([], [131], []),
        WaitingSummonOnClear.DECK_BOTTOM: ([], [], [131]),
    }[option]


@pytest.mark.clause("SW-S5-11", "SW-K.11-4", "SW-2.3-7")
def test_what_is_turned_up_by_a_blow() -> None:
    """Among cards hit at once a spell leaves and a 召喚 card goes aside unhurt; nobody moves into the range."""
    scene = Scene([card("9/2", multi_target=3)], ["9/0", hurt, summons(own_graveyard=9), "9/0"]).attack()
    assert (scene.enemies, scene.state.discard, scene.side().waiting) == ([(11, 1), (14, 0)], [12], [13])


@pytest.mark.clause("SW-S5-11", "SW-K.5-2", "SW-Z.3-1")
def test_what_the_deck_brings() -> None:
    """Cards laid from the deck: a spell is discarded, a 召喚 card whose condition is not met waits on the enemy side
    and is discarded on the own one."""
    mine = skill("always", op("reinforce", count=3))
    theirs = skill("always", op("reinforce", side="other", count=3))
    deck = [hurt, summons(own_graveyard=9), "7/7"]
    own = Scene([card("9/1", mine)], ["9/0"], deck=deck).do(1, Use(1))
    assert (own.own, own.state.discard) == ([(1, 0), (DECK + 2, 0)], [DECK, DECK + 1])
    enemy = Scene([card("9/1", theirs)], ["9/0"], deck=deck).do(1, Use(1))
    assert (enemy.enemies, enemy.state.discard, enemy.side().waiting) == ([(11, 0), (73, 0)], [71], [72])


@pytest.mark.clause("SW-3.4-5", "SW-S5-8")
def test_the_enemy_has_neither_hand_nor_cubes() -> None:
    """An enemy text that draws or gains is used and does nothing."""
    enemy = card("9/0", skill("always", op("draw", count=2), op("gain", colour="blue", count=1)))
    scene = Scene(["9/1"], [enemy], deck=["1/1"] * 3).do(1, Use(11))
    assert (scene.state.deck, scene.cubes) == ([71, 72, 73], (1, 0, 0))


@pytest.mark.clause("SW-K.8-9", "SW-3.6-3")
def test_what_is_turned_up_works() -> None:
    """After a text has turned the line up, an auto battler in it attacks."""
    scene = Scene([card("9/0", skill("always", op("turn_up")))], ["9/1", card("9/1", auto_battler=True)])
    scene.do(1, Use(1), ATTACK)
    assert scene.do(1, AttackWith(12)).own == [(1, 2)]


@pytest.mark.clause("SW-S5-7", "SW-3.4-1")
def test_a_spell_does_not_spare_a_duty() -> None:
    """While an enemy 発動 is due neither spell nor attack is accepted."""
    scene = Scene(["9/1"], [card("9/0", skill("on_turn", op("wound")))], spells=[hurt]).passes()
    assert scene.refuses(1, ATTACK) == ("SW-S5-7",)
    assert scene.refuses(1, Cast(31)) == ("SW-3.2-2", "SW-3.4-3")


@pytest.mark.clause("SW-S5-13", "SW-K.11-4")
def test_a_summoned_card_is_unhurt_wherever_it_goes() -> None:
    """Hit face down with its condition met it goes to the end unhurt, even where that is the place it had."""
    prize = card("1/0", skill("reward", op("blow", amount=3)))
    scene = Scene(["9/1"], [prize, summons("3/1", own_field=9)]).attack().do(1, Use(11))
    assert (scene.enemies, [event.card for event in scene.events("TurnedUp")]) == ([(12, 0)], [12])


@pytest.mark.clause("SW-3.6-3", "SW-Z.1-1", "SW-K.11-4")
def test_what_goes_face_down_to_the_graveyard_does_nothing_more() -> None:
    """A face-down card sent to the graveyard is never open in the field: its standing text takes no HP, its 召喚 does
    not save it from breath in the same text, and nobody sees it before it lies in the graveyard."""
    takes = card("9/0", skill("standing", op("strengthen", at="each", hp=-9)))
    scene = Scene([card("9/1", skill("always", op("destroy", at="last")))], ["9/0", takes]).do(1, Use(1))
    assert (scene.own, scene.side().enemy_graveyard) == ([(1, 0)], [12])
    both = card("9/0", skill("choice", op("destroy", at="last"), op("breath", amount=1), op("wound", at="chosen")))
    late = Scene([both], ["9/0", "9/0", summons(own_graveyard=9)]).until("choose").do(1, Use(1))
    assert (late.side().waiting, [slot.card for slot in GAME.view(late.state, 1).sides[0].enemy]) == ([], [11, 12, 0])
    assert late.do(1, Target(1, True)).side().enemy_graveyard == [13]


@pytest.mark.clause("SW-3.1-18", "SW-S5-14", "SW-K.6-5")
def test_a_summoned_card_may_fall_as_it_comes() -> None:
    """A card that joins without HP falls at once, before a reward is asked for, and its own reward is due with it."""
    weak = card("2/0", skill("summon", condition={"other_graveyard": 1}), skill("reward", op("draw", count=1)))
    takes = card("9/0", skill("standing", op("strengthen", at="last", hp=-2)))
    prize = card("1/1", skill("reward", op("wound")))
    scene = Scene([prize, takes], ["9/5", "9/0"], waiting=[weak]).attack()
    assert scene.side().enemy_graveyard == [131]
    assert scene.allows(1, Use(131, 1))
    assert scene.allows(1, Use(1))


@pytest.mark.clause("SW-S5-3", "SW-K.6-5")
def test_a_check_that_turns_nothing_up_lets_nothing_in_between() -> None:
    """An enemy reward looks for a kind where all lies open: it is carried out before the next reward is asked for."""
    looks = card("1/1", skill("reward", op("wound"), looks_for="竜"))
    prize = card("1/1", skill("reward", op("gain", colour="blue", count=1)))
    scene = Scene([looks, "9/0"], [prize, card("9/0", kind="竜")], up=2).attack().do(1, Use(1))
    assert (scene.own, scene.asked()) == ([(2, 1)], [(1, "may_reward")])


@pytest.mark.clause("SW-S5-4", "SW-S2-4")
def test_a_stack_does_not_lie_face_down() -> None:
    """What a check has turned up and its effect has merged stays open, where all else is turned back."""
    joins = card("9/0", skill("always", op("merge", side="own"), looks_for="竜"))
    scene = Scene(["9/1"], [joins, card("9/0", kind="竜"), "9/0", "9/0"], peeked_stay_up=PeekedStayUp.FALSE)
    scene.do(1, Use(11), Merge(2, 3))
    assert [(slot.card, slot.lower, slot.up) for slot in scene.side().enemy] == [
        (11, 0, True), (12, 13, True), (14, 0, False),
    ]  # fmt: skip


@pytest.mark.clause("SW-S5-4", "SW-3.1-4")
def test_the_next_front_lies_face_down_again_too() -> None:
    """Where a check does not leave cards open, that holds for one that has become the leftmost in this exchange."""
    looks = card("9/0", skill("always", op("heal", side="own", at="self"), looks_for="竜"))
    kills = card("9/0", skill("always", op("destroy")))
    scene = Scene([kills], ["9/0", "9/0", looks], peeked_stay_up=PeekedStayUp.FALSE)
    scene.side().enemy[2].up = True
    scene.do(1, Use(1)).do(1, Use(13))
    assert [event.card for event in scene.events("TurnedUp")] == [12, 12]


@pytest.mark.clause("SW-2.3-7", "SW-3.8-7", "SW-3.2-6")
def test_what_an_unfought_line_of_spells_did_is_over() -> None:
    """A line of nothing but spells that are cast holds and weakens the own front for that exchange only."""
    holds = spell(op("hold"), op("strengthen", at="front", attack=-1, until="exchange"))
    scene = Scene(["9/1"], [holds], enemy_spell=EnemySpell.CAST).do(1, Use(11))
    slot = scene.side().line[0]
    assert (scene.over(), slot.marks) == (True, None)


@pytest.mark.clause("SW-2.3-7", "SW-3.1-18")
def test_equipment_that_is_cast_may_fell() -> None:
    """An equipment of HP -2 that came up as the enemy front fells an own card of HP 2 before anything else is asked."""
    chain = equipment(hp=-2, attack=1, on="other")
    scene = Scene(["2/1", "9/1"], [chain, hurt, "9/0"], enemy_spell=EnemySpell.CAST).do(1, Use(11), Target(1))
    assert (scene.asked(), scene.side().graveyard, scene.own) == ([(1, "must_reward")], [1], [(2, 0)])


@pytest.mark.clause("SW-2.3-4", "SW-S5-4", "SW-3.5-5")
def test_who_came_and_lies_face_down_again_is_hidden() -> None:
    """A 召喚 card that a check brings to the end of the line and leaves face down: no viewer learns which it is."""
    dragon = card("9/0", skill("always", op("wound"), looks_for="竜"), kind="竜")
    line = [dragon, card("9/0", skill("summon", condition={"own_field": 2}), kind="竜")]
    scene = Scene(["9/1"], line, peeked_stay_up=PeekedStayUp.FALSE).do(1, Use(11))
    assert marks_on(scene.side().enemy[1]).fresh == [12]
    shown = GAME.view(scene.state, PUBLIC).sides[0].enemy[1]
    assert (shown.card, marks_on(shown).fresh) == (0, [0])


@pytest.mark.clause("SW-S5-4", "SW-S5-13")
def test_what_a_check_has_done_to_a_summoned_card_stays() -> None:
    """It lies face down again, and when it is turned up as the front it is as strong as it was made."""
    texts = skill("always", op("strengthen", side="own", at="each", hp=1), looks_for="竜")
    line = [card("1/0", texts), card("9/0", skill("summon", condition={}), kind="竜")]
    scene = Scene(["9/9"], line, peeked_stay_up=PeekedStayUp.FALSE).do(1, Use(11))
    assert [slot.up for slot in scene.side().enemy] == [True, False]
    front = scene.attack().side().enemy[0]
    assert (front.card, front.up, marks_on(front).hp) == (12, True, 1)
