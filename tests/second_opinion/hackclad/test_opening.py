"""The table as the engine lays it out against what chapter 6 says, for every number of players."""

import pytest

from shinpan_engine.games.hackclad.table.options import Difficulty, EntryLetters
from shinpan_engine.kernel.play.match import Match

from .positions import cards_of, match_of, read
from .printed import CLAD_VOLTAGE, MIA
from .squares import CENTRE, ENTRY_POINTS, beside

HEALTH = {
    Difficulty.EASY: (58, 74, 90),
    Difficulty.NORMAL: (66, 86, 106),
    Difficulty.EXPERT: (74, 98, 120),
    Difficulty.INFERNO: (80, 105, 130),
}
"""With two, three and four players."""
VOLTAGE = {Difficulty.EASY: 1, Difficulty.NORMAL: 2, Difficulty.EXPERT: 2, Difficulty.INFERNO: 3}
CROSSED = [(0, 1), (4, 3), (1, 4), (3, 0)]
"""A, B, C, D as another table has them."""
BASIC, HAND = 8, 3


def dealt(match: Match) -> None:
    """Everybody takes the last extended card."""
    for decision in list(match.ask.decisions):
        assert match.play(decision.seat, list(decision.options(match.table))[-1]) is None


def check_pieces(match: Match, points: list[tuple[int, int]]) -> None:
    """Steps 10 to 12: witches, the clad, four tails."""
    at = read(match.table.state, match.table.mode, 0)
    assert [witch.square for witch in at.witches.values()] == points[: len(at.witches)]
    assert (at.clad, at.front) == (CENTRE, "north")
    assert set(at.legions) == set(beside(CENTRE))
    assert not any(legion.head for legion in at.legions.values())
    assert at.stones == {}


def check_cards(match: Match, characters: list[int]) -> None:
    """Steps 8, 9, 13 and 14, then a hand of three: the eight basic cards and the chosen one are dealt out, gauges stand
    at 0, the card of P1 lies on the first waiting slot."""
    at = read(match.table.state, match.table.mode, 0)
    for seat, witch in at.witches.items():
        cards = cards_of(characters, seat)
        in_play = [*witch.deck, *witch.hand, *witch.turn_cards]
        assert sorted(in_play) == [*cards[:BASIC], cards[-1]]
        assert witch.extended == cards[BASIC:-1]
        assert len(witch.hand) + len(witch.turn_cards) == HAND + 1
        assert (witch.mp, witch.cp, witch.injuries, witch.pollution, witch.vp) == (0, 0, 0, 0, 0)
        assert (witch.discard, witch.tokens, witch.traps) == ([], [], 0)
        assert witch.turn_slot == 5 - seat
        assert witch.character != MIA or witch.traps == 0


@pytest.mark.clause("HC-6.2-1", "HC-6.4-1", "HC-6.5-1", "HC-6.6-1", "HC-6.8-1", "HC-6.8-2", "HC-6.9-1", "HC-6.10-2")
@pytest.mark.clause("HC-6.11-1", "HC-6.12-1", "HC-6.13-1", "HC-6.13-3", "HC-6.14-1", "HC-8.1-1", "HC-8.2-1")
@pytest.mark.parametrize("characters", [[1, 2], [3, 4, 5], [5, 4, 4, 1]])
@pytest.mark.parametrize("crossed", [False, True])
def test_a_game_for_points_is_laid_out_the_same(characters: list[int], crossed: bool) -> None:
    """VOLTAGE 1 and its six clad cards, three of them turned up; the others wait."""
    match = match_of("versus", characters, 5, entry_letters=EntryLetters(crossed))
    dealt(match)
    check_pieces(match, CROSSED if crossed else list(ENTRY_POINTS))
    check_cards(match, characters)
    at = read(match.table.state, "versus", 0)
    assert at.voltage == 1
    assert sorted([*at.slots, *at.clad_deck]) == [card for card, voltage in CLAD_VOLTAGE.items() if voltage == 1]
    assert (len(at.slots), at.outside) == (3, [card for card, voltage in CLAD_VOLTAGE.items() if voltage > 1])


@pytest.mark.clause("HC-13.1-2")
def test_a_game_alone_is_laid_out_the_same() -> None:
    """Of the nine cards of VOLTAGE 1 and 2 six are the deck."""
    match = match_of("solo", [4], 5)
    dealt(match)
    check_pieces(match, list(ENTRY_POINTS))
    check_cards(match, [4])
    at = read(match.table.state, "solo", 0)
    dealt_out = [*at.slots, *at.clad_deck]
    assert (at.voltage, len(dealt_out), len(at.outside)) == (1, 6, 6)
    assert all(CLAD_VOLTAGE[card] < 3 for card in dealt_out)
    assert sorted([*dealt_out, *at.outside]) == list(CLAD_VOLTAGE)


@pytest.mark.clause("HC-14.1-2", "HC-14.2-2", "HC-14.2-3", "HC-14.2-4", "HC-14.2-5", "HC-14.2-11", "HC-14.2-12")
@pytest.mark.parametrize("difficulty", HEALTH)
@pytest.mark.parametrize("characters", [[1, 2], [3, 4, 5], [5, 4, 2, 1]])
def test_a_game_against_the_clad_is_laid_out_the_same(difficulty: Difficulty, characters: list[int]) -> None:
    """Health and VOLTAGE are those of the table; the nine cards of VOLTAGE 1 and 2 are the deck."""
    match = match_of("coop", characters, 5, difficulty=difficulty)
    dealt(match)
    check_pieces(match, list(ENTRY_POINTS))
    check_cards(match, characters)
    at = read(match.table.state, "coop", 0)
    assert at.health == HEALTH[difficulty][len(characters) - 2]
    assert at.voltage == VOLTAGE[difficulty]
    assert (len(at.slots), sorted([*at.slots, *at.clad_deck])) == (3, list(range(1, 10)))
    assert [witch.chip for witch in at.witches.values()] == list(range(1, len(characters) + 1))
