"""5.4a コスト支払い 1: the cost of the used skills."""

from itertools import permutations

import pytest

from shinpan_engine.games.anoare import GAME
from shinpan_engine.games.anoare.table.actions import COOL_REST, PASS, Pay, Use
from shinpan_engine.games.anoare.table.state import Cost, Stack, Step
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.play.views import PUBLIC

from .scene import Scene, effect, op, stack

COST_2 = {1: {"cost": 2}}


def paid(cost: int, hand: list[int]) -> Scene:
    """Seat 1 has set skill 1 of that cost, and may have cards to pay."""
    return Scene(skills={1: {"cost": cost}}, hands=([1, *hand], None)).sets(1, 11)


@pytest.mark.clause("AN-5.4a-1", "AN-5.4a-3", "AN-5.4a-4", "AN-5.4a-5", "AN-5.4a-6", "AN-5.4a-7", "AN-5.4a-8")
@pytest.mark.parametrize("cards", list(permutations([2, 3, 4], 2)))
def test_any_hand_cards_pay_in_any_order(cards: tuple[int, int]) -> None:
    """Cost 2: any two hand cards lie face down and sideways on the skill, in the order of paying."""
    scene = paid(2, [2, 3, 4]).pays(1, *cards)
    assert scene.side(1).skill == Stack(1, [Cost(card) for card in cards])
    assert scene.side(1).owed == 0
    assert scene.side(1).hand == [card for card in (2, 3, 4) if card not in cards]


@pytest.mark.clause("AN-5.4a-7")
def test_an_ultra_may_be_paid() -> None:
    """A skill taken at a level-up is a hand card like any other."""
    assert paid(1, [2, 8]).allows(1, Pay([8]))


@pytest.mark.clause("AN-5.4a-2", "AN-5.4a-24")
@pytest.mark.parametrize("card", [1, 5, 8, 12, 99])
def test_cost_is_paid_from_hand(card: int) -> None:
    """Neither the used skill, nor one in the zone, nor an ultra face down, nor a card of the opponent's."""
    scene = Scene(skills=COST_2, zones=([stack(5)], [])).sets(1, 11)
    assert scene.refuses(1, Pay([2, card])) == ("AN-5.4a-2", "AN-5.4a-24")
    assert scene.refuses(1, Pay([2, 2])) == ("AN-5.4a-2", "AN-5.4a-24")


@pytest.mark.clause("AN-5.4a-1", "AN-5.4a-9", "AN-5.4a-10", "AN-5.4a-13", "AN-5.2-4")
def test_damage_stands_only_for_cards_that_are_not_there() -> None:
    """D3: cost 3 and hand 2: both are paid and 1 damage follows; paying one and taking 2 is refused."""
    scene = paid(3, [2, 3])
    assert scene.side(1).owed == 3
    assert scene.refuses(1, Pay([2])) == ("AN-5.4a-9", "AN-5.4a-1")
    assert scene.refuses(1, Pay([])) == ("AN-5.4a-9", "AN-5.4a-1")
    scene.pays(1, 2, 3)
    assert scene.side(1).owed == 0
    assert [(event.amount, event.seat, event.kind) for event in scene.events("Damage")] == [(1, 1, "cost")]
    assert scene.side(1).life == 9


@pytest.mark.clause("AN-5.4a-10", "AN-5.4a-13")
def test_all_missing_cards_are_one_damage() -> None:
    """D2: hand 7, a set cost of 7: six are paid and 1 damage follows; with an empty hand 3 missing cards are one event
    of 3."""
    scene = Scene(skills={1: {"cost": 7}}).sets(1, 11).pays(1, 2, 3, 4, 5, 6, 7)
    assert scene.side(1).life == 9
    empty = paid(3, [])
    assert [event.amount for event in empty.events("Damage")] == [3]


@pytest.mark.clause("AN-5.4a-25")
def test_no_more_is_paid_than_the_cost() -> None:
    """Cost 1 paid with two cards, to hide them from play, is refused."""
    assert paid(1, [2, 3]).refuses(1, Pay([2, 3])) == ("AN-5.4a-25",)


