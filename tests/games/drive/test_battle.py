"""3. 戦闘ステップ: join, pursuit, damage, end."""

import pytest

from shinpan_engine.games.drive.cards.cards import Cards
from shinpan_engine.games.drive.chapters.battle import multiplier
from shinpan_engine.games.drive.table.actions import GO_ON, LevelUp, Pursue, Use
from shinpan_engine.games.drive.table.options import DualMultiplier, EmptyBattleFiresEnd
from shinpan_engine.games.drive.table.state import Step

from .scene import Row, Scene, auto, cs, levels, op, pack_rows, skill

PURSUER = {"attributes": [], "skills": [auto("battle_start", op("pursuit"), condition={"hand_most": 4})]}
STRONG = {1: {"levels": levels(2)}, 2: {"levels": levels(1)}, 6: {"levels": levels(3)}, 7: {"levels": levels(1)}}


def damage(scene: Scene) -> list[int]:
    """The damage that the enemy has just taken."""
    return [amount for (amount,) in scene.told("Damage", "amount")]


def dealt(names: str, party: list[int], extra: str = "", units: dict[int, Row] | None = None, **options: object) -> int:
    """The damage of one battle."""
    hand = f"{names} {extra}".strip()
    scene = Scene(hands=[hand, ""], parties=[party], units=units or STRONG, hp=20, **options).plays(names, extra)
    assert scene.state.enemy
    return 20 - int(scene.state.enemy.hp)


@pytest.mark.clause("DR-S3-1", "DR-S3.1-1", "DR-S3.1-2", "DR-S3.3-1")
def test_units_of_a_colour_join_of_themselves() -> None:
    """Red 3 brings all own red units into battle and no green one; their attacks add up."""
    scene = Scene(hands=["r3", ""], parties=[[1, 6, 7]], units=STRONG, hp=20).plays("r3")
    assert scene.told("Joined", "units", "seat") == [([6, 7], 1)]
    assert damage(scene) == [4]


@pytest.mark.clause("DR-S3.1-3", "DR-S2.4-3")
def test_several_colours_bring_several_colours() -> None:
    """A set of two colours, and a colour-wild alone, bring the units of both."""
    for names in ("g3 r3", "gr1"):
        scene = Scene(hands=[names, ""], parties=[[1, 6, 11]]).plays(names)
        assert scene.told("Joined", "units") == [([1, 6],)]


@pytest.mark.clause("DR-S3.1-4", "DR-P4S-13")
def test_a_dual_unit_joins_by_either_colour() -> None:
    """Solo units have two attributes; either colour brings them in, a third does not."""
    for names, joined in (("r1", True), ("b1", True), ("g1", False)):
        scene = Scene(hands=["", names], parties=[[], [25]], mode="solo_partner", first=2).plays(names)
        assert scene.told("Joined", "units") == ([([25],)] if joined else [])


@pytest.mark.clause("DR-S3.1-5")
def test_only_the_turn_players_units_fight() -> None:
    """A red unit of another seat neither joins nor pursues."""
    scene = Scene(hands=["r1 r2", ""], parties=[[1], [6, 27]], units={27: PURSUER, 28: PURSUER}).plays("r1")
    assert scene.told("Joined", "units") == []
    own = Scene(hands=["r1 r2", ""], parties=[[28], [6, 27]], units={27: PURSUER, 28: PURSUER}).plays("r1")
    assert own.refuses(1, Pursue(27)) == ("DR-S3.1-5",)
    assert own.refuses(1, Pursue(6)) == ("DR-S3.1-5",)


@pytest.mark.clause("DR-S3.1-6", "DR-S3.1-7")
def test_the_start_of_the_battle_is_the_join() -> None:
    """A skill for units that were in battle at its start works for one that joined by colour, not for a pursuer."""
    joined = auto("battle_end", op("mana"), condition={"joined": True})
    units = {1: {"skills": [joined]}, 27: {**PURSUER, "skills": [*PURSUER["skills"], joined]}}
    assert Scene(hands=["g1", ""], parties=[[1]], units=units).plays("g1").mana() == [1, 0]
    scene = Scene(hands=["g1", ""], parties=[[27]], units=units).plays("g1").do(1, Pursue(27))
    assert damage(scene) == [1]
    assert scene.mana() == [0, 0]


