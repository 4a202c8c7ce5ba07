"""What docs/wire.md says is so."""

import json
import re
from pathlib import Path

from google.protobuf.json_format import ParseDict

from shinpan.wars3x3.v1 import wars3x3_action_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.referee import Replay
from tools import by_schema

from .random_games import modes, play, seeds, told

PAGE = (Path(__file__).parents[1] / "docs" / "wire.md").read_text("utf-8")
CHANGING = re.compile(r"(?<=/)[A-Z]$|(?<=/)[A-Z](?=/)|(?<=/p)[A-Z]")
"""What stands in a label for a seat, a turn, a round or a count."""


def rows(head: str) -> dict[str, list[str]]:
    """A table of the page with a first column of games, of which an empty cell means the one above."""
    lines = PAGE[PAGE.index(head) :].split("\n\n")[0].splitlines()[2:]
    found: dict[str, list[str]] = {}
    game = ""
    for line in lines:
        first, *cells = (cell.strip() for cell in line.strip("|").split(" | "))
        game = first or game
        found.setdefault(game, []).append(cells[0])
    return found


def test_the_example_is_right() -> None:
    """The bytes of the action that the page writes out are those of the schema."""
    said = re.search(r"`(\{\"seat\".*?\}\})`", PAGE)
    array, hexadecimal = re.findall(r"^(\[1, .*?\]\])\s+((?:[0-9a-f]{2} ?)+)$", PAGE, re.MULTILINE)[0]
    assert said is not None
    message = ParseDict(json.loads(said[1]), wars3x3_action_pb2.Action())
    assert by_schema.array(message) == json.loads(array)
    assert by_schema.canonical(message) == bytes.fromhex(hexadecimal)
    (slot,) = re.findall(r"without the seat, here `([0-9a-f ]+)`", PAGE)
    assert bytes.fromhex(hexadecimal).endswith(bytes.fromhex(slot))


@modes
def test_answers_at_the_same_time_are_those_of_the_page(game: Game, mode: str) -> None:
    """Whatever several seats answer at the same time is in its table."""
    (named,) = rows("| game | questions answered at the same time |")[game.name]
    words = set(re.findall(r"`(\w+)`", named))
    for seed in seeds(2):
        with told(seed):
            replay = Replay(GAMES, play(game, seed, mode))
            until = 0
            while replay.finding is None and until < len(replay.entries):
                assert replay.match is not None
                if replay.match.ask.simultaneous:
                    assert {decision.ask for decision in replay.match.ask.decisions} <= words
                until += 1
                replay.run(until)


@modes
def test_events_of_chance_are_those_of_the_page(game: Game, mode: str) -> None:
    """Whatever comes up at random has a label of its table."""
    named = [label for cell in rows("| game | label |")[game.name] for label in re.findall(r"`([^`]+)`", cell)]
    patterns = [re.compile(CHANGING.sub(r"\\d+", label)) for label in named]
    for seed in seeds(3):
        with told(seed):
            replay = Replay(GAMES, play(game, seed, mode))
            replay.run()
            assert replay.match is not None
            for label in replay.match.table.chance.outcomes:
                assert [pattern for pattern in patterns if pattern.fullmatch(label)], label


def test_no_game_is_missing() -> None:
    """Both tables have a row for each."""
    for head in ("| game | questions answered at the same time |", "| game | label |"):
        assert list(rows(head)) == list(GAMES)
