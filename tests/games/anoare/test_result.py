"""5.5 行動結果 1: attack, distance, critical, damage."""

from typing import Any

import pytest

from shinpan_engine.games.anoare.table.actions import PASS, Use
from shinpan_engine.games.anoare.table.options import (
    AttackConditionDistance,
    AttacklessCrit,
    DashAttack,
    EvadedBonus,
    NegativeAttack,
    NoCritDamage,
)
from shinpan_engine.games.anoare.table.state import Step, Strike

from .scene import Scene, effect, op, stack

RANGES = ("near", "middle", "far")
AT = {"near": -1, "middle": "-", "far": 1}


def standing(*ops: Any, **fields: Any) -> dict[int, Any]:
    """A continuous Lv1 ability of seat 1's character."""
    return {1: [(1, [effect(*ops, when="continuous", **fields)])]}


def dealt(skill: dict[str, Any], distance: str = "middle", **scene: Any) -> list[tuple[str, int, int]]:
    """The damage of a turn in which seat 1 uses this skill at that range."""
    return Scene(skills={1: skill, 11: {"distance": AT[distance]}}, **scene).results(1, 11)


@pytest.mark.clause("AN-5.5c-1", "AN-5.5c-2", "AN-5.5c-3", "AN-5.5c-5", "AN-5.5c-6", "AN-5.5c-7", "AN-5.5c-10")
@pytest.mark.parametrize(
    ("distance", "row"),
    [("near", "CGE"), ("middle", "GCG"), ("far", "EGC")],
)
def test_the_table_of_nine(distance: str, row: str) -> None:
    """P2: rows current range, columns critical range: the full attack, half, or nothing."""
    strikes = {"C": (Strike.CRITICAL, 4), "G": (Strike.GRAZE, 2), "E": (Strike.EVADED, 0)}
    for crit, cell in zip(RANGES, row, strict=True):
        scene = Scene(skills={1: {"attack": 4, "crit": crit}, 11: {"distance": AT[distance]}})
        strike, damage = strikes[cell]
        assert scene.results(1, 11) == ([("skill", 2, damage)] if damage else [])
        assert scene.side(1).strike is strike


@pytest.mark.clause("AN-5.5c-4")
@pytest.mark.parametrize(("attack", "half"), [(5, 2), (4, 2), (3, 1), (2, 1)])
def test_half_is_rounded_down(attack: int, half: int) -> None:
    """Attack 5: 2; 3: 1."""
    assert dealt({"attack": attack, "crit": "near"}) == [("skill", 2, half)]


@pytest.mark.clause("AN-5.5c-20", "AN-5.5d-8")
def test_a_graze_of_1_is_a_graze_and_no_damage() -> None:
    """D11: attack 1 grazing deals 0, which triggers nothing."""
    triggered = {2: [(1, [effect(op("distance", 5), when="damaged")])]}
    scene = Scene(skills={1: {"attack": 1, "crit": "near"}}, abilities=triggered)
    assert scene.results(1, 11) == []
    assert (scene.side(1).strike, scene.state.distance) == (Strike.GRAZE, 0)


@pytest.mark.clause("AN-5.5-1", "AN-5.0-3")
def test_the_sub_steps_come_in_their_order() -> None:
    """Attack, distance, critical, damage: with a fragment unused each is waited for."""
    scene = Scene(kept=(1, 0), skills={1: {"attack": 4, "crit": "far", "distance": 1}}).uses(1, 11)
    seen = []
    while scene.state.step < Step.MOVE:
        side = scene.side(1)
        seen.append((scene.state.step, side.attack, scene.state.distance, side.strike, scene.side(2).life))
        scene.quiet()
    assert seen[2:] == [
        (Step.ATTACK, 0, 0, Strike.NONE, 10),
        (Step.DISTANCE, 4, 0, Strike.NONE, 10),
        (Step.CRITICAL, 4, 1, Strike.NONE, 10),
        (Step.DAMAGE, 4, 1, Strike.CRITICAL, 10),
        (Step.DAMAGE_EFFECTS, 0, 1, Strike.CRITICAL, 6),
    ]


