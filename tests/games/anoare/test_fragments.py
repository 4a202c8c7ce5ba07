"""2.3: the kept fragment is turned up, once in a game, at any moment."""

import pytest

from shinpan_engine.games.anoare import GAME
from shinpan_engine.games.anoare.table.actions import GO_ON, PASS, Cool, Resolve, Set, TurnUp, Use
from shinpan_engine.games.anoare.table.options import FragmentBreaksPasses, FragmentWindow
from shinpan_engine.games.anoare.table.state import Step, Strike

from .scene import Scene, effect, op, stack

STRIKES = {1: {"attack": 4, "crit": "near"}}


@pytest.mark.clause("AN-2.3-1", "AN-3-5")
def test_a_fragment_may_never_be_turned_up() -> None:
    """Turn after turn may pass without it, and nothing ends the game."""
    scene = Scene(kept=(1, 1)).until(Step.SELECTION, turn=40)
    assert [side.fragment_spent for side in scene.state.sides] == [False, False]
    assert scene.state.ending is None


@pytest.mark.clause("AN-2.3-2", "AN-1.2-6", "AN-5.1-4")
def test_its_effect_is_had_at_once() -> None:
    """エイノアの勇気 moves the distance before any other event."""
    scene = Scene(kept=(1, 0)).until(Step.SELECTION)
    assert scene.state.distance == 0
    scene.turn_up(1)
    assert scene.state.distance == -1
    assert [type(event).__name__ for event in scene.table.events] == ["TurnedUp", "Shifted"]


@pytest.mark.clause("AN-2.3-3", "AN-2.3-13")
def test_it_acts_once_in_a_game_and_stays_spent() -> None:
    """A second time is refused, in this turn and later; it lies face up for all to see."""
    scene = Scene(kept=(1, 0)).until(Step.SELECTION).turn_up(1)
    assert scene.refuses(1, TurnUp(1)) == ("AN-2.3-3",)
    assert scene.next_turn().refuses(1, TurnUp(1)) == ("AN-2.3-3",)
    assert scene.side(1).fragment_spent
    assert GAME.view(scene.state, 2).sides[0].fragment == 1


@pytest.mark.clause("AN-2.3-4")
@pytest.mark.parametrize("fragment", [2, 3, 4, 5])
def test_only_the_kept_one_acts(fragment: int) -> None:
    """Neither the discarded one, nor the opponent's, nor the fifth."""
    scene = Scene(kept=(1, 4)).until(Step.SELECTION)
    assert scene.refuses(1, TurnUp(fragment)) == ("AN-2.3-4",)
    assert scene.refuses(3, TurnUp(fragment)) == ("AN-2.3-4",)


@pytest.mark.clause("AN-2.3-5")
def test_every_step_waits_for_it() -> None:
    """While a fragment is unused the game stands still before every step of a turn, and either may use it there."""
    scene = Scene(kept=(1, 0), skills={1: {"cost": 1, "attack": 1, "crit": "near"}})
    met = {}
    while scene.state.turn == 1:
        met[scene.state.step] = scene.allows(1, TurnUp(1)) and not scene.allows(2, TurnUp(1))
        scene.quiet()
    assert list(met) == [
        Step.DISTANCE_RESET, Step.STORED_REMOVAL, Step.START_EFFECTS, Step.SELECTION, Step.REVEAL, Step.COST,
        Step.ACTIVATION, Step.ATTACK, Step.DISTANCE, Step.CRITICAL, Step.DAMAGE, Step.DAMAGE_EFFECTS, Step.MOVE,
        Step.HIT_OPEN, Step.COOLDOWN, Step.EVASION, Step.LEVEL_UP, Step.TURN_END,
    ]  # fmt: skip
    assert all(met.values())


@pytest.mark.clause("AN-2.3-5", "AN-2.3-6")
def test_the_other_may_answer_at_the_same_boundary() -> None:
    """After one fragment the game still stands where it stood, for the other player's; then it goes on by itself."""
    scene = Scene(kept=(1, 1)).uses(1, 11).until(Step.DISTANCE).turn_up(1)
    assert (scene.state.step, scene.allows(2, TurnUp(1))) == (Step.DISTANCE, True)
    assert scene.turn_up(2).state.step == Step.COOLDOWN


@pytest.mark.clause("AN-2.3-5", "AN-5.0-3")
def test_the_game_goes_on_by_itself_when_all_are_spent() -> None:
    """Once both fragments are spent nobody is asked between the steps."""
    scene = Scene(kept=(1, 0)).until(Step.DISTANCE_RESET).turn_up(1)
    assert scene.state.step == Step.SELECTION
    assert scene.refuses(1, GO_ON) == ("AN-5.0-3",)


