"""3. 戦闘ステップ ④敵撃破処理: bonus, the next enemy, its appearance; in any step."""

import pytest

from shinpan_engine.games.drive.table.actions import GO_ON, LevelUp, Use
from shinpan_engine.games.drive.table.options import EnemyDeckEnd, ManaSupply
from shinpan_engine.games.drive.table.state import Round, Step

from .scene import Scene, auto, c, cs, levels, op, skill

KILLER = {1: {"levels": levels(9, 9, 9, 9, 9), "skills": [skill(op("damage", 9))]}}


def killing(**more: object) -> Scene:
    """A unit of attack 9 has defeated an enemy of HP 3 in battle; three players."""
    fields = {"hands": ["g1", "", ""], "parties": [[1]], "units": KILLER, "hp": 3, **more}
    return Scene(**fields).plays("g1")  # type: ignore[arg-type]


@pytest.mark.clause("DR-S3.4-3", "DR-S3.4-4", "DR-S3.4-5", "DR-S3.4-6", "DR-S3.4-7", "DR-S3.4-12")
def test_a_defeat() -> None:
    """F21: HP 3, damage 9, rank 2, three players: mana +4, +2, +2; the next enemy stands at its own HP."""
    scene = killing(enemies={1: {"rank": 2}, 2: {"hp": 12}})
    assert scene.mana() == [4, 2, 2]
    assert scene.state.enemy
    assert (scene.state.enemy.card, scene.state.enemy.hp) == (2, 12)
    assert scene.told("Appeared", "enemy", "hp", "markers") == [(2, 12, [12])]
    assert scene.state.pile == [1]
    assert scene.state.enemy_deck == [3, 4, 5]


@pytest.mark.clause("DR-S3.4-4", "DR-P4S-10")
def test_the_partner_is_another_player() -> None:
    """Partner mode, rank 1: +2 and +1."""
    assert killing(hands=["g1", ""], mode="solo_partner").mana() == [2, 1]


@pytest.mark.clause("DR-S3.4-9", "DR-S3.4-15", "DR-S6.1-4")
def test_the_appearance_comes_after_the_bonus() -> None:
    """Appearance damage 2 of deck 7 leaves 5; an appearance mana loss hits mana that has the bonus in it."""
    scene = killing(enemies={2: {"appearance": [op("damage", 2)]}})
    assert scene.told("Struck", "amount", "deck") == [(2, 5)]
    assert len(scene.state.discard) == 2
    assert killing(enemies={2: {"appearance": [op("mana_loss", 1)]}}).mana() == [1, 0, 0]


@pytest.mark.clause("DR-S3.4-16", "DR-S6.3-1", "DR-S6.3-2")
def test_the_appearance_reaches_all_clockwise() -> None:
    """Each player loses a hand card, the turn player first; the last one's lies on top."""
    scene = killing(
        hands=["b1", "g2", "g1"],
        first=3,
        parties=[[], [], [1]],
        deck="",
        enemies={2: {"appearance": [op("hand_loss")]}},
    )
    assert scene.state.active == 3
    assert scene.told("Lost", "seat", "card") == [(1, c("b1")), (2, c("g2"))]
    assert scene.state.discard == cs("g2 b1")


@pytest.mark.clause("DR-S3.4-2", "DR-S3.4-10")
def test_a_defeat_interrupts_a_skill() -> None:
    """F22: [damage 3][draw 1] on HP 2: defeat, bonus, new enemy, its appearance, and then the draw; the rest of two
    damage icons falls on the new enemy."""
    units = {
        1: {"skills": [skill(op("damage", 3), op("draw"))]},
        2: {"skills": [skill(op("damage", 3), op("damage", 3))]},
    }
    enemies = {2: {"appearance": [op("damage", 1)], "hp": 10}}
    scene = Scene(hands=["r1", ""], parties=[[1, 2]], units=units, hp=2, enemies=enemies, discard="b1").plays("r1")
    scene.do(1, Use(1))
    names = [type(event).__name__ for event in scene.table.events]
    expected = ["Damage", "Defeated", "Mana", "Mana", "Appeared", "EnemyEffect", "Struck", "Drew"]
    assert [name for name in names if name in expected] == expected
    other = Scene(hands=["r1", ""], parties=[[1, 2]], units=units, hp=2, enemies=enemies).plays("r1").do(1, Use(2))
    assert other.state.enemy
    assert other.state.enemy.hp == 7


@pytest.mark.clause("DR-S3.4-2", "DR-S3.4-10")
def test_an_interrupted_skill_waits_for_choices() -> None:
    """While the appearance asks every player for a card, the skill stands in the state, and goes on afterwards."""
    units = {1: {"skills": [skill(op("damage", 3), op("mana", 2))]}}
    enemies = {2: {"appearance": [op("hand_loss")]}}
    scene = Scene(hands=["r1 b1 b2", "y4 y4'"], parties=[[1]], units=units, hp=2, enemies=enemies).plays("r1")
    scene.do(1, Use(1))
    assert scene.asked() == (1, "hand_loss")
    assert [(frame.unit, frame.enemy, frame.at) for frame in scene.state.frames] == [(1, 0, 0), (0, 2, 0)]
    assert scene.mana() == [2, 1]
    scene.do(1, next(scene.match.ask.decisions[0].options(scene.table)))
    assert scene.asked() == (2, "hand_loss")
    scene.do(2, next(scene.match.ask.decisions[0].options(scene.table)))
    assert scene.mana() == [4, 1]
    assert scene.state.frames == []


