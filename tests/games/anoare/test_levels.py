"""6.1 to 6.4 and 6.6: life, level-ups, free cooldowns and ultra skills."""

from typing import Any

import pytest

from shinpan_engine.games.anoare import GAME
from shinpan_engine.games.anoare.table.actions import PASS, Cooldowns, LevelUp, Set, Use
from shinpan_engine.games.anoare.table.options import LevelFlag, LevelSkip, UltraChoice, ZeroLifeTriggers
from shinpan_engine.games.anoare.table.state import Step
from shinpan_engine.kernel.play.views import PUBLIC

from .scene import Scene, effect, op, stack


def hit(life: int, damage: int, level: int = 1, **more: Any) -> Scene:
    """Seat 2 has taken this skill damage, and the turn has come to its level-ups or to the next turn."""
    scene = Scene(life=(10, life), level=(1, level), skills={1: {"attack": damage}}, **more).uses(1, 11)
    while scene.state.step < Step.LEVEL_UP and scene.state.turn == 1:
        scene.quiet()
    return scene


@pytest.mark.clause("AN-6.2-1", "AN-6.6-2", "AN-6.6-1", "AN-1.3-3", "AN-1.3-5", "AN-6.2-15")
@pytest.mark.parametrize(
    ("life", "damage", "level"), [(7, 2, 2), (7, 1, 1), (6, 1, 2), (10, 4, 1), (10, 5, 2), (10, 9, 2)]
)
def test_level_2_at_life_5(life: int, damage: int, level: int) -> None:
    """D17, P5: life 7 and damage 2 make level 2 in the end phase, damage 1 does not; life 6 to 10 is level 1."""
    scene = hit(life, damage)
    assert scene.side(2).level == 1
    assert scene.side(2).life == life - damage
    assert (scene.asked() == [(2, "level_up")]) == (level == 2)
    if level == 2:
        assert scene.quiet().side(2).level == 2


@pytest.mark.clause("AN-6.3-1", "AN-6.3-2", "AN-6.3-6", "AN-6.4-1", "AN-6.6-3", "AN-1.3-2", "AN-1.3-4", "AN-3-4")
@pytest.mark.parametrize("damage", [2, 3, 5])
def test_life_stops_at_0_and_the_surplus_is_lost(damage: int) -> None:
    """Life 2 and damage 5: life 0, stored 0, no loss, level 3 in the end phase; exactly 2 is the same."""
    scene = hit(2, damage, level=2)
    assert (scene.side(2).life, scene.side(2).stored, scene.side(2).level) == (0, 0, 2)
    assert scene.asked() == [(2, "level_up")]
    scene.quiet()
    assert (scene.side(2).level, scene.state.ending) == (3, None)


@pytest.mark.clause("AN-6.3-3", "AN-6.5-18", "AN-3-4")
def test_nothing_kills_before_level_3() -> None:
    """D19: level 2, life 2: shortage 2, then a skill of 5: life 0, stored 0, alive, level 3."""
    skills = {1: {"attack": 5}, 11: {"cost": 2}}
    scene = Scene(life=(10, 2), level=(1, 2), skills=skills, hands=(None, [11])).uses(1, 11)
    assert scene.side(2).life == 0
    scene.until(Step.LEVEL_UP)
    assert (scene.side(2).stored, scene.state.ending) == (0, None)
    assert "AN-6.3-3" in scene.table.relied
    assert scene.quiet().side(2).level == 3


@pytest.mark.clause("AN-6.3-4")
@pytest.mark.parametrize(("option", "distance"), [(ZeroLifeTriggers.TRUE, 2), (ZeroLifeTriggers.FALSE, 1)])
def test_damage_at_life_0_triggers(option: ZeroLifeTriggers, distance: int) -> None:
    """At life 0 before level 3 'when damaged' still fires, unless so set up."""
    answer = {2: [(1, [effect(op("distance", 1), when="damaged", per_turn=9)])]}
    texts = {1: {"effects": [effect(op("damage", 9, to="opponent")), effect(op("damage", 1, to="opponent"))]}}
    scene = Scene(life=(10, 9), skills=texts, abilities=answer, zero_life_triggers=option).uses(1, 11)
    scene.do(1, Use(1, 0, 0)).do(2, PASS).do(1, Use(1, 0, 1))
    assert scene.state.distance == distance