@pytest.mark.clause("AN-2.3-5", "AN-2.3-10", "AN-5.5c-21")
@pytest.mark.parametrize(
    ("step", "strike", "damage"),
    [(Step.CRITICAL, Strike.CRITICAL, 4), (Step.DAMAGE, Strike.GRAZE, 2), (Step.MOVE, Strike.GRAZE, 2)],
)
def test_the_sub_step_decides_what_it_changes(step: Step, strike: Strike, damage: int) -> None:
    """D25: between distance and critical it makes a graze critical; after the judgement it changes it no more."""
    scene = Scene(kept=(1, 0), skills=STRIKES).uses(1, 11).until(step).turn_up(1)
    scene.until(Step.COOLDOWN)
    assert (scene.state.distance, scene.side(1).strike) == (-1, strike)
    assert "AN-2.3-5" in scene.table.relied
    assert scene.side(2).life == 10 - damage


@pytest.mark.clause("AN-2.3-5")
def test_the_window_may_leave_the_result_phase_out() -> None:
    """With not_in_result nobody is asked inside the result phase, and a question there refuses the fragment."""
    scene = Scene(
        kept=(1, 0),
        skills={1: {"crit": "middle"}, 11: {"cost": 3}},
        fragment_window=FragmentWindow.NOT_IN_RESULT,
    )
    scene.uses(1, 11).do(1, PASS).do(2, PASS)
    assert scene.state.step == Step.HIT_OPEN
    assert scene.refuses(1, TurnUp(1)) == ("AN-2.3-5",)
    scene.quiet()
    assert scene.state.step == Step.COOLDOWN
    assert scene.allows(1, TurnUp(1))


@pytest.mark.clause("AN-2.3-5", "AN-2.3-11", "AN-6.5-5")
def test_never_inside_one_event() -> None:
    """While an effect waits for a choice no fragment is turned up, and none comes between a deadly damage and the
    loss."""
    cools = {1: {"effects": [effect(op("cooldown", skills="one"))]}}
    scene = Scene(kept=(1, 1), skills=cools, zones=([stack(2), stack(3)], []))
    scene.uses(1, 11).do(1, Use(1))
    assert scene.asked() == [(1, "cool_one")]
    assert scene.refuses(1, TurnUp(1)) == ("AN-2.3-5",)
    assert scene.do(1, Cool(2)).allows(1, TurnUp(1))
    deadly = Scene(kept=(1, 1), level=(3, 1), life=(0, 10), skills={1: {"cost": 3}}, hands=([1], None))
    deadly.sets(1, 11).until(Step.COST).quiet()
    assert deadly.state.step == Step.OVER
    assert deadly.refuses(2, TurnUp(1)) == ("AN-5.0-14",)


@pytest.mark.clause("AN-2.3-6")
@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_two_fragments_act_in_the_order_recorded(order: tuple[int, int]) -> None:
    """Either player may turn up first, whatever the response powers; both act, one after the other."""
    scene = Scene(
        kept=(2, 3), fragments={2: [effect(op("heal", 2))], 3: [effect(op("damage", 1, to="both"))]}, life=(9, 9)
    )
    scene.until(Step.SELECTION)
    for seat in order:
        scene.turn_up(seat)
    assert scene.side(1).life == (9 if order == (1, 2) else 10)


@pytest.mark.clause("AN-2.3-7", "AN-2.3-12")
def test_it_is_no_declaration() -> None:
    """A passes, B turns up a fragment, B passes: the step ends, for the fragment was neither use nor pass."""
    scene = Scene(kept=(0, 1)).uses(1, 11).do(1, PASS).turn_up(2)
    assert scene.asked() == [(2, "declare")]
    scene.do(2, PASS)
    assert scene.state.step > Step.ACTIVATION
    assert "AN-2.3-7" in scene.table.relied


@pytest.mark.clause("AN-2.3-7")
def test_it_may_be_set_up_to_break_the_passes() -> None:
    """With fragment_breaks_passes the first player declares once more."""
    scene = Scene(kept=(0, 1), fragment_breaks_passes=FragmentBreaksPasses.TRUE)
    scene.uses(1, 11).do(1, PASS).turn_up(2).do(2, PASS)
    assert scene.asked() == [(1, "declare")]
    assert scene.do(1, PASS).state.step > Step.ACTIVATION


@pytest.mark.clause("AN-2.3-8", "AN-5.4b-9")
def test_its_effect_ends_with_the_turn() -> None:
    """A correction from a fragment is gone in the next turn."""
    attack = {2: [effect(op("attack", 2))]}
    scene = Scene(kept=(2, 0), fragments=attack, skills={1: {"attack": 1}, 2: {"attack": 1}})
    scene.until(Step.SELECTION).turn_up(1)
    assert scene.results(1, 11) == [("skill", 2, 3)]
    assert scene.next_turn().results(2, 12) == [("skill", 2, 1)]


