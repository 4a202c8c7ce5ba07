"""◇ゲームの流れ, 1.0 開始フェイズ, 5.0 終了フェイズ."""

from typing import Any

import pytest

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
    Lay,
    Magic,
    Redeploy,
    Remove,
    Spell,
    Strengthen,
)
from shinpan_engine.games.wars3x3.table.options import DeckoutTiming
from shinpan_engine.games.wars3x3.table.state import PRINTED_STEPS, Boost, BoostKind, EndReason, Step, ThisTurn, Until
from shinpan_engine.kernel.errors import Undecidable

from .opening import DECK, MAGICS, Opening
from .own_pack import own_magic, own_pack, scene_with
from .scene import Scene

STEPS = list(PRINTED_STEPS)
SKIPPED = ("2.1", "2.2", "4.1", "4.2")


def whole_turn(**position: Any) -> Scene:
    """Seat 1 with something to do in each of the nine steps."""
    return Scene(
        units=([16, 36], [29]),
        hands=([17, 18, 24], [28, 31]),
        territory=([5, 6, 8], [9]),
        deck=[35, 40, 41],
        **position,
    )


OWN_ACTION = {
    "1.1": DRAW,
    "2.1": Remove([Spell(29, [17])]),
    "2.2": Strengthen([Spell(16, [18])]),
    "3.1": ATTACK,
    "3.2": ATTACK,
    "3.3": END_COMBAT,
    "4.1": Lay(24),
    "4.2": Deploy(35),
    "5.1": END_TURN,
}


@pytest.mark.clause("W3-1.0-1", "W3-0.1-3")
@pytest.mark.parametrize("first", [1, 2])
def test_turns_alternate_from_the_starting_player(first: int) -> None:
    """The starting player has the odd turns and the other the even ones; turn 2 is not the starting player's."""
    scene = Scene(active=first)
    for turn in range(1, 7):
        scene.quiet_until("1.1", turn=turn)
        active = first if turn % 2 else 3 - first
        assert scene.state.active == active
        assert scene.refuses(3 - active, DRAW) == ("W3-1.0-6", "W3-1.0-1")
        assert scene.allows(active, DRAW)


@pytest.mark.clause("W3-1.0-2")
def test_the_nine_steps_come_in_order() -> None:
    """A turn in which something is done in every step goes through all nine, in printed order."""
    scene = whole_turn()
    walked = []
    for name, act in OWN_ACTION.items():
        walked.append(scene.state.step)
        scene.do(1, act)
        if name in ("2.1", "2.2"):
            scene.do(2, PASS)
    assert walked == list(PRINTED_STEPS.values())
    assert (scene.state.turn, scene.state.active, scene.state.step) == (2, 2, Step.DRAW)


@pytest.mark.clause("W3-1.0-2")
@pytest.mark.parametrize("name", STEPS)
def test_no_step_comes_early_and_none_comes_twice(name: str) -> None:
    """In each step the actions of all the other steps are refused to the active player."""
    scene = whole_turn().quiet_until(name)
    for other in STEPS:
        act = OWN_ACTION[other]
        if act != OWN_ACTION[name]:
            scene.refuses(1, act)
    if name in SKIPPED:
        assert scene.refuses(1, END_TURN)[0] == "W3-1.0-2"


@pytest.mark.clause("W3-1.0-2")
def test_removal_after_strengthening_is_illegal() -> None:
    """Strengthening first and removal in the same turn is against the order, whichever is tried at the wrong time."""
    scene = Scene(deck=(), units=([16], [29]), hands=([17, 18], [])).quiet_until("2.1")
    assert scene.refuses(1, Strengthen([Spell(16, [18])]))[0] == "W3-1.0-2"
    scene.do(1, PASS)
    assert "W3-1.0-2" in scene.refuses(1, Remove([Spell(29, [17])]))
    scene.do(1, Strengthen([Spell(16, [18])])).do(2, PASS)
    assert "W3-1.0-2" in scene.refuses(1, Remove([Spell(29, [17])]))


@pytest.mark.clause("W3-1.0-3")
def test_countering_is_part_of_the_step_it_answers() -> None:
    """While the counters of 2.1 and of 2.2 are named the step stays the same; then the next printed step follows."""
    scene = Scene(deck=(), units=([16, 17], [29, 40]), hands=([7, 11, 42], [6, 28, 36])).quiet_until("2.1")
    scene.do(1, Remove([Spell(40, [7])]))
    assert scene.state.step == Step.REMOVAL
    scene.do(2, Counter([Spell(40, [28])]))
    assert scene.state.step == Step.REMOVAL
    scene.do(1, PASS)
    assert scene.state.step == Step.STRENGTHENING
    scene.do(1, Strengthen([Spell(16, [11])])).do(2, Counter([Spell(16, [36])]))
    assert scene.state.step == Step.STRENGTHENING
    scene.do(1, PASS)
    assert scene.state.step == Step.ATTACK


