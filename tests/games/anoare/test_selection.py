"""5.2 行動選択 and 5.3 開示."""

import pytest

from shinpan_engine.games.anoare import GAME
from shinpan_engine.games.anoare.table.actions import PASS, CoolExtra, Set, Use
from shinpan_engine.games.anoare.table.state import Step, Strike
from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.play.views import PUBLIC

from .scene import Scene, effect, op, stack


@pytest.mark.clause("AN-5.2-1", "AN-5.2-16")
def test_exactly_one_card_is_set_and_stays() -> None:
    """A second card is refused, before and after the opponent has answered."""
    scene = Scene().until(Step.SELECTION).do(1, Set(1))
    assert scene.refuses(1, Set(2)) == ("AN-5.2-16", "AN-5.2-1")
    scene.do(2, Set(11))
    assert scene.refuses(1, Set(2)) == ("AN-5.2-16", "AN-5.2-1")
    assert scene.side(1).skill.card == 1


@pytest.mark.clause("AN-5.2-2", "AN-5.3-2", "AN-6.4-5")
@pytest.mark.parametrize("card", [2, 3, 8, 11, 50])
def test_only_a_card_in_hand_can_be_set(card: int) -> None:
    """Neither a skill nor a cost in the zone, nor a face-down ultra, nor a card of the opponent's."""
    scene = Scene(zones=([stack(2, 3)], [])).until(Step.SELECTION)
    assert scene.refuses(1, Set(card)) == ("AN-5.2-2",)


@pytest.mark.clause("AN-5.2-3", "AN-7.3-3")
def test_who_has_a_card_must_set_one() -> None:
    """D1: with one card in hand no pass is accepted, and the opponent's card alone reveals nothing."""
    scene = Scene(hands=([1], None)).until(Step.SELECTION).do(2, Set(11))
    assert scene.refuses(1, PASS) == ("AN-5.2-3",)
    assert (scene.state.step, scene.side(2).skill) == (Step.SELECTION, None)


@pytest.mark.clause("AN-5.2-4")
def test_what_cannot_be_paid_can_be_set() -> None:
    """The only card in hand, of cost 3, is set, and 3 damage follows."""
    scene = Scene(hands=([1], None), skills={1: {"cost": 3}}).sets(1, 11)
    assert scene.side(1).life == 7


@pytest.mark.clause("AN-5.2-5", "AN-5.2-17", "AN-5.3-5", "AN-5.4a-17", "AN-5.5e-7", "AN-5.2-18")
def test_who_cannot_set_a_card_has_done_nothing() -> None:
    """D14: after a double cooldown skill of cost 6 the hand is empty, so next turn no card is set, none revealed, paid
    or moved; and all can see that none was set."""
    scene = Scene(skills={1: {"cost": 6, "double_cd": True}}).uses(1, 11).next_turn()
    assert (scene.side(1).hand, scene.asked()) == ([], [(2, "set")])
    scene.do(2, Set(12))
    assert scene.side(1).idle
    assert [event.seat for event in scene.events("Revealed")] == [2]
    assert [event.seat for event in scene.events("Idle")] == [1]
    assert GAME.view(scene.state, PUBLIC).sides[0].idle
    assert [event.seat for event in scene.events("Revealed")] == [2]
    scene.until(Step.COOLDOWN)
    assert [event.seat for event in scene.events("Moved")] == [2]
    assert scene.side(1).life == 10


@pytest.mark.clause("AN-5.2-5", "AN-5.2-11", "AN-5.2-12")
def test_no_action_counts_for_its_own_turn_only() -> None:
    """At the start of the next turn nobody has yet failed to set a card: what needs a skill is due, a condition that
    somebody set none is not met."""
    starts = [
        effect(op("distance", 1), when="turn_start", needs_skill=True),
        effect(op("distance", 5), when="turn_start", condition={"no_action": "own"}),
    ]
    scene = Scene(abilities={1: [(1, starts)]}, hands=([], None)).uses(None, 11)
    assert (scene.state.distance, scene.side(1).idle) == (1, True)
    scene.until(Step.SELECTION, turn=2)
    assert (scene.state.distance, scene.side(1).idle) == (1, True)


@pytest.mark.clause("AN-5.2-6", "AN-5.2-3")
def test_an_effect_may_forbid_cards() -> None:
    """Forbidding normal skills leaves the ultras in hand to be set, compulsory; forbidding all leaves nothing."""
    forbids = [(1, [effect(op("forbid_set", skills="normal"), when="turn_start")])]
    scene = Scene(abilities={2: forbids}, hands=([1, 8], None)).until(Step.SELECTION)
    assert scene.refuses(1, Set(1)) == ("AN-5.2-6",)
    assert scene.refuses(1, PASS) == ("AN-5.2-3",)
    assert scene.allows(1, Set(8))
    nothing = Scene(abilities={2: forbids}).until(Step.SELECTION)
    assert (nothing.asked(), nothing.side(1).idle) == ([(2, "set")], True)
    assert nothing.refuses(1, Set(1)) == ("AN-5.2-6",)
    assert "AN-5.2-6" in nothing.do(2, Set(11)).table.relied
    everything = [(1, [effect(op("forbid_set", skills="all"), when="turn_start")])]
    assert Scene(abilities={2: everything}, hands=([1, 8], None)).until(Step.SELECTION).side(1).idle