@pytest.mark.clause("DR-S3.4-11")
def test_a_defeat_in_the_action_step() -> None:
    """A normal skill defeats a rank 1 enemy: +2 for its user, +1 for the other."""
    scene = Scene(hands=["r1", ""], parties=[[1]], units=KILLER, hp=9).plays("r1").do(1, Use(1))
    assert scene.mana() == [2, 1]
    assert scene.state.step == Step.ACTION


@pytest.mark.clause("DR-S3.4-12")
def test_the_slayer_is_the_owner_of_the_source() -> None:
    """In another player's enemy step the owner of the skill that defeats gets the double share."""
    units = {6: {"skills": [auto("enemy_attack", op("damage", 9), turn="any")]}}
    scene = Scene(hands=["", ""], parties=[[], [6]], units=units, hp=5).quiet()
    assert scene.mana() == [1, 2]
    assert "DR-S3.4-12" in scene.table.relied


@pytest.mark.clause("DR-S3.4-13")
def test_chips_on_a_defeated_enemy_go_back() -> None:
    """2 of 3 chips: the new enemy starts with none, and nobody gets them."""
    scene = killing(
        charge=2, enemies={1: {"skills": [{"cost": 3, "effects": [op("damage", 1)]}]}}, hands=["g1", "", ""]
    )
    assert scene.state.enemy
    assert scene.state.enemy.charge == 0
    assert sum(scene.mana()) == 2 + 1 + 1
    scarce = killing(charge=2, mana=(27, 0, 0), mana_supply=ManaSupply.FINITE30)
    assert scarce.mana() == [29, 1, 0], "the two chips are in the supply again, one less than is paid"
    assert "DR-S3.4-13" in scarce.table.relied


@pytest.mark.clause("DR-C-11")
def test_a_bonus_beyond_the_supply() -> None:
    """Of two chips left the turn player gets them, whichever seat that is; of three the next clockwise gets one."""
    for held, paid in ((28, [0, 2, 28]), (27, [0, 2, 28])):
        scene = Scene(
            hands=["", "g1", ""], parties=[[], [1]], units=KILLER, hp=4, first=2, mana=(0, 0, held),
            mana_supply=ManaSupply.FINITE30,
        )  # fmt: skip
        assert scene.plays("g1").mana() == paid


@pytest.mark.clause("DR-S3.4-14", "DR-R-6", "DR-R-7", "DR-R-11")
def test_the_enemy_deck_runs_out() -> None:
    """F26: with no card to reveal the bonus is paid, the deck goes face up onto the field, and the boss round is
    prepared."""
    scene = killing(enemy_deck=(), deck="y0 y0' y1 y1' y2 y2' y3 y3'", field="g2 g2'", hands=["g1", "", ""])
    assert scene.mana() == [2, 1, 1]
    assert scene.told("RoundEnded", "reason") == [("enemy_deck",)]
    assert "DR-R-6" in scene.table.relied
    assert scene.told("Rebuilt", "count") == []
    assert (scene.state.deck, len(scene.state.field)) == ([], 3 + 7)
    assert scene.asked() == (1, "keep")


@pytest.mark.clause("DR-R-6")
def test_the_enemy_deck_has_run_out_on_its_last_card() -> None:
    """With the other reading the round ends when the last enemy is revealed; by default that one is still fought."""
    early = killing(enemy_deck=(2,), enemy_deck_end=EnemyDeckEnd.ON_LAST_REVEAL)
    assert early.told("RoundEnded", "reason") == [("enemy_deck",)]
    assert killing(enemy_deck=(2, 3), enemy_deck_end=EnemyDeckEnd.ON_LAST_REVEAL).events("RoundEnded") == []
    usual = killing(enemy_deck=(2,))
    assert usual.events("RoundEnded") == []
    assert usual.state.enemy
    assert usual.state.enemy.card == 2
    assert "DR-R-6" in usual.table.relied
    assert "DR-R-6" not in killing(enemy_deck=(2, 3)).table.relied


@pytest.mark.clause("DR-S3.4-17", "DR-S5.2-3")
def test_skills_triggered_by_a_defeat_follow_it() -> None:
    """They come after the appearance and before what was interrupted; in battle one without damage waits for its
    end."""
    units = {
        1: {"skills": [skill(op("damage", 3), op("mana", 5))]},
        2: {"skills": [auto("enemy_defeated", op("heal", 1))], "attributes": ["fire"]},
    }
    enemies = {2: {"appearance": [op("damage", 1)]}}
    scene = Scene(hands=["b1", ""], parties=[[1, 2]], units=units, hp=2, enemies=enemies).plays("b1").do(1, Use(1))
    names = [type(event).__name__ for event in scene.table.events]
    order = [name for name in names if name in ("Struck", "Healed")]
    assert order == ["Struck", "Healed"]
    assert names.index("Healed") < len(names) - 1 - names[::-1].index("Mana")
    fighting = {
        2: {"skills": [auto("enemy_defeated", op("heal", 1))], "levels": levels(9)},
        3: {"skills": [auto("battle_end", op("mana"))]},
    }
    battle = Scene(hands=["g1", ""], parties=[[2, 3]], units=fighting, hp=2, discard="b1").plays("g1")
    assert (battle.asked(), battle.state.step) == ((1, "triggered"), Step.BATTLE_END)
    assert "DR-S3.4-17" in scene.table.relied