@pytest.mark.clause("W3-1.0-4")
@pytest.mark.parametrize("name", STEPS)
def test_which_steps_may_be_skipped(name: str) -> None:
    """A pass is legal in 2.1, 2.2, 4.1 and 4.2, and refused in the five others."""
    scene = whole_turn().quiet_until(name)
    if name in SKIPPED:
        step = scene.state.step
        assert scene.allows(1, PASS)
        assert scene.do(1, PASS).state.step > step
    else:
        assert "W3-1.0-4" in scene.refuses(1, PASS)


@pytest.mark.clause("W3-1.0-5", "W3-5.1-1")
def test_the_next_turn_begins_with_the_announced_end() -> None:
    """The opponent can do nothing before the end is announced; with it the marker passes and their turn begins."""
    scene = Scene().quiet_until("5.1")
    assert scene.refuses(2, DRAW)[0] == "W3-1.0-6"
    assert scene.refuses(1, PASS) == ("W3-1.0-4", "W3-5.1-1")
    assert (scene.state.active, scene.state.turn) == (1, 1)
    scene.do(1, END_TURN)
    assert (scene.state.active, scene.state.turn, scene.state.step) == (2, 2, Step.DRAW)
    assert [event.turn for event in scene.events("TurnEnded")] == [1]
    assert [(event.turn, event.seat) for event in scene.events("TurnBegan")] == [(2, 2)]
    assert scene.refuses(1, END_TURN)[0] == "W3-1.0-6"


@pytest.mark.clause("W3-1.0-6")
@pytest.mark.parametrize("name", STEPS)
def test_the_other_player_performs_no_step(name: str) -> None:
    """In no step may the opponent do what the active player does there; all they can do is give up."""
    scene = whole_turn(magics=([], [1])).quiet_until(name)
    for act in (DRAW, PASS, ATTACK, END_COMBAT, Lay(28), Deploy(31), Redeploy(31, [29]), END_TURN):
        assert scene.refuses(2, act) == ("W3-1.0-6", "W3-1.0-1")
    assert [act for _, act in scene.match.options(2)] == [RESIGN]


@pytest.mark.clause("W3-1.1-1")
def test_exactly_the_top_card_is_drawn() -> None:
    """Without the draw nothing goes on; it gives the top card and no other, and there is no second one."""
    scene = Scene(units=([16, 36], []), hands=([17], [18]), deck=[40, 3, 9])
    for act in (PASS, END_TURN, ATTACK, Lay(17), Remove([Spell(29, [17])])):
        assert scene.refuses(1, act) == ("W3-1.1-1", "W3-1.0-4")
    scene.do(1, DRAW)
    assert scene.side(1).hand == [17, 40]
    assert (scene.side(2).hand, scene.state.deck) == ([18], [3, 9])
    assert [(event.card, event.seat) for event in scene.events("Drew")] == [(40, 1)]
    for step in STEPS[1:]:
        assert scene.quiet_until(step).refuses(1, DRAW)[0] == "W3-1.1-1"


@pytest.mark.clause("W3-1.1-1")
def test_a_draw_that_the_record_does_not_tell_is_undecidable() -> None:
    """Where only the deal was written down, nobody can say which card the first draw gave."""
    scene = Opening(outcomes={"deck": DECK[:17], "magic": MAGICS}).placed()
    with pytest.raises(Undecidable) as error:
        scene.do(1, DRAW)
    assert error.value.clauses == ("W3-1.1-1",)


@pytest.mark.clause("W3-1.1-2")
def test_the_starting_player_draws_in_turn_one() -> None:
    """Turn 1 has its draw, as in the printed replay, where it gives 007."""
    mine, theirs = [20, 26, 29, 40, 42, 14, 27, 36], [3, 9, 16, 17, 24, 28, 21, 34, 45]
    order = [*mine, *theirs, 7, *[card for card in DECK if card not in (*mine, *theirs, 7)]]
    scene = Opening(outcomes={"deck": order, "magic": MAGICS}).placed()
    before = list(scene.side(1).hand)
    assert (scene.state.turn, scene.state.step) == (1, Step.DRAW)
    scene.do(1, DRAW)
    assert scene.side(1).hand == sorted([*before, 7])
    assert len(scene.state.deck) == 22


@pytest.mark.clause("W3-1.1-3", "W3-5.1-2")
def test_no_hand_is_too_large() -> None:
    """Twenty cards and a draw are kept through the whole turn and the end of it."""
    hand = list(range(12, 32))
    scene = Scene(hands=(hand, hand), deck=[40, 41]).quiet_until("1.1", turn=2)
    assert scene.side(1).hand == [*hand, 40]
    assert scene.side(2).hand == hand
    assert scene.state.discard == []


@pytest.mark.clause("W3-1.1-4", "W3-5.1-4")
def test_the_last_draw_does_not_stop_the_turn() -> None:
    """After the last card is drawn every step of the turn is played; only its end compares the lives."""
    scene = whole_turn()
    scene.state.deck = [35]
    for name, act in OWN_ACTION.items():
        assert scene.state.step == PRINTED_STEPS[name]
        assert scene.state.ending is None
        scene.do(1, act)
        if name in ("2.1", "2.2"):
            scene.do(2, PASS)
    assert scene.state.ending is not None
    assert (scene.state.ending.reason, scene.state.turn, scene.state.active) == (EndReason.DECK_OUT, 1, 1)
    assert scene.events("TurnBegan") == []


