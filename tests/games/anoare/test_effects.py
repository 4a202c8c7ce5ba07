"""7:用語集: CD効果, and what is optional or compulsory; and the operations that leave a choice."""

from typing import Any

import pytest

from shinpan_engine.games.anoare.table.actions import PASS, Cool, CostAt, Open, Resolve, Use
from shinpan_engine.games.anoare.table.state import Cost, Step

from .scene import Scene, effect, op, stack

MINUS_1 = effect(op("skill_damage_dealt", -1), kind="cd", when="continuous")
HIT_4 = {"attack": 4, "crit": "middle"}


@pytest.mark.clause("AN-7.2-1", "AN-7.2-4", "AN-1.2-3")
def test_a_cd_effect_lasts_as_long_as_its_card_lies_in_the_zone() -> None:
    """With costs or without any left it is in force; the turn after its return it is not."""
    scene = Scene(skills={1: HIT_4, 2: {**HIT_4}, 3: HIT_4, 5: {"effects": [MINUS_1]}}, zones=([stack(5, 6)], []))
    assert scene.results(1, 11) == [("skill", 2, 3)]
    assert scene.next_turn().results(2, 12) == [("skill", 2, 3)]
    assert scene.next_turn().results(3, 13) == [("skill", 2, 4)]


@pytest.mark.clause("AN-1.2-3")
@pytest.mark.parametrize(
    ("attack", "crit", "damage"), [(4, "middle", 3), (4, "near", 1), (2, "near", 0), (1, "near", 0)]
)
def test_the_sample_cards_cd_effect(attack: int, crit: str, damage: int) -> None:
    """A critical attack of 4 deals 3, a grazing one 2 - 1, a graze of attack 1 nothing, not -1."""
    scene = Scene(skills={1: {"attack": attack, "crit": crit}, 8: {"effects": [MINUS_1]}}, zones=([stack(8, 2)], []))
    assert scene.results(1, 11) == ([("skill", 2, damage)] if damage else [])


@pytest.mark.clause("AN-1.2-4")
@pytest.mark.parametrize(("level", "damage", "distance"), [(1, 3, 1), (2, 2, 0), (3, 3, 1)])
def test_the_sample_card_puts_out_one_ability_only(level: int, damage: int, distance: int) -> None:
    """With it in the zone neither a continuous nor a triggered effect of the Lv2 ability works; those of others do."""
    off = effect(op("disable_ability", level=2), kind="cd", when="continuous")
    ability = [effect(op("attack", 1), when="continuous"), effect(op("distance", 1), when="turn_start")]
    scene = Scene(
        skills={1: {"attack": 2}, 8: {"effects": [off]}},
        abilities={1: [(level, ability)]},
        zones=([stack(8, 2, 3)], []),
        level=(3, 1),
        life=(0, 10),
    )
    assert scene.results(1, 11) == [("skill", 2, damage)]
    assert scene.state.distance == distance


@pytest.mark.clause("AN-7.2-2")
@pytest.mark.parametrize(("zone", "distance", "damage"), [(True, -1, 5), (True, 1, 4), (False, -1, 4)])
def test_a_condition_and_the_zone_both_count(zone: bool, distance: int, damage: int) -> None:
    """'At near, attack +1': nothing with the card in hand, nothing at far."""
    near = effect(op("attack", 1), kind="cd", when="continuous", condition={"range": ["near"]})
    start = {2: [(1, [effect(op("distance", distance), when="turn_start")])]}
    zones = ([stack(5, 6)] if zone else [], [])
    scene = Scene(skills={1: {"attack": 4}, 5: {"effects": [near]}}, abilities=start, zones=zones)
    assert scene.results(1, 11) == [("skill", 2, damage)]


@pytest.mark.clause("AN-7.2-5")
def test_turn_limits_do_not_limit_a_continuous_cd_effect() -> None:
    """It applies in each turn and to each own skill damage."""
    skills = {1: HIT_4, 2: HIT_4, 5: {"effects": [MINUS_1]}}
    scene = Scene(skills=skills, zones=([stack(5, 3, 4, 6)], []))
    assert scene.results(1, 11) == [("skill", 2, 3)]
    assert scene.next_turn().results(2, 12) == [("skill", 2, 3)]


@pytest.mark.clause("AN-7.2-6")
def test_cd_effects_add_up() -> None:
    """Two cards with skill damage -1 make -2."""
    skills = {1: HIT_4, 5: {"effects": [MINUS_1]}, 6: {"effects": [MINUS_1]}}
    assert Scene(skills=skills, zones=([stack(5, 3), stack(6, 4)], [])).results(1, 11) == [("skill", 2, 2)]


