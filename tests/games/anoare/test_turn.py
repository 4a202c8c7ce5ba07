"""5.0, 5.1 and 5.7: the seven phases, the turn's start and end, and effects that are due together."""

import pytest

from shinpan_engine.games.anoare.table.actions import COOL_REST, GO_ON, PASS, LevelUp, Open, Pay, Resolve, Set, Use
from shinpan_engine.games.anoare.table.state import Modified, Modifier, Step
from shinpan_engine.kernel.errors import Undecidable

from .scene import Scene, effect, op, stack

ONE = effect(op("distance", 1), when="turn_start")
TEN = effect(op("distance", 10), when="turn_start")


def shifts(scene: Scene) -> list[int]:
    """By how much the distance has just moved, one after the other."""
    return [event.by for event in scene.events("Shifted")]


@pytest.mark.clause("AN-5.0-1", "AN-5.0-2", "AN-5.0-3", "AN-5.0-4", "AN-4-1", "AN-5.3-4")
def test_the_phases_come_in_their_order_in_every_turn() -> None:
    """All steps take place in every turn, also where nobody has a card to set."""
    scene = Scene(kept=(1, 1), hands=([], []))
    for turn in (1, 2):
        met = []
        while scene.state.turn == turn:
            met.append(scene.state.step)
            scene.quiet()
        assert list(dict.fromkeys(met)) == [step for step in Step if step not in (Step.SETUP, Step.OVER)]


@pytest.mark.clause("AN-5.0-1")
@pytest.mark.parametrize("act", [Pay([2]), Open([]), COOL_REST, LevelUp([], 8)])
def test_no_phase_comes_early(act: object) -> None:
    """What belongs to a later phase is refused in the selection."""
    assert Scene().until(Step.SELECTION).refuses(1, act) == ("AN-5.0-1",)


@pytest.mark.clause("AN-5.0-14", "AN-6.5-5", "AN-3-3")
def test_nothing_comes_after_the_loss() -> None:
    """When a player has lost the other has won, and every action is refused."""
    scene = Scene(level=(3, 1), life=(0, 10), hands=([1], None), skills={1: {"cost": 3}}).sets(1, 11)
    assert (scene.state.step, scene.state.ending.winner) == (Step.OVER, 2)
    for act in (Set(12), PASS, GO_ON, Use()):
        assert scene.refuses(2, act) == ("AN-5.0-14",)


@pytest.mark.clause("AN-5.0-13", "AN-5.7-2")
def test_turn_follows_turn() -> None:
    """The end of a turn is the beginning of the next."""
    scene = Scene().until(Step.SELECTION)
    assert scene.state.turn == 1
    scene.until(Step.SELECTION, turn=2)
    assert [event.turn for event in scene.events("TurnEnded")] == [1]
    assert [event.turn for event in scene.events("TurnBegan")] == [2]


@pytest.mark.clause("AN-5.1-1", "AN-5.1-11", "AN-5.1-4")
def test_the_distance_is_reset_before_start_effects() -> None:
    """The distance of the last turn goes, what start effects make of it stays."""
    scene = Scene(abilities={2: [(1, [effect(op("distance", -1), when="turn_start")])]}, skills={1: {"distance": 3}})
    scene.results(1, 11)
    assert scene.state.distance == 2
    scene.next_turn()
    assert (scene.state.distance, shifts(scene)) == (-1, [-2, -1])


@pytest.mark.clause("AN-5.1-6", "AN-5.1-7", "AN-5.1-10", "AN-6.5-8", "AN-6.5-15", "AN-5.7-6")
def test_stored_damage_is_removed_before_start_effects() -> None:
    """D21: stored 2 at the end of a turn and a start effect of 1 make stored 1; life stays 0."""
    hurt = {2: [(1, [effect(op("damage", 1, to="opponent"), when="turn_start")])]}
    scene = Scene(level=(3, 1), life=(0, 10), stored=(2, 0), abilities=hurt).until(Step.SELECTION)
    assert (scene.side(1).stored, scene.side(1).life) == (1, 0)
    tie = Scene(level=(3, 3), life=(0, 0), stored=(3, 3)).until(Step.SELECTION)
    assert [side.stored for side in tie.state.sides] == [0, 0]


@pytest.mark.clause("AN-5.1-8", "AN-5.1-9")
def test_cards_are_set_when_the_start_effects_are_done() -> None:
    """A card set while a start effect waits is refused."""
    scene = Scene(abilities={1: [(1, [ONE, TEN])]}).until(Step.START_EFFECTS)
    assert scene.refuses(1, Set(1)) == ("AN-5.1-9",)
    scene.do(1, Resolve(0, 1, 0))
    assert scene.state.step == Step.SELECTION
    assert scene.state.distance == 11


