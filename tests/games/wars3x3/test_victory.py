"""◇勝利条件: how the game ends, and what is legal afterwards."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import (
    ATTACK,
    DRAW,
    END_COMBAT,
    END_TURN,
    PASS,
    RESIGN,
    Choose,
    Counter,
    Deploy,
    GrandMagic,
    Lay,
    Magic,
    Mulligan,
    Remove,
    Spell,
    StartTerritory,
    Strengthen,
)
from shinpan_engine.games.wars3x3.table.options import AllowResign, DeckoutTiming, DoubleZero
from shinpan_engine.games.wars3x3.table.state import EndReason, Step
from shinpan_engine.kernel.judging.record import EventClaim, StateClaim
from shinpan_engine.kernel.judging.report import Result, Verdict

from ...random_games import WIDE
from .opening import Opening, entry, judged
from .own_pack import own_magic, own_pack, scene_with
from .scene import Scene


def ended(scene: Scene) -> tuple[int, EndReason] | None:
    """The winner (0 for a draw) and why, if the game has ended."""
    ending = scene.state.ending
    return None if ending is None else (ending.winner, ending.reason)


@pytest.mark.clause("W3-0.2-1", "W3-0.2-2", "W3-K-1")
@pytest.mark.parametrize(("life", "over"), [(6, False), (5, True), (4, True)])
def test_zero_or_less_ends_the_game_at_once(life: int, over: bool) -> None:
    """An attack of 5 leaves 1 of 6; of 5 it leaves 0 and of 4 less: both end the game in the middle of the combat."""
    scene = Scene(units=([16], []), life=(30, life)).quiet_until("3.2").do(1, ATTACK)
    assert scene.side(2).life == life - 5
    assert ended(scene) == ((1, EndReason.LIFE) if over else None)
    assert scene.state.step == (Step.OVER if over else Step.COMBAT_END)
    assert [(event.winner, event.reason) for event in scene.events("Ended")] == ([(1, "life")] if over else [])


@pytest.mark.clause("W3-0.2-1")
def test_the_game_ends_in_the_middle_of_any_step() -> None:
    """A transparent attack ends it before 3.2; a magic ends it at the draw, before anything is drawn."""
    transparent = Scene(units=([16, 36], []), life=(30, 2)).quiet_until("3.1").do(1, ATTACK)
    assert ended(transparent) == (1, EndReason.LIFE)
    assert transparent.side(2).life == 0
    draw = Scene(units=([7, 16], []), magics=([1], []), life=(30, 3), deck=[40]).do(1, Magic(1))
    assert ended(draw) == (1, EndReason.LIFE)
    assert (draw.state.deck, draw.side(1).hand) == ([40], [])


@pytest.mark.clause("W3-0.2-1", "W3-0.2-2")
def test_a_player_may_fall_by_the_own_magic() -> None:
    """毒殺 takes its user's last life: the opponent wins, and the destroyed unit is gone all the same."""
    scene = Scene(units=([16, 17], [32, 29]), magics=([8], []), life=(8, 1)).do(1, Magic(8), Choose([32]))
    assert ended(scene) == (2, EndReason.LIFE)
    assert (scene.side(1).life, scene.units(2)) == (0, [29])


@pytest.mark.clause("W3-0.2-3")
@pytest.mark.parametrize(("option", "winner"), [(DoubleZero.DRAW, 0), (DoubleZero.ACTIVE_PLAYER_LOSES, 2)])
def test_both_at_zero_through_one_instruction(option: DoubleZero, winner: int) -> None:
    """猛炎 takes 4 from both at once: with 4 and 3 left it is a draw, or the active player's loss by the option."""
    scene = Scene(units=([7, 16], [17, 29]), magics=([4], []), life=(4, 3), double_zero=option).do(1, Magic(4))
    assert ended(scene) == (winner, EndReason.LIFE)
    assert "W3-0.2-3" in scene.table.relied
    one = Scene(units=([7, 16], [17, 29]), magics=([4], []), life=(5, 4), double_zero=option).do(1, Magic(4))
    assert ended(one) == (1, EndReason.LIFE)


@pytest.mark.clause("W3-0.2-3")
@pytest.mark.parametrize(("order", "winner"), [(("opponent", "user"), 1), (("user", "opponent"), 2)])
def test_instructions_apply_one_after_the_other(order: tuple[str, str], winner: int, tmp_path: Path) -> None:
    """Two instructions that would take both players' last life end the game with the first."""
    effects = ", ".join(f'{{ op = "damage", to = "{to}", amount = 4 }}' for to in order)
    scene = scene_with(own_pack(tmp_path, own_magic(14, f"[{effects}]")), magics=([14], []), life=(4, 4))
    scene.do(1, Magic(14))
    assert ended(scene) == (winner, EndReason.LIFE)
    assert sorted(side.life for side in scene.state.sides) == [0, 4]


