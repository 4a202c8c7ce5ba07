"""5. アクションステップ: normal skills and level-ups for mana."""

import pytest

from shinpan_engine.games.drive.table.actions import GO_ON, LevelUp, Use
from shinpan_engine.games.drive.table.state import Step

from .scene import Scene, auto, op, skill


def acting(**fields: object) -> Scene:
    """The action step of seat 1, after blue 1 was played, which no unit of the test joins by."""
    scene = Scene(**{"hands": ["b1 r1 r2", "r3"], "parties": [[1, 2], [3]], "mana": (6, 6), **fields})  # type: ignore[arg-type]
    return scene.plays("b1").until("action")


ONE = {1: {"skills": [skill(op("mana"), cost=2), skill(op("heal", 2))]}, 2: {"skills": [skill(op("mana"))]}}


@pytest.mark.clause("DR-S5.1-1", "DR-S5.1-2", "DR-S5.1-7", "DR-S5.2-2")
def test_a_normal_skill_costs_its_mana() -> None:
    """The printed number is paid when it is used, to the supply; without it the skill cannot be used."""
    scene = acting(units=ONE).do(1, Use(1))
    assert scene.told("Mana", "by") == [(-2,), (1,)]
    assert scene.mana() == [5, 6]
    assert acting(units=ONE, mana=(1, 0)).refuses(1, Use(1)) == ("DR-S5.1-2", "DR-S5.2-8")


@pytest.mark.clause("DR-S5.1-3")
def test_a_free_skill() -> None:
    """A skill marked free needs no mana."""
    scene = acting(units=ONE, mana=(0, 0)).do(1, Use(2))
    assert scene.mana() == [1, 0]


@pytest.mark.clause("DR-S5.1-4")
def test_a_cost_of_x() -> None:
    """At least 1, at most the skill's limit and the mana there is; no other skill takes an X."""
    units = {1: {"skills": [skill(op("damage", "x"), x_most=3)]}, 2: {"skills": [skill(op("mana"))]}}
    scene = acting(units=units, hp=12)
    assert scene.refuses(1, Use(1)) == ("DR-S5.1-4",)
    assert scene.refuses(1, Use(1, 0, 4)) == ("DR-S5.1-4",)
    assert scene.refuses(1, Use(2, 0, 1)) == ("DR-S5.1-4",)
    for x in (1, 2, 3):
        assert scene.allows(1, Use(1, 0, x))
    scene.do(1, Use(1, 0, 3))
    assert scene.told("Damage", "amount") == [(3,)]
    assert scene.mana() == [3, 6]
    poor = acting(units=units, mana=(2, 0))
    assert poor.refuses(1, Use(1, 0, 3)) == ("DR-S5.1-2",)
    assert acting(units=units, mana=(0, 0)).refuses(1, Use(1, 0, 1)) == ("DR-S5.1-2", "DR-S5.2-8")


@pytest.mark.clause("DR-S5.1-5", "DR-S5.3-17", "DR-S5.3-18")
def test_charge_chips() -> None:
    """充電 puts chips on the unit itself; they pay its skill instead of mana, or are spent by 放電."""
    units = {
        1: {"skills": [skill(op("mana"), charge_cost=2), skill(op("charge", 2))]},
        2: {"skills": [skill(op("charge", 2), op("discharge", 1))]},
    }
    scene = acting(units=units)
    assert scene.refuses(1, Use(1)) == ("DR-S5.1-5", "DR-S5.2-8")
    scene.do(1, Use(1, 1), Use(2))
    assert scene.table.member[1].charge == 2
    assert scene.told("Charged", "unit", "charge") == [(2, 2), (2, 1)]
    scene.next_turn().next_turn().plays("r1").until("action")
    scene.do(1, Use(1))
    assert scene.told("Charged", "unit", "charge") == [(1, 0)]
    assert scene.mana() == [7, 6]
    short = acting(units={1: {"skills": [skill(op("charge"), op("discharge", 2), op("mana"))]}}).do(1, Use(1))
    assert (short.table.member[1].charge, short.mana()) == (0, [7, 6]), "as far as there are chips"
    assert "DR-S5.2-8" in short.table.relied