@pytest.mark.clause("AN-5.2-6")
def test_what_forbids_adds_up() -> None:
    """One effect forbids the normal skills and another the ultras: nothing is left to be set."""
    forbids = [effect(op("forbid_set", skills=kind), when="turn_start") for kind in ("normal", "ultra")]
    scene = Scene(abilities={2: [(1, forbids)]}, hands=([1, 8], None)).until(Step.SELECTION)
    assert scene.asked() == [(2, "set")]


@pytest.mark.clause("AN-5.2-2", "AN-5.2-5")
def test_who_has_no_card_is_told_so() -> None:
    """Who has an empty hand has neither a card to set nor anything to pass on, then or later in the turn."""
    scene = Scene(hands=([], None), zones=([stack(1)], [])).until(Step.SELECTION)
    assert scene.refuses(1, Set(1)) == ("AN-5.2-2",)
    assert scene.refuses(1, PASS) == ("AN-5.2-5",)
    scene.do(2, Set(11)).until(Step.COOLDOWN)
    assert scene.refuses(1, Set(1)) == ("AN-5.2-5",)


@pytest.mark.clause("AN-5.0-9", "AN-5.2-6", "AN-5.2-17", "AN-2.3-5")
def test_what_forbids_in_the_selection_takes_a_choice_back() -> None:
    """A fragment turned up meanwhile takes the choice from who has none left, and back from who has made one that is
    now forbidden; one that is still allowed stands."""
    forbids = {2: [effect(op("forbid_set", skills="all"))]}
    scene = Scene(kept=(0, 2), fragments=forbids).until(Step.SELECTION).turn_up(2)
    assert scene.asked() == [(2, "set")]
    assert scene.do(2, Set(11)).side(1).idle
    late = Scene(kept=(0, 2), fragments=forbids).until(Step.SELECTION).do(1, Set(1)).turn_up(2)
    late.do(2, Set(11))
    assert (late.side(1).skill, late.side(1).idle, late.side(1).hand) == (None, True, [1, 2, 3, 4, 5, 6, 7])
    ultras = {2: [effect(op("forbid_set", skills="ultra"))]}
    allowed = Scene(kept=(0, 2), fragments=ultras).until(Step.SELECTION).do(1, Set(1)).turn_up(2)
    assert allowed.asked() == [(2, "set")]
    allowed.do(2, Set(11))
    assert (allowed.side(1).skill, allowed.side(1).idle) == (stack(1), False)
    assert "AN-5.0-9" in allowed.table.relied


@pytest.mark.clause("AN-5.2-3", "AN-5.2-17", "AN-2.3-5")
def test_a_card_that_comes_home_in_the_selection_must_be_set() -> None:
    """The phase ends when nobody has a card any more that could be set: an empty hand that is filled meanwhile is
    asked."""
    home = {2: [effect(op("cooldown", skills="each"))]}
    scene = Scene(kept=(0, 2), fragments=home, hands=(None, []), zones=([], [stack(13)])).until(Step.SELECTION)
    assert (scene.asked(), scene.side(2).idle) == ([(1, "set")], True)
    scene.turn_up(2)
    assert (scene.asked(), scene.side(2).idle) == ([(1, "set"), (2, "set")], False)
    scene.do(1, Set(1)).do(2, Set(13))
    assert scene.side(2).skill == stack(13)


@pytest.mark.clause("AN-5.2-7", "AN-5.2-8", "AN-5.2-9", "AN-5.5c-19", "AN-5.5f-3")
def test_who_set_no_card_has_neither_attack_nor_critical() -> None:
    """A standing attack +2 gives no 2 damage, nothing is opened, and there is nothing to evade."""
    strong = [(1, [effect(op("attack", 2), op("skill_damage_dealt", 2), when="continuous")])]
    scene = Scene(
        abilities={1: strong}, hands=([], None), zones=([], [stack(12, 13, 14)]), skills={11: {"crit": "far"}}
    )
    assert scene.results(None, 11) == []
    assert scene.state.distance == 0
    assert scene.side(1).strike is Strike.NONE
    assert [cost.open for cost in scene.side(2).zone[0].costs] == [False, False]


@pytest.mark.clause("AN-5.2-10", "AN-5.2-11", "AN-5.2-12")
def test_what_who_set_no_card_can_still_use() -> None:
    """No additional cost, nothing that needs a used skill; everything else goes on working."""
    acts = [
        effect(op("distance", 1), additional_cost=1),
        effect(op("distance", 2), needs_skill=True),
        effect(op("distance", 4), optional=True),
    ]
    standing = [
        effect(op("damage_received", -1), when="continuous"),
        effect(op("damage_received", -1), when="continuous", needs_skill=True),
    ]
    scene = Scene(
        abilities={1: [(1, [*acts, *standing])], 2: [(1, [effect(op("forbid_set", skills="all"), when="turn_start")])]},
        skills={11: {"attack": 5}},
    ).uses(None, 11)
    assert scene.refuses(1, Use(0, 1, 0, [1])) == ("AN-5.2-10",)
    assert scene.refuses(1, Use(0, 1, 1)) == ("AN-5.2-11",)
    scene.do(1, Use(0, 1, 2))
    assert scene.state.distance == 4
    scene.until(Step.COOLDOWN)
    assert scene.side(1).life == 6