@pytest.mark.clause("W3-0.2-4", "W3-B1-6")
def test_a_quiet_game_lasts_twenty_three_turns() -> None:
    """With no other draws the 23 cards last for 23 turns; the game ends at the end of turn 23 and not before."""
    scene = Opening().placed().quiet_until("5.1", turn=23)
    assert scene.state.deck == []
    assert ended(scene) is None
    scene.do(1, END_TURN)
    assert ended(scene) == (0, EndReason.DECK_OUT)
    assert (scene.state.turn, scene.state.step) == (23, Step.OVER)


@pytest.mark.clause("W3-0.2-4", "W3-0.2-5", "W3-0.2-6", "W3-K-5")
@WIDE
@given(st.integers(1, 60), st.integers(1, 60))
def test_at_deck_out_the_lives_are_compared(first: int, second: int) -> None:
    """The running turn is finished; then the higher life wins, as 12 against 9 does, and equal lives draw."""
    scene = Scene(deck=[40], life=(first, second)).quiet_until("5.1")
    assert ended(scene) is None
    scene.do(1, END_TURN)
    assert ended(scene) == (0 if first == second else 1 if first > second else 2, EndReason.DECK_OUT)


@pytest.mark.clause("W3-0.2-5")
def test_the_higher_life_wins_for_either_player() -> None:
    """12 against 9 at the end of turn 23: the player with 12 wins, whoever drew the last card."""
    assert ended(Scene(deck=[40], life=(12, 9), turn=23).quiet_until("5.1").do(1, END_TURN)) == (1, EndReason.DECK_OUT)
    assert ended(Scene(deck=[40], life=(9, 12), turn=23).quiet_until("5.1").do(1, END_TURN)) == (2, EndReason.DECK_OUT)


@pytest.mark.clause("W3-0.2-7")
@pytest.mark.parametrize("timing", list(DeckoutTiming))
def test_the_turn_whose_end_counts_at_deck_out(timing: DeckoutTiming) -> None:
    """The turn of emptying ends the game; by the option it must be a turn of the player who drew the last card."""
    own = Scene(deck=[40], deckout_timing=timing).quiet_until("5.1").do(1, END_TURN)
    assert ended(own) == (0, EndReason.DECK_OUT)
    # The last card came to seat 2 in a turn of seat 1.
    scene = Scene(deck=(), life=(9, 12), deckout_timing=timing).quiet_until("5.1")
    scene.state.emptied_turn, scene.state.emptied_by = 1, 2
    scene.do(1, END_TURN)
    if timing == DeckoutTiming.TURN_OF_EMPTYING:
        assert ended(scene) == (2, EndReason.DECK_OUT)
    else:
        assert ended(scene) is None
        assert ended(scene.quiet_until("5.1").do(2, END_TURN)) == (2, EndReason.DECK_OUT)


@pytest.mark.clause("W3-0.2-8")
def test_life_decides_before_the_deck() -> None:
    """In the last turn, 5 against 20: the player with 20 falls to 0 in combat and loses at once."""
    scene = Scene(units=([9, 17, 18], []), life=(5, 20), deck=[40]).quiet_until("3.2")
    assert scene.state.deck == []
    scene.do(1, ATTACK)
    assert scene.side(2).life == 0
    assert ended(scene) == (1, EndReason.LIFE)


@pytest.mark.clause("W3-0.2-9")
def test_life_is_not_capped(tmp_path: Path) -> None:
    """29 and a gain of 9 make 38."""
    gain = own_magic(14, '[{ op = "gain_life", amount = 9 }]')
    scene = scene_with(own_pack(tmp_path, gain), magics=([14], []), life=(29, 30)).do(1, Magic(14))
    assert scene.side(1).life == 38


@pytest.mark.clause("W3-0.2-9", "W3-E-07", "W3-K-1")
def test_life_may_end_below_zero() -> None:
    """Turn 14 of the printed replay: 15 damage on 13 life leave -2, kept as it is, and the game is lost."""
    scene = Scene(active=2, units=([29, 4], [16, 17]), hands=([], [18, 46]), life=(13, 8)).quiet_until("2.2")
    scene.do(2, Strengthen([Spell(16, [46], [3]), Spell(17, [18])])).do(1, PASS).do(2, ATTACK)
    assert scene.side(1).life == -2
    assert ended(scene) == (2, EndReason.LIFE)


@pytest.mark.clause("W3-0.2-10")
def test_being_unable_to_draw_is_no_loss() -> None:
    """From an empty deck the draw gives nothing, and the turn goes on for both players."""
    scene = Scene(deck=()).do(1, DRAW)
    assert ended(scene) is None
    assert scene.events("Drew") == []
    assert scene.quiet_until("2.1", turn=2).state.ending is None