@pytest.mark.clause("AN-5.4a-11")
def test_a_skill_that_fell_short_works_in_full() -> None:
    """Attack 4 with two cards missing is still attack 4."""
    scene = Scene(skills={1: {"cost": 2, "attack": 4}}, hands=([1], None))
    assert scene.results(1, 11) == [("cost", 1, 2), ("skill", 2, 4)]


@pytest.mark.clause("AN-5.4a-12")
def test_missing_cards_are_neither_skill_nor_effect_damage() -> None:
    """A correction of skill damage leaves a missing card at 1 damage; one of all damage received touches it."""
    for kind, life in (("skill_damage_received", 9), ("damage_received", 10)):
        shield = [(1, [effect(op(kind, -1), when="continuous")])]
        scene = Scene(skills={1: {"cost": 1}}, hands=([1], None), abilities={1: shield}).sets(1, 11)
        assert scene.side(1).life == life


@pytest.mark.clause("AN-5.4a-14", "AN-6.5-12", "AN-6.5-9")
def test_both_pay_and_suffer_at_the_same_time() -> None:
    """Neither sees what the other pays before both have; both at level 3 with 3 missing: a tie, and play goes on."""
    scene = Scene(skills={1: {"cost": 1}, 11: {"cost": 1}}, kept=(1, 1)).sets(1, 11).until(Step.COST)
    scene.pays(1, 2)
    assert scene.side(1).skill.costs == []
    assert all(not pending.answer for pending in GAME.view(scene.state, 2).pending)
    scene.pays(2, 12)
    assert [side.skill.costs for side in scene.state.sides] == [[Cost(2)], [Cost(12)]]
    both = {1: {"cost": 3}, 11: {"cost": 3}}
    tie = Scene(skills=both, hands=([1], [11]), level=(3, 3), life=(0, 0)).sets(1, 11)
    assert [side.stored for side in tie.state.sides] == [3, 3]
    assert tie.state.ending is None


@pytest.mark.clause("AN-5.4a-14")
def test_the_order_of_paying_does_not_matter() -> None:
    """Both orders of the two payments lead to the same state."""
    both = {1: {"cost": 1}, 11: {"cost": 2}}
    one = Scene(skills=both).sets(1, 11).pays(1, 5).pays(2, 13, 12)
    other = Scene(skills=both).sets(1, 11).pays(2, 13, 12).pays(1, 5)
    assert one.state == other.state


@pytest.mark.clause("AN-5.4a-15", "AN-5.5-5", "AN-6.5-4", "AN-6.2-15")
def test_missing_cards_can_kill() -> None:
    """D24: level 3, cost 3, hand 0: lost in the cost phase, and the opponent's skill never strikes."""
    scene = Scene(skills={1: {"cost": 3}, 11: {"attack": 5}}, hands=([1], None), level=(3, 1), life=(0, 10))
    assert scene.results(1, 11) == [("cost", 1, 3)]
    assert scene.state.ending.winner == 2


@pytest.mark.clause("AN-5.4a-13", "AN-5.0-7")
def test_what_missing_cards_trigger_comes_before_the_declarations() -> None:
    """Damage for missing cards triggers what damage triggers, once for all that are missing, and still in step 1."""
    answer = {1: [(1, [effect(op("distance", 1), when="damaged", per_turn=9)])]}
    scene = Scene(skills={1: {"cost": 3}}, hands=([1], None), abilities=answer).sets(1, 11)
    assert (scene.state.step, scene.asked(), scene.state.distance) == (Step.ACTIVATION, [(1, "declare")], 1)


@pytest.mark.clause("AN-5.4a-16")
def test_a_skill_of_cost_0_gets_no_cards() -> None:
    """Nobody is asked to pay, and nothing lies on it."""
    scene = Scene().sets(1, 11)
    assert scene.state.step == Step.ACTIVATION
    assert scene.side(1).skill.costs == []