@pytest.mark.clause("AN-5.5-2", "AN-5.5-3", "AN-5.5-4", "AN-5.5-5")
def test_both_strike_at_the_same_moment() -> None:
    """Who is brought to 0 still deals full damage; each hits the other."""
    scene = Scene(life=(3, 8), skills={1: {"attack": 3}, 11: {"attack": 5}})
    assert scene.results(1, 11) == [("skill", 1, 5), ("skill", 2, 3)]
    assert [side.life for side in scene.state.sides] == [0, 5]


@pytest.mark.clause("AN-5.5a-1")
def test_attack_corrections_add_up() -> None:
    """Printed 3, +2, -1: 4."""
    texts = {1: {"attack": 3, "effects": [effect(op("attack", 2)), effect(op("attack", -1))]}}
    scene = Scene(skills=texts).uses(1, 11).do(1, Use(1, 0, 0)).do(2, PASS).do(1, Use(1, 0, 1))
    scene.until(Step.COOLDOWN)
    assert scene.side(2).life == 6


@pytest.mark.clause("AN-5.5a-2", "AN-5.2-8")
def test_a_hyphen_is_no_attack() -> None:
    """D30: [+1/-/-] with attack +2 or damage +2 deals nothing; with zero the attack is 2; who set none has none."""
    boosted = Scene(skills={1: {"distance": 1}}, abilities=standing(op("attack", 2)))
    boosted.results(1, 11)
    assert "AN-5.5a-2" in boosted.table.relied
    for bonus in (op("attack", 2), op("skill_damage_dealt", 2)):
        assert dealt({"distance": 1}, abilities=standing(bonus)) == []
        zero = dealt({"distance": 1}, abilities=standing(bonus), dash_attack=DashAttack.ZERO)
        assert zero == [("skill", 2, 2)]
    assert Scene(hands=([], None), abilities=standing(op("attack", 2)), dash_attack=1).results(None, 11) == []


@pytest.mark.clause("AN-5.5a-3")
@pytest.mark.parametrize(
    ("option", "critical", "graze"), [(NegativeAttack.CLAMP_EACH, 2, 2), (NegativeAttack.CLAMP_FINAL, 0, 1)]
)
def test_an_attack_below_0(option: NegativeAttack, critical: int, graze: int) -> None:
    """Printed 1, -3, damage +2: 2 with the cut before the critical step, 0 with that at the end; half of -2 is -1."""
    weak = standing(op("attack", -3), op("skill_damage_dealt", 2))
    for distance, damage in (("middle", critical), ("far", graze)):
        skills = {1: {"attack": 1, "crit": "middle"}, 11: {"distance": AT[distance]}}
        scene = Scene(skills=skills, abilities=weak, negative_attack=option)
        assert scene.results(1, 11) == ([("skill", 2, damage)] if damage else [])
        assert "AN-5.5a-3" in scene.table.relied


@pytest.mark.clause("AN-5.5a-4")
@pytest.mark.parametrize(
    ("option", "attack"), [(AttackConditionDistance.PRINTED_ORDER, 3), (AttackConditionDistance.FINAL_DISTANCE, 5)]
)
def test_an_attack_correction_by_distance(option: AttackConditionDistance, attack: int) -> None:
    """'At near attack +2' looks at the distance before the skills' corrections, or after them if so set up."""
    near = standing(op("attack", 2), condition={"range": ["near"]})
    hit = dealt({"attack": 3, "distance": -1}, abilities=near, attack_condition_distance=option)
    assert hit == [("skill", 2, attack)]


@pytest.mark.clause("AN-5.5a-4")
@pytest.mark.parametrize("option", AttackConditionDistance)
def test_a_correction_that_holds_before_and_after_counts_once(option: AttackConditionDistance) -> None:
    """'At near, attack +1' at near from the start to the end of the result phase is 1 more, whichever the option."""
    near = standing(op("attack", 1), condition={"range": ["near"]})
    nearer = {2: [(1, [effect(op("distance", -1), when="turn_start")])]}
    texts = {1: {"attack": 3, "crit": "near", "distance": -1}}
    scene = Scene(skills=texts, abilities={**near, **nearer}, attack_condition_distance=option)
    assert scene.results(1, 11) == [("skill", 2, 4)]


