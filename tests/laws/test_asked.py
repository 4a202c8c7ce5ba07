"""What a game says of its questions, of the cards that actions name, and of outcomes, as written down a second time."""

import importlib
import inspect
import pkgutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.play.decisions import Decision

WRITTEN = tomllib.loads(Path(__file__).with_name("clauses.toml").read_text("utf-8"))
games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def decisions(game: Game) -> Iterator[tuple[str, type[Decision]]]:
    """The questions of a game that have a name, by class."""
    package = importlib.import_module(type(game).__module__)
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        module = importlib.import_module(info.name)
        for name, kind in inspect.getmembers(module, inspect.isclass):
            if issubclass(kind, Decision) and kind.__module__ == info.name and getattr(kind, "ask", ""):
                yield name, kind


@games
def test_every_question_names_its_clause(game: Game) -> None:
    """Each as it was written down a second time, and all are clauses of the game."""
    found = dict(decisions(game))
    assert {name: f"{kind.ask} {kind.clause}" for name, kind in found.items()} == WRITTEN[game.name]["asks"]
    assert [name for name, kind in found.items() if kind.clause and kind.clause not in game.rules] == []


@games
def test_every_action_names_the_clause_of_its_card(game: Game) -> None:
    """Where the card that it names has to be, as it was written down a second time."""
    assert {kind.__name__: clause for kind, clause in game.homes.items()} == WRITTEN[game.name]["homes"]
    assert [clause for clause in game.homes.values() if clause not in game.rules] == []


@games
def test_every_refusal_of_what_comes_too_early_is_known(game: Game) -> None:
    """As they were written down a second time: a record that leaves out what silence means is read on from there."""
    assert sorted(game.too_early) == WRITTEN[game.name]["early"]


@games
def test_every_outcome_of_chance_has_its_table(game: Game) -> None:
    """As they were written down a second time: in records an outcome names the entries of one table of the pack."""
    assert dict(game.outcomes) == WRITTEN[game.name]["outcomes"]
    assert [game.outcome_table(f"{label}/p1/1") for label in game.outcomes] == list(game.outcomes.values())
