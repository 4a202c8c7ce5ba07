"""What a page is sent beside the tables: what decisions are called, squares, and what the pack has for all."""

from pathlib import Path
from typing import Any

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.messages import LANGUAGES
from shinpan_engine.kernel.play.views import REFEREE
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


def test_numbers_in_force_are_those_that_an_exchange_begins_with() -> None:
    """ソードリオン: attack and HP of both fronts, standing effects of cards and relics included, as the rules note them
    down at that moment."""
    compared = changed = 0
    recording = Recording(transcript.load(FIXTURES / "swordrion" / "random-versus-1.shinpan", GAMES), GAMES)
    cards = recording.pack.cards
    for at, shown in enumerate(recording.shown(REFEREE)):
        if not shown.events or shown.events[-1].name != "exchange_began":
            continue
        before = shown.state.sides[int(shown.events[-1].fields["seat"][1:]) - 1].exchange.before
        for front in (before.front, before.enemy_front):
            printed = {"attack": cards.attack[front.card], "hp": cards.hp[front.card]}
            now = recording.figures(at).get(f"card:{front.card}", printed)
            assert now == {"attack": front.attack, "hp": front.hp}
            compared, changed = compared + 1, changed + (now != printed)
    assert compared > 20
    assert changed > 5


def test_response_power_in_force_is_sent() -> None:
    """エイノア: the printed one with what changes it in this turn."""
    path = FIXTURES / "anoare" / "AN-1.1-14-equal-powers-and-nobody-is-said-to-be-first.shinpan"
    recording = Recording(transcript.load(path, GAMES), GAMES)
    *_, last = recording.shown(REFEREE)
    first = last.state.sides[0]
    assert [one.amount for one in first.modifiers] == [-2]
    printed = recording.pack.cards.character(first.character).response
    assert recording.figures(last.number) == {f"character:{first.character}": {"response": printed - 2}}


def test_what_players_agreed_on_is_told_in_every_language() -> None:
    """Teams and difficulty stand in no state; where nothing was agreed on, nothing is sent."""
    agreed = data("hackclad")["game"]["agreed"]
    assert agreed["en"].endswith("teams=1 2 1 2")
    assert "チーム=1 2 1 2" in agreed["ja"]
    assert data("swordrion")["game"]["agreed"] == {}


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