@pytest.mark.clause("AN-5.4b-18", "AN-7.2-1")
def test_cd_effects_may_be_used_or_triggered() -> None:
    """A CD effect without a moment of its own is used in its step; one with a moment acts then."""
    texts = {
        5: {"effects": [effect(op("attack", 3), kind="cd", optional=True)]},
        6: {"effects": [effect(op("distance", 1), kind="cd", when="turn_start")]},
    }
    scene = Scene(skills={1: HIT_4, **texts}, zones=([stack(5, 3), stack(6, 4)], [])).uses(1, 11)
    assert scene.state.distance == 1
    scene.do(1, Use(5)).until(Step.COOLDOWN)
    assert scene.side(2).life == 10 - 7 // 2


@pytest.mark.clause("AN-7.2-1", "AN-5.0-8")
def test_a_cd_effect_that_is_due_goes_with_its_card() -> None:
    """Two effects are due, and the first one brings the other's card home: that one has no effect any more."""
    back = effect(op("damage", 1, to="opponent"), kind="cd", when="damaged")
    cools = {1: [(1, [effect(op("cooldown", skills="each"), when="damaged")])]}
    skills = {1: {"effects": [effect(op("damage", 1, to="own"))]}, 5: {"effects": [back]}}
    scene = Scene(skills=skills, abilities=cools, zones=([stack(5)], [])).uses(1, 11).do(1, Use(1))
    assert scene.asked() == [(1, "order")]
    scene.do(1, Resolve(0, 1))
    assert (scene.side(2).life, scene.state.batch, scene.asked()) == (10, [], [(2, "declare")])


@pytest.mark.clause("AN-7.2-1", "AN-2.3-5")
def test_a_fragment_may_take_away_what_is_due() -> None:
    """While a player orders two effects the own fragment brings one's card home: the other is left, and resolves."""
    starts = [effect(op("distance", by), kind="cd", when="turn_start") for by in (1, 10)]
    home = {2: [effect(op("cooldown", skills="one"))]}
    skills = {5: {"effects": [starts[0]]}, 6: {"effects": [starts[1]]}}
    scene = Scene(kept=(2, 0), fragments=home, skills=skills, zones=([stack(5), stack(6)], []))
    scene.until(Step.START_EFFECTS).quiet()
    assert scene.asked() == [(1, "order")]
    scene.turn_up(1).do(1, Cool(5))
    assert (scene.state.distance, scene.state.batch) == (10, [])


@pytest.mark.clause("AN-1.2-4", "AN-2.3-5", "AN-5.0-5")
def test_what_a_compulsory_effect_puts_out_is_not_waited_for() -> None:
    """The last effect of one player puts out the ability whose effect is due for the other: no moment comes before
    that, in which a fragment could bring it back."""
    off = effect(op("disable_ability", level=1, to="opponent"), kind="cd", when="continuous")
    skills = {5: {"effects": [{**off, "condition": {"range": ["far"]}}]}}
    starts = {seat: [(1, [effect(op("distance", seat), when="turn_start")])] for seat in (1, 2)}
    scene = Scene(kept=(1, 0), skills=skills, abilities=starts, zones=([stack(5)], []))
    scene.until(Step.START_EFFECTS).quiet()
    assert (scene.state.step, scene.asked()) == (Step.SELECTION, [(1, "set"), (2, "set")])
    assert scene.turn_up(1).state.distance == 0


@pytest.mark.clause("AN-5.4b-24", "AN-5.0-10")
@pytest.mark.parametrize(
    ("condition", "met"),
    [
        ({"level": 2}, False),
        ({"level": 1}, True),
        ({"no_action": "own"}, False),
        ({"no_action": "opponent"}, True),
        ({"in_zone": 5}, True),
        ({"in_zone": 6}, False),
        ({"own": ["critical"]}, False),
        ({"range": ["middle", "far"], "in_zone": 5}, True),
        ({"range": ["near"], "in_zone": 5}, False),
    ],
)
def test_conditions(condition: dict[str, Any], met: bool) -> None:
    """All that a condition says must hold."""
    text = {1: {"effects": [effect(op("distance", 1), optional=True, condition=condition)]}}
    scene = Scene(skills=text, zones=([stack(5, 6)], []), hands=(None, [])).uses(1, None)
    assert scene.allows(1, Use(1)) == met
    assert met or scene.refuses(1, Use(1)) == ("AN-5.4b-24",)


