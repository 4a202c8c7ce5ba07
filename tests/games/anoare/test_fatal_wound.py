"""3:勝敗条件 and 6.5: stored damage and 致命傷."""

import pytest

from shinpan_engine.games.anoare import GAME
from shinpan_engine.games.anoare.table.actions import PASS, Use
from shinpan_engine.games.anoare.table.state import Ending, EndReason, Step
from shinpan_engine.kernel.judging.report import Result

from .scene import Scene, effect, op, stack

TOP = {"level": (3, 3), "life": (0, 0)}


def both(amount: int) -> dict[str, object]:
    """A text that hurts both at once."""
    return effect(op("damage", amount, to="both"), optional=True)


def other(amount: int) -> dict[str, object]:
    """A text that hurts the opponent."""
    return effect(op("damage", amount, to="opponent"), optional=True)


@pytest.mark.clause("AN-3-1", "AN-6.5-1", "AN-6.5-2", "AN-6.5-3", "AN-6.5-4", "AN-6.5-17")
@pytest.mark.parametrize(
    ("stored", "damage", "lost"), [(0, 2, False), (0, 3, True), (1, 1, False), (2, 1, True), (0, 9, True)]
)
def test_three_stored_in_a_turn_are_fatal(stored: int, damage: int, lost: bool) -> None:
    """Level 3: damage is stored, life stays 0; 2 are survived, 3 lose, whatever the opponent's level."""
    scene = Scene(level=(1, 3), life=(10, 0), skills={1: {"attack": damage}}).uses(1, 11)
    scene.side(2).stored = stored
    scene.do(1, PASS).do(2, PASS)
    assert scene.side(2).life == 0
    assert (scene.state.ending == Ending(1, EndReason.FATAL_WOUND)) == lost
    assert [(event.winner, event.reason) for event in scene.events("Ended")] == ([(1, "fatal_wound")] if lost else [])
    assert GAME.result(scene.state) == (Result((1,), "fatal_wound") if lost else None)
    assert lost or scene.side(2).stored == stored + damage


@pytest.mark.clause("AN-6.5-4", "AN-6.5-3")
def test_all_kinds_of_damage_count_together() -> None:
    """Shortage 1, effect 1 and skill 1 make 3: lost."""
    skills = {1: {"attack": 1, "effects": [other(1)]}, 11: {"cost": 1}}
    scene = Scene(level=(1, 3), life=(10, 0), skills=skills, hands=(None, [11])).uses(1, 11).do(1, Use(1))
    assert scene.side(2).stored == 2
    scene.do(2, PASS).do(1, PASS)
    assert scene.state.ending.winner == 1


@pytest.mark.clause("AN-6.5-5", "AN-5.0-14")
def test_the_loss_comes_at_once() -> None:
    """Reached in the cost phase, the opponent's skill never strikes and nothing moves."""
    scene = Scene(level=(3, 1), life=(0, 10), skills={1: {"cost": 3}, 11: {"attack": 2}}, hands=([1], None)).sets(1, 11)
    assert scene.state.step == Step.OVER
    assert scene.side(2).zone == []


@pytest.mark.clause("AN-6.5-6", "AN-6.5-7")
@pytest.mark.parametrize(("damage", "answered"), [(2, True), (3, False)])
def test_stored_damage_triggers_but_the_deadly_one_does_not(damage: int, answered: bool) -> None:
    """'When damaged deal 3 back' fires from 2 stored, not from the deadly hit."""
    back = {2: [(1, [effect(op("damage", 3, to="opponent"), when="damaged")])]}
    scene = Scene(**TOP, skills={1: {"attack": damage}}, abilities=back).uses(1, 11).do(1, PASS).do(2, PASS)
    assert scene.state.ending.winner == (2 if answered else 1)


@pytest.mark.clause("AN-6.5-8", "AN-5.1-6")
def test_stored_damage_does_not_carry_over() -> None:
    """D20: 2 in one turn and 2 in the next: alive."""
    scene = Scene(level=(1, 3), life=(10, 0), skills={1: {"attack": 2}, 2: {"attack": 2}})
    scene.uses(1, 11).next_turn().uses(2, 12).next_turn()
    assert scene.state.ending is None


@pytest.mark.clause("AN-6.5-8", "AN-5.1-6", "AN-2.3-5")
@pytest.mark.parametrize(
    ("step", "lost"), [(Step.DISTANCE_RESET, True), (Step.STORED_REMOVAL, True), (Step.START_EFFECTS, False)]
)
def test_what_is_not_yet_removed_still_counts(step: Step, lost: bool) -> None:
    """Stored 2 of the last turn and 1 by a fragment in the new one: fatal before step 2 of its start, not after it."""
    fragments = {1: [effect(op("damage", 1, to="opponent"))]}
    scene = Scene(level=(1, 3), life=(10, 0), stored=(0, 2), kept=(1, 0), fragments=fragments).until(step).turn_up(1)
    assert (scene.state.ending is not None) is lost
    assert ("AN-6.5-8" in scene.table.relied) is lost


