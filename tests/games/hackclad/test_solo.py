"""13-1 ソロプレイ."""

import pytest

from shinpan_engine.games.hackclad import GAME
from shinpan_engine.games.hackclad.chapters.rounds import forecast
from shinpan_engine.games.hackclad.table.actions import Place
from shinpan_engine.games.hackclad.table.events import CladRebuilt
from shinpan_engine.games.hackclad.table.state import Step

from .opening import Opening
from .scene import ROSETTE, Scene


def solo() -> Opening:
    """A game of one."""
    return Opening(ROSETTE, mode="solo").extends()


@pytest.mark.clause("HC-13.1-2", "HC-13.1-1")
def test_three_cards_lie_aside() -> None:
    """The nine cards of VOLTAGE 1 and 2 are shuffled, three lie aside, six are the clad deck."""
    game = Opening(ROSETTE, mode="solo")
    state = game.state
    assert (len(state.clad_deck), len(state.aside), state.voltage_2_pile, state.voltage_3_pile) == (
        6,
        3,
        [],
        [10, 11, 12],
    )
    assert sorted([*state.clad_deck, *state.aside]) == list(range(1, 10))
    assert state.voltage == 1


@pytest.mark.clause("HC-13.1-3", "HC-13.1-4", "HC-13.1-10")
def test_the_rebuilds_of_solo() -> None:
    """In round 3 three of the six aside and of VOLTAGE 3 join, in round 6 the other three; nobody sees which."""
    game = solo().until(Step.DRAFT, 3)
    assert (len(game.state.clad_deck), len(game.state.aside), game.state.voltage) == (6, 3, 2)
    assert GAME.view(game.state, 1).aside == [0, 0, 0]
    game.until(Step.DRAFT, 6)
    assert (len(game.state.clad_deck), game.state.aside, game.state.voltage) == (9, [], 3)
    while game.match.ask.decisions:
        game.quietly()
    assert game.state.round == 9


@pytest.mark.clause("HC-13.1-2", "HC-13.1-3")
def test_a_record_need_not_tell_what_lies_aside() -> None:
    """Those three follow from the cards that are dealt or join, and matter to nothing before: a record of the first
    round tells the cards of the first round."""
    begun = Opening(ROSETTE, mode="solo", chance={"clad": [4, 5, 6], "deck/p1": [*range(1, 9)]}).extends()
    assert (begun.state.clad_deck, begun.state.aside) == ([0, 0, 0], [0, 0, 0])
    chance = {"clad": [4, 5, 6, 1, 2, 3], "aside/3": [10, 7, 8], "clad/3": [*range(1, 9), 10]}
    game = Opening(ROSETTE, mode="solo", chance={**chance, "deck/p1": [*range(1, 10)]}).extends()
    assert game.state.aside == [7, 8, 9]
    table = game.table
    table.state.clad_used, table.state.clad_deck, table.state.round = [1, 2, 3, 4, 5, 6], [], 3
    forecast(table)
    assert (table.state.slots, table.state.aside, table.state.voltage_3_pile) == ([1, 2, 3], [9, 11, 12], [])


@pytest.mark.clause("HC-13.1-3", "HC-13.1-4")
def test_each_rebuild_cites_its_own_change() -> None:
    """That three of six join is told by one clause, that the other three do by another."""
    table, told = solo().table, []
    for round_number in (3, 6):
        table.state.round, table.state.clad_deck, table.events = round_number, [], []
        forecast(table)
        told += [event.clause for event in table.events if isinstance(event, CladRebuilt)]
    assert told == ["HC-13.1-3", "HC-13.1-4"]


@pytest.mark.clause("HC-13.1-5")
def test_the_second_slot_lies_face_down() -> None:
    """The card of slot 2 is hidden from the player until the clad acts by it."""
    game = solo()
    seen = GAME.view(game.state, 1).slots
    assert (seen[0], seen[1], seen[2]) == (game.state.slots[0], 0, game.state.slots[2])
    scene = Scene(ROSETTE, mode="solo", clads=("X4", "X5", "X6"), at={1: "a1"})
    scene.state.face_down_slot = 2
    scene.ends(1)
    assert [(e.card, e.slot) for e in scene.events("TurnedUp")] == [(5, 2)]


@pytest.mark.clause("HC-13.1-6", "HC-13.1-7")
def test_markers() -> None:
    """At her turn's start a marker comes to the slot just left; it is no pollution, and bars the slot in the draft."""
    game = solo()
    game.do(1, Place(game.side(1).hand[0], 2)).until(Step.DRAFT, 2)
    assert (game.state.markers, game.side(1).pollution) == ([2], 0)
    while game.asked() != [(1, "place")]:
        game.quietly()
    assert game.refuses(1, Place(game.side(1).hand[0], 2)) == ("HC-13.1-7",)
    assert game.allows(1, Place(game.side(1).hand[0], 4))


@pytest.mark.clause("HC-13.1-8")
def test_markers_are_cleared() -> None:
    """With markers on all four slots the draft begins without any, in rounds 5 and 9; there is always a slot."""
    game = solo()
    counts = []
    for number in range(1, 10):
        game.until(Step.DRAFT, number)
        while game.asked() != [(1, "place")]:
            game.quietly()
        counts.append(len(game.state.markers))
        assert [act for _, act in game.match.options() if isinstance(act, Place)]
        game.quietly()
    assert counts == [0, 1, 2, 3, 0, 1, 2, 3, 0]


@pytest.mark.clause("HC-8.3-6", "HC-13.1-8")
def test_the_ban_of_the_first_waiting_slot_holds_in_solo() -> None:
    """From the 1st waiting slot she may not choose the 4th turn slot."""
    game = solo()
    assert game.refuses(1, Place(game.side(1).hand[0], 4)) == ("HC-8.3-6",)


@pytest.mark.clause("HC-13.1-9", "HC-13.1-1")
def test_solo_has_a_score_and_no_winner() -> None:
    """The score is that of 11-1; nobody wins."""
    scene = Scene(ROSETTE, mode="solo", step=Step.LEGIONS, round=9, vp={1: 12})
    result = GAME.result(scene.state)
    assert result is not None
    assert (result.winners, result.reason, result.lost, len(result.score)) == ((), "solo", False, 1)
    assert result.score[0] == 12 + 8