@pytest.mark.clause("DR-S3.1-8", "DR-S3.2-1", "DR-S3.2-5", "DR-S3.3-7")
def test_pursuit() -> None:
    """F8: a unit without attribute joins by pursuit only, if four cards or fewer are in hand; it may be left; its
    attack counts once, whatever was played."""
    four = Scene(hands=["g1 g1' r1 r2 r3 r4", ""], parties=[[27, 1]], units={27: {**PURSUER, "levels": levels(4)}})
    four.plays("g1 g1'")
    assert four.asked() == (1, "action"), "five in hand"
    fewer = Scene(hands=["g1 g1' r1 r2 r3", ""], parties=[[27, 1]], units={27: {**PURSUER, "levels": levels(4)}}, hp=20)
    fewer.plays("g1 g1'")
    assert fewer.asked() == (1, "pursuit")
    assert fewer.state.step == Step.PURSUIT
    assert fewer.told("Joined", "units") == [([1],)]
    fewer.do(1, Pursue(27))
    assert fewer.told("Pursued", "unit", "seat") == [(27, 1)]
    assert damage(fewer) == [2 + 4]
    assert "DR-S3.2-1" in fewer.table.relied
    assert "DR-S3.3-7" in fewer.table.relied
    left = Scene(hands=["g1", ""], parties=[[27]], units={27: PURSUER}).plays("g1").do(1, GO_ON)
    assert damage(left) == []


@pytest.mark.clause("DR-S3.2-2", "DR-S3.2-1")
def test_who_may_pursue() -> None:
    """Neither a unit that has joined, by colour or already by pursuit, nor one whose condition did not hold."""
    units = {
        27: PURSUER,
        28: {**PURSUER, "attributes": ["earth"]},
        29: {**PURSUER, "skills": [auto("battle_start", op("pursuit"), condition={"hand_most": 0})]},
        30: PURSUER,
    }
    scene = Scene(hands=["g1", ""], parties=[[27, 28, 29, 30]], units=units).plays("g1").do(1, Pursue(27))
    assert scene.refuses(1, Pursue(27)) == ("DR-S3.2-2",)
    assert scene.refuses(1, Pursue(28)) == ("DR-S3.2-2",)
    assert scene.refuses(1, Pursue(29)) == ("DR-S3.2-1",)
    assert scene.allows(1, Pursue(30))
    assert Scene(hands=["g1", ""], parties=[[1]]).plays("g1").refuses(1, Pursue(1)) == ("DR-S3.2-1",)


@pytest.mark.clause("DR-S3.2-1", "DR-S3.3-7")
def test_a_unit_with_two_pursuit_skills() -> None:
    """It joins by the first printed whose condition and level hold, and its attack counts as that one says."""
    once = auto("battle_start", op("pursuit"), condition={"hand_most": 2})
    twice = auto("battle_start", op("pursuit", multiplier=2), condition={"hand_least": 3})
    thrice = auto("battle_start", op("pursuit", multiplier=3), awaken=2)
    for skills, hand, count in (
        ([once, twice], "g1 r1 r2", 2),
        ([once, twice], "g1 r1", 1),
        ([thrice, once], "g1 r1", 1),
        ([twice, thrice, once], "g1 r1", 1),
    ):
        units = {27: {"attributes": [], "skills": skills, "levels": levels(3, 3)}}
        scene = Scene(hands=[hand, ""], parties=[[27]], units=units, hp=20).plays("g1").do(1, Pursue(27))
        assert damage(scene) == [3 * count]
    risen = {27: {"attributes": [], "skills": [thrice, once], "levels": levels(3, 3)}}
    scene = Scene(hands=["g1 r1", ""], parties=[[(27, 2)]], units=risen, hp=20).plays("g1").do(1, Pursue(27))
    assert damage(scene) == [9]
    no_skill = Scene(hands=["g1 r1 r2", ""], parties=[[27]], units={27: {"attributes": [], "skills": [once]}})
    assert no_skill.plays("g1").asked() == (1, "action")


@pytest.mark.clause("DR-S3.2-4")
def test_the_condition_of_pursuit_is_that_of_the_start() -> None:
    """The hand is counted after the play, and what is drawn later in the battle changes nothing."""
    units = {27: PURSUER, 1: {"skills": [auto("battle_start", op("attack", 1), op("draw"))]}}
    scene = Scene(hands=["g1 r1 r2 r3", ""], parties=[[27, 1]], units=units, discard="b1")
    assert len(scene.hand(1)) == 5
    scene.plays("g1")
    assert len(scene.hand(1)) == 5
    assert scene.asked() == (1, "pursuit")


