"""発動条件のあるスキル: what triggers skills, in which order they take effect, and which may be left."""

import pytest

from shinpan_engine.games.drive.table.actions import GO_ON, Discard, Use
from shinpan_engine.games.drive.table.options import AutoSkillDefault
from shinpan_engine.games.drive.table.state import Step

from .scene import Row, Scene, auto, c, op, skill


def triggers(when: str, condition: Row, played: str, **fields: object) -> bool:
    """Whether a skill with this moment and condition takes effect when these cards are played."""
    units = {1: {"skills": [auto(when, op("mana"), condition=condition)]}}
    scene = Scene(**{"hands": [f"{played} y4", ""], "parties": [[1]], "units": units, **fields}).plays(played)  # type: ignore[arg-type]
    return scene.mana()[0] - int(fields.get("mana", (0,))[0]) == 1  # type: ignore[index]


@pytest.mark.clause("DR-S5.2-1", "DR-S5.2-3", "DR-S3.1-6")
def test_conditions() -> None:
    """Hand size after the play, colours and numbers played, having joined, level and mana: each at its moment."""
    for when in ("play", "battle_start", "battle_end"):
        assert triggers(when, {}, "g1")
        assert triggers(when, {"hand_most": 2}, "g1")
        assert not triggers(when, {"hand_most": 1}, "g1")
        assert triggers(when, {"hand_least": 2}, "g1")
        assert not triggers(when, {"hand_least": 3}, "g1")
        assert triggers(when, {"colours": ["red", "green"]}, "g1")
        assert not triggers(when, {"colours": ["red", "blue"]}, "g1")
        assert triggers(when, {"colours": ["red"]}, "gr1")
        assert triggers(when, {"numbers": [1, 3]}, "g1")
        assert not triggers(when, {"numbers": [2, 3]}, "g1")
        assert not triggers(when, {"level": 2}, "g1")
        assert triggers(when, {"level": 2}, "g1", parties=[[(1, 2)]])
        assert not triggers(when, {"mana": 1}, "g1")
        assert triggers(when, {"mana": 1}, "g1", mana=(1, 0))
    assert triggers("battle_end", {"joined": True}, "g1")
    assert triggers("battle_start", {"joined": True}, "g1")
    assert not triggers("battle_end", {"joined": True}, "r1", parties=[[1, 6]])


@pytest.mark.clause("DR-S5.2-3", "DR-G-8")
def test_moments_of_the_enemy() -> None:
    """The enemy step, its attack, and a defeat are moments; those of other turns count only where the text says so."""
    for when in ("enemy_step", "enemy_attack"):
        units = {1: {"skills": [auto(when, op("mana"))]}, 6: {"skills": [auto(when, op("mana"), turn="any")]}}
        own = Scene(hands=["", ""], parties=[[1], [6]], units=units).next_turn()
        assert own.mana() == [1, 1]
        assert "DR-S5.2-7" in own.table.relied, "clockwise is a reading"
        assert own.next_turn().mana() == [1, 2]


@pytest.mark.clause("DR-S5.1-6", "DR-S5.2-1")
def test_what_may_be_declined() -> None:
    """An auto skill is mandatory, unless its text permits or the set-up makes all optional; silence leaves it then."""
    forced = {1: {"skills": [auto("play", op("mana"))]}}
    asked = {1: {"skills": [auto("play", op("mana"), optional=True)]}}
    mandatory = Scene(hands=["g1", ""], parties=[[1]], units=forced).plays("g1")
    assert mandatory.mana() == [1, 0]
    assert "DR-S5.1-6" in mandatory.table.relied
    scene = Scene(hands=["g1", ""], parties=[[1]], units=asked).plays("g1")
    assert scene.asked() == (1, "triggered")
    assert scene.do(1, GO_ON).mana() == [0, 0]
    assert Scene(hands=["g1", ""], parties=[[1]], units=asked).plays("g1").do(1, Use(1)).mana() == [1, 0]
    every = {"auto_skill_default": AutoSkillDefault.OPTIONAL}
    optional = Scene(hands=["g1", ""], parties=[[1]], units=forced, **every).plays("g1")
    assert optional.asked() == (1, "triggered")
    assert optional.do(1, GO_ON).mana() == [0, 0]


@pytest.mark.clause("DR-S5.2-4", "DR-S5.2-9")
def test_a_harmful_effect_is_never_declined() -> None:
    """Even where all auto skills are optional."""
    units = {1: {"skills": [auto("play", op("mana_loss"), harmful=True)]}}
    scene = Scene(
        hands=["g1", ""], parties=[[1]], units=units, mana=(3, 0), auto_skill_default=AutoSkillDefault.OPTIONAL
    ).plays("g1")
    assert scene.mana() == [2, 0]
    assert "DR-S5.2-4" in scene.table.relied