@pytest.mark.clause("AN-5.2-11")
def test_a_trigger_that_needs_a_skill_is_void_without_one() -> None:
    """What a start effect with needs_skill would do is done for who has a skill, and only then."""
    reveals = [(1, [effect(op("distance", 1), when="reveal", needs_skill=True)])]
    assert Scene(abilities={1: reveals}).uses(1, 11).state.distance == 1
    assert Scene(abilities={1: reveals}, hands=([], None)).uses(None, 11).state.distance == 0


@pytest.mark.clause("AN-5.2-13", "AN-5.5c-13")
def test_who_set_no_card_can_evade() -> None:
    """The opponent's far-critical skill misses at near, and the zone may be cooled once more."""
    scene = Scene(
        hands=([], None), zones=([stack(1, 2, 3)], []), skills={11: {"distance": -1, "attack": 4, "crit": "far"}}
    )
    scene.uses(None, 11).until(Step.EVASION)
    assert scene.asked() == [(1, "evasion")]
    scene.do(1, CoolExtra([1]))
    assert scene.side(1).hand == [2, 3]


@pytest.mark.clause("AN-5.2-14")
def test_who_set_no_card_goes_through_all_other_phases() -> None:
    """Damage is taken, the zone cools, the level rises."""
    scene = Scene(hands=([], None), life=(6, 10), zones=([stack(1, 2)], []), skills={11: {"attack": 3}}).uses(None, 11)
    scene.until(Step.LEVEL_UP).quiet()
    assert (scene.side(1).life, scene.side(1).level, scene.state.turn) == (3, 2, 2)
    assert 2 in scene.side(1).hand


@pytest.mark.clause("AN-5.2-15", "AN-5.0-9")
@pytest.mark.parametrize("first", [1, 2])
def test_a_set_card_is_hidden_until_the_reveal(first: int) -> None:
    """Whoever answers first: the other sees neither the card nor, before the reveal, anything of it."""
    cards = {1: 1, 2: 11}
    scene = Scene(kept=(1, 1)).until(Step.SELECTION).do(first, Set(cards[first]))
    for viewer in (PUBLIC, 3 - first):
        assert all(not pending.answer for pending in GAME.view(scene.state, viewer).pending)
        assert scene.state.sides[first - 1].hand != GAME.view(scene.state, viewer).sides[first - 1].hand
    scene.do(3 - first, Set(cards[3 - first]))
    assert scene.state.step == Step.REVEAL
    assert [event.private for event in scene.events("Laid")] == [1, 2]
    for viewer in (PUBLIC, 1, 2):
        view = GAME.view(scene.state, viewer)
        assert [side.laid for side in view.sides] == [[1] if viewer == 1 else [0], [11] if viewer == 2 else [0]]


@pytest.mark.clause("AN-5.2-1", "AN-5.2-17")
def test_the_order_of_setting_does_not_matter() -> None:
    """Both orders of the two cards lead to the same state."""
    one = Scene().until(Step.SELECTION).do(1, Set(1)).do(2, Set(11))
    other = Scene().until(Step.SELECTION).do(2, Set(11)).do(1, Set(1))
    assert one.state == other.state


@pytest.mark.clause("AN-5.3-1", "AN-5.3-3", "AN-5.3-4")
def test_both_are_revealed_together_and_stay_open() -> None:
    """The reveal turns both up at once and moves nothing; the used skill stays open until it is back in hand."""
    scene = Scene(skills={1: {"distance": 2, "cost": 1}}).sets(1, 11)
    assert [event.card for event in scene.events("Revealed")] == [1, 11]
    assert scene.state.distance == 0
    assert GAME.view(scene.state, 2).sides[0].skill.card == 1
    scene.until(Step.COOLDOWN)
    assert GAME.view(scene.state, 2).sides[0].zone[0].card == 1
    scene.next_turn()
    assert GAME.view(scene.state, 2).sides[0].zone[0].card == 1


@pytest.mark.clause("AN-1.1-9")
def test_an_unknown_text_stops_the_game_at_the_reveal() -> None:
    """A skill of which the pack does not tell the text can be set; what its reveal means is undecidable."""
    scene = Scene(skills={1: {"effects": None}}).until(Step.SELECTION).do(1, Set(1))
    with pytest.raises(Undecidable):
        scene.do(2, Set(11))


@pytest.mark.clause("AN-5.3-4")
def test_a_text_may_act_at_the_reveal() -> None:
    """What is triggered by the reveal is resolved there, the lower response first."""
    texts = {
        1: {"effects": [effect(op("distance", 1), when="reveal")]},
        11: {"effects": [effect(op("distance", 2), when="reveal")]},
    }
    scene = Scene(skills=texts).sets(1, 11)
    assert [event.by for event in scene.events("Shifted")] == [1, 2]
