"""Random games of 精霊回路ドライヴ: whole, of every kind, and as `shinpan simulate` plays them."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from shinpan_engine.games.drive import GAME
from shinpan_engine.games.drive.table.options import Difficulty
from shinpan_engine.games.drive.table.state import Round, Step
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.record import Action, Record
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.match import Match
from shinpan_records import transcript
from shinpan_service.workbench.simulation import random_record, seed_of

from ...random_games import course, header, play, recorded, sealed, seeds, start, take, told

MODES = ("multi", "solo_partner")
PASSED_BY = {Step.TURN_END, Step.ROUND_END, Step.JOIN, Step.DRAW}
"""Steps in which a question comes up only by rare effects, or never."""


def test_random_games_do_everything() -> None:
    """In some games every kind of action is taken, every step of choice is stood in, and every difficulty is played."""
    acts: Counter[type] = Counter()
    steps: set[Step] = set()
    played: set[tuple[str, Difficulty]] = set()
    for seed in seeds(40):
        with told(seed):
            for mode in MODES:
                head = header(GAME, seed, mode)
                played.add((mode, head.setup.difficulty))
                for action, match in course(head, Stream(seed.to_bytes(32, "big"), "all")):
                    acts[type(action.what)] += 1
                    steps.add(match.table.state.step)
    assert set(acts) == set(GAME.acts)
    assert set(Step) - PASSED_BY <= steps
    multi = {("multi", difficulty) for difficulty in (Difficulty.A, Difficulty.B, Difficulty.B_PLUS, Difficulty.C)}
    assert played == multi | {("solo_partner", Difficulty.A), ("solo_partner", Difficulty.B)}


@pytest.mark.clause("DR-C-13", "DR-C-15", "DR-P5.1-1", "DR-P5.3-7", "DR-S1-4", "DR-S7-1", "DR-S7-2", "DR-S7-3")
def test_what_always_holds() -> None:
    """54 circuit cards are conserved; at most 24 units; levels, HP and charge keep their bounds; at the start of a
    player's turn that player had been cut to 6 mana, and others may have more."""
    above = 0
    for seed in seeds(20):
        with told(seed):
            for mode in MODES:
                for _, match in course(header(GAME, seed, mode), Stream(seed.to_bytes(32, "big"), "holds")):
                    state = match.table.state
                    hands = [card for side in state.sides for card in side.hand]
                    assert sorted([*state.deck, *state.discard, *state.field, *hands]) == list(range(1, 55))
                    units = [member for side in state.sides for member in side.party]
                    assert len(units) <= 24
                    above += any(side.mana > 6 for side in state.sides)
                    if not match.table.member:
                        continue
                    assert all(1 <= one.level <= match.table.unit[one.unit].highest for one in units)
                    assert state.enemy is None or 0 <= state.enemy.hp <= 110
                    assert state.enemy is None or state.round == Round.BOSS or state.enemy.hp <= 20
    assert above


@pytest.mark.clause("DR-O-1", "DR-W-3", "DR-G-1", "DR-G-3", "DR-P1-6")
def test_all_win_or_lose_together_in_the_boss_round() -> None:
    """Every game ends in its boss round, after one normal round; all seats are winners, or it is lost."""
    for seed in seeds(20):
        with told(seed):
            for mode in MODES:
                record = play(GAME, seed, mode)
                rounds = [match.table.state.round for _, match in course_of(record)]
                assert [one for one, other in pairwise([*rounds, None]) if one != other] == [0, 1, 2]
                result = verify(GAMES, record).result
                assert result is not None
                won = result.reason == "boss_defeated"
                assert result.winners == (tuple(range(1, record.header.seats + 1)) if won else ())
                assert result.lost is not won


def course_of(record: Record) -> Iterator[tuple[Action, Match]]:
    """A record's actions, each with the match as it is after it."""
    match = start(record.header)
    for entry in record.entries:
        assert isinstance(entry.what, Action)
        take(match, entry.what)
        yield entry.what, match


@pytest.mark.parametrize("mode", MODES)
def test_simulated_games_are_legal(mode: str) -> None:
    """`simulate` plays legal games to their end, for every number of players."""
    records = [random_record(GAME, mode, GAME.packs["house"], seed_of("drive", number)) for number in range(12)]
    assert all(verify(GAMES, record).verdict is Verdict.LEGAL for record in records)
    assert {record.header.seats for record in records} == ({2, 3, 4} if mode == "multi" else {2})


@pytest.mark.parametrize("mode", MODES)
def test_a_record_is_read_as_it_is_written(mode: str) -> None:
    """Random games, seeded and recorded, come back from their canonical transcript as they were."""
    for seed in seeds(8):
        with told(seed):
            for record in (sealed(play(GAME, seed, mode)), recorded(play(GAME, seed, mode))):
                back = transcript.load(transcript.dump(record, GAMES), GAMES).record
                assert [entry.what for entry in back.entries if type(entry.what).__name__ == "Action"] == [
                    entry.what for entry in record.entries
                ]
                assert verify(GAMES, back).last_link == verify(GAMES, record).last_link
