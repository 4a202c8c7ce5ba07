"""Greedy play: whoever decides takes what looks best at once. It leads elsewhere than chance, and ends all the same."""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

from shinpan_engine.games.drive.table.state import Round
from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3.cards.cards import Cards
from shinpan_engine.games.wars3x3.table.state import Side
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action, Entry, Header, Record
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.decisions import Act
from shinpan_engine.kernel.play.match import Match
from shinpan_service.workbench.perft import after

from ..random_games import header, modes, seeds, start, state_bytes, take, told

MOST_TRIED = 8
"""Actions of one decision that a greedy player looks at."""
MOST_ACTIONS = 2_000

Worth = Callable[[Match, int], int]


def wars_worth(match: Match, seat: int) -> int:
    """Life first, then power on the field, then land."""
    cards: Cards = match.table.cards

    def worth(side: Side) -> int:
        power = sum(int(cards.cost[unit.card] or 0) for unit in side.units)
        return 100 * int(side.life) + 10 * power + len(side.territory)

    return worth(match.table.side[seat]) - worth(match.table.side[3 - seat])


def anoare_worth(match: Match, seat: int) -> int:
    """Life and stored damage first, then cards in hand."""
    own, other = match.table.side[seat], match.table.side[3 - seat]
    return sum(
        sign * (100 * side.life - 100 * side.stored + 10 * side.level + len(side.hand))
        for sign, side in ((1, own), (-1, other))
    )


def hackclad_worth(match: Match, seat: int) -> int:
    """Stones first, then staying on the field."""
    side = match.table.side[seat]
    return 10 * int(side.vp) + (5 if side.square else 0) - int(side.injuries) + len(side.hand)


def drive_worth(match: Match, _: int) -> int:
    """The enemy's HP and those that have fallen first, then the deck, levels and mana of all."""
    state = match.table.state
    fallen = len(state.pile) + 20 * (state.round == Round.BOSS)
    levels = sum(member.level for side in state.sides for member in side.party)
    hp = state.enemy.hp if state.enemy else 0
    return 200 * fallen - 10 * hp + 8 * len(state.deck) + 4 * levels + sum(side.mana for side in state.sides)


def swordrion_worth(match: Match, seat: int) -> int:
    """Cubes first, then own cards in the field and enemies out of it, then cards in hand."""
    side = match.table.side[seat]
    wounds = sum(slot.wounds for slot in side.enemy) - sum(slot.wounds for slot in side.line)
    cubes = side.cubes.green + side.cubes.yellow + 3 * side.cubes.blue
    return 100 * int(cubes) + 10 * (len(side.line) - len(side.enemy)) + 3 * wounds + len(side.hand)


WORTHS: Mapping[str, Worth] = {
    "wars3x3": wars_worth,
    "anoare": anoare_worth,
    "hackclad": hackclad_worth,
    "drive": drive_worth,
    "swordrion": swordrion_worth,
}


@modes
def test_greedy_games_end_and_are_legal(game: Game, mode: str) -> None:
    """A greedy game comes to its end and is judged legal."""
    for seed in seeds(1):
        with told(seed):
            record = greedy_game(header(game, seed, mode), WORTHS[game.name])
            report = verify(GAMES, record)
            assert report.verdict is Verdict.LEGAL
            assert report.result is not None


def test_every_game_can_be_played_greedily() -> None:
    """Each game says what its positions are worth."""
    assert list(WORTHS) == list(GAMES)


def greedy_game(head: Header, worth: Worth) -> Record:
    """A game in which both players are greedy."""
    match, course = start(head), list[Action]()
    while match.ask.decisions:
        assert len(course) < MOST_ACTIONS, "a greedy game that does not end"
        action = best(head, course, match, worth)
        take(match, action)
        course.append(action)
    return Record(head, tuple(Entry(action) for action in course))


def best(head: Header, course: Sequence[Action], match: Match, worth: Worth) -> Action:
    """What looks best to the first who is asked, of all that he may answer or do before."""
    seat = match.ask.decisions[0].seat
    tried: list[Act] = []
    for decision in match.ask.decisions:
        if decision.seat == seat:
            tried += islice(decision.options(match.table), MOST_TRIED)

    def value(act: Any) -> tuple[bool, int]:
        then = after(head, [*course, Action(seat, act)])
        return state_bytes(then) != here, worth(then, seat)

    # What changes nothing at all can be done for ever.
    here = state_bytes(match)

    return Action(seat, tried[0] if len(tried) == 1 else max(tried, key=value))