@pytest.mark.clause("AN-5.5a-4")
def test_with_the_final_distance_other_corrections_stay_where_they_are() -> None:
    """What does not depend on the distance is added once, whichever the option."""
    plain = standing(op("attack", 2))
    for option in AttackConditionDistance:
        assert dealt({"attack": 3}, abilities=plain, attack_condition_distance=option) == [("skill", 2, 5)]


@pytest.mark.clause("AN-5.5b-1", "AN-5.5b-2", "AN-5.5b-9", "AN-1.1-7", "AN-5.1-2")
@pytest.mark.parametrize(("one", "other", "distance"), [(1, -1, 0), (2, 1, 3), ("-", -2, -2), ("-", "-", 0)])
def test_both_skills_move_the_one_distance(one: Any, other: Any, distance: int) -> None:
    """Corrections of both are added at once; a hyphen leaves it unchanged."""
    scene = Scene(skills={1: {"distance": one}, 11: {"distance": other}})
    scene.results(1, 11)
    assert scene.state.distance == distance


@pytest.mark.clause("AN-5.5b-3")
def test_every_correction_counts_once() -> None:
    """D5: start effect +1 and skill +1 and -1 leave 1; start +1 with skill +1 makes 2, not 3."""
    start = {1: [(1, [effect(op("distance", 1), when="turn_start")])]}
    for other, distance in ((-1, 1), ("-", 2)):
        scene = Scene(abilities=start, skills={1: {"distance": 1}, 11: {"distance": other}})
        scene.results(1, 11)
        assert scene.state.distance == distance


@pytest.mark.clause("AN-5.5b-4", "AN-7.2-5")
def test_continuous_corrections_follow_the_skills() -> None:
    """'At near +1' with skills -1: -1, then 0; in every turn again; of two, the lower response is first."""
    lift = effect(op("distance", 1), when="continuous", condition={"range": ["near"]})
    scene = Scene(abilities={1: [(1, [lift])], 2: [(1, [lift])]}, skills={1: {"distance": -1}, 2: {"distance": -1}})
    scene.uses(1, 11).do(1, PASS).do(2, PASS)
    assert [(e.by, e.distance) for e in scene.events("Shifted")][:2] == [(-1, -1), (1, 0)]
    assert "AN-5.5b-4" in scene.table.relied
    scene.next_turn().results(2, 12)
    assert scene.state.distance == 0


@pytest.mark.clause("AN-5.5b-4")
def test_the_lower_response_comes_first_among_continuous_corrections() -> None:
    """Response 3's 'at near +2' makes it far before response 5's 'at near +1' is looked at."""
    near = {"range": ["near"]}
    mine = [(1, [effect(op("distance", 1), when="continuous", condition=near)])]
    theirs = [(1, [effect(op("distance", 2), when="continuous", condition=near)])]
    scene = Scene(response=(5, 3), abilities={1: mine, 2: theirs}, skills={1: {"distance": -1}})
    scene.results(1, 11)
    assert scene.state.distance == 1


@pytest.mark.clause("AN-5.5b-5", "AN-5.5b-6", "AN-5.5b-7", "AN-5.5b-8")
@pytest.mark.parametrize("distance", [-9, -3, -1, 0, 1, 3, 9])
def test_only_the_sign_decides(distance: int) -> None:
    """D6: distance +3, critical middle, attack 5: a graze of 2."""
    damage = {True: 5, False: 2}[distance == 0]
    scene = Scene(skills={1: {"attack": 5, "crit": "middle", "distance": distance}})
    assert scene.results(1, 11) == [("skill", 2, damage)]
    far = Scene(skills={1: {"attack": 5, "crit": "far", "distance": distance}})
    told = far.results(1, 11)
    assert told == ([("skill", 2, 5)] if distance > 0 else [("skill", 2, 2)] if distance == 0 else [])


@pytest.mark.clause("AN-5.5c-8", "AN-5.5c-9", "AN-5.5f-3")
@pytest.mark.parametrize("distance", RANGES)
def test_a_skill_without_critical_distance(distance: str) -> None:
    """D9: [-/2/-] deals 2 at any range, or none if so set up; it opens nothing and nobody evades it."""
    plain = {"attack": 2}
    scene = Scene(skills={1: plain, 11: {"distance": AT[distance]}}, zones=([], [stack(12, 13)]))
    assert scene.results(1, 11) == [("skill", 2, 2)]
    assert scene.side(1).strike is Strike.NONE
    assert not scene.side(2).zone[0].costs[0].open
    boosted = standing(op("skill_damage_dealt", 1))
    assert dealt(plain, distance, abilities=boosted, no_crit_damage=NoCritDamage.NONE) == []