@pytest.mark.clause("W3-1.1-5")
def test_the_drawn_card_is_its_owners_secret() -> None:
    """Which card came up changes nothing for the opponent and the public, in the state and in the events."""

    def seen(top: int, viewer: int) -> tuple[object, list[object]]:
        scene = Scene(hands=([17], [18]), deck=[top, 9]).do(1, DRAW)
        return GAME.view(scene.state, viewer), [event for event in scene.table.events if event.private in (0, viewer)]

    for viewer in (0, 2):
        assert seen(40, viewer) == seen(3, viewer)
    assert seen(40, 1) != seen(3, 1)


@pytest.mark.clause("W3-1.1-6")
def test_both_draw_from_one_deck_and_the_discard_stays_away() -> None:
    """The players draw the deck's cards in turn; once it is empty the discard is not shuffled in."""
    scene = Scene(deck=[40, 3, 9], discard=[20, 21, 22], deckout_timing=DeckoutTiming.DRAWER_TURN)
    scene.quiet_until("1.1", turn=3)
    assert [scene.side(1).hand, scene.side(2).hand] == [[40], [3]]
    scene.do(1, DRAW)
    assert (scene.state.deck, scene.state.discard) == ([], [20, 21, 22])
    empty = Scene(deck=(), discard=[20, 21, 22]).do(1, DRAW)
    assert (empty.side(1).hand, empty.state.deck, empty.state.discard) == ([], [], [20, 21, 22])


@pytest.mark.clause("W3-5.1-2")
def test_nothing_else_is_done_in_the_end_phase() -> None:
    """At the end of the turn a player ends it or gives up; everything else is refused."""
    scene = whole_turn().quiet_until("5.1")
    assert [act for _, act in scene.match.options(1)] == [END_TURN, RESIGN]
    assert scene.refuses(1, Lay(24))[0] == "W3-4.1-9"
    assert scene.refuses(1, Deploy(24))[0] == "W3-4.2-1"
    assert scene.refuses(1, Choose([24]))[0] == "W3-M4-5"


@pytest.mark.clause("W3-5.1-3")
def test_what_lasts_to_the_end_of_the_turn_stops_there() -> None:
    """An increase, a territory bonus and the used magic of the turn are still there at 5.1 and gone after it."""
    scene = Scene(units=([16], [17, 28]), magics=([11], []), deck=[40, 41, 42]).quiet_until("4.1")
    scene.side(1).units[0].boosts = [Boost(BoostKind.INCREASE, magic=9, amount=2, until=Until.TURN_END)]
    scene.do(1, Magic(11)).quiet_until("5.1")
    assert scene.side(1).units[0].boosts != []
    assert scene.side(1).this_turn == ThisTurn(territory_bonus=3, activated=[11])
    scene.do(1, END_TURN)
    assert scene.side(1).units[0].boosts == []
    assert scene.side(1).this_turn is None


@pytest.mark.clause("W3-5.1-3")
def test_an_increase_does_not_reach_the_opponents_turn(tmp_path: Any) -> None:
    """A unit whose power a magic increased for the turn blocks with its cost in the next."""
    cards = own_pack(tmp_path, own_magic(14, '[{ op = "increase", units = 1, amount = 3 }]'))
    scene = scene_with(cards, units=([16], [29]), magics=([14], []), deck=[40, 41, 42]).quiet_until("3.2")
    scene.do(1, Magic(14), Choose([16]), ATTACK)
    assert scene.side(2).life == 30 - (5 + 3 - 6)
    scene.quiet_until("3.2", turn=2).do(2, ATTACK)
    assert scene.side(1).life == 30 - (6 - 5)


@pytest.mark.clause("W3-5.1-4")
def test_with_the_deck_gone_the_turn_does_not_pass() -> None:
    """At the end of the turn that took the last card the lives are compared; with a card left the turn passes."""
    left = Scene(deck=[40, 41], life=(12, 9)).quiet_until("5.1").do(1, END_TURN)
    assert (left.state.ending, left.state.active) == (None, 2)
    gone = Scene(deck=[40], life=(12, 9)).quiet_until("5.1").do(1, END_TURN)
    assert gone.state.ending is not None
    assert (gone.state.ending.winner, gone.state.active, gone.state.step) == (1, 1, Step.OVER)


@pytest.mark.clause("W3-E-12")
@pytest.mark.parametrize("turn", [3, 4, 6, 7])
def test_the_marker_passes_in_every_turn(turn: int) -> None:
    """Turns whose end the replay does not print end like the others: it is all that can follow 4.2."""
    scene = Scene(deck=list(range(3, 20))).quiet_until("5.1", turn=turn)
    active = scene.state.active
    decision = scene.match.ask.decisions[0]
    assert (decision.seat, decision.default) == (active, END_TURN)
    scene.do(active, decision.default)
    assert scene.state.active == 3 - active
