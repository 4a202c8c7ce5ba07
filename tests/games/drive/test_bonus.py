"""4. カードボーナスステップ: mana and level-ups of the cards played."""

import pytest

from shinpan_engine.games.drive.table.actions import GO_ON, Bonus, Gain, Raise
from shinpan_engine.games.drive.table.state import Step

from .scene import Scene, auto, c, levels, op

LEVEL = {"g1": {"level_up": 1}, "r1": {"level_up": 1}, "b1": {"mana": 2}, "gr1": {"level_up": 1}}


@pytest.mark.clause("DR-S4-1", "DR-S4-2", "DR-S5.3-10")
def test_mana_for_each_icon() -> None:
    """Two icons give 2 mana, of every card played, the extra card too."""
    icons = {"g4": {"mana": 2}, "g0": {"mana": 1}, "r4": {"mana": 1}}
    scene = Scene(hands=["g4 r4 g0", ""], icons=icons).plays("r4 g4", "g0")
    assert scene.mana() == [4, 0]
    assert scene.told("Mana", "by") == [(1,), (2,), (1,)]


@pytest.mark.clause("DR-S4-3", "DR-S4-6", "DR-S5.5-11")
def test_a_level_up_icon_raises_all_units_of_the_colour() -> None:
    """Two green units at 1 and 3 become 2 and 4, free of mana; a red unit, and another player's green one, stay."""
    scene = Scene(hands=["g1", ""], parties=[[(1, 1), (2, 3), 6], [3]], icons=LEVEL).plays("g1").until("action")
    assert [scene.level(unit) for unit in (1, 2, 6, 3)] == [2, 4, 1, 1]
    assert scene.mana() == [0, 0]


@pytest.mark.clause("DR-S4-4")
def test_each_icon_works_by_itself() -> None:
    """Two cards with the icon raise a unit of both colours twice, and two icons on one card as well."""
    scene = Scene(hands=["", "g1 r1"], parties=[[], [21]], icons=LEVEL, mode="solo_partner", first=2)
    scene.plays("g1 r1").until("action")
    assert scene.level(21) == 3
    two = Scene(hands=["g2", ""], parties=[[1]], icons={"g2": {"level_up": 2}}).plays("g2").until("action")
    assert two.level(1) == 3


@pytest.mark.clause("DR-S4-5")
def test_a_colour_wild_raises_both_colours() -> None:
    """Green 1, red 1 and a dual unit of both rise once each for one card."""
    scene = Scene(hands=["gr1", ""], parties=[[1, 6, 21]], icons=LEVEL).plays("gr1").until("action")
    assert [scene.level(unit) for unit in (1, 6, 21)] == [2, 2, 2]
    assert "DR-S4-5" in scene.table.relied


@pytest.mark.clause("DR-S4-1", "DR-S4-7")
def test_the_order_of_bonuses_is_chosen() -> None:
    """The turn player names the bonus that comes next; silence takes them as they were put down; none comes twice, and
    none of a card that was not played."""
    units = {
        1: {"levels": levels(1, 1, at2=op("heal", 1))},
        6: {"levels": levels(1, 1, at2=op("draw", 1))},
    }
    for act, drawn in ((GO_ON, "b3"), (Gain(c("r1"), Bonus.LEVEL_UP), "b2")):
        scene = Scene(hands=["g1 r1", ""], parties=[[1, 6]], icons=LEVEL, units=units, discard="b2 b3").plays("g1 r1")
        assert scene.asked() == (1, "card_bonus")
        assert scene.state.step == Step.BONUS
        assert scene.refuses(1, Gain(c("b1"))) == ("DR-S4-1",)
        assert scene.refuses(1, Gain(c("g1"))) == ("DR-S4-1",)
        scene.do(1, act)
        assert scene.asked() == (1, "action"), "one bonus left is no choice"
        assert c(drawn) in scene.hand(1)


