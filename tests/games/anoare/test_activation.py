"""5.4b コスト支払い 2: effects are used in turn until both pass."""

from typing import Any

import pytest

from shinpan_engine.games.anoare.table.actions import PASS, Use
from shinpan_engine.games.anoare.table.options import AbilityStack, AdditionalCostShort
from shinpan_engine.games.anoare.table.state import Cost, Step

from .scene import Scene, effect, op, stack

MAY_1 = effect(op("distance", 1), optional=True)
MUST_1 = effect(op("distance", 1))
PAID_2 = effect(op("attack", 2), additional_cost=2)


def ability(*effects: Any, level: int = 1) -> dict[int, Any]:
    """Abilities of one level for seat 1's character."""
    return {1: [(level, effects)]}


@pytest.mark.clause("AN-5.4b-1", "AN-5.4b-2", "AN-5.4b-3", "AN-5.4b-5", "AN-1.1-13")
def test_the_lower_response_declares_first_and_both_alternate() -> None:
    """Response 5 against 3: B's is the first declaration; neither declares twice running."""
    scene = Scene(response=(5, 3), abilities={2: [(1, [MAY_1, MAY_1])]}).uses(1, 11)
    assert scene.asked() == [(2, "declare")]
    assert scene.refuses(1, PASS) == ("AN-5.4b-5",)
    scene.do(2, Use(0, 1, 0))
    assert scene.refuses(2, Use(0, 1, 1)) == ("AN-5.4b-5",)
    assert scene.refuses(2, PASS) == ("AN-5.4b-5",)
    assert scene.asked() == [(1, "declare")]


@pytest.mark.clause("AN-5.4b-4", "AN-5.4b-8", "AN-5.4b-23", "AN-6.5-5")
def test_a_use_is_resolved_before_the_other_declares() -> None:
    """Both at level 3: an effect that deals 3 ends the game before the other can declare."""
    deadly = {1: {"effects": [effect(op("damage", 3, to="opponent"), optional=True), MAY_1]}}
    scene = Scene(level=(3, 3), life=(0, 0), skills=deadly).uses(1, 11).do(1, Use(1, 0, 0))
    assert scene.state.ending.winner == 1
    assert scene.state.distance == 0


@pytest.mark.clause("AN-5.4b-6", "AN-5.4b-7")
def test_two_passes_running_end_the_step() -> None:
    """D4: B pass, A use, B pass, A pass: over after the fourth. Who passed may use when the other kept it open."""
    both = {1: [(1, [MAY_1])], 2: [(1, [MAY_1])]}
    scene = Scene(response=(5, 3), abilities=both).uses(1, 11)
    scene.do(2, PASS).do(1, Use(0, 1))
    assert scene.allows(2, Use(0, 1))
    scene.do(2, PASS)
    assert scene.state.step == Step.ACTIVATION
    assert scene.do(1, PASS).state.step != Step.ACTIVATION


@pytest.mark.clause("AN-5.4b-10", "AN-5.4b-11", "AN-5.4b-12")
def test_each_effect_once_a_turn() -> None:
    """D28: the same effect twice is refused; another on the card is not; per_turn 2 allows two; again next turn."""
    twice = effect(op("distance", 1), optional=True, per_turn=2)
    scene = Scene(abilities=ability(MAY_1, twice)).uses(1, 11).do(1, Use(0, 1, 0)).do(2, PASS)
    assert scene.refuses(1, Use(0, 1, 0)) == ("AN-5.4b-10", "AN-5.4b-11")
    scene.do(1, Use(0, 1, 1)).do(2, PASS).do(1, Use(0, 1, 1)).do(2, PASS)
    assert scene.refuses(1, Use(0, 1, 1)) == ("AN-5.4b-10", "AN-5.4b-11")
    assert scene.state.distance == 3
    assert scene.next_turn().uses(2, 12).allows(1, Use(0, 1, 0))


