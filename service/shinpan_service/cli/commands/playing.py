"""`simulate`: random legal play."""

import re
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import click

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import NotHere, Undecidable
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import sentence
from shinpan_engine.kernel.packs import Pack
from shinpan_service.workbench.players import PLAYERS, QUICK
from shinpan_service.workbench.simulation import Endless, digest_of, last_link, random_record, seed_of

from ..files import FILE, named, told_of, write, written
from ..games_given import games
from ..languages import asked_language, in_words, messages_option, told
from ..output import Failed, progress
from ..own_packs import packs_option

MANY = 20
"""From so many games on a progress bar is shown."""
SHORT = 8


def playable(game: str, mode: str) -> Game:
    """A game, if that mode of it is played here."""
    known = [mode.name for mode in games()[game].modes if mode.supported]
    if mode not in known:
        raise click.BadParameter(told("cli.play.modes", mode=mode, game=game, modes=tuple(known)), param_hint="--mode")
    return games()[game]


@click.command()
@click.argument("game", metavar="GAME", type=click.Choice(list(GAMES)))
@click.option("--mode", required=True, help="The mode, by the catalogue's name.")
@click.option("--seed", default="1", show_default=True, help="Any text; the same text gives the same games.")
@click.option("--games", "count", default=1, show_default=True, type=click.IntRange(1, 1_000_000), help="How many.")
@click.option("--pack", "pack_id", default="house", show_default=True, help="The card pack.")
@packs_option
@click.option("--player", default=QUICK, show_default=True, type=click.Choice(list(PLAYERS)), help="Who plays.")
@click.option("--out", type=FILE, help="The folder to write to; it is made if need be.")
@click.option("--form", default="shinpan", show_default=True, type=click.Choice(["shinpan", "pb", "json"]))
@click.option("--digest", is_flag=True, help="Judge the games and print one digest of their last links.")
@messages_option
def simulate(
    game: str, mode: str, seed: str, count: int, pack_id: str, player: str, out: Path | None, form: str, digest: bool
) -> None:
    """Plays random legal games and writes one record for each. The games are listed by `shinpan games`.

    The player `quick` may play otherwise in another version; `play-1` is defined by words and vectors and never does.

    \b
    shinpan simulate wars3x3 --mode beginner --seed 7 --games 100 --out games/
    shinpan simulate wars3x3 --mode beginner --out games/ --form pb
    shinpan simulate wars3x3 --mode beginner --games 100 --player play-1 --digest
    """
    if out is None and not digest:
        raise click.UsageError(told("cli.play.where"))
    chosen = playable(game, mode)
    pack = _pack(chosen, pack_id)
    if out is not None:
        with told_of(out):
            out.mkdir(parents=True, exist_ok=True)
    series, links = Series(chosen, mode, pack, seed, player), list[bytes]()
    with progress(range(1, count + 1), "playing", MANY) as numbers:
        for number in numbers:
            record = series.game(number)
            if digest:
                links.append(last_link(games(), record))
            if out is not None:
                path = out / f"{mode}-{_short(seed)}-{number:0{len(str(count))}d}.{form}"
                write(written(record, path), path)
    if digest:
        click.echo(f"{digest_of(links)}  {player} {game} {mode} {pack.id} {_short(seed)} {count}")
    if out is not None:
        one = told("cli.play.wrote_one", folder=named(out))
        click.echo(one if count == 1 else told("cli.play.wrote", count=count, folder=named(out)))


class Series(NamedTuple):
    """Random games of one seed."""

    game_of: Game
    mode: str
    pack: Pack
    seed: str
    player: str

    def game(self, number: int) -> Record:
        """One of them."""
        try:
            return random_record(self.game_of, self.mode, self.pack, seed_of(self.seed, number), self.player)
        except Undecidable as error:
            why = sentence(error.message.of(self.game_of.name), asked_language(), self.pack.names)
            raise Failed(told("cli.play.not_enough", pack=self.pack.id, why=why)) from None
        except Endless as error:
            raise Failed(sentence(error.message, asked_language())) from None


def _pack(game: Game, pack_id: str) -> Pack:
    """The pack of an id."""
    try:
        pack = game.pack(pack_id)
    except NotHere as error:
        raise click.BadParameter(in_words(error), param_hint="--pack") from None
    if pack is None:
        raise click.BadParameter(told("cli.play.packs", game=game.name, packs=tuple(game.packs)), param_hint="--pack")
    return pack


def _short(seed: str) -> str:
    """A seed as a part of a file's name: itself if it is a plain word, else the beginning of its hash."""
    if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", seed):
        return seed
    return sha256(seed.encode("utf-8", "surrogateescape")).hexdigest()[:SHORT]