@pytest.mark.clause("AN-5.5c-11")
def test_the_two_skills_are_judged_apart() -> None:
    """Far: A's far-critical skill is critical, B's near-critical one evaded."""
    scene = Scene(skills={1: {"attack": 2, "crit": "far", "distance": 1}, 11: {"attack": 2, "crit": "near"}})
    scene.uses(1, 11).do(1, PASS).do(2, PASS)
    assert scene.side(2).life == 8
    assert [side.strike for side in scene.state.sides] == [Strike.CRITICAL, Strike.EVADED]
    assert [(e.seat, e.strike) for e in scene.events("Judged")] == [(1, Strike.CRITICAL), (2, Strike.EVADED)]


@pytest.mark.clause("AN-5.5c-12")
@pytest.mark.parametrize(
    ("option", "strike"), [(AttacklessCrit.COUNTS, Strike.CRITICAL), (AttacklessCrit.IGNORED, Strike.NONE)]
)
def test_critical_without_attack(option: AttacklessCrit, strike: Strike) -> None:
    """[+1/-/far] at far is critical with 0 damage, or not judged if so set up."""
    skills = {1: {"distance": 1, "crit": "far"}}
    scene = Scene(skills=skills, zones=([], [stack(12, 13, 14)]), attackless_crit=option)
    assert scene.results(1, 11) == []
    options = {"attackless_crit": option, "dash_attack": DashAttack.ZERO, "no_crit_damage": NoCritDamage.NONE}
    bonus = Scene(skills=skills, abilities=standing(op("skill_damage_dealt", 2)), **options).results(1, 11)
    assert bonus == ([("skill", 2, 2)] if strike is Strike.CRITICAL else [])
    assert scene.side(1).strike is strike
    assert [cost.open for cost in scene.side(2).zone[0].costs] == [strike is Strike.CRITICAL] * 2


@pytest.mark.clause("AN-5.5c-21")
def test_the_judgement_stays_for_the_turn_and_is_a_condition() -> None:
    """'When critical' and 'when the opponent grazes' hold to the end of the turn, and not in the next."""
    ends = [
        effect(op("damage", 1, to="opponent"), when="turn_end", condition={"own": ["critical"]}),
        effect(op("damage", 2, to="opponent"), when="turn_end", condition={"opposing": ["graze"]}),
        effect(op("damage", 4, to="opponent"), when="turn_end", condition={"own": ["evaded", "graze"]}),
    ]
    scene = Scene(abilities={1: [(1, ends)]}, skills={1: {"crit": "middle"}, 11: {"crit": "far"}})
    scene.uses(1, 11).next_turn()
    assert scene.side(2).life == 7
    assert scene.uses(2, 12).next_turn().side(2).life == 7


@pytest.mark.clause("AN-5.5d-1", "AN-5.5d-4")
@pytest.mark.parametrize(
    ("attack", "bonus", "damage"),
    [(3, "attack", 2), (3, "skill_damage_dealt", 2), (4, "attack", 2), (4, "skill_damage_dealt", 3)],
)
def test_attack_before_the_halving_damage_after_it(attack: int, bonus: str, damage: int) -> None:
    """D7: a graze of attack 4: attack +1 gives 2, damage +1 gives 3."""
    hit = dealt({"attack": attack, "crit": "near"}, abilities=standing(op(bonus, 1)))
    assert hit == [("skill", 2, damage)]


@pytest.mark.clause("AN-5.5d-2", "AN-5.5d-8")
def test_damage_is_never_below_0() -> None:
    """A graze of 1 with -2 deals nothing and heals nothing."""
    scene = Scene(
        skills={1: {"attack": 2, "crit": "near"}}, abilities=standing(op("skill_damage_dealt", -2)), life=(10, 5)
    )
    assert scene.results(1, 11) == []
    assert scene.side(2).life == 5