@pytest.mark.clause("AN-5.0-5", "AN-5.0-6", "AN-1.1-13")
@pytest.mark.parametrize("first", [0, 1])
def test_the_lower_response_resolves_all_of_its_own_first(first: int) -> None:
    """Response 3 resolves both of its effects in either order, then response 5 both of its own."""
    scene = Scene(response=(5, 3), abilities={1: [(1, [ONE, TEN])], 2: [(1, [ONE, TEN])]}).until(Step.START_EFFECTS)
    assert scene.asked() == [(2, "order")]
    assert scene.refuses(1, Resolve(0, 1, 0)) == ("AN-5.0-5",)
    assert scene.refuses(2, Resolve(0, 1, 2)) == ("AN-5.0-6",)
    scene.do(2, Resolve(0, 1, first))
    assert shifts(scene) == ([1, 10] if first == 0 else [10, 1])
    assert scene.asked() == [(1, "order")]
    scene.do(1, Resolve(0, 1, 1))
    assert shifts(scene) == [10, 1]


@pytest.mark.clause("AN-1.1-14", "AN-1.1-15")
@pytest.mark.parametrize("first", [1, 2])
def test_a_tie_is_broken_by_the_set_up(first: int) -> None:
    """With equal powers the player named in the set-up is first for the whole game, and the verdict says so."""
    scene = Scene(response=(4, 4), first_on_tie=first).uses(1, 11)
    assert scene.asked() == [(int(first), "declare")]
    assert "AN-1.1-14" in scene.table.relied


@pytest.mark.clause("AN-1.1-14", "AN-1.1-15")
def test_response_is_compared_afresh() -> None:
    """A correction of response power counts from the next ordering on; a tie nobody settled leaves it open."""
    slower = [(1, [effect(op("response", 3), when="turn_start")])]
    assert Scene(abilities={1: slower}).uses(1, 11).asked() == [(2, "declare")]
    even = [(1, [effect(op("response", 2), when="turn_start")])]
    with pytest.raises(Undecidable):
        Scene(abilities={1: even}).uses(1, 11)


@pytest.mark.clause("AN-5.0-5", "AN-1.1-15")
def test_who_has_begun_resolves_all_of_the_own_first() -> None:
    """A correction of response power in the middle of a player's effects does not break into them; the other follows
    when all are done."""
    slower = effect(op("response", 9), when="turn_start")
    scene = Scene(abilities={1: [(1, [slower, ONE])], 2: [(1, [TEN])]}).until(Step.START_EFFECTS)
    scene.do(1, Resolve(0, 1, 0))
    assert [event.by for event in scene.events("Shifted")] == [1, 10]


@pytest.mark.clause("AN-5.0-7", "AN-5.0-8", "AN-5.5d-9")
def test_what_comes_due_meanwhile_waits_for_the_next_batch() -> None:
    """b1 hurts a while a1 waits: a's answer to the damage comes after a1, in a batch of its own."""
    answer = effect(op("distance", 50), when="damaged")
    scene = Scene(
        abilities={
            1: [(1, [effect(op("damage", 1, to="opponent"), when="turn_start")])],
            2: [(1, [ONE, answer])],
        }
    ).until(Step.SELECTION)
    assert shifts(scene) == [1, 50]
    assert [(event.seat, event.effect) for event in scene.events("Triggered")] == [(1, 0), (2, 0), (2, 1)]


@pytest.mark.clause("AN-5.0-7", "AN-5.5d-9")
def test_damage_effects_of_both_follow_the_damage_to_both() -> None:
    """Both are hurt, then the lower response answers first, before the skills move."""
    answer = [(1, [effect(op("distance", 1), when="damaged")])]
    hits = {1: {"attack": 1}, 11: {"attack": 1}}
    scene = Scene(abilities={1: answer, 2: answer}, skills=hits).uses(1, 11).do(1, PASS).do(2, PASS)
    told = [(type(event).__name__, getattr(event, "seat", 0)) for event in scene.table.events]
    names = [(name, seat) for name, seat in told if name in ("Damage", "Triggered", "Moved")]
    assert names == [("Damage", 1), ("Damage", 2), ("Triggered", 1), ("Triggered", 2), ("Moved", 1), ("Moved", 2)]


