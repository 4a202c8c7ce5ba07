"""ラウンドの終了, ボスバトルラウンド, 勝利条件・敗北条件."""

import pytest

from shinpan_engine.games.drive import GAME
from shinpan_engine.games.drive.chapters.enemy import markers
from shinpan_engine.games.drive.table.actions import GO_ON, PASS, TAKE, Bonus, Gain, Keep, LevelUp, Play, Swap, Use
from shinpan_engine.games.drive.table.options import BossAppearSkill, RoundEndCap
from shinpan_engine.games.drive.table.state import Round, Step
from shinpan_engine.kernel.play.chance import Seeded

from .scene import Scene, auto, c, cs, levels, op, skill

REST = "g0 g1 g2 g3 g4 r0 r1 r2 r3 r4 g0' g1' g2' g3' g4' r0' r1' r2' r3' r4' b0 b1 b2 b3 b4 b0' b1' b2' b3' b4'"


def ended(**fields: object) -> Scene:
    """The normal round has just ended by damage in the enemy step of seat 1: deck empty."""
    given = {"hands": ["y0 y1 y2", "y3 y4"], "deck": "", "discard": "y0' y1'", "field": REST, **fields}
    scene = Scene(**given)  # type: ignore[arg-type]
    return scene.do(1, PASS, GO_ON)


@pytest.mark.clause("DR-R-8", "DR-B-1", "DR-B-2", "DR-B-3", "DR-R-10")
def test_the_hand_reset() -> None:
    """Each keeps up to two cards of the own hand, in secret until all have chosen; the others go to the field."""
    scene = ended()
    assert scene.state.step == Step.HAND_RESET
    assert scene.refuses(1, Keep(cs("y0 y1 y2"))) == ("DR-B-2",)
    assert scene.refuses(1, Keep(cs("y3"))) == ("DR-B-2",)
    assert scene.refuses(1, Keep(cs("y1 y0"))) == ("",)
    for seat in (1, 2):
        for act in (PASS, Play(cs("y3")), LevelUp(1), Use(1), Swap(c("y3"))):
            assert scene.refuses(seat, act) == ("DR-B-1", "DR-R-10"), "there is no turn now"
    for cards in ("", "y0", "y0 y2"):
        assert scene.allows(1, Keep(cs(cards)))
    scene.do(1, Keep(cs("y0 y2")))
    assert [bool(pending.answer) for pending in scene.state.pending] == [True, False]
    assert [bool(pending.answer) for pending in GAME.view(scene.state, 2).pending] == [False, False]
    scene.do(2, Keep())
    assert scene.told("Kept", "seat", "cards", "private") == [(1, cs("y0 y2"), 1), (2, [], 2)]
    assert set(cs("y0 y2")) <= set(scene.hand(1))
    assert scene.told("Rebuilt", "count") == [(30 + 1 + 2,)]
    assert scene.refuses(1, Keep()) == ("DR-B-2",)


@pytest.mark.clause("DR-B-4", "DR-B-5", "DR-B-6", "DR-B-7", "DR-R-9")
def test_the_new_deck() -> None:
    """F27: the field is shuffled into the new deck, hands are filled to 4, the discard stays; the deck's size does not
    depend on what was kept."""
    for kept in ((), ("y0",), ("y0", "y2")):
        scene = ended().do(1, Keep(cs(" ".join(kept)))).do(2, Keep())
        assert scene.state.field == []
        assert scene.state.discard == cs("y0' y1'")
        assert [len(scene.hand(seat)) for seat in (1, 2)] == [4, 4 + 1], "seat 2 has begun its turn"
        cards = 30 + 5
        assert len(scene.state.deck) == cards - 8 - 1
        assert set(cs(" ".join(kept))) <= set(scene.hand(1))


@pytest.mark.clause("DR-B-4")
def test_the_new_deck_is_shuffled_by_chance() -> None:
    """The random event is named `rebuild`; its items are the field in ascending order."""
    scene = ended().do(1, Keep()).do(2, Keep())
    cards = sorted(cs(REST + " y0 y1 y2 y3 y4"))
    assert scene.table.chance.outcomes["rebuild"] == Seeded(bytes(32)).shuffle("rebuild", cards)


@pytest.mark.clause("DR-B-8")
def test_a_new_deck_that_is_too_small() -> None:
    """Cards are dealt one at a time clockwise from the first player of the boss round, until the deck is empty."""
    scene = ended(field="g0 g1 g2", hands=["y0", "y3", "y4"], discard="y0'").do(1, Keep()).do(2, Keep()).do(3, Keep())
    assert [len(scene.hand(seat)) for seat in (2, 3, 1)] == [2, 2, 2]
    assert scene.state.deck == []
    short = ended(field="g0 g1", hands=["y0", "y3", "y4"], discard="y0'").do(1, Keep()).do(2, Keep()).do(3, Keep())
    assert [len(short.hand(seat)) for seat in (2, 3, 1)] == [2, 2, 1]
    assert "DR-B-8" in short.table.relied