@pytest.mark.clause("DR-S3.4-17", "DR-S3.5-2")
def test_a_defeat_in_battle_triggers_damage_at_once() -> None:
    """A skill with damage that the defeat triggers hits the new enemy before anything of the end of the battle."""
    units = {
        1: {"levels": levels(9), "skills": [auto("enemy_defeated", op("damage", 2), op("mana"))]},
        2: {"skills": [auto("battle_start", op("heal", 1))]},
    }
    scene = Scene(hands=["g1", ""], parties=[[1, 2]], units=units, hp=2, discard="b1").plays("g1")
    names = [type(event).__name__ for event in scene.table.events]
    expected = ["Damage", "Appeared", "Damage", "Healed"]
    assert [name for name in names if name in expected] == expected
    assert scene.state.enemy
    assert scene.state.enemy.hp == 10
    losing = {2: {"appearance": [op("hand_loss")]}}
    asked = Scene(hands=["g1 b1 b2", ""], parties=[[1]], units=units, hp=2, enemies=losing).plays("g1")
    assert (asked.asked(), asked.state.step) == ((1, "hand_loss"), Step.DAMAGE)


@pytest.mark.clause("DR-S3.4-18", "DR-S6.1-1", "DR-S6.1-2")
def test_a_defeat_in_the_enemy_step() -> None:
    """Before the attack: the new enemy attacks and gets its chip. After it: no second attack and no chip."""
    charging = {"skills": [{"cost": 5, "effects": [op("damage", 1)]}]}
    enemies = {1: {"attack": 1, **charging}, 2: {"attack": 3, **charging}}
    before = {6: {"skills": [auto("enemy_step", op("damage", 9))]}}
    scene = Scene(hands=["", ""], parties=[[6]], units=before, hp=5, enemies=enemies).quiet()
    assert scene.told("Struck", "amount") == [(3,)]
    assert "DR-S3.4-18" in scene.table.relied
    assert scene.state.enemy
    assert scene.state.enemy.charge == 1
    after = {6: {"skills": [auto("enemy_attack", op("damage", 9))]}}
    late = Scene(hands=["", ""], parties=[[6]], units=after, hp=5, enemies=enemies).quiet()
    assert late.told("Struck", "amount") == [(1,)]
    assert late.state.enemy
    assert (late.state.enemy.card, late.state.enemy.charge) == (2, 0)
    assert "DR-S3.4-18" in late.table.relied


@pytest.mark.clause("DR-R-9", "DR-R-11", "DR-S3.4-15")
def test_an_appearance_can_end_the_round() -> None:
    """F23: appearance damage beyond the deck in step 3: bonus mana is kept, the card bonus is lost, and after the
    preparation the next seat begins."""
    scene = killing(
        hands=["g1", "", ""], deck="y0 y1", icons={"g1": {"mana": 5}}, enemies={2: {"appearance": [op("damage", 2)]}}
    )
    assert scene.mana() == [2, 1, 1]
    assert scene.told("RoundEnded", "reason") == [("damage",)]
    assert scene.asked() == (1, "keep")
    scene.do(1, next(scene.match.ask.decisions[0].options(scene.table)))
    assert scene.state.round == Round.BOSS
    assert scene.state.active == 2
    assert scene.mana() == [2, 1, 1]


@pytest.mark.clause("DR-W-1", "DR-W-4", "DR-O-2")
def test_the_boss_falls() -> None:
    """F28: the boss falls in step 3 with deck 0: won at once, without bonus, card bonus or attack."""
    scene = Scene(hands=["g1", ""], parties=[[1]], units=KILLER, boss=True, hp=4, deck="y0", icons={"g1": {"mana": 1}})
    scene.plays("g1")
    assert scene.told("Ended", "won", "reason") == [(True, "boss_defeated")]
    assert scene.state.ending
    assert scene.state.ending.won
    assert scene.mana() == [0, 0]
    assert scene.events("Struck") == []
    assert not scene.match.ask.decisions


@pytest.mark.clause("DR-W-5")
def test_nothing_after_the_end() -> None:
    """Whatever anybody does after the end is refused."""
    scene = Scene(hands=["g1", ""], parties=[[1]], units=KILLER, boss=True, hp=4, deck="y0").plays("g1")
    for seat in (1, 2):
        for act in (GO_ON, LevelUp(1), Use(1)):
            assert scene.refuses(seat, act) == ("DR-W-5",)