@pytest.mark.clause("AN-6.5-9", "AN-3-6", "AN-6.6-5", "AN-6.5-12", "AN-6.5-14")
def test_equal_totals_let_the_game_go_on() -> None:
    """P8: 3 and 3 at one moment: no loser; then 1 to both: 4 and 4, and play goes on; the next turn clears it."""
    scene = Scene(**TOP, skills={1: {"effects": [both(3), both(1)]}}).uses(1, 11).do(1, Use(1, 0, 0))
    assert [side.stored for side in scene.state.sides] == [3, 3]
    scene.do(2, PASS).do(1, Use(1, 0, 1))
    assert ([side.stored for side in scene.state.sides], scene.state.ending) == ([4, 4], None)
    assert scene.next_turn().state.ending is None
    assert [side.stored for side in scene.state.sides] == [0, 0]


@pytest.mark.clause("AN-6.5-10", "AN-6.5-11", "AN-6.6-5", "AN-1.3-6")
@pytest.mark.parametrize(("one", "two", "winner"), [(5, 3, 2), (3, 5, 1), (4, 3, 2), (3, 4, 1)])
def test_of_two_the_higher_total_loses(one: int, two: int, winner: int) -> None:
    """A 5, B 3: A loses, although B has 3 too; the scale of 3 is no cap."""
    scene = Scene(**TOP, skills={1: {"attack": two}, 11: {"attack": one}}).uses(1, 11).do(1, PASS).do(2, PASS)
    assert [side.stored for side in scene.state.sides] == [one, two]
    assert scene.state.ending.winner == winner


@pytest.mark.clause("AN-6.5-13")
@pytest.mark.parametrize("seat", [1, 2])
def test_after_a_tie_whoever_exceeds_loses(seat: int) -> None:
    """D23: 3-3, then 1 to one of them: that one loses at once."""
    skills = {
        1: {"effects": [both(3)]},
        11: {"effects": [other(1) if seat == 1 else effect(op("damage", 1, to="own"), optional=True)]},
    }
    scene = Scene(**TOP, skills=skills).uses(1, 11).do(1, Use(1)).do(2, Use(11))
    assert scene.state.ending.winner == 3 - seat


@pytest.mark.clause("AN-6.5-16")
@pytest.mark.parametrize(("first", "winner"), [(1, None), (2, 2)])
def test_totals_of_the_turn_are_compared(first: int, winner: int | None) -> None:
    """D22: A 2+1, B 0+3: equal, play goes on. A 2+2, B 0+3: A loses."""
    skills = {1: {"effects": [effect(op("damage", 2, to="own"), optional=True)], "attack": 3}, 11: {"attack": first}}
    scene = Scene(**TOP, skills=skills).uses(1, 11).do(1, Use(1)).do(2, PASS).do(1, PASS)
    assert (scene.state.ending.winner if scene.state.ending else None) == winner


@pytest.mark.clause("AN-6.5-12", "AN-5.4b-23")
def test_effects_one_after_the_other_are_not_simultaneous() -> None:
    """Both at level 3: a text of 3 to the opponent, then 3 to oneself: the opponent has lost before the second."""
    skills = {1: {"effects": [effect(op("damage", 3, to="opponent"), op("damage", 3, to="own"))]}}
    scene = Scene(**TOP, skills=skills).uses(1, 11).do(1, Use(1))
    assert (scene.state.ending.winner, scene.side(1).stored) == (1, 0)


@pytest.mark.clause("AN-6.5-17")
def test_one_alone_is_not_compared() -> None:
    """A reaches 3, B stands at 2: A loses."""
    scene = Scene(**TOP, skills={1: {"attack": 2}, 11: {"attack": 3}}).uses(1, 11).do(1, PASS).do(2, PASS)
    assert scene.state.ending.winner == 2


@pytest.mark.clause("AN-6.5-18")
@pytest.mark.parametrize("level", [1, 2])
def test_below_level_3_nothing_is_stored(level: int) -> None:
    """Damage at level 1 or 2 lowers life and stores nothing."""
    scene = Scene(level=(1, level), life=(10, 10), skills={1: {"attack": 4}}).uses(1, 11).until(Step.COOLDOWN)
    assert (scene.side(2).life, scene.side(2).stored) == (6, 0)


@pytest.mark.clause("AN-6.5-19")
def test_removing_stored_damage() -> None:
    """It takes off what is there, no more; in a tie the other's total then exceeds, and that player loses."""
    off = effect(op("remove_stored", 2), optional=True)
    scene = Scene(**TOP, skills={1: {"effects": [off]}}).uses(1, 11)
    scene.side(1).stored = 1
    assert scene.do(1, Use(1)).side(1).stored == 0
    assert [(event.seat, event.amount) for event in scene.events("StoredRemoved")] == [(1, 1)]
    assert "AN-6.5-19" not in scene.table.relied
    tie = Scene(**TOP, skills={1: {"effects": [both(3), off]}}).uses(1, 11).do(1, Use(1, 0, 0)).do(2, PASS)
    assert tie.do(1, Use(1, 0, 1)).state.ending.winner == 1
    assert "AN-6.5-19" in tie.table.relied


@pytest.mark.clause("AN-3-5", "AN-3-4")
def test_nothing_else_ends_the_game() -> None:
    """Empty hands, empty zones, 40 turns without damage, life 0: the game goes on."""
    scene = Scene(hands=([], []), level=(3, 1), life=(0, 10)).until(Step.ACTIVATION, turn=40)
    assert scene.state.ending is None
    assert Scene(zones=([stack(1)], [])).until(Step.SELECTION, turn=40).state.ending is None