@pytest.mark.clause("AN-5.5d-3")
@pytest.mark.parametrize(("option", "damage"), [(EvadedBonus.ZERO, 0), (EvadedBonus.ADD, 2)])
def test_damage_corrections_on_an_evaded_skill(option: EvadedBonus, damage: int) -> None:
    """D8: evaded with damage +2: nothing, or 2 if so set up; a graze of 0 is corrected in either case."""
    bonus = standing(op("skill_damage_dealt", 2))
    hit = dealt({"attack": 4, "crit": "far"}, "near", abilities=bonus, evaded_bonus=option)
    assert hit == ([("skill", 2, damage)] if damage else [])
    assert dealt({"attack": 1, "crit": "far"}, abilities=bonus, evaded_bonus=option) == [("skill", 2, 2)]


@pytest.mark.clause("AN-5.5d-5", "AN-5.5d-6", "AN-5.5d-7", "AN-1.2-3")
def test_effect_damage_is_not_skill_damage() -> None:
    """With 'skill damage -1' on one side and 'received -1' on the other, text damage 2 is still 2; and no range or
    judgement touches it."""
    text = {1: {"attack": 3, "crit": "middle", "effects": [effect(op("damage", 2, to="opponent"))]}}
    weak = {
        **standing(op("skill_damage_dealt", -1)),
        2: [(1, [effect(op("skill_damage_received", -1), when="continuous")])],
    }
    scene = Scene(skills=text, abilities=weak).uses(1, 11).do(1, Use(1))
    assert [(event.amount, event.kind) for event in scene.events("Damage")] == [(2, "effect")]
    scene.until(Step.COOLDOWN)
    assert scene.side(2).life == 10 - 2 - 1


@pytest.mark.clause("AN-5.5d-1", "AN-5.4a-12")
def test_damage_received_is_corrected_whatever_its_kind() -> None:
    """A correction of all damage received touches skill and effect damage, a graze of 0 too; not a skill that misses or
    has no attack."""
    for amount, life in ((1, 10 - 4 - 3), (-1, 10 - 2 - 1)):
        frail = {2: [(1, [effect(op("damage_received", amount), when="continuous")])]}
        hurts = effect(op("damage", 2, to="opponent"))
        text = {1: {"attack": 3, "effects": [hurts]}, 2: {"attack": 1, "crit": "near"}, 4: {"attack": 1, "crit": "far"}}
        scene = Scene(skills=text, abilities=frail).uses(1, 11).until(Step.COOLDOWN)
        assert scene.side(2).life == life
        assert scene.next_turn().results(2, 12) == ([("skill", 2, 1)] if amount > 0 else [])
        assert scene.next_turn().results(3, 13) == []
        near = {2: [(1, [effect(op("damage_received", 1), when="continuous")])]}
        missing = Scene(skills={4: text[4], 11: {"distance": -1}}, abilities=near)
        assert missing.results(4, 11) == []


@pytest.mark.clause("AN-5.5d-8", "AN-5.4a-12")
def test_damage_that_is_not_dealt_is_not_corrected() -> None:
    """Who takes 1 more of any damage takes none of what is dealt to the other alone, by an effect or a missing card."""
    frail = {1: [(1, [effect(op("damage_received", 1), when="continuous")])]}
    texts = {1: {"effects": [effect(op("damage", 2, to="opponent"))]}, 11: {"cost": 1}}
    scene = Scene(skills=texts, abilities=frail, hands=(None, [11])).uses(1, 11).until(Step.COOLDOWN)
    assert [side.life for side in scene.state.sides] == [10, 10 - 1 - 2]


@pytest.mark.clause("AN-1.2-1")
@pytest.mark.parametrize(("distance", "damage"), [("far", 3), ("middle", 1), ("near", 0)])
def test_the_sample_card(distance: str, damage: int) -> None:
    """P1: 剣を投げる deals 3 at far, 1 at middle, nothing at near."""
    thrown = {"attack": 3, "crit": "far", "distance": "-"}
    assert dealt(thrown, distance) == ([("skill", 2, damage)] if damage else [])


@pytest.mark.clause("AN-5.5b-9", "AN-5.2-7")
def test_without_skills_the_distance_stays() -> None:
    """Both hands empty: neither corrects anything."""
    scene = Scene(hands=([], []))
    scene.results(None, None)
    assert scene.state.distance == 0
