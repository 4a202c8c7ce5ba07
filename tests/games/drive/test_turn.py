"""ゲームの開始/ターンの流れ, 1. ドロー, 6. 敵行動, 7. ターン終了."""

import pytest

from shinpan_engine.games.drive import GAME
from shinpan_engine.games.drive.table.actions import GO_ON, PASS, TAKE, Discard, Keep, LevelUp, Lower, Play
from shinpan_engine.games.drive.table.options import ManaSupply
from shinpan_engine.games.drive.table.state import Round, Step

from .scene import Row, Scene, auto, c, cs, levels, op, skill

NO_ATTACK = {1: {"attack": 0}}


@pytest.mark.clause("DR-S1-1", "DR-S1-2", "DR-G-4", "DR-B-15")
def test_the_draw() -> None:
    """The turn player takes the top card of the deck, once and always, in both rounds; nobody can draw otherwise."""
    for boss in (False, True):
        scene = Scene(hands=["g1", "g2"], deck="y0 y1 y2", boss=boss, enemies={**NO_ATTACK, 15: {"attack": 0}})
        assert scene.hand(1) == sorted(cs("g1 y0"))
        assert scene.told("Drew", "seat", "card", "private") == [(1, c("y0"), 1)]
        assert scene.refuses(1, TAKE) == ("DR-S5.3-7", "DR-S1-2")
        scene.do(1, PASS)
        assert scene.hand(2) == sorted(cs("g2 y1"))
        assert scene.state.deck == cs("y2")


@pytest.mark.clause("DR-S1-3", "DR-R-2", "DR-R-4", "DR-R-5")
def test_no_draw_from_an_empty_deck() -> None:
    """With deck 0 nothing is drawn and the round goes on, also when the last card has just been drawn."""
    scene = Scene(hands=["g1", "g2"], deck="", enemies=NO_ATTACK)
    assert scene.hand(1) == cs("g1")
    assert scene.state.step == Step.PLAY
    last = Scene(hands=["g1", "g2"], deck="y0", enemies=NO_ATTACK).do(1, PASS)
    assert last.state.round == Round.NORMAL
    assert last.hand(2) == cs("g2")


@pytest.mark.clause("DR-S1-4")
def test_no_hand_limit() -> None:
    """A hand of nine and more is kept over the turn end."""
    scene = Scene(hands=["g0 g1 g2 g3 g4 r0 r1 r2 r3", ""]).do(1, PASS)
    assert len(scene.hand(1)) == 10
    assert scene.refuses(1, Discard(c("g0"))) == ("DR-S5.3-16", "DR-S1-4")


@pytest.mark.clause("DR-G-5", "DR-G-7", "DR-S7-4", "DR-P4S-8")
def test_turns_go_clockwise() -> None:
    """Four players from seat 3: 3, 4, 1, 2, 3; partner mode alternates from the seat that begins."""
    scene = Scene(hands=["", "", "", ""], first=3)
    seats = [scene.state.active]
    for _ in range(4):
        seats.append(scene.next_turn().state.active)
    assert seats == [3, 4, 1, 2, 3]
    for first, second in ((1, 2), (2, 1)):
        solo = Scene(hands=["", ""], mode="solo_partner", first=first)
        course = [solo.state.active, solo.next_turn().state.active, solo.next_turn().state.active]
        assert course == [first, second, first]


@pytest.mark.clause("DR-G-6", "DR-G-7")
def test_the_seven_steps_in_their_order() -> None:
    """Draw, play, battle, card bonus, action, enemy, turn end; each once."""
    units = {1: {"skills": [skill(op("mana"))]}}
    scene = Scene(hands=["g1", "g2"], parties=[[1]], units=units, icons={"g1": {"mana": 1}}, mana=(9, 0), hp=12)
    assert scene.state.step == Step.PLAY
    assert scene.refuses(1, LevelUp(1)) == ("DR-S2.7-10", "DR-G-6")
    scene.plays("g1")
    assert [type(event).__name__ for event in scene.table.events] == ["Played", "Joined", "Damage", "Mana"]
    assert scene.refuses(1, PASS) == ("DR-S2.7-12", "DR-G-6")
    assert scene.state.step == Step.ACTION
    scene.do(1, GO_ON)
    assert [type(event).__name__ for event in scene.table.events] == [
        "Struck",
        "Mana",
        "TurnEnded",
        "TurnBegan",
        "Drew",
    ]
    assert (scene.state.turn, scene.state.active, scene.state.step) == (2, 2, Step.PLAY)


@pytest.mark.clause("DR-G-8")
def test_only_the_turn_player_acts() -> None:
    """Another seat neither plays, passes nor goes on."""
    scene = Scene(hands=["g1", "g2"])
    for act in (Play(cs("g2")), PASS, GO_ON):
        assert scene.refuses(2, act) == ("DR-G-8",)