@pytest.mark.clause("AN-5.4b-9", "AN-5.4b-13")
def test_a_resolved_effect_outlasts_the_place_of_its_card() -> None:
    """A correction from the text of the used skill stays in force when that skill has moved to the zone, to the end of
    the turn."""
    text = {1: {"effects": [effect(op("damage_received", 1, to="opponent"))]}}
    ends = {1: [(1, [effect(op("damage", 1, to="opponent"), when="turn_end")])]}
    scene = Scene(skills=text, abilities=ends).uses(1, 11).do(1, Use(1)).next_turn()
    assert scene.side(2).life == 8


@pytest.mark.clause("AN-5.4b-14", "AN-5.4b-15", "AN-5.4b-16")
def test_additional_cost_is_paid_like_the_cost() -> None:
    """D16: cost 1 and an additional 1: a stack of two, the additional card on top and first home."""
    skill = {1: {"cost": 1, "effects": [effect(op("attack", 2), additional_cost=1)]}}
    scene = Scene(skills=skill).sets(1, 11).pays(1, 2).do(1, Use(1, cards=[3]))
    assert scene.side(1).skill.costs == [Cost(2), Cost(3)]
    names = [type(event).__name__ for event in scene.table.events]
    assert names == ["Used", "Paid"]
    scene.next_turn()
    assert 3 in scene.side(1).hand
    assert scene.side(1).zone[0].costs == [Cost(2)]
    assert "AN-5.4b-15" in scene.table.relied


@pytest.mark.clause("AN-5.4b-15", "AN-5.4b-16", "AN-5.6-7")
def test_additional_cost_lengthens_the_cooldown() -> None:
    """A normal skill with 2 + 1 cards returns on the 4th cooldown."""
    skill = {1: {"cost": 2, "effects": [effect(op("attack", 2), additional_cost=1)]}}
    scene = Scene(skills=skill).sets(1, 11).pays(1, 2, 3).do(1, Use(1, cards=[4]))
    for turn in (2, 3, 4):
        assert 1 not in scene.until(Step.SELECTION, turn=turn).side(1).hand
    assert 1 in scene.until(Step.SELECTION, turn=5).side(1).hand


@pytest.mark.clause("AN-5.4b-15")
@pytest.mark.parametrize("cards", [[], [2], [2, 3, 4], [2, 2], [1, 2], [8, 2]])
def test_additional_cost_is_exact_and_from_hand(cards: list[int]) -> None:
    """Neither fewer nor more, neither a card twice nor one that is not in hand."""
    scene = Scene(skills={1: {"effects": [PAID_2]}}).uses(1, 11)
    assert scene.refuses(1, Use(1, cards=cards)) == ("AN-5.4b-15",)
    assert scene.allows(1, Use(1, cards=[3, 2]))


@pytest.mark.clause("AN-5.4b-15")
def test_no_cards_go_with_an_effect_that_costs_none() -> None:
    """A use without additional cost takes no cards along."""
    assert Scene(abilities=ability(MAY_1)).uses(1, 11).refuses(1, Use(0, 1, cards=[2])) == ("AN-5.4b-15",)


@pytest.mark.clause("AN-5.4b-17", "AN-5.4a-10")
def test_a_missing_additional_card_is_damage() -> None:
    """D29: hand 1 and an additional cost of 2: the card is paid, 1 damage is taken, then the effect."""
    scene = Scene(skills={1: {"attack": 1, "effects": [PAID_2]}}, hands=([1, 2], None)).uses(1, 11)
    scene.do(1, Use(1, cards=[2]))
    assert [type(event).__name__ for event in scene.table.events] == ["Used", "Paid", "Damage"]
    assert (scene.side(1).life, scene.events("Damage")[0].kind) == (9, "cost")
    scene.until(Step.COOLDOWN)
    assert scene.side(2).life == 7
    assert "AN-5.4b-17" in scene.table.relied


@pytest.mark.clause("AN-5.4b-17")
def test_a_missing_additional_card_may_be_set_up_to_forbid_the_use() -> None:
    """With forbidden the use is refused, and passing is free; with an empty hand as with one card."""
    forbidden = AdditionalCostShort.FORBIDDEN
    scene = Scene(skills={1: {"effects": [PAID_2]}}, hands=([1, 2], None), additional_cost_short=forbidden).uses(1, 11)
    assert scene.refuses(1, Use(1, cards=[2])) == ("AN-5.4b-17",)
    assert scene.allows(1, PASS)