@pytest.mark.clause("AN-5.0-5", "AN-5.0-8")
def test_every_batch_begins_with_the_lower_response() -> None:
    """Who resolved last in one batch does not begin the next."""
    answer = [(1, [effect(op("distance", 1), when="damaged", per_turn=2)])]
    hurt = effect(op("damage", 1, to="both"))
    scene = Scene(abilities={1: answer, 2: answer}, skills={1: {"effects": [hurt, hurt]}}).uses(1, 11)
    for number in (0, 1):
        scene.do(1, Use(1, 0, number))
        assert [event.seat for event in scene.events("Triggered")] == [1, 2]
        assert (scene.state.batch, scene.state.resolver) == ([], 0)
        scene.do(2, PASS)


@pytest.mark.clause("AN-7.3-1", "AN-7.3-2", "AN-5.0-6")
def test_only_what_is_optional_can_be_left_out() -> None:
    """Among due effects a compulsory one bars the pass; what is left and optional can be passed on or resolved."""
    may = effect(op("distance", 10), when="turn_start", optional=True)
    scene = Scene(abilities={1: [(1, [ONE, may])]}).until(Step.START_EFFECTS)
    assert scene.refuses(1, PASS) == ("AN-7.3-2",)
    scene.do(1, Resolve(0, 1, 0))
    assert scene.asked() == [(1, "may")]
    assert scene.refuses(1, Resolve(0, 1, 0)) == ("AN-5.0-6",)
    assert scene.allows(1, Resolve(0, 1, 1))
    assert scene.do(1, PASS).state.distance == 1
    assert (scene.state.step, scene.state.resolver) == (Step.SELECTION, 0)


@pytest.mark.clause("AN-5.0-5", "AN-7.3-1")
def test_what_one_leaves_out_the_other_may_still_resolve() -> None:
    """A pass leaves out what is left of the own effects, none of the other player's."""
    may = [(1, [effect(op("distance", 10), when="turn_start", optional=True)])]
    scene = Scene(abilities={1: may, 2: may}).until(Step.START_EFFECTS).do(1, PASS)
    assert scene.asked() == [(2, "may")]
    assert scene.do(2, Resolve(0, 1, 0)).state.distance == 10


@pytest.mark.clause("AN-5.1-2", "AN-5.1-5", "AN-5.5b-2")
def test_there_is_one_distance_without_limits() -> None:
    """A's +1 and B's -1 cancel; three times +1 is +3, and -1 from there is +2."""
    scene = Scene(skills={1: {"distance": 1}, 11: {"distance": -1}, 2: {"distance": 3}, 12: {"distance": -1}})
    scene.results(1, 11)
    assert scene.state.distance == 0
    scene.next_turn().results(2, 12)
    assert scene.state.distance == 2


@pytest.mark.clause("AN-5.1-3")
def test_nothing_else_moves_the_distance() -> None:
    """In a turn of skills and effects without distance corrections it stays 0."""
    scene = Scene(skills={1: {"attack": 2, "crit": "far"}, 11: {"attack": 3, "crit": "near", "cost": 2}})
    while scene.state.turn == 1:
        assert scene.state.distance == 0
        scene.quiet()


@pytest.mark.clause("AN-5.7-3", "AN-5.4b-9", "AN-5.4b-12", "AN-5.0-10")
def test_what_lasts_to_the_end_of_the_turn_stops_there() -> None:
    """It is still noted while the ultra is chosen; what its text makes last longer stays, for a turn or for good."""
    lasting = [
        effect(op("attack", 1)),
        effect(op("attack", 2), until="next_turn_end"),
        effect(op("attack", 4), until="game_end"),
    ]
    scene = Scene(skills={1: {"effects": lasting}}, life=(10, 5)).uses(1, 11)
    scene.side(2).fell = True
    for number in (0, 1, 2):
        scene.do(1, Use(1, 0, number)).do(2, PASS)
    scene.until(Step.LEVEL_UP)
    assert len(scene.side(1).modifiers) == 3
    scene.next_turn()
    assert scene.side(1).modifiers == [Modifier(Modified.ATTACK, 2, 2), Modifier(Modified.ATTACK, 4, 0)]
    scene.uses(2, 12).next_turn()
    assert scene.side(1).modifiers == [Modifier(Modified.ATTACK, 4, 0)]
    assert scene.side(1).used == []


@pytest.mark.clause("AN-5.7-1", "AN-5.7-5")
def test_an_end_effect_may_reopen_the_level_ups() -> None:
    """Damage of the end brings life to 5: the level-up follows in the same end phase."""
    ends = {2: [(1, [effect(op("damage", 1, to="opponent"), when="turn_end")])]}
    scene = Scene(life=(6, 10), abilities=ends).uses(1, 11).until(Step.TURN_END)
    assert scene.asked() == [(1, "level_up")]
    scene.quiet()
    assert (scene.state.turn, scene.side(1).level) == (2, 2)