@pytest.mark.clause("DR-S5.2-7")
def test_the_order_of_triggered_skills() -> None:
    """Those of one player in the own order, then the next player's clockwise from the turn player; only what is due can
    be named."""
    ask = {"optional": True, "turn": "any"}
    units = {
        1: {"skills": [auto("enemy_attack", op("mana"), **ask)]},
        2: {"skills": [auto("enemy_attack", op("heal", 1), **ask)]},
        6: {"skills": [auto("enemy_attack", op("mana"), **ask)]},
        11: {"skills": [auto("enemy_attack", op("mana"), **ask)]},
    }
    scene = Scene(hands=["", "", ""], parties=[[6], [1, 2], [11]], units=units, first=2, discard="b1").quiet().quiet()
    assert scene.asked() == (2, "triggered")
    assert scene.refuses(2, Use(6)) == ("DR-S5.2-1",)
    assert scene.refuses(3, Use(11)) == ("DR-G-8",)
    scene.do(2, Use(2), Use(1))
    assert scene.asked() == (3, "triggered")
    scene.do(3, GO_ON)
    assert scene.asked() == (1, "triggered")
    assert scene.do(1, Use(6)).mana() == [1, 1, 0]
    assert "DR-S5.2-7" in scene.table.relied


@pytest.mark.clause("DR-S5.2-7", "DR-S5.2-9")
def test_silence_carries_out_what_must_be() -> None:
    """Of compulsory and optional skills together silence takes the compulsory ones as they lie, and leaves the
    others."""
    units = {
        1: {"skills": [auto("play", op("mana"), optional=True)]},
        2: {"skills": [auto("play", op("mana", 2))]},
        3: {"skills": [auto("play", op("mana", 4))]},
    }
    scene = Scene(hands=["r1", ""], parties=[[1, 2, 3]], units=units).plays("r1")
    assert "DR-S5.2-7" in scene.table.relied
    assert scene.do(1, GO_ON).mana() == [2, 0]
    assert scene.do(1, GO_ON).mana() == [6, 0]
    assert scene.asked() == (1, "triggered")
    assert scene.do(1, GO_ON).mana() == [6, 0]
    assert scene.asked() == (1, "action")


@pytest.mark.clause("DR-S5.2-1", "DR-S5.4-3", "DR-S5.1-2")
def test_a_conditional_normal_skill_is_offered_while_it_can_be_paid() -> None:
    """It costs mana at its moment, and two that are due together cannot both be used if mana or the unit's one use is
    gone."""
    units = {
        1: {"skills": [skill(op("heal", 1), cost=2, trigger="play"), skill(op("heal", 1), cost=1, trigger="play")]},
        2: {"skills": [skill(op("heal", 1), cost=2, trigger="play")]},
    }
    scene = Scene(hands=["r1", ""], parties=[[1, 2]], units=units, mana=(3, 0)).plays("r1")
    scene.do(1, Use(1, 1))
    assert scene.allows(1, Use(2))
    assert scene.refuses(1, Use(1, 0)) == ("DR-S5.2-1",)
    scene.do(1, Use(2))
    assert scene.mana() == [0, 0]
    assert scene.asked() == (1, "action")
    assert Scene(hands=["r1", ""], parties=[[2]], units=units, mana=(1, 0)).plays("r1").asked() == (1, "action")


@pytest.mark.clause("DR-S5.1-4", "DR-S5.2-1")
def test_a_conditional_skill_of_cost_x() -> None:
    """X is chosen at its moment, within the same bounds."""
    units = {1: {"skills": [skill(op("damage", "x"), x_most=2, trigger="play")]}}
    scene = Scene(hands=["r1", ""], parties=[[1]], units=units, mana=(9, 0)).plays("r1")
    assert scene.refuses(1, Use(1, 0, 3)) == ("DR-S5.1-4",)
    assert scene.refuses(1, Use(1)) == ("DR-S5.1-4",)
    assert scene.do(1, Use(1, 0, 2)).told("Damage", "amount") == [(2,)]


@pytest.mark.clause("DR-S5.5-7", "DR-S5.2-7")
def test_what_a_skill_triggers_comes_before_its_rest() -> None:
    """A level-up in the middle of a skill triggers another unit's skill, and that asks, before the next icon."""
    units = {
        1: {"skills": [skill(op("level_up", unit="own"), op("mana", 5))]},
        2: {"skills": [auto("level_up", op("hand_loss"))]},
    }
    scene = Scene(hands=["r1 b1 b2", ""], parties=[[1, 2]], units=units).plays("r1").do(1, Use(1))
    assert scene.asked() == (1, "hand_loss")
    assert [(frame.kind.name, frame.unit) for frame in scene.state.frames] == [("SKILL", 1), ("DUES", 0), ("SKILL", 2)]
    assert scene.mana() == [0, 0]
    assert scene.do(1, Discard(c("b1"))).mana() == [5, 0]


@pytest.mark.clause("DR-S3.5-3", "DR-S5.2-1")
def test_the_condition_is_that_of_the_trigger() -> None:
    """A held skill takes effect at the end of the battle although its condition holds no longer."""
    units = {
        1: {"skills": [auto("battle_start", op("mana"), condition={"hand_most": 1})]},
        2: {"skills": [auto("battle_start", op("attack", 1), op("draw", 2))]},
    }
    scene = Scene(hands=["g1", ""], parties=[[1, 2]], units=units, discard="b1 b2 b3").plays("g1")
    assert len(scene.hand(1)) == 3
    assert scene.mana() == [1, 0]
    assert scene.state.step == Step.ACTION