@pytest.mark.clause("DR-S5.1-6", "DR-S5.4-7")
def test_an_auto_skill_is_not_used_at_will() -> None:
    """It takes effect by its condition, without cost, and does not use up the unit's normal skill."""
    units = {1: {"skills": [auto("play", op("mana")), skill(op("mana"))]}}
    scene = acting(units=units)
    assert scene.mana() == [7, 6]
    assert scene.refuses(1, Use(1, 0)) == ("DR-S5.1-6", "DR-S5.2-1")
    assert scene.do(1, Use(1, 1)).mana() == [8, 6]


@pytest.mark.clause("DR-S5.1-9", "DR-P4.1-7")
def test_only_the_owner_uses_a_skill() -> None:
    """Neither another player's unit, nor a unit that nobody has, nor a skill that the unit does not have."""
    scene = acting(units={**ONE, 3: ONE[2]})
    assert scene.refuses(1, Use(3)) == ("DR-S5.1-9",)
    assert scene.refuses(1, Use(20)) == ("DR-S5.1-9",)
    assert scene.refuses(1, Use(2, 1)) == ("DR-P4.1-7",)


@pytest.mark.clause("DR-S5.2-1", "DR-S5.2-2")
def test_a_conditioned_skill_needs_its_moment() -> None:
    """A normal skill conditioned on card play is none of the action step; one with a plain condition needs that."""
    units = {
        1: {"skills": [skill(op("mana"), trigger="play")]},
        2: {"skills": [skill(op("mana"), condition={"hand_most": 1})]},
    }
    scene = Scene(hands=["b1 r1", ""], parties=[[1, 2]], units=units).plays("b1")
    assert scene.asked() == (1, "triggered")
    scene.do(1, GO_ON)
    assert scene.refuses(1, Use(1)) == ("DR-S5.2-1", "DR-S5.2-2")
    assert scene.refuses(1, Use(2)) == ("DR-S5.2-1",)
    met = Scene(hands=["b1", ""], parties=[[1, 2]], units=units).plays("b1").do(1, Use(1))
    assert met.mana() == [1, 0]
    assert met.do(1, Use(2)).mana() == [2, 0]


@pytest.mark.clause("DR-S5.2-5")
def test_an_awakening_skill_waits_for_its_level() -> None:
    """Awakening 3: not at level 2, but at level 3; an auto skill does not trigger below it."""
    units = {1: {"skills": [skill(op("mana"), awaken=3)]}, 2: {"skills": [auto("play", op("mana"), awaken=2)]}}
    scene = acting(units=units, parties=[[(1, 2), 2], [3]])
    assert scene.refuses(1, Use(1)) == ("DR-S5.2-5",)
    assert scene.mana() == [6, 6]
    awake = acting(units=units, parties=[[(1, 3), (2, 2)], [3]])
    assert awake.mana() == [7, 6]
    assert awake.allows(1, Use(1))


@pytest.mark.clause("DR-S5.2-6", "DR-S5.2-8", "DR-S5.2-9", "DR-S5.2-10")
def test_effects_apply_in_print_order_as_far_as_they_can() -> None:
    """Top to bottom, none left out; what cannot be done in full is done as far as it goes; a skill that changes nothing
    may still be used."""
    units = {
        1: {"skills": [skill(op("mana_loss", 9), op("heal", 5), op("draw"))]},
        2: {"skills": [skill(op("heal", 2), cost=1)]},
    }
    scene = acting(units=units, discard="y4 y4'").do(1, Use(1))
    assert [type(event).__name__ for event in scene.table.events] == ["SkillUsed", "Mana", "Healed"]
    assert scene.told("Healed", "count") == [(2,)]
    assert scene.mana() == [0, 6]
    idle = acting(units=units).do(1, Use(2))
    assert idle.told("Healed", "count") == [(0,)]
    assert idle.mana() == [5, 6]


@pytest.mark.clause("DR-S5.4-1", "DR-S5.4-2")
def test_one_normal_skill_a_unit_and_turn() -> None:
    """Neither the same skill again nor the unit's other one."""
    scene = acting(units=ONE).do(1, Use(1))
    assert scene.refuses(1, Use(1, 0)) == ("DR-S5.4-1", "DR-S5.4-2")
    assert scene.refuses(1, Use(1, 1)) == ("DR-S5.4-1", "DR-S5.4-2")
    assert scene.allows(1, Use(2)), "another unit is limited by itself"