@pytest.mark.clause("W3-0.2-10", "W3-0.2-4")
@pytest.mark.parametrize(("deck", "drawn"), [([40, 41, 42, 43, 44], 3), ([40, 41, 42], 2), ([40], 0)])
def test_an_effect_draws_as_many_as_there_are(deck: list[int], drawn: int, tmp_path: Path) -> None:
    """A text that draws three gives what the deck still has; what empties the deck ends the game with that turn."""
    draw = own_magic(14, '[{ op = "draw", count = 3 }]')
    scene = scene_with(own_pack(tmp_path, draw), magics=([14], []), deck=deck).quiet_until("2.1").do(1, Magic(14))
    assert len(scene.events("Drew")) == drawn
    assert scene.side(1).hand == deck[: 1 + drawn]
    scene.quiet_until("5.1").do(1, END_TURN)
    assert (ended(scene) is not None) == (len(deck) <= 1 + drawn)


@pytest.mark.clause("W3-0.2-11")
def test_after_the_end_nothing_is_legal() -> None:
    """Whatever either player tries once the game is decided is refused, a resignation too."""
    scene = Scene(units=([16], []), hands=([17], [18]), magics=([1], [4]), life=(30, 5)).quiet_until("3.2")
    scene.do(1, ATTACK)
    tries = (
        PASS, DRAW, ATTACK, END_COMBAT, END_TURN, RESIGN, Lay(17), Deploy(17), Magic(1), GrandMagic(1), Mulligan(),
        Counter([Spell(16, [18])]), Remove([Spell(16, [18])]), Choose([16]), StartTerritory([17]),
    )  # fmt: skip
    for seat in (1, 2):
        for act in tries:
            assert scene.refuses(seat, act)[0] == "W3-0.2-11"
    assert list(scene.match.options()) == []
    assert scene.state.pending == []


@pytest.mark.clause("W3-0.2-11", "W3-0.2-12")
def test_an_action_after_a_resignation_is_illegal() -> None:
    """A record that goes on after a resignation is illegal at the entry behind it."""
    report = judged(entry(2, RESIGN), entry(1, StartTerritory([3, 4, 5])))
    assert report.verdict == Verdict.ILLEGAL
    assert report.findings[0].clauses == ("W3-0.2-11",)
    assert (report.findings[0].where.entry, report.actions_replayed) == (2, 1)


@pytest.mark.clause("W3-0.2-12")
@pytest.mark.parametrize("seat", [1, 2])
def test_a_resignation_is_accepted_and_reported(seat: int) -> None:
    """Either player may give up at any time; the report says that this rests on no printed rule."""
    report = judged(entry(seat, RESIGN, EventClaim("ended", (("winner", f"p{3 - seat}"),))))
    assert report.verdict == Verdict.LEGAL
    assert report.result == Result((3 - seat,), "resignation")
    assert [(a.kind, a.id) for a in report.assumptions] == [("ruling", "W3-0.2-12")]
    for step in ("1.1", "2.2", "3.2", "5.1"):
        scene = Scene(units=([16], []), hands=([17], [])).quiet_until(step).do(seat, RESIGN)
        assert ended(scene) == (3 - seat, EndReason.RESIGNATION)


@pytest.mark.clause("W3-0.2-12")
def test_a_resignation_may_come_while_the_other_is_asked() -> None:
    """Giving up needs no turn: it is legal while a removal waits for its answer and while a text resolves."""
    chain = Scene(deck=(), units=([], [16]), hands=([7], [28])).quiet_until("2.1").do(1, Remove([Spell(16, [7])]))
    assert ended(chain.do(1, RESIGN)) == (2, EndReason.RESIGNATION)
    text = Scene(units=([16, 17], [29, 14]), magics=([8], [])).do(1, Magic(8))
    assert ended(text.do(2, RESIGN)) == (1, EndReason.RESIGNATION)


@pytest.mark.clause("W3-0.2-12")
def test_resignation_can_be_switched_off() -> None:
    """With the option a resignation is illegal, and it is not offered."""
    report = judged(entry(1, RESIGN), allow_resign=AllowResign.FALSE)
    assert (report.verdict, report.findings[0].clauses) == (Verdict.ILLEGAL, ("W3-0.2-12",))
    assert Scene(allow_resign=AllowResign.FALSE).refuses(1, RESIGN)[0] == "W3-0.2-12"


@pytest.mark.clause("W3-0.1-4")
def test_life_is_one_public_number() -> None:
    """Everybody sees either life, and a record may claim it; a claim that does not come out contradicts it."""
    scene = Opening()
    for viewer in (0, 1, 2):
        assert [side.life for side in GAME.view(scene.state, viewer).sides] == [30, 30]
    act = StartTerritory(scene.side(1).hand[:3])
    assert judged(entry(1, act, StateClaim("life[p2]", "30"))).verdict == Verdict.INCOMPLETE
    assert judged(entry(1, act, StateClaim("life[p2]", "29"))).verdict == Verdict.CONTRADICTED
