"""What an attacker does with games that are played: each attack of `tools.attacks_on_games`, cut down."""

import sys
from pathlib import Path

import pytest

from shinpan.v1.referee_pb2 import PlayOpening
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import WorkUsedUp
from shinpan_engine.kernel.play.work import MOST_STEPS
from shinpan_service.messages.playing.board import ENTRY_STEPS, Board
from shinpan_service.serving.options import DEFAULTS
from tools import attacks_on_games
from tools.attacks_on_workers import Outcome

from . import requests

SHINPAN = [Path(sys.executable).with_name("shinpan")]
SOON = {"SHINPAN_REQUEST_SECONDS": "3"}


def held(outcome: Outcome) -> Outcome:
    """The server has stood it; a failure says the figures."""
    assert outcome.held, outcome.figures
    return outcome


def test_many_games_of_one_client() -> None:
    """They take no more places than one client may have, and give them back."""
    outcome = held(attacks_on_games.many_games(SHINPAN, connections=2, each=10))
    assert outcome.figures["opened"] == DEFAULTS.games_each


def test_games_that_nobody_opens() -> None:
    """They have taken all places, and soon have none."""
    held(attacks_on_games.unopened_games(SHINPAN, SOON))


def test_games_that_are_asked_and_not_read() -> None:
    """Others are answered meanwhile, and nothing piles up; the places are free when their connections are."""
    held(attacks_on_games.slow_game(SHINPAN, patience=0))


def test_long_games() -> None:
    """Each message has all replayed, and others still have their turn."""
    held(attacks_on_games.long_games(SHINPAN, entries=1000, seconds=1))


def test_a_message_of_a_long_game_is_bounded_in_steps() -> None:
    """With as many entries as a game may have it takes a part of the work of a call; what takes more is refused."""
    opening = PlayOpening(record=requests.long_game(DEFAULTS.game_entries))
    board = Board(opening, [], GAMES)
    board.reach_last()
    assert ENTRY_STEPS * DEFAULTS.game_entries <= board.work.spent < MOST_STEPS // 10
    board.work.left = ENTRY_STEPS * DEFAULTS.game_entries - 1
    with pytest.raises(WorkUsedUp):
        board.judged()


@pytest.mark.parametrize("attack", [attacks_on_games.killed_in_games, attacks_on_games.games_in_a_full_queue])
def test_games_amid_trouble(attack: attacks_on_games.Amid) -> None:
    """Each is in the end what its player has played."""
    held(attack(SHINPAN, seconds=2))


def test_every_attack_has_its_test() -> None:
    """One that is added is held here too; `all-places` waits for its time, which a test of the games shortens."""
    told = Path(__file__).read_text("utf-8")
    attacks = {name: attack.__name__ for name, attack in attacks_on_games.ATTACKS.items()}
    assert [name for name, function in attacks.items() if f"attacks_on_games.{function}" not in told] == ["all-places"]