@pytest.mark.clause("AN-5.4a-18", "AN-5.4a-19", "AN-5.4a-22")
def test_nobody_may_look_at_what_was_paid() -> None:
    """Number, orientation and owner of the costs are seen by all, the cards by nobody, their payer included; and the
    order in which they lie shows nowhere."""
    views = []
    for cards in permutations([2, 3]):
        scene = paid(2, [2, 3, 4]).pays(1, *cards)
        for viewer in (PUBLIC, 1, 2):
            assert GAME.view(scene.state, viewer).sides[0].skill.costs == [Cost(0), Cost(0)]
        assert all("card" not in event.__struct_fields__ for event in scene.events("Paid"))
        views.append([encode(GAME.view(scene.state, viewer)) for viewer in (PUBLIC, 1, 2)])
        scene.until(Step.COOLDOWN)
        views[-1] += [encode(GAME.view(scene.state, viewer)) for viewer in (PUBLIC, 1, 2)]
    assert views[0] == views[1]


@pytest.mark.clause("AN-5.4a-22", "AN-5.6-8")
def test_how_a_cost_lies_is_seen_by_all() -> None:
    """A closed cost shows whether it lies sideways or upright, and nothing else."""
    scene = Scene(skills={1: {"double_cd": True}}, zones=([stack(1, 2, 3)], []), hands=([], None))
    scene.uses(None, 11).next_turn()
    for viewer in (PUBLIC, 1, 2):
        assert GAME.view(scene.state, viewer).sides[0].zone[0].costs == [Cost(0), Cost(0, upright=True)]


@pytest.mark.clause("AN-5.4a-20")
def test_what_was_paid_is_neither_moved_nor_exchanged() -> None:
    """D27: a second payment is refused in the phase and later; the stack stays as it was laid."""
    scene = paid(2, [2, 3, 4]).pays(1, 3, 2)
    assert scene.refuses(1, Pay([2, 3])) == ("AN-5.4a-20", "AN-5.4a-25")
    scene.until(Step.COOLDOWN)
    assert scene.refuses(1, Pay([2, 3])) == ("AN-5.4a-20", "AN-5.4a-25")
    scene.do(1, COOL_REST)
    assert scene.side(1).zone[0].costs == [Cost(3)]


@pytest.mark.clause("AN-5.4a-21", "AN-5.6-13", "AN-7.2-3")
def test_a_cost_has_no_function_of_its_own() -> None:
    """A double cooldown card with a CD effect, paid as cost, neither doubles the stack nor acts, face up or not."""
    card = {"double_cd": True, "effects": [effect(op("attack", 5), kind="cd", when="continuous")]}
    scene = Scene(skills={1: {"attack": 1}, 3: card}, zones=([stack(2, 3, open=[3])], []), hands=([1], None))
    assert scene.results(1, 11) == [("skill", 2, 1)]
    scene.next_turn()
    assert 3 in scene.side(1).hand


@pytest.mark.clause("AN-5.4a-23")
def test_an_effect_of_the_second_step_refunds_nothing() -> None:
    """A cost change that lasts beyond the turn, used after paying, changes the cost of the next turn only."""
    cheaper = {1: {"cost": 1, "effects": [effect(op("cost", -1), until="next_turn_end")]}, 2: {"cost": 1}}
    scene = Scene(skills=cheaper).uses(1, 11).do(1, Use(1))
    assert len(scene.side(1).skill.costs) == 1
    scene.next_turn().sets(2, 12)
    assert scene.side(1).skill.costs == []


@pytest.mark.clause("AN-5.4a-23", "AN-5.0-10")
def test_a_cost_change_with_an_earlier_moment_counts() -> None:
    """A continuous change of the opponent's cost is in force when the cost is paid; no cost falls below 0."""
    dearer = [(1, [effect(op("cost", 1, to="opponent"), when="continuous")])]
    scene = Scene(abilities={2: dearer}).sets(1, 11)
    assert scene.asked() == [(1, "pay")]
    assert scene.refuses(1, Pay([2, 3])) == ("AN-5.4a-25",)
    cheap = [(1, [effect(op("cost", -3), when="continuous")])]
    assert Scene(abilities={1: cheap}, skills=COST_2).sets(1, 11).side(1).skill.costs == []