@pytest.mark.clause("DR-S4-7")
def test_mana_alone_has_no_order() -> None:
    """Where no level-up is due nobody is asked in which order chips are taken."""
    scene = Scene(hands=["b1 r2 b2", ""], icons={"b1": {"mana": 2}}).plays("b1")
    assert scene.asked() == (1, "action")
    other = Scene(hands=["g1 b1", ""], parties=[[6]], icons=LEVEL).plays("b1 g1")
    assert other.asked() == (1, "action"), "no unit of the colour"
    both = Scene(hands=["g1 b1", ""], parties=[[1]], icons=LEVEL).plays("b1 g1")
    assert both.asked() == (1, "card_bonus")
    assert both.do(1, Gain(c("b1"))).mana() == [2, 0]
    assert both.level(1) == 2


@pytest.mark.clause("DR-S4-3", "DR-S4-6", "DR-S4-8", "DR-S4-9")
def test_the_order_of_level_ups_is_chosen() -> None:
    """Of several units raised by one card the turn player names the next; each gets its bonus."""
    units = {
        1: {"levels": levels(1, 1, at2=op("heal", 1))},
        2: {"levels": levels(1, 1, at2=op("draw", 1))},
    }
    for act, drawn in ((GO_ON, "b3"), (Raise(2), "b2")):
        scene = Scene(hands=["g1", ""], parties=[[1, 2, 6], [3]], icons=LEVEL, units=units, discard="b2 b3").plays("g1")
        assert scene.asked() == (1, "rising")
        assert scene.refuses(1, Raise(6)) == ("DR-S4-3",)
        assert scene.refuses(1, Raise(3)) == ("DR-S4-6",)
        scene.do(1, act)
        assert c(drawn) in scene.hand(1)
        assert [scene.level(unit) for unit in (1, 2)] == [2, 2]
    asking = Scene(hands=["g1", ""], parties=[[2]], icons=LEVEL, units=units).plays("g1")
    assert asking.asked() == (1, "draw_from_deck"), "the bonus of a level-up may ask"


@pytest.mark.clause("DR-S4-10")
def test_the_extra_card_icon_is_no_bonus() -> None:
    """A 4 without other icons gives nothing in this step."""
    scene = Scene(hands=["g4 g0", ""], parties=[[1]]).plays("g4", "g0")
    assert scene.mana() == [0, 0]
    assert scene.level(1) == 1


@pytest.mark.clause("DR-S4-11")
def test_a_bonus_cannot_be_declined() -> None:
    """What is due is gained by silence too; at the highest level the icon does nothing."""
    scene = Scene(hands=["g1", ""], parties=[[1, (2, 5)]], icons=LEVEL).plays("g1")
    assert scene.asked() == (1, "action")
    assert [scene.level(1), scene.level(2)] == [2, 5]
    assert len(scene.events("LeveledUp")) == 1


@pytest.mark.clause("DR-S4-12")
def test_a_bonus_needs_no_battle() -> None:
    """Neither fighters nor a defeat are needed."""
    scene = Scene(hands=["b1", ""], parties=[[1]], icons=LEVEL).plays("b1")
    assert scene.events("Damage") == []
    assert scene.mana() == [2, 0]


def test_a_unit_lowered_meanwhile_can_rise() -> None:
    """Whether a unit can rise is seen when its icon's turn comes: an appearance in between may have lowered it."""
    units = {
        6: {"levels": levels(1, 1), "skills": [auto("level_up", op("damage", 20))]},
        1: {"levels": levels(1, 1)},
    }
    enemies = {1: {"hp": 20}, 2: {"appearance": [op("level_down")]}}
    icons = {"g1": {"level_up": 1}, "r1": {"level_up": 1}}
    scene = Scene(hands=["r1 g1", ""], parties=[[6, (1, 2)]], units=units, enemies=enemies, icons=icons, hp=20).plays(
        "r1 g1"
    )
    assert scene.asked() == (1, "card_bonus")
    scene.do(1, GO_ON)
    assert scene.asked() == (1, "lower")
    scene.do(1, next(act for _, act in scene.match.options() if act.unit == 1))
    assert scene.level(1) == 2, "down to 1, and up again by green 1"