@pytest.mark.clause("AN-5.4b-17", "AN-6.5-4")
def test_a_missing_additional_card_can_kill_before_the_effect() -> None:
    """Level 3 with an empty hand and an additional cost of 3: lost before the effect resolves."""
    heal = {1: {"effects": [effect(op("remove_stored", 3), additional_cost=3)]}}
    scene = Scene(level=(3, 1), life=(0, 10), skills=heal, hands=([1], None)).uses(1, 11).do(1, Use(1))
    assert scene.state.ending.winner == 2


@pytest.mark.clause("AN-5.4b-18", "AN-6.1-3", "AN-6.1-6", "AN-6.2-2")
def test_only_ones_own_effects() -> None:
    """Neither another skill's text, nor the opponent's, nor a CD effect outside the zone, nor an ability of a level
    not reached; the Lv1 ability is there from the first turn on."""
    cd = effect(op("distance", 1), kind="cd", optional=True)
    text = {1: {"effects": [MAY_1, cd]}, 2: {"effects": [MAY_1, cd]}, 3: {"effects": [MAY_1]}, 11: {"effects": [MAY_1]}}
    levels = {1: [(1, [MAY_1]), (2, [MAY_1]), (3, [MAY_1])]}
    scene = Scene(skills=text, abilities=levels, zones=([stack(2, 3)], [])).uses(1, 11)
    for act in (Use(2, 0, 0), Use(3, 0, 0), Use(11, 0, 0), Use(1, 0, 1), Use(1, 0, 5), Use(0, 0, 0), Use(1, 1, 0)):
        assert scene.refuses(1, act)[0] == "AN-5.4b-18"
    for level in (2, 3, 4):
        assert scene.refuses(1, Use(0, level)) == ("AN-5.4b-18", "AN-6.1-3")
    for act in (Use(1, 0, 0), Use(2, 0, 1), Use(0, 1, 0)):
        assert scene.allows(1, act)


@pytest.mark.clause("AN-6.2-11", "AN-6.2-12", "AN-6.4-4", "AN-6.1-3")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_abilities_up_to_the_level_are_in_force(level: int) -> None:
    """Cumulative by default; with current_only that of the present level alone."""
    levels = {1: [(1, [MAY_1]), (2, [MAY_1]), (3, [MAY_1])]}
    life = {1: 10, 2: 5, 3: 0}[level]
    scene = Scene(level=(level, 1), life=(life, 10), abilities=levels).uses(1, 11)
    assert [n for n in (1, 2, 3) if scene.allows(1, Use(0, n))] == list(range(1, level + 1))
    only = AbilityStack.CURRENT_ONLY
    scene = Scene(level=(level, 1), life=(life, 10), abilities=levels, ability_stack=only).uses(1, 11)
    assert [n for n in (1, 2, 3) if scene.allows(1, Use(0, n))] == [level]


@pytest.mark.clause("AN-5.4b-19")
def test_effects_are_used_in_this_step_only() -> None:
    """Neither in the selection nor in the cooldown phase; and what has a moment of its own is not declared."""
    scene = Scene(abilities=ability(MAY_1, effect(op("distance", 1), when="turn_end"))).until(Step.SELECTION)
    assert scene.refuses(1, Use(0, 1)) == ("AN-5.4b-19",)
    scene.uses(1, 11)
    assert scene.refuses(1, Use(0, 1, 1)) == ("AN-5.4b-19",)
    scene.until(Step.COOLDOWN)
    assert scene.refuses(1, Use(0, 1)) == ("AN-5.4b-19",)


@pytest.mark.clause("AN-5.4b-20", "AN-7.3-2")
def test_no_pass_before_what_is_compulsory() -> None:
    """A text without the may formula bars the pass until it has been used, in an order of the owner's choice."""
    scene = Scene(skills={1: {"effects": [MUST_1, MUST_1, MAY_1]}}).uses(1, 11)
    assert scene.refuses(1, PASS) == ("AN-5.4b-20", "AN-7.3-2")
    scene.do(1, Use(1, 0, 1)).do(2, PASS)
    assert scene.refuses(1, PASS) == ("AN-5.4b-20", "AN-7.3-2")
    scene.do(1, Use(1, 0, 0)).do(2, PASS)
    assert scene.allows(1, PASS)