@pytest.mark.clause("DR-B-9", "DR-B-14", "DR-B-15")
def test_what_carries_over() -> None:
    """Levels, parties and mana stay; the next player begins, and turns are the same as before."""
    scene = ended(parties=[[(1, 3)], [(6, 2)]], mana=(9, 4)).do(1, Keep()).do(2, Keep())
    assert [scene.level(1), scene.level(6)] == [3, 2]
    assert scene.mana() == [9, 4]
    assert (scene.state.round, scene.state.active, scene.state.step) == (Round.BOSS, 2, Step.PLAY)
    assert scene.state.turn == 2
    assert "DR-B-9" in scene.table.relied


@pytest.mark.clause("DR-B-10", "DR-B-12", "DR-B-13", "DR-B-18", "DR-B-20", "DR-P5.1-3")
def test_the_boss_appears() -> None:
    """F4: the pile is turned: the boss with its HP, 70 shown as 60 and 10, without chips; the enemy that was there
    leaves without a bonus."""
    charging = [{"cost": 9, "effects": [op("damage", 1)]}]
    enemies = {15: {"hp": 70}, 1: {"skills": charging}}
    scene = ended(enemies=enemies, charge=5, hp=3).do(1, Keep()).do(2, Keep())
    assert scene.told("Appeared", "enemy", "hp", "markers") == [(15, 70, [60, 10])]
    assert scene.state.enemy
    assert (scene.state.enemy.card, scene.state.enemy.hp, scene.state.enemy.charge) == (15, 70, 0)
    assert scene.mana() == [0, 0]
    assert scene.state.pile == [1]


@pytest.mark.clause("DR-P5.1-2", "DR-P5.1-3")
def test_two_markers_add_up() -> None:
    """Units from 1 to 10 and tens above; up to 10 the tens marker is off the card."""
    assert [markers(hp) for hp in (1, 10, 11, 20, 63, 70, 110)] == [
        [1], [10], [10, 1], [10, 10], [60, 3], [60, 10], [100, 10]
    ]  # fmt: skip
    assert all(sum(markers(hp)) == hp for hp in range(1, 111))


@pytest.mark.clause("DR-B-17")
def test_the_appearance_of_the_boss() -> None:
    """Applied once, after the HP is set, with the first player of the boss round first; it can lose the game; or not at
    all."""
    enemies = {15: {"appearance": [op("hand_loss")]}}
    scene = ended(enemies=enemies).do(1, Keep()).do(2, Keep())
    assert scene.asked() == (2, "hand_loss")
    assert scene.state.step == Step.BOSS_APPEARS
    assert "DR-B-17" in scene.table.relied
    scene.do(2, next(scene.match.ask.decisions[0].options(scene.table)))
    assert scene.asked() == (1, "hand_loss")
    without = ended(enemies=enemies, boss_appear_skill=BossAppearSkill.FALSE).do(1, Keep()).do(2, Keep())
    assert without.state.step == Step.PLAY
    deadly = ended(enemies={15: {"appearance": [op("damage", 20), op("damage", 20)]}}).do(1, Keep()).do(2, Keep())
    assert deadly.told("Ended", "won", "reason") == [(False, "deck_exceeded")]


@pytest.mark.clause("DR-B-16", "DR-G-4")
def test_the_boss_acts_like_an_enemy() -> None:
    """It attacks, charges and uses its skill."""
    enemies = {15: {"attack": 2, "skills": [{"cost": 1, "effects": [op("damage", 3)]}]}}
    scene = Scene(hands=["", ""], boss=True, enemies=enemies).do(1, PASS)
    assert scene.told("Struck", "amount") == [(2,), (3,)]


@pytest.mark.clause("DR-W-2", "DR-W-3", "DR-R-2", "DR-G-3", "DR-O-1")
def test_the_loss() -> None:
    """Deck 1, attack 2 in the boss round: lost by all; deck 2, attack 2 goes on; the same in the normal round only ends
    that."""
    enemies = {1: {"attack": 2}, 15: {"attack": 2}}
    scene = Scene(hands=["", ""], deck="y0 y1", boss=True, enemies=enemies).do(1, PASS)
    assert scene.told("Ended", "won", "reason") == [(False, "deck_exceeded")]
    result = GAME.result(scene.state)
    assert result is not None
    assert (result.winners, result.lost, result.word) == ((), True, "lost")
    exact = Scene(hands=["", ""], deck="y0 y1 y2", boss=True, enemies=enemies).do(1, PASS)
    assert (exact.state.ending, exact.state.deck) == (None, [])
    normal = Scene(hands=["", ""], deck="y0 y1", enemies=enemies).do(1, PASS)
    assert normal.state.ending is None
    assert normal.events("RoundEnded")


@pytest.mark.clause("DR-R-10")
def test_the_cap_in_the_turn_that_is_cut_off() -> None:
    """By default none; with round_end_cap the turn player is cut to 6, once."""
    assert ended(mana=(9, 8)).mana() == [9, 8]
    assert ended(mana=(9, 8), round_end_cap=RoundEndCap.TRUE).mana() == [6, 8]