@pytest.mark.clause("DR-S6.1-1", "DR-S6.1-3", "DR-S6.1-5", "DR-P6-6", "DR-P5.2-4")
def test_the_normal_attack() -> None:
    """F6: damage 2 moves two cards from the deck to the discard, once for all players, face down, seen by nobody."""
    scene = Scene(hands=["", "", ""], deck="y0 y1 y2 y3 y4", enemies={1: {"attack": 2}}).do(1, PASS)
    assert scene.told("Struck", "amount", "deck") == [(2, 2)]
    assert scene.state.discard == cs("y2 y1")
    for viewer in (0, 1, 2, 3):
        assert GAME.view(scene.state, viewer).discard == [0, 0]
        assert GAME.view(scene.state, viewer).deck == [0]


@pytest.mark.clause("DR-S6.2-1", "DR-S6.2-2", "DR-S6.2-3", "DR-S6.2-4", "DR-S6.2-6", "DR-S6.2-7", "DR-S5.3-13")
def test_the_charged_skill() -> None:
    """F7: cost 3: chips 1, 2, and in the third enemy step after the attack 2 damage and a hand card of each; then 0."""
    tengu = {1: {"attack": 1, "skills": [{"cost": 3, "effects": [op("damage", 2), op("hand_loss")]}]}}
    scene = Scene(hands=["g1", "r1"], deck="y0 y1 y2 y3 g0 g2 g3 r0 r2 r3 b0 b1 b2 b3", enemies=tengu)
    for chips in (1, 2):
        scene.do(scene.state.active, PASS)
        while scene.asked()[1] == "swap":
            scene.quiet()
        assert scene.state.enemy
        assert scene.state.enemy.charge == chips
    scene.do(1, PASS, GO_ON)
    assert [type(event).__name__ for event in scene.table.events] == ["Struck", "EnemyCharged", "EnemyEffect", "Struck"]
    assert scene.told("Struck", "amount") == [(1,), (2,)]
    assert scene.asked() == (1, "hand_loss")
    scene.do(1, Discard(c("g1")))
    assert scene.asked() == (2, "hand_loss")
    assert (scene.state.attacker, [frame.at for frame in scene.state.frames]) == (1, [1])
    scene.do(2, Discard(c("r1")))
    assert scene.state.attacker == 0
    assert scene.state.discard[:2] == cs("r1 g1")
    assert scene.state.enemy
    assert scene.state.enemy.charge == 0
    assert Scene(hands=["", ""]).do(1, PASS).state.enemy.charge == 0, "an enemy without a skill gets no chip"


@pytest.mark.clause("DR-C-11")
def test_the_supply_may_have_no_chip_for_the_enemy() -> None:
    """With 30 chips in hands the enemy gets none, and its skill does not fire; nothing else is held up."""
    enemies = {1: {"skills": [{"cost": 1, "effects": [op("mana_loss")]}]}}
    scene = Scene(hands=["", ""], mana=(24, 6), enemies=enemies, mana_supply=ManaSupply.FINITE30).do(1, PASS)
    assert scene.events("EnemyCharged") == []
    assert scene.mana() == [6, 6]
    plenty = Scene(hands=["", ""], mana=(24, 6), enemies=enemies).do(1, PASS)
    assert plenty.mana() == [6, 5]
    assert "DR-C-11" in plenty.table.relied


@pytest.mark.clause("DR-S6.3-1", "DR-S6.3-2", "DR-S6.3-3", "DR-S5.3-14")
def test_enemy_skills_reach_every_player() -> None:
    """Mana 3, 0, 1 less 1 is 2, 0, 0; each lowers a unit of the own choice, clockwise from the turn player; the
    partner is a player."""

    def firing(*effects: Row, **fields: object) -> Scene:
        enemies = {1: {"skills": [{"cost": 1, "effects": list(effects)}]}}
        return Scene(**{"hands": ["", "", ""], "enemies": enemies, **fields}).do(2, PASS)  # type: ignore[arg-type]

    lost = firing(op("mana_loss"), mana=(3, 0, 1), first=2)
    assert lost.mana() == [2, 0, 0]
    assert "DR-S6.3-1" in lost.table.relied
    scene = firing(op("level_down"), parties=[[(1, 2), (2, 2)], [(6, 3), (7, 2)], [(11, 4)]], first=2)
    assert scene.asked() == (2, "lower")
    scene.do(2, Lower(7))
    assert scene.asked() == (1, "lower")
    assert scene.level(11) == 3, "seat 3 comes before seat 1 and has one unit"
    scene.do(1, Lower(1))
    assert [scene.level(unit) for unit in (1, 2, 6, 7)] == [1, 2, 3, 1]
    twice = firing(op("hand_loss", 2), hands=["g1 g2 g3", "r1 r2 r3", ""], first=2)
    for seat, lost_card in ((2, "r1"), (2, "r2"), (1, "g2"), (1, "g1")):
        assert twice.asked() == (seat, "hand_loss")
        twice.do(seat, Discard(c(lost_card)))
    assert twice.state.discard[:5] == cs("g1 g2 r2 r1 y0'"), "both of one player, then the next; seat 3 has none"
    solo = firing(op("mana_loss"), mana=(2, 2), hands=["", ""], mode="solo_partner", first=2)
    assert solo.mana() == [1, 1]