@pytest.mark.clause("AN-6.3-5", "AN-6.5-20", "AN-1.3-7", "AN-6.1-5")
@pytest.mark.parametrize(
    ("life", "level", "healed", "clause"),
    [(4, 2, 7, ""), (9, 1, 10, "AN-1.3-7"), (0, 2, 0, "AN-6.3-5"), (0, 3, 0, "AN-6.5-20")],
)
def test_healing(life: int, level: int, healed: int, clause: str) -> None:
    """It stops at 10, does nothing at life 0, and lowers no level."""
    scene = Scene(life=(life, 10), level=(level, 1), skills={1: {"effects": [effect(op("heal", 3))]}})
    scene.until(Step.SELECTION).side(1).life = life
    scene.uses(1, 11).do(1, Use(1))
    assert (scene.side(1).life, scene.side(1).level) == (healed, level)
    assert [event.amount for event in scene.events("Healed")] == ([healed - life] if life else [])
    assert not clause or clause in scene.table.relied


@pytest.mark.clause("AN-6.2-3")
@pytest.mark.parametrize(("option", "rises"), [(LevelFlag.EVENT, True), (LevelFlag.END_VALUE, False)])
def test_having_been_at_5_is_enough(option: LevelFlag, rises: bool) -> None:
    """Life 6, damage 2, heal 3: the level-up takes place; with end_value it does not."""
    heals = {1: {"effects": [effect(op("damage", 2, to="own")), effect(op("heal", 3))]}}
    scene = Scene(life=(6, 10), skills=heals, level_flag=option).uses(1, 11)
    scene.do(1, Use(1, 0, 0)).do(2, PASS).do(1, Use(1, 0, 1))
    assert scene.side(1).life == 7
    scene.next_turn()
    assert "AN-6.2-3" in scene.table.relied
    assert scene.side(1).level == (2 if rises else 1)


@pytest.mark.clause("AN-6.2-3")
def test_the_event_counts_for_its_own_turn_only() -> None:
    """With end_value and life healed above 5 nothing of it is left in the next turn; at 5 or less it is level 2."""
    heals = {1: {"effects": [effect(op("damage", 2, to="own")), effect(op("heal", 3))]}, 2: {"effects": []}}
    scene = Scene(life=(6, 10), skills=heals, level_flag=LevelFlag.END_VALUE).uses(1, 11).next_turn()
    assert not scene.side(1).fell
    low = Scene(
        life=(6, 10), skills={1: {"effects": [effect(op("damage", 1, to="own"))]}}, level_flag=LevelFlag.END_VALUE
    )
    assert low.uses(1, 11).next_turn().side(1).level == 2


@pytest.mark.clause("AN-6.2-2", "AN-6.2-11", "AN-6.2-13")
def test_the_level_rises_in_the_end_phase_only() -> None:
    """Until then the Lv2 ability is not in force; cooldowns, ultra skill and level come in this order."""
    two = {1: [(2, [effect(op("distance", 1), optional=True)])]}
    scene = Scene(life=(6, 10), skills={1: {"cost": 1}}, hands=([1], None), abilities=two, zones=([stack(2, 3)], []))
    scene.uses(1, 11)
    assert scene.side(1).life == 5
    assert scene.refuses(1, Use(0, 2)) == ("AN-5.4b-18", "AN-6.1-3")
    scene.until(Step.LEVEL_UP).do(1, LevelUp([Cooldowns(2, 1)], 8))
    names = [type(event).__name__ for event in scene.table.events]
    assert names[:3] == ["Returned", "TookUltra", "LeveledUp"]
    assert scene.uses(2, 12).allows(1, Use(0, 2))


@pytest.mark.clause("AN-6.2-1", "AN-6.2-4", "AN-6.2-7", "AN-6.4-1", "AN-6.4-2", "AN-6.4-3")
@pytest.mark.parametrize(
    ("life", "level", "clauses"),
    [(5, 1, ["AN-6.2-4", "AN-6.2-7", "AN-6.2-1"]), (0, 2, ["AN-6.4-2", "AN-6.4-3", "AN-6.4-1"])],
)
def test_each_level_up_is_told_by_its_own_clauses(life: int, level: int, clauses: list[str]) -> None:
    """Cooldown, ultra skill and level cite the sentences on level 2 or those on level 3."""
    scene = hit(life + 1, 1, level, zones=([], [stack(15, 16, 17)]), hands=(None, [11]))
    scene.do(2, LevelUp([Cooldowns(15, 1)], scene.side(2).ultras[0]))
    assert [event.clause for event in scene.table.events][:3] == clauses