@pytest.mark.clause("DR-R-9", "DR-R-10")
def test_what_is_not_carried_out_is_lost() -> None:
    """A skill that ends the round through a defeat does not go on, and no trace of it is left."""
    units = {1: {"skills": [skill(op("damage", 9), op("mana", 5))]}}
    enemies = {2: {"appearance": [op("damage", 9)]}}
    scene = Scene(hands=["r1 r2", ""], parties=[[1]], units=units, hp=5, enemies=enemies).plays("r1").do(1, Use(1))
    assert scene.mana() == [2, 1]
    state = scene.state
    assert [state.frames, state.waiting, state.held, state.gains, state.fighters, state.played] == [[]] * 6
    changing = {1: {"skills": [auto("play", op("attack", 2), op("damage", 9))]}}
    early = Scene(hands=["r1 r2", ""], parties=[[1]], units=changing, hp=5, enemies=enemies).plays("r1")
    assert len(early.events("Modified")) == len(early.events("RoundEnded")) == 1
    assert early.state.changes == []


@pytest.mark.clause("DR-R-9")
def test_what_was_held_for_the_end_of_the_battle_is_lost() -> None:
    """A round that ends in the battle takes with it what was to come at the end of the battle or follow the defeat."""
    units = {
        1: {"skills": [auto("battle_start", op("mana", 3))], "levels": levels(9)},
        2: {"skills": [auto("enemy_defeated", op("damage", 1), op("mana", 5))]},
    }
    enemies = {2: {"appearance": [op("damage", 9)]}}
    field = "b0 b0' b1 b1' b2 b2' b3 b3' g4"
    scene = Scene(hands=["g1 g2", ""], parties=[[1, 2]], units=units, hp=5, enemies=enemies, field=field).plays("g1")
    assert scene.events("RoundEnded")
    assert (scene.state.held, scene.state.waiting) == ([], [])
    scene.do(1, Keep(cs("g2"))).until("play")
    assert scene.mana() == [2, 1], "the bonus of the defeat, and nothing later"


@pytest.mark.clause("DR-R-9")
def test_card_bonuses_not_gained_are_lost() -> None:
    """A level-up by a card brings the end of the round: the mana of the other card is gained no more."""
    units = {6: {"skills": [auto("level_up", op("damage", 12))]}}
    icons = {"b1": {"mana": 4}, "r1": {"level_up": 1}}
    scene = Scene(
        hands=["b1 r1", ""], parties=[[6, 7]], units=units, icons=icons, enemies={2: {"appearance": [op("damage", 9)]}}
    )
    scene.plays("b1 r1").do(1, Gain(c("r1"), Bonus.LEVEL_UP))
    assert scene.asked() == (1, "rising")
    scene.quiet()
    assert scene.events("RoundEnded")
    assert (scene.mana(), scene.state.gains, scene.state.rising) == ([2, 1], [], [])


LASTING = {
    1: {"skills": [skill(op("lasting", guard=2, on_end=[op("heal", 1), op("mana", 1), op("draw", 2)]))]},
    2: {"skills": [skill(op("lasting", guard=1))]},
}


@pytest.mark.clause("DR-R-12", "DR-R-13")
def test_continuing_effects_end_with_the_round() -> None:
    """A weaker attack, never below 1, up to the end of the round; then what the skill says is done, drawing too."""
    scene = Scene(
        hands=["r1 r2", ""], parties=[[1, 2]], units=LASTING, enemies={1: {"attack": 4}}, deck="y0 y1 y2 y3 y4"
    )
    scene.plays("r1").do(1, Use(1))
    assert scene.told("LastingBegan", "unit", "seat") == [(1, 1)]
    scene.do(1, GO_ON)
    assert scene.told("Struck", "amount") == [(2,)]
    assert [(one.seat, one.unit) for one in scene.state.lasting] == [(1, 1)]
    scene.do(2, PASS, GO_ON)
    assert scene.events("RoundEnded")
    assert scene.told("LastingEnded", "unit") == [(1,)]
    assert scene.told("Healed", "count") == [(1,)]
    assert scene.state.lasting == []
    both = Scene(hands=["r1", ""], parties=[[1, 2]], units=LASTING, enemies={1: {"attack": 2}}).plays("r1")
    assert both.do(1, Use(1), Use(2), GO_ON).told("Struck", "amount") == [(1,)]


@pytest.mark.clause("DR-R-13", "DR-R-7")
def test_what_a_continuing_effect_does_at_its_end_may_ask() -> None:
    """A draw at the end may go to the deck; a deck that is left then is laid open on the field."""
    ends = [op("mana", 1), op("draw", 1)]
    units = {1: {"skills": [skill(op("lasting", guard=1, on_end=ends), op("damage", 20))]}}
    scene = Scene(hands=["r1", ""], parties=[[1]], units=units, enemy_deck=(), deck="y0 y1 y2", hp=5).plays("r1")
    scene.do(1, Use(1))
    assert (scene.state.step, scene.asked()) == (Step.ROUND_END, (1, "draw_from_deck"))
    assert scene.state.frames[0].at == 1, "the state says that the second thing is being done"
    scene.do(1, TAKE)
    assert c("y1") in scene.hand(1)
    assert scene.state.field == cs("r1 y2")
    assert scene.asked() == (1, "keep")