@pytest.mark.clause("AN-7.3-4", "AN-7.3-2")
def test_an_effect_is_carried_out_as_far_as_possible() -> None:
    """'Open 2 costs' with one left opens one, with none does nothing; a cooldown without skills does nothing."""
    opens = {1: {"effects": [effect({"op": "open", "count": 2}, op("cooldown", skills="one"))]}}
    for costs in ((), (13,), (13, 14)):
        scene = Scene(skills=opens, zones=([], [stack(12, *costs)])).uses(1, 11).do(1, Use(1))
        assert [cost.open for cost in scene.side(2).zone[0].costs] == [True] * len(costs)
        assert scene.asked() == [(2, "declare")]


@pytest.mark.clause("AN-7.3-2", "AN-5.5f-5")
def test_an_effect_that_opens_leaves_the_choice_to_its_user() -> None:
    """Of three closed costs exactly two are named; then the effect goes on."""
    opens = {1: {"effects": [effect({"op": "open", "count": 2}, op("distance", 1))]}}
    scene = Scene(skills=opens, zones=([], [stack(12, 13, 14, 15)])).uses(1, 11).do(1, Use(1))
    assert scene.asked() == [(1, "open")]
    assert scene.refuses(1, Open([CostAt(12, 1)])) == ("AN-7.3-2", "AN-5.5f-8")
    assert scene.state.distance == 0
    scene.do(1, Open([CostAt(12, 1), CostAt(12, 3)]))
    assert [cost.open for cost in scene.side(2).zone[0].costs] == [True, False, True]
    assert (scene.state.distance, scene.state.resolving) == (1, None)


@pytest.mark.clause("AN-7.3-2", "AN-7.3-4", "AN-5.6-3")
def test_an_effect_that_cools_leaves_the_choice_to_its_owner() -> None:
    """One of two skills is named; with one there is no choice; each cools them all."""
    one = {1: {"effects": [effect(op("cooldown", skills="one"))]}}
    scene = Scene(skills=one, zones=([stack(2, 3), stack(4, 5)], [])).uses(1, 11).do(1, Use(1))
    assert scene.refuses(1, Cool(3)) == ("AN-7.3-4",)
    assert scene.refuses(1, PASS)[0] == "AN-5.4b-5"
    scene.do(1, Cool(4))
    assert scene.side(1).zone == [stack(2, 3), stack(4)]
    alone = Scene(skills=one, zones=([stack(2, 3)], [])).uses(1, 11).do(1, Use(1))
    assert alone.side(1).zone == [stack(2)]
    each = {1: {"effects": [effect(op("cooldown", skills="each"))]}}
    assert Scene(skills=each, zones=([stack(2, 3), stack(4)], [])).uses(1, 11).do(1, Use(1)).side(1).zone == [stack(2)]


@pytest.mark.clause("AN-7.3-1", "AN-7.3-2")
def test_a_compulsory_start_effect_may_kill_its_owner() -> None:
    """'Take 1 damage' at stored 2 is dealt, and its owner loses."""
    starts = [effect(op("damage", amount, to="own"), when="turn_start") for amount in (2, 1)]
    scene = Scene(level=(3, 1), life=(0, 10), abilities={1: [(1, starts)]}).until(Step.START_EFFECTS)
    scene.do(1, Resolve(0, 1, 0))
    assert scene.state.ending.winner == 2


@pytest.mark.clause("AN-7.3-3")
def test_printed_procedures_are_compulsory() -> None:
    """Neither the selection, nor the cooldown, nor the level-up, nor hit-open can be passed on; the extra cooldown
    can."""
    scene = Scene(life=(6, 10), skills={11: {"attack": 1}}, kept=(1, 0)).until(Step.SELECTION)
    refused = []
    while scene.state.turn == 1:
        if scene.asked()[0][1] in ("set", "cooldown", "level_up", "go_on"):
            refused.append(scene.refuses(1, PASS)[0])
        scene.quiet()
    assert set(refused) == {"AN-5.2-3", "AN-7.3-3"}


@pytest.mark.clause("AN-5.4b-13", "AN-5.5e-2")
def test_additional_costs_move_with_the_stack() -> None:
    """What was paid in the second step goes to the zone on top of the cost, as it lay."""
    text = {1: {"cost": 1, "effects": [effect(op("attack", 1), additional_cost=1)]}}
    scene = Scene(skills=text).sets(1, 11).pays(1, 4).do(1, Use(1, cards=[2])).until(Step.COOLDOWN)
    assert scene.side(1).zone[0].costs == [Cost(4), Cost(2)]