@pytest.mark.clause("AN-6.2-4", "AN-6.2-5", "AN-6.2-6", "AN-6.4-2", "AN-6.6-4")
@pytest.mark.parametrize("level", [1, 2])
def test_free_cooldowns(level: int) -> None:
    """Each skill as often as wished, 0 included, up to its return: n + 1 times, with double cooldown 2n + 1."""
    zone = [stack(12, 13, 14), stack(15, 16), stack(17)]
    scene = Scene(
        life=(10, {1: 6, 2: 1}[level]),
        level=(1, level),
        zones=([], zone),
        hands=(None, []),
        skills={1: {"attack": 1}, 15: {"double_cd": True}},
    )
    scene.uses(1, None).until(Step.LEVEL_UP)
    assert [(s.card, len(s.costs)) for s in scene.side(2).zone] == [(12, 1), (15, 1)]
    ultra = scene.side(2).ultras[0]
    for cooldowns in ([], [(12, 1)], [(12, 2)], [(15, 1)], [(15, 2)], [(12, 2), (15, 2)]):
        assert scene.allows(2, LevelUp([Cooldowns(*c) for c in cooldowns], ultra))
    for wrong in ([(12, 3)], [(15, 3)], [(12, 0)]):
        assert scene.refuses(2, LevelUp([Cooldowns(*c) for c in wrong], ultra)) == ("AN-6.2-6",)
    assert scene.refuses(2, LevelUp([Cooldowns(17, 1)], ultra)) == ("AN-6.2-4",)
    assert scene.refuses(2, LevelUp([Cooldowns(15, 1), Cooldowns(12, 1)], ultra)) == ("",)
    scene.do(2, LevelUp([Cooldowns(12, 2), Cooldowns(15, 2)], ultra))
    assert scene.side(2).zone == []
    assert scene.side(2).hand == sorted([12, 13, 14, 15, 16, 17, ultra])


@pytest.mark.clause("AN-6.2-1", "AN-6.2-7", "AN-6.2-8", "AN-6.2-9", "AN-6.2-14", "AN-6.4-3", "AN-6.4-5", "AN-6.4-6")
def test_exactly_one_ultra_each_time() -> None:
    """3, then 2, then 1 ultra skills lie face down; any may be taken, none or two or one that is not there not; the
    third stays there for good."""
    scene = hit(6, 1)
    assert [ultra for ultra in range(11, 21) if scene.allows(2, LevelUp([], ultra))] == [18, 19, 20]
    assert scene.refuses(2, LevelUp([], 8)) == ("AN-6.2-7", "AN-6.2-8")
    assert scene.refuses(2, PASS) == ("AN-7.3-3",)
    assert scene.refuses(1, LevelUp([], 8)) == ("AN-6.2-1", "AN-6.2-14")
    scene.do(2, LevelUp([], 19))
    assert (scene.side(2).ultras, 19 in scene.side(2).hand) == ([18, 20], True)
    top = hit(1, 1, level=2)
    assert [ultra for ultra in range(11, 21) if top.allows(2, LevelUp([], ultra))] == [19, 20]
    top.do(2, LevelUp([], 20))
    assert top.side(2).ultras == [19]
    assert top.until(Step.SELECTION).refuses(2, Set(19)) == ("AN-5.2-2",)


@pytest.mark.clause("AN-6.2-14", "AN-6.1-5")
def test_each_level_up_happens_once() -> None:
    """Level 2 falling from 5 to 3 brings nothing more, nor does level 3 another."""
    assert hit(5, 2, level=2).side(2).level == 2
    assert hit(5, 2, level=2).asked() != [(2, "level_up")]
    scene = Scene(life=(0, 10), level=(3, 1), stored=(0, 0)).uses(1, 11).next_turn()
    assert (scene.side(1).level, len(scene.side(1).ultras)) == (3, 1)


@pytest.mark.clause("AN-6.2-10", "AN-5.7-4", "AN-5.0-9")
@pytest.mark.parametrize("option", list(UltraChoice))
def test_who_sees_the_ultra_taken(option: UltraChoice) -> None:
    """It goes from face down to hand unseen, or is shown if so set up; both who rise choose blind."""
    hits = {1: {"attack": 5}, 11: {"attack": 5}}
    scene = Scene(skills=hits, ultra_choice=option).uses(1, 11).until(Step.LEVEL_UP)
    assert scene.asked() == [(1, "level_up"), (2, "level_up")]
    scene.do(1, LevelUp([], 9))
    assert scene.side(1).level == 1
    assert all(not pending.answer for pending in GAME.view(scene.state, 2).pending)
    scene.do(2, LevelUp([], 18))
    shown = option is UltraChoice.SHOWN
    assert [event.private for event in scene.events("TookUltra")] == ([0, 0] if shown else [1, 2])
    for viewer in (PUBLIC, 2):
        side = GAME.view(scene.state, viewer).sides[0]
        assert (side.hand, side.ultras) == ([0] * 8, [0, 0])


