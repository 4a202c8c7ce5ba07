"""The games as a command judges with them: with the packs that it was given."""

from collections.abc import Mapping
from typing import Any

import click

from shinpan_engine.games.registry import GAMES, broken_of
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import Message
from shinpan_engine.kernel.packs import PackText

META = "shinpan.games"
"""Where the context of a command keeps them."""
TEXTS = "shinpan.packs"
"""Where it keeps the files of these packs."""


def games() -> Mapping[str, Game]:
    """The games, with the packs that the command was given."""
    context = click.get_current_context(silent=True)
    found: Mapping[str, Game] = context.meta.get(META, GAMES) if context else GAMES
    return found


def texts_given() -> tuple[PackText, ...]:
    """The files of the packs that the command was given, for other processes."""
    context = click.get_current_context(silent=True)
    found: tuple[PackText, ...] = context.meta.get(TEXTS, ()) if context else ()
    return found


def broken(context: click.Context) -> list[Message]:
    """What is wrong with each pack file that was left out, of the games that were asked for."""
    asked = context.meta.get(META, GAMES).values()
    return broken_of(game.made for game in asked if "made" in vars(game))


def needed(record: Any) -> list[bytes]:
    """The pack files that a server needs to judge a record, a message, if it has only those that come with shinpan."""
    game = games().get(record.header.game)
    pack = game.made.get(record.header.pack.id, record.header.pack.digest) if game else None
    return [text.data for text in pack.texts if not text.ours] if pack else []