@pytest.mark.clause("AN-2.3-2", "AN-2.3-5", "AN-5.4a-1")
@pytest.mark.parametrize("printed", [0, 1])
def test_a_fragment_after_the_reveal_changes_what_is_owed(printed: int) -> None:
    """Turned up between the reveal and the payment it has its effect on the cost, whether somebody had to pay before it
    or nobody."""
    fragments = {2: [effect(op("cost", 1, to="opponent"))], 3: [effect(op("cost", -1))]}
    scene = Scene(kept=(2, 3), fragments=fragments, skills={11: {"cost": printed}}).sets(1, 11).until(Step.COST)
    scene.turn_up(1)
    while scene.asked() == [(1, "go_on")]:
        scene.quiet()
    assert scene.asked() == [(2, "pay")]
    assert scene.refuses(2, Pay(list(range(12, 12 + printed)))) == ("AN-5.4a-9", "AN-5.4a-1")
    scene.turn_up(2)
    assert scene.asked() == ([(2, "pay")] if printed else [(1, "declare")])


@pytest.mark.clause("AN-2.3-5", "AN-5.0-9")
def test_a_payment_that_a_fragment_makes_too_small_is_made_anew() -> None:
    """Until both have paid nobody has: a fragment may still move the distance on which a cost depends, and who had
    answered chooses again; a payment that still fits stands."""
    nearer = [(1, [effect(op("cost", -1), when="continuous", condition={"range": ["middle", "far"]})])]
    costs = {1: {"cost": 2}, 11: {"cost": 1}}
    scene = Scene(kept=(0, 1), abilities={1: nearer}, skills=costs).sets(1, 11).until(Step.COST)
    scene.pays(1, 2).turn_up(2)
    assert scene.asked() == [(1, "pay"), (2, "pay")]
    assert scene.refuses(1, Pay([2])) == ("AN-5.4a-9", "AN-5.4a-1")
    scene.pays(2, 12).pays(1, 3, 2)
    assert [[cost.card for cost in side.skill.costs] for side in scene.state.sides] == [[3, 2], [12]]
    assert [side.life for side in scene.state.sides] == [10, 10]
    other = Scene(kept=(0, 1), abilities={1: nearer}, skills=costs).sets(1, 11).until(Step.COST)
    other.pays(2, 12).turn_up(2)
    assert other.asked() == [(1, "pay")]


@pytest.mark.clause("AN-5.0-9", "AN-5.4a-9", "AN-2.3-5")
def test_a_card_that_comes_home_before_the_payment_ends_is_paid() -> None:
    """Who had no card to pay, or too few, and gets one back before both have paid, pays it, and takes no damage."""
    home = {2: [effect(op("cooldown", skills="each"))], 3: [effect(op("cooldown", skills="each"))]}
    costs = {1: {"cost": 2}, 11: {"cost": 2}}
    zones = ([stack(3)], [stack(13)])
    scene = Scene(kept=(2, 3), fragments=home, skills=costs, hands=([1, 2], [11]), zones=zones).sets(1, 11)
    scene.until(Step.COST)
    assert scene.asked() == [(1, "pay")]
    scene.turn_up(2)
    assert scene.asked() == [(1, "pay"), (2, "pay")]
    scene.pays(1, 2).turn_up(1)
    assert scene.asked() == [(1, "pay"), (2, "pay")]
    assert scene.refuses(1, Pay([2])) == ("AN-5.4a-9", "AN-5.4a-1")
    scene.pays(1, 3, 2).pays(2, 13)
    assert ([side.life for side in scene.state.sides], scene.side(1).hand) == ([10, 9], [])


@pytest.mark.clause("AN-5.4a-1", "AN-5.4a-20", "AN-5.4a-25")
def test_nobody_pays_who_has_nothing_to_pay() -> None:
    """Who owes nothing is not asked, and what such a player would pay is more than the cost; who has paid, has."""
    scene = paid(1, [2])
    assert scene.asked() == [(1, "pay")]
    assert scene.refuses(2, Pay([12])) == ("AN-5.4a-25",)
    both = Scene(skills={1: {"cost": 1}, 11: {"cost": 1}}).sets(1, 11).pays(2, 12)
    assert both.refuses(2, Pay([13])) == ("AN-5.4a-20", "AN-5.4a-25")
    assert scene.refuses(2, PASS) == ("AN-7.3-3",)