@pytest.mark.clause("DR-S3.3-2", "DR-S3.3-4", "DR-S3.3-5")
def test_the_attack_is_multiplied_by_the_cards_of_the_colour() -> None:
    """F19: green 2 + 1 and red 3 with green, green, red deal 9; a colour-wild counts for both; the extra card
    counts."""
    assert dealt("g3 g3' r3", [1, 2, 6]) == 9
    assert dealt("gr1 g1", [1, 6]) == 2 * 2 + 3 * 1
    assert dealt("r4", [6], extra="r0") == 3 * 2
    assert dealt("r4", [6]) == 3
    for played, rests in (("gr1", True), ("g1", False)):
        scene = Scene(hands=[played, ""], parties=[[1]]).plays(played)
        assert ("DR-S3.3-4" in scene.table.relied) == rests, "that a colour-wild counts twice is a reading"


@pytest.mark.clause("DR-S3.3-6")
def test_a_dual_unit_counts_by_the_reading_chosen() -> None:
    """F20: two cards of two colours, and one wild of both, by each reading; a third colour adds nothing."""
    cards = Cards(pack_rows({25: {"levels": levels(2)}}))
    unit = cards.unit(25)
    expected = {
        "r3 b3": (2, 2, 1),
        "rb2": (1, 2, 1),
        "r3 g3": (1, 1, 1),
        "r3 r3' b3": (3, 3, 2),
    }
    for names, counts in expected.items():
        assert tuple(multiplier(cards, cs(names), unit, one) for one in DualMultiplier) == counts, names
    scene = Scene(hands=["r3 b3", ""], parties=[[25]], hp=20).plays("r3 b3")
    assert "DR-S3.3-6" in scene.table.relied
    for reading, total in zip(DualMultiplier, (4, 4, 2), strict=True):
        assert dealt("r3 b3", [25], units={25: {"levels": levels(2)}}, dual_multiplier=reading) == total


@pytest.mark.clause("DR-S3.3-3", "DR-S3.4-1", "DR-S3.3-9")
def test_damage_is_one_amount() -> None:
    """HP falls by the sum at once: 3 of 10 leave 7; HP 3 less 2 is 1; 7 on HP 5 is one hit and one defeat."""
    scene = Scene(hands=["r3", ""], parties=[[6]], units=STRONG, hp=10).plays("r3")
    assert scene.told("Damage", "amount", "hp") == [(3, 7)]
    weak = Scene(hands=["g3", ""], parties=[[1]], units=STRONG, hp=3).plays("g3")
    assert weak.told("Damage", "hp") == [(1,)]
    assert weak.events("Defeated") == []
    once = Scene(
        hands=["g4 r4", ""], parties=[[1, 6]], units={1: {"levels": levels(4)}, 6: {"levels": levels(3)}}, hp=5
    )
    once.plays("g4 r4")
    assert damage(once) == [7]
    assert len(once.events("Defeated")) == 1


@pytest.mark.clause("DR-S3.3-8", "DR-P4.1-5")
def test_the_attack_of_the_present_level_counts() -> None:
    """The level in force when damage is dealt, with what skills have added for this battle."""
    rising = {1: {"skills": [auto("play", op("level_up", unit="own"))], "levels": levels(1, 5)}}
    assert dealt("g1", [1], units=rising) == 5
    adding = {1: {"skills": [auto("battle_start", op("attack", 2))]}, 2: {}}
    assert dealt("g1", [1, 2], units=adding) == 4
    told = Scene(hands=["g1", ""], parties=[[1, 2]], units=adding, hp=20).plays("g1")
    assert told.told("Modified", "unit", "attack", "multiplier") == [(1, 2, 0)]
    all_of = {1: {"skills": [auto("battle_start", op("attack", 2, unit="fighters"))]}, 2: {}}
    assert dealt("g1", [1, 2], units=all_of) == 6
    twice = {1: {"skills": [auto("battle_start", op("multiplier", 1))], "levels": levels(3)}}
    assert dealt("g1", [1], units=twice) == 6
    assert dealt("g1 g1'", [1], units=twice) == 9