@pytest.mark.clause("AN-5.7-4", "AN-6.2-13")
def test_the_order_of_levelling_up_does_not_matter() -> None:
    """Both orders of the two answers lead to the same state."""
    states = []
    for order in ((1, 2), (2, 1)):
        scene = Scene(skills={1: {"attack": 5}, 11: {"attack": 5}}).uses(1, 11).until(Step.LEVEL_UP)
        for seat in order:
            scene.do(seat, LevelUp([], 10 * seat))
        states.append(scene.state)
    assert states[0] == states[1]


@pytest.mark.clause("AN-6.4-7", "AN-6.4-8", "AN-6.4-4", "AN-6.6-4")
def test_from_level_1_to_0_makes_both_level_ups() -> None:
    """D18: life 6, damage 6: level 2 first, then level 3, two ultras, each with its cooldowns."""
    scene = hit(6, 6)
    scene.do(2, LevelUp([], 18))
    assert (scene.side(2).level, scene.asked(), scene.state.step) == (2, [(2, "level_up")], Step.LEVEL_UP)
    scene.do(2, LevelUp([], 20))
    assert (scene.side(2).level, scene.side(2).ultras, scene.state.turn) == (3, [19], 2)
    assert "AN-6.4-7" in scene.table.relied


@pytest.mark.clause("AN-6.4-7")
def test_the_jump_may_be_set_up_to_bring_one_ultra() -> None:
    """With top_only there is one level-up, to 3, with one ultra skill of three."""
    scene = hit(6, 6, level_skip=LevelSkip.TOP_ONLY)
    scene.do(2, LevelUp([], 18))
    assert (scene.side(2).level, scene.side(2).ultras, scene.state.turn) == (3, [19, 20], 2)


@pytest.mark.clause("AN-6.2-12")
def test_the_reading_of_lower_abilities_is_told() -> None:
    """From the first level-up on the verdict rests on whether lower abilities stay in force."""
    scene = hit(6, 1)
    assert "AN-6.2-12" not in scene.table.relied
    scene.quiet()
    assert "AN-6.2-12" in scene.table.relied


@pytest.mark.clause("AN-5.0-9", "AN-6.2-4", "AN-2.3-5")
def test_what_a_fragment_cooled_meanwhile_is_not_cooled_again() -> None:
    """One player has chosen, the own fragment brings the skill home: what was chosen for it is chosen again."""
    home = {2: [effect(op("cooldown", skills="each"))]}
    hits = {1: {"attack": 5}, 11: {"attack": 5}}
    scene = Scene(kept=(2, 0), fragments=home, skills=hits, zones=([stack(5, 6)], [])).uses(1, 11)
    scene.until(Step.LEVEL_UP).do(1, LevelUp([Cooldowns(5, 1)], 9)).turn_up(1)
    assert scene.asked() == [(1, "level_up"), (2, "level_up")]
    assert scene.refuses(1, LevelUp([Cooldowns(5, 1)], 9)) == ("AN-6.2-4",)
    scene.do(1, LevelUp([], 9)).do(2, LevelUp([], 19))
    assert [(side.level, len(side.zone)) for side in scene.state.sides] == [(2, 0), (2, 0)]


@pytest.mark.clause("AN-5.0-9", "AN-5.7-4", "AN-2.3-5")
def test_who_falls_while_the_other_rises_rises_too() -> None:
    """A fragment turned up before all have chosen makes the other's level-up due: both choose blind."""
    hurts = {2: [effect(op("damage", 1, to="opponent"))]}
    scene = Scene(kept=(0, 2), fragments=hurts, life=(6, 6), skills={1: {"attack": 1}}).uses(1, 11)
    scene.until(Step.LEVEL_UP)
    assert scene.asked() == [(2, "level_up")]
    scene.turn_up(2)
    assert scene.asked() == [(1, "level_up"), (2, "level_up")]
    scene.do(2, LevelUp([], 19))
    assert scene.side(2).level == 1
    scene.do(1, LevelUp([], 9))
    assert [side.level for side in scene.state.sides] == [2, 2]