@pytest.mark.clause("DR-S5.4-3")
def test_the_limit_is_by_unit_and_ends_with_the_turn() -> None:
    """Two units use a skill each; at the next turn of any seat both may again; a conditional normal skill counts."""
    units = {1: {"skills": [skill(op("mana"), trigger="enemy_attack", turn="any"), skill(op("mana"))]}, 2: ONE[2]}
    scene = acting(units=units, hands=["b1 r1", ""]).do(1, Use(1, 1), Use(2), GO_ON)
    assert scene.state.turn == 2, "in this turn the unit has used a normal skill"
    scene.until("triggered")
    assert scene.state.turn == 2
    scene.do(1, Use(1, 0))
    assert "DR-S5.4-3" in scene.table.relied
    assert not scene.table.member[1].used, "a new turn has begun"
    second = acting(units={3: ONE[2]}, first=2, hands=["", "b1 r1"]).do(2, Use(3))
    assert second.table.member[3].used
    assert not second.next_turn().table.member[3].used, "so it is for every seat"


@pytest.mark.clause("DR-S5.5-1", "DR-P5.3-4", "DR-P5.3-2", "DR-P5.3-1")
def test_a_level_up_for_3_mana() -> None:
    """F11: units begin at level 1; 3 mana raise one own unit by one level; with 2 it is refused, and so is another's
    unit."""
    scene = acting(mana=(3, 0))
    assert [member.level for side in scene.state.sides for member in side.party] == [1, 1, 1]
    scene.do(1, LevelUp(1))
    assert (scene.level(1), scene.mana()) == (2, [0, 0])
    assert scene.refuses(1, LevelUp(1)) == ("DR-S5.5-1", "DR-S5.1-2")
    assert acting().refuses(1, LevelUp(3)) == ("DR-S5.5-1",)


@pytest.mark.clause("DR-S5.5-2", "DR-S7-3")
def test_level_ups_go_on_as_long_as_mana_lasts() -> None:
    """10 mana in the action step pay three level-ups, also of one unit."""
    scene = acting(mana=(10, 0)).do(1, LevelUp(1), LevelUp(1), LevelUp(1))
    assert (scene.level(1), scene.mana()) == (4, [1, 0])


@pytest.mark.clause("DR-S5.5-6", "DR-P4.1-4")
def test_no_payment_beyond_the_highest_level() -> None:
    """A unit at its last printed level, of five or of fewer, cannot be raised."""
    scene = acting(parties=[[(1, 5), (2, 2)], [3]], units={2: {"levels": [{"attack": 1}, {"attack": 2}]}})
    assert scene.refuses(1, LevelUp(1)) == ("DR-S5.5-6",)
    assert scene.refuses(1, LevelUp(2)) == ("DR-S5.5-6",)


@pytest.mark.clause("DR-S5.5-8", "DR-S5.5-9")
def test_skills_and_level_ups_mix_freely() -> None:
    """Level-up, skill, level-up; or nothing at all."""
    scene = acting(units=ONE, mana=(9, 0)).do(1, LevelUp(1), Use(2), LevelUp(2))
    assert scene.mana() == [4, 0]
    assert scene.state.step == Step.ACTION
    assert acting().do(1, GO_ON).state.turn == 2


@pytest.mark.clause("DR-S5.5-10", "DR-G-8", "DR-P4S-9")
def test_level_ups_belong_to_the_own_action_step() -> None:
    """Not before the play, not in another's turn."""
    scene = Scene(hands=["b1", "r1"], parties=[[1], [3]], mana=(6, 6))
    assert scene.refuses(1, LevelUp(1)) == ("DR-S2.7-10", "DR-G-6")
    assert scene.refuses(2, LevelUp(3)) == ("DR-G-8",)
    rising = {1: {"skills": [auto("play", op("mana"), optional=True)]}}
    waiting = Scene(hands=["b1", ""], parties=[[1]], units=rising, mana=(6, 0)).plays("b1")
    assert waiting.refuses(1, LevelUp(1)) == ("DR-S5.5-10", "DR-G-6")
    assert waiting.refuses(1, Use(1, 1)) == ("DR-S5.2-1",)
    icons = {"g1": {"level_up": 1}}
    bonus = Scene(hands=["g1", ""], parties=[[1, 2]], mana=(6, 0), icons=icons).plays("g1")
    assert bonus.asked() == (1, "rising")
    assert bonus.refuses(1, LevelUp(1)) == ("DR-S5.5-10", "DR-G-6")
    assert bonus.refuses(1, Use(1)) == ("DR-S5.2-2", "DR-G-6")