@pytest.mark.clause("AN-2.3-9", "AN-5.1-1")
def test_a_distance_before_the_reset_is_lost() -> None:
    """D26: at the boundary before the reset it is spent for nothing."""
    scene = Scene(kept=(1, 0)).until(Step.DISTANCE_RESET).turn_up(1)
    assert (scene.state.distance, scene.side(1).fragment_spent) == (0, True)
    assert [event.distance for event in scene.events("Shifted")] == [-1, 0]


@pytest.mark.clause("AN-2.3-12", "AN-1.1-18", "AN-5.2-12")
def test_who_set_no_card_may_turn_it_up() -> None:
    """With an empty hand and no card set the fragment costs nothing and acts."""
    scene = Scene(kept=(1, 0), hands=([], None)).uses(None, 11)
    assert scene.side(1).idle
    assert scene.turn_up(1).state.distance == -1


@pytest.mark.clause("AN-2.3-15", "AN-7.3-2")
def test_it_is_processed_in_full_even_against_its_owner() -> None:
    """Damage to both and to oneself is dealt; the owner may lose by it."""
    harm = {2: [effect(op("damage", 1, to="both")), effect(op("damage", 2, to="own"))]}
    scene = Scene(kept=(2, 0), fragments=harm, level=(3, 1), life=(0, 10)).until(Step.SELECTION).turn_up(1)
    assert (scene.state.ending.winner, scene.side(2).life) == (2, 9)


@pytest.mark.clause("AN-2.3-5", "AN-5.0-9")
def test_it_may_come_between_two_answers_and_forgets_none() -> None:
    """Between the two players' cards of one selection a fragment is turned up; the card given stays committed, also
    while the fragment waits for a choice."""
    opens = {2: [effect({"op": "open", "count": 1})]}
    scene = Scene(kept=(0, 2), fragments=opens, zones=([stack(2, 3, 4)], []))
    scene.until(Step.SELECTION).do(1, Set(1)).turn_up(2)
    assert scene.asked() == [(2, "open")]
    assert [(p.seat, p.ask, bool(p.answer)) for p in scene.state.pending] == [(1, "set", True), (2, "open", False)]
    assert all(not p.answer for p in GAME.view(scene.state, 2).pending)
    scene.quiet().do(2, Set(11))
    assert [stack.card for side in scene.state.sides for stack in [side.skill] if stack] == [1, 11]


@pytest.mark.clause("AN-2.3-5", "AN-5.0-8")
def test_it_may_come_between_two_effects() -> None:
    """Between two effects that resolve by themselves the game waits, and what the fragment triggers comes after."""
    start = [(1, [effect(op("distance", 1), when="turn_start")])]
    scene = Scene(kept=(1, 0), abilities={1: start, 2: start}).until(Step.START_EFFECTS).quiet()
    assert (scene.state.distance, scene.asked()) == (1, [(1, "go_on")])
    assert scene.turn_up(1).state.distance == 1
    assert scene.state.step == Step.SELECTION


@pytest.mark.clause("AN-2.3-5")
def test_a_changed_condition_is_seen_after_it() -> None:
    """A fragment that makes a compulsory effect due in the middle of a declaration bars the pass."""
    near = {1: {"effects": [effect(op("attack", 1), condition={"range": ["near"]})]}}
    scene = Scene(kept=(1, 0), skills=near).uses(1, 11)
    assert scene.allows(1, PASS)
    scene.turn_up(1)
    assert scene.refuses(1, PASS) == ("AN-5.4b-20", "AN-7.3-2")
    assert scene.do(1, Use(1)).asked() == [(2, "declare")]


@pytest.mark.clause("AN-2.3-5")
def test_a_cooldown_between_two_answers_changes_no_answer() -> None:
    """A fragment that brings the last skill home in the cooldown phase leaves nothing to cool twice."""
    home = {2: [effect(op("cooldown", skills="each"))]}
    scene = Scene(kept=(2, 0), fragments=home, zones=([stack(2)], []), hands=([1], None)).uses(1, 11)
    scene.until(Step.COOLDOWN).turn_up(1)
    assert (scene.side(1).uncooled, scene.side(1).zone) == ([], [])
    assert scene.refuses(1, Cool(2)) == ("AN-5.6-5", "AN-5.6-22")
    assert scene.next_turn().side(1).hand == [1, 2]


@pytest.mark.clause("AN-5.0-5")
def test_nothing_is_resolved_that_is_not_due() -> None:
    """Where no effect waits, none can be named."""
    assert Scene().until(Step.SELECTION).refuses(1, Resolve(0, 1)) == ("AN-5.0-5",)