@pytest.mark.clause("AN-5.4b-20", "AN-5.4b-24")
def test_a_condition_that_is_not_met_bars_nothing() -> None:
    """Not due before its condition is met: it neither can be used nor bars the pass; once met it does."""
    near = effect(op("attack", 1), condition={"range": ["near"]})
    step = effect(op("distance", -1), optional=True)
    scene = Scene(skills={1: {"effects": [near]}}, abilities={2: [(1, [step])]}).uses(1, 11)
    assert scene.refuses(1, Use(1)) == ("AN-5.4b-24",)
    scene.do(1, PASS).do(2, Use(0, 1))
    assert scene.refuses(1, PASS) == ("AN-5.4b-20", "AN-7.3-2")
    assert scene.allows(1, Use(1))


@pytest.mark.clause("AN-5.4b-21", "AN-7.3-1")
def test_what_has_an_additional_cost_is_voluntary() -> None:
    """Without the may formula, too, passing is free; forced makes it compulsory, and then it is."""
    paid = effect(op("attack", 2), additional_cost=1)
    assert Scene(skills={1: {"effects": [paid]}}).uses(1, 11).allows(1, PASS)
    forced = Scene(skills={1: {"effects": [{**paid, "forced": True}]}}).uses(1, 11)
    assert forced.refuses(1, PASS) == ("AN-5.4b-20", "AN-7.3-2")
    assert forced.allows(1, Use(1, cards=[2]))


@pytest.mark.clause("AN-5.4b-22")
def test_skills_have_not_moved_the_distance_yet() -> None:
    """A skill of +1 is revealed: a condition checked here still sees 0, an effect already made is seen."""
    far = effect(op("attack", 1), condition={"range": ["far"]}, optional=True)
    scene = Scene(skills={1: {"distance": 1, "effects": [far, effect(op("distance", 1), optional=True)]}}).uses(1, 11)
    assert scene.refuses(1, Use(1, 0, 0)) == ("AN-5.4b-24",)
    scene.do(1, Use(1, 0, 1)).do(2, PASS)
    assert scene.allows(1, Use(1, 0, 0))


@pytest.mark.clause("AN-1.2-4", "AN-5.4b-18")
def test_a_disabled_ability_is_not_used() -> None:
    """With 剣を投げる in the zone a level 3 swordsman has the Lv1 and Lv3 abilities, not Lv2; no pass is barred."""
    thrown = {8: {"effects": [effect(op("disable_ability", level=2), kind="cd", when="continuous")]}}
    levels = {1: [(1, [MAY_1]), (2, [MUST_1]), (3, [MAY_1])]}
    scene = Scene(level=(3, 1), life=(0, 10), skills=thrown, abilities=levels, zones=([stack(8, 2)], [])).uses(1, 11)
    assert scene.refuses(1, Use(0, 2)) == ("AN-1.2-4", "AN-5.4b-18")
    assert scene.allows(1, Use(0, 1))
    assert scene.allows(1, Use(0, 3))
    assert scene.allows(1, PASS)


@pytest.mark.clause("AN-1.2-4", "AN-5.0-10")
def test_an_effect_may_disable_the_opponents_ability() -> None:
    """A modifier that disables lasts to the end of the turn; the opponent's other abilities work on."""
    disabling = {1: {"effects": [effect(op("disable_ability", level=1, to="opponent"))]}}
    scene = Scene(skills=disabling, abilities={2: [(1, [MUST_1])]}).uses(1, 11).do(1, Use(1))
    assert scene.refuses(2, Use(0, 1)) == ("AN-1.2-4", "AN-5.4b-18")
    scene.do(2, PASS).next_turn().uses(2, 12).do(1, PASS)
    assert scene.allows(2, Use(0, 1))