@pytest.mark.clause("DR-S3.3-8", "DR-S3.5-3")
def test_a_change_before_the_unit_joins_counts() -> None:
    """Attack and multiplier that a skill has changed at any moment up to the damage: by the play, by a level-up or a
    defeat that the play brings, or at the start of a battle that the unit joins by pursuit."""
    own = auto("play", op("attack", 2))
    assert dealt("g1", [1, 2], units={1: {"skills": [own]}, 2: {}}) == 4
    counted = {16: {"levels": levels(2), "skills": [auto("play", op("multiplier", 2))]}}
    assert dealt("b1 g1", [16], units=counted) == 2 * 3
    rising = {1: {"skills": [auto("play", op("level_up", unit="own")), auto("level_up", op("attack", 3))]}}
    assert dealt("g1", [1], units=rising) == 2 + 3
    killing = {6: {"skills": [auto("play", op("damage", 12)), auto("enemy_defeated", op("attack", 3))]}}
    second = Scene(hands=["r1", ""], parties=[[6]], units=killing, hp=12, enemies={2: {"hp": 10}}).plays("r1")
    assert second.told("Damage", "amount", "hp") == [(12, 0), (4, 6)]
    for effect, expected in ((op("attack", 3), 6), (op("multiplier", 3), 3 * 4)):
        units = {27: {**PURSUER, "levels": levels(3), "skills": [auto("battle_start", effect), *PURSUER["skills"]]}}
        scene = Scene(hands=["g1", ""], parties=[[27]], units=units, hp=20).plays("g1")
        assert damage(scene.do(1, Pursue(27))) == [expected]
        assert scene.state.changes == []
        left = Scene(hands=["g1", ""], parties=[[27, 1]], units=units, hp=20).plays("g1").do(1, GO_ON)
        assert damage(left) == [1], "a change of a unit that does not fight adds nothing"


@pytest.mark.clause("DR-S3.3-8")
def test_a_change_of_all_fighters_is_of_those_in_the_battle_by_then() -> None:
    """Whoever pursues later is none of them; two changes of one unit add up."""
    units = {27: PURSUER, 1: {"skills": [auto("battle_start", op("attack", 2, unit="fighters"), op("attack", 1))]}}
    scene = Scene(hands=["g1", ""], parties=[[1, 2, 27]], units=units, hp=20).plays("g1")
    assert scene.told("Modified", "unit", "attack", "multiplier") == [(1, 2, 0), (2, 2, 0), (1, 3, 0)]
    assert damage(scene.do(1, Pursue(27))) == [(1 + 3) + (1 + 2) + 1]


@pytest.mark.clause("DR-S3.3-8", "DR-S3.1-5")
def test_there_must_be_a_battle_to_change() -> None:
    """After the damage, and for the units of another seat, such a skill changes nothing, in this turn or the next."""
    later = {6: {"skills": [auto("enemy_defeated", op("attack", 3))], "levels": levels(4)}}
    scene = Scene(hands=["r1 r2", ""], parties=[[6]], units=later, hp=4, enemies={2: {"hp": 20}}).plays("r1")
    assert len(scene.events("Defeated")) == 1
    assert scene.events("Modified") == []
    assert damage(scene.next_turn().next_turn().plays("r2")) == [4]
    bought = {6: {"skills": [auto("level_up", op("attack", 3))]}}
    scene = Scene(hands=["r1 r2", ""], parties=[[6]], units=bought, hp=20, mana=[3]).plays("r1").do(1, LevelUp(6))
    assert scene.state.changes == []
    assert damage(scene.next_turn().next_turn().plays("r2")) == [2]
    for unit in ("own", "fighters"):
        another = {
            1: {"skills": [auto("enemy_defeated", op("attack", 3, unit=unit), turn="any")]},
            6: {"skills": [auto("battle_start", op("damage", 4))]},
        }
        scene = Scene(hands=["r1", ""], parties=[[6], [1]], units=another, hp=4, enemies={2: {"hp": 20}}).plays("r1")
        assert scene.told("Damage", "amount") == [(4,), (1,)]
        assert scene.state.changes == []


def test_corrections_end_with_the_battle() -> None:
    """What a skill added for one battle is gone in the next."""
    units = {1: {"skills": [auto("battle_start", op("attack", 2), condition={"numbers": [1]})]}}
    scene = Scene(hands=["g1 g2", ""], parties=[[1]], units=units, hp=20).plays("g1").next_turn().next_turn()
    assert (scene.state.fighters, scene.state.changes) == ([], [])
    scene.plays("g2")
    assert damage(scene) == [1]
    assert scene.state.fighters == []


