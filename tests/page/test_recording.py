"""What a page is sent beside the tables: what decisions are called, squares, and what the pack has for all."""

from pathlib import Path
from typing import Any

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.messages import LANGUAGES
from shinpan_records import transcript
from shinpan_records.page.recording import Recording

FIXTURES = Path(__file__).parents[2] / "fixtures"
GAME = {
    "wars3x3": "printed-replay",
    "anoare": "random-game-1",
    "hackclad": "HC-13.2-2-the-higher-sum",
    "drive": "random-2-seats-a-won",
    "swordrion": "random-versus-1",
}


def data(game: str) -> dict[str, Any]:
    """A whole game as the page has it."""
    return Recording(transcript.load(FIXTURES / game / f"{GAME[game]}.shinpan", GAMES), GAMES).whole()


@pytest.mark.parametrize("game", GAME)
def test_every_decision_has_a_name(game: str) -> None:
    """Whatever is asked in a game is called something in every language, and no name is sent for nothing."""
    recording = Recording(transcript.load(FIXTURES / game / f"{GAME[game]}.shinpan", GAMES), GAMES)
    asked = {
        pending.ask for viewer in recording.viewers() for shown in recording.shown(viewer)
        for pending in shown.state.pending
    }  # fmt: skip
    asks = recording.whole()["asks"]
    assert set(asks) == asked
    assert all(set(words) == set(LANGUAGES) for words in asks.values())
    # A word that is missing is told by its name in the rules.
    assert [ask for ask in asked if asks[ask]["ja"].isascii()] == []


def test_squares_are_called_as_records_write_them() -> None:
    """Squares have no card and no printed name; the page is told what is written for them."""
    squares = data("hackclad")["names"]["square"]
    assert squares["1"] == "a1"
    assert squares["13"] == "c3"
    assert data("wars3x3")["names"] == {}


def test_the_field_has_its_size() -> None:
    """What a pack says of the board that all share is sent without sources; nothing of a card is sent twice."""
    common = data("hackclad")["common"]
    assert (common["board"][0]["width"], common["board"][0]["height"]) == (5, 5)
    for game in GAME:
        sent = data(game)["common"]
        assert not set(sent) & set(GAMES[game].pack_kind.tables.values())
        assert not any("source" in row for rows in sent.values() for row in rows)