@pytest.mark.clause("AN-5.7-5", "AN-2.3-5")
def test_a_fragment_of_the_end_phase_may_reopen_the_level_ups() -> None:
    """Damage by a fragment turned up after the level-ups brings life to 5: the level-up follows in the same phase."""
    hurts = {2: [effect(op("damage", 1, to="own"))]}
    scene = Scene(life=(6, 10), kept=(2, 0), fragments=hurts).uses(1, 11).until(Step.TURN_END).turn_up(1)
    assert scene.asked() == [(1, "level_up")]
    assert scene.quiet().side(1).level == 2


@pytest.mark.clause("AN-5.7-6", "AN-6.4-9")
def test_damage_of_the_end_can_kill() -> None:
    """Stored 2 and an end effect of 1 make 3: lost. Of a new level 3 it is stored, and gone in the next turn."""
    ends = {2: [(1, [effect(op("damage", 1, to="opponent"), when="turn_end")])]}
    hits = {11: {"attack": 2}}
    scene = Scene(level=(3, 1), life=(0, 10), abilities=ends, skills=hits).uses(1, 11)
    while scene.state.ending is None:
        scene.quiet()
    assert (scene.state.turn, scene.state.ending.winner) == (1, 2)
    new = Scene(level=(2, 1), life=(1, 10), abilities=ends, skills={11: {"attack": 1}}).uses(1, 11)
    new.until(Step.LEVEL_UP).quiet()
    assert (new.state.turn, new.side(1).level, new.side(1).stored) == (2, 3, 0)
    assert [event.amount for event in new.events("StoredRemoved")] == [1]


@pytest.mark.clause("AN-5.4b-10", "AN-5.0-10")
def test_a_triggered_effect_acts_as_often_as_it_may() -> None:
    """Damaged twice in a turn: once by default, twice with per_turn 2; again in the next turn."""
    for times in (1, 2):
        answer = effect(op("distance", 1), when="damaged", per_turn=times)
        hurt = [effect(op("damage", 1, to="opponent")), effect(op("damage", 1, to="opponent"))]
        scene = Scene(abilities={2: [(1, [answer])]}, skills={1: {"effects": hurt}}).uses(1, 11)
        scene.do(1, Use(1, 0, 0)).do(2, PASS).do(1, Use(1, 0, 1))
        assert scene.state.distance == times


@pytest.mark.clause("AN-5.0-8")
def test_an_effect_in_waiting_counts_as_one_of_its_times() -> None:
    """Two damages before the answer comes make one answer due, not two."""
    answer = effect(op("distance", 1), when="damaged")
    twice = effect(op("damage", 1, to="opponent"), op("damage", 1, to="opponent"))
    scene = Scene(abilities={2: [(1, [answer])]}, skills={1: {"effects": [twice]}}).uses(1, 11).do(1, Use(1))
    assert scene.state.distance == 1


@pytest.mark.clause("AN-5.0-11", "AN-5.0-12")
def test_every_skill_is_in_one_place() -> None:
    """D14: with hand, set, used, zone and costs every seat has its ten skills, after every action."""
    scene = Scene(skills={1: {"cost": 6, "double_cd": True}, 11: {"cost": 2, "crit": "middle", "attack": 6}})
    while scene.state.turn < 6:
        for seat, side in enumerate(scene.state.sides, start=1):
            stacks = [*side.zone, *([side.skill] if side.skill else [])]
            costs = [cost.card for s in stacks for cost in s.costs]
            cards = [*side.hand, *side.ultras, *side.laid, *(s.card for s in stacks), *costs]
            assert sorted(cards) == list(range(10 * seat - 9, 10 * seat + 1))
        scene.quiet()


@pytest.mark.clause("AN-5.0-4", "AN-5.6-15")
def test_with_an_empty_zone_nothing_is_asked() -> None:
    """With nothing in either zone the cooldown phase passes by itself; with something it returns cards."""
    scene = Scene(hands=([], [])).until(Step.ACTIVATION).do(1, PASS).do(2, PASS)
    assert (scene.state.turn, scene.state.step) == (2, Step.ACTIVATION)
    cooled = Scene(hands=([], []), zones=([stack(1)], [])).until(Step.COOLDOWN)
    assert cooled.asked() == [(1, "cooldown")]