def test_armour_takes_off_battle_damage_only() -> None:
    """An enemy's armour lowers the sum, never below 0, and no skill's damage."""
    armoured = {1: {"passives": [{"when": "continuous", "effects": [op("armour", 2)]}], "hp": 20}}
    units = {6: {"levels": levels(3), "skills": [skill(op("damage", 3))]}, 7: {}}
    scene = Scene(hands=["r1", ""], parties=[[6]], units=units, enemies=armoured).plays("r1")
    assert damage(scene) == [1]
    assert damage(scene.do(1, Use(6))) == [3]
    assert damage(Scene(hands=["r1", ""], parties=[[7]], units=units, enemies=armoured).plays("r1")) == [0]


@pytest.mark.clause("DR-S3-2", "DR-S4-12")
def test_without_fighters_the_battle_ends() -> None:
    """Only red units and blue 2 played: no damage, no end-of-battle skill unless the option says so, and the bonus is
    gained all the same."""
    units = {6: {"skills": [auto("battle_end", op("mana"))]}}
    icons = {"b2": {"mana": 2}}
    scene = Scene(hands=["b2", ""], parties=[[6]], units=units, icons=icons).plays("b2")
    assert damage(scene) == []
    assert scene.mana() == [2, 0]
    assert scene.state.step == Step.ACTION
    assert "DR-S3-2" in scene.table.relied
    firing = EmptyBattleFiresEnd.TRUE
    fired = Scene(hands=["b2", ""], parties=[[6]], units=units, icons=icons, empty_battle_fires_end=firing).plays("b2")
    assert fired.mana() == [3, 0]
    assert "DR-S3-2" in fired.table.relied


@pytest.mark.clause("DR-S3-2", "DR-S3.5-3")
def test_what_was_held_comes_without_fighters_too() -> None:
    """A start-of-battle skill without damage takes effect at the end of a battle that nobody joined."""
    units = {6: {"skills": [auto("battle_start", op("mana"))]}}
    scene = Scene(hands=["b2 b3", ""], parties=[[6]], units=units).plays("b2")
    assert (scene.mana(), scene.state.held) == ([1, 0], [])
    assert scene.next_turn().next_turn().plays("b3").mana() == [2, 0], "once in each battle"


@pytest.mark.clause("DR-S3.5-2", "DR-S3.5-3")
def test_skills_with_damage_act_at_once() -> None:
    """A start-of-battle skill with a damage icon resolves wholly before the damage of the battle, any other after
    it."""
    units = {
        1: {"skills": [auto("battle_start", op("mana"), op("damage", 2))]},
        2: {"skills": [auto("battle_start", op("draw"))]},
    }
    scene = Scene(hands=["g1", ""], parties=[[1, 2]], units=units, discard="b1 b2", hp=20).plays("g1")
    names = [type(event).__name__ for event in scene.table.events]
    assert names.index("Mana") < names.index("Joined") + 3
    order = [name for name in names if name in ("Joined", "Mana", "Damage", "Drew")]
    assert order == ["Joined", "Mana", "Damage", "Damage", "Drew"]
    for effects, rests in (((op("damage", 2),), False), ((op("damage", 2), op("mana")), True), ((op("draw"),), True)):
        units = {1: {"skills": [auto("battle_start", *effects)]}}
        battle = Scene(hands=["g1", ""], parties=[[1]], units=units, discard="b1", hp=20).plays("g1")
        assert ("DR-S3.5-3" in battle.table.relied) == rests, "damage at once is printed, the rest is a reading"


@pytest.mark.clause("DR-S3.5-1", "DR-S3.5-4", "DR-S5.2-7")
def test_the_turn_player_orders_what_is_due_at_the_end() -> None:
    """Effects due at the end of the battle come in a chosen order; silence takes them as the units lie."""
    units = {
        1: {"skills": [auto("battle_start", op("heal", 1))]},
        2: {"skills": [auto("battle_end", op("draw"))]},
    }
    for chosen, drawn in ((None, "b2"), (Use(2), "b1")):
        scene = Scene(hands=["g1", ""], parties=[[1, 2]], units=units, discard="b1 b2", hp=20).plays("g1")
        assert scene.asked() == (1, "triggered")
        assert scene.state.step == Step.BATTLE_END
        scene.do(1, chosen or GO_ON)
        assert cs(drawn)[0] in scene.hand(1)
    early = Scene(hands=["g1", ""], parties=[[2, 1]], units=units, discard="b1 b2").plays("g1").do(1, GO_ON)
    assert cs("b1")[0] in early.hand(1)
    assert "DR-S3.5-4" in early.table.relied