@pytest.mark.clause("DR-P5.2-5")
def test_automatic_effects_of_an_enemy() -> None:
    """At their moment, as long as the enemy is there: the start of a turn, the end of the battle, the enemy step."""
    for when, before in (("turn_start", []), ("battle_end", ["Played", "Joined", "Damage"]), ("enemy_step", [])):
        enemies = {1: {"attack": 1, "passives": [{"when": when, "effects": [op("damage", 2)]}]}}
        scene = Scene(hands=["b1", "b2"], parties=[[16]], enemies=enemies)
        if when == "turn_start":
            assert scene.told("Struck", "amount") == [(2,)]
            continue
        scene.plays("b1")
        if when == "battle_end":
            assert [type(event).__name__ for event in scene.table.events] == [*before, "EnemyEffect", "Struck"]
            continue
        scene.do(1, GO_ON)
        assert scene.told("Struck", "amount") == [(2,), (1,)]
        assert "DR-P5.2-5" in scene.table.relied
    several = [{"when": when, "effects": [op("damage", 2)]} for when in ("battle_end", "enemy_step")]
    both = Scene(hands=["b1", ""], parties=[[16]], enemies={1: {"passives": several}}).plays("b1")
    assert both.told("Struck", "amount") == [(2,)], "each at its own moment"
    gone = {1: {"passives": [{"when": "battle_end", "effects": [op("damage", 2)]}]}}
    units = {1: {"levels": levels(9)}}
    assert Scene(hands=["g1", ""], parties=[[1]], units=units, hp=3, enemies=gone).plays("g1").events("Struck") == []


def test_passives_ask_after_triggered_skills() -> None:
    """At the end of the battle the units' skills come first, then the enemy's effect."""
    enemies = {1: {"passives": [{"when": "battle_end", "effects": [op("mana_loss")]}]}}
    units = {1: {"skills": [auto("battle_end", op("mana", 3))]}}
    scene = Scene(hands=["g1", ""], parties=[[1]], units=units, enemies=enemies, hp=12).plays("g1")
    assert scene.told("Mana", "by") == [(3,), (-1,)]


@pytest.mark.clause("DR-S7-1", "DR-S7-2")
def test_the_mana_cap() -> None:
    """F10: the turn player's 9 become 6 at the turn end, 6 stay; another's 8 stay up to the end of that player's
    turn."""
    scene = Scene(hands=["", ""], mana=(9, 8)).next_turn()
    assert scene.mana() == [6, 8]
    assert scene.next_turn().mana() == [6, 6]
    assert Scene(hands=["", ""], mana=(6, 0)).do(1, PASS).events("Mana") == []


@pytest.mark.clause("DR-G-2", "DR-S6.1-6", "DR-R-1", "DR-R-3", "DR-R-10", "DR-S6.2-7")
def test_damage_beyond_the_deck_ends_the_round() -> None:
    """F12, F25: deck 2, damage 3: all go to the discard and the round ends, without chip, skill or mana cap; deck 2,
    damage 2 goes on; deck 0, damage 1 ends it."""
    charging = [{"cost": 1, "effects": [op("mana_loss")]}]
    enemies = {1: {"attack": 3, "skills": charging}}
    scene = Scene(hands=["", ""], deck="y0 y1 y2", enemies=enemies, mana=(9, 0)).do(1, PASS)
    assert scene.state.discard == cs("y2 y1")
    assert scene.told("RoundEnded", "reason") == [("damage",)]
    assert "DR-R-10" in scene.table.relied
    assert scene.mana() == [9, 0]
    assert scene.events("EnemyCharged") == []
    assert scene.asked() == (1, "keep")
    assert scene.allows(1, Keep(cs("y0")))
    exact = Scene(hands=["", ""], deck="y0 y1 y2 y3", enemies=enemies).do(1, PASS)
    assert (exact.state.deck, exact.state.round, exact.state.turn) == ([], Round.NORMAL, 2)
    empty = Scene(hands=["g1", ""], deck="").do(1, PASS)
    assert empty.told("RoundEnded", "reason") == [("damage",)]


@pytest.mark.clause("DR-G-6")
def test_the_play_comes_after_the_draw() -> None:
    """What an enemy brings at the start of the turn comes first; who plays meanwhile has not passed."""
    enemies = {1: {"passives": [{"when": "turn_start", "effects": [op("hand_loss")]}]}}
    scene = Scene(hands=["g1 g2", ""], enemies=enemies)
    assert (scene.asked(), scene.state.step) == ((1, "hand_loss"), Step.DRAW)
    assert scene.refuses(1, Play(cs("g1"))) == ("DR-G-6",)
